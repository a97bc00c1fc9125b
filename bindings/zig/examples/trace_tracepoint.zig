//! Traces a tracepoint, sched:sched_switch of this thread, with its fields. Exit code
//! 77: tracefs may not be read here, or isn't mounted.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;

pub fn main() !void {
    var facts: perfc.Facts = .{};
    trace(&facts) catch |err| {
        std.debug.print("{f}\n", .{facts});
        if (err == error.ACCES or err == error.NOENT) std.process.exit(77);
        return err;
    };
}

fn trace(facts: *perfc.Facts) !void {
    const tracepoint = try perfc.Tracepoint.open(.local, "sched:sched_switch", facts);
    defer tracepoint.destroy();
    const next_pid = try tracepoint.find("next_pid");

    const event = try perfc.Event.openString("sched:sched_switch", 0, -1, .{
        .sample_type = c.PERFC_SAMPLE_TIME | c.PERFC_SAMPLE_RAW,
        .facts = facts,
    });
    defer event.close();
    try event.mmap(c.PERFC_MMAP_DEFAULT_PAGES, 0, facts);
    try event.enable(0);
    for (0..3) |_| _ = std.c.nanosleep(&.{ .sec = 0, .nsec = std.time.ns_per_ms }, null);
    try event.disable(0);

    var switches: u32 = 0;
    while (try event.next()) |record| {
        if (record.type != c.PERFC_RECORD_SAMPLE) continue;
        const sample = try event.plan().sample(record);
        const raw = sample.raw();
        var text: [256]u8 = undefined;
        std.debug.print("to {d} at {d} ns: {s}\n", .{
            try tracepoint.value(i32, raw, next_pid, 0),
            sample.fields.time,
            try tracepoint.format(raw, &text),
        });
        switches += 1;
    }
    if (switches == 0) return error.NothingTraced;
}
