//! The C ABI of libperfc, as `perfc/*.h` declares it. The comments there describe a function's
//! effect, its errnos and its thread rule. The crate `perfc` is the safe layer above.
//!
//! With the feature `vendored`, which is on by default, the library's sources are compiled and linked
//! statically. Without it an installed library is linked: in the folder that `PERFC_LIB_DIR` names
//! when this crate is built, or else where pkg-config finds it. With the feature `dlopen` nothing is
//! linked: the library is loaded at its first use, see [`load`].
//!
//! With the feature `profile` there is the second library, libperfc-profile: see [`profile`].
#![allow(non_camel_case_types)]
#![allow(clippy::missing_safety_doc)]

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::marker::{PhantomData, PhantomPinned};

#[cfg(feature = "dlopen")]
mod dl;
#[cfg(feature = "dlopen")]
use dl::functions;

macro_rules! opaque {
    ($($name:ident),+ $(,)?) => {$(
        #[repr(C)]
        pub struct $name {
            _opaque: [u8; 0],
            _marker: PhantomData<(*mut u8, PhantomPinned)>,
        }
    )+};
}

#[cfg(not(feature = "dlopen"))]
macro_rules! functions {
    ($(fn $name:ident($($arg:ident: $kind:ty),*) $(-> $result:ty)?;)+) => {
        extern "C" {
            $(pub fn $name($($arg: $kind),*) $(-> $result)?;)+
        }
    };
}

#[cfg(feature = "dlopen")]
macro_rules! functions {
    ($(fn $name:ident($($arg:ident: $kind:ty),*) $(-> $result:ty)?;)+) => {
        /// The addresses of the library's functions.
        pub(crate) struct Functions {
            $($name: unsafe extern "C" fn($($kind),*) $(-> $result)?,)+
        }

        impl Functions {
            /// Each address comes from `find`, by name.
            ///
            /// # Safety
            ///
            /// It is that of the library's function.
            pub(crate) unsafe fn find<E>(
                find: &mut dyn FnMut(&'static std::ffi::CStr) -> Result<*mut c_void, E>,
            ) -> Result<Self, E> {
                Ok(Self {$(
                    $name: {
                        const NAME: &str = concat!(stringify!($name), "\0");
                        let name = match std::ffi::CStr::from_bytes_with_nul(NAME.as_bytes()) {
                            Ok(name) => name,
                            Err(_) => unreachable!(),
                        };
                        // SAFETY: find gives the address of a function of this type.
                        unsafe {
                            std::mem::transmute::<
                                *mut c_void,
                                unsafe extern "C" fn($($kind),*) $(-> $result)?,
                            >(find(name)?)
                        }
                    },
                )+})
            }
        }

        $(
            #[inline]
            pub unsafe fn $name($($arg: $kind),*) $(-> $result)? {
                // SAFETY: the caller's.
                unsafe { (functions().$name)($($arg),*) }
            }
        )+
    };
}

macro_rules! zero_is_a_value {
    ($($name:ident),+ $(,)?) => {$(
        impl Default for $name {
            /// All bytes zero.
            fn default() -> Self {
                // SAFETY: numbers, arrays of numbers, and raw pointers.
                unsafe { std::mem::zeroed() }
            }
        }
    )+};
}

#[cfg(feature = "profile")]
pub mod profile;

include!("generated.rs");

/// Why the library can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The library was not found, with the feature `dlopen`: the paths that were tried, each with
    /// the dynamic linker's message.
    NotFound(Vec<(String, String)>),
    /// It is older than this crate, or of another major version: where it lies (empty if it is
    /// linked), and its version.
    Version(String, String),
    /// It lacks a function: where it lies, and the function's name.
    Function(String, String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotFound(tried) => {
                write!(f, "the library could not be loaded; tried")?;
                for (i, (path, why)) in tried.iter().enumerate() {
                    write!(f, "{} {path} ({why})", if i > 0 { "," } else { "" })?;
                }
                Ok(())
            }
            LoadError::Version(path, version) => {
                write!(f, "libperfc")?;
                if !path.is_empty() {
                    write!(f, " at {path}")?;
                }
                write!(
                    f,
                    " is version {version}, and this program needs \
                     {PERFC_VERSION_MAJOR}.{PERFC_VERSION_MINOR}.{PERFC_VERSION_PATCH} or newer with the same ABI"
                )
            }
            LoadError::Function(path, name) => {
                write!(f, "libperfc at {path} has no function {name}")
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The version of the headers that this crate is made from, as [`perfc_version`] counts.
pub const VERSION_NUMBER: u32 =
    PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 | PERFC_VERSION_PATCH;

/// Below 1.0 each minor version may change the ABI.
fn is_compatible(number: u32) -> bool {
    let same = if PERFC_VERSION_MAJOR == 0 { 8 } else { 16 };
    number >= VERSION_NUMBER && number >> same == VERSION_NUMBER >> same
}

#[cfg(test)]
#[test]
fn a_library_of_another_minor_version_is_refused() {
    assert!(is_compatible(VERSION_NUMBER) && is_compatible(VERSION_NUMBER + 1));
    assert!(!is_compatible(VERSION_NUMBER - 1));
    assert!(
        !is_compatible(VERSION_NUMBER + (1 << 8)) && !is_compatible(VERSION_NUMBER + (1 << 16))
    );
}

fn version_text(number: u32) -> String {
    format!("{}.{}.{}", number >> 16, number >> 8 & 0xff, number & 0xff)
}

/// Checks once that the library exists and is new enough.
///
/// With the feature `dlopen` this loads `libperfc.so.0`: from the folder that `PERFC_LIB_DIR` names
/// in the environment, unless the program is set-user-ID, or else from where the dynamic linker
/// finds it. A function of this crate that is called without a library panics with the error's
/// text.
#[inline]
pub fn load() -> Result<(), &'static LoadError> {
    #[cfg(feature = "dlopen")]
    return dl::load();
    #[cfg(not(feature = "dlopen"))]
    return linked::load();
}

#[cfg(not(feature = "dlopen"))]
mod linked {
    use super::{is_compatible, perfc_version, version_text, LoadError};
    use std::sync::OnceLock;

    static CHECKED: OnceLock<Result<(), LoadError>> = OnceLock::new();

    #[inline]
    pub fn load() -> Result<(), &'static LoadError> {
        match CHECKED.get_or_init(check) {
            Ok(()) => Ok(()),
            Err(why) => Err(why),
        }
    }

    fn check() -> Result<(), LoadError> {
        // SAFETY: it takes nothing.
        let number = unsafe { perfc_version() };
        if is_compatible(number) {
            Ok(())
        } else {
            Err(LoadError::Version(String::new(), version_text(number)))
        }
    }
}

/// Loads the library from the paths given, in their order, unless it is loaded already.
#[cfg(feature = "dlopen")]
pub fn load_from<P: AsRef<std::ffi::OsStr>>(paths: &[P]) -> Result<(), LoadError> {
    dl::load_from(paths.iter().map(|path| path.as_ref().to_owned()).collect())
}
