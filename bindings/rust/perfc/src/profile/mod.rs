//! perf.data files: records out of them and into them, and what their headers say.
//!
//! ```no_run
//! # fn main() -> perfc::Result<()> {
//! use perfc::profile::{File, Filter, Writer};
//! use perfc::Decoded;
//!
//! let mut file = File::open("perf.data")?;
//! for event in file.events()?.iter() {
//!     println!("{}", String::from_utf8_lossy(event.name));
//! }
//! while let Some(record) = file.next_record()? {
//!     if let Decoded::Comm(comm) = record.decode()? {
//!         println!("{} {}", comm.tid, String::from_utf8_lossy(comm.comm));
//!     }
//! }
//!
//! let mut some = File::options().filter(Filter { pids: &[4711], ..Filter::default() });
//! let mut writer = Writer::create("some.data")?;
//! writer.copy(&mut some.tails().open("perf.data")?)?;
//! writer.finish()?;
//! # Ok(())
//! # }
//! ```
//!
//! It is the feature `profile`, which needs the second library, libperfc-profile. With the feature
//! `dlopen` that is loaded when a file is first opened or created: [`load`] does it before.

mod file;
mod options;
#[rustfmt::skip]
mod rows;
mod table;
mod writer;

pub use file::{File, FileInfo, Order, Synthesize};
pub use options::{FileOptions, Filter};
pub use rows::*;
pub use table::{Groups as RowGroups, Kind, Row, Rows, Table, Texts};
pub use writer::{Strip, Writer, WriterOptions, Written};

use crate::error::{Error, Result};
use perfc_sys::profile as sys;

/// Makes sure that both libraries are there, and new enough.
pub fn load() -> Result<()> {
    sys::load().map_err(|why| Error::not_loaded(why, "perfc::profile::load"))
}

/// A call that keeps its facts: loads the libraries if need be.
fn cold(
    operation: &'static str,
    call: impl FnOnce(*mut perfc_sys::perfc_error) -> std::ffi::c_int,
) -> Result<u32> {
    load()?;
    crate::error::cold(operation, call)
}
