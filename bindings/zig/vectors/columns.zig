//! Records as the columns of a batch give them.
const perfc = @import("perfc");
const Json = @import("json.zig").Json;
const typed = @import("typed.zig");

/// A line for each row. read_formats are those of the plan's attrs.
pub fn describe(batch: perfc.Batch, plan: perfc.Plan, read_formats: []const u64, json: *Json) !void {
    var rows = batch.rowsInOrder();
    while (rows.next()) |row| {
        switch (row.table) {
            .samples => try describeSample(batch.samples(), row.index, read_formats, json),
            .records => try typed.describe(plan, (try batch.record(row.index)).record, json),
        }
        try json.endLine();
    }
}

/// If the row has it.
fn tell(table: perfc.Table, row: usize, comptime names: anytype, json: *Json) !void {
    inline for (names) |tag| {
        const name: perfc.Column = tag;
        if (table.column(name)) |column| {
            if (column.get(row)) |value| switch (@TypeOf(value)) {
                []const u8 => try json.bytes(name.name(), value),
                []const u64 => try json.words(name.name(), value),
                else => try json.number(name.name(), value),
            };
        }
    }
}

fn describeSample(table: perfc.Table, row: usize, read_formats: []const u64, json: *Json) !void {
    const attr = table.column(.attr_index).?.values[row];
    try json.open(null, '{');
    try json.text("type", "SAMPLE");
    try tell(table, row, .{.misc}, json);
    try json.number("attr", attr);
    try tell(table, row, .{
        .identifier, .ip, .pid, .tid, .time, .addr, .id, .stream_id, .cpu, .period,
    }, json);
    if (table.column(.read_values)) |column| {
        if (column.get(row)) |values| {
            try json.open("read", '{');
            try tell(table, row, .{ .time_enabled, .time_running }, json);
            try json.open("values", '[');
            for (values) |value| try typed.describeValue(value, read_formats[attr], json);
            try json.close(']');
            try json.close('}');
        }
    }
    try tell(table, row, .{ .callchain, .raw, .branch_hw_idx }, json);
    if (table.column(.branches)) |column| {
        if (column.get(row)) |branches| {
            try json.open("branches", '[');
            for (branches) |entry| try typed.describeBranch(entry, json);
            try json.close(']');
        }
    }
    try tell(table, row, .{
        .branch_counters, .user_abi,  .user_regs,      .stack,
        .stack_dyn_size,  .weight,    .weight_var1_dw, .weight_var2_w,
        .weight_var3_w,   .data_src,  .transaction,    .intr_abi,
        .intr_regs,       .phys_addr, .cgroup,         .data_page_size,
        .code_page_size,  .aux,       .rest,
    }, json);
    try json.close('}');
}
