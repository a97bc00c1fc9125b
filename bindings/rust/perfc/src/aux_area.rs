//! The AUX area: the bulk data of a tracing PMU, beside the ring of its event.

use std::marker::PhantomData;

use crate::error::{check, Result};
use crate::event_ref::EventRef;
use crate::record::slice;
use crate::records::Aux;
use perfc_sys as sys;

/// Data in the AUX area: in one piece, or in two where it wraps.
#[derive(Clone, Copy, Debug)]
pub struct AuxData<'a> {
    raw: sys::perfc_aux_data,
    _area: PhantomData<&'a [u8]>,
}

impl<'a> AuxData<'a> {
    /// Of the first byte, as [`Aux::aux_offset`] counts.
    pub fn offset(&self) -> u64 {
        self.raw.offset
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        (self.raw.size + self.raw.rest_size) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, where they lie.
    ///
    /// # Safety
    ///
    /// The area is not in overwrite mode, or its event is disabled as long as the slices are used:
    /// else the PMU may be writing there.
    pub unsafe fn slices(&self) -> (&'a [u8], &'a [u8]) {
        // SAFETY: mapped for 'a, and by the caller's word not written.
        unsafe {
            (
                slice(self.raw.data, self.raw.size as usize),
                slice(self.raw.rest, self.raw.rest_size as usize),
            )
        }
    }

    /// Appends a copy of the bytes. In overwrite mode, while the event is enabled, it may hold old
    /// and new ones.
    pub fn copy_to(&self, out: &mut Vec<u8>) {
        out.reserve(self.len());
        for (data, size) in [(self.raw.data, self.raw.size), (self.raw.rest, self.raw.rest_size)] {
            let (length, size) = (out.len(), size as usize);
            if size > 0 {
                // SAFETY: mapped, and there is room. Raw copies, for the PMU may be writing.
                unsafe {
                    std::ptr::copy_nonoverlapping(data, out.as_mut_ptr().add(length), size);
                    out.set_len(length + size);
                }
            }
        }
    }
}

impl EventRef {
    /// Views the AUX data that wasn't released yet.
    pub fn aux_peek(&mut self) -> Result<Option<AuxData<'_>>> {
        let mut raw = sys::perfc_aux_data::default();
        // SAFETY: an open event, and a struct of that size.
        let result = unsafe { sys::perfc_aux_peek(self.raw(), &mut raw, size_of_val(&raw)) };
        let found = check(result, "perfc_aux_peek")?;
        Ok((found > 0).then_some(AuxData { raw, _area: PhantomData }))
    }

    /// Views the data that a record names.
    pub fn aux_view(&mut self, aux: &Aux) -> Result<AuxData<'_>> {
        let (offset, size) = (aux.aux_offset, aux.aux_size);
        let mut raw = sys::perfc_aux_data::default();
        let room = size_of_val(&raw);
        // SAFETY: as above.
        let result =
            unsafe { sys::perfc_aux_view(self.raw(), offset, size, aux.flags, &mut raw, room) };
        check(result, "perfc_aux_view")?;
        Ok(AuxData { raw, _area: PhantomData })
    }

    /// Gives the space before `offset` back to the PMU.
    pub fn aux_release(&mut self, offset: u64) -> Result<()> {
        // SAFETY: an open event.
        let result = unsafe { sys::perfc_aux_release(self.raw(), offset) };
        check(result, "perfc_aux_release").map(drop)
    }
}
