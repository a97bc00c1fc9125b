//! The library, loaded while the program runs. It stays loaded.

use crate::{is_compatible, version_text, Functions, LoadError};
use std::env;
use std::ffi::{c_void, CStr, CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

const SONAME: &str = "libperfc.so.0";

static LOADED: OnceLock<Result<Functions, LoadError>> = OnceLock::new();

fn words_of_dlerror() -> String {
    // SAFETY: the result of dlerror is a string until the next dl call of this thread.
    let words = unsafe { libc::dlerror() };
    if words.is_null() {
        return String::from("no reason given");
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(words) }.to_string_lossy().into_owned()
}

fn is_privileged() -> bool {
    // SAFETY: it only looks.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

fn usual_paths() -> Vec<OsString> {
    let mut paths = Vec::new();
    if let Some(folder) = env::var_os("PERFC_LIB_DIR").filter(|_| !is_privileged()) {
        paths.push(Path::new(&folder).join(SONAME).into_os_string());
    }
    paths.push(OsString::from(SONAME));
    paths
}

fn open(path: &OsStr) -> Result<*mut c_void, String> {
    let name = CString::new(path.as_bytes()).map_err(|_| String::from("it has a NUL"))?;
    // SAFETY: a string; the library has no constructors that matter.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        Err(words_of_dlerror())
    } else {
        Ok(handle)
    }
}

/// The functions of an open library, if it is new enough.
fn functions_of(handle: *mut c_void, path: &OsStr) -> Result<Functions, LoadError> {
    let place = path.to_string_lossy().into_owned();
    let find = |name: &'static CStr| {
        // SAFETY: an open library and a string.
        let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
        if address.is_null() {
            return Err(LoadError::Function(place.clone(), name.to_string_lossy().into_owned()));
        }
        Ok(address)
    };
    // The version first: an older library also lacks functions.
    let number = find(c"perfc_version")?;
    // SAFETY: that is its type, in every version.
    let number = unsafe { std::mem::transmute::<*mut c_void, extern "C" fn() -> u32>(number) }();
    if !is_compatible(number) {
        return Err(LoadError::Version(place.clone(), version_text(number)));
    }
    // SAFETY: the library's own functions, of a version that has them as they are declared here.
    unsafe { Functions::find(find) }
}

fn look(paths: Vec<OsString>) -> Result<Functions, LoadError> {
    let mut tried = Vec::new();
    for path in paths {
        match open(&path) {
            Ok(handle) => return functions_of(handle, &path),
            Err(why) => tried.push((path.to_string_lossy().to_string(), why)),
        }
    }
    Err(LoadError::NotFound(tried))
}

#[inline]
pub fn load() -> Result<(), &'static LoadError> {
    match LOADED.get_or_init(|| look(usual_paths())) {
        Ok(_) => Ok(()),
        Err(why) => Err(why),
    }
}

pub fn load_from(paths: Vec<OsString>) -> Result<(), LoadError> {
    if let Some(Ok(_)) = LOADED.get() {
        return Ok(());
    }
    let found = look(paths)?;
    match LOADED.get_or_init(|| Ok(found)) {
        Ok(_) => Ok(()),
        Err(why) => Err(why.clone()),
    }
}

#[inline]
pub fn functions() -> &'static Functions {
    match LOADED.get_or_init(|| look(usual_paths())) {
        Ok(functions) => functions,
        Err(why) => panic!("{why}"),
    }
}
