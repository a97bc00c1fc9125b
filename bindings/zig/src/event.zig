//! An open event: ioctls, its ring, its AUX area, its counts.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const decode = @import("decode.zig");
const Aux = @import("records.zig").Aux;
const Error = errors.Error;
const Facts = errors.Facts;
const Count = @import("counts.zig").Count;
const Host = @import("host.zig").Host;
const Plan = decode.Plan;
const Record = @import("record.zig").Record;

pub const Losses = c.perfc_losses;

pub const Event = struct {
    handle: *c.perfc_event,

    pub const OpenOptions = struct {
        host: Host = .local,
        /// The leader whose group it joins.
        group: ?Event = null,
        /// PERFC_FLAG_*
        flags: u64 = 0,
        facts: ?*Facts = null,
    };

    pub const OpenStringOptions = struct {
        host: Host = .local,
        /// 0: the event counts; else it samples these PERFC_SAMPLE_* fields, at the string's
        /// period= or freq=, or at 1,000 Hz.
        sample_type: u64 = 0,
        facts: ?*Facts = null,
    };

    /// The one event that an event string names, disabled.
    pub fn openString(event_string: [*:0]const u8, pid: i32, cpu: i32, options: OpenStringOptions) Error!Event {
        var handle: ?*c.perfc_event = null;
        try errors.done(c.perfc_open_string(
            options.host.handle,
            event_string,
            options.sample_type,
            pid,
            cpu,
            &handle,
            errors.raw(options.facts),
        ));
        return .{ .handle = handle.? };
    }

    /// attr: a pointer to a perfc.Attr, std's perf_event_attr, or bytes.
    pub fn open(attr: anytype, pid: i32, cpu: i32, options: OpenOptions) Error!Event {
        const bytes = decode.attrBytes(attr);
        var handle: ?*c.perfc_event = null;
        try errors.done(c.perfc_open(
            options.host.handle,
            bytes.ptr,
            bytes.len,
            pid,
            cpu,
            if (options.group) |leader| leader.handle else null,
            options.flags,
            &handle,
            errors.raw(options.facts),
        ));
        return .{ .handle = handle.? };
    }

    /// Takes over an fd that was opened elsewhere.
    pub fn openFd(opened: std.posix.fd_t, attr: anytype, host: Host, facts: ?*Facts) Error!Event {
        const bytes = decode.attrBytes(attr);
        var handle: ?*c.perfc_event = null;
        try errors.done(c.perfc_open_fd(
            host.handle,
            opened,
            bytes.ptr,
            bytes.len,
            &handle,
            errors.raw(facts),
        ));
        return .{ .handle = handle.? };
    }

    /// Call it once. It ends everything that was borrowed from the event.
    pub fn close(event: Event) void {
        c.perfc_close(event.handle);
    }

    /// It stays the event's.
    pub fn fd(event: Event) std.posix.fd_t {
        return c.perfc_event_fd(event.handle);
    }

    /// Copies the attr, cut where it is longer than the buffer; returns its length.
    pub fn attrCopy(event: Event, buffer: []u8) Error!u32 {
        return errors.count(c.perfc_event_attr(event.handle, buffer.ptr, buffer.len));
    }

    /// Borrowed: lives as long as this event.
    pub fn plan(event: Event) Plan {
        return .{ .handle = c.perfc_event_plan(event.handle) };
    }

    // ioctl(2). flags is 0 or PERFC_IOC_FLAG_GROUP.
    pub fn enable(event: Event, flags: u32) Error!void {
        return event.request(c.PERFC_IOC_ENABLE, flags);
    }
    pub fn disable(event: Event, flags: u32) Error!void {
        return event.request(c.PERFC_IOC_DISABLE, flags);
    }
    pub fn reset(event: Event, flags: u32) Error!void {
        return event.request(c.PERFC_IOC_RESET, flags);
    }
    pub fn refresh(event: Event, samples: i32) Error!void {
        return event.request(c.PERFC_IOC_REFRESH, @bitCast(@as(i64, samples)));
    }
    pub fn setPeriod(event: Event, period: u64) Error!void {
        return event.request(c.PERFC_IOC_PERIOD, period);
    }
    pub fn id(event: Event) Error!u64 {
        var value: u64 = undefined;
        try errors.done(c.perfc_event_id(event.handle, &value));
        return value;
    }
    /// null drops the output. False: redirected, but the records can't be told apart
    /// and are raw only.
    pub fn setOutput(event: Event, target: ?Event, facts: ?*Facts) Error!bool {
        const handle = if (target) |to| to.handle else null;
        return !try errors.truth(c.perfc_event_set_output(event.handle, handle, errors.raw(facts)));
    }
    pub fn setFilter(event: Event, filter: [*:0]const u8, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_event_set_filter(event.handle, filter, errors.raw(facts)));
    }
    pub fn setBpf(event: Event, prog_fd: std.posix.fd_t, facts: ?*Facts) Error!void {
        return event.ioctl(c.PERFC_IOC_SET_BPF, @bitCast(@as(i64, prog_fd)), facts);
    }
    /// The ids of the programs at the tracepoint, in `ids`.
    pub fn queryBpf(event: Event, ids: []u32, facts: ?*Facts) Error![]u32 {
        var count: u32 = 0;
        const len: u32 = @intCast(ids.len);
        try errors.done(c.perfc_event_query_bpf(event.handle, ids.ptr, len, &count, errors.raw(facts)));
        return ids[0..count];
    }
    pub fn pauseOutput(event: Event, paused: bool) Error!void {
        return event.request(c.PERFC_IOC_PAUSE_OUTPUT, @intFromBool(paused));
    }
    pub fn modifyAttributes(event: Event, attr: anytype, facts: ?*Facts) Error!void {
        const bytes = decode.attrBytes(attr);
        return errors.done(c.perfc_event_modify_attr(
            event.handle,
            bytes.ptr,
            bytes.len,
            errors.raw(facts),
        ));
    }
    /// Any request whose argument is a number, PERFC_IOC_*.
    pub fn ioctl(event: Event, number: u32, argument: u64, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_ioctl(event.handle, number, argument, errors.raw(facts)));
    }
    /// A hot one, whose error is the errno alone.
    fn request(event: Event, number: u32, argument: u64) Error!void {
        return event.ioctl(number, argument, null);
    }

    /// Maps the ring. data_pages is a power of two, such as PERFC_MMAP_DEFAULT_PAGES; 0: the control
    /// page alone.
    pub fn mmap(event: Event, data_pages: u32, flags: u32, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_mmap(event.handle, data_pages, flags, errors.raw(facts)));
    }
    pub fn munmap(event: Event) Error!void {
        return errors.done(c.perfc_munmap(event.handle));
    }
    /// The control page, which the kernel goes on writing.
    pub fn controlPage(event: Event) ?*const volatile c.perfc_mmap_page {
        return @ptrCast(c.perfc_event_control_page(event.handle));
    }

    /// The next record, borrowed until the next call; null if there is none now.
    /// error.SHUTDOWN: the target has gone and the ring is drained.
    pub inline fn next(event: Event) Error!?Record {
        var record: Record = undefined;
        const result = c.perfc_next_record(event.handle, @ptrCast(&record));
        return if (try errors.truth(result)) record else null;
    }
    /// As next, but as many records as there are at once, in `records`; none if there are
    /// none now.
    pub inline fn nextRecords(event: Event, records: []Record) Error![]Record {
        const len: u32 = @intCast(records.len);
        const result = c.perfc_next_records(event.handle, @ptrCast(records.ptr), len);
        return records[0..try errors.count(result)];
    }
    /// As next, but the record stays the next one.
    pub fn peek(event: Event) Error!?Record {
        var record: Record = undefined;
        const result = c.perfc_event_peek_record(event.handle, @ptrCast(&record));
        return if (try errors.truth(result)) record else null;
    }
    /// Whether there are records; false on time-out. Below 0 it waits for ever.
    pub fn wait(event: Event, timeout_ms: i32, facts: ?*Facts) Error!bool {
        return errors.truth(c.perfc_event_wait(event.handle, timeout_ms, errors.raw(facts)));
    }
    /// Ends another thread's wait with error.CANCELED. Any thread.
    pub fn wake(event: Event) Error!void {
        return errors.done(c.perfc_event_wake(event.handle));
    }
    pub fn losses(event: Event) Error!Losses {
        return errors.filled(Losses, c.perfc_event_losses, .{event.handle});
    }

    /// Reads the count, or those of the event's group in the order of opening; of a pinned event
    /// in error there are none.
    pub fn read(event: Event, counts: []Count) Error![]Count {
        const count = try errors.count(c.perfc_read_group(
            event.handle,
            null,
            @ptrCast(counts.ptr),
            @sizeOf(Count),
            @intCast(counts.len),
        ));
        return counts[0..count];
    }

    /// Maps the AUX area, `pages` a power of two.
    pub fn auxMmap(event: Event, pages: u32, flags: u32, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_aux_mmap(event.handle, pages, flags, errors.raw(facts)));
    }
    pub fn auxMunmap(event: Event) Error!void {
        return errors.done(c.perfc_aux_munmap(event.handle));
    }
    /// The data that weren't released yet.
    pub fn auxPeek(event: Event) Error!?AuxData {
        var data = std.mem.zeroes(c.perfc_aux_data);
        const result = c.perfc_aux_peek(event.handle, &data, @sizeOf(c.perfc_aux_data));
        return if (try errors.truth(result)) .of(data) else null;
    }
    /// The data that a PERF_RECORD_AUX names.
    pub fn auxView(event: Event, record: *const Aux) Error!AuxData {
        const place = .{ event.handle, record.aux_offset, record.aux_size, record.flags };
        return .of(try errors.filled(c.perfc_aux_data, c.perfc_aux_view, place));
    }
    pub fn auxRelease(event: Event, offset: u64) Error!void {
        return errors.done(c.perfc_aux_release(event.handle, offset));
    }
};

/// Data in the AUX area, in one piece or two. Borrowed until released.
pub const AuxData = struct {
    first: []const u8,
    rest: []const u8,
    offset: u64,

    fn of(data: c.perfc_aux_data) AuxData {
        const slice = @import("record.zig").slice;
        return .{
            .first = slice(u8, data.data, data.size),
            .rest = slice(u8, data.rest, data.rest_size),
            .offset = data.offset,
        };
    }
};
