"""perf.data files from records of any source."""
import ctypes
import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import TypeAlias

from perfc import _abi as core
from perfc._handle import Handle, Keep, Use, call, create, encoded, pointer_of
from perfc.host import Host
from perfc.profile import _abi, constants
from perfc.profile._library import lib
from perfc.profile.enums import Strip
from perfc.profile.file import _SIZE, File, HasFileno
from perfc.record import StreamRecord

_RECORDS = 512
Target: TypeAlias = str | os.PathLike[str] | int | HasFileno


@dataclass(frozen=True, slots=True)
class Written:
    """What was written."""

    # Records written.
    records: int
    # Bytes written, to all files.
    bytes: int
    # Bytes that they would have been without zstd.
    uncompressed_bytes: int
    # Files begun.
    files: int
    # Object files whose build id was written.
    build_ids: int
    # Mapped object files that have no build id, or can't be read.
    build_ids_missing: int
    # AUXTRACE records that were left out because the source didn't read their tails.
    tails_missing: int


class Writer(Handle):
    """Writes a file, which is given by its path, or by an fd or what has one; the fd stays the
    caller's. A with block that ends without an exception finishes the file.

    overwrite: replaces a file that is there. pipe: pipe mode also into a file. zstd_level: 0 or 1 to
    22. rotate: the files are numbered, and next_file() begins the next one; rotate_bytes, rotate_ns:
    so does this much; rotate_keep: the oldest files are deleted when there are more. strip: what is left out, because a recording gives away stack bytes,
    command lines and host names. host: tells facts that no record tells."""

    def __init__(self, target: Target, *, overwrite: bool = False, pipe: bool = False,
                 zstd_level: int = 0, rotate: bool = False, rotate_bytes: int = 0,
                 rotate_ns: int = 0, rotate_keep: int = 0, strip: Strip = Strip(0),
                 host: Host | None = None) -> None:
        flags = (constants.WRITER_OVERWRITE * bool(overwrite) | constants.WRITER_PIPE * bool(pipe) |
                 constants.WRITER_ROTATE * bool(rotate))
        options = _abi.WriterOptions(
            ctypes.sizeof(_abi.WriterOptions), flags, zstd_level=zstd_level,
            rotate_bytes=rotate_bytes, rotate_ns=rotate_ns, rotate_keep=rotate_keep, strip=strip)
        if isinstance(target, (str, os.PathLike)):
            options.path = encoded(target)
        else:
            options.fd = target if isinstance(target, int) else target.fileno()
            options.flags |= constants.WRITER_FD
        super().__init__(create(lib.perfc_writer_create, pointer_of(host), ctypes.byref(options)),
                         (host,))

    def _end(self, pointer: int) -> None:
        lib.perfc_writer_destroy(pointer)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            if kind is None and not self.closed and not self._finished:
                self.finish()
        finally:
            self.close()

    _finished = False

    def write(self, records: Iterable[StreamRecord]) -> None:
        """Writes records, of whatever sources. Those of a later call may be earlier only by as much as
        calls overlap in time."""
        left = iter(records)
        while held := list(islice(left, _RECORDS)):
            self._write_some(held)

    def _write_some(self, held: list[StreamRecord]) -> None:
        with Use(self) as pointer, ExitStack() as kept:
            alive = {plan: kept.enter_context(Keep(plan))
                     for plan in {one.record.plan for one in held}}
            raw = (core.StreamRecord * len(held))(
                *(one._raw(alive[one.record.plan]) for one in held))
            call(lib.perfc_writer_write, pointer, raw, len(held))

    def copy(self, file: File) -> None:
        """Writes all records that a file has left. A file that is opened with tails=True is copied
        with its AUX data."""
        with Use(self) as pointer, Use(file) as source:
            while count := file._fetch(source):
                first = ctypes.byref(file._buffer, file._first * _SIZE)
                call(lib.perfc_writer_write, pointer, first, count)
                file._first = file._count

    def finish(self) -> Written:
        """Completes the file. A file that is never finished can be read, but lacks what is known only at
        the end."""
        written = self._finish_file(0)
        self._finished = True
        return written

    def next_file(self) -> Written:
        """Completes the file, and begins the next one of the rotation."""
        return self._finish_file(constants.FINISH_NEXT)

    def _finish_file(self, flags: int) -> Written:
        raw = _abi.WriterResult()
        with Use(self) as pointer:
            call(lib.perfc_writer_finish, pointer, flags, ctypes.byref(raw), ctypes.sizeof(raw))
        return Written(raw.records, raw.bytes, raw.uncompressed_bytes, raw.files, raw.build_ids,
                       raw.build_ids_missing, raw.tails_missing)
