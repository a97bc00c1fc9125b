"""Counts, and how far they can be trusted."""
import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from perfc import _abi
from perfc._library import lib
from perfc.enums import CountOrigin, Quality, ReadFormat
from perfc.errors import check

COUNT_SIZE = ctypes.sizeof(_abi.Count)


@dataclass(frozen=True, slots=True)
class ReadValue:
    """One count of a sample or READ record. id and lost are 0 where the read format lacks them."""

    value: int
    id: int
    lost: int


@dataclass(frozen=True, slots=True, repr=False)
class Count:
    """A count with its quality. scaled is raw * time_enabled / time_running where the event was
    on the PMU for a part of the time, else raw. fields says which of the others are known."""

    raw: int
    scaled: int
    time_enabled: int
    time_running: int
    lost: int
    id: int
    fields: ReadFormat
    quality: Quality
    origin: CountOrigin | int

    @property
    def exact(self) -> bool:
        """raw is the count, and nothing is missing."""
        return Quality.EXACT in self.quality and Quality.PARTIAL not in self.quality

    def __repr__(self) -> str:
        counted = f"{self.scaled}, counted {self.raw}" if self.scaled != self.raw else self.raw
        return f"<Count: {counted}, {self.quality.name or 'of no quality'}>"

    def __int__(self) -> int:
        return self.scaled

    def __sub__(self, earlier: Self) -> "Count":
        """The difference to `earlier`, a read of the same event."""
        out = _abi.Count()
        check(lib.perfc_count_delta(ctypes.byref(to_struct(earlier)),
                                    ctypes.byref(to_struct(self)), ctypes.byref(out), COUNT_SIZE))
        return to_count(out)

    @staticmethod
    def sum(counts: Iterable["Count"]) -> "Count":
        """One event's counts on several CPUs or threads; the quality is the worst of theirs."""
        array = to_array(list(counts))
        out = _abi.Count()
        check(lib.perfc_count_sum(array, COUNT_SIZE, len(array), ctypes.byref(out)))
        return to_count(out)


def scale(value: int, enabled: int, running: int) -> int:
    """value * enabled / running, in 128 bits and rounded. PerfcError if running is 0."""
    out = ctypes.c_uint64()
    check(lib.perfc_count_scale(value, enabled, running, ctypes.byref(out)), call="count_scale")
    return out.value


def to_count(struct: _abi.Count) -> Count:
    origin: CountOrigin | int = struct.origin
    if origin in CountOrigin._value2member_map_:
        origin = CountOrigin(origin)
    return Count(struct.raw, struct.scaled, struct.time_enabled, struct.time_running, struct.lost,
                 struct.id, ReadFormat(struct.fields), Quality(struct.quality), origin)


def to_struct(count: Count) -> _abi.Count:
    return _abi.Count(count.raw, count.scaled, count.time_enabled, count.time_running, count.lost,
                      count.id, count.fields, count.quality, count.origin)


def to_array(counts: Sequence[Count]) -> Any:
    return (_abi.Count * len(counts))(*map(to_struct, counts))
