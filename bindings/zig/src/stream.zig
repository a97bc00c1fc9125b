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
const slice = @import("record.zig").slice;
const Table = @import("batch.zig").Table;

/// Laid out as struct perfc_stream_record. Borrowed until the next call.
pub const StreamRecord = extern struct {
    record: Record,
    plan_handle: *const c.perfc_plan,
    /// ns in the source's clock, by which the records of one source are ordered.
    time: u64,
    /// The record's number in its stream, from 0 on.
    sequence: u64,
    /// Of a record in a file: the byte at which it begins. Else PERFC_NO_POSITION.
    position: u64 = c.PERFC_NO_POSITION,
    tail_data: ?[*]const u8 = null,
    /// How many bytes the tail has, whether or not they were read.
    tail_size: u64 = 0,
    /// The number of the ring: eventOf(source).
    source: u32,
    flags: Flags = .{},

    pub const Flags = packed struct(u32) {
        /// The record has no time of its own; `time` is that of the record before it.
        time_guessed: bool = false,
        /// The record's time is before that of a record handed out already.
        late: bool = false,
        /// The record was made from the header of a file, and isn't in the file itself.
        header: bool = false,
        /// The record was made from the state of this machine. Its time is 0.
        synthesized: bool = false,
        /// The tail goes on: the next record is the same again, with the next bytes of its tail.
        more: bool = false,
        reserved: u27 = 0,
    };

    /// Decodes the record.
    pub inline fn plan(record: StreamRecord) Plan {
        return .{ .handle = record.plan_handle };
    }

    /// Bytes that follow the record in a file and are no part of it, if they were read.
    pub fn tail(record: StreamRecord) []const u8 {
        return slice(u8, record.tail_data, record.tail_size);
    }
};

/// The common part of streams and flight recorders.
fn Rings(comptime Self: type) type {
    return struct {
        fn create(kind: u32, round_bytes: u64, host: Host, facts: ?*Facts) Error!Self {
            const given: c.perfc_stream_options = .{
                .size = @sizeOf(c.perfc_stream_options),
                .kind = kind,
                .round_bytes = round_bytes,
            };
            var handle: ?*c.perfc_stream = null;
            try errors.done(c.perfc_stream_create(host.handle, &given, &handle, errors.raw(facts)));
            return .{ .handle = handle.? };
        }
        fn destroy(self: Self) void {
            c.perfc_stream_destroy(self.handle);
        }
        fn add(self: Self, event: Event, facts: ?*Facts) Error!u32 {
            return errors.count(c.perfc_stream_add_event(self.handle, event.handle, errors.raw(facts)));
        }
        fn remove(self: Self, event: Event) Error!void {
            return errors.done(c.perfc_stream_remove_event(self.handle, event.handle));
        }
        fn eventOf(self: Self, source: u32) ?Event {
            const handle = c.perfc_stream_event(self.handle, source) orelse return null;
            return .{ .handle = handle };
        }
        inline fn next(self: Self) Error!?StreamRecord {
            var record: StreamRecord = undefined;
            const result = c.perfc_stream_next_records(self.handle, @ptrCast(&record), 1);
            return if (try errors.truth(result)) record else null;
        }
        inline fn nextRecords(self: Self, records: []StreamRecord) Error![]StreamRecord {
            const len: u32 = @intCast(records.len);
            const result = c.perfc_stream_next_records(self.handle, @ptrCast(records.ptr), len);
            return records[0..try errors.count(result)];
        }
        fn losses(self: Self, event: ?Event) Error!Losses {
            const one = if (event) |of| of.handle else null;
            return errors.filled(Losses, c.perfc_stream_losses, .{ self.handle, one });
        }
    };
}

/// Rings that wait for their reader. The events stay their owners', and mapped.
pub const Stream = struct {
    handle: *c.perfc_stream,

    const rings = Rings(Stream);

    pub const Options = struct { round_bytes: u64 = 0, host: Host = .local, facts: ?*Facts = null };

    pub fn create(options: Options) Error!Stream {
        const kind = c.PERFC_STREAM_FORWARD;
        return rings.create(kind, options.round_bytes, options.host, options.facts);
    }
    pub const destroy = rings.destroy;

    /// Returns the ring's number, which records carry as `source`.
    pub const add = rings.add;
    pub const remove = rings.remove;
    /// The event whose ring has that number.
    pub const eventOf = rings.eventOf;
    /// The earliest record that is there; null if there is none now. error.SHUTDOWN: every
    /// ring has come to its end and is drained.
    pub const next = rings.next;
    /// The earliest records that are there, in `records`; none if there are none now.
    pub const nextRecords = rings.nextRecords;
    /// Of one event's ring, or of all.
    pub const losses = rings.losses;

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

/// The newest records of rings that are overwritten: a stream of kind
/// PERFC_STREAM_FLIGHT, whose records are those of the cut.
pub const Flight = struct {
    handle: *c.perfc_stream,

    const rings = Rings(Flight);

    /// Everything that is still in the rings, for cut.
    pub const all: u64 = c.PERFC_STREAM_CUT_ALL;

    pub fn create(facts: ?*Facts) Error!Flight {
        return rings.create(c.PERFC_STREAM_FLIGHT, 0, .local, facts);
    }
    pub const destroy = rings.destroy;

    /// Returns the ring's number, which records carry as `source`.
    pub const add = rings.add;
    pub const remove = rings.remove;
    /// The event whose ring has that number.
    pub const eventOf = rings.eventOf;
    /// The cut's next record, the earliest first; null at its end.
    pub const next = rings.next;
    /// The cut's next records, in `records`; none at its end.
    pub const nextRecords = rings.nextRecords;
    /// Of one event's ring, or of all.
    pub const losses = rings.losses;

    /// Pauses all rings and returns how many records of the last nanoseconds there are.
    pub fn cut(flight: Flight, last_ns: u64, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_stream_cut(flight.handle, last_ns, errors.raw(facts)));
    }
    pub fn @"resume"(flight: Flight, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_stream_resume(flight.handle, errors.raw(facts)));
    }
};

/// Puts deferred call chains into their samples.
pub const Stitch = struct {
    handle: *c.perfc_stitch,

    pub const Info = c.perfc_stitch_info;

    pub const State = enum(u32) { passed, spliced, unmatched, oversized, _ };

    /// Laid out as struct perfc_stitched_record. Borrowed until the next call.
    pub const Stitched = extern struct {
        /// As it was pushed, but for the record of a spliced sample.
        pushed: StreamRecord,
        state: State,
        reserved: u32,
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
    /// Take all that comes out before the next push.
    pub fn push(stitch: Stitch, record: StreamRecord) Error!void {
        return errors.done(c.perfc_stitch_push(stitch.handle, @ptrCast(&record)));
    }
    /// The same with a record of another source; sequence is a number of your own.
    pub fn pushRecord(stitch: Stitch, plan: Plan, record: Record, sequence: u64) Error!void {
        return stitch.push(.{
            .record = record,
            .plan_handle = plan.handle orelse return error.INVAL,
            .time = 0,
            .sequence = sequence,
            .source = 0,
        });
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
