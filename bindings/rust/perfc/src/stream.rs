//! Many rings as one source, in the order of time.

use std::mem::MaybeUninit;
use std::ops::Deref;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::ptr::{self, NonNull};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::error::{check, cold, Error, Result};
use crate::event::Event;
use crate::event_ref::{count_or_end, milliseconds, waited, EventRef, Waited};
use crate::host::Host;
use crate::reading::Losses;
use crate::record::Record;
use crate::set::Set;
use perfc_sys as sys;

/// Rings merged by time. It takes the events and sets whose rings it reads, because all of them are
/// used in one thread at a time.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// # let events: Vec<perfc::Event> = unimplemented!();
/// let mut stream = perfc::Stream::new()?;
/// for event in events {
///     stream.add(event).map_err(|(_, error)| error)?;
/// }
/// while stream.wait(None)? == perfc::Waited::Records {
///     while let Some(record) = stream.next_record()? {
///         println!("{} {:?}", record.time(), record.name());
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// A record is gone with the next one:
///
/// ```compile_fail,E0499
/// # fn two(stream: &mut perfc::Stream) -> perfc::Result<()> {
/// let first = stream.next_record()?;
/// let second = stream.next_record()?;
/// drop(first);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Stream {
    raw: NonNull<sys::perfc_stream>,
    gate: Arc<Gate>,
    events: Vec<(u32, Event)>,
    sets: Vec<Set>,
    _host: Host,
}

// SAFETY: one thread at a time per stream and the events in it, which it owns.
unsafe impl Send for Stream {}

#[derive(Debug)]
struct Gate(RwLock<Option<NonNull<sys::perfc_stream>>>);

// SAFETY: only perfc_stream_wake goes through it, which any thread may call.
unsafe impl Send for Gate {}
// SAFETY: as above.
unsafe impl Sync for Gate {}

/// Ends waits of a [`Stream`] from any thread.
#[derive(Clone, Debug)]
pub struct StreamWaker(Arc<Gate>);

impl StreamWaker {
    /// Ends the wait of another thread, or the next one. EBADF: the stream is gone.
    pub fn wake(&self) -> Result<()> {
        const NAME: &str = "perfc_stream_wake";
        match *self.0 .0.read().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: the stream is there as long as the gate is open.
            Some(raw) => check(unsafe { sys::perfc_stream_wake(raw.as_ptr()) }, NAME).map(drop),
            None => Err(Error::new(libc::EBADF, NAME)),
        }
    }
}

/// A record of a stream, or of a flight's cut.
#[derive(Clone, Copy, Debug)]
pub struct StreamRecord<'a> {
    record: Record<'a>,
    event: &'a EventRef,
    time: u64,
    sequence: u64,
    source: u32,
}

impl<'a> StreamRecord<'a> {
    /// # Safety
    ///
    /// A record whose bytes and event live for `'a`.
    pub(crate) unsafe fn new(raw: &sys::perfc_stream_record) -> Self {
        // SAFETY: the caller's.
        let event: &'a EventRef = unsafe { EventRef::from_raw(raw.event) };
        Self {
            record: Record::new(raw.record, event.plan()),
            event,
            time: raw.time,
            sequence: raw.sequence,
            source: raw.source,
        }
    }

    /// By which it was ordered, ns.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// 0 for the first record.
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The number of the ring that it came from.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// The event of that ring.
    pub fn event(&self) -> &'a EventRef {
        self.event
    }

    /// The record itself.
    pub fn record(&self) -> Record<'a> {
        self.record
    }
}

impl<'a> Deref for StreamRecord<'a> {
    type Target = Record<'a>;
    fn deref(&self) -> &Record<'a> {
        &self.record
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

impl Stream {
    /// A stream without rings.
    pub fn new() -> Result<Self> {
        Self::on(&Host::default(), 0)
    }

    /// The same on another host; `round_bytes` of one ring are covered by a round at most, 0: as
    /// many as usual.
    pub fn on(host: &Host, round_bytes: u64) -> Result<Self> {
        let options = sys::perfc_stream_options {
            size: size_of::<sys::perfc_stream_options>() as u32,
            reserved: 0,
            round_bytes,
        };
        let mut stream = ptr::null_mut();
        // SAFETY: options of their size; the host outlives the stream.
        cold("perfc_stream_create", |e| unsafe {
            sys::perfc_stream_create(host.raw(), &options, &mut stream, e)
        })?;
        let raw = NonNull::new(stream).ok_or_else(|| Error::argument("perfc_stream_create"))?;
        let gate = Arc::new(Gate(RwLock::new(Some(raw))));
        Ok(Self { raw, gate, events: Vec::new(), sets: Vec::new(), _host: host.clone() })
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_stream {
        self.raw.as_ptr()
    }

    /// Adds a mapped event, and returns the number of its ring. If it can't be added it comes back
    /// with the error.
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

    /// Takes an event out again, with what is left in its ring.
    pub fn remove(&mut self, source: u32) -> Result<Event> {
        const NAME: &str = "perfc_stream_remove_event";
        let place = self.events.iter().position(|(number, _)| *number == source);
        let place = place.ok_or_else(|| Error::argument(NAME))?;
        let event = EventRef::raw(&self.events[place].1);
        // SAFETY: an event of this stream.
        check(unsafe { sys::perfc_stream_remove_event(self.raw(), event) }, NAME)?;
        Ok(self.events.remove(place).1)
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
    /// [`Set::map`] does and read from now on. Returns how many members changed.
    pub fn update_set(&mut self, index: usize, pages: u32, flags: u32) -> Result<u32> {
        let Some(set) = self.sets.get_mut(index) else {
            return Err(Error::argument("perfc_set_update"));
        };
        let changed = set.update(true)?;
        if changed > 0 {
            set.map_with(pages, flags)?;
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

    /// Takes the earliest record that is there; `None`: there is none now. It borrows the stream
    /// until the next one is taken.
    #[inline]
    pub fn next_record(&mut self) -> Result<Option<StreamRecord<'_>>> {
        let mut record = MaybeUninit::uninit();
        // SAFETY: a stream; the record is written if the result is 1.
        unsafe {
            let result = sys::perfc_stream_next(self.raw(), record.as_mut_ptr());
            match count_or_end(result, "perfc_stream_next")? {
                0 => Ok(None),
                _ => Ok(Some(StreamRecord::new(record.assume_init_ref()))),
            }
        }
    }

    /// Waits until some ring has records; `None` waits for ever.
    pub fn wait(&mut self, timeout: Option<Duration>) -> Result<Waited> {
        let timeout = milliseconds(timeout);
        // SAFETY: a stream.
        waited(cold("perfc_stream_wait", |e| unsafe {
            sys::perfc_stream_wait(self.raw(), timeout, e)
        }))
    }

    /// What ends waits from other threads.
    pub fn waker(&self) -> StreamWaker {
        StreamWaker(Arc::clone(&self.gate))
    }

    /// What was lost.
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

    /// Hands the records to come over through the Arrow C Stream Interface, see
    /// perfc/stream.h.
    ///
    /// # Safety
    ///
    /// `out` points at room for the struct of Arrow's specification. It is the caller's to release,
    /// and is used by one thread at a time with this stream.
    pub unsafe fn export_arrow(
        &mut self,
        options: crate::BatchOptions,
        table: u32,
        duration: Option<Duration>,
        out: *mut sys::ArrowArrayStream,
    ) -> Result<()> {
        let options = options.raw();
        let duration = milliseconds(duration);
        // SAFETY: the caller's.
        cold("perfc_stream_export_arrow", |e| unsafe {
            sys::perfc_stream_export_arrow(self.raw(), &options, table, duration, out, e)
        })
        .map(drop)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut open = self.gate.0.write().unwrap_or_else(PoisonError::into_inner);
        *open = None;
        // SAFETY: nothing borrows from it, and no waker has it any more.
        unsafe { sys::perfc_stream_destroy(self.raw.as_ptr()) }
    }
}

/// Readable when [`Stream::wait`] with no time at all is worth a call.
impl AsRawFd for Stream {
    fn as_raw_fd(&self) -> RawFd {
        // SAFETY: a stream.
        unsafe { sys::perfc_stream_fd(self.raw()) }
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // SAFETY: open as long as self.
        unsafe { BorrowedFd::borrow_raw(self.as_raw_fd()) }
    }
}
