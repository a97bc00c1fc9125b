"""Zig: names of the structs that records decode to, and the variable parts of samples."""
from .texts import (ORIGIN, any_of, class_name, comment, element_structs, members_of,
                    other_records, without_form)
from .zig import TYPES, WIDTH, documented

HEAD = f"""//! The structs that records decode to, as perfc/decode.h has them. Of a sample and a
//! trailer only what their masks name is written.
//! Written by {ORIGIN}.
const c = @import("c");
const decode = @import("decode.zig");
const Record = @import("record.zig").Record;
"""
SAMPLE = """
/// A sample and the record that it is in, which its slices borrow from.
pub const Sample = struct {
    fields: SampleFields,
    record: Record,

    /// Whether it has a field: sample.has(perfc.c.PERFC_SAMPLE_TIME).
    pub inline fn has(sample: *const Sample, field: u64) bool {
        return sample.fields.present & field != 0;
    }
    pub inline fn hasPart(sample: *const Sample, part: u32) bool {
        return sample.fields.parts & part != 0;
    }

    pub const userReg = decode.userReg;
    pub const intrReg = decode.intrReg;

    // The variable parts: empty where absent.
"""
PART = """
{documentation}    pub fn {method}(sample: *const Sample) []const {type} {{
        if (sample.fields.{mask} & {bits} == 0) return &.{{}};
        return sample.record.array({type}, sample.fields.{name});
    }}
"""
TYPES_HEAD = """
/// Each type of records but SAMPLE, and the struct that they decode to.
pub const types = .{
"""
DECODER = """
/// The function that decodes to T.
pub fn decoder(comptime T: type) *const fn (
    ?*const c.perfc_plan,
    [*c]const c.perfc_record,
    [*c]T,
    usize,
) callconv(.c) c_int {
    return switch (T) {
"""
DECODER_END = """        else => @compileError(@typeName(T) ++ " is no decoded record"),
    };
}
"""


def struct_name(name):
    return "SampleFields" if name == "perfc_sample" else class_name(name)


def method_name(name):
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def element_type(member):
    return TYPES.get(member["element"]) or struct_name(member["element"])


def record_names(abi):
    """What records decode to, and what that consists of."""
    named = {struct["name"] for struct in element_structs(abi, abi["records"])} | {
        record["struct"] for record in abi["records"]}
    for struct in abi["structs"]:
        if struct["name"] in named:
            yield "\n" + documented(struct)
            yield f"pub const {struct_name(struct['name'])} = c.{struct['name']};\n"


def sample_parts(abi):
    for member in members_of(abi, "perfc_sample"):
        if "element" in member:
            yield PART.format(
                documentation=comment("    ///", without_form(member), WIDTH),
                method=method_name(member["name"]), name=member["name"], mask=member["with"],
                bits=any_of(f"c.{bit}" for bit in member["bits"]), type=element_type(member))


def records(abi):
    types = "".join(f"    .{{ c.{kind}, {struct_name(record['struct'])} }},\n"
                    for record in other_records(abi) for kind in record["types"])
    cases = "".join(f"        {struct_name(record['struct'])} => c.{record['function']},\n"
                    for record in abi["records"])
    return (f"{HEAD}{''.join(record_names(abi))}{SAMPLE}{''.join(sample_parts(abi))}}};\n"
            f"{TYPES_HEAD}{types}}};\n{DECODER}{cases}{DECODER_END}")


def write(abi):
    return {"bindings/zig/src/records.zig": records(abi)}
