//! Values of a counter in a record, the control page, and the losses of a ring.

use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::{self, NonNull};

use crate::event_ref::EventRef;
use perfc_sys as sys;

/// One count of a sample or READ record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct ReadValue {
    /// The count.
    pub value: u64,
    /// The event's id, with [`ReadFormat::ID`](crate::ReadFormat::ID).
    pub id: u64,
    /// Samples lost for want of ring space, with [`ReadFormat::LOST`](crate::ReadFormat::LOST).
    pub lost: u64,
}

const _: () = assert!(size_of::<ReadValue>() == size_of::<sys::perfc_read_value>());

/// The losses of a ring.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses(pub(crate) sys::perfc_losses);

impl Deref for Losses {
    type Target = sys::perfc_losses;
    fn deref(&self) -> &sys::perfc_losses {
        &self.0
    }
}

/// The first page of an event's mapping. The kernel goes on writing it, so each field is read when
/// asked for.
#[derive(Clone, Copy, Debug)]
pub struct ControlPage<'a>(
    pub(crate) NonNull<sys::perfc_mmap_page>,
    pub(crate) PhantomData<&'a EventRef>,
);

macro_rules! page_fields {
    ($($(#[$doc:meta])* $field:ident: $kind:ty,)+) => {
        impl ControlPage<'_> {$(
            $(#[$doc])*
            pub fn $field(&self) -> $kind {
                // SAFETY: mapped as long as the event is borrowed; volatile, for it changes.
                unsafe { ptr::addr_of!((*self.0.as_ptr()).$field).read_volatile() }
            }
        )+}
    };
}

page_fields! {
    /// Version of the page's layout.
    version: u32,
    /// The seqlock around the fields below.
    lock: u32,
    /// The hardware counter + 1; 0: not on the PMU now.
    index: u32,
    /// Add this to the value of the hardware counter.
    offset: i64,
    /// ns.
    time_enabled: u64,
    /// ns.
    time_running: u64,
    /// `PERFC_CAP_*`.
    capabilities: u64,
    /// Bits of the counter.
    pmc_width: u16,
    /// Of the conversion of cycles.
    time_shift: u16,
    /// Of the conversion of cycles.
    time_mult: u32,
    /// Of the conversion of cycles.
    time_offset: u64,
    /// Of the conversion of cycles.
    time_zero: u64,
    /// Bytes written so far.
    data_head: u64,
    /// Bytes read so far.
    data_tail: u64,
    /// Where the data begin.
    data_offset: u64,
    /// Bytes of data.
    data_size: u64,
    /// Bytes written into the AUX area.
    aux_head: u64,
    /// Bytes read of the AUX area.
    aux_tail: u64,
}

impl ControlPage<'_> {
    /// The page itself.
    pub fn as_ptr(&self) -> *const sys::perfc_mmap_page {
        self.0.as_ptr()
    }
}
