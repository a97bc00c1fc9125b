package perf

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// countFunction counts the events of one thread in user space while f runs on it.
func countFunction(attr unix.PerfEventAttr, f func() error) (*ProfileValue, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	attr.Bits |= unix.PerfBitDisabled
	p, err := openProfiler(&attr, 0, -1, nil)
	if err != nil {
		return nil, bare(err)
	}
	defer p.Close()
	if err := p.Start(); err != nil {
		return nil, err
	}
	if err := f(); err != nil {
		return nil, err
	}
	if err := p.Stop(); err != nil {
		return nil, err
	}
	value := new(ProfileValue)
	if err := p.Profile(value); err != nil {
		return nil, err
	}
	return value, nil
}

// The functions that follow run f on a thread of its own, and give the error of f
// as it is.

// CPUInstructions counts instructions while f runs.
func CPUInstructions(f func() error) (*ProfileValue, error) {
	return countFunction(CPUInstructionsEventAttr(), f)
}

// CPUCycles counts CPU cycles while f runs.
func CPUCycles(f func() error) (*ProfileValue, error) {
	return countFunction(CPUCyclesEventAttr(), f)
}

// CacheRef counts cache references while f runs.
func CacheRef(f func() error) (*ProfileValue, error) {
	return countFunction(CacheRefEventAttr(), f)
}

// CacheMiss counts cache misses while f runs.
func CacheMiss(f func() error) (*ProfileValue, error) {
	return countFunction(CacheMissEventAttr(), f)
}

// BusCycles counts bus cycles while f runs.
func BusCycles(f func() error) (*ProfileValue, error) {
	return countFunction(BusCyclesEventAttr(), f)
}

// StalledFrontendCycles counts cycles stalled in the frontend while f runs.
func StalledFrontendCycles(f func() error) (*ProfileValue, error) {
	return countFunction(StalledFrontendCyclesEventAttr(), f)
}

// StalledBackendCycles counts cycles stalled in the backend while f runs.
func StalledBackendCycles(f func() error) (*ProfileValue, error) {
	return countFunction(StalledBackendCyclesEventAttr(), f)
}

// CPURefCycles counts cycles at the nominal frequency while f runs.
func CPURefCycles(f func() error) (*ProfileValue, error) {
	return countFunction(CPURefCyclesEventAttr(), f)
}

// CPUClock counts ns by the CPU's clock while f runs.
func CPUClock(f func() error) (*ProfileValue, error) {
	return countFunction(CPUClockEventAttr(), f)
}

// CPUTaskClock counts ns that the task ran while f runs.
func CPUTaskClock(f func() error) (*ProfileValue, error) {
	return countFunction(CPUTaskClockEventAttr(), f)
}

// PageFaults counts page faults while f runs.
func PageFaults(f func() error) (*ProfileValue, error) {
	return countFunction(PageFaultsEventAttr(), f)
}

// ContextSwitches counts context switches while f runs.
func ContextSwitches(f func() error) (*ProfileValue, error) {
	return countFunction(ContextSwitchesEventAttr(), f)
}

// CPUMigrations counts moves to another CPU while f runs.
func CPUMigrations(f func() error) (*ProfileValue, error) {
	return countFunction(CPUMigrationsEventAttr(), f)
}

// MinorPageFaults counts minor page faults while f runs.
func MinorPageFaults(f func() error) (*ProfileValue, error) {
	return countFunction(MinorPageFaultsEventAttr(), f)
}

// MajorPageFaults counts major page faults while f runs.
func MajorPageFaults(f func() error) (*ProfileValue, error) {
	return countFunction(MajorPageFaultsEventAttr(), f)
}

// AlignmentFaults counts alignment faults while f runs.
func AlignmentFaults(f func() error) (*ProfileValue, error) {
	return countFunction(AlignmentFaultsEventAttr(), f)
}

// EmulationFaults counts emulation faults while f runs.
func EmulationFaults(f func() error) (*ProfileValue, error) {
	return countFunction(EmulationFaultsEventAttr(), f)
}

// L1Data counts an operation and result of the level 1 data cache while f runs.
func L1Data(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(L1DataEventAttr(op, result), f)
}

// L1Instructions counts an operation and result of the level 1 instruction cache while f runs.
func L1Instructions(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(L1InstructionsEventAttr(op, result), f)
}

// LLCache counts an operation and result of the last level cache while f runs.
func LLCache(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(LLCacheEventAttr(op, result), f)
}

// DataTLB counts an operation and result of the data TLB while f runs.
func DataTLB(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(DataTLBEventAttr(op, result), f)
}

// InstructionTLB counts an operation and result of the instruction TLB while f runs.
func InstructionTLB(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(InstructionTLBEventAttr(op, result), f)
}

// BPU counts an operation and result of the branch predictor while f runs.
func BPU(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(BPUEventAttr(op, result), f)
}

// NodeCache counts an operation and result of memory nodes while f runs.
func NodeCache(op, result int, f func() error) (*ProfileValue, error) {
	return countFunction(NodeCacheEventAttr(op, result), f)
}
