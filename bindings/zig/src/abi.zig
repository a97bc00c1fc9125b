//! The C API as it is: constants, handles, structs and functions.
//! Written by tools/generate from bindings/abi.json.
const std = @import("std");
const assert = std.debug.assert;

pub const PERFC_ATTR_DISABLED = 0x1;
pub const PERFC_ATTR_INHERIT = 0x2;
pub const PERFC_ATTR_PINNED = 0x4;
pub const PERFC_ATTR_EXCLUSIVE = 0x8;
pub const PERFC_ATTR_EXCLUDE_USER = 0x10;
pub const PERFC_ATTR_EXCLUDE_KERNEL = 0x20;
pub const PERFC_ATTR_EXCLUDE_HV = 0x40;
pub const PERFC_ATTR_EXCLUDE_IDLE = 0x80;
pub const PERFC_ATTR_MMAP = 0x100;
pub const PERFC_ATTR_COMM = 0x200;
pub const PERFC_ATTR_FREQ = 0x400;
pub const PERFC_ATTR_INHERIT_STAT = 0x800;
pub const PERFC_ATTR_ENABLE_ON_EXEC = 0x1000;
pub const PERFC_ATTR_TASK = 0x2000;
pub const PERFC_ATTR_WATERMARK = 0x4000;
/// precise_ip has two bits: 0 allows any skid, 3 allows none.
pub const PERFC_ATTR_PRECISE_IP_SHIFT = 0xf;
pub const PERFC_ATTR_PRECISE_IP_MASK = 0x18000;
pub const PERFC_ATTR_MMAP_DATA = 0x20000;
pub const PERFC_ATTR_SAMPLE_ID_ALL = 0x40000;
pub const PERFC_ATTR_EXCLUDE_HOST = 0x80000;
pub const PERFC_ATTR_EXCLUDE_GUEST = 0x100000;
pub const PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL = 0x200000;
pub const PERFC_ATTR_EXCLUDE_CALLCHAIN_USER = 0x400000;
pub const PERFC_ATTR_MMAP2 = 0x800000;
pub const PERFC_ATTR_COMM_EXEC = 0x1000000;
pub const PERFC_ATTR_USE_CLOCKID = 0x2000000;
pub const PERFC_ATTR_CONTEXT_SWITCH = 0x4000000;
pub const PERFC_ATTR_WRITE_BACKWARD = 0x8000000;
pub const PERFC_ATTR_NAMESPACES = 0x10000000;
pub const PERFC_ATTR_KSYMBOL = 0x20000000;
pub const PERFC_ATTR_BPF_EVENT = 0x40000000;
pub const PERFC_ATTR_AUX_OUTPUT = 0x80000000;
pub const PERFC_ATTR_CGROUP = 0x100000000;
pub const PERFC_ATTR_TEXT_POKE = 0x200000000;
pub const PERFC_ATTR_BUILD_ID = 0x400000000;
pub const PERFC_ATTR_INHERIT_THREAD = 0x800000000;
pub const PERFC_ATTR_REMOVE_ON_EXEC = 0x1000000000;
pub const PERFC_ATTR_SIGTRAP = 0x2000000000;
pub const PERFC_ATTR_DEFER_CALLCHAIN = 0x4000000000;
pub const PERFC_ATTR_DEFER_OUTPUT = 0x8000000000;
/// All bits above. It grows with new versions.
pub const PERFC_ATTR_FLAGS_KNOWN = 0xffffffffff;
pub const PERFC_AUX_ACTION_START_PAUSED = 0x1;
pub const PERFC_AUX_ACTION_PAUSE = 0x2;
pub const PERFC_AUX_ACTION_RESUME = 0x4;
pub const PERFC_ATTR_SIZE_VER0 = 0x40;
pub const PERFC_ATTR_SIZE_VER1 = 0x48;
pub const PERFC_ATTR_SIZE_VER2 = 0x50;
pub const PERFC_ATTR_SIZE_VER3 = 0x60;
pub const PERFC_ATTR_SIZE_VER4 = 0x68;
pub const PERFC_ATTR_SIZE_VER5 = 0x70;
pub const PERFC_ATTR_SIZE_VER6 = 0x78;
pub const PERFC_ATTR_SIZE_VER7 = 0x80;
pub const PERFC_ATTR_SIZE_VER8 = 0x88;
pub const PERFC_ATTR_SIZE_VER9 = 0x90;
pub const PERFC_CAP_BIT0 = 0x1;
pub const PERFC_CAP_BIT0_IS_DEPRECATED = 0x2;
pub const PERFC_CAP_USER_RDPMC = 0x4;
pub const PERFC_CAP_USER_TIME = 0x8;
pub const PERFC_CAP_USER_TIME_ZERO = 0x10;
pub const PERFC_CAP_USER_TIME_SHORT = 0x20;
pub const PERFC_VERSION_MAJOR = 0;
pub const PERFC_VERSION_MINOR = 1;
pub const PERFC_VERSION_PATCH = 0;
/// No system call failed: the library found the error itself.
pub const PERFC_CALL_NONE = 0x0;
pub const PERFC_CALL_PERF_EVENT_OPEN = 0x1;
pub const PERFC_CALL_IOCTL = 0x2;
pub const PERFC_CALL_MMAP = 0x3;
pub const PERFC_CALL_READ = 0x4;
pub const PERFC_CALL_POLL = 0x5;
pub const PERFC_CALL_FCNTL = 0x6;
pub const PERFC_CALL_EVENTFD = 0x7;
/// Opening or reading a file.
pub const PERFC_CALL_OPEN = 0x8;
pub const PERFC_CALL_MADVISE = 0x9;
pub const PERFC_CALL_MALLOC = 0xa;
pub const PERFC_CALL_EPOLL = 0xb;
pub const PERFC_CALL_SETRLIMIT = 0xc;
pub const PERFC_CALL_BPF = 0xd;
pub const PERFC_CALL_WRITE = 0xe;
pub const PERFC_CALL_FSYNC = 0xf;
pub const PERFC_CALL_FSTAT = 0x10;
/// The rule is unknown.
pub const PERFC_RULE_UNKNOWN = 0x0;
/// An argument is wrong. detail: which argument, and why.
pub const PERFC_RULE_ARGUMENT = 0x1;
/// perf_event_paranoid forbids it. Numbers: the highest perf_event_paranoid that would allow it; 1
/// if a trial with exclude_kernel could be opened; 1 if the kernel refuses even that, because of a
/// distribution's patch.
pub const PERFC_RULE_PARANOID = 0x2;
/// A capability is missing. Numbers: the capability; 1 if the owner of the target process needs
/// none.
pub const PERFC_RULE_CAPABILITY = 0x3;
/// A seccomp filter forbids it. Number: the Seccomp mode of /proc/self/status.
pub const PERFC_RULE_SECCOMP = 0x4;
/// The kernel has no perf events.
pub const PERFC_RULE_NO_SYSCALL = 0x5;
/// The machine has no hardware PMU. Numbers: type, config.
pub const PERFC_RULE_NO_PMU = 0x6;
/// The machine doesn't have this event. Numbers: type, config.
pub const PERFC_RULE_NO_EVENT = 0x7;
/// The PMU can't do this. Number: type.
pub const PERFC_RULE_NOT_SUPPORTED = 0x8;
/// The process has too many fds. Numbers: open fds, soft limit, hard limit.
pub const PERFC_RULE_FD_LIMIT = 0x9;
/// The system has too many fds. Numbers: allocated, maximum; 0: unreadable.
pub const PERFC_RULE_FD_LIMIT_SYSTEM = 0xa;
/// The rings need too much locked memory. Numbers: wanted bytes, perf_event_mlock_kb (~0:
/// unreadable), CPUs (0: unknown), RLIMIT_MEMLOCK.
pub const PERFC_RULE_MLOCK = 0xb;
/// The target doesn't exist. Number: pid.
pub const PERFC_RULE_NO_TARGET = 0xc;
/// The CPU is offline. Number: the CPU.
pub const PERFC_RULE_CPU_OFFLINE = 0xd;
/// The machine has no such CPU. Numbers: the CPU, number of possible CPUs.
pub const PERFC_RULE_CPU_RANGE = 0xe;
/// The attr's size is refused. Numbers: length passed, length known.
pub const PERFC_RULE_ATTR_SIZE = 0xf;
/// The attr has bits that the kernel doesn't know. Number: these bits. detail: the field.
pub const PERFC_RULE_ATTR_BITS = 0x10;
/// The frequency is too high. Numbers: Hz, perf_event_max_sample_rate.
pub const PERFC_RULE_SAMPLE_RATE = 0x11;
/// The call chain is too long. Numbers: sample_max_stack, perf_event_max_stack (~0: unreadable).
pub const PERFC_RULE_MAX_STACK = 0x12;
/// All breakpoint registers are in use.
pub const PERFC_RULE_BREAKPOINTS = 0x13;
/// Leader and sibling don't fit together.
pub const PERFC_RULE_GROUP = 0x14;
/// A rule of SET_OUTPUT. detail: which rule.
pub const PERFC_RULE_OUTPUT = 0x15;
/// The handle is in the wrong state: mapped already, or not mapped. detail: which state, and the
/// function to call first.
pub const PERFC_RULE_MAPPED = 0x16;
/// The handle was made in the parent process. Numbers: pid of the parent, pid of this process.
pub const PERFC_RULE_FORKED = 0x17;
/// The target has exited, and the ring is drained.
pub const PERFC_RULE_TARGET_GONE = 0x18;
/// A pinned event is in error, because no counter was free.
pub const PERFC_RULE_PINNED = 0x19;
/// Memory ran out. Number: wanted bytes.
pub const PERFC_RULE_MEMORY = 0x1a;
/// The fd is not a perf event.
pub const PERFC_RULE_NOT_AN_EVENT = 0x1b;
/// An event with inherit and cpu -1 can't be mapped.
pub const PERFC_RULE_INHERIT_MMAP = 0x1c;
/// tracefs isn't mounted.
pub const PERFC_RULE_NO_TRACEFS = 0x20;
/// tracefs may not be read. detail: where it is mounted.
pub const PERFC_RULE_TRACEFS_DENIED = 0x21;
/// The kernel has no such tracepoint. detail: its name.
pub const PERFC_RULE_NO_TRACEPOINT = 0x22;
/// A format file isn't understood. Number: the line. detail: why.
pub const PERFC_RULE_FORMAT = 0x23;
/// An event string isn't understood. Numbers: offset of the mistake, its length. detail: the
/// mistake.
pub const PERFC_RULE_EVENT_STRING = 0x28;
/// A file about events isn't understood. detail: which file.
pub const PERFC_RULE_EVENT_FILE = 0x29;
/// The cgroup can't be opened. detail: the missing part.
pub const PERFC_RULE_CGROUP = 0x30;
/// Nothing could be opened. Numbers: members, offline CPUs, exited threads.
pub const PERFC_RULE_NOTHING_OPEN = 0x31;
/// The content of a file breaks a rule of its format. Number: the offset of these bytes in the
/// file. detail: the rule.
pub const PERFC_RULE_FILE_CONTENT = 0x40;
/// The library was built without this codec. detail: the codec.
pub const PERFC_RULE_NO_CODEC = 0x41;
/// A file can't be written. detail: its path.
pub const PERFC_RULE_OUTPUT_FILE = 0x42;
pub const PERFC_HOST_SYSFS = 0x0;
pub const PERFC_HOST_PROCFS = 0x1;
pub const PERFC_HOST_TRACEFS = 0x2;
/// SAMPLE: ip is exactly the instruction that caused the sample.
pub const PERFC_RECORD_FLAG_EXACT_IP = 0x1;
/// MMAP, MMAP2: the mapping has PROT_EXEC (PERFC_RECORD_MISC_MMAP_DATA isn't set).
pub const PERFC_RECORD_FLAG_EXECUTABLE = 0x2;
/// COMM: the thread's name changed by execve(2).
pub const PERFC_RECORD_FLAG_COMM_EXEC = 0x4;
/// SWITCH, SWITCH_CPU_WIDE: the CPU left the task. Otherwise it came to the task.
pub const PERFC_RECORD_FLAG_SWITCH_OUT = 0x8;
/// SWITCH, SWITCH_CPU_WIDE: the task was still runnable when the CPU left it.
pub const PERFC_RECORD_FLAG_SWITCH_PREEMPTED = 0x10;
/// perfc_stream_record.position of a record that comes from no file.
pub const PERFC_NO_POSITION = 0xffffffffffffffff;
/// The record has no time of its own; `time` is the time of the record before it.
pub const PERFC_STREAM_RECORD_TIME_GUESSED = 0x1;
/// The record's time is before the time of a record that was handed out already.
pub const PERFC_STREAM_RECORD_LATE = 0x2;
/// The record was made from the header of a file, and isn't in the file itself.
pub const PERFC_STREAM_RECORD_HEADER = 0x4;
/// The record was made from the state of this machine, and the kernel didn't write it. Its time is
/// 0.
pub const PERFC_STREAM_RECORD_SYNTHESIZED = 0x8;
/// The tail goes on: the next record is the same again, with the next bytes of its tail.
pub const PERFC_STREAM_RECORD_MORE = 0x10;
/// pid: the calling thread.
pub const PERFC_CALLING_THREAD = 0x0;
/// pid: all threads of all processes, on the CPU that is given.
pub const PERFC_ALL_THREADS = -1;
/// cpu: every CPU that the thread runs on.
pub const PERFC_ANY_CPU = -1;
/// Overwrite mode, for snapshots: the PMU doesn't wait for the reader and overwrites the oldest
/// data. The library maps the area read-only, by which the kernel knows the mode.
pub const PERFC_AUX_OVERWRITE = 0x1;
pub const PERFC_FLAG_FD_NO_GROUP = 0x1;
pub const PERFC_FLAG_FD_OUTPUT = 0x2;
pub const PERFC_FLAG_PID_CGROUP = 0x4;
pub const PERFC_FLAG_FD_CLOEXEC = 0x8;
pub const PERFC_TYPE_HARDWARE = 0x0;
pub const PERFC_TYPE_SOFTWARE = 0x1;
pub const PERFC_TYPE_TRACEPOINT = 0x2;
pub const PERFC_TYPE_HW_CACHE = 0x3;
pub const PERFC_TYPE_RAW = 0x4;
pub const PERFC_TYPE_BREAKPOINT = 0x5;
pub const PERFC_PMU_TYPE_SHIFT = 0x20;
pub const PERFC_HW_EVENT_MASK = 0xffffffff;
pub const PERFC_COUNT_HW_CPU_CYCLES = 0x0;
pub const PERFC_COUNT_HW_INSTRUCTIONS = 0x1;
pub const PERFC_COUNT_HW_CACHE_REFERENCES = 0x2;
pub const PERFC_COUNT_HW_CACHE_MISSES = 0x3;
pub const PERFC_COUNT_HW_BRANCH_INSTRUCTIONS = 0x4;
pub const PERFC_COUNT_HW_BRANCH_MISSES = 0x5;
pub const PERFC_COUNT_HW_BUS_CYCLES = 0x6;
pub const PERFC_COUNT_HW_STALLED_CYCLES_FRONTEND = 0x7;
pub const PERFC_COUNT_HW_STALLED_CYCLES_BACKEND = 0x8;
pub const PERFC_COUNT_HW_REF_CPU_CYCLES = 0x9;
pub const PERFC_COUNT_HW_CACHE_L1D = 0x0;
pub const PERFC_COUNT_HW_CACHE_L1I = 0x1;
pub const PERFC_COUNT_HW_CACHE_LL = 0x2;
pub const PERFC_COUNT_HW_CACHE_DTLB = 0x3;
pub const PERFC_COUNT_HW_CACHE_ITLB = 0x4;
pub const PERFC_COUNT_HW_CACHE_BPU = 0x5;
pub const PERFC_COUNT_HW_CACHE_NODE = 0x6;
pub const PERFC_COUNT_HW_CACHE_OP_SHIFT = 0x8;
pub const PERFC_COUNT_HW_CACHE_RESULT_SHIFT = 0x10;
pub const PERFC_COUNT_HW_CACHE_OP_READ = 0x0;
pub const PERFC_COUNT_HW_CACHE_OP_WRITE = 0x1;
pub const PERFC_COUNT_HW_CACHE_OP_PREFETCH = 0x2;
pub const PERFC_COUNT_HW_CACHE_RESULT_ACCESS = 0x0;
pub const PERFC_COUNT_HW_CACHE_RESULT_MISS = 0x1;
pub const PERFC_COUNT_SW_CPU_CLOCK = 0x0;
pub const PERFC_COUNT_SW_TASK_CLOCK = 0x1;
pub const PERFC_COUNT_SW_PAGE_FAULTS = 0x2;
pub const PERFC_COUNT_SW_CONTEXT_SWITCHES = 0x3;
pub const PERFC_COUNT_SW_CPU_MIGRATIONS = 0x4;
pub const PERFC_COUNT_SW_PAGE_FAULTS_MIN = 0x5;
pub const PERFC_COUNT_SW_PAGE_FAULTS_MAJ = 0x6;
pub const PERFC_COUNT_SW_ALIGNMENT_FAULTS = 0x7;
pub const PERFC_COUNT_SW_EMULATION_FAULTS = 0x8;
pub const PERFC_COUNT_SW_DUMMY = 0x9;
pub const PERFC_COUNT_SW_BPF_OUTPUT = 0xa;
pub const PERFC_COUNT_SW_CGROUP_SWITCHES = 0xb;
pub const PERFC_HW_BREAKPOINT_EMPTY = 0x0;
pub const PERFC_HW_BREAKPOINT_R = 0x1;
pub const PERFC_HW_BREAKPOINT_W = 0x2;
pub const PERFC_HW_BREAKPOINT_RW = 0x3;
pub const PERFC_HW_BREAKPOINT_X = 0x4;
pub const PERFC_HW_BREAKPOINT_INVALID = 0x7;
pub const PERFC_HW_BREAKPOINT_LEN_1 = 0x1;
pub const PERFC_HW_BREAKPOINT_LEN_2 = 0x2;
pub const PERFC_HW_BREAKPOINT_LEN_3 = 0x3;
pub const PERFC_HW_BREAKPOINT_LEN_4 = 0x4;
pub const PERFC_HW_BREAKPOINT_LEN_5 = 0x5;
pub const PERFC_HW_BREAKPOINT_LEN_6 = 0x6;
pub const PERFC_HW_BREAKPOINT_LEN_7 = 0x7;
pub const PERFC_HW_BREAKPOINT_LEN_8 = 0x8;
pub const PERFC_SAMPLE_IP = 0x1;
pub const PERFC_SAMPLE_TID = 0x2;
pub const PERFC_SAMPLE_TIME = 0x4;
pub const PERFC_SAMPLE_ADDR = 0x8;
pub const PERFC_SAMPLE_READ = 0x10;
pub const PERFC_SAMPLE_CALLCHAIN = 0x20;
pub const PERFC_SAMPLE_ID = 0x40;
pub const PERFC_SAMPLE_CPU = 0x80;
pub const PERFC_SAMPLE_PERIOD = 0x100;
pub const PERFC_SAMPLE_STREAM_ID = 0x200;
pub const PERFC_SAMPLE_RAW = 0x400;
pub const PERFC_SAMPLE_BRANCH_STACK = 0x800;
pub const PERFC_SAMPLE_REGS_USER = 0x1000;
pub const PERFC_SAMPLE_STACK_USER = 0x2000;
pub const PERFC_SAMPLE_WEIGHT = 0x4000;
pub const PERFC_SAMPLE_DATA_SRC = 0x8000;
pub const PERFC_SAMPLE_IDENTIFIER = 0x10000;
pub const PERFC_SAMPLE_TRANSACTION = 0x20000;
pub const PERFC_SAMPLE_REGS_INTR = 0x40000;
pub const PERFC_SAMPLE_PHYS_ADDR = 0x80000;
pub const PERFC_SAMPLE_AUX = 0x100000;
pub const PERFC_SAMPLE_CGROUP = 0x200000;
pub const PERFC_SAMPLE_DATA_PAGE_SIZE = 0x400000;
pub const PERFC_SAMPLE_CODE_PAGE_SIZE = 0x800000;
pub const PERFC_SAMPLE_WEIGHT_STRUCT = 0x1000000;
/// The first bit without a field.
pub const PERFC_SAMPLE_MAX = 0x2000000;
pub const PERFC_FORMAT_TOTAL_TIME_ENABLED = 0x1;
pub const PERFC_FORMAT_TOTAL_TIME_RUNNING = 0x2;
pub const PERFC_FORMAT_ID = 0x4;
pub const PERFC_FORMAT_GROUP = 0x8;
pub const PERFC_FORMAT_LOST = 0x10;
pub const PERFC_FORMAT_MAX = 0x20;
pub const PERFC_SAMPLE_BRANCH_USER = 0x1;
pub const PERFC_SAMPLE_BRANCH_KERNEL = 0x2;
pub const PERFC_SAMPLE_BRANCH_HV = 0x4;
pub const PERFC_SAMPLE_BRANCH_ANY = 0x8;
pub const PERFC_SAMPLE_BRANCH_ANY_CALL = 0x10;
pub const PERFC_SAMPLE_BRANCH_ANY_RETURN = 0x20;
pub const PERFC_SAMPLE_BRANCH_IND_CALL = 0x40;
pub const PERFC_SAMPLE_BRANCH_ABORT_TX = 0x80;
pub const PERFC_SAMPLE_BRANCH_IN_TX = 0x100;
pub const PERFC_SAMPLE_BRANCH_NO_TX = 0x200;
pub const PERFC_SAMPLE_BRANCH_COND = 0x400;
pub const PERFC_SAMPLE_BRANCH_CALL_STACK = 0x800;
pub const PERFC_SAMPLE_BRANCH_IND_JUMP = 0x1000;
pub const PERFC_SAMPLE_BRANCH_CALL = 0x2000;
pub const PERFC_SAMPLE_BRANCH_NO_FLAGS = 0x4000;
pub const PERFC_SAMPLE_BRANCH_NO_CYCLES = 0x8000;
pub const PERFC_SAMPLE_BRANCH_TYPE_SAVE = 0x10000;
pub const PERFC_SAMPLE_BRANCH_HW_INDEX = 0x20000;
pub const PERFC_SAMPLE_BRANCH_PRIV_SAVE = 0x40000;
pub const PERFC_SAMPLE_BRANCH_COUNTERS = 0x80000;
pub const PERFC_SAMPLE_BRANCH_MAX = 0x100000;
pub const PERFC_SAMPLE_REGS_ABI_NONE = 0x0;
pub const PERFC_SAMPLE_REGS_ABI_32 = 0x1;
pub const PERFC_SAMPLE_REGS_ABI_64 = 0x2;
pub const PERFC_IOC_ENABLE = 0x2400;
pub const PERFC_IOC_DISABLE = 0x2401;
pub const PERFC_IOC_REFRESH = 0x2402;
pub const PERFC_IOC_RESET = 0x2403;
pub const PERFC_IOC_PERIOD = 0x40082404;
pub const PERFC_IOC_SET_OUTPUT = 0x2405;
pub const PERFC_IOC_SET_FILTER = 0x40082406;
pub const PERFC_IOC_ID = 0x80082407;
pub const PERFC_IOC_SET_BPF = 0x40042408;
pub const PERFC_IOC_PAUSE_OUTPUT = 0x40042409;
pub const PERFC_IOC_QUERY_BPF = 0xc008240a;
pub const PERFC_IOC_MODIFY_ATTRIBUTES = 0x4008240b;
/// Argument of ENABLE, DISABLE and RESET: applies to the whole group.
pub const PERFC_IOC_FLAG_GROUP = 0x1;
pub const PERFC_RECORD_MMAP = 0x1;
pub const PERFC_RECORD_LOST = 0x2;
pub const PERFC_RECORD_COMM = 0x3;
pub const PERFC_RECORD_EXIT = 0x4;
pub const PERFC_RECORD_THROTTLE = 0x5;
pub const PERFC_RECORD_UNTHROTTLE = 0x6;
pub const PERFC_RECORD_FORK = 0x7;
pub const PERFC_RECORD_READ = 0x8;
pub const PERFC_RECORD_SAMPLE = 0x9;
pub const PERFC_RECORD_MMAP2 = 0xa;
pub const PERFC_RECORD_AUX = 0xb;
pub const PERFC_RECORD_ITRACE_START = 0xc;
pub const PERFC_RECORD_LOST_SAMPLES = 0xd;
pub const PERFC_RECORD_SWITCH = 0xe;
pub const PERFC_RECORD_SWITCH_CPU_WIDE = 0xf;
pub const PERFC_RECORD_NAMESPACES = 0x10;
pub const PERFC_RECORD_KSYMBOL = 0x11;
pub const PERFC_RECORD_BPF_EVENT = 0x12;
pub const PERFC_RECORD_CGROUP = 0x13;
pub const PERFC_RECORD_TEXT_POKE = 0x14;
pub const PERFC_RECORD_AUX_OUTPUT_HW_ID = 0x15;
pub const PERFC_RECORD_CALLCHAIN_DEFERRED = 0x16;
/// The first type without a record.
pub const PERFC_RECORD_MAX = 0x17;
/// Types of records that the kernel doesn't write, but the perf tool, into perf.data files
/// (tools/lib/perf/include/perf/event.h). They have no trailer.
pub const PERFC_RECORD_HEADER_ATTR = 0x40;
pub const PERFC_RECORD_HEADER_EVENT_TYPE = 0x41;
pub const PERFC_RECORD_HEADER_TRACING_DATA = 0x42;
pub const PERFC_RECORD_HEADER_BUILD_ID = 0x43;
pub const PERFC_RECORD_FINISHED_ROUND = 0x44;
pub const PERFC_RECORD_ID_INDEX = 0x45;
pub const PERFC_RECORD_AUXTRACE_INFO = 0x46;
pub const PERFC_RECORD_AUXTRACE = 0x47;
pub const PERFC_RECORD_AUXTRACE_ERROR = 0x48;
pub const PERFC_RECORD_THREAD_MAP = 0x49;
pub const PERFC_RECORD_CPU_MAP = 0x4a;
pub const PERFC_RECORD_STAT_CONFIG = 0x4b;
pub const PERFC_RECORD_STAT = 0x4c;
pub const PERFC_RECORD_STAT_ROUND = 0x4d;
pub const PERFC_RECORD_EVENT_UPDATE = 0x4e;
pub const PERFC_RECORD_TIME_CONV = 0x4f;
pub const PERFC_RECORD_HEADER_FEATURE = 0x50;
pub const PERFC_RECORD_COMPRESSED = 0x51;
pub const PERFC_RECORD_FINISHED_INIT = 0x52;
pub const PERFC_RECORD_COMPRESSED2 = 0x53;
pub const PERFC_RECORD_BPF_METADATA = 0x54;
pub const PERFC_RECORD_SCHEDSTAT_CPU = 0x55;
pub const PERFC_RECORD_SCHEDSTAT_DOMAIN = 0x56;
pub const PERFC_RECORD_MISC_CPUMODE_MASK = 0x7;
pub const PERFC_RECORD_MISC_CPUMODE_UNKNOWN = 0x0;
pub const PERFC_RECORD_MISC_KERNEL = 0x1;
pub const PERFC_RECORD_MISC_USER = 0x2;
pub const PERFC_RECORD_MISC_HYPERVISOR = 0x3;
pub const PERFC_RECORD_MISC_GUEST_KERNEL = 0x4;
pub const PERFC_RECORD_MISC_GUEST_USER = 0x5;
pub const PERFC_RECORD_MISC_PROC_MAP_PARSE_TIMEOUT = 0x1000;
pub const PERFC_RECORD_MISC_MMAP_DATA = 0x2000;
pub const PERFC_RECORD_MISC_COMM_EXEC = 0x2000;
pub const PERFC_RECORD_MISC_FORK_EXEC = 0x2000;
pub const PERFC_RECORD_MISC_SWITCH_OUT = 0x2000;
pub const PERFC_RECORD_MISC_EXACT_IP = 0x4000;
pub const PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT = 0x4000;
pub const PERFC_RECORD_MISC_MMAP_BUILD_ID = 0x4000;
pub const PERFC_RECORD_MISC_EXT_RESERVED = 0x8000;
pub const PERFC_AUX_FLAG_TRUNCATED = 0x1;
pub const PERFC_AUX_FLAG_OVERWRITE = 0x2;
pub const PERFC_AUX_FLAG_PARTIAL = 0x4;
pub const PERFC_AUX_FLAG_COLLISION = 0x8;
pub const PERFC_AUX_FLAG_PMU_FORMAT_TYPE_MASK = 0xff00;
pub const PERFC_AUX_FLAG_CORESIGHT_FORMAT_CORESIGHT = 0x0;
pub const PERFC_AUX_FLAG_CORESIGHT_FORMAT_RAW = 0x100;
pub const PERFC_RECORD_KSYMBOL_TYPE_UNKNOWN = 0x0;
pub const PERFC_RECORD_KSYMBOL_TYPE_BPF = 0x1;
pub const PERFC_RECORD_KSYMBOL_TYPE_OOL = 0x2;
pub const PERFC_RECORD_KSYMBOL_FLAGS_UNREGISTER = 0x1;
pub const PERFC_BPF_EVENT_UNKNOWN = 0x0;
pub const PERFC_BPF_EVENT_PROG_LOAD = 0x1;
pub const PERFC_BPF_EVENT_PROG_UNLOAD = 0x2;
pub const PERFC_NET_NS_INDEX = 0x0;
pub const PERFC_UTS_NS_INDEX = 0x1;
pub const PERFC_IPC_NS_INDEX = 0x2;
pub const PERFC_PID_NS_INDEX = 0x3;
pub const PERFC_USER_NS_INDEX = 0x4;
pub const PERFC_MNT_NS_INDEX = 0x5;
pub const PERFC_CGROUP_NS_INDEX = 0x6;
pub const PERFC_NR_NAMESPACES = 0x7;
pub const PERFC_CONTEXT_HV = 0xffffffffffffffe0;
pub const PERFC_CONTEXT_KERNEL = 0xffffffffffffff80;
pub const PERFC_CONTEXT_USER = 0xfffffffffffffe00;
pub const PERFC_CONTEXT_USER_DEFERRED = 0xfffffffffffffd80;
pub const PERFC_CONTEXT_GUEST = 0xfffffffffffff800;
pub const PERFC_CONTEXT_GUEST_KERNEL = 0xfffffffffffff780;
pub const PERFC_CONTEXT_GUEST_USER = 0xfffffffffffff600;
pub const PERFC_CONTEXT_MAX = 0xfffffffffffff001;
pub const PERFC_BR_UNKNOWN = 0x0;
pub const PERFC_BR_COND = 0x1;
pub const PERFC_BR_UNCOND = 0x2;
pub const PERFC_BR_IND = 0x3;
pub const PERFC_BR_CALL = 0x4;
pub const PERFC_BR_IND_CALL = 0x5;
pub const PERFC_BR_RET = 0x6;
pub const PERFC_BR_SYSCALL = 0x7;
pub const PERFC_BR_SYSRET = 0x8;
pub const PERFC_BR_COND_CALL = 0x9;
pub const PERFC_BR_COND_RET = 0xa;
pub const PERFC_BR_ERET = 0xb;
pub const PERFC_BR_IRQ = 0xc;
pub const PERFC_BR_SERROR = 0xd;
pub const PERFC_BR_NO_TX = 0xe;
pub const PERFC_BR_EXTEND_ABI = 0xf;
pub const PERFC_BR_NEW_FAULT_ALGN = 0x0;
pub const PERFC_BR_NEW_FAULT_DATA = 0x1;
pub const PERFC_BR_NEW_FAULT_INST = 0x2;
pub const PERFC_BR_NEW_ARCH_1 = 0x3;
pub const PERFC_BR_NEW_ARCH_2 = 0x4;
pub const PERFC_BR_NEW_ARCH_3 = 0x5;
pub const PERFC_BR_NEW_ARCH_4 = 0x6;
pub const PERFC_BR_NEW_ARCH_5 = 0x7;
pub const PERFC_BR_ARM64_FIQ = 0x3;
pub const PERFC_BR_ARM64_DEBUG_HALT = 0x4;
pub const PERFC_BR_ARM64_DEBUG_EXIT = 0x5;
pub const PERFC_BR_ARM64_DEBUG_INST = 0x6;
pub const PERFC_BR_ARM64_DEBUG_DATA = 0x7;
pub const PERFC_BR_SPEC_NA = 0x0;
pub const PERFC_BR_SPEC_WRONG_PATH = 0x1;
pub const PERFC_BR_SPEC_NON_SPEC_CORRECT_PATH = 0x2;
pub const PERFC_BR_SPEC_CORRECT_PATH = 0x3;
pub const PERFC_BR_PRIV_UNKNOWN = 0x0;
pub const PERFC_BR_PRIV_USER = 0x1;
pub const PERFC_BR_PRIV_KERNEL = 0x2;
pub const PERFC_BR_PRIV_HV = 0x3;
pub const PERFC_TXN_ELISION = 0x1;
pub const PERFC_TXN_TRANSACTION = 0x2;
pub const PERFC_TXN_SYNC = 0x4;
pub const PERFC_TXN_ASYNC = 0x8;
pub const PERFC_TXN_RETRY = 0x10;
pub const PERFC_TXN_CONFLICT = 0x20;
pub const PERFC_TXN_CAPACITY_WRITE = 0x40;
pub const PERFC_TXN_CAPACITY_READ = 0x80;
pub const PERFC_TXN_ABORT_SHIFT = 0x20;
pub const PERFC_TXN_ABORT_MASK = 0xffffffff00000000;
pub const PERFC_MEM_OP_NA = 0x1;
pub const PERFC_MEM_OP_LOAD = 0x2;
pub const PERFC_MEM_OP_STORE = 0x4;
pub const PERFC_MEM_OP_PFETCH = 0x8;
pub const PERFC_MEM_OP_EXEC = 0x10;
pub const PERFC_MEM_LVL_NA = 0x1;
pub const PERFC_MEM_LVL_HIT = 0x2;
pub const PERFC_MEM_LVL_MISS = 0x4;
pub const PERFC_MEM_LVL_L1 = 0x8;
pub const PERFC_MEM_LVL_LFB = 0x10;
pub const PERFC_MEM_LVL_L2 = 0x20;
pub const PERFC_MEM_LVL_L3 = 0x40;
pub const PERFC_MEM_LVL_LOC_RAM = 0x80;
pub const PERFC_MEM_LVL_REM_RAM1 = 0x100;
pub const PERFC_MEM_LVL_REM_RAM2 = 0x200;
pub const PERFC_MEM_LVL_REM_CCE1 = 0x400;
pub const PERFC_MEM_LVL_REM_CCE2 = 0x800;
pub const PERFC_MEM_LVL_IO = 0x1000;
pub const PERFC_MEM_LVL_UNC = 0x2000;
pub const PERFC_MEM_SNOOP_NA = 0x1;
pub const PERFC_MEM_SNOOP_NONE = 0x2;
pub const PERFC_MEM_SNOOP_HIT = 0x4;
pub const PERFC_MEM_SNOOP_MISS = 0x8;
pub const PERFC_MEM_SNOOP_HITM = 0x10;
pub const PERFC_MEM_LOCK_NA = 0x1;
pub const PERFC_MEM_LOCK_LOCKED = 0x2;
pub const PERFC_MEM_TLB_NA = 0x1;
pub const PERFC_MEM_TLB_HIT = 0x2;
pub const PERFC_MEM_TLB_MISS = 0x4;
pub const PERFC_MEM_TLB_L1 = 0x8;
pub const PERFC_MEM_TLB_L2 = 0x10;
pub const PERFC_MEM_TLB_WK = 0x20;
pub const PERFC_MEM_TLB_OS = 0x40;
pub const PERFC_MEM_LVLNUM_L1 = 0x1;
pub const PERFC_MEM_LVLNUM_L2 = 0x2;
pub const PERFC_MEM_LVLNUM_L3 = 0x3;
pub const PERFC_MEM_LVLNUM_L4 = 0x4;
pub const PERFC_MEM_LVLNUM_L2_MHB = 0x5;
pub const PERFC_MEM_LVLNUM_MSC = 0x6;
pub const PERFC_MEM_LVLNUM_L0 = 0x7;
pub const PERFC_MEM_LVLNUM_UNC = 0x8;
pub const PERFC_MEM_LVLNUM_CXL = 0x9;
pub const PERFC_MEM_LVLNUM_IO = 0xa;
pub const PERFC_MEM_LVLNUM_ANY_CACHE = 0xb;
pub const PERFC_MEM_LVLNUM_LFB = 0xc;
pub const PERFC_MEM_LVLNUM_RAM = 0xd;
pub const PERFC_MEM_LVLNUM_PMEM = 0xe;
pub const PERFC_MEM_LVLNUM_NA = 0xf;
pub const PERFC_MEM_REMOTE_REMOTE = 0x1;
pub const PERFC_MEM_SNOOPX_FWD = 0x1;
pub const PERFC_MEM_SNOOPX_PEER = 0x2;
pub const PERFC_MEM_BLK_NA = 0x1;
pub const PERFC_MEM_BLK_DATA = 0x2;
pub const PERFC_MEM_BLK_ADDR = 0x4;
pub const PERFC_MEM_HOPS_0 = 0x1;
pub const PERFC_MEM_HOPS_1 = 0x2;
pub const PERFC_MEM_HOPS_2 = 0x3;
pub const PERFC_MEM_HOPS_3 = 0x4;
pub const PERFC_MEM_REGION_NA = 0x0;
pub const PERFC_MEM_REGION_RSVD = 0x1;
pub const PERFC_MEM_REGION_L_SHARE = 0x2;
pub const PERFC_MEM_REGION_L_NON_SHARE = 0x3;
pub const PERFC_MEM_REGION_O_IO = 0x4;
pub const PERFC_MEM_REGION_O_SHARE = 0x5;
pub const PERFC_MEM_REGION_O_NON_SHARE = 0x6;
pub const PERFC_MEM_REGION_MMIO = 0x7;
pub const PERFC_MEM_REGION_MEM0 = 0x8;
pub const PERFC_MEM_REGION_MEM1 = 0x9;
pub const PERFC_MEM_REGION_MEM2 = 0xa;
pub const PERFC_MEM_REGION_MEM3 = 0xb;
pub const PERFC_MEM_REGION_MEM4 = 0xc;
pub const PERFC_MEM_REGION_MEM5 = 0xd;
pub const PERFC_MEM_REGION_MEM6 = 0xe;
pub const PERFC_MEM_REGION_MEM7 = 0xf;
pub const PERFC_MEM_OP_SHIFT = 0x0;
pub const PERFC_MEM_LVL_SHIFT = 0x5;
pub const PERFC_MEM_SNOOP_SHIFT = 0x13;
pub const PERFC_MEM_LOCK_SHIFT = 0x18;
pub const PERFC_MEM_TLB_SHIFT = 0x1a;
pub const PERFC_MEM_LVLNUM_SHIFT = 0x21;
pub const PERFC_MEM_REMOTE_SHIFT = 0x25;
pub const PERFC_MEM_SNOOPX_SHIFT = 0x26;
pub const PERFC_MEM_BLK_SHIFT = 0x28;
pub const PERFC_MEM_HOPS_SHIFT = 0x2b;
pub const PERFC_MEM_REGION_SHIFT = 0x2e;
pub const PERFC_REG_X86_AX = 0x0;
pub const PERFC_REG_X86_BX = 0x1;
pub const PERFC_REG_X86_CX = 0x2;
pub const PERFC_REG_X86_DX = 0x3;
pub const PERFC_REG_X86_SI = 0x4;
pub const PERFC_REG_X86_DI = 0x5;
pub const PERFC_REG_X86_BP = 0x6;
pub const PERFC_REG_X86_SP = 0x7;
pub const PERFC_REG_X86_IP = 0x8;
pub const PERFC_REG_X86_FLAGS = 0x9;
pub const PERFC_REG_X86_CS = 0xa;
pub const PERFC_REG_X86_SS = 0xb;
pub const PERFC_REG_X86_DS = 0xc;
pub const PERFC_REG_X86_ES = 0xd;
pub const PERFC_REG_X86_FS = 0xe;
pub const PERFC_REG_X86_GS = 0xf;
pub const PERFC_REG_X86_R8 = 0x10;
pub const PERFC_REG_X86_R9 = 0x11;
pub const PERFC_REG_X86_R10 = 0x12;
pub const PERFC_REG_X86_R11 = 0x13;
pub const PERFC_REG_X86_R12 = 0x14;
pub const PERFC_REG_X86_R13 = 0x15;
pub const PERFC_REG_X86_R14 = 0x16;
pub const PERFC_REG_X86_R15 = 0x17;
pub const PERFC_REG_X86_XMM0 = 0x20;
pub const PERFC_REG_X86_XMM1 = 0x22;
pub const PERFC_REG_X86_XMM2 = 0x24;
pub const PERFC_REG_X86_XMM3 = 0x26;
pub const PERFC_REG_X86_XMM4 = 0x28;
pub const PERFC_REG_X86_XMM5 = 0x2a;
pub const PERFC_REG_X86_XMM6 = 0x2c;
pub const PERFC_REG_X86_XMM7 = 0x2e;
pub const PERFC_REG_X86_XMM8 = 0x30;
pub const PERFC_REG_X86_XMM9 = 0x32;
pub const PERFC_REG_X86_XMM10 = 0x34;
pub const PERFC_REG_X86_XMM11 = 0x36;
pub const PERFC_REG_X86_XMM12 = 0x38;
pub const PERFC_REG_X86_XMM13 = 0x3a;
pub const PERFC_REG_X86_XMM14 = 0x3c;
pub const PERFC_REG_X86_XMM15 = 0x3e;
pub const PERFC_REGS_X86_64_UNWIND = 0xff01ff;
pub const PERFC_REG_X86_64_IP = 0x8;
pub const PERFC_REG_X86_64_SP = 0x7;
pub const PERFC_REG_X86_64_FP = 0x6;
pub const PERFC_REG_ARM64_X0 = 0x0;
pub const PERFC_REG_ARM64_X1 = 0x1;
pub const PERFC_REG_ARM64_X2 = 0x2;
pub const PERFC_REG_ARM64_X3 = 0x3;
pub const PERFC_REG_ARM64_X4 = 0x4;
pub const PERFC_REG_ARM64_X5 = 0x5;
pub const PERFC_REG_ARM64_X6 = 0x6;
pub const PERFC_REG_ARM64_X7 = 0x7;
pub const PERFC_REG_ARM64_X8 = 0x8;
pub const PERFC_REG_ARM64_X9 = 0x9;
pub const PERFC_REG_ARM64_X10 = 0xa;
pub const PERFC_REG_ARM64_X11 = 0xb;
pub const PERFC_REG_ARM64_X12 = 0xc;
pub const PERFC_REG_ARM64_X13 = 0xd;
pub const PERFC_REG_ARM64_X14 = 0xe;
pub const PERFC_REG_ARM64_X15 = 0xf;
pub const PERFC_REG_ARM64_X16 = 0x10;
pub const PERFC_REG_ARM64_X17 = 0x11;
pub const PERFC_REG_ARM64_X18 = 0x12;
pub const PERFC_REG_ARM64_X19 = 0x13;
pub const PERFC_REG_ARM64_X20 = 0x14;
pub const PERFC_REG_ARM64_X21 = 0x15;
pub const PERFC_REG_ARM64_X22 = 0x16;
pub const PERFC_REG_ARM64_X23 = 0x17;
pub const PERFC_REG_ARM64_X24 = 0x18;
pub const PERFC_REG_ARM64_X25 = 0x19;
pub const PERFC_REG_ARM64_X26 = 0x1a;
pub const PERFC_REG_ARM64_X27 = 0x1b;
pub const PERFC_REG_ARM64_X28 = 0x1c;
pub const PERFC_REG_ARM64_X29 = 0x1d;
pub const PERFC_REG_ARM64_LR = 0x1e;
pub const PERFC_REG_ARM64_SP = 0x1f;
pub const PERFC_REG_ARM64_PC = 0x20;
pub const PERFC_REG_ARM64_VG = 0x2e;
pub const PERFC_REGS_ARM64_UNWIND = 0x1ffffffff;
pub const PERFC_REG_ARM64_IP = 0x20;
pub const PERFC_REG_ARM64_FP = 0x1d;
pub const PERFC_BYTE_ORDER_NATIVE = 0x0;
pub const PERFC_BYTE_ORDER_LITTLE = 0x1;
pub const PERFC_BYTE_ORDER_BIG = 0x2;
/// `index` of perfc_plan_set_default: the plan has no default attr.
pub const PERFC_PLAN_NO_DEFAULT = 0xffffffff;
/// The sample has branch_hw_idx.
pub const PERFC_PART_BRANCH_HW_IDX = 0x1;
/// The sample has branch_counters.
pub const PERFC_PART_BRANCH_COUNTERS = 0x2;
/// `rest` has the bytes that could not be decoded. `present` lacks the fields that lie in them.
pub const PERFC_PART_PARTIAL = 0x4;
/// `rest` has the bytes behind the last field. All fields of the attr were decoded. Linux writes
/// such samples now and then (docs/decoding.md says when). Otherwise the sample was written with
/// another attr. Never together with PARTIAL.
pub const PERFC_PART_LEFT_OVER = 0x8;
pub const PERFC_MMAP_HAS_INODE = 0x1;
pub const PERFC_MMAP_HAS_BUILD_ID = 0x2;
pub const PERFC_MMAP_HAS_PROT = 0x4;
/// The columns of lists and bytes (call chains, branches, registers, raw data, stacks, AUX data)
/// are views, not copies: they point into the ring, the buffer, or the records of the fill. A ring
/// gets their space back at the next fill or wait. A fill from a stream or from a ring in overwrite
/// mode fails.
pub const PERFC_BATCH_VIEWS = 0x1;
/// Only the columns of bytes (raw data, stacks, AUX data) are views. They are the longest ones to
/// copy. Lists are copied, so that each row's list begins where the list of the row before ends.
pub const PERFC_BATCH_VIEW_BYTES = 0x2;
pub const PERFC_TABLE_SAMPLES = 0x0;
pub const PERFC_TABLE_RECORDS = 0x1;
/// u64: number of the record; the function that filled the batch says from where it counts.
pub const PERFC_COLUMN_SEQUENCE = 0x0;
/// u32: index of the record's attr in its plan. Null if the attr isn't known.
pub const PERFC_COLUMN_ATTR_INDEX = 0x1;
/// u16: perfc_record.misc.
pub const PERFC_COLUMN_MISC = 0x2;
/// u32.
pub const PERFC_COLUMN_PID = 0x3;
/// u32.
pub const PERFC_COLUMN_TID = 0x4;
/// u64, in nanoseconds.
pub const PERFC_COLUMN_TIME = 0x5;
/// u32.
pub const PERFC_COLUMN_CPU = 0x6;
/// u64. Records table: IDENTIFIER if the trailer has no ID.
pub const PERFC_COLUMN_ID = 0x7;
/// Bytes. Records table: the whole record, with zeros up to a multiple of 8 bytes, which only
/// records of the perf tool need.
pub const PERFC_COLUMN_RAW = 0x8;
/// u32: PERFC_RECORD_*.
pub const PERFC_COLUMN_TYPE = 0x9;
/// u32: PERFC_PART_*.
pub const PERFC_COLUMN_PARTS = 0xa;
/// u64.
pub const PERFC_COLUMN_IDENTIFIER = 0xb;
/// u64.
pub const PERFC_COLUMN_IP = 0xc;
/// u64.
pub const PERFC_COLUMN_ADDR = 0xd;
/// u64.
pub const PERFC_COLUMN_STREAM_ID = 0xe;
/// u64.
pub const PERFC_COLUMN_PERIOD = 0xf;
/// u64.
pub const PERFC_COLUMN_TIME_ENABLED = 0x10;
/// u64.
pub const PERFC_COLUMN_TIME_RUNNING = 0x11;
/// Lists of three u64: value, id, lost.
pub const PERFC_COLUMN_READ_VALUES = 0x12;
/// Lists of u64.
pub const PERFC_COLUMN_CALLCHAIN = 0x13;
/// Lists of three u64: from, to, flags.
pub const PERFC_COLUMN_BRANCHES = 0x14;
/// u64.
pub const PERFC_COLUMN_BRANCH_HW_IDX = 0x15;
/// Lists of u64.
pub const PERFC_COLUMN_BRANCH_COUNTERS = 0x16;
/// u64.
pub const PERFC_COLUMN_USER_ABI = 0x17;
/// Lists of u64.
pub const PERFC_COLUMN_USER_REGS = 0x18;
/// Bytes.
pub const PERFC_COLUMN_STACK = 0x19;
/// u64.
pub const PERFC_COLUMN_STACK_DYN_SIZE = 0x1a;
/// u64.
pub const PERFC_COLUMN_WEIGHT = 0x1b;
/// u32.
pub const PERFC_COLUMN_WEIGHT_VAR1_DW = 0x1c;
/// u16.
pub const PERFC_COLUMN_WEIGHT_VAR2_W = 0x1d;
/// u16.
pub const PERFC_COLUMN_WEIGHT_VAR3_W = 0x1e;
/// u64.
pub const PERFC_COLUMN_DATA_SRC = 0x1f;
/// u64.
pub const PERFC_COLUMN_TRANSACTION = 0x20;
/// u64.
pub const PERFC_COLUMN_INTR_ABI = 0x21;
/// Lists of u64.
pub const PERFC_COLUMN_INTR_REGS = 0x22;
/// u64.
pub const PERFC_COLUMN_PHYS_ADDR = 0x23;
/// u64.
pub const PERFC_COLUMN_CGROUP = 0x24;
/// u64.
pub const PERFC_COLUMN_DATA_PAGE_SIZE = 0x25;
/// u64.
pub const PERFC_COLUMN_CODE_PAGE_SIZE = 0x26;
/// Bytes.
pub const PERFC_COLUMN_AUX = 0x27;
/// Bytes. PARTS says whether they are PARTIAL or LEFT_OVER.
pub const PERFC_COLUMN_REST = 0x28;
/// u32: perfc_stream_record.source.
pub const PERFC_COLUMN_SOURCE = 0x29;
/// The number of columns. It grows with new versions.
pub const PERFC_COLUMN_COUNT = 0x2a;
/// The times in records are of that clock. The relation is exact.
pub const PERFC_CLOCK_SAME = 0x1;
/// The library read both clocks at one moment: the clock of the records by the control page and the
/// cycle counter (cap_user_time_zero), or by clock_gettime(2).
pub const PERFC_CLOCK_READ = 0x2;
/// The library let the kernel write records, and read the clock before and after.
pub const PERFC_CLOCK_RECORDED = 0x3;
/// perfc_specs_add: the event joins no group. It stands alone, or leads a group.
pub const PERFC_SPEC_NO_LEADER = 0xffffffff;
/// If the group doesn't fit the PMU, open its events one by one (:W).
pub const PERFC_SPEC_WEAK = 0x1;
/// Only the leader samples, and its samples carry the counts of the group (:S).
pub const PERFC_SPEC_SAMPLE_READ = 0x2;
/// Use the highest precise_ip that the PMU takes (:P).
pub const PERFC_SPEC_MAX_PRECISE = 0x4;
/// Count through BPF, which shares one event between many users (:b).
pub const PERFC_SPEC_BPF = 0x8;
/// Add up the counts of the hardware threads of a core (percore).
pub const PERFC_SPEC_PERCORE = 0x10;
/// All CPUs of a package have the same count. Sets open one CPU of each package.
pub const PERFC_SPEC_PER_PKG = 0x20;
/// The count is a level. Differences of two reads mean nothing.
pub const PERFC_SPEC_SNAPSHOT = 0x40;
/// The event counts CPUs and no task: open it with pid -1 on each of cpu_list.
pub const PERFC_SPEC_SYSTEM_WIDE = 0x80;
/// exclude_guest is set by default, because the string has no modifier. If the PMU refuses it with
/// EINVAL, clear it and open again.
pub const PERFC_SPEC_GUEST_DEFAULT = 0x100;
/// duration_time, user_time or system_time. The kernel has no such event: the caller measures the
/// time, and the attr is that of a dummy event.
pub const PERFC_SPEC_TOOL = 0x200;
/// sample_period.
pub const PERFC_TERM_PERIOD = 0x1;
/// The sample_freq, and PERFC_ATTR_FREQ.
pub const PERFC_TERM_FREQ = 0x2;
/// PERFC_SAMPLE_TIME in sample_type, set or clear.
pub const PERFC_TERM_TIME = 0x4;
/// PERFC_SAMPLE_CALLCHAIN in sample_type, set or clear, and the members that call chains need.
pub const PERFC_TERM_CALL_GRAPH = 0x8;
/// sample_stack_user.
pub const PERFC_TERM_STACK_SIZE = 0x10;
/// sample_max_stack.
pub const PERFC_TERM_MAX_STACK = 0x20;
/// PERFC_ATTR_INHERIT, set or clear.
pub const PERFC_TERM_INHERIT = 0x40;
/// PERFC_ATTR_WRITE_BACKWARD, set or clear.
pub const PERFC_TERM_OVERWRITE = 0x80;
/// PERFC_ATTR_AUX_OUTPUT.
pub const PERFC_TERM_AUX_OUTPUT = 0x100;
/// aux_sample_size.
pub const PERFC_TERM_AUX_SAMPLE_SIZE = 0x200;
/// branch_sample_type.
pub const PERFC_TERM_BRANCH_TYPE = 0x400;
/// perfc_spec.max_events.
pub const PERFC_TERM_MAX_EVENTS = 0x800;
pub const PERFC_CATALOG_HARDWARE = 0x1;
pub const PERFC_CATALOG_SOFTWARE = 0x2;
pub const PERFC_CATALOG_CACHE = 0x4;
/// The events with PERFC_SPEC_TOOL.
pub const PERFC_CATALOG_TOOL = 0x8;
/// PMUs, whose names stand before a slash.
pub const PERFC_CATALOG_PMU = 0x10;
/// Events of PMUs, by their names in sysfs.
pub const PERFC_CATALOG_PMU_EVENT = 0x20;
pub const PERFC_CATALOG_TRACEPOINT = 0x40;
pub const PERFC_CATALOG_ALL = 0x7f;
/// A number of data pages for perfc_mmap and perfc_set_mmap. With pages of 4 KiB, the default
/// perf_event_mlock_kb of 516 allows one such ring for each online CPU without using
/// RLIMIT_MEMLOCK. The perf tool has the same default.
pub const PERFC_MMAP_DEFAULT_PAGES = 0x80;
/// Overwrite mode: the kernel doesn't wait for the reader and overwrites the oldest records.
pub const PERFC_MMAP_OVERWRITE = 0x1;
/// A forward stream. Its rings keep records until they are read: they are mapped without
/// PERFC_MMAP_OVERWRITE, and their attrs have no write_backward.
pub const PERFC_STREAM_FORWARD = 0x0;
/// A flight recorder. The attrs of its rings have write_backward. Between cuts it uses no CPU time.
pub const PERFC_STREAM_FLIGHT = 0x1;
/// The default of perfc_stream_options.round_bytes.
pub const PERFC_STREAM_DEFAULT_ROUND = 0x100000;
/// last_ns of perfc_stream_cut: all records that are still in the rings.
pub const PERFC_STREAM_CUT_ALL = 0xffffffffffffffff;
/// The thread pid. 0: the calling thread.
pub const PERFC_TARGET_THREAD = 0x0;
/// All threads of the process pid. 0: this process.
pub const PERFC_TARGET_PROCESS = 0x1;
/// The processes of PERFC_TARGET_PROCESS and all its descendants, with everything that they start
/// from now on: attr.inherit is set. The kernel maps a ring of an inherited event only if the event
/// is bound to a CPU: add PERFC_TARGET_FLAG_EACH_CPU.
pub const PERFC_TARGET_TREE = 0x2;
/// All threads of a cgroup.
pub const PERFC_TARGET_CGROUP = 0x3;
/// Everything that runs on CPUs.
pub const PERFC_TARGET_CPUS = 0x4;
/// Threads and processes have one event on each CPU, even if the target names no CPUs. A CPU that
/// comes online later has no event.
pub const PERFC_TARGET_FLAG_EACH_CPU = 0x1;
/// Enable all events after the last one was opened.
pub const PERFC_SET_OPEN_START = 0x1;
/// Each event starts with its task's execve(2).
pub const PERFC_SET_OPEN_ENABLE_ON_EXEC = 0x2;
/// Add PERFC_SAMPLE_IDENTIFIER and sample_id_all to every attr. The decoder needs them to tell the
/// records of several specs apart.
pub const PERFC_SET_OPEN_IDENTIFY = 0x4;
/// If the fd limit is too low, raise the soft RLIMIT_NOFILE by the number of events that are still
/// to be opened. The hard limit bounds it.
pub const PERFC_SET_OPEN_RAISE_FD_LIMIT = 0x8;
/// A spec that can't be opened is left out on every CPU and thread, and reported. If it leads a
/// group, the next spec of the group that can be opened leads in its place. The new leader takes
/// over PERFC_ATTR_PINNED, PERFC_ATTR_EXCLUSIVE and read_format, and if it doesn't sample by
/// itself, also sample_type, the period or frequency and the wake-up. The open fails if every spec
/// is left out, with the error of the first one. It also fails with an errno that every spec would
/// meet: EMFILE, ENFILE, ENOMEM, ENOSYS, EINTR, and ESRCH if no thread of the target is left.
pub const PERFC_SET_OPEN_TOLERANT = 0x10;
/// EINVAL: freq becomes perf_event_max_sample_rate, if it was above.
pub const PERFC_FALLBACK_FREQ = 0x1;
/// EINVAL: inherit_thread (Linux 5.13) becomes inherit.
pub const PERFC_FALLBACK_INHERIT_THREAD = 0x2;
/// EACCES, EPERM: exclude_kernel and exclude_hv are set.
pub const PERFC_FALLBACK_EXCLUDE_KERNEL = 0x4;
/// EINVAL, EOPNOTSUPP, ENOENT, ENODEV: precise_ip becomes one lower.
pub const PERFC_FALLBACK_PRECISE_IP = 0x8;
/// EOPNOTSUPP, ENOENT, ENODEV, EINVAL, EACCES: cycles become cpu-clock. The period of cpu-clock is
/// in ns.
pub const PERFC_FALLBACK_CPU_CLOCK = 0x10;
/// Of perfc_set_mmap. EPERM, ENOMEM: the rings become half as large, down to one page.
pub const PERFC_FALLBACK_RING_SIZE = 0x20;
/// EINVAL: exclude_guest is cleared, which some PMUs don't know. The set does so without this flag
/// if the spec has PERFC_SPEC_GUEST_DEFAULT.
pub const PERFC_FALLBACK_GUEST = 0x40;
pub const PERFC_FALLBACK_ALL = 0x7f;
/// The event is open.
pub const PERFC_MEMBER_OPEN = 0x0;
/// Only of the targets CPUS and CGROUP: the CPU is offline. The event keeps its count.
pub const PERFC_MEMBER_OFFLINE = 0x1;
/// Only of the targets CPUS and CGROUP: the CPU was offline, and the kernel has stopped the event
/// for good. perfc_set_update with REOPEN opens the event again.
pub const PERFC_MEMBER_STOPPED = 0x2;
/// The thread has exited. Its count, fd and ring stay until perfc_set_close.
pub const PERFC_MEMBER_GONE = 0x3;
/// The event couldn't be opened. PERFC_SET_OPEN_TOLERANT left out its spec, or an update failed to
/// open it; the next update tries again.
pub const PERFC_MEMBER_ABSENT = 0x4;
/// perfc_set_update opens events. Without this flag it only updates each status.
pub const PERFC_SET_UPDATE_REOPEN = 0x1;
/// One ring for each CPU, or for each thread if the events have no CPU. The first event maps it,
/// and the others write into it (perfc_event_set_output). Their records need ids: see
/// PERFC_SET_OPEN_IDENTIFY.
pub const PERFC_SET_MMAP_SHARED = 0x1;
/// PERFC_MMAP_OVERWRITE for each ring.
pub const PERFC_SET_MMAP_OVERWRITE = 0x2;
/// As data_pages: the data_pages of perfc_set_ring_budget.
pub const PERFC_PAGES_FIT = 0xffffffff;
/// Attach by BPF_LINK_CREATE (Linux 5.15) instead of the ioctl. The event keeps the link's fd.
/// perfc_set_detach_bpf closes the fd, which detaches the program.
pub const PERFC_BPF_LINK = 0x1;
/// perfc_report_entry.error ended the call.
pub const PERFC_REPORT_FAILED = 0x1;
/// An attr was changed by a fallback, or the rings became smaller: see before and after.
pub const PERFC_REPORT_DEGRADED = 0x2;
/// A CPU was left out because it is offline.
pub const PERFC_REPORT_OFFLINE = 0x3;
/// A thread was left out because it has exited.
pub const PERFC_REPORT_GONE = 0x4;
/// PERFC_SET_OPEN_TOLERANT left out a spec.
pub const PERFC_REPORT_ABSENT = 0x5;
/// A weak group was broken up. The entry's spec was the leader.
pub const PERFC_REPORT_REGROUPED = 0x6;
/// The soft RLIMIT_NOFILE was raised: see before and after.
pub const PERFC_REPORT_FD_LIMIT = 0x7;
/// A spec counts on none of the target's CPUs.
pub const PERFC_REPORT_NO_CPU = 0x8;
/// perfc_set_update opened a member.
pub const PERFC_REPORT_OPENED = 0x9;
/// The records of a shared ring can't be told apart.
pub const PERFC_REPORT_NO_IDS = 0xa;
/// The entry is about no spec in particular.
pub const PERFC_REPORT_NO_SPEC = 0xffffffff;
/// perfc_report_text writes every entry, each on a line of its own.
pub const PERFC_REPORT_ALL = 0xffffffff;
/// The event was on the PMU whenever it was enabled: raw is the count, unless PARTIAL is set too. A
/// sampling event that the kernel throttled counts nothing meanwhile, and its times don't show
/// that: PERFC_RECORD_THROTTLE does.
pub const PERFC_QUALITY_EXACT = 0x1;
/// The event was on the PMU for a part of the time: scaled is an estimate.
pub const PERFC_QUALITY_SCALED = 0x2;
/// A part of the count is missing. Of a sum: a part has no count. Of a delta: hits before a reset
/// aren't in it. Of a thread's event on a core PMU or on one CPU: the event left its PMU, so use
/// raw.
pub const PERFC_QUALITY_PARTIAL = 0x4;
/// The event was never on the PMU. Its 0 isn't a count.
pub const PERFC_QUALITY_NEVER_RAN = 0x8;
/// The event is pinned and the PMU had no counter for it. It counts nothing until it is enabled
/// again. Its 0 isn't a count.
pub const PERFC_QUALITY_PINNED_ERROR = 0x10;
/// The event's CPU is offline. The count is that from before. perfc_set_read sets it, for the
/// targets CPUS and CGROUP.
pub const PERFC_QUALITY_OFFLINE = 0x20;
/// Of a delta: the event was reset or opened again between the two reads.
pub const PERFC_QUALITY_RESET = 0x40;
/// The event isn't in the group that it was opened in, most often because the kernel has broken up
/// the group as its CPU went offline; then the event counts no more. Events that were read together
/// were read one by one, not at one instant. PARTIAL is always set too.
pub const PERFC_QUALITY_UNGROUPED = 0x80;
/// There is no count: all numbers are 0. Another bit says why.
pub const PERFC_QUALITY_MISSING = 0x100;
/// read(2), as the caller asked.
pub const PERFC_ORIGIN_READ = 0x0;
/// The counter itself, in user space.
pub const PERFC_ORIGIN_USER = 0x1;
/// No control page is mapped.
pub const PERFC_ORIGIN_NO_PAGE = 0x2;
/// cap_user_rdpmc isn't set.
pub const PERFC_ORIGIN_NO_ACCESS = 0x3;
/// cap_user_time isn't set.
pub const PERFC_ORIGIN_NO_TIME = 0x4;
/// The page's index is 0: the event has no counter now.
pub const PERFC_ORIGIN_NOT_ON_PMU = 0x5;
/// The event counts another thread, a CPU or a cgroup, or came by perfc_open_fd.
pub const PERFC_ORIGIN_OTHER_TASK = 0x6;
/// The event inherits, and the page lacks the counts of children.
pub const PERFC_ORIGIN_INHERIT = 0x7;
/// The counter holds several numbers, as Intel's topdown metrics do.
pub const PERFC_ORIGIN_METRICS = 0x8;
/// The library has no code that reads this counter here.
pub const PERFC_ORIGIN_NO_COUNTER = 0x9;
/// The page changed at each try.
pub const PERFC_ORIGIN_CHANGING = 0xa;
/// One sum for each spec.
pub const PERFC_SUM_SPEC = 0x0;
/// One sum for each spec and CPU.
pub const PERFC_SUM_CPU = 0x1;
/// One sum for each spec and thread.
pub const PERFC_SUM_THREAD = 0x2;
pub const PERFC_STITCH_DEFAULT_BYTES = 0x400000;
pub const PERFC_STITCH_LEAST_BYTES = 0x40000;
pub const PERFC_STITCH_MOST_BYTES = 0x80000000;
/// The record is as it was pushed.
pub const PERFC_STITCH_PASSED = 0x0;
/// A sample into whose call chain the deferred part was put.
pub const PERFC_STITCH_SPLICED = 0x1;
/// A sample as it was pushed. Its call chain ends with marker and cookie, because its deferred part
/// hasn't come.
pub const PERFC_STITCH_UNMATCHED = 0x2;
/// A sample as it was pushed. Its call chain ends with marker and cookie, because the record with
/// the whole call chain would be longer than 65528 bytes.
pub const PERFC_STITCH_OVERSIZED = 0x3;
/// An integer of 1, 2, 4 or 8 bytes.
pub const PERFC_FIELD_KIND_INT = 0x0;
/// A single char.
pub const PERFC_FIELD_KIND_CHAR = 0x1;
/// A bool.
pub const PERFC_FIELD_KIND_BOOL = 0x2;
/// An address in the kernel or in user space.
pub const PERFC_FIELD_KIND_POINTER = 0x3;
/// An enum.
pub const PERFC_FIELD_KIND_ENUM = 0x4;
/// A bitmask: an array of words. Bit 0 of the first word is bit 0 of the mask.
pub const PERFC_FIELD_KIND_BITMASK = 0x5;
/// An array of char, which ends at its first NUL or at its last byte.
pub const PERFC_FIELD_KIND_STRING = 0x6;
/// A struct, or any type of another size.
pub const PERFC_FIELD_KIND_BYTES = 0x7;
/// The numbers are signed.
pub const PERFC_FIELD_FLAG_SIGNED = 0x1;
/// One of the fields that every tracepoint has: common_type, common_pid, ...
pub const PERFC_FIELD_FLAG_COMMON = 0x2;
/// An array. Strings are arrays too.
pub const PERFC_FIELD_FLAG_ARRAY = 0x4;
/// __data_loc or __rel_loc: the field holds the place and the length of its bytes, which lie
/// elsewhere in the raw data.
pub const PERFC_FIELD_FLAG_LOCATED = 0x8;
/// __rel_loc: the place is counted from the end of the location.
pub const PERFC_FIELD_FLAG_RELATIVE = 0x10;
/// `field` of perfc_tracepoint_text: all fields except the common ones.
pub const PERFC_FIELD_ALL = 0xffffffff;

/// A system: its system calls, and the paths of its sysfs, procfs and tracefs. Functions that open
/// something take a host first. NULL is this machine with the usual mount points. A host must
/// outlive everything that was made with it.
pub const perfc_host = opaque {};
/// Decodes records of one or more attrs, see decode.h.
pub const perfc_plan = opaque {};
/// An open event: its fd, its attr, its plan, and its ring once mapped.
pub const perfc_event = opaque {};
pub const perfc_batch = opaque {};
/// Many rings as one source of records, see stream.h.
pub const perfc_stream = opaque {};
pub const ArrowSchema = opaque {};
pub const ArrowArray = opaque {};
pub const perfc_specs = opaque {};
/// The names that this machine has, in the order of the kinds.
pub const perfc_catalog = opaque {};
pub const ArrowArrayStream = opaque {};
/// The events of a list of specs, opened over a target.
pub const perfc_set = opaque {};
/// What happened while a set was opened, mapped or updated.
pub const perfc_report = opaque {};
pub const perfc_stitch = opaque {};
pub const perfc_tracepoint = opaque {};

/// The kernel's struct perf_event_attr up to VER9 (Linux 6.19). Its one-bit fields are one word of
/// PERFC_ATTR_* bits. Where the kernel has a union, the member's description gives the second name.
/// Set `size` to sizeof(struct perfc_attr), or leave it 0: then the length beside the pointer
/// counts.
pub const perfc_attr = extern struct {
    /// PERFC_TYPE_*, or a PMU's id.
    type: u32 = 0,
    /// Number of bytes of this struct that count.
    size: u32 = 0,
    /// PERFC_COUNT_*, or bits as the PMU's format directory defines them.
    config: u64 = 0,
    /// Events per sample. With PERFC_ATTR_FREQ: sample_freq, in Hz.
    sample_period: u64 = 0,
    /// PERFC_SAMPLE_*
    sample_type: u64 = 0,
    /// PERFC_FORMAT_*
    read_format: u64 = 0,
    /// PERFC_ATTR_*
    flags: u64 = 0,
    /// Samples per wake-up. With PERFC_ATTR_WATERMARK: wakeup_watermark, in bytes.
    wakeup_events: u32 = 0,
    /// PERFC_HW_BREAKPOINT_*
    bp_type: u32 = 0,
    /// Also bp_addr, kprobe_func, uprobe_path.
    config1: u64 = 0,
    /// Also bp_len, kprobe_addr, probe_offset.
    config2: u64 = 0,
    /// PERFC_SAMPLE_BRANCH_*
    branch_sample_type: u64 = 0,
    /// Bit n is register n of the architecture's perf_regs.h.
    sample_regs_user: u64 = 0,
    /// Bytes of user stack; a multiple of 8, at most 65528.
    sample_stack_user: u32 = 0,
    /// With PERFC_ATTR_USE_CLOCKID: CLOCK_MONOTONIC, ...
    clockid: i32 = 0,
    /// Registers at the interrupt. With precise_ip: at the sampled instruction.
    sample_regs_intr: u64 = 0,
    /// Bytes of AUX data per wake-up.
    aux_watermark: u32 = 0,
    /// The most entries of a call chain. 0: perf_event_max_stack.
    sample_max_stack: u16 = 0,
    /// 0
    reserved_2: u16 = 0,
    /// Bytes of AUX data per sample.
    aux_sample_size: u32 = 0,
    /// PERFC_AUX_ACTION_*
    aux_action: u32 = 0,
    /// With PERFC_ATTR_SIGTRAP: si_perf_data of the signal.
    sig_data: u64 = 0,
    /// Bits as the PMU's format directory defines them (Linux 6.3).
    config3: u64 = 0,
    /// Bits as the PMU's format directory defines them (Linux 6.19).
    config4: u64 = 0,
};

/// The first page of every mapping (struct perf_event_mmap_page), up to the last member in use.
/// Only the kernel writes it, except data_tail, aux_tail, aux_offset and aux_size, which the
/// library writes.
pub const perfc_mmap_page = extern struct {
    /// Version of this layout.
    version: u32 = 0,
    /// The lowest version that this layout agrees with.
    compat_version: u32 = 0,
    /// Sequence lock of the members up to time_mask.
    lock: u32 = 0,
    /// Number of the hardware counter + 1. 0: the event isn't on the PMU now.
    index: u32 = 0,
    /// Add this to the value of the hardware counter.
    offset: i64 = 0,
    /// In ns.
    time_enabled: u64 = 0,
    /// In ns.
    time_running: u64 = 0,
    /// PERFC_CAP_*
    capabilities: u64 = 0,
    /// Width of the hardware counter, in bits.
    pmc_width: u16 = 0,
    /// With PERFC_CAP_USER_TIME: cycles * time_mult >> time_shift are nanoseconds.
    time_shift: u16 = 0,
    /// See time_shift.
    time_mult: u32 = 0,
    /// With PERFC_CAP_USER_TIME: add this to the nanoseconds of the cycle counter. The sum is the
    /// time since time_enabled and time_running were written.
    time_offset: u64 = 0,
    /// With PERFC_CAP_USER_TIME_ZERO: add this to the nanoseconds of the cycle counter. The sum is
    /// the time of the scheduler's clock.
    time_zero: u64 = 0,
    /// Bytes up to `reserved`.
    size: u32 = 0,
    /// 0
    reserved_1: u32 = 0,
    /// With PERFC_CAP_USER_TIME_SHORT the cycle counter has few bits. Its whole value is
    /// time_cycles + ((value - time_cycles) & time_mask).
    time_cycles: u64 = 0,
    /// See time_cycles.
    time_mask: u64 = 0,
    /// Fills the page up to 1 KiB.
    reserved: [928]u8 = std.mem.zeroes([928]u8),
    /// Where the kernel writes next, in bytes; modulo data_size it is a place in the data.
    data_head: u64 = 0,
    /// Where the library reads next. A kernel that waits for the reader overwrites no bytes from
    /// here on.
    data_tail: u64 = 0,
    /// Bytes from the start of this page to the data.
    data_offset: u64 = 0,
    /// Bytes of the data.
    data_size: u64 = 0,
    /// Where the PMU writes next into the AUX area; otherwise like data_head.
    aux_head: u64 = 0,
    /// Up to here the AUX area was released.
    aux_tail: u64 = 0,
    /// mmap(2)'s offset of the AUX area.
    aux_offset: u64 = 0,
    /// Bytes of the AUX area.
    aux_size: u64 = 0,
};

/// The facts of a failure. The caller owns the struct. Its size is fixed forever; later rules use
/// the numbers and the text.
pub const perfc_error = extern struct {
    /// The negative errno that the function returned. If the function returned 0 or more, the errno
    /// that decoding will return: see perfc_plan_tells_apart.
    code: i32 = 0,
    /// PERFC_CALL_*
    call: u32 = 0,
    /// PERFC_RULE_*
    rule: u32 = 0,
    /// perf_event_paranoid at that time. -100: it wasn't read, or can't be read.
    paranoid: i32 = 0,
    /// The numbers of the rule, see PERFC_RULE_*.
    number: [8]u64 = std.mem.zeroes([8]u64),
    /// The library's function, or the ioctl: "SET_OUTPUT". If one event can't be opened or mapped,
    /// the function is perfc_open or perfc_mmap, also in the errors of perfc_open_string,
    /// perfc_set_open and perfc_set_mmap.
    operation: [48]u8 = std.mem.zeroes([48]u8),
    /// Facts beyond the numbers, NUL-terminated. For one event among many the text begins with the
    /// event's name, which is number[7] bytes long, and ": ". number[7] is 0 if the text has no
    /// such name.
    detail: [384]u8 = std.mem.zeroes([384]u8),
};

/// Input struct: set size to sizeof. A NULL path is the default. Strings are copied.
pub const perfc_host_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// NULL: "/sys"
    sysfs: [*c]const u8 = null,
    /// NULL: "/proc"
    procfs: [*c]const u8 = null,
    /// NULL: the first of kernel/tracing and kernel/debug/tracing below sysfs, and the mount point
    /// in self/mounts below procfs.
    tracefs: [*c]const u8 = null,
};

/// One record. The library has checked its header. The struct owns nothing, and never grows.
pub const perfc_record = extern struct {
    /// The record's bytes, beginning with the 8 bytes of the header. They are 8-byte aligned, and
    /// borrowed; the function that fills in the struct says until when.
    data: [*c]const u8 = null,
    /// PERFC_RECORD_*, or a number that this version doesn't know.
    type: u32 = 0,
    /// PERFC_RECORD_MISC_*. The CPU's mode at the time of the record is misc &
    /// PERFC_RECORD_MISC_CPUMODE_MASK. Compare the mode with PERFC_RECORD_MISC_KERNEL, _USER and so
    /// on: it is a number, not a set of bits.
    misc: u16 = 0,
    /// Bytes of the record, with the header: at least 8.
    size: u16 = 0,
};

/// The place of an array or a string in a record. It is the same in a copy of the record.
pub const perfc_range = extern struct {
    /// Bytes from the start of the record.
    offset: u16 = 0,
    /// Elements of an array, or bytes of a string without its NUL.
    count: u16 = 0,
};

/// The counts in a record: those of PERF_SAMPLE_READ, or of a PERF_RECORD_READ.
/// perfc_record_read_value reads each of them. The struct never grows.
pub const perfc_read_part = extern struct {
    /// Nanoseconds for which the event was enabled. Valid with PERFC_FORMAT_TOTAL_TIME_ENABLED.
    time_enabled: u64 = 0,
    /// Nanoseconds for which the event was on the PMU. Valid with PERFC_FORMAT_TOTAL_TIME_RUNNING.
    time_running: u64 = 0,
    /// PERFC_FORMAT_* of the event's attr: the fields of each value.
    read_format: u32 = 0,
    /// Bytes from the start of the record to the first value.
    offset: u16 = 0,
    /// Number of values: 1, or one for each member of the group.
    nr: u16 = 0,
};

/// One of these counts. Result struct.
pub const perfc_read_value = extern struct {
    /// The raw count.
    value: u64 = 0,
    /// The kernel's id of the event. 0 without PERFC_FORMAT_ID.
    id: u64 = 0,
    /// Samples lost because the ring was full, since the event was opened. 0 without
    /// PERFC_FORMAT_LOST (Linux 6.0).
    lost: u64 = 0,
};

/// A record together with the plan that decodes it and its place among the records of its source.
/// The source is a stream, a file, or the caller's own program. The struct never grows.
pub const perfc_stream_record = extern struct {
    /// Borrowed; the function that fills in the struct says until when.
    record: perfc_record = .{},
    /// Decodes the record. Borrowed as long as the source is open.
    plan: ?*const perfc_plan = null,
    /// Nanoseconds of the source's clock. Sources hand records out in the order of time.
    time: u64 = 0,
    /// The record's number in its source, from 0 on.
    sequence: u64 = 0,
    /// The byte at which the record begins in its file, or PERFC_NO_POSITION.
    position: u64 = 0,
    /// Bytes that follow the record in a file and aren't part of it, as those of a
    /// PERF_RECORD_AUXTRACE. NULL: there are none, or they weren't read.
    tail: [*c]const u8 = null,
    /// Bytes that follow the record, read or not; 0 if there are none.
    tail_size: u64 = 0,
    /// The number of the ring in its stream (perfc_stream_event), or of the file among several
    /// files.
    source: u32 = 0,
    /// PERFC_STREAM_RECORD_*.
    flags: u32 = 0,
};

/// Data in the area: one piece, or two if the data wrap around at the area's end. Result struct.
pub const perfc_aux_data = extern struct {
    /// The first piece. Borrowed until its space is released, the area is unmapped, or the event is
    /// closed; the second piece likewise.
    data: [*c]const u8 = null,
    /// Bytes of the first piece.
    size: u64 = 0,
    /// The second piece, which begins at the area's start. NULL if there is none.
    rest: [*c]const u8 = null,
    /// Bytes of the second piece, or 0.
    rest_size: u64 = 0,
    /// The place of data[0], in bytes, counted like perfc_record_aux.aux_offset.
    offset: u64 = 0,
};

/// Where the fields are that identify a record, and its time. Samples are counted from their start,
/// other records from their end, because their trailer stands there. A member is 0 if the records
/// of the attr don't have that field. Result struct.
pub const perfc_record_places = extern struct {
    /// Bytes from the start of a sample to the id by which the plan matches the sample: IDENTIFIER,
    /// or else ID.
    sample_id: u16 = 0,
    /// Bytes from the start of a sample to pid; tid is the u32 behind it.
    sample_tid: u16 = 0,
    /// Bytes from the start of a sample to its time.
    sample_time: u16 = 0,
    /// Bytes from the start of a sample to its CPU, a u32.
    sample_cpu: u16 = 0,
    /// Bytes from the end of another record back to its id.
    trailer_id: u16 = 0,
    /// Bytes from the end of another record back to pid; tid is the u32 behind it.
    trailer_tid: u16 = 0,
    /// Bytes from the end of another record back to its time.
    trailer_time: u16 = 0,
    /// Bytes from the end of another record back to its CPU, a u32.
    trailer_cpu: u16 = 0,
    /// Bytes of the trailer.
    trailer_size: u16 = 0,
    /// Bytes that a sample has at least: the header, and the fields of which each has a fixed
    /// place.
    sample_size: u16 = 0,
    /// 0
    reserved: u32 = 0,
};

/// PERF_RECORD_SAMPLE (9). Only the members that `present` and `parts` name are written. A range of
/// u64 or structs is 8-byte aligned.
pub const perfc_sample = extern struct {
    /// PERFC_SAMPLE_*: the fields that the sample has.
    present: u64 = 0,
    /// PERFC_PART_*.
    parts: u32 = 0,
    /// Index of the sample's attr in the plan.
    attr_index: u32 = 0,
    /// PERFC_SAMPLE_IDENTIFIER: the same id as `id`. It is the first field of a sample, so that the
    /// sample's event is known before its other fields.
    identifier: u64 = 0,
    /// PERFC_SAMPLE_IP: instruction pointer.
    ip: u64 = 0,
    /// PERFC_SAMPLE_TID: the process, or 0xffffffff (-1) if it has exited.
    pid: u32 = 0,
    /// PERFC_SAMPLE_TID: the thread, or 0xffffffff (-1) if it has exited.
    tid: u32 = 0,
    /// PERFC_SAMPLE_TIME: nanoseconds of the attr's clock.
    time: u64 = 0,
    /// PERFC_SAMPLE_ADDR: an address that belongs to the event, such as that of the data accessed
    /// or of a breakpoint.
    addr: u64 = 0,
    /// PERFC_SAMPLE_ID: id of the event. An inherited event has its parent's id.
    id: u64 = 0,
    /// PERFC_SAMPLE_STREAM_ID: id of the event itself. Each inherited event has its own.
    stream_id: u64 = 0,
    /// PERFC_SAMPLE_CPU: the CPU that wrote the sample.
    cpu: u32 = 0,
    /// PERFC_SAMPLE_CPU: 0 so far.
    cpu_reserved: u32 = 0,
    /// PERFC_SAMPLE_PERIOD: the number of events that this sample stands for.
    period: u64 = 0,
    /// PERFC_SAMPLE_READ: the counts of the event or group.
    read: perfc_read_part = .{},
    /// PERFC_SAMPLE_CALLCHAIN: uint64_t[]. They are addresses and markers (PERFC_CONTEXT_*); a
    /// value of PERFC_CONTEXT_MAX or above is a marker.
    callchain: perfc_range = .{},
    /// PERFC_SAMPLE_RAW: uint8_t[], the data of a tracepoint or BPF program, with padding at their
    /// end. They are 4-byte aligned.
    raw: perfc_range = .{},
    /// PERFC_SAMPLE_BRANCH_STACK: struct perfc_branch_entry[], the newest first.
    branches: perfc_range = .{},
    /// PERFC_PART_BRANCH_COUNTERS: uint64_t[], one for each branch.
    branch_counters: perfc_range = .{},
    /// PERFC_PART_BRANCH_HW_IDX: index of the newest branch in the hardware's own buffer, or
    /// 0xffffffffffffffff (-1).
    branch_hw_idx: u64 = 0,
    /// PERFC_SAMPLE_REGS_USER: PERFC_SAMPLE_REGS_ABI_*. NONE: a kernel thread, which has no user
    /// registers.
    user_abi: u64 = 0,
    /// PERFC_SAMPLE_REGS_USER: uint64_t[], one for each bit of sample_regs_user;
    /// perfc_decode_register finds one by its number.
    user_regs: perfc_range = .{},
    /// PERFC_SAMPLE_STACK_USER: uint8_t[], from the user's stack pointer on.
    stack: perfc_range = .{},
    /// PERFC_SAMPLE_STACK_USER: how many of these bytes the kernel could copy.
    stack_dyn_size: u64 = 0,
    /// PERFC_SAMPLE_WEIGHT: the cost of the event, in units of the PMU.
    weight: u64 = 0,
    /// PERFC_SAMPLE_WEIGHT_STRUCT: the first of three costs; the PMU defines their meaning.
    weight_var1_dw: u32 = 0,
    /// PERFC_SAMPLE_WEIGHT_STRUCT: the second.
    weight_var2_w: u16 = 0,
    /// PERFC_SAMPLE_WEIGHT_STRUCT: the third.
    weight_var3_w: u16 = 0,
    /// PERFC_SAMPLE_DATA_SRC: perfc_decode_data_src takes it apart.
    data_src: u64 = 0,
    /// PERFC_SAMPLE_TRANSACTION: PERFC_TXN_* bits. transaction >> PERFC_TXN_ABORT_SHIFT is the
    /// abort code that the program passed.
    transaction: u64 = 0,
    /// PERFC_SAMPLE_REGS_INTR: PERFC_SAMPLE_REGS_ABI_*.
    intr_abi: u64 = 0,
    /// PERFC_SAMPLE_REGS_INTR: uint64_t[], one for each bit of sample_regs_intr.
    intr_regs: perfc_range = .{},
    /// PERFC_SAMPLE_AUX: uint8_t[], data of the AUX area.
    aux: perfc_range = .{},
    /// PERFC_SAMPLE_PHYS_ADDR: physical address of addr.
    phys_addr: u64 = 0,
    /// PERFC_SAMPLE_CGROUP: inode of the cgroup; a PERF_RECORD_CGROUP has its path.
    cgroup: u64 = 0,
    /// PERFC_SAMPLE_DATA_PAGE_SIZE: bytes of the page of addr.
    data_page_size: u64 = 0,
    /// PERFC_SAMPLE_CODE_PAGE_SIZE: bytes of the page of ip.
    code_page_size: u64 = 0,
    /// PERFC_PART_PARTIAL or PERFC_PART_LEFT_OVER: uint8_t[], the bytes that PARTIAL or LEFT_OVER
    /// describes.
    rest: perfc_range = .{},
    /// Not written so far.
    reserved: u32 = 0,
};

/// One branch in a record. The struct never grows: the kernel lays out the array.
pub const perfc_branch_entry = extern struct {
    /// Address of the branch.
    from: u64 = 0,
    /// Address that it jumped to.
    to: u64 = 0,
    /// perfc_decode_branch takes it apart.
    flags: u64 = 0,
};

/// The flags of a branch. Result struct.
pub const perfc_branch = extern struct {
    /// 1: mispredicted.
    mispred: u8 = 0,
    /// 1: predicted correctly. If mispred and predicted are both 0, the CPU doesn't say.
    predicted: u8 = 0,
    /// 1: in a transaction.
    in_tx: u8 = 0,
    /// 1: the branch is the abort of a transaction.
    abort: u8 = 0,
    /// CPU cycles since the branch before; 0 if the CPU doesn't say.
    cycles: u16 = 0,
    /// PERFC_BR_*.
    type: u8 = 0,
    /// PERFC_BR_SPEC_*.
    spec: u8 = 0,
    /// PERFC_BR_NEW_*, if type is PERFC_BR_EXTEND_ABI.
    new_type: u8 = 0,
    /// PERFC_BR_PRIV_*.
    priv: u8 = 0,
};

/// The bit groups of PERF_SAMPLE_DATA_SRC, each shifted down to bit 0. Compare them with
/// PERFC_MEM_*. Result struct.
pub const perfc_data_src = extern struct {
    /// PERFC_MEM_OP_*.
    op: u16 = 0,
    /// PERFC_MEM_LVL_*.
    lvl: u16 = 0,
    /// PERFC_MEM_SNOOP_*.
    snoop: u16 = 0,
    /// PERFC_MEM_LOCK_*.
    lock: u16 = 0,
    /// PERFC_MEM_TLB_*.
    dtlb: u16 = 0,
    /// PERFC_MEM_LVLNUM_*.
    lvl_num: u16 = 0,
    /// PERFC_MEM_REMOTE_*.
    remote: u16 = 0,
    /// PERFC_MEM_SNOOPX_*.
    snoopx: u16 = 0,
    /// PERFC_MEM_BLK_*.
    blk: u16 = 0,
    /// PERFC_MEM_HOPS_*.
    hops: u16 = 0,
    /// PERFC_MEM_REGION_*.
    region: u16 = 0,
};

/// The trailer of a record. If the attr has sample_id_all, every record of the kernel except SAMPLE
/// ends with one. Only the members that `present` names are written, and attr_index. The other
/// members are as in struct perfc_sample.
pub const perfc_sample_id = extern struct {
    /// PERFC_SAMPLE_*: the fields of the trailer. 0: the record has no trailer.
    present: u64 = 0,
    /// Index of the record's attr in the plan. 0 if the plan has several attrs and `present` is 0,
    /// because nothing shows the attr then.
    attr_index: u32 = 0,
    /// PERFC_SAMPLE_CPU.
    cpu: u32 = 0,
    /// PERFC_SAMPLE_TID.
    pid: u32 = 0,
    /// PERFC_SAMPLE_TID.
    tid: u32 = 0,
    /// PERFC_SAMPLE_TIME.
    time: u64 = 0,
    /// PERFC_SAMPLE_ID.
    id: u64 = 0,
    /// PERFC_SAMPLE_STREAM_ID.
    stream_id: u64 = 0,
    /// PERFC_SAMPLE_IDENTIFIER.
    identifier: u64 = 0,
};

/// PERF_RECORD_MMAP (1) and PERF_RECORD_MMAP2 (10): a file or memory was mapped. Members that
/// `fields` doesn't name are 0. An MMAP2 has a build id if its attr has PERFC_ATTR_BUILD_ID and
/// misc has PERFC_RECORD_MISC_MMAP_BUILD_ID. The bit alone isn't enough: the kernel leaves it set
/// in the records of other events. For records with id 0 misc alone decides.
pub const perfc_record_mmap = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
    /// Address of the mapping.
    addr: u64 = 0,
    /// Bytes of the mapping.
    len: u64 = 0,
    /// Bytes from the start of the file to the mapping.
    pgoff: u64 = 0,
    /// char[]: a path, "//anon", "[heap]", ...
    filename: perfc_range = .{},
    /// PERFC_MMAP_HAS_*: the members below that the record has.
    fields: u32 = 0,
    /// PERFC_MMAP_HAS_PROT: PROT_*.
    prot: u32 = 0,
    /// PERFC_MMAP_HAS_PROT: MAP_*.
    flags: u32 = 0,
    /// PERFC_MMAP_HAS_INODE: major number of the file's device.
    maj: u32 = 0,
    /// PERFC_MMAP_HAS_INODE: minor number of the file's device.
    min: u32 = 0,
    /// PERFC_MMAP_HAS_INODE: the file's inode.
    ino: u64 = 0,
    /// PERFC_MMAP_HAS_INODE: the inode's generation.
    ino_generation: u64 = 0,
    /// PERFC_MMAP_HAS_BUILD_ID: bytes of build_id, at most 20.
    build_id_size: u32 = 0,
    /// PERFC_MMAP_HAS_BUILD_ID: the file's build id.
    build_id: [20]u8 = std.mem.zeroes([20]u8),
};

/// PERF_RECORD_LOST (2): records found no room in the ring.
pub const perfc_record_lost = extern struct {
    /// Id of the event.
    id: u64 = 0,
    /// Number of records.
    lost: u64 = 0,
};

/// PERF_RECORD_COMM (3): a thread's name changed.
pub const perfc_record_comm = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
    /// char[]: the new name.
    comm: perfc_range = .{},
};

/// PERF_RECORD_EXIT (4): a thread ended. PERF_RECORD_FORK (7): a thread or process was made. The
/// record's type tells which.
pub const perfc_record_task = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The parent's pid.
    ppid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
    /// The parent's tid.
    ptid: u32 = 0,
    /// Nanoseconds of the attr's clock.
    time: u64 = 0,
};

/// PERF_RECORD_THROTTLE (5): the event sampled too fast, and the kernel paused it.
/// PERF_RECORD_UNTHROTTLE (6): the event samples again. The record's type tells which.
pub const perfc_record_throttle = extern struct {
    /// Nanoseconds of the attr's clock.
    time: u64 = 0,
    /// Id of the event. An inherited event has its parent's id.
    id: u64 = 0,
    /// Id of the event itself.
    stream_id: u64 = 0,
};

/// PERF_RECORD_READ (8): the counts of an inherited event when its thread ended (inherit_stat).
pub const perfc_record_read = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
    /// The counts.
    read: perfc_read_part = .{},
};

/// PERF_RECORD_AUX (11): new data in the AUX area; perfc_aux_view views them.
pub const perfc_record_aux = extern struct {
    /// Place of the data in the area, in bytes.
    aux_offset: u64 = 0,
    /// Bytes of the data.
    aux_size: u64 = 0,
    /// PERFC_AUX_FLAG_*.
    flags: u64 = 0,
};

/// PERF_RECORD_ITRACE_START (12): an instruction trace began.
pub const perfc_record_itrace_start = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
};

/// PERF_RECORD_LOST_SAMPLES (13): the PMU dropped samples.
pub const perfc_record_lost_samples = extern struct {
    /// Number of samples.
    lost: u64 = 0,
};

/// PERF_RECORD_SWITCH (14) and PERF_RECORD_SWITCH_CPU_WIDE (15): a context switch of a thread. A
/// SWITCH_CPU_WIDE also names the other task.
pub const perfc_record_switch = extern struct {
    /// 1: the CPU left the thread. 0: the CPU came to the thread.
    out: u32 = 0,
    /// 1: the thread was still runnable when the CPU left it.
    preempted: u32 = 0,
    /// 1: a SWITCH_CPU_WIDE. 0: the members below are 0.
    has_other: u32 = 0,
    /// has_other: the process of the other task. The other task is the next one if `out` is 1, else
    /// the previous one.
    next_prev_pid: u32 = 0,
    /// has_other: the thread of the other task.
    next_prev_tid: u32 = 0,
};

/// The file of a namespace under /proc/PID/ns. The struct never grows: the kernel lays out the
/// array.
pub const perfc_namespace = extern struct {
    /// The file's device.
    dev: u64 = 0,
    /// The file's inode.
    ino: u64 = 0,
};

/// PERF_RECORD_NAMESPACES (16): the namespaces of a thread.
pub const perfc_record_namespaces = extern struct {
    /// The process.
    pid: u32 = 0,
    /// The thread.
    tid: u32 = 0,
    /// struct perfc_namespace[]; PERFC_*_NS_INDEX are the indices.
    namespaces: perfc_range = .{},
};

/// PERF_RECORD_KSYMBOL (17): a kernel symbol was registered or unregistered.
pub const perfc_record_ksymbol = extern struct {
    /// Address of the symbol.
    addr: u64 = 0,
    /// Bytes of the symbol's code.
    len: u32 = 0,
    /// PERFC_RECORD_KSYMBOL_TYPE_*.
    ksym_type: u16 = 0,
    /// PERFC_RECORD_KSYMBOL_FLAGS_*.
    flags: u16 = 0,
    /// char[]: the symbol's name.
    name: perfc_range = .{},
    /// 0.
    reserved: u32 = 0,
};

/// PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded.
pub const perfc_record_bpf_event = extern struct {
    /// PERFC_BPF_EVENT_*.
    type: u16 = 0,
    /// 0 so far.
    flags: u16 = 0,
    /// Id of the program, as bpf(2) has it.
    id: u32 = 0,
    /// Hash of the program's instructions.
    tag: [8]u8 = std.mem.zeroes([8]u8),
};

/// PERF_RECORD_CGROUP (19): a cgroup was made.
pub const perfc_record_cgroup = extern struct {
    /// Inode of the cgroup.
    id: u64 = 0,
    /// char[]: the path from the root of the hierarchy.
    path: perfc_range = .{},
    /// 0.
    reserved: u32 = 0,
};

/// PERF_RECORD_TEXT_POKE (20): the kernel changed its code.
pub const perfc_record_text_poke = extern struct {
    /// Address of the change.
    addr: u64 = 0,
    /// uint8_t[]: the code before the change.
    old_bytes: perfc_range = .{},
    /// uint8_t[]: the code after the change.
    new_bytes: perfc_range = .{},
};

/// PERF_RECORD_AUX_OUTPUT_HW_ID (21): the hardware's id of an event that writes into the AUX area.
pub const perfc_record_aux_output_hw_id = extern struct {
    /// The PMU defines its meaning.
    hw_id: u64 = 0,
};

/// PERF_RECORD_CALLCHAIN_DEFERRED (22): the user's part of the call chain of earlier samples.
pub const perfc_record_callchain_deferred = extern struct {
    /// Equals the cookie in the samples, which stands behind PERFC_CONTEXT_USER_DEFERRED in their
    /// call chains.
    cookie: u64 = 0,
    /// uint64_t[]: addresses and markers.
    callchain: perfc_range = .{},
    /// 0.
    reserved: u32 = 0,
};

/// Input struct: set size to sizeof.
pub const perfc_batch_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_BATCH_*.
    flags: u32 = 0,
    /// PERFC_SAMPLE_*: the fields that become columns. 0: all fields of the attrs.
    sample_type: u64 = 0,
    /// The most rows that one fill gives. 0: as many as fit into the CPU's cache.
    rows: u32 = 0,
    /// 0.
    reserved: u32 = 0,
};

/// Facts of the last fill. Result struct.
pub const perfc_batch_info = extern struct {
    /// Rows of the samples table.
    samples: u64 = 0,
    /// Rows of the records table.
    records: u64 = 0,
    /// SEQUENCE of the next row from a ring or a buffer: one more than that of the last row.
    sequence: u64 = 0,
    /// Samples that became rows of the records table, since the batch was made.
    undecodable: u64 = 0,
    /// 1: the fill ended because the batch was full.
    full: u32 = 0,
    /// 1: the fill ended early, because int32 offsets would have overflowed.
    overflow: u32 = 0,
};

/// One column. Result struct. The arrays are borrowed until the next fill.
pub const perfc_column = extern struct {
    /// Numbers: one for each row. Lists and bytes: the elements of all rows.
    values: ?*const anyopaque = null,
    /// A bitmap: row i has a value if bit i % 8 of byte i / 8 is 1. NULL: all rows have one.
    validity: [*c]const u8 = null,
    /// Lists and bytes: the index of the first element of each row. If sizes is NULL, there is one
    /// more index, the end of the last row. Numbers: NULL.
    offsets: [*c]const i32 = null,
    /// Views: the number of elements of each row. Otherwise NULL.
    sizes: [*c]const i32 = null,
    /// Rows of the table.
    rows: u64 = 0,
    /// Rows without a value.
    null_count: u64 = 0,
    /// Elements in values.
    value_count: u64 = 0,
    /// Bytes of a number or element.
    width: u32 = 0,
    /// 0.
    reserved: u32 = 0,
};

/// How the times in an event's records relate to a clock. Result struct, which later goes into
/// perfc_clock_convert.
pub const perfc_clock_relation = extern struct {
    /// A time of the clock of the records, in nanoseconds.
    time: u64 = 0,
    /// Nanoseconds: time + offset is the time of the other clock at the same moment.
    offset: i64 = 0,
    /// Nanoseconds by which offset may be wrong, at most.
    uncertainty: u64 = 0,
    /// Id of the other clock.
    clock: i32 = 0,
    /// PERFC_CLOCK_SAME, _READ or _RECORDED.
    how: u32 = 0,
};

/// One event of a list. Result struct. Its pointers are borrowed until the list is destroyed or
/// this event is changed. Texts are never NULL: "" if there is none.
pub const perfc_spec = extern struct {
    /// Index of the group's leader. An event that leads or stands alone has its own index here.
    leader: u32 = 0,
    /// PERFC_SPEC_*
    flags: u32 = 0,
    /// The kernel's struct perf_event_attr, attr_size bytes.
    attr: ?*const anyopaque = null,
    /// Bytes of attr.
    attr_size: u32 = 0,
    /// Length of cpu_list; 0: every CPU.
    cpu_count: u32 = 0,
    /// The event as the string names it, or its term name=.
    name: [*c]const u8 = null,
    /// Name of the PMU in sysfs.
    pmu: [*c]const u8 = null,
    /// Unit of the scaled count, such as "Joules"; "" for plain counts.
    unit: [*c]const u8 = null,
    /// Count times scale is in that unit. 1 unless sysfs says otherwise.
    scale: f64 = 0,
    /// The CPUs of a core PMU, or the cpumask of an uncore PMU; ascending. NULL: every CPU.
    cpu_list: [*c]const u32 = null,
    /// The filter that perfc_set_open sets on each event.
    filter: [*c]const u8 = null,
    /// PERFC_TERM_*
    terms: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// The term nr=: end after so many samples; 0: no limit.
    max_events: u64 = 0,
};

/// One name. Result struct. The texts are borrowed until the catalog is destroyed. They are never
/// NULL: "" if there is none.
pub const perfc_catalog_entry = extern struct {
    /// One of PERFC_CATALOG_*
    kind: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// An event string; of a PMU its name.
    name: [*c]const u8 = null,
    /// The PMU that the event belongs to.
    pmu: [*c]const u8 = null,
    /// Unit of the scaled count, such as "Joules"; "" for plain counts.
    unit: [*c]const u8 = null,
    /// Of an event its terms or its usual name; of a PMU its type, CPUs, fields, address filters
    /// and caps.
    description: [*c]const u8 = null,
    /// Count times scale is in that unit.
    scale: f64 = 0,
};

/// The losses of a ring since it was mapped. Result struct.
pub const perfc_losses = extern struct {
    /// Records that found no room in the ring, from the LOST records handed out so far.
    lost: u64 = 0,
    /// Samples that the PMU dropped, from LOST_SAMPLES records.
    lost_samples: u64 = 0,
    /// THROTTLE records: the event sampled too fast, and the kernel paused it.
    throttled: u64 = 0,
    /// Bytes that were overwritten before they were read.
    overwritten: u64 = 0,
    /// Bytes dropped after a header that can't be right.
    malformed: u64 = 0,
    /// Records of a type that this version doesn't know. They were handed out.
    unknown: u64 = 0,
    /// Records that found no room, from PERFC_FORMAT_LOST. They are the same losses as `lost`,
    /// known earlier and without a record. Never add the two.
    read_lost: u64 = 0,
    /// 1: every event of the ring has PERFC_FORMAT_LOST, so read_lost counts.
    read_lost_set: u64 = 0,
    /// Records handed out after a record with a later time. Only streams count them.
    out_of_order: u64 = 0,
};

/// Input struct: set size to sizeof.
pub const perfc_stream_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_STREAM_FORWARD or PERFC_STREAM_FLIGHT.
    kind: u32 = 0,
    /// Forward stream: the most bytes that a round covers of each ring, see
    /// perfc_stream_next_records. 0: PERFC_STREAM_DEFAULT_ROUND. Flight recorder: 0.
    round_bytes: u64 = 0,
};

/// Where a set counts or samples. Input struct: set size to sizeof. With all other members 0 it is
/// the calling thread, wherever it runs.
pub const perfc_target = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_TARGET_*
    kind: u32 = 0,
    /// Of THREAD, PROCESS and TREE. Other kinds: 0.
    pid: i32 = 0,
    /// PERFC_TARGET_FLAG_EACH_CPU or 0.
    flags: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// The length of cpu_list.
    cpu_count: u32 = 0,
    /// The CPUs as sysfs writes them: "0,3-7". NULL, and cpu_list NULL too: CGROUP, CPUS and
    /// EACH_CPU take all CPUs that are online; the events of other targets follow their thread.
    cpus: [*c]const u8 = null,
    /// The CPUs as numbers. Only one of cpus and cpu_list may be given.
    cpu_list: [*c]const u32 = null,
    /// Of CGROUP: the cgroup's path in its hierarchy, as /proc/PID/cgroup has it
    /// ("/system.slice/x"), or the path of its directory. The hierarchy is cgroup v1's perf_event
    /// if that is mounted, otherwise cgroup v2.
    cgroup: [*c]const u8 = null,
};

/// Input struct: set size to sizeof.
pub const perfc_set_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// PERFC_SET_OPEN_*
    flags: u32 = 0,
    /// PERFC_FALLBACK_*
    fallbacks: u32 = 0,
    /// Its entries are replaced by those of this open, on failure too. NULL: none.
    report: ?*perfc_report = null,
};

/// One spec on one CPU and thread. Result struct. A member keeps its index; new members come at the
/// end.
pub const perfc_member = extern struct {
    /// Index in perfc_set_specs.
    spec: u32 = 0,
    /// The member that leads its group. Its own index if it leads or stands alone.
    leader: u32 = 0,
    /// PERFC_MEMBER_*, as perfc_set_open or perfc_set_update saw it last.
    status: u32 = 0,
    /// -1: wherever the thread runs.
    cpu: i32 = 0,
    /// The thread. -1: everything that runs on cpu, or in the cgroup on cpu.
    pid: i32 = 0,
    /// The negative errno of the last failed open of this member. If the member was left out
    /// because another one failed (its group, CPU or thread), that one's errno. 0: the last open
    /// succeeded.
    open_error: i32 = 0,
    /// NULL: the member isn't open. Borrowed until perfc_set_close, or until a perfc_set_update
    /// with REOPEN closes it. The result of that update counts the member as changed.
    event: ?*perfc_event = null,
    /// The event whose ring has the member's records; it may be another member's. NULL: there is no
    /// ring.
    ring: ?*perfc_event = null,
};

/// How large the rings of a set may be. Result struct.
pub const perfc_ring_budget = extern struct {
    /// How many rings perfc_set_mmap would map now, with the same flags.
    rings: u32 = 0,
    /// PERFC_PAGES_FIT in pages, the same for each of these rings. It is the largest power of two
    /// from 1 to PERFC_MMAP_DEFAULT_PAGES for which all of them together, with a control page each,
    /// fit `budget`. If even rings of 1 page don't fit it is 1, and perfc_set_mmap fails with
    /// -EPERM. Without a limit it is PERFC_MMAP_DEFAULT_PAGES.
    data_pages: u32 = 0,
    /// Of all these rings together, control pages included.
    bytes: u64 = 0,
    /// Bytes that all rings of this user may take: mlock_kb * 1024 * online_cpus + rlimit_memlock
    /// (perf_mmap, kernel/events/core.c). Rings that the user has mapped already are not
    /// subtracted, because the kernel doesn't show them. ~0: no limit. That is so with CAP_IPC_LOCK
    /// outside of user namespaces, with a perf_event_paranoid below 0, and with an unlimited
    /// RLIMIT_MEMLOCK.
    budget: u64 = 0,
    /// perf_event_mlock_kb, in KiB.
    mlock_kb: u64 = 0,
    /// How many CPUs are online. The kernel lets a user lock mlock_kb for each of them.
    online_cpus: u64 = 0,
    /// The soft RLIMIT_MEMLOCK in bytes. ~0: no limit.
    rlimit_memlock: u64 = 0,
};

/// Result struct.
pub const perfc_report_entry = extern struct {
    /// PERFC_REPORT_*
    kind: u32 = 0,
    /// DEGRADED: the PERFC_FALLBACK_* that was applied. FAILED, ABSENT: the one that may help and
    /// wasn't in perfc_set_options.fallbacks, or 0.
    step: u32 = 0,
    /// Index in perfc_set_specs, or PERFC_REPORT_NO_SPEC.
    spec: u32 = 0,
    /// -1: no CPU in particular.
    cpu: i32 = 0,
    /// -1: no thread in particular.
    pid: i32 = 0,
    /// 0
    reserved: u32 = 0,
    /// Before the change: Hz, precise_ip, data pages or fds, as the kind and step say.
    before: u64 = 0,
    /// After the change, in the same unit.
    after: u64 = 0,
    /// The spec's name, cut if it is longer.
    event: [64]u8 = std.mem.zeroes([64]u8),
    /// The reason.
    @"error": perfc_error = .{},
};

/// A count. Result struct.
pub const perfc_count = extern struct {
    /// The number that was counted.
    raw: u64 = 0,
    /// raw * time_enabled / time_running, in 128 bits and rounded; UINT64_MAX if that is more. raw
    /// if the event ran all the time, or if one of the times isn't known.
    scaled: u64 = 0,
    /// How long the event was enabled, in ns.
    time_enabled: u64 = 0,
    /// How long the event was on the PMU, in ns.
    time_running: u64 = 0,
    /// How many samples were lost because the ring was full, since the event was opened.
    /// PERFC_IOC_RESET doesn't clear it.
    lost: u64 = 0,
    /// The event's id.
    id: u64 = 0,
    /// Which of these members are known: PERFC_FORMAT_TOTAL_TIME_ENABLED, _TOTAL_TIME_RUNNING,
    /// _LOST, _ID. The others are 0.
    fields: u64 = 0,
    /// PERFC_QUALITY_*
    quality: u32 = 0,
    /// PERFC_ORIGIN_*
    origin: u32 = 0,
};

/// The members that are in a sum. Result struct.
pub const perfc_sum_row = extern struct {
    /// Index in perfc_set_specs.
    spec: u32 = 0,
    /// With PERFC_SUM_CPU. Otherwise -1.
    cpu: i32 = 0,
    /// With PERFC_SUM_THREAD. Otherwise -1.
    pid: i32 = 0,
    /// How many of the members have a count.
    parts: u32 = 0,
    /// How many of the members have none.
    missing: u32 = 0,
};

/// Input struct: set size to sizeof.
pub const perfc_stitch_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// 0.
    reserved: u32 = 0,
    /// Bytes of memory for held samples. 0: PERFC_STITCH_DEFAULT_BYTES.
    max_bytes: u64 = 0,
};

/// A record that comes out of a stitcher. The struct never grows.
pub const perfc_stitched_record = extern struct {
    /// The members as they were pushed. Only a SPLICED sample has another record. The record's
    /// bytes are borrowed until the next call with the stitcher.
    pushed: perfc_stream_record = .{},
    /// PERFC_STITCH_*.
    state: u32 = 0,
    /// 0.
    reserved: u32 = 0,
};

/// The counts of a stitcher since it was made. Result struct.
pub const perfc_stitch_info = extern struct {
    /// Samples that the stitcher holds now.
    held: u64 = 0,
    /// SPLICED samples.
    matched: u64 = 0,
    /// UNMATCHED samples.
    unmatched: u64 = 0,
    /// OVERSIZED samples.
    oversized: u64 = 0,
    /// Deferred parts to which no sample belonged.
    unclaimed: u64 = 0,
};

/// A tracepoint as a whole. Result struct. The strings are borrowed until the tracepoint is
/// destroyed.
pub const perfc_tracepoint_info = extern struct {
    /// The attr's config, and the field common_type in raw data.
    id: u32 = 0,
    /// The number of fields, with the common fields.
    field_count: u32 = 0,
    /// "sched"
    system: [*c]const u8 = null,
    /// "sched_switch"
    name: [*c]const u8 = null,
    /// The text behind "print fmt: ", or "".
    print_format: [*c]const u8 = null,
};

/// One field. Result struct. The strings are borrowed until the tracepoint is destroyed.
pub const perfc_tracepoint_field = extern struct {
    /// "prev_comm"
    name: [*c]const u8 = null,
    /// The type as in C: "char[16]", "__data_loc char[]", "pid_t".
    type: [*c]const u8 = null,
    /// PERFC_FIELD_KIND_*.
    kind: u32 = 0,
    /// PERFC_FIELD_FLAG_*.
    flags: u32 = 0,
    /// Bytes from the start of the raw data to the field.
    offset: u32 = 0,
    /// Bytes of the field. 0 of an array that reaches to the end of the raw data. A LOCATED field
    /// has 4 bytes for each location.
    size: u32 = 0,
    /// Bytes of one element. Equals `size` if the field is no array.
    element_size: u32 = 0,
    /// Number of elements: 1 for a field that is no array, 0 if only the raw data tell. A LOCATED
    /// array of strings, which probes have: the number of strings. Other LOCATED fields: 0.
    count: u32 = 0,
};

/// The rows behind a column. Result struct.
pub const perfc_tracepoint_rows = extern struct {
    /// Rows of the samples table.
    rows: u64 = 0,
    /// Rows that have the field.
    present: u64 = 0,
    /// Rows of other events.
    others: u64 = 0,
    /// Rows whose raw data end before the field does, or whose location points outside of the data.
    malformed: u64 = 0,
};

pub extern fn perfc_version() u32;
pub extern fn perfc_error_text(@"error": [*c]const perfc_error, buffer: [*c]u8, size: usize) c_int;
pub extern fn perfc_host_create(options: [*c]const perfc_host_options, host: [*c]?*perfc_host, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_host_destroy(host: ?*perfc_host) void;
pub extern fn perfc_host_supported(host: ?*const perfc_host) c_int;
pub extern fn perfc_host_attr_size(host: ?*const perfc_host, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_host_max_stack(host: ?*const perfc_host) c_int;
pub extern fn perfc_host_pmu_type(host: ?*const perfc_host, pmu: [*c]const u8, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_host_root(host: ?*const perfc_host, root: u32, buffer: [*c]u8, size: usize) c_int;
pub extern fn perfc_record_range(record: [*c]const perfc_record, range: [*c]const perfc_range, element: usize) ?*const anyopaque;
pub extern fn perfc_record_read_value(record: [*c]const perfc_record, part: [*c]const perfc_read_part, index: u32, value: [*c]perfc_read_value, value_size: usize) c_int;
pub extern fn perfc_record_flags(@"type": u32, misc: u16) u32;
pub extern fn perfc_record_type_name(@"type": u32) [*c]const u8;
pub extern fn perfc_open(host: ?*const perfc_host, attr: ?*const anyopaque, attr_size: usize, pid: i32, cpu: i32, group: ?*perfc_event, flags: u64, event: [*c]?*perfc_event, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_open_string(host: ?*const perfc_host, event_string: [*c]const u8, sample_type: u64, pid: i32, cpu: i32, event: [*c]?*perfc_event, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_open_fd(host: ?*const perfc_host, fd: c_int, attr: ?*const anyopaque, attr_size: usize, event: [*c]?*perfc_event, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_close(event: ?*perfc_event) void;
pub extern fn perfc_event_fd(event: ?*const perfc_event) c_int;
pub extern fn perfc_event_attr(event: ?*const perfc_event, buffer: ?*anyopaque, size: usize) c_int;
pub extern fn perfc_event_plan(event: ?*const perfc_event) ?*const perfc_plan;
pub extern fn perfc_ioctl(event: ?*perfc_event, request: u32, argument: u64, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_event_id(event: ?*const perfc_event, id: [*c]u64) c_int;
pub extern fn perfc_event_set_output(event: ?*perfc_event, target: ?*perfc_event, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_event_set_filter(event: ?*perfc_event, filter: [*c]const u8, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_event_query_bpf(event: ?*perfc_event, ids: [*c]u32, capacity: u32, count: [*c]u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_event_modify_attr(event: ?*perfc_event, attr: ?*const anyopaque, attr_size: usize, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_task_enable(host: ?*const perfc_host) c_int;
pub extern fn perfc_task_disable(host: ?*const perfc_host) c_int;
pub extern fn perfc_aux_mmap(event: ?*perfc_event, pages: u32, flags: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_aux_munmap(event: ?*perfc_event) c_int;
pub extern fn perfc_aux_peek(event: ?*perfc_event, view: [*c]perfc_aux_data, size: usize) c_int;
pub extern fn perfc_aux_view(event: ?*perfc_event, aux_offset: u64, aux_size: u64, aux_flags: u64, view: [*c]perfc_aux_data, size: usize) c_int;
pub extern fn perfc_aux_release(event: ?*perfc_event, offset: u64) c_int;
pub extern fn perfc_plan_create(byte_order: u32, plan: [*c]?*perfc_plan, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_plan_add_attr(plan: ?*perfc_plan, attr: ?*const anyopaque, attr_size: usize, ids: [*c]const u64, id_count: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_plan_add_ids(plan: ?*perfc_plan, index: u32, ids: [*c]const u64, id_count: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_plan_set_default(plan: ?*perfc_plan, index: u32) c_int;
pub extern fn perfc_plan_tells_apart(plan: ?*const perfc_plan, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_plan_attr_count(plan: ?*const perfc_plan) c_int;
pub extern fn perfc_plan_attr(plan: ?*const perfc_plan, index: u32, buffer: ?*anyopaque, size: usize) c_int;
pub extern fn perfc_plan_ids(plan: ?*const perfc_plan, index: u32, ids: [*c]u64, capacity: u32, count: [*c]u32) c_int;
pub extern fn perfc_plan_find_id(plan: ?*const perfc_plan, id: u64) c_int;
pub extern fn perfc_plan_get_places(plan: ?*const perfc_plan, index: u32, places: [*c]perfc_record_places, size: usize) c_int;
pub extern fn perfc_plan_destroy(plan: ?*perfc_plan) void;
pub extern fn perfc_plan_view_record(plan: ?*const perfc_plan, data: ?*const anyopaque, available: usize, scratch: ?*anyopaque, scratch_size: usize, record: [*c]perfc_record) c_int;
pub extern fn perfc_decode_sample(plan: ?*const perfc_plan, record: [*c]const perfc_record, sample: [*c]perfc_sample, sample_size: usize) c_int;
pub extern fn perfc_decode_register(plan: ?*const perfc_plan, record: [*c]const perfc_record, sample: [*c]const perfc_sample, which: u64, reg: u32, value: [*c]u64) c_int;
pub extern fn perfc_decode_branch(flags: u64, branch: [*c]perfc_branch, branch_size: usize) c_int;
pub extern fn perfc_decode_data_src(word: u64, data_src: [*c]perfc_data_src, data_src_size: usize) c_int;
pub extern fn perfc_decode_sample_id(plan: ?*const perfc_plan, record: [*c]const perfc_record, id: [*c]perfc_sample_id, id_size: usize) c_int;
pub extern fn perfc_decode_mmap(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_mmap, out_size: usize) c_int;
pub extern fn perfc_decode_lost(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_lost, out_size: usize) c_int;
pub extern fn perfc_decode_comm(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_comm, out_size: usize) c_int;
pub extern fn perfc_decode_task(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_task, out_size: usize) c_int;
pub extern fn perfc_decode_throttle(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_throttle, out_size: usize) c_int;
pub extern fn perfc_decode_read(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_read, out_size: usize) c_int;
pub extern fn perfc_decode_aux(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_aux, out_size: usize) c_int;
pub extern fn perfc_decode_itrace_start(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_itrace_start, out_size: usize) c_int;
pub extern fn perfc_decode_lost_samples(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_lost_samples, out_size: usize) c_int;
pub extern fn perfc_decode_switch(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_switch, out_size: usize) c_int;
pub extern fn perfc_decode_namespaces(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_namespaces, out_size: usize) c_int;
pub extern fn perfc_decode_ksymbol(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_ksymbol, out_size: usize) c_int;
pub extern fn perfc_decode_bpf_event(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_bpf_event, out_size: usize) c_int;
pub extern fn perfc_decode_cgroup(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_cgroup, out_size: usize) c_int;
pub extern fn perfc_decode_text_poke(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_text_poke, out_size: usize) c_int;
pub extern fn perfc_decode_aux_output_hw_id(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_aux_output_hw_id, out_size: usize) c_int;
pub extern fn perfc_decode_callchain_deferred(plan: ?*const perfc_plan, record: [*c]const perfc_record, out: [*c]perfc_record_callchain_deferred, out_size: usize) c_int;
pub extern fn perfc_batch_create(options: [*c]const perfc_batch_options, batch: [*c]?*perfc_batch, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_batch_destroy(batch: ?*perfc_batch) void;
pub extern fn perfc_batch_fill_event(batch: ?*perfc_batch, event: ?*perfc_event) c_int;
pub extern fn perfc_batch_fill_bytes(batch: ?*perfc_batch, plan: ?*const perfc_plan, data: ?*const anyopaque, size: usize, consumed: [*c]usize) c_int;
pub extern fn perfc_batch_fill_stream(batch: ?*perfc_batch, stream: ?*perfc_stream) c_int;
pub extern fn perfc_batch_fill_records(batch: ?*perfc_batch, records: [*c]const perfc_stream_record, count: u32, taken: [*c]u32) c_int;
pub extern fn perfc_batch_get_info(batch: ?*const perfc_batch, info: [*c]perfc_batch_info, size: usize) c_int;
pub extern fn perfc_batch_column(batch: ?*const perfc_batch, table: u32, column: u32, out: [*c]perfc_column, size: usize) c_int;
pub extern fn perfc_column_name(column: u32) [*c]const u8;
pub extern fn perfc_batch_record(batch: ?*const perfc_batch, row: u64, record: [*c]perfc_stream_record) c_int;
pub extern fn perfc_batch_export_arrow(batch: ?*const perfc_batch, table: u32, schema: ?*ArrowSchema, array: ?*ArrowArray, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_clock_find(name: [*c]const u8, clock: [*c]i32) c_int;
pub extern fn perfc_clock_name(clock: i32) [*c]const u8;
pub extern fn perfc_event_relate_clock(event: ?*const perfc_event, clock: i32, relation: [*c]perfc_clock_relation, size: usize, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_clock_convert(relation: [*c]const perfc_clock_relation, later: [*c]const perfc_clock_relation, size: usize, time: u64, ns: [*c]u64, uncertainty: [*c]u64) c_int;
pub extern fn perfc_specs_create(host: ?*const perfc_host, specs: [*c]?*perfc_specs, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_specs_destroy(specs: ?*perfc_specs) void;
pub extern fn perfc_specs_add(specs: ?*perfc_specs, attr: ?*const anyopaque, attr_size: usize, name: [*c]const u8, leader: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_specs_parse(specs: ?*perfc_specs, events: [*c]const u8, sample_type: u64, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_specs_count(specs: ?*const perfc_specs) c_int;
pub extern fn perfc_specs_get(specs: ?*const perfc_specs, index: u32, spec: [*c]perfc_spec, size: usize) c_int;
pub extern fn perfc_specs_set_attr(specs: ?*perfc_specs, index: u32, attr: ?*const anyopaque, attr_size: usize, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_specs_set_filter(specs: ?*perfc_specs, index: u32, filter: [*c]const u8, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_attr_label(host: ?*const perfc_host, attr: ?*const anyopaque, attr_size: usize, buffer: [*c]u8, size: usize) c_int;
pub extern fn perfc_catalog_create(host: ?*const perfc_host, kinds: u32, catalog: [*c]?*perfc_catalog, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_catalog_destroy(catalog: ?*perfc_catalog) void;
pub extern fn perfc_catalog_count(catalog: ?*const perfc_catalog) c_int;
pub extern fn perfc_catalog_get(catalog: ?*const perfc_catalog, index: u32, entry: [*c]perfc_catalog_entry, size: usize) c_int;
pub extern fn perfc_mmap(event: ?*perfc_event, data_pages: u32, flags: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_munmap(event: ?*perfc_event) c_int;
pub extern fn perfc_event_control_page(event: ?*const perfc_event) [*c]const perfc_mmap_page;
pub extern fn perfc_next_record(event: ?*perfc_event, record: [*c]perfc_record) c_int;
pub extern fn perfc_next_records(event: ?*perfc_event, records: [*c]perfc_record, capacity: u32) c_int;
pub extern fn perfc_event_peek_record(event: ?*perfc_event, record: [*c]perfc_record) c_int;
pub extern fn perfc_event_wait(event: ?*perfc_event, timeout_ms: i32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_event_wake(event: ?*perfc_event) c_int;
pub extern fn perfc_event_losses(event: ?*const perfc_event, losses: [*c]perfc_losses, size: usize) c_int;
pub extern fn perfc_stream_create(host: ?*const perfc_host, options: [*c]const perfc_stream_options, stream: [*c]?*perfc_stream, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stream_destroy(stream: ?*perfc_stream) void;
pub extern fn perfc_stream_add_event(stream: ?*perfc_stream, event: ?*perfc_event, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stream_remove_event(stream: ?*perfc_stream, event: ?*perfc_event) c_int;
pub extern fn perfc_stream_event(stream: ?*const perfc_stream, source: u32) ?*perfc_event;
pub extern fn perfc_stream_next_records(stream: ?*perfc_stream, records: [*c]perfc_stream_record, capacity: u32) c_int;
pub extern fn perfc_stream_wait(stream: ?*perfc_stream, timeout_ms: i32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stream_wake(stream: ?*perfc_stream) c_int;
pub extern fn perfc_stream_fd(stream: ?*const perfc_stream) c_int;
pub extern fn perfc_stream_losses(stream: ?*const perfc_stream, event: ?*const perfc_event, losses: [*c]perfc_losses, size: usize) c_int;
pub extern fn perfc_stream_cut(stream: ?*perfc_stream, last_ns: u64, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stream_resume(stream: ?*perfc_stream, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stream_export_arrow(stream: ?*perfc_stream, options: [*c]const perfc_batch_options, table: u32, duration_ms: i32, out: ?*ArrowArrayStream, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_open(host: ?*const perfc_host, specs: ?*const perfc_specs, target: [*c]const perfc_target, options: [*c]const perfc_set_options, set: [*c]?*perfc_set, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_close(set: ?*perfc_set) void;
pub extern fn perfc_set_member_count(set: ?*const perfc_set) c_int;
pub extern fn perfc_set_member(set: ?*const perfc_set, index: u32, member: [*c]perfc_member, size: usize) c_int;
pub extern fn perfc_set_specs(set: ?*const perfc_set) ?*const perfc_specs;
pub extern fn perfc_set_create_plan(set: ?*perfc_set, plan: [*c]?*perfc_plan, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_enable(set: ?*perfc_set) c_int;
pub extern fn perfc_set_disable(set: ?*perfc_set) c_int;
pub extern fn perfc_set_reset(set: ?*perfc_set) c_int;
pub extern fn perfc_set_update(set: ?*perfc_set, flags: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_mmap(set: ?*perfc_set, data_pages: u32, flags: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_ring_budget(set: ?*const perfc_set, flags: u32, budget: [*c]perfc_ring_budget, size: usize) c_int;
pub extern fn perfc_stream_add_set(stream: ?*perfc_stream, set: ?*perfc_set, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_attach_bpf(set: ?*perfc_set, prog_fd: c_int, flags: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_set_detach_bpf(set: ?*perfc_set) c_int;
pub extern fn perfc_report_create(report: [*c]?*perfc_report, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_report_destroy(report: ?*perfc_report) void;
pub extern fn perfc_set_report(set: ?*const perfc_set) ?*const perfc_report;
pub extern fn perfc_report_count(report: ?*const perfc_report) c_int;
pub extern fn perfc_report_get(report: ?*const perfc_report, index: u32, entry: [*c]perfc_report_entry, size: usize) c_int;
pub extern fn perfc_report_text(report: ?*const perfc_report, index: u32, buffer: [*c]u8, size: usize) c_int;
pub extern fn perfc_read(event: ?*const perfc_event, count: [*c]perfc_count, size: usize) c_int;
pub extern fn perfc_read_group(leader: ?*const perfc_event, events: [*c]const ?*perfc_event, counts: [*c]perfc_count, count_size: usize, capacity: u32) c_int;
pub extern fn perfc_read_user(event: ?*const perfc_event, count: [*c]perfc_count, size: usize) c_int;
pub extern fn perfc_count_delta(from: [*c]const perfc_count, to: [*c]const perfc_count, delta: [*c]perfc_count, size: usize) c_int;
pub extern fn perfc_count_sum(counts: [*c]const perfc_count, count_size: usize, count: u32, sum: [*c]perfc_count) c_int;
pub extern fn perfc_count_scale(value: u64, enabled: u64, running: u64, scaled: [*c]u64) c_int;
pub extern fn perfc_set_read(set: ?*const perfc_set, counts: [*c]perfc_count, size: usize, capacity: u32) c_int;
pub extern fn perfc_set_sum(set: ?*const perfc_set, by: u32, counts: [*c]const perfc_count, count: u32, sums: [*c]perfc_count, count_size: usize, rows: [*c]perfc_sum_row, row_size: usize, capacity: u32) c_int;
pub extern fn perfc_stitch_create(options: [*c]const perfc_stitch_options, stitch: [*c]?*perfc_stitch, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_stitch_destroy(stitch: ?*perfc_stitch) void;
pub extern fn perfc_stitch_push(stitch: ?*perfc_stitch, record: [*c]const perfc_stream_record) c_int;
pub extern fn perfc_stitch_next_record(stitch: ?*perfc_stitch, record: [*c]perfc_stitched_record) c_int;
pub extern fn perfc_stitch_flush(stitch: ?*perfc_stitch) c_int;
pub extern fn perfc_stitch_get_info(stitch: ?*const perfc_stitch, info: [*c]perfc_stitch_info, size: usize) c_int;
pub extern fn perfc_tracepoint_create(host: ?*const perfc_host, name: [*c]const u8, tracepoint: [*c]?*perfc_tracepoint, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_tracepoint_create_by_id(host: ?*const perfc_host, id: u32, tracepoint: [*c]?*perfc_tracepoint, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_tracepoint_create_from_text(system: [*c]const u8, format: [*c]const u8, size: usize, byte_order: u32, tracepoint: [*c]?*perfc_tracepoint, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_tracepoint_destroy(tracepoint: ?*perfc_tracepoint) void;
pub extern fn perfc_tracepoint_get_info(tracepoint: ?*const perfc_tracepoint, info: [*c]perfc_tracepoint_info, size: usize) c_int;
pub extern fn perfc_tracepoint_get_field(tracepoint: ?*const perfc_tracepoint, index: u32, field: [*c]perfc_tracepoint_field, size: usize) c_int;
pub extern fn perfc_tracepoint_find_field(tracepoint: ?*const perfc_tracepoint, name: [*c]const u8) c_int;
pub extern fn perfc_tracepoint_matches(tracepoint: ?*const perfc_tracepoint, raw: ?*const anyopaque, raw_size: usize) c_int;
pub extern fn perfc_tracepoint_value(tracepoint: ?*const perfc_tracepoint, raw: ?*const anyopaque, raw_size: usize, field: u32, index: u32, value: [*c]u64) c_int;
pub extern fn perfc_tracepoint_range(tracepoint: ?*const perfc_tracepoint, raw: ?*const anyopaque, raw_size: usize, field: u32, index: u32, offset: [*c]u32, length: [*c]u32) c_int;
pub extern fn perfc_tracepoint_text(tracepoint: ?*const perfc_tracepoint, raw: ?*const anyopaque, raw_size: usize, field: u32, buffer: [*c]u8, size: usize) c_int;
pub extern fn perfc_tracepoint_column_values(tracepoint: ?*const perfc_tracepoint, batch: ?*const perfc_batch, field: u32, index: u32, values: ?*anyopaque, stride: usize, validity: [*c]u8, capacity: u32, rows: [*c]perfc_tracepoint_rows, rows_size: usize) c_int;
pub extern fn perfc_tracepoint_column_ranges(tracepoint: ?*const perfc_tracepoint, batch: ?*const perfc_batch, field: u32, index: u32, offsets: [*c]i32, lengths: [*c]i32, validity: [*c]u8, capacity: u32, rows: [*c]perfc_tracepoint_rows, rows_size: usize) c_int;

// The layouts are those of the C compiler.
comptime {
    @setEvalBranchQuota(100_000);
    assert(@sizeOf(perfc_attr) == 144);
    assert(@alignOf(perfc_attr) == 8);
    assert(@offsetOf(perfc_attr, "type") == 0);
    assert(@offsetOf(perfc_attr, "size") == 4);
    assert(@offsetOf(perfc_attr, "config") == 8);
    assert(@offsetOf(perfc_attr, "sample_period") == 16);
    assert(@offsetOf(perfc_attr, "sample_type") == 24);
    assert(@offsetOf(perfc_attr, "read_format") == 32);
    assert(@offsetOf(perfc_attr, "flags") == 40);
    assert(@offsetOf(perfc_attr, "wakeup_events") == 48);
    assert(@offsetOf(perfc_attr, "bp_type") == 52);
    assert(@offsetOf(perfc_attr, "config1") == 56);
    assert(@offsetOf(perfc_attr, "config2") == 64);
    assert(@offsetOf(perfc_attr, "branch_sample_type") == 72);
    assert(@offsetOf(perfc_attr, "sample_regs_user") == 80);
    assert(@offsetOf(perfc_attr, "sample_stack_user") == 88);
    assert(@offsetOf(perfc_attr, "clockid") == 92);
    assert(@offsetOf(perfc_attr, "sample_regs_intr") == 96);
    assert(@offsetOf(perfc_attr, "aux_watermark") == 104);
    assert(@offsetOf(perfc_attr, "sample_max_stack") == 108);
    assert(@offsetOf(perfc_attr, "reserved_2") == 110);
    assert(@offsetOf(perfc_attr, "aux_sample_size") == 112);
    assert(@offsetOf(perfc_attr, "aux_action") == 116);
    assert(@offsetOf(perfc_attr, "sig_data") == 120);
    assert(@offsetOf(perfc_attr, "config3") == 128);
    assert(@offsetOf(perfc_attr, "config4") == 136);
    assert(@sizeOf(perfc_mmap_page) == 1088);
    assert(@alignOf(perfc_mmap_page) == 8);
    assert(@offsetOf(perfc_mmap_page, "version") == 0);
    assert(@offsetOf(perfc_mmap_page, "compat_version") == 4);
    assert(@offsetOf(perfc_mmap_page, "lock") == 8);
    assert(@offsetOf(perfc_mmap_page, "index") == 12);
    assert(@offsetOf(perfc_mmap_page, "offset") == 16);
    assert(@offsetOf(perfc_mmap_page, "time_enabled") == 24);
    assert(@offsetOf(perfc_mmap_page, "time_running") == 32);
    assert(@offsetOf(perfc_mmap_page, "capabilities") == 40);
    assert(@offsetOf(perfc_mmap_page, "pmc_width") == 48);
    assert(@offsetOf(perfc_mmap_page, "time_shift") == 50);
    assert(@offsetOf(perfc_mmap_page, "time_mult") == 52);
    assert(@offsetOf(perfc_mmap_page, "time_offset") == 56);
    assert(@offsetOf(perfc_mmap_page, "time_zero") == 64);
    assert(@offsetOf(perfc_mmap_page, "size") == 72);
    assert(@offsetOf(perfc_mmap_page, "reserved_1") == 76);
    assert(@offsetOf(perfc_mmap_page, "time_cycles") == 80);
    assert(@offsetOf(perfc_mmap_page, "time_mask") == 88);
    assert(@offsetOf(perfc_mmap_page, "reserved") == 96);
    assert(@offsetOf(perfc_mmap_page, "data_head") == 1024);
    assert(@offsetOf(perfc_mmap_page, "data_tail") == 1032);
    assert(@offsetOf(perfc_mmap_page, "data_offset") == 1040);
    assert(@offsetOf(perfc_mmap_page, "data_size") == 1048);
    assert(@offsetOf(perfc_mmap_page, "aux_head") == 1056);
    assert(@offsetOf(perfc_mmap_page, "aux_tail") == 1064);
    assert(@offsetOf(perfc_mmap_page, "aux_offset") == 1072);
    assert(@offsetOf(perfc_mmap_page, "aux_size") == 1080);
    assert(@sizeOf(perfc_error) == 512);
    assert(@alignOf(perfc_error) == 8);
    assert(@offsetOf(perfc_error, "code") == 0);
    assert(@offsetOf(perfc_error, "call") == 4);
    assert(@offsetOf(perfc_error, "rule") == 8);
    assert(@offsetOf(perfc_error, "paranoid") == 12);
    assert(@offsetOf(perfc_error, "number") == 16);
    assert(@offsetOf(perfc_error, "operation") == 80);
    assert(@offsetOf(perfc_error, "detail") == 128);
    assert(@sizeOf(perfc_host_options) == 32);
    assert(@alignOf(perfc_host_options) == 8);
    assert(@offsetOf(perfc_host_options, "size") == 0);
    assert(@offsetOf(perfc_host_options, "reserved") == 4);
    assert(@offsetOf(perfc_host_options, "sysfs") == 8);
    assert(@offsetOf(perfc_host_options, "procfs") == 16);
    assert(@offsetOf(perfc_host_options, "tracefs") == 24);
    assert(@sizeOf(perfc_record) == 16);
    assert(@alignOf(perfc_record) == 8);
    assert(@offsetOf(perfc_record, "data") == 0);
    assert(@offsetOf(perfc_record, "type") == 8);
    assert(@offsetOf(perfc_record, "misc") == 12);
    assert(@offsetOf(perfc_record, "size") == 14);
    assert(@sizeOf(perfc_range) == 4);
    assert(@alignOf(perfc_range) == 2);
    assert(@offsetOf(perfc_range, "offset") == 0);
    assert(@offsetOf(perfc_range, "count") == 2);
    assert(@sizeOf(perfc_read_part) == 24);
    assert(@alignOf(perfc_read_part) == 8);
    assert(@offsetOf(perfc_read_part, "time_enabled") == 0);
    assert(@offsetOf(perfc_read_part, "time_running") == 8);
    assert(@offsetOf(perfc_read_part, "read_format") == 16);
    assert(@offsetOf(perfc_read_part, "offset") == 20);
    assert(@offsetOf(perfc_read_part, "nr") == 22);
    assert(@sizeOf(perfc_read_value) == 24);
    assert(@alignOf(perfc_read_value) == 8);
    assert(@offsetOf(perfc_read_value, "value") == 0);
    assert(@offsetOf(perfc_read_value, "id") == 8);
    assert(@offsetOf(perfc_read_value, "lost") == 16);
    assert(@sizeOf(perfc_stream_record) == 72);
    assert(@alignOf(perfc_stream_record) == 8);
    assert(@offsetOf(perfc_stream_record, "record") == 0);
    assert(@offsetOf(perfc_stream_record, "plan") == 16);
    assert(@offsetOf(perfc_stream_record, "time") == 24);
    assert(@offsetOf(perfc_stream_record, "sequence") == 32);
    assert(@offsetOf(perfc_stream_record, "position") == 40);
    assert(@offsetOf(perfc_stream_record, "tail") == 48);
    assert(@offsetOf(perfc_stream_record, "tail_size") == 56);
    assert(@offsetOf(perfc_stream_record, "source") == 64);
    assert(@offsetOf(perfc_stream_record, "flags") == 68);
    assert(@sizeOf(perfc_aux_data) == 40);
    assert(@alignOf(perfc_aux_data) == 8);
    assert(@offsetOf(perfc_aux_data, "data") == 0);
    assert(@offsetOf(perfc_aux_data, "size") == 8);
    assert(@offsetOf(perfc_aux_data, "rest") == 16);
    assert(@offsetOf(perfc_aux_data, "rest_size") == 24);
    assert(@offsetOf(perfc_aux_data, "offset") == 32);
    assert(@sizeOf(perfc_record_places) == 24);
    assert(@alignOf(perfc_record_places) == 4);
    assert(@offsetOf(perfc_record_places, "sample_id") == 0);
    assert(@offsetOf(perfc_record_places, "sample_tid") == 2);
    assert(@offsetOf(perfc_record_places, "sample_time") == 4);
    assert(@offsetOf(perfc_record_places, "sample_cpu") == 6);
    assert(@offsetOf(perfc_record_places, "trailer_id") == 8);
    assert(@offsetOf(perfc_record_places, "trailer_tid") == 10);
    assert(@offsetOf(perfc_record_places, "trailer_time") == 12);
    assert(@offsetOf(perfc_record_places, "trailer_cpu") == 14);
    assert(@offsetOf(perfc_record_places, "trailer_size") == 16);
    assert(@offsetOf(perfc_record_places, "sample_size") == 18);
    assert(@offsetOf(perfc_record_places, "reserved") == 20);
    assert(@sizeOf(perfc_sample) == 248);
    assert(@alignOf(perfc_sample) == 8);
    assert(@offsetOf(perfc_sample, "present") == 0);
    assert(@offsetOf(perfc_sample, "parts") == 8);
    assert(@offsetOf(perfc_sample, "attr_index") == 12);
    assert(@offsetOf(perfc_sample, "identifier") == 16);
    assert(@offsetOf(perfc_sample, "ip") == 24);
    assert(@offsetOf(perfc_sample, "pid") == 32);
    assert(@offsetOf(perfc_sample, "tid") == 36);
    assert(@offsetOf(perfc_sample, "time") == 40);
    assert(@offsetOf(perfc_sample, "addr") == 48);
    assert(@offsetOf(perfc_sample, "id") == 56);
    assert(@offsetOf(perfc_sample, "stream_id") == 64);
    assert(@offsetOf(perfc_sample, "cpu") == 72);
    assert(@offsetOf(perfc_sample, "cpu_reserved") == 76);
    assert(@offsetOf(perfc_sample, "period") == 80);
    assert(@offsetOf(perfc_sample, "read") == 88);
    assert(@offsetOf(perfc_sample, "callchain") == 112);
    assert(@offsetOf(perfc_sample, "raw") == 116);
    assert(@offsetOf(perfc_sample, "branches") == 120);
    assert(@offsetOf(perfc_sample, "branch_counters") == 124);
    assert(@offsetOf(perfc_sample, "branch_hw_idx") == 128);
    assert(@offsetOf(perfc_sample, "user_abi") == 136);
    assert(@offsetOf(perfc_sample, "user_regs") == 144);
    assert(@offsetOf(perfc_sample, "stack") == 148);
    assert(@offsetOf(perfc_sample, "stack_dyn_size") == 152);
    assert(@offsetOf(perfc_sample, "weight") == 160);
    assert(@offsetOf(perfc_sample, "weight_var1_dw") == 168);
    assert(@offsetOf(perfc_sample, "weight_var2_w") == 172);
    assert(@offsetOf(perfc_sample, "weight_var3_w") == 174);
    assert(@offsetOf(perfc_sample, "data_src") == 176);
    assert(@offsetOf(perfc_sample, "transaction") == 184);
    assert(@offsetOf(perfc_sample, "intr_abi") == 192);
    assert(@offsetOf(perfc_sample, "intr_regs") == 200);
    assert(@offsetOf(perfc_sample, "aux") == 204);
    assert(@offsetOf(perfc_sample, "phys_addr") == 208);
    assert(@offsetOf(perfc_sample, "cgroup") == 216);
    assert(@offsetOf(perfc_sample, "data_page_size") == 224);
    assert(@offsetOf(perfc_sample, "code_page_size") == 232);
    assert(@offsetOf(perfc_sample, "rest") == 240);
    assert(@offsetOf(perfc_sample, "reserved") == 244);
    assert(@sizeOf(perfc_branch_entry) == 24);
    assert(@alignOf(perfc_branch_entry) == 8);
    assert(@offsetOf(perfc_branch_entry, "from") == 0);
    assert(@offsetOf(perfc_branch_entry, "to") == 8);
    assert(@offsetOf(perfc_branch_entry, "flags") == 16);
    assert(@sizeOf(perfc_branch) == 10);
    assert(@alignOf(perfc_branch) == 2);
    assert(@offsetOf(perfc_branch, "mispred") == 0);
    assert(@offsetOf(perfc_branch, "predicted") == 1);
    assert(@offsetOf(perfc_branch, "in_tx") == 2);
    assert(@offsetOf(perfc_branch, "abort") == 3);
    assert(@offsetOf(perfc_branch, "cycles") == 4);
    assert(@offsetOf(perfc_branch, "type") == 6);
    assert(@offsetOf(perfc_branch, "spec") == 7);
    assert(@offsetOf(perfc_branch, "new_type") == 8);
    assert(@offsetOf(perfc_branch, "priv") == 9);
    assert(@sizeOf(perfc_data_src) == 22);
    assert(@alignOf(perfc_data_src) == 2);
    assert(@offsetOf(perfc_data_src, "op") == 0);
    assert(@offsetOf(perfc_data_src, "lvl") == 2);
    assert(@offsetOf(perfc_data_src, "snoop") == 4);
    assert(@offsetOf(perfc_data_src, "lock") == 6);
    assert(@offsetOf(perfc_data_src, "dtlb") == 8);
    assert(@offsetOf(perfc_data_src, "lvl_num") == 10);
    assert(@offsetOf(perfc_data_src, "remote") == 12);
    assert(@offsetOf(perfc_data_src, "snoopx") == 14);
    assert(@offsetOf(perfc_data_src, "blk") == 16);
    assert(@offsetOf(perfc_data_src, "hops") == 18);
    assert(@offsetOf(perfc_data_src, "region") == 20);
    assert(@sizeOf(perfc_sample_id) == 56);
    assert(@alignOf(perfc_sample_id) == 8);
    assert(@offsetOf(perfc_sample_id, "present") == 0);
    assert(@offsetOf(perfc_sample_id, "attr_index") == 8);
    assert(@offsetOf(perfc_sample_id, "cpu") == 12);
    assert(@offsetOf(perfc_sample_id, "pid") == 16);
    assert(@offsetOf(perfc_sample_id, "tid") == 20);
    assert(@offsetOf(perfc_sample_id, "time") == 24);
    assert(@offsetOf(perfc_sample_id, "id") == 32);
    assert(@offsetOf(perfc_sample_id, "stream_id") == 40);
    assert(@offsetOf(perfc_sample_id, "identifier") == 48);
    assert(@sizeOf(perfc_record_mmap) == 96);
    assert(@alignOf(perfc_record_mmap) == 8);
    assert(@offsetOf(perfc_record_mmap, "pid") == 0);
    assert(@offsetOf(perfc_record_mmap, "tid") == 4);
    assert(@offsetOf(perfc_record_mmap, "addr") == 8);
    assert(@offsetOf(perfc_record_mmap, "len") == 16);
    assert(@offsetOf(perfc_record_mmap, "pgoff") == 24);
    assert(@offsetOf(perfc_record_mmap, "filename") == 32);
    assert(@offsetOf(perfc_record_mmap, "fields") == 36);
    assert(@offsetOf(perfc_record_mmap, "prot") == 40);
    assert(@offsetOf(perfc_record_mmap, "flags") == 44);
    assert(@offsetOf(perfc_record_mmap, "maj") == 48);
    assert(@offsetOf(perfc_record_mmap, "min") == 52);
    assert(@offsetOf(perfc_record_mmap, "ino") == 56);
    assert(@offsetOf(perfc_record_mmap, "ino_generation") == 64);
    assert(@offsetOf(perfc_record_mmap, "build_id_size") == 72);
    assert(@offsetOf(perfc_record_mmap, "build_id") == 76);
    assert(@sizeOf(perfc_record_lost) == 16);
    assert(@alignOf(perfc_record_lost) == 8);
    assert(@offsetOf(perfc_record_lost, "id") == 0);
    assert(@offsetOf(perfc_record_lost, "lost") == 8);
    assert(@sizeOf(perfc_record_comm) == 12);
    assert(@alignOf(perfc_record_comm) == 4);
    assert(@offsetOf(perfc_record_comm, "pid") == 0);
    assert(@offsetOf(perfc_record_comm, "tid") == 4);
    assert(@offsetOf(perfc_record_comm, "comm") == 8);
    assert(@sizeOf(perfc_record_task) == 24);
    assert(@alignOf(perfc_record_task) == 8);
    assert(@offsetOf(perfc_record_task, "pid") == 0);
    assert(@offsetOf(perfc_record_task, "ppid") == 4);
    assert(@offsetOf(perfc_record_task, "tid") == 8);
    assert(@offsetOf(perfc_record_task, "ptid") == 12);
    assert(@offsetOf(perfc_record_task, "time") == 16);
    assert(@sizeOf(perfc_record_throttle) == 24);
    assert(@alignOf(perfc_record_throttle) == 8);
    assert(@offsetOf(perfc_record_throttle, "time") == 0);
    assert(@offsetOf(perfc_record_throttle, "id") == 8);
    assert(@offsetOf(perfc_record_throttle, "stream_id") == 16);
    assert(@sizeOf(perfc_record_read) == 32);
    assert(@alignOf(perfc_record_read) == 8);
    assert(@offsetOf(perfc_record_read, "pid") == 0);
    assert(@offsetOf(perfc_record_read, "tid") == 4);
    assert(@offsetOf(perfc_record_read, "read") == 8);
    assert(@sizeOf(perfc_record_aux) == 24);
    assert(@alignOf(perfc_record_aux) == 8);
    assert(@offsetOf(perfc_record_aux, "aux_offset") == 0);
    assert(@offsetOf(perfc_record_aux, "aux_size") == 8);
    assert(@offsetOf(perfc_record_aux, "flags") == 16);
    assert(@sizeOf(perfc_record_itrace_start) == 8);
    assert(@alignOf(perfc_record_itrace_start) == 4);
    assert(@offsetOf(perfc_record_itrace_start, "pid") == 0);
    assert(@offsetOf(perfc_record_itrace_start, "tid") == 4);
    assert(@sizeOf(perfc_record_lost_samples) == 8);
    assert(@alignOf(perfc_record_lost_samples) == 8);
    assert(@offsetOf(perfc_record_lost_samples, "lost") == 0);
    assert(@sizeOf(perfc_record_switch) == 20);
    assert(@alignOf(perfc_record_switch) == 4);
    assert(@offsetOf(perfc_record_switch, "out") == 0);
    assert(@offsetOf(perfc_record_switch, "preempted") == 4);
    assert(@offsetOf(perfc_record_switch, "has_other") == 8);
    assert(@offsetOf(perfc_record_switch, "next_prev_pid") == 12);
    assert(@offsetOf(perfc_record_switch, "next_prev_tid") == 16);
    assert(@sizeOf(perfc_namespace) == 16);
    assert(@alignOf(perfc_namespace) == 8);
    assert(@offsetOf(perfc_namespace, "dev") == 0);
    assert(@offsetOf(perfc_namespace, "ino") == 8);
    assert(@sizeOf(perfc_record_namespaces) == 12);
    assert(@alignOf(perfc_record_namespaces) == 4);
    assert(@offsetOf(perfc_record_namespaces, "pid") == 0);
    assert(@offsetOf(perfc_record_namespaces, "tid") == 4);
    assert(@offsetOf(perfc_record_namespaces, "namespaces") == 8);
    assert(@sizeOf(perfc_record_ksymbol) == 24);
    assert(@alignOf(perfc_record_ksymbol) == 8);
    assert(@offsetOf(perfc_record_ksymbol, "addr") == 0);
    assert(@offsetOf(perfc_record_ksymbol, "len") == 8);
    assert(@offsetOf(perfc_record_ksymbol, "ksym_type") == 12);
    assert(@offsetOf(perfc_record_ksymbol, "flags") == 14);
    assert(@offsetOf(perfc_record_ksymbol, "name") == 16);
    assert(@offsetOf(perfc_record_ksymbol, "reserved") == 20);
    assert(@sizeOf(perfc_record_bpf_event) == 16);
    assert(@alignOf(perfc_record_bpf_event) == 4);
    assert(@offsetOf(perfc_record_bpf_event, "type") == 0);
    assert(@offsetOf(perfc_record_bpf_event, "flags") == 2);
    assert(@offsetOf(perfc_record_bpf_event, "id") == 4);
    assert(@offsetOf(perfc_record_bpf_event, "tag") == 8);
    assert(@sizeOf(perfc_record_cgroup) == 16);
    assert(@alignOf(perfc_record_cgroup) == 8);
    assert(@offsetOf(perfc_record_cgroup, "id") == 0);
    assert(@offsetOf(perfc_record_cgroup, "path") == 8);
    assert(@offsetOf(perfc_record_cgroup, "reserved") == 12);
    assert(@sizeOf(perfc_record_text_poke) == 16);
    assert(@alignOf(perfc_record_text_poke) == 8);
    assert(@offsetOf(perfc_record_text_poke, "addr") == 0);
    assert(@offsetOf(perfc_record_text_poke, "old_bytes") == 8);
    assert(@offsetOf(perfc_record_text_poke, "new_bytes") == 12);
    assert(@sizeOf(perfc_record_aux_output_hw_id) == 8);
    assert(@alignOf(perfc_record_aux_output_hw_id) == 8);
    assert(@offsetOf(perfc_record_aux_output_hw_id, "hw_id") == 0);
    assert(@sizeOf(perfc_record_callchain_deferred) == 16);
    assert(@alignOf(perfc_record_callchain_deferred) == 8);
    assert(@offsetOf(perfc_record_callchain_deferred, "cookie") == 0);
    assert(@offsetOf(perfc_record_callchain_deferred, "callchain") == 8);
    assert(@offsetOf(perfc_record_callchain_deferred, "reserved") == 12);
    assert(@sizeOf(perfc_batch_options) == 24);
    assert(@alignOf(perfc_batch_options) == 8);
    assert(@offsetOf(perfc_batch_options, "size") == 0);
    assert(@offsetOf(perfc_batch_options, "flags") == 4);
    assert(@offsetOf(perfc_batch_options, "sample_type") == 8);
    assert(@offsetOf(perfc_batch_options, "rows") == 16);
    assert(@offsetOf(perfc_batch_options, "reserved") == 20);
    assert(@sizeOf(perfc_batch_info) == 40);
    assert(@alignOf(perfc_batch_info) == 8);
    assert(@offsetOf(perfc_batch_info, "samples") == 0);
    assert(@offsetOf(perfc_batch_info, "records") == 8);
    assert(@offsetOf(perfc_batch_info, "sequence") == 16);
    assert(@offsetOf(perfc_batch_info, "undecodable") == 24);
    assert(@offsetOf(perfc_batch_info, "full") == 32);
    assert(@offsetOf(perfc_batch_info, "overflow") == 36);
    assert(@sizeOf(perfc_column) == 64);
    assert(@alignOf(perfc_column) == 8);
    assert(@offsetOf(perfc_column, "values") == 0);
    assert(@offsetOf(perfc_column, "validity") == 8);
    assert(@offsetOf(perfc_column, "offsets") == 16);
    assert(@offsetOf(perfc_column, "sizes") == 24);
    assert(@offsetOf(perfc_column, "rows") == 32);
    assert(@offsetOf(perfc_column, "null_count") == 40);
    assert(@offsetOf(perfc_column, "value_count") == 48);
    assert(@offsetOf(perfc_column, "width") == 56);
    assert(@offsetOf(perfc_column, "reserved") == 60);
    assert(@sizeOf(perfc_clock_relation) == 32);
    assert(@alignOf(perfc_clock_relation) == 8);
    assert(@offsetOf(perfc_clock_relation, "time") == 0);
    assert(@offsetOf(perfc_clock_relation, "offset") == 8);
    assert(@offsetOf(perfc_clock_relation, "uncertainty") == 16);
    assert(@offsetOf(perfc_clock_relation, "clock") == 24);
    assert(@offsetOf(perfc_clock_relation, "how") == 28);
    assert(@sizeOf(perfc_spec) == 88);
    assert(@alignOf(perfc_spec) == 8);
    assert(@offsetOf(perfc_spec, "leader") == 0);
    assert(@offsetOf(perfc_spec, "flags") == 4);
    assert(@offsetOf(perfc_spec, "attr") == 8);
    assert(@offsetOf(perfc_spec, "attr_size") == 16);
    assert(@offsetOf(perfc_spec, "cpu_count") == 20);
    assert(@offsetOf(perfc_spec, "name") == 24);
    assert(@offsetOf(perfc_spec, "pmu") == 32);
    assert(@offsetOf(perfc_spec, "unit") == 40);
    assert(@offsetOf(perfc_spec, "scale") == 48);
    assert(@offsetOf(perfc_spec, "cpu_list") == 56);
    assert(@offsetOf(perfc_spec, "filter") == 64);
    assert(@offsetOf(perfc_spec, "terms") == 72);
    assert(@offsetOf(perfc_spec, "reserved") == 76);
    assert(@offsetOf(perfc_spec, "max_events") == 80);
    assert(@sizeOf(perfc_catalog_entry) == 48);
    assert(@alignOf(perfc_catalog_entry) == 8);
    assert(@offsetOf(perfc_catalog_entry, "kind") == 0);
    assert(@offsetOf(perfc_catalog_entry, "reserved") == 4);
    assert(@offsetOf(perfc_catalog_entry, "name") == 8);
    assert(@offsetOf(perfc_catalog_entry, "pmu") == 16);
    assert(@offsetOf(perfc_catalog_entry, "unit") == 24);
    assert(@offsetOf(perfc_catalog_entry, "description") == 32);
    assert(@offsetOf(perfc_catalog_entry, "scale") == 40);
    assert(@sizeOf(perfc_losses) == 72);
    assert(@alignOf(perfc_losses) == 8);
    assert(@offsetOf(perfc_losses, "lost") == 0);
    assert(@offsetOf(perfc_losses, "lost_samples") == 8);
    assert(@offsetOf(perfc_losses, "throttled") == 16);
    assert(@offsetOf(perfc_losses, "overwritten") == 24);
    assert(@offsetOf(perfc_losses, "malformed") == 32);
    assert(@offsetOf(perfc_losses, "unknown") == 40);
    assert(@offsetOf(perfc_losses, "read_lost") == 48);
    assert(@offsetOf(perfc_losses, "read_lost_set") == 56);
    assert(@offsetOf(perfc_losses, "out_of_order") == 64);
    assert(@sizeOf(perfc_stream_options) == 16);
    assert(@alignOf(perfc_stream_options) == 8);
    assert(@offsetOf(perfc_stream_options, "size") == 0);
    assert(@offsetOf(perfc_stream_options, "kind") == 4);
    assert(@offsetOf(perfc_stream_options, "round_bytes") == 8);
    assert(@sizeOf(perfc_target) == 48);
    assert(@alignOf(perfc_target) == 8);
    assert(@offsetOf(perfc_target, "size") == 0);
    assert(@offsetOf(perfc_target, "kind") == 4);
    assert(@offsetOf(perfc_target, "pid") == 8);
    assert(@offsetOf(perfc_target, "flags") == 12);
    assert(@offsetOf(perfc_target, "reserved") == 16);
    assert(@offsetOf(perfc_target, "cpu_count") == 20);
    assert(@offsetOf(perfc_target, "cpus") == 24);
    assert(@offsetOf(perfc_target, "cpu_list") == 32);
    assert(@offsetOf(perfc_target, "cgroup") == 40);
    assert(@sizeOf(perfc_set_options) == 24);
    assert(@alignOf(perfc_set_options) == 8);
    assert(@offsetOf(perfc_set_options, "size") == 0);
    assert(@offsetOf(perfc_set_options, "reserved") == 4);
    assert(@offsetOf(perfc_set_options, "flags") == 8);
    assert(@offsetOf(perfc_set_options, "fallbacks") == 12);
    assert(@offsetOf(perfc_set_options, "report") == 16);
    assert(@sizeOf(perfc_member) == 40);
    assert(@alignOf(perfc_member) == 8);
    assert(@offsetOf(perfc_member, "spec") == 0);
    assert(@offsetOf(perfc_member, "leader") == 4);
    assert(@offsetOf(perfc_member, "status") == 8);
    assert(@offsetOf(perfc_member, "cpu") == 12);
    assert(@offsetOf(perfc_member, "pid") == 16);
    assert(@offsetOf(perfc_member, "open_error") == 20);
    assert(@offsetOf(perfc_member, "event") == 24);
    assert(@offsetOf(perfc_member, "ring") == 32);
    assert(@sizeOf(perfc_ring_budget) == 48);
    assert(@alignOf(perfc_ring_budget) == 8);
    assert(@offsetOf(perfc_ring_budget, "rings") == 0);
    assert(@offsetOf(perfc_ring_budget, "data_pages") == 4);
    assert(@offsetOf(perfc_ring_budget, "bytes") == 8);
    assert(@offsetOf(perfc_ring_budget, "budget") == 16);
    assert(@offsetOf(perfc_ring_budget, "mlock_kb") == 24);
    assert(@offsetOf(perfc_ring_budget, "online_cpus") == 32);
    assert(@offsetOf(perfc_ring_budget, "rlimit_memlock") == 40);
    assert(@sizeOf(perfc_report_entry) == 616);
    assert(@alignOf(perfc_report_entry) == 8);
    assert(@offsetOf(perfc_report_entry, "kind") == 0);
    assert(@offsetOf(perfc_report_entry, "step") == 4);
    assert(@offsetOf(perfc_report_entry, "spec") == 8);
    assert(@offsetOf(perfc_report_entry, "cpu") == 12);
    assert(@offsetOf(perfc_report_entry, "pid") == 16);
    assert(@offsetOf(perfc_report_entry, "reserved") == 20);
    assert(@offsetOf(perfc_report_entry, "before") == 24);
    assert(@offsetOf(perfc_report_entry, "after") == 32);
    assert(@offsetOf(perfc_report_entry, "event") == 40);
    assert(@offsetOf(perfc_report_entry, "error") == 104);
    assert(@sizeOf(perfc_count) == 64);
    assert(@alignOf(perfc_count) == 8);
    assert(@offsetOf(perfc_count, "raw") == 0);
    assert(@offsetOf(perfc_count, "scaled") == 8);
    assert(@offsetOf(perfc_count, "time_enabled") == 16);
    assert(@offsetOf(perfc_count, "time_running") == 24);
    assert(@offsetOf(perfc_count, "lost") == 32);
    assert(@offsetOf(perfc_count, "id") == 40);
    assert(@offsetOf(perfc_count, "fields") == 48);
    assert(@offsetOf(perfc_count, "quality") == 56);
    assert(@offsetOf(perfc_count, "origin") == 60);
    assert(@sizeOf(perfc_sum_row) == 20);
    assert(@alignOf(perfc_sum_row) == 4);
    assert(@offsetOf(perfc_sum_row, "spec") == 0);
    assert(@offsetOf(perfc_sum_row, "cpu") == 4);
    assert(@offsetOf(perfc_sum_row, "pid") == 8);
    assert(@offsetOf(perfc_sum_row, "parts") == 12);
    assert(@offsetOf(perfc_sum_row, "missing") == 16);
    assert(@sizeOf(perfc_stitch_options) == 16);
    assert(@alignOf(perfc_stitch_options) == 8);
    assert(@offsetOf(perfc_stitch_options, "size") == 0);
    assert(@offsetOf(perfc_stitch_options, "reserved") == 4);
    assert(@offsetOf(perfc_stitch_options, "max_bytes") == 8);
    assert(@sizeOf(perfc_stitched_record) == 80);
    assert(@alignOf(perfc_stitched_record) == 8);
    assert(@offsetOf(perfc_stitched_record, "pushed") == 0);
    assert(@offsetOf(perfc_stitched_record, "state") == 72);
    assert(@offsetOf(perfc_stitched_record, "reserved") == 76);
    assert(@sizeOf(perfc_stitch_info) == 40);
    assert(@alignOf(perfc_stitch_info) == 8);
    assert(@offsetOf(perfc_stitch_info, "held") == 0);
    assert(@offsetOf(perfc_stitch_info, "matched") == 8);
    assert(@offsetOf(perfc_stitch_info, "unmatched") == 16);
    assert(@offsetOf(perfc_stitch_info, "oversized") == 24);
    assert(@offsetOf(perfc_stitch_info, "unclaimed") == 32);
    assert(@sizeOf(perfc_tracepoint_info) == 32);
    assert(@alignOf(perfc_tracepoint_info) == 8);
    assert(@offsetOf(perfc_tracepoint_info, "id") == 0);
    assert(@offsetOf(perfc_tracepoint_info, "field_count") == 4);
    assert(@offsetOf(perfc_tracepoint_info, "system") == 8);
    assert(@offsetOf(perfc_tracepoint_info, "name") == 16);
    assert(@offsetOf(perfc_tracepoint_info, "print_format") == 24);
    assert(@sizeOf(perfc_tracepoint_field) == 40);
    assert(@alignOf(perfc_tracepoint_field) == 8);
    assert(@offsetOf(perfc_tracepoint_field, "name") == 0);
    assert(@offsetOf(perfc_tracepoint_field, "type") == 8);
    assert(@offsetOf(perfc_tracepoint_field, "kind") == 16);
    assert(@offsetOf(perfc_tracepoint_field, "flags") == 20);
    assert(@offsetOf(perfc_tracepoint_field, "offset") == 24);
    assert(@offsetOf(perfc_tracepoint_field, "size") == 28);
    assert(@offsetOf(perfc_tracepoint_field, "element_size") == 32);
    assert(@offsetOf(perfc_tracepoint_field, "count") == 36);
    assert(@sizeOf(perfc_tracepoint_rows) == 32);
    assert(@alignOf(perfc_tracepoint_rows) == 8);
    assert(@offsetOf(perfc_tracepoint_rows, "rows") == 0);
    assert(@offsetOf(perfc_tracepoint_rows, "present") == 8);
    assert(@offsetOf(perfc_tracepoint_rows, "others") == 16);
    assert(@offsetOf(perfc_tracepoint_rows, "malformed") == 24);
}
