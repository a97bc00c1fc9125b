//! A record with everything that is needed to use it apart from its source.

use std::mem::offset_of;
use std::ops::Deref;
use std::ptr;

use crate::record::{slice, Record};
use perfc_sys as sys;

bitflags::bitflags! {
    /// Peculiarities of a record, and of its time. Bits that this version doesn't know are kept.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct StreamRecordFlags: u32 {
        /// The record has no time of its own; [`StreamRecord::time`] is that of the record before
        /// it.
        const TIME_GUESSED = sys::PERFC_STREAM_RECORD_TIME_GUESSED;
        /// The record's time is before that of a record handed out already.
        const LATE = sys::PERFC_STREAM_RECORD_LATE;
        /// The record was made from the header of a file, and isn't in the file itself.
        const HEADER = sys::PERFC_STREAM_RECORD_HEADER;
        /// The record was made from the state of this machine. Its time is 0.
        const SYNTHESIZED = sys::PERFC_STREAM_RECORD_SYNTHESIZED;
        /// The tail goes on: the next record is the same again, with the next bytes of its tail.
        const MORE = sys::PERFC_STREAM_RECORD_MORE;
        const _ = !0;
    }
}

/// A record of a [`Stream`](crate::Stream) or [`Flight`](crate::Flight), of a
/// [`Stitch`](crate::Stitch) or of the rows of a [`Batch`](crate::Batch), or of a source of your
/// own. It is a [`Record`] too: `record.sample()`, `record.plan()`.
#[derive(Clone, Copy)]
#[repr(C)] // Laid out as struct perfc_stream_record.
pub struct StreamRecord<'a> {
    record: Record<'a>,
    time: u64,
    sequence: u64,
    position: u64,
    tail: *const u8,
    tail_size: u64,
    source: u32,
    flags: u32,
}

const _: () = {
    assert!(size_of::<StreamRecord<'_>>() == size_of::<sys::perfc_stream_record>());
    assert!(size_of::<Record<'_>>() == offset_of!(sys::perfc_stream_record, time));
    macro_rules! same {
        ($($member:ident)+) => {$(
            assert!(
                offset_of!(StreamRecord<'_>, $member)
                    == offset_of!(sys::perfc_stream_record, $member)
            );
        )+};
    }
    same!(record time sequence position tail tail_size source flags);
};

// SAFETY: bytes that nobody writes while they are borrowed, and a plan, which is Sync.
unsafe impl Send for StreamRecord<'_> {}
// SAFETY: as above.
unsafe impl Sync for StreamRecord<'_> {}

impl<'a> StreamRecord<'a> {
    /// A record of a source of your own, with numbers of your own.
    pub fn new(record: Record<'a>, time: u64, sequence: u64, source: u32) -> Self {
        Self {
            record,
            time,
            sequence,
            position: sys::PERFC_NO_POSITION,
            tail: ptr::null(),
            tail_size: 0,
            source,
            flags: 0,
        }
    }

    /// The same record with other flags.
    pub fn with_flags(self, flags: StreamRecordFlags) -> Self {
        Self { flags: flags.bits(), ..self }
    }

    /// A record with the other members of `raw`.
    ///
    /// # Safety
    ///
    /// The tail lives for `'a`.
    pub(crate) unsafe fn with(record: Record<'a>, raw: &sys::perfc_stream_record) -> Self {
        Self {
            record,
            time: raw.time,
            sequence: raw.sequence,
            position: raw.position,
            tail: raw.tail,
            tail_size: raw.tail_size,
            source: raw.source,
            flags: raw.flags,
        }
    }

    pub(crate) fn raw(&self) -> *const sys::perfc_stream_record {
        ptr::from_ref(self).cast()
    }

    /// By which records of one source are ordered: ns in the source's clock.
    #[inline]
    pub fn time(&self) -> u64 {
        self.time
    }

    /// The record's number in its stream, from 0 on.
    #[inline]
    pub fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Of a record in a file: the byte at which it begins.
    pub fn position(&self) -> Option<u64> {
        (self.position != sys::PERFC_NO_POSITION).then_some(self.position)
    }

    /// Bytes that follow the record in a file and are no part of it, as behind
    /// PERF_RECORD_AUXTRACE, if they were read.
    pub fn tail(&self) -> &'a [u8] {
        // SAFETY: so many bytes for 'a, or NULL.
        unsafe { slice(self.tail, self.tail_size as usize) }
    }

    /// How many such bytes there are, whether or not they were read.
    pub fn tail_size(&self) -> u64 {
        self.tail_size
    }

    /// The number of the ring that the record came from. Its event, as soon as the record isn't
    /// used any more: [`Rings::event_of`](crate::Rings::event_of).
    #[inline]
    pub fn source(&self) -> u32 {
        self.source
    }

    /// Peculiarities of the record, and of its time.
    #[inline]
    pub fn flags(&self) -> StreamRecordFlags {
        StreamRecordFlags::from_bits_retain(self.flags)
    }

    /// The record itself.
    #[inline]
    pub fn record(&self) -> Record<'a> {
        self.record
    }
}

impl<'a> Deref for StreamRecord<'a> {
    type Target = Record<'a>;
    #[inline]
    fn deref(&self) -> &Record<'a> {
        &self.record
    }
}

impl std::fmt::Debug for StreamRecord<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamRecord")
            .field("record", &self.record)
            .field("time", &self.time)
            .field("sequence", &self.sequence)
            .field("position", &self.position())
            .field("tail_size", &self.tail_size)
            .field("source", &self.source)
            .field("flags", &self.flags())
            .finish()
    }
}
