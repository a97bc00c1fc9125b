package perfc

/*
#include <perfc/perfc.h>

// The view by its place: a pointer into Go's memory may not lie in Go's memory
// that C has written.
#cgo noescape go_record_view
#cgo nocallback go_record_view
static int go_record_view(const perfc_plan *plan, const void *data, size_t available,
                          void *scratch, size_t scratch_size, uint32_t *type, uint16_t *misc,
                          uint16_t *size, int *in_scratch) {
  struct perfc_record record;
  int result = perfc_plan_view_record(plan, data, available, scratch, scratch_size, &record);
  if (result == 1) {
    *type = record.type;
    *misc = record.misc;
    *size = record.size;
    *in_scratch = (const void *)record.data == scratch;
  }
  return result;
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Plan is how to decode records of one or more attrs. Any number of goroutines
// may decode with it while none adds to it.
type Plan struct {
	guard guard
	c     *C.perfc_plan
	owned bool // by an event
}

// NewPlan makes a plan for the records of one attr in the kernel's layout, which
// are in that byte order (BYTE_ORDER_*). ids are those of the events that were
// opened with it; a plan of one attr needs none.
func NewPlan(attr []byte, ids []uint64, byteOrder uint32) (*Plan, error) {
	plan, err := NewEmptyPlan(byteOrder)
	if err != nil {
		return nil, err
	}
	if _, err := plan.Add(attr, ids); err != nil {
		plan.Close()
		return nil, err
	}
	return plan, nil
}

// NewEmptyPlan makes a plan without attrs, to which Add adds them.
func NewEmptyPlan(byteOrder uint32) (*Plan, error) {
	plan := new(Plan)
	var facts C.struct_perfc_error
	code := C.perfc_plan_create(C.uint32_t(byteOrder), &plan.c, &facts)
	if err := coldError("perfc_plan_create", code, &facts); err != nil {
		return nil, err
	}
	plan.guard.open()
	return plan, nil
}

// Close frees it; an event's own goes with the event.
func (p *Plan) Close() error {
	if p == nil {
		return nil
	}
	if p.owned {
		return ErrBorrowed
	}
	if err := p.guard.close("Plan.Close"); err != nil {
		return err
	}
	C.perfc_plan_destroy(p.c)
	return nil
}

func (p *Plan) use(operation string) (*C.perfc_plan, error) {
	if p == nil {
		return nil, fmt.Errorf("%s: %w", operation, ErrClosed)
	}
	if err := p.guard.share(operation); err != nil {
		return nil, err
	}
	return p.c, nil
}

func (p *Plan) done() { p.guard.done() }

// change lets nobody decode until guard.leaveUnshared; an event's plan is the event's to
// change.
func (p *Plan) change(operation string) error {
	if p == nil {
		return ErrClosed
	}
	if p.owned {
		return ErrBorrowed
	}
	return p.guard.enterUnshared(operation)
}

// Add adds an attr with the ids of its events, and returns its index.
func (p *Plan) Add(attr []byte, ids []uint64) (int, error) {
	if err := p.change("perfc_plan_add_attr"); err != nil {
		return 0, err
	}
	defer p.guard.leaveUnshared()
	var facts C.struct_perfc_error
	code := C.perfc_plan_add_attr(p.c, bytesPointer(attr), C.size_t(len(attr)), words64(ids), C.uint32_t(len(ids)), &facts)
	return int(code), coldError("perfc_plan_add_attr", code, &facts)
}

// AddIDs adds ids to attr number index. EEXIST: one is in the plan already, and
// none was added.
func (p *Plan) AddIDs(index uint32, ids []uint64) error {
	if err := p.change("perfc_plan_add_ids"); err != nil {
		return err
	}
	defer p.guard.leaveUnshared()
	var facts C.struct_perfc_error
	code := C.perfc_plan_add_ids(p.c, C.uint32_t(index), words64(ids), C.uint32_t(len(ids)), &facts)
	return coldError("perfc_plan_add_ids", code, &facts)
}

// IDs are the ids of attr number index, in the order in which they were added.
func (p *Plan) IDs(index uint32) ([]uint64, error) {
	c, err := p.use("perfc_plan_ids")
	if err != nil {
		return nil, err
	}
	defer p.done()
	var count C.uint32_t
	code := C.perfc_plan_ids(c, C.uint32_t(index), nil, 0, &count)
	ids := make([]uint64, count)
	if count > 0 {
		code = C.perfc_plan_ids(c, C.uint32_t(index), words64(ids), count, nil)
	}
	if err := hotError("perfc_plan_ids", code); err != nil {
		return nil, err
	}
	return ids, nil
}

// FindID is the number of the attr that has this id, of id 0 that of the default
// attr. ENOENT: there is none.
func (p *Plan) FindID(id uint64) (int, error) {
	c, err := p.use("perfc_plan_find_id")
	if err != nil {
		return 0, err
	}
	defer p.done()
	index := C.perfc_plan_find_id(c, C.uint64_t(id))
	if index < 0 {
		return 0, hotError("perfc_plan_find_id", index)
	}
	return int(index), nil
}

// Places says where ids, tasks, times and CPUs stand in the records of an attr.
func (p *Plan) Places(index uint32) (RecordPlaces, error) {
	var places RecordPlaces
	c, err := p.use("perfc_plan_get_places")
	if err != nil {
		return places, err
	}
	defer p.done()
	code := C.perfc_plan_get_places(c, C.uint32_t(index), (*C.struct_perfc_record_places)(unsafe.Pointer(&places)),
		C.size_t(unsafe.Sizeof(places)))
	return places, hotError("perfc_plan_get_places", code)
}

// SetDefault says whose the records with id 0 are, such as those that the perf
// tool writes itself: the attr's of this index, or with PLAN_NO_DEFAULT, as at
// first, nobody's.
func (p *Plan) SetDefault(index uint32) error {
	if err := p.change("perfc_plan_set_default"); err != nil {
		return err
	}
	defer p.guard.leaveUnshared()
	return hotError("perfc_plan_set_default", C.perfc_plan_set_default(p.c, C.uint32_t(index)))
}

// TellsApart is nil if the plan can tell the records of all its attrs apart, else
// what is missing.
func (p *Plan) TellsApart() error {
	c, err := p.use("perfc_plan_tells_apart")
	if err != nil {
		return err
	}
	defer p.done()
	var facts C.struct_perfc_error
	code := C.perfc_plan_tells_apart(c, &facts)
	if code == 0 && facts.code != 0 {
		code = facts.code
	}
	return coldError("perfc_plan_tells_apart", code, &facts)
}

// Len is how many attrs there are.
func (p *Plan) Len() int {
	c, err := p.use("perfc_plan_attr_count")
	if err != nil {
		return 0
	}
	defer p.done()
	return int(C.perfc_plan_attr_count(c))
}

// Attr is attr number index, in this machine's byte order.
func (p *Plan) Attr(index int) ([]byte, error) {
	c, err := p.use("perfc_plan_attr")
	if err != nil {
		return nil, err
	}
	defer p.done()
	length := C.perfc_plan_attr(c, C.uint32_t(index), nil, 0)
	if length <= 0 {
		return nil, hotError("perfc_plan_attr", length)
	}
	attr := make([]byte, length)
	code := C.perfc_plan_attr(c, C.uint32_t(index), bytesPointer(attr), C.size_t(len(attr)))
	return attr, hotError("perfc_plan_attr", code)
}

// ScratchSize always suffices for View.
const ScratchSize = 1 << 16

// View returns a view of the first record in data, which is 8-byte aligned. The record borrows
// data. If data is in the other byte order, the record is written into scratch in this machine's
// order, and borrows scratch. The next record begins behind the size in data's header; in this
// machine's order that is len(record.Data).
func (p *Plan) View(data, scratch []byte) (Record, error) {
	var record Record
	c, err := p.use("perfc_plan_view_record")
	if err != nil {
		return record, err
	}
	defer p.done()
	var misc, size C.uint16_t
	var kind C.uint32_t
	var turned C.int
	code := C.go_record_view(c, bytesPointer(data), C.size_t(len(data)), bytesPointer(scratch),
		C.size_t(len(scratch)), &kind, &misc, &size, &turned)
	if code != 1 {
		return record, hotError("perfc_plan_view_record", code)
	}
	record.Type, record.Misc, record.Data, record.plan = uint32(kind), uint16(misc), data[:size], p
	if turned != 0 {
		record.Data = scratch[:size]
	}
	return record, nil
}

func words64(words []uint64) *C.uint64_t {
	return (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(words)))
}
