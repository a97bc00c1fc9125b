"""Rust: a struct for each row of tables, and a type for each kind of tables."""
from . import tables
from .libraries import PROFILE
from .rust import TYPES, identifier
from .rust_records import rustdoc
from .texts import (ORIGIN, about_struct, about_table, class_name, of_library, one_line, row_structs,
                    shown_row, table_name)

# The function that gives the tables of a file.
MAKER = "perfc_file_create_table"
HEAD = f"""//! The rows of tables.
// Written by {ORIGIN}.

#[cfg(feature = "serde")]
use crate::decoded::text;
use crate::error::Result;
use crate::profile::file::File;
use crate::profile::table::{{Kind, Table, Texts}};
use perfc_sys as sys;
use sys::profile as raw;
"""
STRUCT = """
{documentation}#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct {name} {{
{fields}}}

impl{life} {name} {{
    fn new(raw: &{life_of_raw}raw::{struct}{texts_argument}) -> Self {{
        Self {{
{values}        }}
    }}
}}
"""
KIND = """
{documentation}#[derive(Clone, Copy, Debug)]
pub struct {kind};

impl Kind for {kind} {{
    type Raw = raw::{struct};
    type Row<'a> = {row};
    const NUMBER: u32 = raw::{constant};
    fn row<'a>(raw: &'a Self::Raw, {texts}: Texts<'a>) -> Self::Row<'a> {{
        {made}
    }}
}}
"""
METHOD = """
{documentation}    pub fn {name}(&self) -> Result<Table<{kind}>> {{
        self.table()
    }}
"""


def value_of(struct, member):
    """A member's attribute, type, and how it is made of `raw` and the table's texts."""
    raw = f"raw.{identifier(member['name'])}"
    if member["base"] == "perfc_text":
        is_bytes = f"{struct['name']}.{member['name']}" in tables.ROW_BYTES
        attribute = "" if is_bytes else \
            '    #[cfg_attr(feature = "serde", serde(serialize_with = "text"))]\n'
        return attribute, "&'a [u8]", f"texts.get({raw})"
    if "counted_by" in member:
        return "", "&'a [u8]", f"crate::profile::table::first(&{raw}, raw.{member['counted_by']})"
    kind = TYPES[member["base"]]
    return "", f"[{kind}; {member['length']}]" if "length" in member else kind, raw


def has_texts(struct):
    return any(member["base"] == "perfc_text" for member in struct["members"])


def has_life(struct):
    return has_texts(struct) or any("counted_by" in member for member in struct["members"])


def row_type(struct):
    return class_name(struct["name"]) + ("<'a>" if has_life(struct) else "")


def rows(abi):
    for struct in row_structs(abi):
        fields, values = "", ""
        for member in shown_row(struct):
            name = identifier(member["name"])
            attribute, kind, made = value_of(struct, member)
            fields += (rustdoc(one_line(member["documentation"]), "    ") + attribute +
                       f"    pub {name}: {kind},\n")
            values += f"            {name}: {made},\n"
        yield STRUCT.format(
            documentation=rustdoc(about_struct(struct)), name=row_type(struct), fields=fields,
            life="<'a>" if has_life(struct) else "", life_of_raw="'a " if has_life(struct) else "",
            struct=struct["name"], texts_argument=", texts: Texts<'a>" if has_texts(struct) else "",
            values=values)


def kind_name(table):
    return class_name(table_name(table))


def kinds(abi):
    structs = {struct["name"]: struct for struct in abi["structs"]}
    for table in abi["tables"]:
        struct = structs[table["struct"]]
        texts = has_texts(struct)
        yield KIND.format(
            documentation=rustdoc(about_table(abi, table)),
            kind=kind_name(table), struct=struct["name"], row=row_type(struct),
            constant=table["kind"], texts="texts" if texts else "_",
            made=f"{class_name(struct['name'])}::new(raw{', texts' if texts else ''})")


def methods(abi):
    yield "\n/// What the header says. ENODATA: the file doesn't have what the table is made of.\n"
    yield "impl File<'_> {"
    made = [METHOD.format(documentation=rustdoc(about_table(abi, table), "    "),
                          name=table_name(table), kind=kind_name(table))
            for table in abi["tables"] if MAKER in table["functions"]]
    yield "".join(made).removeprefix("\n").join(("\n", "}\n"))


def write(abi):
    profile = of_library(abi, PROFILE.name)
    text = "".join((HEAD, *rows(profile), *kinds(profile), *methods(profile)))
    return {"bindings/rust/perfc/src/profile/rows.rs": text}
