//! The rows of tables.
// Written by tools/generate from bindings/abi.json.

#[cfg(feature = "serde")]
use crate::decoded::text;
use crate::error::Result;
use crate::profile::file::File;
use crate::profile::table::{Kind, Table, Texts};
use perfc_sys as sys;
use sys::profile as raw;

/// A row of `PERFC_ROWS_FACTS`. Names are those of the features, in lower case: "hostname",
/// "cmdline". docs/files.md has all names. A fact "malformed" stands for a feature that breaks a
/// rule: its value is the rule, and its number the place in the file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FactRow<'a> {
    /// The fact's name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The fact as text. A number is here too, in decimal.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub value: &'a [u8],
    /// The fact as a number; 0 if it is none.
    pub number: u64,
    /// `PERFC_FEATURE_*`: the feature that has the fact.
    pub feature: u32,
    /// Counts the facts of one name: 0 for the first argument of cmdline, 1 for the second.
    pub index: u32,
}

impl<'a> FactRow<'a> {
    fn new(raw: &'a raw::perfc_fact_row, texts: Texts<'a>) -> Self {
        Self {
            name: texts.get(raw.name),
            value: texts.get(raw.value),
            number: raw.number,
            feature: raw.feature,
            index: raw.index,
        }
    }
}

/// A row of `PERFC_ROWS_EVENTS` or `PERFC_ROWS_GROUPS`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EventRow<'a> {
    /// The event's name, as `EVENT_DESC` or an `EVENT_UPDATE` record gives it. Empty: the file has
    /// no name for it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The unit of counts, from an `EVENT_UPDATE` record.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub unit: &'a [u8],
    /// The name of the group, from `GROUP_DESC`. Empty: it has none.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub group: &'a [u8],
    /// A count times scale is in `unit`. 1 if the file says nothing.
    pub scale: f64,
    /// Index of the event's attr in the plan.
    pub attr_index: u32,
    /// Index of the attr of the group's leader; attr_index if the event leads a group, or is in
    /// none.
    pub leader: u32,
    /// Number of ids of the event.
    pub id_count: u32,
}

impl<'a> EventRow<'a> {
    fn new(raw: &'a raw::perfc_event_row, texts: Texts<'a>) -> Self {
        Self {
            name: texts.get(raw.name),
            unit: texts.get(raw.unit),
            group: texts.get(raw.group),
            scale: raw.scale,
            attr_index: raw.attr_index,
            leader: raw.leader,
            id_count: raw.id_count,
        }
    }
}

/// A row of `PERFC_ROWS_BUILD_IDS`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BuildIdRow<'a> {
    /// Path of the object file, "\[kernel.kallsyms]", or a name such as "\[vdso]".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub path: &'a [u8],
    /// The process in which the file was mapped; -1: any.
    pub pid: i32,
    /// `PERFC_RECORD_MISC_KERNEL`, _USER, _GUEST_KERNEL or _GUEST_USER.
    pub cpumode: u32,
    /// The build id; 0 behind build_id_size bytes.
    pub build_id: &'a [u8],
}

impl<'a> BuildIdRow<'a> {
    fn new(raw: &'a raw::perfc_build_id_row, texts: Texts<'a>) -> Self {
        Self {
            path: texts.get(raw.path),
            pid: raw.pid,
            cpumode: raw.cpumode,
            build_id: crate::profile::table::first(&raw.build_id, raw.build_id_size),
        }
    }
}

/// A row of `PERFC_ROWS_CPUS`. A member is `PERFC_NO_CPU_NUMBER` if the file doesn't say.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CpuRow {
    /// Number of the CPU.
    pub cpu: u32,
    /// The core's number in its socket.
    pub core: u32,
    /// The die's number in its socket.
    pub die: u32,
    /// The socket (physical package).
    pub socket: u32,
}

impl CpuRow {
    fn new(raw: &raw::perfc_cpu_row) -> Self {
        Self {
            cpu: raw.cpu,
            core: raw.core,
            die: raw.die,
            socket: raw.socket,
        }
    }
}

/// A row of `PERFC_ROWS_NODES`, from `NUMA_TOPOLOGY` and `MEM_TOPOLOGY`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NodeRow<'a> {
    /// The node's number.
    pub node: u32,
    /// Bytes of memory in the node. 0: the file doesn't say.
    pub total_bytes: u64,
    /// Bytes of it that were free.
    pub free_bytes: u64,
    /// Bytes of a memory block; 0: the file doesn't say.
    pub block_bytes: u64,
    /// The node's CPUs, as "0-3,8".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub cpus: &'a [u8],
    /// The numbers of the node's memory blocks, as "0-31".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub blocks: &'a [u8],
}

impl<'a> NodeRow<'a> {
    fn new(raw: &'a raw::perfc_node_row, texts: Texts<'a>) -> Self {
        Self {
            node: raw.node,
            total_bytes: raw.total_bytes,
            free_bytes: raw.free_bytes,
            block_bytes: raw.block_bytes,
            cpus: texts.get(raw.cpus),
            blocks: texts.get(raw.blocks),
        }
    }
}

/// A row of `PERFC_ROWS_PMUS`: one capability, or the PMU itself if cap is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PmuRow<'a> {
    /// attr.type of the PMU's events; `PERFC_NO_PMU_TYPE` if the file doesn't say.
    pub type_: u32,
    /// The PMU's name, such as "cpu_core".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The CPUs of a PMU of a hybrid machine, as "0-3". Else empty.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub cpus: &'a [u8],
    /// Name of the capability, such as "branches".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub cap: &'a [u8],
    /// Its value.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub value: &'a [u8],
}

impl<'a> PmuRow<'a> {
    fn new(raw: &'a raw::perfc_pmu_row, texts: Texts<'a>) -> Self {
        Self {
            type_: raw.type_,
            name: texts.get(raw.name),
            cpus: texts.get(raw.cpus),
            cap: texts.get(raw.cap),
            value: texts.get(raw.value),
        }
    }
}

/// A row of `PERFC_ROWS_DOMAINS`, from `CPU_DOMAIN_INFO`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DomainRow<'a> {
    /// Number of the CPU.
    pub cpu: u32,
    /// Level of the domain, as in /proc/schedstat.
    pub domain: u32,
    /// Its name, such as "MC". Empty before version 17 of schedstat.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The CPUs of the domain, as "0-3".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub cpus: &'a [u8],
}

impl<'a> DomainRow<'a> {
    fn new(raw: &'a raw::perfc_domain_row, texts: Texts<'a>) -> Self {
        Self {
            cpu: raw.cpu,
            domain: raw.domain,
            name: texts.get(raw.name),
            cpus: texts.get(raw.cpus),
        }
    }
}

/// A row of `PERFC_ROWS_CACHES`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CacheRow<'a> {
    /// 1 to 3.
    pub level: u32,
    /// Bytes of a line.
    pub line_size: u32,
    /// Number of sets.
    pub sets: u32,
    /// Ways of a set.
    pub ways: u32,
    /// "Data", "Instruction" or "Unified".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub type_: &'a [u8],
    /// Size of the cache, as "32K".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub size: &'a [u8],
    /// The CPUs that share the cache, as "0-1".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub cpus: &'a [u8],
}

impl<'a> CacheRow<'a> {
    fn new(raw: &'a raw::perfc_cache_row, texts: Texts<'a>) -> Self {
        Self {
            level: raw.level,
            line_size: raw.line_size,
            sets: raw.sets,
            ways: raw.ways,
            type_: texts.get(raw.type_),
            size: texts.get(raw.size),
            cpus: texts.get(raw.cpus),
        }
    }
}

/// A row of `PERFC_ROWS_BPF`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct BpfRow<'a> {
    /// Id of the program or BTF.
    pub id: u32,
    /// `PERFC_BPF_*`.
    pub kind: u32,
    /// Programs: bpf_prog_info.type, `BPF_PROG_TYPE_*` of linux/bpf.h.
    pub program_type: u32,
    /// Programs: id of the BTF; 0: none.
    pub btf_id: u32,
    /// Programs: address of the first jited function.
    pub address: u64,
    /// Programs: bytes of jited code.
    pub size: u64,
    /// Programs: hash of the instructions.
    pub tag: [u8; 8],
    /// Programs: bpf_prog_info.name.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// Programs: the bytes of struct bpf_prog_info. BTF: its bytes.
    pub data: &'a [u8],
}

impl<'a> BpfRow<'a> {
    fn new(raw: &'a raw::perfc_bpf_row, texts: Texts<'a>) -> Self {
        Self {
            id: raw.id,
            kind: raw.kind,
            program_type: raw.program_type,
            btf_id: raw.btf_id,
            address: raw.address,
            size: raw.size,
            tag: raw.tag,
            name: texts.get(raw.name),
            data: texts.get(raw.data),
        }
    }
}

/// A row of `PERFC_ROWS_CLOCKS`. Its first members are those of struct `perfc_clock_relation`:
/// `perfc_clock_convert` takes a pointer to the row.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClockRow {
    /// A time of the records, in nanoseconds.
    pub time: u64,
    /// time + offset is the time of the other clock.
    pub offset: i64,
    /// Nanoseconds by which offset may be wrong.
    pub uncertainty: u64,
    /// Id of the other clock.
    pub clock: i32,
    /// `PERFC_CLOCK_*`.
    pub how: u32,
    /// Id of the clock of the records, from `CLOCK_DATA` or CLOCKID.
    pub record_clock: i32,
    /// Resolution of the clock of the records in nanoseconds; 0: the file doesn't say.
    pub resolution: u64,
}

impl ClockRow {
    fn new(raw: &raw::perfc_clock_row) -> Self {
        Self {
            time: raw.time,
            offset: raw.offset,
            uncertainty: raw.uncertainty,
            clock: raw.clock,
            how: raw.how,
            record_clock: raw.record_clock,
            resolution: raw.resolution,
        }
    }
}

/// A row of `PERFC_ROWS_FEATURES`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FeatureRow<'a> {
    /// `PERFC_FEATURE_*`, or a number that this version doesn't know.
    pub feature: u32,
    /// The byte at which the feature begins in the file.
    pub position: u64,
    /// Bytes of the feature in the file.
    pub size: u64,
    /// Name of the feature, such as "`CPU_TOPOLOGY`"; empty: this version doesn't know it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The bytes, in the file's byte order. Empty for `TRACING_DATA` and for features of more than
    /// 16 MiB or an eighth of max_bytes, which can be read from the file at `position`.
    pub data: &'a [u8],
}

impl<'a> FeatureRow<'a> {
    fn new(raw: &'a raw::perfc_feature_row, texts: Texts<'a>) -> Self {
        Self {
            feature: raw.feature,
            position: raw.position,
            size: raw.size,
            name: texts.get(raw.name),
            data: texts.get(raw.data),
        }
    }
}

/// A row of `PERFC_ROWS_TRACEPOINTS`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TracepointRow<'a> {
    /// attr.config of the tracepoint's events on the machine of the recording.
    pub id: u32,
    /// The subsystem, such as "sched".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub system: &'a [u8],
    /// The tracepoint, such as "sched_switch".
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub name: &'a [u8],
    /// The format file, for `perfc_tracepoint_create_from_text`.
    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]
    pub format: &'a [u8],
}

impl<'a> TracepointRow<'a> {
    fn new(raw: &'a raw::perfc_tracepoint_row, texts: Texts<'a>) -> Self {
        Self {
            id: raw.id,
            system: texts.get(raw.system),
            name: texts.get(raw.name),
            format: texts.get(raw.format),
        }
    }
}

/// Facts about the recording and its machine, such as HOSTNAME and each argument of CMDLINE.
#[derive(Clone, Copy, Debug)]
pub struct Facts;

impl Kind for Facts {
    type Raw = raw::perfc_fact_row;
    type Row<'a> = FactRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_FACTS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        FactRow::new(raw, texts)
    }
}

/// The events, by the index of their attrs.
#[derive(Clone, Copy, Debug)]
pub struct Events;

impl Kind for Events {
    type Raw = raw::perfc_event_row;
    type Row<'a> = EventRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_EVENTS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        EventRow::new(raw, texts)
    }
}

/// Build ids of object files.
#[derive(Clone, Copy, Debug)]
pub struct BuildIds;

impl Kind for BuildIds {
    type Raw = raw::perfc_build_id_row;
    type Row<'a> = BuildIdRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_BUILD_IDS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        BuildIdRow::new(raw, texts)
    }
}

/// CPUs and their topology.
#[derive(Clone, Copy, Debug)]
pub struct Cpus;

impl Kind for Cpus {
    type Raw = raw::perfc_cpu_row;
    type Row<'a> = CpuRow;
    const NUMBER: u32 = raw::PERFC_ROWS_CPUS;
    fn row<'a>(raw: &'a Self::Raw, _: Texts<'a>) -> Self::Row<'a> {
        CpuRow::new(raw)
    }
}

/// NUMA nodes.
#[derive(Clone, Copy, Debug)]
pub struct Nodes;

impl Kind for Nodes {
    type Raw = raw::perfc_node_row;
    type Row<'a> = NodeRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_NODES;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        NodeRow::new(raw, texts)
    }
}

/// PMUs, their capabilities and their CPUs.
#[derive(Clone, Copy, Debug)]
pub struct Pmus;

impl Kind for Pmus {
    type Raw = raw::perfc_pmu_row;
    type Row<'a> = PmuRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_PMUS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        PmuRow::new(raw, texts)
    }
}

/// CPU caches.
#[derive(Clone, Copy, Debug)]
pub struct Caches;

impl Kind for Caches {
    type Raw = raw::perfc_cache_row;
    type Row<'a> = CacheRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_CACHES;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        CacheRow::new(raw, texts)
    }
}

/// The groups of events, the leader first.
#[derive(Clone, Copy, Debug)]
pub struct Groups;

impl Kind for Groups {
    type Raw = raw::perfc_event_row;
    type Row<'a> = EventRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_GROUPS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        EventRow::new(raw, texts)
    }
}

/// BPF programs and their BTF.
#[derive(Clone, Copy, Debug)]
pub struct Bpf;

impl Kind for Bpf {
    type Raw = raw::perfc_bpf_row;
    type Row<'a> = BpfRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_BPF;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        BpfRow::new(raw, texts)
    }
}

/// How the times of records relate to other clocks.
#[derive(Clone, Copy, Debug)]
pub struct Clocks;

impl Kind for Clocks {
    type Raw = raw::perfc_clock_row;
    type Row<'a> = ClockRow;
    const NUMBER: u32 = raw::PERFC_ROWS_CLOCKS;
    fn row<'a>(raw: &'a Self::Raw, _: Texts<'a>) -> Self::Row<'a> {
        ClockRow::new(raw)
    }
}

/// Every feature as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Features;

impl Kind for Features {
    type Raw = raw::perfc_feature_row;
    type Row<'a> = FeatureRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_FEATURES;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        FeatureRow::new(raw, texts)
    }
}

/// Format files of tracepoints.
#[derive(Clone, Copy, Debug)]
pub struct Tracepoints;

impl Kind for Tracepoints {
    type Raw = raw::perfc_tracepoint_row;
    type Row<'a> = TracepointRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_TRACEPOINTS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        TracepointRow::new(raw, texts)
    }
}

/// The scheduler's domains of each CPU.
#[derive(Clone, Copy, Debug)]
pub struct Domains;

impl Kind for Domains {
    type Raw = raw::perfc_domain_row;
    type Row<'a> = DomainRow<'a>;
    const NUMBER: u32 = raw::PERFC_ROWS_DOMAINS;
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a> {
        DomainRow::new(raw, texts)
    }
}

/// What the header says. ENODATA: the file doesn't have what the table is made of.
impl File<'_> {
    /// Facts about the recording and its machine, such as HOSTNAME and each argument of CMDLINE.
    pub fn facts(&self) -> Result<Table<Facts>> {
        self.table()
    }

    /// The events, by the index of their attrs.
    pub fn events(&self) -> Result<Table<Events>> {
        self.table()
    }

    /// Build ids of object files.
    pub fn build_ids(&self) -> Result<Table<BuildIds>> {
        self.table()
    }

    /// CPUs and their topology.
    pub fn cpus(&self) -> Result<Table<Cpus>> {
        self.table()
    }

    /// NUMA nodes.
    pub fn nodes(&self) -> Result<Table<Nodes>> {
        self.table()
    }

    /// PMUs, their capabilities and their CPUs.
    pub fn pmus(&self) -> Result<Table<Pmus>> {
        self.table()
    }

    /// CPU caches.
    pub fn caches(&self) -> Result<Table<Caches>> {
        self.table()
    }

    /// The groups of events, the leader first.
    pub fn groups(&self) -> Result<Table<Groups>> {
        self.table()
    }

    /// BPF programs and their BTF.
    pub fn bpf(&self) -> Result<Table<Bpf>> {
        self.table()
    }

    /// How the times of records relate to other clocks.
    pub fn clocks(&self) -> Result<Table<Clocks>> {
        self.table()
    }

    /// Every feature as bytes.
    pub fn features(&self) -> Result<Table<Features>> {
        self.table()
    }

    /// Format files of tracepoints.
    pub fn tracepoints(&self) -> Result<Table<Tracepoints>> {
        self.table()
    }

    /// The scheduler's domains of each CPU.
    pub fn domains(&self) -> Result<Table<Domains>> {
        self.table()
    }
}
