"""An answer: rows of one type."""
import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from perfc import arrow
from perfc._handle import Handle, Use, call, fill, some
from perfc.profile import _abi
from perfc.profile._library import lib
from perfc.profile.enums import RowKind

Row = TypeVar("Row")
_TEXT: int = getattr(_abi.Rows, "text").offset


class Texts:
    """The texts that the rows of a table name."""

    __slots__ = ("_bytes",)

    def __init__(self, data: bytes) -> None:
        self._bytes = data

    def bytes(self, raw: _abi.Text) -> bytes:
        return self._bytes[raw.offset:raw.offset + raw.size]

    def text(self, raw: _abi.Text) -> str:
        """Bytes that are no UTF-8 come back by encode("utf-8", "surrogateescape")."""
        return self.bytes(raw).decode("utf-8", "surrogateescape")


class Table(Handle, Sequence[Row], Generic[Row]):
    """Rows of one type, as a sequence. A table is a copy, which outlives its file. pyarrow, polars and
    DuckDB take a table as it is, until it is closed; the rows stay."""

    def __init__(self, pointer: int, raw: Any, make: Callable[[Any, Texts], Row]) -> None:
        super().__init__(pointer)
        rows = _abi.Rows()
        fill(rows, lib.perfc_table_get_rows, pointer, ctypes.sizeof(raw))
        # Text may have NULs, at which ctypes would end it.
        address = ctypes.c_void_p.from_buffer(rows, _TEXT).value
        texts = Texts(ctypes.string_at(address, rows.text_size) if address else b"")
        array = raw * int(rows.count)
        items: Iterable[Any] = array.from_address(rows.rows) if rows.rows else ()
        self._rows = tuple(make(item, texts) for item in items)
        self._starts: tuple[int, ...] = ()
        if rows.starts:
            self._starts = tuple((ctypes.c_uint64 * (rows.groups + 1)).from_address(rows.starts))

    def _about(self) -> str:
        return some(len(self._rows), "row")

    def _end(self, pointer: int) -> None:
        lib.perfc_table_destroy(pointer)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...

    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def grouped(self) -> tuple[tuple[Row, ...], ...]:
        """The rows of each group. A table without groups has none."""
        return tuple(self._rows[first:end] for first, end in zip(self._starts, self._starts[1:]))

    @property
    def kind(self) -> RowKind:
        return RowKind(lib.perfc_table_kind(self._alive()))

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        schema, array = arrow.ArrowSchema(), arrow.ArrowArray()
        with Use(self) as pointer:
            call(lib.perfc_table_export_arrow, pointer, ctypes.byref(schema), ctypes.byref(array))
        return arrow.capsules(schema, array)

    def __arrow_c_schema__(self) -> object:
        schema, array = arrow.ArrowSchema(), arrow.ArrowArray()
        with Use(self) as pointer:
            call(lib.perfc_table_export_arrow, pointer, ctypes.byref(schema), ctypes.byref(array))
        arrow.release(array)
        return arrow.capsules(schema)[0]
