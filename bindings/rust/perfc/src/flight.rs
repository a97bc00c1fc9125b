//! Flight recorders: the newest records of many rings, when something has happened.

use std::time::Duration;

use crate::error::{cold, Result};
use crate::host::Host;
use crate::rings::{Handle, Rings};
use perfc_sys as sys;

/// Rings of `write_backward` events, which the kernel goes on overwriting until a cut looks at
/// them. Its records are those of the cut.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// # let mut flight: perfc::Flight = unimplemented!();
/// # use std::time::Duration;
/// flight.cut(Some(Duration::from_secs(5)))?;
/// while let Some(record) = flight.next_record()? {
///     println!("{} {:?}", record.time(), record.name());
/// }
/// flight.resume()?;
/// # Ok(())
/// # }
/// ```
///
/// Only a [`Stream`](crate::Stream) is waited for:
///
/// ```compile_fail,E0599
/// # fn wait(flight: &mut perfc::Flight) {
/// flight.wait(None);
/// # }
/// ```
pub type Flight = Rings<Overwritten>;

/// The kind of a [`Flight`].
#[derive(Debug)]
pub struct Overwritten(());

impl Rings<Overwritten> {
    /// A flight recorder without rings.
    pub fn new() -> Result<Self> {
        let host = Host::default();
        let handle = Handle::create(&host, sys::PERFC_STREAM_FLIGHT, 0)?;
        Ok(Self::over(Overwritten(()), handle, host))
    }

    /// Pauses all outputs and takes a cut: the records of the time given, counted back from the
    /// newest; `None`: all that is there. Returns how many they are.
    pub fn cut(&mut self, last: Option<Duration>) -> Result<u32> {
        let last = last.map_or(sys::PERFC_STREAM_CUT_ALL, |time| {
            u64::try_from(time.as_nanos()).unwrap_or(sys::PERFC_STREAM_CUT_ALL)
        });
        // SAFETY: a flight recorder.
        cold("perfc_stream_cut", |e| unsafe { sys::perfc_stream_cut(self.raw(), last, e) })
    }

    /// Ends the cut, and lets all outputs go on.
    pub fn resume(&mut self) -> Result<()> {
        // SAFETY: a flight recorder.
        cold("perfc_stream_resume", |e| unsafe { sys::perfc_stream_resume(self.raw(), e) })
            .map(drop)
    }
}
