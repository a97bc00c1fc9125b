package perfreader

import (
	"unsafe"

	"libperfc/internal/memory"
	"libperfc/perfc"
)

// Sample is one sample. It is the caller's, with all that it points to.
type Sample struct {
	IP        uint64
	PID       uint32   // process
	TID       uint32   // thread
	Time      uint64   // ns, CLOCK_MONOTONIC
	Callchain []uint64 // by frame pointers, with PERF_CONTEXT_* markers
	ABI       uint64   // PERF_SAMPLE_REGS_ABI_*; NONE: no registers
	Regs      []uint64 // those of SampleRegsUser, from the lowest bit on
	StackAddr uint64   // the stack pointer, where Stack begins
	Stack     []byte   // as much as there was
}

// Clone is a copy that shares nothing with the sample: in one piece of memory.
func (s Sample) Clone() Sample {
	block := memory.Unzeroed(8*(len(s.Callchain)+len(s.Regs)) + len(s.Stack))
	s.Callchain, block = copied(block, s.Callchain)
	s.Regs, block = copied(block, s.Regs)
	s.Stack, _ = copied(block, s.Stack)
	return s
}

// copied returns a copy of `from` at the beginning of a block, and the rest of the block. The copy
// of an empty slice is nil.
func copied[T uint64 | byte](block []byte, from []T) ([]T, []byte) {
	if len(from) == 0 {
		return nil, block
	}
	size := len(from) * int(unsafe.Sizeof(from[0]))
	to := unsafe.Slice((*T)(unsafe.Pointer(&block[0])), len(from))
	copy(to, from)
	return to, block[size:]
}

// RegIP is the instruction pointer among a sample's registers; 0 if there are none.
func RegIP(regs []uint64) uint64 { return register(regs, indexIP) }

// RegSP is the stack pointer.
func RegSP(regs []uint64) uint64 { return register(regs, indexSP) }

// RegBP is the frame pointer.
func RegBP(regs []uint64) uint64 { return register(regs, indexBP) }

func register(regs []uint64, index int) uint64 {
	if index >= len(regs) {
		return 0
	}
	return regs[index]
}

// columns is the samples of a batch.
type columns struct {
	rows                     int
	ip, time, abi, stackSize []uint64
	pid, tid                 []uint32
	callchain, regs          perfc.Lists[uint64]
	stack                    perfc.Lists[byte]
}

func columnsOf(batch *perfc.Batch) columns {
	return columns{
		rows:      int(batch.Info().Samples),
		ip:        batch.Sample(perfc.COLUMN_IP).Uint64s(),
		time:      batch.Sample(perfc.COLUMN_TIME).Uint64s(),
		abi:       batch.Sample(perfc.COLUMN_USER_ABI).Uint64s(),
		stackSize: batch.Sample(perfc.COLUMN_STACK_DYN_SIZE).Uint64s(),
		pid:       batch.Sample(perfc.COLUMN_PID).Uint32s(),
		tid:       batch.Sample(perfc.COLUMN_TID).Uint32s(),
		callchain: batch.Sample(perfc.COLUMN_CALLCHAIN).Words(),
		regs:      batch.Sample(perfc.COLUMN_USER_REGS).Words(),
		stack:     batch.Sample(perfc.COLUMN_STACK).Bytes(),
	}
}

// sample is a copy of a row. The columns lie in the ring, whose space the kernel gets
// back while the caller may have kept the sample.
func (c *columns) sample(row int) Sample {
	s := Sample{
		IP: at(c.ip, row), PID: at(c.pid, row), TID: at(c.tid, row), Time: at(c.time, row), ABI: at(c.abi, row),
		Callchain: list(&c.callchain, row), Regs: list(&c.regs, row), Stack: list(&c.stack, row),
	}
	// Fewer bytes of the stack may have been copied than requested.
	s.Stack = s.Stack[:min(uint64(len(s.Stack)), at(c.stackSize, row))]
	s.StackAddr = RegSP(s.Regs)
	return s.Clone()
}

// at is a value of a column, 0 where no row of the batch has it.
func at[T uint32 | uint64](column []T, row int) T {
	if row >= len(column) {
		var none T
		return none
	}
	return column[row]
}

func list[T any](column *perfc.Lists[T], row int) []T {
	if row >= column.Len() {
		return nil
	}
	return column.At(row)
}
