package perfc

/*
#include "block.h"

static int go_flight_create(perfc_stream **flight, struct perfc_error *error) {
  struct perfc_stream_options options = {sizeof options, PERFC_STREAM_FLIGHT, 0};
  return perfc_stream_create(NULL, &options, flight, error);
}
*/
import "C"

import (
	"iter"
	"syscall"
	"time"
	"unsafe"
)

// Flight is a flight recorder: the newest records of many rings of events with
// ATTR_WRITE_BACKWARD. While one goroutine uses it, closing events in it is refused
// with ErrInUse, and the other way round.
type Flight struct {
	guard guard
	c     *C.perfc_stream
	block *block
	added handles
}

// NewFlight makes one without rings.
func NewFlight() (*Flight, error) {
	flight := &Flight{added: handles{}}
	var facts C.struct_perfc_error
	if err := coldError("perfc_stream_create", C.go_flight_create(&flight.c, &facts), &facts); err != nil {
		return nil, err
	}
	var err error
	if flight.block, err = newBlock(); err != nil {
		C.perfc_stream_destroy(flight.c)
		return nil, err
	}
	flight.guard.open()
	return flight, nil
}

// Close ends the cut and frees it. The events stay open and mapped.
func (f *Flight) Close() error {
	if f == nil {
		return nil
	}
	if err := f.guard.close("Flight.Close"); err != nil {
		return err
	}
	C.perfc_stream_destroy(f.c)
	f.block.free()
	return nil
}

func (f *Flight) enter(operation string) error {
	if f == nil {
		return ErrClosed
	}
	return f.guard.enter(operation)
}

// Add adds the ring of a mapped event, and returns its number.
func (f *Flight) Add(event *Event) (int, error) {
	if err := f.enter("perfc_stream_add_event"); err != nil {
		return 0, err
	}
	defer f.guard.leave()
	number, err := event.exclusiveBy(&f.guard, "perfc_stream_add_event", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		code := C.perfc_stream_add_event(f.c, c, facts)
		if code >= 0 {
			event.guard.readBy(&f.guard, &f.guard)
		}
		return code
	})
	if err == nil {
		f.added[event.c] = event
	}
	return number, err
}

// Remove takes the event's ring out. An errno of ioctl(2): its output is still paused,
// and the ring is out all the same.
func (f *Flight) Remove(event *Event) error {
	if err := f.enter("perfc_stream_remove_event"); err != nil {
		return err
	}
	defer f.guard.leave()
	_, err := event.exclusiveBy(&f.guard, "perfc_stream_remove_event", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		code := C.perfc_stream_remove_event(f.c, c)
		if code != -C.int(syscall.EINVAL) && code != -C.int(syscall.EOWNERDEAD) {
			event.guard.readBy(&f.guard, nil)
			delete(f.added, c)
		}
		return code
	})
	return err
}

// Event is the event whose ring has that number, nil if none has.
func (f *Flight) Event(source int) *Event {
	if f.enter("perfc_stream_event") != nil {
		return nil
	}
	defer f.guard.leave()
	return f.added[C.perfc_stream_event(f.c, C.uint32_t(source))]
}

// Cut pauses all outputs and takes the records of the last so long; below 0: all
// that is there. It returns how many there are.
func (f *Flight) Cut(last time.Duration) (int, error) {
	if err := f.enter("perfc_stream_cut"); err != nil {
		return 0, err
	}
	defer f.guard.leave()
	f.block.at, f.block.count = 0, 0
	nanoseconds := uint64(STREAM_CUT_ALL)
	if last >= 0 {
		nanoseconds = uint64(last.Nanoseconds())
	}
	var facts C.struct_perfc_error
	code := C.perfc_stream_cut(f.c, C.uint64_t(nanoseconds), &facts)
	return int(code), coldError("perfc_stream_cut", code, &facts)
}

// Next takes the cut's next record, the earliest first; nil at its end. It is
// borrowed until the next call.
func (f *Flight) Next() (*Record, error) {
	if err := f.enter("perfc_stream_next_records"); err != nil {
		return nil, err
	}
	defer f.guard.leave()
	b := f.block
	if b.at == b.count {
		count := C.go_block_fill_stream(b.c, f.c)
		if !b.filled(count) {
			return nil, hotError("perfc_stream_next_records", count)
		}
	}
	record := b.nextRow()
	if event := f.added[C.perfc_stream_event(f.c, C.uint32_t(record.Source))]; event != nil {
		record.plan = &event.plan
	}
	return record, nil
}

// Records is all that is left of the cut.
func (f *Flight) Records() iter.Seq2[*Record, error] { return pending(f.Next) }

// Resume ends the cut, and lets all outputs go on.
func (f *Flight) Resume() error {
	if err := f.enter("perfc_stream_resume"); err != nil {
		return err
	}
	defer f.guard.leave()
	f.block.at, f.block.count = 0, 0
	var facts C.struct_perfc_error
	return coldError("perfc_stream_resume", C.perfc_stream_resume(f.c, &facts), &facts)
}

// Losses are those of one event's ring, or with nil of all.
func (f *Flight) Losses(event *Event) (Losses, error) {
	var losses Losses
	if err := f.enter("perfc_stream_losses"); err != nil {
		return losses, err
	}
	defer f.guard.leave()
	c, done, err := event.optional("perfc_stream_losses")
	if err != nil {
		return losses, err
	}
	defer done()
	code := C.perfc_stream_losses(f.c, c, (*C.struct_perfc_losses)(unsafe.Pointer(&losses)),
		C.size_t(unsafe.Sizeof(losses)))
	return losses, hotError("perfc_stream_losses", code)
}
