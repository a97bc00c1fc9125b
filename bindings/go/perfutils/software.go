package perf

import "golang.org/x/sys/unix"

// SoftwareProfilerType is a mask of software counters.
type SoftwareProfilerType int

// The counters of a SoftwareProfiler.
const (
	// AllSoftwareProfilers is every one that the machine has.
	AllSoftwareProfilers  SoftwareProfilerType = 0
	CpuClockProfiler      SoftwareProfilerType = 1 << 1
	TaskClockProfiler     SoftwareProfilerType = 1 << 2
	PageFaultProfiler     SoftwareProfilerType = 1 << 3
	ContextSwitchProfiler SoftwareProfilerType = 1 << 4
	CpuMigrationProfiler  SoftwareProfilerType = 1 << 5
	MinorFaultProfiler    SoftwareProfilerType = 1 << 6
	MajorFaultProfiler    SoftwareProfilerType = 1 << 7
	AlignFaultProfiler    SoftwareProfilerType = 1 << 8
	EmuFaultProfiler      SoftwareProfilerType = 1 << 9
)

// SoftwareProfiler counts as many of its counters as the machine has.
type SoftwareProfiler interface {
	Start() error
	Reset() error
	Stop() error
	Close() error
	Profile(*SoftwareProfile) error
	HasProfilers() bool
}

// SoftwareProfile has nil where there is no count.
type SoftwareProfile struct {
	CPUClock        *uint64 `json:"cpu_clock,omitempty"`
	TaskClock       *uint64 `json:"task_clock,omitempty"`
	PageFaults      *uint64 `json:"page_faults,omitempty"`
	ContextSwitches *uint64 `json:"context_switches,omitempty"`
	CPUMigrations   *uint64 `json:"cpu_migrations,omitempty"`
	MinorPageFaults *uint64 `json:"minor_page_faults,omitempty"`
	MajorPageFaults *uint64 `json:"major_page_faults,omitempty"`
	AlignmentFaults *uint64 `json:"alignment_faults,omitempty"`
	EmulationFaults *uint64 `json:"emulation_faults,omitempty"`
	TimeEnabled     *uint64 `json:"time_enabled,omitempty"`
	TimeRunning     *uint64 `json:"time_running,omitempty"`
}

// Reset makes it empty.
func (p *SoftwareProfile) Reset() { *p = SoftwareProfile{} }

// NewSoftwareProfiler opens the counters of profilerSet, stopped. The error tells
// which of them could not be had; the profiler has the others.
func NewSoftwareProfiler(pid, cpu int, profilerSet SoftwareProfilerType, opts ...int) (SoftwareProfiler, error) {
	return newProfilers(softwareCounters, int(profilerSet), pid, cpu, opts)
}

var softwareCounters = &family[SoftwareProfile]{
	kind:    unix.PERF_TYPE_SOFTWARE,
	enabled: func(p *SoftwareProfile) **uint64 { return &p.TimeEnabled },
	running: func(p *SoftwareProfile) **uint64 { return &p.TimeRunning },
	counters: []counter[SoftwareProfile]{
		{int(CpuClockProfiler), unix.PERF_COUNT_SW_CPU_CLOCK, "cpu_clock", func(p *SoftwareProfile) **uint64 { return &p.CPUClock }},
		{int(TaskClockProfiler), unix.PERF_COUNT_SW_TASK_CLOCK, "task_clock", func(p *SoftwareProfile) **uint64 { return &p.TaskClock }},
		{int(PageFaultProfiler), unix.PERF_COUNT_SW_PAGE_FAULTS, "page_faults", func(p *SoftwareProfile) **uint64 { return &p.PageFaults }},
		{int(ContextSwitchProfiler), unix.PERF_COUNT_SW_CONTEXT_SWITCHES, "context_switches", func(p *SoftwareProfile) **uint64 { return &p.ContextSwitches }},
		{int(CpuMigrationProfiler), unix.PERF_COUNT_SW_CPU_MIGRATIONS, "cpu_migrations", func(p *SoftwareProfile) **uint64 { return &p.CPUMigrations }},
		{int(MinorFaultProfiler), unix.PERF_COUNT_SW_PAGE_FAULTS_MIN, "minor_page_faults", func(p *SoftwareProfile) **uint64 { return &p.MinorPageFaults }},
		{int(MajorFaultProfiler), unix.PERF_COUNT_SW_PAGE_FAULTS_MAJ, "major_page_faults", func(p *SoftwareProfile) **uint64 { return &p.MajorPageFaults }},
		{int(AlignFaultProfiler), unix.PERF_COUNT_SW_ALIGNMENT_FAULTS, "alignment_faults", func(p *SoftwareProfile) **uint64 { return &p.AlignmentFaults }},
		{int(EmuFaultProfiler), unix.PERF_COUNT_SW_EMULATION_FAULTS, "emulation_faults", func(p *SoftwareProfile) **uint64 { return &p.EmulationFaults }},
	},
}
