//! perf.data files as a source of records.

use std::fmt;
use std::marker::PhantomData;
use std::os::fd::AsFd;
use std::path::Path;
use std::ptr::{self, NonNull};

use super::options::FileOptions;
use super::table::{Kind, Table};
use crate::batch::{Batch, Rows};
use crate::error::{Error, Result};
use crate::host::Host;
use crate::plan::{ByteOrder, PlanRef};
use crate::room::{capacity, StreamRecordRoom};
use crate::stream_record::StreamRecord;
use perfc_sys::perfc_stream_record;
use perfc_sys::profile as sys;

/// How many records are taken with one call.
const BLOCK: usize = 256;

/// The order in which a file hands out its records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Order {
    /// By time.
    #[default]
    Time = sys::PERFC_FILE_ORDER_TIME,
    /// As they stand in the file.
    File = sys::PERFC_FILE_ORDER_FILE,
}

bitflags::bitflags! {
    /// What of this machine's state becomes records: see [`File::synthesize`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Synthesize: u32 {
        /// Threads that run: their names, maps, namespaces and cgroups.
        const TASKS = sys::PERFC_SYNTHESIZE_TASKS;
        /// The kernel, its modules and BPF programs.
        const KERNEL = sys::PERFC_SYNTHESIZE_KERNEL;
        /// Facts as a file's header has them.
        const FACTS = sys::PERFC_SYNTHESIZE_FACTS;
        /// Build ids in the records of mappings.
        const BUILD_IDS = sys::PERFC_SYNTHESIZE_BUILD_IDS;
        const _ = !0;
    }
}

/// A perf.data file, or the state of this machine in the form of one.
///
/// A record is gone with the next one:
///
/// ```compile_fail,E0499
/// # fn two(file: &mut perfc::profile::File) -> perfc::Result<()> {
/// let first = file.next_record()?;
/// let second = file.next_record()?;
/// drop(first);
/// # Ok(())
/// # }
/// ```
pub struct File<'a> {
    raw: NonNull<sys::perfc_file>,
    /// Those from `next` on aren't handed out yet.
    block: Vec<perfc_stream_record>,
    next: usize,
    _host: Host,
    _source: PhantomData<&'a ()>,
}

// SAFETY: one thread at a time uses it.
unsafe impl Send for File<'_> {}

impl File<'static> {
    /// Opens a file, or a directory that `perf record --threads` wrote.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::options().open(path)
    }
}

impl<'a> File<'a> {
    /// How to open a file.
    pub fn options() -> FileOptions<'a> {
        FileOptions::default()
    }

    /// Reads a file or a pipe that is open. A file is read from its start.
    pub fn open_fd<F: AsFd + ?Sized>(fd: &'a F) -> Result<Self> {
        FileOptions::default().open_fd(fd)
    }

    /// Reads the content of a file.
    pub fn open_bytes(bytes: &'a [u8]) -> Result<Self> {
        FileOptions::default().open_bytes(bytes)
    }

    /// Records for what this machine runs already, as the kernel would have written them. `plan`
    /// gives their layout. Without pids they are of all processes. To miss nothing take them when the
    /// events are mapped, and before they are enabled.
    pub fn synthesize(
        plan: &'a PlanRef,
        what: Synthesize,
        pids: &[i32],
        host: &Host,
    ) -> Result<Self> {
        const NAME: &str = "perfc_file_synthesize";
        let count = u32::try_from(pids.len()).map_err(|_| Error::argument(NAME))?;
        let first = if pids.is_empty() { ptr::null() } else { pids.as_ptr() };
        let mut file = ptr::null_mut();
        // SAFETY: a host or NULL, a plan and pids; plan and host live as long as the file.
        super::cold(NAME, |e| unsafe {
            let (host, plan) = (host.raw(), plan.raw());
            sys::perfc_file_synthesize(host, plan, first, count, what.bits(), &mut file, e)
        })?;
        let mut made = Self::own(file, PhantomData)?;
        made._host = host.clone();
        Ok(made)
    }

    pub(super) fn own(file: *mut sys::perfc_file, _source: PhantomData<&'a ()>) -> Result<Self> {
        let raw = NonNull::new(file).ok_or_else(|| Error::argument("perfc_file_open"))?;
        Ok(Self { raw, block: Vec::new(), next: 0, _host: Host::default(), _source })
    }

    /// Takes at most so many records; 0: the file ends here.
    ///
    /// # Safety
    ///
    /// Room for so many records.
    unsafe fn take(&mut self, first: *mut perfc_stream_record, capacity: u32) -> Result<usize> {
        // SAFETY: a file, and the caller's.
        let taken = super::cold("perfc_file_next_records", |e| unsafe {
            sys::perfc_file_next_records(self.raw.as_ptr(), first, capacity, e)
        });
        match taken {
            Err(error) if error.raw_os_error() == libc::ESHUTDOWN => Ok(0),
            taken => taken.map(|count| count as usize),
        }
    }

    /// Sees to it that the block has records, unless the file ends here. Those that are left in it
    /// are borrowed until the next call of the library.
    pub(super) fn fetch(&mut self) -> Result<&[StreamRecord<'_>]> {
        if self.next == self.block.len() {
            self.next = 0;
            self.block.clear();
            self.block.reserve(BLOCK);
            let first = self.block.as_mut_ptr();
            // SAFETY: there is room for so many, and as many are written as the result says.
            unsafe {
                let count = self.take(first, BLOCK as u32)?;
                self.block.set_len(count);
            }
        }
        let left = &self.block[self.next..];
        // SAFETY: a StreamRecord is laid out as the library's struct. Bytes and plan are borrowed as
        // long as self.
        Ok(unsafe { std::slice::from_raw_parts(left.as_ptr().cast(), left.len()) })
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.next += count;
    }

    /// The next record; `None`: the file ends here.
    #[inline]
    pub fn next_record(&mut self) -> Result<Option<StreamRecord<'_>>> {
        if self.next == self.block.len() {
            self.fetch()?;
        }
        let Some(raw) = self.block.get(self.next) else { return Ok(None) };
        self.next += 1;
        // SAFETY: as of fetch.
        Ok(Some(unsafe { *ptr::from_ref(raw).cast::<StreamRecord<'_>>() }))
    }

    /// The next records, as many as there are at once and as `room` has place for; none: the file ends
    /// here. All of them borrow the file. EINVAL: `room` is empty.
    pub fn next_records<'r>(
        &'r mut self,
        room: &'r mut [StreamRecordRoom],
    ) -> Result<&'r [StreamRecord<'r>]> {
        let (capacity, first) = (capacity(room), room.as_mut_ptr().cast::<perfc_stream_record>());
        let held = (self.block.len() - self.next).min(capacity as usize);
        // SAFETY: as of fetch, for as many records as were written.
        unsafe {
            let count = if held > 0 {
                ptr::copy_nonoverlapping(self.block[self.next..].as_ptr(), first, held);
                self.next += held;
                held
            } else {
                self.take(first, capacity)?
            };
            Ok(std::slice::from_raw_parts(first.cast(), count))
        }
    }

    /// Fills a batch with the next records; no rows: the file ends here.
    pub fn fill<'r>(&'r mut self, batch: &'r mut Batch) -> Result<Rows<'r>> {
        self.fetch()?;
        let next = self.next;
        let left = &self.block[next..];
        // SAFETY: as of fetch.
        let left = unsafe { std::slice::from_raw_parts(left.as_ptr().cast(), left.len()) };
        let (rows, taken) = batch.fill_records(left)?;
        self.next = next + taken;
        Ok(rows)
    }

    fn raw_info(&self) -> sys::perfc_file_info {
        let mut info = sys::perfc_file_info::default();
        // SAFETY: a file, and a struct of that size.
        unsafe { sys::perfc_file_get_info(self.raw.as_ptr(), &mut info, size_of_val(&info)) };
        info
    }

    /// Facts about the file. Counts are those up to now.
    pub fn info(&self) -> FileInfo {
        FileInfo(self.raw_info())
    }

    /// Decodes the records.
    pub fn plan(&self) -> &PlanRef {
        // SAFETY: it lives as long as the file.
        unsafe { PlanRef::from_raw(self.raw_info().plan) }
    }

    /// One part of the header. The methods `facts`, `events`, ... give each its own.
    pub fn table<K: Kind>(&self) -> Result<Table<K>> {
        let mut table = ptr::null_mut();
        super::cold("perfc_file_create_table", |e| {
            // SAFETY: a file.
            unsafe { sys::perfc_file_create_table(self.raw.as_ptr(), K::NUMBER, &mut table, e) }
        })?;
        // SAFETY: a table of ours, of that kind.
        unsafe { Table::own(table) }
    }
}

impl Drop for File<'_> {
    fn drop(&mut self) {
        // SAFETY: ours, and nothing borrows from it any more.
        unsafe { sys::perfc_file_close(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File").field("info", &self.info()).finish()
    }
}

/// Facts about a file.
#[derive(Clone, Copy)]
pub struct FileInfo(sys::perfc_file_info);

impl FileInfo {
    /// Whether the header has a feature, `PERFC_FEATURE_*`.
    pub fn has_feature(&self, feature: u32) -> bool {
        feature < 64 && self.0.features >> feature & 1 != 0
    }

    /// Records handed out.
    pub fn records(&self) -> u64 {
        self.0.records
    }

    /// Bytes of the file that were read.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Bytes of compressed data that were read.
    pub fn compressed_bytes(&self) -> u64 {
        self.0.compressed_bytes
    }

    /// Bytes that they became.
    pub fn decompressed_bytes(&self) -> u64 {
        self.0.decompressed_bytes
    }

    /// Records handed out late.
    pub fn out_of_order(&self) -> u64 {
        self.0.out_of_order
    }

    /// Records that were lost during the recording.
    pub fn lost(&self) -> u64 {
        self.0.lost
    }

    /// Samples that were lost during the recording.
    pub fn lost_samples(&self) -> u64 {
        self.0.lost_samples
    }

    /// Records that the plan can't match to an attr.
    pub fn unmatched(&self) -> u64 {
        self.0.unmatched
    }

    /// Samples that the filter dropped.
    pub fn filtered(&self) -> u64 {
        self.0.filtered
    }

    /// The smallest and the largest time so far.
    pub fn times(&self) -> Option<(u64, u64)> {
        (self.0.last_time != 0).then_some((self.0.first_time, self.0.last_time))
    }

    /// The first byte that is missing or can't be read.
    pub fn cut_at(&self) -> Option<u64> {
        (self.0.cut_at != 0).then_some(self.0.cut_at)
    }

    /// The byte order of the file.
    pub fn byte_order(&self) -> ByteOrder {
        if self.0.byte_order == perfc_sys::PERFC_BYTE_ORDER_BIG {
            ByteOrder::Big
        } else {
            ByteOrder::Little
        }
    }

    /// Version of the format: 1 or 2.
    pub fn version(&self) -> u32 {
        self.0.version
    }

    /// Whether the file is in pipe mode.
    pub fn is_pipe(&self) -> bool {
        self.0.pipe == 1
    }

    /// Data files of a directory; else 1.
    pub fn sources(&self) -> u32 {
        self.0.sources
    }
}

impl fmt::Debug for FileInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
