//! vectors typed|columns|views FILE.vec...: the canonical JSON of the vectors' records,
//! by this binding's typed accessors, its columns, or columns of views.
//! vectors aux: see test/conformance/aux.sh.
const std = @import("std");
const perfc = @import("perfc");
const Json = @import("json.zig").Json;
const aux = @import("aux_area.zig");
const columns = @import("columns.zig");
const typed = @import("typed.zig");

const Allocator = std.mem.Allocator;

/// A file of test/vectors, read from front to back.
const File = struct {
    bytes: []align(8) const u8,
    at: usize = 0,

    fn open(arena: Allocator, path: [*:0]const u8) !File {
        const file = std.c.fopen(path, "rb") orelse return error.NoFile;
        defer _ = std.c.fclose(file);
        var bytes: std.ArrayListAligned(u8, .@"8") = .empty;
        var piece: [65536]u8 = undefined;
        while (true) {
            const size = std.c.fread(&piece, 1, piece.len, file);
            if (size == 0) break;
            try bytes.appendSlice(arena, piece[0..size]);
        }
        var out: File = .{ .bytes = bytes.items };
        if (!std.mem.eql(u8, try out.take(8), "PERFCVEC")) return error.NotVectors;
        if (try out.number() != 2) return error.OtherVersion;
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
    default: ?u32,
    attrs: []Attr,
    records: []align(8) const u8,

    fn read(arena: Allocator, file: *File) !Case {
        _ = try file.take(48);
        const byte_order: perfc.ByteOrder = @enumFromInt(try file.number());
        const attrs = try arena.alloc(Attr, try file.number());
        _ = try file.number();
        const size = try file.number();
        const default = try file.number();
        _ = try file.number();
        for (attrs) |*attr| {
            const attr_size = try file.number();
            const ids = try file.number();
            attr.bytes = try file.take(attr_size);
            attr.ids = @ptrCast(try file.take(ids * 8));
        }
        return .{
            .byte_order = byte_order,
            .default = if (default == perfc.c.PERFC_PLAN_NO_DEFAULT) null else default,
            .attrs = attrs,
            .records = try file.take(size),
        };
    }

    /// The size in the header at `at`, in the case's byte order.
    fn sizeAt(case: Case, at: usize) usize {
        const order: std.builtin.Endian = if (case.byte_order == .big) .big else .little;
        return std.mem.readInt(u16, case.records[at + 6 ..][0..2], order);
    }
};

fn makePlan(attrs: []const Attr, default: ?u32, order: perfc.ByteOrder) !perfc.OwnedPlan {
    const plan = try perfc.OwnedPlan.empty(order, null);
    errdefer plan.destroy();
    for (attrs) |attr| _ = try plan.add(attr.bytes, attr.ids, null);
    try plan.setDefault(default);
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
    const native = try makePlan(attrs, case.default, .native);
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

// As C has it: arguments and files are had in another way by each Zig.
pub export fn main(argc: c_int, argv: [*]const [*:0]const u8) callconv(.c) c_int {
    var out: std.Io.Writer.Allocating = .init(std.heap.c_allocator);
    defer out.deinit();
    tell(argv[1..@intCast(argc)], &out.writer) catch |err| {
        std.debug.print("vectors: {s}\n", .{@errorName(err)});
        return 1;
    };
    var left = out.written();
    while (left.len > 0) {
        const size = std.c.write(1, left.ptr, left.len);
        if (size <= 0) return 1;
        left = left[@intCast(size)..];
    }
    return 0;
}

fn tell(args: []const [*:0]const u8, out: *std.Io.Writer) !void {
    if (args.len == 0) return error.Usage;
    const verb = std.mem.span(args[0]);
    if (std.mem.eql(u8, verb, "aux")) return aux.tell(out);
    const mode = std.meta.stringToEnum(enum { typed, columns, views }, verb) orelse
        return error.Usage;

    var memory = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    defer memory.deinit();
    const arena = memory.allocator();
    var json: Json = .{ .out = out };
    for (args[1..]) |path| {
        var file = try File.open(arena, path);
        for (0..try file.number()) |_| {
            const case = try Case.read(arena, &file);
            const plan = try makePlan(case.attrs, case.default, case.byte_order);
            defer plan.destroy();
            switch (mode) {
                .typed => try byType(case, plan.view(), &json),
                else => try byColumns(arena, case, plan.view(), mode == .views, &json),
            }
        }
    }
}
