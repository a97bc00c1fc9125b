//! Counts, and how far they can be trusted.

use std::ptr;

use crate::error::{check, Error, Result};
use crate::event_ref::EventRef;
use crate::flags::ReadFormat;
use perfc_sys as sys;

bitflags::bitflags! {
    /// How far a count can be trusted.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Quality: u32 {
        /// It was on the PMU whenever it was enabled.
        const EXACT = sys::PERFC_QUALITY_EXACT;
        /// It was on the PMU for a part of the time: scaled is an estimate.
        const SCALED = sys::PERFC_QUALITY_SCALED;
        /// Something is missing.
        const PARTIAL = sys::PERFC_QUALITY_PARTIAL;
        /// It was never on the PMU: its 0 isn't a count.
        const NEVER_RAN = sys::PERFC_QUALITY_NEVER_RAN;
        /// Pinned, and the PMU had no counter for it.
        const PINNED_ERROR = sys::PERFC_QUALITY_PINNED_ERROR;
        /// Its CPU is offline.
        const OFFLINE = sys::PERFC_QUALITY_OFFLINE;
        /// Of a delta: the event was reset or opened anew in between.
        const RESET = sys::PERFC_QUALITY_RESET;
        /// Of a group that the kernel broke up: read alone, and counts no more.
        const UNGROUPED = sys::PERFC_QUALITY_UNGROUPED;
        const _ = !0;
    }
}

/// A count.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct Count(sys::perfc_count);

impl Count {
    /// As counted.
    pub fn raw(&self) -> u64 {
        self.0.raw
    }

    /// What it would be had it been on the PMU all the time.
    pub fn scaled(&self) -> u64 {
        self.0.scaled
    }

    fn known(&self, field: ReadFormat, value: u64) -> Option<u64> {
        (self.0.fields & field.bits() != 0).then_some(value)
    }

    /// ns
    pub fn time_enabled(&self) -> Option<u64> {
        self.known(ReadFormat::TOTAL_TIME_ENABLED, self.0.time_enabled)
    }

    /// ns on the PMU.
    pub fn time_running(&self) -> Option<u64> {
        self.known(ReadFormat::TOTAL_TIME_RUNNING, self.0.time_running)
    }

    /// Samples lost for want of ring space.
    pub fn lost(&self) -> Option<u64> {
        self.known(ReadFormat::LOST, self.0.lost)
    }

    /// The event's id.
    pub fn id(&self) -> Option<u64> {
        self.known(ReadFormat::ID, self.0.id)
    }

    /// How far it can be trusted.
    pub fn quality(&self) -> Quality {
        Quality::from_bits_retain(self.0.quality)
    }

    /// Where it comes from: `PERFC_ORIGIN_*`.
    pub fn origin(&self) -> u32 {
        self.0.origin
    }

    /// The struct.
    pub fn as_raw(&self) -> &sys::perfc_count {
        &self.0
    }

    /// What was counted since an earlier read of the event.
    pub fn since(&self, earlier: &Count) -> Count {
        let mut delta = Count::default();
        // SAFETY: structs of that size.
        unsafe { sys::perfc_count_delta(&earlier.0, &self.0, &mut delta.0, size_of::<Count>()) };
        delta
    }

    /// Adds up counts of one event on several CPUs or threads; `None`: there are none.
    pub fn sum(counts: &[Count]) -> Option<Count> {
        let mut sum = Count::default();
        // SAFETY: so many structs of that size, laid out as perfc_count.
        let result = unsafe {
            let all = counts.as_ptr().cast();
            sys::perfc_count_sum(all, counts.len() as u32, &mut sum.0, size_of::<Count>())
        };
        (result == 0).then_some(sum)
    }

    /// `value * enabled / running`, for counts that came with a sample. `None`: it never ran.
    pub fn scale(value: u64, enabled: u64, running: u64) -> Option<u64> {
        let mut scaled = 0;
        // SAFETY: numbers.
        let result = unsafe { sys::perfc_count_scale(value, enabled, running, &mut scaled) };
        (result == 0).then_some(scaled)
    }
}

impl std::fmt::Debug for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Count")
            .field("raw", &self.raw())
            .field("scaled", &self.scaled())
            .field("time_enabled", &self.time_enabled())
            .field("time_running", &self.time_running())
            .field("quality", &self.quality())
            .finish()
    }
}

fn pointers(events: &[&EventRef]) -> Vec<*mut sys::perfc_event> {
    events.iter().map(|event| event.raw()).collect()
}

/// Ends a measurement, also when what is measured panics.
struct Measuring<'a> {
    leader: &'a EventRef,
    events: Vec<*mut sys::perfc_event>,
    counts: Vec<Count>,
    ended: bool,
}

impl Measuring<'_> {
    fn pointers(&self) -> *const *mut sys::perfc_event {
        if self.events.is_empty() {
            ptr::null()
        } else {
            self.events.as_ptr()
        }
    }

    fn begin(&mut self) -> Result<()> {
        let (events, count) = (self.pointers(), self.counts.len() as u32);
        let counts = self.counts.as_mut_ptr().cast();
        // SAFETY: open events, and so many structs of that size.
        let result = unsafe {
            let size = size_of::<Count>();
            sys::perfc_measure_begin(self.leader.raw(), events, count, counts, size)
        };
        self.ended = result < 0;
        check(result, "perfc_measure_begin").map(drop)
    }

    fn end(&mut self) -> Result<()> {
        self.ended = true;
        let (events, count) = (self.pointers(), self.counts.len() as u32);
        let counts = self.counts.as_mut_ptr().cast();
        // SAFETY: as above, and the counts are as begin left them.
        let result = unsafe {
            let size = size_of::<Count>();
            sys::perfc_measure_end(self.leader.raw(), events, count, counts, size)
        };
        check(result, "perfc_measure_end").map(drop)
    }
}

impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.end();
        }
    }
}

impl EventRef {
    /// Reads the event's count, also of a group's leader or member alone.
    pub fn count(&self) -> Result<Count> {
        let mut count = Count::default();
        // SAFETY: an open event, and a struct of that size.
        let result = unsafe { sys::perfc_count_read(self.raw(), &mut count.0, size_of::<Count>()) };
        check(result, "perfc_count_read")?;
        Ok(count)
    }

    /// The same without a system call, where that is right; [`Count::origin`] tells.
    pub fn count_user(&self) -> Result<Count> {
        let mut count = Count::default();
        // SAFETY: as above.
        let result =
            unsafe { sys::perfc_count_read_user(self.raw(), &mut count.0, size_of::<Count>()) };
        check(result, "perfc_count_read_user")?;
        Ok(count)
    }

    /// Reads counts of this event's group at one instant: that of `events[i]` into `counts[i]`.
    pub fn count_group(&self, events: &[&EventRef], counts: &mut [Count]) -> Result<()> {
        const NAME: &str = "perfc_count_read_group";
        if counts.len() != events.len() {
            return Err(Error::argument(NAME));
        }
        let events = pointers(events);
        // SAFETY: open events, and as many structs of that size.
        let result = unsafe {
            let (count, size) = (events.len() as u32, size_of::<Count>());
            let counts = counts.as_mut_ptr().cast();
            sys::perfc_count_read_group(self.raw(), events.as_ptr(), count, counts, size)
        };
        check(result, NAME).map(drop)
    }

    /// Counts while `work` runs: enables the event, and disables it afterwards.
    pub fn measure<R>(&self, work: impl FnOnce() -> R) -> Result<(R, Count)> {
        let (result, counts) = self.measure_all(&[], 1, work)?;
        Ok((result, counts[0]))
    }

    /// The same for a group that this event leads.
    pub fn measure_group<R>(
        &self,
        events: &[&EventRef],
        work: impl FnOnce() -> R,
    ) -> Result<(R, Vec<Count>)> {
        self.measure_all(events, events.len(), work)
    }

    fn measure_all<R>(
        &self,
        events: &[&EventRef],
        count: usize,
        work: impl FnOnce() -> R,
    ) -> Result<(R, Vec<Count>)> {
        let mut measuring = Measuring {
            leader: self,
            events: pointers(events),
            counts: vec![Count::default(); count],
            ended: true,
        };
        measuring.begin()?;
        let result = work();
        measuring.end()?;
        Ok((result, std::mem::take(&mut measuring.counts)))
    }
}
