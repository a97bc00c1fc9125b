//! The first verbs: open, ioctl and mmap, for events of one's own.

use std::ops::{Deref, DerefMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, IntoRawFd, OwnedFd, RawFd};
use std::ptr::{self, NonNull};
use std::sync::{Arc, RwLock};

use crate::attr::{Attr, On};
use crate::control::{Control, Gate};
use crate::error::{c_string, cold, Error, Result};
use crate::event_ref::EventRef;
use crate::flags::{OpenFlags, SampleFields};
use crate::host::Host;
use perfc_sys as sys;

/// An open event: its fd, its attr, its plan, and its ring once mapped. Dropping it closes it.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// use perfc::{Event, On, SampleFields};
///
/// let mut event = Event::open_string("cpu-clock:u", SampleFields::IP, On::this_thread())?;
/// event.mmap(perfc::MMAP_DEFAULT_PAGES)?;
/// event.enable()?;
/// while let Some(record) = event.next_record()? {
///     if let Some(ip) = record.sample()?.ip() {
///         println!("{ip:#x}");
///     }
/// }
/// # Ok(())
/// # }
/// ```
///
/// A record is gone with the next one:
///
/// ```compile_fail,E0499
/// # fn two(event: &mut perfc::Event) -> perfc::Result<()> {
/// let first = event.next_record()?;
/// let second = event.next_record()?;
/// drop(first);
/// # Ok(())
/// # }
/// ```
///
/// and with the event, as are its call chain and strings:
///
/// ```compile_fail,E0505
/// # fn late(mut event: perfc::Event) -> perfc::Result<()> {
/// let record = event.next_record()?.unwrap();
/// drop(event);
/// println!("{:?}", record.bytes());
/// # Ok(())
/// # }
/// ```
///
/// ```compile_fail,E0499
/// # fn chain(event: &mut perfc::Event) -> perfc::Result<()> {
/// let chain = event.next_record()?.unwrap().sample()?.callchain();
/// event.next_record()?;
/// println!("{chain:?}");
/// # Ok(())
/// # }
/// ```
///
/// Two threads can't use an event at a time:
///
/// ```compile_fail,E0277
/// # fn share(event: &perfc::Event) {
/// std::thread::scope(|scope| {
///     scope.spawn(|| event.enable());
/// });
/// # }
/// ```
pub struct Event {
    raw: NonNull<sys::perfc_event>,
    gate: Arc<Gate>,
    /// Events whose records go to this one's ring: the library links them, so they stay together.
    writers: Vec<Event>,
    host: Host,
}

// SAFETY: different handles may be used freely, one thread at a time per handle (perfc/perfc.h).
unsafe impl Send for Event {}

/// How [`Event::options`] opens.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions<'a> {
    leader: Option<&'a EventRef>,
    flags: OpenFlags,
    host: Option<&'a Host>,
}

impl<'a> OpenOptions<'a> {
    /// Into the group of that event.
    pub fn leader(mut self, leader: &'a EventRef) -> Self {
        self.leader = Some(leader);
        self
    }

    /// With flags of perf_event_open(2).
    pub fn flags(mut self, flags: OpenFlags) -> Self {
        self.flags = flags;
        self
    }

    /// On another host than this machine.
    pub fn host(mut self, host: &'a Host) -> Self {
        self.host = Some(host);
        self
    }

    /// Opens. The attr is an [`Attr`], or the bytes of the kernel's struct of any version.
    pub fn open(self, attr: impl AsRef<[u8]>, on: On) -> Result<Event> {
        let attr = attr.as_ref();
        let host = self.host.cloned().unwrap_or_default();
        let leader = self.leader.map_or(ptr::null_mut(), EventRef::raw);
        let flags = self.flags.bits() | on.flags;
        let mut event = ptr::null_mut();
        // SAFETY: attr's bytes and their length; the leader is open, and used by this thread only.
        cold("perfc_open", |e| unsafe {
            sys::perfc_open(
                host.raw(),
                attr.as_ptr().cast(),
                attr.len(),
                on.pid,
                on.cpu,
                leader,
                flags,
                &mut event,
                e,
            )
        })?;
        Event::own(event, host)
    }

    /// Opens the one event that an event string names, as [`Event::open_string`] does. Such an
    /// event joins no group and takes no flags: EINVAL.
    pub fn open_string(self, event_string: &str, fields: SampleFields, on: On) -> Result<Event> {
        const NAME: &str = "perfc_open_string";
        if self.leader.is_some() || self.flags.bits() | on.flags != 0 {
            return Err(Error::argument(NAME));
        }
        let event_string = c_string(event_string, NAME)?;
        let host = self.host.cloned().unwrap_or_default();
        let mut event = ptr::null_mut();
        // SAFETY: a string.
        cold(NAME, |e| unsafe {
            let (text, fields) = (event_string.as_ptr(), fields.bits());
            sys::perfc_open_string(host.raw(), text, fields, on.pid, on.cpu, &mut event, e)
        })?;
        Event::own(event, host)
    }

    /// Takes over an fd that was opened elsewhere, with the attr it was opened with. On failure the
    /// fd is closed.
    pub fn open_fd(self, fd: OwnedFd, attr: impl AsRef<[u8]>) -> Result<Event> {
        let attr = attr.as_ref();
        let host = self.host.cloned().unwrap_or_default();
        let mut event = ptr::null_mut();
        // SAFETY: an open fd, attr's bytes and their length.
        cold("perfc_open_fd", |e| unsafe {
            let (bytes, size) = (attr.as_ptr().cast(), attr.len());
            sys::perfc_open_fd(host.raw(), fd.as_raw_fd(), bytes, size, &mut event, e)
        })?;
        // It is the event's now.
        let _ = fd.into_raw_fd();
        Event::own(event, host)
    }
}

impl Event {
    /// Opens the one event that an event string names, disabled, on this machine. It counts if
    /// `fields` is empty, else it samples these fields, at the string's `period=` or `freq=`, or at
    /// 1,000 Hz.
    ///
    /// ```
    /// # fn main() -> perfc::Result<()> {
    /// use perfc::{Event, On, SampleFields};
    ///
    /// let event = Event::open_string("task-clock:u", SampleFields::empty(), On::this_thread())?;
    /// let (sum, count) = event.measure(|| (0..1_000_000u64).sum::<u64>())?;
    /// println!("{sum} in {} ns", count.scaled());
    /// # Ok(())
    /// # }
    /// ```
    pub fn open_string(event_string: &str, fields: SampleFields, on: On) -> Result<Self> {
        OpenOptions::default().open_string(event_string, fields, on)
    }

    /// Opens an event on this machine.
    pub fn open(attr: &Attr, on: On) -> Result<Self> {
        OpenOptions::default().open(attr, on)
    }

    /// Opening in a group, with flags, on another host; and with an fd that is open already.
    pub fn options<'a>() -> OpenOptions<'a> {
        OpenOptions::default()
    }

    fn own(raw: *mut sys::perfc_event, host: Host) -> Result<Self> {
        let raw = NonNull::new(raw).ok_or_else(|| Error::argument("perfc_open"))?;
        let gate = Arc::new(Gate(RwLock::new(Some(raw))));
        Ok(Self { raw, gate, writers: Vec::new(), host })
    }

    /// The host that it was opened on.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Lets other threads control the event meanwhile.
    pub fn control(&self) -> Control {
        Control(Arc::clone(&self.gate))
    }

    fn alone(
        &mut self,
        operation: &'static str,
        call: impl FnOnce(*mut sys::perfc_event, *mut sys::perfc_error) -> i32,
    ) -> Result<u32> {
        let raw = self.raw.as_ptr();
        self.gate.closed(|_| cold(operation, |e| call(raw, e)))
    }

    /// Maps the event's ring of so many pages, a power of two; 0: the control page alone, for
    /// counting from user space.
    pub fn mmap(&mut self, pages: u32) -> Result<()> {
        // SAFETY: an open event that nobody else uses.
        self.alone("perfc_mmap", |raw, e| unsafe { sys::perfc_mmap(raw, pages, 0, e) }).map(drop)
    }

    /// The same in overwrite mode: the kernel doesn't wait for the reader.
    pub fn mmap_overwrite(&mut self, pages: u32) -> Result<()> {
        let flags = sys::PERFC_MMAP_OVERWRITE;
        // SAFETY: as above.
        self.alone("perfc_mmap", |raw, e| unsafe { sys::perfc_mmap(raw, pages, flags, e) })
            .map(drop)
    }

    /// Unmaps either.
    pub fn munmap(&mut self) -> Result<()> {
        // SAFETY: as above. Whatever was borrowed from the ring is gone by now.
        self.alone("perfc_munmap", |raw, _| unsafe { sys::perfc_munmap(raw) }).map(drop)
    }

    /// Maps the AUX area beside the ring. With `overwrite` the PMU doesn't wait for the reader.
    pub fn aux_mmap(&mut self, pages: u32, overwrite: bool) -> Result<()> {
        let flags = if overwrite { sys::PERFC_AUX_OVERWRITE } else { 0 };
        // SAFETY: as above.
        self.alone("perfc_aux_mmap", |raw, e| unsafe { sys::perfc_aux_mmap(raw, pages, flags, e) })
            .map(drop)
    }

    /// Unmaps the AUX area.
    pub fn aux_munmap(&mut self) -> Result<()> {
        // SAFETY: as above.
        self.alone("perfc_aux_munmap", |raw, _| unsafe { sys::perfc_aux_munmap(raw) }).map(drop)
    }

    /// Sends another event's records to this one's ring, and takes that event: it is
    /// [`writer`](Self::writer) of the index returned. If it can't be, it comes back with the
    /// error. `false` beside the index: the records can't be told apart, and can only be had raw.
    pub fn add_writer(&mut self, mut event: Event) -> Result<(usize, bool), (Event, Error)> {
        let target = self.raw.as_ptr();
        let gate = Arc::clone(&self.gate);
        // SAFETY: two open events that nobody else uses.
        let result = gate.closed(|_| {
            event.alone("perfc_event_set_output", |raw, e| unsafe {
                sys::perfc_event_set_output(raw, target, e)
            })
        });
        match result {
            Ok(untold) => {
                self.writers.push(event);
                Ok((self.writers.len() - 1, untold == 0))
            }
            Err(error) => Err((event, error)),
        }
    }

    /// An event that was given to [`add_writer`](Self::add_writer).
    pub fn writer(&self, index: usize) -> Option<&Event> {
        self.writers.get(index)
    }

    /// Takes such an event out again; its records are dropped from now on. Those behind it move
    /// up.
    pub fn remove_writer(&mut self, index: usize) -> Result<Event> {
        let Some(event) = self.writers.get_mut(index) else {
            return Err(Error::argument("perfc_event_set_output"));
        };
        let gate = Arc::clone(&self.gate);
        // SAFETY: an open event that nobody else uses.
        gate.closed(|_| {
            event.alone("perfc_event_set_output", |raw, e| unsafe {
                sys::perfc_event_set_output(raw, ptr::null_mut(), e)
            })
        })?;
        Ok(self.writers.remove(index))
    }

    /// Moves a breakpoint.
    pub fn modify(&mut self, attr: impl AsRef<[u8]>) -> Result<()> {
        let attr = attr.as_ref();
        // SAFETY: an open event that nobody else uses; the attr's bytes and their length.
        self.alone("perfc_event_modify_attr", |raw, e| unsafe {
            sys::perfc_event_modify_attr(raw, attr.as_ptr().cast(), attr.len(), e)
        })
        .map(drop)
    }

    /// Closes it, as dropping does.
    pub fn close(self) {}
}

impl Drop for Event {
    fn drop(&mut self) {
        let raw = self.raw.as_ptr();
        // SAFETY: the event is open, nothing borrows from it, and no control has it any more.
        self.gate.closed(|open| {
            *open = None;
            unsafe { sys::perfc_close(raw) }
        });
    }
}

impl Deref for Event {
    type Target = EventRef;
    fn deref(&self) -> &EventRef {
        // SAFETY: open as long as self.
        unsafe { EventRef::from_raw(self.raw.as_ptr()) }
    }
}

impl DerefMut for Event {
    fn deref_mut(&mut self) -> &mut EventRef {
        // SAFETY: as above, and borrowed by nobody else. EventRef has no bytes that could be
        // exchanged.
        unsafe { EventRef::from_raw_mut(self.raw.as_ptr()) }
    }
}

impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl AsRawFd for Event {
    fn as_raw_fd(&self) -> RawFd {
        (**self).as_raw_fd()
    }
}

impl AsFd for Event {
    fn as_fd(&self) -> BorrowedFd<'_> {
        (**self).as_fd()
    }
}
