//! Control of an event by other threads.

use std::ptr::NonNull;
use std::sync::{Arc, PoisonError, RwLock};

use crate::counts::{read, Count};
use crate::error::{check, Error, Result};
use perfc_sys as sys;

/// The connection between [`Control`]s and the event, while the event is open.
#[derive(Debug)]
pub(crate) struct Gate(pub(crate) RwLock<Option<NonNull<sys::perfc_event>>>);

// SAFETY: it is used only for calls that any thread may make at any time.
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

/// Lets other threads control an event while one thread reads its ring. Once the event is closed,
/// every call is EBADF.
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

    fn request(&self, request: u32, argument: u64) -> Result<()> {
        // SAFETY: as above.
        self.with("perfc_ioctl", |raw| unsafe {
            sys::perfc_ioctl(raw, request, argument, std::ptr::null_mut())
        })
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

    /// Enables a sampling event for so many more overflows.
    pub fn refresh(&self, samples: i32) -> Result<()> {
        self.request(sys::PERFC_IOC_REFRESH, samples as u64)
    }

    /// A new period or frequency.
    pub fn set_period(&self, period: u64) -> Result<()> {
        self.request(sys::PERFC_IOC_PERIOD, period)
    }

    /// Stops (or resumes) writing into the ring.
    pub fn pause_output(&self, paused: bool) -> Result<()> {
        self.request(sys::PERFC_IOC_PAUSE_OUTPUT, u64::from(paused))
    }

    /// Reads the count, or those of the event's group in the order of opening.
    pub fn read(&self) -> Result<Vec<Count>> {
        let gate = self.0 .0.read().unwrap_or_else(PoisonError::into_inner);
        match *gate {
            // SAFETY: as above.
            Some(raw) => unsafe { read(raw.as_ptr()) },
            None => Err(Error::new(libc::EBADF, "perfc_read_group")),
        }
    }
}
