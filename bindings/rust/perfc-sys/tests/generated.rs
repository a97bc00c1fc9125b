//! `src/generated.rs` is what the headers say today. To write it anew:
//!
//! ```text
//! PERFC_UPDATE=1 cargo test -p perfc-sys --test generated
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Constants that go into 64-bit fields and arguments. All others are u32 if they fit.
const WIDE: &[&str] = &[
    "PERFC_SAMPLE_",
    "PERFC_FORMAT_",
    "PERFC_ATTR_",
    "PERFC_CONTEXT_",
    "PERFC_REGS_",
    "PERFC_FLAG_",
    "PERFC_CAP_",
    "PERFC_COUNT_",
    "PERFC_AUX_FLAG_",
    "PERFC_HW_EVENT_MASK",
];
/// And which of these are no such bits.
const NARROW: &[&str] = &["PERFC_ATTR_SIZE_", "PERFC_ATTR_PRECISE_IP_SHIFT"];

struct Header {
    name: String,
    constants: Vec<(String, String)>,
    tokens: Vec<String>,
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        out.push(' ');
        let end = rest[start..].find("*/").expect("a comment ends") + start + 2;
        rest = &rest[end..];
    }
    out.push_str(rest);
    out.replace("\\\n", " ")
}

fn tokens_of(line: &str, tokens: &mut Vec<String>) {
    let mut word = String::new();
    for c in line.chars() {
        if c.is_alphanumeric() || c == '_' || c == '"' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if !c.is_whitespace() {
            tokens.push(c.to_string());
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
}

fn read_header(path: &Path) -> Header {
    let text = without_comments(&fs::read_to_string(path).unwrap());
    let mut header = Header {
        name: path.file_name().unwrap().to_str().unwrap().to_owned(),
        constants: Vec::new(),
        tokens: Vec::new(),
    };
    let mut hidden = 0; // depth of #ifdef __cplusplus
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["#ifdef", "__cplusplus"] => hidden = 1,
            ["#endif", ..] if hidden > 0 => hidden = 0,
            ["#define", name, value] if name.starts_with("PERFC_") && *name != "PERFC_API" => {
                header.constants.push(((*name).to_owned(), (*value).to_owned()));
            }
            [first, ..] if first.starts_with('#') => {}
            _ if hidden > 0 => {}
            _ => tokens_of(line, &mut header.tokens),
        }
    }
    header
}

fn constant(name: &str, value: &str) -> String {
    let number: i128 = match value.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).unwrap(),
        None => value.parse().unwrap_or_else(|_| panic!("{name}: {value}")),
    };
    let wide = WIDE.iter().any(|prefix| name.starts_with(prefix))
        && !NARROW.iter().any(|prefix| name.starts_with(prefix));
    let kind = match number {
        _ if number < 0 || name == "PERFC_CALLING_THREAD" => "i32",
        _ if wide || number > i128::from(u32::MAX) => "u64",
        _ => "u32",
    };
    format!("pub const {name}: {kind} = {value};\n")
}

fn rust_name(name: &str) -> String {
    match name {
        "type" | "priv" | "in" | "ref" => format!("{name}_"),
        _ => name.to_owned(),
    }
}

/// `const char * name [ 4 ]` as (name, type).
fn declaration(tokens: &[String]) -> (String, String) {
    let mut words: Vec<&str> =
        tokens.iter().map(String::as_str).filter(|t| *t != "struct").collect();
    let mut length = None;
    if words.last() == Some(&"]") {
        length = Some(words[words.len() - 2].to_owned());
        words.truncate(words.len() - 3);
    }
    let name = words.pop().unwrap();
    let mut kind = String::new();
    let mut constant = false;
    for word in &words {
        match *word {
            "const" => constant = true,
            "*" => {
                kind = format!("*{} {kind}", if constant { "const" } else { "mut" });
                constant = false;
            }
            base => kind = rust_type(base),
        }
    }
    match length {
        Some(length) => (rust_name(name), format!("[{kind}; {length}]")),
        None => (rust_name(name), kind),
    }
}

fn rust_type(c: &str) -> String {
    let known = match c {
        "uint8_t" => "u8",
        "uint16_t" => "u16",
        "uint32_t" => "u32",
        "uint64_t" => "u64",
        "int32_t" => "i32",
        "int64_t" => "i64",
        "int" => "c_int",
        "char" => "c_char",
        "void" => "c_void",
        "size_t" => "usize",
        "double" => "f64",
        other => other,
    };
    known.to_owned()
}

fn until(tokens: &[String], end: &str) -> usize {
    tokens.iter().position(|t| t == end).unwrap_or_else(|| panic!("no {end}"))
}

/// What the three parts of the output hold.
#[derive(Default)]
struct Out {
    constants: String,
    structs: String,
    functions: String,
    layouts: String,
    opaque: Vec<String>,
}

fn write_struct(name: &str, body: &[String], out: &mut Out) {
    let mut fields = Vec::new();
    for field in body.split(|t| t == ";").filter(|f| !f.is_empty()) {
        fields.push(declaration(field));
    }
    let s = &mut out.structs;
    writeln!(s, "#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct {name} {{").unwrap();
    for (field, kind) in &fields {
        writeln!(s, "    pub {field}: {kind},").unwrap();
    }
    writeln!(s, "}}\n").unwrap();
    writeln!(out.layouts, "    {name} {{").unwrap();
    for (field, _) in &fields {
        writeln!(out.layouts, "        {field},").unwrap();
    }
    writeln!(out.layouts, "    }}").unwrap();
}

fn write_function(tokens: &[String], out: &mut Out) {
    let open = until(tokens, "(");
    let (name, result) = declaration(&tokens[..open]);
    let mut parameters = Vec::new();
    for parameter in tokens[open + 1..tokens.len() - 1].split(|t| t == ",") {
        if parameter != ["void"] {
            let (name, kind) = declaration(parameter);
            parameters.push(format!("{name}: {kind}"));
        }
    }
    let result = if result == "c_void" { String::new() } else { format!(" -> {result}") };
    writeln!(out.functions, "    fn {name}({}){result};", parameters.join(", ")).unwrap();
}

fn write_header(header: &Header, out: &mut Out) {
    let title = format!("// ---- perfc/{} ----\n", header.name);
    if !header.constants.is_empty() {
        out.constants.push_str(&title);
    }
    for (name, value) in &header.constants {
        out.constants.push_str(&constant(name, value));
    }
    let mut rest = &header.tokens[..];
    if rest.iter().any(|t| t == "PERFC_API") {
        writeln!(out.functions, "    {}", title.trim_end()).unwrap();
    }
    while let Some(first) = rest.first() {
        let semicolon = until(rest, ";");
        let mut end = semicolon;
        match first.as_str() {
            "typedef" => out.opaque.push(rest[semicolon - 1].clone()),
            "struct" if rest[2] == ";" => out.opaque.push(rest[1].clone()),
            "struct" => {
                let close = until(rest, "}");
                write_struct(&rest[1], &rest[3..close], out);
                end = close + 1;
            }
            "PERFC_API" => write_function(&rest[1..semicolon], out),
            other => panic!("{}: {other} isn't understood", header.name),
        }
        rest = &rest[end + 1..];
    }
}

fn headers() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = env::var_os("PERFC_INCLUDE_DIR")
        .map_or_else(|| here.join("../../../include"), PathBuf::from)
        .join("perfc");
    folder.is_dir().then_some(folder)
}

fn generate(folder: &Path) -> String {
    let mut names: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "h") && !path.ends_with("perfc.h"))
        .collect();
    names.sort();
    let mut out = Out::default();
    for path in names {
        write_header(&read_header(&path), &mut out);
    }
    out.opaque.sort();
    out.opaque.dedup();
    format!(
        "// Made from include/perfc/*.h by tests/generated.rs.\n\n{}\n\
         opaque! {{\n    {},\n}}\n\n{}functions! {{\n{}}}\n\n\
         #[doc(hidden)]\n#[macro_export]\nmacro_rules! for_each_struct {{\n    \
         ($macro:ident) => {{ $macro! {{\n{}    }} }};\n}}\n",
        out.constants,
        out.opaque.join(",\n    "),
        out.structs,
        out.functions,
        out.layouts
    )
}

#[test]
fn generated_is_what_the_headers_say() {
    let Some(folder) = headers() else {
        println!("skipped: no headers here, and no PERFC_INCLUDE_DIR");
        return;
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated.rs");
    let generated = generate(&folder);
    if env::var_os("PERFC_UPDATE").is_some() {
        fs::write(&path, generated).unwrap();
        return;
    }
    assert!(
        fs::read_to_string(&path).unwrap() == generated,
        "the headers changed: PERFC_UPDATE=1 cargo test -p perfc-sys --test generated"
    );
}
