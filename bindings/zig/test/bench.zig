//! Sums columns of records in memory: ns per record, the best of several rounds.
//! Prints one line: name, ns.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;

const records = 20000;
const rounds = 50;

fn fillAndSum(batch: perfc.Batch, plan: perfc.Plan, bytes: []align(8) const u8) !u64 {
    var left = bytes;
    var sum: u64 = 0;
    while (left.len > 0) {
        _ = try batch.fillBytes(plan, &left);
        for (batch.samples().column(.ip).?.values) |ip| sum +%= ip;
        for (batch.samples().column(.time).?.values) |time| sum +%= time;
    }
    return sum;
}

fn oneByOne(plan: perfc.Plan, bytes: []align(8) const u8) !u64 {
    var left: []const u8 = bytes;
    var sum: u64 = 0;
    while (try plan.view(left, &.{})) |record| : (left = left[record.size..]) {
        const sample = try plan.sample(record);
        sum +%= sample.fields.ip +% sample.fields.time;
    }
    return sum;
}

pub fn main() !void {
    var attr = perfc.attr_zero;
    attr.size = @sizeOf(perfc.Attr);
    attr.sample_type = c.PERFC_SAMPLE_IP | c.PERFC_SAMPLE_TID | c.PERFC_SAMPLE_TIME;
    const plan = try perfc.OwnedPlan.create(&attr, &.{}, .native, null);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    const words = try std.heap.page_allocator.alloc([4]u64, records);
    const header = @as(u64, 32) << 48 | c.PERFC_RECORD_SAMPLE;
    for (words, 0..) |*record, i| record.* = .{ header, i, 1, 2 * i };

    const bytes = std.mem.sliceAsBytes(words);
    const expected = 3 * @as(u64, records) * (records - 1) / 2;
    inline for (.{ "columns", "records" }, .{ true, false }) |name, columns| {
        var best: u64 = std.math.maxInt(u64);
        for (0..rounds) |_| {
            var timer = try std.time.Timer.start();
            const sum = if (columns)
                try fillAndSum(batch, plan.view(), bytes)
            else
                try oneByOne(plan.view(), bytes);
            best = @min(best, timer.read());
            if (sum != expected) return error.WrongSum;
        }
        const ns = @as(f64, @floatFromInt(best)) / records;
        std.debug.print("zig {s}: {d:.2} ns per record\n", .{ name, ns });
    }
}
