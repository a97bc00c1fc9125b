//! Counts one function: its instructions, or on a machine that can't count those (a
//! VM, most often) the nanoseconds it ran; and its page faults.
const std = @import("std");
const perfc = @import("perfc");

fn sumOfSquares(count: u64) !u64 {
    const squares = try std.heap.page_allocator.alloc(u64, count);
    defer std.heap.page_allocator.free(squares);
    for (squares, 0..) |*square, i| square.* = i * i;
    var sum: u64 = 0;
    for (squares) |square| sum += square;
    return sum;
}

fn open(name: [*:0]const u8, facts: *perfc.Facts) !perfc.Event {
    return perfc.Event.openString(name, 0, -1, .{ .facts = facts });
}

fn print(name: []const u8, count: perfc.Count) void {
    if (count.value()) |value| {
        std.debug.print("{s}: {d}\n", .{ name, value });
    } else {
        std.debug.print("{s}: not counted, other events had the PMU\n", .{name});
    }
}

pub fn main() !void {
    var facts: perfc.Facts = .{};
    errdefer std.debug.print("{f}\n", .{facts});
    var name: []const u8 = "instructions";
    const hardware = open("instructions:u", &facts);
    const work = hardware catch |err| switch (err) {
        error.NOENT => fallback: {
            name = "nanoseconds";
            break :fallback try open("task-clock:u", &facts);
        },
        else => return err,
    };
    defer work.close();
    const faults = try open("page-faults:u", &facts);
    defer faults.close();

    var counts: [2]perfc.Count = undefined;
    try perfc.counts.measureBegin(faults, &.{}, counts[0..1]);
    try perfc.counts.measureBegin(work, &.{}, counts[1..2]);
    const sum = try sumOfSquares(1000000);
    try perfc.counts.measureEnd(work, &.{}, counts[1..2]);
    try perfc.counts.measureEnd(faults, &.{}, counts[0..1]);
    std.debug.print("sum: {d}\n", .{sum});
    print(name, counts[1]);
    print("page faults", counts[0]);
}
