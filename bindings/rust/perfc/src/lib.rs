//! Linux perf_event_open(2), from open to decoded samples: the safe layer over libperfc.
//!
//! One event is opened by its name, to count or to sample:
//!
//! ```
//! # fn main() -> perfc::Result<()> {
//! use perfc::{Event, On, SampleFields};
//!
//! let clock = Event::open_string("task-clock:u", SampleFields::empty(), On::this_thread())?;
//! let (sum, count) = clock.measure(|| (0..1_000_000u64).sum::<u64>())?;
//! println!("{sum} in {} ns", count.scaled());
//!
//! let mut event = Event::open_string("cpu-clock:u", SampleFields::IP, On::this_thread())?;
//! event.mmap(perfc::MMAP_DEFAULT_PAGES)?;
//! event.enable()?;
//! while let Some(record) = event.next_record()? {
//!     println!("{:#x?}", record.sample()?.ip());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - [`Attr`] says what to open, [`Event`] is what was opened: it counts, and its ring gives
//!   [`Record`]s, which borrow it.
//! - [`Record::decode`] and [`Record::sample`] decode one record. A [`Batch`] decodes many in one
//!   call, into columns that are slices.
//! - [`Specs`] turns event strings ("cycles:u,{instructions,cache-misses}") into what a [`Set`]
//!   opens over threads, processes, cgroups or CPUs; a [`Stream`] merges rings by time; a
//!   [`Flight`] keeps the newest records until something happens. What both do is a method of
//!   [`Rings`].
//! - [`Count`]s say how far they can be trusted.
//! - [`Tracepoint`] reads the fields of raw data, [`Stitch`] puts deferred call chains into their
//!   samples, [`ClockRelation`] converts times.
//!
//! The headers perfc/*.h describe the library's functions, with the kernel's rules and errnos. The
//! errors of each method name its C function. `perfc::sys` has all constants.
//!
//! With the feature `profile` the module `profile` reads and writes perf.data files.
//!
//! # Threads
//!
//! Handles are `Send` and not `Sync`: one thread at a time per handle. Other threads control it
//! meanwhile through a [`Control`] or a [`StreamWaker`]. [`Host`], [`Plan`] and [`Tracepoint`] are
//! `Sync`.
//!
//! # fork
//!
//! In a forked child a handle may only be dropped; every other use is EOWNERDEAD.
#![cfg(target_os = "linux")]

#[cfg(feature = "arrow")]
mod arrow;
mod attr;
mod aux_area;
mod batch;
mod clock;
mod control;
mod counts;
mod decoded;
mod error;
mod event;
mod event_ref;
mod flags;
mod flight;
mod host;
mod names;
mod plan;
#[cfg(feature = "profile")]
pub mod profile;
mod reading;
mod record;
#[rustfmt::skip]
mod records;
mod rings;
mod room;
mod sample;
#[rustfmt::skip]
mod sample_members;
mod set;
mod stitch;
mod stream;
mod stream_record;
mod tracepoint;

#[cfg(feature = "arrow")]
pub use arrow::{ArrowReader, ArrowTable};
pub use attr::{Attr, Breakpoint, Cache, CacheOp, CacheResult, Hardware, On, Software};
pub use aux_area::AuxData;
pub use batch::{column_name, Batch, BatchOptions, Column, Element, ListColumn, Rows, Table};
pub use clock::{clock_find, clock_name, ClockRelation, ClockTime};
pub use control::Control;
pub use counts::{Count, Quality};
pub use decoded::FileId;
pub use error::{load, version, version_number, Error, Result};
pub use event::{Event, OpenOptions};
pub use event_ref::{EventRef, Waited};
pub use flags::{AttrFlags, BranchFilter, OpenFlags, ReadFormat, SampleFields};
pub use flight::{Flight, Overwritten};
pub use host::{Host, HostOptions};
pub use names::{Catalog, CatalogEntry, Spec, Specs};
pub use perfc_sys as sys;
pub use perfc_sys::perfc_record_places as RecordPlaces;
pub use perfc_sys::{PERFC_MMAP_DEFAULT_PAGES as MMAP_DEFAULT_PAGES, PERFC_PAGES_FIT as PAGES_FIT};
pub use plan::{ByteOrder, Plan, PlanRef, Records, Scratch};
pub use reading::{ControlPage, Losses, ReadValue};
pub use record::{record_flags, record_name, CpuMode, Record, RecordBlock};
pub use records::*;
pub use rings::{LossesOf, Rings};
pub use room::{RecordRoom, Room, SampleRoom, StreamRecordRoom};
pub use sample::{
    decode_data_src, is_context, transaction_abort_code, transaction_flags, Branch, BranchEntry,
    Counts, DataSource, Sample,
};
pub use set::{
    Fallbacks, Member, MemberStatus, Report, ReportEntry, ReportRef, Set, SetOptions, SumBy,
    SumRow, Target,
};
pub use stitch::{Stitch, StitchState, Stitched, StitchedRecord};
pub use stream::{Forward, Stream, StreamWaker};
pub use stream_record::{StreamRecord, StreamRecordFlags};
pub use tracepoint::{Field, FieldColumn, Tracepoint};

/// The code of the README.
#[cfg(all(doctest, feature = "profile"))]
#[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", env!("CARGO_PKG_README")))]
struct Readme;
