// What old versions of perf wrote, and files that break a rule.
#include <cerrno>

#include "gtest/gtest.h"
#include "perfc/profile/file.h"
#include "test/profile/features/fake_store.h"
#include "test/profile/features/samples.h"

namespace perfc::test {
namespace {

// Gives the feature after a way through the other byte order, so that each variant is
// shown to be read in both.
void Give(FakeStore& store, uint32_t feature, const Encoder& big) {
  Bytes bytes = big.bytes();
  size_t at = 0;
  const char* why = "";
  ASSERT_EQ(profile::features::ToNative(feature, bytes.data(), bytes.size(),
                                        kCpus, &at, &why),
            0)
      << at << why;
  store.features[feature] = bytes;
}

void AddSiblings(Encoder& out) { out.U32(1).Str("0-3").U32(1).Str("0-3"); }

TEST(CpuTopology, BeforePerf44HasNoCpus) {
  FakeStore store;
  Encoder out(true);
  AddSiblings(out);
  Give(store, PERFC_FEATURE_CPU_TOPOLOGY, out);
  Filled<perfc_cpu_row> cpus(store, PERFC_ROWS_CPUS);
  EXPECT_EQ(cpus.result, -ENODATA);
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  EXPECT_EQ(facts.count(), 2u);
}

TEST(CpuTopology, BeforePerf53HasNoDies) {
  FakeStore store;
  Encoder out(true);
  AddSiblings(out);
  for (int cpu = 0; cpu < 4; ++cpu) out.U32(cpu).U32(7);
  Give(store, PERFC_FEATURE_CPU_TOPOLOGY, out);
  store.features[PERFC_FEATURE_NRCPUS] = Sample(PERFC_FEATURE_NRCPUS, false);
  Filled<perfc_cpu_row> cpus(store, PERFC_ROWS_CPUS);
  ASSERT_EQ(cpus.count(), 4u);
  EXPECT_EQ(cpus[2].core, 2u);
  EXPECT_EQ(cpus[2].die, PERFC_NO_CPU_NUMBER);
  EXPECT_EQ(cpus[2].socket, 7u);
}

TEST(CpuTopology, MayBeFilledUpTo8Bytes) {
  FakeStore store;
  Encoder out(true);
  AddSiblings(out);
  out.Zeros(4);
  Give(store, PERFC_FEATURE_CPU_TOPOLOGY, out);
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  EXPECT_EQ(facts.count(), 2u);
}

TEST(CpuTopology, WithCpusNeedsNrcpus) {
  FakeStore store;
  store.features[PERFC_FEATURE_CPU_TOPOLOGY] =
      Sample(PERFC_FEATURE_CPU_TOPOLOGY, false);
  Filled<perfc_cpu_row> cpus(store, PERFC_ROWS_CPUS);
  EXPECT_EQ(cpus.result, -EBADMSG);
  EXPECT_STREQ(cpus.error.detail, "CPU_TOPOLOGY: NRCPUS is missing");
}

// Bytes of an entry without a pid, as perf 2.6.33 wrote them.
void AddOldBuildId(Encoder& out, uint16_t misc, const std::string& path) {
  const size_t padded = path.size() / 64 * 64 + 64;
  out.U32(0).U16(misc).U16(32 + padded);
  for (uint8_t i = 0; i < 20; ++i) out.U8(i + 1);
  out.Zeros(4).Raw(path).Zeros(padded - path.size());
}

TEST(BuildIds, OfPerf2633HaveNoPid) {
  FakeStore store;
  Encoder out(true);
  AddOldBuildId(out, 1, "[kernel.kallsyms]");
  AddOldBuildId(out, 2, "/bin/true");
  AddOldBuildId(out, 4, "[guest.kernel.kallsyms]");
  Give(store, PERFC_FEATURE_BUILD_ID, out);
  Filled<perfc_build_id_row> ids(store, PERFC_ROWS_BUILD_IDS);
  ASSERT_EQ(ids.result, 0);
  ASSERT_EQ(ids.count(), 3u);
  EXPECT_EQ(ids(ids[0].path), "[kernel.kallsyms]");
  EXPECT_EQ(ids[0].pid, -1);
  EXPECT_EQ(ids(ids[1].path), "/bin/true");
  EXPECT_EQ(ids[1].pid, -1);
  EXPECT_EQ(ids[1].build_id[0], 1);
  EXPECT_EQ(ids[1].build_id[19], 20);
  EXPECT_EQ(ids[2].pid, 0);
}

TEST(BuildIds, AreNeverLongerThan20Bytes) {
  FakeStore store;
  Encoder out(true);
  AddBuildId(out, 0x8002, 1, 0x30, 255, "/bin/true");
  AddBuildId(out, 0x8002, 1, 0x30, 0, "/bin/false");
  Give(store, PERFC_FEATURE_BUILD_ID, out);
  Filled<perfc_build_id_row> ids(store, PERFC_ROWS_BUILD_IDS);
  EXPECT_EQ(ids[0].build_id_size, 20u);
  EXPECT_EQ(ids[1].build_id_size, 0u);
  EXPECT_EQ(ids[1].build_id[0], 0);
}

TEST(BuildIds, OfASizeThatIsNoneAreMalformed) {
  for (const uint16_t size : {0, 7, 35, 101}) {
    FakeStore store;
    Encoder out(false);
    out.U32(0).U16(2).U16(size).Zeros(92);
    store.features[PERFC_FEATURE_BUILD_ID] = out.bytes();
    Filled<perfc_build_id_row> ids(store, PERFC_ROWS_BUILD_IDS);
    EXPECT_EQ(ids.result, -EBADMSG) << size;
    EXPECT_EQ(ids.error.number[0], PositionOf(PERFC_FEATURE_BUILD_ID));
  }
}

TEST(Domains, BeforeVersion17HaveNoNames) {
  FakeStore store;
  Encoder out(true);
  out.U32(15).U32(1).U32(0).U32(1).U32(0).Str("3").Str("0-1");
  Give(store, PERFC_FEATURE_CPU_DOMAIN_INFO, out);
  Filled<perfc_domain_row> domains(store, PERFC_ROWS_DOMAINS);
  ASSERT_EQ(domains.count(), 1u);
  EXPECT_EQ(domains(domains[0].name), "");
  EXPECT_EQ(domains(domains[0].cpus), "0-1");
}

TEST(Bpf, OfAnOldKernelHasAShortStruct) {
  FakeStore store;
  Encoder out(true);
  out.U32(1).U32(40).U32(0).U64(~0ull);
  out.U32(1).U32(2).Raw("tagbytes").U32(3).U32(4).U64(5).U64(6);
  Give(store, PERFC_FEATURE_BPF_PROG_INFO, out);
  Filled<perfc_bpf_row> bpf(store, PERFC_ROWS_BPF);
  ASSERT_EQ(bpf.count(), 1u);
  EXPECT_EQ(bpf[0].program_type, 1u);
  EXPECT_EQ(bpf[0].id, 2u);
  EXPECT_EQ(bpf[0].size, 3u);
  EXPECT_EQ(bpf[0].btf_id, 0u);
  EXPECT_EQ(bpf[0].address, 0u);
  EXPECT_EQ(bpf(bpf[0].name), "");
}

TEST(Tracepoints, OfVersion05HaveNoCmdlines) {
  FakeStore store;
  Encoder out(false);
  AddTracingData(out, "0.5");
  store.features[PERFC_FEATURE_TRACING_DATA] = out.bytes();
  Filled<perfc_tracepoint_row> points(store, PERFC_ROWS_TRACEPOINTS);
  EXPECT_EQ(points.result, 0);
  EXPECT_EQ(points.count(), 3u);
}

TEST(Strings, WithoutAnEndReachToTheirSize) {
  FakeStore store;
  Encoder out(true);
  out.U32(3).Raw("abcdef");
  Give(store, PERFC_FEATURE_HOSTNAME, out);
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  ASSERT_EQ(facts.count(), 1u);
  EXPECT_EQ(facts(facts[0].value), "abc");
}

TEST(Strings, MayBeEmpty) {
  FakeStore store;
  Encoder out(true);
  out.U32(0);
  Give(store, PERFC_FEATURE_HOSTNAME, out);
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  ASSERT_EQ(facts.count(), 1u);
  EXPECT_EQ(facts(facts[0].value), "");
}

TEST(Facts, OfOtherFeaturesStayWhereOneIsMalformed) {
  FakeStore store;
  Encoder out(false);
  out.U32(2).Str("perf").U32(1000);
  store.features[PERFC_FEATURE_CMDLINE] = out.bytes();
  store.features[PERFC_FEATURE_ARCH] = Sample(PERFC_FEATURE_ARCH, false);
  store.features[PERFC_FEATURE_CPUID] = {1, 2};
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  ASSERT_EQ(facts.result, 0);
  ASSERT_EQ(facts.count(), 4u);
  EXPECT_EQ(facts(facts[0].name), "arch");
  EXPECT_EQ(facts(facts[1].name), "malformed");
  EXPECT_EQ(facts[1].feature, uint32_t{PERFC_FEATURE_CPUID});
  EXPECT_EQ(facts[1].number, PositionOf(PERFC_FEATURE_CPUID));
  EXPECT_EQ(facts(facts[1].value), "CPUID: it ends inside a number");
  EXPECT_EQ(facts(facts[2].name), "cmdline");
  EXPECT_EQ(facts(facts[3].name), "malformed");
  EXPECT_EQ(facts[3].number, PositionOf(PERFC_FEATURE_CMDLINE) + 76);
}

TEST(Facts, OfTooMuchMemoryStopAtTheLargestNumber) {
  FakeStore store;
  Encoder out(false);
  out.U64(~0ull);
  store.features[PERFC_FEATURE_TOTAL_MEM] = out.bytes();
  Filled<perfc_fact_row> facts(store, PERFC_ROWS_FACTS);
  EXPECT_EQ(facts[0].number, UINT64_MAX);
}

TEST(Groups, ThatOverlapOrReachBeyondTheAttrsAreMalformed) {
  const uint32_t kWrong[][4] = {{0, 2, 1, 1},
                                {0, 3, 0, 0},
                                {2, 1, 0, 0},
                                {0, UINT32_MAX, 0, 0},
                                {0, 0, 0, 1}};
  for (const auto& wrong : kWrong) {
    FakeStore store;
    store.AddEvent(1);
    store.AddEvent(2);
    Encoder out(false);
    out.U32(2).Str("a").U32(wrong[0]).U32(wrong[1]);
    out.Str("b").U32(wrong[2]).U32(wrong[3]);
    store.features[PERFC_FEATURE_GROUP_DESC] = out.bytes();
    Filled<perfc_event_row> groups(store, PERFC_ROWS_GROUPS);
    EXPECT_EQ(groups.result, -EBADMSG) << wrong[0] << " " << wrong[1];
  }
}

TEST(Nodes, OfTooManyRangesAreMalformed) {
  FakeStore store;
  Encoder out(false);
  // Every second of 2^23 blocks.
  out.U64(1).U64(1).U64(1).U64(0).U64(1 << 23).U64(1 << 23);
  out.Raw(std::string(1 << 20, '\x55'));
  store.features[PERFC_FEATURE_MEM_TOPOLOGY] = out.bytes();
  Filled<perfc_node_row> nodes(store, PERFC_ROWS_NODES);
  EXPECT_EQ(nodes.result, -EBADMSG);
}

TEST(Versions, ThatAreUnknownAreMalformed) {
  FakeStore store;
  Encoder narrow(false), wide(false);
  narrow.U32(2).U32(0).U64(0).U64(0);
  wide.U64(2).U64(0).U64(0);
  store.features[PERFC_FEATURE_CACHE] = narrow.bytes();
  store.features[PERFC_FEATURE_CLOCK_DATA] = narrow.bytes();
  store.features[PERFC_FEATURE_MEM_TOPOLOGY] = wide.bytes();
  EXPECT_EQ(Filled<perfc_cache_row>(store, PERFC_ROWS_CACHES).result, -EBADMSG);
  EXPECT_EQ(Filled<perfc_clock_row>(store, PERFC_ROWS_CLOCKS).result, -EBADMSG);
  EXPECT_EQ(Filled<perfc_node_row>(store, PERFC_ROWS_NODES).result, -EBADMSG);
}

}  // namespace
}  // namespace perfc::test
