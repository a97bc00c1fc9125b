//! Streams: many rings as one source, while the kernel writes them.

use std::os::fd::{AsFd, AsRawFd, BorrowedFd, RawFd};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::error::{check, cold, Error, Result};
use crate::event_ref::{milliseconds, waited, Waited};
use crate::host::Host;
use crate::rings::{Handle, Rings};
use perfc_sys as sys;

/// Rings that wait for their reader, merged by time.
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
///
/// Only a [`Flight`](crate::Flight) is cut:
///
/// ```compile_fail,E0599
/// # fn cut(stream: &mut perfc::Stream) {
/// stream.cut(None);
/// # }
/// ```
pub type Stream = Rings<Forward>;

/// The kind of a [`Stream`].
#[derive(Debug)]
pub struct Forward(Arc<Gate>);

#[derive(Debug)]
struct Gate(RwLock<Option<*mut sys::perfc_stream>>);

// SAFETY: only perfc_stream_wake goes through it, which any thread may call.
unsafe impl Send for Gate {}
// SAFETY: as above.
unsafe impl Sync for Gate {}

/// Before the stream is destroyed, no waker has it any more.
impl Drop for Forward {
    fn drop(&mut self) {
        *self.0 .0.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Ends waits of a [`Stream`] from any thread.
#[derive(Clone, Debug)]
pub struct StreamWaker(Arc<Gate>);

impl StreamWaker {
    /// Ends the wait of another thread, or the next one. EBADF: the stream is gone.
    pub fn wake(&self) -> Result<()> {
        const NAME: &str = "perfc_stream_wake";
        match *self.0 .0.read().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: the stream is there as long as the gate is open.
            Some(raw) => check(unsafe { sys::perfc_stream_wake(raw) }, NAME).map(drop),
            None => Err(Error::new(libc::EBADF, NAME)),
        }
    }
}

impl Rings<Forward> {
    /// A stream without rings.
    pub fn new() -> Result<Self> {
        Self::on(&Host::default(), 0)
    }

    /// The same on another host; `round_bytes` of one ring are covered by a round at most, 0: as
    /// many as usual.
    pub fn on(host: &Host, round_bytes: u64) -> Result<Self> {
        let handle = Handle::create(host, sys::PERFC_STREAM_FORWARD, round_bytes)?;
        let gate = Arc::new(Gate(RwLock::new(Some(handle.raw()))));
        Ok(Self::over(Forward(gate), handle, host.clone()))
    }

    /// Waits until some ring has records; `None` waits for ever.
    pub fn wait(&mut self, timeout: Option<Duration>) -> Result<Waited> {
        let timeout = milliseconds(timeout);
        // SAFETY: a stream.
        waited(cold("perfc_stream_wait", |e| unsafe {
            sys::perfc_stream_wait(self.raw(), timeout, e)
        }))
    }

    /// A handle that ends waits from other threads.
    pub fn waker(&self) -> StreamWaker {
        StreamWaker(Arc::clone(&self.kind().0))
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

/// Readable when [`Stream::wait`] with no time at all is worth a call.
impl AsRawFd for Rings<Forward> {
    fn as_raw_fd(&self) -> RawFd {
        // SAFETY: a stream.
        unsafe { sys::perfc_stream_fd(self.raw()) }
    }
}

impl AsFd for Rings<Forward> {
    fn as_fd(&self) -> BorrowedFd<'_> {
        // SAFETY: open as long as self.
        unsafe { BorrowedFd::borrow_raw(self.as_raw_fd()) }
    }
}
