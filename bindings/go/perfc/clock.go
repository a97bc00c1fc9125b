package perfc

// #include <stdlib.h>
// #include <perfc/perfc.h>
import "C"

import "unsafe"

// ClockID is the id of a clock by its name: "monotonic", "CLOCK_TAI", a number.
func ClockID(name string) (int, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	var clock C.int32_t
	code := C.perfc_clock_find(text, &clock)
	return int(clock), hotError("perfc_clock_find", code)
}

// ClockName is "monotonic", ..., or "" for one without a name.
func ClockName(clock int) string { return C.GoString(C.perfc_clock_name(C.int32_t(clock))) }

// RelateClock finds out how the times of the event's records relate to a clock
// (unix.CLOCK_MONOTONIC, ...) now.
func (e *Event) RelateClock(clock int) (ClockRelation, error) {
	var relation ClockRelation
	_, err := e.exclusive("perfc_event_relate_clock", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_event_relate_clock(c, C.int32_t(clock), cRelation(&relation), C.size_t(unsafe.Sizeof(relation)), facts)
	})
	return relation, err
}

// Convert converts a record's time to the clock's, and says how far off that is
// at most. later may be nil, or a relation taken after: times between the two are
// interpolated.
func (r *ClockRelation) Convert(later *ClockRelation, time uint64) (ns, off uint64, err error) {
	var cNs, cError C.uint64_t
	code := C.perfc_clock_convert(cRelation(r), cRelation(later), C.size_t(unsafe.Sizeof(*r)), C.uint64_t(time),
		&cNs, &cError)
	return uint64(cNs), uint64(cError), hotError("perfc_clock_convert", code)
}

func cRelation(relation *ClockRelation) *C.struct_perfc_clock_relation {
	return (*C.struct_perfc_clock_relation)(unsafe.Pointer(relation))
}
