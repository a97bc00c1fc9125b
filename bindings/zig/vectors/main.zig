//! vectors typed|columns|views FILE.vec...: the canonical JSON of the vectors' records,
//! by this binding's typed accessors, its columns, or columns of views.
//! vectors aux: see test/conformance/aux.sh.
const std = @import("std");
const perfc = @import("perfc");
const Json = @import("json.zig").Json;
const aux = @import("aux.zig");
const columns = @import("columns.zig");
const typed = @import("typed.zig");

const Allocator = std.mem.Allocator;

/// A file of test/vectors, read from front to back.
const File = struct {
    bytes: []align(8) const u8,
    at: usize = 0,

    fn open(arena: Allocator, path: []const u8) !File {
        const file = try std.fs.cwd().openFile(path, .{});
        defer file.close();
        const size = try file.getEndPos();
        const bytes = try arena.alignedAlloc(u8, .@"8", size);
        if (try file.readAll(bytes) != size) return error.CutShort;
        var out: File = .{ .bytes = bytes };
        if (!std.mem.eql(u8, try out.take(8), "PERFCVEC")) return error.NotVectors;
        if (try out.number() != 1) return error.OtherVersion;
        return out;
    }
    /// What follows is aligned like it.
    fn take(file: *File, size: usize) ![]align(8) const u8 {
        const padded = std.mem.alignForward(usize, size, 8);
        if (padded > file.bytes.len - file.at) return error.CutShort;
        defer file.at += padded;
        return @alignCast(file.bytes[file.at..][0..size]);
    }
    fn number(file: *File) !u32 {
        if (file.bytes.len - file.at < 4) return error.CutShort;
        defer file.at += 4;
        return std.mem.readInt(u32, file.bytes[file.at..][0..4], .little);
    }
};

const Attr = struct { bytes: []const u8, ids: []const u64 };

const Case = struct {
    byte_order: perfc.ByteOrder,
    attrs: []Attr,
    records: []align(8) const u8,

    fn read(arena: Allocator, file: *File) !Case {
        _ = try file.take(48);
        const byte_order: perfc.ByteOrder = @enumFromInt(try file.number());
        const attrs = try arena.alloc(Attr, try file.number());
        _ = try file.number();
        const size = try file.number();
        for (attrs) |*attr| {
            const attr_size = try file.number();
            const ids = try file.number();
            attr.bytes = try file.take(attr_size);
            attr.ids = @ptrCast(try file.take(ids * 8));
        }
        return .{ .byte_order = byte_order, .attrs = attrs, .records = try file.take(size) };
    }

    /// The size in the header at `at`, in the case's byte order.
    fn sizeAt(case: Case, at: usize) usize {
        const order: std.builtin.Endian = if (case.byte_order == .big) .big else .little;
        return std.mem.readInt(u16, case.records[at + 6 ..][0..2], order);
    }
};

fn makePlan(attrs: []const Attr, order: perfc.ByteOrder) !perfc.OwnedPlan {
    const plan = try perfc.OwnedPlan.create(attrs[0].bytes, attrs[0].ids, order, null);
    errdefer plan.destroy();
    for (attrs[1..]) |attr| _ = try plan.add(attr.bytes, attr.ids, null);
    return plan;
}

var scratch: [65536]u8 align(8) = undefined;

fn byType(case: Case, plan: perfc.Plan, json: *Json) !void {
    var at: usize = 0;
    while (at < case.records.len) : (at += case.sizeAt(at)) {
        if (plan.view(case.records[at..], &scratch)) |record| {
            try typed.describe(plan, record.?, json);
        } else |err| {
            try typed.describeError(err, json);
        }
        try json.endLine();
    }
}

fn byColumns(arena: Allocator, case: Case, plan: perfc.Plan, views: bool, json: *Json) !void {
    const attrs = try arena.alloc(Attr, case.attrs.len);
    const read_formats = try arena.alloc(u64, case.attrs.len);
    for (attrs, case.attrs, read_formats, 0..) |*attr, from, *read_format, i| {
        const bytes = try arena.alloc(u8, try plan.attr(@intCast(i), &.{}));
        _ = try plan.attr(@intCast(i), bytes);
        attr.* = .{ .bytes = bytes, .ids = from.ids };
        const offset = @offsetOf(perfc.Attr, "read_format");
        read_format.* = std.mem.readInt(u64, bytes[offset..][0..8], @import("builtin").cpu.arch.endian());
    }
    const native = try makePlan(attrs, .native);
    defer native.destroy();

    // In this machine's byte order, one behind the other.
    var records: std.ArrayListAligned(u8, .@"8") = .empty;
    var at: usize = 0;
    while (at < case.records.len) : (at += case.sizeAt(at)) {
        const record = (try plan.view(case.records[at..], &scratch)).?;
        try records.appendSlice(arena, record.bytes());
    }
    const batch = try perfc.Batch.create(.{ .views = views }, null);
    defer batch.destroy();
    var left: []align(8) const u8 = records.items;
    while (left.len > 0) {
        _ = try batch.fillBytes(native.view(), &left);
        try columns.describe(batch, native.view(), read_formats, json);
    }
}

pub fn main() !void {
    var memory = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    defer memory.deinit();
    const arena = memory.allocator();
    const args = try std.process.argsAlloc(arena);
    var buffer: [65536]u8 = undefined;
    var stdout = std.fs.File.stdout().writer(&buffer);
    if (args.len == 2 and std.mem.eql(u8, args[1], "aux")) {
        try aux.tell(&stdout.interface);
        return stdout.interface.flush();
    }
    if (args.len < 3) return error.Usage;
    const mode = std.meta.stringToEnum(enum { typed, columns, views }, args[1]) orelse
        return error.Usage;

    var json: Json = .{ .out = &stdout.interface };
    for (args[2..]) |path| {
        var file = try File.open(arena, path);
        for (0..try file.number()) |_| {
            const case = try Case.read(arena, &file);
            const plan = try makePlan(case.attrs, case.byte_order);
            defer plan.destroy();
            switch (mode) {
                .typed => try byType(case, plan.view(), &json),
                else => try byColumns(arena, case, plan.view(), mode == .views, &json),
            }
        }
    }
    try stdout.interface.flush();
}
