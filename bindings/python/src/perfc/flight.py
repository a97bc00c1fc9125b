"""A flight recorder: the newest records of many rings, when something has happened."""
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from perfc._handle import Use, call, create
from perfc._library import lib
from perfc.constants import FLIGHT_ALL
from perfc.event import Event
from perfc.ring import Losses
from perfc.stream import Rings, StreamRecord


class Flight(Rings):
    """Rings of events with write_backward, which the kernel overwrites until cut() takes their
    last records."""

    _destroy = "perfc_flight_destroy"

    def _event_at(self, pointer: int, number: int) -> int | None:
        return lib.perfc_flight_event(pointer, number)

    def __init__(self) -> None:
        super().__init__(create(lib.perfc_flight_create), ())

    def add(self, event: Event) -> int:
        """Adds the ring of a mapped event, and returns its number."""
        return self._add(lib.perfc_flight_add, event)

    def remove(self, event: Event) -> None:
        self._remove(lib.perfc_flight_remove, event)

    @contextmanager
    def cut(self, last_ns: int = FLIGHT_ALL) -> Iterator[int]:
        """with flight.cut(5 * 10**9) as count: the outputs are paused and the records of the last
        so many ns are there to be read; afterwards the outputs go on."""
        with Use(self) as pointer:
            count = call(lib.perfc_flight_cut, pointer, last_ns)
        try:
            yield count
        finally:
            if not self.closed:
                self.resume()

    def resume(self) -> None:
        """Ends a cut."""
        with Use(self) as pointer:
            call(lib.perfc_flight_resume, pointer)

    def next(self) -> StreamRecord | None:
        """The cut's next record, the earliest first; None if none is left."""
        return self._next(lib.perfc_flight_next)

    def records(self) -> Iterator[StreamRecord]:
        """What is left of the cut."""
        while (record := self.next()) is not None:
            yield record

    def losses(self, event: Event | None = None) -> Losses:
        """The losses of one event's ring, or of all."""
        return self._losses(lib.perfc_flight_losses, event)

    def _batch_fill(self) -> tuple[Callable[..., int], str]:
        return lib.perfc_batch_fill_flight, "batch_fill_flight"
