//! What is said of a library that is missing, too old, or lacks something.
#![cfg(feature = "dlopen")]

use perfc_sys::LoadError;
use std::path::PathBuf;
use std::process::Command;

/// A library that has only the C code given.
fn library(name: &str, code: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("perfc-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join(format!("{name}.c"));
    let library = folder.join(format!("{name}.so"));
    std::fs::write(&source, code).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let built = Command::new(compiler)
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status()
        .unwrap();
    assert!(built.success());
    library
}

#[test]
fn a_library_that_cannot_be_used_is_told_apart_and_another_one_loads() {
    let nowhere = perfc_sys::load_from(&["/nowhere/libperfc.so.0", "/none/libperfc.so.0"]);
    let words = nowhere.unwrap_err().to_string();
    assert!(
        words.contains("/nowhere/libperfc.so.0") && words.contains("/none/libperfc.so.0"),
        "{words}"
    );

    let old = library("old", "unsigned perfc_version(void) { return 0x000005; }");
    let refused = perfc_sys::load_from(&[&old]).unwrap_err();
    assert_eq!(refused, LoadError::Version(old.display().to_string(), "0.0.5".to_owned()));
    assert!(refused.to_string().contains("needs 0.1.0 or newer"), "{refused}");

    let other = library("other", "unsigned perfc_version(void) { return 0x010000; }");
    assert!(matches!(perfc_sys::load_from(&[&other]), Err(LoadError::Version(..))));

    let hollow = library("hollow", "unsigned perfc_version(void) { return 0x000100; }");
    assert!(matches!(perfc_sys::load_from(&[&hollow]), Err(LoadError::Function(..))));
    std::fs::remove_dir_all(old.parent().unwrap()).unwrap();

    perfc_sys::load().unwrap();
    perfc_sys::load_from(&["/nowhere/libperfc.so.0"]).unwrap();
    // SAFETY: it takes nothing.
    assert!(unsafe { perfc_sys::perfc_version() } >= perfc_sys::VERSION_NUMBER);
}
