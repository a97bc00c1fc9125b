package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>

#cgo noescape perfc_open
#cgo nocallback perfc_open
#cgo noescape perfc_open_string
#cgo noescape perfc_open_fd
#cgo noescape perfc_event_set_output
#cgo noescape perfc_ioctl
#cgo noescape perfc_event_modify_attr
*/
import "C"

import (
	"sync/atomic"
	"unsafe"
)

// Event is an open event: its fd, its attr, its plan, and its ring once mapped.
//
// Read, Count, ID, Ioctl and its requests by name (Enable, Disable, Refresh, Reset,
// SetPeriod, PauseOutput, SetBPF), Wake and FD may run while another goroutine reads
// the ring. Mmap, Munmap, SetOutput and Close are refused with ErrInUse
// while another goroutine uses the event in any way.
type Event struct {
	guard guard
	c     *C.perfc_event
	host  *Host
	plan  Plan
	block *block      // of Next, once used
	woken atomic.Bool // by Wake, and not by the end of a context
	owned bool        // by a set, which closes it
}

// OpenString opens the one event that an event string names, disabled. sampleType 0:
// it counts; else it samples these SAMPLE_* fields, at the string's period= or
// freq=, or at 1,000 Hz.
func (h *Host) OpenString(eventString string, sampleType uint64, pid, cpu int) (*Event, error) {
	host, err := h.use("perfc_open_string")
	if err != nil {
		return nil, err
	}
	text := C.CString(eventString)
	defer C.free(unsafe.Pointer(text))
	event := &Event{host: h}
	var facts C.struct_perfc_error
	code := C.perfc_open_string(host, text, C.uint64_t(sampleType), C.int32_t(pid), C.int32_t(cpu), &event.c, &facts)
	return event.opened("perfc_open_string", code, &facts)
}

// OpenString opens the one event that an event string names on this machine.
func OpenString(eventString string, sampleType uint64, pid, cpu int) (*Event, error) {
	return (*Host)(nil).OpenString(eventString, sampleType, pid, cpu)
}

// Open is perf_event_open(2), close-on-exec. group is the leader, or nil. The
// attr's Size may be 0.
func (h *Host) Open(attr *Attr, pid, cpu int, group *Event, flags uint64) (*Event, error) {
	return h.OpenBytes(attrBytes(attr), pid, cpu, group, flags)
}

// Open opens an event of this machine.
func Open(attr *Attr, pid, cpu int, group *Event, flags uint64) (*Event, error) {
	return (*Host)(nil).Open(attr, pid, cpu, group, flags)
}

// OpenBytes is Open with an attr in the kernel's layout, of any version: the
// bytes of a unix.PerfEventAttr, say.
func (h *Host) OpenBytes(attr []byte, pid, cpu int, group *Event, flags uint64) (*Event, error) {
	host, err := h.use("perfc_open")
	if err != nil {
		return nil, err
	}
	var leader *C.perfc_event
	if group != nil {
		if err := group.guard.enter("perfc_open"); err != nil {
			h.done()
			return nil, err
		}
		defer group.guard.leave()
		leader = group.c
	}
	event := &Event{host: h}
	var facts C.struct_perfc_error
	code := C.perfc_open(host, bytesPointer(attr), C.size_t(len(attr)), C.int32_t(pid), C.int32_t(cpu),
		leader, C.uint64_t(flags), &event.c, &facts)
	return event.opened("perfc_open", code, &facts)
}

// OpenFD takes over an fd that was opened elsewhere with that attr. On failure
// it is still the caller's.
func (h *Host) OpenFD(fd int, attr *Attr) (*Event, error) {
	host, err := h.use("perfc_open_fd")
	if err != nil {
		return nil, err
	}
	event := &Event{host: h}
	bytes := attrBytes(attr)
	var facts C.struct_perfc_error
	code := C.perfc_open_fd(host, C.int(fd), bytesPointer(bytes), C.size_t(len(bytes)), &event.c, &facts)
	return event.opened("perfc_open_fd", code, &facts)
}

// OpenFD takes over an fd on this machine.
func OpenFD(fd int, attr *Attr) (*Event, error) { return (*Host)(nil).OpenFD(fd, attr) }

func (e *Event) opened(operation string, code C.int, facts *C.struct_perfc_error) (*Event, error) {
	if err := coldError(operation, code, facts); err != nil {
		e.host.done()
		return nil, err
	}
	e.begin()
	return e, nil
}

// begin starts an event whose handle exists.
func (e *Event) begin() {
	e.plan.c = (*C.perfc_plan)(unsafe.Pointer(C.perfc_event_plan(e.c)))
	e.plan.owned = true
	e.plan.guard.open()
	e.guard.open()
}

// Close unmaps the ring and closes the fd. It ends everything that was borrowed from the ring.
func (e *Event) Close() error {
	if e == nil {
		return nil
	}
	if e.owned {
		return ErrBorrowed
	}
	_, err := e.unshared("Event.Close", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		C.perfc_close(c)
		e.end()
		return 0
	}, &e.plan.guard)
	if err == nil {
		e.host.done()
	}
	return err
}

// end refuses all further use of an event whose C handle is gone. The caller has entered
// the event and its plan by enterUnshared.
func (e *Event) end() {
	e.block.free()
	e.plan.guard.end()
	e.guard.end()
}

// eventCall is a call of the C library for one event.
type eventCall = func(*C.perfc_event, *C.struct_perfc_error) C.int

func (e *Event) cold(operation string, call eventCall) (int, error) {
	var facts C.struct_perfc_error
	code := call(e.c, &facts)
	return int(code), coldError(operation, code, &facts)
}

// exclusive runs a call that only shared ones of other goroutines may be beside.
func (e *Event) exclusive(operation string, call eventCall) (int, error) {
	return e.exclusiveBy(nil, operation, call)
}

// exclusiveBy is the same of a stream or flight, which is in use itself.
func (e *Event) exclusiveBy(user *guard, operation string, call eventCall) (int, error) {
	if e == nil {
		return 0, ErrClosed
	}
	if err := e.guard.enterBy(user, operation); err != nil {
		return 0, err
	}
	defer e.guard.leaveBy(user)
	return e.cold(operation, call)
}

// unshared runs a call that none of another goroutine may be beside, with this event or
// the further guards.
func (e *Event) unshared(operation string, call eventCall, further ...*guard) (int, error) {
	if e == nil {
		return 0, ErrClosed
	}
	entered, err := enterAll(operation, append(further, &e.guard)...)
	if err != nil {
		return 0, err
	}
	defer entered.leave()
	return e.cold(operation, call)
}

// shared runs a call that other goroutines may be beside.
func (e *Event) shared(operation string, call func(*C.perfc_event) C.int) (int, error) {
	if e == nil {
		return 0, ErrClosed
	}
	if err := e.guard.share(operation); err != nil {
		return 0, err
	}
	defer e.guard.done()
	code := call(e.c)
	return int(code), hotError(operation, code)
}

// FD is the event's fd; it stays the event's.
func (e *Event) FD() (int, error) {
	return e.shared("perfc_event_fd", func(c *C.perfc_event) C.int { return C.perfc_event_fd(c) })
}

// AttrBytes is the attr as it was passed to the kernel.
func (e *Event) AttrBytes() ([]byte, error) {
	var bytes []byte
	_, err := e.shared("perfc_event_attr", func(c *C.perfc_event) C.int {
		length := C.perfc_event_attr(c, nil, 0)
		if length > 0 {
			bytes = make([]byte, length)
			length = C.perfc_event_attr(c, unsafe.Pointer(&bytes[0]), C.size_t(len(bytes)))
		}
		return length
	})
	return bytes, err
}

// Plan decodes the records of the event's ring. It lives as long as the event.
func (e *Event) Plan() *Plan {
	if e == nil {
		return nil
	}
	return &e.plan
}

// Enable starts the counting. flags is 0 or IOC_FLAG_GROUP.
func (e *Event) Enable(flags uint32) error { return e.request(IOC_ENABLE, uint64(flags)) }

// Disable stops it.
func (e *Event) Disable(flags uint32) error { return e.request(IOC_DISABLE, uint64(flags)) }

// Reset zeroes the counts, never the times.
func (e *Event) Reset(flags uint32) error { return e.request(IOC_RESET, uint64(flags)) }

// Refresh enables a sampling event for so many more overflows.
func (e *Event) Refresh(samples int) error { return e.request(IOC_REFRESH, uint64(samples)) }

// SetPeriod changes the sample period, or with ATTR_FREQ the frequency in Hz.
func (e *Event) SetPeriod(period uint64) error { return e.request(IOC_PERIOD, period) }

// request makes a hot ioctl, whose error is the errno alone.
func (e *Event) request(request uint32, argument uint64) error {
	_, err := e.shared("perfc_ioctl", func(c *C.perfc_event) C.int {
		return C.perfc_ioctl(c, C.uint32_t(request), C.uint64_t(argument), nil)
	})
	return err
}

// ID is the kernel's id of the event.
func (e *Event) ID() (uint64, error) {
	var id C.uint64_t
	_, err := e.shared("perfc_event_id", func(c *C.perfc_event) C.int { return C.perfc_event_id(c, &id) })
	return uint64(id), err
}

// SetOutput sends the event's records to target's ring; nil drops them. Target and
// its plan, which grows, must not be in use by another goroutine. matched
// false: the records of that ring can't all be told apart, and the target's
// Plan().TellsApart() says why.
func (e *Event) SetOutput(target *Event) (matched bool, err error) {
	var other *C.perfc_event
	var further []*guard
	if target != nil {
		other = target.c
		if target != e {
			further = []*guard{&target.guard, &target.plan.guard}
		}
	}
	code, err := e.unshared("perfc_event_set_output", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_set_output(c, other, facts)
	}, further...)
	return err == nil && code == 0, err
}

// SetFilter sets a tracepoint's filter, or address filters of a tracing PMU.
func (e *Event) SetFilter(filter string) error {
	text := C.CString(filter)
	defer C.free(unsafe.Pointer(text))
	_, err := e.exclusive("perfc_event_set_filter", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_set_filter(c, text, facts)
	})
	return err
}

// SetBPF attaches a BPF program. The fd stays the caller's.
func (e *Event) SetBPF(program int) error { return e.Ioctl(IOC_SET_BPF, uint64(program)) }

// QueryBPF gives the ids of the programs attached to the tracepoint, of which
// there may be most. ENOSPC: there are more.
func (e *Event) QueryBPF(most int) ([]uint32, error) {
	ids := make([]uint32, most)
	var count C.uint32_t
	_, err := e.exclusive("perfc_event_query_bpf", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_query_bpf(c, words32(ids), C.uint32_t(most), &count, facts)
	})
	return ids[:min(int(count), most)], err
}

// PauseOutput stops or resumes the writing into the ring.
func (e *Event) PauseOutput(paused bool) error {
	return e.request(IOC_PAUSE_OUTPUT, uint64(truth(paused)))
}

// ModifyAttributes moves a breakpoint.
func (e *Event) ModifyAttributes(attr *Attr) error {
	bytes := attrBytes(attr)
	_, err := e.exclusive("perfc_event_modify_attr", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_modify_attr(c, bytesPointer(bytes), C.size_t(len(bytes)), facts)
	})
	return err
}

// Ioctl makes any request whose argument is a number, IOC_*.
func (e *Event) Ioctl(request uint32, argument uint64) error {
	if e == nil {
		return ErrClosed
	}
	if err := e.guard.share("perfc_ioctl"); err != nil {
		return err
	}
	defer e.guard.done()
	_, err := e.cold("perfc_ioctl", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_ioctl(c, C.uint32_t(request), C.uint64_t(argument), facts)
	})
	return err
}

// Bytes is the attr as the kernel sees it. They are the attr's own.
func (a *Attr) Bytes() []byte { return attrBytes(a) }

// attrBytes is the attr as the kernel sees it. nil gives nil, which it refuses.
func attrBytes(attr *Attr) []byte {
	if attr == nil {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(attr)), unsafe.Sizeof(*attr))
}

func bytesPointer(bytes []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(bytes)) }

func words32(words []uint32) *C.uint32_t {
	return (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(words)))
}

func truth(value bool) int {
	if value {
		return 1
	}
	return 0
}
