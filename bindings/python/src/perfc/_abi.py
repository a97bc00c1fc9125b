"""The C ABI as ctypes has it."""
# Written by tools/generate from bindings/abi.json.
from collections.abc import Callable
from ctypes import (Array, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t,
                    c_uint16, c_uint32, c_uint64, c_uint8, c_void_p)
from typing import Any


class Attr(Structure):
    type: int
    size: int
    config: int
    sample_period: int
    sample_type: int
    read_format: int
    flags: int
    wakeup_events: int
    bp_type: int
    config1: int
    config2: int
    branch_sample_type: int
    sample_regs_user: int
    sample_stack_user: int
    clockid: int
    sample_regs_intr: int
    aux_watermark: int
    sample_max_stack: int
    reserved_2: int
    aux_sample_size: int
    aux_action: int
    sig_data: int
    config3: int
    config4: int
    _fields_ = [
        ("type", c_uint32),
        ("size", c_uint32),
        ("config", c_uint64),
        ("sample_period", c_uint64),
        ("sample_type", c_uint64),
        ("read_format", c_uint64),
        ("flags", c_uint64),
        ("wakeup_events", c_uint32),
        ("bp_type", c_uint32),
        ("config1", c_uint64),
        ("config2", c_uint64),
        ("branch_sample_type", c_uint64),
        ("sample_regs_user", c_uint64),
        ("sample_stack_user", c_uint32),
        ("clockid", c_int32),
        ("sample_regs_intr", c_uint64),
        ("aux_watermark", c_uint32),
        ("sample_max_stack", c_uint16),
        ("reserved_2", c_uint16),
        ("aux_sample_size", c_uint32),
        ("aux_action", c_uint32),
        ("sig_data", c_uint64),
        ("config3", c_uint64),
        ("config4", c_uint64),
    ]


class MmapPage(Structure):
    version: int
    compat_version: int
    lock: int
    index: int
    offset: int
    time_enabled: int
    time_running: int
    capabilities: int
    pmc_width: int
    time_shift: int
    time_mult: int
    time_offset: int
    time_zero: int
    size: int
    reserved_1: int
    time_cycles: int
    time_mask: int
    reserved: Array[c_uint8]
    data_head: int
    data_tail: int
    data_offset: int
    data_size: int
    aux_head: int
    aux_tail: int
    aux_offset: int
    aux_size: int
    _fields_ = [
        ("version", c_uint32),
        ("compat_version", c_uint32),
        ("lock", c_uint32),
        ("index", c_uint32),
        ("offset", c_int64),
        ("time_enabled", c_uint64),
        ("time_running", c_uint64),
        ("capabilities", c_uint64),
        ("pmc_width", c_uint16),
        ("time_shift", c_uint16),
        ("time_mult", c_uint32),
        ("time_offset", c_uint64),
        ("time_zero", c_uint64),
        ("size", c_uint32),
        ("reserved_1", c_uint32),
        ("time_cycles", c_uint64),
        ("time_mask", c_uint64),
        ("reserved", c_uint8 * 928),
        ("data_head", c_uint64),
        ("data_tail", c_uint64),
        ("data_offset", c_uint64),
        ("data_size", c_uint64),
        ("aux_head", c_uint64),
        ("aux_tail", c_uint64),
        ("aux_offset", c_uint64),
        ("aux_size", c_uint64),
    ]


class Error(Structure):
    code: int
    call: int
    rule: int
    paranoid: int
    number: Array[c_uint64]
    operation: bytes
    detail: bytes
    _fields_ = [
        ("code", c_int32),
        ("call", c_uint32),
        ("rule", c_uint32),
        ("paranoid", c_int32),
        ("number", c_uint64 * 8),
        ("operation", c_char * 48),
        ("detail", c_char * 384),
    ]


class HostOptions(Structure):
    size: int
    reserved: int
    sysfs: bytes | None
    procfs: bytes | None
    tracefs: bytes | None
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("sysfs", c_char_p),
        ("procfs", c_char_p),
        ("tracefs", c_char_p),
    ]


class Record(Structure):
    data: int | None
    type: int
    misc: int
    size: int
    _fields_ = [
        ("data", c_void_p),
        ("type", c_uint32),
        ("misc", c_uint16),
        ("size", c_uint16),
    ]


class Range(Structure):
    offset: int
    count: int
    _fields_ = [
        ("offset", c_uint16),
        ("count", c_uint16),
    ]


class ReadPart(Structure):
    time_enabled: int
    time_running: int
    read_format: int
    offset: int
    nr: int
    _fields_ = [
        ("time_enabled", c_uint64),
        ("time_running", c_uint64),
        ("read_format", c_uint32),
        ("offset", c_uint16),
        ("nr", c_uint16),
    ]


class ReadValue(Structure):
    value: int
    id: int
    lost: int
    _fields_ = [
        ("value", c_uint64),
        ("id", c_uint64),
        ("lost", c_uint64),
    ]


class StreamRecord(Structure):
    record: Record
    plan: int | None
    time: int
    sequence: int
    position: int
    tail: int | None
    tail_size: int
    source: int
    flags: int
    _fields_ = [
        ("record", Record),
        ("plan", c_void_p),
        ("time", c_uint64),
        ("sequence", c_uint64),
        ("position", c_uint64),
        ("tail", c_void_p),
        ("tail_size", c_uint64),
        ("source", c_uint32),
        ("flags", c_uint32),
    ]


class AuxData(Structure):
    data: int | None
    size: int
    rest: int | None
    rest_size: int
    offset: int
    _fields_ = [
        ("data", c_void_p),
        ("size", c_uint64),
        ("rest", c_void_p),
        ("rest_size", c_uint64),
        ("offset", c_uint64),
    ]


class RecordPlaces(Structure):
    sample_id: int
    sample_tid: int
    sample_time: int
    sample_cpu: int
    trailer_id: int
    trailer_tid: int
    trailer_time: int
    trailer_cpu: int
    trailer_size: int
    sample_size: int
    reserved: int
    _fields_ = [
        ("sample_id", c_uint16),
        ("sample_tid", c_uint16),
        ("sample_time", c_uint16),
        ("sample_cpu", c_uint16),
        ("trailer_id", c_uint16),
        ("trailer_tid", c_uint16),
        ("trailer_time", c_uint16),
        ("trailer_cpu", c_uint16),
        ("trailer_size", c_uint16),
        ("sample_size", c_uint16),
        ("reserved", c_uint32),
    ]


class Sample(Structure):
    present: int
    parts: int
    attr_index: int
    identifier: int
    ip: int
    pid: int
    tid: int
    time: int
    addr: int
    id: int
    stream_id: int
    cpu: int
    cpu_reserved: int
    period: int
    read: ReadPart
    callchain: Range
    raw: Range
    branches: Range
    branch_counters: Range
    branch_hw_idx: int
    user_abi: int
    user_regs: Range
    stack: Range
    stack_dyn_size: int
    weight: int
    weight_var1_dw: int
    weight_var2_w: int
    weight_var3_w: int
    data_src: int
    transaction: int
    intr_abi: int
    intr_regs: Range
    aux: Range
    phys_addr: int
    cgroup: int
    data_page_size: int
    code_page_size: int
    rest: Range
    reserved: int
    _fields_ = [
        ("present", c_uint64),
        ("parts", c_uint32),
        ("attr_index", c_uint32),
        ("identifier", c_uint64),
        ("ip", c_uint64),
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("time", c_uint64),
        ("addr", c_uint64),
        ("id", c_uint64),
        ("stream_id", c_uint64),
        ("cpu", c_uint32),
        ("cpu_reserved", c_uint32),
        ("period", c_uint64),
        ("read", ReadPart),
        ("callchain", Range),
        ("raw", Range),
        ("branches", Range),
        ("branch_counters", Range),
        ("branch_hw_idx", c_uint64),
        ("user_abi", c_uint64),
        ("user_regs", Range),
        ("stack", Range),
        ("stack_dyn_size", c_uint64),
        ("weight", c_uint64),
        ("weight_var1_dw", c_uint32),
        ("weight_var2_w", c_uint16),
        ("weight_var3_w", c_uint16),
        ("data_src", c_uint64),
        ("transaction", c_uint64),
        ("intr_abi", c_uint64),
        ("intr_regs", Range),
        ("aux", Range),
        ("phys_addr", c_uint64),
        ("cgroup", c_uint64),
        ("data_page_size", c_uint64),
        ("code_page_size", c_uint64),
        ("rest", Range),
        ("reserved", c_uint32),
    ]


class BranchEntry(Structure):
    from_: int
    to: int
    flags: int
    _fields_ = [
        ("from_", c_uint64),
        ("to", c_uint64),
        ("flags", c_uint64),
    ]


class Branch(Structure):
    mispred: int
    predicted: int
    in_tx: int
    abort: int
    cycles: int
    type: int
    spec: int
    new_type: int
    priv: int
    _fields_ = [
        ("mispred", c_uint8),
        ("predicted", c_uint8),
        ("in_tx", c_uint8),
        ("abort", c_uint8),
        ("cycles", c_uint16),
        ("type", c_uint8),
        ("spec", c_uint8),
        ("new_type", c_uint8),
        ("priv", c_uint8),
    ]


class DataSrc(Structure):
    op: int
    lvl: int
    snoop: int
    lock: int
    dtlb: int
    lvl_num: int
    remote: int
    snoopx: int
    blk: int
    hops: int
    region: int
    _fields_ = [
        ("op", c_uint16),
        ("lvl", c_uint16),
        ("snoop", c_uint16),
        ("lock", c_uint16),
        ("dtlb", c_uint16),
        ("lvl_num", c_uint16),
        ("remote", c_uint16),
        ("snoopx", c_uint16),
        ("blk", c_uint16),
        ("hops", c_uint16),
        ("region", c_uint16),
    ]


class SampleId(Structure):
    present: int
    attr_index: int
    cpu: int
    pid: int
    tid: int
    time: int
    id: int
    stream_id: int
    identifier: int
    _fields_ = [
        ("present", c_uint64),
        ("attr_index", c_uint32),
        ("cpu", c_uint32),
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("time", c_uint64),
        ("id", c_uint64),
        ("stream_id", c_uint64),
        ("identifier", c_uint64),
    ]


class RecordMmap(Structure):
    pid: int
    tid: int
    addr: int
    len: int
    pgoff: int
    filename: Range
    fields: int
    prot: int
    flags: int
    maj: int
    min: int
    ino: int
    ino_generation: int
    build_id_size: int
    build_id: Array[c_uint8]
    _fields_ = [
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("addr", c_uint64),
        ("len", c_uint64),
        ("pgoff", c_uint64),
        ("filename", Range),
        ("fields", c_uint32),
        ("prot", c_uint32),
        ("flags", c_uint32),
        ("maj", c_uint32),
        ("min", c_uint32),
        ("ino", c_uint64),
        ("ino_generation", c_uint64),
        ("build_id_size", c_uint32),
        ("build_id", c_uint8 * 20),
    ]


class RecordLost(Structure):
    id: int
    lost: int
    _fields_ = [
        ("id", c_uint64),
        ("lost", c_uint64),
    ]


class RecordComm(Structure):
    pid: int
    tid: int
    comm: Range
    _fields_ = [
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("comm", Range),
    ]


class RecordTask(Structure):
    pid: int
    ppid: int
    tid: int
    ptid: int
    time: int
    _fields_ = [
        ("pid", c_uint32),
        ("ppid", c_uint32),
        ("tid", c_uint32),
        ("ptid", c_uint32),
        ("time", c_uint64),
    ]


class RecordThrottle(Structure):
    time: int
    id: int
    stream_id: int
    _fields_ = [
        ("time", c_uint64),
        ("id", c_uint64),
        ("stream_id", c_uint64),
    ]


class RecordRead(Structure):
    pid: int
    tid: int
    read: ReadPart
    _fields_ = [
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("read", ReadPart),
    ]


class RecordAux(Structure):
    aux_offset: int
    aux_size: int
    flags: int
    _fields_ = [
        ("aux_offset", c_uint64),
        ("aux_size", c_uint64),
        ("flags", c_uint64),
    ]


class RecordItraceStart(Structure):
    pid: int
    tid: int
    _fields_ = [
        ("pid", c_uint32),
        ("tid", c_uint32),
    ]


class RecordLostSamples(Structure):
    lost: int
    _fields_ = [
        ("lost", c_uint64),
    ]


class RecordSwitch(Structure):
    out: int
    preempted: int
    has_other: int
    next_prev_pid: int
    next_prev_tid: int
    _fields_ = [
        ("out", c_uint32),
        ("preempted", c_uint32),
        ("has_other", c_uint32),
        ("next_prev_pid", c_uint32),
        ("next_prev_tid", c_uint32),
    ]


class Namespace(Structure):
    dev: int
    ino: int
    _fields_ = [
        ("dev", c_uint64),
        ("ino", c_uint64),
    ]


class RecordNamespaces(Structure):
    pid: int
    tid: int
    namespaces: Range
    _fields_ = [
        ("pid", c_uint32),
        ("tid", c_uint32),
        ("namespaces", Range),
    ]


class RecordKsymbol(Structure):
    addr: int
    len: int
    ksym_type: int
    flags: int
    name: Range
    reserved: int
    _fields_ = [
        ("addr", c_uint64),
        ("len", c_uint32),
        ("ksym_type", c_uint16),
        ("flags", c_uint16),
        ("name", Range),
        ("reserved", c_uint32),
    ]


class RecordBpfEvent(Structure):
    type: int
    flags: int
    id: int
    tag: Array[c_uint8]
    _fields_ = [
        ("type", c_uint16),
        ("flags", c_uint16),
        ("id", c_uint32),
        ("tag", c_uint8 * 8),
    ]


class RecordCgroup(Structure):
    id: int
    path: Range
    reserved: int
    _fields_ = [
        ("id", c_uint64),
        ("path", Range),
        ("reserved", c_uint32),
    ]


class RecordTextPoke(Structure):
    addr: int
    old_bytes: Range
    new_bytes: Range
    _fields_ = [
        ("addr", c_uint64),
        ("old_bytes", Range),
        ("new_bytes", Range),
    ]


class RecordAuxOutputHwId(Structure):
    hw_id: int
    _fields_ = [
        ("hw_id", c_uint64),
    ]


class RecordCallchainDeferred(Structure):
    cookie: int
    callchain: Range
    reserved: int
    _fields_ = [
        ("cookie", c_uint64),
        ("callchain", Range),
        ("reserved", c_uint32),
    ]


class BatchOptions(Structure):
    size: int
    flags: int
    sample_type: int
    rows: int
    reserved: int
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("sample_type", c_uint64),
        ("rows", c_uint32),
        ("reserved", c_uint32),
    ]


class BatchInfo(Structure):
    samples: int
    records: int
    sequence: int
    undecodable: int
    full: int
    overflow: int
    _fields_ = [
        ("samples", c_uint64),
        ("records", c_uint64),
        ("sequence", c_uint64),
        ("undecodable", c_uint64),
        ("full", c_uint32),
        ("overflow", c_uint32),
    ]


class Column(Structure):
    values: int | None
    validity: int | None
    offsets: int | None
    sizes: int | None
    rows: int
    null_count: int
    value_count: int
    width: int
    reserved: int
    _fields_ = [
        ("values", c_void_p),
        ("validity", c_void_p),
        ("offsets", c_void_p),
        ("sizes", c_void_p),
        ("rows", c_uint64),
        ("null_count", c_uint64),
        ("value_count", c_uint64),
        ("width", c_uint32),
        ("reserved", c_uint32),
    ]


class ClockRelation(Structure):
    time: int
    offset: int
    uncertainty: int
    clock: int
    how: int
    _fields_ = [
        ("time", c_uint64),
        ("offset", c_int64),
        ("uncertainty", c_uint64),
        ("clock", c_int32),
        ("how", c_uint32),
    ]


class Spec(Structure):
    leader: int
    flags: int
    attr: int | None
    attr_size: int
    cpu_count: int
    name: bytes | None
    pmu: bytes | None
    unit: bytes | None
    scale: float
    cpu_list: int | None
    filter: bytes | None
    terms: int
    reserved: int
    max_events: int
    _fields_ = [
        ("leader", c_uint32),
        ("flags", c_uint32),
        ("attr", c_void_p),
        ("attr_size", c_uint32),
        ("cpu_count", c_uint32),
        ("name", c_char_p),
        ("pmu", c_char_p),
        ("unit", c_char_p),
        ("scale", c_double),
        ("cpu_list", c_void_p),
        ("filter", c_char_p),
        ("terms", c_uint32),
        ("reserved", c_uint32),
        ("max_events", c_uint64),
    ]


class CatalogEntry(Structure):
    kind: int
    reserved: int
    name: bytes | None
    pmu: bytes | None
    unit: bytes | None
    description: bytes | None
    scale: float
    _fields_ = [
        ("kind", c_uint32),
        ("reserved", c_uint32),
        ("name", c_char_p),
        ("pmu", c_char_p),
        ("unit", c_char_p),
        ("description", c_char_p),
        ("scale", c_double),
    ]


class Losses(Structure):
    lost: int
    lost_samples: int
    throttled: int
    overwritten: int
    malformed: int
    unknown: int
    read_lost: int
    read_lost_set: int
    out_of_order: int
    _fields_ = [
        ("lost", c_uint64),
        ("lost_samples", c_uint64),
        ("throttled", c_uint64),
        ("overwritten", c_uint64),
        ("malformed", c_uint64),
        ("unknown", c_uint64),
        ("read_lost", c_uint64),
        ("read_lost_set", c_uint64),
        ("out_of_order", c_uint64),
    ]


class StreamOptions(Structure):
    size: int
    kind: int
    round_bytes: int
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("round_bytes", c_uint64),
    ]


class Target(Structure):
    size: int
    kind: int
    pid: int
    flags: int
    reserved: int
    cpu_count: int
    cpus: bytes | None
    cpu_list: int | None
    cgroup: bytes | None
    _fields_ = [
        ("size", c_uint32),
        ("kind", c_uint32),
        ("pid", c_int32),
        ("flags", c_uint32),
        ("reserved", c_uint32),
        ("cpu_count", c_uint32),
        ("cpus", c_char_p),
        ("cpu_list", c_void_p),
        ("cgroup", c_char_p),
    ]


class SetOptions(Structure):
    size: int
    reserved: int
    flags: int
    fallbacks: int
    report: int | None
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("flags", c_uint32),
        ("fallbacks", c_uint32),
        ("report", c_void_p),
    ]


class Member(Structure):
    spec: int
    leader: int
    status: int
    cpu: int
    pid: int
    open_error: int
    event: int | None
    ring: int | None
    _fields_ = [
        ("spec", c_uint32),
        ("leader", c_uint32),
        ("status", c_uint32),
        ("cpu", c_int32),
        ("pid", c_int32),
        ("open_error", c_int32),
        ("event", c_void_p),
        ("ring", c_void_p),
    ]


class RingBudget(Structure):
    rings: int
    data_pages: int
    bytes: int
    budget: int
    mlock_kb: int
    online_cpus: int
    rlimit_memlock: int
    _fields_ = [
        ("rings", c_uint32),
        ("data_pages", c_uint32),
        ("bytes", c_uint64),
        ("budget", c_uint64),
        ("mlock_kb", c_uint64),
        ("online_cpus", c_uint64),
        ("rlimit_memlock", c_uint64),
    ]


class ReportEntry(Structure):
    kind: int
    step: int
    spec: int
    cpu: int
    pid: int
    reserved: int
    before: int
    after: int
    event: bytes
    error: Error
    _fields_ = [
        ("kind", c_uint32),
        ("step", c_uint32),
        ("spec", c_uint32),
        ("cpu", c_int32),
        ("pid", c_int32),
        ("reserved", c_uint32),
        ("before", c_uint64),
        ("after", c_uint64),
        ("event", c_char * 64),
        ("error", Error),
    ]


class Count(Structure):
    raw: int
    scaled: int
    time_enabled: int
    time_running: int
    lost: int
    id: int
    fields: int
    quality: int
    origin: int
    _fields_ = [
        ("raw", c_uint64),
        ("scaled", c_uint64),
        ("time_enabled", c_uint64),
        ("time_running", c_uint64),
        ("lost", c_uint64),
        ("id", c_uint64),
        ("fields", c_uint64),
        ("quality", c_uint32),
        ("origin", c_uint32),
    ]


class SumRow(Structure):
    spec: int
    cpu: int
    pid: int
    parts: int
    missing: int
    _fields_ = [
        ("spec", c_uint32),
        ("cpu", c_int32),
        ("pid", c_int32),
        ("parts", c_uint32),
        ("missing", c_uint32),
    ]


class StitchOptions(Structure):
    size: int
    reserved: int
    max_bytes: int
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("max_bytes", c_uint64),
    ]


class StitchedRecord(Structure):
    pushed: StreamRecord
    state: int
    reserved: int
    _fields_ = [
        ("pushed", StreamRecord),
        ("state", c_uint32),
        ("reserved", c_uint32),
    ]


class StitchInfo(Structure):
    held: int
    matched: int
    unmatched: int
    oversized: int
    unclaimed: int
    _fields_ = [
        ("held", c_uint64),
        ("matched", c_uint64),
        ("unmatched", c_uint64),
        ("oversized", c_uint64),
        ("unclaimed", c_uint64),
    ]


class TracepointInfo(Structure):
    id: int
    field_count: int
    system: bytes | None
    name: bytes | None
    print_format: bytes | None
    _fields_ = [
        ("id", c_uint32),
        ("field_count", c_uint32),
        ("system", c_char_p),
        ("name", c_char_p),
        ("print_format", c_char_p),
    ]


class TracepointField(Structure):
    name: bytes | None
    type: bytes | None
    kind: int
    flags: int
    offset: int
    size: int
    element_size: int
    count: int
    _fields_ = [
        ("name", c_char_p),
        ("type", c_char_p),
        ("kind", c_uint32),
        ("flags", c_uint32),
        ("offset", c_uint32),
        ("size", c_uint32),
        ("element_size", c_uint32),
        ("count", c_uint32),
    ]


class TracepointRows(Structure):
    rows: int
    present: int
    others: int
    malformed: int
    _fields_ = [
        ("rows", c_uint64),
        ("present", c_uint64),
        ("others", c_uint64),
        ("malformed", c_uint64),
    ]


STRUCTS: dict[str, type[Structure]] = {
    "perfc_attr": Attr,
    "perfc_mmap_page": MmapPage,
    "perfc_error": Error,
    "perfc_host_options": HostOptions,
    "perfc_record": Record,
    "perfc_range": Range,
    "perfc_read_part": ReadPart,
    "perfc_read_value": ReadValue,
    "perfc_stream_record": StreamRecord,
    "perfc_aux_data": AuxData,
    "perfc_record_places": RecordPlaces,
    "perfc_sample": Sample,
    "perfc_branch_entry": BranchEntry,
    "perfc_branch": Branch,
    "perfc_data_src": DataSrc,
    "perfc_sample_id": SampleId,
    "perfc_record_mmap": RecordMmap,
    "perfc_record_lost": RecordLost,
    "perfc_record_comm": RecordComm,
    "perfc_record_task": RecordTask,
    "perfc_record_throttle": RecordThrottle,
    "perfc_record_read": RecordRead,
    "perfc_record_aux": RecordAux,
    "perfc_record_itrace_start": RecordItraceStart,
    "perfc_record_lost_samples": RecordLostSamples,
    "perfc_record_switch": RecordSwitch,
    "perfc_namespace": Namespace,
    "perfc_record_namespaces": RecordNamespaces,
    "perfc_record_ksymbol": RecordKsymbol,
    "perfc_record_bpf_event": RecordBpfEvent,
    "perfc_record_cgroup": RecordCgroup,
    "perfc_record_text_poke": RecordTextPoke,
    "perfc_record_aux_output_hw_id": RecordAuxOutputHwId,
    "perfc_record_callchain_deferred": RecordCallchainDeferred,
    "perfc_batch_options": BatchOptions,
    "perfc_batch_info": BatchInfo,
    "perfc_column": Column,
    "perfc_clock_relation": ClockRelation,
    "perfc_spec": Spec,
    "perfc_catalog_entry": CatalogEntry,
    "perfc_losses": Losses,
    "perfc_stream_options": StreamOptions,
    "perfc_target": Target,
    "perfc_set_options": SetOptions,
    "perfc_member": Member,
    "perfc_ring_budget": RingBudget,
    "perfc_report_entry": ReportEntry,
    "perfc_count": Count,
    "perfc_sum_row": SumRow,
    "perfc_stitch_options": StitchOptions,
    "perfc_stitched_record": StitchedRecord,
    "perfc_stitch_info": StitchInfo,
    "perfc_tracepoint_info": TracepointInfo,
    "perfc_tracepoint_field": TracepointField,
    "perfc_tracepoint_rows": TracepointRows,
}

# Each function's result and arguments.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "perfc_attr_label": (c_int,
        [c_void_p, c_void_p, c_size_t, c_void_p, c_size_t]),
    "perfc_aux_mmap": (c_int,
        [c_void_p, c_uint32, c_uint32, c_void_p]),
    "perfc_aux_munmap": (c_int,
        [c_void_p]),
    "perfc_aux_peek": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_aux_release": (c_int,
        [c_void_p, c_uint64]),
    "perfc_aux_view": (c_int,
        [c_void_p, c_uint64, c_uint64, c_uint64, c_void_p, c_size_t]),
    "perfc_batch_column": (c_int,
        [c_void_p, c_uint32, c_uint32, c_void_p, c_size_t]),
    "perfc_batch_create": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_batch_destroy": (None,
        [c_void_p]),
    "perfc_batch_export_arrow": (c_int,
        [c_void_p, c_uint32, c_void_p, c_void_p, c_void_p]),
    "perfc_batch_fill_bytes": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t, c_void_p]),
    "perfc_batch_fill_event": (c_int,
        [c_void_p, c_void_p]),
    "perfc_batch_fill_records": (c_int,
        [c_void_p, c_void_p, c_uint32, c_void_p]),
    "perfc_batch_fill_stream": (c_int,
        [c_void_p, c_void_p]),
    "perfc_batch_get_info": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_batch_record": (c_int,
        [c_void_p, c_uint64, c_void_p]),
    "perfc_catalog_count": (c_int,
        [c_void_p]),
    "perfc_catalog_create": (c_int,
        [c_void_p, c_uint32, c_void_p, c_void_p]),
    "perfc_catalog_destroy": (None,
        [c_void_p]),
    "perfc_catalog_get": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_clock_convert": (c_int,
        [c_void_p, c_void_p, c_size_t, c_uint64, c_void_p, c_void_p]),
    "perfc_clock_find": (c_int,
        [c_char_p, c_void_p]),
    "perfc_clock_name": (c_char_p,
        [c_int32]),
    "perfc_close": (None,
        [c_void_p]),
    "perfc_column_name": (c_char_p,
        [c_uint32]),
    "perfc_count_delta": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_count_scale": (c_int,
        [c_uint64, c_uint64, c_uint64, c_void_p]),
    "perfc_count_sum": (c_int,
        [c_void_p, c_size_t, c_uint32, c_void_p]),
    "perfc_decode_aux": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_aux_output_hw_id": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_bpf_event": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_branch": (c_int,
        [c_uint64, c_void_p, c_size_t]),
    "perfc_decode_callchain_deferred": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_cgroup": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_comm": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_data_src": (c_int,
        [c_uint64, c_void_p, c_size_t]),
    "perfc_decode_itrace_start": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_ksymbol": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_lost": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_lost_samples": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_mmap": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_namespaces": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_read": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_register": (c_int,
        [c_void_p, c_void_p, c_void_p, c_uint64, c_uint32, c_void_p]),
    "perfc_decode_sample": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_sample_id": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_switch": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_task": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_text_poke": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_decode_throttle": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_error_text": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_event_attr": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_event_control_page": (c_void_p,
        [c_void_p]),
    "perfc_event_fd": (c_int,
        [c_void_p]),
    "perfc_event_id": (c_int,
        [c_void_p, c_void_p]),
    "perfc_event_losses": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_event_modify_attr": (c_int,
        [c_void_p, c_void_p, c_size_t, c_void_p]),
    "perfc_event_peek_record": (c_int,
        [c_void_p, c_void_p]),
    "perfc_event_plan": (c_void_p,
        [c_void_p]),
    "perfc_event_query_bpf": (c_int,
        [c_void_p, c_void_p, c_uint32, c_void_p, c_void_p]),
    "perfc_event_relate_clock": (c_int,
        [c_void_p, c_int32, c_void_p, c_size_t, c_void_p]),
    "perfc_event_set_filter": (c_int,
        [c_void_p, c_char_p, c_void_p]),
    "perfc_event_set_output": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_event_wait": (c_int,
        [c_void_p, c_int32, c_void_p]),
    "perfc_event_wake": (c_int,
        [c_void_p]),
    "perfc_host_attr_size": (c_int,
        [c_void_p, c_void_p]),
    "perfc_host_create": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_host_destroy": (None,
        [c_void_p]),
    "perfc_host_max_stack": (c_int,
        [c_void_p]),
    "perfc_host_pmu_type": (c_int,
        [c_void_p, c_char_p, c_void_p]),
    "perfc_host_root": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_host_supported": (c_int,
        [c_void_p]),
    "perfc_ioctl": (c_int,
        [c_void_p, c_uint32, c_uint64, c_void_p]),
    "perfc_mmap": (c_int,
        [c_void_p, c_uint32, c_uint32, c_void_p]),
    "perfc_munmap": (c_int,
        [c_void_p]),
    "perfc_next_record": (c_int,
        [c_void_p, c_void_p]),
    "perfc_next_records": (c_int,
        [c_void_p, c_void_p, c_uint32]),
    "perfc_open": (c_int,
        [c_void_p, c_void_p, c_size_t, c_int32, c_int32, c_void_p, c_uint64, c_void_p, c_void_p]),
    "perfc_open_fd": (c_int,
        [c_void_p, c_int, c_void_p, c_size_t, c_void_p, c_void_p]),
    "perfc_open_string": (c_int,
        [c_void_p, c_char_p, c_uint64, c_int32, c_int32, c_void_p, c_void_p]),
    "perfc_plan_add_attr": (c_int,
        [c_void_p, c_void_p, c_size_t, c_void_p, c_uint32, c_void_p]),
    "perfc_plan_add_ids": (c_int,
        [c_void_p, c_uint32, c_void_p, c_uint32, c_void_p]),
    "perfc_plan_attr": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_plan_attr_count": (c_int,
        [c_void_p]),
    "perfc_plan_create": (c_int,
        [c_uint32, c_void_p, c_void_p]),
    "perfc_plan_destroy": (None,
        [c_void_p]),
    "perfc_plan_find_id": (c_int,
        [c_void_p, c_uint64]),
    "perfc_plan_get_places": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_plan_ids": (c_int,
        [c_void_p, c_uint32, c_void_p, c_uint32, c_void_p]),
    "perfc_plan_set_default": (c_int,
        [c_void_p, c_uint32]),
    "perfc_plan_tells_apart": (c_int,
        [c_void_p, c_void_p]),
    "perfc_plan_view_record": (c_int,
        [c_void_p, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p]),
    "perfc_read": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_read_group": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t, c_uint32]),
    "perfc_read_user": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_record_flags": (c_uint32,
        [c_uint32, c_uint16]),
    "perfc_record_range": (c_void_p,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_record_read_value": (c_int,
        [c_void_p, c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_record_type_name": (c_char_p,
        [c_uint32]),
    "perfc_report_count": (c_int,
        [c_void_p]),
    "perfc_report_create": (c_int,
        [c_void_p, c_void_p]),
    "perfc_report_destroy": (None,
        [c_void_p]),
    "perfc_report_get": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_report_text": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_set_attach_bpf": (c_int,
        [c_void_p, c_int, c_uint32, c_void_p]),
    "perfc_set_close": (None,
        [c_void_p]),
    "perfc_set_create_plan": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_set_detach_bpf": (c_int,
        [c_void_p]),
    "perfc_set_disable": (c_int,
        [c_void_p]),
    "perfc_set_enable": (c_int,
        [c_void_p]),
    "perfc_set_member": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_set_member_count": (c_int,
        [c_void_p]),
    "perfc_set_mmap": (c_int,
        [c_void_p, c_uint32, c_uint32, c_void_p]),
    "perfc_set_open": (c_int,
        [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    "perfc_set_read": (c_int,
        [c_void_p, c_void_p, c_size_t, c_uint32]),
    "perfc_set_report": (c_void_p,
        [c_void_p]),
    "perfc_set_reset": (c_int,
        [c_void_p]),
    "perfc_set_ring_budget": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_set_specs": (c_void_p,
        [c_void_p]),
    "perfc_set_sum": (c_int,
        [c_void_p, c_uint32, c_void_p, c_uint32, c_void_p, c_size_t, c_void_p, c_size_t, c_uint32]),
    "perfc_set_update": (c_int,
        [c_void_p, c_uint32, c_void_p]),
    "perfc_specs_add": (c_int,
        [c_void_p, c_void_p, c_size_t, c_char_p, c_uint32, c_void_p]),
    "perfc_specs_count": (c_int,
        [c_void_p]),
    "perfc_specs_create": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_specs_destroy": (None,
        [c_void_p]),
    "perfc_specs_get": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_specs_parse": (c_int,
        [c_void_p, c_char_p, c_uint64, c_void_p]),
    "perfc_specs_set_attr": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t, c_void_p]),
    "perfc_specs_set_filter": (c_int,
        [c_void_p, c_uint32, c_char_p, c_void_p]),
    "perfc_stitch_create": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_stitch_destroy": (None,
        [c_void_p]),
    "perfc_stitch_flush": (c_int,
        [c_void_p]),
    "perfc_stitch_get_info": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_stitch_next_record": (c_int,
        [c_void_p, c_void_p]),
    "perfc_stitch_push": (c_int,
        [c_void_p, c_void_p]),
    "perfc_stream_add_event": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_stream_add_set": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_stream_create": (c_int,
        [c_void_p, c_void_p, c_void_p, c_void_p]),
    "perfc_stream_cut": (c_int,
        [c_void_p, c_uint64, c_void_p]),
    "perfc_stream_destroy": (None,
        [c_void_p]),
    "perfc_stream_event": (c_void_p,
        [c_void_p, c_uint32]),
    "perfc_stream_export_arrow": (c_int,
        [c_void_p, c_void_p, c_uint32, c_int32, c_void_p, c_void_p]),
    "perfc_stream_fd": (c_int,
        [c_void_p]),
    "perfc_stream_losses": (c_int,
        [c_void_p, c_void_p, c_void_p, c_size_t]),
    "perfc_stream_next_records": (c_int,
        [c_void_p, c_void_p, c_uint32]),
    "perfc_stream_remove_event": (c_int,
        [c_void_p, c_void_p]),
    "perfc_stream_resume": (c_int,
        [c_void_p, c_void_p]),
    "perfc_stream_wait": (c_int,
        [c_void_p, c_int32, c_void_p]),
    "perfc_stream_wake": (c_int,
        [c_void_p]),
    "perfc_task_disable": (c_int,
        [c_void_p]),
    "perfc_task_enable": (c_int,
        [c_void_p]),
    "perfc_tracepoint_column_ranges": (c_int,
        [c_void_p, c_void_p, c_uint32, c_uint32, c_void_p, c_void_p, c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_tracepoint_column_values": (c_int,
        [c_void_p, c_void_p, c_uint32, c_uint32, c_void_p, c_size_t, c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_tracepoint_create": (c_int,
        [c_void_p, c_char_p, c_void_p, c_void_p]),
    "perfc_tracepoint_create_by_id": (c_int,
        [c_void_p, c_uint32, c_void_p, c_void_p]),
    "perfc_tracepoint_create_from_text": (c_int,
        [c_char_p, c_char_p, c_size_t, c_uint32, c_void_p, c_void_p]),
    "perfc_tracepoint_destroy": (None,
        [c_void_p]),
    "perfc_tracepoint_find_field": (c_int,
        [c_void_p, c_char_p]),
    "perfc_tracepoint_get_field": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t]),
    "perfc_tracepoint_get_info": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_tracepoint_matches": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_tracepoint_range": (c_int,
        [c_void_p, c_void_p, c_size_t, c_uint32, c_uint32, c_void_p, c_void_p]),
    "perfc_tracepoint_text": (c_int,
        [c_void_p, c_void_p, c_size_t, c_uint32, c_void_p, c_size_t]),
    "perfc_tracepoint_value": (c_int,
        [c_void_p, c_void_p, c_size_t, c_uint32, c_uint32, c_void_p]),
    "perfc_version": (c_uint32,
        []),
}


class Functions:
    """The functions of a library."""

    perfc_attr_label: Callable[..., int]
    perfc_aux_mmap: Callable[..., int]
    perfc_aux_munmap: Callable[..., int]
    perfc_aux_peek: Callable[..., int]
    perfc_aux_release: Callable[..., int]
    perfc_aux_view: Callable[..., int]
    perfc_batch_column: Callable[..., int]
    perfc_batch_create: Callable[..., int]
    perfc_batch_destroy: Callable[..., None]
    perfc_batch_export_arrow: Callable[..., int]
    perfc_batch_fill_bytes: Callable[..., int]
    perfc_batch_fill_event: Callable[..., int]
    perfc_batch_fill_records: Callable[..., int]
    perfc_batch_fill_stream: Callable[..., int]
    perfc_batch_get_info: Callable[..., int]
    perfc_batch_record: Callable[..., int]
    perfc_catalog_count: Callable[..., int]
    perfc_catalog_create: Callable[..., int]
    perfc_catalog_destroy: Callable[..., None]
    perfc_catalog_get: Callable[..., int]
    perfc_clock_convert: Callable[..., int]
    perfc_clock_find: Callable[..., int]
    perfc_clock_name: Callable[..., bytes | None]
    perfc_close: Callable[..., None]
    perfc_column_name: Callable[..., bytes | None]
    perfc_count_delta: Callable[..., int]
    perfc_count_scale: Callable[..., int]
    perfc_count_sum: Callable[..., int]
    perfc_decode_aux: Callable[..., int]
    perfc_decode_aux_output_hw_id: Callable[..., int]
    perfc_decode_bpf_event: Callable[..., int]
    perfc_decode_branch: Callable[..., int]
    perfc_decode_callchain_deferred: Callable[..., int]
    perfc_decode_cgroup: Callable[..., int]
    perfc_decode_comm: Callable[..., int]
    perfc_decode_data_src: Callable[..., int]
    perfc_decode_itrace_start: Callable[..., int]
    perfc_decode_ksymbol: Callable[..., int]
    perfc_decode_lost: Callable[..., int]
    perfc_decode_lost_samples: Callable[..., int]
    perfc_decode_mmap: Callable[..., int]
    perfc_decode_namespaces: Callable[..., int]
    perfc_decode_read: Callable[..., int]
    perfc_decode_register: Callable[..., int]
    perfc_decode_sample: Callable[..., int]
    perfc_decode_sample_id: Callable[..., int]
    perfc_decode_switch: Callable[..., int]
    perfc_decode_task: Callable[..., int]
    perfc_decode_text_poke: Callable[..., int]
    perfc_decode_throttle: Callable[..., int]
    perfc_error_text: Callable[..., int]
    perfc_event_attr: Callable[..., int]
    perfc_event_control_page: Callable[..., int | None]
    perfc_event_fd: Callable[..., int]
    perfc_event_id: Callable[..., int]
    perfc_event_losses: Callable[..., int]
    perfc_event_modify_attr: Callable[..., int]
    perfc_event_peek_record: Callable[..., int]
    perfc_event_plan: Callable[..., int | None]
    perfc_event_query_bpf: Callable[..., int]
    perfc_event_relate_clock: Callable[..., int]
    perfc_event_set_filter: Callable[..., int]
    perfc_event_set_output: Callable[..., int]
    perfc_event_wait: Callable[..., int]
    perfc_event_wake: Callable[..., int]
    perfc_host_attr_size: Callable[..., int]
    perfc_host_create: Callable[..., int]
    perfc_host_destroy: Callable[..., None]
    perfc_host_max_stack: Callable[..., int]
    perfc_host_pmu_type: Callable[..., int]
    perfc_host_root: Callable[..., int]
    perfc_host_supported: Callable[..., int]
    perfc_ioctl: Callable[..., int]
    perfc_mmap: Callable[..., int]
    perfc_munmap: Callable[..., int]
    perfc_next_record: Callable[..., int]
    perfc_next_records: Callable[..., int]
    perfc_open: Callable[..., int]
    perfc_open_fd: Callable[..., int]
    perfc_open_string: Callable[..., int]
    perfc_plan_add_attr: Callable[..., int]
    perfc_plan_add_ids: Callable[..., int]
    perfc_plan_attr: Callable[..., int]
    perfc_plan_attr_count: Callable[..., int]
    perfc_plan_create: Callable[..., int]
    perfc_plan_destroy: Callable[..., None]
    perfc_plan_find_id: Callable[..., int]
    perfc_plan_get_places: Callable[..., int]
    perfc_plan_ids: Callable[..., int]
    perfc_plan_set_default: Callable[..., int]
    perfc_plan_tells_apart: Callable[..., int]
    perfc_plan_view_record: Callable[..., int]
    perfc_read: Callable[..., int]
    perfc_read_group: Callable[..., int]
    perfc_read_user: Callable[..., int]
    perfc_record_flags: Callable[..., int]
    perfc_record_range: Callable[..., int | None]
    perfc_record_read_value: Callable[..., int]
    perfc_record_type_name: Callable[..., bytes | None]
    perfc_report_count: Callable[..., int]
    perfc_report_create: Callable[..., int]
    perfc_report_destroy: Callable[..., None]
    perfc_report_get: Callable[..., int]
    perfc_report_text: Callable[..., int]
    perfc_set_attach_bpf: Callable[..., int]
    perfc_set_close: Callable[..., None]
    perfc_set_create_plan: Callable[..., int]
    perfc_set_detach_bpf: Callable[..., int]
    perfc_set_disable: Callable[..., int]
    perfc_set_enable: Callable[..., int]
    perfc_set_member: Callable[..., int]
    perfc_set_member_count: Callable[..., int]
    perfc_set_mmap: Callable[..., int]
    perfc_set_open: Callable[..., int]
    perfc_set_read: Callable[..., int]
    perfc_set_report: Callable[..., int | None]
    perfc_set_reset: Callable[..., int]
    perfc_set_ring_budget: Callable[..., int]
    perfc_set_specs: Callable[..., int | None]
    perfc_set_sum: Callable[..., int]
    perfc_set_update: Callable[..., int]
    perfc_specs_add: Callable[..., int]
    perfc_specs_count: Callable[..., int]
    perfc_specs_create: Callable[..., int]
    perfc_specs_destroy: Callable[..., None]
    perfc_specs_get: Callable[..., int]
    perfc_specs_parse: Callable[..., int]
    perfc_specs_set_attr: Callable[..., int]
    perfc_specs_set_filter: Callable[..., int]
    perfc_stitch_create: Callable[..., int]
    perfc_stitch_destroy: Callable[..., None]
    perfc_stitch_flush: Callable[..., int]
    perfc_stitch_get_info: Callable[..., int]
    perfc_stitch_next_record: Callable[..., int]
    perfc_stitch_push: Callable[..., int]
    perfc_stream_add_event: Callable[..., int]
    perfc_stream_add_set: Callable[..., int]
    perfc_stream_create: Callable[..., int]
    perfc_stream_cut: Callable[..., int]
    perfc_stream_destroy: Callable[..., None]
    perfc_stream_event: Callable[..., int | None]
    perfc_stream_export_arrow: Callable[..., int]
    perfc_stream_fd: Callable[..., int]
    perfc_stream_losses: Callable[..., int]
    perfc_stream_next_records: Callable[..., int]
    perfc_stream_remove_event: Callable[..., int]
    perfc_stream_resume: Callable[..., int]
    perfc_stream_wait: Callable[..., int]
    perfc_stream_wake: Callable[..., int]
    perfc_task_disable: Callable[..., int]
    perfc_task_enable: Callable[..., int]
    perfc_tracepoint_column_ranges: Callable[..., int]
    perfc_tracepoint_column_values: Callable[..., int]
    perfc_tracepoint_create: Callable[..., int]
    perfc_tracepoint_create_by_id: Callable[..., int]
    perfc_tracepoint_create_from_text: Callable[..., int]
    perfc_tracepoint_destroy: Callable[..., None]
    perfc_tracepoint_find_field: Callable[..., int]
    perfc_tracepoint_get_field: Callable[..., int]
    perfc_tracepoint_get_info: Callable[..., int]
    perfc_tracepoint_matches: Callable[..., int]
    perfc_tracepoint_range: Callable[..., int]
    perfc_tracepoint_text: Callable[..., int]
    perfc_tracepoint_value: Callable[..., int]
    perfc_version: Callable[..., int]
