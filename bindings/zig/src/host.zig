//! The system that the library talks to.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const Error = errors.Error;
const Facts = errors.Facts;

/// A host must outlive everything that was opened with it.
pub const Host = struct {
    handle: ?*c.perfc_host,

    pub const local: Host = .{ .handle = null };

    pub const Options = struct {
        sysfs: ?[*:0]const u8 = null,
        procfs: ?[*:0]const u8 = null,
        tracefs: ?[*:0]const u8 = null,
    };

    pub fn create(options: Options, facts: ?*Facts) Error!Host {
        const given: c.perfc_host_options = .{
            .size = @sizeOf(c.perfc_host_options),
            .sysfs = options.sysfs,
            .procfs = options.procfs,
            .tracefs = options.tracefs,
        };
        var handle: ?*c.perfc_host = null;
        try errors.done(c.perfc_host_create(&given, &handle, errors.raw(facts)));
        return .{ .handle = handle };
    }

    pub fn destroy(host: Host) void {
        c.perfc_host_destroy(host.handle);
    }

    /// Whether the kernel has perf events. `NOENT`: without procfs, nothing tells.
    pub fn supported(host: Host) Error!bool {
        return errors.truth(c.perfc_host_supported(host.handle));
    }

    /// Bytes of the largest attr that the kernel takes.
    pub fn attrSize(host: Host, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_host_attr_size(host.handle, errors.raw(facts)));
    }

    pub const Root = enum(u32) { sysfs, procfs, tracefs };

    /// Where one of them is mounted. Cut if it is longer than the buffer. `NOENT`: tracefs is nowhere.
    pub fn root(host: Host, which: Root, buffer: []u8) Error![]const u8 {
        const number = @intFromEnum(which);
        return errors.written(buffer, c.perfc_host_root(host.handle, number, buffer.ptr, buffer.len));
    }

    /// The most entries that a call chain may have.
    pub fn maxStack(host: Host) Error!u32 {
        return errors.count(c.perfc_host_max_stack(host.handle));
    }

    /// attr.type of a PMU by its name in sysfs.
    pub fn pmuType(host: Host, pmu: [*:0]const u8, facts: ?*Facts) Error!u32 {
        return errors.count(c.perfc_host_pmu_type(host.handle, pmu, errors.raw(facts)));
    }
};
