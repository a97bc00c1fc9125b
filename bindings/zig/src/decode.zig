//! Plans and typed records.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const records = @import("records.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Record = @import("record.zig").Record;
const Sample = records.Sample;

/// The attr's bytes: a pointer to a perfc.Attr, to std's perf_event_attr, or a slice.
pub fn attrBytes(attr: anytype) []const u8 {
    return switch (@typeInfo(@TypeOf(attr)).pointer.size) {
        .slice => attr,
        else => std.mem.asBytes(attr),
    };
}

pub const ByteOrder = enum(u32) { native, little, big };

pub const Branch = c.perfc_branch;
pub const DataSrc = c.perfc_data_src;
pub const RecordPlaces = c.perfc_record_places;
pub const ReadPart = c.perfc_read_part;
pub const ReadValue = c.perfc_read_value;

/// A register of a sample by its PERFC_REG_* number, if the sample has it.
pub fn userReg(in: *const Sample, plan: Plan, number: u32) ?u64 {
    return register(in, plan, c.PERFC_SAMPLE_REGS_USER, number);
}
pub fn intrReg(in: *const Sample, plan: Plan, number: u32) ?u64 {
    return register(in, plan, c.PERFC_SAMPLE_REGS_INTR, number);
}

fn register(in: *const Sample, plan: Plan, which: u64, number: u32) ?u64 {
    var value: u64 = undefined;
    const result = c.perfc_decode_register(
        plan.handle,
        in.record.raw(),
        &in.fields,
        which,
        number,
        &value,
    );
    return if (result < 0) null else value;
}

/// How to decode records of one or more attrs, with or without an fd.
pub const Plan = struct {
    handle: ?*const c.perfc_plan,

    /// A record as T, the struct of its type: see perfc.records.
    pub inline fn decode(plan: Plan, comptime T: type, record: Record) Error!T {
        var out: T = undefined;
        try errors.done(records.decoder(T)(plan.handle, record.raw(), &out, @sizeOf(T)));
        return out;
    }

    pub inline fn sample(plan: Plan, record: Record) Error!Sample {
        return .{ .fields = try plan.decode(records.SampleFields, record), .record = record };
    }

    /// The trailer of a record of any type but SAMPLE.
    pub fn sampleId(plan: Plan, record: Record) Error!records.SampleId {
        return plan.decode(records.SampleId, record);
    }

    /// How many attrs there are.
    pub fn count(plan: Plan) Error!u32 {
        return errors.count(c.perfc_plan_attr_count(plan.handle));
    }

    /// Copies an attr, in this machine's byte order; cut where it is longer than the
    /// buffer. Returns its whole length.
    pub fn attr(plan: Plan, index: u32, buffer: []u8) Error!u32 {
        return errors.count(c.perfc_plan_attr(plan.handle, index, buffer.ptr, buffer.len));
    }

    /// Copies the ids of an attr's events, in the order in which they were added, and
    /// returns how many. NOSPC: there are more than the buffer takes; idCount says how
    /// many.
    pub fn ids(plan: Plan, index: u32, buffer: []u64) Error!u32 {
        return errors.count(c.perfc_plan_ids(plan.handle, index, buffer.ptr, @intCast(buffer.len), null));
    }
    pub fn idCount(plan: Plan, index: u32) Error!u32 {
        var number: u32 = 0;
        const result = c.perfc_plan_ids(plan.handle, index, null, 0, &number);
        if (number == 0) try errors.done(result);
        return number;
    }

    /// The index of the attr that has this id, of 0 the default attr.
    pub fn findId(plan: Plan, id: u64) ?u32 {
        const index = c.perfc_plan_find_id(plan.handle, id);
        return if (index < 0) null else @intCast(index);
    }

    /// Where ids, tasks, times and CPUs stand in the records of attr `index`.
    pub fn places(plan: Plan, index: u32) Error!RecordPlaces {
        var found: RecordPlaces = undefined;
        try errors.done(c.perfc_plan_get_places(plan.handle, index, &found, @sizeOf(RecordPlaces)));
        return found;
    }

    /// Whether it can tell all records of its attrs apart; if not, facts say why.
    pub fn tellsApart(plan: Plan, facts: ?*Facts) bool {
        return c.perfc_plan_tells_apart(plan.handle, errors.raw(facts)) == 1;
    }

    /// The first record of a buffer, if there is one. scratch is only needed for
    /// records of the other byte order, and then borrowed.
    pub fn view(plan: Plan, bytes: []const u8, scratch: []align(8) u8) Error!?Record {
        var record: Record = undefined;
        const result = c.perfc_plan_view_record(
            plan.handle,
            bytes.ptr,
            bytes.len,
            scratch.ptr,
            scratch.len,
            @ptrCast(&record),
        );
        return if (try errors.truth(result)) record else null;
    }
};

/// A plan of one's own, to be destroyed.
pub const OwnedPlan = struct {
    handle: *c.perfc_plan,

    pub fn create(attr: anytype, ids: []const u64, order: ByteOrder, facts: ?*Facts) Error!OwnedPlan {
        const plan = try OwnedPlan.empty(order, facts);
        errdefer plan.destroy();
        _ = try plan.add(attr, ids, facts);
        return plan;
    }

    /// A plan without attrs, to which add adds them.
    pub fn empty(order: ByteOrder, facts: ?*Facts) Error!OwnedPlan {
        var handle: ?*c.perfc_plan = null;
        try errors.done(c.perfc_plan_create(@intFromEnum(order), &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }

    pub fn destroy(plan: OwnedPlan) void {
        c.perfc_plan_destroy(plan.handle);
    }

    /// Returns the attr's index.
    pub fn add(plan: OwnedPlan, attr: anytype, ids: []const u64, facts: ?*Facts) Error!u32 {
        const bytes = attrBytes(attr);
        return errors.count(c.perfc_plan_add_attr(
            plan.handle,
            bytes.ptr,
            bytes.len,
            ids.ptr,
            @intCast(ids.len),
            errors.raw(facts),
        ));
    }

    /// Adds ids to an attr, all or none.
    pub fn addIds(plan: OwnedPlan, index: u32, ids: []const u64, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_plan_add_ids(
            plan.handle,
            index,
            ids.ptr,
            @intCast(ids.len),
            errors.raw(facts),
        ));
    }

    /// Records with id 0, such as those that the perf tool writes itself, belong to this
    /// attr from now on; null, as at first: to none.
    pub fn setDefault(plan: OwnedPlan, index: ?u32) Error!void {
        const attr = index orelse c.PERFC_PLAN_NO_DEFAULT;
        return errors.done(c.perfc_plan_set_default(plan.handle, attr));
    }

    /// Borrowed: lives as long as this plan.
    pub fn view(plan: OwnedPlan) Plan {
        return .{ .handle = plan.handle };
    }
};

/// Count `index` of a sample's read part, or of PERF_RECORD_READ's.
pub fn readValue(record: Record, part: *const ReadPart, index: u32) Error!ReadValue {
    var value: ReadValue = undefined;
    try errors.done(c.perfc_record_read_value(record.raw(), part, index, &value, @sizeOf(ReadValue)));
    return value;
}

pub fn decodeBranch(flags: u64) Branch {
    var branch = std.mem.zeroes(Branch);
    _ = c.perfc_decode_branch(flags, &branch, @sizeOf(Branch));
    return branch;
}

pub fn decodeDataSrc(word: u64) DataSrc {
    var data_src = std.mem.zeroes(DataSrc);
    _ = c.perfc_decode_data_src(word, &data_src, @sizeOf(DataSrc));
    return data_src;
}

/// The PERFC_TXN_* bits, and the program's abort code.
pub fn transactionFlags(transaction: u64) u32 {
    return @truncate(transaction);
}
pub fn transactionAbortCode(transaction: u64) u32 {
    return @truncate(transaction >> c.PERFC_TXN_ABORT_SHIFT);
}

/// An entry of a call chain that is a marker and no address.
pub fn isContext(entry: u64) bool {
    return entry >= c.PERFC_CONTEXT_MAX;
}
