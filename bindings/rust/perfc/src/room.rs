//! Memory of the caller's that the library writes into.

use std::mem::MaybeUninit;

use perfc_sys as sys;

/// Room for one struct of the library's, made once and used again and again.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Room<T: Copy>(
    /// As much of it is initialized as the call has said that wrote it.
    pub(crate) MaybeUninit<T>,
);

/// Room for a decoded sample. The library always writes `present`, `parts` and `attr_index`. Of the
/// other members it writes only those that these name.
pub type SampleRoom = Room<sys::perfc_sample>;

/// Room for a record of an event's ring.
pub type RecordRoom = Room<sys::perfc_record>;

/// Room for a record of a stream or flight recorder.
pub type StreamRecordRoom = Room<sys::perfc_stream_record>;

impl<T: Copy> Room<T> {
    /// Empty room.
    #[inline]
    pub const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }
}

impl<T: Copy> Default for Room<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy> std::fmt::Debug for Room<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Room")
    }
}

/// The capacity of a slice, for C.
#[inline]
pub(crate) fn capacity<T: Copy>(room: &[Room<T>]) -> u32 {
    u32::try_from(room.len()).unwrap_or(u32::MAX)
}
