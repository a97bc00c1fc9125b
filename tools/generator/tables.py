"""Choices that the headers don't contain: how a language groups, types and spells the ABI's names.

An entry that matches nothing is a fault: its name was removed from the headers, or changed there.
"""
import fnmatch

from .clang import Fault

# Python's enumerations: class, prefix without PERFC_, base, patterns of names that are left
# out. A constant goes to the first class whose prefix fits.
PYTHON_ENUMS = [
    ("OpenFlag", "FLAG_", "IntFlag", ""),
    ("Type", "TYPE_", "IntEnum", ""),
    ("CacheOp", "COUNT_HW_CACHE_OP_", "IntEnum", "SHIFT"),
    ("CacheResult", "COUNT_HW_CACHE_RESULT_", "IntEnum", "SHIFT"),
    ("Cache", "COUNT_HW_CACHE_", "IntEnum", "REFERENCES MISSES *_SHIFT"),
    ("Hardware", "COUNT_HW_", "IntEnum", ""),
    ("Software", "COUNT_SW_", "IntEnum", ""),
    ("BranchSample", "SAMPLE_BRANCH_", "IntFlag", "MAX STACK"),
    ("RegsAbi", "SAMPLE_REGS_ABI_", "IntEnum", ""),
    ("SampleType", "SAMPLE_", "IntFlag", "MAX BRANCH_MAX"),
    ("ReadFormat", "FORMAT_", "IntFlag", "MAX"),
    ("AuxFlag", "AUX_FLAG_", "IntFlag", "PMU_FORMAT_TYPE_MASK CORESIGHT_FORMAT_CORESIGHT"),
    ("Capability", "CAP_", "IntFlag", ""),
    ("RecordFlag", "RECORD_FLAG_", "IntFlag", ""),
    ("RecordType", "RECORD_", "IntEnum", "MAX MISC_* KSYMBOL_*"),
    ("Call", "CALL_", "IntEnum", ""),
    ("Rule", "RULE_", "IntEnum", ""),
    ("Part", "PART_", "IntFlag", ""),
    ("ColumnId", "COLUMN_", "IntEnum", "COUNT"),
    ("SpecFlag", "SPEC_", "IntFlag", "NO_LEADER"),
    ("Term", "TERM_", "IntFlag", ""),
    ("TargetKind", "TARGET_", "IntEnum", "FLAG_*"),
    ("Fallback", "FALLBACK_", "IntFlag", ""),
    ("MemberStatus", "MEMBER_", "IntEnum", ""),
    ("ReportKind", "REPORT_", "IntEnum", "ALL NO_SPEC"),
    ("CatalogKind", "CATALOG_", "IntFlag", ""),
    ("Quality", "QUALITY_", "IntFlag", ""),
    ("CountOrigin", "ORIGIN_", "IntEnum", ""),
    ("SumBy", "SUM_", "IntEnum", ""),
    ("StitchState", "STITCH_", "IntEnum", "*_BYTES"),
    ("FieldFlag", "FIELD_FLAG_", "IntFlag", ""),
    ("FieldKind", "FIELD_KIND_", "IntEnum", ""),
    ("ClockHow", "CLOCK_", "IntEnum", ""),
    ("ByteOrder", "BYTE_ORDER_", "IntEnum", ""),
]

# Those of the module perfc.profile.
PYTHON_PROFILE_ENUMS = [
    ("RowKind", "ROWS_", "IntEnum", ""),
    ("Feature", "FEATURE_", "IntEnum", ""),
    ("BpfKind", "BPF_", "IntEnum", ""),
    ("Synthesize", "SYNTHESIZE_", "IntFlag", ""),
    ("Strip", "STRIP_", "IntFlag", ""),
]

# Python's and Rust's names of structs of records, where the ABI's name without perfc_record_ would
# say too little.
RECORD_NAMES = {"perfc_record_read": "ReadRecord", "perfc_data_src": "DataSource"}

# Members of rows whose bytes are no text.
ROW_BYTES = ["perfc_bpf_row.data", "perfc_feature_row.data"]

# Rust's types of flags, as above: name, prefix, patterns of names that are left out, and
# documentation.
RUST_FLAGS = [
    ("BranchFilter", "SAMPLE_BRANCH_", "MAX STACK",
     "Which branches a branch stack has: `attr.branch_sample_type`."),
    ("SampleFields", "SAMPLE_", "MAX BRANCH_MAX REGS_ABI_*",
     "What a sample carries: `attr.sample_type`."),
    ("ReadFormat", "FORMAT_", "MAX", "What a read gives: `attr.read_format`."),
    ("AttrFlags", "ATTR_", "PRECISE_IP_* FLAGS_KNOWN SIZE_*", "The one-bit fields of an attr."),
    ("OpenFlags", "FLAG_", "", "Flags of perf_event_open(2)."),
]

# Rust's constants are u32 where they fit, except these: pattern of names, and type. A constant has
# the type of the first pattern that fits.
RUST_TYPES = [
    ("PERFC_CALLING_THREAD", "i32"),
    ("PERFC_ATTR_SIZE_*", "u32"),
    ("PERFC_ATTR_PRECISE_IP_SHIFT", "u32"),
    ("PERFC_SAMPLE_*", "u64"),
    ("PERFC_FORMAT_*", "u64"),
    ("PERFC_ATTR_*", "u64"),
    ("PERFC_CONTEXT_*", "u64"),
    ("PERFC_REGS_*", "u64"),
    ("PERFC_FLAG_*", "u64"),
    ("PERFC_CAP_*", "u64"),
    ("PERFC_COUNT_*", "u64"),
    ("PERFC_AUX_FLAG_*", "u64"),
    ("PERFC_HW_EVENT_MASK", "u64"),
]

# Members of records' structs that Rust calls otherwise: `type` is what serde calls the record's.
RUST_MEMBERS = {"perfc_record_bpf_event.type": "bpf_type"}

# Members of a struct that are one field in Rust: their names, the field's name, its type, how it
# is made, and its documentation.
RUST_JOINED = {
    "perfc_record_mmap": (
        ("maj", "min", "ino", "ino_generation", "build_id"), "file", "Option<FileId>",
        "FileId::new(&raw)", "What the file is known by."),
}

# Structs without a pointer that Go's users need not see: a method has arguments instead.
GO_HIDDEN = ["perfc_batch_options", "perfc_error", "perfc_stitch_options",
             "perfc_stream_options"]

# Methods that give a variable part of a sample, where the member's name is that of another method.
GO_PARTS = {"branches": "BranchStack"}

# Parts of names that Go writes in capitals.
GO_INITIALISMS = {
    "id": "ID", "ip": "IP", "pid": "PID", "tid": "TID", "cpu": "CPU", "cpus": "CPUs", "abi": "ABI",
    "ppid": "PPID", "ptid": "PTID", "hw": "HW", "bpf": "BPF", "btf": "BTF", "pmu": "PMU",
    "pmus": "PMUs", "ids": "IDs",
}


def groups(table, entries, names):
    """The names of each entry, which is a class, a prefix and what is left out: each name is in the
    first that fits. Names lack PERFC_."""
    left = list(names)
    for name, prefix, without in entries:
        members = [one for one in left if one.startswith(prefix)]
        check(f"{table}, {name}", without.split(), [one.removeprefix(prefix) for one in members])
        taken = [one for one in members
                 if not any(fnmatch.fnmatchcase(one, prefix + pattern)
                            for pattern in without.split())]
        if not taken:
            raise Fault(f"tools/generator/tables.py: {table}: no {prefix}* is in the headers")
        left = [one for one in left if one not in taken]
        yield name, prefix, taken


def first_match(table, name):
    """The entry of a table of patterns that a name fits."""
    return next((entry for entry in table if fnmatch.fnmatchcase(name, entry[0])), None)


def check(table, patterns, names):
    """A fault unless each pattern of a table fits a name."""
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            raise Fault(f"tools/generator/tables.py: {table}: no {pattern} is in the headers")
