//! What records decode to.
// Written by tools/generate from bindings/abi.json.

#[cfg(feature = "serde")]
use crate::decoded::text;
use crate::decoded::FileId;
use crate::error::{check, Result};
use crate::record::Record;
use crate::sample::{Counts, Sample};
use perfc_sys as sys;

/// The file of a namespace under /proc/PID/ns. The struct never grows: the kernel lays out the
/// array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
#[repr(C)]
pub struct Namespace {
    /// The file's device.
    pub dev: u64,
    /// The file's inode.
    pub ino: u64,
}

/// The trailer of a record. If the attr has sample_id_all, every record of the kernel except SAMPLE
/// ends with one. The other members are as in struct `perfc_sample`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct SampleId {
    pub attr_index: u32,
    pub cpu: Option<u32>,
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    pub time: Option<u64>,
    pub id: Option<u64>,
    pub stream_id: Option<u64>,
    pub identifier: Option<u64>,
}

impl SampleId {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_sample_id::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_sample_id(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_sample_id")?;
        Ok(Self {
            attr_index: raw.attr_index,
            cpu: (raw.present & sys::PERFC_SAMPLE_CPU != 0).then_some(raw.cpu),
            pid: (raw.present & sys::PERFC_SAMPLE_TID != 0).then_some(raw.pid),
            tid: (raw.present & sys::PERFC_SAMPLE_TID != 0).then_some(raw.tid),
            time: (raw.present & sys::PERFC_SAMPLE_TIME != 0).then_some(raw.time),
            id: (raw.present & sys::PERFC_SAMPLE_ID != 0).then_some(raw.id),
            stream_id: (raw.present & sys::PERFC_SAMPLE_STREAM_ID != 0).then_some(raw.stream_id),
            identifier: (raw.present & sys::PERFC_SAMPLE_IDENTIFIER != 0).then_some(raw.identifier),
        })
    }
}

/// `PERF_RECORD_MMAP` (1) and `PERF_RECORD_MMAP2` (10): a file or memory was mapped. An MMAP2 has a
/// build id if its attr has `PERFC_ATTR_BUILD_ID` and misc has `PERFC_RECORD_MISC_MMAP_BUILD_ID`.
/// The bit alone isn't enough: the kernel leaves it set in the records of other events. For records
/// with id 0 misc alone decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Mmap<'a> {
    /// The process.
    pub pid: u32,
    /// The thread.
    pub tid: u32,
    /// Address of the mapping.
    pub addr: u64,
    /// Bytes of the mapping.
    pub len: u64,
    /// Bytes from the start of the file to the mapping.
    pub pgoff: u64,
    /// A path, "//anon", "\[heap]", ...
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub filename: &'a [u8],
    /// `PROT_*`.
    pub prot: Option<u32>,
    /// `MAP_*`.
    pub flags: Option<u32>,
    /// What the file is known by.
    pub file: Option<FileId>,
}

impl<'a> Mmap<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_mmap::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_mmap(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_mmap")?;
        Ok(Self {
            pid: raw.pid,
            tid: raw.tid,
            addr: raw.addr,
            len: raw.len,
            pgoff: raw.pgoff,
            // SAFETY: a range of this record.
            filename: unsafe { record.range(raw.filename) },
            prot: (raw.fields & sys::PERFC_MMAP_HAS_PROT != 0).then_some(raw.prot),
            flags: (raw.fields & sys::PERFC_MMAP_HAS_PROT != 0).then_some(raw.flags),
            file: FileId::new(&raw),
        })
    }
}

/// `PERF_RECORD_LOST` (2): records found no room in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Lost {
    /// Id of the event.
    pub id: u64,
    /// Number of records.
    pub lost: u64,
}

impl Lost {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_lost::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_lost(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_lost")?;
        Ok(Self {
            id: raw.id,
            lost: raw.lost,
        })
    }
}

/// `PERF_RECORD_COMM` (3): a thread's name changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Comm<'a> {
    /// The process.
    pub pid: u32,
    /// The thread.
    pub tid: u32,
    /// The new name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub comm: &'a [u8],
}

impl<'a> Comm<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_comm::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_comm(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_comm")?;
        Ok(Self {
            pid: raw.pid,
            tid: raw.tid,
            // SAFETY: a range of this record.
            comm: unsafe { record.range(raw.comm) },
        })
    }
}

/// `PERF_RECORD_EXIT` (4): a thread ended. `PERF_RECORD_FORK` (7): a thread or process was made.
/// The record's type tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Task {
    /// The process.
    pub pid: u32,
    /// The parent's pid.
    pub ppid: u32,
    /// The thread.
    pub tid: u32,
    /// The parent's tid.
    pub ptid: u32,
    /// Nanoseconds of the attr's clock.
    pub time: u64,
}

impl Task {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_task::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_task(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_task")?;
        Ok(Self {
            pid: raw.pid,
            ppid: raw.ppid,
            tid: raw.tid,
            ptid: raw.ptid,
            time: raw.time,
        })
    }
}

/// `PERF_RECORD_THROTTLE` (5): the event sampled too fast, and the kernel paused it.
/// `PERF_RECORD_UNTHROTTLE` (6): the event samples again. The record's type tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Throttle {
    /// Nanoseconds of the attr's clock.
    pub time: u64,
    /// Id of the event. An inherited event has its parent's id.
    pub id: u64,
    /// Id of the event itself.
    pub stream_id: u64,
}

impl Throttle {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_throttle::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_throttle(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_throttle")?;
        Ok(Self {
            time: raw.time,
            id: raw.id,
            stream_id: raw.stream_id,
        })
    }
}

/// `PERF_RECORD_READ` (8): the counts of an inherited event when its thread ended (inherit_stat).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct ReadRecord<'a> {
    /// The process.
    pub pid: u32,
    /// The thread.
    pub tid: u32,
    /// The counts.
    pub read: Counts<'a>,
}

impl<'a> ReadRecord<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_read::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_read(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_read")?;
        Ok(Self {
            pid: raw.pid,
            tid: raw.tid,
            read: Counts::new(*record, raw.read),
        })
    }
}

/// `PERF_RECORD_AUX` (11): new data in the AUX area; `perfc_aux_view` views them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Aux {
    /// Place of the data in the area, in bytes.
    pub aux_offset: u64,
    /// Bytes of the data.
    pub aux_size: u64,
    /// `PERFC_AUX_FLAG_*`.
    pub flags: u64,
}

impl Aux {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_aux::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_aux(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_aux")?;
        Ok(Self {
            aux_offset: raw.aux_offset,
            aux_size: raw.aux_size,
            flags: raw.flags,
        })
    }
}

/// `PERF_RECORD_ITRACE_START` (12): an instruction trace began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct ItraceStart {
    /// The process.
    pub pid: u32,
    /// The thread.
    pub tid: u32,
}

impl ItraceStart {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_itrace_start::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_itrace_start(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_itrace_start")?;
        Ok(Self {
            pid: raw.pid,
            tid: raw.tid,
        })
    }
}

/// `PERF_RECORD_LOST_SAMPLES` (13): the PMU dropped samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct LostSamples {
    /// Number of samples.
    pub lost: u64,
}

impl LostSamples {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_lost_samples::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_lost_samples(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_lost_samples")?;
        Ok(Self {
            lost: raw.lost,
        })
    }
}

/// `PERF_RECORD_SWITCH` (14) and `PERF_RECORD_SWITCH_CPU_WIDE` (15): a context switch of a thread.
/// A `SWITCH_CPU_WIDE` also names the other task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Switch {
    /// 1: the CPU left the thread. 0: the CPU came to the thread.
    pub out: bool,
    /// 1: the thread was still runnable when the CPU left it.
    pub preempted: bool,
    /// The process of the other task. The other task is the next one if `out` is 1, else the
    /// previous one.
    pub next_prev_pid: Option<u32>,
    /// The thread of the other task.
    pub next_prev_tid: Option<u32>,
}

impl Switch {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_switch::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_switch(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_switch")?;
        Ok(Self {
            out: raw.out != 0,
            preempted: raw.preempted != 0,
            next_prev_pid: (raw.has_other != 0).then_some(raw.next_prev_pid),
            next_prev_tid: (raw.has_other != 0).then_some(raw.next_prev_tid),
        })
    }
}

/// `PERF_RECORD_NAMESPACES` (16): the namespaces of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Namespaces<'a> {
    /// The process.
    pub pid: u32,
    /// The thread.
    pub tid: u32,
    /// `PERFC_*`_NS_INDEX are the indices.
    pub namespaces: &'a [Namespace],
}

impl<'a> Namespaces<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_namespaces::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_namespaces(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_namespaces")?;
        Ok(Self {
            pid: raw.pid,
            tid: raw.tid,
            // SAFETY: a range of this record.
            namespaces: unsafe { record.range(raw.namespaces) },
        })
    }
}

/// `PERF_RECORD_KSYMBOL` (17): a kernel symbol was registered or unregistered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Ksymbol<'a> {
    /// Address of the symbol.
    pub addr: u64,
    /// Bytes of the symbol's code.
    pub len: u32,
    /// `PERFC_RECORD_KSYMBOL_TYPE_*`.
    pub ksym_type: u16,
    /// `PERFC_RECORD_KSYMBOL_FLAGS_*`.
    pub flags: u16,
    /// The symbol's name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
}

impl<'a> Ksymbol<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_ksymbol::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_ksymbol(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_ksymbol")?;
        Ok(Self {
            addr: raw.addr,
            len: raw.len,
            ksym_type: raw.ksym_type,
            flags: raw.flags,
            // SAFETY: a range of this record.
            name: unsafe { record.range(raw.name) },
        })
    }
}

/// `PERF_RECORD_BPF_EVENT` (18): a BPF program was loaded or unloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct BpfEvent {
    /// `PERFC_BPF_EVENT_*`.
    pub bpf_type: u16,
    /// 0 so far.
    pub flags: u16,
    /// Id of the program, as bpf(2) has it.
    pub id: u32,
    /// Hash of the program's instructions.
    pub tag: [u8; 8],
}

impl BpfEvent {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_bpf_event::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_bpf_event(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_bpf_event")?;
        Ok(Self {
            bpf_type: raw.type_,
            flags: raw.flags,
            id: raw.id,
            tag: raw.tag,
        })
    }
}

/// `PERF_RECORD_CGROUP` (19): a cgroup was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct Cgroup<'a> {
    /// Inode of the cgroup.
    pub id: u64,
    /// The path from the root of the hierarchy.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub path: &'a [u8],
}

impl<'a> Cgroup<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_cgroup::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_cgroup(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_cgroup")?;
        Ok(Self {
            id: raw.id,
            // SAFETY: a range of this record.
            path: unsafe { record.range(raw.path) },
        })
    }
}

/// `PERF_RECORD_TEXT_POKE` (20): the kernel changed its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct TextPoke<'a> {
    /// Address of the change.
    pub addr: u64,
    /// The code before the change.
    pub old_bytes: &'a [u8],
    /// The code after the change.
    pub new_bytes: &'a [u8],
}

impl<'a> TextPoke<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_text_poke::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_text_poke(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_text_poke")?;
        Ok(Self {
            addr: raw.addr,
            // SAFETY: a range of this record.
            old_bytes: unsafe { record.range(raw.old_bytes) },
            // SAFETY: a range of this record.
            new_bytes: unsafe { record.range(raw.new_bytes) },
        })
    }
}

/// `PERF_RECORD_AUX_OUTPUT_HW_ID` (21): the hardware's id of an event that writes into the AUX
/// area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct AuxOutputHwId {
    /// The PMU defines its meaning.
    pub hw_id: u64,
}

impl AuxOutputHwId {
    pub(crate) fn from_record(record: &Record<'_>) -> Result<Self> {
        let mut raw = sys::perfc_record_aux_output_hw_id::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_aux_output_hw_id(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_aux_output_hw_id")?;
        Ok(Self {
            hw_id: raw.hw_id,
        })
    }
}

/// `PERF_RECORD_CALLCHAIN_DEFERRED` (22): the user's part of the call chain of earlier samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct CallchainDeferred<'a> {
    /// Equals the cookie in the samples, which stands behind `PERFC_CONTEXT_USER_DEFERRED` in their
    /// call chains.
    pub cookie: u64,
    /// Addresses and markers.
    pub callchain: &'a [u64],
}

impl<'a> CallchainDeferred<'a> {
    pub(crate) fn from_record(record: &Record<'a>) -> Result<Self> {
        let mut raw = sys::perfc_record_callchain_deferred::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {
            let size = size_of_val(&raw);
            sys::perfc_decode_callchain_deferred(record.plan().raw(), &record.raw, &mut raw, size)
        };
        check(result, "perfc_decode_callchain_deferred")?;
        Ok(Self {
            cookie: raw.cookie,
            // SAFETY: a range of this record.
            callchain: unsafe { record.range(raw.callchain) },
        })
    }
}

/// A record, decoded.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE"))]
#[allow(missing_docs, clippy::large_enum_variant)]
#[non_exhaustive]
pub enum Decoded<'a> {
    Sample(Sample<'a>),
    Mmap(Mmap<'a>),
    Lost(Lost),
    Comm(Comm<'a>),
    Exit(Task),
    Fork(Task),
    Throttle(Throttle),
    Unthrottle(Throttle),
    Read(ReadRecord<'a>),
    Aux(Aux),
    ItraceStart(ItraceStart),
    LostSamples(LostSamples),
    Switch(Switch),
    Namespaces(Namespaces<'a>),
    Ksymbol(Ksymbol<'a>),
    BpfEvent(BpfEvent),
    Cgroup(Cgroup<'a>),
    TextPoke(TextPoke<'a>),
    AuxOutputHwId(AuxOutputHwId),
    CallchainDeferred(CallchainDeferred<'a>),
    /// A type that this version doesn't know: its number, and the bytes after the header.
    Unknown { number: u32, body: &'a [u8] },
}

impl<'a> Decoded<'a> {
    pub(crate) fn from_record(record: Record<'a>) -> Result<Self> {
        Ok(match record.kind() {
            sys::PERFC_RECORD_SAMPLE => Self::Sample(record.sample()?),
            sys::PERFC_RECORD_MMAP | sys::PERFC_RECORD_MMAP2 => Self::Mmap(Mmap::from_record(&record)?),
            sys::PERFC_RECORD_LOST => Self::Lost(Lost::from_record(&record)?),
            sys::PERFC_RECORD_COMM => Self::Comm(Comm::from_record(&record)?),
            sys::PERFC_RECORD_EXIT => Self::Exit(Task::from_record(&record)?),
            sys::PERFC_RECORD_FORK => Self::Fork(Task::from_record(&record)?),
            sys::PERFC_RECORD_THROTTLE => Self::Throttle(Throttle::from_record(&record)?),
            sys::PERFC_RECORD_UNTHROTTLE => Self::Unthrottle(Throttle::from_record(&record)?),
            sys::PERFC_RECORD_READ => Self::Read(ReadRecord::from_record(&record)?),
            sys::PERFC_RECORD_AUX => Self::Aux(Aux::from_record(&record)?),
            sys::PERFC_RECORD_ITRACE_START => Self::ItraceStart(ItraceStart::from_record(&record)?),
            sys::PERFC_RECORD_LOST_SAMPLES => Self::LostSamples(LostSamples::from_record(&record)?),
            sys::PERFC_RECORD_SWITCH | sys::PERFC_RECORD_SWITCH_CPU_WIDE => Self::Switch(Switch::from_record(&record)?),
            sys::PERFC_RECORD_NAMESPACES => Self::Namespaces(Namespaces::from_record(&record)?),
            sys::PERFC_RECORD_KSYMBOL => Self::Ksymbol(Ksymbol::from_record(&record)?),
            sys::PERFC_RECORD_BPF_EVENT => Self::BpfEvent(BpfEvent::from_record(&record)?),
            sys::PERFC_RECORD_CGROUP => Self::Cgroup(Cgroup::from_record(&record)?),
            sys::PERFC_RECORD_TEXT_POKE => Self::TextPoke(TextPoke::from_record(&record)?),
            sys::PERFC_RECORD_AUX_OUTPUT_HW_ID => Self::AuxOutputHwId(AuxOutputHwId::from_record(&record)?),
            sys::PERFC_RECORD_CALLCHAIN_DEFERRED => Self::CallchainDeferred(CallchainDeferred::from_record(&record)?),
            number => Self::Unknown { number, body: &record.bytes()[8..] },
        })
    }
}
