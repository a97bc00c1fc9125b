"""Rust: a struct for each that records decode to, the enum of all, and the members of samples."""
import re

from . import tables
from .rust import TYPES, identifier
from .texts import (ORIGIN, about_struct, any_of, class_name, comment, element_structs,
                    is_told_by_type, members_of, other_records, shown_members, without_form,
                    without_masks)

FOLDER = "bindings/rust/perfc/src"
WIDTH = 100
TRAILER = "perfc_sample_id"
HEAD = f"""//! What records decode to.
// Written by {ORIGIN}.

#[cfg(feature = "serde")]
use crate::decoded::text;
use crate::decoded::FileId;
use crate::error::{{check, Result}};
use crate::record::Record;
use crate::sample::{{Counts, Sample}};
use perfc_sys as sys;

"""
STRUCT = """{documentation}#[derive(Clone, Copy, Debug{derived})]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
{attributes}pub struct {name} {{
{fields}}}

"""
DECODE = """impl{life} {name} {{
    pub(crate) fn from_record(record: &Record<{lifetime}>) -> Result<Self> {{
        let mut raw = sys::{struct}::default();
        // SAFETY: a plan, a record, and room for what it decodes to.
        let result = unsafe {{
            let size = size_of_val(&raw);
            sys::{function}(record.plan().raw(), &record.raw, &mut raw, size)
        }};
        check(result, "{function}")?;
        Ok(Self {{
{values}        }})
    }}
}}

"""
DECODED = """/// A record, decoded.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE"))]
#[allow(missing_docs, clippy::large_enum_variant)]
#[non_exhaustive]
pub enum Decoded<'a> {{
{variants}    /// A type that this version doesn't know: its number, and the bytes after the header.
    Unknown {{ number: u32, body: &'a [u8] }},
}}

impl<'a> Decoded<'a> {{
    pub(crate) fn from_record(record: Record<'a>) -> Result<Self> {{
        Ok(match record.kind() {{
{cases}            number => Self::Unknown {{ number, body: &record.bytes()[8..] }},
        }})
    }}
}}
"""
SAMPLE_HEAD = f"""//! The members of struct perfc_sample that are numbers, and its ranges.
// Written by {ORIGIN}.

use std::borrow::Borrow;

use crate::flags::SampleFields;
use crate::room::SampleRoom;
use crate::sample::{{BranchEntry, Sample}};
use perfc_sys as sys;

impl<'a, R: Borrow<SampleRoom>> Sample<'a, R> {{
"""
MEMBER = """    #[inline]
    pub fn {name}(&self) -> Option<{type}> {{
        // SAFETY: where the bit is set the member was written.
        {there}.then(|| unsafe {{ {value} }})
    }}
"""
MEMBERS = """}}

/// Gives a macro the names of all members, behind what it is given here.
macro_rules! with_members {{
    ($call:ident, $($argument:ident),*) => {{
        $call!(
            $($argument,)*
{names}        )
    }};
}}
pub(crate) use with_members;
"""


def rust_name(struct):
    return tables.RECORD_NAMES.get(struct) or class_name(struct)


def rustdoc(words, indent=""):
    """Documentation in which names of C are code, and brackets no links."""
    words = re.sub(r"(?<![\w`])((?:perfc_|[A-Z]\w*_)(?:\*|\w+_\*|\w+))", r"`\1`",
                   words.replace("[", r"\["))
    return comment(f"{indent}///", words, WIDTH)


class Value:
    """A member as Rust has it: its type, and how it is made of `raw`."""

    attribute = ""

    def __init__(self, member):
        self.name = identifier(member["name"])
        raw = f"raw.{self.name}"
        element = member.get("element")
        # SAFETY is said once, for all ranges of a record.
        self.made, self.is_range = raw, bool(element)
        if element:
            self.type = f"&'a [{'u8' if element == 'char' else element_type(element)}]"
            self.made = f"unsafe {{ record.range({raw}) }}"
            if element == "char":
                self.attribute = ('    #[cfg_attr(feature = "serde", serde(serialize_with = '
                                  '"text"))]\n')
        elif member["base"] == "perfc_read_part":
            self.type, self.made = "Counts<'a>", f"Counts::new(*record, {raw})"
        elif "bool" in member:
            self.type, self.made = "bool", f"{raw} != 0"
        else:
            self.type = TYPES[member["base"]]
            if "length" in member:
                self.type = f"[{self.type}; {member['length']}]"
        if "with" in member:
            self.type = f"Option<{self.type}>"
            self.made = f"({condition(member)}).then_some({self.made})"


def condition(member):
    there = f"raw.{member['with']}"
    if "bits" in member:
        there += " & " + any_of(f"sys::{bit}" for bit in member["bits"])
    return f"{there} != 0"


def element_type(element):
    return TYPES.get(element) or rust_name(element)


class Struct:
    """A struct that records decode to."""

    def __init__(self, struct, record=None):
        self.struct, self.record = struct, record
        joined = tables.RUST_JOINED.get(struct["name"])
        self.fields, self.values = [], []
        for member in shown_members(struct["members"]):
            if joined and member["name"] in joined[0]:
                continue
            value = Value(member)
            name = tables.RUST_MEMBERS.get(f"{struct['name']}.{member['name']}", value.name)
            words = without_masks(without_form(member), struct["members"])
            self.fields.append(rustdoc(words, "    ") + value.attribute +
                               f"    pub {name}: {value.type},\n")
            if value.is_range:
                self.values.append("            // SAFETY: a range of this record.\n")
            self.values.append(f"            {name}: {value.made},\n" if name != value.made else
                               f"            {name},\n")
        if joined:
            _, name, kind, made, words = joined
            self.fields.append(rustdoc(words, "    ") + f"    pub {name}: {kind},\n")
            self.values.append(f"            {name}: {made},\n")
        text = "".join(self.fields)
        self.has_life, self.has_counts = "'a" in text, "Counts" in text
        self.name = rust_name(struct["name"])
        self.type = self.name + ("<'a>" if self.has_life else "")

    def __str__(self):
        derived = "" if self.has_counts else ", PartialEq, Eq, Hash"
        attributes = "#[allow(missing_docs)]\n"
        if self.record is None:
            attributes += "#[repr(C)]\n"
        elif self.struct["name"] == TRAILER:
            derived += ", Default"
        words = without_masks(about_struct(self.struct), self.struct["members"])
        out = STRUCT.format(documentation=rustdoc(words), derived=derived, attributes=attributes,
                            name=self.type, fields="".join(self.fields))
        if self.record is None:
            return out
        return out + DECODE.format(
            life="<'a>" if self.has_life else "", name=self.type, values="".join(self.values),
            lifetime="'a" if self.has_life else "'_", **self.record)


def structs(abi):
    known = {struct["name"]: struct for struct in abi["structs"]}
    records = [record for record in abi["records"] if record["struct"] != "perfc_sample"]
    return (list(map(Struct, element_structs(abi, other_records(abi)))),
            [Struct(known[record["struct"]], record) for record in records])


def decoded(found):
    variants = ["    Sample(Sample<'a>),\n"]
    cases = ["            sys::PERFC_RECORD_SAMPLE => Self::Sample(record.sample()?),\n"]
    for one in found:
        types = one.record["types"]
        told = is_told_by_type(one.record, one.struct["members"])
        for group in [[kind] for kind in types] if told else [types] if types else []:
            variant = class_name(group[0].lower())
            variants.append(f"    {variant}({one.type}),\n")
            cases.append(f"            {' | '.join(f'sys::{kind}' for kind in group)} => "
                         f"Self::{variant}({one.name}::from_record(&record)?),\n")
    return DECODED.format(variants="".join(variants), cases="".join(cases))


def records(abi):
    elements, found = structs(abi)
    return HEAD + "".join(map(str, (*elements, *found))) + decoded(found)


def sample_member(member):
    value = Value({key: member[key] for key in member if key != "with"})
    bits = [bit.removeprefix("PERFC_SAMPLE_") for bit in member["bits"]]
    if member["with"] == "present":
        there = "self.has(" + " | ".join(f"SampleFields::{bit}" for bit in bits) + ")"
    else:
        there = "self.has_part(" + " | ".join(f"sys::{bit}" for bit in member["bits"]) + ")"
    raw = f"(*self.decoded()).{value.name}"
    return rustdoc(without_form(member), "    ") + MEMBER.format(
        name=value.name, type=value.type, there=there,
        value=f"self.record().range({raw})" if value.is_range else raw)


def sample(abi):
    members = [member for member in shown_members(members_of(abi, "perfc_sample"))
               if "with" in member]
    made = [sample_member(member) for member in members if member["base"] != "perfc_read_part"]
    names = "".join(f"            {identifier(member['name'])}\n" for member in members)
    return SAMPLE_HEAD + "\n".join(made) + MEMBERS.format(names=names)


def write(abi):
    tables.check("RUST_JOINED", tables.RUST_JOINED, [one["name"] for one in abi["structs"]])
    tables.check("RUST_MEMBERS", tables.RUST_MEMBERS, [
        f"{one['name']}.{member['name']}" for one in abi["structs"] for member in one["members"]])
    return {f"{FOLDER}/records.rs": records(abi), f"{FOLDER}/sample_members.rs": sample(abi)}
