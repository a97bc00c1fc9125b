//! Plans and typed records.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const record_zig = @import("record.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Record = record_zig.Record;
const slice = record_zig.slice;

/// The attr's bytes: a pointer to a perfc.Attr, to std's perf_event_attr, or a slice.
pub fn attrBytes(attr: anytype) []const u8 {
    return switch (@typeInfo(@TypeOf(attr)).pointer.size) {
        .slice => attr,
        else => std.mem.asBytes(attr),
    };
}

pub const ByteOrder = enum(u32) { native, little, big };

/// The structs of the record types, as in perfc/decode.h. Mmap is also the struct of MMAP2, Task of
/// EXIT and FORK, Throttle of UNTHROTTLE, Switch of SWITCH_CPU_WIDE. In a sample and a trailer only
/// the members that their masks name are written.
pub const Mmap = c.perfc_record_mmap;
pub const Lost = c.perfc_record_lost;
pub const Comm = c.perfc_record_comm;
pub const Task = c.perfc_record_task;
pub const Throttle = c.perfc_record_throttle;
pub const Read = c.perfc_record_read;
pub const Aux = c.perfc_record_aux;
pub const ItraceStart = c.perfc_record_itrace_start;
pub const LostSamples = c.perfc_record_lost_samples;
pub const Switch = c.perfc_record_switch;
pub const Namespaces = c.perfc_record_namespaces;
pub const Namespace = c.perfc_namespace;
pub const Ksymbol = c.perfc_record_ksymbol;
pub const BpfEvent = c.perfc_record_bpf_event;
pub const Cgroup = c.perfc_record_cgroup;
pub const TextPoke = c.perfc_record_text_poke;
pub const AuxOutputHwId = c.perfc_record_aux_output_hw_id;
pub const CallchainDeferred = c.perfc_record_callchain_deferred;
pub const SampleFields = c.perfc_sample;
pub const SampleId = c.perfc_sample_id;
pub const BranchEntry = c.perfc_branch_entry;
pub const Branch = c.perfc_branch;
pub const DataSrc = c.perfc_data_src;
pub const ReadPart = c.perfc_read_part;
pub const ReadValue = c.perfc_read_value;

fn decoder(comptime T: type) *const fn (
    ?*const c.perfc_plan,
    [*c]const c.perfc_record,
    [*c]T,
    usize,
) callconv(.c) c_int {
    return switch (T) {
        Mmap => c.perfc_decode_mmap,
        Lost => c.perfc_decode_lost,
        Comm => c.perfc_decode_comm,
        Task => c.perfc_decode_task,
        Throttle => c.perfc_decode_throttle,
        Read => c.perfc_decode_read,
        SampleFields => c.perfc_decode_sample,
        Aux => c.perfc_decode_aux,
        ItraceStart => c.perfc_decode_itrace_start,
        LostSamples => c.perfc_decode_lost_samples,
        Switch => c.perfc_decode_switch,
        Namespaces => c.perfc_decode_namespaces,
        Ksymbol => c.perfc_decode_ksymbol,
        BpfEvent => c.perfc_decode_bpf_event,
        Cgroup => c.perfc_decode_cgroup,
        TextPoke => c.perfc_decode_text_poke,
        AuxOutputHwId => c.perfc_decode_aux_output_hw_id,
        CallchainDeferred => c.perfc_decode_callchain_deferred,
        SampleId => c.perfc_decode_sample_id,
        else => @compileError(@typeName(T) ++ " is no decoded record"),
    };
}

/// A sample and the record that it is in, which its slices borrow from.
pub const Sample = struct {
    fields: SampleFields,
    record: Record,

    /// Whether it has a field: sample.has(perfc.c.PERFC_SAMPLE_TIME).
    pub inline fn has(sample: *const Sample, field: u64) bool {
        return sample.fields.present & field != 0;
    }
    pub inline fn hasPart(sample: *const Sample, part: u32) bool {
        return sample.fields.parts & part != 0;
    }

    /// The variable parts: empty where absent.
    pub fn callchain(sample: *const Sample) []const u64 {
        if (!sample.has(c.PERFC_SAMPLE_CALLCHAIN)) return &.{};
        return sample.record.array(u64, sample.fields.callchain);
    }
    /// 4-byte aligned only.
    pub fn raw(sample: *const Sample) []const u8 {
        if (!sample.has(c.PERFC_SAMPLE_RAW)) return &.{};
        return sample.record.array(u8, sample.fields.raw);
    }
    pub fn branches(sample: *const Sample) []const BranchEntry {
        if (!sample.has(c.PERFC_SAMPLE_BRANCH_STACK)) return &.{};
        return sample.record.array(BranchEntry, sample.fields.branches);
    }
    pub fn branchCounters(sample: *const Sample) []const u64 {
        if (!sample.hasPart(c.PERFC_PART_BRANCH_COUNTERS)) return &.{};
        return sample.record.array(u64, sample.fields.branch_counters);
    }
    /// Dense: one for each bit of the attr's mask; userReg finds one by number.
    pub fn userRegs(sample: *const Sample) []const u64 {
        if (!sample.has(c.PERFC_SAMPLE_REGS_USER)) return &.{};
        return sample.record.array(u64, sample.fields.user_regs);
    }
    pub fn intrRegs(sample: *const Sample) []const u64 {
        if (!sample.has(c.PERFC_SAMPLE_REGS_INTR)) return &.{};
        return sample.record.array(u64, sample.fields.intr_regs);
    }
    /// The requested bytes. Only the first stack_dyn_size of them are stack.
    pub fn stack(sample: *const Sample) []const u8 {
        if (!sample.has(c.PERFC_SAMPLE_STACK_USER)) return &.{};
        return sample.record.array(u8, sample.fields.stack);
    }
    pub fn aux(sample: *const Sample) []const u8 {
        if (!sample.has(c.PERFC_SAMPLE_AUX)) return &.{};
        return sample.record.array(u8, sample.fields.aux);
    }

    /// A register by its PERFC_REG_* number, if the sample has it.
    pub fn userReg(sample: *const Sample, plan: Plan, number: u32) ?u64 {
        return sample.register(plan, c.PERFC_SAMPLE_REGS_USER, number);
    }
    pub fn intrReg(sample: *const Sample, plan: Plan, number: u32) ?u64 {
        return sample.register(plan, c.PERFC_SAMPLE_REGS_INTR, number);
    }

    fn register(sample: *const Sample, plan: Plan, which: u64, number: u32) ?u64 {
        var value: u64 = undefined;
        const result = c.perfc_decode_register(
            plan.handle,
            sample.record.raw(),
            &sample.fields,
            which,
            number,
            &value,
        );
        return if (result < 0) null else value;
    }
};

/// How to decode records of one or more attrs, with or without an fd.
pub const Plan = struct {
    handle: ?*const c.perfc_plan,

    /// Whether decode(T, record) is the one for it.
    pub inline fn decode(plan: Plan, comptime T: type, record: Record) Error!T {
        var out: T = undefined;
        try errors.done(decoder(T)(plan.handle, record.raw(), &out, @sizeOf(T)));
        return out;
    }

    pub inline fn sample(plan: Plan, record: Record) Error!Sample {
        return .{ .fields = try plan.decode(SampleFields, record), .record = record };
    }

    /// The trailer of a record of any type but SAMPLE.
    pub fn sampleId(plan: Plan, record: Record) Error!SampleId {
        return plan.decode(SampleId, record);
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
            ids.len,
            errors.raw(facts),
        ));
    }

    /// Adds ids to an attr, all or none.
    pub fn addIds(plan: OwnedPlan, index: u32, ids: []const u64, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_plan_add_ids(
            plan.handle,
            index,
            ids.ptr,
            ids.len,
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
