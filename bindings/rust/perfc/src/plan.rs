//! How to decode records, without any fd.

use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};

use crate::attr::Attr;
use crate::error::{check, cold, Error, Result};
use crate::record::Record;
use perfc_sys as sys;
use perfc_sys::perfc_record_places as RecordPlaces;

/// The byte order of attrs and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ByteOrder {
    /// This machine's.
    #[default]
    Native = sys::PERFC_BYTE_ORDER_NATIVE,
    #[allow(missing_docs)]
    Little = sys::PERFC_BYTE_ORDER_LITTLE,
    #[allow(missing_docs)]
    Big = sys::PERFC_BYTE_ORDER_BIG,
}

/// A plan that somebody owns: a [`Plan`], or an event. Any number of threads may decode with it.
#[repr(C)]
pub struct PlanRef {
    _opaque: [u8; 0],
    _marker: PhantomData<u8>,
}

/// A plan of attrs and the ids of their events, for records of any source.
#[derive(Debug)]
pub struct Plan(NonNull<sys::perfc_plan>);

// SAFETY: a plan is memory.
unsafe impl Send for Plan {}
// SAFETY: any number of threads may decode while none adds (perfc/decode.h), which takes &mut.
unsafe impl Sync for Plan {}

/// Room for one record that is turned into this machine's byte order.
pub struct Scratch(Box<[u64]>);

impl Scratch {
    /// Enough for any record.
    pub fn new() -> Self {
        Self(vec![0; 0x10000 / 8].into_boxed_slice())
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratch")
    }
}

impl Plan {
    /// A plan for the records of one attr, in this machine's byte order. A plan of a single attr
    /// needs no ids.
    pub fn new(attr: impl AsRef<[u8]>, ids: &[u64]) -> Result<Self> {
        Self::with_order(attr, ids, ByteOrder::Native)
    }

    /// The same for attrs and records of the byte order given; ids are always in this machine's.
    pub fn with_order(attr: impl AsRef<[u8]>, ids: &[u64], order: ByteOrder) -> Result<Self> {
        let mut plan = Self::empty(order)?;
        plan.add(attr, ids)?;
        Ok(plan)
    }

    /// A plan without attrs, to which [`add`](Self::add) adds them.
    pub fn empty(order: ByteOrder) -> Result<Self> {
        let mut plan = ptr::null_mut();
        // SAFETY: room for a plan.
        cold("perfc_plan_create", |e| unsafe {
            sys::perfc_plan_create(order as u32, &mut plan, e)
        })?;
        // SAFETY: a plan of ours.
        unsafe { Self::own(plan) }
    }

    /// # Safety
    ///
    /// A plan that nobody else destroys.
    pub(crate) unsafe fn own(plan: *mut sys::perfc_plan) -> Result<Self> {
        NonNull::new(plan).map(Self).ok_or_else(|| Error::argument("perfc_plan_create"))
    }

    /// Adds an attr with the ids of its events, and returns its index.
    pub fn add(&mut self, attr: impl AsRef<[u8]>, ids: &[u64]) -> Result<u32> {
        let attr = attr.as_ref();
        let id_count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        // SAFETY: bytes and ids with their lengths; nobody else uses the plan.
        cold("perfc_plan_add_attr", |e| unsafe {
            sys::perfc_plan_add_attr(
                self.0.as_ptr(),
                attr.as_ptr().cast(),
                attr.len(),
                ids.as_ptr(),
                id_count,
                e,
            )
        })
    }

    /// Adds ids to an attr, all or none.
    pub fn add_ids(&mut self, index: u32, ids: &[u64]) -> Result<()> {
        let id_count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        // SAFETY: ids with their length; nobody else uses the plan.
        cold("perfc_plan_add_ids", |e| unsafe {
            sys::perfc_plan_add_ids(self.0.as_ptr(), index, ids.as_ptr(), id_count, e)
        })
        .map(drop)
    }

    /// Records with id 0, such as those that the perf tool writes itself, belong to this attr from
    /// now on; `None`, as at first: to none.
    pub fn set_default(&mut self, index: Option<u32>) -> Result<()> {
        let index = index.unwrap_or(sys::PERFC_PLAN_NO_DEFAULT);
        // SAFETY: a plan that nobody else uses.
        let result = unsafe { sys::perfc_plan_set_default(self.0.as_ptr(), index) };
        check(result, "perfc_plan_set_default").map(drop)
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: ours, and nothing borrows it any more.
        unsafe { sys::perfc_plan_destroy(self.0.as_ptr()) }
    }
}

impl Deref for Plan {
    type Target = PlanRef;
    fn deref(&self) -> &PlanRef {
        // SAFETY: it lives as long as self.
        unsafe { PlanRef::from_raw(self.0.as_ptr()) }
    }
}

impl DerefMut for Plan {
    fn deref_mut(&mut self) -> &mut PlanRef {
        // SAFETY: as above, and PlanRef has no bytes.
        unsafe { &mut *self.0.as_ptr().cast() }
    }
}

impl std::fmt::Debug for PlanRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("attrs", &self.len()).finish()
    }
}

impl PlanRef {
    /// # Safety
    ///
    /// A plan, for all of `'a`.
    #[inline]
    pub(crate) unsafe fn from_raw<'a>(plan: *const sys::perfc_plan) -> &'a Self {
        // SAFETY: not NULL; PlanRef has no bytes.
        unsafe { &*plan.cast() }
    }

    #[inline]
    pub(crate) fn raw(&self) -> *const sys::perfc_plan {
        ptr::from_ref(self).cast()
    }

    /// How many attrs there are.
    pub fn len(&self) -> usize {
        // SAFETY: a plan.
        usize::try_from(unsafe { sys::perfc_plan_attr_count(self.raw()) }).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the plan can tell all records of its attrs apart; if not, the error says what is
    /// missing.
    pub fn tells_apart(&self) -> Result<(), Error> {
        const NAME: &str = "perfc_plan_tells_apart";
        let mut facts = sys::perfc_error::default();
        // SAFETY: a plan.
        match unsafe { sys::perfc_plan_tells_apart(self.raw(), &mut facts) } {
            1 => Ok(()),
            // The errno is that of decoding.
            0 => cold(NAME, |e| {
                // SAFETY: cold's own struct.
                unsafe { *e = facts };
                facts.code
            })
            .map(drop),
            failed => check(failed, NAME).map(drop),
        }
    }

    /// An attr, in this machine's byte order.
    pub fn attr(&self, index: u32) -> Option<Attr> {
        let mut attr = sys::perfc_attr::default();
        // SAFETY: a plan, and a buffer of that size.
        let length = unsafe {
            let buffer = ptr::from_mut(&mut attr).cast();
            sys::perfc_plan_attr(self.raw(), index, buffer, size_of::<sys::perfc_attr>())
        };
        (length >= 0).then(|| Attr::from(attr))
    }

    /// All bytes of an attr, in this machine's byte order.
    pub fn attr_bytes(&self, index: u32) -> Option<Vec<u8>> {
        // SAFETY: no buffer; then one of that size.
        unsafe {
            let length = sys::perfc_plan_attr(self.raw(), index, ptr::null_mut(), 0);
            let mut bytes = vec![0u8; usize::try_from(length).ok()?];
            sys::perfc_plan_attr(self.raw(), index, bytes.as_mut_ptr().cast(), bytes.len());
            Some(bytes)
        }
    }

    /// The ids of an attr's events, in the order in which they were added.
    pub fn ids(&self, index: u32) -> Option<Vec<u64>> {
        let mut count = 0;
        // SAFETY: no room for ids; then room for that many.
        unsafe {
            sys::perfc_plan_ids(self.raw(), index, ptr::null_mut(), 0, &mut count);
            let mut ids = vec![0u64; count as usize];
            let result =
                sys::perfc_plan_ids(self.raw(), index, ids.as_mut_ptr(), count, ptr::null_mut());
            (result >= 0).then_some(ids)
        }
    }

    /// The index of the attr that has this id, of 0 the default attr.
    pub fn find_id(&self, id: u64) -> Option<u32> {
        // SAFETY: a plan.
        u32::try_from(unsafe { sys::perfc_plan_find_id(self.raw(), id) }).ok()
    }

    /// Where ids, tasks, times and CPUs stand in the records of attr `index`.
    pub fn places(&self, index: u32) -> Option<RecordPlaces> {
        let mut places = MaybeUninit::uninit();
        let size = mem::size_of::<RecordPlaces>();
        // SAFETY: a plan, and room for the struct, which the library fills on success.
        unsafe {
            let result = sys::perfc_plan_get_places(self.raw(), index, places.as_mut_ptr(), size);
            (result == 0).then(|| places.assume_init())
        }
    }

    /// Views the first record of `data`, which is in the plan's byte order; `None` if it is empty.
    /// In this machine's order it borrows `data`, which must be 8-byte aligned; in the other one it
    /// is turned round in `scratch`.
    #[inline]
    pub fn view<'a>(
        &'a self,
        data: &'a [u8],
        scratch: Option<&'a mut Scratch>,
    ) -> Result<Option<Record<'a>>> {
        let (buffer, size) = match scratch {
            Some(scratch) => (scratch.0.as_mut_ptr().cast(), scratch.0.len() * 8),
            None => (ptr::null_mut(), 0),
        };
        let mut record = std::mem::MaybeUninit::uninit();
        // SAFETY: bytes and scratch with their lengths; the record is written if the result is 1.
        unsafe {
            let (bytes, available) = (data.as_ptr().cast(), data.len());
            let result = sys::perfc_plan_view_record(
                self.raw(),
                bytes,
                available,
                buffer,
                size,
                record.as_mut_ptr(),
            );
            match check(result, "perfc_plan_view_record")? {
                0 => Ok(None),
                _ => Ok(Some(Record::new(record.assume_init(), self))),
            }
        }
    }

    /// Walks the records of a buffer in this machine's byte order, 8-byte aligned.
    ///
    /// The records borrow the buffer, not the walk:
    ///
    /// ```
    /// # fn all(plan: &perfc::Plan, data: &[u8]) -> perfc::Result<()> {
    /// let records: Vec<_> = plan.records(data).collect::<perfc::Result<_>>()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn records<'a>(&'a self, data: &'a [u8]) -> Records<'a> {
        Records { plan: self, data }
    }
}

/// The records of a buffer, see [`PlanRef::records`]. After an error it has come to its end.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    plan: &'a PlanRef,
    data: &'a [u8],
}

impl<'a> Records<'a> {
    /// The bytes that haven't been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.data
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<Record<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.plan.view(self.data, None) {
            Ok(None) => None,
            Ok(Some(record)) => {
                self.data = &self.data[record.bytes().len()..];
                Some(Ok(record))
            }
            Err(error) => {
                self.data = &[];
                Some(Err(error))
            }
        }
    }
}
