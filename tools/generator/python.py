"""Python: the ABI as ctypes has it, the constants, and enumerations of them."""
import keyword
import re
import textwrap

from . import tables
from .libraries import CORE, PROFILE
from .texts import ORIGIN, literal, of_library, snake

MARK = f"# Written by {ORIGIN}.\n"
FOLDER = "bindings/python/src/perfc"
PROFILE_FOLDER = f"{FOLDER}/profile"
SCALARS = {"int": "c_int", "size_t": "c_size_t", "double": "c_double", "char": "c_char",
           **{f"int{bits}_t": f"c_int{bits}" for bits in (8, 16, 32, 64)},
           **{f"uint{bits}_t": f"c_uint{bits}" for bits in (8, 16, 32, 64)}}


def class_name(struct):
    return "".join(part.capitalize() for part in snake(struct).split("_"))


def is_text(item):
    return item["base"] == "char" and item.get("pointers") == ["const"]


def c_type(item):
    """The ctypes expression of a type that isn't void, without the length of an array."""
    if is_text(item):
        return "c_char_p"
    if "pointers" in item:
        return "c_void_p"
    return SCALARS.get(item["base"]) or class_name(item["base"])


def python_type(item):
    """The Python type of a value that ctypes returns."""
    if is_text(item):
        return "bytes | None"
    if "pointers" in item:
        return "int | None"
    if item["base"] not in SCALARS:
        return class_name(item["base"])
    return {"double": "float", "char": "bytes"}.get(item["base"], "int")


def field(member):
    """(name, ctypes expression, type of the attribute)"""
    name = member["name"] + "_" * keyword.iskeyword(member["name"])
    if "length" not in member:
        return name, c_type(member), python_type(member)
    inner = c_type(member)
    array = "bytes" if inner == "c_char" else f"Array[{inner}]"
    return name, f"{inner} * {member['length']}", array


def structs(abi):
    for struct in abi["structs"]:
        fields = [field(member) for member in struct["members"]]
        yield f"\nclass {class_name(struct['name'])}(Structure):\n"
        yield from (f"    {name}: {attribute}\n" for name, _, attribute in fields)
        yield "    _fields_ = [\n"
        yield from (f'        ("{name}", {kind}),\n' for name, kind, _ in fields)
        yield "    ]\n\n"


def is_void(item):
    return item["base"] == "void" and "pointers" not in item


def functions(abi):
    ordered = sorted(abi["functions"], key=lambda function: function["name"])
    yield "}\n\n# Each function's result and arguments.\n"
    yield "PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {\n"
    for function in ordered:
        result = "None" if is_void(function["result"]) else c_type(function["result"])
        yield f'    "{function["name"]}": ({result},\n'
        yield f"        [{', '.join(map(c_type, function['parameters']))}]),\n"
    yield '}\n\n\nclass Functions:\n    """The functions of a library."""\n\n'
    for function in ordered:
        result = "None" if is_void(function["result"]) else python_type(function["result"])
        yield f"    {function['name']}: Callable[..., {result}]\n"


def imports(text):
    """Of what the text uses."""
    ctypes = sorted(set(re.findall(r"\b(?:Array|Structure|c_\w+)\b", text)))
    return ("from collections.abc import Callable\n" +
            textwrap.fill(f"from ctypes import ({', '.join(ctypes)})", 100,
                          subsequent_indent=" " * len("from ctypes import (")) +
            "\nfrom typing import Any\n\n")


def abi_module(abi):
    known = "".join(f'    "{struct["name"]}": {class_name(struct["name"])},\n'
                    for struct in abi["structs"])
    text = (f"{''.join(structs(abi))}\n"
            f"STRUCTS: dict[str, type[Structure]] = {{\n{known}{''.join(functions(abi))}")
    return f'"""The C ABI as ctypes has it."""\n{MARK}{imports(text)}{text}'


def short_names(abi):
    """The constants' values by their names without PERFC_."""
    return {one["name"].removeprefix("PERFC_"): literal(one) for one in abi["constants"]}


def constants(abi):
    lines = "".join(f"{name} = {value}\n" for name, value in short_names(abi).items())
    return f'"""Every constant of the headers, by its name without PERFC_."""\n{MARK}\n{lines}'


def enums(abi, table, enumerations):
    values = short_names(abi)
    bases = {name: base for name, _, base, _ in enumerations}
    entries = [(name, prefix, without) for name, prefix, _, without in enumerations]
    out = [f'"""The constants of constants.py in groups, as enumerations."""\n{MARK}'
           "from enum import IntEnum, IntFlag\n"]
    for name, prefix, members in tables.groups(table, entries, values):
        out.append(f"\n\nclass {name}({bases[name]}):\n")
        for member in members:
            spelling = member.removeprefix(prefix)
            spelling = f"ABI_{spelling}" if spelling[0].isdigit() else spelling
            out.append(f"    {spelling} = {values[member]}\n")
    return "".join(out)


def version(abi):
    return f'"""The version of the headers."""\n{MARK}VERSION = "{abi["version"]}"\n'


def write(abi):
    tables.check("RECORD_NAMES", tables.RECORD_NAMES, [struct["name"] for struct in abi["structs"]])
    core, profile = (of_library(abi, library.name) for library in (CORE, PROFILE))
    return {f"{FOLDER}/_abi.py": abi_module(core), f"{FOLDER}/constants.py": constants(core),
            f"{FOLDER}/enums.py": enums(core, "PYTHON_ENUMS", tables.PYTHON_ENUMS),
            f"{FOLDER}/_version.py": version(abi),
            f"{PROFILE_FOLDER}/_abi.py": abi_module(profile),
            f"{PROFILE_FOLDER}/constants.py": constants(profile),
            f"{PROFILE_FOLDER}/enums.py": enums(profile, "PYTHON_PROFILE_ENUMS",
                                                tables.PYTHON_PROFILE_ENUMS)}
