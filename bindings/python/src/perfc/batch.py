"""Many records at a time, as columns."""
import ctypes
import errno
import mmap
import struct as _struct
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, cast, overload

from perfc import _abi, arrow, constants
from perfc._handle import Handle, Keep, Use, address_of, create, fill, some, text
from perfc._library import lib
from perfc.enums import ColumnId
from perfc.errors import (ClosedError, ConcurrentUseError, NoData, PerfcError, TargetGone,
                          check, from_errno)
from perfc.event import Event
from perfc.plan import Plan
from perfc.record import StreamRecord

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import pyarrow as pa
    from perfc.flight import Flight
    from perfc.profile import File
    from perfc.stream import Stream

_PIECE = 1 << 20
Source: TypeAlias = "Event | Stream | Flight | File"
Data = bytes | bytearray | memoryview | mmap.mmap
Value = int | bytes | list[int] | None
_FORMATS = {2: "H", 4: "I", 8: "Q"}


def column_name(column: int) -> str | None:
    """A column's name, as Table[name] takes it; None for a number that is none."""
    name = lib.perfc_column_name(column)
    return None if name is None else text(name)


COLUMNS: dict[str, ColumnId] = {column_name(column) or "": column for column in ColumnId}


class Column:
    """A column of a batch's table: numbers, or lists and bytes. column[row] is an int, list or
    bytes, None where the row lacks it.

    values, offsets, sizes and validity are memoryviews of C's memory, without a copy, and
    numpy() the same as an array. As long as one of them is in use the batch can't be filled
    again, nor closed: BufferError, as with mmap and bytearray. The Column itself says ClosedError
    after that."""

    __slots__ = ("id", "rows", "null_count", "width", "_batch", "_raw", "_fill", "_parts",
                 "__weakref__")

    def __init__(self, batch: "Batch", column: ColumnId, raw: Any) -> None:
        self.id: ColumnId = column
        self.rows: int = raw.rows
        self.null_count: int = raw.null_count
        self.width: int = raw.width
        self._batch, self._raw, self._fill = batch, raw, batch._fills
        self._parts: tuple[memoryview | None, ...] | None = None

    @property
    def name(self) -> str:
        return column_name(self.id) or ""

    def _now(self) -> Any:
        self._batch._check_fill(self._fill)
        return self._raw

    def _view(self, address: int | None, count: int, format: str) -> memoryview:
        size = count * _struct.calcsize(format)
        view = self._batch._view(address, size) if address and size else memoryview(b"")
        return view.cast("B").cast(format)  # type: ignore[call-overload, no-any-return]

    @property
    def is_list(self) -> bool:
        """Lists and bytes have offsets."""
        return bool(self._raw.offsets)

    @property
    def values(self) -> memoryview:
        """Numbers: one per row. Lists and bytes: their elements."""
        raw = self._now()
        count = raw.value_count if raw.offsets else raw.rows
        return self._view(raw.values, count, _FORMATS.get(raw.width, "B"))

    @property
    def offsets(self) -> memoryview | None:
        """Where each row begins in values; without sizes there is one more, the end."""
        raw = self._now()
        return self._view(raw.offsets, raw.rows + (not raw.sizes), "i") if raw.offsets else None

    @property
    def sizes(self) -> memoryview | None:
        """How many elements each row has, where the values are views of the ring."""
        raw = self._now()
        return self._view(raw.sizes, raw.rows, "i") if raw.sizes else None

    @property
    def validity(self) -> memoryview | None:
        """Row i has the column if bit i % 8 of byte i // 8 is set. None: all have."""
        raw = self._now()
        return self._view(raw.validity, (raw.rows + 7) // 8, "B") if raw.validity else None

    def numpy(self) -> "np.ndarray[Any, Any]":
        """values as a read-only array, without a copy."""
        import numpy as np
        return np.frombuffer(self.values, dtype=f"u{self.width}")

    def valid(self) -> "np.ndarray[Any, Any]":
        """Which rows have the column, as an array of bool (a copy)."""
        import numpy as np
        bits = self.validity
        if bits is None:
            return np.ones(self.rows, dtype=bool)
        return np.unpackbits(np.frombuffer(bits, dtype="u1"), count=self.rows,
                                bitorder="little").astype(bool)

    def __len__(self) -> int:
        return self.rows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "np.ndarray[Any, Any]":
        """For numpy and pandas: numpy() if every row has a number, otherwise an array of the
        values of column[row], including None and lists."""
        import numpy as np
        if self.is_list or self.null_count:
            if copy is False:
                raise ValueError(f"column {self.name!r} can't be an array without a copy")
            array = np.empty(self.rows, dtype=object)
            for row, value in enumerate(self):
                array[row] = value
        else:
            array = self.numpy()
        return np.array(array, dtype=dtype, copy=copy)

    def _read(self) -> tuple[Any, ...]:
        """The parts, but as pointers of ctypes: they are no views that outlive the fill."""
        raw = self._now()
        kind = {2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}.get(raw.width,
                                                                                 ctypes.c_uint8)
        count = raw.value_count if raw.offsets else raw.rows

        def array(address: int | None, of: Any, length: int) -> Any:
            return (of * length).from_address(address) if address and length else ()

        return (array(raw.values, kind, count),
                array(raw.offsets, ctypes.c_int32, raw.rows + (not raw.sizes)),
                array(raw.sizes, ctypes.c_int32, raw.rows) if raw.sizes else None,
                array(raw.validity, ctypes.c_uint8, (raw.rows + 7) // 8)
                if raw.validity else None)

    def __getitem__(self, row: int) -> Value:
        if not -self.rows <= row < self.rows:
            raise IndexError(f"the column has no row {row}")
        return self._value(self._parts_now(), row % self.rows)

    def _parts_now(self) -> tuple[Any, ...]:
        self._now()
        if self._parts is None:
            self._parts = self._read()
        return self._parts

    def _value(self, parts: tuple[Any, ...], row: int) -> Value:
        values, offsets, sizes, validity = parts
        if validity is not None and not validity[row >> 3] >> (row & 7) & 1:
            return None
        if not self._raw.offsets:
            number: int = values[row]
            return number
        first = offsets[row]
        end = first + sizes[row] if sizes is not None else offsets[row + 1]
        piece = values[first:end]
        return bytes(piece) if self.width == 1 else list(piece)

    def __iter__(self) -> Iterator[Value]:
        for row in range(self.rows):
            yield self._value(self._parts_now(), row)

    def __repr__(self) -> str:
        nulls = f", {self.null_count} null" if self.null_count else ""
        gone = ", gone" if self._batch.closed or self._fill != self._batch._fills else ""
        return f"<Column {self.name}: {some(self.rows, 'row')}{nulls}{gone}>"

    def _pandas(self) -> Any:
        """A copy for a DataFrame. Numbers that are null in some rows take a type that has NA."""
        if self.is_list or not self.null_count:
            return self.__array__(copy=True)
        import pandas as pd
        return pd.arrays.IntegerArray(self.numpy().copy(), ~self.valid())

    def to_list(self) -> list[Value]:
        return list(self)


class Table:
    """One of a batch's two tables: table["ip"] is a Column, "ip" in table whether it is there.
    pyarrow, polars and DuckDB take it as it is. What they take, and to_arrow() and to_pandas()
    give, are copies that outlive the fill."""

    def __init__(self, batch: "Batch", table: int) -> None:
        self._batch, self._table = batch, table

    def column(self, column: str | ColumnId) -> Column:
        """KeyError: no row has it, or there is no such column."""
        number = COLUMNS.get(column) if isinstance(column, str) else column
        if number is None:
            raise KeyError(f"no column is named {column!r}")
        try:
            raw = fill(_abi.Column(), lib.perfc_batch_column, self._batch._alive(), self._table,
                       number)
        except NoData:
            raise KeyError(column) from None
        return Column(self._batch, number, raw)

    __getitem__ = column

    def __contains__(self, column: object) -> bool:
        raw = _abi.Column()
        number = COLUMNS.get(column) if isinstance(column, str) else column
        return number is not None and lib.perfc_batch_column(
            self._batch._alive(), self._table, number, ctypes.byref(raw), ctypes.sizeof(raw)) == 0

    def columns(self) -> list[str]:
        """The names of the columns that some row has."""
        return [name for name in COLUMNS if name in self]

    keys = columns  # So that dict(table) has the columns by their names.

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> "np.ndarray[Any, Any]":
        """A table is no array; pandas, which would take the names for rows, asks for one too."""
        raise TypeError('a table of several columns is no array: use table.to_pandas(), '
                        'or table.numpy("ip") for one column')

    def __iter__(self) -> Iterator[str]:
        """The names, as of a DataFrame; len() is the number of rows there too."""
        return iter(self.columns())

    def numpy(self, column: str | ColumnId) -> "np.ndarray[Any, Any]":
        """The column's values as a read-only array, without a copy."""
        return self.column(column).numpy()

    def __len__(self) -> int:
        info = self._batch._info()
        rows: int = info.samples if self._table == constants.TABLE_SAMPLES else info.records
        return rows

    def to_arrow(self) -> "pa.RecordBatch":
        """A pyarrow.RecordBatch of all columns that the plan may have."""
        import pyarrow
        return pyarrow.record_batch(self)

    def to_pandas(self) -> "pd.DataFrame":
        """A pandas.DataFrame of columns(). Numbers have numpy's types, and pandas' own, such as
        UInt64, where some rows are null; lists and bytes are objects."""
        import pandas
        return pandas.DataFrame({name: self.column(name)._pandas() for name in self})

    def __repr__(self) -> str:
        name = "samples" if self._table == constants.TABLE_SAMPLES else "records"
        try:
            with Use(self._batch):
                columns = ", ".join(self.columns())
                about = some(len(self), "row") + (f" of {columns}" if columns else "")
        except (ClosedError, ConcurrentUseError, PerfcError):
            about = repr(self._batch)
        return f"<Table {name}: {about}>"

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        with Use(self._batch) as pointer:
            return arrow.export_table(pointer, self._table)

    def __arrow_c_schema__(self) -> object:
        with Use(self._batch) as pointer:
            return arrow.export_schema(pointer, self._table)


class Batch(Handle):
    """Records decoded many in one call. samples and records are its tables; each fill replaces
    their rows. `sample_type` has SampleType bits, 0 for all that the attrs have; `rows` is the most
    that a fill takes: 0 for as many as fit the cache, which suits numpy less, whose calls cost as
    much as decoding hundreds of records.

    With views=True chains, raw data, stacks and the like stay in the ring, or the buffer; with
    view_bytes=True only raw data, stacks and AUX data, and lists, which are short, come one behind
    the other, as numpy likes them."""

    _destroy = "perfc_batch_destroy"

    def __init__(self, *, sample_type: int = 0, rows: int = 16384,
                 views: bool = False, view_bytes: bool = False) -> None:
        super().__init__(create(lib.perfc_batch_create,
                                ctypes.byref(batch_options(sample_type, rows, views, view_bytes))))
        self.views: bool = views or view_bytes
        self.samples: Table = Table(self, constants.TABLE_SAMPLES)
        self.records: Table = Table(self, constants.TABLE_RECORDS)
        self._fills = 0
        self._most = rows or 1024
        self._source: Source | Plan | dict[int, Plan] | None = None
        self._data: object = None

    def _about(self) -> str:
        return f"{some(len(self.samples), 'sample')}, {some(len(self.records), 'record')}"

    def _check_fill(self, fills: int) -> None:
        self._alive()
        if fills != self._fills:
            raise ClosedError("the batch was filled again, the column is gone")

    def _begin_fill(self, source: "Source | Plan | dict[int, Plan]") -> None:
        self._refuse_if_viewed()
        self._fills += 1
        self._source = source

    def fill(self, source: Source) -> int:
        """Replaces the rows with the next records of an event's ring, of a stream, of a flight's
        cut, or of a file, and returns how many there are in both tables: 0 if there are none now,
        or the file ends. TargetGone: none will come."""
        function, what = source._batch_fill()
        if self.views and not source._lets_view:
            raise from_errno(errno.EINVAL, f"the batch has views, which a {source._name} can't be "
                             "filled from")
        with Use(self) as pointer, Use(source) as from_:
            self._begin_fill(source)
            if self.views and isinstance(source, Event):
                source._viewers.add(self)
            return check(function(pointer, from_), call=what)

    def fill_bytes(self, plan: Plan, data: Data, offset: int = 0) -> int:
        """The same from bytes at data[offset:]: records in this machine's byte order. Returns how
        many bytes were taken, 0 at the end; the rest is for the next fill."""
        # C wants records where they are aligned. Of a large file not all is copied for each fill.
        with memoryview(data) as whole, whole.cast("B") as view:
            if not 0 <= offset <= len(view):
                raise IndexError(f"the data have no byte {offset}")
            if isinstance(data, bytes) and offset % 8 == 0:
                piece = data
            else:
                piece, offset = bytes(view[offset:offset + _PIECE]), 0
        address = address_of(piece)
        consumed = ctypes.c_size_t()
        with Use(self) as pointer, Keep(plan) as how:
            self._begin_fill(plan)
            self._data = piece
            check(lib.perfc_batch_fill_bytes(pointer, how, address + offset,
                                             len(piece) - offset, ctypes.byref(consumed)),
                  call="batch_fill_bytes")
        return consumed.value

    def fill_records(self, records: Sequence[StreamRecord]) -> int:
        """The same with records that you hold, of any source, each decoded by the plan of its
        record. Returns how many became rows; the rest is for the next fill."""
        held = records[:self._most]
        with Use(self) as pointer, ExitStack() as kept:
            plans = {one.record.plan for one in held}
            alive = {plan: kept.enter_context(Keep(plan)) for plan in plans}
            raw = (_abi.StreamRecord * len(held))(
                *(one._raw(alive[one.record.plan]) for one in held))
            taken = ctypes.c_uint32()
            self._begin_fill({pointer: plan for plan, pointer in alive.items()})
            self._data = held
            check(lib.perfc_batch_fill_records(pointer, raw, len(held), ctypes.byref(taken)),
                  call="batch_fill_records")
        return taken.value

    @overload
    def fills(self, source: Source) -> Iterator["Batch"]: ...
    @overload
    def fills(self, source: Plan, data: Data) -> Iterator["Batch"]: ...

    def fills(self, source: "Source | Plan", data: Data = b"") -> \
            Iterator["Batch"]:
        """The batch itself, filled again and again until there is nothing more now; or with a
        plan until the end of the data."""
        if isinstance(source, Plan):
            offset = 0
            while taken := self.fill_bytes(source, data, offset):
                offset += taken
                yield self
            return
        try:
            while self.fill(source):
                yield self
        except TargetGone:
            pass

    @overload
    def reader(self, source: Source, *,
               records: bool = False) -> "pa.RecordBatchReader": ...
    @overload
    def reader(self, source: Plan, data: Data, *,
               records: bool = False) -> "pa.RecordBatchReader": ...

    def reader(self, source: "Source | Plan", data: Data = b"", *,
               records: bool = False) -> "pa.RecordBatchReader":
        """The samples, or with records=True the other records, of all fills() as a
        pyarrow.RecordBatchReader, one RecordBatch for each fill that has rows. It fills the batch
        when it is read, and so takes large data piece by piece. Stream.arrow() is for what comes
        later."""
        import pyarrow
        table = self.records if records else self.samples
        fills = self.fills(cast(Any, source), data)
        begun = next(fills, None) is not None
        batches = (table.to_arrow() for _ in chain([self] * begun, fills) if len(table))
        return pyarrow.RecordBatchReader.from_batches(pyarrow.schema(cast(Any, table)), batches)

    def _info(self) -> Any:
        return fill(_abi.BatchInfo(), lib.perfc_batch_get_info, self._alive())

    def __len__(self) -> int:
        info = self._info()
        rows: int = info.samples + info.records
        return rows

    @property
    def sequence(self) -> int:
        """Of the next record to come."""
        return int(self._info().sequence)

    @property
    def undecodable(self) -> int:
        """Samples that became rows of the records table, since the batch was made."""
        return int(self._info().undecodable)

    @property
    def full(self) -> bool:
        """The fill ended because the batch was full."""
        return bool(self._info().full)

    @property
    def overflow(self) -> bool:
        """The fill ended early, before offsets overflowed."""
        return bool(self._info().overflow)

    def record(self, row: int) -> StreamRecord:
        """Row `row` of the records table, for typed decoding."""
        raw = _abi.StreamRecord()
        with Use(self) as pointer:
            if not 0 <= row < len(self.records):
                raise IndexError(f"the records table has no row {row}")
            check(lib.perfc_batch_record(pointer, row, ctypes.byref(raw)), call="batch_record")
            return StreamRecord._of(raw, *self._origin_of(raw))

    def _origin_of(self, raw: _abi.StreamRecord) -> tuple[Plan, Event | None]:
        source = self._source
        assert source is not None
        if isinstance(source, Plan):
            return source, None
        if isinstance(source, dict):
            return source[raw.plan or 0], None
        return source._origin_of(raw.source)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Of the samples."""
        return self.samples.__arrow_c_array__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.samples.__arrow_c_schema__()


def batch_options(sample_type: int, rows: int, views: bool = False,
                  view_bytes: bool = False) -> _abi.BatchOptions:
    flags = constants.BATCH_VIEWS * bool(views) | constants.BATCH_VIEW_BYTES * bool(view_bytes)
    return _abi.BatchOptions(ctypes.sizeof(_abi.BatchOptions), flags, sample_type, rows, 0)
