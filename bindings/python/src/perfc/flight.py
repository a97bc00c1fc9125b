"""A flight recorder: the newest records of many rings, when something has happened."""
from collections.abc import Generator
from contextlib import contextmanager

from perfc._handle import Use, call
from perfc._library import lib
from perfc.constants import STREAM_CUT_ALL, STREAM_FLIGHT
from perfc.stream import Rings, make_stream


class Flight(Rings):
    """Rings of events with write_backward, which the kernel overwrites until cut() takes their
    last records. next() and records() give those of the cut."""

    def __init__(self) -> None:
        super().__init__(make_stream(STREAM_FLIGHT, 0, None), ())

    @contextmanager
    def cut(self, last_ns: int = STREAM_CUT_ALL) -> Generator[int]:
        """with flight.cut(5 * 10**9) as count: the outputs are paused and the records of the last
        so many ns are there to be read; afterwards the outputs go on."""
        with Use(self) as pointer:
            count = call(lib.perfc_stream_cut, pointer, last_ns)
        try:
            yield count
        finally:
            if not self.closed:
                self.resume()

    def resume(self) -> None:
        """Ends a cut."""
        with Use(self) as pointer:
            call(lib.perfc_stream_resume, pointer)
