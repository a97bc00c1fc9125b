//! Finds libperfc: where `PERFC_LIB_DIR` says, else by pkg-config. With the feature `dlopen` it is
//! looked for when the program runs.

use std::env;

/// Of the library that has all of `src/generated.rs`.
const WANTED: &str = "0.1.0";

fn main() {
    println!("cargo:rerun-if-env-changed=PERFC_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PERFC_STATIC");
    println!("cargo:rerun-if-env-changed=DOCS_RS");
    if env::var_os("CARGO_FEATURE_DLOPEN").is_some() || env::var_os("DOCS_RS").is_some() {
        return;
    }
    let linked = env::var_os("PERFC_STATIC").is_some_and(|value| value != "0");
    if let Some(directory) = env::var_os("PERFC_LIB_DIR") {
        let kind = if linked { "static" } else { "dylib" };
        println!("cargo:rustc-link-search=native={}", directory.to_string_lossy());
        println!("cargo:rustc-link-lib={kind}=perfc");
        println!("cargo:lib_dir={}", directory.to_string_lossy());
        return;
    }
    let found = pkg_config::Config::new().atleast_version(WANTED).statik(linked).probe("perfc");
    match found {
        Ok(library) => {
            if let Some(directory) = library.link_paths.first() {
                println!("cargo:lib_dir={}", directory.display());
            }
        }
        Err(why) => {
            eprintln!(
                "libperfc {WANTED} or newer is needed. Set PERFC_LIB_DIR to the folder that has \
                 libperfc.so, or PKG_CONFIG_PATH to the one that has perfc.pc; or turn on the \
                 feature `dlopen`, to look for it when the program runs.\n\n{why}"
            );
            std::process::exit(1);
        }
    }
}
