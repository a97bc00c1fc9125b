//! On this machine's kernel. Skipped where this user may not measure itself.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectError = std.testing.expectError;

fn clockAttr(flags: u64) perfc.Attr {
    var attr = perfc.attr_zero;
    attr.type = c.PERFC_TYPE_SOFTWARE;
    attr.config = c.PERFC_COUNT_SW_CPU_CLOCK;
    attr.sample_period = 100000; // ns
    attr.sample_type = c.PERFC_SAMPLE_IP | c.PERFC_SAMPLE_TID | c.PERFC_SAMPLE_TIME;
    attr.read_format = c.PERFC_FORMAT_TOTAL_TIME_ENABLED | c.PERFC_FORMAT_TOTAL_TIME_RUNNING;
    attr.flags = flags | c.PERFC_ATTR_DISABLED | c.PERFC_ATTR_EXCLUDE_KERNEL |
        c.PERFC_ATTR_SAMPLE_ID_ALL;
    return attr;
}

fn open(attr: perfc.Attr) !perfc.Event {
    var facts: perfc.Facts = .{};
    return perfc.Event.open(&attr, 0, -1, .{ .facts = &facts }) catch |err| switch (err) {
        error.ACCES, error.PERM, error.NOSYS => {
            std.debug.print("skipped: {f}\n", .{facts});
            return error.SkipZigTest;
        },
        else => err,
    };
}

/// Until the ring has something.
fn spin(event: perfc.Event) !void {
    const page = event.controlPage().?;
    const before = page.data_head;
    try event.enable(0);
    while (page.data_head == before) {}
    try event.disable(0);
}

test "a ring gives its records" {
    const event = try open(clockAttr(0));
    defer event.close();
    try event.mmap(8, 0, null);
    try expect(!try event.wait(0, null));
    try spin(event);
    try expect(try event.wait(-1, null));
    try expect(try event.peek() != null);
    var samples: usize = 0;
    while (try event.next()) |record| {
        if (record.type != c.PERFC_RECORD_SAMPLE) continue;
        const sample = try event.plan().sample(record);
        try expectEqual(std.os.linux.getpid(), @as(i32, @bitCast(sample.fields.pid)));
        try expectEqual(@as(u32, c.PERFC_RECORD_MISC_USER), record.cpumode());
        samples += 1;
    }
    try expect(samples > 0);
    try expectEqual(0, (try event.losses()).lost);
    try event.munmap();
    try expectError(error.BADFD, event.next());
}

test "an event takes its ioctls" {
    const event = try open(clockAttr(0));
    defer event.close();
    try expect(try event.id() > 0);
    try expect(event.fd() >= 0);
    var copy: perfc.Attr = undefined;
    try expectEqual(@sizeOf(perfc.Attr), try event.attrCopy(std.mem.asBytes(&copy)));
    try event.setPeriod(50000);
    try event.refresh(1);
    try event.reset(0);
    try expectError(error.INVAL, event.pauseOutput(true));
    try event.mmap(0, 0, null);
    try event.ioctl(c.PERFC_IOC_DISABLE, 0, null);
    try expectError(error.NOTTY, event.ioctl(0x1234, 0, null));
    try expectError(error.INVAL, event.setFilter("x", null));
    try expect(std.meta.isError(event.modifyAttributes(&clockAttr(0), null)));
    var ids: [4]u32 = undefined;
    try expect(std.meta.isError(event.queryBpf(&ids, null)));
    try expect(std.meta.isError(event.setBpf(-1, null)));
    var read: [1]perfc.Count = undefined;
    try expectEqual(1, (try event.read(&read)).len);
    const twin = std.c.dup(event.fd());
    const opened = try perfc.Event.openFd(twin, &clockAttr(0), .local, null);
    defer opened.close();
    try expectEqual(try event.id(), try opened.id());
}

test "an event is opened by its name" {
    const clock = perfc.Event.openString("task-clock:u", 0, -1, .{}) catch |err| switch (err) {
        error.ACCES, error.PERM, error.NOSYS => return error.SkipZigTest,
        else => return err,
    };
    defer clock.close();
    try clock.enable(0);
    for (0..1_000_000) |i| std.mem.doNotOptimizeAway(i);
    try clock.disable(0);
    var counts: [1]perfc.Count = undefined;
    try expect((try clock.read(&counts))[0].value().? > 0);

    const samples = try perfc.Event.openString("cpu-clock/freq=5000/u", 0, -1, .{
        .sample_type = c.PERFC_SAMPLE_IP,
    });
    defer samples.close();
    try samples.mmap(8, 0, null);
    try samples.enable(0);
    while (samples.controlPage().?.data_head == 0) {}
    try samples.disable(0);
    try expect((try samples.plan().sample((try samples.next()).?)).fields.ip != 0);

    try expectError(error.NOTUNIQ, perfc.Event.openString("cs:u,faults:u", 0, -1, .{}));
    try expectError(error.NOENT, perfc.Event.openString("page-fualts", 0, -1, .{}));
}

/// For tracepoints: it returns 0.
fn bpfProgram() !std.posix.fd_t {
    const BPF = std.os.linux.BPF;
    const code = [_]BPF.Insn{ BPF.Insn.mov(.r0, 0), BPF.Insn.exit() };
    return BPF.prog_load(.tracepoint, &code, null, "GPL", 0, 0) catch |err| {
        std.debug.print("skipped: no BPF programs: {}\n", .{err});
        return error.SkipZigTest;
    };
}

test "a program is at the tracepoint that it was attached to" {
    const tracepoint = perfc.Tracepoint.open(.local, "syscalls:sys_enter_openat", null) catch
        return error.SkipZigTest;
    defer tracepoint.destroy();
    var attr = perfc.attr_zero;
    attr.type = c.PERFC_TYPE_TRACEPOINT;
    attr.config = (try tracepoint.info()).id;
    const event = try open(attr);
    defer event.close();
    const program = try bpfProgram();
    defer _ = std.c.close(program);
    try event.setBpf(program, null);
    var ids: [4]u32 = undefined;
    try expectEqual(1, (try event.queryBpf(&ids, null)).len);
}

test "an event without an AUX area says so" {
    const event = try open(clockAttr(0));
    defer event.close();
    try event.mmap(8, 0, null);
    try expectError(error.OPNOTSUPP, event.auxMmap(8, 0, null));
    try expectError(error.BADFD, event.auxPeek());
    try expectError(error.BADFD, event.auxView(&std.mem.zeroes(perfc.records.Aux)));
    try expectError(error.BADFD, event.auxRelease(0));
    try expectError(error.BADFD, event.auxMunmap());
}

test "records of another event come through a shared ring" {
    var attr = clockAttr(0);
    attr.sample_type |= c.PERFC_SAMPLE_IDENTIFIER;
    const event = try open(attr);
    defer event.close();
    const other = try open(attr);
    defer other.close();
    try event.mmap(8, 0, null);
    try expect(try other.setOutput(event, null));
    try expectEqual(2, try event.plan().count());
    try expect(try other.setOutput(null, null));
}

test "a ring gives blocks of records" {
    const event = try open(clockAttr(0));
    defer event.close();
    try event.mmap(8, 0, null);
    var records: [3]perfc.Record = undefined;
    try expectEqual(0, (try event.nextRecords(&records)).len);
    for (0..5) |_| try spin(event);
    var samples: usize = 0;
    while (true) {
        const block = try event.nextRecords(&records);
        if (block.len == 0) break;
        for (block) |record| {
            if (record.type != c.PERFC_RECORD_SAMPLE) continue;
            try expect((try event.plan().sample(record)).fields.time > 0);
            samples += 1;
        }
    }
    try expect(samples >= 5);
    try expectError(error.INVAL, event.nextRecords(records[0..0]));
}

test "a stream orders, waits, ends and fills batches" {
    const event = try open(clockAttr(0));
    defer event.close();
    try event.mmap(8, 0, null);
    const stream = try perfc.Stream.create(.{});
    defer stream.destroy();
    try expectEqual(0, try stream.add(event, null));
    try expect(stream.fd() >= 0);
    try expectEqual(event.handle, stream.eventOf(0).?.handle);
    try expectEqual(null, stream.eventOf(1));
    try spin(event);
    try expect(try stream.wait(0, null));
    const first = (try stream.next()).?;
    try expectEqual(first.time, (try first.plan().sample(first.record)).fields.time);
    try expectEqual(0, first.sequence);
    try expectEqual(c.PERFC_NO_POSITION, first.position);
    try expectEqual(0, first.tail().len);
    try expectEqual(perfc.StreamRecord.Flags{}, first.flags);
    for (0..5) |_| try spin(event);
    var records: [3]perfc.StreamRecord = undefined;
    var last = first;
    while (true) {
        const block = try stream.nextRecords(&records);
        if (block.len == 0) break;
        for (block) |record| {
            try expectEqual(last.sequence + 1, record.sequence);
            try expect(record.time >= last.time);
            last = record;
        }
    }
    try expect(last.sequence >= 5);
    try spin(event);
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    try expect(try batch.fill(stream) > 0);
    for (batch.samples().column(.source).?.values) |source| try expectEqual(0, source);
    try expectError(error.BADFD, batch.fill(event));
    const waker = try std.Thread.spawn(.{}, perfc.Stream.wake, .{stream});
    try expectError(error.CANCELED, stream.wait(-1, null));
    waker.join();
    try expectEqual(0, (try stream.losses(null)).out_of_order);
    try expectEqual(0, (try stream.losses(event)).lost);
    try stream.remove(event);
    try event.wake();
    try expectError(error.CANCELED, event.wait(-1, null));
}

test "a flight recorder cuts the newest records" {
    const event = try open(clockAttr(c.PERFC_ATTR_WRITE_BACKWARD));
    defer event.close();
    try event.mmap(8, 0, null);
    const flight = try perfc.Flight.create(null);
    defer flight.destroy();
    const source = try flight.add(event, null);
    try expectEqual(event.handle, flight.eventOf(source).?.handle);
    try expectEqual(null, flight.eventOf(source + 1));
    try spin(event);
    const all = try flight.cut(perfc.Flight.all, null);
    var records: u32 = 0;
    while (try flight.next()) |_| records += 1;
    try expectEqual(all, records);
    try expectEqual(all, try flight.cut(perfc.Flight.all, null));
    var block: [2]perfc.StreamRecord = undefined;
    const newest = try flight.nextRecords(&block);
    try expectEqual(@min(all, 2), newest.len);
    try expectEqual(source, newest[0].source);
    _ = try flight.cut(perfc.Flight.all, null);
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    try expectEqual(all, try batch.fill(flight));
    try flight.@"resume"(null);
    _ = try flight.losses(null);
    try flight.remove(event);
}

test "a set opens, maps, reads and sums" {
    (try open(clockAttr(0))).close();
    const specs = try perfc.Specs.create(.local, null);
    defer specs.destroy();
    _ = try specs.add(&clockAttr(0), "clock", perfc.Specs.no_leader, null);
    var nothing = clockAttr(0);
    nothing.config = 0xffff;
    _ = try specs.add(&nothing, "nothing", perfc.Specs.no_leader, null);
    const report = try perfc.Report.create(null);
    defer report.destroy();
    const set = try perfc.Set.open(specs, .{}, .{
        .flags = c.PERFC_SET_OPEN_TOLERANT | c.PERFC_SET_OPEN_IDENTIFY,
        .report = report,
    });
    defer set.close();
    try expectEqual(1, report.count());
    try expectEqual(@as(u32, c.PERFC_REPORT_ABSENT), (try report.get(0)).kind);
    var words: [1024]u8 = undefined;
    try expect((try report.write(0, &words)).len > 10);
    try expectEqual(1, set.report().count());

    try expectEqual(2, set.count());
    try expectEqual(2, set.specCount());
    try std.testing.expectEqualStrings("clock", (try set.spec(0)).name());
    const member = try set.member(0);
    try expectEqual(try set.id(0), try member.event().?.id());
    try expectEqual(null, (try set.member(1)).event());
    try expectEqual(-@as(i32, @intFromEnum(std.os.linux.E.NOENT)), (try set.member(1)).raw.open_error);
    try expectEqual(1, (try set.ringBudget(0)).rings);
    try expectEqual(1, try set.mmap(8, 0, null));
    const plan = try set.plan(null);
    defer plan.destroy();
    const stream = try perfc.Stream.create(.{});
    defer stream.destroy();
    try expectEqual(1, try set.addTo(stream, null));
    const flight = try perfc.Flight.create(null);
    defer flight.destroy();
    try expectError(error.BADFD, flight.add((try set.member(0)).ring().?, null));
    try expectEqual(0, try set.addTo(flight, null));

    try set.reset();
    try set.enable();
    try spin((try set.member(0)).ring().?);
    try set.disable();
    var counts: [2]perfc.Count = undefined;
    try expectEqual(2, (try set.read(&counts)).len);
    try expect(counts[0].value().? > 0);
    var sums: [2]perfc.Count = undefined;
    var rows: [2]perfc.Set.SumRow = undefined;
    try expectEqual(2, try set.sum(.spec, &counts, &sums, &rows));
    try expectEqual(counts[0].raw, sums[0].raw);
    try expectEqual(2, try set.sum(.spec, counts[0..1], &sums, &rows));
    try expectEqual(1, rows[1].missing);
    try expectEqual(0, try set.update(0, null));
    var ids: [4]u32 = undefined;
    try expect(std.meta.isError(set.queryBpf(9, &ids, null)));
    try expect(std.meta.isError(set.attachBpf(-1, 0, null)));
    try set.detachBpf();
}

test "counts are measured, alone and in groups" {
    var attr = clockAttr(0);
    attr.read_format |= c.PERFC_FORMAT_GROUP | c.PERFC_FORMAT_ID;
    const leader = try open(attr);
    defer leader.close();
    attr.flags &= ~@as(u64, c.PERFC_ATTR_DISABLED);
    const sibling = try perfc.Event.open(&attr, 0, -1, .{ .group = leader });
    defer sibling.close();
    const group = [_]perfc.Event{ sibling, leader };

    const before = try perfc.counts.readCount(leader);
    var measured: [2]perfc.Count = undefined;
    try perfc.counts.measureBegin(leader, &group, &measured);
    var sum: u64 = 0;
    for (0..1000000) |i| std.mem.doNotOptimizeAway(blk: {
        sum +%= i;
        break :blk sum;
    });
    try perfc.counts.measureEnd(leader, &group, &measured);
    try expect(measured[0].raw > 0);
    var counts: [2]perfc.Count = undefined;
    try perfc.counts.readGroup(leader, &group, &counts);
    try expectEqual(measured[1].raw, (try perfc.counts.delta(before, counts[1])).raw);
    try expectEqual(counts[0].raw + counts[1].raw, (try perfc.counts.sum(&counts)).raw);
    try expectEqual(@as(u32, c.PERFC_ORIGIN_NO_PAGE), (try perfc.counts.readCountUser(leader)).origin);
    try perfc.counts.taskDisable(.local);
    try perfc.counts.taskEnable(.local);
}

test "times of records become those of a clock" {
    var attr = clockAttr(c.PERFC_ATTR_USE_CLOCKID);
    attr.clockid = 1;
    const event = try open(attr);
    defer event.close();
    const relation = try perfc.ClockRelation.of(event, 1, null);
    try expectEqual(.same, relation.how());
    try expectEqual(17, (try relation.convert(null, 17)).ns);
    try expectEqual(17, (try relation.convert(relation, 17)).ns);
    try expect(try perfc.Host.local.attrSize(null) >= c.PERFC_ATTR_SIZE_VER0);
}
