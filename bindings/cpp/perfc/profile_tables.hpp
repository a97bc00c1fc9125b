// The kinds of tables, each with the struct of its rows.
// Written by tools/generate from bindings/abi.json.
#ifndef PERFC_PROFILE_TABLES_HPP_
#define PERFC_PROFILE_TABLES_HPP_

#include <cstdint>

#include "perfc/profile.h"

// clang-format off
namespace perfc::profile {

// A kind of tables whose rows are of a type.
template <typename Row>
struct TableKind {
  std::uint32_t number;
};

namespace tables {

// Facts about the recording and its machine, such as HOSTNAME and each argument
// of CMDLINE.
inline constexpr TableKind<perfc_fact_row> facts{
    PERFC_ROWS_FACTS};
// The events, by the index of their attrs.
inline constexpr TableKind<perfc_event_row> events{
    PERFC_ROWS_EVENTS};
// Build ids of object files.
inline constexpr TableKind<perfc_build_id_row> build_ids{
    PERFC_ROWS_BUILD_IDS};
// CPUs and their topology.
inline constexpr TableKind<perfc_cpu_row> cpus{
    PERFC_ROWS_CPUS};
// NUMA nodes.
inline constexpr TableKind<perfc_node_row> nodes{
    PERFC_ROWS_NODES};
// PMUs, their capabilities and their CPUs.
inline constexpr TableKind<perfc_pmu_row> pmus{
    PERFC_ROWS_PMUS};
// CPU caches.
inline constexpr TableKind<perfc_cache_row> caches{
    PERFC_ROWS_CACHES};
// The groups of events, the leader first.
inline constexpr TableKind<perfc_event_row> groups{
    PERFC_ROWS_GROUPS};
// BPF programs and their BTF.
inline constexpr TableKind<perfc_bpf_row> bpf{
    PERFC_ROWS_BPF};
// How the times of records relate to other clocks.
inline constexpr TableKind<perfc_clock_row> clocks{
    PERFC_ROWS_CLOCKS};
// Every feature as bytes.
inline constexpr TableKind<perfc_feature_row> features{
    PERFC_ROWS_FEATURES};
// Format files of tracepoints.
inline constexpr TableKind<perfc_tracepoint_row> tracepoints{
    PERFC_ROWS_TRACEPOINTS};
// The scheduler's domains of each CPU.
inline constexpr TableKind<perfc_domain_row> domains{
    PERFC_ROWS_DOMAINS};

}  // namespace tables
}  // namespace perfc::profile
// clang-format on

#endif  // PERFC_PROFILE_TABLES_HPP_
