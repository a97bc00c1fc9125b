"""Many events at once: a list of specs over threads, processes, a cgroup or CPUs."""
import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from perfc import _abi, constants
from perfc._handle import Handle, Use, call, create, encoded, fill, pointer_of, some
from perfc._library import lib
from perfc.counts import COUNT_SIZE, Count, to_array, to_count
from perfc.enums import Fallback, MemberStatus, ReportKind, SumBy, TargetKind
from perfc.errors import PerfcError, check, from_facts, text
from perfc.event import BorrowedEvent, Event, bpf_ids
from perfc.host import Host
from perfc.plan import Plan
from perfc.specs import Spec, Specs, to_spec


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a set; Target() is the calling thread."""

    kind: TargetKind = TargetKind.THREAD
    pid: int = 0
    cpus: str | Sequence[int] | None = None
    cgroup: str | None = None
    each_cpu: bool = False

    @classmethod
    def thread(cls, tid: int = 0, **more: Any) -> "Target":
        """A thread, 0 for the calling one."""
        return cls(TargetKind.THREAD, tid, **more)

    @classmethod
    def process(cls, pid: int = 0, **more: Any) -> "Target":
        """All threads of a process, 0 for this one."""
        return cls(TargetKind.PROCESS, pid, **more)

    @classmethod
    def tree(cls, pid: int = 0, **more: Any) -> "Target":
        """A process with its descendants, and all processes that they start from now on. Mapping
        rings requires each_cpu=True."""
        return cls(TargetKind.TREE, pid, **more)

    @classmethod
    def of_cgroup(cls, cgroup: str, cpus: str | Sequence[int] | None = None) -> "Target":
        """The tasks of a cgroup."""
        return cls(TargetKind.CGROUP, cgroup=cgroup, cpus=cpus)

    @classmethod
    def of_cpus(cls, cpus: str | Sequence[int] | None = None) -> "Target":
        """Everything on the given CPUs: "0,3-7", [0, 3], or None for all online CPUs."""
        return cls(TargetKind.CPUS, cpus=cpus)

    def _struct(self) -> _abi.Target:
        raw = _abi.Target(size=ctypes.sizeof(_abi.Target), kind=self.kind, pid=self.pid,
                          flags=constants.TARGET_FLAG_EACH_CPU if self.each_cpu else 0,
                          cgroup=encoded(self.cgroup))
        if isinstance(self.cpus, str):
            raw.cpus = encoded(self.cpus)
        elif self.cpus is not None:
            numbers = (ctypes.c_uint32 * len(self.cpus))(*self.cpus)
            raw.cpu_count = len(self.cpus)
            raw.cpu_list = ctypes.addressof(numbers)
            setattr(raw, "_keeps", numbers)
        return raw


@dataclass(frozen=True, slots=True)
class Member:
    """One spec on one CPU and thread. event is None where it isn't open; ring is whose ring has
    its records. The set closes both. open_error is the errno of the last failed open, else 0; see
    struct perfc_member."""

    spec: int
    leader: int
    status: MemberStatus
    cpu: int
    pid: int
    event: Event | None
    ring: Event | None
    open_error: int


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """Something that happened while a set was opened, mapped or updated."""

    kind: ReportKind
    step: Fallback
    spec: int | None
    cpu: int
    pid: int
    before: int
    after: int
    event: str
    error: PerfcError | None
    text: str


@dataclass(frozen=True, slots=True)
class RingBudget:
    """How large rings may be; see struct perfc_ring_budget. None: no limit."""

    rings: int
    data_pages: int
    bytes: int
    budget: int | None
    mlock_kb: int
    online_cpus: int
    rlimit_memlock: int | None


@dataclass(frozen=True, slots=True)
class SumRow:
    """A sum and its members: `parts` members have a count, `missing` members have none."""

    spec: int
    cpu: int
    pid: int
    parts: int
    missing: int
    count: Count


class Report(Handle):
    """The incidents of opening, mapping and updating a set. Set(..., report=report) fills it also
    if opening fails. str(report) is its text, one line for each entry."""

    _destroy = "perfc_report_destroy"

    def __init__(self) -> None:
        super().__init__(create(lib.perfc_report_create))

    def _about(self) -> str:
        return some(check(lib.perfc_report_count(self._alive())), "incident")

    def entries(self) -> list[ReportEntry]:
        return _entries(self._alive())

    def __str__(self) -> str:
        return _report_text(self._alive(), constants.REPORT_ALL)


class Set(Handle):
    """The events of a list of specs, opened over a target. All start disabled."""

    _destroy = "perfc_set_close"

    def __init__(self, specs: Specs | str, target: Target = Target(), *, start: bool = False,
                 enable_on_exec: bool = False, identify: bool = False,
                 raise_fd_limit: bool = False, tolerant: bool = False,
                 fallbacks: int = 0, report: Report | None = None,
                 host: Host | None = None) -> None:
        if isinstance(specs, str):
            with Specs(specs, host=host) as parsed:
                pointer = self._open(parsed, target, locals())
        else:
            pointer = self._open(specs, target, locals())
        super().__init__(pointer, (host,))
        self._borrowed: dict[int, BorrowedEvent] = {}

    @staticmethod
    def _open(specs: Specs, target: Target, options: dict[str, Any]) -> int:
        flags = sum(bit for name, bit in _SET_FLAGS.items() if options[name])
        raw = _abi.SetOptions(ctypes.sizeof(_abi.SetOptions), 0, flags, options["fallbacks"],
                              pointer_of(options["report"]))
        struct = target._struct()
        with Use(specs) as pointer:
            return create(lib.perfc_set_open, pointer_of(options["host"]), pointer,
                          ctypes.byref(struct), ctypes.byref(raw))

    def _finish(self) -> None:
        for event in self._borrowed.values():
            reader = event._reader() if event._reader is not None else None
            if reader is not None:
                reader._forget(event._pointer)
        super()._finish()

    def _about(self) -> str:
        specs = check(lib.perfc_specs_count(lib.perfc_set_specs(self._alive())))
        return f"{some(len(self), 'member')} of {some(specs, 'spec')}"

    def _refuse_if_needed(self) -> None:
        super()._refuse_if_needed()
        for event in self._borrowed.values():
            event._refuse_if_viewed()

    # ---- members

    def __len__(self) -> int:
        """The number of members, open or not."""
        return check(lib.perfc_set_member_count(self._alive()))

    def __getitem__(self, index: int) -> Member:
        with Use(self) as pointer:
            return self._member(pointer, index)

    def __iter__(self) -> Iterator[Member]:
        return (self[index] for index in range(len(self)))

    def _raw_member(self, pointer: int, index: int) -> _abi.Member:
        if not 0 <= index < len(self):
            raise IndexError(f"the set has no member {index}")
        raw = _abi.Member()
        fill(raw, lib.perfc_set_member, pointer, index)
        return raw

    def _member(self, pointer: int, index: int) -> Member:
        raw = self._raw_member(pointer, index)
        return Member(raw.spec, raw.leader, MemberStatus(raw.status), raw.cpu, raw.pid,
                      self._event(raw.event), self._event(raw.ring), -raw.open_error)

    def _event(self, pointer: int | None) -> Event | None:
        if not pointer:
            return None
        if pointer not in self._borrowed:
            self._borrowed[pointer] = BorrowedEvent(self, pointer)
        return self._borrowed[pointer]

    def _rings(self) -> list[Event]:
        """The events whose rings are mapped, each once, in the order of the members."""
        rings: dict[int, Event] = {}
        for index in range(len(self)):
            ring = self._member(self._alive(), index).ring
            if ring is not None:
                rings[ring._alive()] = ring
        return list(rings.values())

    def id(self, index: int) -> int:
        """The kernel's id of a member's event. EINVAL: it isn't open."""
        out = ctypes.c_uint64()
        with Use(self) as pointer:
            event = self._raw_member(pointer, index).event
            check(lib.perfc_event_id(event, ctypes.byref(out)), call="event_id")
        return out.value

    @property
    def specs(self) -> list[Spec]:
        """The specs as they were opened."""
        with Use(self) as pointer:
            specs = lib.perfc_set_specs(pointer)
            return [to_spec(fill(_abi.Spec(), lib.perfc_specs_get, specs, index))
                    for index in range(check(lib.perfc_specs_count(specs)))]

    def plan(self) -> Plan:
        """A plan for the records of all members there are now: its attrs are the specs."""
        with Use(self) as pointer:
            return Plan._of(create(lib.perfc_set_create_plan, pointer))

    # ---- control

    def _all(self, function: Callable[..., int]) -> None:
        with Use(self) as pointer:
            check(function(pointer), call="set")

    def enable(self) -> None:
        self._all(lib.perfc_set_enable)

    def disable(self) -> None:
        self._all(lib.perfc_set_disable)

    def reset(self) -> None:
        self._all(lib.perfc_set_reset)

    def update(self, *, reopen: bool = False) -> int:
        """Finds the CPUs and threads that came and went; with reopen opens those that came. Returns
        the number of changed members. A member that is opened again has a new Event."""
        with Use(self) as pointer:
            for event in self._borrowed.values():
                event._refuse_if_viewed()
            changed = call(lib.perfc_set_update, pointer,
                           constants.SET_UPDATE_REOPEN if reopen else 0)
            self._drop_closed()
            return changed

    def _drop_closed(self) -> None:
        open_now: set[int] = set()
        for index in range(len(self)):
            raw = fill(_abi.Member(), lib.perfc_set_member, self._alive(), index)
            open_now.add(raw.event)
        for pointer in set(self._borrowed) - open_now:
            event = self._borrowed.pop(pointer)
            reader = event._reader() if event._reader is not None else None
            if reader is not None:
                reader._forget(pointer)
            event._pointer = None

    # ---- counts

    def read(self) -> list[Count]:
        """The counts, that of member i at index i."""
        with Use(self) as pointer:
            raw = (_abi.Count * len(self))()
            count = check(lib.perfc_set_read(pointer, raw, COUNT_SIZE, len(raw)), call="set_read")
        return [to_count(one) for one in raw[:count]]

    def sum(self, counts: Iterable[Count] | None = None, by: SumBy = SumBy.SPEC) -> list[SumRow]:
        """Counts as read() gave them, or differences of such, added up by spec, CPU or thread.
        Members beyond them have no count."""
        parts = to_array(self.read() if counts is None else list(counts))
        with Use(self) as pointer:
            members = len(self)
            sums, rows = (_abi.Count * members)(), (_abi.SumRow * members)()
            count = check(lib.perfc_set_sum(pointer, by, parts, len(parts), sums, COUNT_SIZE, rows,
                                            ctypes.sizeof(_abi.SumRow), members),
                          call="set_sum")
        return [SumRow(row.spec, row.cpu, row.pid, row.parts, row.missing, to_count(one))
                for one, row in zip(sums[:count], rows[:count])]

    # ---- rings

    def mmap(self, data_pages: int = constants.PAGES_FIT, *, shared: bool = False,
            overwrite: bool = False) -> int:
        """Maps a ring for every member that writes records and has none, or with shared one for
        each CPU. PAGES_FIT: as large as the budget allows; 0: the control pages of all members.
        Returns how many it mapped."""
        with Use(self) as pointer:
            return call(lib.perfc_set_mmap, pointer, data_pages, _map_flags(shared, overwrite))

    def ring_budget(self, *, shared: bool = False, overwrite: bool = False) -> RingBudget:
        """How many rings mmap() would map, and how large."""
        with Use(self) as pointer:
            raw = fill(_abi.RingBudget(), lib.perfc_set_ring_budget, pointer,
                       _map_flags(shared, overwrite))
        none = (1 << 64) - 1
        return RingBudget(raw.rings, raw.data_pages, raw.bytes,
                        None if raw.budget == none else raw.budget, raw.mlock_kb, raw.online_cpus,
                        None if raw.rlimit_memlock == none else raw.rlimit_memlock)

    # ---- BPF

    def attach_bpf(self, prog_fd: int, *, link: bool = False) -> int:
        """Attaches a program to every open event; returns how many took it."""
        with Use(self) as pointer:
            return call(lib.perfc_set_attach_bpf, pointer, prog_fd,
                        constants.BPF_LINK if link else 0)

    def detach_bpf(self) -> None:
        """Closes all links."""
        self._all(lib.perfc_set_detach_bpf)

    def query_bpf(self, index: int) -> tuple[int, ...]:
        """The ids of the programs at a member's event. EINVAL: it isn't open."""
        with Use(self) as pointer:
            event = self._raw_member(pointer, index).event
            return bpf_ids(lambda *rest: lib.perfc_event_query_bpf(event, *rest))

    # ---- the report

    def report(self) -> list[ReportEntry]:
        """The incidents since the set was opened."""
        with Use(self) as pointer:
            return _entries(lib.perfc_set_report(pointer))

    def report_text(self) -> str:
        with Use(self) as pointer:
            return _report_text(lib.perfc_set_report(pointer), constants.REPORT_ALL)


_SET_FLAGS = {"start": constants.SET_OPEN_START, "enable_on_exec": constants.SET_OPEN_ENABLE_ON_EXEC,
              "identify": constants.SET_OPEN_IDENTIFY,
              "raise_fd_limit": constants.SET_OPEN_RAISE_FD_LIMIT, "tolerant": constants.SET_OPEN_TOLERANT}


def _map_flags(shared: bool, overwrite: bool) -> int:
    return ((constants.SET_MMAP_SHARED if shared else 0)
            | (constants.SET_MMAP_OVERWRITE if overwrite else 0))


def _report_text(report: int | None, index: int) -> str:
    return text(lambda buffer, size: lib.perfc_report_text(report, index, buffer, size))


def _entries(report: int | None) -> list[ReportEntry]:
    entries: list[ReportEntry] = []
    for index in range(check(lib.perfc_report_count(report))):
        raw = fill(_abi.ReportEntry(), lib.perfc_report_get, report, index)
        entries.append(ReportEntry(
            ReportKind(raw.kind), Fallback(raw.step),
            None if raw.spec == constants.REPORT_NO_SPEC else raw.spec, raw.cpu, raw.pid,
            raw.before, raw.after, raw.event.decode("utf-8", "replace"),
            from_facts(raw.error) if raw.error.code else None, _report_text(report, index)))
    return entries
