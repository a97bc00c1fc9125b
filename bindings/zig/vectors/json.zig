//! The canonical JSON of test/vectors/README.md.
const std = @import("std");

/// Keys in the order of the calls; a null key is for elements of lists.
pub const Json = struct {
    out: *std.Io.Writer,
    first: bool = true,

    const Error = std.Io.Writer.Error;

    fn key(json: *Json, name: ?[]const u8) Error!void {
        if (!json.first) try json.out.writeByte(',');
        json.first = false;
        if (name) |text_of| try json.out.print("\"{s}\":", .{text_of});
    }

    /// 64 bits as a string, the others as a number.
    pub fn number(json: *Json, name: ?[]const u8, value: anytype) Error!void {
        try json.key(name);
        if (@TypeOf(value) == u64) {
            try json.out.print("\"{d}\"", .{value});
        } else {
            try json.out.print("{d}", .{value});
        }
    }
    pub fn bytes(json: *Json, name: []const u8, data: []const u8) Error!void {
        try json.key(name);
        try json.out.print("\"{x}\"", .{data});
    }
    pub fn text(json: *Json, name: []const u8, data: []const u8) Error!void {
        try json.key(name);
        try json.out.writeByte('"');
        for (data) |byte| switch (byte) {
            '"', '\\', 0...0x1f, 0x7f...0xff => try json.out.print("\\u00{x:0>2}", .{byte}),
            else => try json.out.writeByte(byte),
        };
        try json.out.writeByte('"');
    }
    pub fn words(json: *Json, name: []const u8, data: []const u64) Error!void {
        try json.open(name, '[');
        for (data) |word| try json.number(null, word);
        try json.close(']');
    }

    pub fn open(json: *Json, name: ?[]const u8, bracket: u8) Error!void {
        try json.key(name);
        try json.out.writeByte(bracket);
        json.first = true;
    }
    pub fn close(json: *Json, bracket: u8) Error!void {
        try json.out.writeByte(bracket);
        json.first = false;
    }
    pub fn endLine(json: *Json) Error!void {
        try json.out.writeByte('\n');
        json.first = true;
    }
};
