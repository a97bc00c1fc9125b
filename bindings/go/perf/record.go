package perf

import "libperfc/perfc"

// RecordType is the type of a record.
type RecordType uint32

// The types that have a Record of their own.
const (
	RecordTypeMmap          RecordType = perfc.RECORD_MMAP
	RecordTypeLost          RecordType = perfc.RECORD_LOST
	RecordTypeComm          RecordType = perfc.RECORD_COMM
	RecordTypeExit          RecordType = perfc.RECORD_EXIT
	RecordTypeThrottle      RecordType = perfc.RECORD_THROTTLE
	RecordTypeUnthrottle    RecordType = perfc.RECORD_UNTHROTTLE
	RecordTypeFork          RecordType = perfc.RECORD_FORK
	RecordTypeRead          RecordType = perfc.RECORD_READ
	RecordTypeSample        RecordType = perfc.RECORD_SAMPLE
	RecordTypeMmap2         RecordType = perfc.RECORD_MMAP2
	RecordTypeAux           RecordType = perfc.RECORD_AUX
	RecordTypeItraceStart   RecordType = perfc.RECORD_ITRACE_START
	RecordTypeLostSamples   RecordType = perfc.RECORD_LOST_SAMPLES
	RecordTypeSwitch        RecordType = perfc.RECORD_SWITCH
	RecordTypeSwitchCPUWide RecordType = perfc.RECORD_SWITCH_CPU_WIDE
	RecordTypeNamespaces    RecordType = perfc.RECORD_NAMESPACES
	RecordTypeKSymbol       RecordType = perfc.RECORD_KSYMBOL
)

// RecordHeader is the header of every record.
type RecordHeader struct {
	Type RecordType
	Misc uint16
	Size uint16
}

// Header returns the header. A struct that embeds RecordHeader so has this method of Record.
func (rh RecordHeader) Header() RecordHeader { return rh }

func (rh RecordHeader) view() *perfc.Record {
	return &perfc.Record{Type: uint32(rh.Type), Misc: rh.Misc}
}

// CPUMode is the CPU's mode when the record was made.
func (rh RecordHeader) CPUMode() CPUMode { return CPUMode(rh.view().CPUMode()) }

// CPUMode is a mode of the CPU.
type CPUMode uint8

// The modes.
const (
	UnknownMode     CPUMode = perfc.RECORD_MISC_CPUMODE_UNKNOWN
	KernelMode      CPUMode = perfc.RECORD_MISC_KERNEL
	UserMode        CPUMode = perfc.RECORD_MISC_USER
	HypervisorMode  CPUMode = perfc.RECORD_MISC_HYPERVISOR
	GuestKernelMode CPUMode = perfc.RECORD_MISC_GUEST_KERNEL
	GuestUserMode   CPUMode = perfc.RECORD_MISC_GUEST_USER
)

// RawRecord is a record as bytes; Data is the bytes behind the header.
type RawRecord struct {
	Header RecordHeader
	Data   []byte
}

// Record is implemented by all records.
type Record interface {
	Header() RecordHeader
	// DecodeFrom fills the record in from raw, which ev's ring gave.
	DecodeFrom(raw *RawRecord, ev *Event) error
}

// SampleID is the time and place of a record: the fields that SampleFormat asks for. Records other
// than samples have it with Options.SampleIDAll.
type SampleID struct {
	Pid        uint32
	Tid        uint32
	Time       uint64
	ID         uint64
	StreamID   uint64
	CPU        uint32
	_          uint32
	Identifier uint64
}

// MmapRecord is a mapping: of a file, or of memory.
type MmapRecord struct {
	RecordHeader
	Pid        uint32
	Tid        uint32
	Addr       uint64
	Len        uint64
	PageOffset uint64
	Filename   string
	SampleID
}

// Executable says whether it was mapped with PROT_EXEC.
func (mr *MmapRecord) Executable() bool { return mr.view().Executable() }

// LostRecord is records that found no room in the ring.
type LostRecord struct {
	RecordHeader
	ID   uint64 // the event's
	Lost uint64 // how many
	SampleID
}

// CommRecord is a thread's new name.
type CommRecord struct {
	RecordHeader
	Pid     uint32
	Tid     uint32
	NewName string
	SampleID
}

// WasExec says whether exec(2) gave it; see Options.CommExec.
func (cr *CommRecord) WasExec() bool { return cr.view().CommExec() }

// ExitRecord is the end of a thread.
type ExitRecord struct {
	RecordHeader
	Pid  uint32
	Ppid uint32 // the parent's
	Tid  uint32
	Ptid uint32
	Time uint64
	SampleID
}

// ThrottleRecord says that samples came too fast, and are paused.
type ThrottleRecord struct {
	RecordHeader
	Time     uint64
	ID       uint64
	StreamID uint64
	SampleID
}

// UnthrottleRecord says that they go on.
type UnthrottleRecord struct {
	RecordHeader
	Time     uint64
	ID       uint64
	StreamID uint64
	SampleID
}

// ForkRecord is a new thread or process.
type ForkRecord struct {
	RecordHeader
	Pid  uint32
	Ppid uint32 // the parent's
	Tid  uint32
	Ptid uint32
	Time uint64
	SampleID
}

// ReadRecord is an inherited event's count as its thread ended.
type ReadRecord struct {
	RecordHeader
	Pid   uint32
	Tid   uint32
	Count Count
	SampleID
}

// ReadGroupRecord is the same of an event with CountFormat.Group.
type ReadGroupRecord struct {
	RecordHeader
	Pid        uint32
	Tid        uint32
	GroupCount GroupCount
	SampleID
}

// Mmap2Record is a MmapRecord that says more of the file.
type Mmap2Record struct {
	RecordHeader
	Pid             uint32
	Tid             uint32
	Addr            uint64
	Len             uint64
	PageOffset      uint64
	MajorID         uint32 // of the device
	MinorID         uint32
	Inode           uint64
	InodeGeneration uint64
	Prot            uint32
	Flags           uint32
	Filename        string
	SampleID
}

// Executable says whether it was mapped with PROT_EXEC.
func (mr *Mmap2Record) Executable() bool { return mr.view().Executable() }

// AuxRecord is new data in the AUX area.
type AuxRecord struct {
	RecordHeader
	Offset uint64
	Size   uint64
	Flags  AuxFlag
	SampleID
}

// AuxFlag describes the state of AUX data, as bits.
type AuxFlag uint64

// The bits.
const (
	AuxTruncated AuxFlag = perfc.AUX_FLAG_TRUNCATED // there was no room for all
	AuxOverwrite AuxFlag = perfc.AUX_FLAG_OVERWRITE // a snapshot
	AuxPartial   AuxFlag = perfc.AUX_FLAG_PARTIAL   // with gaps
	AuxCollision AuxFlag = perfc.AUX_FLAG_COLLISION // with another
)

// ItraceStartRecord is the beginning of an instruction trace.
type ItraceStartRecord struct {
	RecordHeader
	Pid uint32
	Tid uint32
	SampleID
}

// LostSamplesRecord is samples that the PMU dropped.
type LostSamplesRecord struct {
	RecordHeader
	Lost uint64
	SampleID
}

// SwitchRecord is a context switch of the thread.
type SwitchRecord struct {
	RecordHeader
	SampleID
}

// Out says whether it was away from the thread.
func (sr *SwitchRecord) Out() bool { return sr.view().SwitchOut() }

// Preempted says whether the thread could have gone on.
func (sr *SwitchRecord) Preempted() bool { return sr.view().SwitchPreempted() }

// SwitchCPUWideRecord is a context switch of the CPU, from or to a thread.
type SwitchCPUWideRecord struct {
	RecordHeader
	Pid uint32
	Tid uint32
	SampleID
}

// Out says whether it was away from the thread.
func (sr *SwitchCPUWideRecord) Out() bool { return sr.view().SwitchOut() }

// Preempted says whether the thread could have gone on.
func (sr *SwitchCPUWideRecord) Preempted() bool { return sr.view().SwitchPreempted() }

// NamespacesRecord is a thread's namespaces.
type NamespacesRecord struct {
	RecordHeader
	Pid        uint32
	Tid        uint32
	Namespaces []struct {
		Dev   uint64
		Inode uint64
	}
	SampleID
}

// KSymbolRecord is a symbol of the kernel that came or went.
type KSymbolRecord struct {
	RecordHeader
	Addr  uint64
	Len   uint32
	Type  uint16
	Flags uint16
	Name  string
	SampleID
}

// UnknownRecord is a record of a type that has no other here.
type UnknownRecord struct {
	RecordHeader
	Data []byte // the bytes behind the header
}

// SampleRecord is a sample, with the fields that SampleFormat asks for.
type SampleRecord struct {
	RecordHeader
	Identifier uint64
	IP         uint64
	Pid        uint32
	Tid        uint32
	Time       uint64
	Addr       uint64
	ID         uint64
	StreamID   uint64
	CPU        uint32
	_          uint32
	Period     uint64
	Count      Count
	Callchain  []uint64

	Raw                  []byte
	BranchStack          []BranchEntry
	UserRegisterABI      uint64
	UserRegisters        []uint64
	UserStack            []byte
	UserStackDynamicSize uint64
	Weight               uint64
	DataSource           DataSource
	Transaction          Transaction
	IntrRegisterABI      uint64
	IntrRegisters        []uint64
	PhysicalAddress      uint64
}

// ExactIP says whether IP is the instruction that caused the sample.
func (sr *SampleRecord) ExactIP() bool { return sr.view().ExactIP() }

// SampleGroupRecord is a sample of an event with CountFormat.Group.
type SampleGroupRecord struct {
	RecordHeader
	Identifier uint64
	IP         uint64
	Pid        uint32
	Tid        uint32
	Time       uint64
	Addr       uint64
	ID         uint64
	StreamID   uint64
	CPU        uint32
	_          uint32
	Period     uint64
	Count      GroupCount
	Callchain  []uint64

	Raw                  []byte
	BranchStack          []BranchEntry
	UserRegisterABI      uint64
	UserRegisters        []uint64
	UserStack            []byte
	UserStackDynamicSize uint64
	Weight               uint64
	DataSource           DataSource
	Transaction          Transaction
	IntrRegisterABI      uint64
	IntrRegisters        []uint64
	PhysicalAddress      uint64
}

// ExactIP says whether IP is the instruction that caused the sample.
func (sr *SampleGroupRecord) ExactIP() bool { return sr.view().ExactIP() }
