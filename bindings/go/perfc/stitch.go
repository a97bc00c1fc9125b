package perfc

/*
#include <stdlib.h>
#include <string.h>
#include <perfc/perfc.h>

static int go_stitch_create(uint64_t max_bytes, perfc_stitch **stitch, struct perfc_error *error) {
  struct perfc_stitch_options options = {sizeof options, 0, max_bytes};
  return perfc_stitch_create(&options, stitch, error);
}

// A record that was pushed stays borrowed until perfc_stitch_next_record has returned 0, so it
// can't be Go's memory.
static int go_stitch_push(perfc_stitch *stitch, const perfc_plan *plan, void *copy,
                          const void *data, uint32_t type, uint16_t misc, uint16_t size,
                          uint64_t tag) {
  struct perfc_stream_record record = {.record = {copy, type, misc, size}, .plan = plan,
                                       .sequence = tag, .position = PERFC_NO_POSITION};
  memcpy(copy, data, size);
  return perfc_stitch_push(stitch, &record);
}

#cgo noescape perfc_stitch_next_record
*/
import "C"

import (
	"iter"
	"syscall"
	"unsafe"
)

// Stitch puts deferred call chains into their samples.
type Stitch struct {
	guard guard
	c     *C.perfc_stitch
	plans map[*C.perfc_plan]*Plan
	// A copy of the last record that was taken, which may be pending, and at idle the
	// room for the next one.
	copies unsafe.Pointer
	idle   int
}

const copySize = 1 << 16

// NewStitch makes a stitcher with that much memory; 0: STITCH_DEFAULT_BYTES.
func NewStitch(maxBytes uint64) (*Stitch, error) {
	stitch := &Stitch{plans: map[*C.perfc_plan]*Plan{}}
	var facts C.struct_perfc_error
	code := C.go_stitch_create(C.uint64_t(maxBytes), &stitch.c, &facts)
	if err := coldError("perfc_stitch_create", code, &facts); err != nil {
		return nil, err
	}
	if stitch.copies = C.malloc(2 * copySize); stitch.copies == nil {
		C.perfc_stitch_destroy(stitch.c)
		return nil, &Error{Errno: syscall.ENOMEM, Operation: "malloc"}
	}
	stitch.guard.open()
	return stitch, nil
}

// Close frees it, with the samples that wait.
func (s *Stitch) Close() error {
	if s == nil {
		return nil
	}
	if err := s.guard.close("Stitch.Close"); err != nil {
		return err
	}
	C.perfc_stitch_destroy(s.c)
	C.free(s.copies)
	return nil
}

func (s *Stitch) enter(operation string) error {
	if s == nil {
		return ErrClosed
	}
	return s.guard.enter(operation)
}

// Push takes the next record, with the plan that decodes it and a number of
// one's own. EAGAIN: Next hasn't returned false since the last one.
func (s *Stitch) Push(plan *Plan, record *Record, tag uint64) error {
	if err := s.enter("perfc_stitch_push"); err != nil {
		return err
	}
	defer s.guard.leave()
	c, err := plan.use("perfc_stitch_push")
	if err != nil {
		return err
	}
	defer plan.done()
	s.plans[c] = plan
	code := C.go_stitch_push(s.c, c, unsafe.Add(s.copies, s.idle), record.pointer(),
		C.uint32_t(record.Type), C.uint16_t(record.Misc), C.uint16_t(len(record.Data)), C.uint64_t(tag))
	if code == 0 {
		s.idle = copySize - s.idle
	}
	return hotError("perfc_stitch_push", code)
}

// Stitched is a record that comes out of a Stitch.
type Stitched struct {
	Record        // borrowed until the next call; its Plan is that of its push
	Tag    uint64 // as it was pushed
	State  uint32 // STITCH_*
}

// Next takes out the next record; false: there is none until the next Push.
func (s *Stitch) Next() (Stitched, bool, error) {
	if err := s.enter("perfc_stitch_next_record"); err != nil {
		return Stitched{}, false, err
	}
	defer s.guard.leave()
	var out C.struct_perfc_stitched_record
	code := C.perfc_stitch_next_record(s.c, &out)
	if code != 1 {
		return Stitched{}, false, hotError("perfc_stitch_next_record", code)
	}
	record := &out.pushed.record
	return Stitched{
		Record: Record{
			Type: uint32(record._type), Misc: uint16(record.misc),
			Data: unsafe.Slice((*byte)(unsafe.Pointer(record.data)), int(record.size)),
			plan: s.plans[(*C.perfc_plan)(unsafe.Pointer(out.pushed.plan))],
		},
		Tag: uint64(out.pushed.sequence), State: uint32(out.state),
	}, true, nil
}

// Records is all that comes out until the next Push.
func (s *Stitch) Records() iter.Seq2[Stitched, error] {
	return func(yield func(Stitched, error) bool) {
		for {
			record, ok, err := s.Next()
			if !ok && err == nil || !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Flush lets Next hand out all samples that wait.
func (s *Stitch) Flush() error {
	if err := s.enter("perfc_stitch_flush"); err != nil {
		return err
	}
	defer s.guard.leave()
	return hotError("perfc_stitch_flush", C.perfc_stitch_flush(s.c))
}

// Info returns the numbers of records so far.
func (s *Stitch) Info() (StitchInfo, error) {
	var counts StitchInfo
	if err := s.enter("perfc_stitch_get_info"); err != nil {
		return counts, err
	}
	defer s.guard.leave()
	code := C.perfc_stitch_get_info(s.c, (*C.struct_perfc_stitch_info)(unsafe.Pointer(&counts)),
		C.size_t(unsafe.Sizeof(counts)))
	return counts, hotError("perfc_stitch_get_info", code)
}
