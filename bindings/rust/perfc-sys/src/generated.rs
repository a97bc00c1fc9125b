// Written by tools/generate from bindings/abi.json.

// ---- perfc/attr.h ----
pub const PERFC_ATTR_DISABLED: u64 = 0x1;
pub const PERFC_ATTR_INHERIT: u64 = 0x2;
pub const PERFC_ATTR_PINNED: u64 = 0x4;
pub const PERFC_ATTR_EXCLUSIVE: u64 = 0x8;
pub const PERFC_ATTR_EXCLUDE_USER: u64 = 0x10;
pub const PERFC_ATTR_EXCLUDE_KERNEL: u64 = 0x20;
pub const PERFC_ATTR_EXCLUDE_HV: u64 = 0x40;
pub const PERFC_ATTR_EXCLUDE_IDLE: u64 = 0x80;
pub const PERFC_ATTR_MMAP: u64 = 0x100;
pub const PERFC_ATTR_COMM: u64 = 0x200;
pub const PERFC_ATTR_FREQ: u64 = 0x400;
pub const PERFC_ATTR_INHERIT_STAT: u64 = 0x800;
pub const PERFC_ATTR_ENABLE_ON_EXEC: u64 = 0x1000;
pub const PERFC_ATTR_TASK: u64 = 0x2000;
pub const PERFC_ATTR_WATERMARK: u64 = 0x4000;
pub const PERFC_ATTR_PRECISE_IP_SHIFT: u32 = 0xf;
pub const PERFC_ATTR_PRECISE_IP_MASK: u64 = 0x18000;
pub const PERFC_ATTR_MMAP_DATA: u64 = 0x20000;
pub const PERFC_ATTR_SAMPLE_ID_ALL: u64 = 0x40000;
pub const PERFC_ATTR_EXCLUDE_HOST: u64 = 0x80000;
pub const PERFC_ATTR_EXCLUDE_GUEST: u64 = 0x100000;
pub const PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL: u64 = 0x200000;
pub const PERFC_ATTR_EXCLUDE_CALLCHAIN_USER: u64 = 0x400000;
pub const PERFC_ATTR_MMAP2: u64 = 0x800000;
pub const PERFC_ATTR_COMM_EXEC: u64 = 0x1000000;
pub const PERFC_ATTR_USE_CLOCKID: u64 = 0x2000000;
pub const PERFC_ATTR_CONTEXT_SWITCH: u64 = 0x4000000;
pub const PERFC_ATTR_WRITE_BACKWARD: u64 = 0x8000000;
pub const PERFC_ATTR_NAMESPACES: u64 = 0x10000000;
pub const PERFC_ATTR_KSYMBOL: u64 = 0x20000000;
pub const PERFC_ATTR_BPF_EVENT: u64 = 0x40000000;
pub const PERFC_ATTR_AUX_OUTPUT: u64 = 0x80000000;
pub const PERFC_ATTR_CGROUP: u64 = 0x100000000;
pub const PERFC_ATTR_TEXT_POKE: u64 = 0x200000000;
pub const PERFC_ATTR_BUILD_ID: u64 = 0x400000000;
pub const PERFC_ATTR_INHERIT_THREAD: u64 = 0x800000000;
pub const PERFC_ATTR_REMOVE_ON_EXEC: u64 = 0x1000000000;
pub const PERFC_ATTR_SIGTRAP: u64 = 0x2000000000;
pub const PERFC_ATTR_DEFER_CALLCHAIN: u64 = 0x4000000000;
pub const PERFC_ATTR_DEFER_OUTPUT: u64 = 0x8000000000;
pub const PERFC_ATTR_FLAGS_KNOWN: u64 = 0xffffffffff;
pub const PERFC_AUX_ACTION_START_PAUSED: u32 = 0x1;
pub const PERFC_AUX_ACTION_PAUSE: u32 = 0x2;
pub const PERFC_AUX_ACTION_RESUME: u32 = 0x4;
pub const PERFC_ATTR_SIZE_VER0: u32 = 0x40;
pub const PERFC_ATTR_SIZE_VER1: u32 = 0x48;
pub const PERFC_ATTR_SIZE_VER2: u32 = 0x50;
pub const PERFC_ATTR_SIZE_VER3: u32 = 0x60;
pub const PERFC_ATTR_SIZE_VER4: u32 = 0x68;
pub const PERFC_ATTR_SIZE_VER5: u32 = 0x70;
pub const PERFC_ATTR_SIZE_VER6: u32 = 0x78;
pub const PERFC_ATTR_SIZE_VER7: u32 = 0x80;
pub const PERFC_ATTR_SIZE_VER8: u32 = 0x88;
pub const PERFC_ATTR_SIZE_VER9: u32 = 0x90;
pub const PERFC_CAP_BIT0: u64 = 0x1;
pub const PERFC_CAP_BIT0_IS_DEPRECATED: u64 = 0x2;
pub const PERFC_CAP_USER_RDPMC: u64 = 0x4;
pub const PERFC_CAP_USER_TIME: u64 = 0x8;
pub const PERFC_CAP_USER_TIME_ZERO: u64 = 0x10;
pub const PERFC_CAP_USER_TIME_SHORT: u64 = 0x20;
// ---- perfc/version.h ----
pub const PERFC_VERSION_MAJOR: u32 = 0;
pub const PERFC_VERSION_MINOR: u32 = 1;
pub const PERFC_VERSION_PATCH: u32 = 0;
// ---- perfc/error.h ----
pub const PERFC_CALL_NONE: u32 = 0x0;
pub const PERFC_CALL_PERF_EVENT_OPEN: u32 = 0x1;
pub const PERFC_CALL_IOCTL: u32 = 0x2;
pub const PERFC_CALL_MMAP: u32 = 0x3;
pub const PERFC_CALL_READ: u32 = 0x4;
pub const PERFC_CALL_POLL: u32 = 0x5;
pub const PERFC_CALL_FCNTL: u32 = 0x6;
pub const PERFC_CALL_EVENTFD: u32 = 0x7;
pub const PERFC_CALL_OPEN: u32 = 0x8;
pub const PERFC_CALL_MADVISE: u32 = 0x9;
pub const PERFC_CALL_MALLOC: u32 = 0xa;
pub const PERFC_CALL_EPOLL: u32 = 0xb;
pub const PERFC_CALL_SETRLIMIT: u32 = 0xc;
pub const PERFC_CALL_BPF: u32 = 0xd;
pub const PERFC_CALL_WRITE: u32 = 0xe;
pub const PERFC_CALL_FSYNC: u32 = 0xf;
pub const PERFC_CALL_FSTAT: u32 = 0x10;
pub const PERFC_RULE_UNKNOWN: u32 = 0x0;
pub const PERFC_RULE_ARGUMENT: u32 = 0x1;
pub const PERFC_RULE_PARANOID: u32 = 0x2;
pub const PERFC_RULE_CAPABILITY: u32 = 0x3;
pub const PERFC_RULE_SECCOMP: u32 = 0x4;
pub const PERFC_RULE_NO_SYSCALL: u32 = 0x5;
pub const PERFC_RULE_NO_PMU: u32 = 0x6;
pub const PERFC_RULE_NO_EVENT: u32 = 0x7;
pub const PERFC_RULE_NOT_SUPPORTED: u32 = 0x8;
pub const PERFC_RULE_FD_LIMIT: u32 = 0x9;
pub const PERFC_RULE_FD_LIMIT_SYSTEM: u32 = 0xa;
pub const PERFC_RULE_MLOCK: u32 = 0xb;
pub const PERFC_RULE_NO_TARGET: u32 = 0xc;
pub const PERFC_RULE_CPU_OFFLINE: u32 = 0xd;
pub const PERFC_RULE_CPU_RANGE: u32 = 0xe;
pub const PERFC_RULE_ATTR_SIZE: u32 = 0xf;
pub const PERFC_RULE_ATTR_BITS: u32 = 0x10;
pub const PERFC_RULE_SAMPLE_RATE: u32 = 0x11;
pub const PERFC_RULE_MAX_STACK: u32 = 0x12;
pub const PERFC_RULE_BREAKPOINTS: u32 = 0x13;
pub const PERFC_RULE_GROUP: u32 = 0x14;
pub const PERFC_RULE_OUTPUT: u32 = 0x15;
pub const PERFC_RULE_MAPPED: u32 = 0x16;
pub const PERFC_RULE_FORKED: u32 = 0x17;
pub const PERFC_RULE_TARGET_GONE: u32 = 0x18;
pub const PERFC_RULE_PINNED: u32 = 0x19;
pub const PERFC_RULE_MEMORY: u32 = 0x1a;
pub const PERFC_RULE_NOT_AN_EVENT: u32 = 0x1b;
pub const PERFC_RULE_INHERIT_MMAP: u32 = 0x1c;
pub const PERFC_RULE_NO_TRACEFS: u32 = 0x20;
pub const PERFC_RULE_TRACEFS_DENIED: u32 = 0x21;
pub const PERFC_RULE_NO_TRACEPOINT: u32 = 0x22;
pub const PERFC_RULE_FORMAT: u32 = 0x23;
pub const PERFC_RULE_EVENT_STRING: u32 = 0x28;
pub const PERFC_RULE_EVENT_FILE: u32 = 0x29;
pub const PERFC_RULE_CGROUP: u32 = 0x30;
pub const PERFC_RULE_NOTHING_OPEN: u32 = 0x31;
pub const PERFC_RULE_FILE_CONTENT: u32 = 0x40;
pub const PERFC_RULE_NO_CODEC: u32 = 0x41;
pub const PERFC_RULE_OUTPUT_FILE: u32 = 0x42;
// ---- perfc/host.h ----
pub const PERFC_HOST_SYSFS: u32 = 0x0;
pub const PERFC_HOST_PROCFS: u32 = 0x1;
pub const PERFC_HOST_TRACEFS: u32 = 0x2;
// ---- perfc/record.h ----
pub const PERFC_RECORD_FLAG_EXACT_IP: u32 = 0x1;
pub const PERFC_RECORD_FLAG_EXECUTABLE: u32 = 0x2;
pub const PERFC_RECORD_FLAG_COMM_EXEC: u32 = 0x4;
pub const PERFC_RECORD_FLAG_SWITCH_OUT: u32 = 0x8;
pub const PERFC_RECORD_FLAG_SWITCH_PREEMPTED: u32 = 0x10;
pub const PERFC_NO_POSITION: u64 = 0xffffffffffffffff;
pub const PERFC_STREAM_RECORD_TIME_GUESSED: u32 = 0x1;
pub const PERFC_STREAM_RECORD_LATE: u32 = 0x2;
pub const PERFC_STREAM_RECORD_HEADER: u32 = 0x4;
pub const PERFC_STREAM_RECORD_SYNTHESIZED: u32 = 0x8;
pub const PERFC_STREAM_RECORD_MORE: u32 = 0x10;
// ---- perfc/event.h ----
pub const PERFC_CALLING_THREAD: i32 = 0x0;
pub const PERFC_ALL_THREADS: i32 = -1;
pub const PERFC_ANY_CPU: i32 = -1;
// ---- perfc/aux_area.h ----
pub const PERFC_AUX_OVERWRITE: u32 = 0x1;
// ---- perfc/uapi.h ----
pub const PERFC_FLAG_FD_NO_GROUP: u64 = 0x1;
pub const PERFC_FLAG_FD_OUTPUT: u64 = 0x2;
pub const PERFC_FLAG_PID_CGROUP: u64 = 0x4;
pub const PERFC_FLAG_FD_CLOEXEC: u64 = 0x8;
pub const PERFC_TYPE_HARDWARE: u32 = 0x0;
pub const PERFC_TYPE_SOFTWARE: u32 = 0x1;
pub const PERFC_TYPE_TRACEPOINT: u32 = 0x2;
pub const PERFC_TYPE_HW_CACHE: u32 = 0x3;
pub const PERFC_TYPE_RAW: u32 = 0x4;
pub const PERFC_TYPE_BREAKPOINT: u32 = 0x5;
pub const PERFC_PMU_TYPE_SHIFT: u32 = 0x20;
pub const PERFC_HW_EVENT_MASK: u64 = 0xffffffff;
pub const PERFC_COUNT_HW_CPU_CYCLES: u64 = 0x0;
pub const PERFC_COUNT_HW_INSTRUCTIONS: u64 = 0x1;
pub const PERFC_COUNT_HW_CACHE_REFERENCES: u64 = 0x2;
pub const PERFC_COUNT_HW_CACHE_MISSES: u64 = 0x3;
pub const PERFC_COUNT_HW_BRANCH_INSTRUCTIONS: u64 = 0x4;
pub const PERFC_COUNT_HW_BRANCH_MISSES: u64 = 0x5;
pub const PERFC_COUNT_HW_BUS_CYCLES: u64 = 0x6;
pub const PERFC_COUNT_HW_STALLED_CYCLES_FRONTEND: u64 = 0x7;
pub const PERFC_COUNT_HW_STALLED_CYCLES_BACKEND: u64 = 0x8;
pub const PERFC_COUNT_HW_REF_CPU_CYCLES: u64 = 0x9;
pub const PERFC_COUNT_HW_CACHE_L1D: u64 = 0x0;
pub const PERFC_COUNT_HW_CACHE_L1I: u64 = 0x1;
pub const PERFC_COUNT_HW_CACHE_LL: u64 = 0x2;
pub const PERFC_COUNT_HW_CACHE_DTLB: u64 = 0x3;
pub const PERFC_COUNT_HW_CACHE_ITLB: u64 = 0x4;
pub const PERFC_COUNT_HW_CACHE_BPU: u64 = 0x5;
pub const PERFC_COUNT_HW_CACHE_NODE: u64 = 0x6;
pub const PERFC_COUNT_HW_CACHE_OP_SHIFT: u64 = 0x8;
pub const PERFC_COUNT_HW_CACHE_RESULT_SHIFT: u64 = 0x10;
pub const PERFC_COUNT_HW_CACHE_OP_READ: u64 = 0x0;
pub const PERFC_COUNT_HW_CACHE_OP_WRITE: u64 = 0x1;
pub const PERFC_COUNT_HW_CACHE_OP_PREFETCH: u64 = 0x2;
pub const PERFC_COUNT_HW_CACHE_RESULT_ACCESS: u64 = 0x0;
pub const PERFC_COUNT_HW_CACHE_RESULT_MISS: u64 = 0x1;
pub const PERFC_COUNT_SW_CPU_CLOCK: u64 = 0x0;
pub const PERFC_COUNT_SW_TASK_CLOCK: u64 = 0x1;
pub const PERFC_COUNT_SW_PAGE_FAULTS: u64 = 0x2;
pub const PERFC_COUNT_SW_CONTEXT_SWITCHES: u64 = 0x3;
pub const PERFC_COUNT_SW_CPU_MIGRATIONS: u64 = 0x4;
pub const PERFC_COUNT_SW_PAGE_FAULTS_MIN: u64 = 0x5;
pub const PERFC_COUNT_SW_PAGE_FAULTS_MAJ: u64 = 0x6;
pub const PERFC_COUNT_SW_ALIGNMENT_FAULTS: u64 = 0x7;
pub const PERFC_COUNT_SW_EMULATION_FAULTS: u64 = 0x8;
pub const PERFC_COUNT_SW_DUMMY: u64 = 0x9;
pub const PERFC_COUNT_SW_BPF_OUTPUT: u64 = 0xa;
pub const PERFC_COUNT_SW_CGROUP_SWITCHES: u64 = 0xb;
pub const PERFC_HW_BREAKPOINT_EMPTY: u32 = 0x0;
pub const PERFC_HW_BREAKPOINT_R: u32 = 0x1;
pub const PERFC_HW_BREAKPOINT_W: u32 = 0x2;
pub const PERFC_HW_BREAKPOINT_RW: u32 = 0x3;
pub const PERFC_HW_BREAKPOINT_X: u32 = 0x4;
pub const PERFC_HW_BREAKPOINT_INVALID: u32 = 0x7;
pub const PERFC_HW_BREAKPOINT_LEN_1: u32 = 0x1;
pub const PERFC_HW_BREAKPOINT_LEN_2: u32 = 0x2;
pub const PERFC_HW_BREAKPOINT_LEN_3: u32 = 0x3;
pub const PERFC_HW_BREAKPOINT_LEN_4: u32 = 0x4;
pub const PERFC_HW_BREAKPOINT_LEN_5: u32 = 0x5;
pub const PERFC_HW_BREAKPOINT_LEN_6: u32 = 0x6;
pub const PERFC_HW_BREAKPOINT_LEN_7: u32 = 0x7;
pub const PERFC_HW_BREAKPOINT_LEN_8: u32 = 0x8;
pub const PERFC_SAMPLE_IP: u64 = 0x1;
pub const PERFC_SAMPLE_TID: u64 = 0x2;
pub const PERFC_SAMPLE_TIME: u64 = 0x4;
pub const PERFC_SAMPLE_ADDR: u64 = 0x8;
pub const PERFC_SAMPLE_READ: u64 = 0x10;
pub const PERFC_SAMPLE_CALLCHAIN: u64 = 0x20;
pub const PERFC_SAMPLE_ID: u64 = 0x40;
pub const PERFC_SAMPLE_CPU: u64 = 0x80;
pub const PERFC_SAMPLE_PERIOD: u64 = 0x100;
pub const PERFC_SAMPLE_STREAM_ID: u64 = 0x200;
pub const PERFC_SAMPLE_RAW: u64 = 0x400;
pub const PERFC_SAMPLE_BRANCH_STACK: u64 = 0x800;
pub const PERFC_SAMPLE_REGS_USER: u64 = 0x1000;
pub const PERFC_SAMPLE_STACK_USER: u64 = 0x2000;
pub const PERFC_SAMPLE_WEIGHT: u64 = 0x4000;
pub const PERFC_SAMPLE_DATA_SRC: u64 = 0x8000;
pub const PERFC_SAMPLE_IDENTIFIER: u64 = 0x10000;
pub const PERFC_SAMPLE_TRANSACTION: u64 = 0x20000;
pub const PERFC_SAMPLE_REGS_INTR: u64 = 0x40000;
pub const PERFC_SAMPLE_PHYS_ADDR: u64 = 0x80000;
pub const PERFC_SAMPLE_AUX: u64 = 0x100000;
pub const PERFC_SAMPLE_CGROUP: u64 = 0x200000;
pub const PERFC_SAMPLE_DATA_PAGE_SIZE: u64 = 0x400000;
pub const PERFC_SAMPLE_CODE_PAGE_SIZE: u64 = 0x800000;
pub const PERFC_SAMPLE_WEIGHT_STRUCT: u64 = 0x1000000;
pub const PERFC_SAMPLE_MAX: u64 = 0x2000000;
pub const PERFC_FORMAT_TOTAL_TIME_ENABLED: u64 = 0x1;
pub const PERFC_FORMAT_TOTAL_TIME_RUNNING: u64 = 0x2;
pub const PERFC_FORMAT_ID: u64 = 0x4;
pub const PERFC_FORMAT_GROUP: u64 = 0x8;
pub const PERFC_FORMAT_LOST: u64 = 0x10;
pub const PERFC_FORMAT_MAX: u64 = 0x20;
pub const PERFC_SAMPLE_BRANCH_USER: u64 = 0x1;
pub const PERFC_SAMPLE_BRANCH_KERNEL: u64 = 0x2;
pub const PERFC_SAMPLE_BRANCH_HV: u64 = 0x4;
pub const PERFC_SAMPLE_BRANCH_ANY: u64 = 0x8;
pub const PERFC_SAMPLE_BRANCH_ANY_CALL: u64 = 0x10;
pub const PERFC_SAMPLE_BRANCH_ANY_RETURN: u64 = 0x20;
pub const PERFC_SAMPLE_BRANCH_IND_CALL: u64 = 0x40;
pub const PERFC_SAMPLE_BRANCH_ABORT_TX: u64 = 0x80;
pub const PERFC_SAMPLE_BRANCH_IN_TX: u64 = 0x100;
pub const PERFC_SAMPLE_BRANCH_NO_TX: u64 = 0x200;
pub const PERFC_SAMPLE_BRANCH_COND: u64 = 0x400;
pub const PERFC_SAMPLE_BRANCH_CALL_STACK: u64 = 0x800;
pub const PERFC_SAMPLE_BRANCH_IND_JUMP: u64 = 0x1000;
pub const PERFC_SAMPLE_BRANCH_CALL: u64 = 0x2000;
pub const PERFC_SAMPLE_BRANCH_NO_FLAGS: u64 = 0x4000;
pub const PERFC_SAMPLE_BRANCH_NO_CYCLES: u64 = 0x8000;
pub const PERFC_SAMPLE_BRANCH_TYPE_SAVE: u64 = 0x10000;
pub const PERFC_SAMPLE_BRANCH_HW_INDEX: u64 = 0x20000;
pub const PERFC_SAMPLE_BRANCH_PRIV_SAVE: u64 = 0x40000;
pub const PERFC_SAMPLE_BRANCH_COUNTERS: u64 = 0x80000;
pub const PERFC_SAMPLE_BRANCH_MAX: u64 = 0x100000;
pub const PERFC_SAMPLE_REGS_ABI_NONE: u64 = 0x0;
pub const PERFC_SAMPLE_REGS_ABI_32: u64 = 0x1;
pub const PERFC_SAMPLE_REGS_ABI_64: u64 = 0x2;
pub const PERFC_IOC_ENABLE: u32 = 0x2400;
pub const PERFC_IOC_DISABLE: u32 = 0x2401;
pub const PERFC_IOC_REFRESH: u32 = 0x2402;
pub const PERFC_IOC_RESET: u32 = 0x2403;
pub const PERFC_IOC_PERIOD: u32 = 0x40082404;
pub const PERFC_IOC_SET_OUTPUT: u32 = 0x2405;
pub const PERFC_IOC_SET_FILTER: u32 = 0x40082406;
pub const PERFC_IOC_ID: u32 = 0x80082407;
pub const PERFC_IOC_SET_BPF: u32 = 0x40042408;
pub const PERFC_IOC_PAUSE_OUTPUT: u32 = 0x40042409;
pub const PERFC_IOC_QUERY_BPF: u32 = 0xc008240a;
pub const PERFC_IOC_MODIFY_ATTRIBUTES: u32 = 0x4008240b;
pub const PERFC_IOC_FLAG_GROUP: u32 = 0x1;
pub const PERFC_RECORD_MMAP: u32 = 0x1;
pub const PERFC_RECORD_LOST: u32 = 0x2;
pub const PERFC_RECORD_COMM: u32 = 0x3;
pub const PERFC_RECORD_EXIT: u32 = 0x4;
pub const PERFC_RECORD_THROTTLE: u32 = 0x5;
pub const PERFC_RECORD_UNTHROTTLE: u32 = 0x6;
pub const PERFC_RECORD_FORK: u32 = 0x7;
pub const PERFC_RECORD_READ: u32 = 0x8;
pub const PERFC_RECORD_SAMPLE: u32 = 0x9;
pub const PERFC_RECORD_MMAP2: u32 = 0xa;
pub const PERFC_RECORD_AUX: u32 = 0xb;
pub const PERFC_RECORD_ITRACE_START: u32 = 0xc;
pub const PERFC_RECORD_LOST_SAMPLES: u32 = 0xd;
pub const PERFC_RECORD_SWITCH: u32 = 0xe;
pub const PERFC_RECORD_SWITCH_CPU_WIDE: u32 = 0xf;
pub const PERFC_RECORD_NAMESPACES: u32 = 0x10;
pub const PERFC_RECORD_KSYMBOL: u32 = 0x11;
pub const PERFC_RECORD_BPF_EVENT: u32 = 0x12;
pub const PERFC_RECORD_CGROUP: u32 = 0x13;
pub const PERFC_RECORD_TEXT_POKE: u32 = 0x14;
pub const PERFC_RECORD_AUX_OUTPUT_HW_ID: u32 = 0x15;
pub const PERFC_RECORD_CALLCHAIN_DEFERRED: u32 = 0x16;
pub const PERFC_RECORD_MAX: u32 = 0x17;
pub const PERFC_RECORD_HEADER_ATTR: u32 = 0x40;
pub const PERFC_RECORD_HEADER_EVENT_TYPE: u32 = 0x41;
pub const PERFC_RECORD_HEADER_TRACING_DATA: u32 = 0x42;
pub const PERFC_RECORD_HEADER_BUILD_ID: u32 = 0x43;
pub const PERFC_RECORD_FINISHED_ROUND: u32 = 0x44;
pub const PERFC_RECORD_ID_INDEX: u32 = 0x45;
pub const PERFC_RECORD_AUXTRACE_INFO: u32 = 0x46;
pub const PERFC_RECORD_AUXTRACE: u32 = 0x47;
pub const PERFC_RECORD_AUXTRACE_ERROR: u32 = 0x48;
pub const PERFC_RECORD_THREAD_MAP: u32 = 0x49;
pub const PERFC_RECORD_CPU_MAP: u32 = 0x4a;
pub const PERFC_RECORD_STAT_CONFIG: u32 = 0x4b;
pub const PERFC_RECORD_STAT: u32 = 0x4c;
pub const PERFC_RECORD_STAT_ROUND: u32 = 0x4d;
pub const PERFC_RECORD_EVENT_UPDATE: u32 = 0x4e;
pub const PERFC_RECORD_TIME_CONV: u32 = 0x4f;
pub const PERFC_RECORD_HEADER_FEATURE: u32 = 0x50;
pub const PERFC_RECORD_COMPRESSED: u32 = 0x51;
pub const PERFC_RECORD_FINISHED_INIT: u32 = 0x52;
pub const PERFC_RECORD_COMPRESSED2: u32 = 0x53;
pub const PERFC_RECORD_BPF_METADATA: u32 = 0x54;
pub const PERFC_RECORD_SCHEDSTAT_CPU: u32 = 0x55;
pub const PERFC_RECORD_SCHEDSTAT_DOMAIN: u32 = 0x56;
pub const PERFC_RECORD_MISC_CPUMODE_MASK: u32 = 0x7;
pub const PERFC_RECORD_MISC_CPUMODE_UNKNOWN: u32 = 0x0;
pub const PERFC_RECORD_MISC_KERNEL: u32 = 0x1;
pub const PERFC_RECORD_MISC_USER: u32 = 0x2;
pub const PERFC_RECORD_MISC_HYPERVISOR: u32 = 0x3;
pub const PERFC_RECORD_MISC_GUEST_KERNEL: u32 = 0x4;
pub const PERFC_RECORD_MISC_GUEST_USER: u32 = 0x5;
pub const PERFC_RECORD_MISC_PROC_MAP_PARSE_TIMEOUT: u32 = 0x1000;
pub const PERFC_RECORD_MISC_MMAP_DATA: u32 = 0x2000;
pub const PERFC_RECORD_MISC_COMM_EXEC: u32 = 0x2000;
pub const PERFC_RECORD_MISC_FORK_EXEC: u32 = 0x2000;
pub const PERFC_RECORD_MISC_SWITCH_OUT: u32 = 0x2000;
pub const PERFC_RECORD_MISC_EXACT_IP: u32 = 0x4000;
pub const PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT: u32 = 0x4000;
pub const PERFC_RECORD_MISC_MMAP_BUILD_ID: u32 = 0x4000;
pub const PERFC_RECORD_MISC_EXT_RESERVED: u32 = 0x8000;
pub const PERFC_AUX_FLAG_TRUNCATED: u64 = 0x1;
pub const PERFC_AUX_FLAG_OVERWRITE: u64 = 0x2;
pub const PERFC_AUX_FLAG_PARTIAL: u64 = 0x4;
pub const PERFC_AUX_FLAG_COLLISION: u64 = 0x8;
pub const PERFC_AUX_FLAG_PMU_FORMAT_TYPE_MASK: u64 = 0xff00;
pub const PERFC_AUX_FLAG_CORESIGHT_FORMAT_CORESIGHT: u64 = 0x0;
pub const PERFC_AUX_FLAG_CORESIGHT_FORMAT_RAW: u64 = 0x100;
pub const PERFC_RECORD_KSYMBOL_TYPE_UNKNOWN: u32 = 0x0;
pub const PERFC_RECORD_KSYMBOL_TYPE_BPF: u32 = 0x1;
pub const PERFC_RECORD_KSYMBOL_TYPE_OOL: u32 = 0x2;
pub const PERFC_RECORD_KSYMBOL_FLAGS_UNREGISTER: u32 = 0x1;
pub const PERFC_BPF_EVENT_UNKNOWN: u32 = 0x0;
pub const PERFC_BPF_EVENT_PROG_LOAD: u32 = 0x1;
pub const PERFC_BPF_EVENT_PROG_UNLOAD: u32 = 0x2;
pub const PERFC_NET_NS_INDEX: u32 = 0x0;
pub const PERFC_UTS_NS_INDEX: u32 = 0x1;
pub const PERFC_IPC_NS_INDEX: u32 = 0x2;
pub const PERFC_PID_NS_INDEX: u32 = 0x3;
pub const PERFC_USER_NS_INDEX: u32 = 0x4;
pub const PERFC_MNT_NS_INDEX: u32 = 0x5;
pub const PERFC_CGROUP_NS_INDEX: u32 = 0x6;
pub const PERFC_NR_NAMESPACES: u32 = 0x7;
pub const PERFC_CONTEXT_HV: u64 = 0xffffffffffffffe0;
pub const PERFC_CONTEXT_KERNEL: u64 = 0xffffffffffffff80;
pub const PERFC_CONTEXT_USER: u64 = 0xfffffffffffffe00;
pub const PERFC_CONTEXT_USER_DEFERRED: u64 = 0xfffffffffffffd80;
pub const PERFC_CONTEXT_GUEST: u64 = 0xfffffffffffff800;
pub const PERFC_CONTEXT_GUEST_KERNEL: u64 = 0xfffffffffffff780;
pub const PERFC_CONTEXT_GUEST_USER: u64 = 0xfffffffffffff600;
pub const PERFC_CONTEXT_MAX: u64 = 0xfffffffffffff001;
pub const PERFC_BR_UNKNOWN: u32 = 0x0;
pub const PERFC_BR_COND: u32 = 0x1;
pub const PERFC_BR_UNCOND: u32 = 0x2;
pub const PERFC_BR_IND: u32 = 0x3;
pub const PERFC_BR_CALL: u32 = 0x4;
pub const PERFC_BR_IND_CALL: u32 = 0x5;
pub const PERFC_BR_RET: u32 = 0x6;
pub const PERFC_BR_SYSCALL: u32 = 0x7;
pub const PERFC_BR_SYSRET: u32 = 0x8;
pub const PERFC_BR_COND_CALL: u32 = 0x9;
pub const PERFC_BR_COND_RET: u32 = 0xa;
pub const PERFC_BR_ERET: u32 = 0xb;
pub const PERFC_BR_IRQ: u32 = 0xc;
pub const PERFC_BR_SERROR: u32 = 0xd;
pub const PERFC_BR_NO_TX: u32 = 0xe;
pub const PERFC_BR_EXTEND_ABI: u32 = 0xf;
pub const PERFC_BR_NEW_FAULT_ALGN: u32 = 0x0;
pub const PERFC_BR_NEW_FAULT_DATA: u32 = 0x1;
pub const PERFC_BR_NEW_FAULT_INST: u32 = 0x2;
pub const PERFC_BR_NEW_ARCH_1: u32 = 0x3;
pub const PERFC_BR_NEW_ARCH_2: u32 = 0x4;
pub const PERFC_BR_NEW_ARCH_3: u32 = 0x5;
pub const PERFC_BR_NEW_ARCH_4: u32 = 0x6;
pub const PERFC_BR_NEW_ARCH_5: u32 = 0x7;
pub const PERFC_BR_ARM64_FIQ: u32 = 0x3;
pub const PERFC_BR_ARM64_DEBUG_HALT: u32 = 0x4;
pub const PERFC_BR_ARM64_DEBUG_EXIT: u32 = 0x5;
pub const PERFC_BR_ARM64_DEBUG_INST: u32 = 0x6;
pub const PERFC_BR_ARM64_DEBUG_DATA: u32 = 0x7;
pub const PERFC_BR_SPEC_NA: u32 = 0x0;
pub const PERFC_BR_SPEC_WRONG_PATH: u32 = 0x1;
pub const PERFC_BR_SPEC_NON_SPEC_CORRECT_PATH: u32 = 0x2;
pub const PERFC_BR_SPEC_CORRECT_PATH: u32 = 0x3;
pub const PERFC_BR_PRIV_UNKNOWN: u32 = 0x0;
pub const PERFC_BR_PRIV_USER: u32 = 0x1;
pub const PERFC_BR_PRIV_KERNEL: u32 = 0x2;
pub const PERFC_BR_PRIV_HV: u32 = 0x3;
pub const PERFC_TXN_ELISION: u32 = 0x1;
pub const PERFC_TXN_TRANSACTION: u32 = 0x2;
pub const PERFC_TXN_SYNC: u32 = 0x4;
pub const PERFC_TXN_ASYNC: u32 = 0x8;
pub const PERFC_TXN_RETRY: u32 = 0x10;
pub const PERFC_TXN_CONFLICT: u32 = 0x20;
pub const PERFC_TXN_CAPACITY_WRITE: u32 = 0x40;
pub const PERFC_TXN_CAPACITY_READ: u32 = 0x80;
pub const PERFC_TXN_ABORT_SHIFT: u32 = 0x20;
pub const PERFC_TXN_ABORT_MASK: u64 = 0xffffffff00000000;
pub const PERFC_MEM_OP_NA: u32 = 0x1;
pub const PERFC_MEM_OP_LOAD: u32 = 0x2;
pub const PERFC_MEM_OP_STORE: u32 = 0x4;
pub const PERFC_MEM_OP_PFETCH: u32 = 0x8;
pub const PERFC_MEM_OP_EXEC: u32 = 0x10;
pub const PERFC_MEM_LVL_NA: u32 = 0x1;
pub const PERFC_MEM_LVL_HIT: u32 = 0x2;
pub const PERFC_MEM_LVL_MISS: u32 = 0x4;
pub const PERFC_MEM_LVL_L1: u32 = 0x8;
pub const PERFC_MEM_LVL_LFB: u32 = 0x10;
pub const PERFC_MEM_LVL_L2: u32 = 0x20;
pub const PERFC_MEM_LVL_L3: u32 = 0x40;
pub const PERFC_MEM_LVL_LOC_RAM: u32 = 0x80;
pub const PERFC_MEM_LVL_REM_RAM1: u32 = 0x100;
pub const PERFC_MEM_LVL_REM_RAM2: u32 = 0x200;
pub const PERFC_MEM_LVL_REM_CCE1: u32 = 0x400;
pub const PERFC_MEM_LVL_REM_CCE2: u32 = 0x800;
pub const PERFC_MEM_LVL_IO: u32 = 0x1000;
pub const PERFC_MEM_LVL_UNC: u32 = 0x2000;
pub const PERFC_MEM_SNOOP_NA: u32 = 0x1;
pub const PERFC_MEM_SNOOP_NONE: u32 = 0x2;
pub const PERFC_MEM_SNOOP_HIT: u32 = 0x4;
pub const PERFC_MEM_SNOOP_MISS: u32 = 0x8;
pub const PERFC_MEM_SNOOP_HITM: u32 = 0x10;
pub const PERFC_MEM_LOCK_NA: u32 = 0x1;
pub const PERFC_MEM_LOCK_LOCKED: u32 = 0x2;
pub const PERFC_MEM_TLB_NA: u32 = 0x1;
pub const PERFC_MEM_TLB_HIT: u32 = 0x2;
pub const PERFC_MEM_TLB_MISS: u32 = 0x4;
pub const PERFC_MEM_TLB_L1: u32 = 0x8;
pub const PERFC_MEM_TLB_L2: u32 = 0x10;
pub const PERFC_MEM_TLB_WK: u32 = 0x20;
pub const PERFC_MEM_TLB_OS: u32 = 0x40;
pub const PERFC_MEM_LVLNUM_L1: u32 = 0x1;
pub const PERFC_MEM_LVLNUM_L2: u32 = 0x2;
pub const PERFC_MEM_LVLNUM_L3: u32 = 0x3;
pub const PERFC_MEM_LVLNUM_L4: u32 = 0x4;
pub const PERFC_MEM_LVLNUM_L2_MHB: u32 = 0x5;
pub const PERFC_MEM_LVLNUM_MSC: u32 = 0x6;
pub const PERFC_MEM_LVLNUM_L0: u32 = 0x7;
pub const PERFC_MEM_LVLNUM_UNC: u32 = 0x8;
pub const PERFC_MEM_LVLNUM_CXL: u32 = 0x9;
pub const PERFC_MEM_LVLNUM_IO: u32 = 0xa;
pub const PERFC_MEM_LVLNUM_ANY_CACHE: u32 = 0xb;
pub const PERFC_MEM_LVLNUM_LFB: u32 = 0xc;
pub const PERFC_MEM_LVLNUM_RAM: u32 = 0xd;
pub const PERFC_MEM_LVLNUM_PMEM: u32 = 0xe;
pub const PERFC_MEM_LVLNUM_NA: u32 = 0xf;
pub const PERFC_MEM_REMOTE_REMOTE: u32 = 0x1;
pub const PERFC_MEM_SNOOPX_FWD: u32 = 0x1;
pub const PERFC_MEM_SNOOPX_PEER: u32 = 0x2;
pub const PERFC_MEM_BLK_NA: u32 = 0x1;
pub const PERFC_MEM_BLK_DATA: u32 = 0x2;
pub const PERFC_MEM_BLK_ADDR: u32 = 0x4;
pub const PERFC_MEM_HOPS_0: u32 = 0x1;
pub const PERFC_MEM_HOPS_1: u32 = 0x2;
pub const PERFC_MEM_HOPS_2: u32 = 0x3;
pub const PERFC_MEM_HOPS_3: u32 = 0x4;
pub const PERFC_MEM_REGION_NA: u32 = 0x0;
pub const PERFC_MEM_REGION_RSVD: u32 = 0x1;
pub const PERFC_MEM_REGION_L_SHARE: u32 = 0x2;
pub const PERFC_MEM_REGION_L_NON_SHARE: u32 = 0x3;
pub const PERFC_MEM_REGION_O_IO: u32 = 0x4;
pub const PERFC_MEM_REGION_O_SHARE: u32 = 0x5;
pub const PERFC_MEM_REGION_O_NON_SHARE: u32 = 0x6;
pub const PERFC_MEM_REGION_MMIO: u32 = 0x7;
pub const PERFC_MEM_REGION_MEM0: u32 = 0x8;
pub const PERFC_MEM_REGION_MEM1: u32 = 0x9;
pub const PERFC_MEM_REGION_MEM2: u32 = 0xa;
pub const PERFC_MEM_REGION_MEM3: u32 = 0xb;
pub const PERFC_MEM_REGION_MEM4: u32 = 0xc;
pub const PERFC_MEM_REGION_MEM5: u32 = 0xd;
pub const PERFC_MEM_REGION_MEM6: u32 = 0xe;
pub const PERFC_MEM_REGION_MEM7: u32 = 0xf;
pub const PERFC_MEM_OP_SHIFT: u32 = 0x0;
pub const PERFC_MEM_LVL_SHIFT: u32 = 0x5;
pub const PERFC_MEM_SNOOP_SHIFT: u32 = 0x13;
pub const PERFC_MEM_LOCK_SHIFT: u32 = 0x18;
pub const PERFC_MEM_TLB_SHIFT: u32 = 0x1a;
pub const PERFC_MEM_LVLNUM_SHIFT: u32 = 0x21;
pub const PERFC_MEM_REMOTE_SHIFT: u32 = 0x25;
pub const PERFC_MEM_SNOOPX_SHIFT: u32 = 0x26;
pub const PERFC_MEM_BLK_SHIFT: u32 = 0x28;
pub const PERFC_MEM_HOPS_SHIFT: u32 = 0x2b;
pub const PERFC_MEM_REGION_SHIFT: u32 = 0x2e;
pub const PERFC_REG_X86_AX: u32 = 0x0;
pub const PERFC_REG_X86_BX: u32 = 0x1;
pub const PERFC_REG_X86_CX: u32 = 0x2;
pub const PERFC_REG_X86_DX: u32 = 0x3;
pub const PERFC_REG_X86_SI: u32 = 0x4;
pub const PERFC_REG_X86_DI: u32 = 0x5;
pub const PERFC_REG_X86_BP: u32 = 0x6;
pub const PERFC_REG_X86_SP: u32 = 0x7;
pub const PERFC_REG_X86_IP: u32 = 0x8;
pub const PERFC_REG_X86_FLAGS: u32 = 0x9;
pub const PERFC_REG_X86_CS: u32 = 0xa;
pub const PERFC_REG_X86_SS: u32 = 0xb;
pub const PERFC_REG_X86_DS: u32 = 0xc;
pub const PERFC_REG_X86_ES: u32 = 0xd;
pub const PERFC_REG_X86_FS: u32 = 0xe;
pub const PERFC_REG_X86_GS: u32 = 0xf;
pub const PERFC_REG_X86_R8: u32 = 0x10;
pub const PERFC_REG_X86_R9: u32 = 0x11;
pub const PERFC_REG_X86_R10: u32 = 0x12;
pub const PERFC_REG_X86_R11: u32 = 0x13;
pub const PERFC_REG_X86_R12: u32 = 0x14;
pub const PERFC_REG_X86_R13: u32 = 0x15;
pub const PERFC_REG_X86_R14: u32 = 0x16;
pub const PERFC_REG_X86_R15: u32 = 0x17;
pub const PERFC_REG_X86_XMM0: u32 = 0x20;
pub const PERFC_REG_X86_XMM1: u32 = 0x22;
pub const PERFC_REG_X86_XMM2: u32 = 0x24;
pub const PERFC_REG_X86_XMM3: u32 = 0x26;
pub const PERFC_REG_X86_XMM4: u32 = 0x28;
pub const PERFC_REG_X86_XMM5: u32 = 0x2a;
pub const PERFC_REG_X86_XMM6: u32 = 0x2c;
pub const PERFC_REG_X86_XMM7: u32 = 0x2e;
pub const PERFC_REG_X86_XMM8: u32 = 0x30;
pub const PERFC_REG_X86_XMM9: u32 = 0x32;
pub const PERFC_REG_X86_XMM10: u32 = 0x34;
pub const PERFC_REG_X86_XMM11: u32 = 0x36;
pub const PERFC_REG_X86_XMM12: u32 = 0x38;
pub const PERFC_REG_X86_XMM13: u32 = 0x3a;
pub const PERFC_REG_X86_XMM14: u32 = 0x3c;
pub const PERFC_REG_X86_XMM15: u32 = 0x3e;
pub const PERFC_REGS_X86_64_UNWIND: u64 = 0xff01ff;
pub const PERFC_REG_X86_64_IP: u32 = 0x8;
pub const PERFC_REG_X86_64_SP: u32 = 0x7;
pub const PERFC_REG_X86_64_FP: u32 = 0x6;
pub const PERFC_REG_ARM64_X0: u32 = 0x0;
pub const PERFC_REG_ARM64_X1: u32 = 0x1;
pub const PERFC_REG_ARM64_X2: u32 = 0x2;
pub const PERFC_REG_ARM64_X3: u32 = 0x3;
pub const PERFC_REG_ARM64_X4: u32 = 0x4;
pub const PERFC_REG_ARM64_X5: u32 = 0x5;
pub const PERFC_REG_ARM64_X6: u32 = 0x6;
pub const PERFC_REG_ARM64_X7: u32 = 0x7;
pub const PERFC_REG_ARM64_X8: u32 = 0x8;
pub const PERFC_REG_ARM64_X9: u32 = 0x9;
pub const PERFC_REG_ARM64_X10: u32 = 0xa;
pub const PERFC_REG_ARM64_X11: u32 = 0xb;
pub const PERFC_REG_ARM64_X12: u32 = 0xc;
pub const PERFC_REG_ARM64_X13: u32 = 0xd;
pub const PERFC_REG_ARM64_X14: u32 = 0xe;
pub const PERFC_REG_ARM64_X15: u32 = 0xf;
pub const PERFC_REG_ARM64_X16: u32 = 0x10;
pub const PERFC_REG_ARM64_X17: u32 = 0x11;
pub const PERFC_REG_ARM64_X18: u32 = 0x12;
pub const PERFC_REG_ARM64_X19: u32 = 0x13;
pub const PERFC_REG_ARM64_X20: u32 = 0x14;
pub const PERFC_REG_ARM64_X21: u32 = 0x15;
pub const PERFC_REG_ARM64_X22: u32 = 0x16;
pub const PERFC_REG_ARM64_X23: u32 = 0x17;
pub const PERFC_REG_ARM64_X24: u32 = 0x18;
pub const PERFC_REG_ARM64_X25: u32 = 0x19;
pub const PERFC_REG_ARM64_X26: u32 = 0x1a;
pub const PERFC_REG_ARM64_X27: u32 = 0x1b;
pub const PERFC_REG_ARM64_X28: u32 = 0x1c;
pub const PERFC_REG_ARM64_X29: u32 = 0x1d;
pub const PERFC_REG_ARM64_LR: u32 = 0x1e;
pub const PERFC_REG_ARM64_SP: u32 = 0x1f;
pub const PERFC_REG_ARM64_PC: u32 = 0x20;
pub const PERFC_REG_ARM64_VG: u32 = 0x2e;
pub const PERFC_REGS_ARM64_UNWIND: u64 = 0x1ffffffff;
pub const PERFC_REG_ARM64_IP: u32 = 0x20;
pub const PERFC_REG_ARM64_FP: u32 = 0x1d;
// ---- perfc/decode.h ----
pub const PERFC_BYTE_ORDER_NATIVE: u32 = 0x0;
pub const PERFC_BYTE_ORDER_LITTLE: u32 = 0x1;
pub const PERFC_BYTE_ORDER_BIG: u32 = 0x2;
pub const PERFC_PLAN_NO_DEFAULT: u32 = 0xffffffff;
pub const PERFC_PART_BRANCH_HW_IDX: u32 = 0x1;
pub const PERFC_PART_BRANCH_COUNTERS: u32 = 0x2;
pub const PERFC_PART_PARTIAL: u32 = 0x4;
pub const PERFC_PART_LEFT_OVER: u32 = 0x8;
pub const PERFC_MMAP_HAS_INODE: u32 = 0x1;
pub const PERFC_MMAP_HAS_BUILD_ID: u32 = 0x2;
pub const PERFC_MMAP_HAS_PROT: u32 = 0x4;
// ---- perfc/batch.h ----
pub const PERFC_BATCH_VIEWS: u32 = 0x1;
pub const PERFC_BATCH_VIEW_BYTES: u32 = 0x2;
pub const PERFC_TABLE_SAMPLES: u32 = 0x0;
pub const PERFC_TABLE_RECORDS: u32 = 0x1;
pub const PERFC_COLUMN_SEQUENCE: u32 = 0x0;
pub const PERFC_COLUMN_ATTR_INDEX: u32 = 0x1;
pub const PERFC_COLUMN_MISC: u32 = 0x2;
pub const PERFC_COLUMN_PID: u32 = 0x3;
pub const PERFC_COLUMN_TID: u32 = 0x4;
pub const PERFC_COLUMN_TIME: u32 = 0x5;
pub const PERFC_COLUMN_CPU: u32 = 0x6;
pub const PERFC_COLUMN_ID: u32 = 0x7;
pub const PERFC_COLUMN_RAW: u32 = 0x8;
pub const PERFC_COLUMN_TYPE: u32 = 0x9;
pub const PERFC_COLUMN_PARTS: u32 = 0xa;
pub const PERFC_COLUMN_IDENTIFIER: u32 = 0xb;
pub const PERFC_COLUMN_IP: u32 = 0xc;
pub const PERFC_COLUMN_ADDR: u32 = 0xd;
pub const PERFC_COLUMN_STREAM_ID: u32 = 0xe;
pub const PERFC_COLUMN_PERIOD: u32 = 0xf;
pub const PERFC_COLUMN_TIME_ENABLED: u32 = 0x10;
pub const PERFC_COLUMN_TIME_RUNNING: u32 = 0x11;
pub const PERFC_COLUMN_READ_VALUES: u32 = 0x12;
pub const PERFC_COLUMN_CALLCHAIN: u32 = 0x13;
pub const PERFC_COLUMN_BRANCHES: u32 = 0x14;
pub const PERFC_COLUMN_BRANCH_HW_IDX: u32 = 0x15;
pub const PERFC_COLUMN_BRANCH_COUNTERS: u32 = 0x16;
pub const PERFC_COLUMN_USER_ABI: u32 = 0x17;
pub const PERFC_COLUMN_USER_REGS: u32 = 0x18;
pub const PERFC_COLUMN_STACK: u32 = 0x19;
pub const PERFC_COLUMN_STACK_DYN_SIZE: u32 = 0x1a;
pub const PERFC_COLUMN_WEIGHT: u32 = 0x1b;
pub const PERFC_COLUMN_WEIGHT_VAR1_DW: u32 = 0x1c;
pub const PERFC_COLUMN_WEIGHT_VAR2_W: u32 = 0x1d;
pub const PERFC_COLUMN_WEIGHT_VAR3_W: u32 = 0x1e;
pub const PERFC_COLUMN_DATA_SRC: u32 = 0x1f;
pub const PERFC_COLUMN_TRANSACTION: u32 = 0x20;
pub const PERFC_COLUMN_INTR_ABI: u32 = 0x21;
pub const PERFC_COLUMN_INTR_REGS: u32 = 0x22;
pub const PERFC_COLUMN_PHYS_ADDR: u32 = 0x23;
pub const PERFC_COLUMN_CGROUP: u32 = 0x24;
pub const PERFC_COLUMN_DATA_PAGE_SIZE: u32 = 0x25;
pub const PERFC_COLUMN_CODE_PAGE_SIZE: u32 = 0x26;
pub const PERFC_COLUMN_AUX: u32 = 0x27;
pub const PERFC_COLUMN_REST: u32 = 0x28;
pub const PERFC_COLUMN_SOURCE: u32 = 0x29;
pub const PERFC_COLUMN_COUNT: u32 = 0x2a;
// ---- perfc/clock.h ----
pub const PERFC_CLOCK_SAME: u32 = 0x1;
pub const PERFC_CLOCK_READ: u32 = 0x2;
pub const PERFC_CLOCK_RECORDED: u32 = 0x3;
// ---- perfc/names.h ----
pub const PERFC_SPEC_NO_LEADER: u32 = 0xffffffff;
pub const PERFC_SPEC_WEAK: u32 = 0x1;
pub const PERFC_SPEC_SAMPLE_READ: u32 = 0x2;
pub const PERFC_SPEC_MAX_PRECISE: u32 = 0x4;
pub const PERFC_SPEC_BPF: u32 = 0x8;
pub const PERFC_SPEC_PERCORE: u32 = 0x10;
pub const PERFC_SPEC_PER_PKG: u32 = 0x20;
pub const PERFC_SPEC_SNAPSHOT: u32 = 0x40;
pub const PERFC_SPEC_SYSTEM_WIDE: u32 = 0x80;
pub const PERFC_SPEC_GUEST_DEFAULT: u32 = 0x100;
pub const PERFC_SPEC_TOOL: u32 = 0x200;
pub const PERFC_TERM_PERIOD: u32 = 0x1;
pub const PERFC_TERM_FREQ: u32 = 0x2;
pub const PERFC_TERM_TIME: u32 = 0x4;
pub const PERFC_TERM_CALL_GRAPH: u32 = 0x8;
pub const PERFC_TERM_STACK_SIZE: u32 = 0x10;
pub const PERFC_TERM_MAX_STACK: u32 = 0x20;
pub const PERFC_TERM_INHERIT: u32 = 0x40;
pub const PERFC_TERM_OVERWRITE: u32 = 0x80;
pub const PERFC_TERM_AUX_OUTPUT: u32 = 0x100;
pub const PERFC_TERM_AUX_SAMPLE_SIZE: u32 = 0x200;
pub const PERFC_TERM_BRANCH_TYPE: u32 = 0x400;
pub const PERFC_TERM_MAX_EVENTS: u32 = 0x800;
pub const PERFC_CATALOG_HARDWARE: u32 = 0x1;
pub const PERFC_CATALOG_SOFTWARE: u32 = 0x2;
pub const PERFC_CATALOG_CACHE: u32 = 0x4;
pub const PERFC_CATALOG_TOOL: u32 = 0x8;
pub const PERFC_CATALOG_PMU: u32 = 0x10;
pub const PERFC_CATALOG_PMU_EVENT: u32 = 0x20;
pub const PERFC_CATALOG_TRACEPOINT: u32 = 0x40;
pub const PERFC_CATALOG_ALL: u32 = 0x7f;
// ---- perfc/ring.h ----
pub const PERFC_MMAP_DEFAULT_PAGES: u32 = 0x80;
pub const PERFC_MMAP_OVERWRITE: u32 = 0x1;
// ---- perfc/stream.h ----
pub const PERFC_STREAM_FORWARD: u32 = 0x0;
pub const PERFC_STREAM_FLIGHT: u32 = 0x1;
pub const PERFC_STREAM_DEFAULT_ROUND: u32 = 0x100000;
pub const PERFC_STREAM_CUT_ALL: u64 = 0xffffffffffffffff;
// ---- perfc/set.h ----
pub const PERFC_TARGET_THREAD: u32 = 0x0;
pub const PERFC_TARGET_PROCESS: u32 = 0x1;
pub const PERFC_TARGET_TREE: u32 = 0x2;
pub const PERFC_TARGET_CGROUP: u32 = 0x3;
pub const PERFC_TARGET_CPUS: u32 = 0x4;
pub const PERFC_TARGET_FLAG_EACH_CPU: u32 = 0x1;
pub const PERFC_SET_OPEN_START: u32 = 0x1;
pub const PERFC_SET_OPEN_ENABLE_ON_EXEC: u32 = 0x2;
pub const PERFC_SET_OPEN_IDENTIFY: u32 = 0x4;
pub const PERFC_SET_OPEN_RAISE_FD_LIMIT: u32 = 0x8;
pub const PERFC_SET_OPEN_TOLERANT: u32 = 0x10;
pub const PERFC_FALLBACK_FREQ: u32 = 0x1;
pub const PERFC_FALLBACK_INHERIT_THREAD: u32 = 0x2;
pub const PERFC_FALLBACK_EXCLUDE_KERNEL: u32 = 0x4;
pub const PERFC_FALLBACK_PRECISE_IP: u32 = 0x8;
pub const PERFC_FALLBACK_CPU_CLOCK: u32 = 0x10;
pub const PERFC_FALLBACK_RING_SIZE: u32 = 0x20;
pub const PERFC_FALLBACK_GUEST: u32 = 0x40;
pub const PERFC_FALLBACK_ALL: u32 = 0x7f;
pub const PERFC_MEMBER_OPEN: u32 = 0x0;
pub const PERFC_MEMBER_OFFLINE: u32 = 0x1;
pub const PERFC_MEMBER_STOPPED: u32 = 0x2;
pub const PERFC_MEMBER_GONE: u32 = 0x3;
pub const PERFC_MEMBER_ABSENT: u32 = 0x4;
pub const PERFC_SET_UPDATE_REOPEN: u32 = 0x1;
pub const PERFC_SET_MMAP_SHARED: u32 = 0x1;
pub const PERFC_SET_MMAP_OVERWRITE: u32 = 0x2;
pub const PERFC_PAGES_FIT: u32 = 0xffffffff;
pub const PERFC_BPF_LINK: u32 = 0x1;
pub const PERFC_REPORT_FAILED: u32 = 0x1;
pub const PERFC_REPORT_DEGRADED: u32 = 0x2;
pub const PERFC_REPORT_OFFLINE: u32 = 0x3;
pub const PERFC_REPORT_GONE: u32 = 0x4;
pub const PERFC_REPORT_ABSENT: u32 = 0x5;
pub const PERFC_REPORT_REGROUPED: u32 = 0x6;
pub const PERFC_REPORT_FD_LIMIT: u32 = 0x7;
pub const PERFC_REPORT_NO_CPU: u32 = 0x8;
pub const PERFC_REPORT_OPENED: u32 = 0x9;
pub const PERFC_REPORT_NO_IDS: u32 = 0xa;
pub const PERFC_REPORT_NO_SPEC: u32 = 0xffffffff;
pub const PERFC_REPORT_ALL: u32 = 0xffffffff;
// ---- perfc/counts.h ----
pub const PERFC_QUALITY_EXACT: u32 = 0x1;
pub const PERFC_QUALITY_SCALED: u32 = 0x2;
pub const PERFC_QUALITY_PARTIAL: u32 = 0x4;
pub const PERFC_QUALITY_NEVER_RAN: u32 = 0x8;
pub const PERFC_QUALITY_PINNED_ERROR: u32 = 0x10;
pub const PERFC_QUALITY_OFFLINE: u32 = 0x20;
pub const PERFC_QUALITY_RESET: u32 = 0x40;
pub const PERFC_QUALITY_UNGROUPED: u32 = 0x80;
pub const PERFC_QUALITY_MISSING: u32 = 0x100;
pub const PERFC_ORIGIN_READ: u32 = 0x0;
pub const PERFC_ORIGIN_USER: u32 = 0x1;
pub const PERFC_ORIGIN_NO_PAGE: u32 = 0x2;
pub const PERFC_ORIGIN_NO_ACCESS: u32 = 0x3;
pub const PERFC_ORIGIN_NO_TIME: u32 = 0x4;
pub const PERFC_ORIGIN_NOT_ON_PMU: u32 = 0x5;
pub const PERFC_ORIGIN_OTHER_TASK: u32 = 0x6;
pub const PERFC_ORIGIN_INHERIT: u32 = 0x7;
pub const PERFC_ORIGIN_METRICS: u32 = 0x8;
pub const PERFC_ORIGIN_NO_COUNTER: u32 = 0x9;
pub const PERFC_ORIGIN_CHANGING: u32 = 0xa;
pub const PERFC_SUM_SPEC: u32 = 0x0;
pub const PERFC_SUM_CPU: u32 = 0x1;
pub const PERFC_SUM_THREAD: u32 = 0x2;
// ---- perfc/stitch.h ----
pub const PERFC_STITCH_DEFAULT_BYTES: u32 = 0x400000;
pub const PERFC_STITCH_LEAST_BYTES: u32 = 0x40000;
pub const PERFC_STITCH_MOST_BYTES: u32 = 0x80000000;
pub const PERFC_STITCH_PASSED: u32 = 0x0;
pub const PERFC_STITCH_SPLICED: u32 = 0x1;
pub const PERFC_STITCH_UNMATCHED: u32 = 0x2;
pub const PERFC_STITCH_OVERSIZED: u32 = 0x3;
// ---- perfc/tracepoint.h ----
pub const PERFC_FIELD_KIND_INT: u32 = 0x0;
pub const PERFC_FIELD_KIND_CHAR: u32 = 0x1;
pub const PERFC_FIELD_KIND_BOOL: u32 = 0x2;
pub const PERFC_FIELD_KIND_POINTER: u32 = 0x3;
pub const PERFC_FIELD_KIND_ENUM: u32 = 0x4;
pub const PERFC_FIELD_KIND_BITMASK: u32 = 0x5;
pub const PERFC_FIELD_KIND_STRING: u32 = 0x6;
pub const PERFC_FIELD_KIND_BYTES: u32 = 0x7;
pub const PERFC_FIELD_FLAG_SIGNED: u32 = 0x1;
pub const PERFC_FIELD_FLAG_COMMON: u32 = 0x2;
pub const PERFC_FIELD_FLAG_ARRAY: u32 = 0x4;
pub const PERFC_FIELD_FLAG_LOCATED: u32 = 0x8;
pub const PERFC_FIELD_FLAG_RELATIVE: u32 = 0x10;
pub const PERFC_FIELD_ALL: u32 = 0xffffffff;

opaque! {
    perfc_host,
    perfc_plan,
    perfc_event,
    perfc_batch,
    perfc_stream,
    ArrowSchema,
    ArrowArray,
    perfc_specs,
    perfc_catalog,
    ArrowArrayStream,
    perfc_set,
    perfc_report,
    perfc_stitch,
    perfc_tracepoint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_attr {
    pub type_: u32,
    pub size: u32,
    pub config: u64,
    pub sample_period: u64,
    pub sample_type: u64,
    pub read_format: u64,
    pub flags: u64,
    pub wakeup_events: u32,
    pub bp_type: u32,
    pub config1: u64,
    pub config2: u64,
    pub branch_sample_type: u64,
    pub sample_regs_user: u64,
    pub sample_stack_user: u32,
    pub clockid: i32,
    pub sample_regs_intr: u64,
    pub aux_watermark: u32,
    pub sample_max_stack: u16,
    pub reserved_2: u16,
    pub aux_sample_size: u32,
    pub aux_action: u32,
    pub sig_data: u64,
    pub config3: u64,
    pub config4: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_mmap_page {
    pub version: u32,
    pub compat_version: u32,
    pub lock: u32,
    pub index: u32,
    pub offset: i64,
    pub time_enabled: u64,
    pub time_running: u64,
    pub capabilities: u64,
    pub pmc_width: u16,
    pub time_shift: u16,
    pub time_mult: u32,
    pub time_offset: u64,
    pub time_zero: u64,
    pub size: u32,
    pub reserved_1: u32,
    pub time_cycles: u64,
    pub time_mask: u64,
    pub reserved: [u8; 928],
    pub data_head: u64,
    pub data_tail: u64,
    pub data_offset: u64,
    pub data_size: u64,
    pub aux_head: u64,
    pub aux_tail: u64,
    pub aux_offset: u64,
    pub aux_size: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_error {
    pub code: i32,
    pub call: u32,
    pub rule: u32,
    pub paranoid: i32,
    pub number: [u64; 8],
    pub operation: [c_char; 48],
    pub detail: [c_char; 384],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_host_options {
    pub size: u32,
    pub reserved: u32,
    pub sysfs: *const c_char,
    pub procfs: *const c_char,
    pub tracefs: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record {
    pub data: *const u8,
    pub type_: u32,
    pub misc: u16,
    pub size: u16,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_range {
    pub offset: u16,
    pub count: u16,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_read_part {
    pub time_enabled: u64,
    pub time_running: u64,
    pub read_format: u32,
    pub offset: u16,
    pub nr: u16,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_read_value {
    pub value: u64,
    pub id: u64,
    pub lost: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_stream_record {
    pub record: perfc_record,
    pub plan: *const perfc_plan,
    pub time: u64,
    pub sequence: u64,
    pub position: u64,
    pub tail: *const u8,
    pub tail_size: u64,
    pub source: u32,
    pub flags: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_aux_data {
    pub data: *const u8,
    pub size: u64,
    pub rest: *const u8,
    pub rest_size: u64,
    pub offset: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_places {
    pub sample_id: u16,
    pub sample_tid: u16,
    pub sample_time: u16,
    pub sample_cpu: u16,
    pub trailer_id: u16,
    pub trailer_tid: u16,
    pub trailer_time: u16,
    pub trailer_cpu: u16,
    pub trailer_size: u16,
    pub sample_size: u16,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_sample {
    pub present: u64,
    pub parts: u32,
    pub attr_index: u32,
    pub identifier: u64,
    pub ip: u64,
    pub pid: u32,
    pub tid: u32,
    pub time: u64,
    pub addr: u64,
    pub id: u64,
    pub stream_id: u64,
    pub cpu: u32,
    pub cpu_reserved: u32,
    pub period: u64,
    pub read: perfc_read_part,
    pub callchain: perfc_range,
    pub raw: perfc_range,
    pub branches: perfc_range,
    pub branch_counters: perfc_range,
    pub branch_hw_idx: u64,
    pub user_abi: u64,
    pub user_regs: perfc_range,
    pub stack: perfc_range,
    pub stack_dyn_size: u64,
    pub weight: u64,
    pub weight_var1_dw: u32,
    pub weight_var2_w: u16,
    pub weight_var3_w: u16,
    pub data_src: u64,
    pub transaction: u64,
    pub intr_abi: u64,
    pub intr_regs: perfc_range,
    pub aux: perfc_range,
    pub phys_addr: u64,
    pub cgroup: u64,
    pub data_page_size: u64,
    pub code_page_size: u64,
    pub rest: perfc_range,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_branch_entry {
    pub from: u64,
    pub to: u64,
    pub flags: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_branch {
    pub mispred: u8,
    pub predicted: u8,
    pub in_tx: u8,
    pub abort: u8,
    pub cycles: u16,
    pub type_: u8,
    pub spec: u8,
    pub new_type: u8,
    pub priv_: u8,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_data_src {
    pub op: u16,
    pub lvl: u16,
    pub snoop: u16,
    pub lock: u16,
    pub dtlb: u16,
    pub lvl_num: u16,
    pub remote: u16,
    pub snoopx: u16,
    pub blk: u16,
    pub hops: u16,
    pub region: u16,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_sample_id {
    pub present: u64,
    pub attr_index: u32,
    pub cpu: u32,
    pub pid: u32,
    pub tid: u32,
    pub time: u64,
    pub id: u64,
    pub stream_id: u64,
    pub identifier: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_mmap {
    pub pid: u32,
    pub tid: u32,
    pub addr: u64,
    pub len: u64,
    pub pgoff: u64,
    pub filename: perfc_range,
    pub fields: u32,
    pub prot: u32,
    pub flags: u32,
    pub maj: u32,
    pub min: u32,
    pub ino: u64,
    pub ino_generation: u64,
    pub build_id_size: u32,
    pub build_id: [u8; 20],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_lost {
    pub id: u64,
    pub lost: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_comm {
    pub pid: u32,
    pub tid: u32,
    pub comm: perfc_range,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_task {
    pub pid: u32,
    pub ppid: u32,
    pub tid: u32,
    pub ptid: u32,
    pub time: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_throttle {
    pub time: u64,
    pub id: u64,
    pub stream_id: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_read {
    pub pid: u32,
    pub tid: u32,
    pub read: perfc_read_part,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_aux {
    pub aux_offset: u64,
    pub aux_size: u64,
    pub flags: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_itrace_start {
    pub pid: u32,
    pub tid: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_lost_samples {
    pub lost: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_switch {
    pub out: u32,
    pub preempted: u32,
    pub has_other: u32,
    pub next_prev_pid: u32,
    pub next_prev_tid: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_namespace {
    pub dev: u64,
    pub ino: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_namespaces {
    pub pid: u32,
    pub tid: u32,
    pub namespaces: perfc_range,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_ksymbol {
    pub addr: u64,
    pub len: u32,
    pub ksym_type: u16,
    pub flags: u16,
    pub name: perfc_range,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_bpf_event {
    pub type_: u16,
    pub flags: u16,
    pub id: u32,
    pub tag: [u8; 8],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_cgroup {
    pub id: u64,
    pub path: perfc_range,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_text_poke {
    pub addr: u64,
    pub old_bytes: perfc_range,
    pub new_bytes: perfc_range,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_aux_output_hw_id {
    pub hw_id: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_record_callchain_deferred {
    pub cookie: u64,
    pub callchain: perfc_range,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_batch_options {
    pub size: u32,
    pub flags: u32,
    pub sample_type: u64,
    pub rows: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_batch_info {
    pub samples: u64,
    pub records: u64,
    pub sequence: u64,
    pub undecodable: u64,
    pub full: u32,
    pub overflow: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_column {
    pub values: *const c_void,
    pub validity: *const u8,
    pub offsets: *const i32,
    pub sizes: *const i32,
    pub rows: u64,
    pub null_count: u64,
    pub value_count: u64,
    pub width: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_clock_relation {
    pub time: u64,
    pub offset: i64,
    pub uncertainty: u64,
    pub clock: i32,
    pub how: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_spec {
    pub leader: u32,
    pub flags: u32,
    pub attr: *const c_void,
    pub attr_size: u32,
    pub cpu_count: u32,
    pub name: *const c_char,
    pub pmu: *const c_char,
    pub unit: *const c_char,
    pub scale: f64,
    pub cpu_list: *const u32,
    pub filter: *const c_char,
    pub terms: u32,
    pub reserved: u32,
    pub max_events: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_catalog_entry {
    pub kind: u32,
    pub reserved: u32,
    pub name: *const c_char,
    pub pmu: *const c_char,
    pub unit: *const c_char,
    pub description: *const c_char,
    pub scale: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_losses {
    pub lost: u64,
    pub lost_samples: u64,
    pub throttled: u64,
    pub overwritten: u64,
    pub malformed: u64,
    pub unknown: u64,
    pub read_lost: u64,
    pub read_lost_set: u64,
    pub out_of_order: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_stream_options {
    pub size: u32,
    pub kind: u32,
    pub round_bytes: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_target {
    pub size: u32,
    pub kind: u32,
    pub pid: i32,
    pub flags: u32,
    pub reserved: u32,
    pub cpu_count: u32,
    pub cpus: *const c_char,
    pub cpu_list: *const u32,
    pub cgroup: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_set_options {
    pub size: u32,
    pub reserved: u32,
    pub flags: u32,
    pub fallbacks: u32,
    pub report: *mut perfc_report,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_member {
    pub spec: u32,
    pub leader: u32,
    pub status: u32,
    pub cpu: i32,
    pub pid: i32,
    pub open_error: i32,
    pub event: *mut perfc_event,
    pub ring: *mut perfc_event,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_ring_budget {
    pub rings: u32,
    pub data_pages: u32,
    pub bytes: u64,
    pub budget: u64,
    pub mlock_kb: u64,
    pub online_cpus: u64,
    pub rlimit_memlock: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_report_entry {
    pub kind: u32,
    pub step: u32,
    pub spec: u32,
    pub cpu: i32,
    pub pid: i32,
    pub reserved: u32,
    pub before: u64,
    pub after: u64,
    pub event: [c_char; 64],
    pub error: perfc_error,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_count {
    pub raw: u64,
    pub scaled: u64,
    pub time_enabled: u64,
    pub time_running: u64,
    pub lost: u64,
    pub id: u64,
    pub fields: u64,
    pub quality: u32,
    pub origin: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_sum_row {
    pub spec: u32,
    pub cpu: i32,
    pub pid: i32,
    pub parts: u32,
    pub missing: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_stitch_options {
    pub size: u32,
    pub reserved: u32,
    pub max_bytes: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_stitched_record {
    pub pushed: perfc_stream_record,
    pub state: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_stitch_info {
    pub held: u64,
    pub matched: u64,
    pub unmatched: u64,
    pub oversized: u64,
    pub unclaimed: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_tracepoint_info {
    pub id: u32,
    pub field_count: u32,
    pub system: *const c_char,
    pub name: *const c_char,
    pub print_format: *const c_char,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_tracepoint_field {
    pub name: *const c_char,
    pub type_: *const c_char,
    pub kind: u32,
    pub flags: u32,
    pub offset: u32,
    pub size: u32,
    pub element_size: u32,
    pub count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_tracepoint_rows {
    pub rows: u64,
    pub present: u64,
    pub others: u64,
    pub malformed: u64,
}

functions! {
    // ---- perfc/version.h ----
    fn perfc_version() -> u32;
    // ---- perfc/error.h ----
    fn perfc_error_text(error: *const perfc_error, buffer: *mut c_char, size: usize) -> c_int;
    // ---- perfc/host.h ----
    fn perfc_host_create(options: *const perfc_host_options, host: *mut *mut perfc_host, error: *mut perfc_error) -> c_int;
    fn perfc_host_destroy(host: *mut perfc_host);
    fn perfc_host_supported(host: *const perfc_host) -> c_int;
    fn perfc_host_attr_size(host: *const perfc_host, error: *mut perfc_error) -> c_int;
    fn perfc_host_max_stack(host: *const perfc_host) -> c_int;
    fn perfc_host_pmu_type(host: *const perfc_host, pmu: *const c_char, error: *mut perfc_error) -> c_int;
    fn perfc_host_root(host: *const perfc_host, root: u32, buffer: *mut c_char, size: usize) -> c_int;
    // ---- perfc/record.h ----
    fn perfc_record_range(record: *const perfc_record, range: *const perfc_range, element: usize) -> *const c_void;
    fn perfc_record_read_value(record: *const perfc_record, part: *const perfc_read_part, index: u32, value: *mut perfc_read_value, value_size: usize) -> c_int;
    fn perfc_record_flags(type_: u32, misc: u16) -> u32;
    fn perfc_record_type_name(type_: u32) -> *const c_char;
    // ---- perfc/event.h ----
    fn perfc_open(host: *const perfc_host, attr: *const c_void, attr_size: usize, pid: i32, cpu: i32, group: *mut perfc_event, flags: u64, event: *mut *mut perfc_event, error: *mut perfc_error) -> c_int;
    fn perfc_open_string(host: *const perfc_host, event_string: *const c_char, sample_type: u64, pid: i32, cpu: i32, event: *mut *mut perfc_event, error: *mut perfc_error) -> c_int;
    fn perfc_open_fd(host: *const perfc_host, fd: c_int, attr: *const c_void, attr_size: usize, event: *mut *mut perfc_event, error: *mut perfc_error) -> c_int;
    fn perfc_close(event: *mut perfc_event);
    fn perfc_event_fd(event: *const perfc_event) -> c_int;
    fn perfc_event_attr(event: *const perfc_event, buffer: *mut c_void, size: usize) -> c_int;
    fn perfc_event_plan(event: *const perfc_event) -> *const perfc_plan;
    fn perfc_ioctl(event: *mut perfc_event, request: u32, argument: u64, error: *mut perfc_error) -> c_int;
    fn perfc_event_id(event: *const perfc_event, id: *mut u64) -> c_int;
    fn perfc_event_set_output(event: *mut perfc_event, target: *mut perfc_event, error: *mut perfc_error) -> c_int;
    fn perfc_event_set_filter(event: *mut perfc_event, filter: *const c_char, error: *mut perfc_error) -> c_int;
    fn perfc_event_query_bpf(event: *mut perfc_event, ids: *mut u32, capacity: u32, count: *mut u32, error: *mut perfc_error) -> c_int;
    fn perfc_event_modify_attr(event: *mut perfc_event, attr: *const c_void, attr_size: usize, error: *mut perfc_error) -> c_int;
    fn perfc_task_enable(host: *const perfc_host) -> c_int;
    fn perfc_task_disable(host: *const perfc_host) -> c_int;
    // ---- perfc/aux_area.h ----
    fn perfc_aux_mmap(event: *mut perfc_event, pages: u32, flags: u32, error: *mut perfc_error) -> c_int;
    fn perfc_aux_munmap(event: *mut perfc_event) -> c_int;
    fn perfc_aux_peek(event: *mut perfc_event, view: *mut perfc_aux_data, size: usize) -> c_int;
    fn perfc_aux_view(event: *mut perfc_event, aux_offset: u64, aux_size: u64, aux_flags: u64, view: *mut perfc_aux_data, size: usize) -> c_int;
    fn perfc_aux_release(event: *mut perfc_event, offset: u64) -> c_int;
    // ---- perfc/decode.h ----
    fn perfc_plan_create(byte_order: u32, plan: *mut *mut perfc_plan, error: *mut perfc_error) -> c_int;
    fn perfc_plan_add_attr(plan: *mut perfc_plan, attr: *const c_void, attr_size: usize, ids: *const u64, id_count: u32, error: *mut perfc_error) -> c_int;
    fn perfc_plan_add_ids(plan: *mut perfc_plan, index: u32, ids: *const u64, id_count: u32, error: *mut perfc_error) -> c_int;
    fn perfc_plan_set_default(plan: *mut perfc_plan, index: u32) -> c_int;
    fn perfc_plan_tells_apart(plan: *const perfc_plan, error: *mut perfc_error) -> c_int;
    fn perfc_plan_attr_count(plan: *const perfc_plan) -> c_int;
    fn perfc_plan_attr(plan: *const perfc_plan, index: u32, buffer: *mut c_void, size: usize) -> c_int;
    fn perfc_plan_ids(plan: *const perfc_plan, index: u32, ids: *mut u64, capacity: u32, count: *mut u32) -> c_int;
    fn perfc_plan_find_id(plan: *const perfc_plan, id: u64) -> c_int;
    fn perfc_plan_get_places(plan: *const perfc_plan, index: u32, places: *mut perfc_record_places, size: usize) -> c_int;
    fn perfc_plan_destroy(plan: *mut perfc_plan);
    fn perfc_plan_view_record(plan: *const perfc_plan, data: *const c_void, available: usize, scratch: *mut c_void, scratch_size: usize, record: *mut perfc_record) -> c_int;
    fn perfc_decode_sample(plan: *const perfc_plan, record: *const perfc_record, sample: *mut perfc_sample, sample_size: usize) -> c_int;
    fn perfc_decode_register(plan: *const perfc_plan, record: *const perfc_record, sample: *const perfc_sample, which: u64, reg: u32, value: *mut u64) -> c_int;
    fn perfc_decode_branch(flags: u64, branch: *mut perfc_branch, branch_size: usize) -> c_int;
    fn perfc_decode_data_src(word: u64, data_src: *mut perfc_data_src, data_src_size: usize) -> c_int;
    fn perfc_decode_sample_id(plan: *const perfc_plan, record: *const perfc_record, id: *mut perfc_sample_id, id_size: usize) -> c_int;
    fn perfc_decode_mmap(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_mmap, out_size: usize) -> c_int;
    fn perfc_decode_lost(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_lost, out_size: usize) -> c_int;
    fn perfc_decode_comm(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_comm, out_size: usize) -> c_int;
    fn perfc_decode_task(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_task, out_size: usize) -> c_int;
    fn perfc_decode_throttle(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_throttle, out_size: usize) -> c_int;
    fn perfc_decode_read(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_read, out_size: usize) -> c_int;
    fn perfc_decode_aux(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_aux, out_size: usize) -> c_int;
    fn perfc_decode_itrace_start(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_itrace_start, out_size: usize) -> c_int;
    fn perfc_decode_lost_samples(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_lost_samples, out_size: usize) -> c_int;
    fn perfc_decode_switch(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_switch, out_size: usize) -> c_int;
    fn perfc_decode_namespaces(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_namespaces, out_size: usize) -> c_int;
    fn perfc_decode_ksymbol(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_ksymbol, out_size: usize) -> c_int;
    fn perfc_decode_bpf_event(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_bpf_event, out_size: usize) -> c_int;
    fn perfc_decode_cgroup(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_cgroup, out_size: usize) -> c_int;
    fn perfc_decode_text_poke(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_text_poke, out_size: usize) -> c_int;
    fn perfc_decode_aux_output_hw_id(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_aux_output_hw_id, out_size: usize) -> c_int;
    fn perfc_decode_callchain_deferred(plan: *const perfc_plan, record: *const perfc_record, out: *mut perfc_record_callchain_deferred, out_size: usize) -> c_int;
    // ---- perfc/batch.h ----
    fn perfc_batch_create(options: *const perfc_batch_options, batch: *mut *mut perfc_batch, error: *mut perfc_error) -> c_int;
    fn perfc_batch_destroy(batch: *mut perfc_batch);
    fn perfc_batch_fill_event(batch: *mut perfc_batch, event: *mut perfc_event) -> c_int;
    fn perfc_batch_fill_bytes(batch: *mut perfc_batch, plan: *const perfc_plan, data: *const c_void, size: usize, consumed: *mut usize) -> c_int;
    fn perfc_batch_fill_stream(batch: *mut perfc_batch, stream: *mut perfc_stream) -> c_int;
    fn perfc_batch_fill_records(batch: *mut perfc_batch, records: *const perfc_stream_record, count: u32, taken: *mut u32) -> c_int;
    fn perfc_batch_get_info(batch: *const perfc_batch, info: *mut perfc_batch_info, size: usize) -> c_int;
    fn perfc_batch_column(batch: *const perfc_batch, table: u32, column: u32, out: *mut perfc_column, size: usize) -> c_int;
    fn perfc_column_name(column: u32) -> *const c_char;
    fn perfc_batch_record(batch: *const perfc_batch, row: u64, record: *mut perfc_stream_record) -> c_int;
    fn perfc_batch_export_arrow(batch: *const perfc_batch, table: u32, schema: *mut ArrowSchema, array: *mut ArrowArray, error: *mut perfc_error) -> c_int;
    // ---- perfc/clock.h ----
    fn perfc_clock_find(name: *const c_char, clock: *mut i32) -> c_int;
    fn perfc_clock_name(clock: i32) -> *const c_char;
    fn perfc_event_relate_clock(event: *const perfc_event, clock: i32, relation: *mut perfc_clock_relation, size: usize, error: *mut perfc_error) -> c_int;
    fn perfc_clock_convert(relation: *const perfc_clock_relation, later: *const perfc_clock_relation, size: usize, time: u64, ns: *mut u64, uncertainty: *mut u64) -> c_int;
    // ---- perfc/names.h ----
    fn perfc_specs_create(host: *const perfc_host, specs: *mut *mut perfc_specs, error: *mut perfc_error) -> c_int;
    fn perfc_specs_destroy(specs: *mut perfc_specs);
    fn perfc_specs_add(specs: *mut perfc_specs, attr: *const c_void, attr_size: usize, name: *const c_char, leader: u32, error: *mut perfc_error) -> c_int;
    fn perfc_specs_parse(specs: *mut perfc_specs, events: *const c_char, sample_type: u64, error: *mut perfc_error) -> c_int;
    fn perfc_specs_count(specs: *const perfc_specs) -> c_int;
    fn perfc_specs_get(specs: *const perfc_specs, index: u32, spec: *mut perfc_spec, size: usize) -> c_int;
    fn perfc_specs_set_attr(specs: *mut perfc_specs, index: u32, attr: *const c_void, attr_size: usize, error: *mut perfc_error) -> c_int;
    fn perfc_specs_set_filter(specs: *mut perfc_specs, index: u32, filter: *const c_char, error: *mut perfc_error) -> c_int;
    fn perfc_attr_label(host: *const perfc_host, attr: *const c_void, attr_size: usize, buffer: *mut c_char, size: usize) -> c_int;
    fn perfc_catalog_create(host: *const perfc_host, kinds: u32, catalog: *mut *mut perfc_catalog, error: *mut perfc_error) -> c_int;
    fn perfc_catalog_destroy(catalog: *mut perfc_catalog);
    fn perfc_catalog_count(catalog: *const perfc_catalog) -> c_int;
    fn perfc_catalog_get(catalog: *const perfc_catalog, index: u32, entry: *mut perfc_catalog_entry, size: usize) -> c_int;
    // ---- perfc/ring.h ----
    fn perfc_mmap(event: *mut perfc_event, data_pages: u32, flags: u32, error: *mut perfc_error) -> c_int;
    fn perfc_munmap(event: *mut perfc_event) -> c_int;
    fn perfc_event_control_page(event: *const perfc_event) -> *const perfc_mmap_page;
    fn perfc_next_record(event: *mut perfc_event, record: *mut perfc_record) -> c_int;
    fn perfc_next_records(event: *mut perfc_event, records: *mut perfc_record, capacity: u32) -> c_int;
    fn perfc_event_peek_record(event: *mut perfc_event, record: *mut perfc_record) -> c_int;
    fn perfc_event_wait(event: *mut perfc_event, timeout_ms: i32, error: *mut perfc_error) -> c_int;
    fn perfc_event_wake(event: *mut perfc_event) -> c_int;
    fn perfc_event_losses(event: *const perfc_event, losses: *mut perfc_losses, size: usize) -> c_int;
    // ---- perfc/stream.h ----
    fn perfc_stream_create(host: *const perfc_host, options: *const perfc_stream_options, stream: *mut *mut perfc_stream, error: *mut perfc_error) -> c_int;
    fn perfc_stream_destroy(stream: *mut perfc_stream);
    fn perfc_stream_add_event(stream: *mut perfc_stream, event: *mut perfc_event, error: *mut perfc_error) -> c_int;
    fn perfc_stream_remove_event(stream: *mut perfc_stream, event: *mut perfc_event) -> c_int;
    fn perfc_stream_event(stream: *const perfc_stream, source: u32) -> *mut perfc_event;
    fn perfc_stream_next_records(stream: *mut perfc_stream, records: *mut perfc_stream_record, capacity: u32) -> c_int;
    fn perfc_stream_wait(stream: *mut perfc_stream, timeout_ms: i32, error: *mut perfc_error) -> c_int;
    fn perfc_stream_wake(stream: *mut perfc_stream) -> c_int;
    fn perfc_stream_fd(stream: *const perfc_stream) -> c_int;
    fn perfc_stream_losses(stream: *const perfc_stream, event: *const perfc_event, losses: *mut perfc_losses, size: usize) -> c_int;
    fn perfc_stream_cut(stream: *mut perfc_stream, last_ns: u64, error: *mut perfc_error) -> c_int;
    fn perfc_stream_resume(stream: *mut perfc_stream, error: *mut perfc_error) -> c_int;
    fn perfc_stream_export_arrow(stream: *mut perfc_stream, options: *const perfc_batch_options, table: u32, duration_ms: i32, out: *mut ArrowArrayStream, error: *mut perfc_error) -> c_int;
    // ---- perfc/set.h ----
    fn perfc_set_open(host: *const perfc_host, specs: *const perfc_specs, target: *const perfc_target, options: *const perfc_set_options, set: *mut *mut perfc_set, error: *mut perfc_error) -> c_int;
    fn perfc_set_close(set: *mut perfc_set);
    fn perfc_set_member_count(set: *const perfc_set) -> c_int;
    fn perfc_set_member(set: *const perfc_set, index: u32, member: *mut perfc_member, size: usize) -> c_int;
    fn perfc_set_specs(set: *const perfc_set) -> *const perfc_specs;
    fn perfc_set_create_plan(set: *mut perfc_set, plan: *mut *mut perfc_plan, error: *mut perfc_error) -> c_int;
    fn perfc_set_enable(set: *mut perfc_set) -> c_int;
    fn perfc_set_disable(set: *mut perfc_set) -> c_int;
    fn perfc_set_reset(set: *mut perfc_set) -> c_int;
    fn perfc_set_update(set: *mut perfc_set, flags: u32, error: *mut perfc_error) -> c_int;
    fn perfc_set_mmap(set: *mut perfc_set, data_pages: u32, flags: u32, error: *mut perfc_error) -> c_int;
    fn perfc_set_ring_budget(set: *const perfc_set, flags: u32, budget: *mut perfc_ring_budget, size: usize) -> c_int;
    fn perfc_stream_add_set(stream: *mut perfc_stream, set: *mut perfc_set, error: *mut perfc_error) -> c_int;
    fn perfc_set_attach_bpf(set: *mut perfc_set, prog_fd: c_int, flags: u32, error: *mut perfc_error) -> c_int;
    fn perfc_set_detach_bpf(set: *mut perfc_set) -> c_int;
    fn perfc_report_create(report: *mut *mut perfc_report, error: *mut perfc_error) -> c_int;
    fn perfc_report_destroy(report: *mut perfc_report);
    fn perfc_set_report(set: *const perfc_set) -> *const perfc_report;
    fn perfc_report_count(report: *const perfc_report) -> c_int;
    fn perfc_report_get(report: *const perfc_report, index: u32, entry: *mut perfc_report_entry, size: usize) -> c_int;
    fn perfc_report_text(report: *const perfc_report, index: u32, buffer: *mut c_char, size: usize) -> c_int;
    // ---- perfc/counts.h ----
    fn perfc_read(event: *const perfc_event, count: *mut perfc_count, size: usize) -> c_int;
    fn perfc_read_group(leader: *const perfc_event, events: *const *mut perfc_event, counts: *mut perfc_count, count_size: usize, capacity: u32) -> c_int;
    fn perfc_read_user(event: *const perfc_event, count: *mut perfc_count, size: usize) -> c_int;
    fn perfc_count_delta(from: *const perfc_count, to: *const perfc_count, delta: *mut perfc_count, size: usize) -> c_int;
    fn perfc_count_sum(counts: *const perfc_count, count_size: usize, count: u32, sum: *mut perfc_count) -> c_int;
    fn perfc_count_scale(value: u64, enabled: u64, running: u64, scaled: *mut u64) -> c_int;
    fn perfc_set_read(set: *const perfc_set, counts: *mut perfc_count, size: usize, capacity: u32) -> c_int;
    fn perfc_set_sum(set: *const perfc_set, by: u32, counts: *const perfc_count, count: u32, sums: *mut perfc_count, count_size: usize, rows: *mut perfc_sum_row, row_size: usize, capacity: u32) -> c_int;
    // ---- perfc/stitch.h ----
    fn perfc_stitch_create(options: *const perfc_stitch_options, stitch: *mut *mut perfc_stitch, error: *mut perfc_error) -> c_int;
    fn perfc_stitch_destroy(stitch: *mut perfc_stitch);
    fn perfc_stitch_push(stitch: *mut perfc_stitch, record: *const perfc_stream_record) -> c_int;
    fn perfc_stitch_next_record(stitch: *mut perfc_stitch, record: *mut perfc_stitched_record) -> c_int;
    fn perfc_stitch_flush(stitch: *mut perfc_stitch) -> c_int;
    fn perfc_stitch_get_info(stitch: *const perfc_stitch, info: *mut perfc_stitch_info, size: usize) -> c_int;
    // ---- perfc/tracepoint.h ----
    fn perfc_tracepoint_create(host: *const perfc_host, name: *const c_char, tracepoint: *mut *mut perfc_tracepoint, error: *mut perfc_error) -> c_int;
    fn perfc_tracepoint_create_by_id(host: *const perfc_host, id: u32, tracepoint: *mut *mut perfc_tracepoint, error: *mut perfc_error) -> c_int;
    fn perfc_tracepoint_create_from_text(system: *const c_char, format: *const c_char, size: usize, byte_order: u32, tracepoint: *mut *mut perfc_tracepoint, error: *mut perfc_error) -> c_int;
    fn perfc_tracepoint_destroy(tracepoint: *mut perfc_tracepoint);
    fn perfc_tracepoint_get_info(tracepoint: *const perfc_tracepoint, info: *mut perfc_tracepoint_info, size: usize) -> c_int;
    fn perfc_tracepoint_get_field(tracepoint: *const perfc_tracepoint, index: u32, field: *mut perfc_tracepoint_field, size: usize) -> c_int;
    fn perfc_tracepoint_find_field(tracepoint: *const perfc_tracepoint, name: *const c_char) -> c_int;
    fn perfc_tracepoint_matches(tracepoint: *const perfc_tracepoint, raw: *const c_void, raw_size: usize) -> c_int;
    fn perfc_tracepoint_value(tracepoint: *const perfc_tracepoint, raw: *const c_void, raw_size: usize, field: u32, index: u32, value: *mut u64) -> c_int;
    fn perfc_tracepoint_range(tracepoint: *const perfc_tracepoint, raw: *const c_void, raw_size: usize, field: u32, index: u32, offset: *mut u32, length: *mut u32) -> c_int;
    fn perfc_tracepoint_text(tracepoint: *const perfc_tracepoint, raw: *const c_void, raw_size: usize, field: u32, buffer: *mut c_char, size: usize) -> c_int;
    fn perfc_tracepoint_column_values(tracepoint: *const perfc_tracepoint, batch: *const perfc_batch, field: u32, index: u32, values: *mut c_void, stride: usize, validity: *mut u8, capacity: u32, rows: *mut perfc_tracepoint_rows, rows_size: usize) -> c_int;
    fn perfc_tracepoint_column_ranges(tracepoint: *const perfc_tracepoint, batch: *const perfc_batch, field: u32, index: u32, offsets: *mut i32, lengths: *mut i32, validity: *mut u8, capacity: u32, rows: *mut perfc_tracepoint_rows, rows_size: usize) -> c_int;
}

const _: () = {
    use std::mem::{align_of, offset_of, size_of};
    assert!(size_of::<perfc_attr>() == 144);
    assert!(align_of::<perfc_attr>() == 8);
    assert!(offset_of!(perfc_attr, type_) == 0);
    assert!(offset_of!(perfc_attr, size) == 4);
    assert!(offset_of!(perfc_attr, config) == 8);
    assert!(offset_of!(perfc_attr, sample_period) == 16);
    assert!(offset_of!(perfc_attr, sample_type) == 24);
    assert!(offset_of!(perfc_attr, read_format) == 32);
    assert!(offset_of!(perfc_attr, flags) == 40);
    assert!(offset_of!(perfc_attr, wakeup_events) == 48);
    assert!(offset_of!(perfc_attr, bp_type) == 52);
    assert!(offset_of!(perfc_attr, config1) == 56);
    assert!(offset_of!(perfc_attr, config2) == 64);
    assert!(offset_of!(perfc_attr, branch_sample_type) == 72);
    assert!(offset_of!(perfc_attr, sample_regs_user) == 80);
    assert!(offset_of!(perfc_attr, sample_stack_user) == 88);
    assert!(offset_of!(perfc_attr, clockid) == 92);
    assert!(offset_of!(perfc_attr, sample_regs_intr) == 96);
    assert!(offset_of!(perfc_attr, aux_watermark) == 104);
    assert!(offset_of!(perfc_attr, sample_max_stack) == 108);
    assert!(offset_of!(perfc_attr, reserved_2) == 110);
    assert!(offset_of!(perfc_attr, aux_sample_size) == 112);
    assert!(offset_of!(perfc_attr, aux_action) == 116);
    assert!(offset_of!(perfc_attr, sig_data) == 120);
    assert!(offset_of!(perfc_attr, config3) == 128);
    assert!(offset_of!(perfc_attr, config4) == 136);
    assert!(size_of::<perfc_mmap_page>() == 1088);
    assert!(align_of::<perfc_mmap_page>() == 8);
    assert!(offset_of!(perfc_mmap_page, version) == 0);
    assert!(offset_of!(perfc_mmap_page, compat_version) == 4);
    assert!(offset_of!(perfc_mmap_page, lock) == 8);
    assert!(offset_of!(perfc_mmap_page, index) == 12);
    assert!(offset_of!(perfc_mmap_page, offset) == 16);
    assert!(offset_of!(perfc_mmap_page, time_enabled) == 24);
    assert!(offset_of!(perfc_mmap_page, time_running) == 32);
    assert!(offset_of!(perfc_mmap_page, capabilities) == 40);
    assert!(offset_of!(perfc_mmap_page, pmc_width) == 48);
    assert!(offset_of!(perfc_mmap_page, time_shift) == 50);
    assert!(offset_of!(perfc_mmap_page, time_mult) == 52);
    assert!(offset_of!(perfc_mmap_page, time_offset) == 56);
    assert!(offset_of!(perfc_mmap_page, time_zero) == 64);
    assert!(offset_of!(perfc_mmap_page, size) == 72);
    assert!(offset_of!(perfc_mmap_page, reserved_1) == 76);
    assert!(offset_of!(perfc_mmap_page, time_cycles) == 80);
    assert!(offset_of!(perfc_mmap_page, time_mask) == 88);
    assert!(offset_of!(perfc_mmap_page, reserved) == 96);
    assert!(offset_of!(perfc_mmap_page, data_head) == 1024);
    assert!(offset_of!(perfc_mmap_page, data_tail) == 1032);
    assert!(offset_of!(perfc_mmap_page, data_offset) == 1040);
    assert!(offset_of!(perfc_mmap_page, data_size) == 1048);
    assert!(offset_of!(perfc_mmap_page, aux_head) == 1056);
    assert!(offset_of!(perfc_mmap_page, aux_tail) == 1064);
    assert!(offset_of!(perfc_mmap_page, aux_offset) == 1072);
    assert!(offset_of!(perfc_mmap_page, aux_size) == 1080);
    assert!(size_of::<perfc_error>() == 512);
    assert!(align_of::<perfc_error>() == 8);
    assert!(offset_of!(perfc_error, code) == 0);
    assert!(offset_of!(perfc_error, call) == 4);
    assert!(offset_of!(perfc_error, rule) == 8);
    assert!(offset_of!(perfc_error, paranoid) == 12);
    assert!(offset_of!(perfc_error, number) == 16);
    assert!(offset_of!(perfc_error, operation) == 80);
    assert!(offset_of!(perfc_error, detail) == 128);
    assert!(size_of::<perfc_host_options>() == 32);
    assert!(align_of::<perfc_host_options>() == 8);
    assert!(offset_of!(perfc_host_options, size) == 0);
    assert!(offset_of!(perfc_host_options, reserved) == 4);
    assert!(offset_of!(perfc_host_options, sysfs) == 8);
    assert!(offset_of!(perfc_host_options, procfs) == 16);
    assert!(offset_of!(perfc_host_options, tracefs) == 24);
    assert!(size_of::<perfc_record>() == 16);
    assert!(align_of::<perfc_record>() == 8);
    assert!(offset_of!(perfc_record, data) == 0);
    assert!(offset_of!(perfc_record, type_) == 8);
    assert!(offset_of!(perfc_record, misc) == 12);
    assert!(offset_of!(perfc_record, size) == 14);
    assert!(size_of::<perfc_range>() == 4);
    assert!(align_of::<perfc_range>() == 2);
    assert!(offset_of!(perfc_range, offset) == 0);
    assert!(offset_of!(perfc_range, count) == 2);
    assert!(size_of::<perfc_read_part>() == 24);
    assert!(align_of::<perfc_read_part>() == 8);
    assert!(offset_of!(perfc_read_part, time_enabled) == 0);
    assert!(offset_of!(perfc_read_part, time_running) == 8);
    assert!(offset_of!(perfc_read_part, read_format) == 16);
    assert!(offset_of!(perfc_read_part, offset) == 20);
    assert!(offset_of!(perfc_read_part, nr) == 22);
    assert!(size_of::<perfc_read_value>() == 24);
    assert!(align_of::<perfc_read_value>() == 8);
    assert!(offset_of!(perfc_read_value, value) == 0);
    assert!(offset_of!(perfc_read_value, id) == 8);
    assert!(offset_of!(perfc_read_value, lost) == 16);
    assert!(size_of::<perfc_stream_record>() == 72);
    assert!(align_of::<perfc_stream_record>() == 8);
    assert!(offset_of!(perfc_stream_record, record) == 0);
    assert!(offset_of!(perfc_stream_record, plan) == 16);
    assert!(offset_of!(perfc_stream_record, time) == 24);
    assert!(offset_of!(perfc_stream_record, sequence) == 32);
    assert!(offset_of!(perfc_stream_record, position) == 40);
    assert!(offset_of!(perfc_stream_record, tail) == 48);
    assert!(offset_of!(perfc_stream_record, tail_size) == 56);
    assert!(offset_of!(perfc_stream_record, source) == 64);
    assert!(offset_of!(perfc_stream_record, flags) == 68);
    assert!(size_of::<perfc_aux_data>() == 40);
    assert!(align_of::<perfc_aux_data>() == 8);
    assert!(offset_of!(perfc_aux_data, data) == 0);
    assert!(offset_of!(perfc_aux_data, size) == 8);
    assert!(offset_of!(perfc_aux_data, rest) == 16);
    assert!(offset_of!(perfc_aux_data, rest_size) == 24);
    assert!(offset_of!(perfc_aux_data, offset) == 32);
    assert!(size_of::<perfc_record_places>() == 24);
    assert!(align_of::<perfc_record_places>() == 4);
    assert!(offset_of!(perfc_record_places, sample_id) == 0);
    assert!(offset_of!(perfc_record_places, sample_tid) == 2);
    assert!(offset_of!(perfc_record_places, sample_time) == 4);
    assert!(offset_of!(perfc_record_places, sample_cpu) == 6);
    assert!(offset_of!(perfc_record_places, trailer_id) == 8);
    assert!(offset_of!(perfc_record_places, trailer_tid) == 10);
    assert!(offset_of!(perfc_record_places, trailer_time) == 12);
    assert!(offset_of!(perfc_record_places, trailer_cpu) == 14);
    assert!(offset_of!(perfc_record_places, trailer_size) == 16);
    assert!(offset_of!(perfc_record_places, sample_size) == 18);
    assert!(offset_of!(perfc_record_places, reserved) == 20);
    assert!(size_of::<perfc_sample>() == 248);
    assert!(align_of::<perfc_sample>() == 8);
    assert!(offset_of!(perfc_sample, present) == 0);
    assert!(offset_of!(perfc_sample, parts) == 8);
    assert!(offset_of!(perfc_sample, attr_index) == 12);
    assert!(offset_of!(perfc_sample, identifier) == 16);
    assert!(offset_of!(perfc_sample, ip) == 24);
    assert!(offset_of!(perfc_sample, pid) == 32);
    assert!(offset_of!(perfc_sample, tid) == 36);
    assert!(offset_of!(perfc_sample, time) == 40);
    assert!(offset_of!(perfc_sample, addr) == 48);
    assert!(offset_of!(perfc_sample, id) == 56);
    assert!(offset_of!(perfc_sample, stream_id) == 64);
    assert!(offset_of!(perfc_sample, cpu) == 72);
    assert!(offset_of!(perfc_sample, cpu_reserved) == 76);
    assert!(offset_of!(perfc_sample, period) == 80);
    assert!(offset_of!(perfc_sample, read) == 88);
    assert!(offset_of!(perfc_sample, callchain) == 112);
    assert!(offset_of!(perfc_sample, raw) == 116);
    assert!(offset_of!(perfc_sample, branches) == 120);
    assert!(offset_of!(perfc_sample, branch_counters) == 124);
    assert!(offset_of!(perfc_sample, branch_hw_idx) == 128);
    assert!(offset_of!(perfc_sample, user_abi) == 136);
    assert!(offset_of!(perfc_sample, user_regs) == 144);
    assert!(offset_of!(perfc_sample, stack) == 148);
    assert!(offset_of!(perfc_sample, stack_dyn_size) == 152);
    assert!(offset_of!(perfc_sample, weight) == 160);
    assert!(offset_of!(perfc_sample, weight_var1_dw) == 168);
    assert!(offset_of!(perfc_sample, weight_var2_w) == 172);
    assert!(offset_of!(perfc_sample, weight_var3_w) == 174);
    assert!(offset_of!(perfc_sample, data_src) == 176);
    assert!(offset_of!(perfc_sample, transaction) == 184);
    assert!(offset_of!(perfc_sample, intr_abi) == 192);
    assert!(offset_of!(perfc_sample, intr_regs) == 200);
    assert!(offset_of!(perfc_sample, aux) == 204);
    assert!(offset_of!(perfc_sample, phys_addr) == 208);
    assert!(offset_of!(perfc_sample, cgroup) == 216);
    assert!(offset_of!(perfc_sample, data_page_size) == 224);
    assert!(offset_of!(perfc_sample, code_page_size) == 232);
    assert!(offset_of!(perfc_sample, rest) == 240);
    assert!(offset_of!(perfc_sample, reserved) == 244);
    assert!(size_of::<perfc_branch_entry>() == 24);
    assert!(align_of::<perfc_branch_entry>() == 8);
    assert!(offset_of!(perfc_branch_entry, from) == 0);
    assert!(offset_of!(perfc_branch_entry, to) == 8);
    assert!(offset_of!(perfc_branch_entry, flags) == 16);
    assert!(size_of::<perfc_branch>() == 10);
    assert!(align_of::<perfc_branch>() == 2);
    assert!(offset_of!(perfc_branch, mispred) == 0);
    assert!(offset_of!(perfc_branch, predicted) == 1);
    assert!(offset_of!(perfc_branch, in_tx) == 2);
    assert!(offset_of!(perfc_branch, abort) == 3);
    assert!(offset_of!(perfc_branch, cycles) == 4);
    assert!(offset_of!(perfc_branch, type_) == 6);
    assert!(offset_of!(perfc_branch, spec) == 7);
    assert!(offset_of!(perfc_branch, new_type) == 8);
    assert!(offset_of!(perfc_branch, priv_) == 9);
    assert!(size_of::<perfc_data_src>() == 22);
    assert!(align_of::<perfc_data_src>() == 2);
    assert!(offset_of!(perfc_data_src, op) == 0);
    assert!(offset_of!(perfc_data_src, lvl) == 2);
    assert!(offset_of!(perfc_data_src, snoop) == 4);
    assert!(offset_of!(perfc_data_src, lock) == 6);
    assert!(offset_of!(perfc_data_src, dtlb) == 8);
    assert!(offset_of!(perfc_data_src, lvl_num) == 10);
    assert!(offset_of!(perfc_data_src, remote) == 12);
    assert!(offset_of!(perfc_data_src, snoopx) == 14);
    assert!(offset_of!(perfc_data_src, blk) == 16);
    assert!(offset_of!(perfc_data_src, hops) == 18);
    assert!(offset_of!(perfc_data_src, region) == 20);
    assert!(size_of::<perfc_sample_id>() == 56);
    assert!(align_of::<perfc_sample_id>() == 8);
    assert!(offset_of!(perfc_sample_id, present) == 0);
    assert!(offset_of!(perfc_sample_id, attr_index) == 8);
    assert!(offset_of!(perfc_sample_id, cpu) == 12);
    assert!(offset_of!(perfc_sample_id, pid) == 16);
    assert!(offset_of!(perfc_sample_id, tid) == 20);
    assert!(offset_of!(perfc_sample_id, time) == 24);
    assert!(offset_of!(perfc_sample_id, id) == 32);
    assert!(offset_of!(perfc_sample_id, stream_id) == 40);
    assert!(offset_of!(perfc_sample_id, identifier) == 48);
    assert!(size_of::<perfc_record_mmap>() == 96);
    assert!(align_of::<perfc_record_mmap>() == 8);
    assert!(offset_of!(perfc_record_mmap, pid) == 0);
    assert!(offset_of!(perfc_record_mmap, tid) == 4);
    assert!(offset_of!(perfc_record_mmap, addr) == 8);
    assert!(offset_of!(perfc_record_mmap, len) == 16);
    assert!(offset_of!(perfc_record_mmap, pgoff) == 24);
    assert!(offset_of!(perfc_record_mmap, filename) == 32);
    assert!(offset_of!(perfc_record_mmap, fields) == 36);
    assert!(offset_of!(perfc_record_mmap, prot) == 40);
    assert!(offset_of!(perfc_record_mmap, flags) == 44);
    assert!(offset_of!(perfc_record_mmap, maj) == 48);
    assert!(offset_of!(perfc_record_mmap, min) == 52);
    assert!(offset_of!(perfc_record_mmap, ino) == 56);
    assert!(offset_of!(perfc_record_mmap, ino_generation) == 64);
    assert!(offset_of!(perfc_record_mmap, build_id_size) == 72);
    assert!(offset_of!(perfc_record_mmap, build_id) == 76);
    assert!(size_of::<perfc_record_lost>() == 16);
    assert!(align_of::<perfc_record_lost>() == 8);
    assert!(offset_of!(perfc_record_lost, id) == 0);
    assert!(offset_of!(perfc_record_lost, lost) == 8);
    assert!(size_of::<perfc_record_comm>() == 12);
    assert!(align_of::<perfc_record_comm>() == 4);
    assert!(offset_of!(perfc_record_comm, pid) == 0);
    assert!(offset_of!(perfc_record_comm, tid) == 4);
    assert!(offset_of!(perfc_record_comm, comm) == 8);
    assert!(size_of::<perfc_record_task>() == 24);
    assert!(align_of::<perfc_record_task>() == 8);
    assert!(offset_of!(perfc_record_task, pid) == 0);
    assert!(offset_of!(perfc_record_task, ppid) == 4);
    assert!(offset_of!(perfc_record_task, tid) == 8);
    assert!(offset_of!(perfc_record_task, ptid) == 12);
    assert!(offset_of!(perfc_record_task, time) == 16);
    assert!(size_of::<perfc_record_throttle>() == 24);
    assert!(align_of::<perfc_record_throttle>() == 8);
    assert!(offset_of!(perfc_record_throttle, time) == 0);
    assert!(offset_of!(perfc_record_throttle, id) == 8);
    assert!(offset_of!(perfc_record_throttle, stream_id) == 16);
    assert!(size_of::<perfc_record_read>() == 32);
    assert!(align_of::<perfc_record_read>() == 8);
    assert!(offset_of!(perfc_record_read, pid) == 0);
    assert!(offset_of!(perfc_record_read, tid) == 4);
    assert!(offset_of!(perfc_record_read, read) == 8);
    assert!(size_of::<perfc_record_aux>() == 24);
    assert!(align_of::<perfc_record_aux>() == 8);
    assert!(offset_of!(perfc_record_aux, aux_offset) == 0);
    assert!(offset_of!(perfc_record_aux, aux_size) == 8);
    assert!(offset_of!(perfc_record_aux, flags) == 16);
    assert!(size_of::<perfc_record_itrace_start>() == 8);
    assert!(align_of::<perfc_record_itrace_start>() == 4);
    assert!(offset_of!(perfc_record_itrace_start, pid) == 0);
    assert!(offset_of!(perfc_record_itrace_start, tid) == 4);
    assert!(size_of::<perfc_record_lost_samples>() == 8);
    assert!(align_of::<perfc_record_lost_samples>() == 8);
    assert!(offset_of!(perfc_record_lost_samples, lost) == 0);
    assert!(size_of::<perfc_record_switch>() == 20);
    assert!(align_of::<perfc_record_switch>() == 4);
    assert!(offset_of!(perfc_record_switch, out) == 0);
    assert!(offset_of!(perfc_record_switch, preempted) == 4);
    assert!(offset_of!(perfc_record_switch, has_other) == 8);
    assert!(offset_of!(perfc_record_switch, next_prev_pid) == 12);
    assert!(offset_of!(perfc_record_switch, next_prev_tid) == 16);
    assert!(size_of::<perfc_namespace>() == 16);
    assert!(align_of::<perfc_namespace>() == 8);
    assert!(offset_of!(perfc_namespace, dev) == 0);
    assert!(offset_of!(perfc_namespace, ino) == 8);
    assert!(size_of::<perfc_record_namespaces>() == 12);
    assert!(align_of::<perfc_record_namespaces>() == 4);
    assert!(offset_of!(perfc_record_namespaces, pid) == 0);
    assert!(offset_of!(perfc_record_namespaces, tid) == 4);
    assert!(offset_of!(perfc_record_namespaces, namespaces) == 8);
    assert!(size_of::<perfc_record_ksymbol>() == 24);
    assert!(align_of::<perfc_record_ksymbol>() == 8);
    assert!(offset_of!(perfc_record_ksymbol, addr) == 0);
    assert!(offset_of!(perfc_record_ksymbol, len) == 8);
    assert!(offset_of!(perfc_record_ksymbol, ksym_type) == 12);
    assert!(offset_of!(perfc_record_ksymbol, flags) == 14);
    assert!(offset_of!(perfc_record_ksymbol, name) == 16);
    assert!(offset_of!(perfc_record_ksymbol, reserved) == 20);
    assert!(size_of::<perfc_record_bpf_event>() == 16);
    assert!(align_of::<perfc_record_bpf_event>() == 4);
    assert!(offset_of!(perfc_record_bpf_event, type_) == 0);
    assert!(offset_of!(perfc_record_bpf_event, flags) == 2);
    assert!(offset_of!(perfc_record_bpf_event, id) == 4);
    assert!(offset_of!(perfc_record_bpf_event, tag) == 8);
    assert!(size_of::<perfc_record_cgroup>() == 16);
    assert!(align_of::<perfc_record_cgroup>() == 8);
    assert!(offset_of!(perfc_record_cgroup, id) == 0);
    assert!(offset_of!(perfc_record_cgroup, path) == 8);
    assert!(offset_of!(perfc_record_cgroup, reserved) == 12);
    assert!(size_of::<perfc_record_text_poke>() == 16);
    assert!(align_of::<perfc_record_text_poke>() == 8);
    assert!(offset_of!(perfc_record_text_poke, addr) == 0);
    assert!(offset_of!(perfc_record_text_poke, old_bytes) == 8);
    assert!(offset_of!(perfc_record_text_poke, new_bytes) == 12);
    assert!(size_of::<perfc_record_aux_output_hw_id>() == 8);
    assert!(align_of::<perfc_record_aux_output_hw_id>() == 8);
    assert!(offset_of!(perfc_record_aux_output_hw_id, hw_id) == 0);
    assert!(size_of::<perfc_record_callchain_deferred>() == 16);
    assert!(align_of::<perfc_record_callchain_deferred>() == 8);
    assert!(offset_of!(perfc_record_callchain_deferred, cookie) == 0);
    assert!(offset_of!(perfc_record_callchain_deferred, callchain) == 8);
    assert!(offset_of!(perfc_record_callchain_deferred, reserved) == 12);
    assert!(size_of::<perfc_batch_options>() == 24);
    assert!(align_of::<perfc_batch_options>() == 8);
    assert!(offset_of!(perfc_batch_options, size) == 0);
    assert!(offset_of!(perfc_batch_options, flags) == 4);
    assert!(offset_of!(perfc_batch_options, sample_type) == 8);
    assert!(offset_of!(perfc_batch_options, rows) == 16);
    assert!(offset_of!(perfc_batch_options, reserved) == 20);
    assert!(size_of::<perfc_batch_info>() == 40);
    assert!(align_of::<perfc_batch_info>() == 8);
    assert!(offset_of!(perfc_batch_info, samples) == 0);
    assert!(offset_of!(perfc_batch_info, records) == 8);
    assert!(offset_of!(perfc_batch_info, sequence) == 16);
    assert!(offset_of!(perfc_batch_info, undecodable) == 24);
    assert!(offset_of!(perfc_batch_info, full) == 32);
    assert!(offset_of!(perfc_batch_info, overflow) == 36);
    assert!(size_of::<perfc_column>() == 64);
    assert!(align_of::<perfc_column>() == 8);
    assert!(offset_of!(perfc_column, values) == 0);
    assert!(offset_of!(perfc_column, validity) == 8);
    assert!(offset_of!(perfc_column, offsets) == 16);
    assert!(offset_of!(perfc_column, sizes) == 24);
    assert!(offset_of!(perfc_column, rows) == 32);
    assert!(offset_of!(perfc_column, null_count) == 40);
    assert!(offset_of!(perfc_column, value_count) == 48);
    assert!(offset_of!(perfc_column, width) == 56);
    assert!(offset_of!(perfc_column, reserved) == 60);
    assert!(size_of::<perfc_clock_relation>() == 32);
    assert!(align_of::<perfc_clock_relation>() == 8);
    assert!(offset_of!(perfc_clock_relation, time) == 0);
    assert!(offset_of!(perfc_clock_relation, offset) == 8);
    assert!(offset_of!(perfc_clock_relation, uncertainty) == 16);
    assert!(offset_of!(perfc_clock_relation, clock) == 24);
    assert!(offset_of!(perfc_clock_relation, how) == 28);
    assert!(size_of::<perfc_spec>() == 88);
    assert!(align_of::<perfc_spec>() == 8);
    assert!(offset_of!(perfc_spec, leader) == 0);
    assert!(offset_of!(perfc_spec, flags) == 4);
    assert!(offset_of!(perfc_spec, attr) == 8);
    assert!(offset_of!(perfc_spec, attr_size) == 16);
    assert!(offset_of!(perfc_spec, cpu_count) == 20);
    assert!(offset_of!(perfc_spec, name) == 24);
    assert!(offset_of!(perfc_spec, pmu) == 32);
    assert!(offset_of!(perfc_spec, unit) == 40);
    assert!(offset_of!(perfc_spec, scale) == 48);
    assert!(offset_of!(perfc_spec, cpu_list) == 56);
    assert!(offset_of!(perfc_spec, filter) == 64);
    assert!(offset_of!(perfc_spec, terms) == 72);
    assert!(offset_of!(perfc_spec, reserved) == 76);
    assert!(offset_of!(perfc_spec, max_events) == 80);
    assert!(size_of::<perfc_catalog_entry>() == 48);
    assert!(align_of::<perfc_catalog_entry>() == 8);
    assert!(offset_of!(perfc_catalog_entry, kind) == 0);
    assert!(offset_of!(perfc_catalog_entry, reserved) == 4);
    assert!(offset_of!(perfc_catalog_entry, name) == 8);
    assert!(offset_of!(perfc_catalog_entry, pmu) == 16);
    assert!(offset_of!(perfc_catalog_entry, unit) == 24);
    assert!(offset_of!(perfc_catalog_entry, description) == 32);
    assert!(offset_of!(perfc_catalog_entry, scale) == 40);
    assert!(size_of::<perfc_losses>() == 72);
    assert!(align_of::<perfc_losses>() == 8);
    assert!(offset_of!(perfc_losses, lost) == 0);
    assert!(offset_of!(perfc_losses, lost_samples) == 8);
    assert!(offset_of!(perfc_losses, throttled) == 16);
    assert!(offset_of!(perfc_losses, overwritten) == 24);
    assert!(offset_of!(perfc_losses, malformed) == 32);
    assert!(offset_of!(perfc_losses, unknown) == 40);
    assert!(offset_of!(perfc_losses, read_lost) == 48);
    assert!(offset_of!(perfc_losses, read_lost_set) == 56);
    assert!(offset_of!(perfc_losses, out_of_order) == 64);
    assert!(size_of::<perfc_stream_options>() == 16);
    assert!(align_of::<perfc_stream_options>() == 8);
    assert!(offset_of!(perfc_stream_options, size) == 0);
    assert!(offset_of!(perfc_stream_options, kind) == 4);
    assert!(offset_of!(perfc_stream_options, round_bytes) == 8);
    assert!(size_of::<perfc_target>() == 48);
    assert!(align_of::<perfc_target>() == 8);
    assert!(offset_of!(perfc_target, size) == 0);
    assert!(offset_of!(perfc_target, kind) == 4);
    assert!(offset_of!(perfc_target, pid) == 8);
    assert!(offset_of!(perfc_target, flags) == 12);
    assert!(offset_of!(perfc_target, reserved) == 16);
    assert!(offset_of!(perfc_target, cpu_count) == 20);
    assert!(offset_of!(perfc_target, cpus) == 24);
    assert!(offset_of!(perfc_target, cpu_list) == 32);
    assert!(offset_of!(perfc_target, cgroup) == 40);
    assert!(size_of::<perfc_set_options>() == 24);
    assert!(align_of::<perfc_set_options>() == 8);
    assert!(offset_of!(perfc_set_options, size) == 0);
    assert!(offset_of!(perfc_set_options, reserved) == 4);
    assert!(offset_of!(perfc_set_options, flags) == 8);
    assert!(offset_of!(perfc_set_options, fallbacks) == 12);
    assert!(offset_of!(perfc_set_options, report) == 16);
    assert!(size_of::<perfc_member>() == 40);
    assert!(align_of::<perfc_member>() == 8);
    assert!(offset_of!(perfc_member, spec) == 0);
    assert!(offset_of!(perfc_member, leader) == 4);
    assert!(offset_of!(perfc_member, status) == 8);
    assert!(offset_of!(perfc_member, cpu) == 12);
    assert!(offset_of!(perfc_member, pid) == 16);
    assert!(offset_of!(perfc_member, open_error) == 20);
    assert!(offset_of!(perfc_member, event) == 24);
    assert!(offset_of!(perfc_member, ring) == 32);
    assert!(size_of::<perfc_ring_budget>() == 48);
    assert!(align_of::<perfc_ring_budget>() == 8);
    assert!(offset_of!(perfc_ring_budget, rings) == 0);
    assert!(offset_of!(perfc_ring_budget, data_pages) == 4);
    assert!(offset_of!(perfc_ring_budget, bytes) == 8);
    assert!(offset_of!(perfc_ring_budget, budget) == 16);
    assert!(offset_of!(perfc_ring_budget, mlock_kb) == 24);
    assert!(offset_of!(perfc_ring_budget, online_cpus) == 32);
    assert!(offset_of!(perfc_ring_budget, rlimit_memlock) == 40);
    assert!(size_of::<perfc_report_entry>() == 616);
    assert!(align_of::<perfc_report_entry>() == 8);
    assert!(offset_of!(perfc_report_entry, kind) == 0);
    assert!(offset_of!(perfc_report_entry, step) == 4);
    assert!(offset_of!(perfc_report_entry, spec) == 8);
    assert!(offset_of!(perfc_report_entry, cpu) == 12);
    assert!(offset_of!(perfc_report_entry, pid) == 16);
    assert!(offset_of!(perfc_report_entry, reserved) == 20);
    assert!(offset_of!(perfc_report_entry, before) == 24);
    assert!(offset_of!(perfc_report_entry, after) == 32);
    assert!(offset_of!(perfc_report_entry, event) == 40);
    assert!(offset_of!(perfc_report_entry, error) == 104);
    assert!(size_of::<perfc_count>() == 64);
    assert!(align_of::<perfc_count>() == 8);
    assert!(offset_of!(perfc_count, raw) == 0);
    assert!(offset_of!(perfc_count, scaled) == 8);
    assert!(offset_of!(perfc_count, time_enabled) == 16);
    assert!(offset_of!(perfc_count, time_running) == 24);
    assert!(offset_of!(perfc_count, lost) == 32);
    assert!(offset_of!(perfc_count, id) == 40);
    assert!(offset_of!(perfc_count, fields) == 48);
    assert!(offset_of!(perfc_count, quality) == 56);
    assert!(offset_of!(perfc_count, origin) == 60);
    assert!(size_of::<perfc_sum_row>() == 20);
    assert!(align_of::<perfc_sum_row>() == 4);
    assert!(offset_of!(perfc_sum_row, spec) == 0);
    assert!(offset_of!(perfc_sum_row, cpu) == 4);
    assert!(offset_of!(perfc_sum_row, pid) == 8);
    assert!(offset_of!(perfc_sum_row, parts) == 12);
    assert!(offset_of!(perfc_sum_row, missing) == 16);
    assert!(size_of::<perfc_stitch_options>() == 16);
    assert!(align_of::<perfc_stitch_options>() == 8);
    assert!(offset_of!(perfc_stitch_options, size) == 0);
    assert!(offset_of!(perfc_stitch_options, reserved) == 4);
    assert!(offset_of!(perfc_stitch_options, max_bytes) == 8);
    assert!(size_of::<perfc_stitched_record>() == 80);
    assert!(align_of::<perfc_stitched_record>() == 8);
    assert!(offset_of!(perfc_stitched_record, pushed) == 0);
    assert!(offset_of!(perfc_stitched_record, state) == 72);
    assert!(offset_of!(perfc_stitched_record, reserved) == 76);
    assert!(size_of::<perfc_stitch_info>() == 40);
    assert!(align_of::<perfc_stitch_info>() == 8);
    assert!(offset_of!(perfc_stitch_info, held) == 0);
    assert!(offset_of!(perfc_stitch_info, matched) == 8);
    assert!(offset_of!(perfc_stitch_info, unmatched) == 16);
    assert!(offset_of!(perfc_stitch_info, oversized) == 24);
    assert!(offset_of!(perfc_stitch_info, unclaimed) == 32);
    assert!(size_of::<perfc_tracepoint_info>() == 32);
    assert!(align_of::<perfc_tracepoint_info>() == 8);
    assert!(offset_of!(perfc_tracepoint_info, id) == 0);
    assert!(offset_of!(perfc_tracepoint_info, field_count) == 4);
    assert!(offset_of!(perfc_tracepoint_info, system) == 8);
    assert!(offset_of!(perfc_tracepoint_info, name) == 16);
    assert!(offset_of!(perfc_tracepoint_info, print_format) == 24);
    assert!(size_of::<perfc_tracepoint_field>() == 40);
    assert!(align_of::<perfc_tracepoint_field>() == 8);
    assert!(offset_of!(perfc_tracepoint_field, name) == 0);
    assert!(offset_of!(perfc_tracepoint_field, type_) == 8);
    assert!(offset_of!(perfc_tracepoint_field, kind) == 16);
    assert!(offset_of!(perfc_tracepoint_field, flags) == 20);
    assert!(offset_of!(perfc_tracepoint_field, offset) == 24);
    assert!(offset_of!(perfc_tracepoint_field, size) == 28);
    assert!(offset_of!(perfc_tracepoint_field, element_size) == 32);
    assert!(offset_of!(perfc_tracepoint_field, count) == 36);
    assert!(size_of::<perfc_tracepoint_rows>() == 32);
    assert!(align_of::<perfc_tracepoint_rows>() == 8);
    assert!(offset_of!(perfc_tracepoint_rows, rows) == 0);
    assert!(offset_of!(perfc_tracepoint_rows, present) == 8);
    assert!(offset_of!(perfc_tracepoint_rows, others) == 16);
    assert!(offset_of!(perfc_tracepoint_rows, malformed) == 24);
};

zero_is_a_value! {
    perfc_attr,
    perfc_mmap_page,
    perfc_error,
    perfc_host_options,
    perfc_record,
    perfc_range,
    perfc_read_part,
    perfc_read_value,
    perfc_stream_record,
    perfc_aux_data,
    perfc_record_places,
    perfc_sample,
    perfc_branch_entry,
    perfc_branch,
    perfc_data_src,
    perfc_sample_id,
    perfc_record_mmap,
    perfc_record_lost,
    perfc_record_comm,
    perfc_record_task,
    perfc_record_throttle,
    perfc_record_read,
    perfc_record_aux,
    perfc_record_itrace_start,
    perfc_record_lost_samples,
    perfc_record_switch,
    perfc_namespace,
    perfc_record_namespaces,
    perfc_record_ksymbol,
    perfc_record_bpf_event,
    perfc_record_cgroup,
    perfc_record_text_poke,
    perfc_record_aux_output_hw_id,
    perfc_record_callchain_deferred,
    perfc_batch_options,
    perfc_batch_info,
    perfc_column,
    perfc_clock_relation,
    perfc_spec,
    perfc_catalog_entry,
    perfc_losses,
    perfc_stream_options,
    perfc_target,
    perfc_set_options,
    perfc_member,
    perfc_ring_budget,
    perfc_report_entry,
    perfc_count,
    perfc_sum_row,
    perfc_stitch_options,
    perfc_stitched_record,
    perfc_stitch_info,
    perfc_tracepoint_info,
    perfc_tracepoint_field,
    perfc_tracepoint_rows,
}
