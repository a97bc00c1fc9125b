//! perf.data files, written and read again.
const std = @import("std");
const perfc = @import("perfc");
const profile = @import("perfc_profile");
const c = perfc.c;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectEqualSlices = std.testing.expectEqualSlices;
const expectEqualStrings = std.testing.expectEqualStrings;
const expectError = std.testing.expectError;

extern "c" fn mkdtemp(template: [*:0]u8) ?[*:0]u8;

const id = 77;
const all = [_]u64{ 200, 201, 202, 203, 204, 205, 206, 207, 208, 209 };

fn pair(pid: u64) u64 {
    return pid | pid << 32;
}

/// Records of two threads: alpha with 8 samples, beta with 2.
const Recording = struct {
    plan: perfc.OwnedPlan,
    words: [12][6]u64 = undefined,
    records: [12]perfc.StreamRecord = undefined,

    fn init(recording: *Recording) !void {
        var attr = perfc.attr_zero;
        attr.size = @sizeOf(perfc.Attr);
        attr.type = c.PERFC_TYPE_SOFTWARE;
        attr.config = c.PERFC_COUNT_SW_CPU_CLOCK;
        attr.sample_type = c.PERFC_SAMPLE_IDENTIFIER | c.PERFC_SAMPLE_IP | c.PERFC_SAMPLE_TID |
            c.PERFC_SAMPLE_TIME;
        attr.flags = c.PERFC_ATTR_SAMPLE_ID_ALL | c.PERFC_ATTR_COMM;
        recording.plan = try perfc.OwnedPlan.create(&attr, &.{id}, .native, null);
        try recording.comm(0, 10, "alpha\x00\x00\x00", 100);
        try recording.comm(1, 20, "beta\x00\x00\x00\x00", 110);
        for (all, 2..) |time, n| {
            const pid: u64 = if (time % 5 == 0) 20 else 10;
            const header = c.PERFC_RECORD_SAMPLE | @as(u64, c.PERFC_RECORD_MISC_USER) << 32 | 40 << 48;
            recording.words[n] = .{ header, id, 0x1000 + time, pair(pid), time, 0 };
            try recording.view(n, time);
        }
    }
    fn deinit(recording: *Recording) void {
        recording.plan.destroy();
    }
    fn comm(recording: *Recording, n: usize, pid: u64, name: *const [8]u8, time: u64) !void {
        const header = c.PERFC_RECORD_COMM | @as(u64, 48) << 48;
        const text: u64 = @bitCast(name.*);
        recording.words[n] = .{ header, pair(pid), text, pair(pid), time, id };
        try recording.view(n, time);
    }
    fn view(recording: *Recording, n: usize, time: u64) !void {
        const plan = recording.plan.view();
        const record = (try plan.view(std.mem.sliceAsBytes(&recording.words[n]), &.{})).?;
        recording.records[n] = .{
            .record = record,
            .plan_handle = plan.handle.?,
            .time = time,
            .sequence = n,
            .source = 0,
        };
    }
};

/// A folder with a written file.
const Written = struct {
    folder: [*:0]u8,
    recording: Recording = undefined,
    template: [32:0]u8 = undefined,
    paths: [2][64:0]u8 = undefined,

    fn init(written: *Written) !void {
        const template = "/tmp/perfc_profile.XXXXXX";
        @memcpy(written.template[0..template.len], template);
        written.template[template.len] = 0;
        written.folder = mkdtemp(&written.template) orelse return error.NoFolder;
        for (&written.paths, [_][]const u8{ "perf.data", "copy" }) |*room, name| {
            _ = try std.fmt.bufPrint(room, "{s}/{s}\x00", .{ written.folder, name });
        }
        try written.recording.init();
        const writer = try profile.Writer.create(written.path(0), .{});
        defer writer.destroy();
        try writer.write(&written.recording.records, null);
        const told = try writer.finish(null);
        try expectEqual(12, told.records);
        try expect(told.bytes > 500);
        try expectError(error.BADFD, writer.write(&written.recording.records, null));
    }
    fn path(written: *Written, number: usize) [*:0]const u8 {
        return @ptrCast(&written.paths[number]);
    }
    fn deinit(written: *Written) void {
        written.recording.deinit();
        for (0..written.paths.len) |number| _ = std.c.unlink(written.path(number));
        _ = std.c.rmdir(written.folder);
    }
};

fn expectTimes(file: profile.File, times: []const u64) !void {
    var found: [all.len]u64 = undefined;
    var count: usize = 0;
    var reader: profile.File.Reader = .{ .file = file };
    while (try reader.next(null)) |of| {
        if (of.record.type != c.PERFC_RECORD_SAMPLE) continue;
        const sample = try of.plan().sample(of.record);
        try expectEqual(0x1000 + of.time, sample.fields.ip);
        found[count] = sample.fields.time;
        count += 1;
    }
    try expectEqualSlices(u64, times, found[0..count]);
}

test "what was written is read by time" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const file = try profile.File.open(written.path(0), .{});
    defer file.close();
    try expectTimes(file, &all);
    var one: [1]perfc.StreamRecord = undefined;
    try expectEqual(0, (try file.nextRecords(&one, null)).len);
    const info = try file.info();
    try expectEqual(100, info.first_time);
    try expectEqual(209, info.last_time);
    try expectEqual(0, info.cut_at);
    try expectEqual(0, file.plan().findId(id).?);
}

test "a filter keeps samples" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const filters = [_]profile.Filter{
        .{ .pids = &.{20} },
        .{ .tids = &.{10}, .negate = true },
        .{ .from = 203, .to = 206 },
    };
    const times = [_][]const u64{ &.{ 200, 205 }, &.{ 200, 205 }, &.{ 203, 204, 205 } };
    for (filters, times) |filter, kept| {
        const file = try profile.File.open(written.path(0), .{ .filter = filter });
        defer file.close();
        try expectTimes(file, kept);
        try expectEqual(10 - kept.len, (try file.info()).filtered);
    }
}

test "a batch is filled until the file ends" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const file = try profile.File.open(written.path(0), .{});
    defer file.close();
    const batch = try perfc.Batch.create(.{ .rows = 4 }, null);
    defer batch.destroy();
    var reader: profile.File.Reader = .{ .file = file };
    var samples: usize = 0;
    while (try reader.fill(batch, null) > 0) {
        const times = batch.samples().column(.time) orelse continue;
        for (times.values) |time| {
            try expectEqual(all[samples], time);
            samples += 1;
        }
    }
    try expectEqual(all.len, samples);
}

test "a file is read from memory and from an fd, and a pipe is written and read" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const stream = std.c.fopen(written.path(0), "rb") orelse return error.NoFile;
    defer _ = std.c.fclose(stream);
    var room: [1 << 18]u8 = undefined;
    const bytes = room[0..std.c.fread(&room, 1, room.len, stream)];
    const of_bytes = try profile.File.openBytes(bytes, .{});
    defer of_bytes.close();
    try expectTimes(of_bytes, &all);

    var fds: [2]c_int = undefined;
    try expectEqual(0, std.c.pipe(&fds));
    const writer = try profile.Writer.createFd(fds[1], .{});
    try writer.write(&written.recording.records, null);
    _ = try writer.finish(null);
    writer.destroy();
    _ = std.c.close(fds[1]);
    defer _ = std.c.close(fds[0]);
    const file = try profile.File.openFd(fds[0], .{});
    defer file.close();
    try expectTimes(file, &all);
    try expectEqual(1, (try file.info()).pipe);
}

test "the header is tables, which outlive the file" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const file = try profile.File.open(written.path(0), .{});
    const events = try file.table(.events, null);
    defer events.destroy();
    const facts = try file.table(.facts, null);
    defer facts.destroy();
    try expectError(error.NODATA, file.table(.bpf, null));
    file.close();
    try expectEqual(1, events.rows().len);
    try expectEqual(1, events.rows()[0].id_count);
    try expectEqual(profile.Kind.events, try events.kind());
    try expectEqual(null, events.group(0));
    var found = false;
    for (facts.rows()) |fact| {
        if (!std.mem.eql(u8, facts.text(fact.name), "arch")) continue;
        found = true;
        try expect(facts.text(fact.value).len > 0);
        try expectEqual(profile.c.PERFC_FEATURE_ARCH, fact.feature);
    }
    try expect(found);
    var schema: [9]usize = undefined; // struct ArrowSchema, ArrowArray
    var array: [10]usize = undefined;
    try facts.exportArrow(&schema, &array, null);
    try expectEqual(facts.rows().len, array[0]);
}

// A header whose feature GROUP_DESC is written by hand: one group, whose name takes 64 bytes, of a
// leader and another event.
test "rows are grouped" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const plan = written.recording.plan;
    var attr = perfc.attr_zero;
    attr.size = @sizeOf(perfc.Attr);
    attr.type = c.PERFC_TYPE_SOFTWARE;
    attr.config = c.PERFC_COUNT_SW_PAGE_FAULTS;
    attr.sample_type = c.PERFC_SAMPLE_IDENTIFIER | c.PERFC_SAMPLE_TIME;
    _ = try plan.add(&attr, &.{id + 1}, null);
    var words: [12]u64 = @splat(0);
    words[0] = c.PERFC_RECORD_HEADER_FEATURE | @as(u64, 96) << 48;
    words[1] = profile.c.PERFC_FEATURE_GROUP_DESC;
    words[2] = 1 | 64 << 32;
    @memcpy(std.mem.asBytes(&words[3])[0..4], "both");
    words[11] = 2 << 32;
    const other = [_]u64{ c.PERFC_RECORD_SAMPLE | @as(u64, 24) << 48, id + 1, 300 };
    var records: [2]perfc.StreamRecord = undefined;
    for ([_][]const u64{ &words, &other }, &records, [_]u64{ 0, 300 }) |bytes, *record, time| {
        record.* = .{
            .record = (try plan.view().view(std.mem.sliceAsBytes(bytes), &.{})).?,
            .plan_handle = plan.handle,
            .time = time,
            .sequence = 0,
            .source = 0,
            .flags = .{ .header = time == 0 },
        };
    }
    const writer = try profile.Writer.create(written.path(1), .{});
    defer writer.destroy();
    try writer.write(&written.recording.records, null);
    try writer.write(&records, null);
    _ = try writer.finish(null);
    const file = try profile.File.open(written.path(1), .{});
    defer file.close();
    const groups = try file.table(.groups, null);
    defer groups.destroy();
    const events = groups.group(0).?;
    try expectEqual(2, events.len);
    try expectEqualStrings("both", groups.text(events[0].group));
    try expectEqual(1, events[1].attr_index);
    try expectEqual(null, groups.group(1));
}

test "a copy has what the filter kept" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const file = try profile.File.open(written.path(0), .{ .filter = .{ .pids = &.{20} }, .tails = true });
    defer file.close();
    const writer = try profile.Writer.create(written.path(1), .{ .strip = .{ .host = true } });
    defer writer.destroy();
    try writer.copy(file, null);
    _ = try writer.finish(null);
    const copied = try profile.File.open(written.path(1), .{});
    defer copied.close();
    try expectTimes(copied, &.{ 200, 205 });
}

test "what can't be opened is told" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    try expectError(error.EXIST, profile.Writer.create(written.path(0), .{}));
    (try profile.Writer.create(written.path(0), .{ .overwrite = true })).destroy();
    var facts: perfc.Facts = .{};
    const zeros: [100]u8 = @splat(0);
    try expectError(error.BADMSG, profile.File.openBytes(&zeros, .{ .facts = &facts }));
    try expectEqual(@as(u32, c.PERFC_RULE_FILE_CONTENT), facts.c.rule);
    try expectError(error.NOENT, profile.File.open("/nowhere/perf.data", .{}));
}

test "this process is synthesized" {
    var written: Written = undefined;
    try written.init();
    defer written.deinit();
    const pid = std.c.getpid();
    const plan = written.recording.plan.view();
    const file = try profile.File.synthesize(plan, .{ .tasks = true }, &.{pid}, .local, null);
    defer file.close();
    var reader: profile.File.Reader = .{ .file = file };
    var named = false;
    var mapped = false;
    while (try reader.next(null)) |of| {
        try expect(of.flags.synthesized);
        if (of.record.type == c.PERFC_RECORD_COMM) {
            const comm = try of.plan().decode(perfc.records.Comm, of.record);
            named = named or comm.pid == @as(u32, @intCast(pid));
        }
        mapped = mapped or of.record.type == c.PERFC_RECORD_MMAP2;
    }
    try expect(named and mapped);
}

test "flags have the numbers of the header" {
    const what: u32 = @bitCast(profile.File.What{ .build_ids = true });
    try expectEqual(@as(u32, profile.c.PERFC_SYNTHESIZE_BUILD_IDS), what);
    const strip: u32 = @bitCast(profile.Strip{ .paths = true });
    try expectEqual(@as(u32, profile.c.PERFC_STRIP_PATHS), strip);
    try expectEqual(profile.c.PERFC_FILE_ORDER_FILE, @intFromEnum(profile.File.Order.file));
}
