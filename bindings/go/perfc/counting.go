package perfc

/*
#include <perfc/perfc.h>

#cgo noescape perfc_read
#cgo nocallback perfc_read
#cgo noescape perfc_read_user
#cgo nocallback perfc_read_user
#cgo noescape perfc_read_group
#cgo nocallback perfc_read_group
#cgo noescape perfc_count_delta
#cgo nocallback perfc_count_delta
#cgo noescape perfc_count_sum
#cgo nocallback perfc_count_sum
#cgo noescape perfc_count_scale
#cgo nocallback perfc_count_scale
*/
import "C"

import (
	"runtime"
	"unsafe"
)

const countSize = C.size_t(unsafe.Sizeof(Count{}))

// Read reads the count into counts, or with FORMAT_GROUP those of the group in the
// order of opening, and returns how many; 0 if the event is pinned and in error. May
// run while another goroutine reads the ring.
func (e *Event) Read(counts []Count) (int, error) {
	if e == nil {
		return 0, ErrClosed
	}
	if err := e.guard.share("perfc_read_group"); err != nil {
		return 0, err
	}
	code := C.perfc_read_group(e.c, nil, cCounts(unsafe.SliceData(counts)), countSize, C.uint32_t(len(counts)))
	e.guard.done()
	if code < 0 {
		return 0, hotError("perfc_read_group", code)
	}
	return int(code), nil
}

// Count reads one event's count with its quality.
func (e *Event) Count() (Count, error) {
	var count Count
	if e == nil {
		return count, ErrClosed
	}
	if err := e.guard.share("perfc_read"); err != nil {
		return count, err
	}
	code := C.perfc_read(e.c, cCounts(&count), countSize)
	e.guard.done()
	return count, hotError("perfc_read", code)
}

// CountUser is Count in user space, without a system call, where that is right;
// Origin says which it was. It only says something of its own in the thread
// that the event counts.
func (e *Event) CountUser() (Count, error) {
	var count Count
	if e == nil {
		return count, ErrClosed
	}
	if err := e.guard.share("perfc_read_user"); err != nil {
		return count, err
	}
	code := C.perfc_read_user(e.c, cCounts(&count), countSize)
	e.guard.done()
	return count, hotError("perfc_read_user", code)
}

// CountGroup reads the counts of events, members of the group that e leads, at
// one instant. All of them need FORMAT_GROUP and FORMAT_ID.
func (e *Event) CountGroup(events ...*Event) ([]Count, error) {
	counts := make([]Count, len(events))
	err := e.withGroup("perfc_read_group", events, func(leader *C.perfc_event, group **C.perfc_event) C.int {
		return C.perfc_read_group(leader, group, cCounts(unsafe.SliceData(counts)), countSize, C.uint32_t(len(counts)))
	})
	return counts, err
}

// Measure counts while f runs. With events, which are members of the group that e leads, it returns
// their counts. The calling goroutine stays on its thread. The measurement also ends if f panics.
func (e *Event) Measure(f func(), events ...*Event) (counts []Count, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	read := func() ([]Count, error) {
		if len(events) > 0 {
			return e.CountGroup(events...)
		}
		count, err := e.Count()
		return []Count{count}, err
	}
	before, err := read()
	if err != nil {
		return nil, err
	}
	// Members first: they count from the moment on that their leader does.
	for _, member := range events {
		if member == e {
			continue
		}
		if err := member.Enable(0); err != nil {
			return nil, err
		}
	}
	if err := e.Enable(0); err != nil {
		return nil, err
	}
	defer func() {
		if err = e.Disable(0); err != nil {
			return
		}
		if counts, err = read(); err != nil {
			return
		}
		for i := range counts {
			counts[i] = CountDelta(before[i], counts[i])
		}
	}()
	f()
	return counts, nil
}

func (e *Event) withGroup(operation string, events []*Event, call func(*C.perfc_event, **C.perfc_event) C.int) error {
	var handles []*C.perfc_event
	for _, event := range events {
		if event == nil {
			return ErrClosed
		}
		if err := event.guard.share(operation); err != nil {
			return err
		}
		defer event.guard.done()
		handles = append(handles, event.c)
	}
	_, err := e.shared(operation, func(c *C.perfc_event) C.int { return call(c, unsafe.SliceData(handles)) })
	return err
}

// CountDelta is the difference of two reads of one event.
func CountDelta(from, to Count) Count {
	var delta Count
	C.perfc_count_delta(cCounts(&from), cCounts(&to), cCounts(&delta), countSize)
	return delta
}

// CountSum adds up counts of one event on several CPUs or threads. EINVAL: none.
func CountSum(counts []Count) (Count, error) {
	var sum Count
	code := C.perfc_count_sum(cCounts(unsafe.SliceData(counts)), countSize, C.uint32_t(len(counts)), cCounts(&sum))
	return sum, hotError("perfc_count_sum", code)
}

// CountScale is value * enabled / running. EINVAL: running is 0.
func CountScale(value, enabled, running uint64) (uint64, error) {
	var scaled C.uint64_t
	code := C.perfc_count_scale(C.uint64_t(value), C.uint64_t(enabled), C.uint64_t(running), &scaled)
	return uint64(scaled), hotError("perfc_count_scale", code)
}

func cCounts(count *Count) *C.struct_perfc_count {
	return (*C.struct_perfc_count)(unsafe.Pointer(count))
}
