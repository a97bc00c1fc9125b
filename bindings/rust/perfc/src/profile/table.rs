//! An answer: rows of one type, and the text that they name.

use std::fmt;
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::error::{check, Error, Result};
use crate::record::slice;
use perfc_sys::profile as sys;

/// A kind of tables, such as [`Events`](crate::profile::Events).
pub trait Kind {
    /// A row as C has it.
    type Raw: Copy;
    /// A row, whose texts are borrowed from the table.
    type Row<'a>;
    /// `PERFC_ROWS_*`
    const NUMBER: u32;
    /// Makes a row.
    fn row<'a>(raw: &'a Self::Raw, texts: Texts<'a>) -> Self::Row<'a>;
}

/// A row of a kind of tables.
pub type Row<'a, K> = <K as Kind>::Row<'a>;

/// The texts of a table.
#[derive(Clone, Copy)]
pub struct Texts<'a>(&'a [u8]);

impl<'a> Texts<'a> {
    pub(crate) fn get(self, text: sys::perfc_text) -> &'a [u8] {
        let first = text.offset as usize;
        self.0.get(first..).and_then(|rest| rest.get(..text.size as usize)).unwrap_or(&[])
    }
}

impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Texts of {} bytes", self.0.len())
    }
}

/// The first so many bytes.
pub(crate) fn first(bytes: &[u8], count: u32) -> &[u8] {
    bytes.get(..count as usize).unwrap_or(bytes)
}

/// Rows of one type. A table is a copy, which outlives its file. Texts of rows are bytes of
/// strangers, and not always UTF-8.
pub struct Table<K: Kind> {
    raw: NonNull<sys::perfc_table>,
    rows: sys::perfc_rows,
    _kind: PhantomData<fn() -> K>,
}

// SAFETY: memory that doesn't change: its rows are laid out when it is made.
unsafe impl<K: Kind> Send for Table<K> {}
// SAFETY: as above.
unsafe impl<K: Kind> Sync for Table<K> {}

impl<K: Kind> Table<K> {
    /// # Safety
    ///
    /// A table of this kind that nobody else destroys.
    pub(crate) unsafe fn own(table: *mut sys::perfc_table) -> Result<Self> {
        const NAME: &str = "perfc_table_get_rows";
        let raw = NonNull::new(table).ok_or_else(|| Error::argument(NAME))?;
        let mut table = Self { raw, rows: sys::perfc_rows::default(), _kind: PhantomData };
        let (row, size) = (size_of::<K::Raw>(), size_of::<sys::perfc_rows>());
        // SAFETY: a table, and a struct of that size.
        check(
            unsafe { sys::perfc_table_get_rows(raw.as_ptr(), row, &mut table.rows, size) },
            NAME,
        )?;
        Ok(table)
    }

    fn raw_rows(&self) -> &[K::Raw] {
        // SAFETY: so many rows of that size, for as long as the table is there.
        unsafe { slice(self.rows.rows.cast(), self.rows.count as usize) }
    }

    fn texts(&self) -> Texts<'_> {
        // SAFETY: so many bytes, for as long as the table is there.
        Texts(unsafe { slice(self.rows.text.cast(), self.rows.text_size as usize) })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One row.
    pub fn get(&self, index: usize) -> Option<Row<'_, K>> {
        self.raw_rows().get(index).map(|raw| K::row(raw, self.texts()))
    }

    /// All rows.
    pub fn iter(&self) -> Rows<'_, K> {
        Rows { raw: self.raw_rows().iter(), texts: self.texts() }
    }

    /// The rows of each group; nothing if the rows aren't grouped.
    pub fn groups(&self) -> Groups<'_, K> {
        let count = if self.rows.starts.is_null() { 0 } else { self.rows.groups as usize + 1 };
        // SAFETY: one more than there are groups.
        let starts = unsafe { slice(self.rows.starts, count) };
        Groups { table: self, starts: starts.windows(2) }
    }

    /// `PERFC_ROWS_*`
    pub fn kind(&self) -> u32 {
        // SAFETY: a table.
        u32::try_from(unsafe { sys::perfc_table_kind(self.raw.as_ptr()) }).unwrap_or(0)
    }

    /// Hands a copy over through the Arrow C Data Interface.
    ///
    /// # Safety
    ///
    /// Both point at room for the structs of Arrow's specification. They are the caller's to release.
    pub unsafe fn export_arrow(
        &self,
        schema: *mut perfc_sys::ArrowSchema,
        array: *mut perfc_sys::ArrowArray,
    ) -> Result<()> {
        // SAFETY: a table, and the caller's.
        crate::error::cold("perfc_table_export_arrow", |e| unsafe {
            sys::perfc_table_export_arrow(self.raw.as_ptr(), schema, array, e)
        })
        .map(drop)
    }
}

impl<K: Kind> Drop for Table<K> {
    fn drop(&mut self) {
        // SAFETY: ours, and nothing borrows from it any more.
        unsafe { sys::perfc_table_destroy(self.raw.as_ptr()) }
    }
}

impl<K: Kind> fmt::Debug for Table<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("kind", &K::NUMBER).field("rows", &self.len()).finish()
    }
}

impl<'a, K: Kind> IntoIterator for &'a Table<K> {
    type Item = Row<'a, K>;
    type IntoIter = Rows<'a, K>;
    fn into_iter(self) -> Rows<'a, K> {
        self.iter()
    }
}

/// Rows of a table, one by one.
#[derive(Debug)]
pub struct Rows<'a, K: Kind> {
    raw: std::slice::Iter<'a, K::Raw>,
    texts: Texts<'a>,
}

impl<'a, K: Kind> Iterator for Rows<'a, K> {
    type Item = Row<'a, K>;
    fn next(&mut self) -> Option<Row<'a, K>> {
        self.raw.next().map(|raw| K::row(raw, self.texts))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.raw.size_hint()
    }
}

impl<K: Kind> ExactSizeIterator for Rows<'_, K> {}

/// The groups of a table, one by one.
pub struct Groups<'a, K: Kind> {
    table: &'a Table<K>,
    starts: std::slice::Windows<'a, u64>,
}

impl<K: Kind> fmt::Debug for Groups<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} groups", self.starts.len())
    }
}

impl<'a, K: Kind> Iterator for Groups<'a, K> {
    type Item = Rows<'a, K>;
    fn next(&mut self) -> Option<Rows<'a, K>> {
        let &[first, end] = self.starts.next()? else { return None };
        let raw = self.table.raw_rows().get(first as usize..end as usize).unwrap_or(&[]);
        Some(Rows { raw: raw.iter(), texts: self.table.texts() })
    }
}
