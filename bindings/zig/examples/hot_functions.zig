//! Samples a process and prints its hot functions, straight from the columns.
const std = @import("std");
const perfc = @import("perfc");

// The process: a copy of this one, so its addresses are ours.
export fn less() void {
    for (0..30_000_000) |i| std.mem.doNotOptimizeAway(i);
}
export fn more() void {
    for (0..90_000_000) |i| std.mem.doNotOptimizeAway(i);
}

pub fn main() !void {
    var facts: perfc.Facts = .{};
    errdefer std.debug.print("{f}\n", .{facts});
    var start: [2]c_int = undefined;
    if (std.c.pipe(&start) != 0) return error.NoPipe;
    const pid = std.c.fork();
    if (pid < 0) return error.NoFork;
    if (pid == 0) {
        var go: [1]u8 = undefined;
        if (std.c.read(start[0], &go, go.len) == 1) less();
        more();
        std.c._exit(0);
    }
    const specs = try perfc.Specs.create(.local, &facts);
    defer specs.destroy();
    const fields = perfc.c.PERFC_SAMPLE_IP | perfc.c.PERFC_SAMPLE_TIME;
    _ = try specs.parse("cpu-clock/period=1000000/u", fields, &facts);
    const set = try perfc.Set.open(specs, .{ .kind = .{ .tree = pid } }, .{ .facts = &facts });
    defer set.close();
    _ = try set.mmap(16, 0, &facts);
    const stream = try perfc.Stream.create(.{ .facts = &facts });
    defer stream.destroy();
    _ = try set.addTo(stream, &facts);
    const batch = try perfc.Batch.create(.{}, &facts);
    defer batch.destroy();
    try set.enable();
    if (std.c.write(start[1], "!", 1) != 1) return error.NoStart;

    const names = [_][]const u8{ "(other)", "less", "more" };
    var samples: [names.len]u32 = @splat(0);
    while (stream.wait(-1, &facts)) |_| {
        while ((batch.fill(stream) catch 0) > 0) {
            const column = batch.samples().column(.ip) orelse continue;
            for (column.values) |ip| samples[functionOf(ip)] += 1;
        }
    } else |err| if (err != error.SHUTDOWN) return err; // the process has gone
    for (names, samples) |name, n| std.debug.print("{d: >7}  {s}\n", .{ n, name });
    if (samples[2] <= samples[1]) return error.NotSampled;
}

fn functionOf(ip: u64) usize {
    const near = 256; // bytes: both are short
    if (ip -% @intFromPtr(&less) < near) return 1;
    return if (ip -% @intFromPtr(&more) < near) 2 else 0;
}
