"""Python: a dataclass for each struct that records decode to, and the members of samples."""
import re

from . import tables, texts
from .python import FOLDER, MARK, SCALARS, class_name, field
from .texts import (about_struct, any_of, comment, element_structs, is_told_by_type, members_of,
                    other_records, shown_members, without_form, without_masks)

WIDTH = 100
TRAILER = "perfc_sample_id"
HEAD = f'''"""What records decode to."""
{MARK}from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from perfc import _abi, constants
from perfc._library import lib
from perfc.enums import {{enums}}
from perfc.record import Record, elements
from perfc.sample import ReadPart, Sample, read_part
'''
SAMPLE_HEAD = f'''"""Members of struct perfc_sample: numbers, and ranges of numbers."""
{MARK}from dataclasses import dataclass

from perfc import _abi
from perfc._member import Bytes, Members, Number, Words
from perfc.enums import Part, SampleType


class SampleMembers(Members):
    __slots__ = ()

'''
DESCRIPTORS = {"uint8_t": "Bytes", "uint64_t": "Words"}


def python_name(struct):
    return tables.RECORD_NAMES.get(struct) or texts.class_name(struct)


def enum_of(prefix):
    """The entry of an enumeration whose members have this prefix, without PERFC_."""
    return next((entry for entry in tables.PYTHON_ENUMS if prefix.startswith(entry[1])), None)


def flags_of(member):
    """The IntFlag that a member's bits are of, if there is one for just these."""
    name = member.get("constants", "").removeprefix("PERFC_").removesuffix("*")
    entry = enum_of(name) if name else None
    return entry[0] if entry and entry[1:3] == (name, "IntFlag") else None


class Value:
    """A member as Python has it: its type, and how it is made of `raw`."""

    def __init__(self, member):
        name = field(member)[0]
        raw = f"raw.{name}"
        element, flags = member.get("element"), flags_of(member)
        if element == "char":
            self.type, self.made = "str", f"record.text({raw})"
        elif element == "uint8_t":
            self.type, self.made = "bytes", f"record.range({raw})"
        elif element == "uint64_t":
            self.type, self.made = "tuple[int, ...]", f"record.words({raw})"
        elif element:
            made = f"_{element.removeprefix('perfc_')}(one)"
            self.type = f"tuple[{python_name(element)}, ...]"
            self.made = (f"tuple({made} for one in elements(record, {raw}, "
                         f"_abi.{class_name(element)}))")
        elif member["base"] == "perfc_read_part":
            self.type, self.made = "ReadPart", f"read_part(record, {raw})"
        elif "length" in member:
            count = f"[:raw.{member['counted_by']}]" if "counted_by" in member else ""
            self.type, self.made = "bytes", f"bytes({raw}){count}"
        elif "bool" in member:
            self.type, self.made = "bool", f"bool({raw})"
        elif flags:
            self.type, self.made = flags, f"{flags}({raw})"
        else:
            self.type, self.made = "int", raw
        if "with" in member:
            there = f"raw.{member['with']}"
            if "bits" in member:
                there += " & " + any_of(f"constants.{bit.removeprefix('PERFC_')}"
                                        for bit in member["bits"])
            self.type, self.made = f"{self.type} | None", f"{self.made} if {there} else None"


def doc_string(text):
    lines = comment("   ", f'"""{text}"""', WIDTH).splitlines()
    return "".join(f"{line}\n" for line in lines)


def dataclass(name, documentation, fields):
    """fields: name, type and comment."""
    yield "\n\n@dataclass(frozen=True, slots=True)\n"
    yield f"class {name}:\n{doc_string(documentation)}\n"
    for one, kind, words in fields:
        yield comment("    #", words, WIDTH) + f"    {one}: {kind}\n"


def maker(name, struct, parameters, values):
    return (f"\n\ndef {name}({parameters}) -> {python_name(struct)}:\n"
            f"    return {python_name(struct)}(\n        " +
            ",\n        ".join(values) + ")\n")


def numbers(struct):
    """A struct of nothing but numbers."""
    names = [field(member)[0] for member in struct["members"]]
    yield from dataclass(python_name(struct["name"]), about_struct(struct),
                         [(name, "int", "") for name in names])
    yield maker(struct["name"].replace("perfc_", "_"), struct["name"],
                f"raw: _abi.{class_name(struct['name'])}", [f"raw.{name}" for name in names])


def classes(abi):
    structs = {struct["name"]: struct for struct in abi["structs"]}
    for struct in element_structs(abi, other_records(abi)):
        yield from numbers(struct)
    for record in abi["records"]:
        struct = structs[record["struct"]]
        if struct["name"] == "perfc_sample":
            continue
        members = shown_members(struct["members"])
        fields = [(field(one)[0], Value(one).type,
                   without_masks(without_form(one), struct["members"])) for one in members]
        values = [Value(one).made for one in members]
        if is_told_by_type(record, struct["members"]):
            fields.insert(0, ("type", "RecordType", ""))
            values.insert(0, "RecordType(record.type)")
        words = without_masks(about_struct(struct), struct["members"])
        if any("with" in one for one in members):
            words += " What the record doesn't tell is None."
        yield from dataclass(python_name(struct["name"]), words, fields)
        yield maker(maker_name(record), struct["name"],
                    f"record: Record, raw: _abi.{class_name(struct['name'])}", values)


def maker_name(record):
    return "_" + record["function"].removeprefix("perfc_decode_")


def entry(record):
    return f"(_abi.{class_name(record['struct'])}, lib.{record['function']}, {maker_name(record)})"


def decoders(abi):
    others = other_records(abi)
    names = ["Sample", *(python_name(record["struct"]) for record in others)]
    yield "\n\nDecoded = (\n    " + "\n    | ".join(names) + ")\n"
    yield "\n# A struct, the function that fills it, and what makes the object of it.\n"
    yield "Decoder = tuple[Any, Callable[..., int], Callable[[Record, Any], Any]]\n"
    trailer = next(record for record in abi["records"] if record["struct"] == TRAILER)
    yield f"TRAILER: Decoder = {entry(trailer)}\n"
    yield "DECODERS: dict[int, Decoder] = {\n"
    for record in others:
        for kind in record["types"]:
            yield (f"    constants.{kind.removeprefix('PERFC_')}:\n        {entry(record)},\n")
    yield "}\n"
    names = sorted([*names[1:], python_name(TRAILER), "Decoded",
                    *(python_name(struct["name"]) for struct in element_structs(abi, others))])
    yield "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"


def records(abi):
    text = "".join((*classes(abi), *decoders(abi)))
    enums = [entry[0] for entry in tables.PYTHON_ENUMS if re.search(rf"\b{entry[0]}\(", text)]
    return HEAD.format(enums=", ".join(enums)) + text


def sample(abi):
    out = [SAMPLE_HEAD]
    for member in shown_members(members_of(abi, "perfc_sample")):
        kind = DESCRIPTORS.get(member["element"]) if "element" in member else \
            "Number" if member["base"] in SCALARS else None
        if kind and "with" in member:
            bits = [bit.removeprefix("PERFC_") for bit in member["bits"]]
            named = " | ".join(f"{enum[0]}.{bit.removeprefix(enum[1])}"
                               for bit in bits for enum in [enum_of(bit)])
            out.append(comment("    #", without_form(member), WIDTH) +
                       f"    {member['name']}: {kind} = {kind}({named})\n")
    out += numbers(next(one for one in abi["structs"] if one["name"] == "perfc_data_src"))
    return "".join(out)


def write(abi):
    return {f"{FOLDER}/records.py": records(abi), f"{FOLDER}/_sample.py": sample(abi)}
