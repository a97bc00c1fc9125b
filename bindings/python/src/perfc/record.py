"""Records as bytes, and the fields of their headers and trailers."""
import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeVar

from perfc import _abi
from perfc._handle import address_of, fill, text
from perfc._library import lib
from perfc.constants import NO_POSITION, RECORD_MISC_CPUMODE_MASK
from perfc.enums import RecordFlag, RecordType

if TYPE_CHECKING:
    from perfc.event import Event
    from perfc.plan import Plan
    from perfc.records import Decoded, Decoder, SampleId

_Struct = TypeVar("_Struct", bound=ctypes.Structure)


class Record:
    """One record. It has a copy of the bytes, and so may be kept as long as one likes; decoding
    takes its plan, and so the event that this came from, if any, must still be open."""

    __slots__ = ("data", "plan", "type", "misc", "_struct")

    data: bytes
    plan: "Plan"
    type: int
    misc: int

    def __init__(self, plan: "Plan", data: bytes, type: int, misc: int) -> None:
        self.plan = plan
        self.data = data
        self.type = type
        self.misc = misc
        self._struct: _abi.Record | None = None

    @classmethod
    def _from(cls, plan: "Plan", struct: _abi.Record) -> Self:
        assert struct.data is not None
        return cls(plan, ctypes.string_at(struct.data, struct.size), struct.type, struct.misc)

    @property
    def struct(self) -> _abi.Record:
        """As C has it: borrows data."""
        if self._struct is None:
            self._struct = _abi.Record(address_of(self.data), self.type, self.misc, len(self.data))
        return self._struct

    @property
    def size(self) -> int:
        return len(self.data)

    @property
    def name(self) -> str | None:
        """"SAMPLE", or None for a type that this version doesn't know."""
        return record_name(self.type)

    @property
    def cpumode(self) -> int:
        """constants.RECORD_MISC_KERNEL, _USER, ...: a number, not bits."""
        return self.misc & RECORD_MISC_CPUMODE_MASK

    @property
    def flags(self) -> RecordFlag:
        """The meaning of misc for this type of record."""
        return record_flags(self.type, self.misc)

    @property
    def exact_ip(self) -> bool:
        return RecordFlag.EXACT_IP in self.flags

    @property
    def executable(self) -> bool:
        return RecordFlag.EXECUTABLE in self.flags

    @property
    def comm_exec(self) -> bool:
        return RecordFlag.COMM_EXEC in self.flags

    @property
    def switch_out(self) -> bool:
        return RecordFlag.SWITCH_OUT in self.flags

    @property
    def switch_preempted(self) -> bool:
        return RecordFlag.SWITCH_PREEMPTED in self.flags

    def decode(self) -> "Decoded | None":
        """A Sample, Mmap, Comm, ...; None for a type that this version doesn't know."""
        if self.type == RecordType.SAMPLE:
            from perfc.sample import Sample
            return Sample(self)
        from perfc.records import DECODERS
        decoder = DECODERS.get(self.type)
        return None if decoder is None else self._decode(decoder)

    def sample_id(self) -> "SampleId":
        """The trailer of a record that isn't a sample."""
        from perfc.records import TRAILER
        trailer: SampleId = self._decode(TRAILER)
        return trailer

    def _decode(self, decoder: "Decoder") -> Any:
        struct, function, make = decoder
        return make(self, fill(struct(), function, self.plan._alive(), ctypes.byref(self.struct)))

    def range(self, place: _abi.Range, element: int = 1) -> bytes:
        """The bytes of a variable part of the record."""
        address = lib.perfc_record_range(ctypes.byref(self.struct), ctypes.byref(place), element)
        return ctypes.string_at(address, place.count * element) if address else b""

    def text(self, place: _abi.Range) -> str:
        """The text of a variable part."""
        return self.range(place).decode("utf-8", "surrogateescape")

    def words(self, place: _abi.Range, each: int = 1) -> tuple[int, ...]:
        """The u64 of a variable part, of whose elements each has so many."""
        return tuple(memoryview(self.range(place, 8 * each)).cast("Q"))

    def __repr__(self) -> str:
        name = RecordType(self.type).name if self.type in RecordType._value2member_map_ else None
        return f"<Record {name or self.type} of {self.size} bytes>"


@dataclass(frozen=True, slots=True)
class StreamRecord:
    """A record of a stream, of a flight, of a batch's rows, or of a source of your own, with its
    time in ns and its number. source is the number of its ring, and event whose ring that is;
    None: the record is of no stream. position is its byte in a file. flags:
    constants.STREAM_RECORD_*. tail_size bytes follow the record in the file; tail has them if they
    were read."""

    record: Record
    time: int = 0
    sequence: int = 0
    event: "Event | None" = None
    source: int = 0
    flags: int = 0
    position: int | None = None
    tail: bytes = b""
    tail_size: int = 0

    @classmethod
    def _of(cls, raw: _abi.StreamRecord, plan: "Plan", event: "Event | None") -> Self:
        position = None if raw.position == NO_POSITION else raw.position
        tail = ctypes.string_at(raw.tail, raw.tail_size) if raw.tail else b""
        return cls(Record._from(plan, raw.record), raw.time, raw.sequence, event, raw.source,
                   raw.flags, position, tail, raw.tail_size)

    def _raw(self, plan: int) -> _abi.StreamRecord:
        """As C has it: borrows the record's data."""
        position = NO_POSITION if self.position is None else self.position
        return _abi.StreamRecord(record=self.record.struct, plan=plan, time=self.time,
                                 sequence=self.sequence, position=position,
                                 tail=address_of(self.tail) if self.tail else None,
                                 tail_size=self.tail_size, source=self.source, flags=self.flags)


def elements(record: Record, place: _abi.Range, struct: type[_Struct]) -> ctypes.Array[_Struct]:
    """The structs of a variable part."""
    data = record.range(place, ctypes.sizeof(struct))
    return (struct * (len(data) // ctypes.sizeof(struct))).from_buffer_copy(data)


def record_name(type: int) -> str | None:
    """The kernel's name of a record type, or None for one that this version doesn't know."""
    name = lib.perfc_record_type_name(type)
    return None if name is None else text(name)


def record_flags(type: int, misc: int) -> RecordFlag:
    """The meaning of misc for a record type. Both arguments may come from columns."""
    return RecordFlag(lib.perfc_record_flags(type, misc))
