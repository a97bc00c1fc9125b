package perfc

/*
#include <perfc/perfc.h>

#cgo noescape go_sample_reg
#cgo nocallback go_sample_reg
static int go_sample_reg(const perfc_plan *plan, const void *data, uint32_t type, uint16_t misc,
                         uint16_t size, const struct perfc_sample *sample, uint32_t reg, int intr,
                         uint64_t *value) {
  struct perfc_record record = {data, type, misc, size};
  return intr ? perfc_sample_intr_reg(plan, &record, sample, reg, value)
              : perfc_sample_user_reg(plan, &record, sample, reg, value);
}

// Where a part of a sample lies, or -1.
#cgo noescape go_sample_part
#cgo nocallback go_sample_part
static int go_sample_part(const void *data, uint16_t size, const struct perfc_sample *sample,
                          int what) {
  struct perfc_record record = {data, PERFC_RECORD_SAMPLE, 0, size};
  const void *at = 0;
  switch (what) {
    case 0: at = perfc_sample_callchain(&record, sample); break;
    case 1: at = perfc_sample_raw(&record, sample); break;
    case 2: at = perfc_sample_branches(&record, sample); break;
    case 3: at = perfc_sample_branch_counters(&record, sample); break;
    case 4: at = perfc_sample_user_regs(&record, sample); break;
    case 5: at = perfc_sample_intr_regs(&record, sample); break;
    case 6: at = perfc_sample_stack(&record, sample); break;
    case 7: at = perfc_sample_aux(&record, sample); break;
  }
  return at ? (int)((const uint8_t *)at - record.data) : -1;
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

// Callchain is the sample's call chain, with CONTEXT_* markers. As the other
// parts it is nil where the sample has none, and lies in the record.
func (r *Record) Callchain(s *Sample) []uint64 { return samplePart[uint64](r, s, 0, s.Callchain.Count) }

// Raw is the raw data of a tracepoint or BPF program.
func (r *Record) Raw(s *Sample) []byte { return samplePart[byte](r, s, 1, s.Raw.Count) }

// BranchStack is the sample's branches, the newest first.
func (r *Record) BranchStack(s *Sample) []BranchEntry {
	return samplePart[BranchEntry](r, s, 2, s.Branches.Count)
}

// BranchCounters has one for each branch.
func (r *Record) BranchCounters(s *Sample) []uint64 {
	return samplePart[uint64](r, s, 3, s.BranchCounters.Count)
}

// UserRegs has one for each bit of the attr's SampleRegsUser.
func (r *Record) UserRegs(s *Sample) []uint64 { return samplePart[uint64](r, s, 4, s.UserRegs.Count) }

// IntrRegs has one for each bit of SampleRegsIntr.
func (r *Record) IntrRegs(s *Sample) []uint64 { return samplePart[uint64](r, s, 5, s.IntrRegs.Count) }

// Stack is the user's stack from its pointer on; StackDynSize of it is real.
func (r *Record) Stack(s *Sample) []byte { return samplePart[byte](r, s, 6, s.Stack.Count) }

// Aux is AUX data.
func (r *Record) Aux(s *Sample) []byte { return samplePart[byte](r, s, 7, s.Aux.Count) }

func samplePart[T any](r *Record, s *Sample, what C.int, count uint16) []T {
	if count == 0 {
		return nil
	}
	at := C.go_sample_part(r.pointer(), C.uint16_t(len(r.Data)),
		(*C.struct_perfc_sample)(unsafe.Pointer(s)), what)
	var one T
	if at < 0 || int(at)+int(count)*int(unsafe.Sizeof(one)) > len(r.Data) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&r.Data[at])), int(count))
}

// UserReg is one register by its number in perf_regs.h. ENODATA: this sample
// hasn't it.
func (r *Record) UserReg(plan *Plan, s *Sample, register uint32) (uint64, error) {
	return r.register(plan, s, register, 0)
}

// IntrReg is one register of the interrupted code.
func (r *Record) IntrReg(plan *Plan, s *Sample, register uint32) (uint64, error) {
	return r.register(plan, s, register, 1)
}

func (r *Record) register(plan *Plan, s *Sample, register uint32, intr C.int) (uint64, error) {
	c, err := plan.use("perfc_sample_user_reg")
	if err != nil {
		return 0, err
	}
	defer plan.done()
	var value C.uint64_t
	code := C.go_sample_reg(c, r.pointer(), C.uint32_t(r.Type), C.uint16_t(r.Misc), C.uint16_t(len(r.Data)),
		(*C.struct_perfc_sample)(unsafe.Pointer(s)), C.uint32_t(register), intr, &value)
	return uint64(value), hotError("perfc_sample_user_reg", code)
}

// IsContext says whether an entry of a call chain is a marker and no address.
func IsContext(entry uint64) bool { return C.perfc_callchain_is_context(C.uint64_t(entry)) == 1 }

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
func TransactionFlags(transaction uint64) uint32 {
	return uint32(C.perfc_transaction_flags(C.uint64_t(transaction)))
}

// TransactionAbortCode is what the program gave.
func TransactionAbortCode(transaction uint64) uint32 {
	return uint32(C.perfc_transaction_abort_code(C.uint64_t(transaction)))
}
