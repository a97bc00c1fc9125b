package perf

import (
	"unsafe"

	"golang.org/x/sys/unix"
	"libperfc/perfc"
)

// EventAttrSize is the size of a unix.PerfEventAttr.
var EventAttrSize = uint32(unsafe.Sizeof(unix.PerfEventAttr{}))

// userAttr counts in user space, from when it is opened.
func userAttr(kind uint32, config uint64) unix.PerfEventAttr {
	return unix.PerfEventAttr{
		Type:        kind,
		Config:      config,
		Size:        EventAttrSize,
		Bits:        unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
		Read_format: bothTimes,
	}
}

func hardwareAttr(config uint64) unix.PerfEventAttr { return userAttr(unix.PERF_TYPE_HARDWARE, config) }

func softwareAttr(config uint64) unix.PerfEventAttr { return userAttr(unix.PERF_TYPE_SOFTWARE, config) }

func cacheAttr(cache, op, result int) unix.PerfEventAttr {
	return userAttr(unix.PERF_TYPE_HW_CACHE, cacheConfig(cache, op, result))
}

// The attrs that follow count in user space alone, and are not disabled, but for
// CPUMigrationsEventAttr.

// CPUInstructionsEventAttr is of instructions.
func CPUInstructionsEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_INSTRUCTIONS)
}

// CPUCyclesEventAttr is of CPU cycles.
func CPUCyclesEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_CPU_CYCLES)
}

// CacheRefEventAttr is of cache references.
func CacheRefEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_CACHE_REFERENCES)
}

// CacheMissEventAttr is of cache misses.
func CacheMissEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_CACHE_MISSES)
}

// BusCyclesEventAttr is of bus cycles.
func BusCyclesEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_BUS_CYCLES)
}

// StalledFrontendCyclesEventAttr is of cycles stalled in the frontend.
func StalledFrontendCyclesEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_STALLED_CYCLES_FRONTEND)
}

// StalledBackendCyclesEventAttr is of cycles stalled in the backend.
func StalledBackendCyclesEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_STALLED_CYCLES_BACKEND)
}

// CPURefCyclesEventAttr is of cycles at the nominal frequency.
func CPURefCyclesEventAttr() unix.PerfEventAttr {
	return hardwareAttr(unix.PERF_COUNT_HW_REF_CPU_CYCLES)
}

// CPUClockEventAttr is of ns by the CPU's clock.
func CPUClockEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_CPU_CLOCK)
}

// CPUTaskClockEventAttr is of ns that the task ran.
func CPUTaskClockEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_TASK_CLOCK)
}

// PageFaultsEventAttr is of page faults.
func PageFaultsEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_PAGE_FAULTS)
}

// ContextSwitchesEventAttr is of context switches.
func ContextSwitchesEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_CONTEXT_SWITCHES)
}

// CPUMigrationsEventAttr is of moves to another CPU. It is disabled, as perf-utils
// has it.
func CPUMigrationsEventAttr() unix.PerfEventAttr {
	attr := softwareAttr(unix.PERF_COUNT_SW_CPU_MIGRATIONS)
	attr.Bits |= unix.PerfBitDisabled
	return attr
}

// MinorPageFaultsEventAttr is of minor page faults.
func MinorPageFaultsEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_PAGE_FAULTS_MIN)
}

// MajorPageFaultsEventAttr is of major page faults.
func MajorPageFaultsEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ)
}

// AlignmentFaultsEventAttr is of alignment faults.
func AlignmentFaultsEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_ALIGNMENT_FAULTS)
}

// EmulationFaultsEventAttr is of emulation faults.
func EmulationFaultsEventAttr() unix.PerfEventAttr {
	return softwareAttr(unix.PERF_COUNT_SW_EMULATION_FAULTS)
}

// L1DataEventAttr is the attr of an operation and result of the level 1 data cache.
func L1DataEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_L1D, op, result)
}

// L1InstructionsEventAttr is the attr of an operation and result of the level 1 instruction cache.
func L1InstructionsEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_L1I, op, result)
}

// LLCacheEventAttr is the attr of an operation and result of the last level cache.
func LLCacheEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_LL, op, result)
}

// DataTLBEventAttr is the attr of an operation and result of the data TLB.
func DataTLBEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_DTLB, op, result)
}

// InstructionTLBEventAttr is the attr of an operation and result of the instruction TLB.
func InstructionTLBEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_ITLB, op, result)
}

// BPUEventAttr is the attr of an operation and result of the branch predictor.
func BPUEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_BPU, op, result)
}

// NodeCacheEventAttr is the attr of an operation and result of memory nodes.
func NodeCacheEventAttr(op, result int) unix.PerfEventAttr {
	return cacheAttr(unix.PERF_COUNT_HW_CACHE_NODE, op, result)
}

// perfcAttrBytes is where a unix.PerfEventAttr fits in, which is the same struct.
func perfcAttrBytes(attr *perfc.Attr) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(attr)), unsafe.Sizeof(*attr))
}
