#!/usr/bin/env python3
"""Writes _abi.py, _version.py, constants.py and enums.py in src/perfc/ from include/perfc/*.h.

usage: generate.py [--check]    --check: fails if that would change a file.
"""
import fnmatch
import keyword
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parents[1]
HEADERS = HERE.parents[1] / "include" / "perfc"
MARK = '# Written by tools/generate.py from include/perfc/*.h.\n'

SCALARS = {"uint8_t": "c_uint8", "uint16_t": "c_uint16", "uint32_t": "c_uint32",
           "uint64_t": "c_uint64", "int32_t": "c_int32", "int64_t": "c_int64",
           "int": "c_int", "size_t": "c_size_t", "double": "c_double", "char": "c_char"}
RESULTS = {"void": ("None", "None"), "int": ("c_int", "int"), "uint32_t": ("c_uint32", "int"),
           "const char *": ("c_char_p", "bytes | None")}

# Class, prefix, base, what isn't of it. The first prefix that fits counts.
ENUMS = [
    ("OpenFlag", "FLAG_", "IntFlag", ""),
    ("Type", "TYPE_", "IntEnum", ""),
    ("CacheOp", "COUNT_HW_CACHE_OP_", "IntEnum", "SHIFT"),
    ("CacheResult", "COUNT_HW_CACHE_RESULT_", "IntEnum", "SHIFT"),
    ("Cache", "COUNT_HW_CACHE_", "IntEnum", "REFERENCES MISSES *_SHIFT"),
    ("Hardware", "COUNT_HW_", "IntEnum", ""),
    ("Software", "COUNT_SW_", "IntEnum", ""),
    ("BranchSample", "SAMPLE_BRANCH_", "IntFlag", "MAX STACK"),
    ("RegsAbi", "SAMPLE_REGS_ABI_", "IntEnum", ""),
    ("SampleType", "SAMPLE_", "IntFlag", "MAX BRANCH_MAX"),
    ("ReadFormat", "FORMAT_", "IntFlag", "MAX"),
    ("AuxFlag", "AUX_FLAG_", "IntFlag", "PMU_FORMAT_TYPE_MASK CORESIGHT_FORMAT_CORESIGHT"),
    ("Capability", "CAP_", "IntFlag", ""),
    ("RecordType", "RECORD_", "IntEnum", "MAX MISC_* KSYMBOL_*"),
    ("Call", "CALL_", "IntEnum", ""),
    ("Rule", "RULE_", "IntEnum", ""),
    ("Part", "PART_", "IntFlag", ""),
    ("ColumnId", "COLUMN_", "IntEnum", "COUNT"),
    ("SpecFlag", "SPEC_", "IntFlag", "NO_LEADER"),
    ("Term", "TERM_", "IntFlag", ""),
    ("TargetKind", "TARGET_", "IntEnum", "EACH_CPU"),
    ("Fallback", "FALLBACK_", "IntFlag", ""),
    ("MemberStatus", "MEMBER_", "IntEnum", ""),
    ("ReportKind", "REPORT_", "IntEnum", "ALL NO_SPEC"),
    ("ListKind", "LIST_", "IntFlag", ""),
    ("Quality", "QUALITY_", "IntFlag", ""),
    ("CountSource", "SOURCE_", "IntEnum", ""),
    ("SumBy", "SUM_", "IntEnum", ""),
    ("StitchState", "STITCH_", "IntEnum", "*_BYTES"),
    ("FieldFlag", "FIELD_", "IntFlag", "INT CHAR BOOL POINTER ENUM BITMASK STRING BYTES"),
    ("FieldKind", "FIELD_", "IntEnum", ""),
    ("ClockHow", "CLOCK_", "IntEnum", ""),
    ("ByteOrder", "BYTE_ORDER_", "IntEnum", ""),
]


def headers():
    for path in sorted(HEADERS.glob("*.h")):
        text = re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.DOTALL)
        yield re.sub(r"\\\n", " ", text)


def class_name(struct):
    return "".join(part.capitalize() for part in struct.removeprefix("perfc_").split("_"))


def parse_structs(text):
    for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", text, re.DOTALL | re.MULTILINE):
        fields = []
        for line in " ".join(body.split()).split(";"):
            if line.strip():
                fields.append(parse_field(line.strip()))
        yield name, fields


def parse_field(line):
    """(name, ctypes expression, type of the attribute)"""
    found = re.fullmatch(r"(.*?[\s*])(\w+)(?:\[(\d+)\])?", line)
    kind, name, count = found[1].strip(), found[2], found[3]
    name += "_" if keyword.iskeyword(name) else ""
    if kind == "const char *":
        return name, "c_char_p", "bytes | None"
    if kind.endswith("*"):
        return name, "c_void_p", "int | None"
    if kind.startswith("struct "):
        kind = class_name(kind.removeprefix("struct "))
        return name, kind, kind
    scalar = SCALARS[kind]
    if count and kind == "char":
        return name, f"{scalar} * {count}", "bytes"
    if count:
        return name, f"{scalar} * {count}", f"Array[{scalar}]"
    return name, scalar, "float" if kind == "double" else "int"


def parse_functions(text):
    for result, name, arguments in re.findall(r"PERFC_API ([\w\s*]*?)(\bperfc_\w+)\(([^)]*)\);",
                                              text):
        kinds = []
        for argument in " ".join(arguments.split()).split(", "):
            if argument != "void":
                kinds.append(argument_type(argument))
        yield name, " ".join(result.split()), kinds


def argument_type(argument):
    if re.match(r"const char \*", argument):
        return "c_char_p"
    if "*" in argument:
        return "c_void_p"
    if argument.startswith("struct "):
        return class_name(argument.split()[1])
    return SCALARS[argument.rsplit(" ", 1)[0]]


def parse_constants(text):
    for name, value in re.findall(r"^#define PERFC_(\w+)\s+(-?(?:0x)?[0-9a-fA-F]+)\s*$", text,
                                  re.MULTILINE):
        yield name, value


def abi(texts):
    structs = [struct for text in texts for struct in parse_structs(text)]
    functions = sorted(function for text in texts for function in parse_functions(text))
    out = ['"""The C ABI as ctypes has it."""\n', MARK, "from collections.abc import Callable\n",
           "from ctypes import (Array, Structure, c_char, c_char_p, c_double, c_int, c_int32,"
           " c_int64,\n                    c_size_t, c_uint8, c_uint16, c_uint32, c_uint64,"
           " c_void_p)\n", "from typing import Any\n\n"]
    for name, fields in ordered(structs):
        out.append(f"\nclass {class_name(name)}(Structure):\n")
        out += [f"    {field}: {attribute}\n" for field, _, attribute in fields]
        out.append("    _fields_ = [\n")
        out += [f'        ("{field}", {kind}),\n' for field, kind, _ in fields]
        out.append("    ]\n\n")
    out.append("\nSTRUCTS: dict[str, type[Structure]] = {\n")
    out += [f'    "{name}": {class_name(name)},\n' for name, _ in structs]
    out.append("}\n\n# Each function's result and arguments.\n"
               "PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {\n")
    for name, result, kinds in functions:
        out.append(f'    "{name}": ({RESULTS.get(result, ("c_void_p",))[0]},\n'
                   f'        [{", ".join(kinds)}]),\n')
    out.append("}\n\n\nclass Functions:\n    \"\"\"The functions of a library.\"\"\"\n\n")
    for name, result, _ in functions:
        python = RESULTS.get(result, ("", "int | None"))[1]
        out.append(f"    {name}: Callable[..., {python}]\n")
    return "".join(out)


def ordered(structs):
    """Structs that others hold come first."""
    names, waiting = set(), list(structs)
    known = {class_name(name) for name, _ in structs}
    while waiting:
        for struct in waiting:
            held = {kind for _, kind, _ in struct[1]} & known
            if held <= names:
                names.add(class_name(struct[0]))
                waiting.remove(struct)
                yield struct
                break
        else:
            sys.exit(f"structs in a circle: {[name for name, _ in waiting]}")


def constants(texts):
    out = ['"""Every constant of the headers, by its name without PERFC_."""\n', MARK, "\n"]
    for text in texts:
        for name, value in parse_constants(text):
            out.append(f"{name} = {value}\n")
    return "".join(out)


def enums(texts):
    left = dict(constant for text in texts for constant in parse_constants(text))
    out = ['"""The constants of constants.py in groups, as enumerations."""\n', MARK,
           "from enum import IntEnum, IntFlag\n"]
    for name, prefix, base, without in ENUMS:
        out.append(f"\n\nclass {name}({base}):\n")
        for constant in [one for one in left if one.startswith(prefix)]:
            member = constant.removeprefix(prefix)
            if not any(fnmatch.fnmatch(member, pattern) for pattern in without.split()):
                member = f"ABI_{member}" if member[0].isdigit() else member
                out.append(f"    {member} = {left.pop(constant)}\n")
    return "".join(out)


def version(texts):
    values = dict(constant for text in texts for constant in parse_constants(text))
    number = ".".join(values[f"VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH"))
    return f'"""The version of the headers."""\n{MARK}VERSION = "{number}"\n'


def main():
    texts = list(headers())
    files = {"_abi.py": abi(texts), "constants.py": constants(texts),
             "enums.py": enums(texts), "_version.py": version(texts)}
    for name, text in files.items():
        path = HERE / "src" / "perfc" / name
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"{name} isn't what the headers say: run tools/generate.py")


main()
