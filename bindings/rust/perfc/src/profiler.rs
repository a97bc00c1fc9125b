//! A table of counters at once, as far as the machine has them.

use std::ptr::{self, NonNull};

use crate::attr::{Attr, Cache, CacheOp, CacheResult, On};
use crate::counts::Count;
use crate::error::{check, cold, Error, Result};
use crate::flags::{AttrFlags, OpenFlags};
use crate::host::Host;
use perfc_sys as sys;

/// Counters that are opened, started and read together.
///
/// ```no_run
/// # fn main() -> perfc::Result<()> {
/// use perfc::{On, Profiler, Software};
///
/// let profiler = Profiler::software(
///     &[Software::TaskClock, Software::PageFaults], On::this_thread(),
/// )?;
/// profiler.start()?;
/// let squares: Vec<u64> = (0..100_000).map(|i| i * i).collect();
/// profiler.stop()?;
/// for (number, count) in profiler.profile()? {
///     println!("{number}: {} {:?}", count.scaled(), count.quality());
/// }
/// # drop(squares);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Profiler {
    raw: NonNull<sys::perfc_profiler>,
    _host: Host,
}

// SAFETY: one thread at a time per profiler.
unsafe impl Send for Profiler {}

/// How [`Profiler::options`] opens.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProfilerOptions<'a> {
    flags: u32,
    attr_flags: AttrFlags,
    open_flags: OpenFlags,
    host: Option<&'a Host>,
}

/// The number of a cache counter in the mask of `PERFC_TYPE_HW_CACHE`.
pub fn cache_counter(cache: Cache, op: CacheOp, result: CacheResult) -> u32 {
    (6 * cache.number() + 2 * op.number() + result.number()) as u32
}

fn mask(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |mask, number| mask | 1 << number)
}

impl<'a> ProfilerOptions<'a> {
    /// As one group: on the PMU all at once or not at all, and read at one instant.
    pub fn group(mut self) -> Self {
        self.flags |= sys::PERFC_PROFILER_GROUP;
        self
    }

    /// Flags that every counter gets.
    pub fn attr_flags(mut self, flags: AttrFlags) -> Self {
        self.attr_flags = flags;
        self
    }

    /// Flags of perf_event_open(2).
    pub fn open_flags(mut self, flags: OpenFlags) -> Self {
        self.open_flags = flags;
        self
    }

    /// On another host than this machine.
    pub fn host(mut self, host: &'a Host) -> Self {
        self.host = Some(host);
        self
    }

    fn raw(&self, on: On) -> sys::perfc_profiler_options {
        sys::perfc_profiler_options {
            size: size_of::<sys::perfc_profiler_options>() as u32,
            flags: self.flags,
            attr_flags: self.attr_flags.bits(),
            open_flags: self.open_flags.bits() | on.flags,
            reserved: 0,
        }
    }

    /// The counters of a mask: bit n is the counter of number n of that type
    /// (`PERFC_TYPE_HARDWARE`, `_SOFTWARE` or `_HW_CACHE`).
    pub fn open(self, kind: u32, mask: u64, on: On) -> Result<Profiler> {
        let options = self.raw(on);
        let host = self.host.cloned().unwrap_or_default();
        let mut profiler = ptr::null_mut();
        // SAFETY: options of their size; the host outlives the profiler.
        cold("perfc_profiler_create", |e| unsafe {
            sys::perfc_profiler_create(
                host.raw(),
                kind,
                mask,
                on.pid,
                on.cpu,
                &options,
                &mut profiler,
                e,
            )
        })?;
        Profiler::own(profiler, host)
    }

    /// Events of any kind; a counter's number is its attr's index.
    pub fn open_attrs(self, attrs: &[Attr], on: On) -> Result<Profiler> {
        let options = self.raw(on);
        let host = self.host.cloned().unwrap_or_default();
        let mut profiler = ptr::null_mut();
        // SAFETY: as above, and so many attrs of that size.
        cold("perfc_profiler_create_attrs", |e| unsafe {
            sys::perfc_profiler_create_attrs(
                host.raw(),
                attrs.as_ptr().cast(),
                size_of::<Attr>(),
                attrs.len() as u32,
                on.pid,
                on.cpu,
                &options,
                &mut profiler,
                e,
            )
        })?;
        Profiler::own(profiler, host)
    }
}

impl Profiler {
    /// Opening with options.
    pub fn options<'a>() -> ProfilerOptions<'a> {
        ProfilerOptions::default()
    }

    /// Counters of the hardware.
    pub fn hardware(counters: &[crate::Hardware], on: On) -> Result<Self> {
        let mask = mask(counters.iter().map(|counter| counter.number()));
        Self::options().open(sys::PERFC_TYPE_HARDWARE, mask, on)
    }

    /// Counters of the kernel.
    pub fn software(counters: &[crate::Software], on: On) -> Result<Self> {
        let mask = mask(counters.iter().map(|counter| counter.number()));
        Self::options().open(sys::PERFC_TYPE_SOFTWARE, mask, on)
    }

    /// Counters of caches.
    pub fn cache(counters: &[(Cache, CacheOp, CacheResult)], on: On) -> Result<Self> {
        let number = |&(cache, op, result)| u64::from(cache_counter(cache, op, result));
        Self::options().open(sys::PERFC_TYPE_HW_CACHE, mask(counters.iter().map(number)), on)
    }

    fn own(raw: *mut sys::perfc_profiler, host: Host) -> Result<Self> {
        let raw = NonNull::new(raw).ok_or_else(|| Error::argument("perfc_profiler_create"))?;
        Ok(Self { raw, _host: host })
    }

    /// Starts the counters.
    pub fn start(&self) -> Result<()> {
        // SAFETY: a profiler; likewise below.
        let result = unsafe { sys::perfc_profiler_start(self.raw.as_ptr()) };
        check(result, "perfc_profiler_start").map(drop)
    }

    /// Stops them.
    pub fn stop(&self) -> Result<()> {
        // SAFETY: as above.
        let result = unsafe { sys::perfc_profiler_stop(self.raw.as_ptr()) };
        check(result, "perfc_profiler_stop").map(drop)
    }

    /// Zeroes them.
    pub fn reset(&self) -> Result<()> {
        // SAFETY: as above.
        let result = unsafe { sys::perfc_profiler_reset(self.raw.as_ptr()) };
        check(result, "perfc_profiler_reset").map(drop)
    }

    /// Reads them: the number and count of each that the machine has.
    pub fn profile(&self) -> Result<impl Iterator<Item = (u32, Count)>> {
        const MOST: u32 = sys::PERFC_PROFILER_MAX;
        let mut counts = [Count::default(); MOST as usize];
        let mut present = 0;
        // SAFETY: as above, and so many structs of that size.
        let result = unsafe {
            let (first, size) = (counts.as_mut_ptr().cast(), size_of::<Count>());
            sys::perfc_profiler_profile(self.raw.as_ptr(), first, size, MOST, &mut present)
        };
        check(result, "perfc_profiler_profile")?;
        Ok((0..MOST)
            .filter(move |number| present >> number & 1 == 1)
            .map(move |number| (number, counts[number as usize])))
    }

    /// Whether a counter is open, or why not.
    pub fn status(&self, number: u32) -> Result<()> {
        // SAFETY: as above.
        let result = unsafe { sys::perfc_profiler_status(self.raw.as_ptr(), number) };
        check(result, "perfc_profiler_status").map(drop)
    }
}

impl Drop for Profiler {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_profiler_destroy(self.raw.as_ptr()) }
    }
}
