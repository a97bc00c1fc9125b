//! Deferred call chains, put into their samples.

use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use crate::error::{check, cold, Error, Result};
use crate::plan::PlanRef;
use crate::record::Record;
use crate::stream_record::StreamRecord;
use perfc_sys as sys;

/// Holds samples until the deferred parts of their call chains come.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// # let mut stream: perfc::Stream = unimplemented!();
/// let mut stitch = perfc::Stitch::new()?;
/// while let Some(record) = stream.next_record()? {
///     let mut done = stitch.push(&record)?;
///     while let Some(stitched) = done.next_record()? {
///         println!("{:?}", stitched.record(record.plan()).decode()?);
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Stitch(NonNull<sys::perfc_stitch>);

// SAFETY: it is memory, used by one thread at a time.
unsafe impl Send for Stitch {}

/// The fate of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StitchState {
    /// Nothing: it is as it was pushed.
    Passed,
    /// A sample with its whole call chain.
    Spliced,
    /// A sample as it was pushed: the deferred part hasn't come.
    Unmatched,
    /// A sample as it was pushed: the whole is beyond a record's size.
    Oversized,
}

impl Stitch {
    /// A stitcher with the usual memory.
    pub fn new() -> Result<Self> {
        Self::with_memory(0)
    }

    /// A stitcher with so many bytes for the samples that wait; 0: the usual.
    pub fn with_memory(max_bytes: u64) -> Result<Self> {
        let options = sys::perfc_stitch_options {
            size: size_of::<sys::perfc_stitch_options>() as u32,
            reserved: 0,
            max_bytes,
        };
        let mut stitch = ptr::null_mut();
        // SAFETY: options of their size.
        cold("perfc_stitch_create", |e| unsafe {
            sys::perfc_stitch_create(&options, &mut stitch, e)
        })?;
        NonNull::new(stitch).map(Self).ok_or_else(|| Error::argument("perfc_stitch_create"))
    }

    /// Takes the next record, and returns the records that are done now. Dropping the result drops
    /// those that weren't taken.
    pub fn push<'a>(&'a mut self, record: &StreamRecord<'a>) -> Result<Stitched<'a>> {
        // SAFETY: the record is borrowed as long as the results, and the drop of Stitched takes out
        // all of them. The record's struct and plan are used only during this call.
        let result = unsafe { sys::perfc_stitch_push(self.0.as_ptr(), record.raw()) };
        check(result, "perfc_stitch_push")?;
        Ok(Stitched { stitch: self })
    }

    /// The same with a record of another source; `sequence` is a number of your own.
    pub fn push_record<'a>(
        &'a mut self,
        record: Record<'a>,
        sequence: u64,
    ) -> Result<Stitched<'a>> {
        self.push(&StreamRecord::new(record, 0, sequence, 0))
    }

    /// Gives all samples that wait.
    pub fn flush(&mut self) -> Result<Stitched<'_>> {
        // SAFETY: a stitcher.
        check(unsafe { sys::perfc_stitch_flush(self.0.as_ptr()) }, "perfc_stitch_flush")?;
        Ok(Stitched { stitch: self })
    }

    /// The numbers of records so far.
    pub fn info(&self) -> sys::perfc_stitch_info {
        let mut counts = sys::perfc_stitch_info::default();
        // SAFETY: a stitcher, and a struct of that size.
        unsafe { sys::perfc_stitch_get_info(self.0.as_ptr(), &mut counts, size_of_val(&counts)) };
        counts
    }
}

impl Drop for Stitch {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_stitch_destroy(self.0.as_ptr()) }
    }
}

/// The records that are done after a push or flush.
#[derive(Debug)]
pub struct Stitched<'a> {
    stitch: &'a mut Stitch,
}

/// A record of a stitcher.
#[derive(Clone, Copy, Debug)]
pub struct StitchedRecord<'a> {
    pushed: sys::perfc_stream_record,
    state: StitchState,
    _stitch: std::marker::PhantomData<&'a Stitch>,
}

impl StitchedRecord<'_> {
    /// The fate of the record.
    pub fn state(&self) -> StitchState {
        self.state
    }

    /// The number of the source that it was pushed with.
    pub fn source(&self) -> u32 {
        self.pushed.source
    }

    /// The record as it was pushed, with the bytes that it has now, to be decoded with that plan:
    /// the one it was pushed with, or one of the same attrs. A sample that was held has no tail.
    pub fn record<'b>(&'b self, plan: &'b PlanRef) -> StreamRecord<'b> {
        let mut pushed = self.pushed;
        if self.state != StitchState::Passed {
            (pushed.tail, pushed.tail_size) = (ptr::null(), 0);
        }
        // SAFETY: a record that passed comes out while the pushed record is still borrowed.
        unsafe { StreamRecord::with(Record::new(pushed.record, plan), &pushed) }
    }
}

impl Stitched<'_> {
    /// The next record; `None`: there is none until the next push.
    pub fn next_record(&mut self) -> Result<Option<StitchedRecord<'_>>> {
        let mut out = MaybeUninit::<sys::perfc_stitched_record>::uninit();
        // SAFETY: a stitcher; the record is written if the result is 1.
        let out = unsafe {
            let result = sys::perfc_stitch_next_record(self.stitch.0.as_ptr(), out.as_mut_ptr());
            if check(result, "perfc_stitch_next_record")? == 0 {
                return Ok(None);
            }
            out.assume_init()
        };
        let state = match out.state {
            sys::PERFC_STITCH_SPLICED => StitchState::Spliced,
            sys::PERFC_STITCH_UNMATCHED => StitchState::Unmatched,
            sys::PERFC_STITCH_OVERSIZED => StitchState::Oversized,
            _ => StitchState::Passed,
        };
        Ok(Some(StitchedRecord { pushed: out.pushed, state, _stitch: std::marker::PhantomData }))
    }
}

impl Drop for Stitched<'_> {
    fn drop(&mut self) {
        // The stitcher may not keep the memory that the pushed record borrows.
        while let Ok(Some(_)) = self.next_record() {}
    }
}
