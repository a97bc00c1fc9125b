//! The bits of an attr and of opening, under the kernel's names. Bits that this version doesn't
//! know are kept.

use perfc_sys as sys;

bitflags::bitflags! {
    /// The fields of a sample: `attr.sample_type`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct SampleFields: u64 {
        #[allow(missing_docs)]
        const IP = sys::PERFC_SAMPLE_IP;
        #[allow(missing_docs)]
        const TID = sys::PERFC_SAMPLE_TID;
        #[allow(missing_docs)]
        const TIME = sys::PERFC_SAMPLE_TIME;
        #[allow(missing_docs)]
        const ADDR = sys::PERFC_SAMPLE_ADDR;
        #[allow(missing_docs)]
        const READ = sys::PERFC_SAMPLE_READ;
        #[allow(missing_docs)]
        const CALLCHAIN = sys::PERFC_SAMPLE_CALLCHAIN;
        #[allow(missing_docs)]
        const ID = sys::PERFC_SAMPLE_ID;
        #[allow(missing_docs)]
        const CPU = sys::PERFC_SAMPLE_CPU;
        #[allow(missing_docs)]
        const PERIOD = sys::PERFC_SAMPLE_PERIOD;
        #[allow(missing_docs)]
        const STREAM_ID = sys::PERFC_SAMPLE_STREAM_ID;
        #[allow(missing_docs)]
        const RAW = sys::PERFC_SAMPLE_RAW;
        #[allow(missing_docs)]
        const BRANCH_STACK = sys::PERFC_SAMPLE_BRANCH_STACK;
        #[allow(missing_docs)]
        const REGS_USER = sys::PERFC_SAMPLE_REGS_USER;
        #[allow(missing_docs)]
        const STACK_USER = sys::PERFC_SAMPLE_STACK_USER;
        #[allow(missing_docs)]
        const WEIGHT = sys::PERFC_SAMPLE_WEIGHT;
        #[allow(missing_docs)]
        const DATA_SRC = sys::PERFC_SAMPLE_DATA_SRC;
        #[allow(missing_docs)]
        const IDENTIFIER = sys::PERFC_SAMPLE_IDENTIFIER;
        #[allow(missing_docs)]
        const TRANSACTION = sys::PERFC_SAMPLE_TRANSACTION;
        #[allow(missing_docs)]
        const REGS_INTR = sys::PERFC_SAMPLE_REGS_INTR;
        #[allow(missing_docs)]
        const PHYS_ADDR = sys::PERFC_SAMPLE_PHYS_ADDR;
        #[allow(missing_docs)]
        const AUX = sys::PERFC_SAMPLE_AUX;
        #[allow(missing_docs)]
        const CGROUP = sys::PERFC_SAMPLE_CGROUP;
        #[allow(missing_docs)]
        const DATA_PAGE_SIZE = sys::PERFC_SAMPLE_DATA_PAGE_SIZE;
        #[allow(missing_docs)]
        const CODE_PAGE_SIZE = sys::PERFC_SAMPLE_CODE_PAGE_SIZE;
        #[allow(missing_docs)]
        const WEIGHT_STRUCT = sys::PERFC_SAMPLE_WEIGHT_STRUCT;
        const _ = !0;
    }

    /// The values of a read: `attr.read_format`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct ReadFormat: u64 {
        #[allow(missing_docs)]
        const TOTAL_TIME_ENABLED = sys::PERFC_FORMAT_TOTAL_TIME_ENABLED;
        #[allow(missing_docs)]
        const TOTAL_TIME_RUNNING = sys::PERFC_FORMAT_TOTAL_TIME_RUNNING;
        #[allow(missing_docs)]
        const ID = sys::PERFC_FORMAT_ID;
        #[allow(missing_docs)]
        const GROUP = sys::PERFC_FORMAT_GROUP;
        #[allow(missing_docs)]
        const LOST = sys::PERFC_FORMAT_LOST;
        const _ = !0;
    }

    /// Which branches a branch stack has: `attr.branch_sample_type`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct BranchFilter: u64 {
        #[allow(missing_docs)]
        const USER = sys::PERFC_SAMPLE_BRANCH_USER;
        #[allow(missing_docs)]
        const KERNEL = sys::PERFC_SAMPLE_BRANCH_KERNEL;
        #[allow(missing_docs)]
        const HV = sys::PERFC_SAMPLE_BRANCH_HV;
        #[allow(missing_docs)]
        const ANY = sys::PERFC_SAMPLE_BRANCH_ANY;
        #[allow(missing_docs)]
        const ANY_CALL = sys::PERFC_SAMPLE_BRANCH_ANY_CALL;
        #[allow(missing_docs)]
        const ANY_RETURN = sys::PERFC_SAMPLE_BRANCH_ANY_RETURN;
        #[allow(missing_docs)]
        const IND_CALL = sys::PERFC_SAMPLE_BRANCH_IND_CALL;
        #[allow(missing_docs)]
        const ABORT_TX = sys::PERFC_SAMPLE_BRANCH_ABORT_TX;
        #[allow(missing_docs)]
        const IN_TX = sys::PERFC_SAMPLE_BRANCH_IN_TX;
        #[allow(missing_docs)]
        const NO_TX = sys::PERFC_SAMPLE_BRANCH_NO_TX;
        #[allow(missing_docs)]
        const COND = sys::PERFC_SAMPLE_BRANCH_COND;
        #[allow(missing_docs)]
        const CALL_STACK = sys::PERFC_SAMPLE_BRANCH_CALL_STACK;
        #[allow(missing_docs)]
        const IND_JUMP = sys::PERFC_SAMPLE_BRANCH_IND_JUMP;
        #[allow(missing_docs)]
        const CALL = sys::PERFC_SAMPLE_BRANCH_CALL;
        #[allow(missing_docs)]
        const NO_FLAGS = sys::PERFC_SAMPLE_BRANCH_NO_FLAGS;
        #[allow(missing_docs)]
        const NO_CYCLES = sys::PERFC_SAMPLE_BRANCH_NO_CYCLES;
        #[allow(missing_docs)]
        const TYPE_SAVE = sys::PERFC_SAMPLE_BRANCH_TYPE_SAVE;
        #[allow(missing_docs)]
        const HW_INDEX = sys::PERFC_SAMPLE_BRANCH_HW_INDEX;
        #[allow(missing_docs)]
        const PRIV_SAVE = sys::PERFC_SAMPLE_BRANCH_PRIV_SAVE;
        #[allow(missing_docs)]
        const COUNTERS = sys::PERFC_SAMPLE_BRANCH_COUNTERS;
        const _ = !0;
    }

    /// The one-bit fields of an attr.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct AttrFlags: u64 {
        #[allow(missing_docs)]
        const DISABLED = sys::PERFC_ATTR_DISABLED;
        #[allow(missing_docs)]
        const INHERIT = sys::PERFC_ATTR_INHERIT;
        #[allow(missing_docs)]
        const PINNED = sys::PERFC_ATTR_PINNED;
        #[allow(missing_docs)]
        const EXCLUSIVE = sys::PERFC_ATTR_EXCLUSIVE;
        #[allow(missing_docs)]
        const EXCLUDE_USER = sys::PERFC_ATTR_EXCLUDE_USER;
        #[allow(missing_docs)]
        const EXCLUDE_KERNEL = sys::PERFC_ATTR_EXCLUDE_KERNEL;
        #[allow(missing_docs)]
        const EXCLUDE_HV = sys::PERFC_ATTR_EXCLUDE_HV;
        #[allow(missing_docs)]
        const EXCLUDE_IDLE = sys::PERFC_ATTR_EXCLUDE_IDLE;
        #[allow(missing_docs)]
        const MMAP = sys::PERFC_ATTR_MMAP;
        #[allow(missing_docs)]
        const COMM = sys::PERFC_ATTR_COMM;
        #[allow(missing_docs)]
        const FREQ = sys::PERFC_ATTR_FREQ;
        #[allow(missing_docs)]
        const INHERIT_STAT = sys::PERFC_ATTR_INHERIT_STAT;
        #[allow(missing_docs)]
        const ENABLE_ON_EXEC = sys::PERFC_ATTR_ENABLE_ON_EXEC;
        #[allow(missing_docs)]
        const TASK = sys::PERFC_ATTR_TASK;
        #[allow(missing_docs)]
        const WATERMARK = sys::PERFC_ATTR_WATERMARK;
        #[allow(missing_docs)]
        const MMAP_DATA = sys::PERFC_ATTR_MMAP_DATA;
        #[allow(missing_docs)]
        const SAMPLE_ID_ALL = sys::PERFC_ATTR_SAMPLE_ID_ALL;
        #[allow(missing_docs)]
        const EXCLUDE_HOST = sys::PERFC_ATTR_EXCLUDE_HOST;
        #[allow(missing_docs)]
        const EXCLUDE_GUEST = sys::PERFC_ATTR_EXCLUDE_GUEST;
        #[allow(missing_docs)]
        const EXCLUDE_CALLCHAIN_KERNEL = sys::PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL;
        #[allow(missing_docs)]
        const EXCLUDE_CALLCHAIN_USER = sys::PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
        #[allow(missing_docs)]
        const MMAP2 = sys::PERFC_ATTR_MMAP2;
        #[allow(missing_docs)]
        const COMM_EXEC = sys::PERFC_ATTR_COMM_EXEC;
        #[allow(missing_docs)]
        const USE_CLOCKID = sys::PERFC_ATTR_USE_CLOCKID;
        #[allow(missing_docs)]
        const CONTEXT_SWITCH = sys::PERFC_ATTR_CONTEXT_SWITCH;
        #[allow(missing_docs)]
        const WRITE_BACKWARD = sys::PERFC_ATTR_WRITE_BACKWARD;
        #[allow(missing_docs)]
        const NAMESPACES = sys::PERFC_ATTR_NAMESPACES;
        #[allow(missing_docs)]
        const KSYMBOL = sys::PERFC_ATTR_KSYMBOL;
        #[allow(missing_docs)]
        const BPF_EVENT = sys::PERFC_ATTR_BPF_EVENT;
        #[allow(missing_docs)]
        const AUX_OUTPUT = sys::PERFC_ATTR_AUX_OUTPUT;
        #[allow(missing_docs)]
        const CGROUP = sys::PERFC_ATTR_CGROUP;
        #[allow(missing_docs)]
        const TEXT_POKE = sys::PERFC_ATTR_TEXT_POKE;
        #[allow(missing_docs)]
        const BUILD_ID = sys::PERFC_ATTR_BUILD_ID;
        #[allow(missing_docs)]
        const INHERIT_THREAD = sys::PERFC_ATTR_INHERIT_THREAD;
        #[allow(missing_docs)]
        const REMOVE_ON_EXEC = sys::PERFC_ATTR_REMOVE_ON_EXEC;
        #[allow(missing_docs)]
        const SIGTRAP = sys::PERFC_ATTR_SIGTRAP;
        #[allow(missing_docs)]
        const DEFER_CALLCHAIN = sys::PERFC_ATTR_DEFER_CALLCHAIN;
        #[allow(missing_docs)]
        const DEFER_OUTPUT = sys::PERFC_ATTR_DEFER_OUTPUT;
        const _ = !0;
    }

    /// Flags of perf_event_open(2).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct OpenFlags: u64 {
        #[allow(missing_docs)]
        const FD_NO_GROUP = sys::PERFC_FLAG_FD_NO_GROUP;
        #[allow(missing_docs)]
        const FD_OUTPUT = sys::PERFC_FLAG_FD_OUTPUT;
        #[allow(missing_docs)]
        const PID_CGROUP = sys::PERFC_FLAG_PID_CGROUP;
        #[allow(missing_docs)]
        const FD_CLOEXEC = sys::PERFC_FLAG_FD_CLOEXEC;
        const _ = !0;
    }
}
