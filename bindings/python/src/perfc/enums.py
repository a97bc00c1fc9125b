"""The constants of constants.py in groups, as enumerations."""
# Written by tools/generate from bindings/abi.json.
from enum import IntEnum, IntFlag


class OpenFlag(IntFlag):
    FD_NO_GROUP = 0x1
    FD_OUTPUT = 0x2
    PID_CGROUP = 0x4
    FD_CLOEXEC = 0x8


class Type(IntEnum):
    HARDWARE = 0x0
    SOFTWARE = 0x1
    TRACEPOINT = 0x2
    HW_CACHE = 0x3
    RAW = 0x4
    BREAKPOINT = 0x5


class CacheOp(IntEnum):
    READ = 0x0
    WRITE = 0x1
    PREFETCH = 0x2


class CacheResult(IntEnum):
    ACCESS = 0x0
    MISS = 0x1


class Cache(IntEnum):
    L1D = 0x0
    L1I = 0x1
    LL = 0x2
    DTLB = 0x3
    ITLB = 0x4
    BPU = 0x5
    NODE = 0x6


class Hardware(IntEnum):
    CPU_CYCLES = 0x0
    INSTRUCTIONS = 0x1
    CACHE_REFERENCES = 0x2
    CACHE_MISSES = 0x3
    BRANCH_INSTRUCTIONS = 0x4
    BRANCH_MISSES = 0x5
    BUS_CYCLES = 0x6
    STALLED_CYCLES_FRONTEND = 0x7
    STALLED_CYCLES_BACKEND = 0x8
    REF_CPU_CYCLES = 0x9
    CACHE_OP_SHIFT = 0x8
    CACHE_RESULT_SHIFT = 0x10


class Software(IntEnum):
    CPU_CLOCK = 0x0
    TASK_CLOCK = 0x1
    PAGE_FAULTS = 0x2
    CONTEXT_SWITCHES = 0x3
    CPU_MIGRATIONS = 0x4
    PAGE_FAULTS_MIN = 0x5
    PAGE_FAULTS_MAJ = 0x6
    ALIGNMENT_FAULTS = 0x7
    EMULATION_FAULTS = 0x8
    DUMMY = 0x9
    BPF_OUTPUT = 0xa
    CGROUP_SWITCHES = 0xb


class BranchSample(IntFlag):
    USER = 0x1
    KERNEL = 0x2
    HV = 0x4
    ANY = 0x8
    ANY_CALL = 0x10
    ANY_RETURN = 0x20
    IND_CALL = 0x40
    ABORT_TX = 0x80
    IN_TX = 0x100
    NO_TX = 0x200
    COND = 0x400
    CALL_STACK = 0x800
    IND_JUMP = 0x1000
    CALL = 0x2000
    NO_FLAGS = 0x4000
    NO_CYCLES = 0x8000
    TYPE_SAVE = 0x10000
    HW_INDEX = 0x20000
    PRIV_SAVE = 0x40000
    COUNTERS = 0x80000


class RegsAbi(IntEnum):
    NONE = 0x0
    ABI_32 = 0x1
    ABI_64 = 0x2


class SampleType(IntFlag):
    IP = 0x1
    TID = 0x2
    TIME = 0x4
    ADDR = 0x8
    READ = 0x10
    CALLCHAIN = 0x20
    ID = 0x40
    CPU = 0x80
    PERIOD = 0x100
    STREAM_ID = 0x200
    RAW = 0x400
    BRANCH_STACK = 0x800
    REGS_USER = 0x1000
    STACK_USER = 0x2000
    WEIGHT = 0x4000
    DATA_SRC = 0x8000
    IDENTIFIER = 0x10000
    TRANSACTION = 0x20000
    REGS_INTR = 0x40000
    PHYS_ADDR = 0x80000
    AUX = 0x100000
    CGROUP = 0x200000
    DATA_PAGE_SIZE = 0x400000
    CODE_PAGE_SIZE = 0x800000
    WEIGHT_STRUCT = 0x1000000


class ReadFormat(IntFlag):
    TOTAL_TIME_ENABLED = 0x1
    TOTAL_TIME_RUNNING = 0x2
    ID = 0x4
    GROUP = 0x8
    LOST = 0x10


class AuxFlag(IntFlag):
    TRUNCATED = 0x1
    OVERWRITE = 0x2
    PARTIAL = 0x4
    COLLISION = 0x8
    CORESIGHT_FORMAT_RAW = 0x100


class Capability(IntFlag):
    BIT0 = 0x1
    BIT0_IS_DEPRECATED = 0x2
    USER_RDPMC = 0x4
    USER_TIME = 0x8
    USER_TIME_ZERO = 0x10
    USER_TIME_SHORT = 0x20


class RecordFlag(IntFlag):
    EXACT_IP = 0x1
    EXECUTABLE = 0x2
    COMM_EXEC = 0x4
    SWITCH_OUT = 0x8
    SWITCH_PREEMPTED = 0x10


class RecordType(IntEnum):
    MMAP = 0x1
    LOST = 0x2
    COMM = 0x3
    EXIT = 0x4
    THROTTLE = 0x5
    UNTHROTTLE = 0x6
    FORK = 0x7
    READ = 0x8
    SAMPLE = 0x9
    MMAP2 = 0xa
    AUX = 0xb
    ITRACE_START = 0xc
    LOST_SAMPLES = 0xd
    SWITCH = 0xe
    SWITCH_CPU_WIDE = 0xf
    NAMESPACES = 0x10
    KSYMBOL = 0x11
    BPF_EVENT = 0x12
    CGROUP = 0x13
    TEXT_POKE = 0x14
    AUX_OUTPUT_HW_ID = 0x15
    CALLCHAIN_DEFERRED = 0x16
    HEADER_ATTR = 0x40
    HEADER_EVENT_TYPE = 0x41
    HEADER_TRACING_DATA = 0x42
    HEADER_BUILD_ID = 0x43
    FINISHED_ROUND = 0x44
    ID_INDEX = 0x45
    AUXTRACE_INFO = 0x46
    AUXTRACE = 0x47
    AUXTRACE_ERROR = 0x48
    THREAD_MAP = 0x49
    CPU_MAP = 0x4a
    STAT_CONFIG = 0x4b
    STAT = 0x4c
    STAT_ROUND = 0x4d
    EVENT_UPDATE = 0x4e
    TIME_CONV = 0x4f
    HEADER_FEATURE = 0x50
    COMPRESSED = 0x51
    FINISHED_INIT = 0x52
    COMPRESSED2 = 0x53
    BPF_METADATA = 0x54
    SCHEDSTAT_CPU = 0x55
    SCHEDSTAT_DOMAIN = 0x56


class Call(IntEnum):
    NONE = 0x0
    PERF_EVENT_OPEN = 0x1
    IOCTL = 0x2
    MMAP = 0x3
    READ = 0x4
    POLL = 0x5
    FCNTL = 0x6
    EVENTFD = 0x7
    OPEN = 0x8
    MADVISE = 0x9
    MALLOC = 0xa
    EPOLL = 0xb
    SETRLIMIT = 0xc
    BPF = 0xd
    WRITE = 0xe
    FSYNC = 0xf
    FSTAT = 0x10


class Rule(IntEnum):
    UNKNOWN = 0x0
    ARGUMENT = 0x1
    PARANOID = 0x2
    CAPABILITY = 0x3
    SECCOMP = 0x4
    NO_SYSCALL = 0x5
    NO_PMU = 0x6
    NO_EVENT = 0x7
    NOT_SUPPORTED = 0x8
    FD_LIMIT = 0x9
    FD_LIMIT_SYSTEM = 0xa
    MLOCK = 0xb
    NO_TARGET = 0xc
    CPU_OFFLINE = 0xd
    CPU_RANGE = 0xe
    ATTR_SIZE = 0xf
    ATTR_BITS = 0x10
    SAMPLE_RATE = 0x11
    MAX_STACK = 0x12
    BREAKPOINTS = 0x13
    GROUP = 0x14
    OUTPUT = 0x15
    MAPPED = 0x16
    FORKED = 0x17
    TARGET_GONE = 0x18
    PINNED = 0x19
    MEMORY = 0x1a
    NOT_AN_EVENT = 0x1b
    INHERIT_MMAP = 0x1c
    NO_TRACEFS = 0x20
    TRACEFS_DENIED = 0x21
    NO_TRACEPOINT = 0x22
    FORMAT = 0x23
    EVENT_STRING = 0x28
    EVENT_FILE = 0x29
    CGROUP = 0x30
    NOTHING_OPEN = 0x31
    FILE_CONTENT = 0x40
    NO_CODEC = 0x41
    OUTPUT_FILE = 0x42


class Part(IntFlag):
    BRANCH_HW_IDX = 0x1
    BRANCH_COUNTERS = 0x2
    PARTIAL = 0x4
    LEFT_OVER = 0x8


class ColumnId(IntEnum):
    SEQUENCE = 0x0
    ATTR_INDEX = 0x1
    MISC = 0x2
    PID = 0x3
    TID = 0x4
    TIME = 0x5
    CPU = 0x6
    ID = 0x7
    RAW = 0x8
    TYPE = 0x9
    PARTS = 0xa
    IDENTIFIER = 0xb
    IP = 0xc
    ADDR = 0xd
    STREAM_ID = 0xe
    PERIOD = 0xf
    TIME_ENABLED = 0x10
    TIME_RUNNING = 0x11
    READ_VALUES = 0x12
    CALLCHAIN = 0x13
    BRANCHES = 0x14
    BRANCH_HW_IDX = 0x15
    BRANCH_COUNTERS = 0x16
    USER_ABI = 0x17
    USER_REGS = 0x18
    STACK = 0x19
    STACK_DYN_SIZE = 0x1a
    WEIGHT = 0x1b
    WEIGHT_VAR1_DW = 0x1c
    WEIGHT_VAR2_W = 0x1d
    WEIGHT_VAR3_W = 0x1e
    DATA_SRC = 0x1f
    TRANSACTION = 0x20
    INTR_ABI = 0x21
    INTR_REGS = 0x22
    PHYS_ADDR = 0x23
    CGROUP = 0x24
    DATA_PAGE_SIZE = 0x25
    CODE_PAGE_SIZE = 0x26
    AUX = 0x27
    REST = 0x28
    SOURCE = 0x29


class SpecFlag(IntFlag):
    WEAK = 0x1
    SAMPLE_READ = 0x2
    MAX_PRECISE = 0x4
    BPF = 0x8
    PERCORE = 0x10
    PER_PKG = 0x20
    SNAPSHOT = 0x40
    SYSTEM_WIDE = 0x80
    GUEST_DEFAULT = 0x100
    TOOL = 0x200


class Term(IntFlag):
    PERIOD = 0x1
    FREQ = 0x2
    TIME = 0x4
    CALL_GRAPH = 0x8
    STACK_SIZE = 0x10
    MAX_STACK = 0x20
    INHERIT = 0x40
    OVERWRITE = 0x80
    AUX_OUTPUT = 0x100
    AUX_SAMPLE_SIZE = 0x200
    BRANCH_TYPE = 0x400
    MAX_EVENTS = 0x800


class TargetKind(IntEnum):
    THREAD = 0x0
    PROCESS = 0x1
    TREE = 0x2
    CGROUP = 0x3
    CPUS = 0x4


class Fallback(IntFlag):
    FREQ = 0x1
    INHERIT_THREAD = 0x2
    EXCLUDE_KERNEL = 0x4
    PRECISE_IP = 0x8
    CPU_CLOCK = 0x10
    RING_SIZE = 0x20
    GUEST = 0x40
    ALL = 0x7f


class MemberStatus(IntEnum):
    OPEN = 0x0
    OFFLINE = 0x1
    STOPPED = 0x2
    GONE = 0x3
    ABSENT = 0x4


class ReportKind(IntEnum):
    FAILED = 0x1
    DEGRADED = 0x2
    OFFLINE = 0x3
    GONE = 0x4
    ABSENT = 0x5
    REGROUPED = 0x6
    FD_LIMIT = 0x7
    NO_CPU = 0x8
    OPENED = 0x9
    NO_IDS = 0xa


class CatalogKind(IntFlag):
    HARDWARE = 0x1
    SOFTWARE = 0x2
    CACHE = 0x4
    TOOL = 0x8
    PMU = 0x10
    PMU_EVENT = 0x20
    TRACEPOINT = 0x40
    ALL = 0x7f


class Quality(IntFlag):
    EXACT = 0x1
    SCALED = 0x2
    PARTIAL = 0x4
    NEVER_RAN = 0x8
    PINNED_ERROR = 0x10
    OFFLINE = 0x20
    RESET = 0x40
    UNGROUPED = 0x80
    MISSING = 0x100


class CountOrigin(IntEnum):
    READ = 0x0
    USER = 0x1
    NO_PAGE = 0x2
    NO_ACCESS = 0x3
    NO_TIME = 0x4
    NOT_ON_PMU = 0x5
    OTHER_TASK = 0x6
    INHERIT = 0x7
    METRICS = 0x8
    NO_COUNTER = 0x9
    CHANGING = 0xa


class SumBy(IntEnum):
    SPEC = 0x0
    CPU = 0x1
    THREAD = 0x2


class StitchState(IntEnum):
    PASSED = 0x0
    SPLICED = 0x1
    UNMATCHED = 0x2
    OVERSIZED = 0x3


class FieldFlag(IntFlag):
    SIGNED = 0x1
    COMMON = 0x2
    ARRAY = 0x4
    LOCATED = 0x8
    RELATIVE = 0x10


class FieldKind(IntEnum):
    INT = 0x0
    CHAR = 0x1
    BOOL = 0x2
    POINTER = 0x3
    ENUM = 0x4
    BITMASK = 0x5
    STRING = 0x6
    BYTES = 0x7


class ClockHow(IntEnum):
    SAME = 0x1
    READ = 0x2
    RECORDED = 0x3


class ByteOrder(IntEnum):
    NATIVE = 0x0
    LITTLE = 0x1
    BIG = 0x2
