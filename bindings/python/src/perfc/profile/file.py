"""perf.data files as a source of records."""
import ctypes
import errno
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from perfc import _abi as core
from perfc import errors
from perfc._handle import Handle, Use, create, encoded, fill, pointer_of
from perfc._library import lib as core_lib
from perfc.enums import ByteOrder
from perfc.host import Host
from perfc.plan import OwnedPlan, Plan
from perfc.profile import _abi, constants
from perfc.profile._library import lib
from perfc.profile.enums import RowKind, Synthesize
from perfc.profile.rows import FileTables
from perfc.profile.table import Table, Texts
from perfc.record import StreamRecord

_RECORDS = 512
Row = TypeVar("Row")


class HasFileno(Protocol):
    def fileno(self) -> int: ...


Source: TypeAlias = str | os.PathLike[str] | int | HasFileno | bytes | bytearray | memoryview


@dataclass(frozen=True, slots=True)
class Filter:
    """Which samples are kept: those that fit every list that isn't empty, and both times. A sample
    that lacks the field of a list doesn't fit. Other records are kept, too."""

    pids: Sequence[int] = ()
    tids: Sequence[int] = ()
    cpus: Sequence[int] = ()
    # Indexes of attrs in the plan.
    events: Sequence[int] = ()
    # Nanoseconds of the file's clock: the first one, and the one behind the last; 0: all.
    start: int = 0
    end: int = 0
    # The samples that don't fit are kept instead.
    negate: bool = False

    def _raw(self) -> _abi.Filter:
        lists: list[tuple[Any, Sequence[int]]] = [
            (ctypes.c_int32, self.pids), (ctypes.c_int32, self.tids), (ctypes.c_uint32, self.cpus),
            (ctypes.c_uint32, self.events)]
        arrays = [(kind * len(values))(*values) for kind, values in lists]
        raw = _abi.Filter(
            ctypes.sizeof(_abi.Filter), constants.FILTER_NOT * self.negate, self.start, self.end,
            *(ctypes.addressof(array) if len(array) else None for array in arrays),
            *(len(array) for array in arrays))
        setattr(raw, "_keeps", arrays)
        return raw


@dataclass(frozen=True, slots=True)
class FileInfo:
    """Facts about a file. Counts are those up to now."""

    # The features of the header: constants.FEATURE_*.
    features: frozenset[int]
    # Records handed out.
    records: int
    # Bytes of the file that were read.
    bytes: int
    # Bytes of compressed data that were read, and what they became.
    compressed_bytes: int
    decompressed_bytes: int
    # Records handed out late, with constants.STREAM_RECORD_LATE.
    out_of_order: int
    # Records and samples that were lost during the recording.
    lost: int
    lost_samples: int
    # Records that the plan can't match to an attr.
    unmatched: int
    # Samples that the filter dropped.
    filtered: int
    # The smallest and the largest time so far; None: none.
    first_time: int | None
    last_time: int | None
    # The first byte that is missing or can't be read; None: nothing is missing so far.
    cut_at: int | None
    byte_order: ByteOrder
    # Version of the format: 1 or 2.
    version: int
    # The file is in pipe mode.
    pipe: bool
    # Data files of a directory; else 1.
    sources: int


class FilePlan(OwnedPlan):
    """The plan of a file, which lives as long as that. It may grow while records are taken, so no
    other thread decodes meanwhile."""

    def _alive(self) -> int:
        with Use(self._of_whom):
            return super()._alive()


class File(FileTables, Handle):
    """A perf.data file. It is given by its path, an fd or what has one, or its bytes. The fd stays the
    caller's. A file is an iterable of StreamRecords by time, the header's records first.

    file_order=True: records as they stand in the file. tails=True: StreamRecord.tail has the bytes
    behind a record, such as those of an AUXTRACE. raw=True, with file_order: also the records that
    only structure the file. window_bytes: how much is kept to put records in order, where the file
    has no rounds. max_bytes: the most memory that the file may use."""

    def __init__(self, source: Source, *, filter: Filter | None = None, file_order: bool = False,
                 tails: bool = False, raw: bool = False, window_bytes: int = 0,
                 max_bytes: int = 0) -> None:
        options = _abi.FileOptions(
            ctypes.sizeof(_abi.FileOptions),
            constants.FILE_TAILS * bool(tails) | constants.FILE_RAW * bool(raw),
            order=constants.FILE_ORDER_FILE if file_order else constants.FILE_ORDER_TIME,
            window_bytes=window_bytes, max_bytes=max_bytes)
        self._keeps = self._name_source(options, source)
        chosen = None if filter is None else filter._raw()
        options.filter = None if chosen is None else ctypes.addressof(chosen)
        self._start(create(lib.perfc_file_open, ctypes.byref(options)))

    @staticmethod
    def _name_source(options: _abi.FileOptions, source: Source) -> object:
        """Returns what must live as long as the file."""
        if isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
            options.data = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value
            options.data_size = len(data)
            return data
        if isinstance(source, (str, os.PathLike)):
            options.path = encoded(source)
        else:
            options.fd = source if isinstance(source, int) else source.fileno()
            options.flags |= constants.FILE_FD
        return source

    @classmethod
    def synthesize(cls, plan: Plan, what: Synthesize, pids: Sequence[int] = (), *,
                   host: Host | None = None) -> "File":
        """Records for what this machine runs already, as the kernel would have written them. plan gives
        their layout. Without pids: of all processes. To miss nothing take them when the events are
        mapped, and before they are enabled."""
        file = cls.__new__(cls)
        file._keeps = None
        array = (ctypes.c_int32 * len(pids))(*pids)
        file._start(create(lib.perfc_file_synthesize, pointer_of(host), plan._alive(),
                           array if pids else None, len(pids), what), (plan._keeper(), host))
        return file

    def _start(self, pointer: int, parents: tuple[Handle | None, ...] = ()) -> None:
        Handle.__init__(self, pointer, parents)
        self._buffer = (core.StreamRecord * _RECORDS)()
        self._first = self._count = 0
        self._plan = FilePlan(self, self._raw_info().plan or 0)

    def _about(self) -> str:
        return f"{self._raw_info().records} records so far"

    def _end(self, pointer: int) -> None:
        lib.perfc_file_close(pointer)

    @property
    def plan(self) -> Plan:
        """Decodes the records."""
        return self._plan

    def _fetch(self, pointer: int) -> int:
        """Afterwards records that aren't taken yet begin at _first. Returns how many there are: 0
        at the end."""
        if self._first == self._count:
            if self._children:
                raise errors.ConcurrentUseError("the file's plan decodes in another thread")
            self._first = self._count = 0
            facts = core.Error()
            count = lib.perfc_file_next_records(pointer, self._buffer, _RECORDS,
                                                ctypes.byref(facts))
            self._count = 0 if count == -errno.ESHUTDOWN else errors.check(count, facts)
        return self._count - self._first

    def next_records(self) -> list[StreamRecord]:
        """The next records, some hundreds at most; [] at the end."""
        with Use(self) as pointer:
            self._fetch(pointer)
            taken = self._buffer[self._first:self._count]
            self._first = self._count
            return [StreamRecord._of(one, self._plan, None) for one in taken]

    def records(self) -> Iterator[StreamRecord]:
        """All records that are left."""
        while records := self.next_records():
            yield from records

    __iter__ = records

    def _batch_fill(self) -> tuple[Callable[..., int], str]:
        return self._fill_batch, "batch_fill_records"

    def _fill_batch(self, batch: int, pointer: int) -> int:
        """Rows of the next records, or a negative errno."""
        count = self._fetch(pointer)
        if not count:
            self._first = self._count = 0
        taken = ctypes.c_uint32()
        rows = core_lib.perfc_batch_fill_records(batch, ctypes.byref(self._buffer, self._first * _SIZE),
                                                 count, ctypes.byref(taken))
        self._first += taken.value
        return rows

    def _origin_of(self, number: int) -> tuple[Plan, None]:
        return self._plan, None

    def _raw_info(self) -> Any:
        with Use(self) as pointer:
            return fill(_abi.FileInfo(), lib.perfc_file_get_info, pointer)

    def info(self) -> FileInfo:
        raw = self._raw_info()
        return FileInfo(
            frozenset(bit for bit in range(64) if raw.features >> bit & 1), raw.records, raw.bytes,
            raw.compressed_bytes, raw.decompressed_bytes, raw.out_of_order, raw.lost,
            raw.lost_samples, raw.unmatched, raw.filtered, raw.first_time or None,
            raw.last_time or None, raw.cut_at or None, ByteOrder(raw.byte_order), raw.version,
            bool(raw.pipe), raw.sources)

    def _table(self, kind: RowKind, raw: type[Any], make: Callable[[Any, Texts], Row]) -> Table[Row]:
        with Use(self) as pointer:
            return Table(create(lib.perfc_file_create_table, pointer, kind), raw, make)


_SIZE = ctypes.sizeof(core.StreamRecord)
