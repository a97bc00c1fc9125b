//! How calls fail: an error is an errno by its name, and Facts are the facts of the failure.
const std = @import("std");
const c = @import("c");

/// The kernel's errnos and the library's own, as std.os.linux.E spells them.
/// `Unexpected`: an errno that is none of these.
pub const Error = error{
    PERM,
    NOENT,
    SRCH,
    INTR,
    IO,
    NXIO,
    @"2BIG",
    BADF,
    /// The event has no ring: call mmap first. Or it is mapped already, in a
    /// stream already, or nothing in the set writes records. Or the writer is finished.
    BADFD,
    CHILD,
    AGAIN,
    NOMEM,
    ACCES,
    FAULT,
    BUSY,
    EXIST,
    XDEV,
    NODEV,
    NOTDIR,
    ISDIR,
    INVAL,
    NFILE,
    MFILE,
    NOTTY,
    FBIG,
    NOSPC,
    SPIPE,
    ROFS,
    PIPE,
    RANGE,
    NAMETOOLONG,
    NOSYS,
    NOTEMPTY,
    LOOP,
    NODATA,
    /// The record's id is in no attr of the plan: add the ids of every event that
    /// wrote the records.
    NOKEY,
    /// The record's id is 0, and the plan has no default attr: OwnedPlan.setDefault.
    KEYREJECTED,
    /// The plan's attrs can't be told apart: Plan.tellsApart says why. Or an event string names
    /// several events.
    NOTUNIQ,
    BADMSG,
    OVERFLOW,
    OPNOTSUPP,
    SHUTDOWN,
    TIMEDOUT,
    CANCELED,
    OWNERDEAD,
    STALE,
    PROTO,
    Unexpected,
};

/// The error of a function's negative errno.
pub fn fromErrno(result: c_int) Error {
    @branchHint(.cold);
    const E = std.os.linux.E;
    inline for (comptime std.meta.fieldNames(Error)) |name| {
        if (!@hasField(E, name)) continue;
        if (-result == @intFromEnum(@field(E, name))) return @field(Error, name);
    }
    return error.Unexpected;
}

/// The meaning of an error and a remedy, for errors without Facts. Cut if it is longer than the
/// buffer.
pub fn text(err: Error, buffer: []u8) []const u8 {
    const E = std.os.linux.E;
    var facts: Facts = .{};
    inline for (comptime std.meta.fieldNames(Error)) |name| {
        if (!@hasField(E, name)) continue;
        if (err == @field(Error, name)) facts.c.code = -@as(i32, @intFromEnum(@field(E, name)));
    }
    return if (err == error.Unexpected) @errorName(err) else facts.text(buffer);
}

/// The count that a function returned, or its error.
pub inline fn count(result: c_int) Error!u32 {
    if (result < 0) return fromErrno(result);
    return @intCast(result);
}

pub inline fn done(result: c_int) Error!void {
    if (result < 0) return fromErrno(result);
}

pub inline fn truth(result: c_int) Error!bool {
    if (result < 0) return fromErrno(result);
    return result != 0;
}

/// The facts of a cold call's failure. Pass one to the call, and read it after an error.
pub const Facts = struct {
    c: c.perfc_error = std.mem.zeroes(c.perfc_error),

    /// The failed call, the reason, and a remedy to try. Cut if it is longer than the buffer.
    pub fn text(facts: *const Facts, buffer: []u8) []const u8 {
        return written(buffer, c.perfc_error_text(&facts.c, buffer.ptr, buffer.len)) catch "";
    }

    /// For `{f}`.
    pub fn format(facts: *const Facts, writer: *std.Io.Writer) std.Io.Writer.Error!void {
        var buffer: [2048]u8 = undefined;
        try writer.writeAll(facts.text(&buffer));
    }
};

pub inline fn raw(facts: ?*Facts) ?*c.perfc_error {
    return if (facts) |known| &known.c else null;
}

/// The text of a function that writes into a buffer as snprintf does.
pub fn written(buffer: []u8, length: c_int) Error![]const u8 {
    const whole = try count(length);
    if (buffer.len == 0) return "";
    return buffer[0..@min(whole, buffer.len - 1)];
}

/// Fills a result struct. Members that an older library doesn't know stay zero.
pub inline fn filled(comptime T: type, call: anytype, args: anytype) Error!T {
    var value = std.mem.zeroes(T);
    try done(@call(.auto, call, args ++ .{ &value, @as(usize, @sizeOf(T)) }));
    return value;
}
