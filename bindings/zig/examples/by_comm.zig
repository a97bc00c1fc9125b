//! Counts the samples of a perf.data file by the name of their thread: by_comm [FILE]
const std = @import("std");
const perfc = @import("perfc");
const profile = @import("perfc_profile");
const c = perfc.c;

const Names = std.AutoHashMapUnmanaged(u32, []const u8);

// The arguments as C has them: Zig's own differ from version to version.
pub export fn main(argc: c_int, argv: [*]const [*:0]const u8) c_int {
    var facts: perfc.Facts = .{};
    count(if (argc > 1) argv[1] else "perf.data", &facts) catch |err| {
        std.debug.print("{s}: {f}\n", .{ @errorName(err), facts });
        return 1;
    };
    return 0;
}

fn count(path: [*:0]const u8, facts: *perfc.Facts) !void {
    var memory: std.heap.ArenaAllocator = .init(std.heap.c_allocator);
    defer memory.deinit();
    const arena = memory.allocator();
    var names: Names = .empty; // of threads
    var samples: std.StringArrayHashMapUnmanaged(u64) = .empty;
    const file = try profile.File.open(path, .{ .facts = facts });
    defer file.close();
    var reader: profile.File.Reader = .{ .file = file };
    while (try reader.next(facts)) |of| {
        const record = of.record;
        switch (record.type) {
            c.PERFC_RECORD_COMM => {
                const comm = try of.plan().decode(perfc.records.Comm, record);
                try names.put(arena, comm.tid, try arena.dupe(u8, record.string(comm.comm)));
            },
            c.PERFC_RECORD_FORK => {
                const task = try of.plan().decode(perfc.records.Task, record);
                if (names.get(task.ptid)) |name| try names.put(arena, task.tid, name);
            },
            c.PERFC_RECORD_SAMPLE => {
                const sample = try of.plan().sample(record);
                if (!sample.has(c.PERFC_SAMPLE_TID)) continue;
                const name = names.get(sample.fields.tid) orelse "";
                const entry = try samples.getOrPutValue(arena, name, 0);
                entry.value_ptr.* += 1;
            },
            else => {},
        }
    }
    for (samples.keys(), samples.values()) |name, n| _ = std.c.printf("%7lu  %.*s\n", n, @as(c_int, @intCast(name.len)), name.ptr);
}
