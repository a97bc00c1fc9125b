"""Events: opened, controlled, read; and their rings."""
import ctypes
import errno
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from perfc import _abi, constants
from perfc._handle import Guard, Handle, Use, call, create, encoded, fill, pointer_of
from perfc._library import lib
from perfc._wait import Waitable, follow
from perfc.attr import AnyAttr, Attr, attr_bytes
from perfc.clock import ClockRelation
from perfc.counts import COUNT_SIZE, Count, to_count
from perfc.enums import ClockHow, Type
from perfc.errors import ConcurrentUseError, PerfcError, TargetGone, check, from_facts
from perfc.host import Host
from perfc.plan import OwnedPlan
from perfc.record import Record
from perfc.records import Aux
from perfc.ring import AuxData, ControlPage, Losses, to_control_page, to_losses
from perfc.specs import parsing

if TYPE_CHECKING:
    from perfc.batch import Batch
    from perfc.flight import Flight
    from perfc.stream import Stream

_MOST_READ = 1024
ANY_CPU = -1
ALL_THREADS = -1
CALLING_THREAD = 0


class Event(Waitable):
    """One perf event: Event.open("task-clock:u") by its name, or Event(attr). It counts the
    calling thread wherever it runs, unless pid and cpu say otherwise.

    pid -1 is every process on `cpu`; with OpenFlag.PID_CGROUP pid is the fd of a cgroup's
    directory. One thread at a time, except that any may read counts and wake a wait."""

    _destroy = "perfc_close"
    _wait = "perfc_event_wait"
    _wake = "perfc_event_wake"
    _fd = "perfc_event_fd"

    def __init__(self, attr: AnyAttr, pid: int = CALLING_THREAD, cpu: int = ANY_CPU, *,
                 group: "Event | None" = None, flags: int = 0, host: Host | None = None) -> None:
        data = attr_bytes(attr)
        pointer = create(lib.perfc_open, pointer_of(host), data, len(data), pid, cpu,
                         pointer_of(group), flags)
        self._begin(pointer, (host,))

    @classmethod
    def open(cls, event_string: str, sample_type: int = 0, pid: int = CALLING_THREAD,
             cpu: int = ANY_CPU, *, host: Host | None = None) -> "Event":
        """The one event that an event string names ("task-clock:u"), disabled. sample_type 0: it
        counts; else it samples these SampleType fields, at the string's period= or freq=, or at
        1,000 Hz."""
        event = cls.__new__(cls)
        with parsing():
            pointer = create(lib.perfc_open_string, pointer_of(host), encoded(event_string),
                             sample_type, pid, cpu)
        event._begin(pointer, (host,))
        event._string = event_string
        return event

    @classmethod
    def open_fd(cls, fd: int, attr: AnyAttr, host: Host | None = None) -> "Event":
        """Takes over an fd that was opened elsewhere with this attr. The event closes it."""
        data = attr_bytes(attr)
        event = cls.__new__(cls)
        event._begin(create(lib.perfc_open_fd, pointer_of(host), fd, data, len(data)), (host,))
        return event

    def _begin(self, pointer: int, parents: Sequence[Handle | None]) -> None:
        super().__init__(pointer, parents)
        self._string = ""
        self._reader: weakref.ref[Stream] | weakref.ref[Flight] | None = None
        self._plan: weakref.ref[OwnedPlan] | None = None
        self._viewers: weakref.WeakSet[Batch] = weakref.WeakSet()

    def _about(self) -> str:
        attr = self.attr
        kind = Type(attr.type).name if attr.type in Type._value2member_map_ else f"type {attr.type}"
        return f"{self._string or f'{kind} {attr.config:#x}'}, fd {self.fileno()}"

    def _finish(self) -> None:
        pointer = self._pointer
        super()._finish()
        reader = self._reader() if self._reader is not None else None
        if reader is not None:
            reader._forget(pointer)

    # ---- properties

    @property
    def attr(self) -> Attr:
        """The attr as it was passed to the kernel."""
        size = check(lib.perfc_event_attr(self._alive(), None, 0))
        buffer = ctypes.create_string_buffer(size)
        check(lib.perfc_event_attr(self._alive(), buffer, size))
        return Attr.from_bytes(buffer.raw)

    @property
    def plan(self) -> OwnedPlan:
        """The plan that decodes the records of the ring. It keeps the event alive, and ends when the
        event is closed."""
        plan = self._plan() if self._plan is not None else None
        if plan is None:
            pointer = lib.perfc_event_plan(self._alive())
            assert pointer is not None
            plan = OwnedPlan(self, pointer)
            self._plan = weakref.ref(plan)
        return plan

    @property
    def id(self) -> int:
        """The kernel's id of the event, which samples carry."""
        out = ctypes.c_uint64()
        with Use(self) as pointer:
            check(lib.perfc_event_id(pointer, ctypes.byref(out)), call="id")
        return out.value

    # ---- control

    def _control(self, function: Callable[..., int], *arguments: object) -> int:
        with Use(self) as pointer:
            return check(function(pointer, *arguments),
                         call=getattr(function, "__name__", "ioctl").removeprefix("perfc_"))

    def _request(self, request: int, argument: int) -> None:
        """A hot ioctl, whose error is the errno alone."""
        self._control(lib.perfc_ioctl, request, argument, None)

    def enable(self, *, group: bool = False) -> None:
        self._request(constants.IOC_ENABLE, constants.IOC_FLAG_GROUP if group else 0)

    def disable(self, *, group: bool = False) -> None:
        self._request(constants.IOC_DISABLE, constants.IOC_FLAG_GROUP if group else 0)

    def reset(self, *, group: bool = False) -> None:
        """Zeroes the count, never the times."""
        self._request(constants.IOC_RESET, constants.IOC_FLAG_GROUP if group else 0)

    def refresh(self, samples: int) -> None:
        """Enables it for so many more overflows."""
        self._request(constants.IOC_REFRESH, samples)

    def set_period(self, period: int) -> None:
        """A new sample_period, or with freq a sample_freq, from now on."""
        self._request(constants.IOC_PERIOD, period)

    def pause_output(self, paused: bool) -> None:
        """While paused nothing is written into the ring; the count goes on."""
        self._request(constants.IOC_PAUSE_OUTPUT, int(paused))

    def set_output(self, target: "Event | None") -> PerfcError | None:
        """Sends the records to target's ring; None drops them. Returns None. If that
        ring's records can't be told apart any more, returns an error with the reason."""
        facts = _abi.Error()
        with Use(self) as pointer:
            if target is None:
                result = lib.perfc_event_set_output(pointer, None, ctypes.byref(facts))
            else:
                with Use(target) as other:
                    result = lib.perfc_event_set_output(pointer, other, ctypes.byref(facts))
        if check(result, facts) == 0:
            return None
        return from_facts(facts)

    def set_filter(self, filter: str) -> None:
        """A tracepoint's filter ("prev_pid != 0"), or address filters of a tracing PMU."""
        with Use(self) as pointer:
            call(lib.perfc_event_set_filter, pointer, encoded(filter))

    def set_bpf(self, prog_fd: int) -> None:
        """Attaches a BPF program, whose fd stays the caller's."""
        self.ioctl(constants.IOC_SET_BPF, prog_fd)

    def query_bpf(self) -> tuple[int, ...]:
        """The ids of the programs at the tracepoint."""
        with Use(self) as pointer:
            return bpf_ids(lambda *rest: lib.perfc_event_query_bpf(pointer, *rest))

    def modify_attributes(self, attr: AnyAttr) -> None:
        """Moves a breakpoint."""
        data = attr_bytes(attr)
        with Use(self) as pointer:
            call(lib.perfc_event_modify_attr, pointer, data, len(data))

    def ioctl(self, request: int, argument: int) -> None:
        """Any request whose argument is a number, constants.IOC_*."""
        with Use(self) as pointer:
            call(lib.perfc_ioctl, pointer, request, argument)

    # ---- counts

    def read(self) -> list[Count]:
        """The count, or with ReadFormat.GROUP those of the group in the order of opening. None of
        them: it is pinned and in error. Any thread."""
        with self._beside():
            capacity = 16
            while True:
                counts = (_abi.Count * capacity)()
                number = lib.perfc_read_group(self._alive(), None, counts, COUNT_SIZE, capacity)
                if number != -errno.ENOSPC or capacity >= _MOST_READ:
                    break
                capacity *= 8
        check(number, call="read_group")
        return [to_count(count) for count in counts[:number]]

    def count(self) -> Count:
        """Its own count, also of a group's member, with its quality. Any thread."""
        with self._beside():
            return to_count(fill(_abi.Count(), lib.perfc_read, self._alive()))

    def count_user(self) -> Count:
        """The same without a system call where the counter can be read in user space; source
        tells. For the thread that it counts."""
        with self._beside():
            return to_count(fill(_abi.Count(), lib.perfc_read_user, self._alive()))

    def count_group(self, events: Sequence["Event"]) -> list[Count]:
        """The counts of any members of the group that this event leads, at one instant."""
        counts = (_abi.Count * len(events))()
        with self._beside():
            check(lib.perfc_read_group(self._alive(), _pointers(events), counts, COUNT_SIZE,
                                       len(events)), call="read_group")
        return [to_count(count) for count in counts]

    def measure(self, events: Sequence["Event"] | None = None) -> "Measurement":
        """with event.measure() as measured: afterwards measured.count is the count of the block.
        With `events`, members of the group that this event leads, measured.counts has their
        counts in that order."""
        return Measurement(self, events)

    # ---- the ring

    def mmap(self, data_pages: int = constants.MMAP_DEFAULT_PAGES, *, flags: int = 0) -> None:
        """Maps the ring: a power of two pages; 0: the control page alone.
        flags: constants.MMAP_OVERWRITE."""
        with Use(self) as pointer:
            call(lib.perfc_mmap, pointer, data_pages, flags)

    def munmap(self) -> None:
        """Unmaps either."""
        with Use(self) as pointer:
            self._refuse_if_viewed()
            check(lib.perfc_munmap(pointer), call="munmap")
            reader = self._reader() if self._reader is not None else None
            if reader is not None:
                reader._forget(pointer)

    def control_page(self) -> ControlPage | None:
        """The control page as it is now; None when nothing is mapped."""
        with Use(self) as pointer:
            address = lib.perfc_event_control_page(pointer)
            return to_control_page(address) if address else None

    def next_record(self) -> Record | None:
        """The ring's next record, or None if there is none now. TargetGone: none will come."""
        return self._record(lib.perfc_next_record)

    def next_records(self, most: int = 64) -> list[Record]:
        """The ring's next records, at most so many, by one call; [] if there are none now. Each
        is good until the next call that takes records. TargetGone: none will come."""
        structs = (_abi.Record * most)()
        with Use(self) as pointer:
            count = check(lib.perfc_next_records(pointer, structs, most), call="next_records")
            return [Record._from(self.plan, struct) for struct in structs[:count]]

    def peek_record(self) -> Record | None:
        """The same, but the record stays the next one."""
        return self._record(lib.perfc_event_peek_record)

    def _record(self, function: Callable[..., int]) -> Record | None:
        struct = _abi.Record()
        with Use(self) as pointer:
            if check(function(pointer, ctypes.byref(struct)), call="next_record") == 0:
                return None
            return Record._from(self.plan, struct)

    def records(self) -> Iterator[Record]:
        """The records in the ring now."""
        try:
            while (record := self.next_record()) is not None:
                yield record
        except TargetGone:
            pass

    def follow(self) -> Iterator[Record]:
        """Records as they come, until the target is gone."""
        try:
            while self.wait():
                yield from self.records()
        except TargetGone:
            pass

    def __aiter__(self) -> AsyncIterator[Record]:
        """async for record in event: as follow(), in a task of asyncio; see ready()."""
        return follow(self.ready, self.records)

    def losses(self) -> Losses:
        """The ring's losses since it was mapped."""
        with Use(self) as pointer:
            return to_losses(fill(_abi.Losses(), lib.perfc_event_losses, pointer))

    _lets_view = True

    def _batch_fill(self) -> tuple[Callable[..., int], str]:
        return lib.perfc_batch_fill_event, "batch_fill"

    def _origin_of(self, number: int) -> "tuple[OwnedPlan, Event]":
        """The plan and the event of a row, by the number of its ring."""
        return self.plan, self

    def _refuse_if_viewed(self) -> None:
        super()._refuse_if_viewed()
        for batch in self._viewers:
            if batch._source is self:
                batch._refuse_if_viewed()
                batch._fills += 1  # Its columns point into the ring.

    # ---- the AUX area

    def aux_mmap(self, pages: int, *, flags: int = 0) -> None:
        """Maps the AUX area: a power of two pages. flags: constants.AUX_OVERWRITE."""
        with Use(self) as pointer:
            call(lib.perfc_aux_mmap, pointer, pages, flags)

    def aux_munmap(self) -> None:
        with Use(self) as pointer:
            self._refuse_if_viewed()
            check(lib.perfc_aux_munmap(pointer), call="aux_munmap")

    def aux_peek(self) -> AuxData | None:
        """The data that wasn't released yet, or None if there is none."""
        raw = _abi.AuxData()
        with Use(self) as pointer:
            found = check(lib.perfc_aux_peek(pointer, ctypes.byref(raw), ctypes.sizeof(raw)),
                          call="aux_peek")
            return self._aux(raw) if found else None

    def aux_view(self, aux: Aux) -> AuxData:
        """The data that an AUX record names."""
        raw = _abi.AuxData()
        with Use(self) as pointer:
            check(lib.perfc_aux_view(pointer, aux.aux_offset, aux.aux_size, aux.flags,
                                     ctypes.byref(raw), ctypes.sizeof(raw)), call="aux_view")
            return self._aux(raw)

    def _aux(self, raw: Any) -> AuxData:
        rest = self._view(raw.rest, raw.rest_size) if raw.rest else memoryview(b"")
        return AuxData(self._view(raw.data, raw.size), rest, raw.offset)

    def aux_release(self, offset: int) -> None:
        """Gives the space before `offset` back to the PMU."""
        self._control(lib.perfc_aux_release, offset)

    # ---- clocks

    def relate_clock(self, clock: int) -> ClockRelation:
        """How the times of its records relate to a clock (time.CLOCK_MONOTONIC, ...) now."""
        raw = _abi.ClockRelation()
        with Use(self) as pointer:
            call(lib.perfc_event_relate_clock, pointer, clock, ctypes.byref(raw), ctypes.sizeof(raw))
        return ClockRelation(raw.time, raw.offset, raw.uncertainty, raw.clock, ClockHow(raw.how))


class BorrowedEvent(Event):
    """An event of a set, which closes it."""

    def __init__(self, owner: Handle, pointer: int) -> None:
        self._begin(pointer, ())
        self._set = owner
        self._guard: Guard = owner._guard

    @property
    def _name(self) -> str:
        return "Event"

    def _alive(self) -> int:
        self._set._alive()
        return super()._alive()

    def close(self) -> None:
        """Nothing: the set closes it."""

    def _finish(self) -> None:
        pass


class Measurement:
    """The result of Event.measure."""

    def __init__(self, event: Event, events: Sequence[Event] | None) -> None:
        self._event, self._events = event, events
        self._counts: list[Count] = []
        self._running = False

    def _read(self) -> list[Count]:
        if self._events is None:
            return [self._event.count()]
        return self._event.count_group(self._events)

    def __enter__(self) -> "Measurement":
        if self._running:
            raise ConcurrentUseError("the measurement is running already")
        self._counts = self._read()
        # Members first: they count from the moment on that their leader does.
        for member in self._events or ():
            if member is not self._event:
                member.enable()
        self._event.enable()
        self._running = True
        return self

    def __exit__(self, *_: object) -> None:
        self._running = False
        self._event.disable()
        self._counts = [after - before for after, before in zip(self._read(), self._counts)]

    def __repr__(self) -> str:
        return f"<Measurement: {'running' if self._running else self._counts}>"

    @property
    def counts(self) -> list[Count]:
        if self._running:
            raise ValueError("the measurement hasn't ended")
        return list(self._counts)

    @property
    def count(self) -> Count:
        return self.counts[0]


def _pointers(events: Sequence[Event]) -> Any:
    return (ctypes.c_void_p * len(events))(*(event._alive() for event in events))


def bpf_ids(function: Callable[..., int]) -> tuple[int, ...]:
    """The ids that function(ids, capacity, &count, &error) returns."""
    capacity = 64
    while True:
        ids, count, facts = (ctypes.c_uint32 * capacity)(), ctypes.c_uint32(), _abi.Error()
        result = function(ids, capacity, ctypes.byref(count), ctypes.byref(facts))
        if result == -errno.ENOSPC and count.value > capacity:
            capacity = count.value
            continue
        check(result, facts)
        return tuple(ids[:count.value])
