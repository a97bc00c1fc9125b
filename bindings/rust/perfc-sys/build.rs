//! Finds libperfc, or compiles it. The README says what decides.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

#[cfg(feature = "vendored")]
#[path = "vendored.rs"]
mod vendored;

/// The library that has all of `src/generated.rs` has this crate's version.
const WANTED: &str = env!("CARGO_PKG_VERSION");

fn variable(name: &str) -> Option<OsString> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var_os(name)
}

fn is_on(value: &OsString) -> bool {
    value != "0"
}

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_DLOPEN").is_some() || variable("DOCS_RS").is_some() {
        return;
    }
    if let Some(directory) = variable("PERFC_LIB_DIR") {
        let directory = Path::new(&directory);
        for library in libraries() {
            let has = |end: &str| directory.join(format!("lib{library}.{end}")).exists();
            if !has("so") && !has("a") {
                fail(&format!(
                    "PERFC_LIB_DIR={}: there is no lib{library}.so or lib{library}.a",
                    directory.display()
                ));
            }
        }
        return link(directory);
    }
    #[cfg(feature = "vendored")]
    if !variable("PERFC_NO_VENDOR").as_ref().is_some_and(is_on) && vendored::is_there() {
        return vendored::compile();
    }
    link_installed();
}

/// Below 1.0 each minor version may change the ABI.
fn next_abi() -> String {
    let number = |text: &str| text.parse::<u32>().expect("a crate's version is three numbers");
    match number(env!("CARGO_PKG_VERSION_MAJOR")) {
        0 => format!("0.{}.0", number(env!("CARGO_PKG_VERSION_MINOR")) + 1),
        major => format!("{}.0.0", major + 1),
    }
}

/// What is linked: a library stands before those that it needs.
fn libraries() -> &'static [&'static str] {
    match env::var_os("CARGO_FEATURE_PROFILE") {
        Some(_) => &["perfc-profile", "perfc"],
        None => &["perfc"],
    }
}

fn link_installed() {
    let mut config = pkg_config::Config::new();
    let next = next_abi();
    let module = libraries()[0];
    let found = config.range_version(WANTED..&next).cargo_metadata(false).probe(module);
    match found.and_then(|_| pkg_config::get_variable(module, "libdir")) {
        Ok(directory) => link(Path::new(&directory)),
        Err(why) => fail(&format!(
            "lib{module} {WANTED} or newer, but older than {next}, is needed. Either turn on the \
             feature `vendored`, which compiles the sources in perfc-sys/vendor (in a checkout, \
             `tools/bundle` puts them there); or set PKG_CONFIG_PATH to the folder that has \
             {module}.pc; or PERFC_LIB_DIR to the one that has the library; or turn on the feature \
             `dlopen`, to look for it when the program runs.\n\n{why}"
        )),
    }
}

/// Links the library in a folder. The shared one if PERFC_STATIC is 0, the static one if it is 1.
fn link(directory: &Path) {
    // A program's rpath isn't ours to give. So what the program couldn't load becomes part of it.
    let is_static = match variable("PERFC_STATIC") {
        Some(value) => is_on(&value),
        None => directory.join("libperfc.a").exists() && !loader_looks_in(directory),
    };
    let kind = if is_static { "static" } else { "dylib" };
    println!("cargo:rustc-link-search=native={}", directory.display());
    for library in libraries() {
        println!("cargo:rustc-link-lib={kind}={library}");
    }
    println!("cargo:lib_dir={}", directory.display());
}

fn loader_looks_in(directory: &Path) -> bool {
    // perfc.pc tells its folder by way of its own: with "..".
    let Ok(directory) = directory.canonicalize() else { return false };
    let library = directory.join("libperfc.so.0");
    let library = library.as_os_str().as_encoded_bytes();
    let is_cached = |cache: Vec<u8>| cache.windows(library.len()).any(|path| path == library);
    directory.starts_with("/usr/lib")
        || directory.starts_with("/lib")
        || fs::read("/etc/ld.so.cache").is_ok_and(is_cached)
}

fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(1);
}
