"""Zig: the kinds of tables, and the struct of each one's rows."""
from .libraries import PROFILE
from .texts import ORIGIN, about_table, comment, of_library, table_name
from .zig import WIDTH

TEXT = f"""//! The kinds of tables, each with the struct of its rows.
//! Written by {ORIGIN}.
const c = @import("abi.zig");

pub const Kind = enum(u32) {{
%s
    /// The struct of a row.
    pub fn Row(comptime kind: Kind) type {{
        return switch (kind) {{
%s        }};
    }}
}};
"""


def write(abi):
    kinds, rows = [], []
    for table in of_library(abi, PROFILE.name)["tables"]:
        kinds.append(comment("    ///", about_table(abi, table), WIDTH) +
                     f"    {table_name(table)} = c.{table['kind']},\n")
        rows.append(f"            .{table_name(table)} => c.{table['struct']},\n")
    return {"bindings/zig/src/profile/tables.zig": TEXT % ("".join(kinds), "".join(rows))}
