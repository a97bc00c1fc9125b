package perf

import "golang.org/x/sys/unix"

// The constructors of single counters. opts[0] of each are flags of
// perf_event_open.

// NewCPUCycleProfiler counts CPU cycles.
func NewCPUCycleProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES, pid, cpu, opts...)
}

// NewInstrProfiler counts instructions.
func NewInstrProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_INSTRUCTIONS, pid, cpu, opts...)
}

// NewCacheRefProfiler counts cache references.
func NewCacheRefProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_REFERENCES, pid, cpu, opts...)
}

// NewCacheMissesProfiler counts cache misses.
func NewCacheMissesProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CACHE_MISSES, pid, cpu, opts...)
}

// NewBranchInstrProfiler counts branch instructions.
func NewBranchInstrProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_BRANCH_INSTRUCTIONS, pid, cpu, opts...)
}

// NewBranchMissesProfiler counts branch misses.
func NewBranchMissesProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_BRANCH_MISSES, pid, cpu, opts...)
}

// NewBusCyclesProfiler counts bus cycles.
func NewBusCyclesProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_BUS_CYCLES, pid, cpu, opts...)
}

// NewStalledCyclesFrontProfiler counts cycles stalled in the frontend.
func NewStalledCyclesFrontProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, pid, cpu, opts...)
}

// NewStalledCyclesBackProfiler counts cycles stalled in the backend.
func NewStalledCyclesBackProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_STALLED_CYCLES_BACKEND, pid, cpu, opts...)
}

// NewRefCPUCyclesProfiler counts cycles at the nominal frequency.
func NewRefCPUCyclesProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_REF_CPU_CYCLES, pid, cpu, opts...)
}

// NewCPUClockProfiler counts ns by the CPU's clock.
func NewCPUClockProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_CLOCK, pid, cpu, opts...)
}

// NewTaskClockProfiler counts ns that the task ran.
func NewTaskClockProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK, pid, cpu, opts...)
}

// NewPageFaultProfiler counts page faults.
func NewPageFaultProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS, pid, cpu, opts...)
}

// NewCtxSwitchesProfiler counts context switches.
func NewCtxSwitchesProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CONTEXT_SWITCHES, pid, cpu, opts...)
}

// NewCPUMigrationsProfiler counts moves to another CPU.
func NewCPUMigrationsProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_CPU_MIGRATIONS, pid, cpu, opts...)
}

// NewMinorFaultsProfiler counts minor page faults.
func NewMinorFaultsProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS_MIN, pid, cpu, opts...)
}

// NewMajorFaultsProfiler counts major page faults.
func NewMajorFaultsProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ, pid, cpu, opts...)
}

// NewAlignFaultsProfiler counts alignment faults.
func NewAlignFaultsProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_ALIGNMENT_FAULTS, pid, cpu, opts...)
}

// NewEmulationFaultsProfiler counts emulation faults.
func NewEmulationFaultsProfiler(pid, cpu int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_EMULATION_FAULTS, pid, cpu, opts...)
}

// NewL1DataProfiler counts an operation and result of the level 1 data cache.
func NewL1DataProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_L1D, op, result), pid, cpu, opts...)
}

// NewL1InstrProfiler counts an operation and result of the level 1 instruction cache.
func NewL1InstrProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_L1I, op, result), pid, cpu, opts...)
}

// NewLLCacheProfiler counts an operation and result of the last level cache.
func NewLLCacheProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_LL, op, result), pid, cpu, opts...)
}

// NewDataTLBProfiler counts an operation and result of the data TLB.
func NewDataTLBProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_DTLB, op, result), pid, cpu, opts...)
}

// NewInstrTLBProfiler counts an operation and result of the instruction TLB.
func NewInstrTLBProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_ITLB, op, result), pid, cpu, opts...)
}

// NewBPUProfiler counts an operation and result of the branch predictor.
func NewBPUProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_BPU, op, result), pid, cpu, opts...)
}

// NewNodeCacheProfiler counts an operation and result of the memory nodes.
func NewNodeCacheProfiler(pid, cpu, op, result int, opts ...int) (Profiler, error) {
	return NewProfiler(unix.PERF_TYPE_HW_CACHE, cacheConfig(unix.PERF_COUNT_HW_CACHE_NODE, op, result), pid, cpu, opts...)
}

// cacheConfig is a config of PERF_TYPE_HW_CACHE. op is PERF_COUNT_HW_CACHE_OP_*,
// result PERF_COUNT_HW_CACHE_RESULT_*.
func cacheConfig(cache, op, result int) uint64 { return uint64(cache | op<<8 | result<<16) }
