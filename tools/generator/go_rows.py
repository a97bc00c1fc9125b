"""Go: a struct for each row of tables, and a method for each kind of tables."""
import itertools

from . import tables
from .go import (PROFILE_BANNER, PROFILE_FOLDER, TYPES, WIDTH, aligned, c_field, camel,
                 numbered_blocks)
from .libraries import PROFILE
from .texts import (about_struct, comment, listed_by, of_library, one_line, row_structs, shown_row,
                    table_name)

# The function that gives the tables of a file.
MAKER = "perfc_file_create_table"
HEAD = f"""{PROFILE_BANNER}// #include <perfc/profile.h>
import "C"

import "unsafe"

"""
MAKE = """func make{name}(raw unsafe.Pointer, texts texts) {name} {{
	c := (*C.struct_{struct})(raw)
	return {name}{{
{values}	}}
}}

"""
METHOD = """{documentation}func (f *File) {method}() ({type}, error) {{
	return {reader}(f, {kind}, C.sizeof_struct_{struct}, make{name})
}}

"""


def value_of(struct, member):
    """A member's type, and how it is made of `c` and the table's texts."""
    raw = f"c.{c_field(member['name'])}"
    if member["base"] == "perfc_text":
        is_bytes = f"{struct['name']}.{member['name']}" in tables.ROW_BYTES
        kind, method = ("[]byte", "bytes") if is_bytes else ("string", "text")
        return kind, f"texts.{method}({raw})"
    if "counted_by" in member:
        return "[]byte", f"first({raw}[:], c.{member['counted_by']})"
    kind = TYPES[member["base"]]
    if "length" in member:
        kind = f"[{member['length']}]{kind}"
        return kind, f"*(*{kind})(unsafe.Pointer(&{raw}))"
    return kind, f"{kind}({raw})"


def rows(abi):
    for struct in row_structs(abi):
        name = camel(struct["name"])
        words = about_struct(struct)
        yield comment("//", f"{name} is struct {struct['name']}. {words}", WIDTH)
        yield f"type {name} struct {{\n"
        blocks = itertools.groupby(numbered_blocks(shown_row(struct)), key=lambda pair: pair[0])
        for _, block in blocks:
            members = [member for _, member in block]
            yield comment("\t//", one_line(members[0]["documentation"]), WIDTH)
            yield aligned([(camel(one["name"]), value_of(struct, one)[0]) for one in members], " ")
        pairs = [(camel(one["name"]) + ":", value_of(struct, one)[1]) for one in shown_row(struct)]
        width = max(len(first) for first, _ in pairs)
        values = "".join(f"\t\t{first:{width}} {second},\n" for first, second in pairs)
        yield "}\n\n" + MAKE.format(name=name, struct=struct["name"], values=values)


def methods(abi):
    for table in abi["tables"]:
        if MAKER not in table["functions"]:
            continue
        name, method = camel(table["struct"]), camel(table_name(table))
        words = f"{method} lists {listed_by(abi, table)}"
        yield METHOD.format(
            documentation=comment("//", words, WIDTH), method=method, name=name,
            type=f"[][]{name}" if table["grouped"] else f"[]{name}",
            reader="groups" if table["grouped"] else "rows",
            kind=table["kind"].removeprefix("PERFC_"), struct=table["struct"])


def write(abi):
    profile = of_library(abi, PROFILE.name)
    text = HEAD + "".join((*rows(profile), *methods(profile)))
    return {f"{PROFILE_FOLDER}/rows_gen.go": text.rstrip() + "\n"}
