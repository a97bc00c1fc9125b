//! Every struct is laid out as the C compiler lays out the header's.

use std::env;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a C program and this one print of each struct: size, alignment, and where each field lies
/// and how long it is.
struct Texts {
    c: String,
    rust: String,
}

fn c_name(rust: &str) -> &str {
    match rust {
        "type_" | "priv_" | "in_" | "ref_" => &rust[..rust.len() - 1],
        _ => rust,
    }
}

fn size_of_field<S, F>(_: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

use std::mem::{align_of, offset_of, size_of};

impl Texts {
    fn begin(&mut self, name: &str, size: usize, align: usize) {
        writeln!(
            self.c,
            "printf(\"{name} %zu %zu\\n\", sizeof(struct {name}), _Alignof(struct {name}));"
        )
        .unwrap();
        writeln!(self.rust, "{name} {size} {align}").unwrap();
    }

    fn field(&mut self, of: &str, name: &str, offset: usize, size: usize) {
        let name = c_name(name);
        writeln!(
            self.c,
            "printf(\"{of}.{name} %zu %zu\\n\", offsetof(struct {of}, {name}), \
             sizeof(((struct {of} *)0)->{name}));"
        )
        .unwrap();
        writeln!(self.rust, "{of}.{name} {offset} {size}").unwrap();
    }
}

fn texts() -> Texts {
    let mut texts = Texts { c: String::new(), rust: String::new() };
    macro_rules! tell {
        ($($name:ident { $($field:ident,)* })+) => {$(
            {
                use perfc_sys::$name as S;
                texts.begin(stringify!($name), size_of::<S>(), align_of::<S>());
                $(texts.field(
                    stringify!($name),
                    stringify!($field),
                    offset_of!(S, $field),
                    size_of_field(|s: &S| &s.$field),
                );)*
            }
        )+};
    }
    perfc_sys::for_each_struct!(tell);
    texts
}

fn include_folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = env::var_os("PERFC_INCLUDE_DIR")
        .map_or_else(|| here.join("../../../include"), PathBuf::from);
    folder.join("perfc").is_dir().then_some(folder)
}

#[test]
fn structs_are_laid_out_as_in_c() {
    let Some(include) = include_folder() else {
        println!("skipped: no headers here, and no PERFC_INCLUDE_DIR");
        return;
    };
    let texts = texts();
    assert!(texts.rust.lines().count() > 300, "all structs are there");
    let folder = env::temp_dir().join(format!("perfc-layouts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("layouts.c");
    let program = folder.join("layouts");
    std::fs::write(
        &source,
        format!(
            "#include <stddef.h>\n#include <stdio.h>\n#include \"perfc/perfc.h\"\n\
             int main(void) {{\n{}return 0;\n}}\n",
            texts.c
        ),
    )
    .unwrap();
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let built = Command::new(compiler)
        .args(["-std=c11", "-I"])
        .arg(&include)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .status()
        .unwrap();
    assert!(built.success());
    let told = Command::new(&program).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(String::from_utf8(told.stdout).unwrap(), texts.rust);
}
