"""What records decode to."""
# Written by tools/generate from bindings/abi.json.
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perfc import _abi, constants
from perfc._library import lib
from perfc.enums import AuxFlag, RecordType
from perfc.record import Record, elements
from perfc.sample import ReadPart, Sample, read_part


@dataclass(frozen=True, slots=True)
class Namespace:
    """The file of a namespace under /proc/PID/ns. The struct never grows: the kernel lays out the
    array."""

    dev: int
    ino: int


def _namespace(raw: _abi.Namespace) -> Namespace:
    return Namespace(
        raw.dev,
        raw.ino)


@dataclass(frozen=True, slots=True)
class SampleId:
    """The trailer of a record. If the attr has sample_id_all, every record of the kernel except
    SAMPLE ends with one. The other members are as in struct perfc_sample. What the record doesn't
    tell is None."""

    attr_index: int
    cpu: int | None
    pid: int | None
    tid: int | None
    time: int | None
    id: int | None
    stream_id: int | None
    identifier: int | None


def _sample_id(record: Record, raw: _abi.SampleId) -> SampleId:
    return SampleId(
        raw.attr_index,
        raw.cpu if raw.present & constants.SAMPLE_CPU else None,
        raw.pid if raw.present & constants.SAMPLE_TID else None,
        raw.tid if raw.present & constants.SAMPLE_TID else None,
        raw.time if raw.present & constants.SAMPLE_TIME else None,
        raw.id if raw.present & constants.SAMPLE_ID else None,
        raw.stream_id if raw.present & constants.SAMPLE_STREAM_ID else None,
        raw.identifier if raw.present & constants.SAMPLE_IDENTIFIER else None)


@dataclass(frozen=True, slots=True)
class Mmap:
    """PERF_RECORD_MMAP (1) and PERF_RECORD_MMAP2 (10): a file or memory was mapped. An MMAP2 has a
    build id if its attr has PERFC_ATTR_BUILD_ID and misc has PERFC_RECORD_MISC_MMAP_BUILD_ID. The
    bit alone isn't enough: the kernel leaves it set in the records of other events. For records
    with id 0 misc alone decides. What the record doesn't tell is None."""

    # The process.
    pid: int
    # The thread.
    tid: int
    # Address of the mapping.
    addr: int
    # Bytes of the mapping.
    len: int
    # Bytes from the start of the file to the mapping.
    pgoff: int
    # A path, "//anon", "[heap]", ...
    filename: str
    # PROT_*.
    prot: int | None
    # MAP_*.
    flags: int | None
    # Major number of the file's device.
    maj: int | None
    # Minor number of the file's device.
    min: int | None
    # The file's inode.
    ino: int | None
    # The inode's generation.
    ino_generation: int | None
    # The file's build id.
    build_id: bytes | None


def _mmap(record: Record, raw: _abi.RecordMmap) -> Mmap:
    return Mmap(
        raw.pid,
        raw.tid,
        raw.addr,
        raw.len,
        raw.pgoff,
        record.text(raw.filename),
        raw.prot if raw.fields & constants.MMAP_HAS_PROT else None,
        raw.flags if raw.fields & constants.MMAP_HAS_PROT else None,
        raw.maj if raw.fields & constants.MMAP_HAS_INODE else None,
        raw.min if raw.fields & constants.MMAP_HAS_INODE else None,
        raw.ino if raw.fields & constants.MMAP_HAS_INODE else None,
        raw.ino_generation if raw.fields & constants.MMAP_HAS_INODE else None,
        bytes(raw.build_id)[:raw.build_id_size] if raw.fields & constants.MMAP_HAS_BUILD_ID else None)


@dataclass(frozen=True, slots=True)
class Lost:
    """PERF_RECORD_LOST (2): records found no room in the ring."""

    # Id of the event.
    id: int
    # Number of records.
    lost: int


def _lost(record: Record, raw: _abi.RecordLost) -> Lost:
    return Lost(
        raw.id,
        raw.lost)


@dataclass(frozen=True, slots=True)
class Comm:
    """PERF_RECORD_COMM (3): a thread's name changed."""

    # The process.
    pid: int
    # The thread.
    tid: int
    # The new name.
    comm: str


def _comm(record: Record, raw: _abi.RecordComm) -> Comm:
    return Comm(
        raw.pid,
        raw.tid,
        record.text(raw.comm))


@dataclass(frozen=True, slots=True)
class Task:
    """PERF_RECORD_EXIT (4): a thread ended. PERF_RECORD_FORK (7): a thread or process was made. The
    record's type tells which."""

    type: RecordType
    # The process.
    pid: int
    # The parent's pid.
    ppid: int
    # The thread.
    tid: int
    # The parent's tid.
    ptid: int
    # Nanoseconds of the attr's clock.
    time: int


def _task(record: Record, raw: _abi.RecordTask) -> Task:
    return Task(
        RecordType(record.type),
        raw.pid,
        raw.ppid,
        raw.tid,
        raw.ptid,
        raw.time)


@dataclass(frozen=True, slots=True)
class Throttle:
    """PERF_RECORD_THROTTLE (5): the event sampled too fast, and the kernel paused it.
    PERF_RECORD_UNTHROTTLE (6): the event samples again. The record's type tells which."""

    type: RecordType
    # Nanoseconds of the attr's clock.
    time: int
    # Id of the event. An inherited event has its parent's id.
    id: int
    # Id of the event itself.
    stream_id: int


def _throttle(record: Record, raw: _abi.RecordThrottle) -> Throttle:
    return Throttle(
        RecordType(record.type),
        raw.time,
        raw.id,
        raw.stream_id)


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """PERF_RECORD_READ (8): the counts of an inherited event when its thread ended
    (inherit_stat)."""

    # The process.
    pid: int
    # The thread.
    tid: int
    # The counts.
    read: ReadPart


def _read(record: Record, raw: _abi.RecordRead) -> ReadRecord:
    return ReadRecord(
        raw.pid,
        raw.tid,
        read_part(record, raw.read))


@dataclass(frozen=True, slots=True)
class Aux:
    """PERF_RECORD_AUX (11): new data in the AUX area; perfc_aux_view views them."""

    # Place of the data in the area, in bytes.
    aux_offset: int
    # Bytes of the data.
    aux_size: int
    # PERFC_AUX_FLAG_*.
    flags: AuxFlag


def _aux(record: Record, raw: _abi.RecordAux) -> Aux:
    return Aux(
        raw.aux_offset,
        raw.aux_size,
        AuxFlag(raw.flags))


@dataclass(frozen=True, slots=True)
class ItraceStart:
    """PERF_RECORD_ITRACE_START (12): an instruction trace began."""

    # The process.
    pid: int
    # The thread.
    tid: int


def _itrace_start(record: Record, raw: _abi.RecordItraceStart) -> ItraceStart:
    return ItraceStart(
        raw.pid,
        raw.tid)


@dataclass(frozen=True, slots=True)
class LostSamples:
    """PERF_RECORD_LOST_SAMPLES (13): the PMU dropped samples."""

    # Number of samples.
    lost: int


def _lost_samples(record: Record, raw: _abi.RecordLostSamples) -> LostSamples:
    return LostSamples(
        raw.lost)


@dataclass(frozen=True, slots=True)
class Switch:
    """PERF_RECORD_SWITCH (14) and PERF_RECORD_SWITCH_CPU_WIDE (15): a context switch of a thread. A
    SWITCH_CPU_WIDE also names the other task. What the record doesn't tell is None."""

    # 1: the CPU left the thread. 0: the CPU came to the thread.
    out: bool
    # 1: the thread was still runnable when the CPU left it.
    preempted: bool
    # The process of the other task. The other task is the next one if `out` is 1, else the previous
    # one.
    next_prev_pid: int | None
    # The thread of the other task.
    next_prev_tid: int | None


def _switch(record: Record, raw: _abi.RecordSwitch) -> Switch:
    return Switch(
        bool(raw.out),
        bool(raw.preempted),
        raw.next_prev_pid if raw.has_other else None,
        raw.next_prev_tid if raw.has_other else None)


@dataclass(frozen=True, slots=True)
class Namespaces:
    """PERF_RECORD_NAMESPACES (16): the namespaces of a thread."""

    # The process.
    pid: int
    # The thread.
    tid: int
    # PERFC_*_NS_INDEX are the indices.
    namespaces: tuple[Namespace, ...]


def _namespaces(record: Record, raw: _abi.RecordNamespaces) -> Namespaces:
    return Namespaces(
        raw.pid,
        raw.tid,
        tuple(_namespace(one) for one in elements(record, raw.namespaces, _abi.Namespace)))


@dataclass(frozen=True, slots=True)
class Ksymbol:
    """PERF_RECORD_KSYMBOL (17): a kernel symbol was registered or unregistered."""

    # Address of the symbol.
    addr: int
    # Bytes of the symbol's code.
    len: int
    # PERFC_RECORD_KSYMBOL_TYPE_*.
    ksym_type: int
    # PERFC_RECORD_KSYMBOL_FLAGS_*.
    flags: int
    # The symbol's name.
    name: str


def _ksymbol(record: Record, raw: _abi.RecordKsymbol) -> Ksymbol:
    return Ksymbol(
        raw.addr,
        raw.len,
        raw.ksym_type,
        raw.flags,
        record.text(raw.name))


@dataclass(frozen=True, slots=True)
class BpfEvent:
    """PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded."""

    # PERFC_BPF_EVENT_*.
    type: int
    # 0 so far.
    flags: int
    # Id of the program, as bpf(2) has it.
    id: int
    # Hash of the program's instructions.
    tag: bytes


def _bpf_event(record: Record, raw: _abi.RecordBpfEvent) -> BpfEvent:
    return BpfEvent(
        raw.type,
        raw.flags,
        raw.id,
        bytes(raw.tag))


@dataclass(frozen=True, slots=True)
class Cgroup:
    """PERF_RECORD_CGROUP (19): a cgroup was made."""

    # Inode of the cgroup.
    id: int
    # The path from the root of the hierarchy.
    path: str


def _cgroup(record: Record, raw: _abi.RecordCgroup) -> Cgroup:
    return Cgroup(
        raw.id,
        record.text(raw.path))


@dataclass(frozen=True, slots=True)
class TextPoke:
    """PERF_RECORD_TEXT_POKE (20): the kernel changed its code."""

    # Address of the change.
    addr: int
    # The code before the change.
    old_bytes: bytes
    # The code after the change.
    new_bytes: bytes


def _text_poke(record: Record, raw: _abi.RecordTextPoke) -> TextPoke:
    return TextPoke(
        raw.addr,
        record.range(raw.old_bytes),
        record.range(raw.new_bytes))


@dataclass(frozen=True, slots=True)
class AuxOutputHwId:
    """PERF_RECORD_AUX_OUTPUT_HW_ID (21): the hardware's id of an event that writes into the AUX
    area."""

    # The PMU defines its meaning.
    hw_id: int


def _aux_output_hw_id(record: Record, raw: _abi.RecordAuxOutputHwId) -> AuxOutputHwId:
    return AuxOutputHwId(
        raw.hw_id)


@dataclass(frozen=True, slots=True)
class CallchainDeferred:
    """PERF_RECORD_CALLCHAIN_DEFERRED (22): the user's part of the call chain of earlier samples."""

    # Equals the cookie in the samples, which stands behind PERFC_CONTEXT_USER_DEFERRED in their
    # call chains.
    cookie: int
    # Addresses and markers.
    callchain: tuple[int, ...]


def _callchain_deferred(record: Record, raw: _abi.RecordCallchainDeferred) -> CallchainDeferred:
    return CallchainDeferred(
        raw.cookie,
        record.words(raw.callchain))


Decoded = (
    Sample
    | Mmap
    | Lost
    | Comm
    | Task
    | Throttle
    | ReadRecord
    | Aux
    | ItraceStart
    | LostSamples
    | Switch
    | Namespaces
    | Ksymbol
    | BpfEvent
    | Cgroup
    | TextPoke
    | AuxOutputHwId
    | CallchainDeferred)

# A struct, the function that fills it, and what makes the object of it.
Decoder = tuple[Any, Callable[..., int], Callable[[Record, Any], Any]]
TRAILER: Decoder = (_abi.SampleId, lib.perfc_decode_sample_id, _sample_id)
DECODERS: dict[int, Decoder] = {
    constants.RECORD_MMAP:
        (_abi.RecordMmap, lib.perfc_decode_mmap, _mmap),
    constants.RECORD_MMAP2:
        (_abi.RecordMmap, lib.perfc_decode_mmap, _mmap),
    constants.RECORD_LOST:
        (_abi.RecordLost, lib.perfc_decode_lost, _lost),
    constants.RECORD_COMM:
        (_abi.RecordComm, lib.perfc_decode_comm, _comm),
    constants.RECORD_EXIT:
        (_abi.RecordTask, lib.perfc_decode_task, _task),
    constants.RECORD_FORK:
        (_abi.RecordTask, lib.perfc_decode_task, _task),
    constants.RECORD_THROTTLE:
        (_abi.RecordThrottle, lib.perfc_decode_throttle, _throttle),
    constants.RECORD_UNTHROTTLE:
        (_abi.RecordThrottle, lib.perfc_decode_throttle, _throttle),
    constants.RECORD_READ:
        (_abi.RecordRead, lib.perfc_decode_read, _read),
    constants.RECORD_AUX:
        (_abi.RecordAux, lib.perfc_decode_aux, _aux),
    constants.RECORD_ITRACE_START:
        (_abi.RecordItraceStart, lib.perfc_decode_itrace_start, _itrace_start),
    constants.RECORD_LOST_SAMPLES:
        (_abi.RecordLostSamples, lib.perfc_decode_lost_samples, _lost_samples),
    constants.RECORD_SWITCH:
        (_abi.RecordSwitch, lib.perfc_decode_switch, _switch),
    constants.RECORD_SWITCH_CPU_WIDE:
        (_abi.RecordSwitch, lib.perfc_decode_switch, _switch),
    constants.RECORD_NAMESPACES:
        (_abi.RecordNamespaces, lib.perfc_decode_namespaces, _namespaces),
    constants.RECORD_KSYMBOL:
        (_abi.RecordKsymbol, lib.perfc_decode_ksymbol, _ksymbol),
    constants.RECORD_BPF_EVENT:
        (_abi.RecordBpfEvent, lib.perfc_decode_bpf_event, _bpf_event),
    constants.RECORD_CGROUP:
        (_abi.RecordCgroup, lib.perfc_decode_cgroup, _cgroup),
    constants.RECORD_TEXT_POKE:
        (_abi.RecordTextPoke, lib.perfc_decode_text_poke, _text_poke),
    constants.RECORD_AUX_OUTPUT_HW_ID:
        (_abi.RecordAuxOutputHwId, lib.perfc_decode_aux_output_hw_id, _aux_output_hw_id),
    constants.RECORD_CALLCHAIN_DEFERRED:
        (_abi.RecordCallchainDeferred, lib.perfc_decode_callchain_deferred, _callchain_deferred),
}

__all__ = [
    "Aux",
    "AuxOutputHwId",
    "BpfEvent",
    "CallchainDeferred",
    "Cgroup",
    "Comm",
    "Decoded",
    "ItraceStart",
    "Ksymbol",
    "Lost",
    "LostSamples",
    "Mmap",
    "Namespace",
    "Namespaces",
    "ReadRecord",
    "SampleId",
    "Switch",
    "Task",
    "TextPoke",
    "Throttle",
]
