//! A flight recorder: the newest records of many rings, when something has happened.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::time::Duration;

use crate::error::{check, cold, Error, Result};
use crate::event::Event;
use crate::event_ref::EventRef;
use crate::reading::Losses;
use crate::stream::{LossesOf, StreamRecord};
use perfc_sys as sys;

/// Rings of `write_backward` events, which the kernel goes on overwriting until a cut looks at
/// them. It takes the events.
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
#[derive(Debug)]
pub struct Flight {
    raw: NonNull<sys::perfc_flight>,
    events: Vec<(u32, Event)>,
}

// SAFETY: one thread at a time per flight and the events in it, which it owns.
unsafe impl Send for Flight {}

impl Flight {
    /// A flight without rings.
    pub fn new() -> Result<Self> {
        let mut flight = ptr::null_mut();
        // SAFETY: room for a pointer.
        cold("perfc_flight_create", |e| unsafe { sys::perfc_flight_create(&mut flight, e) })?;
        let raw = NonNull::new(flight).ok_or_else(|| Error::argument("perfc_flight_create"))?;
        Ok(Self { raw, events: Vec::new() })
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_flight {
        self.raw.as_ptr()
    }

    /// Adds a mapped event of `write_backward`, and returns the number of its ring. If it can't be
    /// added it comes back with the error.
    pub fn add(&mut self, event: Event) -> Result<u32, (Event, Error)> {
        // SAFETY: a flight, and an event that it is going to own.
        let added = cold("perfc_flight_add", |e| unsafe {
            sys::perfc_flight_add(self.raw(), EventRef::raw(&event), e)
        });
        match added {
            Ok(source) => {
                self.events.push((source, event));
                Ok(source)
            }
            Err(error) => Err((event, error)),
        }
    }

    /// Takes an event out again.
    pub fn remove(&mut self, source: u32) -> Result<Event> {
        const NAME: &str = "perfc_flight_remove";
        let place = self.events.iter().position(|(number, _)| *number == source);
        let (_, event) = self.events.remove(place.ok_or_else(|| Error::argument(NAME))?);
        // SAFETY: an event of this flight. It is out of it even if its output can't go on.
        check(unsafe { sys::perfc_flight_remove(self.raw(), EventRef::raw(&event)) }, NAME)?;
        Ok(event)
    }

    /// The event whose ring has that number.
    pub fn event_of(&self, source: u32) -> Option<&EventRef> {
        // SAFETY: an event of this flight lives until it is removed, which takes &mut.
        unsafe {
            let event = sys::perfc_flight_event(self.raw(), source);
            (!event.is_null()).then(|| EventRef::from_raw(event))
        }
    }

    /// Pauses all outputs and takes a cut: the records of the time given, counted back from the
    /// newest; `None`: all that is there. Returns how many they are.
    pub fn cut(&mut self, last: Option<Duration>) -> Result<u32> {
        let last = last.map_or(sys::PERFC_FLIGHT_ALL, |time| {
            u64::try_from(time.as_nanos()).unwrap_or(sys::PERFC_FLIGHT_ALL)
        });
        // SAFETY: a flight.
        cold("perfc_flight_cut", |e| unsafe { sys::perfc_flight_cut(self.raw(), last, e) })
    }

    /// Takes the cut's next record, the earliest first.
    pub fn next_record(&mut self) -> Result<Option<StreamRecord<'_>>> {
        let mut record = MaybeUninit::uninit();
        // SAFETY: a flight; the record is written if the result is 1.
        unsafe {
            let result = sys::perfc_flight_next(self.raw(), record.as_mut_ptr());
            match check(result, "perfc_flight_next")? {
                0 => Ok(None),
                _ => Ok(Some(StreamRecord::new(record.assume_init_ref()))),
            }
        }
    }

    /// Ends the cut, and lets all outputs go on.
    pub fn resume(&mut self) -> Result<()> {
        // SAFETY: a flight.
        cold("perfc_flight_resume", |e| unsafe { sys::perfc_flight_resume(self.raw(), e) })
            .map(drop)
    }

    /// What was lost.
    pub fn losses(&self, of: LossesOf) -> Result<Losses> {
        const NAME: &str = "perfc_flight_losses";
        let event = match of {
            LossesOf::All => ptr::null_mut(),
            LossesOf::Source(source) => {
                self.event_of(source).ok_or_else(|| Error::argument(NAME))?.raw()
            }
        };
        let mut losses = Losses::default();
        let size = size_of::<Losses>();
        // SAFETY: a flight, an event of it or NULL, and a struct of that size.
        let result = unsafe { sys::perfc_flight_losses(self.raw(), event, &mut losses.0, size) };
        check(result, NAME)?;
        Ok(losses)
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_flight_destroy(self.raw.as_ptr()) }
    }
}
