//! Which clock the times of records are in, and how they become those of another.

use std::ptr;

use crate::error::{borrowed_str, c_string, check, cold, Result};
use crate::event_ref::EventRef;
use perfc_sys as sys;

/// The id of a clock by its name: "monotonic", "CLOCK_REALTIME", "tai", ...
pub fn clock_find(name: &str) -> Result<i32> {
    const NAME: &str = "perfc_clock_find";
    crate::load()?;
    let name = c_string(name, NAME)?;
    let mut clock = 0;
    // SAFETY: a string, and room for a number.
    check(unsafe { sys::perfc_clock_find(name.as_ptr(), &mut clock) }, NAME)?;
    Ok(clock)
}

/// "monotonic", ...; `None` for a clock without a name.
pub fn clock_name(clock: i32) -> Option<&'static str> {
    // SAFETY: a static string or NULL.
    let name = unsafe { borrowed_str(sys::perfc_clock_name(clock)) };
    (!name.is_empty()).then_some(name)
}

/// How the times of an event's records relate to a clock.
#[derive(Clone, Copy, Debug)]
pub struct ClockRelation(sys::perfc_clock_relation);

/// A time of another clock, and how far off it is at most, in ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    #[allow(missing_docs)]
    pub ns: u64,
    #[allow(missing_docs)]
    pub uncertainty: u64,
}

impl EventRef {
    /// Finds out how the times of the event's records relate to a clock (`libc::CLOCK_MONOTONIC`,
    /// ...) now.
    pub fn relate_clock(&self, clock: i32) -> Result<ClockRelation> {
        let mut relation = sys::perfc_clock_relation::default();
        let size = size_of::<sys::perfc_clock_relation>();
        // SAFETY: an open event, and a struct of that size.
        cold("perfc_event_relate_clock", |e| unsafe {
            sys::perfc_event_relate_clock(self.raw(), clock, &mut relation, size, e)
        })?;
        Ok(ClockRelation(relation))
    }
}

impl ClockRelation {
    /// The moment, the offset, the uncertainty, and how it was found.
    pub fn as_raw(&self) -> &sys::perfc_clock_relation {
        &self.0
    }

    /// Converts a record's time.
    pub fn convert(&self, time: u64) -> Result<ClockTime> {
        self.convert_until(None, time)
    }

    /// Converts a time between this relation and a later one.
    pub fn convert_until(&self, later: Option<&Self>, time: u64) -> Result<ClockTime> {
        let later = later.map_or(ptr::null(), |later| ptr::from_ref(&later.0));
        let size = size_of::<sys::perfc_clock_relation>();
        let (mut ns, mut uncertainty) = (0, 0);
        // SAFETY: structs of that size.
        let result = unsafe {
            sys::perfc_clock_convert(&self.0, later, size, time, &mut ns, &mut uncertainty)
        };
        check(result, "perfc_clock_convert")?;
        Ok(ClockTime { ns, uncertainty })
    }
}
