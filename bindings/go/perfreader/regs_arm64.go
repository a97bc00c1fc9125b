package perfreader

// The numbers of registers, of the kernel's asm/perf_regs.h.
const (
	PerfRegARM64X0  = 0
	PerfRegARM64X1  = 1
	PerfRegARM64X2  = 2
	PerfRegARM64X3  = 3
	PerfRegARM64X4  = 4
	PerfRegARM64X5  = 5
	PerfRegARM64X6  = 6
	PerfRegARM64X7  = 7
	PerfRegARM64X8  = 8
	PerfRegARM64X9  = 9
	PerfRegARM64X10 = 10
	PerfRegARM64X11 = 11
	PerfRegARM64X12 = 12
	PerfRegARM64X13 = 13
	PerfRegARM64X14 = 14
	PerfRegARM64X15 = 15
	PerfRegARM64X16 = 16
	PerfRegARM64X17 = 17
	PerfRegARM64X18 = 18
	PerfRegARM64X19 = 19
	PerfRegARM64X20 = 20
	PerfRegARM64X21 = 21
	PerfRegARM64X22 = 22
	PerfRegARM64X23 = 23
	PerfRegARM64X24 = 24
	PerfRegARM64X25 = 25
	PerfRegARM64X26 = 26
	PerfRegARM64X27 = 27
	PerfRegARM64X28 = 28
	PerfRegARM64X29 = 29
	PerfRegARM64LR  = 30
	PerfRegARM64SP  = 31
	PerfRegARM64PC  = 32
)

// SampleRegsUser is the registers of a sample: all of them.
const SampleRegsUser = uint64(1<<(PerfRegARM64PC+1) - 1)

const (
	indexIP = PerfRegARM64PC
	indexSP = PerfRegARM64SP
	indexBP = PerfRegARM64X29
)
