//! perf.data files from records of any source.

use std::fmt;
use std::marker::PhantomData;
use std::os::fd::{AsFd, AsRawFd};
use std::path::Path;
use std::ptr::{self, NonNull};

use super::file::File;
use crate::error::{Error, Result};
use crate::host::{c_path, Host};
use crate::stream_record::StreamRecord;
use perfc_sys::profile as sys;

/// What was written: numbers of records, bytes, files and build ids.
pub use perfc_sys::profile::perfc_writer_result as Written;

const CREATE: &str = "perfc_writer_create";

bitflags::bitflags! {
    /// What is left out of a file, because a recording gives it away.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Strip: u32 {
        /// Stack bytes and registers of user space.
        const STACKS = sys::PERFC_STRIP_STACKS;
        /// The command line of the recording, and names of threads.
        const COMMANDS = sys::PERFC_STRIP_COMMANDS;
        /// Host name, release, CPU, memory, topology and PMUs.
        const HOST = sys::PERFC_STRIP_HOST;
        /// The directories of mapped files.
        const PATHS = sys::PERFC_STRIP_PATHS;
        const _ = !0;
    }
}

/// Writes a perf.data file. Without [`finish`](Self::finish) it can be read, but lacks what is known
/// only at the end.
pub struct Writer<'a> {
    raw: NonNull<sys::perfc_writer>,
    _host: Host,
    _fd: PhantomData<&'a ()>,
}

// SAFETY: one thread at a time uses it.
unsafe impl Send for Writer<'_> {}

/// How a file is written: see [`Writer::options`].
#[derive(Clone, Debug)]
pub struct WriterOptions {
    raw: sys::perfc_writer_options,
    host: Host,
}

impl Default for WriterOptions {
    fn default() -> Self {
        let size = size_of::<sys::perfc_writer_options>() as u32;
        let raw = sys::perfc_writer_options { size, ..Default::default() };
        Self { raw, host: Host::default() }
    }
}

impl WriterOptions {
    /// A file that is there is replaced; otherwise that is EEXIST.
    pub fn overwrite(mut self) -> Self {
        self.raw.flags |= sys::PERFC_WRITER_OVERWRITE;
        self
    }

    /// Pipe mode also into a file.
    pub fn pipe(mut self) -> Self {
        self.raw.flags |= sys::PERFC_WRITER_PIPE;
        self
    }

    /// Records are compressed, by zstd with a level of 1 to 22.
    pub fn zstd(mut self, level: u32) -> Self {
        self.raw.zstd_level = level;
        self
    }

    /// The files are numbered, and [`next_file`](Writer::next_file) begins the next one.
    pub fn rotate(mut self) -> Self {
        self.raw.flags |= sys::PERFC_WRITER_ROTATE;
        self
    }

    /// The next file begins when a file has so many bytes.
    pub fn rotate_bytes(mut self, bytes: u64) -> Self {
        self.raw.rotate_bytes = bytes;
        self
    }

    /// The next file begins when the records cover so many nanoseconds.
    pub fn rotate_ns(mut self, ns: u64) -> Self {
        self.raw.rotate_ns = ns;
        self
    }

    /// The oldest file is deleted when there are more.
    pub fn rotate_keep(mut self, files: u32) -> Self {
        self.raw.rotate_keep = files;
        self
    }

    /// What is left out.
    pub fn strip(mut self, what: Strip) -> Self {
        self.raw.strip = what.bits();
        self
    }

    /// Tells facts that no record tells.
    pub fn host(mut self, host: &Host) -> Self {
        self.host = host.clone();
        self
    }

    /// Creates the file.
    pub fn create(self, path: impl AsRef<Path>) -> Result<Writer<'static>> {
        let path = c_path(path.as_ref(), CREATE)?;
        let mut raw = self.raw;
        raw.path = path.as_ptr();
        Self::make(raw, self.host)
    }

    /// Writes to what is open. A pipe or socket gets a file in pipe mode.
    pub fn create_fd<F: AsFd + ?Sized>(self, fd: &F) -> Result<Writer<'_>> {
        let mut raw = self.raw;
        raw.fd = fd.as_fd().as_raw_fd();
        raw.flags |= sys::PERFC_WRITER_FD;
        Self::make(raw, self.host)
    }

    /// What `raw` names must live as long as the writer.
    fn make<'w>(raw: sys::perfc_writer_options, host: Host) -> Result<Writer<'w>> {
        let mut writer = ptr::null_mut();
        // SAFETY: a host or NULL, and options of their size.
        super::cold(CREATE, |e| unsafe {
            sys::perfc_writer_create(host.raw(), &raw, &mut writer, e)
        })?;
        let raw = NonNull::new(writer).ok_or_else(|| Error::argument(CREATE))?;
        Ok(Writer { raw, _host: host, _fd: PhantomData })
    }
}

impl Writer<'static> {
    /// Creates a file.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        WriterOptions::default().create(path)
    }
}

impl<'a> Writer<'a> {
    /// How to write a file.
    pub fn options() -> WriterOptions {
        WriterOptions::default()
    }

    /// Writes to what is open. A pipe or socket gets a file in pipe mode.
    pub fn create_fd<F: AsFd + ?Sized>(fd: &'a F) -> Result<Self> {
        WriterOptions::default().create_fd(fd)
    }

    /// Writes records, of whatever sources. Those of a later call may be earlier only by as much as
    /// calls overlap in time.
    pub fn write(&mut self, records: &[StreamRecord<'_>]) -> Result<()> {
        // A count above INT32_MAX couldn't be told as the result.
        for some in records.chunks(1 << 20) {
            // SAFETY: a writer, and records laid out as the library's.
            super::cold("perfc_writer_write", |e| unsafe {
                let (first, count) = (some.as_ptr().cast(), some.len() as u32);
                sys::perfc_writer_write(self.raw.as_ptr(), first, count, e)
            })?;
        }
        Ok(())
    }

    /// Writes all records that a file has left. A file that is opened with
    /// [`tails`](super::FileOptions::tails) is copied with its AUX data.
    pub fn copy(&mut self, file: &mut File<'_>) -> Result<()> {
        loop {
            let records = file.fetch()?;
            let count = records.len();
            if count == 0 {
                return Ok(());
            }
            self.write(records)?;
            file.skip(count);
        }
    }

    /// Completes the file.
    pub fn finish(self) -> Result<Written> {
        self.finish_file(0)
    }

    /// Completes the file, and begins the next one of the rotation.
    pub fn next_file(&mut self) -> Result<Written> {
        self.finish_file(sys::PERFC_FINISH_NEXT)
    }

    fn finish_file(&self, flags: u32) -> Result<Written> {
        let mut written = Written::default();
        let size = size_of::<Written>();
        // SAFETY: a writer, and a struct of that size.
        super::cold("perfc_writer_finish", |e| unsafe {
            sys::perfc_writer_finish(self.raw.as_ptr(), flags, &mut written, size, e)
        })?;
        Ok(written)
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        // SAFETY: ours, and nobody uses it any more.
        unsafe { sys::perfc_writer_destroy(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
    }
}
