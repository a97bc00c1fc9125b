//! The kinds of tables, each with the struct of its rows.
//! Written by tools/generate from bindings/abi.json.
const c = @import("abi.zig");

pub const Kind = enum(u32) {
    /// Facts about the recording and its machine, such as HOSTNAME and each argument of CMDLINE.
    facts = c.PERFC_ROWS_FACTS,
    /// The events, by the index of their attrs.
    events = c.PERFC_ROWS_EVENTS,
    /// Build ids of object files.
    build_ids = c.PERFC_ROWS_BUILD_IDS,
    /// CPUs and their topology.
    cpus = c.PERFC_ROWS_CPUS,
    /// NUMA nodes.
    nodes = c.PERFC_ROWS_NODES,
    /// PMUs, their capabilities and their CPUs.
    pmus = c.PERFC_ROWS_PMUS,
    /// CPU caches.
    caches = c.PERFC_ROWS_CACHES,
    /// The groups of events, the leader first.
    groups = c.PERFC_ROWS_GROUPS,
    /// BPF programs and their BTF.
    bpf = c.PERFC_ROWS_BPF,
    /// How the times of records relate to other clocks.
    clocks = c.PERFC_ROWS_CLOCKS,
    /// Every feature as bytes.
    features = c.PERFC_ROWS_FEATURES,
    /// Format files of tracepoints.
    tracepoints = c.PERFC_ROWS_TRACEPOINTS,
    /// The scheduler's domains of each CPU.
    domains = c.PERFC_ROWS_DOMAINS,

    /// The struct of a row.
    pub fn Row(comptime kind: Kind) type {
        return switch (kind) {
            .facts => c.perfc_fact_row,
            .events => c.perfc_event_row,
            .build_ids => c.perfc_build_id_row,
            .cpus => c.perfc_cpu_row,
            .nodes => c.perfc_node_row,
            .pmus => c.perfc_pmu_row,
            .caches => c.perfc_cache_row,
            .groups => c.perfc_event_row,
            .bpf => c.perfc_bpf_row,
            .clocks => c.perfc_clock_row,
            .features => c.perfc_feature_row,
            .tracepoints => c.perfc_tracepoint_row,
            .domains => c.perfc_domain_row,
        };
    }
};
