package perfreader

import "math/bits"

// The numbers of registers, of the kernel's asm/perf_regs.h.
const (
	PerfRegX86AX    = 0
	PerfRegX86BX    = 1
	PerfRegX86CX    = 2
	PerfRegX86DX    = 3
	PerfRegX86SI    = 4
	PerfRegX86DI    = 5
	PerfRegX86BP    = 6
	PerfRegX86SP    = 7
	PerfRegX86IP    = 8
	PerfRegX86Flags = 9
	PerfRegX86CS    = 10
	PerfRegX86SS    = 11
	PerfRegX86DS    = 12
	PerfRegX86ES    = 13
	PerfRegX86FS    = 14
	PerfRegX86GS    = 15
	PerfRegX86R8    = 16
	PerfRegX86R9    = 17
	PerfRegX86R10   = 18
	PerfRegX86R11   = 19
	PerfRegX86R12   = 20
	PerfRegX86R13   = 21
	PerfRegX86R14   = 22
	PerfRegX86R15   = 23
)

// SampleRegsUser is the registers of a sample: all but the flags and segments,
// which no unwinding needs.
const SampleRegsUser = uint64(1<<(PerfRegX86IP+1)-1) | 0xff<<PerfRegX86R8

var (
	indexIP = indexOf(PerfRegX86IP)
	indexSP = indexOf(PerfRegX86SP)
	indexBP = indexOf(PerfRegX86BP)
)

// indexOf is where a register is among those of SampleRegsUser.
func indexOf(register int) int { return bits.OnesCount64(SampleRegsUser & (1<<register - 1)) }
