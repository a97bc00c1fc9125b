//! libperfc for Zig: Linux perf_event_open(2), from open to decoded samples.
//!
//!   open -> ioctl -> mmap -> next -> decode
//!
//! One event is opened by its name, to count or with a sample_type to sample:
//!
//!   const event = try perfc.Event.openString("task-clock:u", 0, -1, .{});
//!   defer event.close();
//!   try event.enable(0);
//!
//! The comment of the C function of the same name in perfc/*.h describes a function's effect, its
//! errors and its thread rule. Handles are values that are closed once, by `defer`. Records,
//! samples and slices borrow the memory that the C pointers borrow. No record needs an allocation.
const std = @import("std");

/// The C API as it is: constants, structs and functions.
pub const c = @import("c");

/// The kernel's struct perf_event_attr to VER9, with the flags as one word.
pub const Attr = c.perfc_attr;
/// An attr of zeros. Set its type, its config and the other members that you need.
pub const attr_zero = std.mem.zeroes(Attr);

const errors = @import("errors.zig");
pub const Error = errors.Error;
pub const Facts = errors.Facts;
pub const fromErrno = errors.fromErrno;
pub const errorText = errors.text;

pub const Host = @import("host.zig").Host;

const record = @import("record.zig");
pub const Record = record.Record;
pub const Range = record.Range;
pub const typeName = record.typeName;

pub const records = @import("records.zig");
pub const Sample = records.Sample;

pub const decode = @import("decode.zig");
pub const ByteOrder = decode.ByteOrder;
pub const OwnedPlan = decode.OwnedPlan;
pub const Plan = decode.Plan;
pub const ReadValue = decode.ReadValue;
pub const RecordPlaces = decode.RecordPlaces;

const event = @import("event.zig");
pub const AuxData = event.AuxData;
pub const Event = event.Event;
pub const Losses = event.Losses;

const batch = @import("batch.zig");
pub const Batch = batch.Batch;
pub const Column = batch.Column;
pub const Lists = batch.Lists;
pub const Numbers = batch.Numbers;
pub const Row = batch.Row;
pub const Rows = batch.Rows;
pub const Table = batch.Table;

const stream = @import("stream.zig");
pub const Flight = stream.Flight;
pub const Stitch = stream.Stitch;
pub const Stream = stream.Stream;
pub const StreamRecord = stream.StreamRecord;

const set = @import("set.zig");
pub const Catalog = set.Catalog;
pub const Member = set.Member;
pub const Report = set.Report;
pub const Set = set.Set;
pub const Spec = set.Spec;
pub const Specs = set.Specs;
pub const Target = set.Target;
pub const attrLabel = set.attrLabel;

pub const counts = @import("counts.zig");
pub const ClockRelation = counts.ClockRelation;
pub const Count = counts.Count;

pub const Tracepoint = @import("tracepoint.zig").Tracepoint;

/// The version of the library that was loaded; its format {} is "0.1.0".
pub fn version() std.SemanticVersion {
    const number = c.perfc_version();
    return .{ .major = number >> 16, .minor = number >> 8 & 0xff, .patch = number & 0xff };
}

/// error.WrongVersion: the library is older than this binding, or its ABI may differ.
pub fn checkVersion() error{WrongVersion}!void {
    if (!isCompatible(c.perfc_version())) return error.WrongVersion;
}

const built: u32 = c.PERFC_VERSION_MAJOR << 16 | c.PERFC_VERSION_MINOR << 8 | c.PERFC_VERSION_PATCH;

/// Below 1.0 each minor version may change the ABI.
fn isCompatible(loaded: u32) bool {
    const same = if (c.PERFC_VERSION_MAJOR == 0) 8 else 16;
    return loaded >= built and loaded >> same == built >> same;
}

test "a library of another minor version is refused" {
    try std.testing.expect(isCompatible(built) and isCompatible(built + 1));
    try std.testing.expect(!isCompatible(built - 1) and !isCompatible(built + (1 << 8)));
}

test {
    inline for (.{
        Host,   Record, decode,        Plan,       OwnedPlan, Sample,  Event, Batch, Table,
        Stream, Flight, Stitch,        Member,     Report,    Set,     Spec,  Specs, Target,
        counts, Count,  ClockRelation, Tracepoint, Facts,     @This(),
    }) |T| std.testing.refAllDecls(T);
}
