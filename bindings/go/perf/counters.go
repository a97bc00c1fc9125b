package perf

import (
	"libperfc/perfc"
	"unsafe"
)

// A Configurator configures an Attr, and sets the fields it needs. See
// (*Group).Add.
type Configurator interface {
	Configure(attr *Attr) error
}

type configuratorFunc func(attr *Attr) error

func (f configuratorFunc) Configure(attr *Attr) error { return f(attr) }

// HardwareCounter is an event that most CPUs count.
type HardwareCounter uint64

// The hardware counters.
const (
	CPUCycles             HardwareCounter = perfc.COUNT_HW_CPU_CYCLES
	Instructions          HardwareCounter = perfc.COUNT_HW_INSTRUCTIONS
	CacheReferences       HardwareCounter = perfc.COUNT_HW_CACHE_REFERENCES
	CacheMisses           HardwareCounter = perfc.COUNT_HW_CACHE_MISSES
	BranchInstructions    HardwareCounter = perfc.COUNT_HW_BRANCH_INSTRUCTIONS
	BranchMisses          HardwareCounter = perfc.COUNT_HW_BRANCH_MISSES
	BusCycles             HardwareCounter = perfc.COUNT_HW_BUS_CYCLES
	StalledCyclesFrontend HardwareCounter = perfc.COUNT_HW_STALLED_CYCLES_FRONTEND
	StalledCyclesBackend  HardwareCounter = perfc.COUNT_HW_STALLED_CYCLES_BACKEND
	RefCPUCycles          HardwareCounter = perfc.COUNT_HW_REF_CPU_CYCLES
)

var hardwareNames = [...]string{
	CPUCycles: "cpu-cycles", Instructions: "instructions", CacheReferences: "cache-references",
	CacheMisses: "cache-misses", BranchInstructions: "branch-instructions", BranchMisses: "branch-misses",
	BusCycles: "bus-cycles", StalledCyclesFrontend: "stalled-cycles-frontend",
	StalledCyclesBackend: "stalled-cycles-backend", RefCPUCycles: "ref-cycles",
}

func (hwc HardwareCounter) String() string { return nameOf(hardwareNames[:], uint64(hwc)) }

// Configure sets the Label, Type and Config of attr.
func (hwc HardwareCounter) Configure(attr *Attr) error {
	attr.Label, attr.Type, attr.Config = hwc.String(), HardwareEvent, uint64(hwc)
	return nil
}

// AllHardwareCounters is all of the above.
func AllHardwareCounters() []Configurator { return allOf[HardwareCounter](len(hardwareNames)) }

// SoftwareCounter is an event that the kernel counts itself.
type SoftwareCounter uint64

// The software counters.
const (
	CPUClock        SoftwareCounter = perfc.COUNT_SW_CPU_CLOCK
	TaskClock       SoftwareCounter = perfc.COUNT_SW_TASK_CLOCK
	PageFaults      SoftwareCounter = perfc.COUNT_SW_PAGE_FAULTS
	ContextSwitches SoftwareCounter = perfc.COUNT_SW_CONTEXT_SWITCHES
	CPUMigrations   SoftwareCounter = perfc.COUNT_SW_CPU_MIGRATIONS
	MinorPageFaults SoftwareCounter = perfc.COUNT_SW_PAGE_FAULTS_MIN
	MajorPageFaults SoftwareCounter = perfc.COUNT_SW_PAGE_FAULTS_MAJ
	AlignmentFaults SoftwareCounter = perfc.COUNT_SW_ALIGNMENT_FAULTS
	EmulationFaults SoftwareCounter = perfc.COUNT_SW_EMULATION_FAULTS
	Dummy           SoftwareCounter = perfc.COUNT_SW_DUMMY
	BPFOutput       SoftwareCounter = perfc.COUNT_SW_BPF_OUTPUT
)

var softwareNames = [...]string{
	CPUClock: "cpu-clock", TaskClock: "task-clock", PageFaults: "page-faults",
	ContextSwitches: "context-switches", CPUMigrations: "cpu-migrations", MinorPageFaults: "minor-faults",
	MajorPageFaults: "major-faults", AlignmentFaults: "alignment-faults", EmulationFaults: "emulation-faults",
	Dummy: "dummy", BPFOutput: "bpf-output",
}

func (swc SoftwareCounter) String() string { return nameOf(softwareNames[:], uint64(swc)) }

// Configure sets the Label, Type and Config of attr.
func (swc SoftwareCounter) Configure(attr *Attr) error {
	attr.Label, attr.Type, attr.Config = swc.String(), SoftwareEvent, uint64(swc)
	return nil
}

// AllSoftwareCounters is all of the above.
func AllSoftwareCounters() []Configurator { return allOf[SoftwareCounter](len(softwareNames)) }

func nameOf(names []string, number uint64) string {
	if number < uint64(len(names)) {
		return names[number]
	}
	return ""
}

func allOf[T interface {
	~uint64
	Configurator
}](count int) []Configurator {
	all := make([]Configurator, count)
	for i := range all {
		all[i] = T(i)
	}
	return all
}

// Cache is a cache.
type Cache uint64

// The caches.
const (
	L1D  Cache = perfc.COUNT_HW_CACHE_L1D
	L1I  Cache = perfc.COUNT_HW_CACHE_L1I
	LL   Cache = perfc.COUNT_HW_CACHE_LL
	DTLB Cache = perfc.COUNT_HW_CACHE_DTLB
	ITLB Cache = perfc.COUNT_HW_CACHE_ITLB
	BPU  Cache = perfc.COUNT_HW_CACHE_BPU
	NODE Cache = perfc.COUNT_HW_CACHE_NODE
)

// AllCaches is all of them.
func AllCaches() []Cache { return []Cache{L1D, L1I, LL, DTLB, ITLB, BPU, NODE} }

// CacheOp is an operation on a cache.
type CacheOp uint64

// The operations.
const (
	Read     CacheOp = perfc.COUNT_HW_CACHE_OP_READ
	Write    CacheOp = perfc.COUNT_HW_CACHE_OP_WRITE
	Prefetch CacheOp = perfc.COUNT_HW_CACHE_OP_PREFETCH
)

// AllCacheOps is all of them.
func AllCacheOps() []CacheOp { return []CacheOp{Read, Write, Prefetch} }

// CacheOpResult is the result of an operation on a cache.
type CacheOpResult uint64

// The results.
const (
	Access CacheOpResult = perfc.COUNT_HW_CACHE_RESULT_ACCESS
	Miss   CacheOpResult = perfc.COUNT_HW_CACHE_RESULT_MISS
)

// AllCacheOpResults is both of them.
func AllCacheOpResults() []CacheOpResult { return []CacheOpResult{Access, Miss} }

// HardwareCacheCounter counts the results of an operation on a cache.
type HardwareCacheCounter struct {
	Cache  Cache
	Op     CacheOp
	Result CacheOpResult
}

// Configure sets the Type and Config of attr.
func (hwcc HardwareCacheCounter) Configure(attr *Attr) error {
	attr.Type = HardwareCacheEvent
	attr.Config = uint64(hwcc.Cache) | uint64(hwcc.Op)<<8 | uint64(hwcc.Result)<<16
	return nil
}

// HardwareCacheCounters is a counter for each result of each operation on each
// cache.
func HardwareCacheCounters(caches []Cache, ops []CacheOp, results []CacheOpResult) []Configurator {
	counters := make([]Configurator, 0, len(caches)*len(ops)*len(results))
	for _, cache := range caches {
		for _, op := range ops {
			for _, result := range results {
				counters = append(counters, HardwareCacheCounter{cache, op, result})
			}
		}
	}
	return counters
}

// Tracepoint sets the Label, Type and Config of a tracepoint.
func Tracepoint(category, event string) Configurator {
	return configuratorFunc(func(attr *Attr) error {
		config, err := LookupTracepointConfig(category, event)
		if err != nil {
			return err
		}
		attr.Label, attr.Type, attr.Config = category+":"+event, TracepointEvent, config
		return nil
	})
}

// LookupTracepointConfig is the Attr.Config of a tracepoint, which tracefs tells
// wherever it is mounted.
func LookupTracepointConfig(category, event string) (uint64, error) {
	tracepoint, err := perfc.OpenTracepoint(category + ":" + event)
	if err != nil {
		return 0, err
	}
	defer tracepoint.Close()
	return uint64(tracepoint.ID), nil
}

// BreakpointType is the kind of access at which a breakpoint stops.
type BreakpointType uint32

// The types; R and W go together, X stands alone.
const (
	BreakpointTypeEmpty BreakpointType = 0x0
	BreakpointTypeR     BreakpointType = 0x1
	BreakpointTypeW     BreakpointType = 0x2
	BreakpointTypeRW    BreakpointType = BreakpointTypeR | BreakpointTypeW
	BreakpointTypeX     BreakpointType = 0x4
)

// BreakpointLength is how many bytes a breakpoint watches.
type BreakpointLength uint64

// The lengths.
const (
	BreakpointLength1 BreakpointLength = 1
	BreakpointLength2 BreakpointLength = 2
	BreakpointLength4 BreakpointLength = 4
	BreakpointLength8 BreakpointLength = 8
)

// ExecutionBreakpointLength is that of a breakpoint at an instruction: a long's.
func ExecutionBreakpointLength() BreakpointLength {
	return BreakpointLength(unsafe.Sizeof(uintptr(0)))
}

// Breakpoint sets the Type, BreakpointType, Config1 and Config2 of a breakpoint
// at addr.
func Breakpoint(typ BreakpointType, addr uint64, length BreakpointLength) Configurator {
	return configuratorFunc(func(attr *Attr) error {
		attr.Type, attr.BreakpointType = BreakpointEvent, uint32(typ)
		attr.Config1, attr.Config2 = addr, uint64(length)
		return nil
	})
}

// ExecutionBreakpoint is a breakpoint at the instruction at addr.
func ExecutionBreakpoint(addr uint64) Configurator {
	return Breakpoint(BreakpointTypeX, addr, ExecutionBreakpointLength())
}
