//! Compiles the sources in `vendor`, which `tools/bundle` of the repository puts there.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Below the package's folder, which build scripts run in.
const VENDOR: &str = "vendor";
/// The program has a C++ runtime of its own.
const RUNTIME: &str = "impl/static";
/// The second library.
const PROFILE: &str = "impl/profile";

/// A checkout has no sources there, unless somebody put them there.
pub fn is_there() -> bool {
    Path::new(VENDOR).exists()
}

pub fn compile() {
    println!("cargo:rerun-if-changed={VENDOR}");
    // A library comes before those that it needs.
    if env::var_os("CARGO_FEATURE_PROFILE").is_some() {
        compile_cpp("perfc-profile", &[PROFILE]);
        compile_zstd();
    }
    compile_cpp("perfc", &["abseil", "impl"]);
}

fn compile_cpp(name: &str, folders: &[&str]) {
    let mut build = new_build();
    build.cpp(true).std("c++17");
    build.flag("-fno-exceptions").flag("-fno-rtti");
    build.includes([".", "vendor", "vendor/include", "vendor/abseil", "vendor/zstd/lib"]);
    build.files(write_units(name, folders));
    finish(build, name);
}

fn compile_zstd() {
    let mut build = new_build();
    build.define("ZSTD_TRACE", "0");
    let mut folders = BTreeMap::new();
    find_sources(&Path::new(VENDOR).join("zstd"), &["c", "S"], &mut folders);
    build.files(folders.into_values().flatten());
    finish(build, "perfc-zstd");
}

fn new_build() -> cc::Build {
    let mut build = cc::Build::new();
    build.warnings(false).define("NDEBUG", None).flag("-fvisibility=hidden").debug(false);
    // A profile for debugging is about the caller's code: it must not make the decoder slow, and
    // the library's debug information would be 20 times as large as its code.
    if !matches!(env::var("OPT_LEVEL").as_deref(), Ok("s" | "z")) {
        build.opt_level(3);
    }
    build
}

fn finish(build: cc::Build, name: &str) {
    if let Err(why) = build.try_compile(name) {
        crate::fail(&format!(
            "lib{name} could not be compiled, which needs a C++17 compiler ($CXX), and for zstd a C \
             compiler. To link an installed libperfc instead, set PERFC_NO_VENDOR=1.\n\n{why}"
        ));
    }
}

/// Writes files that each include several sources, for most of the time goes into headers: so it
/// takes a third. Two sources of one folder may give the same name to things of their own, which is
/// why unit n has the nth source of each folder.
fn write_units(name: &str, tops: &[&str]) -> Vec<PathBuf> {
    let mut folders = BTreeMap::new();
    for top in tops {
        find_sources(&Path::new(VENDOR).join(top), &["cc"], &mut folders);
    }
    let mut units: Vec<String> = Vec::new();
    for sources in folders.values() {
        units.resize(units.len().max(sources.len()), String::new());
        for (unit, source) in units.iter_mut().zip(sources) {
            *unit += &format!("#include \"{}\"\n", source.display());
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let write = |(n, text): (usize, String)| {
        let path = out.join(format!("{name}{n}.cc"));
        fs::write(&path, text).expect("OUT_DIR can be written");
        path
    };
    units.into_iter().enumerate().map(write).collect()
}

/// The sources below a folder, by the folder that they lie in, sorted.
fn find_sources(folder: &Path, ends: &[&str], found: &mut BTreeMap<PathBuf, Vec<PathBuf>>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .unwrap_or_else(|why| crate::fail(&format!("{}: {why}", folder.display())));
    entries.sort();
    for path in entries {
        if path.is_dir() {
            // The second library's folder is only gone into by itself.
            if !path.ends_with(RUNTIME) && !path.ends_with(PROFILE) {
                find_sources(&path, ends, found);
            }
        } else if path.extension().is_some_and(|end| ends.iter().any(|one| end == *one)) {
            found.entry(folder.to_owned()).or_default().push(path);
        }
    }
}
