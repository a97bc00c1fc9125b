package perf

import (
	"libperfc/perfc"
)

// Attr configures a perf event.
type Attr struct {
	// Label names the event in Count and GroupCount. If it is empty when the
	// event is opened, the first count looks one up by Type and Config.
	Label string

	// Type is the major type of the event.
	Type EventType

	// Config is the event, in a way that depends on Type.
	Config uint64

	// Sample is the sample period, or with Options.Freq the frequency in Hz.
	Sample uint64

	// SampleFormat selects the fields of samples.
	SampleFormat SampleFormat

	// CountFormat selects the fields of counts.
	CountFormat CountFormat

	// Options are all other settings.
	Options Options

	// Wakeup is how many samples, or with Options.Watermark how many bytes, make
	// the ring wake its reader.
	Wakeup uint32

	// BreakpointType is the type of a breakpoint.
	BreakpointType uint32

	// Config1 is a breakpoint's address, a kprobe's function, a uprobe's path, or
	// more of Config.
	Config1 uint64

	// Config2 is a breakpoint's length, a probe's address or offset, or more of
	// Config1.
	Config2 uint64

	// BranchSampleFormat is which branches SampleFormat.BranchStack records.
	BranchSampleFormat BranchSampleFormat

	// SampleRegistersUser are the user's registers in samples, by their bits.
	SampleRegistersUser uint64

	// SampleStackUser is how many bytes of the user's stack samples have.
	SampleStackUser uint32

	// ClockID is the clock of times with Options.UseClockID: unix.CLOCK_MONOTONIC,
	// for one.
	ClockID int32

	// SampleRegistersIntr are the registers of the interrupted code, by their bits.
	SampleRegistersIntr uint64

	// AuxWatermark is how many bytes of AUX data make the ring wake its reader.
	AuxWatermark uint32

	// SampleMaxStack is the most entries of a call chain; see MaxStack.
	SampleMaxStack uint16
}

// Configure implements Configurator: it overwrites target with a.
func (a *Attr) Configure(target *Attr) error {
	*target = *a
	return nil
}

// SetSamplePeriod asks for a sample every p events.
func (a *Attr) SetSamplePeriod(p uint64) {
	a.Sample = p
	a.Options.Freq = false
}

// SetSampleFreq asks for f samples a second.
func (a *Attr) SetSampleFreq(f uint64) {
	a.Sample = f
	a.Options.Freq = true
}

// SetWakeupEvents wakes the reader every n samples.
func (a *Attr) SetWakeupEvents(n uint32) {
	a.Wakeup = n
	a.Options.Watermark = false
}

// SetWakeupWatermark wakes the reader every n bytes.
func (a *Attr) SetWakeupWatermark(n uint32) {
	a.Wakeup = n
	a.Options.Watermark = true
}

func (a *Attr) kernel() *perfc.Attr {
	return &perfc.Attr{
		Type: uint32(a.Type), Config: a.Config, SamplePeriod: a.Sample,
		SampleType: a.SampleFormat.bits(), ReadFormat: a.CountFormat.bits(), Flags: a.Options.bits(),
		WakeupEvents: a.Wakeup, BpType: a.BreakpointType, Config1: a.Config1, Config2: a.Config2,
		BranchSampleType: uint64(a.BranchSampleFormat.Privilege) | uint64(a.BranchSampleFormat.Sample),
		SampleRegsUser:   a.SampleRegistersUser, SampleStackUser: a.SampleStackUser, Clockid: a.ClockID,
		SampleRegsIntr: a.SampleRegistersIntr, AuxWatermark: a.AuxWatermark, SampleMaxStack: a.SampleMaxStack,
	}
}

// format is the part of the attr that decoding depends on.
func (a *Attr) format() Attr {
	return Attr{
		SampleFormat: a.SampleFormat, CountFormat: a.CountFormat, BranchSampleFormat: a.BranchSampleFormat,
		SampleRegistersUser: a.SampleRegistersUser, SampleRegistersIntr: a.SampleRegistersIntr,
		Options: Options{SampleIDAll: a.Options.SampleIDAll},
	}
}

// SampleFormat selects the fields of samples. With Options.SampleIDAll other records have some of
// them, too.
type SampleFormat struct {
	IP              bool // instruction pointer
	Tid             bool // process and thread
	Time            bool
	Addr            bool // data address, where there is one
	Count           bool // counts of the event or its group
	Callchain       bool
	ID              bool // of the event, or of the one it was inherited from
	CPU             bool
	Period          bool
	StreamID        bool // of the very event
	Raw             bool // data of tracepoints
	BranchStack     bool // see Attr.BranchSampleFormat
	UserRegisters   bool // see Attr.SampleRegistersUser
	UserStack       bool // see Attr.SampleStackUser
	Weight          bool
	DataSource      bool
	Identifier      bool // the ID, in a fixed place
	Transaction     bool
	IntrRegisters   bool // see Attr.SampleRegistersIntr
	PhysicalAddress bool
}

func (f SampleFormat) bits() uint64 {
	return flags(
		flag{f.IP, perfc.SAMPLE_IP}, flag{f.Tid, perfc.SAMPLE_TID}, flag{f.Time, perfc.SAMPLE_TIME},
		flag{f.Addr, perfc.SAMPLE_ADDR}, flag{f.Count, perfc.SAMPLE_READ},
		flag{f.Callchain, perfc.SAMPLE_CALLCHAIN}, flag{f.ID, perfc.SAMPLE_ID}, flag{f.CPU, perfc.SAMPLE_CPU},
		flag{f.Period, perfc.SAMPLE_PERIOD}, flag{f.StreamID, perfc.SAMPLE_STREAM_ID},
		flag{f.Raw, perfc.SAMPLE_RAW}, flag{f.BranchStack, perfc.SAMPLE_BRANCH_STACK},
		flag{f.UserRegisters, perfc.SAMPLE_REGS_USER}, flag{f.UserStack, perfc.SAMPLE_STACK_USER},
		flag{f.Weight, perfc.SAMPLE_WEIGHT}, flag{f.DataSource, perfc.SAMPLE_DATA_SRC},
		flag{f.Identifier, perfc.SAMPLE_IDENTIFIER}, flag{f.Transaction, perfc.SAMPLE_TRANSACTION},
		flag{f.IntrRegisters, perfc.SAMPLE_REGS_INTR}, flag{f.PhysicalAddress, perfc.SAMPLE_PHYS_ADDR},
	)
}

// Options are an event's bits.
type Options struct {
	// Disabled leaves the event off until Enable. In a group it is the leader's
	// that counts.
	Disabled bool

	// Inherit counts children that start from now on, too. Some CountFormats
	// don't go with it, such as Group.
	Inherit bool

	// Pinned keeps a hardware event that leads its group on the PMU, or puts it
	// into an error state, where reads give io.EOF.
	Pinned bool

	// Exclusive lets no other group on the PMU at the same time.
	Exclusive bool

	ExcludeUser       bool // not in user space
	ExcludeKernel     bool // not in the kernel
	ExcludeHypervisor bool // not in the hypervisor
	ExcludeIdle       bool // not while the CPU is idle

	// Mmap gives a MmapRecord for each mapping with PROT_EXEC.
	Mmap bool

	// Comm gives a CommRecord where a thread's name changes; see CommExec.
	Comm bool

	// Freq makes Attr.Sample a frequency.
	Freq bool

	// InheritStat saves the counts of inherited events at context switches.
	InheritStat bool

	// EnableOnExec enables the event with the next exec(2).
	EnableOnExec bool

	// Task gives records of forks and exits.
	Task bool

	// Watermark makes Attr.Wakeup a number of bytes.
	Watermark bool

	// PreciseIP limits the distance between a sample and its cause.
	PreciseIP Skid

	// MmapData gives a MmapRecord for mappings without PROT_EXEC.
	MmapData bool

	// SampleIDAll gives other records than samples a SampleID.
	SampleIDAll bool

	ExcludeHost            bool // only in guests
	ExcludeGuest           bool // not in guests
	ExcludeKernelCallchain bool
	ExcludeUserCallchain   bool

	// Mmap2 gives Mmap2Records in the place of MmapRecords.
	Mmap2 bool

	// CommExec lets (*CommRecord).WasExec tell the names that exec(2) gave.
	CommExec bool

	// UseClockID takes times from Attr.ClockID.
	UseClockID bool

	// ContextSwitch gives SwitchRecords, or SwitchCPUWideRecords.
	ContextSwitch bool

	// Namespaces gives NamespacesRecords.
	Namespaces bool

	// KSymbol gives KSymbolRecords.
	KSymbol bool
}

func (o Options) bits() uint64 {
	return uint64(o.PreciseIP)<<perfc.ATTR_PRECISE_IP_SHIFT&perfc.ATTR_PRECISE_IP_MASK | flags(
		flag{o.Disabled, perfc.ATTR_DISABLED}, flag{o.Inherit, perfc.ATTR_INHERIT},
		flag{o.Pinned, perfc.ATTR_PINNED}, flag{o.Exclusive, perfc.ATTR_EXCLUSIVE},
		flag{o.ExcludeUser, perfc.ATTR_EXCLUDE_USER}, flag{o.ExcludeKernel, perfc.ATTR_EXCLUDE_KERNEL},
		flag{o.ExcludeHypervisor, perfc.ATTR_EXCLUDE_HV}, flag{o.ExcludeIdle, perfc.ATTR_EXCLUDE_IDLE},
		flag{o.Mmap, perfc.ATTR_MMAP}, flag{o.Comm, perfc.ATTR_COMM}, flag{o.Freq, perfc.ATTR_FREQ},
		flag{o.InheritStat, perfc.ATTR_INHERIT_STAT}, flag{o.EnableOnExec, perfc.ATTR_ENABLE_ON_EXEC},
		flag{o.Task, perfc.ATTR_TASK}, flag{o.Watermark, perfc.ATTR_WATERMARK},
		flag{o.MmapData, perfc.ATTR_MMAP_DATA}, flag{o.SampleIDAll, perfc.ATTR_SAMPLE_ID_ALL},
		flag{o.ExcludeHost, perfc.ATTR_EXCLUDE_HOST}, flag{o.ExcludeGuest, perfc.ATTR_EXCLUDE_GUEST},
		flag{o.ExcludeKernelCallchain, perfc.ATTR_EXCLUDE_CALLCHAIN_KERNEL},
		flag{o.ExcludeUserCallchain, perfc.ATTR_EXCLUDE_CALLCHAIN_USER},
		flag{o.Mmap2, perfc.ATTR_MMAP2}, flag{o.CommExec, perfc.ATTR_COMM_EXEC},
		flag{o.UseClockID, perfc.ATTR_USE_CLOCKID}, flag{o.ContextSwitch, perfc.ATTR_CONTEXT_SWITCH},
		flag{o.Namespaces, perfc.ATTR_NAMESPACES}, flag{o.KSymbol, perfc.ATTR_KSYMBOL},
	)
}

type flag struct {
	set bool
	bit uint64
}

func flags(all ...flag) uint64 {
	bits := uint64(0)
	for _, one := range all {
		if one.set {
			bits |= one.bit
		}
	}
	return bits
}

// Skid is how far a sample's IP may be from the instruction that caused it.
type Skid int

// From any distance to none at all.
const (
	CanHaveArbitrarySkid Skid = 0
	MustHaveConstantSkid Skid = 1
	RequestedZeroSkid    Skid = 2
	MustHaveZeroSkid     Skid = 3
)

// EventType is the major type of an event.
type EventType uint32

// The types that have a number of their own; see LookupEventType.
const (
	HardwareEvent      EventType = perfc.TYPE_HARDWARE
	SoftwareEvent      EventType = perfc.TYPE_SOFTWARE
	TracepointEvent    EventType = perfc.TYPE_TRACEPOINT
	HardwareCacheEvent EventType = perfc.TYPE_HW_CACHE
	RawEvent           EventType = perfc.TYPE_RAW
	BreakpointEvent    EventType = perfc.TYPE_BREAKPOINT
)

// LookupEventType is the EventType of a PMU by its name in sysfs.
func LookupEventType(pmu string) (EventType, error) {
	kind, err := perfc.PMUType(pmu)
	return EventType(kind), err
}

// Supported says whether the kernel has perf_event_open(2): false, too, where that can't be
// told.
func Supported() bool {
	supported, _ := perfc.Supported()
	return supported
}

// MaxStack is the most entries that a call chain may have.
func MaxStack() (uint16, error) {
	most, err := perfc.MaxStack()
	return uint16(min(most, 1<<16-1)), err
}
