//! The meaning of the raw data of a tracepoint's samples.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use crate::attr::Attr;
use crate::batch::Rows;
use crate::error::{borrowed_str, c_string, check, cold, text, Error, Result};
use crate::host::Host;
use crate::plan::ByteOrder;
use perfc_sys as sys;

/// A tracepoint's description, as its format file has it. Any number of threads may use one.
#[derive(Debug)]
pub struct Tracepoint(NonNull<sys::perfc_tracepoint>);

// SAFETY: one description serves any number of threads at a time (perfc/tracepoint.h).
unsafe impl Send for Tracepoint {}
// SAFETY: as above.
unsafe impl Sync for Tracepoint {}

/// A field of a tracepoint; perfc/tracepoint.h describes it at `perfc_tracepoint_field`.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Field<'a> {
    pub name: &'a str,
    /// As in C.
    pub type_name: &'a str,
    /// `PERFC_FIELD_KIND_INT` to `_BYTES`.
    pub kind: u32,
    /// `PERFC_FIELD_FLAG_SIGNED` to `_RELATIVE`.
    pub flags: u32,
    pub offset: u32,
    pub size: u32,
    pub element_size: u32,
    pub count: u32,
}

/// A field of all samples of a fill.
#[derive(Clone, Debug, Default)]
pub struct FieldColumn<T> {
    /// One for each row of the samples table.
    pub values: Vec<T>,
    /// Row i has the field if bit i % 8 of byte i / 8 is set.
    pub validity: Vec<u8>,
    /// The rows that the column was made of.
    pub rows: sys::perfc_tracepoint_rows,
}

impl<T: Copy> FieldColumn<T> {
    /// The value of a row that has one.
    pub fn get(&self, row: usize) -> Option<T> {
        let has = self.validity.get(row / 8)? >> (row % 8) & 1 == 1;
        has.then(|| self.values[row])
    }
}

impl Tracepoint {
    /// Reads the description of "sched:sched_switch".
    pub fn open(name: &str) -> Result<Self> {
        Self::open_on(&Host::default(), name)
    }

    /// The same on another host.
    pub fn open_on(host: &Host, name: &str) -> Result<Self> {
        const NAME: &str = "perfc_tracepoint_create";
        let name = c_string(name, NAME)?;
        let mut raw = ptr::null_mut();
        // SAFETY: a host or NULL, and a string.
        cold(NAME, |e| unsafe {
            sys::perfc_tracepoint_create(host.raw(), name.as_ptr(), &mut raw, e)
        })?;
        Self::own(raw)
    }

    /// The same by id, the attr's config.
    pub fn open_id(host: &Host, id: u32) -> Result<Self> {
        let mut raw = ptr::null_mut();
        // SAFETY: a host or NULL.
        cold("perfc_tracepoint_create_by_id", |e| unsafe {
            sys::perfc_tracepoint_create_by_id(host.raw(), id, &mut raw, e)
        })?;
        Self::own(raw)
    }

    /// The same from the text of a format file, which may come from another machine.
    pub fn parse(system: &str, format: &[u8], order: ByteOrder) -> Result<Self> {
        const NAME: &str = "perfc_tracepoint_create_from_text";
        let system = c_string(system, NAME)?;
        let mut raw = ptr::null_mut();
        // SAFETY: a string, and bytes with their length.
        cold(NAME, |e| unsafe {
            let (data, size) = (format.as_ptr().cast(), format.len());
            sys::perfc_tracepoint_create_from_text(
                system.as_ptr(),
                data,
                size,
                order as u32,
                &mut raw,
                e,
            )
        })?;
        Self::own(raw)
    }

    fn own(raw: *mut sys::perfc_tracepoint) -> Result<Self> {
        NonNull::new(raw).map(Self).ok_or_else(|| Error::argument("perfc_tracepoint_create"))
    }

    fn raw(&self) -> *const sys::perfc_tracepoint {
        self.0.as_ptr()
    }

    fn info(&self) -> sys::perfc_tracepoint_info {
        let mut info = sys::perfc_tracepoint_info::default();
        // SAFETY: a tracepoint, and a struct of that size.
        unsafe { sys::perfc_tracepoint_get_info(self.raw(), &mut info, size_of_val(&info)) };
        info
    }

    /// The attr's config.
    pub fn id(&self) -> u32 {
        self.info().id
    }

    /// "sched"
    pub fn system(&self) -> &str {
        // SAFETY: a string that lives as long as the tracepoint; likewise below.
        unsafe { borrowed_str(self.info().system) }
    }

    /// "sched_switch"
    pub fn name(&self) -> &str {
        // SAFETY: as above.
        unsafe { borrowed_str(self.info().name) }
    }

    /// The text behind "print fmt: ".
    pub fn print_format(&self) -> &str {
        // SAFETY: as above.
        unsafe { borrowed_str(self.info().print_format) }
    }

    /// An attr that samples every one of it.
    pub fn attr(&self) -> Attr {
        Attr::tracepoint(self.id())
    }

    /// A field, in the order of the format file.
    pub fn field(&self, index: u32) -> Option<Field<'_>> {
        let mut raw = sys::perfc_tracepoint_field::default();
        // SAFETY: a tracepoint, and a struct of that size; the strings live as long as it.
        unsafe {
            let size = size_of::<sys::perfc_tracepoint_field>();
            let result = sys::perfc_tracepoint_get_field(self.raw(), index, &mut raw, size);
            (result == 0).then(|| Field {
                name: borrowed_str(raw.name),
                type_name: borrowed_str(raw.type_),
                kind: raw.kind,
                flags: raw.flags,
                offset: raw.offset,
                size: raw.size,
                element_size: raw.element_size,
                count: raw.count,
            })
        }
    }

    /// All of them, the common ones too.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        (0..self.info().field_count).filter_map(|index| self.field(index))
    }

    /// The index of a field.
    pub fn find(&self, name: &str) -> Result<u32> {
        const NAME: &str = "perfc_tracepoint_find_field";
        let name = c_string(name, NAME)?;
        // SAFETY: a tracepoint and a string.
        check(unsafe { sys::perfc_tracepoint_find_field(self.raw(), name.as_ptr()) }, NAME)
    }

    /// Whether raw data are of this tracepoint.
    pub fn matches(&self, raw: &[u8]) -> bool {
        // SAFETY: a tracepoint, and bytes with their length; likewise below.
        unsafe { sys::perfc_tracepoint_matches(self.raw(), raw.as_ptr().cast(), raw.len()) == 1 }
    }

    /// A number of one record; signed ones are sign-extended.
    pub fn value(&self, raw: &[u8], field: u32) -> Result<u64> {
        self.element(raw, field, 0)
    }

    /// The same of an array.
    pub fn element(&self, raw: &[u8], field: u32, index: u32) -> Result<u64> {
        let mut value = 0;
        // SAFETY: as above.
        let result = unsafe {
            let (data, size) = (raw.as_ptr().cast(), raw.len());
            sys::perfc_tracepoint_value(self.raw(), data, size, field, index, &mut value)
        };
        check(result, "perfc_tracepoint_value")?;
        Ok(value)
    }

    /// The bytes of a field of any kind, those of a string without its NUL. `index` is 0, except in
    /// a probe's array of strings.
    pub fn bytes<'r>(&self, raw: &'r [u8], field: u32, index: u32) -> Result<&'r [u8]> {
        let (data, size) = (raw.as_ptr().cast(), raw.len());
        let (mut offset, mut length) = (0, 0);
        // SAFETY: as above.
        let result = unsafe {
            let (offset, length) = (&mut offset, &mut length);
            sys::perfc_tracepoint_range(self.raw(), data, size, field, index, offset, length)
        };
        check(result, "perfc_tracepoint_range")?;
        Ok(&raw[offset as usize..][..length as usize])
    }

    /// A field as text.
    pub fn format_field(&self, raw: &[u8], field: u32) -> Result<String> {
        // SAFETY: as above, and a buffer of that size.
        text(|buffer, size| unsafe {
            let data: *const c_void = raw.as_ptr().cast();
            sys::perfc_tracepoint_text(self.raw(), data, raw.len(), field, buffer, size)
        })
    }

    /// All but the common fields: "prev_comm=bash prev_pid=12 ...".
    pub fn format(&self, raw: &[u8]) -> Result<String> {
        self.format_field(raw, sys::PERFC_FIELD_ALL)
    }

    /// A number of all samples of a fill, or one of an array of them.
    pub fn column(&self, rows: &Rows<'_>, field: u32, index: u32) -> Result<FieldColumn<u64>> {
        let mut column = FieldColumn::<u64>::with_rows(rows);
        let capacity = u32::try_from(column.values.len()).unwrap_or(u32::MAX);
        // SAFETY: a tracepoint, a batch, and arrays with as much room as its samples table has
        // rows.
        let result = unsafe {
            sys::perfc_tracepoint_column_values(
                self.raw(),
                rows.raw(),
                field,
                index,
                column.values.as_mut_ptr().cast(),
                size_of::<u64>(),
                column.validity.as_mut_ptr(),
                capacity,
                &mut column.rows,
                size_of_val(&column.rows),
            )
        };
        check(result, "perfc_tracepoint_column_values")?;
        Ok(column)
    }

    /// Strings without their NUL, arrays or bytes of all samples of a fill.
    pub fn byte_column<'a>(
        &self,
        rows: &Rows<'a>,
        field: u32,
        index: u32,
    ) -> Result<FieldColumn<&'a [u8]>> {
        let mut column = FieldColumn::<&[u8]>::with_rows(rows);
        let count = column.values.len();
        let (mut offsets, mut lengths) = (vec![0i32; count], vec![0i32; count]);
        // SAFETY: as above.
        let result = unsafe {
            sys::perfc_tracepoint_column_ranges(
                self.raw(),
                rows.raw(),
                field,
                index,
                offsets.as_mut_ptr(),
                lengths.as_mut_ptr(),
                column.validity.as_mut_ptr(),
                u32::try_from(count).unwrap_or(u32::MAX),
                &mut column.rows,
                size_of_val(&column.rows),
            )
        };
        check(result, "perfc_tracepoint_column_ranges")?;
        let Some(raw) = rows.samples().raw(sys::PERFC_COLUMN_RAW) else {
            return Ok(column);
        };
        for row in 0..count {
            if lengths[row] > 0 {
                // SAFETY: the library's offsets into the column's bytes, which live for 'a.
                column.values[row] = unsafe {
                    let first = raw.values.cast::<u8>().add(offsets[row] as usize);
                    std::slice::from_raw_parts(first, lengths[row] as usize)
                };
            }
        }
        Ok(column)
    }
}

impl<T: Default + Clone> FieldColumn<T> {
    fn with_rows(rows: &Rows<'_>) -> Self {
        let count = rows.info().samples as usize;
        Self {
            values: vec![T::default(); count],
            validity: vec![0; count.div_ceil(8)],
            rows: sys::perfc_tracepoint_rows::default(),
        }
    }
}

impl Drop for Tracepoint {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_tracepoint_destroy(self.0.as_ptr()) }
    }
}
