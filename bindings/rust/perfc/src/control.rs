//! What other threads may do with an event.

use std::ptr::NonNull;
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::{check, Error, Result};
use crate::reading::{read, Reading};
use perfc_sys as sys;

/// What [`Control`]s reach the event through, as long as it is open.
#[derive(Debug)]
pub(crate) struct Gate(pub(crate) RwLock<Option<NonNull<sys::perfc_event>>>);

// SAFETY: only what any thread may call at any time goes through it.
unsafe impl Send for Gate {}
// SAFETY: as above.
unsafe impl Sync for Gate {}

impl Gate {
    /// Keeps controls out meanwhile.
    pub(crate) fn closed<T>(
        &self,
        work: impl FnOnce(&mut Option<NonNull<sys::perfc_event>>) -> T,
    ) -> T {
        work(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What other threads may do with an event while one reads its ring. Once the event is closed all
/// of it is EBADF.
///
/// ```
/// fn anywhere<T: Send + Sync>() {}
/// anywhere::<perfc::Control>();
/// ```
#[derive(Clone, Debug)]
pub struct Control(pub(crate) Arc<Gate>);

impl Control {
    fn with(
        &self,
        operation: &'static str,
        call: impl FnOnce(*mut sys::perfc_event) -> i32,
    ) -> Result<()> {
        let gate = self.0 .0.read().unwrap_or_else(PoisonError::into_inner);
        match *gate {
            Some(raw) => check(call(raw.as_ptr()), operation).map(drop),
            None => Err(Error::new(libc::EBADF, operation)),
        }
    }

    /// Ends the wait of another thread, or if none waits the next one.
    pub fn wake(&self) -> Result<()> {
        // SAFETY: perfc/event.h and ring.h allow these in any thread; the event is open.
        self.with("perfc_event_wake", |raw| unsafe { sys::perfc_event_wake(raw) })
    }

    /// Starts counting.
    pub fn enable(&self) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_enable", |raw| unsafe { sys::perfc_enable(raw, 0) })
    }

    /// Stops counting.
    pub fn disable(&self) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_disable", |raw| unsafe { sys::perfc_disable(raw, 0) })
    }

    /// Zeroes the count, but not the times.
    pub fn reset(&self) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_reset", |raw| unsafe { sys::perfc_reset(raw, 0) })
    }

    /// Enables a sampling event for so many more overflows.
    pub fn refresh(&self, samples: i32) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_refresh", |raw| unsafe { sys::perfc_refresh(raw, samples) })
    }

    /// A new period or frequency.
    pub fn set_period(&self, period: u64) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_set_period", |raw| unsafe { sys::perfc_set_period(raw, period) })
    }

    /// Stops (or resumes) writing into the ring.
    pub fn pause_output(&self, paused: bool) -> Result<()> {
        let paused = i32::from(paused);
        // SAFETY: as above.
        self.with("perfc_pause_output", |raw| unsafe { sys::perfc_pause_output(raw, paused) })
    }

    /// Reads the counts.
    pub fn read(&self) -> Result<Reading> {
        let gate = self.0 .0.read().unwrap_or_else(PoisonError::into_inner);
        match *gate {
            // SAFETY: as above.
            Some(raw) => unsafe { read(raw.as_ptr()) },
            None => Err(Error::new(libc::EBADF, "perfc_read")),
        }
    }
}
