//! The common part of streams and flight recorders: many rings as one source of records, in the
//! order of time.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::error::{check, cold, Error, Result};
use crate::event::Event;
use crate::event_ref::{count_or_end, EventRef};
use crate::host::Host;
use crate::reading::Losses;
use crate::room::{capacity, StreamRecordRoom};
use crate::set::Set;
use crate::stream_record::StreamRecord;
use perfc_sys as sys;

/// The rings of a [`Stream`](crate::Stream) or a [`Flight`](crate::Flight), which `K` tells. It
/// takes the events and sets whose rings it reads, because all of them are used in one thread at a
/// time.
#[derive(Debug)]
pub struct Rings<K> {
    // Dropped in this order.
    kind: K,
    handle: Handle,
    events: Vec<(u32, Event)>,
    sets: Vec<Set>,
    _host: Host,
}

#[derive(Debug)]
pub(crate) struct Handle(NonNull<sys::perfc_stream>);

// SAFETY: one thread at a time per stream and the events in it, which Rings owns.
unsafe impl Send for Handle {}

impl Handle {
    pub(crate) fn create(host: &Host, kind: u32, round_bytes: u64) -> Result<Self> {
        let options = sys::perfc_stream_options {
            size: size_of::<sys::perfc_stream_options>() as u32,
            kind,
            round_bytes,
        };
        let mut stream = ptr::null_mut();
        // SAFETY: options of their size; Rings has the host for as long as the stream.
        cold("perfc_stream_create", |e| unsafe {
            sys::perfc_stream_create(host.raw(), &options, &mut stream, e)
        })?;
        NonNull::new(stream).map(Self).ok_or_else(|| Error::argument("perfc_stream_create"))
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_stream {
        self.0.as_ptr()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_stream_destroy(self.raw()) }
    }
}

/// Whose losses are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossesOf {
    /// Of all rings, those included that were taken out again.
    All,
    /// Of one ring, by its number.
    Source(u32),
}

impl<K> Rings<K> {
    pub(crate) fn over(kind: K, handle: Handle, host: Host) -> Self {
        Self { kind, handle, events: Vec::new(), sets: Vec::new(), _host: host }
    }

    pub(crate) fn kind(&self) -> &K {
        &self.kind
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_stream {
        self.handle.raw()
    }

    /// Adds a mapped event, of `write_backward` for a flight recorder, and returns the number of
    /// its ring. If it can't be added it comes back with the error.
    pub fn add(&mut self, event: Event) -> Result<u32, (Event, Error)> {
        // SAFETY: a stream, and an event that it is going to own.
        let added = cold("perfc_stream_add_event", |e| unsafe {
            sys::perfc_stream_add_event(self.raw(), EventRef::raw(&event), e)
        });
        match added {
            Ok(source) => {
                self.events.push((source, event));
                Ok(source)
            }
            Err(error) => Err((event, error)),
        }
    }

    /// Takes an event out again. In a stream, unread records stay in the ring. If a flight recorder
    /// can't resume the event's output, the event is closed.
    pub fn remove(&mut self, source: u32) -> Result<Event> {
        const NAME: &str = "perfc_stream_remove_event";
        let place = self.events.iter().position(|(number, _)| *number == source);
        let (_, event) = self.events.remove(place.ok_or_else(|| Error::argument(NAME))?);
        // SAFETY: an event of this stream.
        let result = unsafe { sys::perfc_stream_remove_event(self.raw(), EventRef::raw(&event)) };
        check(result, NAME)?;
        Ok(event)
    }

    /// Adds all rings of a set, and returns the set's index, for [`set`](Self::set). If they can't
    /// be added it comes back with the error.
    pub fn add_set(&mut self, set: Set) -> Result<usize, (Set, Error)> {
        match self.add_rings(&set) {
            Ok(_) => {
                self.sets.push(set);
                Ok(self.sets.len() - 1)
            }
            Err(error) => Err((set, error)),
        }
    }

    fn add_rings(&self, set: &Set) -> Result<u32> {
        // SAFETY: a stream, and a set that it owns or is going to own.
        cold("perfc_stream_add_set", |e| unsafe {
            sys::perfc_stream_add_set(self.raw(), set.raw(), e)
        })
    }

    /// A set of the stream.
    pub fn set(&self, index: usize) -> Option<&Set> {
        self.sets.get(index)
    }

    /// As [`Set::update`] for a set of the stream; what it opened anew is mapped as
    /// [`Set::mmap_with`] does and read from now on. Returns how many members changed.
    pub fn update_set(&mut self, index: usize, pages: u32, flags: u32) -> Result<u32> {
        let Some(set) = self.sets.get_mut(index) else {
            return Err(Error::argument("perfc_set_update"));
        };
        let changed = set.update(true)?;
        if changed > 0 {
            set.mmap_with(pages, flags)?;
        }
        self.add_rings(&self.sets[index])?;
        Ok(changed)
    }

    /// The event whose ring has that number.
    pub fn event_of(&self, source: u32) -> Option<&EventRef> {
        // SAFETY: an event of this stream lives until it is removed, which takes &mut.
        unsafe {
            let event = sys::perfc_stream_event(self.raw(), source);
            (!event.is_null()).then(|| EventRef::from_raw(event))
        }
    }

    /// # Safety
    ///
    /// Room for so many records.
    #[inline]
    unsafe fn take(&mut self, first: *mut sys::perfc_stream_record, capacity: u32) -> Result<u32> {
        // SAFETY: a stream, and the caller's.
        let result = unsafe { sys::perfc_stream_next_records(self.raw(), first, capacity) };
        count_or_end(result, "perfc_stream_next_records")
    }

    /// Takes the earliest record that is there, of a flight recorder that of its cut; `None`: there
    /// is none now. It borrows the rings until the next one is taken.
    #[inline]
    pub fn next_record(&mut self) -> Result<Option<StreamRecord<'_>>> {
        let mut record = MaybeUninit::<StreamRecord<'_>>::uninit();
        // SAFETY: a StreamRecord is laid out as the library's struct, which is written if the
        // result is 1. Bytes and plan are borrowed as long as self.
        unsafe {
            match self.take(record.as_mut_ptr().cast(), 1)? {
                0 => Ok(None),
                _ => Ok(Some(record.assume_init())),
            }
        }
    }

    /// Takes the earliest records, as many as there are at once and as `room` has place for; none:
    /// there is none now. All of them borrow the rings. EINVAL: `room` is empty.
    ///
    /// ```no_run
    /// # fn main() -> perfc::Result<()> {
    /// # let mut stream: perfc::Stream = unimplemented!();
    /// let mut room = [perfc::StreamRecordRoom::new(); 64];
    /// loop {
    ///     let records = stream.next_records(&mut room)?;
    ///     if records.is_empty() {
    ///         break;
    ///     }
    ///     for record in records {
    ///         println!("{} {:?}", record.time(), record.name());
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// They are gone with the next call, and so is the use of the room:
    ///
    /// ```compile_fail,E0499
    /// # fn two(stream: &mut perfc::Stream) -> perfc::Result<()> {
    /// let mut room = [perfc::StreamRecordRoom::new(); 64];
    /// let first = stream.next_records(&mut room)?;
    /// stream.next_record()?;
    /// println!("{first:?}");
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn next_records<'a>(
        &'a mut self,
        room: &'a mut [StreamRecordRoom],
    ) -> Result<&'a [StreamRecord<'a>]> {
        let capacity = capacity(room);
        let first = room.as_mut_ptr();
        // SAFETY: as of next_record, for as many records as were written.
        unsafe {
            let count = self.take(first.cast(), capacity)?;
            Ok(std::slice::from_raw_parts(first.cast(), count as usize))
        }
    }

    /// The losses. A flight recorder counts each loss once, however many cuts contain it.
    pub fn losses(&self, of: LossesOf) -> Result<Losses> {
        const NAME: &str = "perfc_stream_losses";
        let event = match of {
            LossesOf::All => ptr::null_mut(),
            LossesOf::Source(source) => {
                self.event_of(source).ok_or_else(|| Error::argument(NAME))?.raw()
            }
        };
        let mut losses = Losses::default();
        let size = size_of::<Losses>();
        // SAFETY: a stream, an event of it or NULL, and a struct of that size.
        let result = unsafe { sys::perfc_stream_losses(self.raw(), event, &mut losses.0, size) };
        check(result, NAME)?;
        Ok(losses)
    }
}
