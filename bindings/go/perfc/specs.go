package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>
*/
import "C"

import (
	"iter"
	"unsafe"
)

// Specs is a list of events to open: attrs, with the facts that an attr can't hold.
type Specs struct {
	guard guard
	c     *C.perfc_specs
	host  *Host
}

// Spec is one of a list. It is a copy.
type Spec struct {
	Leader    int    // index of the group's leader: its own if it leads or stands alone
	Flags     uint32 // SPEC_*
	Terms     uint32 // TERM_*: members of the attr that the event string decided
	Attr      []byte // in the kernel's layout
	Name      string
	PMU       string
	Unit      string
	Filter    string
	Scale     float64  // counts times Scale are in Unit
	CPUs      []uint32 // those it counts on; none: every CPU
	MaxEvents uint64   // end after so many; 0: no limit
}

// NewSpecs makes an empty list.
func (h *Host) NewSpecs() (*Specs, error) {
	host, err := h.use("perfc_specs_create")
	if err != nil {
		return nil, err
	}
	specs := &Specs{host: h}
	var facts C.struct_perfc_error
	if err := coldError("perfc_specs_create", C.perfc_specs_create(host, &specs.c, &facts), &facts); err != nil {
		h.done()
		return nil, err
	}
	specs.guard.open()
	return specs, nil
}

// NewSpecs makes an empty list for this machine.
func NewSpecs() (*Specs, error) { return (*Host)(nil).NewSpecs() }

// ParseSpecs makes a list of the events of an event string, as the perf tool
// takes it. See Specs.Parse.
func ParseSpecs(events string, sampleType uint64) (*Specs, error) {
	specs, err := NewSpecs()
	if err != nil {
		return nil, err
	}
	if _, err := specs.Parse(events, sampleType); err != nil {
		specs.Close()
		return nil, err
	}
	return specs, nil
}

// Close frees the list. Events that were opened from it stay open. Attrs of probes point into the
// list, so open them before Close.
func (s *Specs) Close() error {
	if s == nil {
		return nil
	}
	if err := s.guard.close("Specs.Close"); err != nil {
		return err
	}
	C.perfc_specs_destroy(s.c)
	s.host.done()
	return nil
}

func (s *Specs) exclusive(operation string, call func(*C.perfc_specs, *C.struct_perfc_error) C.int) (int, error) {
	if s == nil {
		return 0, ErrClosed
	}
	if err := s.guard.enter(operation); err != nil {
		return 0, err
	}
	defer s.guard.leave()
	var facts C.struct_perfc_error
	code := call(s.c, &facts)
	return int(code), coldError(operation, code, &facts)
}

// Add appends one event and returns its index. leader is the index of the leader
// whose group it joins, or below 0.
func (s *Specs) Add(attr *Attr, name string, leader int) (int, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	group := C.uint32_t(SPEC_NO_LEADER)
	if leader >= 0 {
		group = C.uint32_t(leader)
	}
	bytes := attrBytes(attr)
	return s.exclusive("perfc_specs_add", func(c *C.perfc_specs, facts *C.struct_perfc_error) C.int {
		return C.perfc_specs_add(c, bytesPointer(bytes), C.size_t(len(bytes)), text, group, facts)
	})
}

// Parse appends all events of an event string and returns their number. sampleType
// 0: they count; else they sample these SAMPLE_* fields.
func (s *Specs) Parse(events string, sampleType uint64) (int, error) {
	text := C.CString(events)
	defer C.free(unsafe.Pointer(text))
	return s.exclusive("perfc_specs_parse", func(c *C.perfc_specs, facts *C.struct_perfc_error) C.int {
		return C.perfc_specs_parse(c, text, C.uint64_t(sampleType), facts)
	})
}

// Len is how many events the list has.
func (s *Specs) Len() int {
	count, _ := s.exclusive("perfc_specs_count", func(c *C.perfc_specs, _ *C.struct_perfc_error) C.int {
		return C.perfc_specs_count(c)
	})
	return count
}

// Get is one of them.
func (s *Specs) Get(index int) (Spec, error) {
	var spec Spec
	_, err := s.exclusive("perfc_specs_get", func(c *C.perfc_specs, _ *C.struct_perfc_error) C.int {
		var out C.struct_perfc_spec
		code := C.perfc_specs_get(c, C.uint32_t(index), &out, C.size_t(unsafe.Sizeof(out)))
		if code == 0 {
			spec = goSpec(&out)
		}
		return code
	})
	return spec, err
}

// All is every event with its index.
func (s *Specs) All() iter.Seq2[int, Spec] {
	return func(yield func(int, Spec) bool) {
		for i := range s.Len() {
			spec, err := s.Get(i)
			if err != nil || !yield(i, spec) {
				return
			}
		}
	}
}

// SetAttr gives one of them another attr.
func (s *Specs) SetAttr(index int, attr *Attr) error {
	bytes := attrBytes(attr)
	_, err := s.exclusive("perfc_specs_set_attr", func(c *C.perfc_specs, facts *C.struct_perfc_error) C.int {
		return C.perfc_specs_set_attr(c, C.uint32_t(index), bytesPointer(bytes), C.size_t(len(bytes)), facts)
	})
	return err
}

// SetFilter gives one of them a filter; "": none.
func (s *Specs) SetFilter(index int, filter string) error {
	text := C.CString(filter)
	defer C.free(unsafe.Pointer(text))
	_, err := s.exclusive("perfc_specs_set_filter", func(c *C.perfc_specs, facts *C.struct_perfc_error) C.int {
		return C.perfc_specs_set_filter(c, C.uint32_t(index), text, facts)
	})
	return err
}

// ParseAttr is the spec's attr as far as Attr has it.
func (s *Spec) ParseAttr() Attr {
	var attr Attr
	copy(attrBytes(&attr), s.Attr)
	attr.Size = min(attr.Size, uint32(unsafe.Sizeof(attr)))
	return attr
}

func goSpec(c *C.struct_perfc_spec) Spec {
	spec := Spec{
		Leader: int(c.leader), Flags: uint32(c.flags), Terms: uint32(c.terms),
		Attr: C.GoBytes(c.attr, C.int(c.attr_size)),
		Name: C.GoString(c.name), PMU: C.GoString(c.pmu), Unit: C.GoString(c.unit), Filter: C.GoString(c.filter),
		Scale: float64(c.scale), MaxEvents: uint64(c.max_events),
	}
	if c.cpu_list != nil {
		spec.CPUs = append(spec.CPUs, unsafe.Slice((*uint32)(unsafe.Pointer(c.cpu_list)), int(c.cpu_count))...)
	}
	return spec
}
