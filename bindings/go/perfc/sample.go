package perfc

/*
#include <perfc/perfc.h>

#cgo noescape go_decode_register
#cgo nocallback go_decode_register
static int go_decode_register(const perfc_plan *plan, const void *data, uint32_t type, uint16_t misc,
                              uint16_t size, const struct perfc_sample *sample, uint64_t which,
                              uint32_t reg, uint64_t *value) {
  struct perfc_record record = {data, type, misc, size};
  return perfc_decode_register(plan, &record, sample, which, reg, value);
}

#cgo noescape go_decode_branches
#cgo nocallback go_decode_branches
static void go_decode_branches(const struct perfc_branch_entry *entries, size_t count,
                               struct perfc_branch *out) {
  for (size_t i = 0; i < count; ++i) perfc_decode_branch(entries[i].flags, &out[i], sizeof *out);
}

#cgo noescape perfc_decode_branch
#cgo nocallback perfc_decode_branch
#cgo noescape perfc_decode_data_src
#cgo nocallback perfc_decode_data_src
*/
import "C"

import "unsafe"

// Has says whether all these SAMPLE_* fields are there.
func (s *Sample) Has(fields uint64) bool { return s.Present&fields == fields }

// UserReg is one register by its number in perf_regs.h. ENODATA: this sample
// hasn't it.
func (r *Record) UserReg(plan *Plan, s *Sample, register uint32) (uint64, error) {
	return r.register(plan, s, SAMPLE_REGS_USER, register)
}

// IntrReg is one register of the interrupted code.
func (r *Record) IntrReg(plan *Plan, s *Sample, register uint32) (uint64, error) {
	return r.register(plan, s, SAMPLE_REGS_INTR, register)
}

func (r *Record) register(plan *Plan, s *Sample, which uint64, register uint32) (uint64, error) {
	c, err := plan.use("perfc_decode_register")
	if err != nil {
		return 0, err
	}
	defer plan.done()
	var value C.uint64_t
	code := C.go_decode_register(c, r.pointer(), C.uint32_t(r.Type), C.uint16_t(r.Misc), C.uint16_t(len(r.Data)),
		(*C.struct_perfc_sample)(unsafe.Pointer(s)), C.uint64_t(which), C.uint32_t(register), &value)
	return uint64(value), hotError("perfc_decode_register", code)
}

// IsContext says whether an entry of a call chain is a marker and no address.
func IsContext(entry uint64) bool { return entry >= CONTEXT_MAX }

// Decode takes the entry's flags apart.
func (b BranchEntry) Decode() Branch { return DecodeBranch(b.Flags) }

// DecodeBranch takes the flags of a branch entry apart.
func DecodeBranch(flags uint64) Branch {
	var branch Branch
	C.perfc_decode_branch(C.uint64_t(flags), (*C.struct_perfc_branch)(unsafe.Pointer(&branch)),
		C.size_t(unsafe.Sizeof(branch)))
	return branch
}

// DecodeBranches takes those of many apart, as many as both slices have.
func DecodeBranches(entries []BranchEntry, branches []Branch) {
	C.go_decode_branches((*C.struct_perfc_branch_entry)(unsafe.Pointer(unsafe.SliceData(entries))),
		C.size_t(min(len(entries), len(branches))), (*C.struct_perfc_branch)(unsafe.Pointer(unsafe.SliceData(branches))))
}

// DecodeDataSrc takes the word of SAMPLE_DATA_SRC apart.
func DecodeDataSrc(word uint64) DataSrc {
	var source DataSrc
	C.perfc_decode_data_src(C.uint64_t(word), (*C.struct_perfc_data_src)(unsafe.Pointer(&source)),
		C.size_t(unsafe.Sizeof(source)))
	return source
}

// TransactionFlags are the TXN_* bits of SAMPLE_TRANSACTION.
func TransactionFlags(transaction uint64) uint32 { return uint32(transaction) }

// TransactionAbortCode is the program's code for the abort.
func TransactionAbortCode(transaction uint64) uint32 {
	return uint32(transaction >> TXN_ABORT_SHIFT)
}
