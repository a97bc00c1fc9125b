"""The rows of tables."""
# Written by tools/generate from bindings/abi.json.
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from perfc.profile import _abi
from perfc.profile.enums import RowKind
from perfc.profile.table import Table, Texts

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of PERFC_ROWS_FACTS. Names are those of the features, in lower case: "hostname",
    "cmdline". docs/files.md has all names. A fact "malformed" stands for a feature that breaks a
    rule: its value is the rule, and its number the place in the file."""

    # The fact's name.
    name: str
    # The fact as text. A number is here too, in decimal.
    value: str
    # The fact as a number; 0 if it is none.
    number: int
    # PERFC_FEATURE_*: the feature that has the fact.
    feature: int
    # Counts the facts of one name: 0 for the first argument of cmdline, 1 for the second.
    index: int


def _fact_row(raw: Any, texts: Texts) -> FactRow:
    return FactRow(
        texts.text(raw.name),
        texts.text(raw.value),
        raw.number,
        raw.feature,
        raw.index)


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of PERFC_ROWS_EVENTS or PERFC_ROWS_GROUPS."""

    # The event's name, as EVENT_DESC or an EVENT_UPDATE record gives it. Empty: the file has no
    # name for it.
    name: str
    # The unit of counts, from an EVENT_UPDATE record.
    unit: str
    # The name of the group, from GROUP_DESC. Empty: it has none.
    group: str
    # A count times scale is in `unit`. 1 if the file says nothing.
    scale: float
    # Index of the event's attr in the plan.
    attr_index: int
    # Index of the attr of the group's leader; attr_index if the event leads a group, or is in none.
    leader: int
    # Number of ids of the event.
    id_count: int


def _event_row(raw: Any, texts: Texts) -> EventRow:
    return EventRow(
        texts.text(raw.name),
        texts.text(raw.unit),
        texts.text(raw.group),
        raw.scale,
        raw.attr_index,
        raw.leader,
        raw.id_count)


@dataclass(frozen=True, slots=True)
class BuildIdRow:
    """A row of PERFC_ROWS_BUILD_IDS."""

    # Path of the object file, "[kernel.kallsyms]", or a name such as "[vdso]".
    path: str
    # The process in which the file was mapped; -1: any.
    pid: int
    # PERFC_RECORD_MISC_KERNEL, _USER, _GUEST_KERNEL or _GUEST_USER.
    cpumode: int
    # The build id; 0 behind build_id_size bytes.
    build_id: bytes


def _build_id_row(raw: Any, texts: Texts) -> BuildIdRow:
    return BuildIdRow(
        texts.text(raw.path),
        raw.pid,
        raw.cpumode,
        bytes(raw.build_id)[:raw.build_id_size])


@dataclass(frozen=True, slots=True)
class CpuRow:
    """A row of PERFC_ROWS_CPUS. A member is PERFC_NO_CPU_NUMBER if the file doesn't say."""

    # Number of the CPU.
    cpu: int
    # The core's number in its socket.
    core: int
    # The die's number in its socket.
    die: int
    # The socket (physical package).
    socket: int


def _cpu_row(raw: Any, texts: Texts) -> CpuRow:
    return CpuRow(
        raw.cpu,
        raw.core,
        raw.die,
        raw.socket)


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A row of PERFC_ROWS_NODES, from NUMA_TOPOLOGY and MEM_TOPOLOGY."""

    # The node's number.
    node: int
    # Bytes of memory in the node. 0: the file doesn't say.
    total_bytes: int
    # Bytes of it that were free.
    free_bytes: int
    # Bytes of a memory block; 0: the file doesn't say.
    block_bytes: int
    # The node's CPUs, as "0-3,8".
    cpus: str
    # The numbers of the node's memory blocks, as "0-31".
    blocks: str


def _node_row(raw: Any, texts: Texts) -> NodeRow:
    return NodeRow(
        raw.node,
        raw.total_bytes,
        raw.free_bytes,
        raw.block_bytes,
        texts.text(raw.cpus),
        texts.text(raw.blocks))


@dataclass(frozen=True, slots=True)
class PmuRow:
    """A row of PERFC_ROWS_PMUS: one capability, or the PMU itself if cap is empty."""

    # attr.type of the PMU's events; PERFC_NO_PMU_TYPE if the file doesn't say.
    type: int
    # The PMU's name, such as "cpu_core".
    name: str
    # The CPUs of a PMU of a hybrid machine, as "0-3". Else empty.
    cpus: str
    # Name of the capability, such as "branches".
    cap: str
    # Its value.
    value: str


def _pmu_row(raw: Any, texts: Texts) -> PmuRow:
    return PmuRow(
        raw.type,
        texts.text(raw.name),
        texts.text(raw.cpus),
        texts.text(raw.cap),
        texts.text(raw.value))


@dataclass(frozen=True, slots=True)
class DomainRow:
    """A row of PERFC_ROWS_DOMAINS, from CPU_DOMAIN_INFO."""

    # Number of the CPU.
    cpu: int
    # Level of the domain, as in /proc/schedstat.
    domain: int
    # Its name, such as "MC". Empty before version 17 of schedstat.
    name: str
    # The CPUs of the domain, as "0-3".
    cpus: str


def _domain_row(raw: Any, texts: Texts) -> DomainRow:
    return DomainRow(
        raw.cpu,
        raw.domain,
        texts.text(raw.name),
        texts.text(raw.cpus))


@dataclass(frozen=True, slots=True)
class CacheRow:
    """A row of PERFC_ROWS_CACHES."""

    # 1 to 3.
    level: int
    # Bytes of a line.
    line_size: int
    # Number of sets.
    sets: int
    # Ways of a set.
    ways: int
    # "Data", "Instruction" or "Unified".
    type: str
    # Size of the cache, as "32K".
    size: str
    # The CPUs that share the cache, as "0-1".
    cpus: str


def _cache_row(raw: Any, texts: Texts) -> CacheRow:
    return CacheRow(
        raw.level,
        raw.line_size,
        raw.sets,
        raw.ways,
        texts.text(raw.type),
        texts.text(raw.size),
        texts.text(raw.cpus))


@dataclass(frozen=True, slots=True)
class BpfRow:
    """A row of PERFC_ROWS_BPF."""

    # Id of the program or BTF.
    id: int
    # PERFC_BPF_*.
    kind: int
    # Programs: bpf_prog_info.type, BPF_PROG_TYPE_* of linux/bpf.h.
    program_type: int
    # Programs: id of the BTF; 0: none.
    btf_id: int
    # Programs: address of the first jited function.
    address: int
    # Programs: bytes of jited code.
    size: int
    # Programs: hash of the instructions.
    tag: bytes
    # Programs: bpf_prog_info.name.
    name: str
    # Programs: the bytes of struct bpf_prog_info. BTF: its bytes.
    data: bytes


def _bpf_row(raw: Any, texts: Texts) -> BpfRow:
    return BpfRow(
        raw.id,
        raw.kind,
        raw.program_type,
        raw.btf_id,
        raw.address,
        raw.size,
        bytes(raw.tag),
        texts.text(raw.name),
        texts.bytes(raw.data))


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A row of PERFC_ROWS_CLOCKS. Its first members are those of struct perfc_clock_relation:
    perfc_clock_convert takes a pointer to the row."""

    # A time of the records, in nanoseconds.
    time: int
    # time + offset is the time of the other clock.
    offset: int
    # Nanoseconds by which offset may be wrong.
    uncertainty: int
    # Id of the other clock.
    clock: int
    # PERFC_CLOCK_*.
    how: int
    # Id of the clock of the records, from CLOCK_DATA or CLOCKID.
    record_clock: int
    # Resolution of the clock of the records in nanoseconds; 0: the file doesn't say.
    resolution: int


def _clock_row(raw: Any, texts: Texts) -> ClockRow:
    return ClockRow(
        raw.time,
        raw.offset,
        raw.uncertainty,
        raw.clock,
        raw.how,
        raw.record_clock,
        raw.resolution)


@dataclass(frozen=True, slots=True)
class FeatureRow:
    """A row of PERFC_ROWS_FEATURES."""

    # PERFC_FEATURE_*, or a number that this version doesn't know.
    feature: int
    # The byte at which the feature begins in the file.
    position: int
    # Bytes of the feature in the file.
    size: int
    # Name of the feature, such as "CPU_TOPOLOGY"; empty: this version doesn't know it.
    name: str
    # The bytes, in the file's byte order. Empty for TRACING_DATA and for features of more than 16
    # MiB or an eighth of max_bytes, which can be read from the file at `position`.
    data: bytes


def _feature_row(raw: Any, texts: Texts) -> FeatureRow:
    return FeatureRow(
        raw.feature,
        raw.position,
        raw.size,
        texts.text(raw.name),
        texts.bytes(raw.data))


@dataclass(frozen=True, slots=True)
class TracepointRow:
    """A row of PERFC_ROWS_TRACEPOINTS."""

    # attr.config of the tracepoint's events on the machine of the recording.
    id: int
    # The subsystem, such as "sched".
    system: str
    # The tracepoint, such as "sched_switch".
    name: str
    # The format file, for perfc_tracepoint_create_from_text.
    format: str


def _tracepoint_row(raw: Any, texts: Texts) -> TracepointRow:
    return TracepointRow(
        raw.id,
        texts.text(raw.system),
        texts.text(raw.name),
        texts.text(raw.format))


class FileTables:
    """What the header of a file says. perfc.NoData: the file doesn't have what the table is made
    of."""

    __slots__ = ()

    def _table(self, kind: RowKind, raw: type[Any], make: Callable[[Any, Texts], Row]) -> Table[Row]:
        raise NotImplementedError

    def facts(self) -> Table[FactRow]:
        """Facts about the recording and its machine, such as HOSTNAME and each argument of
        CMDLINE."""
        return self._table(RowKind.FACTS, _abi.FactRow, _fact_row)

    def events(self) -> Table[EventRow]:
        """The events, by the index of their attrs."""
        return self._table(RowKind.EVENTS, _abi.EventRow, _event_row)

    def build_ids(self) -> Table[BuildIdRow]:
        """Build ids of object files."""
        return self._table(RowKind.BUILD_IDS, _abi.BuildIdRow, _build_id_row)

    def cpus(self) -> Table[CpuRow]:
        """CPUs and their topology."""
        return self._table(RowKind.CPUS, _abi.CpuRow, _cpu_row)

    def nodes(self) -> Table[NodeRow]:
        """NUMA nodes."""
        return self._table(RowKind.NODES, _abi.NodeRow, _node_row)

    def pmus(self) -> Table[PmuRow]:
        """PMUs, their capabilities and their CPUs."""
        return self._table(RowKind.PMUS, _abi.PmuRow, _pmu_row)

    def caches(self) -> Table[CacheRow]:
        """CPU caches."""
        return self._table(RowKind.CACHES, _abi.CacheRow, _cache_row)

    def groups(self) -> Table[EventRow]:
        """The groups of events, the leader first."""
        return self._table(RowKind.GROUPS, _abi.EventRow, _event_row)

    def bpf(self) -> Table[BpfRow]:
        """BPF programs and their BTF."""
        return self._table(RowKind.BPF, _abi.BpfRow, _bpf_row)

    def clocks(self) -> Table[ClockRow]:
        """How the times of records relate to other clocks."""
        return self._table(RowKind.CLOCKS, _abi.ClockRow, _clock_row)

    def features(self) -> Table[FeatureRow]:
        """Every feature as bytes."""
        return self._table(RowKind.FEATURES, _abi.FeatureRow, _feature_row)

    def tracepoints(self) -> Table[TracepointRow]:
        """Format files of tracepoints."""
        return self._table(RowKind.TRACEPOINTS, _abi.TracepointRow, _tracepoint_row)

    def domains(self) -> Table[DomainRow]:
        """The scheduler's domains of each CPU."""
        return self._table(RowKind.DOMAINS, _abi.DomainRow, _domain_row)


__all__ = [
    "BpfRow",
    "BuildIdRow",
    "CacheRow",
    "ClockRow",
    "CpuRow",
    "DomainRow",
    "EventRow",
    "FactRow",
    "FeatureRow",
    "NodeRow",
    "PmuRow",
    "TracepointRow",
]
