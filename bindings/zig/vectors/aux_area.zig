//! Reads an AUX area, and prints what test/conformance/aux.sh wants to see.
const std = @import("std");
const perfc = @import("perfc");

const Writer = std.Io.Writer;

fn tellBytes(out: *Writer, bytes: []const u8) !void {
    try out.print("{d} bytes", .{bytes.len});
    if (bytes.len > 0) try out.print(" {d} to {d}", .{ bytes[0], bytes[bytes.len - 1] });
}

fn tellData(out: *Writer, how: []const u8, data: perfc.AuxData) !void {
    try out.print("{s} {d}: ", .{ how, data.offset });
    try tellBytes(out, data.first);
    try out.writeAll(", ");
    try tellBytes(out, data.rest);
    try out.writeByte('\n');
}

fn tellPeek(out: *Writer, event: perfc.Event) !void {
    if (try event.auxPeek()) |data| {
        try tellData(out, "peek", data);
    } else {
        try out.writeAll("nothing\n");
    }
}

pub fn tell(out: *Writer) !void {
    var attr = perfc.attr_zero;
    attr.type = 8;
    const event = try perfc.Event.open(&attr, 0, -1, .{});
    defer event.close();
    try event.mmap(1, 0, null);
    try event.auxMmap(1, 0, null);
    try tellPeek(out, event);
    while (event.wait(-1, null) catch |err| switch (err) {
        error.SHUTDOWN => return event.auxMunmap(),
        else => return err,
    }) while (try event.next()) |record| {
        const aux = try event.plan().decode(perfc.records.Aux, record);
        try tellData(out, "view", try event.auxView(&aux));
        try tellPeek(out, event);
        try event.auxRelease(aux.aux_offset + aux.aux_size);
        try tellPeek(out, event);
    };
}
