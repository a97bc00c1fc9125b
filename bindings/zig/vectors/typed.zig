//! Records as the typed accessors give them.
const std = @import("std");
const perfc = @import("perfc");
const c = perfc.c;
const Json = @import("json.zig").Json;
const Record = perfc.Record;
const decode = perfc.decode;
const records = perfc.records;

/// An error of decoding is what the record means; others end the program.
pub fn describe(plan: perfc.Plan, record: Record, json: *Json) !void {
    if (record.type == c.PERFC_RECORD_SAMPLE) {
        const sample = plan.sample(record) catch |err| return describeError(err, json);
        return describeSample(record, &sample, json);
    }
    inline for (records.types) |other| {
        if (record.type == other[0]) return describeOther(other[1], plan, record, json);
    }
    try json.open(null, '{');
    try json.number("type", record.type);
    try json.number("misc", record.misc);
    try json.bytes("body", record.bytes()[8..]);
    try json.close('}');
}

pub fn describeError(err: perfc.Error, json: *Json) !void {
    try json.open(null, '{');
    try json.text("error", switch (err) {
        error.BADMSG => "EBADMSG",
        error.NOKEY => "ENOKEY",
        error.KEYREJECTED => "EKEYREJECTED",
        error.NOTUNIQ => "ENOTUNIQ",
        else => "another",
    });
    try json.close('}');
}

pub fn describeBranch(entry: records.BranchEntry, json: *Json) !void {
    const branch = decode.decodeBranch(entry.flags);
    try json.open(null, '{');
    try fields(json, entry, .{ "from", "to", "flags" });
    try fields(json, branch, .{
        "mispred", "predicted", "in_tx",    "abort", "cycles",
        "type",    "spec",      "new_type", "priv",
    });
    try json.close('}');
}

pub fn describeValue(value: perfc.ReadValue, read_format: u64, json: *Json) !void {
    try json.open(null, '{');
    try json.number("value", value.value);
    if (read_format & c.PERFC_FORMAT_ID != 0) try json.number("id", value.id);
    if (read_format & c.PERFC_FORMAT_LOST != 0) try json.number("lost", value.lost);
    try json.close('}');
}

fn fields(json: *Json, from: anytype, comptime names: anytype) !void {
    inline for (names) |name| try json.number(name, @field(from, name));
}

fn describeRead(record: Record, read: *const decode.ReadPart, json: *Json) !void {
    try json.open("read", '{');
    if (read.read_format & c.PERFC_FORMAT_TOTAL_TIME_ENABLED != 0) {
        try json.number("time_enabled", read.time_enabled);
    }
    if (read.read_format & c.PERFC_FORMAT_TOTAL_TIME_RUNNING != 0) {
        try json.number("time_running", read.time_running);
    }
    try json.open("values", '[');
    for (0..read.nr) |i| {
        const value = try decode.readValue(record, read, @intCast(i));
        try describeValue(value, read.read_format, json);
    }
    try json.close(']');
    try json.close('}');
}

fn describeSample(record: Record, sample: *const perfc.Sample, json: *Json) !void {
    try json.open(null, '{');
    try json.text("type", record.name().?);
    try json.number("misc", record.misc);
    try json.number("attr", sample.fields.attr_index);
    try describeHead(sample, json);
    try describeMiddle(record, sample, json);
    try describeTail(record, sample, json);
    try json.close('}');
}

fn describeHead(sample: *const perfc.Sample, json: *Json) !void {
    const in = sample.fields;
    if (sample.has(c.PERFC_SAMPLE_IDENTIFIER)) try json.number("identifier", in.identifier);
    if (sample.has(c.PERFC_SAMPLE_IP)) try json.number("ip", in.ip);
    if (sample.has(c.PERFC_SAMPLE_TID)) try fields(json, in, .{ "pid", "tid" });
    if (sample.has(c.PERFC_SAMPLE_TIME)) try json.number("time", in.time);
    if (sample.has(c.PERFC_SAMPLE_ADDR)) try json.number("addr", in.addr);
    if (sample.has(c.PERFC_SAMPLE_ID)) try json.number("id", in.id);
    if (sample.has(c.PERFC_SAMPLE_STREAM_ID)) try json.number("stream_id", in.stream_id);
    if (sample.has(c.PERFC_SAMPLE_CPU)) try json.number("cpu", in.cpu);
    if (sample.has(c.PERFC_SAMPLE_PERIOD)) try json.number("period", in.period);
}

fn describeMiddle(record: Record, sample: *const perfc.Sample, json: *Json) !void {
    const in = &sample.fields;
    if (sample.has(c.PERFC_SAMPLE_READ)) try describeRead(record, &in.read, json);
    if (sample.has(c.PERFC_SAMPLE_CALLCHAIN)) try json.words("callchain", sample.callchain());
    if (sample.has(c.PERFC_SAMPLE_RAW)) try json.bytes("raw", sample.raw());
    if (sample.has(c.PERFC_SAMPLE_BRANCH_STACK)) {
        if (sample.hasPart(c.PERFC_PART_BRANCH_HW_IDX)) {
            try json.number("branch_hw_idx", in.branch_hw_idx);
        }
        try json.open("branches", '[');
        for (sample.branches()) |entry| try describeBranch(entry, json);
        try json.close(']');
        if (sample.hasPart(c.PERFC_PART_BRANCH_COUNTERS)) {
            try json.words("branch_counters", sample.branchCounters());
        }
    }
    if (sample.has(c.PERFC_SAMPLE_REGS_USER)) {
        try json.number("user_abi", in.user_abi);
        try json.words("user_regs", sample.userRegs());
    }
    if (sample.has(c.PERFC_SAMPLE_STACK_USER)) {
        try json.bytes("stack", sample.stack());
        try json.number("stack_dyn_size", in.stack_dyn_size);
    }
}

fn describeTail(record: Record, sample: *const perfc.Sample, json: *Json) !void {
    const in = &sample.fields;
    if (sample.has(c.PERFC_SAMPLE_WEIGHT)) try json.number("weight", in.weight);
    if (sample.has(c.PERFC_SAMPLE_WEIGHT_STRUCT)) {
        try fields(json, in, .{ "weight_var1_dw", "weight_var2_w", "weight_var3_w" });
    }
    if (sample.has(c.PERFC_SAMPLE_DATA_SRC)) try json.number("data_src", in.data_src);
    if (sample.has(c.PERFC_SAMPLE_TRANSACTION)) try json.number("transaction", in.transaction);
    if (sample.has(c.PERFC_SAMPLE_REGS_INTR)) {
        try json.number("intr_abi", in.intr_abi);
        try json.words("intr_regs", sample.intrRegs());
    }
    if (sample.has(c.PERFC_SAMPLE_PHYS_ADDR)) try json.number("phys_addr", in.phys_addr);
    if (sample.has(c.PERFC_SAMPLE_CGROUP)) try json.number("cgroup", in.cgroup);
    if (sample.has(c.PERFC_SAMPLE_DATA_PAGE_SIZE)) try fields(json, in, .{"data_page_size"});
    if (sample.has(c.PERFC_SAMPLE_CODE_PAGE_SIZE)) try fields(json, in, .{"code_page_size"});
    if (sample.has(c.PERFC_SAMPLE_AUX)) try json.bytes("aux", sample.aux());
    if (sample.hasPart(c.PERFC_PART_PARTIAL | c.PERFC_PART_LEFT_OVER)) try json.bytes("rest", record.string(in.rest));
}

fn describeTrailer(id: *const records.SampleId, json: *Json) !void {
    if (id.present == 0) return;
    try json.open("sample_id", '{');
    if (id.present & c.PERFC_SAMPLE_TID != 0) try fields(json, id, .{ "pid", "tid" });
    if (id.present & c.PERFC_SAMPLE_TIME != 0) try json.number("time", id.time);
    if (id.present & c.PERFC_SAMPLE_ID != 0) try json.number("id", id.id);
    if (id.present & c.PERFC_SAMPLE_STREAM_ID != 0) try json.number("stream_id", id.stream_id);
    if (id.present & c.PERFC_SAMPLE_CPU != 0) try json.number("cpu", id.cpu);
    if (id.present & c.PERFC_SAMPLE_IDENTIFIER != 0) try json.number("identifier", id.identifier);
    try json.close('}');
}

fn describeOther(comptime T: type, plan: perfc.Plan, record: Record, json: *Json) !void {
    const body = plan.decode(T, record) catch |err| return describeError(err, json);
    const id = plan.sampleId(record) catch |err| return describeError(err, json);
    try json.open(null, '{');
    try json.text("type", record.name().?);
    try json.number("misc", record.misc);
    try json.number("attr", id.attr_index);
    try describeBody(T, record, &body, json);
    try describeTrailer(&id, json);
    try json.close('}');
}

fn describeBody(comptime T: type, in: Record, body: *const T, json: *Json) !void {
    switch (T) {
        records.Mmap => try describeMmap(in, body, json),
        records.Lost => try fields(json, body, .{ "id", "lost" }),
        records.Comm => {
            try fields(json, body, .{ "pid", "tid" });
            try json.text("comm", in.string(body.comm));
        },
        records.Task => try fields(json, body, .{ "pid", "ppid", "tid", "ptid", "time" }),
        records.Throttle => try fields(json, body, .{ "time", "id", "stream_id" }),
        records.Read => {
            try fields(json, body, .{ "pid", "tid" });
            try describeRead(in, &body.read, json);
        },
        records.Aux => try fields(json, body, .{ "aux_offset", "aux_size", "flags" }),
        records.ItraceStart => try fields(json, body, .{ "pid", "tid" }),
        records.LostSamples => try fields(json, body, .{"lost"}),
        records.Switch => {
            try fields(json, body, .{ "out", "preempted" });
            if (body.has_other != 0) try fields(json, body, .{ "next_prev_pid", "next_prev_tid" });
        },
        records.Namespaces => {
            try fields(json, body, .{ "pid", "tid" });
            try json.open("namespaces", '[');
            for (in.array(records.Namespace, body.namespaces)) |link| {
                try json.open(null, '{');
                try fields(json, link, .{ "dev", "ino" });
                try json.close('}');
            }
            try json.close(']');
        },
        records.Ksymbol => {
            try fields(json, body, .{ "addr", "len", "ksym_type", "flags" });
            try json.text("name", in.string(body.name));
        },
        records.BpfEvent => {
            try json.number("bpf_type", body.type);
            try fields(json, body, .{ "flags", "id" });
            try json.bytes("tag", &body.tag);
        },
        records.Cgroup => {
            try json.number("id", body.id);
            try json.text("path", in.string(body.path));
        },
        records.TextPoke => {
            try json.number("addr", body.addr);
            try json.bytes("old_bytes", in.string(body.old_bytes));
            try json.bytes("new_bytes", in.string(body.new_bytes));
        },
        records.AuxOutputHwId => try fields(json, body, .{"hw_id"}),
        records.CallchainDeferred => {
            try json.number("cookie", body.cookie);
            try json.words("callchain", in.array(u64, body.callchain));
        },
        else => comptime unreachable,
    }
}

fn describeMmap(in: Record, body: *const records.Mmap, json: *Json) !void {
    try fields(json, body, .{ "pid", "tid", "addr", "len", "pgoff" });
    if (body.fields & c.PERFC_MMAP_HAS_BUILD_ID != 0) {
        try json.bytes("build_id", body.build_id[0..body.build_id_size]);
    }
    if (body.fields & c.PERFC_MMAP_HAS_INODE != 0) {
        try fields(json, body, .{ "maj", "min", "ino", "ino_generation" });
    }
    if (body.fields & c.PERFC_MMAP_HAS_PROT != 0) try fields(json, body, .{ "prot", "flags" });
    try json.text("filename", in.string(body.filename));
}
