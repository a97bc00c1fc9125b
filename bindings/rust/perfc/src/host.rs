//! The system that the library talks to.

use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::Arc;

use crate::error::{c_string, check, cold, load, Error, Result};
use perfc_sys as sys;

/// A system: where its sysfs, procfs and tracefs lie. The default is this machine. Everything that
/// was opened with a host keeps it alive.
#[derive(Clone, Debug, Default)]
pub struct Host(Option<Arc<Owned>>);

#[derive(Debug)]
struct Owned(*mut sys::perfc_host);

// SAFETY: once made a host doesn't change, and any number of threads may use it (perfc/host.h).
unsafe impl Send for Owned {}
// SAFETY: as above.
unsafe impl Sync for Owned {}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: whatever was opened with it has a reference and is gone.
        unsafe { sys::perfc_host_destroy(self.0) }
    }
}

/// The places of a [`Host`]'s files. A place that isn't given is the usual one.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostOptions<'a> {
    /// `/sys`
    pub sysfs: Option<&'a Path>,
    /// `/proc`
    pub procfs: Option<&'a Path>,
    /// `/sys/kernel/tracing`
    pub tracefs: Option<&'a Path>,
}

fn path(path: Option<&Path>) -> Result<Option<CString>> {
    path.map(|path| c_path(path, "perfc_host_create")).transpose()
}

pub(crate) fn c_path(path: &Path, operation: &'static str) -> Result<CString> {
    let bytes: &OsStr = path.as_ref();
    CString::new(bytes.as_bytes()).map_err(|_| Error::argument(operation))
}

fn pointer(path: &Option<CString>) -> *const std::ffi::c_char {
    path.as_ref().map_or(ptr::null(), |path| path.as_ptr())
}

impl Host {
    /// A host whose files lie elsewhere, as in a container that has the host's /proc mounted under
    /// another path.
    pub fn new(options: &HostOptions<'_>) -> Result<Self> {
        let (sysfs, procfs, tracefs) =
            (path(options.sysfs)?, path(options.procfs)?, path(options.tracefs)?);
        let options = sys::perfc_host_options {
            size: size_of::<sys::perfc_host_options>() as u32,
            reserved: 0,
            sysfs: pointer(&sysfs),
            procfs: pointer(&procfs),
            tracefs: pointer(&tracefs),
        };
        let mut host = ptr::null_mut();
        // SAFETY: the strings live until the end of this function.
        cold("perfc_host_create", |e| unsafe { sys::perfc_host_create(&options, &mut host, e) })?;
        Ok(Self(Some(Arc::new(Owned(host)))))
    }

    pub(crate) fn raw(&self) -> *const sys::perfc_host {
        self.0.as_ref().map_or(ptr::null(), |owned| owned.0.cast_const())
    }

    /// Whether the kernel has perf events. `ENOENT`: without procfs, nothing tells.
    pub fn is_supported(&self) -> Result<bool> {
        load()?;
        // SAFETY: a host or NULL.
        check(unsafe { sys::perfc_host_supported(self.raw()) }, "perfc_host_supported")
            .map(|told| told == 1)
    }

    /// The largest attr that the running kernel takes, in bytes.
    pub fn attr_size(&self) -> Result<u32> {
        // SAFETY: a host or NULL.
        cold("perfc_host_attr_size", |e| unsafe { sys::perfc_host_attr_size(self.raw(), e) })
    }

    /// The most entries that a call chain may have.
    pub fn max_stack(&self) -> Result<u32> {
        load()?;
        // SAFETY: a host or NULL.
        check(unsafe { sys::perfc_host_max_stack(self.raw()) }, "perfc_host_max_stack")
    }

    /// The type of a PMU, which goes into an attr, by its name in sysfs: "breakpoint", "cpu_core".
    pub fn pmu_type(&self, pmu: &str) -> Result<u32> {
        const NAME: &str = "perfc_host_pmu_type";
        let pmu = c_string(pmu, NAME)?;
        // SAFETY: a host or NULL, and a string.
        cold(NAME, |e| unsafe { sys::perfc_host_pmu_type(self.raw(), pmu.as_ptr(), e) })
    }

    /// Where sysfs is mounted.
    pub fn sysfs(&self) -> Result<PathBuf> {
        self.root(sys::PERFC_HOST_SYSFS)
    }

    /// Where procfs is mounted.
    pub fn procfs(&self) -> Result<PathBuf> {
        self.root(sys::PERFC_HOST_PROCFS)
    }

    /// Where tracefs is mounted. ENOENT: nowhere.
    pub fn tracefs(&self) -> Result<PathBuf> {
        self.root(sys::PERFC_HOST_TRACEFS)
    }

    fn root(&self, root: u32) -> Result<PathBuf> {
        load()?;
        let mut path = vec![0u8; 256];
        loop {
            // SAFETY: a host or NULL, and a buffer of that size.
            let length = unsafe {
                sys::perfc_host_root(self.raw(), root, path.as_mut_ptr().cast(), path.len())
            };
            let length = check(length, "perfc_host_root")? as usize;
            if length < path.len() {
                path.truncate(length);
                return Ok(OsString::from_vec(path).into());
            }
            path.resize(length + 1, 0);
        }
    }

    /// Enables every event that the calling thread has opened, here or elsewhere.
    pub fn enable_task_events(&self) -> Result<()> {
        load()?;
        // SAFETY: a host or NULL.
        check(unsafe { sys::perfc_task_enable(self.raw()) }, "perfc_task_enable").map(drop)
    }

    /// Disables every event that the calling thread has opened, here or elsewhere.
    pub fn disable_task_events(&self) -> Result<()> {
        load()?;
        // SAFETY: a host or NULL.
        check(unsafe { sys::perfc_task_disable(self.raw()) }, "perfc_task_disable").map(drop)
    }
}
