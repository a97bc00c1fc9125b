//! Many rings as one source: streams, flight recorders, and stitchers behind them.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Batch = @import("batch.zig").Batch;
const Event = @import("event.zig").Event;
const Host = @import("host.zig").Host;
const Losses = @import("event.zig").Losses;
const Plan = @import("decode.zig").Plan;
const Record = @import("record.zig").Record;
const Table = @import("batch.zig").Table;

/// Laid out as struct perfc_stream_record. Borrowed until the next call.
pub const StreamRecord = extern struct {
    record: Record,
    /// By which it was ordered, ns.
    time: u64,
    sequence: u64,
    event: *c.perfc_event,
    /// That event's number.
    source: u32,
    reserved: u32,

    pub fn plan(record: StreamRecord) Plan {
        return .{ .handle = c.perfc_event_plan(record.event) };
    }
};

/// The events stay their owners', and mapped.
pub const Stream = struct {
    handle: *c.perfc_stream,

    pub const Options = struct { round_bytes: u64 = 0, host: Host = .local, facts: ?*Facts = null };

    pub fn create(options: Options) Error!Stream {
        const given: c.perfc_stream_options = .{
            .size = @sizeOf(c.perfc_stream_options),
            .round_bytes = options.round_bytes,
        };
        var handle: ?*c.perfc_stream = null;
        const facts = errors.raw(options.facts);
        try errors.done(c.perfc_stream_create(options.host.handle, &given, &handle, facts));
        return .{ .handle = handle.? };
    }

    pub fn destroy(stream: Stream) void {
        c.perfc_stream_destroy(stream.handle);
    }

    /// Returns the ring's number, which records carry as `source`.
    pub fn add(stream: Stream, event: Event, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_stream_add_event(stream.handle, event.handle, errors.raw(facts)));
    }
    pub fn remove(stream: Stream, event: Event) Error!void {
        return errors.done(c.perfc_stream_remove_event(stream.handle, event.handle));
    }

    /// The event whose ring has that number.
    pub fn eventOf(stream: Stream, source: u32) ?Event {
        const handle = c.perfc_stream_event(stream.handle, source) orelse return null;
        return .{ .handle = handle };
    }

    /// The earliest record that is there; null if there is none now.
    pub inline fn next(stream: Stream) Error!?StreamRecord {
        var record: StreamRecord = undefined;
        const result = c.perfc_stream_next(stream.handle, @ptrCast(&record));
        return if (try errors.truth(result)) record else null;
    }
    /// As Event.wait; error.SHUTDOWN once every ring has come to its end.
    pub fn wait(stream: Stream, timeout_ms: i32, facts: ?*Facts) Error!bool {
        return errors.truth(c.perfc_stream_wait(stream.handle, timeout_ms, errors.raw(facts)));
    }
    pub fn wake(stream: Stream) Error!void {
        return errors.done(c.perfc_stream_wake(stream.handle));
    }
    /// For an event loop. It stays the stream's.
    pub fn fd(stream: Stream) std.posix.fd_t {
        return c.perfc_stream_fd(stream.handle);
    }
    /// Of one event's ring, or of all.
    pub fn losses(stream: Stream, event: ?Event) Error!Losses {
        const one = if (event) |of| of.handle else null;
        return errors.filled(Losses, c.perfc_stream_losses, .{ stream.handle, one });
    }

    /// Through the Arrow C Stream Interface: a pointer to its struct, which the caller
    /// releases. duration_ms below 0: until the rings end, or wake().
    pub fn exportArrow(
        stream: Stream,
        options: Batch.Options,
        table: Table.Kind,
        duration_ms: i32,
        out: *anyopaque,
        facts: ?*Facts,
    ) Error!void {
        const given = options.raw();
        return errors.done(c.perfc_stream_export_arrow(
            stream.handle,
            &given,
            @intFromEnum(table),
            duration_ms,
            @ptrCast(out),
            errors.raw(facts),
        ));
    }
};

/// The newest records of rings that are overwritten.
pub const Flight = struct {
    handle: *c.perfc_flight,

    /// Everything that is still in the rings, for cut.
    pub const all: u64 = c.PERFC_FLIGHT_ALL;

    pub fn create(facts: ?*Facts) Error!Flight {
        var handle: ?*c.perfc_flight = null;
        try errors.done(c.perfc_flight_create(&handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }
    pub fn destroy(flight: Flight) void {
        c.perfc_flight_destroy(flight.handle);
    }
    pub fn add(flight: Flight, event: Event, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_flight_add(flight.handle, event.handle, errors.raw(facts)));
    }
    pub fn remove(flight: Flight, event: Event) Error!void {
        return errors.done(c.perfc_flight_remove(flight.handle, event.handle));
    }
    /// The event whose ring has that number.
    pub fn eventOf(flight: Flight, source: u32) ?Event {
        const handle = c.perfc_flight_event(flight.handle, source) orelse return null;
        return .{ .handle = handle };
    }
    /// Pauses all rings and returns how many records of the last nanoseconds there are.
    pub fn cut(flight: Flight, last_ns: u64, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_flight_cut(flight.handle, last_ns, errors.raw(facts)));
    }
    pub fn next(flight: Flight) Error!?StreamRecord {
        var record: StreamRecord = undefined;
        const result = c.perfc_flight_next(flight.handle, @ptrCast(&record));
        return if (try errors.truth(result)) record else null;
    }
    pub fn @"resume"(flight: Flight, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_flight_resume(flight.handle, errors.raw(facts)));
    }
    pub fn losses(flight: Flight, event: ?Event) Error!Losses {
        const one = if (event) |of| of.handle else null;
        return errors.filled(Losses, c.perfc_flight_losses, .{ flight.handle, one });
    }
};

/// Puts deferred call chains into their samples.
pub const Stitch = struct {
    handle: *c.perfc_stitch,

    pub const Info = c.perfc_stitch_info;

    pub const State = enum(u32) { passed, spliced, unmatched, oversized, _ };

    /// Laid out as struct perfc_stitched_record. Borrowed until the next call.
    pub const Stitched = extern struct {
        record: Record,
        plan_handle: ?*const c.perfc_plan,
        tag: u64,
        state: State,
        reserved: u32,

        pub fn plan(stitched: Stitched) Plan {
            return .{ .handle = stitched.plan_handle };
        }
    };

    /// max_bytes for the samples that wait; 0 for the default.
    pub fn create(max_bytes: u64, facts: ?*Facts) Error!Stitch {
        const given: c.perfc_stitch_options = .{
            .size = @sizeOf(c.perfc_stitch_options),
            .max_bytes = max_bytes,
        };
        var handle: ?*c.perfc_stitch = null;
        try errors.done(c.perfc_stitch_create(&given, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }
    pub fn destroy(stitch: Stitch) void {
        c.perfc_stitch_destroy(stitch.handle);
    }
    /// tag comes out with the record. Take all that comes out before the next push.
    pub fn push(stitch: Stitch, plan: Plan, record: Record, tag: u64) Error!void {
        return errors.done(c.perfc_stitch_push(stitch.handle, plan.handle, record.raw(), tag));
    }
    pub fn next(stitch: Stitch) Error!?Stitched {
        var out: Stitched = undefined;
        const result = c.perfc_stitch_next_record(stitch.handle, @ptrCast(&out));
        return if (try errors.truth(result)) out else null;
    }
    pub fn flush(stitch: Stitch) Error!void {
        return errors.done(c.perfc_stitch_flush(stitch.handle));
    }
    pub fn info(stitch: Stitch) Error!Info {
        return errors.filled(Info, c.perfc_stitch_get_info, .{stitch.handle});
    }
};
