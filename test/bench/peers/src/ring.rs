//! Where records lie, and what comes of them.

use std::os::fd::{AsRawFd, RawFd};

/// The event whose ring is read.
pub struct Source<'a> {
    pub fd: RawFd,
    /// A struct perf_event_attr, of any size.
    pub attr: &'a [u8],
    pub data_pages: u32,
}

/// struct bench_ring
#[repr(C)]
pub struct Ring {
    data: *const u8,
    size: u64,
    begin: u64,
    end: u64,
}

/// struct bench_sum
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Sum {
    pub records: u64,
    pub sum: u64,
}

impl Sum {
    pub fn add(&mut self, sample: u64) {
        self.records += 1;
        self.sum = self.sum.wrapping_add(sample);
    }
}

pub fn words(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
}

/// The first eight bytes.
pub fn first_word(bytes: &[u8]) -> u64 {
    bytes
        .first_chunk()
        .map_or(0, |first| u64::from_ne_bytes(*first))
}

impl Source<'_> {
    /// A number of the attr, by its place in struct perf_event_attr.
    pub fn attr_u64(&self, at: usize) -> u64 {
        first_word(&self.attr[at..])
    }

    /// The crates that read rings open an event of their own and map its fd.
    /// Between the two they get our event in its place, and so read our ring.
    pub fn replace(&self, opened: &impl AsRawFd) -> Option<()> {
        let fd = opened.as_raw_fd();
        let replaced = unsafe { libc::dup3(self.fd, fd, libc::O_CLOEXEC) };
        (replaced == fd).then_some(())
    }
}

impl Ring {
    /// Each record in one piece, with its header.
    pub fn for_each(&self, mut visit: impl FnMut(&[u8])) {
        let ring = unsafe { std::slice::from_raw_parts(self.data, self.size as usize) };
        let mut next = self.begin;
        while next != self.end {
            let at = (next & (self.size - 1)) as usize;
            let size = usize::from(u16::from_ne_bytes([ring[at + 6], ring[at + 7]]));
            match ring.get(at..at + size) {
                Some(record) => visit(record),
                None => {
                    let wrapped = at + size - ring.len();
                    visit(&[&ring[at..], &ring[..wrapped]].concat());
                }
            }
            next += size as u64;
        }
    }
}
