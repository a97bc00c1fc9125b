"""Many rings as one source, in the order of time."""
import ctypes
import time
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

from perfc import _abi, arrow, constants
from perfc._handle import Handle, Use, call, create, fill, pointer_of, some
from perfc._library import lib
from perfc._wait import Waitable, follow
from perfc.batch import batch_options
from perfc.errors import TargetGone, check
from perfc.event import Event
from perfc.host import Host
from perfc.plan import Plan
from perfc.record import StreamRecord
from perfc.ring import Losses, to_losses

if TYPE_CHECKING:
    from perfc.set import Set

_FOREVER_MS = 1 << 62
_MOST_MS = 0x7fffffff


class Rings(Handle):
    """The common part of streams and flights: the rings of several events, by time. The caller still
    owns the events; closing or unmapping an event takes it out. Only one thread at a time may use
    the stream and its events."""

    _destroy = "perfc_stream_destroy"

    def __init__(self, pointer: int, parents: tuple[Handle | None, ...]) -> None:
        super().__init__(pointer, parents)
        self._events: dict[int, Event] = {}

    def _about(self) -> str:
        return some(len(self._events), "ring")

    def _keep(self, event: Event) -> None:
        event._reader = weakref.ref(self)  # type: ignore[assignment]
        event._guard.join(self._guard)
        self._events[event._alive()] = event

    def _forget(self, pointer: int | None) -> None:
        event = self._events.pop(pointer or 0, None)
        if event is not None:
            event._reader = None
            event._guard.leave()

    def _finish(self) -> None:
        super()._finish()
        for pointer in list(self._events):
            self._forget(pointer)

    def add(self, event: Event) -> int:
        """Adds the ring of a mapped event, and returns its number: the column `source`."""
        with Use(self) as pointer, Use(event) as other:
            number = call(lib.perfc_stream_add_event, pointer, other)
            self._keep(event)
            return number

    def add_set(self, events: "Set") -> int:
        """Adds all rings of a set that are in no stream yet, and returns how many."""
        with Use(self) as pointer, Use(events) as other:
            known = set(self._events)
            added = call(lib.perfc_stream_add_set, pointer, other)
            for ring in events._rings():
                if ring._alive() not in known:
                    self._keep(ring)
            return added

    def remove(self, event: Event) -> None:
        """Takes the event's ring out."""
        with Use(self) as pointer:
            other = event._alive()
            try:
                check(lib.perfc_stream_remove_event(pointer, other), call="remove")
            finally:
                self._forget(other)

    def _event_of(self, number: int) -> Event:
        pointer = lib.perfc_stream_event(self._alive(), number)
        if pointer is None:
            raise KeyError(f"ring {number} was taken out")
        return self._events[pointer]

    def next(self) -> StreamRecord | None:
        """The earliest record that is there, or None if there is none now. TargetGone: none will
        come."""
        records = self.next_records(1)
        return records[0] if records else None

    def next_records(self, most: int = 64) -> list[StreamRecord]:
        """The earliest records that are there, at most so many; [] if there are none now.
        TargetGone: none will come."""
        raw = (_abi.StreamRecord * most)()
        with Use(self) as pointer:
            count = check(lib.perfc_stream_next_records(pointer, raw, most), call="next_records")
            # Nothing takes an event out during this call.
            events = {source: self._event_of(source)
                      for source in {one.source for one in raw[:count]}}
            return [StreamRecord._of(one, events[one.source].plan, events[one.source])
                    for one in raw[:count]]

    def records(self) -> Iterator[StreamRecord]:
        """The records of this moment, by time."""
        try:
            while (record := self.next()) is not None:
                yield record
        except TargetGone:
            pass

    def losses(self, event: Event | None = None) -> Losses:
        """The losses of one event's ring, or of all."""
        with Use(self) as pointer:
            return to_losses(fill(_abi.Losses(), lib.perfc_stream_losses, pointer,
                                  pointer_of(event)))

    def _batch_fill(self) -> tuple[Callable[..., int], str]:
        return lib.perfc_batch_fill_stream, "batch_fill_stream"

    def _origin_of(self, number: int) -> tuple[Plan, Event]:
        event = self._event_of(number)
        return event.plan, event


def make_stream(kind: int, round_bytes: int, host: Host | None) -> int:
    """A new stream of that kind, as the C library knows it."""
    options = _abi.StreamOptions(ctypes.sizeof(_abi.StreamOptions), kind, round_bytes)
    return create(lib.perfc_stream_create, pointer_of(host), ctypes.byref(options))


class Stream(Rings, Waitable):
    """Many rings as one source. For the order the attrs need SampleType.TIME, and sample_id_all
    for records that are no samples.

    pyarrow, polars and DuckDB take a stream as it is: its samples until every target has gone;
    arrow() says until when, and which table."""

    _wait = "perfc_stream_wait"
    _wake = "perfc_stream_wake"
    _fd = "perfc_stream_fd"

    def __init__(self, *, round_bytes: int = 0, host: Host | None = None) -> None:
        super().__init__(make_stream(constants.STREAM_FORWARD, round_bytes, host), (host,))
        self._deadline: float | None = None

    def follow(self) -> Iterator[StreamRecord]:
        """Records as they come, until every target has gone."""
        try:
            while self.wait():
                yield from self.records()
        except TargetGone:
            pass

    __iter__ = follow

    def __aiter__(self) -> AsyncIterator[StreamRecord]:
        """async for record in stream: as follow(), in a task of asyncio; see ready()."""
        return follow(self.ready, self.records)

    def arrow(self, *, records: bool = False, duration: float | None = None, sample_type: int = 0,
              rows: int = 0) -> "ArrowStream":
        """An object for pyarrow.table(), polars.DataFrame(), DuckDB and whoever else takes
        __arrow_c_stream__: the samples, or with records=True the other records, of the next
        `duration` seconds or until every target has gone. wake() ends it too."""
        return ArrowStream(self, records, duration, sample_type, rows)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.arrow().__arrow_c_stream__(requested_schema)

    def _left_ms(self) -> int:
        if self._deadline is None:
            return _FOREVER_MS
        return max(0, int((self._deadline - time.monotonic()) * 1000))


class ArrowStream:
    """The result of Stream.arrow. Its duration begins when a consumer takes it."""

    def __init__(self, stream: Stream, records: bool, duration: float | None, sample_type: int,
                 rows: int) -> None:
        self._stream = stream
        self._table = constants.TABLE_RECORDS if records else constants.TABLE_SAMPLES
        self._duration = duration
        self._options = batch_options(sample_type, rows, False)

    def __repr__(self) -> str:
        table = "records" if self._table == constants.TABLE_RECORDS else "samples"
        return f"<ArrowStream: {table} of {self._stream!r}>"

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        inner = arrow.ArrowArrayStream()
        stream, seconds = self._stream, self._duration
        with Use(stream) as pointer:
            duration = -1 if seconds is None else min(_MOST_MS, max(0, round(seconds * 1000)))
            call(lib.perfc_stream_export_arrow, pointer, ctypes.byref(self._options), self._table,
                 duration, ctypes.byref(inner))
            stream._deadline = None if seconds is None else time.monotonic() + seconds
        return arrow.export_stream(stream, inner)
