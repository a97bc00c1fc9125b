//! Decoding of records in memory: typed, columns, stitchers, tracepoints.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;
const expect = std.testing.expect;
const expectEqual = std.testing.expectEqual;
const expectEqualStrings = std.testing.expectEqualStrings;
const expectError = std.testing.expectError;

fn attrOf(sample_type: u64) perfc.Attr {
    var attr = perfc.attr_zero;
    attr.size = @sizeOf(perfc.Attr);
    attr.sample_type = sample_type;
    return attr;
}

fn planOf(sample_type: u64) !perfc.OwnedPlan {
    const attr = attrOf(sample_type);
    return perfc.OwnedPlan.create(&attr, &.{}, .native, null);
}

/// A record's header as the kernel lays it out; words are those that follow.
fn header(kind: u64, words: u64) u64 {
    return kind | (words + 1) * 8 << 48;
}
fn pair(low: u64, high: u64) u64 {
    return low | high << 32;
}

const shell = 0x6c6c656873;

// Two samples with a COMM between them: ip, pid and tid, call chain.
const three_records = [_]u64{
    header(c.PERFC_RECORD_SAMPLE, 5), 0x1000,     pair(1, 2), 2,                                0x10,   0x11,
    header(c.PERFC_RECORD_COMM, 2),   pair(1, 2), shell,      header(c.PERFC_RECORD_SAMPLE, 4), 0x2000, pair(1, 3),
    1,                                0x20,
};
const three_types = c.PERFC_SAMPLE_IP | c.PERFC_SAMPLE_TID | c.PERFC_SAMPLE_CALLCHAIN;

test "records are viewed and decoded one by one" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    var left: []const u8 = std.mem.sliceAsBytes(&three_records);
    var samples: usize = 0;
    while (try plan.view().view(left, &.{})) |record| : (left = left[record.size..]) {
        if (record.type == c.PERFC_RECORD_COMM) {
            const comm = try plan.view().decode(perfc.records.Comm, record);
            try expectEqualStrings("shell", record.string(comm.comm));
            try expectError(error.INVAL, plan.view().decode(perfc.records.Task, record));
            continue;
        }
        const sample = try plan.view().sample(record);
        try expectEqualStrings("SAMPLE", record.name().?);
        try expect(sample.has(c.PERFC_SAMPLE_IP));
        try expect(!sample.has(c.PERFC_SAMPLE_ADDR));
        try expectEqual(2 - samples, sample.callchain().len);
        try expectEqual(0, sample.raw().len);
        try expectEqual(null, sample.userReg(plan.view(), 8));
        samples += 1;
    }
    try expectEqual(2, samples);
}

test "a corrupt record is an error, and Facts have words for a cold one" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    const short = [_]u64{@as(u64, 4) << 48 | c.PERFC_RECORD_SAMPLE};
    try expectError(error.BADMSG, plan.view().view(std.mem.sliceAsBytes(&short), &.{}));

    var facts: perfc.Facts = .{};
    const small: [8]u8 = @splat(0);
    const refused = perfc.OwnedPlan.create(@as([]const u8, &small), &.{}, .native, &facts);
    try expectError(error.@"2BIG", refused);
    var buffer: [512]u8 = undefined;
    const words = facts.text(&buffer);
    try expect(words.len > 10);
    var printed: [2048]u8 = undefined;
    try expectEqualStrings(words, try std.fmt.bufPrint(&printed, "{f}", .{facts}));
    try expect(facts.text(buffer[0..8]).len == 7);
}

test "plans of several attrs tell records apart by id" {
    const attr = attrOf(c.PERFC_SAMPLE_IDENTIFIER | c.PERFC_SAMPLE_IP);
    const plan = try perfc.OwnedPlan.create(&attr, &.{ 1, 2 }, .native, null);
    defer plan.destroy();
    try expectEqual(1, try plan.add(&attr, &.{3}, null));
    try expectError(error.EXIST, plan.add(&attr, &.{3}, null));
    try expectEqual(2, try plan.view().count());
    try expect(plan.view().tellsApart(null));
    var copy: perfc.Attr = undefined;
    try expectEqual(@sizeOf(perfc.Attr), try plan.view().attr(1, std.mem.asBytes(&copy)));
    try expectEqual(attr.sample_type, copy.sample_type);
}

test "plans take attrs and ids and tell them" {
    const attr = attrOf(c.PERFC_SAMPLE_IDENTIFIER);
    const plan = try perfc.OwnedPlan.empty(.native, null);
    defer plan.destroy();
    try expectEqual(0, try plan.view().count());
    try expectEqual(0, try plan.add(&attr, &.{ 9, 3 }, null));
    try expectEqual(1, try plan.add(&attr, &.{}, null));
    try plan.addIds(1, &.{8}, null);
    try expectError(error.EXIST, plan.addIds(0, &.{8}, null));
    var ids: [2]u64 = undefined;
    try expectError(error.NOSPC, plan.view().ids(0, ids[0..1]));
    try expectEqual(2, try plan.view().idCount(0));
    try expectEqual(2, try plan.view().ids(0, &ids));
    try expectEqual([2]u64{ 9, 3 }, ids);
    try expectEqual(1, plan.view().findId(8));
    try expectEqual(null, plan.view().findId(0));
    try plan.setDefault(1);
    try expectEqual(1, plan.view().findId(0));
}

test "a record of nobody is an error that says which" {
    const attr = attrOf(c.PERFC_SAMPLE_IDENTIFIER | c.PERFC_SAMPLE_IP);
    const plan = try perfc.OwnedPlan.create(&attr, &.{1}, .native, null);
    defer plan.destroy();
    _ = try plan.add(&attr, &.{2}, null);
    var words = [_]u64{ @as(u64, 24) << 48 | c.PERFC_RECORD_SAMPLE, 3, 0x401000 };
    const record = (try plan.view().view(std.mem.sliceAsBytes(&words), &.{})).?;
    try expectError(error.NOKEY, plan.view().sample(record));
    words[1] = 0;
    try expectError(error.KEYREJECTED, plan.view().sample(record));
    try plan.setDefault(1);
    try expectEqual(1, (try plan.view().sample(record)).fields.attr_index);
    try expectError(error.INVAL, plan.setDefault(2));
    try plan.setDefault(null);
    const bare = attrOf(c.PERFC_SAMPLE_IP);
    _ = try plan.add(&bare, &.{4}, null);
    try expectError(error.NOTUNIQ, plan.view().sample(record));
    var buffer: [512]u8 = undefined;
    const words_of = perfc.errorText(error.KEYREJECTED, &buffer);
    try expect(std.mem.indexOf(u8, words_of, "perfc_plan_set_default") != null);
}

test "columns are slices" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&three_records);
    try expectEqual(3, try batch.fillBytes(plan.view(), &left));
    try expectEqual(0, left.len);
    try expectEqual(2, (try batch.info()).samples);

    const samples = batch.samples();
    try expectEqual(2, samples.rows());
    var sum: u64 = 0;
    for (samples.column(.ip).?.values) |ip| sum += ip;
    try expectEqual(0x3000, sum);
    try expectEqual(3, samples.column(.tid).?.get(1));
    try expectEqual(null, samples.column(.addr));
    const chains = samples.column(.callchain).?;
    try std.testing.expectEqualSlices(u64, &.{ 0x10, 0x11 }, chains.list(0));
    try std.testing.expectEqualSlices(u64, &.{0x20}, chains.get(1).?);
    try expectEqual(3, chains.elements.len);

    const record = (try batch.record(0)).record;
    const comm = try plan.view().decode(perfc.records.Comm, record);
    try expectEqualStrings("shell", record.string(comm.comm));
    try expectError(error.INVAL, batch.record(1));

    var rows = batch.rowsInOrder();
    for ([_]perfc.Table.Kind{ .samples, .records, .samples }) |table| {
        try expectEqual(table, rows.next().?.table);
    }
    try expectEqual(null, rows.next());
}

test "a batch takes records of several plans, with their own numbers" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    const other = try planOf(three_types);
    defer other.destroy();
    var held: [3]perfc.StreamRecord = undefined;
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&three_records);
    for (&held, 0..) |*one, i| {
        const by = if (i == 1) other.view() else plan.view();
        const record = (try by.view(left, &.{})).?;
        left = @alignCast(left[record.size..]);
        one.* = .{
            .record = record,
            .plan_handle = by.handle.?,
            .time = 0,
            .sequence = 100 - i,
            .source = @intCast(i),
        };
    }
    const batch = try perfc.Batch.create(.{ .rows = 2 }, null);
    defer batch.destroy();
    var rest: []const perfc.StreamRecord = &held;
    try expectEqual(2, try batch.fillRecords(&rest));
    try expectEqual(1, rest.len);
    try expectEqual(100, batch.samples().column(.sequence).?.values[0]);
    const row = try batch.record(0);
    try expectEqual(other.view().handle.?, row.plan_handle);
    try expectEqual(99, row.sequence);
    try expectEqual(1, row.source);
    try expectEqual(1, try batch.fillRecords(&rest));
    try expectEqual(0, rest.len);
    try expectEqual(2, batch.samples().column(.source).?.values[0]);
}

test "views of a batch stay in the buffer" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{ .views = true, .rows = 64 }, null);
    defer batch.destroy();
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&three_records);
    _ = try batch.fillBytes(plan.view(), &left);
    const chain = batch.samples().column(.callchain).?.list(1);
    try expectEqual(&three_records[13], &chain[0]);
}

test "with views of bytes alone lists are copied" {
    const plan = try planOf(three_types);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{ .view_bytes = true }, null);
    defer batch.destroy();
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&three_records);
    _ = try batch.fillBytes(plan.view(), &left);
    const chain = batch.samples().column(.callchain).?.list(1);
    try expectEqual(three_records[13], chain[0]);
    try expect(&three_records[13] != &chain[0]);
}

test "branches and counts are lists of structs" {
    const plan = try planOf(c.PERFC_SAMPLE_BRANCH_STACK);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    const words = [_]u64{
        header(c.PERFC_RECORD_SAMPLE, 7), 2, 0x10, 0x20, 0x31, 0x11, 0x21, 0,
    };
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&words);
    _ = try batch.fillBytes(plan.view(), &left);
    const branches = batch.samples().column(.branches).?.list(0);
    try expectEqual(2, branches.len);
    try expectEqual(0x21, branches[1].to);
    const branch = perfc.decode.decodeBranch(branches[0].flags);
    try expectEqual(1, branch.mispred);
    try expectEqual(3, branch.cycles);
    try expectEqual(1, perfc.decode.decodeDataSrc(1).op);
    try expectEqual(5, perfc.decode.transactionAbortCode(5 << 32));
    try expectEqual(2, perfc.decode.transactionFlags(2));
    try expect(perfc.decode.isContext(@bitCast(@as(i64, -512))));
}

test "a deferred call chain comes into its sample" {
    const plan = try planOf(c.PERFC_SAMPLE_CALLCHAIN);
    defer plan.destroy();
    const stitch = try perfc.Stitch.create(0, null);
    defer stitch.destroy();
    const user_deferred: u64 = c.PERFC_CONTEXT_USER_DEFERRED;
    const user: u64 = c.PERFC_CONTEXT_USER;
    const sample = [_]u64{ header(c.PERFC_RECORD_SAMPLE, 3), 2, user_deferred, 7 };
    const rest = [_]u64{ header(c.PERFC_RECORD_CALLCHAIN_DEFERRED, 4), 7, 2, user, 0x1234 };
    const first = (try plan.view().view(std.mem.sliceAsBytes(&sample), &.{})).?;
    try stitch.pushRecord(plan.view(), first, 5);
    try expectEqual(null, try stitch.next());
    try expectEqual(1, (try stitch.info()).held);
    try stitch.push(.{
        .record = (try plan.view().view(std.mem.sliceAsBytes(&rest), &.{})).?,
        .plan_handle = plan.view().handle.?,
        .time = 9,
        .sequence = 6,
        .source = 1,
    });
    const whole = (try stitch.next()).?;
    try expectEqual(.spliced, whole.state);
    try expectEqual(5, whole.pushed.sequence);
    try expectEqual(c.PERFC_NO_POSITION, whole.pushed.position);
    try expectEqual(0, whole.pushed.tail().len);
    try expectEqual(0x1234, (try whole.pushed.plan().sample(whole.pushed.record)).callchain()[1]);
    try expectEqual(null, try stitch.next());
    try stitch.flush();
}

const format =
    "name: hello\nID: 77\nformat:\n" ++
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" ++
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n" ++
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" ++
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n" ++
    "\tfield:char comm[8];\toffset:8;\tsize:8;\tsigned:0;\n" ++
    "\tfield:int code;\toffset:16;\tsize:4;\tsigned:1;\n\n" ++
    "print fmt: \"comm=%s code=%d\", REC->comm, REC->code\n";

test "a tracepoint's fields are read by name" {
    const tracepoint = try perfc.Tracepoint.parse("test", format, .native, null);
    defer tracepoint.destroy();
    try expectEqualStrings("hello", tracepoint.name());
    try expectEqual(6, (try tracepoint.info()).field_count);
    const code = try tracepoint.find("code");
    const comm = try tracepoint.find("comm");
    try expectError(error.NOENT, tracepoint.find("nope"));
    try expectEqual(16, (try tracepoint.field(code)).offset);

    const words = [_]u64{ 77, 0x636261, 0xfffffffe };
    const raw = std.mem.sliceAsBytes(&words);
    try expect(tracepoint.matches(raw));
    try expectEqual(-2, try tracepoint.value(i32, raw, code, 0));
    try expectEqualStrings("abc", try tracepoint.bytes(raw, comm, 0));
    var buffer: [64]u8 = undefined;
    try expectEqualStrings("comm=abc code=-2", try tracepoint.format(raw, &buffer));
    try expectEqualStrings("-2", try tracepoint.formatField(raw, code, &buffer));
    try expectEqualStrings("comm", try tracepoint.format(raw, buffer[0..5]));
    try expectError(error.BADMSG, tracepoint.value(i32, raw[0..16], code, 0));
}

test "a tracepoint's fields are read from a batch" {
    const tracepoint = try perfc.Tracepoint.parse("test", format, .native, null);
    defer tracepoint.destroy();
    const plan = try planOf(c.PERFC_SAMPLE_RAW);
    defer plan.destroy();
    const batch = try perfc.Batch.create(.{}, null);
    defer batch.destroy();
    const words = [_]u64{
        header(c.PERFC_RECORD_SAMPLE, 4), pair(28, 77), pair(0, 0x636261), pair(0, 0xfffffffe), 0,
    };
    var left: []align(8) const u8 = std.mem.sliceAsBytes(&words);
    _ = try batch.fillBytes(plan.view(), &left);
    var values: [4]u64 = undefined;
    var validity: [1]u8 = undefined;
    const rows = try tracepoint.columnValues(batch, 5, &values, &validity);
    try expectEqual(1, rows.present);
    try expectEqual(-2, @as(i64, @bitCast(values[0])));
    var offsets: [4]i32 = undefined;
    var lengths: [4]i32 = undefined;
    _ = try tracepoint.columnRanges(batch, 4, &offsets, &lengths, null);
    try expectEqual(3, lengths[0]);
    try expectError(error.NOSPC, tracepoint.columnValues(batch, 5, &.{}, null));
}

test "counts that never ran are none" {
    var count = std.mem.zeroes(perfc.Count);
    try expectEqual(0, count.value());
    count.quality = c.PERFC_QUALITY_NEVER_RAN;
    try expectEqual(null, count.value());
    try expectEqual(20, try perfc.counts.scale(10, 100, 50));
    try expectError(error.INVAL, perfc.counts.scale(10, 100, 0));
    try expectError(error.INVAL, perfc.counts.sum(&.{}));
    try expectEqual(0, (try perfc.counts.delta(count, count)).raw);
}

test "an event string becomes specs, and a mistake is pointed at" {
    var facts: perfc.Facts = .{};
    const specs = try perfc.Specs.create(.local, null);
    defer specs.destroy();
    try expectEqual(2, try specs.parse("{cpu-clock:u,page-faults:u}", 0, &facts));
    try expectEqual(0, (try specs.get(1)).raw.leader);
    try expect(std.mem.startsWith(u8, (try specs.get(0)).name(), "cpu-clock"));
    try expect((try specs.get(0)).attr().len >= c.PERFC_ATTR_SIZE_VER0);
    try expectEqual(0, (try specs.get(0)).cpus().len);
    const attr = attrOf(0);
    try expectEqual(2, try specs.add(&attr, "mine", perfc.Specs.no_leader, null));
    try specs.setAttr(2, &attr, null);
    try specs.setFilter(2, "x > 1", null);
    try expectEqualStrings("x > 1", (try specs.get(2)).filter());
    try expectEqualStrings("", (try specs.get(2)).unit());
    try expectEqualStrings("", (try specs.get(2)).pmu());
    try expectError(error.INVAL, specs.get(9));
    try expect(std.meta.isError(specs.parse("cpu-clock,nonsense!", 0, &facts)));
    try expectEqual(@as(u32, c.PERFC_RULE_EVENT_STRING), facts.c.rule);
    try expectEqual(3, specs.count());
}

test "a host's files may lie elsewhere, and clocks have names" {
    const host = try perfc.Host.create(.{ .procfs = "/nonexistent" }, null);
    defer host.destroy();
    try expectError(error.NOENT, host.supported());
    try expectError(error.NOENT, host.maxStack());
    var path: [64]u8 = undefined;
    try expectEqualStrings("/nonexistent", try host.root(.procfs, &path));
    try expectEqualStrings("/sys", try perfc.Host.local.root(.sysfs, &path));
    try expectError(error.NOENT, perfc.Host.local.pmuType("no_such_pmu", null));
    try expectEqual(1, try perfc.counts.clockFind("monotonic"));
    try expectError(error.NOENT, perfc.counts.clockFind("nonsense"));
    try expectEqualStrings("monotonic", perfc.counts.clockName(1).?);
    try expectEqual(null, perfc.counts.clockName(12345));
}

test "events are listed, and attrs have labels" {
    const list = try perfc.Catalog.create(.local, c.PERFC_CATALOG_SOFTWARE, null);
    defer list.destroy();
    try expect(list.count() > 5);
    var found = false;
    for (0..list.count()) |i| {
        const entry = try list.get(@intCast(i));
        found = found or std.mem.eql(u8, entry.name, "cpu-clock");
        try expectEqualStrings("", entry.unit);
    }
    try expect(found);
    try expectError(error.INVAL, list.get(list.count()));
    var attr = attrOf(0);
    attr.type = c.PERFC_TYPE_SOFTWARE;
    attr.config = c.PERFC_COUNT_SW_PAGE_FAULTS;
    var buffer: [64]u8 = undefined;
    const label = try perfc.attrLabel(.local, &attr, &buffer);
    try expect(std.mem.startsWith(u8, label, "page-faults"));
}
