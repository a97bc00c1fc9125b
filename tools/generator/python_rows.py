"""Python: a dataclass for each row of tables, and a method for each kind of tables."""
from . import tables
from .libraries import PROFILE
from .python import MARK, PROFILE_FOLDER, class_name, field
from .python_records import dataclass
from .texts import (about_struct, about_table, comment, of_library, one_line, row_structs, shown_row,
                    table_name)

HEAD = f'''"""The rows of tables."""
{MARK}from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from perfc.profile import _abi
from perfc.profile.enums import RowKind
from perfc.profile.table import Table, Texts

Row = TypeVar("Row")
'''
# The function that gives the tables of a file.
MAKER = "perfc_file_create_table"
METHODS = '''

class FileTables:
    """What the header of a file says. perfc.NoData: the file doesn't have what the table is made
    of."""

    __slots__ = ()

    def _table(self, kind: RowKind, raw: type[Any], make: Callable[[Any, Texts], Row]) -> Table[Row]:
        raise NotImplementedError
'''
METHOD = '''
    def {name}(self) -> Table[{row}]:
{documentation}        return self._table(RowKind.{kind}, _abi.{row}, {maker})
'''


def made_of(struct, member):
    """A member's type, and how it is made of `raw` and the table's texts."""
    name = field(member)[0]
    if member["base"] == "perfc_text":
        is_bytes = f"{struct['name']}.{member['name']}" in tables.ROW_BYTES
        return ("bytes", f"texts.bytes(raw.{name})") if is_bytes else ("str", f"texts.text(raw.{name})")
    if "length" in member:
        count = f"[:raw.{member['counted_by']}]" if "counted_by" in member else ""
        return "bytes", f"bytes(raw.{name}){count}"
    return ("float" if member["base"] == "double" else "int"), f"raw.{name}"


def maker_name(struct):
    return struct["name"].replace("perfc_", "_")


def rows(abi):
    for struct in row_structs(abi):
        members = shown_row(struct)
        name = class_name(struct["name"])
        yield from dataclass(name, about_struct(struct), [
            (field(one)[0], made_of(struct, one)[0], one_line(one["documentation"]))
            for one in members])
        yield (f"\n\ndef {maker_name(struct)}(raw: Any, texts: Texts) -> {name}:\n"
               f"    return {name}(\n        " +
               ",\n        ".join(made_of(struct, one)[1] for one in members) + ")\n")


def methods(abi):
    yield METHODS
    for table in abi["tables"]:
        if MAKER not in table["functions"]:
            continue
        words = about_table(abi, table)
        yield METHOD.format(
            name=table_name(table), row=class_name(table["struct"]),
            documentation=comment("       ", f'"""{words}"""', 100),
            kind=table["kind"].removeprefix("PERFC_ROWS_"), maker=maker_name({"name": table["struct"]}))


def write(abi):
    profile = of_library(abi, PROFILE.name)
    tables.check("ROW_BYTES", tables.ROW_BYTES, [
        f"{one['name']}.{member['name']}" for one in row_structs(profile)
        for member in one["members"]])
    names = [class_name(struct["name"]) for struct in row_structs(profile)]
    exported = "".join(f'    "{name}",\n' for name in sorted(names))
    return {f"{PROFILE_FOLDER}/rows.py": "".join((
        HEAD, *rows(profile), *methods(profile), f"\n\n__all__ = [\n{exported}]\n"))}
