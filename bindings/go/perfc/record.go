package perfc

/*
#include <perfc/perfc.h>

#cgo noescape go_record_read_value
#cgo nocallback go_record_read_value
static int go_record_read_value(const void *data, uint16_t size,
                                const struct perfc_read_part *part, uint32_t index,
                                struct perfc_read_value *value) {
  struct perfc_record record = {data, 0, 0, size};
  return perfc_record_read_value(&record, part, index, value, sizeof *value);
}
*/
import "C"

import "unsafe"

// Record is a record as bytes. Data has the header too, and is borrowed: until
// the next call that takes records from the same place, unless it is said
// otherwise.
type Record struct {
	Type uint32 // RECORD_*
	Misc uint16 // RECORD_MISC_*
	Data []byte

	// Of streams, flights and rows, or of a source of your own.
	Time     uint64 // by which it was ordered
	Sequence uint64
	Source   int // number of the ring it is from

	plan   *Plan   // of its event
	sample *Sample // decoded already
	status int32
	from   *block // that it was taken with
}

func (r *Record) pointer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(r.Data)) }

// Name is the kernel's name of the record's type, or "".
func (r *Record) Name() string { return RecordName(r.Type) }

// RecordName is the kernel's name of a record type, or "".
func RecordName(kind uint32) string {
	return C.GoString(C.perfc_record_type_name(C.uint32_t(kind)))
}

// RecordFlags is the meaning of misc for a record type: RECORD_FLAG_*. Both arguments may come from
// columns.
func RecordFlags(kind uint32, misc uint16) uint32 {
	return uint32(C.perfc_record_flags(C.uint32_t(kind), C.uint16_t(misc)))
}

func (r *Record) has(flag uint32) bool { return RecordFlags(r.Type, r.Misc)&flag != 0 }

// CPUMode is RECORD_MISC_KERNEL, _USER, ...: a number, not bits.
func (r *Record) CPUMode() uint32 { return uint32(r.Misc) & RECORD_MISC_CPUMODE_MASK }

// ExactIP says of a SAMPLE that ip is the instruction that caused it.
func (r *Record) ExactIP() bool { return r.has(RECORD_FLAG_EXACT_IP) }

// Executable says of MMAP and MMAP2 that they were mapped with PROT_EXEC.
func (r *Record) Executable() bool { return r.has(RECORD_FLAG_EXECUTABLE) }

// CommExec says of COMM that the name changed by execve.
func (r *Record) CommExec() bool { return r.has(RECORD_FLAG_COMM_EXEC) }

// SwitchOut says of SWITCH and SWITCH_CPU_WIDE: away from the task.
func (r *Record) SwitchOut() bool { return r.has(RECORD_FLAG_SWITCH_OUT) }

// SwitchPreempted says: while it was still runnable.
func (r *Record) SwitchPreempted() bool { return r.has(RECORD_FLAG_SWITCH_PREEMPTED) }

// Plan decodes the record: that of its event, or the one whose View gave it; nil if
// there is none.
func (r *Record) Plan() *Plan { return r.plan }

// Sample is the record decoded with its event's plan. It lives as long as the
// record.
func (r *Record) Sample() (*Sample, error) {
	if r.sample != nil {
		return r.sample, hotError("perfc_decode_sample", C.int(r.status))
	}
	if r.from != nil {
		r.from.decodes.Store(true)
	}
	sample, err := r.DecodeSample(r.plan)
	if err != nil {
		return nil, err
	}
	return &sample, nil
}

// Bytes is a range of bytes, a name say, as a part of Data. It and its like are
// perfc_record_range, without a call into C.
func (r *Record) Bytes(part Range) []byte {
	at := r.place(part, 1)
	if at < 0 {
		return nil
	}
	return r.Data[at : at+int(part.Count) : at+int(part.Count)]
}

// Text is Bytes as a string of its own.
func (r *Record) Text(part Range) string { return string(r.Bytes(part)) }

// Words is a range of uint64: call chains, registers, branch counters.
func (r *Record) Words(part Range) []uint64 { return elements[uint64](r, part) }

// Branches is a range of branches.
func (r *Record) Branches(part Range) []BranchEntry { return elements[BranchEntry](r, part) }

// Namespaces is a range of them.
func (r *Record) Namespaces(part Range) []Namespace { return elements[Namespace](r, part) }

func elements[T any](r *Record, part Range) []T {
	var one T
	at := r.place(part, unsafe.Sizeof(one))
	if at < 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&r.Data[at])), int(part.Count))
}

func (r *Record) place(part Range, element uintptr) int {
	if part.Count == 0 || int(part.Offset)+int(part.Count)*int(element) > len(r.Data) {
		return -1
	}
	return int(part.Offset)
}

// ReadValue is value number index of a read part.
func (r *Record) ReadValue(part *ReadPart, index int) (ReadValue, error) {
	var value ReadValue
	code := C.go_record_read_value(r.pointer(), C.uint16_t(len(r.Data)),
		(*C.struct_perfc_read_part)(unsafe.Pointer(part)), C.uint32_t(index),
		(*C.struct_perfc_read_value)(unsafe.Pointer(&value)))
	return value, hotError("perfc_record_read_value", code)
}

// NewRecord makes a record of bytes from elsewhere. data contains the header, and is 8-byte
// aligned. plan is the result of Plan, or nil.
func NewRecord(plan *Plan, kind uint32, misc uint16, data []byte) Record {
	return Record{Type: kind, Misc: misc, Data: data, plan: plan}
}
