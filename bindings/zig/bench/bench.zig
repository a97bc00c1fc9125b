//! The binding as a contender of the benchmark (test/bench/peers.h): columns, and
//! record by record.
const std = @import("std");
const perfc = @import("perfc");
const c = @import("peers");
const allocator = std.heap.c_allocator;

fn adopt(fd: c_int, attr: ?*const anyopaque, attr_size: usize, pages: u32) !perfc.Event {
    const bytes = @as([*]const u8, @ptrCast(attr.?))[0..attr_size];
    const copy = std.c.dup(fd);
    const event = perfc.Event.openFd(copy, bytes, .local, null) catch |why| {
        _ = std.c.close(copy);
        return why;
    };
    errdefer event.close();
    try event.mmap(pages, 0, null);
    return event;
}

const Columns = struct {
    event: perfc.Event,
    batch: perfc.Batch,

    const name = "Zig: columns, views, summed";

    fn init(event: perfc.Event) !Columns {
        return .{ .event = event, .batch = try perfc.Batch.create(.{ .views = true }, null) };
    }
    fn deinit(self: *Columns) void {
        self.batch.destroy();
    }

    fn drain(self: *Columns) !c.bench_sum {
        var all: c.bench_sum = .{};
        while (try self.batch.fill(self.event) > 0) {
            all.records += (try self.batch.info()).samples;
            all.sum +%= sumOfTable(self.batch.samples());
        }
        return all;
    }
};

fn sumOfTable(table: perfc.Table) u64 {
    var sum: u64 = 0;
    inline for (.{ .ip, .pid, .tid, .time, .cpu, .period, .user_abi, .stack_dyn_size }) |name| {
        if (table.column(name)) |column| sum +%= sumOf(column.values);
    }
    inline for (.{ .callchain, .user_regs }) |name| {
        if (table.column(name)) |column| {
            for (0..column.rows) |row| sum +%= sumOf(column.list(row));
        }
    }
    if (table.column(.stack)) |column| {
        for (0..column.rows) |row| sum +%= sumOfStack(column.list(row));
    }
    return sum;
}

const Records = struct {
    event: perfc.Event,

    const name = "Zig: next + sample";

    fn init(event: perfc.Event) !Records {
        return .{ .event = event };
    }
    fn deinit(_: *Records) void {}

    fn drain(self: *Records) !c.bench_sum {
        const plan = self.event.plan();
        var all: c.bench_sum = .{};
        while (try self.event.next()) |record| {
            if (record.type != perfc.c.PERFC_RECORD_SAMPLE) continue;
            const sample = try plan.sample(record);
            all.records += 1;
            all.sum +%= sumOfSample(&sample);
        }
        return all;
    }
};

inline fn sumOfSample(sample: *const perfc.Sample) u64 {
    const of = &sample.fields;
    var sum: u64 = of.ip +% of.pid +% of.tid +% of.time;
    if (sample.has(perfc.c.PERFC_SAMPLE_CPU)) sum +%= of.cpu;
    if (sample.has(perfc.c.PERFC_SAMPLE_PERIOD)) sum +%= of.period;
    if (sample.has(perfc.c.PERFC_SAMPLE_CALLCHAIN)) sum +%= sumOf(sample.callchain());
    if (sample.has(perfc.c.PERFC_SAMPLE_REGS_USER)) sum +%= of.user_abi +% sumOf(sample.userRegs());
    if (sample.has(perfc.c.PERFC_SAMPLE_STACK_USER)) {
        sum +%= sumOfStack(sample.stack()) +% of.stack_dyn_size;
    }
    return sum;
}

fn sumOf(values: anytype) u64 {
    var sum: u64 = 0;
    for (values) |value| sum +%= value;
    return sum;
}

fn sumOfStack(stack: []const u8) u64 {
    return std.mem.bytesToValue(u64, stack[0..8]) +% stack.len;
}

/// What the benchmark calls, of a reader.
fn Peer(comptime Reader: type) type {
    return struct {
        fn open(fd: c_int, attr: ?*const anyopaque, attr_size: usize, pages: u32) callconv(.c) ?*anyopaque {
            return create(fd, attr, attr_size, pages) catch null;
        }
        fn create(fd: c_int, attr: ?*const anyopaque, attr_size: usize, pages: u32) !*Reader {
            const reader = try allocator.create(Reader);
            errdefer allocator.destroy(reader);
            const event = try adopt(fd, attr, attr_size, pages);
            errdefer event.close();
            reader.* = try Reader.init(event);
            return reader;
        }
        fn drain(reader: ?*anyopaque, _: [*c]const c.bench_ring) callconv(.c) c.bench_sum {
            return of(reader).drain() catch .{};
        }
        fn close(reader: ?*anyopaque) callconv(.c) void {
            of(reader).deinit();
            of(reader).event.close();
            allocator.destroy(of(reader));
        }
        fn of(reader: ?*anyopaque) *Reader {
            return @ptrCast(@alignCast(reader.?));
        }
        const peer: c.bench_peer = .{ .name = Reader.name, .open = open, .drain = drain, .close = close };
    };
}

const peers = [_]c.bench_peer{ Peer(Columns).peer, Peer(Records).peer };

export fn bench_peers(count: *u32) [*]const c.bench_peer {
    count.* = peers.len;
    return &peers;
}
