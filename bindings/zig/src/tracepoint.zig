//! The meaning of the raw data of a tracepoint's samples.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Error = errors.Error;
const Facts = errors.Facts;
const Batch = @import("batch.zig").Batch;
const ByteOrder = @import("decode.zig").ByteOrder;
const Host = @import("host.zig").Host;

/// A field is named by its index, see find. raw is a sample's raw data, sample.raw()
/// or a row of the column .raw.
pub const Tracepoint = struct {
    handle: *c.perfc_tracepoint,

    pub const Info = c.perfc_tracepoint_info;
    pub const Field = c.perfc_tracepoint_field;
    pub const Rows = c.perfc_tracepoint_rows;

    /// By name, "sched:sched_switch".
    pub fn open(host: Host, tracepoint_name: [*:0]const u8, facts: ?*Facts) Error!Tracepoint {
        var handle: ?*c.perfc_tracepoint = null;
        const result = c.perfc_tracepoint_create(host.handle, tracepoint_name, &handle, errors.raw(facts));
        try errors.done(result);
        return .{ .handle = handle.? };
    }
    /// By the attr's config.
    pub fn openId(host: Host, id: u32, facts: ?*Facts) Error!Tracepoint {
        var handle: ?*c.perfc_tracepoint = null;
        try errors.done(c.perfc_tracepoint_create_by_id(host.handle, id, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }
    /// From the text of a format file.
    pub fn parse(system: [*:0]const u8, text: []const u8, order: ByteOrder, facts: ?*Facts) Error!Tracepoint {
        var handle: ?*c.perfc_tracepoint = null;
        try errors.done(c.perfc_tracepoint_create_from_text(
            system,
            text.ptr,
            text.len,
            @intFromEnum(order),
            &handle,
            errors.raw(facts),
        ));
        return .{ .handle = handle.? };
    }
    pub fn destroy(tracepoint: Tracepoint) void {
        c.perfc_tracepoint_destroy(tracepoint.handle);
    }

    pub fn info(tracepoint: Tracepoint) Error!Info {
        return errors.filled(Info, c.perfc_tracepoint_get_info, .{tracepoint.handle});
    }
    pub fn name(tracepoint: Tracepoint) [:0]const u8 {
        const all = tracepoint.info() catch return "";
        return std.mem.span(@as([*:0]const u8, @ptrCast(all.name)));
    }
    pub fn field(tracepoint: Tracepoint, index: u32) Error!Field {
        return errors.filled(Field, c.perfc_tracepoint_get_field, .{ tracepoint.handle, index });
    }
    pub fn find(tracepoint: Tracepoint, field_name: [*:0]const u8) Error!u32 {
        return errors.count(c.perfc_tracepoint_find_field(tracepoint.handle, field_name));
    }

    pub fn matches(tracepoint: Tracepoint, raw: []const u8) bool {
        return c.perfc_tracepoint_matches(tracepoint.handle, raw.ptr, raw.len) == 1;
    }
    /// A number, or one of an array of them, as T: signed ones are sign-extended.
    pub fn value(tracepoint: Tracepoint, comptime T: type, raw: []const u8, index: u32, element: u32) Error!T {
        var out: u64 = undefined;
        const handle = tracepoint.handle;
        try errors.done(c.perfc_tracepoint_value(handle, raw.ptr, raw.len, index, element, &out));
        return @truncate(@as(if (@typeInfo(T).int.signedness == .signed) i64 else u64, @bitCast(out)));
    }
    /// The bytes of a field of any kind, in raw. A string comes without its NUL. element is 0, except
    /// in a probe's array of strings.
    pub fn bytes(tracepoint: Tracepoint, raw: []const u8, index: u32, element: u32) Error![]const u8 {
        var offset: u32 = 0;
        var length: u32 = 0;
        const handle = tracepoint.handle;
        try errors.done(c.perfc_tracepoint_range(handle, raw.ptr, raw.len, index, element, &offset, &length));
        return raw[offset..][0..length];
    }

    /// A field as text; cut where that is longer than the buffer.
    pub fn formatField(tracepoint: Tracepoint, raw: []const u8, index: u32, buffer: []u8) Error![]const u8 {
        return errors.written(buffer, c.perfc_tracepoint_text(
            tracepoint.handle,
            raw.ptr,
            raw.len,
            index,
            buffer.ptr,
            buffer.len,
        ));
    }
    /// All but the common fields: "prev_comm=bash prev_pid=12 ...".
    pub fn format(tracepoint: Tracepoint, raw: []const u8, buffer: []u8) Error![]const u8 {
        return tracepoint.formatField(raw, c.PERFC_FIELD_ALL, buffer);
    }

    /// A number of all samples in a batch. validity has a bit for each row, or is null.
    pub fn columnValues(
        tracepoint: Tracepoint,
        batch: Batch,
        index: u32,
        values: []u64,
        validity: ?[]u8,
    ) Error!Rows {
        var rows = std.mem.zeroes(Rows);
        try errors.done(c.perfc_tracepoint_column_values(
            tracepoint.handle,
            batch.handle,
            index,
            0,
            values.ptr,
            @sizeOf(u64),
            if (validity) |bits| bits.ptr else null,
            room(values.len, validity),
            &rows,
            @sizeOf(Rows),
        ));
        return rows;
    }
    /// Where a string, array or bytes of all samples lie in the column .raw.
    pub fn columnRanges(
        tracepoint: Tracepoint,
        batch: Batch,
        index: u32,
        offsets: []i32,
        lengths: []i32,
        validity: ?[]u8,
    ) Error!Rows {
        var rows = std.mem.zeroes(Rows);
        try errors.done(c.perfc_tracepoint_column_ranges(
            tracepoint.handle,
            batch.handle,
            index,
            0,
            offsets.ptr,
            lengths.ptr,
            if (validity) |bits| bits.ptr else null,
            room(@min(offsets.len, lengths.len), validity),
            &rows,
            @sizeOf(Rows),
        ));
        return rows;
    }
    fn room(values: usize, validity: ?[]u8) u32 {
        return @intCast(if (validity) |bits| @min(values, bits.len * 8) else values);
    }
};
