//! perf.data files from records of any source.
const std = @import("std");
const core = @import("c");
const perfc = @import("perfc");
const c = @import("abi.zig");
const errors = @import("errors.zig");
const File = @import("file.zig").File;
const Error = perfc.Error;
const Facts = perfc.Facts;
const StreamRecord = perfc.StreamRecord;

/// What is left out of a file, because a recording gives it away.
pub const Strip = packed struct(u32) {
    /// Stack bytes and registers of user space.
    stacks: bool = false,
    /// The command line of the recording, and names of threads.
    commands: bool = false,
    /// Host name, release, CPU, memory, topology and PMUs.
    host: bool = false,
    /// The directories of mapped files.
    paths: bool = false,
    reserved: u28 = 0,
};

/// Writes a perf.data file. Without finish it can be read, but lacks what is known only at the end.
pub const Writer = struct {
    handle: *c.perfc_writer,

    /// What was written.
    pub const Result = c.perfc_writer_result;

    pub const Options = struct {
        /// Replaces a file that is there; else that is error.EXIST.
        overwrite: bool = false,
        /// Pipe mode also into a file.
        pipe: bool = false,
        /// The files are numbered, and nextFile begins the next one.
        rotate: bool = false,
        /// 1 to 22; 0: not compressed.
        zstd_level: u32 = 0,
        /// The next file begins after so many bytes, or so many ns of records; 0: never.
        rotate_bytes: u64 = 0,
        rotate_ns: u64 = 0,
        /// The oldest file is deleted when there are more; 0: all are kept.
        rotate_keep: u32 = 0,
        strip: Strip = .{},
        /// Tells facts that no record tells.
        host: perfc.Host = .local,
        facts: ?*Facts = null,

        fn given(options: Options) c.perfc_writer_options {
            var flags: u32 = 0;
            if (options.overwrite) flags |= c.PERFC_WRITER_OVERWRITE;
            if (options.pipe) flags |= c.PERFC_WRITER_PIPE;
            if (options.rotate) flags |= c.PERFC_WRITER_ROTATE;
            return .{
                .size = @sizeOf(c.perfc_writer_options),
                .flags = flags,
                .zstd_level = options.zstd_level,
                .rotate_bytes = options.rotate_bytes,
                .rotate_ns = options.rotate_ns,
                .rotate_keep = options.rotate_keep,
                .strip = @bitCast(options.strip),
            };
        }
    };

    pub fn create(path: [*:0]const u8, options: Options) Error!Writer {
        var given = options.given();
        given.path = path;
        return make(&given, options);
    }

    /// The fd stays the caller's. A pipe or socket gets a file in pipe mode.
    pub fn createFd(fd: std.posix.fd_t, options: Options) Error!Writer {
        var given = options.given();
        given.fd = fd;
        given.flags |= c.PERFC_WRITER_FD;
        return make(&given, options);
    }

    fn make(given: *const c.perfc_writer_options, options: Options) Error!Writer {
        var handle: ?*c.perfc_writer = null;
        const host = options.host.handle;
        try errors.done(c.perfc_writer_create(host, given, &handle, errors.raw(options.facts)));
        return .{ .handle = handle.? };
    }

    pub fn destroy(writer: Writer) void {
        c.perfc_writer_destroy(writer.handle);
    }

    /// Writes records, of whatever sources. Those of a later call may be earlier only by as much as
    /// calls overlap in time.
    pub fn write(writer: Writer, records: []const StreamRecord, facts: ?*Facts) Error!void {
        const first: [*c]const core.perfc_stream_record = @ptrCast(records.ptr);
        const len: u32 = @intCast(records.len);
        return errors.done(c.perfc_writer_write(writer.handle, first, len, errors.raw(facts)));
    }

    /// Writes all records that a file has left. A file that is opened with tails is copied with its
    /// AUX data.
    pub fn copy(writer: Writer, file: File, facts: ?*Facts) Error!void {
        var block: [128]StreamRecord = undefined;
        while (true) {
            const records = try file.nextRecords(&block, facts);
            if (records.len == 0) return;
            try writer.write(records, facts);
        }
    }

    /// Completes the file. Afterwards only destroy is allowed.
    pub fn finish(writer: Writer, facts: ?*Facts) Error!Result {
        return writer.finishFile(0, facts);
    }

    /// Completes the file, and begins the next one of the rotation.
    pub fn nextFile(writer: Writer, facts: ?*Facts) Error!Result {
        return writer.finishFile(c.PERFC_FINISH_NEXT, facts);
    }

    fn finishFile(writer: Writer, flags: u32, facts: ?*Facts) Error!Result {
        var out: Result = .{};
        const size = @sizeOf(Result);
        try errors.done(c.perfc_writer_finish(writer.handle, flags, &out, size, errors.raw(facts)));
        return out;
    }
};
