//! Batches: many records at a time, as columns.
const std = @import("std");
const c = @import("c");
const errors = @import("errors.zig");
const decode = @import("decode.zig");
const BranchEntry = @import("records.zig").BranchEntry;
const Error = errors.Error;
const Facts = errors.Facts;
const Event = @import("event.zig").Event;
const streams = @import("stream.zig");

/// The columns, by their PERFC_COLUMN_* numbers.
pub const Column = enum(u32) {
    sequence = 0x0,
    attr_index,
    misc,
    pid,
    tid,
    time,
    cpu,
    id,
    raw,
    type,
    parts,
    identifier,
    ip,
    addr,
    stream_id,
    period,
    time_enabled,
    time_running,
    read_values,
    callchain,
    branches,
    branch_hw_idx,
    branch_counters,
    user_abi,
    user_regs,
    stack,
    stack_dyn_size,
    weight,
    weight_var1_dw,
    weight_var2_w,
    weight_var3_w,
    data_src,
    transaction,
    intr_abi,
    intr_regs,
    phys_addr,
    cgroup,
    data_page_size,
    code_page_size,
    aux,
    rest,
    source,

    /// The type of the column's view: Numbers or Lists.
    pub fn View(comptime column: Column) type {
        return switch (column) {
            .misc, .weight_var2_w, .weight_var3_w => Numbers(u16),
            .attr_index, .pid, .tid, .cpu, .type, .parts, .weight_var1_dw, .source => Numbers(u32),
            .raw, .stack, .aux, .rest => Lists(u8),
            .callchain, .branch_counters, .user_regs, .intr_regs => Lists(u64),
            .read_values => Lists(decode.ReadValue),
            .branches => Lists(BranchEntry),
            else => Numbers(u64),
        };
    }

    /// As in struct perfc_sample.
    pub fn name(column: Column) [:0]const u8 {
        return std.mem.span(@as([*:0]const u8, @ptrCast(c.perfc_column_name(@intFromEnum(column)))));
    }
};

fn isSet(validity: ?[*]const u8, row: usize) bool {
    const bits = validity orelse return true;
    return bits[row / 8] >> @intCast(row % 8) & 1 == 1;
}

/// A column of numbers, one for each row; 0 where a row lacks it.
pub fn Numbers(comptime T: type) type {
    return struct {
        values: []const T,
        validity: ?[*]const u8,
        null_count: u64,

        const Self = @This();

        fn of(column: c.perfc_column) Self {
            const values: [*]const T = @ptrCast(@alignCast(column.values));
            return .{
                .values = values[0..column.rows],
                .validity = column.validity,
                .null_count = column.null_count,
            };
        }
        pub fn has(self: Self, row: usize) bool {
            return isSet(self.validity, row);
        }
        /// null where the row lacks it.
        pub fn get(self: Self, row: usize) ?T {
            return if (self.has(row)) self.values[row] else null;
        }
    };
}

/// A column of lists or bytes, one for each row; empty where a row lacks it.
pub fn Lists(comptime T: type) type {
    return struct {
        /// Of all rows. In a batch of VIEWS there are others between them.
        elements: []const T,
        offsets: [*]const i32,
        sizes: ?[*]const i32,
        validity: ?[*]const u8,
        rows: usize,
        null_count: u64,

        const Self = @This();
        // The column counts words or bytes; three words are a branch.
        const words = if (T == u8) 1 else @sizeOf(T) / 8;

        fn of(column: c.perfc_column) Self {
            const elements: [*]const T = @ptrCast(@alignCast(column.values));
            return .{
                .elements = elements[0 .. column.value_count / words],
                .offsets = column.offsets,
                .sizes = column.sizes,
                .validity = column.validity,
                .rows = column.rows,
                .null_count = column.null_count,
            };
        }
        pub fn has(self: Self, row: usize) bool {
            return isSet(self.validity, row);
        }
        pub fn list(self: Self, row: usize) []const T {
            const size = if (self.sizes) |sizes|
                sizes[row]
            else
                self.offsets[row + 1] - self.offsets[row];
            const unit: [*]const if (T == u8) u8 else u64 = @ptrCast(self.elements.ptr);
            const first: [*]const T = @ptrCast(unit + @as(usize, @intCast(self.offsets[row])));
            return first[0 .. @as(usize, @intCast(size)) / words];
        }
        /// null where the row lacks it.
        pub fn get(self: Self, row: usize) ?[]const T {
            return if (self.has(row)) self.list(row) else null;
        }
    };
}

/// One of a batch's two tables. It and its columns live until the next fill.
pub const Table = struct {
    batch: *const c.perfc_batch,
    kind: Kind,

    pub const Kind = enum(u32) { samples, records };

    /// null if no row has it.
    pub inline fn column(table: Table, comptime name: Column) ?name.View() {
        var out = std.mem.zeroes(c.perfc_column);
        const number = @intFromEnum(name);
        const kind = @intFromEnum(table.kind);
        const result = c.perfc_batch_column(table.batch, kind, number, &out, @sizeOf(c.perfc_column));
        return if (result < 0) null else .of(out);
    }

    pub fn rows(table: Table) usize {
        return if (table.column(.sequence)) |sequence| sequence.values.len else 0;
    }

    /// Through the Arrow C Data Interface: pointers to its two structs, which the
    /// caller releases.
    pub fn exportArrow(table: Table, schema: *anyopaque, array: *anyopaque, facts: ?*Facts) Error!void {
        return errors.done(c.perfc_batch_export_arrow(
            table.batch,
            @intFromEnum(table.kind),
            @ptrCast(schema),
            @ptrCast(array),
            errors.raw(facts),
        ));
    }
};

/// A row of either table.
pub const Row = struct { table: Table.Kind, index: usize };

/// The rows of both tables in the order of their records.
pub const Rows = struct {
    samples: []const u64,
    records: []const u64,
    sample: usize = 0,
    record: usize = 0,

    pub fn next(rows: *Rows) ?Row {
        const samples_left = rows.sample < rows.samples.len;
        const records_left = rows.record < rows.records.len;
        if (!samples_left and !records_left) return null;
        if (!records_left or
            samples_left and rows.samples[rows.sample] < rows.records[rows.record])
        {
            defer rows.sample += 1;
            return .{ .table = .samples, .index = rows.sample };
        }
        defer rows.record += 1;
        return .{ .table = .records, .index = rows.record };
    }
};

pub const Batch = struct {
    handle: *c.perfc_batch,

    pub const Info = c.perfc_batch_info;

    pub const Options = struct {
        /// Chains, raw data, stacks and the like stay in the ring.
        views: bool = false,
        /// The same of raw data, stacks and AUX data alone.
        view_bytes: bool = false,
        /// PERFC_SAMPLE_* to decode; 0: all that the attrs have.
        sample_type: u64 = 0,
        /// Of a fill at most; 0: as many as fit the cache.
        rows: u32 = 0,

        pub fn raw(options: Options) c.perfc_batch_options {
            return .{
                .size = @sizeOf(c.perfc_batch_options),
                .flags = (if (options.views) @as(u32, c.PERFC_BATCH_VIEWS) else 0) |
                    (if (options.view_bytes) @as(u32, c.PERFC_BATCH_VIEW_BYTES) else 0),
                .sample_type = options.sample_type,
                .rows = options.rows,
            };
        }
    };

    pub fn create(options: Options, facts: ?*Facts) Error!Batch {
        const given = options.raw();
        var handle: ?*c.perfc_batch = null;
        try errors.done(c.perfc_batch_create(&given, &handle, errors.raw(facts)));
        return .{ .handle = handle.? };
    }

    pub fn destroy(batch: Batch) void {
        c.perfc_batch_destroy(batch.handle);
    }

    /// Replaces the rows with the next records of an Event, Stream or Flight, and
    /// returns how many there are in both tables.
    pub fn fill(batch: Batch, source: anytype) Error!u32 {
        return errors.count(switch (@TypeOf(source)) {
            Event => c.perfc_batch_fill_event(batch.handle, source.handle),
            streams.Stream, streams.Flight => c.perfc_batch_fill_stream(batch.handle, source.handle),
            else => @compileError("a batch is filled from an Event, Stream or Flight"),
        });
    }

    /// The same for records in memory. *bytes becomes the rest of them.
    pub fn fillBytes(batch: Batch, plan: decode.Plan, bytes: *[]align(8) const u8) Error!u32 {
        var consumed: usize = 0;
        const result = c.perfc_batch_fill_bytes(
            batch.handle,
            plan.handle,
            bytes.ptr,
            bytes.len,
            &consumed,
        );
        bytes.* = @alignCast(bytes.*[consumed..]);
        return errors.count(result);
    }

    /// The same from records that you hold, of any source, each decoded by its own plan;
    /// *held becomes what is left of them.
    pub fn fillRecords(batch: Batch, held: *[]const streams.StreamRecord) Error!u32 {
        const count: u32 = @intCast(held.len);
        var taken: u32 = 0;
        const result = c.perfc_batch_fill_records(batch.handle, @ptrCast(held.ptr), count, &taken);
        held.* = held.*[taken..];
        return errors.count(result);
    }

    pub fn info(batch: Batch) Error!Info {
        return errors.filled(Info, c.perfc_batch_get_info, .{batch.handle});
    }

    pub fn samples(batch: Batch) Table {
        return .{ .batch = batch.handle, .kind = .samples };
    }
    pub fn records(batch: Batch) Table {
        return .{ .batch = batch.handle, .kind = .records };
    }

    /// A row of the records table, for typed decoding.
    pub fn record(batch: Batch, row: usize) Error!streams.StreamRecord {
        var out: streams.StreamRecord = undefined;
        try errors.done(c.perfc_batch_record(batch.handle, row, @ptrCast(&out)));
        return out;
    }

    pub fn rowsInOrder(batch: Batch) Rows {
        return .{
            .samples = if (batch.samples().column(.sequence)) |all| all.values else &.{},
            .records = if (batch.records().column(.sequence)) |all| all.values else &.{},
        };
    }
};
