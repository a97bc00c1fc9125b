//! How a file is opened.

use std::marker::PhantomData;
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::ptr;

use super::file::{File, Order};
use crate::error::{Error, Result};
use crate::host::c_path;
use perfc_sys::profile as sys;

const OPEN: &str = "perfc_file_open";

/// Which samples are kept: those that fit every list that isn't empty, and both times. A sample that
/// lacks the field of a list doesn't fit. Other records are kept, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter<'a> {
    /// Processes.
    pub pids: &'a [i32],
    /// Threads.
    pub tids: &'a [i32],
    /// CPUs.
    pub cpus: &'a [u32],
    /// Events, by the indexes of their attrs in the plan.
    pub events: &'a [u32],
    /// The first time, in ns of the file's clock.
    pub from: u64,
    /// The time behind the last one; 0: to the end.
    pub to: u64,
    /// The samples that don't fit are kept instead.
    pub negate: bool,
}

impl Filter<'_> {
    fn raw(&self) -> Result<sys::perfc_filter> {
        let count = |length: usize| u32::try_from(length).map_err(|_| Error::argument(OPEN));
        Ok(sys::perfc_filter {
            size: size_of::<sys::perfc_filter>() as u32,
            flags: if self.negate { sys::PERFC_FILTER_NOT } else { 0 },
            from: self.from,
            to: self.to,
            pids: self.pids.as_ptr(),
            tids: self.tids.as_ptr(),
            cpus: self.cpus.as_ptr(),
            events: self.events.as_ptr(),
            pid_count: count(self.pids.len())?,
            tid_count: count(self.tids.len())?,
            cpu_count: count(self.cpus.len())?,
            event_count: count(self.events.len())?,
        })
    }
}

/// How a file is opened: see [`File::options`].
#[derive(Clone, Copy, Debug)]
pub struct FileOptions<'a> {
    raw: sys::perfc_file_options,
    filter: Option<Filter<'a>>,
}

impl Default for FileOptions<'_> {
    fn default() -> Self {
        let size = size_of::<sys::perfc_file_options>() as u32;
        let raw = sys::perfc_file_options { size, ..Default::default() };
        Self { raw, filter: None }
    }
}

impl<'a> FileOptions<'a> {
    /// Which samples are kept.
    pub fn filter(mut self, filter: Filter<'a>) -> Self {
        self.filter = Some(filter);
        self
    }

    /// The order of the records.
    pub fn order(mut self, order: Order) -> Self {
        self.raw.order = order as u32;
        self
    }

    /// [`StreamRecord::tail`](crate::StreamRecord::tail) has the bytes behind a record, such as those
    /// of an AUXTRACE, in pieces of at most 1 MiB.
    pub fn tails(mut self) -> Self {
        self.raw.flags |= sys::PERFC_FILE_TAILS;
        self
    }

    /// With [`Order::File`]: also the records that only structure the file.
    pub fn raw(mut self) -> Self {
        self.raw.flags |= sys::PERFC_FILE_RAW;
        self
    }

    /// How many bytes of records are kept to put them in order, where the file has no rounds.
    pub fn window_bytes(mut self, bytes: u64) -> Self {
        self.raw.window_bytes = bytes;
        self
    }

    /// The most memory that the file may use.
    pub fn max_bytes(mut self, bytes: u64) -> Self {
        self.raw.max_bytes = bytes;
        self
    }

    /// Opens a file, or a directory that `perf record --threads` wrote.
    pub fn open(self, path: impl AsRef<Path>) -> Result<File<'static>> {
        let path = c_path(path.as_ref(), OPEN)?;
        let mut raw = self.raw;
        raw.path = path.as_ptr();
        self.make(raw)
    }

    /// Reads a file or a pipe that is open. A file is read from its start.
    pub fn open_fd<F: AsFd + ?Sized>(self, fd: &F) -> Result<File<'_>> {
        let mut raw = self.raw;
        raw.fd = fd.as_fd().as_raw_fd();
        raw.flags |= sys::PERFC_FILE_FD;
        self.make(raw)
    }

    /// Reads the content of a file.
    pub fn open_bytes(self, bytes: &[u8]) -> Result<File<'_>> {
        let mut raw = self.raw;
        raw.data = bytes.as_ptr().cast();
        raw.data_size = bytes.len() as u64;
        self.make(raw)
    }

    /// What `raw` names must live as long as the file.
    fn make<'f>(self, mut raw: sys::perfc_file_options) -> Result<File<'f>> {
        let filter = self.filter.map(|filter| filter.raw()).transpose()?;
        raw.filter = filter.as_ref().map_or(ptr::null(), ptr::from_ref);
        let mut file = ptr::null_mut();
        // SAFETY: options of their size; what they borrow lives until the end of the call, and the
        // bytes and the fd as long as the file.
        super::cold(OPEN, |e| unsafe { sys::perfc_file_open(&raw, &mut file, e) })?;
        File::own(file, PhantomData)
    }
}
