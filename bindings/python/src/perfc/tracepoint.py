"""The meaning of the raw data of a tracepoint's samples."""
import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfc import _abi, constants
from perfc._handle import Handle, Keep, Use, create, encoded, fill, pointer_of, some, text
from perfc._library import lib
from perfc.batch import Batch
from perfc.enums import ByteOrder, FieldFlag, FieldKind
from perfc.errors import NoData, check
from perfc.errors import text as written
from perfc.host import Host

if TYPE_CHECKING:
    import numpy as np
    Numbers = np.ndarray[Any, Any]

FieldValue = int | str | bytes | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class Field:
    """One field, as the format file has it; see struct perfc_tracepoint_field."""

    index: int
    name: str
    type: str
    kind: FieldKind
    flags: FieldFlag
    offset: int
    size: int
    element_size: int
    count: int

    @property
    def signed(self) -> bool:
        return FieldFlag.SIGNED in self.flags


@dataclass(frozen=True, slots=True)
class FieldRows:
    """The rows that a column of one field was made of; see struct perfc_tracepoint_rows."""

    rows: int
    present: int
    others: int
    malformed: int


class Tracepoint(Handle):
    """Tracepoint("sched:sched_switch"). Open it as an Event with attr type TRACEPOINT, config
    tracepoint.id, and SampleType.RAW; then tracepoint.fields_of(sample.raw) reads the data."""

    _destroy = "perfc_tracepoint_destroy"

    def __init__(self, name: str, host: Host | None = None) -> None:
        self._begin(create(lib.perfc_tracepoint_create, pointer_of(host), encoded(name)))

    @classmethod
    def by_id(cls, id: int, host: Host | None = None) -> "Tracepoint":
        """By attr.config: reads the ids of all tracepoints until it is found."""
        return cls._of(create(lib.perfc_tracepoint_create_by_id, pointer_of(host), id))

    @classmethod
    def parse(cls, system: str, format: str | bytes,
              byte_order: ByteOrder = ByteOrder.NATIVE) -> "Tracepoint":
        """From the text of a format file, perhaps of another machine."""
        data = format.encode() if isinstance(format, str) else format
        return cls._of(create(lib.perfc_tracepoint_create_from_text, encoded(system), data, len(data),
                              byte_order))

    @classmethod
    def _of(cls, pointer: int) -> "Tracepoint":
        tracepoint = cls.__new__(cls)
        tracepoint._begin(pointer)
        return tracepoint

    def _begin(self, pointer: int) -> None:
        super().__init__(pointer)
        info: Any = fill(_abi.TracepointInfo(), lib.perfc_tracepoint_get_info, pointer)
        self.id: int = info.id
        self.system: str = text(info.system)
        self.name: str = text(info.name)
        self.print_format: str = text(info.print_format)
        self.fields: tuple[Field, ...] = tuple(self._field(index) for index in range(info.field_count))

    def _about(self) -> str:
        return f"{self.system}:{self.name}, {some(len(self.fields), 'field')}"

    def _field(self, index: int) -> Field:
        raw: Any = fill(_abi.TracepointField(), lib.perfc_tracepoint_get_field, self._alive(),
                        index)
        return Field(index, text(raw.name), text(raw.type), FieldKind(raw.kind),
                     FieldFlag(raw.flags), raw.offset, raw.size, raw.element_size, raw.count)

    def field(self, name: str) -> Field:
        """The first field of that name; NotFound."""
        return self.fields[check(lib.perfc_tracepoint_find_field(self._alive(), encoded(name)),
                                 call=f"{self.name} has no field {name!r}")]

    def _resolve(self, field: Field | str) -> Field:
        return self.field(field) if isinstance(field, str) else field

    # ---- one record

    def matches(self, raw: bytes) -> bool:
        """Whether raw data are of this tracepoint."""
        return lib.perfc_tracepoint_matches(self._alive(), raw, len(raw)) == 1

    def number(self, raw: bytes, field: Field | str, index: int = 0) -> int:
        """A number, or one of an array of them."""
        one, out = self._resolve(field), ctypes.c_uint64()
        check(lib.perfc_tracepoint_value(self._alive(), raw, len(raw), one.index, index,
                                         ctypes.byref(out)), call=f"field {one.name}")
        return ctypes.c_int64(out.value).value if one.signed else out.value

    def bytes_of(self, raw: bytes, field: Field | str, index: int = 0) -> bytes:
        """The bytes of a field of any kind, those of a string without its NUL."""
        one = self._resolve(field)
        offset, length = ctypes.c_uint32(), ctypes.c_uint32()
        check(lib.perfc_tracepoint_range(self._alive(), raw, len(raw), one.index, index,
                                         ctypes.byref(offset), ctypes.byref(length)),
              call=f"field {one.name}")
        return raw[offset.value:offset.value + length.value]

    def string(self, raw: bytes, field: Field | str, index: int = 0) -> str:
        """The same as a str."""
        return self.bytes_of(raw, field, index).decode("utf-8", "surrogateescape")

    def value(self, raw: bytes, field: Field | str) -> FieldValue:
        """A field as Python has it: int, str, bytes, or a list."""
        one = self._resolve(field)
        if one.kind == FieldKind.STRING:
            if one.count > 1 and FieldFlag.LOCATED in one.flags:
                return [self.string(raw, one, index) for index in range(one.count)]
            return self.string(raw, one)
        if one.kind in (FieldKind.BYTES, FieldKind.BITMASK):
            return self.bytes_of(raw, one)
        if FieldFlag.ARRAY not in one.flags:
            return self.number(raw, one)
        return list(self._numbers(raw, one))

    def _numbers(self, raw: bytes, field: Field) -> Iterator[int]:
        index = 0
        try:
            while True:
                yield self.number(raw, field, index)
                index += 1
        except NoData:
            pass

    def fields_of(self, raw: bytes, *, common: bool = False) -> dict[str, FieldValue]:
        """All fields by their names, without those that every tracepoint has."""
        return {field.name: self.value(raw, field) for field in self.fields
                if common or FieldFlag.COMMON not in field.flags}

    def format_field(self, raw: bytes, field: Field | str) -> str:
        """A field as text."""
        return self._text(raw, self._resolve(field).index)

    def format(self, raw: bytes) -> str:
        """All fields as text: "prev_comm=bash prev_pid=12 ..."."""
        return self._text(raw, constants.FIELD_ALL)

    def _text(self, raw: bytes, index: int) -> str:
        return written(lambda buffer, size: lib.perfc_tracepoint_text(
            self._alive(), raw, len(raw), index, buffer, size))

    # ---- columns

    def column(self, batch: Batch, field: Field | str, index: int = 0) \
            -> "tuple[Numbers, Numbers, FieldRows]":
        """A number of all samples in a batch: values, 0 where the sample is another event's, and
        which rows have it."""
        import numpy as np
        one, rows = self._resolve(field), len(batch.samples)
        values = np.zeros(rows, dtype="i8" if one.signed else "u8")
        valid = np.zeros((rows + 7) // 8, dtype="u1")
        raw = _abi.TracepointRows()
        if rows:
            with Keep(self) as pointer, Use(batch) as from_:
                check(lib.perfc_tracepoint_column_values(
                    pointer, from_, one.index, index, values.ctypes.data, 8, valid.ctypes.data,
                    rows, ctypes.byref(raw), ctypes.sizeof(raw)), call=f"column {one.name}")
        return values, _bits(valid, rows), _rows(raw)

    def column_ranges(self, batch: Batch, field: Field | str, index: int = 0) \
            -> "tuple[Numbers, Numbers, Numbers, FieldRows]":
        """Strings, arrays or bytes of all samples in a batch: offsets and lengths in the values
        of the column raw, a mask of the rows that have the field, and FieldRows."""
        import numpy as np
        one, rows = self._resolve(field), len(batch.samples)
        offsets, lengths = np.zeros(rows, dtype="i4"), np.zeros(rows, dtype="i4")
        valid = np.zeros((rows + 7) // 8, dtype="u1")
        raw = _abi.TracepointRows()
        if rows:
            with Keep(self) as pointer, Use(batch) as from_:
                check(lib.perfc_tracepoint_column_ranges(
                    pointer, from_, one.index, index, offsets.ctypes.data, lengths.ctypes.data,
                    valid.ctypes.data, rows, ctypes.byref(raw), ctypes.sizeof(raw)),
                      call=f"column {one.name}")
        return offsets, lengths, _bits(valid, rows), _rows(raw)


def _bits(bits: Any, rows: int) -> Any:
    import numpy as np
    return np.unpackbits(bits, count=rows, bitorder="little").astype(bool)


def _rows(raw: Any) -> FieldRows:
    return FieldRows(raw.rows, raw.present, raw.others, raw.malformed)
