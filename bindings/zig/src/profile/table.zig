//! An answer: rows of one struct, and the text that they name.
const std = @import("std");
const core = @import("c");
const perfc = @import("perfc");
const c = @import("abi.zig");
const errors = @import("errors.zig");
const Kind = @import("tables.zig").Kind;

/// Rows of a kind. A table is a copy, which outlives its file.
pub fn Table(comptime row_kind: Kind) type {
    return struct {
        handle: *c.perfc_table,
        raw: c.perfc_rows,

        const Self = @This();
        pub const Row = row_kind.Row();

        /// Takes over a table of the C API, which has to be of this kind.
        pub fn adopt(handle: *c.perfc_table) perfc.Error!Self {
            var table: Self = .{ .handle = handle, .raw = .{} };
            errdefer table.destroy();
            const size = @sizeOf(c.perfc_rows);
            try errors.done(c.perfc_table_get_rows(handle, @sizeOf(Row), &table.raw, size));
            return table;
        }
        pub fn destroy(table: Self) void {
            c.perfc_table_destroy(table.handle);
        }

        pub fn rows(table: Self) []const Row {
            const first: [*]const Row = @ptrCast(@alignCast(table.raw.rows orelse return &.{}));
            return first[0..@intCast(table.raw.count)];
        }

        /// The rows of a group, if the rows are grouped and there is one of that number.
        pub fn group(table: Self, index: usize) ?[]const Row {
            if (table.raw.starts == null or index >= table.raw.groups) return null;
            return table.rows()[@intCast(table.raw.starts[index])..@intCast(table.raw.starts[index + 1])];
        }

        /// A text of a row: table.text(row.name). Borrowed from the table. Not always UTF-8.
        pub fn text(table: Self, of: c.perfc_text) []const u8 {
            return table.raw.text[of.offset..][0..of.size];
        }

        pub fn kind(table: Self) perfc.Error!Kind {
            return @enumFromInt(try errors.count(c.perfc_table_kind(table.handle)));
        }

        /// Through the Arrow C Data Interface: pointers to its structs, which the caller releases.
        pub fn exportArrow(
            table: Self,
            schema: *anyopaque,
            array: *anyopaque,
            facts: ?*perfc.Facts,
        ) perfc.Error!void {
            const to: *core.ArrowSchema, const data: *core.ArrowArray = .{ @ptrCast(schema), @ptrCast(array) };
            return errors.done(c.perfc_table_export_arrow(table.handle, to, data, errors.raw(facts)));
        }
    };
}
