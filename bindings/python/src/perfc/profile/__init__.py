"""perf.data files: records out of them and into them, and what their headers say.

    from perfc import profile

    with profile.File("perf.data") as file:
        for record in file:
            print(record.time, record.record.decode())

    with profile.File("perf.data", filter=profile.Filter(pids=[4711])) as file, \\
            profile.Writer("some.data") as writer:
        writer.copy(file)

This package needs a second library, libperfc-profile.so.0. Where it isn't, the import raises
perfc.LibraryError. The objects behave as those of perfc do."""
from perfc.profile import constants
from perfc.profile._library import path as library_path
from perfc.profile.enums import BpfKind, Feature, RowKind, Strip, Synthesize
from perfc.profile.file import File, FileInfo, Filter
from perfc.profile.rows import *
from perfc.profile import rows
from perfc.profile.table import Table
from perfc.profile.writer import Writer, Written

__all__ = [
    "BpfKind", "Feature", "File", "FileInfo", "Filter", "RowKind", "Strip", "Synthesize", "Table",
    "Writer", "Written", "constants", "library_path",
]
__all__ += rows.__all__
