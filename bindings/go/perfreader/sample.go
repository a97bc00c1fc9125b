package perfreader

import (
	"slices"

	"libperfc/perfc"
)

// Sample is one sample. Its slices are borrowed until the callback returns.
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

// Clone is a copy that may be kept.
func (s Sample) Clone() Sample {
	s.Callchain, s.Regs, s.Stack = slices.Clone(s.Callchain), slices.Clone(s.Regs), slices.Clone(s.Stack)
	return s
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

func (c *columns) sample(row int) Sample {
	s := Sample{
		IP: at(c.ip, row), PID: at(c.pid, row), TID: at(c.tid, row), Time: at(c.time, row), ABI: at(c.abi, row),
		Callchain: list(&c.callchain, row), Regs: list(&c.regs, row), Stack: list(&c.stack, row),
	}
	// What was copied of the stack may be less than was asked for.
	s.Stack = s.Stack[:min(uint64(len(s.Stack)), at(c.stackSize, row))]
	s.StackAddr = RegSP(s.Regs)
	return s
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
