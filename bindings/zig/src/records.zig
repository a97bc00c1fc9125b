//! The structs that records decode to, as perfc/decode.h has them. Of a sample and a
//! trailer only what their masks name is written.
//! Written by tools/generate from bindings/abi.json.
const c = @import("c");
const decode = @import("decode.zig");
const Record = @import("record.zig").Record;

/// PERF_RECORD_SAMPLE (9). Only the members that `present` and `parts` name are written. A range of
/// u64 or structs is 8-byte aligned.
pub const SampleFields = c.perfc_sample;

/// One branch in a record. The struct never grows: the kernel lays out the array.
pub const BranchEntry = c.perfc_branch_entry;

/// The trailer of a record. If the attr has sample_id_all, every record of the kernel except SAMPLE
/// ends with one. Only the members that `present` names are written, and attr_index. The other
/// members are as in struct perfc_sample.
pub const SampleId = c.perfc_sample_id;

/// PERF_RECORD_MMAP (1) and PERF_RECORD_MMAP2 (10): a file or memory was mapped. Members that
/// `fields` doesn't name are 0. An MMAP2 has a build id if its attr has PERFC_ATTR_BUILD_ID and
/// misc has PERFC_RECORD_MISC_MMAP_BUILD_ID. The bit alone isn't enough: the kernel leaves it set
/// in the records of other events. For records with id 0 misc alone decides.
pub const Mmap = c.perfc_record_mmap;

/// PERF_RECORD_LOST (2): records found no room in the ring.
pub const Lost = c.perfc_record_lost;

/// PERF_RECORD_COMM (3): a thread's name changed.
pub const Comm = c.perfc_record_comm;

/// PERF_RECORD_EXIT (4): a thread ended. PERF_RECORD_FORK (7): a thread or process was made. The
/// record's type tells which.
pub const Task = c.perfc_record_task;

/// PERF_RECORD_THROTTLE (5): the event sampled too fast, and the kernel paused it.
/// PERF_RECORD_UNTHROTTLE (6): the event samples again. The record's type tells which.
pub const Throttle = c.perfc_record_throttle;

/// PERF_RECORD_READ (8): the counts of an inherited event when its thread ended (inherit_stat).
pub const Read = c.perfc_record_read;

/// PERF_RECORD_AUX (11): new data in the AUX area; perfc_aux_view views them.
pub const Aux = c.perfc_record_aux;

/// PERF_RECORD_ITRACE_START (12): an instruction trace began.
pub const ItraceStart = c.perfc_record_itrace_start;

/// PERF_RECORD_LOST_SAMPLES (13): the PMU dropped samples.
pub const LostSamples = c.perfc_record_lost_samples;

/// PERF_RECORD_SWITCH (14) and PERF_RECORD_SWITCH_CPU_WIDE (15): a context switch of a thread. A
/// SWITCH_CPU_WIDE also names the other task.
pub const Switch = c.perfc_record_switch;

/// The file of a namespace under /proc/PID/ns. The struct never grows: the kernel lays out the
/// array.
pub const Namespace = c.perfc_namespace;

/// PERF_RECORD_NAMESPACES (16): the namespaces of a thread.
pub const Namespaces = c.perfc_record_namespaces;

/// PERF_RECORD_KSYMBOL (17): a kernel symbol was registered or unregistered.
pub const Ksymbol = c.perfc_record_ksymbol;

/// PERF_RECORD_BPF_EVENT (18): a BPF program was loaded or unloaded.
pub const BpfEvent = c.perfc_record_bpf_event;

/// PERF_RECORD_CGROUP (19): a cgroup was made.
pub const Cgroup = c.perfc_record_cgroup;

/// PERF_RECORD_TEXT_POKE (20): the kernel changed its code.
pub const TextPoke = c.perfc_record_text_poke;

/// PERF_RECORD_AUX_OUTPUT_HW_ID (21): the hardware's id of an event that writes into the AUX area.
pub const AuxOutputHwId = c.perfc_record_aux_output_hw_id;

/// PERF_RECORD_CALLCHAIN_DEFERRED (22): the user's part of the call chain of earlier samples.
pub const CallchainDeferred = c.perfc_record_callchain_deferred;

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

    /// They are addresses and markers (PERFC_CONTEXT_*); a value of PERFC_CONTEXT_MAX or above is a
    /// marker.
    pub fn callchain(sample: *const Sample) []const u64 {
        if (sample.fields.present & c.PERFC_SAMPLE_CALLCHAIN == 0) return &.{};
        return sample.record.array(u64, sample.fields.callchain);
    }

    /// The data of a tracepoint or BPF program, with padding at their end. They are 4-byte aligned.
    pub fn raw(sample: *const Sample) []const u8 {
        if (sample.fields.present & c.PERFC_SAMPLE_RAW == 0) return &.{};
        return sample.record.array(u8, sample.fields.raw);
    }

    /// The newest first.
    pub fn branches(sample: *const Sample) []const BranchEntry {
        if (sample.fields.present & c.PERFC_SAMPLE_BRANCH_STACK == 0) return &.{};
        return sample.record.array(BranchEntry, sample.fields.branches);
    }

    /// One for each branch.
    pub fn branchCounters(sample: *const Sample) []const u64 {
        if (sample.fields.parts & c.PERFC_PART_BRANCH_COUNTERS == 0) return &.{};
        return sample.record.array(u64, sample.fields.branch_counters);
    }

    /// One for each bit of sample_regs_user; perfc_decode_register finds one by its number.
    pub fn userRegs(sample: *const Sample) []const u64 {
        if (sample.fields.present & c.PERFC_SAMPLE_REGS_USER == 0) return &.{};
        return sample.record.array(u64, sample.fields.user_regs);
    }

    /// From the user's stack pointer on.
    pub fn stack(sample: *const Sample) []const u8 {
        if (sample.fields.present & c.PERFC_SAMPLE_STACK_USER == 0) return &.{};
        return sample.record.array(u8, sample.fields.stack);
    }

    /// One for each bit of sample_regs_intr.
    pub fn intrRegs(sample: *const Sample) []const u64 {
        if (sample.fields.present & c.PERFC_SAMPLE_REGS_INTR == 0) return &.{};
        return sample.record.array(u64, sample.fields.intr_regs);
    }

    /// Data of the AUX area.
    pub fn aux(sample: *const Sample) []const u8 {
        if (sample.fields.present & c.PERFC_SAMPLE_AUX == 0) return &.{};
        return sample.record.array(u8, sample.fields.aux);
    }

    /// The bytes that PARTIAL or LEFT_OVER describes.
    pub fn rest(sample: *const Sample) []const u8 {
        if (sample.fields.parts & (c.PERFC_PART_PARTIAL | c.PERFC_PART_LEFT_OVER) == 0) return &.{};
        return sample.record.array(u8, sample.fields.rest);
    }
};

/// Each type of records but SAMPLE, and the struct that they decode to.
pub const types = .{
    .{ c.PERFC_RECORD_MMAP, Mmap },
    .{ c.PERFC_RECORD_MMAP2, Mmap },
    .{ c.PERFC_RECORD_LOST, Lost },
    .{ c.PERFC_RECORD_COMM, Comm },
    .{ c.PERFC_RECORD_EXIT, Task },
    .{ c.PERFC_RECORD_FORK, Task },
    .{ c.PERFC_RECORD_THROTTLE, Throttle },
    .{ c.PERFC_RECORD_UNTHROTTLE, Throttle },
    .{ c.PERFC_RECORD_READ, Read },
    .{ c.PERFC_RECORD_AUX, Aux },
    .{ c.PERFC_RECORD_ITRACE_START, ItraceStart },
    .{ c.PERFC_RECORD_LOST_SAMPLES, LostSamples },
    .{ c.PERFC_RECORD_SWITCH, Switch },
    .{ c.PERFC_RECORD_SWITCH_CPU_WIDE, Switch },
    .{ c.PERFC_RECORD_NAMESPACES, Namespaces },
    .{ c.PERFC_RECORD_KSYMBOL, Ksymbol },
    .{ c.PERFC_RECORD_BPF_EVENT, BpfEvent },
    .{ c.PERFC_RECORD_CGROUP, Cgroup },
    .{ c.PERFC_RECORD_TEXT_POKE, TextPoke },
    .{ c.PERFC_RECORD_AUX_OUTPUT_HW_ID, AuxOutputHwId },
    .{ c.PERFC_RECORD_CALLCHAIN_DEFERRED, CallchainDeferred },
};

/// The function that decodes to T.
pub fn decoder(comptime T: type) *const fn (
    ?*const c.perfc_plan,
    [*c]const c.perfc_record,
    [*c]T,
    usize,
) callconv(.c) c_int {
    return switch (T) {
        SampleFields => c.perfc_decode_sample,
        SampleId => c.perfc_decode_sample_id,
        Mmap => c.perfc_decode_mmap,
        Lost => c.perfc_decode_lost,
        Comm => c.perfc_decode_comm,
        Task => c.perfc_decode_task,
        Throttle => c.perfc_decode_throttle,
        Read => c.perfc_decode_read,
        Aux => c.perfc_decode_aux,
        ItraceStart => c.perfc_decode_itrace_start,
        LostSamples => c.perfc_decode_lost_samples,
        Switch => c.perfc_decode_switch,
        Namespaces => c.perfc_decode_namespaces,
        Ksymbol => c.perfc_decode_ksymbol,
        BpfEvent => c.perfc_decode_bpf_event,
        Cgroup => c.perfc_decode_cgroup,
        TextPoke => c.perfc_decode_text_poke,
        AuxOutputHwId => c.perfc_decode_aux_output_hw_id,
        CallchainDeferred => c.perfc_decode_callchain_deferred,
        else => @compileError(@typeName(T) ++ " is no decoded record"),
    };
}
