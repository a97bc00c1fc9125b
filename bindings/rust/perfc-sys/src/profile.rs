//! The C ABI of libperfc-profile, as `perfc/profile.h` and `perfc/profile/*.h` declare it.

use crate::LoadError;
use std::ffi::{c_char, c_int, c_void};
use std::marker::{PhantomData, PhantomPinned};

#[cfg(feature = "dlopen")]
use crate::dl::Library;

include!("generated_profile.rs");

#[cfg(feature = "dlopen")]
static LIBRARY: Library<Functions> = Library::new("libperfc-profile.so.0", |find| {
    // SAFETY: the library's own functions.
    unsafe { Functions::find(find) }
});

#[cfg(feature = "dlopen")]
fn functions() -> &'static Functions {
    LIBRARY.functions()
}

/// Checks once that both libraries exist, and are new enough.
///
/// With the feature `dlopen` this loads `libperfc-profile.so.0` as [`crate::load`] loads libperfc.
#[inline]
pub fn load() -> Result<(), &'static LoadError> {
    crate::load()?;
    #[cfg(feature = "dlopen")]
    LIBRARY.load()?;
    Ok(())
}

/// Loads the library from the paths given, in their order, unless it is loaded already. libperfc is
/// loaded before.
#[cfg(feature = "dlopen")]
pub fn load_from<P: AsRef<std::ffi::OsStr>>(paths: &[P]) -> Result<(), LoadError> {
    crate::load().map_err(LoadError::clone)?;
    LIBRARY.load_from(paths.iter().map(|path| path.as_ref().to_owned()).collect())
}
