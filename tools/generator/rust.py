"""Rust: the raw layer of perfc-sys, whose macros are in src/lib.rs, and the flags of perfc."""
from . import tables
from .libraries import CORE, PROFILE
from .texts import ORIGIN, by_header, foreign_types, literal, of_library

RAW = "bindings/rust/perfc-sys/src"
TYPES = {"int": "c_int", "char": "c_char", "void": "c_void", "size_t": "usize", "double": "f64",
         **{f"int{bits}_t": f"i{bits}" for bits in (8, 16, 32, 64)},
         **{f"uint{bits}_t": f"u{bits}" for bits in (8, 16, 32, 64)}}
KEYWORDS = {"abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
            "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "if",
            "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
            "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
            "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield"}


def identifier(name):
    return f"{name}_" if name in KEYWORDS else name


def rust_type(item):
    spelling = TYPES.get(item["base"], item["base"])
    for pointer in item.get("pointers", []):
        spelling = f"*{'const' if pointer == 'const' else 'mut'} {spelling}"
    return f"[{spelling}; {item['length']}]" if "length" in item else spelling


def constant_type(constant):
    entry = tables.first_match(tables.RUST_TYPES, constant["name"])
    if constant["value"] < 0:
        return "i32"
    if constant["value"] >= 2**32:
        return "u64"
    return entry[1] if entry else "u32"


def constants(abi):
    for header, items in by_header(abi["constants"]):
        yield f"// ---- {header} ----\n"
        for item in items:
            yield f"pub const {item['name']}: {constant_type(item)} = {literal(item)};\n"


def structs(abi):
    for struct in abi["structs"]:
        yield f"#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct {struct['name']} {{\n"
        for member in struct["members"]:
            yield f"    pub {identifier(member['name'])}: {rust_type(member)},\n"
        yield "}\n\n"


def functions(abi):
    for header, items in by_header(abi["functions"]):
        yield f"    // ---- {header} ----\n"
        for item in items:
            parameters = ", ".join(f"{identifier(one['name'])}: {rust_type(one)}"
                                   for one in item["parameters"])
            result = rust_type(item["result"])
            result = "" if result == "c_void" else f" -> {result}"
            yield f"    fn {item['name']}({parameters}){result};\n"


def layouts(abi):
    """Checked by the compiler, on the machine that the crate is built for."""
    for struct in abi["structs"]:
        name = struct["name"]
        yield f"    assert!(size_of::<{name}>() == {struct['size']});\n"
        yield f"    assert!(align_of::<{name}>() == {struct['alignment']});\n"
        for member in struct["members"]:
            field = identifier(member["name"])
            yield f"    assert!(offset_of!({name}, {field}) == {member['offset']});\n"


def raw(abi, others=()):
    """Constants, types and functions. others: types of another library."""
    use = f"use crate::{{{', '.join(sorted(others))}}};\n\n" if others else ""
    handles = "".join(f"    {handle['name']},\n" for handle in abi["handles"])
    zeroed = "".join(f"    {struct['name']},\n" for struct in abi["structs"])
    return (f"// Written by {ORIGIN}.\n\n{use}{''.join(constants(abi))}\n"
            f"opaque! {{\n{handles}}}\n\n{''.join(structs(abi))}"
            f"functions! {{\n{''.join(functions(abi))}}}\n\n"
            f"const _: () = {{\n    use std::mem::{{align_of, offset_of, size_of}};\n"
            f"{''.join(layouts(abi))}}};\n\n"
            f"zero_is_a_value! {{\n{zeroed}}}\n")


def flags(abi):
    names = [constant["name"].removeprefix("PERFC_") for constant in abi["constants"]]
    documentation = {entry[0]: entry[3] for entry in tables.RUST_FLAGS}
    entries = [entry[:3] for entry in tables.RUST_FLAGS]
    for name, prefix, members in tables.groups("RUST_FLAGS", entries, names):
        yield (f"    /// {documentation[name]}\n"
               "    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]\n"
               f"    pub struct {name}: u64 {{\n")
        for member in members:
            yield f"        const {member.removeprefix(prefix)} = sys::PERFC_{member};\n"
        yield "        const _ = !0;\n    }\n"


def flags_module(abi):
    return ("//! The bits of an attr and of opening. Bits that are not known here are kept.\n"
            f"// Written by {ORIGIN}.\n#![allow(missing_docs)]\n\n"
            f"use perfc_sys as sys;\n\nbitflags::bitflags! {{\n{''.join(flags(abi))}}}\n")


def write(abi):
    tables.check("RUST_TYPES", [entry[0] for entry in tables.RUST_TYPES],
                 [constant["name"] for constant in abi["constants"]])
    core, profile = (of_library(abi, library.name) for library in (CORE, PROFILE))
    used = foreign_types(profile, abi)
    return {f"{RAW}/generated.rs": raw(core),
            f"{RAW}/generated_profile.rs": raw(profile, used),
            "bindings/rust/perfc/src/flags.rs": flags_module(core)}
