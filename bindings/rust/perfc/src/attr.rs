//! The attr of an event, and its target.

use std::os::fd::{AsRawFd, BorrowedFd};

use crate::error::Result;
use crate::event::{Event, OpenOptions};
use crate::flags::{AttrFlags, BranchFilter, ReadFormat, SampleFields};
use perfc_sys as sys;

macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident { $($item:ident = $value:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[allow(missing_docs)] $item,)+
        }

        impl $name {
            /// The number that goes into the attr.
            pub const fn number(self) -> u64 {
                match self {
                    $($name::$item => sys::$value,)+
                }
            }
        }
    };
}

numbers! {
    /// Events of the hardware that the kernel names for every PMU.
    Hardware {
        CpuCycles = PERFC_COUNT_HW_CPU_CYCLES,
        Instructions = PERFC_COUNT_HW_INSTRUCTIONS,
        CacheReferences = PERFC_COUNT_HW_CACHE_REFERENCES,
        CacheMisses = PERFC_COUNT_HW_CACHE_MISSES,
        BranchInstructions = PERFC_COUNT_HW_BRANCH_INSTRUCTIONS,
        BranchMisses = PERFC_COUNT_HW_BRANCH_MISSES,
        BusCycles = PERFC_COUNT_HW_BUS_CYCLES,
        StalledCyclesFrontend = PERFC_COUNT_HW_STALLED_CYCLES_FRONTEND,
        StalledCyclesBackend = PERFC_COUNT_HW_STALLED_CYCLES_BACKEND,
        RefCpuCycles = PERFC_COUNT_HW_REF_CPU_CYCLES,
    }
}

numbers! {
    /// Events of the kernel's own.
    Software {
        CpuClock = PERFC_COUNT_SW_CPU_CLOCK,
        TaskClock = PERFC_COUNT_SW_TASK_CLOCK,
        PageFaults = PERFC_COUNT_SW_PAGE_FAULTS,
        ContextSwitches = PERFC_COUNT_SW_CONTEXT_SWITCHES,
        CpuMigrations = PERFC_COUNT_SW_CPU_MIGRATIONS,
        PageFaultsMin = PERFC_COUNT_SW_PAGE_FAULTS_MIN,
        PageFaultsMaj = PERFC_COUNT_SW_PAGE_FAULTS_MAJ,
        AlignmentFaults = PERFC_COUNT_SW_ALIGNMENT_FAULTS,
        EmulationFaults = PERFC_COUNT_SW_EMULATION_FAULTS,
        Dummy = PERFC_COUNT_SW_DUMMY,
        BpfOutput = PERFC_COUNT_SW_BPF_OUTPUT,
        CgroupSwitches = PERFC_COUNT_SW_CGROUP_SWITCHES,
    }
}

numbers! {
    /// A cache, for [`Attr::cache`].
    Cache {
        L1d = PERFC_COUNT_HW_CACHE_L1D,
        L1i = PERFC_COUNT_HW_CACHE_L1I,
        Ll = PERFC_COUNT_HW_CACHE_LL,
        Dtlb = PERFC_COUNT_HW_CACHE_DTLB,
        Itlb = PERFC_COUNT_HW_CACHE_ITLB,
        Bpu = PERFC_COUNT_HW_CACHE_BPU,
        Node = PERFC_COUNT_HW_CACHE_NODE,
    }
}

numbers! {
    /// An operation on a cache.
    CacheOp {
        Read = PERFC_COUNT_HW_CACHE_OP_READ,
        Write = PERFC_COUNT_HW_CACHE_OP_WRITE,
        Prefetch = PERFC_COUNT_HW_CACHE_OP_PREFETCH,
    }
}

numbers! {
    /// The result of the operation.
    CacheResult {
        Access = PERFC_COUNT_HW_CACHE_RESULT_ACCESS,
        Miss = PERFC_COUNT_HW_CACHE_RESULT_MISS,
    }
}

/// The kind of access that a breakpoint waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breakpoint {
    /// The memory is read.
    Read,
    /// The memory is written.
    Write,
    /// Either.
    ReadWrite,
    /// The instruction is executed.
    Execute,
}

/// The kernel's `struct perf_event_attr`, to be filled in by method calls, one behind the other.
///
/// ```
/// use perfc::{Attr, SampleFields, Software};
///
/// let attr = Attr::software(Software::CpuClock)
///     .period(1_000_000)
///     .sample(SampleFields::IP | SampleFields::TID)
///     .exclude_kernel();
/// assert_eq!(attr.as_raw().sample_period, 1_000_000);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Attr(sys::perfc_attr);

impl Attr {
    /// An event of any type: a `PERFC_TYPE_*`, or a PMU's number
    /// ([`Host::pmu_type`](crate::Host::pmu_type)).
    pub fn new(kind: u32, config: u64) -> Self {
        Self(sys::perfc_attr {
            type_: kind,
            size: size_of::<sys::perfc_attr>() as u32,
            config,
            ..Default::default()
        })
    }

    /// An event of the hardware.
    pub fn hardware(event: Hardware) -> Self {
        Self::new(sys::PERFC_TYPE_HARDWARE, event.number())
    }

    /// An event of the kernel.
    pub fn software(event: Software) -> Self {
        Self::new(sys::PERFC_TYPE_SOFTWARE, event.number())
    }

    /// An event of a cache.
    pub fn cache(cache: Cache, op: CacheOp, result: CacheResult) -> Self {
        let config = cache.number()
            | op.number() << sys::PERFC_COUNT_HW_CACHE_OP_SHIFT
            | result.number() << sys::PERFC_COUNT_HW_CACHE_RESULT_SHIFT;
        Self::new(sys::PERFC_TYPE_HW_CACHE, config)
    }

    /// An event of the CPU by the PMU's own number.
    pub fn raw(config: u64) -> Self {
        Self::new(sys::PERFC_TYPE_RAW, config)
    }

    /// A tracepoint by its id, every one of it, with its raw data.
    pub fn tracepoint(id: u32) -> Self {
        Self::new(sys::PERFC_TYPE_TRACEPOINT, u64::from(id)).period(1).sample(SampleFields::RAW)
    }

    /// A breakpoint on `length` bytes at `address`.
    pub fn breakpoint(kind: Breakpoint, address: u64, length: u64) -> Self {
        let mut attr = Self::new(sys::PERFC_TYPE_BREAKPOINT, 0);
        attr.0.bp_type = match kind {
            Breakpoint::Read => sys::PERFC_HW_BREAKPOINT_R,
            Breakpoint::Write => sys::PERFC_HW_BREAKPOINT_W,
            Breakpoint::ReadWrite => sys::PERFC_HW_BREAKPOINT_RW,
            Breakpoint::Execute => sys::PERFC_HW_BREAKPOINT_X,
        };
        attr.0.config1 = address;
        attr.0.config2 = length;
        attr
    }

    /// A sample every `events` events.
    pub fn period(mut self, events: u64) -> Self {
        self.0.sample_period = events;
        self.without(AttrFlags::FREQ)
    }

    /// So many samples a second, on average.
    pub fn frequency(mut self, hz: u64) -> Self {
        self.0.sample_period = hz;
        self.with(AttrFlags::FREQ)
    }

    /// Adds fields to samples.
    pub fn sample(mut self, fields: SampleFields) -> Self {
        self.0.sample_type |= fields.bits();
        self
    }

    /// Adds values to reads.
    pub fn read_format(mut self, format: ReadFormat) -> Self {
        self.0.read_format |= format.bits();
        self
    }

    /// The times that a count's quality is judged by.
    pub fn times(self) -> Self {
        self.read_format(ReadFormat::TOTAL_TIME_ENABLED | ReadFormat::TOTAL_TIME_RUNNING)
    }

    /// Sets flags.
    pub fn with(mut self, flags: AttrFlags) -> Self {
        self.0.flags |= flags.bits();
        self
    }

    /// Clears flags.
    pub fn without(mut self, flags: AttrFlags) -> Self {
        self.0.flags &= !flags.bits();
        self
    }

    /// Doesn't count before it is enabled.
    pub fn disabled(self) -> Self {
        self.with(AttrFlags::DISABLED)
    }

    /// Also counts the tasks that the task starts from now on.
    pub fn inherit(self) -> Self {
        self.with(AttrFlags::INHERIT)
    }

    /// Counts only user space, which an unprivileged user may do.
    pub fn exclude_kernel(self) -> Self {
        self.with(AttrFlags::EXCLUDE_KERNEL | AttrFlags::EXCLUDE_HV)
    }

    /// Starts when the task calls execve(2).
    pub fn enable_on_exec(self) -> Self {
        self.disabled().with(AttrFlags::ENABLE_ON_EXEC)
    }

    /// Adds the event's id and the time to every record.
    pub fn identify(self) -> Self {
        self.sample(SampleFields::IDENTIFIER).with(AttrFlags::SAMPLE_ID_ALL)
    }

    /// How far a sample's ip may be from the instruction: 0 any distance, 3 none.
    pub fn precise_ip(mut self, level: u8) -> Self {
        let bits = u64::from(level) << sys::PERFC_ATTR_PRECISE_IP_SHIFT;
        self.0.flags &= !sys::PERFC_ATTR_PRECISE_IP_MASK;
        self.0.flags |= bits & sys::PERFC_ATTR_PRECISE_IP_MASK;
        self
    }

    /// Wakes a reader after so many samples.
    pub fn wakeup_events(mut self, samples: u32) -> Self {
        self.0.wakeup_events = samples;
        self.without(AttrFlags::WATERMARK)
    }

    /// Wakes a reader after so many bytes.
    pub fn wakeup_watermark(mut self, bytes: u32) -> Self {
        self.0.wakeup_events = bytes;
        self.with(AttrFlags::WATERMARK)
    }

    /// The clock of the records' times, instead of the scheduler's.
    pub fn clock(mut self, clock: i32) -> Self {
        self.0.clockid = clock;
        self.with(AttrFlags::USE_CLOCKID)
    }

    /// Samples with the stack of branches, filtered.
    pub fn branches(mut self, filter: BranchFilter) -> Self {
        self.0.branch_sample_type = filter.bits();
        self.sample(SampleFields::BRANCH_STACK)
    }

    /// Samples with the registers of user space whose bits are set.
    pub fn user_regs(mut self, mask: u64) -> Self {
        self.0.sample_regs_user = mask;
        self.sample(SampleFields::REGS_USER)
    }

    /// Samples with the registers at the interrupt whose bits are set.
    pub fn intr_regs(mut self, mask: u64) -> Self {
        self.0.sample_regs_intr = mask;
        self.sample(SampleFields::REGS_INTR)
    }

    /// Samples with so many bytes of the user stack, a multiple of 8.
    pub fn user_stack(mut self, bytes: u32) -> Self {
        self.0.sample_stack_user = bytes;
        self.sample(SampleFields::STACK_USER)
    }

    /// Samples with call chains of at most so many entries; 0: as many as the sysctl says.
    pub fn callchain(mut self, most: u16) -> Self {
        self.0.sample_max_stack = most;
        self.sample(SampleFields::CALLCHAIN)
    }

    /// Any other field.
    pub fn set(mut self, change: impl FnOnce(&mut sys::perfc_attr)) -> Self {
        change(&mut self.0);
        self
    }

    /// The struct.
    pub fn as_raw(&self) -> &sys::perfc_attr {
        &self.0
    }

    /// Its bytes, as the functions that open take them.
    pub fn as_bytes(&self) -> &[u8] {
        // SAFETY: plain integers without padding.
        unsafe {
            std::slice::from_raw_parts(
                std::ptr::from_ref(&self.0).cast(),
                size_of::<sys::perfc_attr>(),
            )
        }
    }

    /// Opens the event; see [`Event::options`] for groups, flags and hosts.
    pub fn open(&self, on: On) -> Result<Event> {
        OpenOptions::default().open(self, on)
    }
}

impl AsRef<[u8]> for Attr {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl From<sys::perfc_attr> for Attr {
    fn from(raw: sys::perfc_attr) -> Self {
        Self(raw)
    }
}

/// What an event counts: a task, a CPU, both, or a cgroup on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    pub(crate) pid: i32,
    pub(crate) cpu: i32,
    pub(crate) flags: u64,
}

impl On {
    /// The calling thread, wherever it runs.
    pub const fn this_thread() -> Self {
        Self::thread(sys::PERFC_CALLING_THREAD)
    }

    /// A thread, wherever it runs.
    pub const fn thread(pid: i32) -> Self {
        Self { pid, cpu: sys::PERFC_ANY_CPU, flags: 0 }
    }

    /// Whatever runs on a CPU.
    pub const fn cpu(cpu: u32) -> Self {
        Self { pid: sys::PERFC_ALL_THREADS, cpu: cpu as i32, flags: 0 }
    }

    /// A thread, while it runs on that CPU.
    pub const fn thread_on_cpu(pid: i32, cpu: u32) -> Self {
        Self { pid, cpu: cpu as i32, flags: 0 }
    }

    /// The tasks of a cgroup on a CPU. `directory` is the cgroup's open directory.
    pub fn cgroup(directory: BorrowedFd<'_>, cpu: u32) -> Self {
        Self { pid: directory.as_raw_fd(), cpu: cpu as i32, flags: sys::PERFC_FLAG_PID_CGROUP }
    }
}
