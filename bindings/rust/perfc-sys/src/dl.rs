//! Libraries, loaded while the program runs. They stay loaded.

use crate::{is_compatible, version_text, Functions, LoadError};
use std::env;
use std::ffi::{c_void, CStr, CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

/// Gives the address of a function by its name.
pub type Find<'a> = &'a mut dyn FnMut(&'static CStr) -> Result<*mut c_void, LoadError>;

/// A library and its functions.
pub struct Library<F> {
    soname: &'static str,
    find: fn(Find<'_>) -> Result<F, LoadError>,
    loaded: OnceLock<Result<F, LoadError>>,
}

static LIBRARY: Library<Functions> = Library::new("libperfc.so.0", |find| {
    // The version first: an older library also lacks functions.
    let number = find(c"perfc_version")?;
    // SAFETY: that is its type, in every version.
    let number = unsafe { std::mem::transmute::<*mut c_void, extern "C" fn() -> u32>(number) }();
    if !is_compatible(number) {
        return Err(LoadError::Version(String::new(), version_text(number)));
    }
    // SAFETY: the library's own functions, of a version that has them as they are declared here.
    unsafe { Functions::find(find) }
});

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

impl<F> Library<F> {
    pub const fn new(soname: &'static str, find: fn(Find<'_>) -> Result<F, LoadError>) -> Self {
        Self { soname, find, loaded: OnceLock::new() }
    }

    fn usual_paths(&self) -> Vec<OsString> {
        let mut paths = Vec::new();
        if let Some(folder) = env::var_os("PERFC_LIB_DIR").filter(|_| !is_privileged()) {
            paths.push(Path::new(&folder).join(self.soname).into_os_string());
        }
        paths.push(OsString::from(self.soname));
        paths
    }

    /// The functions of an open library, if it is new enough.
    fn functions_of(&self, handle: *mut c_void, path: &OsStr) -> Result<F, LoadError> {
        let place = path.to_string_lossy().into_owned();
        (self.find)(&mut |name| {
            // SAFETY: an open library and a string.
            let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
            if address.is_null() {
                let name = name.to_string_lossy().into_owned();
                return Err(LoadError::Function(place.clone(), name));
            }
            Ok(address)
        })
        .map_err(|why| match why {
            LoadError::Version(_, version) => LoadError::Version(place.clone(), version),
            other => other,
        })
    }

    fn look(&self, paths: Vec<OsString>) -> Result<F, LoadError> {
        let mut tried = Vec::new();
        for path in paths {
            match open(&path) {
                Ok(handle) => return self.functions_of(handle, &path),
                Err(why) => tried.push((path.to_string_lossy().to_string(), why)),
            }
        }
        Err(LoadError::NotFound(tried))
    }

    #[inline]
    pub fn load(&'static self) -> Result<(), &'static LoadError> {
        match self.loaded.get_or_init(|| self.look(self.usual_paths())) {
            Ok(_) => Ok(()),
            Err(why) => Err(why),
        }
    }

    pub fn load_from(&'static self, paths: Vec<OsString>) -> Result<(), LoadError> {
        if let Some(Ok(_)) = self.loaded.get() {
            return Ok(());
        }
        let found = self.look(paths)?;
        match self.loaded.get_or_init(|| Ok(found)) {
            Ok(_) => Ok(()),
            Err(why) => Err(why.clone()),
        }
    }

    #[inline]
    pub fn functions(&'static self) -> &'static F {
        match self.loaded.get_or_init(|| self.look(self.usual_paths())) {
            Ok(functions) => functions,
            Err(why) => panic!("{why}"),
        }
    }
}

#[inline]
pub fn load() -> Result<(), &'static LoadError> {
    LIBRARY.load()
}

pub fn load_from(paths: Vec<OsString>) -> Result<(), LoadError> {
    LIBRARY.load_from(paths)
}

#[inline]
pub fn functions() -> &'static Functions {
    LIBRARY.functions()
}
