// What the tables have of each feature.
#include <cerrno>
#include <cstring>
#include <ctime>

#include "gtest/gtest.h"
#include "perfc/clock.h"
#include "perfc/profile/file.h"
#include "test/profile/features/fake_store.h"
#include "test/profile/features/samples.h"

namespace perfc::test {
namespace {

FakeStore& Give(FakeStore& store, uint32_t feature) {
  store.features[feature] = Sample(feature, false);
  return store;
}

class Facts {
 public:
  explicit Facts(std::initializer_list<uint32_t> features) {
    FakeStore store;
    for (const uint32_t feature : features) Give(store, feature);
    facts_ = std::make_unique<Filled<perfc_fact_row>>(store, PERFC_ROWS_FACTS);
    EXPECT_EQ(facts_->result, 0);
  }

  uint64_t count() const { return facts_->count(); }
  const perfc_fact_row* Find(const std::string& name, uint32_t index = 0) {
    for (size_t i = 0; i < facts_->count(); ++i) {
      const perfc_fact_row& row = (*facts_)[i];
      if ((*facts_)(row.name) == name && row.index == index) return &row;
    }
    ADD_FAILURE() << "no fact " << name << " " << index;
    return nullptr;
  }
  std::string Text(const std::string& name, uint32_t index = 0) {
    const perfc_fact_row* row = Find(name, index);
    return row ? (*facts_)(row->value) : "";
  }
  uint64_t Number(const std::string& name, uint32_t index = 0) {
    const perfc_fact_row* row = Find(name, index);
    if (row == nullptr) return 0;
    EXPECT_EQ((*facts_)(row->value), std::to_string(row->number)) << name;
    return row->number;
  }

 private:
  std::unique_ptr<Filled<perfc_fact_row>> facts_;
};

TEST(Facts, AreTheStrings) {
  Facts facts{PERFC_FEATURE_HOSTNAME, PERFC_FEATURE_OSRELEASE,
              PERFC_FEATURE_VERSION,  PERFC_FEATURE_ARCH,
              PERFC_FEATURE_CPUDESC,  PERFC_FEATURE_CPUID};
  EXPECT_EQ(facts.count(), 6u);
  EXPECT_EQ(facts.Text("hostname"), "build-7");
  EXPECT_EQ(facts.Find("hostname")->number, 0u);
  EXPECT_EQ(facts.Find("hostname")->feature, uint32_t{PERFC_FEATURE_HOSTNAME});
  EXPECT_EQ(facts.Text("osrelease"), "6.18.0-rc1");
  EXPECT_EQ(facts.Text("version"), "6.1.187");
  EXPECT_EQ(facts.Text("arch"), "x86_64");
  EXPECT_EQ(facts.Text("cpudesc"), "Some CPU @ 2.00GHz");
  EXPECT_EQ(facts.Text("cpuid"), "GenuineIntel,6,85,7");
}

TEST(Facts, AreTheArgumentsByTheirIndex) {
  Facts facts{PERFC_FEATURE_CMDLINE};
  EXPECT_EQ(facts.count(), 3u);
  EXPECT_EQ(facts.Text("cmdline", 0), "/usr/bin/perf");
  EXPECT_EQ(facts.Text("cmdline", 1), "record");
  EXPECT_EQ(facts.Text("cmdline", 2), std::string(64, 'x'));
}

TEST(Facts, AreTheNumbers) {
  Facts facts{PERFC_FEATURE_NRCPUS,      PERFC_FEATURE_TOTAL_MEM,
              PERFC_FEATURE_SAMPLE_TIME, PERFC_FEATURE_CLOCKID,
              PERFC_FEATURE_DIR_FORMAT,  PERFC_FEATURE_COMPRESSED,
              PERFC_FEATURE_CLOCK_DATA,  PERFC_FEATURE_E_MACHINE,
              PERFC_FEATURE_CLN_SIZE};
  EXPECT_EQ(facts.count(), 19u);
  EXPECT_EQ(facts.Number("nrcpus_available"), 4u);
  EXPECT_EQ(facts.Number("nrcpus_online"), 3u);
  EXPECT_EQ(facts.Number("total_mem"), 16777216000u);
  EXPECT_EQ(facts.Number("sample_time_first"), 1000000007u);
  EXPECT_EQ(facts.Number("sample_time_last"), 2000000009u);
  EXPECT_EQ(facts.Number("clockid_resolution"), 1u);
  EXPECT_EQ(facts.Number("dir_format"), 1u);
  EXPECT_EQ(facts.Number("compressed_version"), 1u);
  EXPECT_EQ(facts.Number("compressed_type"), 1u);
  EXPECT_EQ(facts.Number("compressed_level"), 3u);
  EXPECT_EQ(facts.Number("compressed_ratio"), 7u);
  EXPECT_EQ(facts.Number("compressed_mmap_len"), 528384u);
  EXPECT_EQ(facts.Number("clock_data_version"), 1u);
  EXPECT_EQ(facts.Number("clock_data_clockid"), 1u);
  EXPECT_EQ(facts.Number("clock_data_realtime"), 1700000000000001000u);
  EXPECT_EQ(facts.Number("clock_data_time"), 5000000001u);
  EXPECT_EQ(facts.Number("e_machine"), 62u);
  EXPECT_EQ(facts.Number("e_flags"), 0x70007u);
  EXPECT_EQ(facts.Number("cln_size"), 64u);
}

TEST(Facts, AreTheFeaturesWithoutContent) {
  Facts facts{PERFC_FEATURE_BRANCH_STACK, PERFC_FEATURE_STAT};
  EXPECT_EQ(facts.count(), 2u);
  EXPECT_EQ(facts.Number("branch_stack"), 1u);
  EXPECT_EQ(facts.Number("stat"), 1u);
}

TEST(Facts, AreTheSiblingsOfCpuTopology) {
  Facts facts{PERFC_FEATURE_NRCPUS, PERFC_FEATURE_CPU_TOPOLOGY};
  EXPECT_EQ(facts.count(), 2u + 8);
  EXPECT_EQ(facts.Text("sibling_sockets", 1), "2-3");
  EXPECT_EQ(facts.Text("sibling_threads", 3), "3");
  EXPECT_EQ(facts.Text("sibling_dies", 0), "0-1");
}

TEST(Facts, AreThePlacesOfAuxtrace) {
  Facts facts{PERFC_FEATURE_AUXTRACE};
  EXPECT_EQ(facts.Number("auxtrace"), 2u);
  EXPECT_EQ(facts.Number("auxtrace_offset", 1), 0x4000u);
  EXPECT_EQ(facts.Number("auxtrace_size", 1), 0x80u);
}

TEST(Facts, AreTheVersionsOfCpuDomainInfo) {
  Facts facts{PERFC_FEATURE_CPU_DOMAIN_INFO};
  EXPECT_EQ(facts.count(), 2u);
  EXPECT_EQ(facts.Number("schedstat_version"), 17u);
  EXPECT_EQ(facts.Number("max_sched_domains"), 2u);
}

TEST(Cpus, HaveTheirCoreDieAndSocket) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_NRCPUS), PERFC_FEATURE_CPU_TOPOLOGY);
  Filled<perfc_cpu_row> cpus(store, PERFC_ROWS_CPUS);
  ASSERT_EQ(cpus.result, 0);
  ASSERT_EQ(cpus.count(), 4u);
  EXPECT_EQ(cpus[3].cpu, 3u);
  EXPECT_EQ(cpus[3].core, 1u);
  EXPECT_EQ(cpus[3].die, 13u);
  EXPECT_EQ(cpus[3].socket, 1u);
}

TEST(Domains, AreTheSchedulers) {
  FakeStore store;
  Give(store, PERFC_FEATURE_CPU_DOMAIN_INFO);
  Filled<perfc_domain_row> domains(store, PERFC_ROWS_DOMAINS);
  ASSERT_EQ(domains.result, 0);
  ASSERT_EQ(domains.count(), 2u);
  EXPECT_EQ(domains[1].cpu, 0u);
  EXPECT_EQ(domains[1].domain, 1u);
  EXPECT_EQ(domains(domains[1].name), "MC");
  EXPECT_EQ(domains(domains[1].cpus), "0-3");
}

TEST(Nodes, JoinBothFeatures) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_NUMA_TOPOLOGY), PERFC_FEATURE_MEM_TOPOLOGY);
  Filled<perfc_node_row> nodes(store, PERFC_ROWS_NODES);
  ASSERT_EQ(nodes.result, 0);
  ASSERT_EQ(nodes.count(), 3u);
  EXPECT_EQ(nodes[0].node, 0u);
  EXPECT_EQ(nodes[0].total_bytes, 1000u * 1024);
  EXPECT_EQ(nodes[0].free_bytes, 600u * 1024);
  EXPECT_EQ(nodes[0].block_bytes, 0u);
  EXPECT_EQ(nodes(nodes[0].cpus), "0-1");
  EXPECT_EQ(nodes(nodes[0].blocks), "");
  EXPECT_EQ(nodes[1].node, 1u);
  EXPECT_EQ(nodes[1].total_bytes, 2000u * 1024);
  EXPECT_EQ(nodes[1].block_bytes, 0x8000000u);
  EXPECT_EQ(nodes(nodes[1].cpus), "2-3");
  EXPECT_EQ(nodes(nodes[1].blocks), "0-3,65-69");
  EXPECT_EQ(nodes[1].reserved, 0u);
  EXPECT_EQ(nodes[2].node, 2u);
  EXPECT_EQ(nodes[2].total_bytes, 0u);
  EXPECT_EQ(nodes(nodes[2].blocks), "0");
  EXPECT_EQ(nodes[2].reserved, 0u);
}

TEST(Caches, HaveTheirSizes) {
  FakeStore store;
  Give(store, PERFC_FEATURE_CACHE);
  Filled<perfc_cache_row> caches(store, PERFC_ROWS_CACHES);
  ASSERT_EQ(caches.result, 0);
  ASSERT_EQ(caches.count(), 2u);
  EXPECT_EQ(caches[1].level, 3u);
  EXPECT_EQ(caches[1].line_size, 64u);
  EXPECT_EQ(caches[1].sets, 4096u);
  EXPECT_EQ(caches[1].ways, 16u);
  EXPECT_EQ(caches(caches[0].type), "Data");
  EXPECT_EQ(caches(caches[0].size), "32K");
  EXPECT_EQ(caches(caches[1].cpus), "0-3");
}

TEST(Pmus, JoinFourFeaturesByTheirName) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_PMU_MAPPINGS), PERFC_FEATURE_HYBRID_TOPOLOGY);
  Give(Give(store, PERFC_FEATURE_CPU_PMU_CAPS), PERFC_FEATURE_PMU_CAPS);
  Filled<perfc_pmu_row> pmus(store, PERFC_ROWS_PMUS);
  ASSERT_EQ(pmus.result, 0);
  ASSERT_EQ(pmus.count(), 7u);
  EXPECT_EQ(pmus[0].type, 4u);
  EXPECT_EQ(pmus(pmus[0].name), "cpu_core");
  EXPECT_EQ(pmus(pmus[0].cpus), "0-1");
  EXPECT_EQ(pmus(pmus[0].cap), "");
  EXPECT_EQ(pmus(pmus[1].name), "software");
  EXPECT_EQ(pmus(pmus[1].cpus), "");
  EXPECT_EQ(pmus(pmus[3].name), "cpu_atom");
  EXPECT_EQ(pmus[3].type, PERFC_NO_PMU_TYPE);
  EXPECT_EQ(pmus(pmus[3].cpus), "2-3");
  EXPECT_EQ(pmus(pmus[4].name), "cpu");
  EXPECT_EQ(pmus[4].type, 12u);
  EXPECT_EQ(pmus(pmus[4].cap), "branches");
  EXPECT_EQ(pmus(pmus[4].value), "32");
  EXPECT_EQ(pmus(pmus[5].cap), "max_precise");
  EXPECT_EQ(pmus(pmus[6].name), "cpu_core");
  EXPECT_EQ(pmus[6].type, 4u);
  EXPECT_EQ(pmus(pmus[6].value), "16");
  EXPECT_EQ(pmus(pmus[6].cpus), "0-1");
}

TEST(Events, HaveTheNamesOfTheirAttrs) {
  FakeStore store;
  store.AddEvent(200);
  store.AddEvent(101);
  Give(store, PERFC_FEATURE_EVENT_DESC);
  Filled<perfc_event_row> events(store, PERFC_ROWS_EVENTS);
  ASSERT_EQ(events.result, 0);
  ASSERT_EQ(events.count(), 2u);
  // The ids say that the first description is of the second attr.
  EXPECT_EQ(events(events[0].name), "");
  EXPECT_EQ(events(events[1].name), "cycles:u");
  EXPECT_EQ(events[0].attr_index, 0u);
  EXPECT_EQ(events[1].attr_index, 1u);
  EXPECT_EQ(events[1].leader, 1u);
  EXPECT_EQ(events[1].id_count, 1u);
  EXPECT_EQ(events[1].scale, 1);
}

TEST(Events, WithoutIdsAreInTheOrderOfTheirAttrs) {
  FakeStore store;
  store.AddEvent(0);
  store.AddEvent(0);
  Give(store, PERFC_FEATURE_EVENT_DESC);
  Filled<perfc_event_row> events(store, PERFC_ROWS_EVENTS);
  EXPECT_EQ(events(events[0].name), "cycles:u");
  EXPECT_EQ(events(events[1].name), "instructions");
}

TEST(Events, TakeWhatUpdatesSay) {
  FakeStore store;
  store.AddEvent(101);
  store.AddEvent(102);
  Give(store, PERFC_FEATURE_EVENT_DESC);
  store.updates[0] = {"energy", "Joules", 0.25};
  store.updates[1] = {};
  Filled<perfc_event_row> events(store, PERFC_ROWS_EVENTS);
  EXPECT_EQ(events(events[0].name), "energy");
  EXPECT_EQ(events(events[0].unit), "Joules");
  EXPECT_EQ(events[0].scale, 0.25);
  EXPECT_EQ(events(events[1].name), "instructions");
  EXPECT_EQ(events[1].scale, 1);
}

TEST(Groups, HaveTheLeaderFirst) {
  FakeStore store;
  for (uint64_t id = 1; id <= 4; ++id) store.AddEvent(id);
  Encoder groups(false);
  groups.U32(2).Str("{anon_group}").U32(0).U32(1).Str("g").U32(2).U32(2);
  store.features[PERFC_FEATURE_GROUP_DESC] = groups.bytes();
  Filled<perfc_event_row> rows(store, PERFC_ROWS_GROUPS);
  ASSERT_EQ(rows.result, 0);
  ASSERT_EQ(rows.count(), 3u);
  ASSERT_EQ(rows.groups(), 2u);
  EXPECT_EQ(rows.starts()[1], 1u);
  EXPECT_EQ(rows(rows[0].group), "");
  EXPECT_EQ(rows[1].attr_index, 2u);
  EXPECT_EQ(rows[2].attr_index, 3u);
  EXPECT_EQ(rows[2].leader, 2u);
  EXPECT_EQ(rows(rows[2].group), "g");

  Filled<perfc_event_row> events(store, PERFC_ROWS_EVENTS);
  ASSERT_EQ(events.count(), 4u);
  EXPECT_EQ(events.groups(), 0u);
  EXPECT_EQ(events[1].leader, 1u);
  EXPECT_EQ(events[3].leader, 2u);
}

TEST(BuildIds, HaveTheirSizeAndMode) {
  FakeStore store;
  Give(store, PERFC_FEATURE_BUILD_ID);
  Filled<perfc_build_id_row> ids(store, PERFC_ROWS_BUILD_IDS);
  ASSERT_EQ(ids.result, 0);
  ASSERT_EQ(ids.count(), 2u);
  EXPECT_EQ(ids(ids[0].path), "[kernel.kallsyms]");
  EXPECT_EQ(ids[0].pid, -1);
  EXPECT_EQ(ids[0].cpumode, uint32_t{PERFC_RECORD_MISC_KERNEL});
  EXPECT_EQ(ids[0].build_id_size, 20u);
  EXPECT_EQ(ids[0].build_id[19], 0x10 + 19);
  EXPECT_EQ(ids(ids[1].path), "/bin/true");
  EXPECT_EQ(ids[1].pid, 1234);
  EXPECT_EQ(ids[1].cpumode, uint32_t{PERFC_RECORD_MISC_USER});
  EXPECT_EQ(ids[1].build_id_size, 16u);
  EXPECT_EQ(ids[1].build_id[15], 0x20 + 15);
  EXPECT_EQ(ids[1].build_id[16], 0);
}

TEST(Bpf, HasProgramsAndBtf) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_BPF_PROG_INFO), PERFC_FEATURE_BPF_BTF);
  Filled<perfc_bpf_row> bpf(store, PERFC_ROWS_BPF);
  ASSERT_EQ(bpf.result, 0);
  ASSERT_EQ(bpf.count(), 3u);
  EXPECT_EQ(bpf[0].id, 77u);
  EXPECT_EQ(bpf[0].kind, uint32_t{PERFC_BPF_PROGRAM});
  EXPECT_EQ(bpf[0].program_type, 6u);
  EXPECT_EQ(bpf[0].btf_id, 55u);
  EXPECT_EQ(bpf[0].address, 0xffffffffc0000000);
  EXPECT_EQ(bpf[0].size, 300u);
  EXPECT_EQ(memcmp(bpf[0].tag, "\x01\x02\x03\x04\x05\x06\x07\x08", 8), 0);
  EXPECT_EQ(bpf(bpf[0].name), "my_prog");
  EXPECT_EQ(bpf[0].data.size, 232u);
  EXPECT_EQ(bpf[1].id, 55u);
  EXPECT_EQ(bpf[1].kind, uint32_t{PERFC_BPF_BTF});
  EXPECT_EQ(bpf(bpf[1].data), "BTF!");
  EXPECT_EQ(bpf[2].id, 56u);
}

TEST(Clocks, AreRelationsThatConvertTimes) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_CLOCK_DATA), PERFC_FEATURE_CLOCKID);
  Filled<perfc_clock_row> clocks(store, PERFC_ROWS_CLOCKS);
  ASSERT_EQ(clocks.result, 0);
  ASSERT_EQ(clocks.count(), 2u);
  EXPECT_EQ(clocks[0].how, uint32_t{PERFC_CLOCK_SAME});
  EXPECT_EQ(clocks[0].clock, CLOCK_MONOTONIC);
  EXPECT_EQ(clocks[0].resolution, 1u);
  EXPECT_EQ(clocks[1].how, uint32_t{PERFC_CLOCK_READ});
  EXPECT_EQ(clocks[1].clock, CLOCK_REALTIME);
  EXPECT_EQ(clocks[1].record_clock, CLOCK_MONOTONIC);
  uint64_t ns, uncertainty;
  ASSERT_EQ(
      perfc_clock_convert(
          reinterpret_cast<const perfc_clock_relation*>(&clocks[1]), nullptr,
          sizeof(perfc_clock_relation), 5000000001 + 500, &ns, &uncertainty),
      0);
  EXPECT_EQ(ns, 1700000000000001000u + 500);
  EXPECT_GE(uncertainty, 1000u);
}

TEST(Clocks, AreKnownByTheAttrAlone) {
  FakeStore store;
  store.AddEvent(1, PERFC_ATTR_USE_CLOCKID, CLOCK_MONOTONIC_RAW);
  Filled<perfc_clock_row> clocks(store, PERFC_ROWS_CLOCKS);
  ASSERT_EQ(clocks.result, 0);
  ASSERT_EQ(clocks.count(), 1u);
  EXPECT_EQ(clocks[0].clock, CLOCK_MONOTONIC_RAW);
  EXPECT_EQ(clocks[0].record_clock, CLOCK_MONOTONIC_RAW);
}

TEST(Clocks, OfTheSchedulerHaveNoRow) {
  FakeStore store;
  store.AddEvent(1);
  Give(store, PERFC_FEATURE_CLOCKID);
  Filled<perfc_clock_row> clocks(store, PERFC_ROWS_CLOCKS);
  EXPECT_EQ(clocks.result, -ENODATA);
}

TEST(Features, AreListedAsBytes) {
  FakeStore store;
  Give(Give(store, PERFC_FEATURE_ARCH), PERFC_FEATURE_STAT);
  store.features[200] = {1, 2, 3};
  Filled<perfc_feature_row> features(store, PERFC_ROWS_FEATURES);
  ASSERT_EQ(features.result, 0);
  ASSERT_EQ(features.count(), 3u);
  EXPECT_EQ(features[0].feature, uint32_t{PERFC_FEATURE_ARCH});
  EXPECT_EQ(features(features[0].name), "ARCH");
  EXPECT_EQ(features[0].position, PositionOf(PERFC_FEATURE_ARCH));
  EXPECT_EQ(features[0].size, 68u);
  EXPECT_EQ(features(features[0].data).substr(4, 6), "x86_64");
  EXPECT_EQ(features(features[1].name), "STAT");
  EXPECT_EQ(features[1].size, 0u);
  EXPECT_EQ(features[2].feature, 200u);
  EXPECT_EQ(features(features[2].name), "");
  EXPECT_EQ(features(features[2].data), "\x01\x02\x03");
}

class Tracepoints : public testing::TestWithParam<bool> {};

TEST_P(Tracepoints, HaveTheirFormatFiles) {
  FakeStore store;
  store.features[PERFC_FEATURE_TRACING_DATA] =
      Sample(PERFC_FEATURE_TRACING_DATA, GetParam());
  Filled<perfc_tracepoint_row> points(store, PERFC_ROWS_TRACEPOINTS);
  ASSERT_EQ(points.result, 0) << points.error.detail;
  ASSERT_EQ(points.count(), 3u);
  EXPECT_EQ(points(points[0].system), "ftrace");
  EXPECT_EQ(points(points[0].name), "function");
  EXPECT_EQ(points[0].id, 1u);
  EXPECT_EQ(points(points[2].system), "sched");
  EXPECT_EQ(points(points[2].name), "sched_wakeup");
  EXPECT_EQ(points[2].id, 319u);
  EXPECT_EQ(points(points[2].format),
            "name: sched_wakeup\nID: 319\nformat:\n\tfield:int x;\n");
}

INSTANTIATE_TEST_SUITE_P(Orders, Tracepoints, testing::Bool());

TEST(Tables, OfFeaturesThatAreMissingHaveNoData) {
  FakeStore store;
  for (uint32_t kind = 1; kind <= PERFC_ROWS_DOMAINS; ++kind) {
    profile::table::Table table(kind, profile::table::FindKind(kind)->row_size);
    perfc_error error = {};
    EXPECT_EQ(profile::features::FillTable(store, &table, &error), -ENODATA)
        << kind;
    EXPECT_EQ(error.code, -ENODATA);
  }
}

TEST(Tables, OfNoKindAreRefused) {
  FakeStore store;
  profile::table::Table table(0x7777, 8);
  EXPECT_EQ(profile::features::FillTable(store, &table, nullptr), -EINVAL);
}

}  // namespace
}  // namespace perfc::test
