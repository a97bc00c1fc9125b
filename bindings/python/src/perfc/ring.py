"""The losses of a ring or a stream of rings, and the data in the AUX area."""
import ctypes
from dataclasses import dataclass
from typing import Any

from perfc import _abi


@dataclass(frozen=True, slots=True)
class Losses:
    """See struct perfc_losses. read_lost counts the same losses as lost, but earlier, so never add
    the two. It is None unless every event of the ring has PERF_FORMAT_LOST."""

    lost: int
    lost_samples: int
    throttled: int
    overwritten: int
    malformed: int
    unknown: int
    read_lost: int | None
    out_of_order: int


def to_losses(raw: Any) -> Losses:
    return Losses(raw.lost, raw.lost_samples, raw.throttled, raw.overwritten, raw.malformed,
                  raw.unknown, raw.read_lost if raw.read_lost_set else None, raw.out_of_order)


@dataclass(frozen=True, slots=True)
class AuxData:
    """Data in the AUX area, without a copy. If the data wrap, rest is their second part. The area
    can't be unmapped while such views are in use. The PMU overwrites released data."""

    data: memoryview
    rest: memoryview
    offset: int

    def tobytes(self) -> bytes:
        return self.data.tobytes() + self.rest.tobytes()


@dataclass(frozen=True, slots=True)
class ControlPage:
    """The first page of a mapping as it was at one moment; see struct perfc_mmap_page."""

    version: int
    compat_version: int
    lock: int
    index: int
    offset: int
    time_enabled: int
    time_running: int
    capabilities: int
    pmc_width: int
    time_shift: int
    time_mult: int
    time_offset: int
    time_zero: int
    size: int
    time_cycles: int
    time_mask: int
    data_head: int
    data_tail: int
    data_offset: int
    data_size: int
    aux_head: int
    aux_tail: int
    aux_offset: int
    aux_size: int


def to_control_page(address: int) -> ControlPage:
    raw = _abi.MmapPage.from_buffer_copy(ctypes.string_at(address, ctypes.sizeof(_abi.MmapPage)))
    return ControlPage(*(getattr(raw, name) for name in ControlPage.__dataclass_fields__))
