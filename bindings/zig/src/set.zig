//! Specs (lists of events to open, from event strings), and sets of them, opened over threads,
//! processes, a cgroup or CPUs.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const decode = @import("decode.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Count = @import("counts.zig").Count;
const Event = @import("event.zig").Event;
const Host = @import("host.zig").Host;
const OwnedPlan = decode.OwnedPlan;
const streams = @import("stream.zig");
const slice = @import("record.zig").slice;

fn text(pointer: [*c]const u8) [:0]const u8 {
    return std.mem.span(@as([*:0]const u8, @ptrCast(pointer)));
}

/// One event of a list. Its slices are borrowed until the list goes or it changes.
pub const Spec = struct {
    /// leader, flags, terms, scale, max_events.
    raw: c.perfc_spec,

    pub fn attr(spec: Spec) []const u8 {
        return slice(u8, @ptrCast(spec.raw.attr), spec.raw.attr_size);
    }
    pub fn name(spec: Spec) [:0]const u8 {
        return text(spec.raw.name);
    }
    pub fn pmu(spec: Spec) [:0]const u8 {
        return text(spec.raw.pmu);
    }
    pub fn unit(spec: Spec) [:0]const u8 {
        return text(spec.raw.unit);
    }
    pub fn filter(spec: Spec) [:0]const u8 {
        return text(spec.raw.filter);
    }
    /// None: every CPU.
    pub fn cpus(spec: Spec) []const u32 {
        return slice(u32, spec.raw.cpu_list, spec.raw.cpu_count);
    }
};

pub const Specs = struct {
    handle: *c.perfc_specs,

    pub const no_leader: u32 = c.PERFC_SPEC_NO_LEADER;

    pub fn create(host: Host, facts: ?*Facts) Error!Specs {
        var handle: ?*c.perfc_specs = null;
        try errors.done(c.perfc_specs_create(host.handle, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }
    pub fn destroy(specs: Specs) void {
        c.perfc_specs_destroy(specs.handle);
    }
    /// Appends all events of an event string; returns how many. sample_type 0: they count;
    /// else they sample these PERFC_SAMPLE_* fields.
    pub fn parse(specs: Specs, events: [*:0]const u8, sample_type: u64, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_specs_parse(specs.handle, events, sample_type, errors.raw(facts)));
    }
    /// Appends one; returns its index.
    pub fn add(specs: Specs, attr: anytype, name: ?[*:0]const u8, leader: u32, facts: ?*Facts) Error!u32 {
        const bytes = decode.attrBytes(attr);
        return errors.count(c.perfc_specs_add(
            specs.handle,
            bytes.ptr,
            bytes.len,
            name,
            leader,
            errors.raw(facts),
        ));
    }
    pub fn setAttr(specs: Specs, index: u32, attr: anytype, facts: ?*Facts) Error!void {
        const bytes = decode.attrBytes(attr);
        return errors.done(c.perfc_specs_set_attr(
            specs.handle,
            index,
            bytes.ptr,
            bytes.len,
            errors.raw(facts),
        ));
    }
    pub fn setFilter(specs: Specs, index: u32, filter: ?[*:0]const u8, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_specs_set_filter(specs.handle, index, filter, errors.raw(facts)));
    }
    pub fn count(specs: Specs) u32 {
        return errors.count(c.perfc_specs_count(specs.handle)) catch 0;
    }
    pub fn get(specs: Specs, index: u32) Error!Spec {
        return .{ .raw = try errors.filled(c.perfc_spec, c.perfc_specs_get, .{ specs.handle, index }) };
    }
};

/// The names that this machine has.
pub const Catalog = struct {
    handle: *c.perfc_catalog,

    pub const all: u32 = c.PERFC_CATALOG_ALL;

    /// Its texts are borrowed from the catalog.
    pub const Entry = struct {
        /// One of PERFC_CATALOG_*.
        kind: u32,
        name: [:0]const u8,
        pmu: [:0]const u8,
        unit: [:0]const u8,
        description: [:0]const u8,
    };

    /// kinds: PERFC_CATALOG_*
    pub fn create(host: Host, kinds: u32, facts: ?*Facts) Error!Catalog {
        var handle: ?*c.perfc_catalog = null;
        try errors.done(c.perfc_catalog_create(host.handle, kinds, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }
    pub fn destroy(catalog: Catalog) void {
        c.perfc_catalog_destroy(catalog.handle);
    }
    pub fn count(catalog: Catalog) u32 {
        return errors.count(c.perfc_catalog_count(catalog.handle)) catch 0;
    }
    pub fn get(catalog: Catalog, index: u32) Error!Entry {
        const raw = try errors.filled(c.perfc_catalog_entry, c.perfc_catalog_get, .{ catalog.handle, index });
        return .{
            .kind = raw.kind,
            .name = text(raw.name),
            .pmu = text(raw.pmu),
            .unit = text(raw.unit),
            .description = text(raw.description),
        };
    }
};

/// The name of an attr: an event string that makes it; cut if it is longer than the buffer.
pub fn attrLabel(host: Host, attr: anytype, buffer: []u8) Error![]const u8 {
    const bytes = decode.attrBytes(attr);
    return errors.written(
        buffer,
        c.perfc_attr_label(host.handle, bytes.ptr, bytes.len, buffer.ptr, buffer.len),
    );
}

/// The target of a set. Its slices are borrowed until Set.open returns.
pub const Target = struct {
    kind: union(enum) {
        /// 0: the calling one.
        thread: i32,
        process: i32,
        /// With its descendants, and all that any of them starts: on each CPU.
        tree: i32,
        cgroup: [*:0]const u8,
        cpus,
    } = .{ .thread = 0 },
    /// Only on these, "0,3-7".
    on: ?[*:0]const u8 = null,
    /// The same as numbers; one of the two.
    on_list: []const u32 = &.{},
    /// Threads and processes on each CPU by an event of its own.
    each_cpu: bool = false,

    fn raw(target: Target) c.perfc_target {
        var out = std.mem.zeroes(c.perfc_target);
        out.size = @sizeOf(c.perfc_target);
        out.kind = switch (target.kind) {
            .thread => c.PERFC_TARGET_THREAD,
            .process => c.PERFC_TARGET_PROCESS,
            .tree => c.PERFC_TARGET_TREE,
            .cgroup => c.PERFC_TARGET_CGROUP,
            .cpus => c.PERFC_TARGET_CPUS,
        };
        switch (target.kind) {
            .thread, .process, .tree => |pid| out.pid = pid,
            .cgroup => |path| out.cgroup = path,
            .cpus => {},
        }
        if (target.each_cpu or target.kind == .tree) out.flags = c.PERFC_TARGET_FLAG_EACH_CPU;
        out.cpus = target.on;
        out.cpu_list = if (target.on_list.len == 0) null else target.on_list.ptr;
        out.cpu_count = @intCast(target.on_list.len);
        return out;
    }
};

/// One spec on one CPU and thread.
pub const Member = struct {
    raw: c.perfc_member,

    /// null where it isn't open. The set closes it.
    pub fn event(member: Member) ?Event {
        return if (member.raw.event) |handle| .{ .handle = handle } else null;
    }
    /// Whose ring has its records.
    pub fn ring(member: Member) ?Event {
        return if (member.raw.ring) |handle| .{ .handle = handle } else null;
    }
};

pub const Set = struct {
    handle: *c.perfc_set,

    pub const RingBudget = c.perfc_ring_budget;
    pub const SumRow = c.perfc_sum_row;
    pub const By = enum(u32) { spec, cpu, thread };

    pub const Options = struct {
        /// PERFC_SET_*
        flags: u32 = 0,
        /// PERFC_FALLBACK_*
        fallbacks: u32 = 0,
        /// Replaced by the set's, on failure too.
        report: ?Report = null,
        host: Host = .local,
        facts: ?*Facts = null,
    };

    pub fn open(specs: Specs, target: Target, options: Options) Error!Set {
        const on = target.raw();
        const given: c.perfc_set_options = .{
            .size = @sizeOf(c.perfc_set_options),
            .flags = options.flags,
            .fallbacks = options.fallbacks,
            .report = if (options.report) |into| into.handle else null,
        };
        var handle: ?*c.perfc_set = null;
        try errors.done(c.perfc_set_open(
            options.host.handle,
            specs.handle,
            &on,
            &given,
            &handle,
            errors.raw(options.facts),
        ));
        return .{ .handle = handle.? };
    }
    /// Call it once. It ends the set's events and everything that was borrowed from them.
    pub fn close(set: Set) void {
        c.perfc_set_close(set.handle);
    }

    pub fn count(set: Set) u32 {
        return errors.count(c.perfc_set_member_count(set.handle)) catch 0;
    }
    pub fn member(set: Set, index: u32) Error!Member {
        return .{ .raw = try errors.filled(c.perfc_member, c.perfc_set_member, .{ set.handle, index }) };
    }
    /// error.INVAL: the member isn't open.
    pub fn id(set: Set, index: u32) Error!u64 {
        var value: u64 = undefined;
        try errors.done(c.perfc_event_id((try set.member(index)).raw.event, &value));
        return value;
    }
    pub fn specCount(set: Set) u32 {
        return errors.count(c.perfc_specs_count(c.perfc_set_specs(set.handle))) catch 0;
    }
    /// A spec as it was opened.
    pub fn spec(set: Set, index: u32) Error!Spec {
        return .{ .raw = try errors.filled(c.perfc_spec, c.perfc_specs_get, .{ c.perfc_set_specs(set.handle), index }) };
    }
    /// For the records of all members. The caller destroys it.
    pub fn plan(set: Set, facts: ?*Facts) Error!OwnedPlan {
        var handle: ?*c.perfc_plan = null;
        try errors.done(c.perfc_set_create_plan(set.handle, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }

    pub fn enable(set: Set) Error!void {
        return errors.done(c.perfc_set_enable(set.handle));
    }
    pub fn disable(set: Set) Error!void {
        return errors.done(c.perfc_set_disable(set.handle));
    }
    pub fn reset(set: Set) Error!void {
        return errors.done(c.perfc_set_reset(set.handle));
    }
    /// Returns how many members changed. flags: PERFC_SET_UPDATE_REOPEN or 0.
    pub fn update(set: Set, flags: u32, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_set_update(set.handle, flags, errors.raw(facts)));
    }

    /// data_pages is a power of two, PERFC_PAGES_FIT, or 0: control pages. Returns how many it mapped.
    pub fn mmap(set: Set, data_pages: u32, flags: u32, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_set_mmap(set.handle, data_pages, flags, errors.raw(facts)));
    }
    pub fn ringBudget(set: Set, flags: u32) Error!RingBudget {
        return errors.filled(RingBudget, c.perfc_set_ring_budget, .{ set.handle, flags });
    }
    /// Adds all rings that are in no stream yet to a Stream or Flight; returns how many.
    pub fn addTo(set: Set, stream: anytype, facts: ?*Facts) Error!u32 {
        const handle = switch (@TypeOf(stream)) {
            streams.Stream, streams.Flight => stream.handle,
            else => @compileError("rings are added to a Stream or Flight"),
        };
        return errors.count(c.perfc_stream_add_set(handle, set.handle, errors.raw(facts)));
    }

    /// The members' counts, in their order; there must be room for all.
    pub fn read(set: Set, counts: []Count) Error![]Count {
        const n = try errors.count(c.perfc_set_read(
            set.handle,
            @ptrCast(counts.ptr),
            @sizeOf(Count),
            @intCast(counts.len),
        ));
        return counts[0..n];
    }
    /// Adds up counts that read gave, or differences of such; members beyond them have none.
    /// sums and rows need room for as many as there are members. Returns how many sums there
    /// are.
    pub fn sum(set: Set, by: By, counts: []const Count, sums: []Count, rows: []SumRow) Error!u32 {
        return errors.count(c.perfc_set_sum(
            set.handle,
            @intFromEnum(by),
            @ptrCast(counts.ptr),
            @intCast(counts.len),
            @ptrCast(sums.ptr),
            @sizeOf(Count),
            rows.ptr,
            @sizeOf(SumRow),
            @intCast(@min(sums.len, rows.len)),
        ));
    }

    /// Returns how many events took the program.
    pub fn attachBpf(set: Set, prog_fd: std.posix.fd_t, flags: u32, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_set_attach_bpf(set.handle, prog_fd, flags, errors.raw(facts)));
    }
    pub fn detachBpf(set: Set) Error!void {
        return errors.done(c.perfc_set_detach_bpf(set.handle));
    }
    /// error.INVAL: the member isn't open.
    pub fn queryBpf(set: Set, index: u32, ids: []u32, facts: ?*Facts) Error![]u32 {
        var n: u32 = 0;
        try errors.done(c.perfc_event_query_bpf(
            (try set.member(index)).raw.event,
            ids.ptr,
            @intCast(ids.len),
            &n,
            errors.raw(facts),
        ));
        return ids[0..n];
    }

    /// Borrowed: lives as long as the set, and grows. Not to be destroyed.
    pub fn report(set: Set) Report {
        return .{ .handle = @constCast(c.perfc_set_report(set.handle)) };
    }
};

/// The incidents of opening, mapping and updating a set.
pub const Report = struct {
    handle: ?*c.perfc_report,

    pub const Entry = c.perfc_report_entry;
    /// For write: every entry, a line each.
    pub const all: u32 = c.PERFC_REPORT_ALL;

    pub fn create(facts: ?*Facts) Error!Report {
        var handle: ?*c.perfc_report = null;
        try errors.done(c.perfc_report_create(&handle, errors.raw(facts)));
        return .{ .handle = handle };
    }
    pub fn destroy(report: Report) void {
        c.perfc_report_destroy(report.handle);
    }
    pub fn count(report: Report) u32 {
        return errors.count(c.perfc_report_count(report.handle)) catch 0;
    }
    pub fn get(report: Report, index: u32) Error!Entry {
        return errors.filled(Entry, c.perfc_report_get, .{ report.handle, index });
    }
    /// An entry in words; cut where that is longer than the buffer.
    pub fn write(report: Report, index: u32, buffer: []u8) Error![]const u8 {
        const length = c.perfc_report_text(report.handle, index, buffer.ptr, buffer.len);
        return errors.written(buffer, length);
    }
};
