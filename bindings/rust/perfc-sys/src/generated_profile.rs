// Written by tools/generate from bindings/abi.json.

use crate::{ArrowArray, ArrowSchema, perfc_error, perfc_host, perfc_plan, perfc_stream_record};

// ---- perfc/profile/table.h ----
pub const PERFC_ROWS_FACTS: u32 = 0x1;
pub const PERFC_ROWS_EVENTS: u32 = 0x2;
pub const PERFC_ROWS_BUILD_IDS: u32 = 0x3;
pub const PERFC_ROWS_CPUS: u32 = 0x4;
pub const PERFC_ROWS_NODES: u32 = 0x5;
pub const PERFC_ROWS_PMUS: u32 = 0x6;
pub const PERFC_ROWS_CACHES: u32 = 0x7;
pub const PERFC_ROWS_GROUPS: u32 = 0x8;
pub const PERFC_ROWS_BPF: u32 = 0x9;
pub const PERFC_ROWS_CLOCKS: u32 = 0xa;
pub const PERFC_ROWS_FEATURES: u32 = 0xb;
pub const PERFC_ROWS_TRACEPOINTS: u32 = 0xc;
pub const PERFC_ROWS_DOMAINS: u32 = 0xd;
// ---- perfc/profile/file.h ----
pub const PERFC_FILE_ORDER_TIME: u32 = 0x0;
pub const PERFC_FILE_ORDER_FILE: u32 = 0x1;
pub const PERFC_FILE_FD: u32 = 0x1;
pub const PERFC_FILE_TAILS: u32 = 0x2;
pub const PERFC_FILE_RAW: u32 = 0x4;
pub const PERFC_FILE_DEFAULT_WINDOW: u32 = 0x2000000;
pub const PERFC_FILE_DEFAULT_MEMORY: u32 = 0x4000000;
pub const PERFC_FILTER_NOT: u32 = 0x1;
pub const PERFC_FEATURE_TRACING_DATA: u32 = 0x1;
pub const PERFC_FEATURE_BUILD_ID: u32 = 0x2;
pub const PERFC_FEATURE_HOSTNAME: u32 = 0x3;
pub const PERFC_FEATURE_OSRELEASE: u32 = 0x4;
pub const PERFC_FEATURE_VERSION: u32 = 0x5;
pub const PERFC_FEATURE_ARCH: u32 = 0x6;
pub const PERFC_FEATURE_NRCPUS: u32 = 0x7;
pub const PERFC_FEATURE_CPUDESC: u32 = 0x8;
pub const PERFC_FEATURE_CPUID: u32 = 0x9;
pub const PERFC_FEATURE_TOTAL_MEM: u32 = 0xa;
pub const PERFC_FEATURE_CMDLINE: u32 = 0xb;
pub const PERFC_FEATURE_EVENT_DESC: u32 = 0xc;
pub const PERFC_FEATURE_CPU_TOPOLOGY: u32 = 0xd;
pub const PERFC_FEATURE_NUMA_TOPOLOGY: u32 = 0xe;
pub const PERFC_FEATURE_BRANCH_STACK: u32 = 0xf;
pub const PERFC_FEATURE_PMU_MAPPINGS: u32 = 0x10;
pub const PERFC_FEATURE_GROUP_DESC: u32 = 0x11;
pub const PERFC_FEATURE_AUXTRACE: u32 = 0x12;
pub const PERFC_FEATURE_STAT: u32 = 0x13;
pub const PERFC_FEATURE_CACHE: u32 = 0x14;
pub const PERFC_FEATURE_SAMPLE_TIME: u32 = 0x15;
pub const PERFC_FEATURE_MEM_TOPOLOGY: u32 = 0x16;
pub const PERFC_FEATURE_CLOCKID: u32 = 0x17;
pub const PERFC_FEATURE_DIR_FORMAT: u32 = 0x18;
pub const PERFC_FEATURE_BPF_PROG_INFO: u32 = 0x19;
pub const PERFC_FEATURE_BPF_BTF: u32 = 0x1a;
pub const PERFC_FEATURE_COMPRESSED: u32 = 0x1b;
pub const PERFC_FEATURE_CPU_PMU_CAPS: u32 = 0x1c;
pub const PERFC_FEATURE_CLOCK_DATA: u32 = 0x1d;
pub const PERFC_FEATURE_HYBRID_TOPOLOGY: u32 = 0x1e;
pub const PERFC_FEATURE_PMU_CAPS: u32 = 0x1f;
pub const PERFC_FEATURE_CPU_DOMAIN_INFO: u32 = 0x20;
pub const PERFC_FEATURE_E_MACHINE: u32 = 0x21;
pub const PERFC_FEATURE_CLN_SIZE: u32 = 0x22;
pub const PERFC_NO_CPU_NUMBER: u32 = 0xffffffff;
pub const PERFC_NO_PMU_TYPE: u32 = 0xffffffff;
pub const PERFC_BPF_PROGRAM: u32 = 0x1;
pub const PERFC_BPF_BTF: u32 = 0x2;
pub const PERFC_SYNTHESIZE_TASKS: u32 = 0x1;
pub const PERFC_SYNTHESIZE_KERNEL: u32 = 0x2;
pub const PERFC_SYNTHESIZE_FACTS: u32 = 0x4;
pub const PERFC_SYNTHESIZE_BUILD_IDS: u32 = 0x8;
// ---- perfc/profile/writer.h ----
pub const PERFC_WRITER_FD: u32 = 0x1;
pub const PERFC_WRITER_OVERWRITE: u32 = 0x2;
pub const PERFC_WRITER_PIPE: u32 = 0x4;
pub const PERFC_WRITER_ROTATE: u32 = 0x8;
pub const PERFC_STRIP_STACKS: u32 = 0x1;
pub const PERFC_STRIP_COMMANDS: u32 = 0x2;
pub const PERFC_STRIP_HOST: u32 = 0x4;
pub const PERFC_STRIP_PATHS: u32 = 0x8;
pub const PERFC_FINISH_NEXT: u32 = 0x1;

opaque! {
    perfc_table,
    perfc_file,
    perfc_writer,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_text {
    pub offset: u32,
    pub size: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_rows {
    pub rows: *const c_void,
    pub count: u64,
    pub starts: *const u64,
    pub groups: u64,
    pub text: *const c_char,
    pub text_size: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_filter {
    pub size: u32,
    pub flags: u32,
    pub from: u64,
    pub to: u64,
    pub pids: *const i32,
    pub tids: *const i32,
    pub cpus: *const u32,
    pub events: *const u32,
    pub pid_count: u32,
    pub tid_count: u32,
    pub cpu_count: u32,
    pub event_count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_file_options {
    pub size: u32,
    pub flags: u32,
    pub path: *const c_char,
    pub data: *const c_void,
    pub data_size: u64,
    pub fd: i32,
    pub order: u32,
    pub window_bytes: u64,
    pub max_bytes: u64,
    pub filter: *const perfc_filter,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_file_info {
    pub plan: *const perfc_plan,
    pub features: u64,
    pub records: u64,
    pub bytes: u64,
    pub compressed_bytes: u64,
    pub decompressed_bytes: u64,
    pub out_of_order: u64,
    pub lost: u64,
    pub lost_samples: u64,
    pub unmatched: u64,
    pub filtered: u64,
    pub first_time: u64,
    pub last_time: u64,
    pub cut_at: u64,
    pub byte_order: u32,
    pub version: u32,
    pub pipe: u32,
    pub sources: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_fact_row {
    pub name: perfc_text,
    pub value: perfc_text,
    pub number: u64,
    pub feature: u32,
    pub index: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_event_row {
    pub name: perfc_text,
    pub unit: perfc_text,
    pub group: perfc_text,
    pub scale: f64,
    pub attr_index: u32,
    pub leader: u32,
    pub id_count: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_build_id_row {
    pub path: perfc_text,
    pub pid: i32,
    pub cpumode: u32,
    pub build_id_size: u32,
    pub build_id: [u8; 20],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_cpu_row {
    pub cpu: u32,
    pub core: u32,
    pub die: u32,
    pub socket: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_node_row {
    pub node: u32,
    pub reserved: u32,
    pub total_bytes: u64,
    pub free_bytes: u64,
    pub block_bytes: u64,
    pub cpus: perfc_text,
    pub blocks: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_pmu_row {
    pub type_: u32,
    pub reserved: u32,
    pub name: perfc_text,
    pub cpus: perfc_text,
    pub cap: perfc_text,
    pub value: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_domain_row {
    pub cpu: u32,
    pub domain: u32,
    pub name: perfc_text,
    pub cpus: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_cache_row {
    pub level: u32,
    pub line_size: u32,
    pub sets: u32,
    pub ways: u32,
    pub type_: perfc_text,
    pub size: perfc_text,
    pub cpus: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_bpf_row {
    pub id: u32,
    pub kind: u32,
    pub program_type: u32,
    pub btf_id: u32,
    pub address: u64,
    pub size: u64,
    pub tag: [u8; 8],
    pub name: perfc_text,
    pub data: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_clock_row {
    pub time: u64,
    pub offset: i64,
    pub uncertainty: u64,
    pub clock: i32,
    pub how: u32,
    pub record_clock: i32,
    pub reserved: u32,
    pub resolution: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_feature_row {
    pub feature: u32,
    pub reserved: u32,
    pub position: u64,
    pub size: u64,
    pub name: perfc_text,
    pub data: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_tracepoint_row {
    pub id: u32,
    pub reserved: u32,
    pub system: perfc_text,
    pub name: perfc_text,
    pub format: perfc_text,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_writer_options {
    pub size: u32,
    pub flags: u32,
    pub path: *const c_char,
    pub fd: i32,
    pub zstd_level: u32,
    pub rotate_bytes: u64,
    pub rotate_ns: u64,
    pub rotate_keep: u32,
    pub strip: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct perfc_writer_result {
    pub records: u64,
    pub bytes: u64,
    pub uncompressed_bytes: u64,
    pub files: u64,
    pub build_ids: u64,
    pub build_ids_missing: u64,
    pub tails_missing: u64,
}

functions! {
    // ---- perfc/profile/table.h ----
    fn perfc_table_get_rows(table: *mut perfc_table, row_size: usize, rows: *mut perfc_rows, rows_size: usize) -> c_int;
    fn perfc_table_kind(table: *const perfc_table) -> c_int;
    fn perfc_table_export_arrow(table: *const perfc_table, schema: *mut ArrowSchema, array: *mut ArrowArray, error: *mut perfc_error) -> c_int;
    fn perfc_table_destroy(table: *mut perfc_table);
    // ---- perfc/profile/file.h ----
    fn perfc_file_open(options: *const perfc_file_options, file: *mut *mut perfc_file, error: *mut perfc_error) -> c_int;
    fn perfc_file_close(file: *mut perfc_file);
    fn perfc_file_next_records(file: *mut perfc_file, records: *mut perfc_stream_record, capacity: u32, error: *mut perfc_error) -> c_int;
    fn perfc_file_get_info(file: *const perfc_file, info: *mut perfc_file_info, size: usize) -> c_int;
    fn perfc_file_create_table(file: *const perfc_file, kind: u32, table: *mut *mut perfc_table, error: *mut perfc_error) -> c_int;
    fn perfc_file_synthesize(host: *const perfc_host, plan: *const perfc_plan, pids: *const i32, pid_count: u32, flags: u32, file: *mut *mut perfc_file, error: *mut perfc_error) -> c_int;
    // ---- perfc/profile/writer.h ----
    fn perfc_writer_create(host: *const perfc_host, options: *const perfc_writer_options, writer: *mut *mut perfc_writer, error: *mut perfc_error) -> c_int;
    fn perfc_writer_write(writer: *mut perfc_writer, records: *const perfc_stream_record, count: u32, error: *mut perfc_error) -> c_int;
    fn perfc_writer_finish(writer: *mut perfc_writer, flags: u32, result: *mut perfc_writer_result, size: usize, error: *mut perfc_error) -> c_int;
    fn perfc_writer_destroy(writer: *mut perfc_writer);
}

const _: () = {
    use std::mem::{align_of, offset_of, size_of};
    assert!(size_of::<perfc_text>() == 8);
    assert!(align_of::<perfc_text>() == 4);
    assert!(offset_of!(perfc_text, offset) == 0);
    assert!(offset_of!(perfc_text, size) == 4);
    assert!(size_of::<perfc_rows>() == 48);
    assert!(align_of::<perfc_rows>() == 8);
    assert!(offset_of!(perfc_rows, rows) == 0);
    assert!(offset_of!(perfc_rows, count) == 8);
    assert!(offset_of!(perfc_rows, starts) == 16);
    assert!(offset_of!(perfc_rows, groups) == 24);
    assert!(offset_of!(perfc_rows, text) == 32);
    assert!(offset_of!(perfc_rows, text_size) == 40);
    assert!(size_of::<perfc_filter>() == 72);
    assert!(align_of::<perfc_filter>() == 8);
    assert!(offset_of!(perfc_filter, size) == 0);
    assert!(offset_of!(perfc_filter, flags) == 4);
    assert!(offset_of!(perfc_filter, from) == 8);
    assert!(offset_of!(perfc_filter, to) == 16);
    assert!(offset_of!(perfc_filter, pids) == 24);
    assert!(offset_of!(perfc_filter, tids) == 32);
    assert!(offset_of!(perfc_filter, cpus) == 40);
    assert!(offset_of!(perfc_filter, events) == 48);
    assert!(offset_of!(perfc_filter, pid_count) == 56);
    assert!(offset_of!(perfc_filter, tid_count) == 60);
    assert!(offset_of!(perfc_filter, cpu_count) == 64);
    assert!(offset_of!(perfc_filter, event_count) == 68);
    assert!(size_of::<perfc_file_options>() == 64);
    assert!(align_of::<perfc_file_options>() == 8);
    assert!(offset_of!(perfc_file_options, size) == 0);
    assert!(offset_of!(perfc_file_options, flags) == 4);
    assert!(offset_of!(perfc_file_options, path) == 8);
    assert!(offset_of!(perfc_file_options, data) == 16);
    assert!(offset_of!(perfc_file_options, data_size) == 24);
    assert!(offset_of!(perfc_file_options, fd) == 32);
    assert!(offset_of!(perfc_file_options, order) == 36);
    assert!(offset_of!(perfc_file_options, window_bytes) == 40);
    assert!(offset_of!(perfc_file_options, max_bytes) == 48);
    assert!(offset_of!(perfc_file_options, filter) == 56);
    assert!(size_of::<perfc_file_info>() == 128);
    assert!(align_of::<perfc_file_info>() == 8);
    assert!(offset_of!(perfc_file_info, plan) == 0);
    assert!(offset_of!(perfc_file_info, features) == 8);
    assert!(offset_of!(perfc_file_info, records) == 16);
    assert!(offset_of!(perfc_file_info, bytes) == 24);
    assert!(offset_of!(perfc_file_info, compressed_bytes) == 32);
    assert!(offset_of!(perfc_file_info, decompressed_bytes) == 40);
    assert!(offset_of!(perfc_file_info, out_of_order) == 48);
    assert!(offset_of!(perfc_file_info, lost) == 56);
    assert!(offset_of!(perfc_file_info, lost_samples) == 64);
    assert!(offset_of!(perfc_file_info, unmatched) == 72);
    assert!(offset_of!(perfc_file_info, filtered) == 80);
    assert!(offset_of!(perfc_file_info, first_time) == 88);
    assert!(offset_of!(perfc_file_info, last_time) == 96);
    assert!(offset_of!(perfc_file_info, cut_at) == 104);
    assert!(offset_of!(perfc_file_info, byte_order) == 112);
    assert!(offset_of!(perfc_file_info, version) == 116);
    assert!(offset_of!(perfc_file_info, pipe) == 120);
    assert!(offset_of!(perfc_file_info, sources) == 124);
    assert!(size_of::<perfc_fact_row>() == 32);
    assert!(align_of::<perfc_fact_row>() == 8);
    assert!(offset_of!(perfc_fact_row, name) == 0);
    assert!(offset_of!(perfc_fact_row, value) == 8);
    assert!(offset_of!(perfc_fact_row, number) == 16);
    assert!(offset_of!(perfc_fact_row, feature) == 24);
    assert!(offset_of!(perfc_fact_row, index) == 28);
    assert!(size_of::<perfc_event_row>() == 48);
    assert!(align_of::<perfc_event_row>() == 8);
    assert!(offset_of!(perfc_event_row, name) == 0);
    assert!(offset_of!(perfc_event_row, unit) == 8);
    assert!(offset_of!(perfc_event_row, group) == 16);
    assert!(offset_of!(perfc_event_row, scale) == 24);
    assert!(offset_of!(perfc_event_row, attr_index) == 32);
    assert!(offset_of!(perfc_event_row, leader) == 36);
    assert!(offset_of!(perfc_event_row, id_count) == 40);
    assert!(offset_of!(perfc_event_row, reserved) == 44);
    assert!(size_of::<perfc_build_id_row>() == 40);
    assert!(align_of::<perfc_build_id_row>() == 4);
    assert!(offset_of!(perfc_build_id_row, path) == 0);
    assert!(offset_of!(perfc_build_id_row, pid) == 8);
    assert!(offset_of!(perfc_build_id_row, cpumode) == 12);
    assert!(offset_of!(perfc_build_id_row, build_id_size) == 16);
    assert!(offset_of!(perfc_build_id_row, build_id) == 20);
    assert!(size_of::<perfc_cpu_row>() == 16);
    assert!(align_of::<perfc_cpu_row>() == 4);
    assert!(offset_of!(perfc_cpu_row, cpu) == 0);
    assert!(offset_of!(perfc_cpu_row, core) == 4);
    assert!(offset_of!(perfc_cpu_row, die) == 8);
    assert!(offset_of!(perfc_cpu_row, socket) == 12);
    assert!(size_of::<perfc_node_row>() == 48);
    assert!(align_of::<perfc_node_row>() == 8);
    assert!(offset_of!(perfc_node_row, node) == 0);
    assert!(offset_of!(perfc_node_row, reserved) == 4);
    assert!(offset_of!(perfc_node_row, total_bytes) == 8);
    assert!(offset_of!(perfc_node_row, free_bytes) == 16);
    assert!(offset_of!(perfc_node_row, block_bytes) == 24);
    assert!(offset_of!(perfc_node_row, cpus) == 32);
    assert!(offset_of!(perfc_node_row, blocks) == 40);
    assert!(size_of::<perfc_pmu_row>() == 40);
    assert!(align_of::<perfc_pmu_row>() == 4);
    assert!(offset_of!(perfc_pmu_row, type_) == 0);
    assert!(offset_of!(perfc_pmu_row, reserved) == 4);
    assert!(offset_of!(perfc_pmu_row, name) == 8);
    assert!(offset_of!(perfc_pmu_row, cpus) == 16);
    assert!(offset_of!(perfc_pmu_row, cap) == 24);
    assert!(offset_of!(perfc_pmu_row, value) == 32);
    assert!(size_of::<perfc_domain_row>() == 24);
    assert!(align_of::<perfc_domain_row>() == 4);
    assert!(offset_of!(perfc_domain_row, cpu) == 0);
    assert!(offset_of!(perfc_domain_row, domain) == 4);
    assert!(offset_of!(perfc_domain_row, name) == 8);
    assert!(offset_of!(perfc_domain_row, cpus) == 16);
    assert!(size_of::<perfc_cache_row>() == 40);
    assert!(align_of::<perfc_cache_row>() == 4);
    assert!(offset_of!(perfc_cache_row, level) == 0);
    assert!(offset_of!(perfc_cache_row, line_size) == 4);
    assert!(offset_of!(perfc_cache_row, sets) == 8);
    assert!(offset_of!(perfc_cache_row, ways) == 12);
    assert!(offset_of!(perfc_cache_row, type_) == 16);
    assert!(offset_of!(perfc_cache_row, size) == 24);
    assert!(offset_of!(perfc_cache_row, cpus) == 32);
    assert!(size_of::<perfc_bpf_row>() == 56);
    assert!(align_of::<perfc_bpf_row>() == 8);
    assert!(offset_of!(perfc_bpf_row, id) == 0);
    assert!(offset_of!(perfc_bpf_row, kind) == 4);
    assert!(offset_of!(perfc_bpf_row, program_type) == 8);
    assert!(offset_of!(perfc_bpf_row, btf_id) == 12);
    assert!(offset_of!(perfc_bpf_row, address) == 16);
    assert!(offset_of!(perfc_bpf_row, size) == 24);
    assert!(offset_of!(perfc_bpf_row, tag) == 32);
    assert!(offset_of!(perfc_bpf_row, name) == 40);
    assert!(offset_of!(perfc_bpf_row, data) == 48);
    assert!(size_of::<perfc_clock_row>() == 48);
    assert!(align_of::<perfc_clock_row>() == 8);
    assert!(offset_of!(perfc_clock_row, time) == 0);
    assert!(offset_of!(perfc_clock_row, offset) == 8);
    assert!(offset_of!(perfc_clock_row, uncertainty) == 16);
    assert!(offset_of!(perfc_clock_row, clock) == 24);
    assert!(offset_of!(perfc_clock_row, how) == 28);
    assert!(offset_of!(perfc_clock_row, record_clock) == 32);
    assert!(offset_of!(perfc_clock_row, reserved) == 36);
    assert!(offset_of!(perfc_clock_row, resolution) == 40);
    assert!(size_of::<perfc_feature_row>() == 40);
    assert!(align_of::<perfc_feature_row>() == 8);
    assert!(offset_of!(perfc_feature_row, feature) == 0);
    assert!(offset_of!(perfc_feature_row, reserved) == 4);
    assert!(offset_of!(perfc_feature_row, position) == 8);
    assert!(offset_of!(perfc_feature_row, size) == 16);
    assert!(offset_of!(perfc_feature_row, name) == 24);
    assert!(offset_of!(perfc_feature_row, data) == 32);
    assert!(size_of::<perfc_tracepoint_row>() == 32);
    assert!(align_of::<perfc_tracepoint_row>() == 4);
    assert!(offset_of!(perfc_tracepoint_row, id) == 0);
    assert!(offset_of!(perfc_tracepoint_row, reserved) == 4);
    assert!(offset_of!(perfc_tracepoint_row, system) == 8);
    assert!(offset_of!(perfc_tracepoint_row, name) == 16);
    assert!(offset_of!(perfc_tracepoint_row, format) == 24);
    assert!(size_of::<perfc_writer_options>() == 48);
    assert!(align_of::<perfc_writer_options>() == 8);
    assert!(offset_of!(perfc_writer_options, size) == 0);
    assert!(offset_of!(perfc_writer_options, flags) == 4);
    assert!(offset_of!(perfc_writer_options, path) == 8);
    assert!(offset_of!(perfc_writer_options, fd) == 16);
    assert!(offset_of!(perfc_writer_options, zstd_level) == 20);
    assert!(offset_of!(perfc_writer_options, rotate_bytes) == 24);
    assert!(offset_of!(perfc_writer_options, rotate_ns) == 32);
    assert!(offset_of!(perfc_writer_options, rotate_keep) == 40);
    assert!(offset_of!(perfc_writer_options, strip) == 44);
    assert!(size_of::<perfc_writer_result>() == 56);
    assert!(align_of::<perfc_writer_result>() == 8);
    assert!(offset_of!(perfc_writer_result, records) == 0);
    assert!(offset_of!(perfc_writer_result, bytes) == 8);
    assert!(offset_of!(perfc_writer_result, uncompressed_bytes) == 16);
    assert!(offset_of!(perfc_writer_result, files) == 24);
    assert!(offset_of!(perfc_writer_result, build_ids) == 32);
    assert!(offset_of!(perfc_writer_result, build_ids_missing) == 40);
    assert!(offset_of!(perfc_writer_result, tails_missing) == 48);
};

zero_is_a_value! {
    perfc_text,
    perfc_rows,
    perfc_filter,
    perfc_file_options,
    perfc_file_info,
    perfc_fact_row,
    perfc_event_row,
    perfc_build_id_row,
    perfc_cpu_row,
    perfc_node_row,
    perfc_pmu_row,
    perfc_domain_row,
    perfc_cache_row,
    perfc_bpf_row,
    perfc_clock_row,
    perfc_feature_row,
    perfc_tracepoint_row,
    perfc_writer_options,
    perfc_writer_result,
}
