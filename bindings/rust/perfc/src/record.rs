//! A record as bytes, and the facts that follow from its header alone.

use std::ffi::CStr;
use std::marker::PhantomData;

use crate::error::{check, Result};
use crate::plan::PlanRef;
use crate::records::{Decoded, SampleId};
use crate::room::SampleRoom;
use crate::sample::Sample;
use perfc_sys as sys;

/// One record. It borrows its memory; a record of a ring until the next one is taken.
#[derive(Clone, Copy)]
#[repr(C)] // The first members of struct perfc_stream_record.
pub struct Record<'a> {
    pub(crate) raw: sys::perfc_record,
    plan: &'a PlanRef,
    _data: PhantomData<&'a [u8]>,
}

// SAFETY: bytes that nobody writes while they are borrowed, and a plan, which is Sync.
unsafe impl Send for Record<'_> {}
// SAFETY: as above.
unsafe impl Sync for Record<'_> {}

/// The CPU's mode when a record was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum CpuMode {
    Unknown,
    Kernel,
    User,
    Hypervisor,
    GuestKernel,
    GuestUser,
}

/// The kernel's name of a record type, "SAMPLE", if this version knows it.
pub fn record_name(kind: u32) -> Option<&'static str> {
    // SAFETY: a static string or NULL.
    unsafe {
        let name = sys::perfc_record_type_name(kind);
        (!name.is_null()).then(|| CStr::from_ptr(name).to_str().unwrap_or(""))
    }
}

/// The meaning of `misc` for a record type: `PERFC_RECORD_FLAG_*`. Both arguments may come from
/// columns.
pub fn record_flags(kind: u32, misc: u16) -> u32 {
    // SAFETY: numbers.
    unsafe { sys::perfc_record_flags(kind, misc) }
}

impl<'a> Record<'a> {
    #[inline]
    pub(crate) fn new(raw: sys::perfc_record, plan: &'a PlanRef) -> Self {
        Self { raw, plan, _data: PhantomData }
    }

    /// The type: `PERFC_RECORD_*`, or a number that this version doesn't know.
    #[inline]
    pub fn kind(&self) -> u32 {
        self.raw.type_
    }

    /// Whether it is a sample.
    #[inline]
    pub fn is_sample(&self) -> bool {
        self.raw.type_ == sys::PERFC_RECORD_SAMPLE
    }

    /// The type's name.
    pub fn name(&self) -> Option<&'static str> {
        record_name(self.raw.type_)
    }

    /// The header's misc: `PERFC_RECORD_MISC_*`.
    #[inline]
    pub fn misc(&self) -> u16 {
        self.raw.misc
    }

    /// All bytes, the 8 of the header first.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        // SAFETY: the view's bytes, for 'a.
        unsafe { std::slice::from_raw_parts(self.raw.data, usize::from(self.raw.size)) }
    }

    /// The plan that decodes it.
    #[inline]
    pub fn plan(&self) -> &'a PlanRef {
        self.plan
    }

    /// The same record with another plan.
    pub fn with_plan<'b>(&self, plan: &'b PlanRef) -> Record<'b>
    where
        'a: 'b,
    {
        Record::new(self.raw, plan)
    }

    /// The CPU's mode.
    pub fn cpu_mode(&self) -> CpuMode {
        match u32::from(self.raw.misc) & sys::PERFC_RECORD_MISC_CPUMODE_MASK {
            sys::PERFC_RECORD_MISC_KERNEL => CpuMode::Kernel,
            sys::PERFC_RECORD_MISC_USER => CpuMode::User,
            sys::PERFC_RECORD_MISC_HYPERVISOR => CpuMode::Hypervisor,
            sys::PERFC_RECORD_MISC_GUEST_KERNEL => CpuMode::GuestKernel,
            sys::PERFC_RECORD_MISC_GUEST_USER => CpuMode::GuestUser,
            _ => CpuMode::Unknown,
        }
    }

    fn has_flag(&self, flag: u32) -> bool {
        record_flags(self.raw.type_, self.raw.misc) & flag != 0
    }

    /// Of a sample: ip is the instruction that caused it.
    pub fn is_exact_ip(&self) -> bool {
        self.has_flag(sys::PERFC_RECORD_FLAG_EXACT_IP)
    }

    /// Of a mapping: it is executable.
    pub fn is_executable(&self) -> bool {
        self.has_flag(sys::PERFC_RECORD_FLAG_EXECUTABLE)
    }

    /// Of a new name: it came by execve(2).
    pub fn is_exec(&self) -> bool {
        self.has_flag(sys::PERFC_RECORD_FLAG_COMM_EXEC)
    }

    /// Of a context switch: away from the task.
    pub fn is_switch_out(&self) -> bool {
        self.has_flag(sys::PERFC_RECORD_FLAG_SWITCH_OUT)
    }

    /// Of such a switch: the task was still runnable.
    pub fn is_preempted(&self) -> bool {
        self.has_flag(sys::PERFC_RECORD_FLAG_SWITCH_PREEMPTED)
    }

    /// Decodes a sample. It is 300 bytes, and moving it costs more than decoding it: where that
    /// matters, see [`sample_in`](Self::sample_in).
    #[inline]
    pub fn sample(&self) -> Result<Sample<'a>> {
        let mut room = SampleRoom::new();
        self.sample_in(&mut room)?;
        // SAFETY: it was decoded from this record.
        Ok(unsafe { Sample::new(*self, room) })
    }

    /// The same into room of yours, for one sample after another.
    ///
    /// ```
    /// # fn sum(event: &mut perfc::Event) -> perfc::Result<u64> {
    /// let mut room = perfc::SampleRoom::new();
    /// let mut sum = 0u64;
    /// while let Some(record) = event.next_record()? {
    ///     if record.is_sample() {
    ///         sum = sum.wrapping_add(record.sample_in(&mut room)?.ip().unwrap_or(0));
    ///     }
    /// }
    /// # Ok(sum)
    /// # }
    /// ```
    #[inline]
    pub fn sample_in<'r>(&self, room: &'r mut SampleRoom) -> Result<Sample<'a, &'r SampleRoom>> {
        // SAFETY: a plan, a record, and room for a sample.
        let result = unsafe {
            let size = size_of::<sys::perfc_sample>();
            sys::perfc_decode_sample(self.plan.raw(), &self.raw, room.0.as_mut_ptr(), size)
        };
        check(result, "perfc_decode_sample")?;
        // SAFETY: it was decoded from this record.
        Ok(unsafe { Sample::new(*self, room) })
    }

    /// Decodes the trailer of a record that is no sample.
    pub fn sample_id(&self) -> Result<SampleId> {
        SampleId::from_record(self)
    }

    /// Decodes it, whatever it is.
    pub fn decode(&self) -> Result<Decoded<'a>> {
        Decoded::from_record(*self)
    }

    /// # Safety
    ///
    /// A range of `T` that a function of the library gave for this record.
    pub(crate) unsafe fn range<T>(&self, range: sys::perfc_range) -> &'a [T] {
        // SAFETY: a record.
        let data = unsafe { sys::perfc_record_range(&self.raw, &range, size_of::<T>()) };
        // SAFETY: the library's pointer into the record, with room for count elements.
        unsafe { slice(data.cast(), usize::from(range.count)) }
    }
}

/// The records that [`EventRef::next_records`](crate::EventRef::next_records) has taken.
#[derive(Clone)]
pub struct RecordBlock<'a> {
    plan: &'a PlanRef,
    rest: std::slice::Iter<'a, sys::perfc_record>,
}

// SAFETY: records, which are Send and Sync.
unsafe impl Send for RecordBlock<'_> {}
// SAFETY: as above.
unsafe impl Sync for RecordBlock<'_> {}

impl<'a> RecordBlock<'a> {
    /// # Safety
    ///
    /// The bytes of the records live for `'a`.
    #[inline]
    pub(crate) unsafe fn new(records: &'a [sys::perfc_record], plan: &'a PlanRef) -> Self {
        Self { plan, rest: records.iter() }
    }

    /// Whether there is no further record.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rest.len() == 0
    }
}

impl<'a> Iterator for RecordBlock<'a> {
    type Item = Record<'a>;

    #[inline]
    fn next(&mut self) -> Option<Record<'a>> {
        self.rest.next().map(|raw| Record::new(*raw, self.plan))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl ExactSizeIterator for RecordBlock<'_> {}

impl std::fmt::Debug for RecordBlock<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// # Safety
///
/// `count` elements that live for `'a`, or NULL.
pub(crate) unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() {
        return &[];
    }
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts(data, count) }
}

impl std::fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("kind", &self.kind())
            .field("name", &self.name())
            .field("misc", &self.misc())
            .field("size", &self.raw.size)
            .finish()
    }
}
