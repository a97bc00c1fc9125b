"""Which clock the times of records are in, and how they become those of another."""
import ctypes
from dataclasses import dataclass

from perfc import _abi
from perfc._handle import encoded, text
from perfc._library import lib
from perfc.enums import ClockHow
from perfc.errors import check


@dataclass(frozen=True, slots=True)
class ClockRelation:
    """The relation of the times of an event's records to a clock; Event.relate_clock makes it. At
    `time`, add `offset` to a record's time; the result is off by at most `uncertainty`. All in ns."""

    time: int
    offset: int
    uncertainty: int
    clock: int
    how: ClockHow

    def _struct(self) -> _abi.ClockRelation:
        return _abi.ClockRelation(self.time, self.offset, self.uncertainty, self.clock, self.how)

    def convert(self, time: int, later: "ClockRelation | None" = None) -> tuple[int, int]:
        """A record's time as the clock's, and how far off that is at most. With a relation that
        was taken later, times between the two are interpolated."""
        ns, uncertainty = ctypes.c_uint64(), ctypes.c_uint64()
        check(lib.perfc_clock_convert(
            ctypes.byref(self._struct()), None if later is None else ctypes.byref(later._struct()),
            ctypes.sizeof(_abi.ClockRelation), time, ctypes.byref(ns), ctypes.byref(uncertainty)),
            call="clock_convert")
        return ns.value, uncertainty.value


def clock_find(name: str) -> int:
    """The id of a clock: "monotonic", "raw", "CLOCK_REALTIME", "boottime", ..."""
    out = ctypes.c_int32()
    check(lib.perfc_clock_find(encoded(name), ctypes.byref(out)), call=f"clock {name!r}")
    return out.value


def clock_name(clock: int) -> str | None:
    """"monotonic", ...; None for one without a name."""
    name = lib.perfc_clock_name(clock)
    return None if name is None else text(name)
