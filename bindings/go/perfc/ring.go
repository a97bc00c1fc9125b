package perfc

/*
#include "block.h"

#cgo noescape perfc_event_wait
#cgo nocallback perfc_event_wait
#cgo noescape perfc_event_losses
*/
import "C"

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

// Mmap maps the event's ring: dataPages (a power of two, such as MMAP_DEFAULT_PAGES)
// of memory that the kernel writes records into. 0 maps the control page alone, for
// CountUser and for times. flags is 0 or MMAP_OVERWRITE.
func (e *Event) Mmap(dataPages int, flags uint32) error {
	_, err := e.unshared("perfc_mmap", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_mmap(c, C.uint32_t(dataPages), C.uint32_t(flags), facts)
	})
	return err
}

// Munmap unmaps either. What was borrowed from the ring is gone, and so are
// records that Next has not handed out yet.
func (e *Event) Munmap() error {
	_, err := e.unshared("perfc_munmap", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		e.block.free()
		e.block = nil
		code := C.perfc_munmap(c)
		if code == 0 {
			e.guard.reader.Store(nil)
		}
		return code
	})
	return err
}

// ControlPage is the page that the kernel goes on writing, or nil. It is
// borrowed until Munmap or Close.
func (e *Event) ControlPage() *MmapPage {
	var page *MmapPage
	e.exclusive("perfc_event_control_page", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		page = (*MmapPage)(unsafe.Pointer(C.perfc_event_control_page(c)))
		return 0
	})
	return page
}

// Next takes the next record out of the ring; nil if there is none now. It is borrowed until the
// next call. One call into C takes many records and keeps them for the next calls of Next, and no
// call allocates.
//
// ESHUTDOWN: the target has gone, as Wait saw, and the ring is drained. EBADFD:
// there is no ring; call Mmap first. EBUSY: the
// event is pinned and in error.
func (e *Event) Next() (*Record, error) {
	const operation = "perfc_next_record"
	if e == nil {
		return nil, ErrClosed
	}
	if err := e.guard.enter(operation); err != nil {
		return nil, err
	}
	var record *Record
	err := e.fill(operation)
	if b := e.block; b.unread() {
		record = &b.now
		b.next(&e.plan, record)
	}
	e.guard.leave()
	return record, err
}

// NextRecords takes several records out of the ring, len(room) at most, and returns their number. 0
// means that the ring has no record now. A number below len(room) doesn't mean that the ring is
// empty. The records are borrowed until the next call of NextRecords, Next or Peek. Errors are those of Next.
func (e *Event) NextRecords(room []Record) (int, error) {
	const operation = "perfc_next_records"
	if e == nil {
		return 0, ErrClosed
	}
	if err := e.guard.enter(operation); err != nil {
		return 0, err
	}
	err := e.fill(operation)
	count := 0
	for ; count < len(room) && e.block.unread(); count++ {
		e.block.next(&e.plan, &room[count])
	}
	e.guard.leave()
	return count, err
}

// fill takes records out of the ring unless some are unread.
func (e *Event) fill(operation string) error {
	if e.block == nil {
		made, err := newBlock()
		if err != nil {
			return err
		}
		e.block = made
	}
	b := e.block
	if b.unread() {
		return nil
	}
	count := C.go_block_fill_event(b.c, e.c, C.bool(b.decodes.Load()))
	b.filled(count)
	return hotError(operation, count)
}

// Peek says whether there is a record, and gives it without taking it. It is
// borrowed until the next call of Next or Peek.
func (e *Event) Peek() (Record, bool, error) {
	if e == nil {
		return Record{}, false, ErrClosed
	}
	if err := e.guard.enter("perfc_event_peek_record"); err != nil {
		return Record{}, false, err
	}
	defer e.guard.leave()
	if e.block.unread() {
		var record Record
		e.block.next(&e.plan, &record)
		e.block.at--
		return record, true, nil
	}
	var raw C.struct_perfc_record
	code := C.perfc_event_peek_record(e.c, &raw)
	if code != 1 {
		return Record{}, false, hotError("perfc_event_peek_record", code)
	}
	return Record{
		Type: uint32(raw._type), Misc: uint16(raw.misc), plan: &e.plan,
		Data: unsafe.Slice((*byte)(unsafe.Pointer(raw.data)), int(raw.size)),
	}, true, nil
}

// Wait waits until there are records, or ctx is done. The kernel wakes the waiter by WakeupEvents,
// by default when half of the ring is full. So a wait that ends by a deadline may find records
// without a wake-up. Once ctx is done, Wait returns its error, even if there are records, so that
// loops end. Next, Pending and Fill take the remaining records. ECANCELED: Wake was called.
func (e *Event) Wait(ctx context.Context) error {
	if e == nil {
		return ErrClosed
	}
	if err := e.guard.enter("perfc_event_wait"); err != nil {
		return err
	}
	defer e.guard.leave()
	if e.block.unread() {
		return ctx.Err()
	}
	return waitContext(ctx, "perfc_event_wait", &e.woken, func(facts *C.struct_perfc_error, timeout C.int32_t) C.int {
		return C.perfc_event_wait(e.c, timeout, facts)
	}, func() { C.perfc_event_wake(e.c) })
}

// waitContext runs wait until it has something to say or ctx is done, which wake
// tells it.
func waitContext(ctx context.Context, operation string, woken *atomic.Bool,
	wait func(*C.struct_perfc_error, C.int32_t) C.int, wake func()) error {
	var facts C.struct_perfc_error
	// The end of the target goes before that of the context.
	if ctx.Err() != nil {
		switch code := wait(&facts, 0); {
		case code == -C.int(syscall.ECANCELED):
			woken.Store(false)
		case code < 0:
			return coldError(operation, code, &facts)
		}
		return ctx.Err()
	}
	if ctx.Done() != nil {
		called := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			wake()
			close(called)
		})
		// The wake-up must not come when the event is closed already.
		defer func() {
			if !stop() {
				<-called
			}
		}()
	}
	for {
		code := wait(&facts, -1)
		switch {
		case code == 1:
			return nil
		case code == -C.int(syscall.ECANCELED) && !woken.Swap(false):
			// Without an end of its own it is one that came too late for its wait.
			if ctx.Err() != nil {
				return ctx.Err()
			}
		case code == -C.int(syscall.EINTR) || code == 0:
			// A signal of the Go runtime's.
		default:
			return coldError(operation, code, &facts)
		}
	}
}

// Ready is perfc_event_wait with a time-out of 0. Call it after an epoll of your own on FD. It
// reports whether there are records.
func (e *Event) Ready() (bool, error) {
	code, err := e.exclusive("perfc_event_wait", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		if e.block.unread() {
			return 1
		}
		return C.perfc_event_wait(c, 0, facts)
	})
	return code == 1, err
}

// Wake ends the wait of another goroutine, or if none waits the next one.
func (e *Event) Wake() error {
	_, err := e.shared("perfc_event_wake", func(c *C.perfc_event) C.int {
		e.woken.Store(true)
		return C.perfc_event_wake(c)
	})
	return err
}

// Records takes records as they come, and waits for them, until ctx is done or the target is gone.
// When ctx is done, it continues with the records in the ring, for at most a second if more keep
// coming. Its last item is then ctx's error. Each record is borrowed until the next one.
func (e *Event) Records(ctx context.Context) iter.Seq2[*Record, error] {
	return records(ctx, e.Next, e.Wait)
}

// Pending takes the records that are there, without waiting.
func (e *Event) Pending() iter.Seq2[*Record, error] { return pending(e.Next) }

// lastRecords is how long Records goes on when its context is done: rings that fill
// as fast as they are read are never empty.
const lastRecords = time.Second

func records(ctx context.Context, next func() (*Record, error), wait func(context.Context) error) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		var last time.Time
		for {
			select {
			case <-ctx.Done():
				if last.IsZero() {
					last = time.Now().Add(lastRecords)
				} else if time.Now().After(last) {
					yield(nil, ctx.Err())
					return
				}
			default:
			}
			record, err := next()
			if record == nil && err == nil {
				if err = wait(ctx); err == nil {
					continue
				}
			}
			if errors.Is(err, syscall.ESHUTDOWN) {
				return
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

func pending(next func() (*Record, error)) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		for {
			record, err := next()
			if record == nil && err == nil || errors.Is(err, syscall.ESHUTDOWN) {
				return
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Losses returns the ring's losses since it was mapped.
func (e *Event) Losses() (Losses, error) {
	var losses Losses
	_, err := e.exclusive("perfc_event_losses", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		return C.perfc_event_losses(c, (*C.struct_perfc_losses)(unsafe.Pointer(&losses)), C.size_t(unsafe.Sizeof(losses)))
	})
	return losses, err
}
