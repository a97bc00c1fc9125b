package perf

import "golang.org/x/sys/unix"

// HardwareProfilerType is a mask of hardware counters.
type HardwareProfilerType int

// The counters of a HardwareProfiler.
const (
	// AllHardwareProfilers is every one that the machine has.
	AllHardwareProfilers          HardwareProfilerType = 0
	CpuCyclesProfiler             HardwareProfilerType = 1 << 1
	CpuInstrProfiler              HardwareProfilerType = 1 << 2
	CacheRefProfiler              HardwareProfilerType = 1 << 3
	CacheMissesProfiler           HardwareProfilerType = 1 << 4
	BranchInstrProfiler           HardwareProfilerType = 1 << 5
	BranchMissesProfiler          HardwareProfilerType = 1 << 6
	BusCyclesProfiler             HardwareProfilerType = 1 << 7
	StalledCyclesBackendProfiler  HardwareProfilerType = 1 << 8
	StalledCyclesFrontendProfiler HardwareProfilerType = 1 << 9
	RefCpuCyclesProfiler          HardwareProfilerType = 1 << 10
)

// HardwareProfiler counts as many of its counters as the machine has.
type HardwareProfiler interface {
	Start() error
	Reset() error
	Stop() error
	Close() error
	Profile(*HardwareProfile) error
	HasProfilers() bool
}

// HardwareProfile has nil where there is no count.
type HardwareProfile struct {
	CPUCycles             *uint64 `json:"cpu_cycles,omitempty"`
	Instructions          *uint64 `json:"instructions,omitempty"`
	CacheRefs             *uint64 `json:"cache_refs,omitempty"`
	CacheMisses           *uint64 `json:"cache_misses,omitempty"`
	BranchInstr           *uint64 `json:"branch_instr,omitempty"`
	BranchMisses          *uint64 `json:"branch_misses,omitempty"`
	BusCycles             *uint64 `json:"bus_cycles,omitempty"`
	StalledCyclesFrontend *uint64 `json:"stalled_cycles_frontend,omitempty"`
	StalledCyclesBackend  *uint64 `json:"stalled_cycles_backend,omitempty"`
	RefCPUCycles          *uint64 `json:"ref_cpu_cycles,omitempty"`
	TimeEnabled           *uint64 `json:"time_enabled,omitempty"`
	TimeRunning           *uint64 `json:"time_running,omitempty"`
}

// Reset makes it empty.
func (p *HardwareProfile) Reset() { *p = HardwareProfile{} }

// NewHardwareProfiler opens the counters of profilerSet, stopped. The error tells
// which of them could not be had; the profiler has the others.
func NewHardwareProfiler(pid, cpu int, profilerSet HardwareProfilerType, opts ...int) (HardwareProfiler, error) {
	return newProfilers(hardwareCounters, int(profilerSet), pid, cpu, opts)
}

var hardwareCounters = &family[HardwareProfile]{
	kind:    unix.PERF_TYPE_HARDWARE,
	enabled: func(p *HardwareProfile) **uint64 { return &p.TimeEnabled },
	running: func(p *HardwareProfile) **uint64 { return &p.TimeRunning },
	counters: []counter[HardwareProfile]{
		{int(CpuCyclesProfiler), unix.PERF_COUNT_HW_CPU_CYCLES, "cpu_cycles", func(p *HardwareProfile) **uint64 { return &p.CPUCycles }},
		{int(CpuInstrProfiler), unix.PERF_COUNT_HW_INSTRUCTIONS, "instructions", func(p *HardwareProfile) **uint64 { return &p.Instructions }},
		{int(CacheRefProfiler), unix.PERF_COUNT_HW_CACHE_REFERENCES, "cache_refs", func(p *HardwareProfile) **uint64 { return &p.CacheRefs }},
		{int(CacheMissesProfiler), unix.PERF_COUNT_HW_CACHE_MISSES, "cache_misses", func(p *HardwareProfile) **uint64 { return &p.CacheMisses }},
		{int(BranchInstrProfiler), unix.PERF_COUNT_HW_BRANCH_INSTRUCTIONS, "branch_instr", func(p *HardwareProfile) **uint64 { return &p.BranchInstr }},
		{int(BranchMissesProfiler), unix.PERF_COUNT_HW_BRANCH_MISSES, "branch_misses", func(p *HardwareProfile) **uint64 { return &p.BranchMisses }},
		{int(BusCyclesProfiler), unix.PERF_COUNT_HW_BUS_CYCLES, "bus_cycles", func(p *HardwareProfile) **uint64 { return &p.BusCycles }},
		{int(StalledCyclesBackendProfiler), unix.PERF_COUNT_HW_STALLED_CYCLES_BACKEND, "stalled_cycles_backend", func(p *HardwareProfile) **uint64 { return &p.StalledCyclesBackend }},
		{int(StalledCyclesFrontendProfiler), unix.PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, "stalled_cycles_frontend", func(p *HardwareProfile) **uint64 { return &p.StalledCyclesFrontend }},
		{int(RefCpuCyclesProfiler), unix.PERF_COUNT_HW_REF_CPU_CYCLES, "ref_cpu_cycles", func(p *HardwareProfile) **uint64 { return &p.RefCPUCycles }},
	},
}
