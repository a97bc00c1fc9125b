//! Copies a perf.data file, with the samples of some processes only: copy_file FROM TO [PID...]
const std = @import("std");
const perfc = @import("perfc");
const profile = @import("perfc_profile");

// The arguments as C has them: Zig's own differ from version to version.
pub export fn main(argc: c_int, argv: [*]const [*:0]const u8) c_int {
    var facts: perfc.Facts = .{};
    const arguments = argv[1..@intCast(argc)];
    if (arguments.len < 2) {
        std.debug.print("usage: copy_file FROM TO [PID...]\n", .{});
        return 2;
    }
    copy(arguments[0], arguments[1], arguments[2..], &facts) catch |err| {
        std.debug.print("{s}: {f}\n", .{ @errorName(err), facts });
        return 1;
    };
    return 0;
}

fn copy(
    from: [*:0]const u8,
    to: [*:0]const u8,
    processes: []const [*:0]const u8,
    facts: *perfc.Facts,
) !void {
    var room: [64]i32 = undefined;
    if (processes.len > room.len) return error.TooManyProcesses;
    for (processes, room[0..processes.len]) |text, *pid| {
        pid.* = try std.fmt.parseInt(i32, std.mem.span(text), 10);
    }
    const file = try profile.File.open(from, .{
        .filter = .{ .pids = room[0..processes.len] },
        .tails = true, // AUX data belong to a copy
        .facts = facts,
    });
    defer file.close();
    const writer = try profile.Writer.create(to, .{ .facts = facts });
    defer writer.destroy();
    try writer.copy(file, facts);
    const written = try writer.finish(facts);
    _ = std.c.printf("%lu records, %lu bytes\n", written.records, written.bytes);
}
