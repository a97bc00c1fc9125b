//! perf.data files for Zig, by libperfc-profile: records out of them and into them, and what
//! their headers say.
//!
//!   const file = try profile.File.open("perf.data", .{});
//!   defer file.close();
//!   var reader: profile.File.Reader = .{ .file = file };
//!   while (try reader.next(null)) |record| ...
//!
//! What the module perfc says of handles, errors and borrowed memory goes for this one, too.
const std = @import("std");

/// The C API as it is: constants, structs and functions.
pub const c = @import("abi.zig");

const file = @import("file.zig");
pub const File = file.File;
pub const Filter = file.Filter;

pub const Kind = @import("tables.zig").Kind;
pub const Table = @import("table.zig").Table;

const writer = @import("writer.zig");
pub const Strip = writer.Strip;
pub const Writer = writer.Writer;

test {
    inline for (.{ File, File.Reader, Filter, Table(.events), Table(.groups), Writer }) |T| {
        std.testing.refAllDecls(T);
    }
}
