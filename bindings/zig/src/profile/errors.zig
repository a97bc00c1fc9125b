//! The results of C's functions as Zig has them.
const std = @import("std");
const core = @import("c");
const perfc = @import("perfc");

pub inline fn count(result: c_int) perfc.Error!u32 {
    if (result < 0) return perfc.fromErrno(result);
    return @intCast(result);
}

pub inline fn done(result: c_int) perfc.Error!void {
    if (result < 0) return perfc.fromErrno(result);
}

pub inline fn raw(facts: ?*perfc.Facts) ?*core.perfc_error {
    return if (facts) |known| &known.c else null;
}
