//! Samples.

use std::borrow::Borrow;
use std::mem::MaybeUninit;
use std::ptr;

use crate::flags::{ReadFormat, SampleFields};
use crate::reading::ReadValue;
use crate::record::Record;
use crate::room::SampleRoom;
use crate::sample_members::with_members;
use perfc_sys as sys;

/// A PERF_RECORD_SAMPLE. Each accessor is `None` where the sample doesn't have the field. Slices
/// lie in the record.
#[derive(Clone, Copy)]
pub struct Sample<'a, R = SampleRoom> {
    record: Record<'a>,
    room: R,
}

/// One branch of a branch stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct BranchEntry {
    /// Where it was.
    pub from: u64,
    /// Where it went.
    pub to: u64,
    /// The word that [`decode`](Self::decode) takes apart.
    pub flags: u64,
}

const _: () = assert!(size_of::<BranchEntry>() == size_of::<sys::perfc_branch_entry>());

impl BranchEntry {
    /// The bits of the flags.
    pub fn decode(&self) -> Branch {
        let mut branch = sys::perfc_branch::default();
        // SAFETY: a struct of that size.
        unsafe { sys::perfc_decode_branch(self.flags, &mut branch, size_of_val(&branch)) };
        Branch {
            mispred: branch.mispred != 0,
            predicted: branch.predicted != 0,
            in_tx: branch.in_tx != 0,
            abort: branch.abort != 0,
            cycles: branch.cycles,
            kind: branch.type_,
            spec: branch.spec,
            new_kind: branch.new_type,
            privilege: branch.priv_,
        }
    }
}

/// The bits of a [`BranchEntry`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Branch {
    /// Mispredicted.
    pub mispred: bool,
    /// Predicted. Neither: the CPU doesn't tell.
    pub predicted: bool,
    /// In a transaction.
    pub in_tx: bool,
    /// A transaction's abort.
    pub abort: bool,
    /// Since the branch before; 0: not told.
    pub cycles: u16,
    /// `PERFC_BR_*`
    pub kind: u8,
    /// `PERFC_BR_SPEC_*`
    pub spec: u8,
    /// `PERFC_BR_NEW_*`, if kind is `PERFC_BR_EXTEND_ABI`.
    pub new_kind: u8,
    /// `PERFC_BR_PRIV_*`
    pub privilege: u8,
}

/// The groups of a sample's data source, to be compared with `PERFC_MEM_*`.
pub type DataSource = sys::perfc_data_src;

/// Takes a data source apart.
pub fn decode_data_src(word: u64) -> DataSource {
    let mut source = DataSource::default();
    // SAFETY: a struct of that size.
    unsafe { sys::perfc_decode_data_src(word, &mut source, size_of_val(&source)) };
    source
}

/// The `PERFC_TXN_*` bits of a sample's transaction.
pub fn transaction_flags(transaction: u64) -> u32 {
    transaction as u32
}

/// The abort code that the program gave.
pub fn transaction_abort_code(transaction: u64) -> u32 {
    (transaction >> sys::PERFC_TXN_ABORT_SHIFT) as u32
}

/// Whether an entry of a call chain is a marker (`PERFC_CONTEXT_*`) and no address.
#[inline]
pub fn is_context(entry: u64) -> bool {
    entry >= sys::PERFC_CONTEXT_MAX
}

/// The counts in a sample, or in a [`ReadRecord`](crate::ReadRecord).
#[derive(Clone, Copy)]
pub struct Counts<'a> {
    record: Record<'a>,
    part: sys::perfc_read_part,
}

impl<'a> Counts<'a> {
    pub(crate) fn new(record: Record<'a>, part: sys::perfc_read_part) -> Self {
        Self { record, part }
    }

    /// Which of the fields are there.
    pub fn format(&self) -> ReadFormat {
        ReadFormat::from_bits_retain(u64::from(self.part.read_format))
    }

    /// ns
    pub fn time_enabled(&self) -> Option<u64> {
        let has = self.format().contains(ReadFormat::TOTAL_TIME_ENABLED);
        has.then_some(self.part.time_enabled)
    }

    /// ns
    pub fn time_running(&self) -> Option<u64> {
        let has = self.format().contains(ReadFormat::TOTAL_TIME_RUNNING);
        has.then_some(self.part.time_running)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        usize::from(self.part.nr)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.part.nr == 0
    }

    /// The event's own, or of a group the leader's first. `id` and `lost` are 0 where the format
    /// lacks them.
    pub fn value(&self, index: u32) -> Option<ReadValue> {
        let mut value = ReadValue::default();
        // SAFETY: the record that the part was decoded from; ReadValue is laid out as
        // perfc_read_value.
        let result = unsafe {
            let out = ptr::from_mut(&mut value).cast();
            let size = size_of::<sys::perfc_read_value>();
            sys::perfc_record_read_value(&self.record.raw, &self.part, index, out, size)
        };
        (result == 0).then_some(value)
    }

    /// All of them.
    pub fn values(&self) -> impl Iterator<Item = ReadValue> + 'a {
        let counts = *self;
        (0..u32::from(self.part.nr)).filter_map(move |index| counts.value(index))
    }
}

impl std::fmt::Debug for Counts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counts")
            .field("time_enabled", &self.time_enabled())
            .field("time_running", &self.time_running())
            .field("values", &self.values().collect::<Vec<_>>())
            .finish()
    }
}

impl<'a, R: Borrow<SampleRoom>> Sample<'a, R> {
    /// # Safety
    ///
    /// `room` was decoded from `record`.
    #[inline]
    pub(crate) unsafe fn new(record: Record<'a>, room: R) -> Self {
        Self { record, room }
    }

    /// Always written: present, parts and attr_index.
    #[inline]
    pub(crate) fn decoded(&self) -> *const sys::perfc_sample {
        self.room.borrow().0.as_ptr()
    }

    /// The record that it was decoded from.
    #[inline]
    pub fn record(&self) -> Record<'a> {
        self.record
    }

    /// Which fields it has.
    #[inline]
    pub fn fields(&self) -> SampleFields {
        // SAFETY: always written.
        SampleFields::from_bits_retain(unsafe { (*self.decoded()).present })
    }

    #[inline]
    pub(crate) fn has(&self, field: SampleFields) -> bool {
        self.fields().intersects(field)
    }

    #[inline]
    pub(crate) fn has_part(&self, part: u32) -> bool {
        // SAFETY: always written.
        unsafe { (*self.decoded()).parts & part != 0 }
    }

    /// Which attr of the plan it belongs to.
    #[inline]
    pub fn attr_index(&self) -> u32 {
        // SAFETY: always written.
        unsafe { (*self.decoded()).attr_index }
    }

    /// The C struct. Only fields that it marks as present are initialized.
    pub fn as_raw(&self) -> &MaybeUninit<sys::perfc_sample> {
        &self.room.borrow().0
    }

    /// Counts, with [`SampleFields::READ`].
    pub fn read(&self) -> Option<Counts<'a>> {
        // SAFETY: where the bit is set the part was written.
        self.has(SampleFields::READ)
            .then(|| Counts::new(self.record, unsafe { (*self.decoded()).read }))
    }

    /// A register of user space by its number in perf_regs.h (`PERFC_REG_*`).
    pub fn user_reg(&self, register: u32) -> Option<u64> {
        self.register(SampleFields::REGS_USER, register)
    }

    /// A register at the interrupt by its number.
    pub fn intr_reg(&self, register: u32) -> Option<u64> {
        self.register(SampleFields::REGS_INTR, register)
    }

    fn register(&self, which: SampleFields, register: u32) -> Option<u64> {
        let (plan, record, sample) = (self.record.plan().raw(), &self.record.raw, self.decoded());
        let mut value = 0;
        let has = self.has(which);
        // SAFETY: the plan, record and sample belong together, and have registers.
        let found = has
            && unsafe {
                let which = which.bits();
                sys::perfc_decode_register(plan, record, sample, which, register, &mut value)
            } == 0;
        found.then_some(value)
    }
}

macro_rules! debug_fields {
    ($self:ident, $f:ident, $($field:ident)+) => {{
        let mut out = $f.debug_struct("Sample");
        $(if let Some(value) = $self.$field() {
            out.field(stringify!($field), &value);
        })+
        out.finish()
    }};
}

impl<R: Borrow<SampleRoom>> std::fmt::Debug for Sample<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        with_members!(debug_fields, self, f)
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use super::{with_members, BranchEntry, Counts, Sample, SampleRoom};
    use std::borrow::Borrow;

    use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

    macro_rules! fields {
        ($self:ident, $map:ident, $($field:ident)+) => {
            $(if let Some(value) = $self.$field() {
                $map.serialize_entry(stringify!($field), &value)?;
            })+
        };
    }

    impl<R: Borrow<SampleRoom>> Serialize for Sample<'_, R> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("misc", &self.record.misc())?;
            map.serialize_entry("attr", &self.attr_index())?;
            with_members!(fields, self, map);
            map.end()
        }
    }

    impl Serialize for Counts<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            fields!(self, map, time_enabled time_running);
            map.serialize_entry("values", &self.values().collect::<Vec<_>>())?;
            map.end()
        }
    }

    impl Serialize for BranchEntry {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut out = serializer.serialize_struct("BranchEntry", 3)?;
            out.serialize_field("from", &self.from)?;
            out.serialize_field("to", &self.to)?;
            out.serialize_field("flags", &self.decode())?;
            out.end()
        }
    }
}
