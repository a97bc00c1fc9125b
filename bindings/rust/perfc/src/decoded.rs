//! All types of records but samples.

use std::mem::MaybeUninit;

use crate::error::{check, Result};
use crate::flags::SampleFields;
use crate::record::Record;
use crate::sample::{Counts, Sample};
use perfc_sys as sys;

/// The trailer of a record that is no sample, if its attr has `sample_id_all`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[allow(missing_docs)]
pub struct SampleId {
    /// Which attr of the plan.
    pub attr_index: u32,
    pub pid: Option<u32>,
    pub tid: Option<u32>,
    pub time: Option<u64>,
    pub id: Option<u64>,
    pub stream_id: Option<u64>,
    pub cpu: Option<u32>,
    pub identifier: Option<u64>,
}

impl SampleId {
    pub(crate) fn new(raw: sys::perfc_sample_id) -> Self {
        let present = SampleFields::from_bits_retain(raw.present);
        let has = |field| present.contains(field);
        Self {
            attr_index: raw.attr_index,
            pid: has(SampleFields::TID).then_some(raw.pid),
            tid: has(SampleFields::TID).then_some(raw.tid),
            time: has(SampleFields::TIME).then_some(raw.time),
            id: has(SampleFields::ID).then_some(raw.id),
            stream_id: has(SampleFields::STREAM_ID).then_some(raw.stream_id),
            cpu: has(SampleFields::CPU).then_some(raw.cpu),
            identifier: has(SampleFields::IDENTIFIER).then_some(raw.identifier),
        }
    }

    /// Whether there is no trailer.
    pub fn is_empty(&self) -> bool {
        *self == Self { attr_index: self.attr_index, ..Self::default() }
    }
}

/// A namespace of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct Namespace {
    #[allow(missing_docs)]
    pub dev: u64,
    #[allow(missing_docs)]
    pub ino: u64,
}

/// The identity of a mapping's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum FileId {
    /// Its build id, of the first so many bytes.
    BuildId {
        #[allow(missing_docs)]
        bytes: [u8; 20],
        #[allow(missing_docs)]
        size: u8,
    },
    /// Device and inode.
    #[allow(missing_docs)]
    Inode { maj: u32, min: u32, ino: u64, ino_generation: u64 },
}

#[cfg(feature = "serde")]
fn text<S: serde::Serializer>(text: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(text))
}

macro_rules! records {
    ($(
        $(#[$doc:meta])*
        $name:ident $(<$life:lifetime>)? ($raw:ident, $decode:ident, $record:ident, $c:ident) {
            $($(#[$field_doc:meta])* $field:ident: $type:ty = $value:expr,)*
        }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize))]
            #[allow(missing_docs)]
            pub struct $name $(<$life>)? {
                $($(#[$field_doc])* pub $field: $type,)*
            }

            impl<'a> Record<'a> {
                pub(crate) fn $decode(&self) -> Result<$name $(<$life>)?> {
                    let mut out = MaybeUninit::<sys::$raw>::zeroed();
                    // SAFETY: a plan, a record, and room for its struct, for which zero is a valid
                    // value.
                    let $c = unsafe {
                        let size = size_of::<sys::$raw>();
                        let result =
                            sys::$decode(self.plan().raw(), &self.raw, out.as_mut_ptr(), size);
                        check(result, stringify!($decode))?;
                        out.assume_init()
                    };
                    #[allow(unused)]
                    let $record = self;
                    // SAFETY: ranges are those that were decoded from this record.
                    #[allow(unused_unsafe)]
                    Ok(unsafe { $name { $($field: $value,)* } })
                }
            }
        )+
    };
}

records! {
    /// PERF_RECORD_MMAP or PERF_RECORD_MMAP2: a file or memory was mapped. MMAP tells neither
    /// `file` nor `prot` and `flags`.
    Mmap<'a> (perfc_record_mmap, perfc_decode_mmap, record, c) {
        pid: u32 = c.pid,
        tid: u32 = c.tid,
        addr: u64 = c.addr,
        len: u64 = c.len,
        pgoff: u64 = c.pgoff,
        file: Option<FileId> = file_id(&c),
        /// `PROT_*`
        prot: Option<u32> = (c.fields & sys::PERFC_MMAP_HAS_PROT != 0).then_some(c.prot),
        /// `MAP_*`
        flags: Option<u32> = (c.fields & sys::PERFC_MMAP_HAS_PROT != 0).then_some(c.flags),
        /// Bytes: "//anon", "\[heap]", ...
        #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
        filename: &'a [u8] = record.range(c.filename),
    }
    /// PERF_RECORD_LOST: records found no room in the ring.
    Lost (perfc_record_lost, perfc_decode_lost, record, c) {
        id: u64 = c.id,
        /// How many.
        lost: u64 = c.lost,
    }
    /// PERF_RECORD_COMM: a thread's name changed.
    Comm<'a> (perfc_record_comm, perfc_decode_comm, record, c) {
        pid: u32 = c.pid,
        tid: u32 = c.tid,
        #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
        comm: &'a [u8] = record.range(c.comm),
    }
    /// PERF_RECORD_EXIT: a thread ended. PERF_RECORD_FORK: a thread or process was made.
    Task (perfc_record_task, perfc_decode_task, record, c) {
        pid: u32 = c.pid,
        /// The parent's.
        ppid: u32 = c.ppid,
        tid: u32 = c.tid,
        ptid: u32 = c.ptid,
        time: u64 = c.time,
    }
    /// PERF_RECORD_THROTTLE: sampling was too fast and paused. PERF_RECORD_UNTHROTTLE: it goes on.
    Throttle (perfc_record_throttle, perfc_decode_throttle, record, c) {
        time: u64 = c.time,
        id: u64 = c.id,
        stream_id: u64 = c.stream_id,
    }
    /// PERF_RECORD_READ: an inherited event's counts as its thread ended.
    ReadRecord<'a> (perfc_record_read, perfc_decode_read, record, c) {
        pid: u32 = c.pid,
        tid: u32 = c.tid,
        read: Counts<'a> = Counts::new(*record, c.read),
    }
    /// PERF_RECORD_AUX: new data in the AUX area.
    Aux (perfc_record_aux, perfc_decode_aux, record, c) {
        aux_offset: u64 = c.aux_offset,
        aux_size: u64 = c.aux_size,
        /// `PERFC_AUX_FLAG_*`
        flags: u64 = c.flags,
    }
    /// PERF_RECORD_ITRACE_START: an instruction trace began.
    ItraceStart (
        perfc_record_itrace_start, perfc_decode_itrace_start, record, c
    ) {
        pid: u32 = c.pid,
        tid: u32 = c.tid,
    }
    /// PERF_RECORD_LOST_SAMPLES: the PMU dropped samples.
    LostSamples (
        perfc_record_lost_samples, perfc_decode_lost_samples, record, c
    ) {
        lost: u64 = c.lost,
    }
    /// PERF_RECORD_SWITCH: a context switch of the thread. PERF_RECORD_SWITCH_CPU_WIDE: one on the
    /// CPU, which names the other task.
    Switch (perfc_record_switch, perfc_decode_switch, record, c) {
        /// Away from the task.
        out: bool = c.out != 0,
        /// It was still runnable.
        preempted: bool = c.preempted != 0,
        /// Of the other task; `None` in a SWITCH.
        next_prev_pid: Option<u32> = (c.has_other != 0).then_some(c.next_prev_pid),
        next_prev_tid: Option<u32> = (c.has_other != 0).then_some(c.next_prev_tid),
    }
    /// PERF_RECORD_NAMESPACES: a thread's namespaces.
    Namespaces<'a> (
        perfc_record_namespaces, perfc_decode_namespaces, record, c
    ) {
        pid: u32 = c.pid,
        tid: u32 = c.tid,
        /// By `PERFC_*_NS_INDEX`.
        namespaces: &'a [Namespace] = record.range(c.namespaces),
    }
    /// PERF_RECORD_KSYMBOL: a kernel symbol came or went.
    Ksymbol<'a> (perfc_record_ksymbol, perfc_decode_ksymbol, record, c) {
        addr: u64 = c.addr,
        len: u32 = c.len,
        /// `PERFC_RECORD_KSYMBOL_TYPE_*`
        ksym_type: u16 = c.ksym_type,
        /// `PERFC_RECORD_KSYMBOL_FLAGS_*`
        flags: u16 = c.flags,
        #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
        name: &'a [u8] = record.range(c.name),
    }
    /// PERF_RECORD_BPF_EVENT: a BPF program was loaded or unloaded.
    BpfEvent (perfc_record_bpf_event, perfc_decode_bpf_event, record, c) {
        /// `PERFC_BPF_EVENT_*`
        bpf_type: u16 = c.type_,
        flags: u16 = c.flags,
        id: u32 = c.id,
        tag: [u8; 8] = c.tag,
    }
    /// PERF_RECORD_CGROUP: a cgroup was made.
    Cgroup<'a> (perfc_record_cgroup, perfc_decode_cgroup, record, c) {
        /// Its inode.
        id: u64 = c.id,
        #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
        path: &'a [u8] = record.range(c.path),
    }
    /// PERF_RECORD_TEXT_POKE: the kernel changed its code.
    TextPoke<'a> (perfc_record_text_poke, perfc_decode_text_poke, record, c) {
        addr: u64 = c.addr,
        old_bytes: &'a [u8] = record.range(c.old_bytes),
        new_bytes: &'a [u8] = record.range(c.new_bytes),
    }
    /// PERF_RECORD_AUX_OUTPUT_HW_ID: the PMU's id of an event that writes into the AUX area.
    AuxOutputHwId (
        perfc_record_aux_output_hw_id, perfc_decode_aux_output_hw_id, record, c
    ) {
        hw_id: u64 = c.hw_id,
    }
    /// PERF_RECORD_CALLCHAIN_DEFERRED: the user part of an earlier sample's call chain.
    CallchainDeferred<'a> (
        perfc_record_callchain_deferred, perfc_decode_callchain_deferred, record, c
    ) {
        /// The sample's, after its `PERFC_CONTEXT_USER_DEFERRED`.
        cookie: u64 = c.cookie,
        callchain: &'a [u64] = record.range(c.callchain),
    }
}

impl Mmap<'_> {
    /// The build id, if the record has one.
    pub fn build_id(&self) -> Option<&[u8]> {
        match &self.file {
            Some(FileId::BuildId { bytes, size }) => bytes.get(..usize::from(*size)),
            _ => None,
        }
    }
}

fn file_id(c: &sys::perfc_record_mmap) -> Option<FileId> {
    if c.fields & sys::PERFC_MMAP_HAS_BUILD_ID != 0 {
        let size = c.build_id_size.min(20) as u8;
        Some(FileId::BuildId { bytes: c.build_id, size })
    } else if c.fields & sys::PERFC_MMAP_HAS_INODE != 0 {
        let (maj, min, ino, ino_generation) = (c.maj, c.min, c.ino, c.ino_generation);
        Some(FileId::Inode { maj, min, ino, ino_generation })
    } else {
        None
    }
}

macro_rules! decoded {
    ($($($kind:ident)|+ $variant:ident($type:ty) $decode:ident,)+) => {
        /// A record, decoded.
        #[derive(Clone, Copy, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE"))]
        #[allow(missing_docs, clippy::large_enum_variant)]
        #[non_exhaustive]
        pub enum Decoded<'a> {
            Sample(Sample<'a>),
            $($variant($type),)+
            /// A record of an unknown type: its number, and the bytes behind the header.
            Unknown { number: u32, body: &'a [u8] },
        }

        impl<'a> Decoded<'a> {
            pub(crate) fn from_record(record: Record<'a>) -> Result<Self> {
                match record.kind() {
                    sys::PERFC_RECORD_SAMPLE => record.sample().map(Self::Sample),
                    $($(sys::$kind)|+ => record.$decode().map(Self::$variant),)+
                    number => Ok(Self::Unknown { number, body: &record.bytes()[8..] }),
                }
            }
        }
    };
}

decoded! {
    PERFC_RECORD_MMAP | PERFC_RECORD_MMAP2 Mmap(Mmap<'a>) perfc_decode_mmap,
    PERFC_RECORD_LOST Lost(Lost) perfc_decode_lost,
    PERFC_RECORD_COMM Comm(Comm<'a>) perfc_decode_comm,
    PERFC_RECORD_EXIT Exit(Task) perfc_decode_task,
    PERFC_RECORD_THROTTLE Throttle(Throttle) perfc_decode_throttle,
    PERFC_RECORD_UNTHROTTLE Unthrottle(Throttle) perfc_decode_throttle,
    PERFC_RECORD_FORK Fork(Task) perfc_decode_task,
    PERFC_RECORD_READ Read(ReadRecord<'a>) perfc_decode_read,
    PERFC_RECORD_AUX Aux(Aux) perfc_decode_aux,
    PERFC_RECORD_ITRACE_START ItraceStart(ItraceStart) perfc_decode_itrace_start,
    PERFC_RECORD_LOST_SAMPLES LostSamples(LostSamples) perfc_decode_lost_samples,
    PERFC_RECORD_SWITCH | PERFC_RECORD_SWITCH_CPU_WIDE Switch(Switch) perfc_decode_switch,
    PERFC_RECORD_NAMESPACES Namespaces(Namespaces<'a>) perfc_decode_namespaces,
    PERFC_RECORD_KSYMBOL Ksymbol(Ksymbol<'a>) perfc_decode_ksymbol,
    PERFC_RECORD_BPF_EVENT BpfEvent(BpfEvent) perfc_decode_bpf_event,
    PERFC_RECORD_CGROUP Cgroup(Cgroup<'a>) perfc_decode_cgroup,
    PERFC_RECORD_TEXT_POKE TextPoke(TextPoke<'a>) perfc_decode_text_poke,
    PERFC_RECORD_AUX_OUTPUT_HW_ID AuxOutputHwId(AuxOutputHwId) perfc_decode_aux_output_hw_id,
    PERFC_RECORD_CALLCHAIN_DEFERRED CallchainDeferred(CallchainDeferred<'a>)
        perfc_decode_callchain_deferred,
}
