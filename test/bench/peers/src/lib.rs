//! Contenders of the benchmark in Rust: what ../../peers.h declares.

mod binding;
mod bytes;
mod data_file;
mod event2;
mod event_open;
mod reader;
mod ring;

use std::ffi::{c_char, c_int, c_void, CStr};

use ring::{Ring, Source, Sum};

/// One way to read a ring with a crate.
trait Reader: Sized {
    /// None where the crate can't be made to read this ring.
    fn open(source: &Source) -> Option<Self>;
    /// Reads from the ring's data_tail on, or its bytes.
    fn drain(&mut self, ring: &Ring) -> Sum;
}

/// struct bench_peer
#[repr(C)]
pub struct Peer {
    name: *const c_char,
    lacks: u32,
    sample_type: u64,
    open: unsafe extern "C" fn(c_int, *const u8, usize, u32) -> *mut c_void,
    drain: unsafe extern "C" fn(*mut c_void, *const Ring) -> Sum,
    close: unsafe extern "C" fn(*mut c_void),
}

unsafe impl Sync for Peer {}

const LACKS_STACK_SIZE: u32 = 1;
const LACKS_REGISTER_ABI: u32 = 2;

unsafe extern "C" fn open<R: Reader>(
    fd: c_int,
    attr: *const u8,
    attr_size: usize,
    data_pages: u32,
) -> *mut c_void {
    let attr = std::slice::from_raw_parts(attr, attr_size);
    match R::open(&Source {
        fd,
        attr,
        data_pages,
    }) {
        Some(reader) => Box::into_raw(Box::new(reader)).cast(),
        None => std::ptr::null_mut(),
    }
}

unsafe extern "C" fn drain<R: Reader>(reader: *mut c_void, ring: *const Ring) -> Sum {
    (*reader.cast::<R>()).drain(&*ring)
}

unsafe extern "C" fn close<R: Reader>(reader: *mut c_void) {
    drop(Box::from_raw(reader.cast::<R>()));
}

const fn peer<R: Reader>(name: &'static CStr, lacks: u32) -> Peer {
    Peer {
        name: name.as_ptr(),
        lacks,
        sample_type: 0,
        open: open::<R>,
        drain: drain::<R>,
        close: close::<R>,
    }
}

static PEERS: [Peer; 6] = [
    peer::<binding::Columns>(c"Rust: columns, views, summed", 0),
    peer::<binding::Records>(c"Rust: next_record + sample_in", 0),
    peer::<event2::Sampling>(c"perf-event2 Sampler", LACKS_STACK_SIZE),
    peer::<bytes::Parsing>(c"perf-event-data Parser", LACKS_STACK_SIZE),
    peer::<event_open::Sampling>(c"perf-event-open Sampler", LACKS_STACK_SIZE),
    peer::<reader::Parsing>(c"linux-perf-event-reader", LACKS_REGISTER_ABI),
];

/// See peers.h.
///
/// # Safety
/// `count` points to a number that may be written.
#[no_mangle]
pub unsafe extern "C" fn bench_peers(count: *mut u32) -> *const Peer {
    *count = PEERS.len() as u32;
    PEERS.as_ptr()
}

/// struct bench_file_peer
#[repr(C)]
pub struct FilePeer {
    name: *const c_char,
    read: unsafe extern "C" fn(*const c_char) -> Sum,
}

unsafe impl Sync for FilePeer {}

unsafe extern "C" fn read_file(path: *const c_char) -> Sum {
    let path = CStr::from_ptr(path).to_str().unwrap_or("");
    data_file::read(path).unwrap_or_default()
}

static FILE_PEERS: [FilePeer; 1] = [FilePeer {
    name: c"linux-perf-data".as_ptr(),
    read: read_file,
}];

/// See peers.h.
///
/// # Safety
/// `count` points to a number that may be written.
#[no_mangle]
pub unsafe extern "C" fn bench_file_peers(count: *mut u32) -> *const FilePeer {
    *count = FILE_PEERS.len() as u32;
    FILE_PEERS.as_ptr()
}
