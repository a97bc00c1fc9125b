#include "impl/profile/table/kinds.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "perfc/profile/file.h"
#include "perfc/profile/table.h"

namespace perfc::profile::table {
namespace {

template <typename T>
constexpr Form FormOf() {
  if (std::is_same<T, uint32_t>::value) return Form::kU32;
  if (std::is_same<T, uint64_t>::value) return Form::kU64;
  if (std::is_same<T, int32_t>::value) return Form::kI32;
  if (std::is_same<T, int64_t>::value) return Form::kI64;
  if (std::is_same<T, double>::value) return Form::kF64;
  if (std::is_same<T, perfc_text>::value) return Form::kText;
  return Form::kBytes;
}

#define PERFC_MEMBER(row, member)                                      \
  {                                                                    \
#member, FormOf < decltype(row::member)>(), offsetof(row, member), \
        sizeof(decltype(row::member)),                                 \
  }

constexpr Member kFact[] = {
    PERFC_MEMBER(perfc_fact_row, name),   PERFC_MEMBER(perfc_fact_row, value),
    PERFC_MEMBER(perfc_fact_row, number), PERFC_MEMBER(perfc_fact_row, feature),
    PERFC_MEMBER(perfc_fact_row, index),
};

constexpr Member kEvent[] = {
    PERFC_MEMBER(perfc_event_row, name),
    PERFC_MEMBER(perfc_event_row, unit),
    PERFC_MEMBER(perfc_event_row, group),
    PERFC_MEMBER(perfc_event_row, scale),
    PERFC_MEMBER(perfc_event_row, attr_index),
    PERFC_MEMBER(perfc_event_row, leader),
    PERFC_MEMBER(perfc_event_row, id_count),
};

constexpr Member kBuildId[] = {
    PERFC_MEMBER(perfc_build_id_row, path),
    PERFC_MEMBER(perfc_build_id_row, pid),
    PERFC_MEMBER(perfc_build_id_row, cpumode),
    PERFC_MEMBER(perfc_build_id_row, build_id_size),
    PERFC_MEMBER(perfc_build_id_row, build_id),
};

constexpr Member kCpu[] = {
    PERFC_MEMBER(perfc_cpu_row, cpu),
    PERFC_MEMBER(perfc_cpu_row, core),
    PERFC_MEMBER(perfc_cpu_row, die),
    PERFC_MEMBER(perfc_cpu_row, socket),
};

constexpr Member kNode[] = {
    PERFC_MEMBER(perfc_node_row, node),
    PERFC_MEMBER(perfc_node_row, total_bytes),
    PERFC_MEMBER(perfc_node_row, free_bytes),
    PERFC_MEMBER(perfc_node_row, block_bytes),
    PERFC_MEMBER(perfc_node_row, cpus),
    PERFC_MEMBER(perfc_node_row, blocks),
};

constexpr Member kPmu[] = {
    PERFC_MEMBER(perfc_pmu_row, type),  PERFC_MEMBER(perfc_pmu_row, name),
    PERFC_MEMBER(perfc_pmu_row, cpus),  PERFC_MEMBER(perfc_pmu_row, cap),
    PERFC_MEMBER(perfc_pmu_row, value),
};

constexpr Member kCache[] = {
    PERFC_MEMBER(perfc_cache_row, level),
    PERFC_MEMBER(perfc_cache_row, line_size),
    PERFC_MEMBER(perfc_cache_row, sets),
    PERFC_MEMBER(perfc_cache_row, ways),
    PERFC_MEMBER(perfc_cache_row, type),
    PERFC_MEMBER(perfc_cache_row, size),
    PERFC_MEMBER(perfc_cache_row, cpus),
};

constexpr Member kBpf[] = {
    PERFC_MEMBER(perfc_bpf_row, id),
    PERFC_MEMBER(perfc_bpf_row, kind),
    PERFC_MEMBER(perfc_bpf_row, program_type),
    PERFC_MEMBER(perfc_bpf_row, btf_id),
    PERFC_MEMBER(perfc_bpf_row, address),
    PERFC_MEMBER(perfc_bpf_row, size),
    PERFC_MEMBER(perfc_bpf_row, tag),
    PERFC_MEMBER(perfc_bpf_row, name),
    PERFC_MEMBER(perfc_bpf_row, data),
};

constexpr Member kClock[] = {
    PERFC_MEMBER(perfc_clock_row, time),
    PERFC_MEMBER(perfc_clock_row, offset),
    PERFC_MEMBER(perfc_clock_row, uncertainty),
    PERFC_MEMBER(perfc_clock_row, clock),
    PERFC_MEMBER(perfc_clock_row, how),
    PERFC_MEMBER(perfc_clock_row, record_clock),
    PERFC_MEMBER(perfc_clock_row, resolution),
};

constexpr Member kFeature[] = {
    PERFC_MEMBER(perfc_feature_row, feature),
    PERFC_MEMBER(perfc_feature_row, position),
    PERFC_MEMBER(perfc_feature_row, size),
    PERFC_MEMBER(perfc_feature_row, name),
    PERFC_MEMBER(perfc_feature_row, data),
};

constexpr Member kTracepoint[] = {
    PERFC_MEMBER(perfc_tracepoint_row, id),
    PERFC_MEMBER(perfc_tracepoint_row, system),
    PERFC_MEMBER(perfc_tracepoint_row, name),
    PERFC_MEMBER(perfc_tracepoint_row, format),
};

constexpr Member kDomain[] = {
    PERFC_MEMBER(perfc_domain_row, cpu),
    PERFC_MEMBER(perfc_domain_row, domain),
    PERFC_MEMBER(perfc_domain_row, name),
    PERFC_MEMBER(perfc_domain_row, cpus),
};

#undef PERFC_MEMBER

constexpr Kind kKinds[] = {
    {PERFC_ROWS_FACTS, sizeof(perfc_fact_row), kFact},
    {PERFC_ROWS_EVENTS, sizeof(perfc_event_row), kEvent},
    {PERFC_ROWS_BUILD_IDS, sizeof(perfc_build_id_row), kBuildId},
    {PERFC_ROWS_CPUS, sizeof(perfc_cpu_row), kCpu},
    {PERFC_ROWS_NODES, sizeof(perfc_node_row), kNode},
    {PERFC_ROWS_PMUS, sizeof(perfc_pmu_row), kPmu},
    {PERFC_ROWS_CACHES, sizeof(perfc_cache_row), kCache},
    {PERFC_ROWS_GROUPS, sizeof(perfc_event_row), kEvent},
    {PERFC_ROWS_BPF, sizeof(perfc_bpf_row), kBpf},
    {PERFC_ROWS_CLOCKS, sizeof(perfc_clock_row), kClock},
    {PERFC_ROWS_FEATURES, sizeof(perfc_feature_row), kFeature},
    {PERFC_ROWS_TRACEPOINTS, sizeof(perfc_tracepoint_row), kTracepoint},
    {PERFC_ROWS_DOMAINS, sizeof(perfc_domain_row), kDomain},
};

}  // namespace

const Kind* FindKind(uint32_t number) {
  const auto* found =
      std::find_if(std::begin(kKinds), std::end(kKinds),
                   [=](const Kind& kind) { return kind.number == number; });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace perfc::profile::table
