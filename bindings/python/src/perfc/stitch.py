"""Deferred call chains (Linux 6.19), put into their samples."""
import ctypes
from collections.abc import Iterator
from dataclasses import dataclass

from perfc import _abi
from perfc._handle import Handle, Use, create, fill, some
from perfc._library import lib
from perfc.constants import NO_POSITION
from perfc.enums import StitchState
from perfc.errors import check
from perfc.plan import Plan
from perfc.record import Record


@dataclass(frozen=True, slots=True)
class Stitched:
    """A record that came out, and its fate."""

    record: Record
    state: StitchState
    tag: int


@dataclass(frozen=True, slots=True)
class StitchInfo:
    """See struct perfc_stitch_info."""

    held: int
    matched: int
    unmatched: int
    oversized: int
    unclaimed: int


class Stitch(Handle):
    """Holds samples until their user call chain has come. Push in the order of time."""

    _destroy = "perfc_stitch_destroy"

    def __init__(self, *, max_bytes: int = 0) -> None:
        options = _abi.StitchOptions(ctypes.sizeof(_abi.StitchOptions), 0, max_bytes)
        super().__init__(create(lib.perfc_stitch_create, ctypes.byref(options)))
        self._plans: dict[int, Plan] = {}

    def _about(self) -> str:
        return f"{some(self.info().held, 'sample')} held"

    def push(self, record: Record, tag: int = 0) -> Iterator[Stitched]:
        """Takes the next record, and returns the records that come out because of it."""
        with Use(self) as pointer:
            plan = record.plan._alive()
            self._plans[plan] = record.plan
            raw = _abi.StreamRecord(record=record.struct, plan=plan, sequence=tag,
                                    position=NO_POSITION)
            check(lib.perfc_stitch_push(pointer, ctypes.byref(raw)), call="stitch_push")
            return iter(self._drain(pointer))

    def flush(self) -> Iterator[Stitched]:
        """All waiting samples, without their deferred chains."""
        with Use(self) as pointer:
            check(lib.perfc_stitch_flush(pointer), call="stitch_flush")
            return iter(self._drain(pointer))

    def _drain(self, pointer: int) -> list[Stitched]:
        out: list[Stitched] = []
        raw = _abi.StitchedRecord()
        while check(lib.perfc_stitch_next_record(pointer, ctypes.byref(raw)), call="stitch_next"):
            plan = self._plans[raw.pushed.plan or 0]
            out.append(Stitched(Record._from(plan, raw.pushed.record), StitchState(raw.state),
                                raw.pushed.sequence))
        return out

    def info(self) -> StitchInfo:
        with Use(self) as pointer:
            raw = fill(_abi.StitchInfo(), lib.perfc_stitch_get_info, pointer)
        return StitchInfo(raw.held, raw.matched, raw.unmatched, raw.oversized, raw.unclaimed)
