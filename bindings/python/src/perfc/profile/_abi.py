"""The C ABI as ctypes has it."""
# Written by tools/generate from bindings/abi.json.
from collections.abc import Callable
from ctypes import (Array, Structure, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t,
                    c_uint32, c_uint64, c_uint8, c_void_p)
from typing import Any


class Text(Structure):
    offset: int
    size: int
    _fields_ = [
        ("offset", c_uint32),
        ("size", c_uint32),
    ]


class Rows(Structure):
    rows: int | None
    count: int
    starts: int | None
    groups: int
    text: bytes | None
    text_size: int
    _fields_ = [
        ("rows", c_void_p),
        ("count", c_uint64),
        ("starts", c_void_p),
        ("groups", c_uint64),
        ("text", c_char_p),
        ("text_size", c_uint64),
    ]


class Filter(Structure):
    size: int
    flags: int
    from_: int
    to: int
    pids: int | None
    tids: int | None
    cpus: int | None
    events: int | None
    pid_count: int
    tid_count: int
    cpu_count: int
    event_count: int
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("from_", c_uint64),
        ("to", c_uint64),
        ("pids", c_void_p),
        ("tids", c_void_p),
        ("cpus", c_void_p),
        ("events", c_void_p),
        ("pid_count", c_uint32),
        ("tid_count", c_uint32),
        ("cpu_count", c_uint32),
        ("event_count", c_uint32),
    ]


class FileOptions(Structure):
    size: int
    flags: int
    path: bytes | None
    data: int | None
    data_size: int
    fd: int
    order: int
    window_bytes: int
    max_bytes: int
    filter: int | None
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("path", c_char_p),
        ("data", c_void_p),
        ("data_size", c_uint64),
        ("fd", c_int32),
        ("order", c_uint32),
        ("window_bytes", c_uint64),
        ("max_bytes", c_uint64),
        ("filter", c_void_p),
    ]


class FileInfo(Structure):
    plan: int | None
    features: int
    records: int
    bytes: int
    compressed_bytes: int
    decompressed_bytes: int
    out_of_order: int
    lost: int
    lost_samples: int
    unmatched: int
    filtered: int
    first_time: int
    last_time: int
    cut_at: int
    byte_order: int
    version: int
    pipe: int
    sources: int
    _fields_ = [
        ("plan", c_void_p),
        ("features", c_uint64),
        ("records", c_uint64),
        ("bytes", c_uint64),
        ("compressed_bytes", c_uint64),
        ("decompressed_bytes", c_uint64),
        ("out_of_order", c_uint64),
        ("lost", c_uint64),
        ("lost_samples", c_uint64),
        ("unmatched", c_uint64),
        ("filtered", c_uint64),
        ("first_time", c_uint64),
        ("last_time", c_uint64),
        ("cut_at", c_uint64),
        ("byte_order", c_uint32),
        ("version", c_uint32),
        ("pipe", c_uint32),
        ("sources", c_uint32),
    ]


class FactRow(Structure):
    name: Text
    value: Text
    number: int
    feature: int
    index: int
    _fields_ = [
        ("name", Text),
        ("value", Text),
        ("number", c_uint64),
        ("feature", c_uint32),
        ("index", c_uint32),
    ]


class EventRow(Structure):
    name: Text
    unit: Text
    group: Text
    scale: float
    attr_index: int
    leader: int
    id_count: int
    reserved: int
    _fields_ = [
        ("name", Text),
        ("unit", Text),
        ("group", Text),
        ("scale", c_double),
        ("attr_index", c_uint32),
        ("leader", c_uint32),
        ("id_count", c_uint32),
        ("reserved", c_uint32),
    ]


class BuildIdRow(Structure):
    path: Text
    pid: int
    cpumode: int
    build_id_size: int
    build_id: Array[c_uint8]
    _fields_ = [
        ("path", Text),
        ("pid", c_int32),
        ("cpumode", c_uint32),
        ("build_id_size", c_uint32),
        ("build_id", c_uint8 * 20),
    ]


class CpuRow(Structure):
    cpu: int
    core: int
    die: int
    socket: int
    _fields_ = [
        ("cpu", c_uint32),
        ("core", c_uint32),
        ("die", c_uint32),
        ("socket", c_uint32),
    ]


class NodeRow(Structure):
    node: int
    reserved: int
    total_bytes: int
    free_bytes: int
    block_bytes: int
    cpus: Text
    blocks: Text
    _fields_ = [
        ("node", c_uint32),
        ("reserved", c_uint32),
        ("total_bytes", c_uint64),
        ("free_bytes", c_uint64),
        ("block_bytes", c_uint64),
        ("cpus", Text),
        ("blocks", Text),
    ]


class PmuRow(Structure):
    type: int
    reserved: int
    name: Text
    cpus: Text
    cap: Text
    value: Text
    _fields_ = [
        ("type", c_uint32),
        ("reserved", c_uint32),
        ("name", Text),
        ("cpus", Text),
        ("cap", Text),
        ("value", Text),
    ]


class DomainRow(Structure):
    cpu: int
    domain: int
    name: Text
    cpus: Text
    _fields_ = [
        ("cpu", c_uint32),
        ("domain", c_uint32),
        ("name", Text),
        ("cpus", Text),
    ]


class CacheRow(Structure):
    level: int
    line_size: int
    sets: int
    ways: int
    type: Text
    size: Text
    cpus: Text
    _fields_ = [
        ("level", c_uint32),
        ("line_size", c_uint32),
        ("sets", c_uint32),
        ("ways", c_uint32),
        ("type", Text),
        ("size", Text),
        ("cpus", Text),
    ]


class BpfRow(Structure):
    id: int
    kind: int
    program_type: int
    btf_id: int
    address: int
    size: int
    tag: Array[c_uint8]
    name: Text
    data: Text
    _fields_ = [
        ("id", c_uint32),
        ("kind", c_uint32),
        ("program_type", c_uint32),
        ("btf_id", c_uint32),
        ("address", c_uint64),
        ("size", c_uint64),
        ("tag", c_uint8 * 8),
        ("name", Text),
        ("data", Text),
    ]


class ClockRow(Structure):
    time: int
    offset: int
    uncertainty: int
    clock: int
    how: int
    record_clock: int
    reserved: int
    resolution: int
    _fields_ = [
        ("time", c_uint64),
        ("offset", c_int64),
        ("uncertainty", c_uint64),
        ("clock", c_int32),
        ("how", c_uint32),
        ("record_clock", c_int32),
        ("reserved", c_uint32),
        ("resolution", c_uint64),
    ]


class FeatureRow(Structure):
    feature: int
    reserved: int
    position: int
    size: int
    name: Text
    data: Text
    _fields_ = [
        ("feature", c_uint32),
        ("reserved", c_uint32),
        ("position", c_uint64),
        ("size", c_uint64),
        ("name", Text),
        ("data", Text),
    ]


class TracepointRow(Structure):
    id: int
    reserved: int
    system: Text
    name: Text
    format: Text
    _fields_ = [
        ("id", c_uint32),
        ("reserved", c_uint32),
        ("system", Text),
        ("name", Text),
        ("format", Text),
    ]


class WriterOptions(Structure):
    size: int
    flags: int
    path: bytes | None
    fd: int
    zstd_level: int
    rotate_bytes: int
    rotate_ns: int
    rotate_keep: int
    strip: int
    _fields_ = [
        ("size", c_uint32),
        ("flags", c_uint32),
        ("path", c_char_p),
        ("fd", c_int32),
        ("zstd_level", c_uint32),
        ("rotate_bytes", c_uint64),
        ("rotate_ns", c_uint64),
        ("rotate_keep", c_uint32),
        ("strip", c_uint32),
    ]


class WriterResult(Structure):
    records: int
    bytes: int
    uncompressed_bytes: int
    files: int
    build_ids: int
    build_ids_missing: int
    tails_missing: int
    _fields_ = [
        ("records", c_uint64),
        ("bytes", c_uint64),
        ("uncompressed_bytes", c_uint64),
        ("files", c_uint64),
        ("build_ids", c_uint64),
        ("build_ids_missing", c_uint64),
        ("tails_missing", c_uint64),
    ]


STRUCTS: dict[str, type[Structure]] = {
    "perfc_text": Text,
    "perfc_rows": Rows,
    "perfc_filter": Filter,
    "perfc_file_options": FileOptions,
    "perfc_file_info": FileInfo,
    "perfc_fact_row": FactRow,
    "perfc_event_row": EventRow,
    "perfc_build_id_row": BuildIdRow,
    "perfc_cpu_row": CpuRow,
    "perfc_node_row": NodeRow,
    "perfc_pmu_row": PmuRow,
    "perfc_domain_row": DomainRow,
    "perfc_cache_row": CacheRow,
    "perfc_bpf_row": BpfRow,
    "perfc_clock_row": ClockRow,
    "perfc_feature_row": FeatureRow,
    "perfc_tracepoint_row": TracepointRow,
    "perfc_writer_options": WriterOptions,
    "perfc_writer_result": WriterResult,
}

# Each function's result and arguments.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "perfc_file_close": (None,
        [c_void_p]),
    "perfc_file_create_table": (c_int,
        [c_void_p, c_uint32, c_void_p, c_void_p]),
    "perfc_file_get_info": (c_int,
        [c_void_p, c_void_p, c_size_t]),
    "perfc_file_next_records": (c_int,
        [c_void_p, c_void_p, c_uint32, c_void_p]),
    "perfc_file_open": (c_int,
        [c_void_p, c_void_p, c_void_p]),
    "perfc_file_synthesize": (c_int,
        [c_void_p, c_void_p, c_void_p, c_uint32, c_uint32, c_void_p, c_void_p]),
    "perfc_table_destroy": (None,
        [c_void_p]),
    "perfc_table_export_arrow": (c_int,
        [c_void_p, c_void_p, c_void_p, c_void_p]),
    "perfc_table_get_rows": (c_int,
        [c_void_p, c_size_t, c_void_p, c_size_t]),
    "perfc_table_kind": (c_int,
        [c_void_p]),
    "perfc_writer_create": (c_int,
        [c_void_p, c_void_p, c_void_p, c_void_p]),
    "perfc_writer_destroy": (None,
        [c_void_p]),
    "perfc_writer_finish": (c_int,
        [c_void_p, c_uint32, c_void_p, c_size_t, c_void_p]),
    "perfc_writer_write": (c_int,
        [c_void_p, c_void_p, c_uint32, c_void_p]),
}


class Functions:
    """The functions of a library."""

    perfc_file_close: Callable[..., None]
    perfc_file_create_table: Callable[..., int]
    perfc_file_get_info: Callable[..., int]
    perfc_file_next_records: Callable[..., int]
    perfc_file_open: Callable[..., int]
    perfc_file_synthesize: Callable[..., int]
    perfc_table_destroy: Callable[..., None]
    perfc_table_export_arrow: Callable[..., int]
    perfc_table_get_rows: Callable[..., int]
    perfc_table_kind: Callable[..., int]
    perfc_writer_create: Callable[..., int]
    perfc_writer_destroy: Callable[..., None]
    perfc_writer_finish: Callable[..., int]
    perfc_writer_write: Callable[..., int]
