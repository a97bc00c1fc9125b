package perfc

/*
#include "block.h"

static int go_stream_create(const perfc_host *host, uint64_t round_bytes, perfc_stream **stream,
                            struct perfc_error *error) {
  struct perfc_stream_options options = {sizeof options, PERFC_STREAM_FORWARD, round_bytes};
  return perfc_stream_create(host, &options, stream, error);
}

static int go_stream_export_arrow(perfc_stream *stream, uint32_t flags, uint64_t sample_type,
                                  uint32_t rows, uint32_t table, int32_t duration_ms, void *out,
                                  struct perfc_error *error) {
  struct perfc_batch_options options = {sizeof options, flags, sample_type, rows, 0};
  return perfc_stream_export_arrow(stream, &options, table, duration_ms, out, error);
}

#cgo noescape perfc_stream_wait
#cgo nocallback perfc_stream_wait
*/
import "C"

import (
	"context"
	"iter"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"
)

// Stream is many rings as one source, in the order of time. Wake may be called
// from any goroutine. While one uses the stream, reading or closing events in it is
// refused with ErrInUse, and the other way round.
type Stream struct {
	guard   guard
	c       *C.perfc_stream
	host    *Host
	block   *block
	sources map[int]*Event // as far as they were looked up
	added   handles
	sets    []*Set
	woken   atomic.Bool // by Wake, and not by the end of a context
}

// handles are the events that were added to a stream or flight.
type handles map[*C.perfc_event]*Event

// NewStream makes a stream without rings. roundBytes are those of one ring that a
// round covers; 0: STREAM_DEFAULT_ROUND.
func (h *Host) NewStream(roundBytes uint64) (*Stream, error) {
	host, err := h.use("perfc_stream_create")
	if err != nil {
		return nil, err
	}
	stream := &Stream{host: h, sources: map[int]*Event{}, added: handles{}}
	var facts C.struct_perfc_error
	code := C.go_stream_create(host, C.uint64_t(roundBytes), &stream.c, &facts)
	if err := coldError("perfc_stream_create", code, &facts); err != nil {
		h.done()
		return nil, err
	}
	if stream.block, err = newBlock(); err != nil {
		C.perfc_stream_destroy(stream.c)
		h.done()
		return nil, err
	}
	stream.guard.open()
	return stream, nil
}

// NewStream makes a stream on this machine.
func NewStream() (*Stream, error) { return (*Host)(nil).NewStream(0) }

// Close frees it. The events stay open and mapped.
func (s *Stream) Close() error {
	if s == nil {
		return nil
	}
	if err := s.guard.close("Stream.Close"); err != nil {
		return err
	}
	C.perfc_stream_destroy(s.c)
	s.block.free()
	s.host.done()
	return nil
}

func (s *Stream) enter(operation string) error {
	if s == nil {
		return ErrClosed
	}
	return s.guard.enter(operation)
}

// Add adds the ring of a mapped event, and returns its number, which its records
// carry as Source. ErrUnread: Next has taken records of the event's ring that weren't
// handed out.
func (s *Stream) Add(event *Event) (int, error) {
	if err := s.enter("perfc_stream_add_event"); err != nil {
		return 0, err
	}
	defer s.guard.leave()
	unread := false
	number, err := event.exclusiveBy(&s.guard, "perfc_stream_add_event", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		if unread = event.block.unread(); unread {
			return 0
		}
		code := C.perfc_stream_add_event(s.c, c, facts)
		if code >= 0 {
			event.guard.readBy(&s.guard, &s.guard)
		}
		return code
	})
	if unread {
		return 0, ErrUnread
	}
	if err == nil {
		s.added[event.c] = event
		clear(s.sources)
	}
	return number, err
}

// AddSet adds all rings of the set that are in no stream yet, and returns how
// many. ErrUnread: as of Add.
func (s *Stream) AddSet(set *Set) (int, error) {
	if err := s.enter("perfc_stream_add_set"); err != nil {
		return 0, err
	}
	defer s.guard.leave()
	unread := false
	number, err := set.withEvents(set.enterMembers, "perfc_stream_add_set", func(c *C.perfc_set, facts *C.struct_perfc_error) C.int {
		members := openMembers(c)
		for _, member := range members {
			unread = unread || set.events[member.event].block.unread()
		}
		if unread {
			return 0
		}
		code := C.perfc_stream_add_set(s.c, c, facts)
		for _, member := range members {
			if code >= 0 && member.ring == member.event {
				set.events[member.event].guard.addReader(&s.guard)
			}
		}
		return code
	})
	if unread {
		return 0, ErrUnread
	}
	if err == nil {
		if !slices.Contains(s.sets, set) {
			s.sets = append(s.sets, set)
		}
		clear(s.sources)
	}
	return number, err
}

// Remove takes the event's ring out of the stream. Unread records stay in the ring.
func (s *Stream) Remove(event *Event) error {
	if err := s.enter("perfc_stream_remove_event"); err != nil {
		return err
	}
	defer s.guard.leave()
	_, err := event.exclusiveBy(&s.guard, "perfc_stream_remove_event", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		code := C.perfc_stream_remove_event(s.c, c)
		if code >= 0 {
			event.guard.readBy(&s.guard, nil)
		}
		return code
	})
	if err == nil {
		delete(s.added, event.c)
		clear(s.sources)
	}
	return err
}

// Event is the event whose ring has that number, nil if none has.
func (s *Stream) Event(source int) *Event {
	if s.enter("perfc_stream_event") != nil {
		return nil
	}
	defer s.guard.leave()
	return s.event(source)
}

func (s *Stream) event(source int) *Event {
	event := s.sources[source]
	if event == nil || event.guard.closed() {
		if event = s.lookUp(C.perfc_stream_event(s.c, C.uint32_t(source))); event != nil {
			s.sources[source] = event
		}
	}
	return event
}

func (s *Stream) lookUp(c *C.perfc_event) *Event {
	if event := s.added[c]; event != nil && !event.guard.closed() {
		return event
	}
	for _, set := range s.sets {
		if event := set.lookUp(c); event != nil {
			return event
		}
	}
	return nil
}

// Next takes the earliest record that is there; nil if there is none now. It is
// borrowed until the next call. ESHUTDOWN: every ring has come to its end.
func (s *Stream) Next() (*Record, error) {
	if err := s.enter("perfc_stream_next_records"); err != nil {
		return nil, err
	}
	defer s.guard.leave()
	b := s.block
	if b.at == b.count {
		count := C.go_block_fill_stream(b.c, s.c)
		if !b.filled(count) {
			return nil, hotError("perfc_stream_next_records", count)
		}
	}
	record := b.nextRow()
	if event := s.event(record.Source); event != nil {
		record.plan = &event.plan
	}
	return record, nil
}

// Wait waits until some ring has records, or ctx is done, as Event.Wait.
func (s *Stream) Wait(ctx context.Context) error {
	if err := s.enter("perfc_stream_wait"); err != nil {
		return err
	}
	defer s.guard.leave()
	if s.block.unread() {
		return ctx.Err()
	}
	return waitContext(ctx, "perfc_stream_wait", &s.woken, func(facts *C.struct_perfc_error, timeout C.int32_t) C.int {
		return C.perfc_stream_wait(s.c, timeout, facts)
	}, func() { C.perfc_stream_wake(s.c) })
}

// Wake ends the wait of another goroutine, or the next one.
func (s *Stream) Wake() error {
	if s == nil {
		return ErrClosed
	}
	if err := s.guard.share("perfc_stream_wake"); err != nil {
		return err
	}
	defer s.guard.done()
	s.woken.Store(true)
	return hotError("perfc_stream_wake", C.perfc_stream_wake(s.c))
}

// Records takes records as they come, until ctx is done, whose error is the last
// thing it yields, or every ring has come to its end; as Event.Records.
func (s *Stream) Records(ctx context.Context) iter.Seq2[*Record, error] {
	return records(ctx, s.Next, s.Wait)
}

// Pending takes the records that are there, without waiting.
func (s *Stream) Pending() iter.Seq2[*Record, error] { return pending(s.Next) }

// FD is readable when there may be records: for an event loop of one's own.
func (s *Stream) FD() (int, error) {
	if err := s.enter("perfc_stream_fd"); err != nil {
		return 0, err
	}
	defer s.guard.leave()
	code := C.perfc_stream_fd(s.c)
	return int(code), hotError("perfc_stream_fd", code)
}

// Losses are those of one event's ring, or with nil of all.
func (s *Stream) Losses(event *Event) (Losses, error) {
	var losses Losses
	if err := s.enter("perfc_stream_losses"); err != nil {
		return losses, err
	}
	defer s.guard.leave()
	c, done, err := event.optional("perfc_stream_losses")
	if err != nil {
		return losses, err
	}
	defer done()
	code := C.perfc_stream_losses(s.c, c, (*C.struct_perfc_losses)(unsafe.Pointer(&losses)),
		C.size_t(unsafe.Sizeof(losses)))
	return losses, hotError("perfc_stream_losses", code)
}

// ExportArrow fills in a struct ArrowArrayStream, which is the caller's to
// release: one table (TABLE_*) of the records to come. duration below 0: until
// the rings end. The stream isn't to be used beside it.
func (s *Stream) ExportArrow(table uint32, options BatchOptions, duration time.Duration, stream unsafe.Pointer) error {
	if err := s.enter("perfc_stream_export_arrow"); err != nil {
		return err
	}
	defer s.guard.leave()
	milliseconds := int32(-1)
	if duration >= 0 {
		milliseconds = int32(min(duration.Milliseconds(), 1<<31-1))
	}
	var facts C.struct_perfc_error
	code := C.go_stream_export_arrow(s.c, C.uint32_t(options.Flags), C.uint64_t(options.SampleType),
		C.uint32_t(options.Rows), C.uint32_t(table), C.int32_t(milliseconds), stream, &facts)
	return coldError("perfc_stream_export_arrow", code, &facts)
}

// optional keeps an event, which may be nil, from being closed until done.
func (e *Event) optional(operation string) (*C.perfc_event, func(), error) {
	if e == nil {
		return nil, func() {}, nil
	}
	if err := e.guard.share(operation); err != nil {
		return nil, nil, err
	}
	return e.c, e.guard.done, nil
}
