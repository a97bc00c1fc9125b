//! Columns as RecordBatches of arrow-rs.

use std::time::Duration;

use arrow_array::ffi::{from_ffi, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef};

use crate::batch::{BatchOptions, Rows, Table};
use crate::rings::Rings;
use crate::stream::{Forward, Stream};
use crate::Result;
use perfc_sys as sys;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ArrowTable {
    #[allow(missing_docs)]
    Samples = sys::PERFC_TABLE_SAMPLES,
    #[allow(missing_docs)]
    Records = sys::PERFC_TABLE_RECORDS,
}

impl Rows<'_> {
    /// A table as a RecordBatch of its own: a copy, which outlives batch and ring.
    pub fn to_arrow(&self, table: Table<'_>) -> Result<RecordBatch, ArrowError> {
        let mut schema = FFI_ArrowSchema::empty();
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: room for the structs, which are released by their drop.
        unsafe {
            let (schema, array) = (raw_mut(&mut schema), raw_mut(&mut array));
            self.export_arrow(table, schema.cast(), array.cast())
                .map_err(|error| ArrowError::from_external_error(Box::new(error)))?;
        }
        // SAFETY: the library filled them in by Arrow's specification.
        let data = unsafe { from_ffi(array, &schema)? };
        Ok(RecordBatch::from(StructArray::from(data)))
    }
}

fn raw_mut<T>(place: &mut T) -> *mut T {
    place
}

#[cfg(feature = "profile")]
impl<K: crate::profile::Kind> crate::profile::Table<K> {
    /// The table as an array of structs, or of lists of structs if its rows are grouped: a copy.
    pub fn to_arrow(&self) -> Result<arrow_array::ArrayRef, ArrowError> {
        let mut schema = FFI_ArrowSchema::empty();
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: room for the structs, which are released by their drop.
        unsafe {
            self.export_arrow(raw_mut(&mut schema).cast(), raw_mut(&mut array).cast())
                .map_err(|error| ArrowError::from_external_error(Box::new(error)))?;
        }
        // SAFETY: the library filled them in by Arrow's specification.
        Ok(arrow_array::make_array(unsafe { from_ffi(array, &schema)? }))
    }
}

/// A stream as a source of RecordBatches, see [`Stream::into_arrow`].
#[derive(Debug)]
pub struct ArrowReader {
    reader: RecordBatchStreamReader,
    stream: Stream,
}

impl Rings<Forward> {
    /// Reads the stream as RecordBatches of one table. Each has the records of the moment at which
    /// it is asked for, and waits if there are none. The reader ends when every ring has ended, the
    /// duration is over, or a [`waker`](Self::waker) ends it.
    pub fn into_arrow(
        mut self,
        options: BatchOptions,
        table: ArrowTable,
        duration: Option<Duration>,
    ) -> Result<ArrowReader, ArrowError> {
        let mut out = FFI_ArrowArrayStream::empty();
        // SAFETY: room for the struct, which is released by its drop; it and the stream are used
        // by one thread at a time, for one struct has both.
        unsafe {
            self.export_arrow(options, table as u32, duration, raw_mut(&mut out).cast())
                .map_err(|error| ArrowError::from_external_error(Box::new(error)))?;
        }
        let reader = RecordBatchStreamReader::try_new(out)?;
        Ok(ArrowReader { reader, stream: self })
    }
}

impl ArrowReader {
    /// The stream: its losses and its waker.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The stream, to go on otherwise.
    pub fn into_stream(self) -> Stream {
        self.stream
    }
}

impl Iterator for ArrowReader {
    type Item = Result<RecordBatch, ArrowError>;
    fn next(&mut self) -> Option<Self::Item> {
        self.reader.next()
    }
}

impl RecordBatchReader for ArrowReader {
    fn schema(&self) -> SchemaRef {
        self.reader.schema()
    }
}
