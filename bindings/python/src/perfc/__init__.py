"""All of Linux perf_event_open(2): open events, read their rings, decode records, read counts.

    import perfc
    with perfc.Event.open("task-clock:u") as event, event.measure() as measured:
        ...
    print(measured.count.scaled)

    with perfc.Event.open("cpu-clock:u", sample_type=perfc.SampleType.IP) as event:
        event.mmap()
        event.enable()
        ...
        for record in event.records():
            print(hex(record.decode().ip))

Every object with a handle is a context manager. Closing it twice is harmless. Using it afterwards
raises ClosedError, and using it in two threads at once raises ConcurrentUseError. A failed call
raises a subclass of PerfcError, which is an OSError with the kernel's errno and the facts of the
failure."""
from perfc import constants, records
from perfc._version import VERSION as _VERSION
from perfc._library import (LibraryError, lib as _lib, path as library_path,
                            unpack_version as _unpack_version)
from perfc.attr import AnyAttr, Attr, cache_config
from perfc.batch import COLUMNS, Batch, Column, Table, column_name
from perfc.clock import ClockRelation, clock_find, clock_name
from perfc.counts import Count, ReadValue, scale
from perfc.enums import (AuxFlag, BranchSample, ByteOrder, Cache, CacheOp, CacheResult, Call,
                         Capability, ClockHow, ColumnId, CountOrigin, Fallback, FieldFlag,
                         FieldKind, Hardware, CatalogKind, MemberStatus, OpenFlag, Part,
                         Quality, ReadFormat, RecordFlag, RecordType, RegsAbi, ReportKind, Rule, SampleType, Software, SpecFlag,
                         StitchState, SumBy, TargetKind, Term, Type)
from perfc.errors import (AlreadyExists, Canceled, ClosedError, ConcurrentUseError, EventBusy,
                          ForkedError, Interrupted, MalformedRecord, NoData, NotFound,
                          PerfcError, PermissionDenied, ProcessGone, TargetGone, Unmatched,
                          WrongState)
from perfc.event import ALL_THREADS, ANY_CPU, CALLING_THREAD, Event, Measurement
from perfc.flight import Flight
from perfc.host import (Host, attr_size, max_stack, pmu_type, procfs, supported, sysfs,
                        task_disable, task_enable, tracefs)
from perfc.plan import Plan, RecordPlaces
from perfc.record import Record, StreamRecord, record_flags, record_name
from perfc.records import *
from perfc.ring import AuxData, ControlPage, Losses
from perfc.sample import (Branch, DataSource, MissingField, ReadPart, Sample, branch, data_source,
                          is_context, transaction_abort_code, transaction_flags)
from perfc.set import Member, Report, ReportEntry, RingBudget, Set, SumRow, Target
from perfc.specs import CatalogEntry, Spec, Specs, attr_label, catalog
from perfc.stitch import Stitch, StitchInfo, Stitched
from perfc.stream import ArrowStream, Stream
from perfc.tracepoint import Field, FieldRows, Tracepoint

__version__ = _VERSION


def library_version() -> str:
    """The version of the libperfc that was loaded, from library_path."""
    return ".".join(map(str, _unpack_version(_lib.perfc_version())))


__all__ = [
    "ALL_THREADS", "ANY_CPU", "AlreadyExists", "AnyAttr", "ArrowStream", "Attr", "AuxData",
    "AuxFlag", "Batch", "Branch", "BranchSample", "ByteOrder", "CALLING_THREAD", "COLUMNS", "Cache",
    "CacheOp", "CacheResult", "Call", "Canceled", "Capability", "CatalogEntry", "CatalogKind",
    "ClockHow", "ClockRelation", "ClosedError", "Column", "ColumnId", "ConcurrentUseError",
    "ControlPage", "Count", "CountOrigin", "DataSource", "Event", "EventBusy", "Fallback", "Field",
    "FieldFlag", "FieldKind", "FieldRows", "Flight", "ForkedError", "Hardware", "Host",
    "Interrupted", "LibraryError", "Losses", "MalformedRecord", "Measurement", "Member",
    "MemberStatus", "MissingField", "NoData", "NotFound", "OpenFlag", "Part", "PerfcError",
    "PermissionDenied", "Plan", "ProcessGone", "Quality", "ReadFormat", "ReadPart", "ReadValue",
    "Record", "RecordFlag", "RecordPlaces", "RecordType", "RegsAbi", "Report", "ReportEntry",
    "ReportKind", "RingBudget", "Rule", "Sample", "SampleType", "Set", "Software", "Spec", "SpecFlag", "Specs",
    "Stitch", "StitchInfo", "StitchState", "Stitched", "Stream", "StreamRecord", "SumBy", "SumRow",
    "Table", "Target", "TargetGone", "TargetKind", "Term", "Tracepoint", "Type", "Unmatched",
    "WrongState", "__version__", "attr_label", "attr_size", "branch", "cache_config", "catalog",
    "clock_find", "clock_name", "column_name", "constants", "data_source", "is_context",
    "library_path", "library_version", "max_stack", "pmu_type", "procfs", "record_flags",
    "record_name", "scale", "supported", "sysfs", "task_disable", "task_enable", "tracefs",
    "transaction_abort_code", "transaction_flags",
]
__all__ += records.__all__
