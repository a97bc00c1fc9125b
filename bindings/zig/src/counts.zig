//! Counts and how far they can be trusted; clocks.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Event = @import("event.zig").Event;
const Host = @import("host.zig").Host;

/// Laid out as struct perfc_count.
pub const Count = extern struct {
    raw: u64,
    scaled: u64,
    time_enabled: u64,
    time_running: u64,
    lost: u64,
    id: u64,
    fields: u64,
    quality: u32,
    origin: u32,

    /// Whether it has one of the PERFC_QUALITY_*.
    pub fn is(count: Count, qualities: u32) bool {
        return count.quality & qualities != 0;
    }
    /// The count, scaled where events took turns; null where it isn't a count.
    pub fn value(count: Count) ?u64 {
        const none = c.PERFC_QUALITY_MISSING | c.PERFC_QUALITY_NEVER_RAN;
        return if (count.is(none)) null else count.scaled;
    }
};

fn filledCount(call: anytype, args: anytype) Error!Count {
    const filled = try errors.filled(c.perfc_count, call, args);
    return @as(*const Count, @ptrCast(&filled)).*;
}

pub fn readCount(event: Event) Error!Count {
    return filledCount(c.perfc_read, .{event.handle});
}
/// Without a system call where that is right.
pub fn readCountUser(event: Event) Error!Count {
    return filledCount(c.perfc_read_user, .{event.handle});
}

// An Event consists only of its handle, so C can take a slice of events.
comptime {
    std.debug.assert(@sizeOf(Event) == @sizeOf(*c.perfc_event));
}
fn handles(events: []const Event) [*c]const ?*c.perfc_event {
    return @ptrCast(events.ptr);
}

/// The counts of a group's events at one instant, counts[i] of events[i].
pub fn readGroup(leader: Event, events: []const Event, counts: []Count) Error!void {
    if (counts.len != events.len) return error.INVAL;
    _ = try errors.count(c.perfc_read_group(
        leader.handle,
        handles(events),
        @ptrCast(counts.ptr),
        @sizeOf(Count),
        @intCast(counts.len),
    ));
}

pub fn delta(from: Count, to: Count) Error!Count {
    return filledCount(c.perfc_count_delta, .{
        @as(*const c.perfc_count, @ptrCast(&from)),
        @as(*const c.perfc_count, @ptrCast(&to)),
    });
}
pub fn sum(counts: []const Count) Error!Count {
    var added: Count = undefined;
    try errors.done(c.perfc_count_sum(
        @ptrCast(counts.ptr),
        @sizeOf(Count),
        @intCast(counts.len),
        @ptrCast(&added),
    ));
    return added;
}
/// value * enabled / running, for counts that came with a sample.
pub fn scale(value: u64, enabled: u64, running: u64) Error!u64 {
    var scaled: u64 = undefined;
    try errors.done(c.perfc_count_scale(value, enabled, running, &scaled));
    return scaled;
}

/// Starts a measurement. measureEnd ends it: call it with the same arguments, and it leaves the
/// counts in `counts`. `events` are members of leader's group. If it is empty, only leader is
/// measured, with one count.
pub fn measureBegin(leader: Event, events: []const Event, counts: []Count) Error!void {
    try readMeasured(leader, events, counts);
    // Members first: they count from the moment on that their leader does.
    for (events) |member| {
        if (member.handle != leader.handle) try member.enable(0);
    }
    return leader.enable(0);
}
pub fn measureEnd(leader: Event, events: []const Event, counts: []Count) Error!void {
    // A group stops with its leader.
    try leader.disable(0);
    if (counts.len > max_measured) return error.INVAL;
    var now: [max_measured]Count = undefined;
    try readMeasured(leader, events, now[0..counts.len]);
    for (counts, now[0..counts.len]) |*count, after| count.* = try delta(count.*, after);
}
fn readMeasured(leader: Event, events: []const Event, counts: []Count) Error!void {
    if (counts.len != @max(events.len, 1)) return error.INVAL;
    if (events.len > 0) return readGroup(leader, events, counts);
    counts[0] = try readCount(leader);
}
/// No read of a group has more values (perf_event_validate_size, kernel/events/core.c).
const max_measured = 16 * 1024 / 16;

/// Every event that the calling thread has opened.
pub fn taskEnable(host: Host) Error!void {
    return errors.done(c.perfc_task_enable(host.handle));
}
pub fn taskDisable(host: Host) Error!void {
    return errors.done(c.perfc_task_disable(host.handle));
}

/// The id of a clock by its name, "monotonic".
pub fn clockFind(name: [*:0]const u8) Error!i32 {
    var clock: i32 = undefined;
    try errors.done(c.perfc_clock_find(name, &clock));
    return clock;
}
pub fn clockName(clock: i32) ?[:0]const u8 {
    const name = c.perfc_clock_name(clock);
    return if (name == null) null else std.mem.span(@as([*:0]const u8, @ptrCast(name)));
}

/// How the times of an event's records relate to a clock.
pub const ClockRelation = struct {
    raw: c.perfc_clock_relation,

    pub const How = enum(u32) { same = 1, read, recorded, _ };
    pub const Moment = struct { ns: u64, uncertainty: u64 };

    pub fn of(event: Event, clock: i32, facts: ?*Facts) Error!ClockRelation {
        var raw = std.mem.zeroes(c.perfc_clock_relation);
        const size = @sizeOf(c.perfc_clock_relation);
        try errors.done(c.perfc_event_relate_clock(event.handle, clock, &raw, size, errors.raw(facts)));
        return .{ .raw = raw };
    }
    pub fn how(relation: ClockRelation) How {
        return @enumFromInt(relation.raw.how);
    }
    /// A record's time in that clock; interpolated, with one taken later.
    pub fn convert(relation: ClockRelation, later: ?ClockRelation, time: u64) Error!Moment {
        var moment: Moment = undefined;
        try errors.done(c.perfc_clock_convert(
            &relation.raw,
            if (later) |*second| &second.raw else null,
            @sizeOf(c.perfc_clock_relation),
            time,
            &moment.ns,
            &moment.uncertainty,
        ));
        return moment;
    }
};
