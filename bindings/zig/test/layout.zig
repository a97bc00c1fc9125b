//! Structs that are laid out here, beside those of the header.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;

fn expectSame(comptime Ours: type, comptime Theirs: type, comptime renamed: anytype) !void {
    try std.testing.expectEqual(@sizeOf(Theirs), @sizeOf(Ours));
    const ours = comptime std.meta.fieldNames(Ours);
    const theirs = comptime std.meta.fieldNames(Theirs);
    try std.testing.expectEqual(theirs.len, ours.len);
    inline for (ours, theirs) |our, their| {
        const name = comptime for (renamed) |pair| {
            if (std.mem.eql(u8, pair[0], our)) break pair[1];
        } else our;
        try std.testing.expectEqualStrings(their, name);
        try std.testing.expectEqual(@offsetOf(Theirs, their), @offsetOf(Ours, our));
        try std.testing.expectEqual(@sizeOf(@FieldType(Theirs, their)), @sizeOf(@FieldType(Ours, our)));
    }
}

test "structs with methods have the layout of the C structs" {
    try expectSame(perfc.Record, c.perfc_record, .{});
    try expectSame(perfc.StreamRecord, c.perfc_stream_record, .{
        .{ "plan_handle", "plan" },
        .{ "tail_data", "tail" },
    });
    try expectSame(perfc.Stitch.Stitched, c.perfc_stitched_record, .{});
    try expectSame(perfc.Count, c.perfc_count, .{});
}

test "columns have the numbers and the names of the header" {
    const columns = comptime std.meta.fieldNames(perfc.Column);
    try std.testing.expectEqual(c.PERFC_COLUMN_COUNT, columns.len);
    inline for (columns) |column| {
        const constant = comptime blk: {
            @setEvalBranchQuota(10000);
            var upper: [column.len]u8 = undefined;
            _ = std.ascii.upperString(&upper, column);
            break :blk upper;
        };
        const named = @field(perfc.Column, column);
        try std.testing.expectEqual(@field(c, "PERFC_COLUMN_" ++ constant), @intFromEnum(named));
        try std.testing.expectEqualStrings(column, named.name());
    }
}

test "enums have the numbers of the header" {
    try std.testing.expectEqual(c.PERFC_BYTE_ORDER_BIG, @intFromEnum(perfc.ByteOrder.big));
    try std.testing.expectEqual(c.PERFC_TABLE_RECORDS, @intFromEnum(perfc.Table.Kind.records));
    try std.testing.expectEqual(c.PERFC_SUM_THREAD, @intFromEnum(perfc.Set.By.thread));
    const State = perfc.Stitch.State;
    try std.testing.expectEqual(c.PERFC_STITCH_OVERSIZED, @intFromEnum(State.oversized));
    const Flags = perfc.StreamRecord.Flags;
    const guessed: u32 = @bitCast(Flags{ .time_guessed = true });
    try std.testing.expectEqual(@as(u32, c.PERFC_STREAM_RECORD_TIME_GUESSED), guessed);
    const late: u32 = @bitCast(Flags{ .late = true });
    try std.testing.expectEqual(@as(u32, c.PERFC_STREAM_RECORD_LATE), late);
    const more: u32 = @bitCast(Flags{ .more = true });
    try std.testing.expectEqual(@as(u32, c.PERFC_STREAM_RECORD_MORE), more);
    try std.testing.expectEqual(c.PERFC_HOST_TRACEFS, @intFromEnum(perfc.Host.Root.tracefs));
    const How = perfc.ClockRelation.How;
    try std.testing.expectEqual(c.PERFC_CLOCK_RECORDED, @intFromEnum(How.recorded));
}

test "the library is as new as the header" {
    try perfc.checkVersion();
    try std.testing.expect(perfc.version().order(.{ .major = 0, .minor = 1, .patch = 0 }) != .lt);
}
