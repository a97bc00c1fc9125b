//! A record as bytes, the facts of its header, and slices of its variable parts.
const std = @import("std");
const c = @import("c");

pub const Range = c.perfc_range;

/// A view of one record, laid out as struct perfc_record. It lives as long as its
/// source says: for a ring until the next record is taken.
pub const Record = extern struct {
    data: [*]align(8) const u8,
    type: u32,
    misc: u16,
    size: u16,

    pub inline fn raw(record: *const Record) *const c.perfc_record {
        return @ptrCast(record);
    }

    pub inline fn bytes(record: Record) []align(8) const u8 {
        return record.data[0..record.size];
    }

    /// The kernel's name of the type, if it is known.
    pub fn name(record: Record) ?[:0]const u8 {
        return typeName(record.type);
    }

    /// PERFC_RECORD_MISC_KERNEL, _USER, ...: a number, not bits.
    pub fn cpumode(record: Record) u32 {
        return record.misc & c.PERFC_RECORD_MISC_CPUMODE_MASK;
    }
    /// The meaning of misc for this type: PERFC_RECORD_FLAG_*.
    pub fn flags(record: Record) u32 {
        return c.perfc_record_flags(record.type, record.misc);
    }
    pub fn exactIp(record: Record) bool {
        return record.flags() & c.PERFC_RECORD_FLAG_EXACT_IP != 0;
    }
    pub fn executable(record: Record) bool {
        return record.flags() & c.PERFC_RECORD_FLAG_EXECUTABLE != 0;
    }
    pub fn commExec(record: Record) bool {
        return record.flags() & c.PERFC_RECORD_FLAG_COMM_EXEC != 0;
    }
    pub fn switchOut(record: Record) bool {
        return record.flags() & c.PERFC_RECORD_FLAG_SWITCH_OUT != 0;
    }
    pub fn switchPreempted(record: Record) bool {
        return record.flags() & c.PERFC_RECORD_FLAG_SWITCH_PREEMPTED != 0;
    }

    /// A string of a decoded record: record.string(mmap.filename).
    pub fn string(record: Record, range: Range) []const u8 {
        return record.array(u8, range);
    }

    /// An array of a decoded record: record.array(u64, deferred.callchain).
    pub fn array(record: Record, comptime T: type, range: Range) []const T {
        const first = c.perfc_record_range(record.raw(), &range, @sizeOf(T));
        return slice(T, @ptrCast(@alignCast(first)), range.count);
    }
};

/// The kernel's name of a record type, if it is known.
pub fn typeName(number: u32) ?[:0]const u8 {
    const name = c.perfc_record_type_name(number);
    return if (name == null) null else std.mem.span(@as([*:0]const u8, @ptrCast(name)));
}

/// Empty where C has NULL.
pub inline fn slice(comptime T: type, first: ?[*]const T, len: usize) []const T {
    return if (first) |pointer| pointer[0..len] else &.{};
}
