"""Every record type but the sample, decoded."""
import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perfc import _abi
from perfc._handle import fill
from perfc._library import lib
from perfc.enums import AuxFlag, MmapField, RecordType
from perfc.record import Record
from perfc.sample import ReadPart, Sample, read_part


@dataclass(frozen=True, slots=True)
class Mmap:
    """MMAP or MMAP2: a file or memory was mapped. filename is "//anon", "[heap]", a path, ...
    Fields that the record lacks are None: in MMAP build_id to flags, in MMAP2 either build_id or maj
    to ino_generation."""

    pid: int
    tid: int
    addr: int
    len: int
    pgoff: int
    build_id: bytes | None
    maj: int | None
    min: int | None
    ino: int | None
    ino_generation: int | None
    prot: int | None
    flags: int | None
    filename: str


@dataclass(frozen=True, slots=True)
class Lost:
    """Records found no room in the ring."""

    id: int
    lost: int


@dataclass(frozen=True, slots=True)
class Comm:
    """A thread's name changed."""

    pid: int
    tid: int
    comm: str


@dataclass(frozen=True, slots=True)
class Task:
    """A thread ended (type is EXIT), or a thread or process was made (FORK)."""

    type: RecordType
    pid: int
    ppid: int
    tid: int
    ptid: int
    time: int


@dataclass(frozen=True, slots=True)
class Throttle:
    """Sampling was too fast and paused (type is THROTTLE), or goes on (UNTHROTTLE)."""

    type: RecordType
    time: int
    id: int
    stream_id: int


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """An inherited event's counts as its thread ended."""

    pid: int
    tid: int
    read: ReadPart


@dataclass(frozen=True, slots=True)
class Aux:
    """New data in the AUX area."""

    aux_offset: int
    aux_size: int
    flags: AuxFlag


@dataclass(frozen=True, slots=True)
class ItraceStart:
    """An instruction trace began."""

    pid: int
    tid: int


@dataclass(frozen=True, slots=True)
class LostSamples:
    """The PMU dropped samples."""

    lost: int


@dataclass(frozen=True, slots=True)
class Switch:
    """A context switch of the thread, or if next_prev_pid isn't None on the CPU: next_prev_pid and
    next_prev_tid are those of the other task."""

    out: bool
    preempted: bool
    next_prev_pid: int | None = None
    next_prev_tid: int | None = None


@dataclass(frozen=True, slots=True)
class Namespace:
    """A link of Namespaces."""

    dev: int
    ino: int


@dataclass(frozen=True, slots=True)
class Namespaces:
    """A thread's namespaces, by constants.*_NS_INDEX."""

    pid: int
    tid: int
    namespaces: tuple[Namespace, ...]


@dataclass(frozen=True, slots=True)
class Ksymbol:
    """A kernel symbol came or went."""

    addr: int
    len: int
    ksym_type: int
    flags: int
    name: str


@dataclass(frozen=True, slots=True)
class BpfEvent:
    """A BPF program was loaded or unloaded."""

    type: int
    flags: int
    id: int
    tag: bytes


@dataclass(frozen=True, slots=True)
class Cgroup:
    """A cgroup was made."""

    id: int
    path: str


@dataclass(frozen=True, slots=True)
class TextPoke:
    """The kernel changed its code."""

    addr: int
    old_bytes: bytes
    new_bytes: bytes


@dataclass(frozen=True, slots=True)
class AuxOutputHwId:
    """The PMU's id of an event that writes into the AUX area."""

    hw_id: int


@dataclass(frozen=True, slots=True)
class CallchainDeferred:
    """The user part of an earlier sample's call chain."""

    cookie: int
    callchain: tuple[int, ...]


Decoded = (Sample | Mmap | Lost | Comm | Task | Throttle | ReadRecord | Aux | ItraceStart
           | LostSamples | Switch | Namespaces | Ksymbol | BpfEvent | Cgroup | TextPoke
           | AuxOutputHwId | CallchainDeferred)


def _text(record: Record, place: _abi.Range) -> str:
    return record.range(place).decode("utf-8", "surrogateescape")


def _mmap(record: Record, raw: Any) -> Mmap:
    fields = MmapField(raw.fields)
    has_inode, has_prot = MmapField.INODE in fields, MmapField.PROT in fields
    build_id = bytes(raw.build_id)[:raw.build_id_size]
    return Mmap(raw.pid, raw.tid, raw.addr, raw.len, raw.pgoff,
                build_id if MmapField.BUILD_ID in fields else None,
                raw.maj if has_inode else None, raw.min if has_inode else None,
                raw.ino if has_inode else None, raw.ino_generation if has_inode else None,
                raw.prot if has_prot else None, raw.flags if has_prot else None,
                _text(record, raw.filename))


def _task(record: Record, raw: Any) -> Task:
    return Task(RecordType(record.type), raw.pid, raw.ppid, raw.tid, raw.ptid, raw.time)


def _throttle(record: Record, raw: Any) -> Throttle:
    return Throttle(RecordType(record.type), raw.time, raw.id, raw.stream_id)


def _switch(record: Record, raw: Any) -> Switch:
    other = (raw.next_prev_pid, raw.next_prev_tid) if raw.has_other else ()
    return Switch(bool(raw.out), bool(raw.preempted), *other)


def _namespaces(record: Record, raw: Any) -> Namespaces:
    size = ctypes.sizeof(_abi.Namespace)
    links = record.range(raw.namespaces, size)
    entries = (_abi.Namespace * (len(links) // size)).from_buffer_copy(links)
    return Namespaces(raw.pid, raw.tid, tuple(Namespace(one.dev, one.ino) for one in entries))


def _deferred(record: Record, raw: Any) -> CallchainDeferred:
    return CallchainDeferred(raw.cookie, record.words(raw.callchain))


# Type: struct, decoding function, and the function that makes the object.
_DECODERS: dict[int, tuple[Any, Callable[..., int], Callable[[Record, Any], Decoded]]] = {
    RecordType.MMAP: (_abi.RecordMmap, lib.perfc_decode_mmap, _mmap),
    RecordType.LOST: (_abi.RecordLost, lib.perfc_decode_lost,
                      lambda record, raw: Lost(raw.id, raw.lost)),
    RecordType.COMM: (_abi.RecordComm, lib.perfc_decode_comm,
                      lambda record, raw: Comm(raw.pid, raw.tid, _text(record, raw.comm))),
    RecordType.EXIT: (_abi.RecordTask, lib.perfc_decode_task, _task),
    RecordType.THROTTLE: (_abi.RecordThrottle, lib.perfc_decode_throttle, _throttle),
    RecordType.UNTHROTTLE: (_abi.RecordThrottle, lib.perfc_decode_throttle, _throttle),
    RecordType.FORK: (_abi.RecordTask, lib.perfc_decode_task, _task),
    RecordType.READ: (_abi.RecordRead, lib.perfc_decode_read,
                      lambda record, raw: ReadRecord(raw.pid, raw.tid,
                                                     read_part(record, raw.read))),
    RecordType.MMAP2: (_abi.RecordMmap, lib.perfc_decode_mmap, _mmap),
    RecordType.AUX: (_abi.RecordAux, lib.perfc_decode_aux,
                     lambda record, raw: Aux(raw.aux_offset, raw.aux_size, AuxFlag(raw.flags))),
    RecordType.ITRACE_START: (_abi.RecordItraceStart, lib.perfc_decode_itrace_start,
                              lambda record, raw: ItraceStart(raw.pid, raw.tid)),
    RecordType.LOST_SAMPLES: (_abi.RecordLostSamples, lib.perfc_decode_lost_samples,
                              lambda record, raw: LostSamples(raw.lost)),
    RecordType.SWITCH: (_abi.RecordSwitch, lib.perfc_decode_switch, _switch),
    RecordType.SWITCH_CPU_WIDE: (_abi.RecordSwitch, lib.perfc_decode_switch, _switch),
    RecordType.NAMESPACES: (_abi.RecordNamespaces, lib.perfc_decode_namespaces, _namespaces),
    RecordType.KSYMBOL: (_abi.RecordKsymbol, lib.perfc_decode_ksymbol,
                         lambda record, raw: Ksymbol(raw.addr, raw.len, raw.ksym_type, raw.flags,
                                                     _text(record, raw.name))),
    RecordType.BPF_EVENT: (_abi.RecordBpfEvent, lib.perfc_decode_bpf_event,
                           lambda record, raw: BpfEvent(raw.type, raw.flags, raw.id,
                                                        bytes(raw.tag))),
    RecordType.CGROUP: (_abi.RecordCgroup, lib.perfc_decode_cgroup,
                        lambda record, raw: Cgroup(raw.id, _text(record, raw.path))),
    RecordType.TEXT_POKE: (_abi.RecordTextPoke, lib.perfc_decode_text_poke,
                           lambda record, raw: TextPoke(raw.addr, record.range(raw.old_bytes),
                                                        record.range(raw.new_bytes))),
    RecordType.AUX_OUTPUT_HW_ID: (_abi.RecordAuxOutputHwId, lib.perfc_decode_aux_output_hw_id,
                                  lambda record, raw: AuxOutputHwId(raw.hw_id)),
    RecordType.CALLCHAIN_DEFERRED: (_abi.RecordCallchainDeferred,
                                    lib.perfc_decode_callchain_deferred, _deferred),
}


def decode(record: Record) -> Decoded | None:
    """The result of record.decode()."""
    if record.type == RecordType.SAMPLE:
        return Sample(record)
    if record.type not in _DECODERS:
        return None
    struct, function, make = _DECODERS[record.type]
    return make(record, fill(struct(), function, record.plan._alive(),
                             ctypes.byref(record.struct)))
