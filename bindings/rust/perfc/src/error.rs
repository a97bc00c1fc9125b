//! How calls fail.

use std::ffi::c_int;
use std::{fmt, io};

use perfc_sys as sys;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A call that failed: the kernel's errno, unchanged, or an errno of the library (perfc/error.h
/// lists them). Calls that open or set up something also have the rule behind the errno and a
/// remedy to try, which [`Display`](fmt::Display) shows.
pub struct Error {
    io: io::Error,
    operation: &'static str,
    facts: Option<Box<Facts>>,
}

#[allow(clippy::large_enum_variant)] // It is boxed.
enum Facts {
    Call(sys::perfc_error),
    Load(sys::LoadError),
}

impl Error {
    pub(crate) fn new(errno: i32, operation: &'static str) -> Self {
        Self { io: io::Error::from_raw_os_error(errno), operation, facts: None }
    }

    fn with(errno: i32, operation: &'static str, facts: Facts) -> Self {
        Self { facts: Some(Box::new(facts)), ..Self::new(errno, operation) }
    }

    pub(crate) fn not_loaded(why: &sys::LoadError, operation: &'static str) -> Self {
        Self::with(libc::ELIBACC, operation, Facts::Load(why.clone()))
    }

    pub(crate) fn argument(operation: &'static str) -> Self {
        Self::new(libc::EINVAL, operation)
    }

    /// The errno, as a positive number.
    pub fn raw_os_error(&self) -> i32 {
        self.io.raw_os_error().unwrap_or(libc::EIO)
    }

    /// The standard library's kind of this errno.
    pub fn kind(&self) -> io::ErrorKind {
        self.io.kind()
    }

    /// The function of the library that failed.
    pub fn operation(&self) -> &str {
        self.operation
    }

    /// The facts, where the call has them.
    pub fn facts(&self) -> Option<&sys::perfc_error> {
        match self.facts.as_deref() {
            Some(Facts::Call(facts)) => Some(facts),
            _ => None,
        }
    }

    /// The rule behind the errno (`PERFC_RULE_*`), as far as it is known.
    pub fn rule(&self) -> u32 {
        self.facts().map_or(sys::PERFC_RULE_UNKNOWN, |facts| facts.rule)
    }

    /// The numbers of the rule; perfc/error.h describes them.
    pub fn numbers(&self) -> [u64; 8] {
        self.facts().map_or([0; 8], |facts| facts.number)
    }

    fn words(&self) -> Option<String> {
        match self.facts.as_deref() {
            Some(Facts::Load(why)) => Some(why.to_string()),
            Some(Facts::Call(facts)) => words(facts),
            None => words(&self.errno_alone()),
        }
    }

    /// The facts after a call that returns only its errno.
    fn errno_alone(&self) -> sys::perfc_error {
        let mut facts = sys::perfc_error { code: -self.raw_os_error(), ..Default::default() };
        let room = facts.operation.len() - 1;
        for (to, from) in facts.operation[..room].iter_mut().zip(self.operation.bytes()) {
            *to = from as std::ffi::c_char;
        }
        facts
    }
}

/// The failed call, the reason, and a remedy to try; `None` without the library.
fn words(facts: &sys::perfc_error) -> Option<String> {
    sys::load().ok()?;
    text(|buffer, size| {
        // SAFETY: a struct perfc_error, and a buffer of that size.
        unsafe { sys::perfc_error_text(facts, buffer, size) }
    })
    .ok()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words() {
            Some(words) => f.write_str(&words),
            None => write!(f, "{}: {}", self.operation, self.io),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("errno", &self.raw_os_error())
            .field("operation", &self.operation)
            .field("words", &self.to_string())
            .finish()
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.io)
    }
}

/// Keeps the text and the kind. The io::Error wraps the [`Error`].
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        io::Error::new(error.kind(), error)
    }
}

/// Makes sure that the library is there and new enough. Everything that opens or creates does so
/// itself; with the feature `dlopen` this is the way to look before, and without failing later.
pub fn load() -> Result<()> {
    sys::load().map_err(|why| Error::not_loaded(why, "perfc::load"))
}

/// The version of the library that was loaded, as "MAJOR.MINOR.PATCH".
pub fn version() -> Result<String> {
    let number = version_number()?;
    Ok(format!("{}.{}.{}", number >> 16, number >> 8 & 0xff, number & 0xff))
}

/// The same as MAJOR << 16 | MINOR << 8 | PATCH, for comparing.
pub fn version_number() -> Result<u32> {
    load()?;
    // SAFETY: it takes nothing.
    Ok(unsafe { sys::perfc_version() })
}

/// A result of a hot call.
#[inline]
pub(crate) fn check(result: c_int, operation: &'static str) -> Result<u32> {
    u32::try_from(result).map_err(|_| Error::new(-result, operation))
}

/// A cold call: loads the library if need be, and keeps the facts.
pub(crate) fn cold(
    operation: &'static str,
    call: impl FnOnce(*mut sys::perfc_error) -> c_int,
) -> Result<u32> {
    load()?;
    let mut facts = sys::perfc_error::default();
    let result = call(&mut facts);
    match u32::try_from(result) {
        Ok(count) => Ok(count),
        Err(_) if facts.code == result => Err(Error::with(-result, operation, Facts::Call(facts))),
        Err(_) => Err(Error::new(-result, operation)),
    }
}

/// The text of a function that writes as snprintf does.
pub(crate) fn text(write: impl Fn(*mut std::ffi::c_char, usize) -> c_int) -> Result<String> {
    let mut buffer = vec![0u8; 512];
    loop {
        let length = check(write(buffer.as_mut_ptr().cast(), buffer.len()), "text")? as usize;
        if length < buffer.len() {
            buffer.truncate(length);
            return Ok(match String::from_utf8(buffer) {
                Ok(text) => text,
                Err(bytes) => String::from_utf8_lossy(bytes.as_bytes()).into_owned(),
            });
        }
        buffer.resize(length + 1, 0);
    }
}

pub(crate) fn c_string(text: &str, operation: &'static str) -> Result<std::ffi::CString> {
    std::ffi::CString::new(text).map_err(|_| Error::argument(operation))
}

/// A string of the library's, which lives as long as `'a`.
///
/// # Safety
///
/// It is one, or NULL.
pub(crate) unsafe fn borrowed_str<'a>(text: *const std::ffi::c_char) -> &'a str {
    if text.is_null() {
        return "";
    }
    // SAFETY: the caller's.
    unsafe { std::ffi::CStr::from_ptr(text) }.to_str().unwrap_or("")
}
