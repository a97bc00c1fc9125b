//! Lists of events to open, by name.

use std::ptr::{self, NonNull};
use std::str::FromStr;

use crate::attr::Attr;
use crate::error::{borrowed_str, c_string, cold, text, Error, Result};
use crate::flags::SampleFields;
use crate::host::Host;
use crate::record::slice;
use perfc_sys as sys;

/// A list of events to open: attrs, with the facts that an attr can't hold.
///
/// ```
/// # fn main() -> perfc::Result<()> {
/// let specs: perfc::Specs = "cpu-clock,{page-faults,context-switches}".parse()?;
/// assert_eq!(specs.len(), 3);
/// assert_eq!(specs.get(2).unwrap().leader, 1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Specs {
    raw: NonNull<sys::perfc_specs>,
    host: Host,
}

// SAFETY: it is memory, used by one thread at a time.
unsafe impl Send for Specs {}

/// An entry of a list. perfc/names.h describes flags and terms.
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    /// Index of the group's leader: its own if it leads or stands alone.
    pub leader: u32,
    /// `PERFC_SPEC_*`
    pub flags: u32,
    /// The kernel's struct, see [`attr`](Self::attr).
    pub attr_bytes: &'a [u8],
    /// "" where there is none, as in the other texts.
    pub name: &'a str,
    #[allow(missing_docs)]
    pub pmu: &'a str,
    #[allow(missing_docs)]
    pub unit: &'a str,
    /// Counts times `scale` are in that unit.
    pub scale: f64,
    /// The CPUs that it counts on; none: every CPU.
    pub cpus: &'a [u32],
    /// For [`EventRef::set_filter`](crate::EventRef::set_filter).
    pub filter: &'a str,
    /// `PERFC_TERM_*`: the members of the attr that the event string decided.
    pub terms: u32,
    /// End after so many; 0: no limit.
    pub max_events: u64,
}

impl<'a> Spec<'a> {
    /// # Safety
    ///
    /// Its pointers live for `'a`.
    pub(crate) unsafe fn new(raw: &sys::perfc_spec) -> Self {
        // SAFETY: the caller's.
        unsafe {
            Self {
                leader: raw.leader,
                flags: raw.flags,
                attr_bytes: slice(raw.attr.cast(), raw.attr_size as usize),
                name: borrowed_str(raw.name),
                pmu: borrowed_str(raw.pmu),
                unit: borrowed_str(raw.unit),
                scale: raw.scale,
                cpus: slice(raw.cpu_list, raw.cpu_count as usize),
                filter: borrowed_str(raw.filter),
                terms: raw.terms,
                max_events: raw.max_events,
            }
        }
    }

    /// The attr, as far as this version knows its fields.
    pub fn attr(&self) -> Attr {
        let mut attr = sys::perfc_attr::default();
        let length = self.attr_bytes.len().min(size_of::<sys::perfc_attr>());
        // SAFETY: plain integers, and so many bytes of them.
        unsafe {
            let bytes = ptr::from_mut(&mut attr).cast::<u8>();
            ptr::copy_nonoverlapping(self.attr_bytes.as_ptr(), bytes, length);
        }
        Attr::from(attr)
    }
}

impl Specs {
    /// An empty list.
    pub fn new() -> Result<Self> {
        Self::on(&Host::default())
    }

    /// An empty list for another host.
    pub fn on(host: &Host) -> Result<Self> {
        let mut specs = ptr::null_mut();
        // SAFETY: the host outlives the list.
        cold("perfc_specs_create", |e| unsafe {
            sys::perfc_specs_create(host.raw(), &mut specs, e)
        })?;
        let raw = NonNull::new(specs).ok_or_else(|| Error::argument("perfc_specs_create"))?;
        Ok(Self { raw, host: host.clone() })
    }

    pub(crate) fn raw(&self) -> *mut sys::perfc_specs {
        self.raw.as_ptr()
    }

    /// The host that it is for.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Appends all events of an event string in the perf tool's language, and returns their number.
    /// They count if `fields` is empty, else they sample these fields. [`Error::numbers`] says
    /// where in the string a mistake is.
    pub fn parse(&mut self, events: &str, fields: SampleFields) -> Result<u32> {
        const NAME: &str = "perfc_specs_parse";
        let events = c_string(events, NAME)?;
        // SAFETY: a list and a string.
        cold(NAME, |e| unsafe {
            sys::perfc_specs_parse(self.raw(), events.as_ptr(), fields.bits(), e)
        })
    }

    /// Appends one event, into the group of a leader if there is one, and returns its index.
    pub fn add(&mut self, attr: impl AsRef<[u8]>, name: &str, leader: Option<u32>) -> Result<u32> {
        const NAME: &str = "perfc_specs_add";
        let (attr, name) = (attr.as_ref(), c_string(name, NAME)?);
        let leader = leader.unwrap_or(sys::PERFC_SPEC_NO_LEADER);
        // SAFETY: a list, bytes with their length, and a string.
        cold(NAME, |e| unsafe {
            let (bytes, size) = (attr.as_ptr().cast(), attr.len());
            sys::perfc_specs_add(self.raw(), bytes, size, name.as_ptr(), leader, e)
        })
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        // SAFETY: a list.
        usize::try_from(unsafe { sys::perfc_specs_count(self.raw()) }).unwrap_or(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: u32) -> Option<Spec<'_>> {
        let mut spec = sys::perfc_spec::default();
        // SAFETY: a list, and a struct of that size. Its pointers are valid until the list changes.
        unsafe {
            let size = size_of::<sys::perfc_spec>();
            let result = sys::perfc_specs_get(self.raw(), index, &mut spec, size);
            (result == 0).then(|| Spec::new(&spec))
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Spec<'_>> {
        (0..self.len() as u32).filter_map(|index| self.get(index))
    }

    /// Another attr for one of them.
    pub fn set_attr(&mut self, index: u32, attr: impl AsRef<[u8]>) -> Result<()> {
        let attr = attr.as_ref();
        // SAFETY: a list, and bytes with their length.
        cold("perfc_specs_set_attr", |e| unsafe {
            sys::perfc_specs_set_attr(self.raw(), index, attr.as_ptr().cast(), attr.len(), e)
        })
        .map(drop)
    }

    /// The filter for one of them; "": none.
    pub fn set_filter(&mut self, index: u32, filter: &str) -> Result<()> {
        const NAME: &str = "perfc_specs_set_filter";
        let filter = c_string(filter, NAME)?;
        // SAFETY: a list and a string.
        cold(NAME, |e| unsafe {
            sys::perfc_specs_set_filter(self.raw(), index, filter.as_ptr(), e)
        })
        .map(drop)
    }
}

impl FromStr for Specs {
    type Err = Error;
    fn from_str(events: &str) -> Result<Self> {
        let mut specs = Self::new()?;
        specs.parse(events, SampleFields::empty())?;
        Ok(specs)
    }
}

impl Drop for Specs {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_specs_destroy(self.raw.as_ptr()) }
    }
}

impl Host {
    /// The name of an attr: an event string that makes the same attr, as far as there is one.
    pub fn attr_label(&self, attr: impl AsRef<[u8]>) -> Result<String> {
        crate::load()?;
        let attr = attr.as_ref();
        // SAFETY: bytes and a buffer with their lengths.
        text(|buffer, size| unsafe {
            sys::perfc_attr_label(self.raw(), attr.as_ptr().cast(), attr.len(), buffer, size)
        })
    }

    /// The names that this machine has, of the kinds given (`PERFC_CATALOG_*`).
    pub fn catalog(&self, kinds: u32) -> Result<Catalog> {
        let mut catalog = ptr::null_mut();
        // SAFETY: room for a pointer.
        cold("perfc_catalog_create", |e| unsafe {
            sys::perfc_catalog_create(self.raw(), kinds, &mut catalog, e)
        })?;
        NonNull::new(catalog).map(Catalog).ok_or_else(|| Error::argument("perfc_catalog_create"))
    }
}

/// The names that a machine has.
#[derive(Debug)]
pub struct Catalog(NonNull<sys::perfc_catalog>);

// SAFETY: it doesn't change once it was read.
unsafe impl Send for Catalog {}
// SAFETY: perfc_catalog_get and _count are for any thread.
unsafe impl Sync for Catalog {}

/// One of a [`Catalog`]; texts are "" where there is nothing to say.
#[derive(Clone, Copy, Debug)]
pub struct CatalogEntry<'a> {
    /// `PERFC_CATALOG_*`
    pub kind: u32,
    /// An event string, but for a PMU.
    pub name: &'a str,
    /// The PMU that it is bound to.
    pub pmu: &'a str,
    #[allow(missing_docs)]
    pub unit: &'a str,
    /// The event's terms, the PMU's type, CPUs and fields, the usual name.
    pub description: &'a str,
    /// Counts times `scale` are in that unit.
    pub scale: f64,
}

impl Catalog {
    /// How many entries it has.
    pub fn len(&self) -> usize {
        // SAFETY: a list.
        usize::try_from(unsafe { sys::perfc_catalog_count(self.0.as_ptr()) }).unwrap_or(0)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    pub fn get(&self, index: u32) -> Option<CatalogEntry<'_>> {
        let mut raw = sys::perfc_catalog_entry::default();
        // SAFETY: a list, and a struct of that size; the texts live as long as the catalog.
        unsafe {
            let size = size_of::<sys::perfc_catalog_entry>();
            let result = sys::perfc_catalog_get(self.0.as_ptr(), index, &mut raw, size);
            (result == 0).then(|| CatalogEntry {
                kind: raw.kind,
                name: borrowed_str(raw.name),
                pmu: borrowed_str(raw.pmu),
                unit: borrowed_str(raw.unit),
                description: borrowed_str(raw.description),
                scale: raw.scale,
            })
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = CatalogEntry<'_>> {
        (0..self.len() as u32).filter_map(|index| self.get(index))
    }
}

impl Drop for Catalog {
    fn drop(&mut self) {
        // SAFETY: nothing borrows from it any more.
        unsafe { sys::perfc_catalog_destroy(self.0.as_ptr()) }
    }
}
