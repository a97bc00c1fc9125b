//! The calls of an event with any owner: ioctl, next_record. counts.rs has read.

use std::marker::PhantomData;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::ptr::{self, NonNull};
use std::time::Duration;

use crate::attr::Attr;
use crate::error::{c_string, check, cold, Result};
use crate::plan::PlanRef;
use crate::reading::{ControlPage, Losses};
use crate::record::{Record, RecordBlock};
use crate::room::{capacity, RecordRoom};
use perfc_sys as sys;

const GROUP: u64 = sys::PERFC_IOC_FLAG_GROUP as u64;

/// An event with an owner: an [`Event`](crate::Event), a [`Set`](crate::Set), a
/// [`Stream`](crate::Stream) or a [`Flight`](crate::Flight).
///
/// It may move to another thread, and only one thread at a time may use it. Other threads control
/// it meanwhile through a [`Control`](crate::Control).
#[repr(C)]
pub struct EventRef {
    _opaque: [u8; 0],
    _not_sync: PhantomData<std::cell::Cell<u8>>,
}

impl std::fmt::Debug for EventRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Event").field("fd", &self.as_raw_fd()).finish_non_exhaustive()
    }
}

/// The result of [`EventRef::wait`] and of similar functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Waited {
    /// There are records.
    Records,
    /// None came in that time.
    TimedOut,
    /// Another thread ended the wait.
    Woken,
    /// The target has gone, and the ring is drained: nothing will come any more.
    Ended,
}

pub(crate) fn milliseconds(timeout: Option<Duration>) -> i32 {
    match timeout {
        None => -1,
        // Rounded up, so that a short time isn't a busy loop.
        Some(time) => i32::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX),
    }
}

pub(crate) fn waited(result: Result<u32>) -> Result<Waited> {
    match result {
        Ok(0) => Ok(Waited::TimedOut),
        Ok(_) => Ok(Waited::Records),
        Err(error) => match error.raw_os_error() {
            libc::ESHUTDOWN => Ok(Waited::Ended),
            libc::ECANCELED => Ok(Waited::Woken),
            _ => Err(error),
        },
    }
}

/// At the end there are no records, and [`Waited::Ended`] says why.
#[inline]
pub(crate) fn count_or_end(result: i32, operation: &'static str) -> Result<u32> {
    if result == -libc::ESHUTDOWN {
        return Ok(0);
    }
    check(result, operation)
}

impl EventRef {
    /// # Safety
    ///
    /// An open event, for all of `'a`.
    pub(crate) unsafe fn from_raw<'a>(raw: *mut sys::perfc_event) -> &'a Self {
        // SAFETY: not NULL; EventRef has no bytes, so nothing is read through it.
        unsafe { &*raw.cast() }
    }

    /// # Safety
    ///
    /// An open event, for all of `'a`, and borrowed by nobody else.
    pub(crate) unsafe fn from_raw_mut<'a>(raw: *mut sys::perfc_event) -> &'a mut Self {
        // SAFETY: as above.
        unsafe { &mut *raw.cast() }
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_event {
        ptr::from_ref(self).cast::<sys::perfc_event>().cast_mut()
    }

    /// The attr as the kernel got it.
    pub fn attr(&self) -> Attr {
        let mut attr = sys::perfc_attr::default();
        // SAFETY: a buffer of that size.
        unsafe {
            let buffer = ptr::from_mut(&mut attr).cast();
            sys::perfc_event_attr(self.raw(), buffer, size_of::<sys::perfc_attr>());
        }
        Attr::from(attr)
    }

    /// Its bytes, also those of an attr that is longer than [`Attr`].
    pub fn attr_bytes(&self) -> Vec<u8> {
        // SAFETY: no buffer; then one of that size.
        unsafe {
            let length = sys::perfc_event_attr(self.raw(), ptr::null_mut(), 0);
            let mut bytes = vec![0u8; usize::try_from(length).unwrap_or(0)];
            sys::perfc_event_attr(self.raw(), bytes.as_mut_ptr().cast(), bytes.len());
            bytes
        }
    }

    /// The plan that decodes the records of the event's ring.
    pub fn plan(&self) -> &PlanRef {
        // SAFETY: the event's plan lives as long as the event, and grows only where the event is
        // borrowed mutably.
        unsafe { PlanRef::from_raw(sys::perfc_event_plan(self.raw())) }
    }

    fn simple(&self, result: i32, operation: &'static str) -> Result<()> {
        check(result, operation).map(drop)
    }

    /// A hot ioctl, whose error is the errno alone.
    fn request(&self, request: u32, argument: u64) -> Result<()> {
        // SAFETY: an open event; likewise below.
        let result = unsafe { sys::perfc_ioctl(self.raw(), request, argument, ptr::null_mut()) };
        self.simple(result, "perfc_ioctl")
    }

    /// Starts counting.
    pub fn enable(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_ENABLE, 0)
    }

    /// Stops counting.
    pub fn disable(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_DISABLE, 0)
    }

    /// Zeroes the count, but not the times.
    pub fn reset(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_RESET, 0)
    }

    /// Starts the event's whole group.
    pub fn enable_group(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_ENABLE, GROUP)
    }

    /// Stops the event's whole group.
    pub fn disable_group(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_DISABLE, GROUP)
    }

    /// Zeroes the counts of the event's whole group.
    pub fn reset_group(&self) -> Result<()> {
        self.request(sys::PERFC_IOC_RESET, GROUP)
    }

    /// Enables a sampling event for so many more overflows.
    pub fn refresh(&self, samples: i32) -> Result<()> {
        self.request(sys::PERFC_IOC_REFRESH, samples as u64)
    }

    /// A new period, or with a frequency a new frequency, from now on.
    pub fn set_period(&self, period: u64) -> Result<()> {
        self.request(sys::PERFC_IOC_PERIOD, period)
    }

    /// Stops (or resumes) writing into the ring; the count goes on.
    pub fn pause_output(&self, paused: bool) -> Result<()> {
        self.request(sys::PERFC_IOC_PAUSE_OUTPUT, u64::from(paused))
    }

    /// The kernel's id of the event.
    pub fn id(&self) -> Result<u64> {
        let mut id = 0;
        // SAFETY: as above.
        self.simple(unsafe { sys::perfc_event_id(self.raw(), &mut id) }, "perfc_event_id")?;
        Ok(id)
    }

    /// A tracepoint's filter in ftrace's syntax, or address filters of a tracing PMU.
    pub fn set_filter(&self, filter: &str) -> Result<()> {
        const NAME: &str = "perfc_event_set_filter";
        let filter = c_string(filter, NAME)?;
        // SAFETY: as above, and a string.
        cold(NAME, |e| unsafe { sys::perfc_event_set_filter(self.raw(), filter.as_ptr(), e) })
            .map(drop)
    }

    /// Attaches a BPF program.
    pub fn set_bpf(&self, program: BorrowedFd<'_>) -> Result<()> {
        self.ioctl(sys::PERFC_IOC_SET_BPF, program.as_raw_fd() as u64)
    }

    /// The ids of the BPF programs at the tracepoint.
    pub fn query_bpf(&self) -> Result<Vec<u32>> {
        // SAFETY: as above; room for that many.
        bpf_ids("perfc_event_query_bpf", |ids, capacity, count, e| unsafe {
            sys::perfc_event_query_bpf(self.raw(), ids, capacity, count, e)
        })
    }

    /// Any request whose argument is a number, `PERFC_IOC_*`.
    pub fn ioctl(&self, request: u32, argument: u64) -> Result<()> {
        // SAFETY: as above.
        cold("perfc_ioctl", |e| unsafe { sys::perfc_ioctl(self.raw(), request, argument, e) })
            .map(drop)
    }

    /// The ring's losses since it was mapped.
    pub fn losses(&self) -> Result<Losses> {
        let mut losses = Losses::default();
        let size = size_of::<Losses>();
        // SAFETY: as above; a struct of that size.
        let result = unsafe { sys::perfc_event_losses(self.raw(), &mut losses.0, size) };
        self.simple(result, "perfc_event_losses")?;
        Ok(losses)
    }

    /// The control page, which the kernel goes on writing.
    pub fn control_page(&self) -> Option<ControlPage<'_>> {
        // SAFETY: as above.
        let page = unsafe { sys::perfc_event_control_page(self.raw()) };
        NonNull::new(page.cast_mut()).map(|page| ControlPage(page, PhantomData))
    }

    /// Takes the next record out of the ring; `None`: there is none now. It borrows the ring until
    /// the next one is taken.
    #[inline]
    pub fn next_record(&mut self) -> Result<Option<Record<'_>>> {
        let mut record = std::mem::MaybeUninit::uninit();
        // SAFETY: as above; the record is written if the result is 1.
        unsafe {
            let result = sys::perfc_next_record(self.raw(), record.as_mut_ptr());
            match count_or_end(result, "perfc_next_record")? {
                0 => Ok(None),
                _ => Ok(Some(Record::new(record.assume_init(), self.plan()))),
            }
        }
    }

    /// Takes as many records out of the ring as there are at once and as `room` has place for; none:
    /// there is none now. All of them borrow the ring. EINVAL: `room` is empty.
    ///
    /// ```no_run
    /// # fn main() -> perfc::Result<()> {
    /// # let mut event: perfc::Event = unimplemented!();
    /// let mut room = [perfc::RecordRoom::new(); 64];
    /// loop {
    ///     let records = event.next_records(&mut room)?;
    ///     if records.is_empty() {
    ///         break;
    ///     }
    ///     for record in records {
    ///         println!("{:?}", record.name());
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// They are gone with the next call:
    ///
    /// ```compile_fail,E0499
    /// # fn two(event: &mut perfc::Event) -> perfc::Result<()> {
    /// let mut room = [perfc::RecordRoom::new(); 64];
    /// let first = event.next_records(&mut room)?.next();
    /// event.next_record()?;
    /// println!("{first:?}");
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn next_records<'a>(&'a mut self, room: &'a mut [RecordRoom]) -> Result<RecordBlock<'a>> {
        let capacity = capacity(room);
        let first = room.as_mut_ptr().cast::<sys::perfc_record>();
        // SAFETY: as above; room for that many, of which the result says how many are written. Both
        // are borrowed as long as the records.
        unsafe {
            let result = sys::perfc_next_records(self.raw(), first, capacity);
            let count = count_or_end(result, "perfc_next_records")?;
            let records = std::slice::from_raw_parts(first, count as usize);
            Ok(RecordBlock::new(records, self.plan()))
        }
    }

    /// Looks at the next record, which stays the next one.
    pub fn peek_record(&mut self) -> Result<Option<Record<'_>>> {
        let mut record = std::mem::MaybeUninit::uninit();
        // SAFETY: as above.
        unsafe {
            let result = sys::perfc_event_peek_record(self.raw(), record.as_mut_ptr());
            match count_or_end(result, "perfc_event_peek_record")? {
                0 => Ok(None),
                _ => Ok(Some(Record::new(record.assume_init(), self.plan()))),
            }
        }
    }

    /// Waits until there are records; `None` waits for ever. After an epoll of your own, call it
    /// with no time at all.
    pub fn wait(&mut self, timeout: Option<Duration>) -> Result<Waited> {
        let timeout = milliseconds(timeout);
        // SAFETY: as above.
        waited(cold("perfc_event_wait", |e| unsafe {
            sys::perfc_event_wait(self.raw(), timeout, e)
        }))
    }
}

fn bpf_ids(
    operation: &'static str,
    mut query: impl FnMut(*mut u32, u32, *mut u32, *mut sys::perfc_error) -> i32,
) -> Result<Vec<u32>> {
    let mut ids = vec![0u32; 16];
    loop {
        let mut count = 0;
        let result = cold(operation, |e| query(ids.as_mut_ptr(), ids.len() as u32, &mut count, e));
        match result {
            Err(error) if error.raw_os_error() == libc::ENOSPC && count as usize > ids.len() => {
                ids.resize(count as usize, 0);
            }
            Err(error) => return Err(error),
            Ok(_) => {
                ids.truncate(count as usize);
                return Ok(ids);
            }
        }
    }
}

impl AsRawFd for EventRef {
    fn as_raw_fd(&self) -> RawFd {
        // SAFETY: an open event.
        unsafe { sys::perfc_event_fd(self.raw()) }
    }
}

impl AsFd for EventRef {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // SAFETY: open as long as self.
        unsafe { BorrowedFd::borrow_raw(self.as_raw_fd()) }
    }
}
