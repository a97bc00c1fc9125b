//! The C API as it is: constants, handles, structs and functions.
//! Written by tools/generate from bindings/abi.json.
const std = @import("std");
const assert = std.debug.assert;
const c = @import("c");
const perfc_host = c.perfc_host;
const perfc_plan = c.perfc_plan;
const ArrowSchema = c.ArrowSchema;
const ArrowArray = c.ArrowArray;
const perfc_error = c.perfc_error;
const perfc_stream_record = c.perfc_stream_record;

/// struct perfc_fact_row, by perfc_file_create_table: facts about the recording and its machine,
/// such as HOSTNAME and each argument of CMDLINE.
pub const PERFC_ROWS_FACTS = 0x1;
/// struct perfc_event_row, by perfc_file_create_table: the events, by the index of their attrs.
pub const PERFC_ROWS_EVENTS = 0x2;
/// struct perfc_build_id_row, by perfc_file_create_table: build ids of object files.
pub const PERFC_ROWS_BUILD_IDS = 0x3;
/// struct perfc_cpu_row, by perfc_file_create_table: CPUs and their topology.
pub const PERFC_ROWS_CPUS = 0x4;
/// struct perfc_node_row, by perfc_file_create_table: NUMA nodes.
pub const PERFC_ROWS_NODES = 0x5;
/// struct perfc_pmu_row, by perfc_file_create_table: PMUs, their capabilities and their CPUs.
pub const PERFC_ROWS_PMUS = 0x6;
/// struct perfc_cache_row, by perfc_file_create_table: CPU caches.
pub const PERFC_ROWS_CACHES = 0x7;
/// struct perfc_event_row, by perfc_file_create_table, grouped: the groups of events, the leader
/// first.
pub const PERFC_ROWS_GROUPS = 0x8;
/// struct perfc_bpf_row, by perfc_file_create_table: BPF programs and their BTF.
pub const PERFC_ROWS_BPF = 0x9;
/// struct perfc_clock_row, by perfc_file_create_table: how the times of records relate to other
/// clocks.
pub const PERFC_ROWS_CLOCKS = 0xa;
/// struct perfc_feature_row, by perfc_file_create_table: every feature as bytes.
pub const PERFC_ROWS_FEATURES = 0xb;
/// struct perfc_tracepoint_row, by perfc_file_create_table: format files of tracepoints.
pub const PERFC_ROWS_TRACEPOINTS = 0xc;
/// struct perfc_domain_row, by perfc_file_create_table: the scheduler's domains of each CPU.
pub const PERFC_ROWS_DOMAINS = 0xd;
/// Records are handed out in the order of time.
pub const PERFC_FILE_ORDER_TIME = 0x0;
/// Records are handed out as they stand in the file.
pub const PERFC_FILE_ORDER_FILE = 0x1;
/// The file is perfc_file_options.fd, a file or a pipe. The caller keeps the fd. A regular file is
/// read from its start by pread(2), so the fd's offset doesn't change.
pub const PERFC_FILE_FD = 0x1;
/// Hand out the bytes that follow a record (perfc_stream_record.tail), in pieces of at most 1 MiB.
/// tail_size is then that of the piece; the pieces of a record have its sequence, and count as one
/// record. Without this flag the bytes are skipped, and tail_size is that of all. From a pipe such
/// a record is handed out at once, also before records that wait to be sorted.
pub const PERFC_FILE_TAILS = 0x2;
/// Hand out FINISHED_ROUND, FINISHED_INIT, COMPRESSED and COMPRESSED2 records too. Only with
/// PERFC_FILE_ORDER_FILE. The records inside of a compressed record follow it.
pub const PERFC_FILE_RAW = 0x4;
/// The default of perfc_file_options.window_bytes.
pub const PERFC_FILE_DEFAULT_WINDOW = 0x2000000;
/// The default of perfc_file_options.max_bytes.
pub const PERFC_FILE_DEFAULT_MEMORY = 0x4000000;
/// Keep the samples that the filter would drop, and drop the others. Then `to` drops no other
/// records.
pub const PERFC_FILTER_NOT = 0x1;
pub const PERFC_FEATURE_TRACING_DATA = 0x1;
pub const PERFC_FEATURE_BUILD_ID = 0x2;
pub const PERFC_FEATURE_HOSTNAME = 0x3;
pub const PERFC_FEATURE_OSRELEASE = 0x4;
pub const PERFC_FEATURE_VERSION = 0x5;
pub const PERFC_FEATURE_ARCH = 0x6;
pub const PERFC_FEATURE_NRCPUS = 0x7;
pub const PERFC_FEATURE_CPUDESC = 0x8;
pub const PERFC_FEATURE_CPUID = 0x9;
pub const PERFC_FEATURE_TOTAL_MEM = 0xa;
pub const PERFC_FEATURE_CMDLINE = 0xb;
pub const PERFC_FEATURE_EVENT_DESC = 0xc;
pub const PERFC_FEATURE_CPU_TOPOLOGY = 0xd;
pub const PERFC_FEATURE_NUMA_TOPOLOGY = 0xe;
pub const PERFC_FEATURE_BRANCH_STACK = 0xf;
pub const PERFC_FEATURE_PMU_MAPPINGS = 0x10;
pub const PERFC_FEATURE_GROUP_DESC = 0x11;
pub const PERFC_FEATURE_AUXTRACE = 0x12;
pub const PERFC_FEATURE_STAT = 0x13;
pub const PERFC_FEATURE_CACHE = 0x14;
pub const PERFC_FEATURE_SAMPLE_TIME = 0x15;
pub const PERFC_FEATURE_MEM_TOPOLOGY = 0x16;
pub const PERFC_FEATURE_CLOCKID = 0x17;
pub const PERFC_FEATURE_DIR_FORMAT = 0x18;
pub const PERFC_FEATURE_BPF_PROG_INFO = 0x19;
pub const PERFC_FEATURE_BPF_BTF = 0x1a;
pub const PERFC_FEATURE_COMPRESSED = 0x1b;
pub const PERFC_FEATURE_CPU_PMU_CAPS = 0x1c;
pub const PERFC_FEATURE_CLOCK_DATA = 0x1d;
pub const PERFC_FEATURE_HYBRID_TOPOLOGY = 0x1e;
pub const PERFC_FEATURE_PMU_CAPS = 0x1f;
pub const PERFC_FEATURE_CPU_DOMAIN_INFO = 0x20;
pub const PERFC_FEATURE_E_MACHINE = 0x21;
pub const PERFC_FEATURE_CLN_SIZE = 0x22;
/// A member of struct perfc_cpu_row that the file doesn't have.
pub const PERFC_NO_CPU_NUMBER = 0xffffffff;
/// perfc_pmu_row.type of a PMU that PMU_MAPPINGS doesn't list.
pub const PERFC_NO_PMU_TYPE = 0xffffffff;
/// A BPF program: struct bpf_prog_info and the arrays behind it.
pub const PERFC_BPF_PROGRAM = 0x1;
/// The BTF that a program refers to.
pub const PERFC_BPF_BTF = 0x2;
/// Threads that run: their names, maps, namespaces and cgroups.
pub const PERFC_SYNTHESIZE_TASKS = 0x1;
/// The kernel, its modules and BPF programs.
pub const PERFC_SYNTHESIZE_KERNEL = 0x2;
/// Facts as a file's header has them: host name, release, CPUs, memory, caches, PMUs, clocks, and
/// the names of the plan's events.
pub const PERFC_SYNTHESIZE_FACTS = 0x4;
/// Build ids in the MMAP2 records: the library reads them from the mapped files. The plan decodes
/// them if its first attr has PERFC_ATTR_BUILD_ID.
pub const PERFC_SYNTHESIZE_BUILD_IDS = 0x8;
/// Write to perfc_writer_options.fd, which the caller keeps. A regular file is written from its
/// start, and must be empty unless PERFC_WRITER_OVERWRITE is set. Everything else (a pipe, a
/// socket, a terminal, a file with O_APPEND) gets a file in pipe mode. The kernel raises SIGPIPE if
/// the reader of a pipe is gone.
pub const PERFC_WRITER_FD = 0x1;
/// Replace a file that is there. Without this flag that is -EEXIST. A regular file is replaced by a
/// new one: programs that read the old one aren't disturbed. What isn't a regular file (a symbolic
/// link, a device, a fifo) is written in place.
pub const PERFC_WRITER_OVERWRITE = 0x2;
/// Write pipe mode into a file too. In pipe mode features that don't fit into a record, or that
/// perf 6.1 doesn't know, are left out: perf refuses the whole file otherwise.
pub const PERFC_WRITER_PIPE = 0x4;
/// Number the files, so that PERFC_FINISH_NEXT can begin the next one. Each of rotate_bytes,
/// rotate_ns and rotate_keep implies it.
pub const PERFC_WRITER_ROTATE = 0x8;
/// Leave out stack bytes and registers (REGS_USER, REGS_INTR). Their sizes and masks become 0. A
/// sample that can't be decoded is left out.
pub const PERFC_STRIP_STACKS = 0x1;
/// Leave out the command line of the recording, and names of threads: they become ":TID". Fields of
/// tracepoints (PERF_SAMPLE_RAW) stay, and may have names.
pub const PERFC_STRIP_COMMANDS = 0x2;
/// Leave out host name, release, CPU, memory, topology and PMUs. The architecture stays, and so
/// does a release in the path of a kernel module: PERFC_STRIP_PATHS.
pub const PERFC_STRIP_HOST = 0x4;
/// Leave out the directories of mapped files. Base names and build ids stay.
pub const PERFC_STRIP_PATHS = 0x8;
/// Begin the next file of the rotation. It begins with records of the processes, maps and symbols
/// that are there.
pub const PERFC_FINISH_NEXT = 0x1;

/// Rows of one struct, and their text.
pub const perfc_table = opaque {};
/// A perf.data file, or the state of this machine in the form of one.
pub const perfc_file = opaque {};
/// Writes perf.data files.
pub const perfc_writer = opaque {};

/// Text of a row: bytes of perfc_rows.text, followed by a NUL. Equal texts of a table have equal
/// offsets. The bytes come from strangers, may contain NULs, and aren't always UTF-8. The struct
/// never grows.
pub const perfc_text = extern struct {
    /// Bytes from the start of perfc_rows.text.
    offset: u32 = 0,
    /// Bytes of the text, without its NUL.
    size: u32 = 0,
};

/// The rows of a table. Result struct. Its pointers are borrowed until the table is destroyed, or
/// laid out for another row size.
pub const perfc_rows = extern struct {
    /// `count` structs of exactly row_size bytes each. NULL if count is 0.
    rows: ?*const anyopaque = null,
    /// Number of rows.
    count: u64 = 0,
    /// Group g is rows starts[g] to starts[g + 1] - 1. NULL: the rows aren't grouped.
    starts: [*c]const u64 = null,
    /// Number of groups.
    groups: u64 = 0,
    /// The text that the rows name. Never NULL.
    text: [*c]const u8 = null,
    /// Bytes of the text.
    text_size: u64 = 0,
};

/// Chooses samples. A sample is kept if it fits every list and both times. An empty list fits every
/// sample, and so does a time of 0. A sample that lacks the field of a list, or a time, doesn't
/// fit; neither does a sample of no known attr, because the places of its fields are unknown. Input
/// struct: set size to sizeof.
pub const perfc_filter = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_FILTER_*.
    flags: u32 = 0,
    /// The first time, in nanoseconds of the source's clock.
    from: u64 = 0,
    /// The time behind the last one, in nanoseconds of the source's clock.
    to: u64 = 0,
    /// Processes.
    pids: [*c]const i32 = null,
    /// Threads.
    tids: [*c]const i32 = null,
    /// CPUs.
    cpus: [*c]const u32 = null,
    /// Events, by the indexes of their attrs in the plan.
    events: [*c]const u32 = null,
    /// Length of pids.
    pid_count: u32 = 0,
    /// Length of tids.
    tid_count: u32 = 0,
    /// Length of cpus.
    cpu_count: u32 = 0,
    /// Length of events.
    event_count: u32 = 0,
};

/// Input struct: set size to sizeof. Exactly one of path, data and PERFC_FILE_FD names the file.
pub const perfc_file_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_FILE_*: FD, TAILS, RAW.
    flags: u32 = 0,
    /// A file, a named pipe, or a directory that `perf record --threads` wrote.
    path: [*c]const u8 = null,
    /// The content of a file. Borrowed until perfc_file_close.
    data: ?*const anyopaque = null,
    /// Bytes of data.
    data_size: u64 = 0,
    /// With PERFC_FILE_FD: the fd.
    fd: i32 = 0,
    /// PERFC_FILE_ORDER_*.
    order: u32 = 0,
    /// Bytes of records that are kept to put them in order, if the file has no FINISHED_ROUND
    /// records or its rounds are longer. Less are kept if max_bytes is reached before, as with very
    /// small records. The files of a directory share them. 0: PERFC_FILE_DEFAULT_WINDOW.
    window_bytes: u64 = 0,
    /// Bytes of memory that the file may use altogether, at least 1.5 times window_bytes plus 2
    /// MiB. 0: PERFC_FILE_DEFAULT_MEMORY, or twice a longer window, or 16/3 MiB for each file of a
    /// directory. A sixth must suffice for the window of a zstd frame: by default those of perf's
    /// levels 1 to 19 do.
    max_bytes: u64 = 0,
    /// Samples to keep; NULL: all. All other records are kept too, except those with a time at or
    /// behind filter->to. Copied.
    filter: [*c]const perfc_filter = null,
};

/// Facts about a file. Counts are those up to now. Result struct.
pub const perfc_file_info = extern struct {
    /// Decodes the records. Borrowed until the file is closed. A pipe's plan grows while the file
    /// is read.
    plan: ?*const perfc_plan = null,
    /// Bit n: the file has feature n of perf's header (PERFC_FEATURE_*).
    features: u64 = 0,
    /// Records handed out.
    records: u64 = 0,
    /// Bytes of the file that were read.
    bytes: u64 = 0,
    /// Bytes of compressed data that were read.
    compressed_bytes: u64 = 0,
    /// Bytes that they became.
    decompressed_bytes: u64 = 0,
    /// Records handed out late, see perfc_file_next_records.
    out_of_order: u64 = 0,
    /// Records that the kernel or perf dropped, by LOST records.
    lost: u64 = 0,
    /// Samples that the PMU or the kernel dropped, by LOST_SAMPLES records.
    lost_samples: u64 = 0,
    /// Records of the kernel that the plan can't match to an attr. They are handed out.
    unmatched: u64 = 0,
    /// Samples that the filter dropped.
    filtered: u64 = 0,
    /// The smallest time of a record so far, or of the feature SAMPLE_TIME. 0: none.
    first_time: u64 = 0,
    /// The largest time.
    last_time: u64 = 0,
    /// The first byte that is missing or can't be read. 0: nothing is missing so far.
    cut_at: u64 = 0,
    /// PERFC_BYTE_ORDER_LITTLE or _BIG.
    byte_order: u32 = 0,
    /// Version of the format: 1 or 2.
    version: u32 = 0,
    /// 1: the file is in pipe mode.
    pipe: u32 = 0,
    /// Files with records: those of a directory, with its `data`; else 1.
    sources: u32 = 0,
};

/// A row of PERFC_ROWS_FACTS. Names are those of the features, in lower case: "hostname",
/// "cmdline". docs/files.md has all names. A fact "malformed" stands for a feature that breaks a
/// rule: its value is the rule, and its number the place in the file.
pub const perfc_fact_row = extern struct {
    /// The fact's name.
    name: perfc_text = .{},
    /// The fact as text. A number is here too, in decimal.
    value: perfc_text = .{},
    /// The fact as a number; 0 if it is none.
    number: u64 = 0,
    /// PERFC_FEATURE_*: the feature that has the fact.
    feature: u32 = 0,
    /// Counts the facts of one name: 0 for the first argument of cmdline, 1 for the second.
    index: u32 = 0,
};

/// A row of PERFC_ROWS_EVENTS or PERFC_ROWS_GROUPS.
pub const perfc_event_row = extern struct {
    /// The event's name, as EVENT_DESC or an EVENT_UPDATE record gives it. Empty: the file has no
    /// name for it.
    name: perfc_text = .{},
    /// The unit of counts, from an EVENT_UPDATE record.
    unit: perfc_text = .{},
    /// The name of the group, from GROUP_DESC. Empty: it has none.
    group: perfc_text = .{},
    /// A count times scale is in `unit`. 1 if the file says nothing.
    scale: f64 = 0,
    /// Index of the event's attr in the plan.
    attr_index: u32 = 0,
    /// Index of the attr of the group's leader; attr_index if the event leads a group, or is in
    /// none.
    leader: u32 = 0,
    /// Number of ids of the event.
    id_count: u32 = 0,
    /// 0
    reserved: u32 = 0,
};

/// A row of PERFC_ROWS_BUILD_IDS.
pub const perfc_build_id_row = extern struct {
    /// Path of the object file, "[kernel.kallsyms]", or a name such as "[vdso]".
    path: perfc_text = .{},
    /// The process in which the file was mapped; -1: any.
    pid: i32 = 0,
    /// PERFC_RECORD_MISC_KERNEL, _USER, _GUEST_KERNEL or _GUEST_USER.
    cpumode: u32 = 0,
    /// Bytes of build_id. perf before 5.10 didn't write the size and always meant 20.
    build_id_size: u32 = 0,
    /// The build id; 0 behind build_id_size bytes.
    build_id: [20]u8 = std.mem.zeroes([20]u8),
};

/// A row of PERFC_ROWS_CPUS. A member is PERFC_NO_CPU_NUMBER if the file doesn't say.
pub const perfc_cpu_row = extern struct {
    /// Number of the CPU.
    cpu: u32 = 0,
    /// The core's number in its socket.
    core: u32 = 0,
    /// The die's number in its socket.
    die: u32 = 0,
    /// The socket (physical package).
    socket: u32 = 0,
};

/// A row of PERFC_ROWS_NODES, from NUMA_TOPOLOGY and MEM_TOPOLOGY.
pub const perfc_node_row = extern struct {
    /// The node's number.
    node: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// Bytes of memory in the node. 0: the file doesn't say.
    total_bytes: u64 = 0,
    /// Bytes of it that were free.
    free_bytes: u64 = 0,
    /// Bytes of a memory block; 0: the file doesn't say.
    block_bytes: u64 = 0,
    /// The node's CPUs, as "0-3,8".
    cpus: perfc_text = .{},
    /// The numbers of the node's memory blocks, as "0-31".
    blocks: perfc_text = .{},
};

/// A row of PERFC_ROWS_PMUS: one capability, or the PMU itself if cap is empty.
pub const perfc_pmu_row = extern struct {
    /// attr.type of the PMU's events; PERFC_NO_PMU_TYPE if the file doesn't say.
    type: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// The PMU's name, such as "cpu_core".
    name: perfc_text = .{},
    /// The CPUs of a PMU of a hybrid machine, as "0-3". Else empty.
    cpus: perfc_text = .{},
    /// Name of the capability, such as "branches".
    cap: perfc_text = .{},
    /// Its value.
    value: perfc_text = .{},
};

/// A row of PERFC_ROWS_DOMAINS, from CPU_DOMAIN_INFO.
pub const perfc_domain_row = extern struct {
    /// Number of the CPU.
    cpu: u32 = 0,
    /// Level of the domain, as in /proc/schedstat.
    domain: u32 = 0,
    /// Its name, such as "MC". Empty before version 17 of schedstat.
    name: perfc_text = .{},
    /// The CPUs of the domain, as "0-3".
    cpus: perfc_text = .{},
};

/// A row of PERFC_ROWS_CACHES.
pub const perfc_cache_row = extern struct {
    /// 1 to 3.
    level: u32 = 0,
    /// Bytes of a line.
    line_size: u32 = 0,
    /// Number of sets.
    sets: u32 = 0,
    /// Ways of a set.
    ways: u32 = 0,
    /// "Data", "Instruction" or "Unified".
    type: perfc_text = .{},
    /// Size of the cache, as "32K".
    size: perfc_text = .{},
    /// The CPUs that share the cache, as "0-1".
    cpus: perfc_text = .{},
};

/// A row of PERFC_ROWS_BPF.
pub const perfc_bpf_row = extern struct {
    /// Id of the program or BTF.
    id: u32 = 0,
    /// PERFC_BPF_*.
    kind: u32 = 0,
    /// Programs: bpf_prog_info.type, BPF_PROG_TYPE_* of linux/bpf.h.
    program_type: u32 = 0,
    /// Programs: id of the BTF; 0: none.
    btf_id: u32 = 0,
    /// Programs: address of the first jited function.
    address: u64 = 0,
    /// Programs: bytes of jited code.
    size: u64 = 0,
    /// Programs: hash of the instructions.
    tag: [8]u8 = std.mem.zeroes([8]u8),
    /// Programs: bpf_prog_info.name.
    name: perfc_text = .{},
    /// Programs: the bytes of struct bpf_prog_info. BTF: its bytes.
    data: perfc_text = .{},
};

/// A row of PERFC_ROWS_CLOCKS. Its first members are those of struct perfc_clock_relation:
/// perfc_clock_convert takes a pointer to the row.
pub const perfc_clock_row = extern struct {
    /// A time of the records, in nanoseconds.
    time: u64 = 0,
    /// time + offset is the time of the other clock.
    offset: i64 = 0,
    /// Nanoseconds by which offset may be wrong.
    uncertainty: u64 = 0,
    /// Id of the other clock.
    clock: i32 = 0,
    /// PERFC_CLOCK_*.
    how: u32 = 0,
    /// Id of the clock of the records, from CLOCK_DATA or CLOCKID.
    record_clock: i32 = 0,
    /// 0
    reserved: u32 = 0,
    /// Resolution of the clock of the records in nanoseconds; 0: the file doesn't say.
    resolution: u64 = 0,
};

/// A row of PERFC_ROWS_FEATURES.
pub const perfc_feature_row = extern struct {
    /// PERFC_FEATURE_*, or a number that this version doesn't know.
    feature: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// The byte at which the feature begins in the file.
    position: u64 = 0,
    /// Bytes of the feature in the file.
    size: u64 = 0,
    /// Name of the feature, such as "CPU_TOPOLOGY"; empty: this version doesn't know it.
    name: perfc_text = .{},
    /// The bytes, in the file's byte order. Empty for TRACING_DATA and for features of more than 16
    /// MiB or an eighth of max_bytes, which can be read from the file at `position`.
    data: perfc_text = .{},
};

/// A row of PERFC_ROWS_TRACEPOINTS.
pub const perfc_tracepoint_row = extern struct {
    /// attr.config of the tracepoint's events on the machine of the recording.
    id: u32 = 0,
    /// 0
    reserved: u32 = 0,
    /// The subsystem, such as "sched".
    system: perfc_text = .{},
    /// The tracepoint, such as "sched_switch".
    name: perfc_text = .{},
    /// The format file, for perfc_tracepoint_create_from_text.
    format: perfc_text = .{},
};

/// Input struct: set size to sizeof.
pub const perfc_writer_options = extern struct {
    /// sizeof the struct.
    size: u32 = 0,
    /// PERFC_WRITER_*.
    flags: u32 = 0,
    /// The file; copied. With rotation the files are PATH.00001, PATH.00002 and so on.
    path: [*c]const u8 = null,
    /// With PERFC_WRITER_FD: the fd.
    fd: i32 = 0,
    /// 0: not compressed. 1 to 22: zstd's level.
    zstd_level: u32 = 0,
    /// Begin the next file when a file has so many bytes of records. The next call of
    /// perfc_writer_write begins it, so a file may be longer by one call. 0: never.
    rotate_bytes: u64 = 0,
    /// Begin the next file when the records cover so many nanoseconds. 0: never.
    rotate_ns: u64 = 0,
    /// Delete the oldest file when there are more, with the one that is being written. 0: keep all.
    rotate_keep: u32 = 0,
    /// PERFC_STRIP_*.
    strip: u32 = 0,
};

/// What was written. Result struct.
pub const perfc_writer_result = extern struct {
    /// Records written.
    records: u64 = 0,
    /// Bytes written, to all files that are complete.
    bytes: u64 = 0,
    /// Bytes that they would have been without zstd.
    uncompressed_bytes: u64 = 0,
    /// Files begun.
    files: u64 = 0,
    /// Object files whose build id was written.
    build_ids: u64 = 0,
    /// Mapped object files that have no build id, or can't be read.
    build_ids_missing: u64 = 0,
    /// AUXTRACE records that were left out because the source didn't read their tails.
    tails_missing: u64 = 0,
};

pub extern fn perfc_table_get_rows(table: ?*perfc_table, row_size: usize, rows: [*c]perfc_rows, rows_size: usize) c_int;
pub extern fn perfc_table_kind(table: ?*const perfc_table) c_int;
pub extern fn perfc_table_export_arrow(table: ?*const perfc_table, schema: ?*ArrowSchema, array: ?*ArrowArray, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_table_destroy(table: ?*perfc_table) void;
pub extern fn perfc_file_open(options: [*c]const perfc_file_options, file: [*c]?*perfc_file, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_file_close(file: ?*perfc_file) void;
pub extern fn perfc_file_next_records(file: ?*perfc_file, records: [*c]perfc_stream_record, capacity: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_file_get_info(file: ?*const perfc_file, info: [*c]perfc_file_info, size: usize) c_int;
pub extern fn perfc_file_create_table(file: ?*const perfc_file, kind: u32, table: [*c]?*perfc_table, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_file_synthesize(host: ?*const perfc_host, plan: ?*const perfc_plan, pids: [*c]const i32, pid_count: u32, flags: u32, file: [*c]?*perfc_file, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_writer_create(host: ?*const perfc_host, options: [*c]const perfc_writer_options, writer: [*c]?*perfc_writer, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_writer_write(writer: ?*perfc_writer, records: [*c]const perfc_stream_record, count: u32, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_writer_finish(writer: ?*perfc_writer, flags: u32, result: [*c]perfc_writer_result, size: usize, @"error": [*c]perfc_error) c_int;
pub extern fn perfc_writer_destroy(writer: ?*perfc_writer) void;

// The layouts are those of the C compiler.
comptime {
    @setEvalBranchQuota(100_000);
    assert(@sizeOf(perfc_text) == 8);
    assert(@alignOf(perfc_text) == 4);
    assert(@offsetOf(perfc_text, "offset") == 0);
    assert(@offsetOf(perfc_text, "size") == 4);
    assert(@sizeOf(perfc_rows) == 48);
    assert(@alignOf(perfc_rows) == 8);
    assert(@offsetOf(perfc_rows, "rows") == 0);
    assert(@offsetOf(perfc_rows, "count") == 8);
    assert(@offsetOf(perfc_rows, "starts") == 16);
    assert(@offsetOf(perfc_rows, "groups") == 24);
    assert(@offsetOf(perfc_rows, "text") == 32);
    assert(@offsetOf(perfc_rows, "text_size") == 40);
    assert(@sizeOf(perfc_filter) == 72);
    assert(@alignOf(perfc_filter) == 8);
    assert(@offsetOf(perfc_filter, "size") == 0);
    assert(@offsetOf(perfc_filter, "flags") == 4);
    assert(@offsetOf(perfc_filter, "from") == 8);
    assert(@offsetOf(perfc_filter, "to") == 16);
    assert(@offsetOf(perfc_filter, "pids") == 24);
    assert(@offsetOf(perfc_filter, "tids") == 32);
    assert(@offsetOf(perfc_filter, "cpus") == 40);
    assert(@offsetOf(perfc_filter, "events") == 48);
    assert(@offsetOf(perfc_filter, "pid_count") == 56);
    assert(@offsetOf(perfc_filter, "tid_count") == 60);
    assert(@offsetOf(perfc_filter, "cpu_count") == 64);
    assert(@offsetOf(perfc_filter, "event_count") == 68);
    assert(@sizeOf(perfc_file_options) == 64);
    assert(@alignOf(perfc_file_options) == 8);
    assert(@offsetOf(perfc_file_options, "size") == 0);
    assert(@offsetOf(perfc_file_options, "flags") == 4);
    assert(@offsetOf(perfc_file_options, "path") == 8);
    assert(@offsetOf(perfc_file_options, "data") == 16);
    assert(@offsetOf(perfc_file_options, "data_size") == 24);
    assert(@offsetOf(perfc_file_options, "fd") == 32);
    assert(@offsetOf(perfc_file_options, "order") == 36);
    assert(@offsetOf(perfc_file_options, "window_bytes") == 40);
    assert(@offsetOf(perfc_file_options, "max_bytes") == 48);
    assert(@offsetOf(perfc_file_options, "filter") == 56);
    assert(@sizeOf(perfc_file_info) == 128);
    assert(@alignOf(perfc_file_info) == 8);
    assert(@offsetOf(perfc_file_info, "plan") == 0);
    assert(@offsetOf(perfc_file_info, "features") == 8);
    assert(@offsetOf(perfc_file_info, "records") == 16);
    assert(@offsetOf(perfc_file_info, "bytes") == 24);
    assert(@offsetOf(perfc_file_info, "compressed_bytes") == 32);
    assert(@offsetOf(perfc_file_info, "decompressed_bytes") == 40);
    assert(@offsetOf(perfc_file_info, "out_of_order") == 48);
    assert(@offsetOf(perfc_file_info, "lost") == 56);
    assert(@offsetOf(perfc_file_info, "lost_samples") == 64);
    assert(@offsetOf(perfc_file_info, "unmatched") == 72);
    assert(@offsetOf(perfc_file_info, "filtered") == 80);
    assert(@offsetOf(perfc_file_info, "first_time") == 88);
    assert(@offsetOf(perfc_file_info, "last_time") == 96);
    assert(@offsetOf(perfc_file_info, "cut_at") == 104);
    assert(@offsetOf(perfc_file_info, "byte_order") == 112);
    assert(@offsetOf(perfc_file_info, "version") == 116);
    assert(@offsetOf(perfc_file_info, "pipe") == 120);
    assert(@offsetOf(perfc_file_info, "sources") == 124);
    assert(@sizeOf(perfc_fact_row) == 32);
    assert(@alignOf(perfc_fact_row) == 8);
    assert(@offsetOf(perfc_fact_row, "name") == 0);
    assert(@offsetOf(perfc_fact_row, "value") == 8);
    assert(@offsetOf(perfc_fact_row, "number") == 16);
    assert(@offsetOf(perfc_fact_row, "feature") == 24);
    assert(@offsetOf(perfc_fact_row, "index") == 28);
    assert(@sizeOf(perfc_event_row) == 48);
    assert(@alignOf(perfc_event_row) == 8);
    assert(@offsetOf(perfc_event_row, "name") == 0);
    assert(@offsetOf(perfc_event_row, "unit") == 8);
    assert(@offsetOf(perfc_event_row, "group") == 16);
    assert(@offsetOf(perfc_event_row, "scale") == 24);
    assert(@offsetOf(perfc_event_row, "attr_index") == 32);
    assert(@offsetOf(perfc_event_row, "leader") == 36);
    assert(@offsetOf(perfc_event_row, "id_count") == 40);
    assert(@offsetOf(perfc_event_row, "reserved") == 44);
    assert(@sizeOf(perfc_build_id_row) == 40);
    assert(@alignOf(perfc_build_id_row) == 4);
    assert(@offsetOf(perfc_build_id_row, "path") == 0);
    assert(@offsetOf(perfc_build_id_row, "pid") == 8);
    assert(@offsetOf(perfc_build_id_row, "cpumode") == 12);
    assert(@offsetOf(perfc_build_id_row, "build_id_size") == 16);
    assert(@offsetOf(perfc_build_id_row, "build_id") == 20);
    assert(@sizeOf(perfc_cpu_row) == 16);
    assert(@alignOf(perfc_cpu_row) == 4);
    assert(@offsetOf(perfc_cpu_row, "cpu") == 0);
    assert(@offsetOf(perfc_cpu_row, "core") == 4);
    assert(@offsetOf(perfc_cpu_row, "die") == 8);
    assert(@offsetOf(perfc_cpu_row, "socket") == 12);
    assert(@sizeOf(perfc_node_row) == 48);
    assert(@alignOf(perfc_node_row) == 8);
    assert(@offsetOf(perfc_node_row, "node") == 0);
    assert(@offsetOf(perfc_node_row, "reserved") == 4);
    assert(@offsetOf(perfc_node_row, "total_bytes") == 8);
    assert(@offsetOf(perfc_node_row, "free_bytes") == 16);
    assert(@offsetOf(perfc_node_row, "block_bytes") == 24);
    assert(@offsetOf(perfc_node_row, "cpus") == 32);
    assert(@offsetOf(perfc_node_row, "blocks") == 40);
    assert(@sizeOf(perfc_pmu_row) == 40);
    assert(@alignOf(perfc_pmu_row) == 4);
    assert(@offsetOf(perfc_pmu_row, "type") == 0);
    assert(@offsetOf(perfc_pmu_row, "reserved") == 4);
    assert(@offsetOf(perfc_pmu_row, "name") == 8);
    assert(@offsetOf(perfc_pmu_row, "cpus") == 16);
    assert(@offsetOf(perfc_pmu_row, "cap") == 24);
    assert(@offsetOf(perfc_pmu_row, "value") == 32);
    assert(@sizeOf(perfc_domain_row) == 24);
    assert(@alignOf(perfc_domain_row) == 4);
    assert(@offsetOf(perfc_domain_row, "cpu") == 0);
    assert(@offsetOf(perfc_domain_row, "domain") == 4);
    assert(@offsetOf(perfc_domain_row, "name") == 8);
    assert(@offsetOf(perfc_domain_row, "cpus") == 16);
    assert(@sizeOf(perfc_cache_row) == 40);
    assert(@alignOf(perfc_cache_row) == 4);
    assert(@offsetOf(perfc_cache_row, "level") == 0);
    assert(@offsetOf(perfc_cache_row, "line_size") == 4);
    assert(@offsetOf(perfc_cache_row, "sets") == 8);
    assert(@offsetOf(perfc_cache_row, "ways") == 12);
    assert(@offsetOf(perfc_cache_row, "type") == 16);
    assert(@offsetOf(perfc_cache_row, "size") == 24);
    assert(@offsetOf(perfc_cache_row, "cpus") == 32);
    assert(@sizeOf(perfc_bpf_row) == 56);
    assert(@alignOf(perfc_bpf_row) == 8);
    assert(@offsetOf(perfc_bpf_row, "id") == 0);
    assert(@offsetOf(perfc_bpf_row, "kind") == 4);
    assert(@offsetOf(perfc_bpf_row, "program_type") == 8);
    assert(@offsetOf(perfc_bpf_row, "btf_id") == 12);
    assert(@offsetOf(perfc_bpf_row, "address") == 16);
    assert(@offsetOf(perfc_bpf_row, "size") == 24);
    assert(@offsetOf(perfc_bpf_row, "tag") == 32);
    assert(@offsetOf(perfc_bpf_row, "name") == 40);
    assert(@offsetOf(perfc_bpf_row, "data") == 48);
    assert(@sizeOf(perfc_clock_row) == 48);
    assert(@alignOf(perfc_clock_row) == 8);
    assert(@offsetOf(perfc_clock_row, "time") == 0);
    assert(@offsetOf(perfc_clock_row, "offset") == 8);
    assert(@offsetOf(perfc_clock_row, "uncertainty") == 16);
    assert(@offsetOf(perfc_clock_row, "clock") == 24);
    assert(@offsetOf(perfc_clock_row, "how") == 28);
    assert(@offsetOf(perfc_clock_row, "record_clock") == 32);
    assert(@offsetOf(perfc_clock_row, "reserved") == 36);
    assert(@offsetOf(perfc_clock_row, "resolution") == 40);
    assert(@sizeOf(perfc_feature_row) == 40);
    assert(@alignOf(perfc_feature_row) == 8);
    assert(@offsetOf(perfc_feature_row, "feature") == 0);
    assert(@offsetOf(perfc_feature_row, "reserved") == 4);
    assert(@offsetOf(perfc_feature_row, "position") == 8);
    assert(@offsetOf(perfc_feature_row, "size") == 16);
    assert(@offsetOf(perfc_feature_row, "name") == 24);
    assert(@offsetOf(perfc_feature_row, "data") == 32);
    assert(@sizeOf(perfc_tracepoint_row) == 32);
    assert(@alignOf(perfc_tracepoint_row) == 4);
    assert(@offsetOf(perfc_tracepoint_row, "id") == 0);
    assert(@offsetOf(perfc_tracepoint_row, "reserved") == 4);
    assert(@offsetOf(perfc_tracepoint_row, "system") == 8);
    assert(@offsetOf(perfc_tracepoint_row, "name") == 16);
    assert(@offsetOf(perfc_tracepoint_row, "format") == 24);
    assert(@sizeOf(perfc_writer_options) == 48);
    assert(@alignOf(perfc_writer_options) == 8);
    assert(@offsetOf(perfc_writer_options, "size") == 0);
    assert(@offsetOf(perfc_writer_options, "flags") == 4);
    assert(@offsetOf(perfc_writer_options, "path") == 8);
    assert(@offsetOf(perfc_writer_options, "fd") == 16);
    assert(@offsetOf(perfc_writer_options, "zstd_level") == 20);
    assert(@offsetOf(perfc_writer_options, "rotate_bytes") == 24);
    assert(@offsetOf(perfc_writer_options, "rotate_ns") == 32);
    assert(@offsetOf(perfc_writer_options, "rotate_keep") == 40);
    assert(@offsetOf(perfc_writer_options, "strip") == 44);
    assert(@sizeOf(perfc_writer_result) == 56);
    assert(@alignOf(perfc_writer_result) == 8);
    assert(@offsetOf(perfc_writer_result, "records") == 0);
    assert(@offsetOf(perfc_writer_result, "bytes") == 8);
    assert(@offsetOf(perfc_writer_result, "uncompressed_bytes") == 16);
    assert(@offsetOf(perfc_writer_result, "files") == 24);
    assert(@offsetOf(perfc_writer_result, "build_ids") == 32);
    assert(@offsetOf(perfc_writer_result, "build_ids_missing") == 40);
    assert(@offsetOf(perfc_writer_result, "tails_missing") == 48);
}
