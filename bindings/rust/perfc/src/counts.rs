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
        /// There is no count: all numbers are 0.
        const MISSING = sys::PERFC_QUALITY_MISSING;
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

    /// The estimated count for an event that is on the PMU all the time.
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

    /// The difference to an earlier read of the event.
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
            sys::perfc_count_sum(all, size_of::<Count>(), counts.len() as u32, &mut sum.0)
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

/// # Safety
///
/// An open event.
pub(crate) unsafe fn read(event: *mut sys::perfc_event) -> Result<Vec<Count>> {
    let mut counts = vec![Count::default(); 1];
    loop {
        // SAFETY: the caller's event; so many structs of that size, laid out as perfc_count.
        let result = unsafe {
            let (size, capacity) = (size_of::<Count>(), counts.len() as u32);
            sys::perfc_read_group(event, ptr::null(), counts.as_mut_ptr().cast(), size, capacity)
        };
        if result == -libc::ENOSPC && counts.len() < 1 << 16 {
            counts.resize(counts.len() * 8, Count::default());
            continue;
        }
        counts.truncate(check(result, "perfc_read_group")? as usize);
        return Ok(counts);
    }
}

/// Ends a measurement, also if the measured function panics.
struct Measuring<'a> {
    leader: &'a EventRef,
    events: &'a [&'a EventRef],
    before: Vec<Count>,
    ended: bool,
}

impl<'a> Measuring<'a> {
    fn begin(leader: &'a EventRef, events: &'a [&'a EventRef]) -> Result<Self> {
        let mut measuring = Self { leader, events, before: Vec::new(), ended: true };
        measuring.before = measuring.counts()?;
        // Members first: they count from the moment on that their leader does.
        for member in events.iter().filter(|member| member.raw() != leader.raw()) {
            member.enable()?;
        }
        leader.enable()?;
        measuring.ended = false;
        Ok(measuring)
    }

    fn counts(&self) -> Result<Vec<Count>> {
        if self.events.is_empty() {
            return Ok(vec![self.leader.count()?]);
        }
        let mut counts = vec![Count::default(); self.events.len()];
        self.leader.count_group(self.events, &mut counts)?;
        Ok(counts)
    }

    fn end(&mut self) -> Result<Vec<Count>> {
        self.ended = true;
        self.leader.disable()?;
        let after = self.counts()?;
        Ok(after.iter().zip(&self.before).map(|(after, before)| after.since(before)).collect())
    }
}

impl Drop for Measuring<'_> {
    fn drop(&mut self) {
        if !self.ended {
            let _ = self.leader.disable();
        }
    }
}

impl EventRef {
    /// Reads the count, or with [`ReadFormat::GROUP`] those of the group, in the order of opening.
    /// None: the event is pinned and in error.
    pub fn read(&self) -> Result<Vec<Count>> {
        // SAFETY: an open event.
        unsafe { read(self.raw()) }
    }

    /// Reads the event's count, also of a group's leader or member alone.
    pub fn count(&self) -> Result<Count> {
        let mut count = Count::default();
        // SAFETY: an open event, and a struct of that size.
        let result = unsafe { sys::perfc_read(self.raw(), &mut count.0, size_of::<Count>()) };
        check(result, "perfc_read")?;
        Ok(count)
    }

    /// The same without a system call, where that is right; [`Count::origin`] tells.
    pub fn count_user(&self) -> Result<Count> {
        let mut count = Count::default();
        // SAFETY: as above.
        let result = unsafe { sys::perfc_read_user(self.raw(), &mut count.0, size_of::<Count>()) };
        check(result, "perfc_read_user")?;
        Ok(count)
    }

    /// Reads counts of this event's group at one instant: that of `events[i]` into `counts[i]`.
    pub fn count_group(&self, events: &[&EventRef], counts: &mut [Count]) -> Result<()> {
        const NAME: &str = "perfc_read_group";
        if counts.len() != events.len() {
            return Err(Error::argument(NAME));
        }
        let events: Vec<_> = events.iter().map(|event| event.raw()).collect();
        // SAFETY: open events, and as many structs of that size.
        let result = unsafe {
            let (size, capacity) = (size_of::<Count>(), events.len() as u32);
            let counts = counts.as_mut_ptr().cast();
            sys::perfc_read_group(self.raw(), events.as_ptr(), counts, size, capacity)
        };
        check(result, NAME).map(drop)
    }

    /// Counts while `work` runs: enables the event, and disables it afterwards.
    pub fn measure<R>(&self, work: impl FnOnce() -> R) -> Result<(R, Count)> {
        let (result, counts) = self.measure_group(&[], work)?;
        Ok((result, counts[0]))
    }

    /// The same for a group that this event leads.
    pub fn measure_group<R>(
        &self,
        events: &[&EventRef],
        work: impl FnOnce() -> R,
    ) -> Result<(R, Vec<Count>)> {
        let mut measuring = Measuring::begin(self, events)?;
        let result = work();
        Ok((result, measuring.end()?))
    }
}
