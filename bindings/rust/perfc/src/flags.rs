//! The bits of an attr and of opening. Bits that are not known here are kept.
// Written by tools/generate from bindings/abi.json.
#![allow(missing_docs)]

use perfc_sys as sys;

bitflags::bitflags! {
    /// Which branches a branch stack has: `attr.branch_sample_type`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct BranchFilter: u64 {
        const USER = sys::PERFC_SAMPLE_BRANCH_USER;
        const KERNEL = sys::PERFC_SAMPLE_BRANCH_KERNEL;
        const HV = sys::PERFC_SAMPLE_BRANCH_HV;
        const ANY = sys::PERFC_SAMPLE_BRANCH_ANY;
        const ANY_CALL = sys::PERFC_SAMPLE_BRANCH_ANY_CALL;
        const ANY_RETURN = sys::PERFC_SAMPLE_BRANCH_ANY_RETURN;
        const IND_CALL = sys::PERFC_SAMPLE_BRANCH_IND_CALL;
        const ABORT_TX = sys::PERFC_SAMPLE_BRANCH_ABORT_TX;
        const IN_TX = sys::PERFC_SAMPLE_BRANCH_IN_TX;
        const NO_TX = sys::PERFC_SAMPLE_BRANCH_NO_TX;
        const COND = sys::PERFC_SAMPLE_BRANCH_COND;
        const CALL_STACK = sys::PERFC_SAMPLE_BRANCH_CALL_STACK;
        const IND_JUMP = sys::PERFC_SAMPLE_BRANCH_IND_JUMP;
        const CALL = sys::PERFC_SAMPLE_BRANCH_CALL;
        const NO_FLAGS = sys::PERFC_SAMPLE_BRANCH_NO_FLAGS;
        const NO_CYCLES = sys::PERFC_SAMPLE_BRANCH_NO_CYCLES;
        const TYPE_SAVE = sys::PERFC_SAMPLE_BRANCH_TYPE_SAVE;
        const HW_INDEX = sys::PERFC_SAMPLE_BRANCH_HW_INDEX;
        const PRIV_SAVE = sys::PERFC_SAMPLE_BRANCH_PRIV_SAVE;
        const COUNTERS = sys::PERFC_SAMPLE_BRANCH_COUNTERS;
        const _ = !0;
    }
    /// What a sample carries: `attr.sample_type`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct SampleFields: u64 {
        const IP = sys::PERFC_SAMPLE_IP;
        const TID = sys::PERFC_SAMPLE_TID;
        const TIME = sys::PERFC_SAMPLE_TIME;
        const ADDR = sys::PERFC_SAMPLE_ADDR;
        const READ = sys::PERFC_SAMPLE_READ;
        const CALLCHAIN = sys::PERFC_SAMPLE_CALLCHAIN;
        const ID = sys::PERFC_SAMPLE_ID;
        const CPU = sys::PERFC_SAMPLE_CPU;
        const PERIOD = sys::PERFC_SAMPLE_PERIOD;
        const STREAM_ID = sys::PERFC_SAMPLE_STREAM_ID;
        const RAW = sys::PERFC_SAMPLE_RAW;
        const BRANCH_STACK = sys::PERFC_SAMPLE_BRANCH_STACK;
        const REGS_USER = sys::PERFC_SAMPLE_REGS_USER;
        const STACK_USER = sys::PERFC_SAMPLE_STACK_USER;
        const WEIGHT = sys::PERFC_SAMPLE_WEIGHT;
        const DATA_SRC = sys::PERFC_SAMPLE_DATA_SRC;
        const IDENTIFIER = sys::PERFC_SAMPLE_IDENTIFIER;
        const TRANSACTION = sys::PERFC_SAMPLE_TRANSACTION;
        const REGS_INTR = sys::PERFC_SAMPLE_REGS_INTR;
        const PHYS_ADDR = sys::PERFC_SAMPLE_PHYS_ADDR;
        const AUX = sys::PERFC_SAMPLE_AUX;
        const CGROUP = sys::PERFC_SAMPLE_CGROUP;
        const DATA_PAGE_SIZE = sys::PERFC_SAMPLE_DATA_PAGE_SIZE;
        const CODE_PAGE_SIZE = sys::PERFC_SAMPLE_CODE_PAGE_SIZE;
        const WEIGHT_STRUCT = sys::PERFC_SAMPLE_WEIGHT_STRUCT;
        const _ = !0;
    }
    /// What a read gives: `attr.read_format`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct ReadFormat: u64 {
        const TOTAL_TIME_ENABLED = sys::PERFC_FORMAT_TOTAL_TIME_ENABLED;
        const TOTAL_TIME_RUNNING = sys::PERFC_FORMAT_TOTAL_TIME_RUNNING;
        const ID = sys::PERFC_FORMAT_ID;
        const GROUP = sys::PERFC_FORMAT_GROUP;
        const LOST = sys::PERFC_FORMAT_LOST;
        const _ = !0;
    }
    /// The one-bit fields of an attr.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct AttrFlags: u64 {
        const DISABLED = sys::PERFC_ATTR_DISABLED;
        const INHERIT = sys::PERFC_ATTR_INHERIT;
        const PINNED = sys::PERFC_ATTR_PINNED;
        const EXCLUSIVE = sys::PERFC_ATTR_EXCLUSIVE;
        const EXCLUDE_USER = sys::PERFC_ATTR_EXCLUDE_USER;
        const EXCLUDE_KERNEL = sys::PERFC_ATTR_EXCLUDE_KERNEL;
        const EXCLUDE_HV = sys::PERFC_ATTR_EXCLUDE_HV;
        const EXCLUDE_IDLE = sys::PERFC_ATTR_EXCLUDE_IDLE;
        const MMAP = sys::PERFC_ATTR_MMAP;
        const COMM = sys::PERFC_ATTR_COMM;
        const FREQ = sys::PERFC_ATTR_FREQ;
        const INHERIT_STAT = sys::PERFC_ATTR_INHERIT_STAT;
        const ENABLE_ON_EXEC = sys::PERFC_ATTR_ENABLE_ON_EXEC;
        const TASK = sys::PERFC_ATTR_TASK;
        const WATERMARK = sys::PERFC_ATTR_WATERMARK;
        const MMAP_DATA = sys::PERFC_ATTR_MMAP_DATA;
        const SAMPLE_ID_ALL = sys::PERFC_ATTR_SAMPLE_ID_ALL;
        const EXCLUDE_HOST = sys::PERFC_ATTR_EXCLUDE_HOST;
        const EXCLUDE_GUEST = sys::PERFC_ATTR_EXCLUDE_GUEST;
        const EXCLUDE_CALLCHAIN_KERNEL = sys::PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL;
        const EXCLUDE_CALLCHAIN_USER = sys::PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
        const MMAP2 = sys::PERFC_ATTR_MMAP2;
        const COMM_EXEC = sys::PERFC_ATTR_COMM_EXEC;
        const USE_CLOCKID = sys::PERFC_ATTR_USE_CLOCKID;
        const CONTEXT_SWITCH = sys::PERFC_ATTR_CONTEXT_SWITCH;
        const WRITE_BACKWARD = sys::PERFC_ATTR_WRITE_BACKWARD;
        const NAMESPACES = sys::PERFC_ATTR_NAMESPACES;
        const KSYMBOL = sys::PERFC_ATTR_KSYMBOL;
        const BPF_EVENT = sys::PERFC_ATTR_BPF_EVENT;
        const AUX_OUTPUT = sys::PERFC_ATTR_AUX_OUTPUT;
        const CGROUP = sys::PERFC_ATTR_CGROUP;
        const TEXT_POKE = sys::PERFC_ATTR_TEXT_POKE;
        const BUILD_ID = sys::PERFC_ATTR_BUILD_ID;
        const INHERIT_THREAD = sys::PERFC_ATTR_INHERIT_THREAD;
        const REMOVE_ON_EXEC = sys::PERFC_ATTR_REMOVE_ON_EXEC;
        const SIGTRAP = sys::PERFC_ATTR_SIGTRAP;
        const DEFER_CALLCHAIN = sys::PERFC_ATTR_DEFER_CALLCHAIN;
        const DEFER_OUTPUT = sys::PERFC_ATTR_DEFER_OUTPUT;
        const _ = !0;
    }
    /// Flags of perf_event_open(2).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct OpenFlags: u64 {
        const FD_NO_GROUP = sys::PERFC_FLAG_FD_NO_GROUP;
        const FD_OUTPUT = sys::PERFC_FLAG_FD_OUTPUT;
        const PID_CGROUP = sys::PERFC_FLAG_PID_CGROUP;
        const FD_CLOEXEC = sys::PERFC_FLAG_FD_CLOEXEC;
        const _ = !0;
    }
}
