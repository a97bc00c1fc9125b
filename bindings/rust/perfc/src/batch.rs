//! Many records at a time, as columns.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::error::{check, cold, Error, Result};
use crate::event_ref::{count_or_end, EventRef};
use crate::flags::SampleFields;
use crate::plan::PlanRef;
use crate::reading::ReadValue;
use crate::record::slice;
use crate::rings::Rings;
use crate::sample::BranchEntry;
use crate::stream_record::StreamRecord;
use perfc_sys as sys;

/// How a [`Batch`] is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchOptions {
    /// Call chains, raw data, branches, registers, stacks and AUX data stay in the ring (or the
    /// buffer). Only for a single ring in its usual mode, or a buffer.
    pub views: bool,
    /// The same of raw data, stacks and AUX data alone, whose copies cost most.
    pub view_bytes: bool,
    /// The fields to decode. None: all fields of the attrs.
    pub sample_type: SampleFields,
    /// Rows of a fill at most; 0: as many as fit the cache.
    pub rows: u32,
}

impl BatchOptions {
    pub(crate) fn raw(self) -> sys::perfc_batch_options {
        sys::perfc_batch_options {
            size: size_of::<sys::perfc_batch_options>() as u32,
            flags: self.flags(),
            sample_type: self.sample_type.bits(),
            rows: self.rows,
            reserved: 0,
        }
    }

    fn flags(self) -> u32 {
        let views = if self.views { sys::PERFC_BATCH_VIEWS } else { 0 };
        let bytes = if self.view_bytes { sys::PERFC_BATCH_VIEW_BYTES } else { 0 };
        views | bytes
    }
}

/// Room for the rows of a fill.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// # let mut event: perfc::Event = unimplemented!();
/// let mut batch = perfc::Batch::new()?;
/// let rows = batch.fill(&mut event)?;
/// if let Some(ips) = rows.samples().ip() {
///     let sum = ips.values().iter().fold(0u64, |sum, ip| sum.wrapping_add(*ip));
/// }
/// # Ok(())
/// # }
/// ```
///
/// The next fill ends the columns:
///
/// ```compile_fail,E0499
/// # fn two(batch: &mut perfc::Batch, event: &mut perfc::Event) -> perfc::Result<()> {
/// let ips = batch.fill(event)?.samples().ip();
/// batch.fill(event)?;
/// println!("{ips:?}");
/// # Ok(())
/// # }
/// ```
///
/// So does the next use of the ring, because columns may be views of it:
///
/// ```compile_fail,E0499
/// # fn mixed(batch: &mut perfc::Batch, event: &mut perfc::Event) -> perfc::Result<()> {
/// let rows = batch.fill(event)?;
/// event.next_record()?;
/// println!("{}", rows.len());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Batch(NonNull<sys::perfc_batch>);

// SAFETY: different handles may be used freely, one thread at a time per handle.
unsafe impl Send for Batch {}

impl Batch {
    /// A batch of all columns.
    pub fn new() -> Result<Self> {
        Self::with_options(BatchOptions::default())
    }

    /// A batch as the options say.
    pub fn with_options(options: BatchOptions) -> Result<Self> {
        let options = options.raw();
        let mut batch = ptr::null_mut();
        // SAFETY: options of their size.
        cold("perfc_batch_create", |e| unsafe {
            sys::perfc_batch_create(&options, &mut batch, e)
        })?;
        NonNull::new(batch).map(Self).ok_or_else(|| Error::argument("perfc_batch_create"))
    }

    /// Replaces the rows with the next records of the event's ring.
    pub fn fill<'a>(&'a mut self, event: &'a mut EventRef) -> Result<Rows<'a>> {
        // SAFETY: both are borrowed as long as the rows.
        let result = unsafe { sys::perfc_batch_fill_event(self.0.as_ptr(), event.raw()) };
        count_or_end(result, "perfc_batch_fill_event")?;
        Ok(self.rows())
    }

    /// The same from bytes in this machine's byte order, 8-byte aligned. The number beside the rows
    /// says how many bytes were taken; the rest is for the next fill.
    pub fn fill_bytes<'a>(
        &'a mut self,
        plan: &'a PlanRef,
        data: &'a [u8],
    ) -> Result<(Rows<'a>, usize)> {
        let mut consumed = 0;
        // SAFETY: bytes with their length; all is borrowed as long as the rows.
        let result = unsafe {
            let bytes = data.as_ptr().cast();
            let (batch, plan) = (self.0.as_ptr(), plan.raw());
            sys::perfc_batch_fill_bytes(batch, plan, bytes, data.len(), &mut consumed)
        };
        check(result, "perfc_batch_fill_bytes")?;
        Ok((self.rows(), consumed))
    }

    /// The same with the next records of a stream, or of a flight recorder's cut, by time.
    pub fn fill_stream<'a, K>(&'a mut self, stream: &'a mut Rings<K>) -> Result<Rows<'a>> {
        // SAFETY: as of fill.
        let result = unsafe { sys::perfc_batch_fill_stream(self.0.as_ptr(), stream.raw()) };
        count_or_end(result, "perfc_batch_fill_stream")?;
        Ok(self.rows())
    }

    /// The same with records that you hold, of any source, each decoded by its own plan. The number
    /// beside the rows says how many became rows; the rest is for the next fill.
    ///
    /// ```no_run
    /// # fn main() -> perfc::Result<()> {
    /// # let mut stream: perfc::Stream = unimplemented!();
    /// # let mut batch = perfc::Batch::new()?;
    /// let mut room = [perfc::StreamRecordRoom::new(); 64];
    /// let mut left = stream.next_records(&mut room)?;
    /// while !left.is_empty() {
    ///     let (rows, taken) = batch.fill_records(left)?;
    ///     println!("{}", rows.len());
    ///     left = &left[taken..];
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn fill_records<'a>(
        &'a mut self,
        records: &'a [StreamRecord<'a>],
    ) -> Result<(Rows<'a>, usize)> {
        let mut taken = 0;
        let count = u32::try_from(records.len()).unwrap_or(u32::MAX);
        // SAFETY: records laid out as the library's; they are borrowed as long as the rows.
        let result = unsafe {
            let first = records.as_ptr().cast();
            sys::perfc_batch_fill_records(self.0.as_ptr(), first, count, &mut taken)
        };
        check(result, "perfc_batch_fill_records")?;
        Ok((self.rows(), taken as usize))
    }

    fn rows(&self) -> Rows<'_> {
        let mut info = sys::perfc_batch_info::default();
        // SAFETY: a batch, and a struct of that size.
        unsafe { sys::perfc_batch_get_info(self.0.as_ptr(), &mut info, size_of_val(&info)) };
        Rows { batch: self, info }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_batch_destroy(self.0.as_ptr()) }
    }
}

/// The result of a fill: two tables, borrowed from the batch and from what filled it. It stays in the
/// thread that uses the batch:
///
/// ```compile_fail,E0277
/// fn anywhere<T: Send>() {}
/// anywhere::<perfc::Rows<'static>>();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    batch: &'a Batch,
    info: sys::perfc_batch_info,
}

impl<'a> Rows<'a> {
    /// How many rows there are, in both tables.
    pub fn len(&self) -> usize {
        (self.info.samples + self.info.records) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The facts of the fill.
    pub fn info(&self) -> &sys::perfc_batch_info {
        &self.info
    }

    /// The samples.
    pub fn samples(&self) -> Table<'a> {
        Table { batch: self.batch, table: sys::PERFC_TABLE_SAMPLES }
    }

    /// All other records, with the columns that they share.
    pub fn records(&self) -> Table<'a> {
        Table { batch: self.batch, table: sys::PERFC_TABLE_RECORDS }
    }

    /// A row of the records table, for typed decoding.
    pub fn record(&self, row: usize) -> Result<StreamRecord<'a>> {
        let mut record = MaybeUninit::<StreamRecord<'a>>::uninit();
        // SAFETY: a StreamRecord is laid out as the library's struct, which is written if the result
        // is 0. Bytes and plan are borrowed as long as the rows.
        unsafe {
            let out = record.as_mut_ptr().cast();
            let result = sys::perfc_batch_record(self.batch.0.as_ptr(), row as u64, out);
            check(result, "perfc_batch_record")?;
            Ok(record.assume_init())
        }
    }

    /// Hands a table over through the Arrow C Data Interface, as a copy.
    ///
    /// # Safety
    ///
    /// `schema` and `array` point at room for the structs of Arrow's specification. They are the
    /// caller's to release.
    pub unsafe fn export_arrow(
        &self,
        table: Table<'_>,
        schema: *mut sys::ArrowSchema,
        array: *mut sys::ArrowArray,
    ) -> Result<()> {
        let batch = self.batch.0.as_ptr();
        // SAFETY: the caller's.
        cold("perfc_batch_export_arrow", |e| unsafe {
            sys::perfc_batch_export_arrow(batch, table.table, schema, array, e)
        })
        .map(drop)
    }

    pub(crate) fn raw(&self) -> *const sys::perfc_batch {
        self.batch.0.as_ptr()
    }
}

/// A column's name, by `PERFC_COLUMN_*`.
pub fn column_name(column: u32) -> Option<&'static str> {
    // SAFETY: a static string or NULL.
    unsafe {
        let name = sys::perfc_column_name(column);
        (!name.is_null()).then(|| CStr::from_ptr(name).to_str().unwrap_or(""))
    }
}

/// One of the two tables. Each column is `None` where no row has it.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    batch: &'a Batch,
    table: u32,
}

mod sealed {
    pub trait Sealed {}
}

/// The types of the elements of columns.
pub trait Element: sealed::Sealed + Copy + Default + 'static {}

macro_rules! elements {
    ($($name:ty)+) => {$(
        impl sealed::Sealed for $name {}
        impl Element for $name {}
    )+};
}

elements! { u8 u16 u32 u64 ReadValue BranchEntry }

/// A column of numbers, one for each row. It is slices, and may go to other threads:
///
/// ```
/// fn anywhere<T: Send + Sync>() {}
/// anywhere::<perfc::Column<'static, u64>>();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column<'a, T> {
    values: &'a [T],
    validity: Validity<'a>,
}

/// A column of lists or bytes.
#[derive(Clone, Copy, Debug)]
pub struct ListColumn<'a, T> {
    /// The library's elements, of which a T is `scale`: those of views begin anywhere.
    data: &'a [T],
    first: *const u8,
    width: usize,
    scale: usize,
    offsets: &'a [i32],
    sizes: Option<&'a [i32]>,
    validity: Validity<'a>,
}

// SAFETY: slices, and a pointer into the memory of one of them.
unsafe impl<T: Sync> Send for ListColumn<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for ListColumn<'_, T> {}

/// Which rows have the column.
#[derive(Clone, Copy, Debug)]
struct Validity<'a> {
    bits: Option<&'a [u8]>,
    rows: usize,
    nulls: usize,
}

impl Validity<'_> {
    #[inline]
    fn has(&self, row: usize) -> bool {
        row < self.rows && self.bits.map_or(true, |bits| bits[row / 8] >> (row % 8) & 1 == 1)
    }
}

impl<'a, T: Element> Column<'a, T> {
    /// All values; 0 where a row doesn't have it.
    #[inline]
    pub fn values(&self) -> &'a [T] {
        self.values
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a row that has one.
    #[inline]
    pub fn get(&self, row: usize) -> Option<T> {
        self.validity.has(row).then(|| self.values[row])
    }

    /// Arrow's bitmap of the rows that have it; `None`: all.
    pub fn validity(&self) -> Option<&'a [u8]> {
        self.validity.bits
    }

    /// How many rows don't have it.
    pub fn null_count(&self) -> usize {
        self.validity.nulls
    }

    /// The rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<T>> + DoubleEndedIterator + 'a {
        let column = *self;
        (0..column.values.len()).map(move |row| column.get(row))
    }
}

impl<'a, T: Element> ListColumn<'a, T> {
    /// The list of a row that has one.
    #[inline]
    pub fn get(&self, row: usize) -> Option<&'a [T]> {
        if !self.validity.has(row) {
            return None;
        }
        let start = self.offsets[row];
        let count = match self.sizes {
            Some(sizes) => sizes[row],
            None => self.offsets[row + 1] - start,
        };
        // SAFETY: the library's offsets stay within the column's elements, and a T is `scale` of
        // them.
        Some(unsafe {
            let list = self.first.add(start as usize * self.width).cast();
            slice(list, count as usize / self.scale)
        })
    }

    /// The elements of all lists, one behind the other. `None` for views, which lie apart.
    pub fn values(&self) -> Option<&'a [T]> {
        self.sizes.is_none().then_some(self.data)
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.validity.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.validity.rows == 0
    }

    /// Arrow's bitmap of the rows that have it; `None`: all.
    pub fn validity(&self) -> Option<&'a [u8]> {
        self.validity.bits
    }

    /// How many rows don't have it.
    pub fn null_count(&self) -> usize {
        self.validity.nulls
    }

    /// The rows.
    pub fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = Option<&'a [T]>> + DoubleEndedIterator + 'a {
        let column = *self;
        (0..column.validity.rows).map(move |row| column.get(row))
    }
}

macro_rules! columns {
    ($($(#[$doc:meta])* $name:ident: $how:ident<$kind:ty>, $column:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(&self) -> Option<$how<'a, $kind>> {
            $how::of(self, sys::$column)
        }
    )+};
}

impl<'a> Table<'a> {
    /// A column as the library describes it.
    pub fn raw(&self, column: u32) -> Option<sys::perfc_column> {
        let mut out = sys::perfc_column::default();
        let size = size_of::<sys::perfc_column>();
        // SAFETY: a batch, and a struct of that size.
        let result = unsafe {
            sys::perfc_batch_column(self.batch.0.as_ptr(), self.table, column, &mut out, size)
        };
        (result == 0).then_some(out)
    }

    /// How many rows the table has.
    pub fn len(&self) -> usize {
        self.raw(sys::PERFC_COLUMN_SEQUENCE).map_or(0, |column| column.rows as usize)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    columns! {
        /// Number of the record, 0 for the first.
        sequence: Column<u64>, PERFC_COLUMN_SEQUENCE;
        /// Attr of the plan.
        attr_index: Column<u32>, PERFC_COLUMN_ATTR_INDEX;
        /// The header's misc.
        misc: Column<u16>, PERFC_COLUMN_MISC;
        /// Process.
        pid: Column<u32>, PERFC_COLUMN_PID;
        /// Thread.
        tid: Column<u32>, PERFC_COLUMN_TID;
        /// ns
        time: Column<u64>, PERFC_COLUMN_TIME;
        /// CPU.
        cpu: Column<u32>, PERFC_COLUMN_CPU;
        /// Id of the event; of records the identifier, if there is no id.
        id: Column<u64>, PERFC_COLUMN_ID;
        /// Raw data; of records the whole record.
        raw_data: ListColumn<u8>, PERFC_COLUMN_RAW;
        /// Of records: `PERFC_RECORD_*`.
        kind: Column<u32>, PERFC_COLUMN_TYPE;
        /// `PERFC_PART_*`
        parts: Column<u32>, PERFC_COLUMN_PARTS;
        /// Number of the stream's ring.
        source: Column<u32>, PERFC_COLUMN_SOURCE;
        /// As [`Sample`](crate::Sample) has it; likewise the following.
        identifier: Column<u64>, PERFC_COLUMN_IDENTIFIER;
        #[allow(missing_docs)]
        ip: Column<u64>, PERFC_COLUMN_IP;
        #[allow(missing_docs)]
        addr: Column<u64>, PERFC_COLUMN_ADDR;
        #[allow(missing_docs)]
        stream_id: Column<u64>, PERFC_COLUMN_STREAM_ID;
        #[allow(missing_docs)]
        period: Column<u64>, PERFC_COLUMN_PERIOD;
        #[allow(missing_docs)]
        time_enabled: Column<u64>, PERFC_COLUMN_TIME_ENABLED;
        #[allow(missing_docs)]
        time_running: Column<u64>, PERFC_COLUMN_TIME_RUNNING;
        #[allow(missing_docs)]
        read_values: ListColumn<ReadValue>, PERFC_COLUMN_READ_VALUES;
        #[allow(missing_docs)]
        callchain: ListColumn<u64>, PERFC_COLUMN_CALLCHAIN;
        #[allow(missing_docs)]
        branches: ListColumn<BranchEntry>, PERFC_COLUMN_BRANCHES;
        #[allow(missing_docs)]
        branch_hw_idx: Column<u64>, PERFC_COLUMN_BRANCH_HW_IDX;
        #[allow(missing_docs)]
        branch_counters: ListColumn<u64>, PERFC_COLUMN_BRANCH_COUNTERS;
        #[allow(missing_docs)]
        user_abi: Column<u64>, PERFC_COLUMN_USER_ABI;
        #[allow(missing_docs)]
        user_regs: ListColumn<u64>, PERFC_COLUMN_USER_REGS;
        #[allow(missing_docs)]
        stack: ListColumn<u8>, PERFC_COLUMN_STACK;
        #[allow(missing_docs)]
        stack_dyn_size: Column<u64>, PERFC_COLUMN_STACK_DYN_SIZE;
        #[allow(missing_docs)]
        weight: Column<u64>, PERFC_COLUMN_WEIGHT;
        #[allow(missing_docs)]
        weight_var1_dw: Column<u32>, PERFC_COLUMN_WEIGHT_VAR1_DW;
        #[allow(missing_docs)]
        weight_var2_w: Column<u16>, PERFC_COLUMN_WEIGHT_VAR2_W;
        #[allow(missing_docs)]
        weight_var3_w: Column<u16>, PERFC_COLUMN_WEIGHT_VAR3_W;
        #[allow(missing_docs)]
        data_src: Column<u64>, PERFC_COLUMN_DATA_SRC;
        #[allow(missing_docs)]
        transaction: Column<u64>, PERFC_COLUMN_TRANSACTION;
        #[allow(missing_docs)]
        intr_abi: Column<u64>, PERFC_COLUMN_INTR_ABI;
        #[allow(missing_docs)]
        intr_regs: ListColumn<u64>, PERFC_COLUMN_INTR_REGS;
        #[allow(missing_docs)]
        phys_addr: Column<u64>, PERFC_COLUMN_PHYS_ADDR;
        #[allow(missing_docs)]
        cgroup: Column<u64>, PERFC_COLUMN_CGROUP;
        #[allow(missing_docs)]
        data_page_size: Column<u64>, PERFC_COLUMN_DATA_PAGE_SIZE;
        #[allow(missing_docs)]
        code_page_size: Column<u64>, PERFC_COLUMN_CODE_PAGE_SIZE;
        #[allow(missing_docs)]
        aux: ListColumn<u8>, PERFC_COLUMN_AUX;
        #[allow(missing_docs)]
        rest: ListColumn<u8>, PERFC_COLUMN_REST;
    }
}

impl<'a> Validity<'a> {
    /// # Safety
    ///
    /// A column whose arrays live for `'a`.
    unsafe fn new(raw: &sys::perfc_column) -> Self {
        let rows = raw.rows as usize;
        // SAFETY: the caller's; a bit for each row.
        let bits =
            (!raw.validity.is_null()).then(|| unsafe { slice(raw.validity, rows.div_ceil(8)) });
        Self { bits, rows, nulls: raw.null_count as usize }
    }
}

impl<'a, T: Element> Column<'a, T> {
    fn of(table: &Table<'a>, column: u32) -> Option<Self> {
        let raw = table.raw(column)?;
        if raw.width as usize != size_of::<T>() || !raw.offsets.is_null() {
            return None;
        }
        // SAFETY: arrays of the batch, which is borrowed for 'a, of elements of that width.
        unsafe {
            let values = slice(raw.values.cast(), raw.rows as usize);
            Some(Self { values, validity: Validity::new(&raw) })
        }
    }
}

impl<'a, T: Element> ListColumn<'a, T> {
    fn of(table: &Table<'a>, column: u32) -> Option<Self> {
        let raw = table.raw(column)?;
        let width = raw.width as usize;
        if raw.offsets.is_null() || width == 0 || size_of::<T>() % width != 0 {
            return None;
        }
        let scale = size_of::<T>() / width;
        let rows = raw.rows as usize;
        let has_sizes = !raw.sizes.is_null();
        // SAFETY: arrays of the batch, or of its source, both borrowed for 'a. T is as many elements
        // as `scale` says, with their alignment.
        unsafe {
            let count = if has_sizes { 0 } else { raw.value_count as usize / scale };
            Some(Self {
                data: slice(raw.values.cast(), count),
                first: raw.values.cast(),
                width,
                offsets: slice(raw.offsets, rows + usize::from(!has_sizes)),
                sizes: has_sizes.then(|| slice(raw.sizes, rows)),
                validity: Validity::new(&raw),
                scale,
            })
        }
    }
}
