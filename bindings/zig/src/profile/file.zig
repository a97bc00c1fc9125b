//! perf.data files as a source of records.
const std = @import("std");
const core = @import("c");
const perfc = @import("perfc");
const c = @import("abi.zig");
const errors = @import("errors.zig");
const Kind = @import("tables.zig").Kind;
const Table = @import("table.zig").Table;
const Error = perfc.Error;
const Facts = perfc.Facts;
const StreamRecord = perfc.StreamRecord;

/// Chooses samples: those that fit every list that isn't empty, and both times. A sample that lacks
/// the field of a list doesn't fit. Other records are kept, too.
pub const Filter = struct {
    pids: []const i32 = &.{},
    tids: []const i32 = &.{},
    cpus: []const u32 = &.{},
    /// Indexes of attrs in the plan.
    events: []const u32 = &.{},
    /// ns of the file's clock: the first one, and the one behind the last; 0: all.
    from: u64 = 0,
    to: u64 = 0,
    /// The samples that don't fit are kept instead.
    negate: bool = false,

    fn raw(filter: Filter) c.perfc_filter {
        return .{
            .size = @sizeOf(c.perfc_filter),
            .flags = if (filter.negate) c.PERFC_FILTER_NOT else 0,
            .from = filter.from,
            .to = filter.to,
            .pids = filter.pids.ptr,
            .tids = filter.tids.ptr,
            .cpus = filter.cpus.ptr,
            .events = filter.events.ptr,
            .pid_count = @intCast(filter.pids.len),
            .tid_count = @intCast(filter.tids.len),
            .cpu_count = @intCast(filter.cpus.len),
            .event_count = @intCast(filter.events.len),
        };
    }
};

/// A perf.data file, or the state of this machine in the form of one.
pub const File = struct {
    handle: *c.perfc_file,

    pub const Info = c.perfc_file_info;

    pub const Order = enum(u32) { time, file };

    pub const Options = struct {
        filter: Filter = .{},
        order: Order = .time,
        /// StreamRecord.tail has the bytes behind a record, in pieces of at most 1 MiB.
        tails: bool = false,
        /// With the order of the file: also the records that only structure it.
        raw: bool = false,
        /// Bytes of records that are kept to put them in order, where the file has no rounds.
        window_bytes: u64 = 0,
        /// Bytes of memory that the file may use.
        max_bytes: u64 = 0,
        facts: ?*Facts = null,

        fn given(options: Options) c.perfc_file_options {
            const tails: u32 = if (options.tails) c.PERFC_FILE_TAILS else 0;
            return .{
                .size = @sizeOf(c.perfc_file_options),
                .flags = tails | if (options.raw) @as(u32, c.PERFC_FILE_RAW) else 0,
                .order = @intFromEnum(options.order),
                .window_bytes = options.window_bytes,
                .max_bytes = options.max_bytes,
            };
        }
    };

    /// Opens a file, or a directory that `perf record --threads` wrote.
    pub fn open(path: [*:0]const u8, options: Options) Error!File {
        var given = options.given();
        given.path = path;
        return make(&given, options);
    }

    /// Reads a file or a pipe, whose fd stays the caller's. A file is read from its start.
    pub fn openFd(fd: std.posix.fd_t, options: Options) Error!File {
        var given = options.given();
        given.fd = fd;
        given.flags |= c.PERFC_FILE_FD;
        return make(&given, options);
    }

    /// Reads the content of a file, which is borrowed until close.
    pub fn openBytes(bytes: []const u8, options: Options) Error!File {
        var given = options.given();
        given.data = bytes.ptr;
        given.data_size = bytes.len;
        return make(&given, options);
    }

    fn make(given: *c.perfc_file_options, options: Options) Error!File {
        const filter = options.filter.raw();
        given.filter = &filter;
        var handle: ?*c.perfc_file = null;
        try errors.done(c.perfc_file_open(given, &handle, errors.raw(options.facts)));
        return .{ .handle = handle.? };
    }

    pub const What = packed struct(u32) {
        /// Threads that run: their names, maps, namespaces and cgroups.
        tasks: bool = false,
        /// The kernel, its modules and BPF programs.
        kernel: bool = false,
        /// Facts as a file's header has them.
        facts: bool = false,
        /// Build ids in the records of mappings.
        build_ids: bool = false,
        reserved: u28 = 0,
    };

    /// Records for what this machine runs already, as the kernel would have written them. The plan
    /// gives their layout, and must outlive the file. Without pids they are of all processes. To
    /// miss nothing take them when the events are mapped, and before they are enabled.
    pub fn synthesize(
        plan_of: perfc.Plan,
        what: What,
        pids: []const i32,
        host: perfc.Host,
        facts: ?*Facts,
    ) Error!File {
        var handle: ?*c.perfc_file = null;
        try errors.done(c.perfc_file_synthesize(
            host.handle,
            plan_of.handle,
            pids.ptr,
            @intCast(pids.len),
            @bitCast(what),
            &handle,
            errors.raw(facts),
        ));
        return .{ .handle = handle.? };
    }

    pub fn close(file: File) void {
        c.perfc_file_close(file.handle);
    }

    /// The next records, in `records`; none: the file ends here. They are borrowed until the next
    /// call.
    pub fn nextRecords(file: File, records: []StreamRecord, facts: ?*Facts) Error![]StreamRecord {
        const len: u32 = @intCast(records.len);
        const first: [*c]core.perfc_stream_record = @ptrCast(records.ptr);
        const result = c.perfc_file_next_records(file.handle, first, len, errors.raw(facts));
        const taken = errors.count(result) catch |err| switch (err) {
            error.SHUTDOWN => return records[0..0],
            else => return err,
        };
        return records[0..taken];
    }

    /// Facts about the file. Counts are those up to now.
    pub fn info(file: File) Error!Info {
        var out: Info = .{};
        try errors.done(c.perfc_file_get_info(file.handle, &out, @sizeOf(Info)));
        return out;
    }

    /// Decodes the records. It ends with the file.
    pub fn plan(file: File) perfc.Plan {
        const facts = file.info() catch return .{ .handle = null };
        return .{ .handle = facts.plan };
    }

    /// One part of the header, to be destroyed. NODATA: the file doesn't have what it is made of.
    pub fn table(file: File, comptime kind: Kind, facts: ?*Facts) Error!Table(kind) {
        var handle: ?*c.perfc_table = null;
        const number = @intFromEnum(kind);
        try errors.done(c.perfc_file_create_table(file.handle, number, &handle, errors.raw(facts)));
        return Table(kind).adopt(handle.?);
    }

    /// Takes records by the block, and hands them out one by one or to batches.
    pub const Reader = struct {
        file: File,
        block: [128]StreamRecord = undefined,
        first: usize = 0,
        end: usize = 0,

        /// Those that were taken and not handed out yet, or if there are none the next ones; none:
        /// the file ends here. They are borrowed until the next call that takes more.
        pub fn left(reader: *Reader, facts: ?*Facts) Error![]const StreamRecord {
            if (reader.first == reader.end) {
                reader.first = 0;
                reader.end = 0;
                reader.end = (try reader.file.nextRecords(&reader.block, facts)).len;
            }
            return reader.block[reader.first..reader.end];
        }

        /// The next record; null: the file ends here.
        pub fn next(reader: *Reader, facts: ?*Facts) Error!?StreamRecord {
            const records = try reader.left(facts);
            if (records.len == 0) return null;
            reader.first += 1;
            return records[0];
        }

        /// Replaces the rows of a batch with the next records, and returns how many there are in
        /// both tables. 0: the file ends here.
        pub fn fill(reader: *Reader, batch: perfc.Batch, facts: ?*Facts) Error!u32 {
            var held = try reader.left(facts);
            defer reader.first = reader.end - held.len;
            return batch.fillRecords(&held);
        }
    };
};
