//! Many events at once: a list of specs over threads, processes, a cgroup or CPUs.

use std::marker::PhantomData;
use std::ops::Deref;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr::{self, NonNull};

use crate::counts::Count;
use crate::error::{c_string, check, cold, text, Error, Result};
use crate::event_ref::EventRef;
use crate::host::Host;
use crate::names::{Spec, Specs};
use crate::plan::Plan;
use perfc_sys as sys;

/// The target of a [`Set`].
#[derive(Clone, Debug, Default)]
pub struct Target {
    kind: u32,
    pid: i32,
    flags: u32,
    cpus: Option<String>,
    cpu_list: Vec<u32>,
    cgroup: Option<String>,
}

impl Target {
    fn of(kind: u32, pid: i32) -> Self {
        Self { kind, pid, ..Self::default() }
    }

    /// A thread; 0: the calling one.
    pub fn thread(pid: i32) -> Self {
        Self::of(sys::PERFC_TARGET_THREAD, pid)
    }

    /// All threads of a process; 0: this one.
    pub fn process(pid: i32) -> Self {
        Self::of(sys::PERFC_TARGET_PROCESS, pid)
    }

    /// A process with those that descend from it, and all that any of them starts from now on.
    pub fn tree(pid: i32) -> Self {
        Self::of(sys::PERFC_TARGET_TREE, pid)
    }

    /// The tasks of a cgroup, by its path.
    pub fn cgroup(path: &str) -> Self {
        Self { cgroup: Some(path.to_owned()), ..Self::of(sys::PERFC_TARGET_CGROUP, 0) }
    }

    /// All that runs on CPUs: all that are online, unless some are named.
    pub fn cpus() -> Self {
        Self::of(sys::PERFC_TARGET_CPUS, 0)
    }

    /// Threads and processes on each CPU by an event of its own.
    pub fn each_cpu(mut self) -> Self {
        self.flags |= sys::PERFC_TARGET_FLAG_EACH_CPU;
        self
    }

    /// These CPUs only, as sysfs writes them: "0,3-7".
    pub fn on(mut self, cpus: &str) -> Self {
        self.cpus = Some(cpus.to_owned());
        self
    }

    /// These CPUs only.
    pub fn on_cpus(mut self, cpus: &[u32]) -> Self {
        self.cpu_list = cpus.to_vec();
        self
    }
}

bitflags::bitflags! {
    /// Steps down that may be taken if the kernel refuses; perfc/set.h says when each is tried.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Fallbacks: u32 {
        /// The frequency down to the sysctl's maximum.
        const FREQ = sys::PERFC_FALLBACK_FREQ;
        /// inherit_thread becomes inherit.
        const INHERIT_THREAD = sys::PERFC_FALLBACK_INHERIT_THREAD;
        /// exclude_kernel and exclude_hv.
        const EXCLUDE_KERNEL = sys::PERFC_FALLBACK_EXCLUDE_KERNEL;
        /// precise_ip one lower.
        const PRECISE_IP = sys::PERFC_FALLBACK_PRECISE_IP;
        /// cpu-clock instead of cycles.
        const CPU_CLOCK = sys::PERFC_FALLBACK_CPU_CLOCK;
        /// Rings of half the size.
        const RING_SIZE = sys::PERFC_FALLBACK_RING_SIZE;
        /// Guests are counted too, where the PMU can't leave them out.
        const GUEST = sys::PERFC_FALLBACK_GUEST;
    }
}

/// How [`Set::options`] opens.
#[derive(Debug, Default)]
pub struct SetOptions<'a> {
    flags: u32,
    fallbacks: Fallbacks,
    report: Option<&'a mut Report>,
}

impl<'a> SetOptions<'a> {
    fn with(mut self, flag: u32) -> Self {
        self.flags |= flag;
        self
    }

    /// Enables all once all are open.
    pub fn start(self) -> Self {
        self.with(sys::PERFC_SET_OPEN_START)
    }

    /// Each starts with its task's execve(2).
    pub fn enable_on_exec(self) -> Self {
        self.with(sys::PERFC_SET_OPEN_ENABLE_ON_EXEC)
    }

    /// Adds to the records of all specs the fields that tell them apart.
    pub fn identify(self) -> Self {
        self.with(sys::PERFC_SET_OPEN_IDENTIFY)
    }

    /// Raises the soft limit of fds where it stands in the way.
    pub fn raise_fd_limit(self) -> Self {
        self.with(sys::PERFC_SET_OPEN_RAISE_FD_LIMIT)
    }

    /// Leaves out specs that can't be opened.
    pub fn tolerant(self) -> Self {
        self.with(sys::PERFC_SET_OPEN_TOLERANT)
    }

    /// Takes these steps down where it must.
    pub fn fallbacks(mut self, fallbacks: Fallbacks) -> Self {
        self.fallbacks = fallbacks;
        self
    }

    /// Fills this report, also on failure.
    pub fn report(mut self, report: &'a mut Report) -> Self {
        self.report = Some(report);
        self
    }

    /// Opens every spec on every CPU and thread of the target that it counts on.
    pub fn open(self, specs: &Specs, target: &Target) -> Result<Set> {
        const NAME: &str = "perfc_set_open";
        let cpus = target.cpus.as_deref().map(|cpus| c_string(cpus, NAME)).transpose()?;
        let cgroup = target.cgroup.as_deref().map(|path| c_string(path, NAME)).transpose()?;
        let pointer = |text: &Option<std::ffi::CString>| {
            text.as_ref().map_or(ptr::null(), |text| text.as_ptr())
        };
        let over = sys::perfc_target {
            size: size_of::<sys::perfc_target>() as u32,
            kind: target.kind,
            pid: target.pid,
            flags: target.flags,
            reserved: 0,
            cpu_count: target.cpu_list.len() as u32,
            cpus: pointer(&cpus),
            cpu_list: if target.cpu_list.is_empty() {
                ptr::null()
            } else {
                target.cpu_list.as_ptr()
            },
            cgroup: pointer(&cgroup),
        };
        let options = sys::perfc_set_options {
            size: size_of::<sys::perfc_set_options>() as u32,
            reserved: 0,
            flags: self.flags,
            fallbacks: self.fallbacks.bits(),
            report: self.report.map_or(ptr::null_mut(), |report| report.0.as_ptr()),
        };
        let host = specs.host().clone();
        let mut set = ptr::null_mut();
        // SAFETY: specs, target and options live until the end of this function, the host as long
        // as the set.
        cold(NAME, |e| unsafe {
            sys::perfc_set_open(host.raw(), specs.raw(), &over, &options, &mut set, e)
        })?;
        let raw = NonNull::new(set).ok_or_else(|| Error::argument(NAME))?;
        Ok(Set { raw, _host: host })
    }
}

/// The events of a list of specs, opened over a target.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// use perfc::{Set, SumBy, Target};
///
/// let specs = "instructions:u,page-faults".parse()?;
/// let set = Set::open(&specs, &Target::process(1234))?;
/// set.enable()?;
/// std::thread::sleep(std::time::Duration::from_secs(1));
/// for (of, count) in set.sum(SumBy::Spec, &set.read()?)? {
///     println!("{}: {}", set.spec(of.spec).unwrap().name, count.scaled());
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Set {
    raw: NonNull<sys::perfc_set>,
    _host: Host,
}

// SAFETY: one thread at a time per set and the events in it, which it owns.
unsafe impl Send for Set {}

/// The state of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberStatus {
    #[allow(missing_docs)]
    Open,
    /// The CPU is offline; the earlier count stays.
    Offline,
    /// The CPU was offline, and the kernel has stopped the event for good.
    Stopped,
    /// The thread has exited; its counts stay.
    Gone,
    /// The spec couldn't be opened.
    Absent,
}

/// One spec on one CPU and thread.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Index in the list of specs.
    pub spec: u32,
    /// The member that leads its group.
    pub leader: u32,
    #[allow(missing_docs)]
    pub status: MemberStatus,
    /// `None`: wherever the thread runs.
    pub cpu: Option<u32>,
    /// The thread; `None`: whatever runs on the CPU.
    pub pid: Option<i32>,
    /// The errno of the last failed open; `None`: see `struct perfc_member`.
    pub open_error: Option<i32>,
    /// `None` where it isn't open.
    pub event: Option<&'a EventRef>,
    /// Whose ring has its records, which may be another member's.
    pub ring: Option<&'a EventRef>,
}

/// The grouping of [`Set::sum`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum SumBy {
    /// Everything of a spec.
    Spec = sys::PERFC_SUM_SPEC,
    /// One sum per spec and CPU.
    Cpu = sys::PERFC_SUM_CPU,
    /// One sum per spec and thread.
    Thread = sys::PERFC_SUM_THREAD,
}

/// The members of a sum: spec, cpu, pid (-1: any), and the number of members with a count.
pub type SumRow = sys::perfc_sum_row;

impl Set {
    /// Opens, without any options.
    pub fn open(specs: &Specs, target: &Target) -> Result<Self> {
        SetOptions::default().open(specs, target)
    }

    /// Opening with options.
    pub fn options<'a>() -> SetOptions<'a> {
        SetOptions::default()
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_set {
        self.raw.as_ptr()
    }

    /// How many members there are, open or not.
    pub fn len(&self) -> usize {
        // SAFETY: a set; likewise below.
        usize::try_from(unsafe { sys::perfc_set_member_count(self.raw()) }).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn raw_member(&self, index: usize) -> Option<sys::perfc_member> {
        let index = u32::try_from(index).ok()?;
        let mut member = sys::perfc_member::default();
        let size = size_of::<sys::perfc_member>();
        // SAFETY: as above, and a struct of that size.
        let result = unsafe { sys::perfc_set_member(self.raw(), index, &mut member, size) };
        (result == 0).then_some(member)
    }

    /// One of them.
    pub fn member(&self, index: usize) -> Option<Member<'_>> {
        let raw = self.raw_member(index)?;
        // SAFETY: the set's events live until it is borrowed mutably.
        let event = |event: *mut sys::perfc_event| unsafe {
            (!event.is_null()).then(|| EventRef::from_raw(event))
        };
        Some(Member {
            spec: raw.spec,
            leader: raw.leader,
            status: match raw.status {
                sys::PERFC_MEMBER_OPEN => MemberStatus::Open,
                sys::PERFC_MEMBER_OFFLINE => MemberStatus::Offline,
                sys::PERFC_MEMBER_STOPPED => MemberStatus::Stopped,
                sys::PERFC_MEMBER_GONE => MemberStatus::Gone,
                _ => MemberStatus::Absent,
            },
            cpu: u32::try_from(raw.cpu).ok(),
            pid: (raw.pid >= 0).then_some(raw.pid),
            open_error: (raw.open_error != 0).then_some(-raw.open_error),
            event: event(raw.event),
            ring: event(raw.ring),
        })
    }

    /// All of them.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
        (0..self.len()).filter_map(|index| self.member(index))
    }

    /// A member's event, for reading its ring.
    pub fn event_mut(&mut self, index: usize) -> Option<&mut EventRef> {
        let event = self.raw_member(index)?.event;
        // SAFETY: an event of the set, which is borrowed by nobody else.
        (!event.is_null()).then(|| unsafe { EventRef::from_raw_mut(event) })
    }

    /// A member's event, which must be open.
    fn open_event(&self, index: usize, operation: &'static str) -> Result<&EventRef> {
        let member = self.member(index);
        member.and_then(|member| member.event).ok_or_else(|| Error::argument(operation))
    }

    /// The kernel's id of a member's event. `EINVAL`: it isn't open.
    pub fn id(&self, index: usize) -> Result<u64> {
        self.open_event(index, "perfc_event_id")?.id()
    }

    /// The specs as they were opened, which live as long as the set.
    fn specs(&self) -> *const sys::perfc_specs {
        // SAFETY: a set.
        unsafe { sys::perfc_set_specs(self.raw()) }
    }

    /// A spec as it was opened.
    pub fn spec(&self, index: u32) -> Option<Spec<'_>> {
        let mut spec = sys::perfc_spec::default();
        // SAFETY: a list, and a struct of that size. Its pointers are valid as long as the set.
        unsafe {
            let size = size_of::<sys::perfc_spec>();
            let result = sys::perfc_specs_get(self.specs(), index, &mut spec, size);
            (result == 0).then(|| Spec::new(&spec))
        }
    }

    /// How many specs there are.
    pub fn spec_count(&self) -> usize {
        // SAFETY: a list.
        usize::try_from(unsafe { sys::perfc_specs_count(self.specs()) }).unwrap_or(0)
    }

    /// A plan for the records of all members: its attrs are the specs, in their order.
    pub fn plan(&self) -> Result<Plan> {
        let mut plan = ptr::null_mut();
        // SAFETY: a set, and a plan that is ours.
        unsafe {
            cold("perfc_set_create_plan", |e| {
                sys::perfc_set_create_plan(self.raw(), &mut plan, e)
            })?;
            Plan::own(plan)
        }
    }

    /// Enables all members that are open.
    pub fn enable(&self) -> Result<()> {
        // SAFETY: a set; likewise below.
        check(unsafe { sys::perfc_set_enable(self.raw()) }, "perfc_set_enable").map(drop)
    }

    /// Disables them.
    pub fn disable(&self) -> Result<()> {
        // SAFETY: as above.
        check(unsafe { sys::perfc_set_disable(self.raw()) }, "perfc_set_disable").map(drop)
    }

    /// Zeroes their counts.
    pub fn reset(&self) -> Result<()> {
        // SAFETY: as above.
        check(unsafe { sys::perfc_set_reset(self.raw()) }, "perfc_set_reset").map(drop)
    }

    /// Finds the CPUs and threads that came and went since the last call. With `reopen` opens those
    /// that came back or are new. Returns the number of changed members.
    pub fn update(&mut self, reopen: bool) -> Result<u32> {
        let flags = if reopen { sys::PERFC_SET_UPDATE_REOPEN } else { 0 };
        // SAFETY: a set whose members nobody borrows.
        cold("perfc_set_update", |e| unsafe { sys::perfc_set_update(self.raw(), flags, e) })
    }

    /// Maps a ring for every open member that writes records and has none. `PAGES_FIT`: as large
    /// as the budget allows; 0: the control pages of all members. Returns how many it mapped.
    pub fn mmap(&mut self, pages: u32) -> Result<u32> {
        self.mmap_with(pages, 0)
    }

    /// The same with `PERFC_SET_MMAP_SHARED`: one ring for each CPU or thread; or
    /// `PERFC_SET_MMAP_OVERWRITE`.
    pub fn mmap_with(&mut self, pages: u32, flags: u32) -> Result<u32> {
        // SAFETY: as above.
        cold("perfc_set_mmap", |e| unsafe { sys::perfc_set_mmap(self.raw(), pages, flags, e) })
    }

    /// How large rings may be.
    pub fn ring_budget(&self, flags: u32) -> Result<sys::perfc_ring_budget> {
        let mut plan = sys::perfc_ring_budget::default();
        let size = size_of::<sys::perfc_ring_budget>();
        // SAFETY: a set, and a struct of that size.
        let result = unsafe { sys::perfc_set_ring_budget(self.raw(), flags, &mut plan, size) };
        check(result, "perfc_set_ring_budget")?;
        Ok(plan)
    }

    /// Attaches a BPF program to every open event, with `link` by links that
    /// [`detach_bpf`](Self::detach_bpf) closes. Returns how many events took it.
    pub fn attach_bpf(&self, program: BorrowedFd<'_>, link: bool) -> Result<u32> {
        let flags = if link { sys::PERFC_BPF_LINK } else { 0 };
        let fd = program.as_raw_fd();
        // SAFETY: a set.
        cold("perfc_set_attach_bpf", |e| unsafe {
            sys::perfc_set_attach_bpf(self.raw(), fd, flags, e)
        })
    }

    /// Closes all links.
    pub fn detach_bpf(&self) -> Result<()> {
        // SAFETY: a set.
        check(unsafe { sys::perfc_set_detach_bpf(self.raw()) }, "perfc_set_detach_bpf").map(drop)
    }

    /// The ids of the programs at a member's event. `EINVAL`: it isn't open.
    pub fn query_bpf(&self, index: usize) -> Result<Vec<u32>> {
        self.open_event(index, "perfc_event_query_bpf")?.query_bpf()
    }

    /// Reads the counts, by member.
    pub fn read(&self) -> Result<Vec<Count>> {
        let mut counts = vec![Count::default(); self.len()];
        let (size, capacity) = (size_of::<Count>(), counts.len() as u32);
        // SAFETY: a set, and so many structs of that size; Count is laid out as perfc_count.
        let result =
            unsafe { sys::perfc_set_read(self.raw(), counts.as_mut_ptr().cast(), size, capacity) };
        counts.truncate(check(result, "perfc_set_read")? as usize);
        Ok(counts)
    }

    /// Adds up counts as [`read`](Self::read) gave them, or differences of such. Members
    /// beyond them have none.
    pub fn sum(&self, by: SumBy, counts: &[Count]) -> Result<Vec<(SumRow, Count)>> {
        const NAME: &str = "perfc_set_sum";
        let length = self.len();
        let mut sums = vec![Count::default(); length];
        let mut rows = vec![SumRow::default(); length];
        // SAFETY: a set, the counts that are there, and room for as many sums as it has members.
        let result = unsafe {
            sys::perfc_set_sum(
                self.raw(),
                by as u32,
                counts.as_ptr().cast(),
                counts.len() as u32,
                sums.as_mut_ptr().cast(),
                size_of::<Count>(),
                rows.as_mut_ptr(),
                size_of::<SumRow>(),
                length as u32,
            )
        };
        let filled = check(result, NAME)? as usize;
        Ok(rows.into_iter().zip(sums).take(filled).collect())
    }

    /// The incidents of opening, mapping and updating the set.
    pub fn report(&self) -> &ReportRef {
        // SAFETY: the set's own, which grows where the set is borrowed mutably.
        unsafe { &*sys::perfc_set_report(self.raw()).cast() }
    }
}

impl Drop for Set {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_set_close(self.raw.as_ptr()) }
    }
}

/// A report that somebody owns: a [`Report`], or a set.
#[repr(C)]
pub struct ReportRef {
    _opaque: [u8; 0],
    _not_sync: PhantomData<std::cell::Cell<u8>>,
}

/// A report of one's own, for [`SetOptions::report`].
#[derive(Debug)]
pub struct Report(NonNull<sys::perfc_report>);

// SAFETY: it is memory, used by one thread at a time.
unsafe impl Send for Report {}

/// One thing that happened: its `kind` is one of `PERFC_REPORT_*`.
pub type ReportEntry = sys::perfc_report_entry;

impl Report {
    /// An empty one.
    pub fn new() -> Result<Self> {
        let mut report = ptr::null_mut();
        // SAFETY: room for a pointer.
        cold("perfc_report_create", |e| unsafe { sys::perfc_report_create(&mut report, e) })?;
        NonNull::new(report).map(Self).ok_or_else(|| Error::argument("perfc_report_create"))
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_report_destroy(self.0.as_ptr()) }
    }
}

impl Deref for Report {
    type Target = ReportRef;
    fn deref(&self) -> &ReportRef {
        // SAFETY: it lives as long as self.
        unsafe { &*self.0.as_ptr().cast() }
    }
}

impl ReportRef {
    fn raw(&self) -> *const sys::perfc_report {
        ptr::from_ref(self).cast()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        // SAFETY: a report.
        usize::try_from(unsafe { sys::perfc_report_count(self.raw()) }).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: u32) -> Option<ReportEntry> {
        let mut entry = ReportEntry::default();
        let size = size_of::<ReportEntry>();
        // SAFETY: a report, and a struct of that size.
        let result = unsafe { sys::perfc_report_get(self.raw(), index, &mut entry, size) };
        (result == 0).then_some(entry)
    }

    /// The text of one entry, as one line.
    pub fn text(&self, index: u32) -> Result<String> {
        // SAFETY: a report, and a buffer of that size.
        text(|buffer, size| unsafe { sys::perfc_report_text(self.raw(), index, buffer, size) })
    }
}

/// Every entry, one to a line.
impl std::fmt::Display for ReportRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text(sys::PERFC_REPORT_ALL).unwrap_or_default())
    }
}

impl std::fmt::Debug for ReportRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Report({:?})", self.to_string())
    }
}
