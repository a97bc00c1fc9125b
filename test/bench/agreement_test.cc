// That the benchmark measures what it says: everybody gets the same records out
// of the kernel's ring, many times around it, and the arithmetic is right.
// tools/test makes sure of a tracefs; privileges it may lack.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/bench/measure.h"

namespace bench {
namespace {

constexpr uint32_t kPages = 64;
constexpr int kRounds = 20;

class Agreement : public testing::TestWithParam<bench_workload> {};

TEST_P(Agreement, EverybodySumsTheSameRecords) {
  Source source;
  if (!source.Open(GetParam(), kPages)) GTEST_SKIP() << source.why();
  std::vector<Row> rows;
  std::string why;
  ASSERT_TRUE(Measure(GetParam(), {}, kPages, kRounds, &rows, &why)) << why;
  // Five, and six ways to fill columns by five numbers of rows.
  ASSERT_EQ(5u + 6u * 5u, rows.size());
  for (const Row& row : rows) EXPECT_GT(row.records, 20u) << row.what;
}

TEST_P(Agreement, NothingIsLostAndTheRingWraps) {
  Source source;
  if (!source.Open(GetParam(), kPages)) GTEST_SKIP() << source.why();
  Event reader = source.NewReader();
  ASSERT_NE(nullptr, reader) << source.why();
  bench_ring ring = {};
  for (int round = 0; round < kRounds; ++round) {
    ring = source.Fill();
    const bench_sum floor = GetParam().floor(&ring);
    const bench_sum read = GetParam().drain(reader.get());
    EXPECT_EQ(floor.records, read.records);
    EXPECT_EQ(floor.sum, read.sum);
  }
  EXPECT_GT(ring.end, 10 * ring.size);
  perfc_losses losses = {};
  ASSERT_EQ(0, perfc_event_losses(reader.get(), &losses, sizeof losses));
  EXPECT_EQ(0u, losses.lost + losses.malformed + losses.unknown);
}

// A library that doesn't tell of the stack's size, as those in peers/. It knows
// no other place to begin at than the bytes it is given.
int readers = 0;
constexpr bench_peer kPeer = {
    "peer",
    BENCH_LACKS_STACK_SIZE,
    0,
    [](int, const void*, size_t, uint32_t) -> void* { return &++readers; },
    [](void*, const bench_ring* ring) {
      const bench_workload& workload = bench_workloads[2];
      bench_sum sum = workload.floor(ring);
      sum.sum -= sum.records * workload.stack;
      return sum;
    },
    [](void*) { --readers; }};

class PeerTest : public testing::Test {
 protected:
  bool Measured(const bench_peer& peer, std::vector<Row>* rows) {
    return Measure(bench_workloads[2], {peer}, kPages, 2, rows, &why_);
  }
  void SetUp() override {
    Source source;
    if (!source.Open(bench_workloads[2], kPages)) GTEST_SKIP() << source.why();
  }
  void TearDown() override { EXPECT_EQ(0, readers); }

  std::string why_;
};

TEST_F(PeerTest, SumsLessWhatItDoesNotTellAndIsNamedSo) {
  std::vector<Row> rows;
  ASSERT_TRUE(Measured(kPeer, &rows)) << why_;
  EXPECT_EQ(rows.back().what, "peer, no stack size");
  EXPECT_GT(rows.back().records, 20u);
}

TEST_F(PeerTest, AnotherSumIsAnError) {
  bench_peer peer = kPeer;
  peer.lacks = BENCH_LACKS_REGISTER_ABI;
  std::vector<Row> rows;
  EXPECT_FALSE(Measured(peer, &rows));
  EXPECT_EQ(why_, "peer, no register ABI has another sum than the floor");
}

TEST_F(PeerTest, OneForAnotherWorkloadIsLeftOut) {
  bench_peer peer = kPeer;
  peer.sample_type = bench_workloads[0].sample_type;
  std::vector<Row> rows;
  ASSERT_TRUE(Measured(peer, &rows)) << why_;
  EXPECT_NE(rows.back().what, "peer, no stack size");
}

TEST_F(PeerTest, OneThatCannotReadTheRingIsAnError) {
  bench_peer peer = kPeer;
  peer.open = [](int, const void*, size_t, uint32_t) -> void* {
    return nullptr;
  };
  std::vector<Row> rows;
  EXPECT_FALSE(Measured(peer, &rows));
  EXPECT_EQ(why_, "peer can't read the ring");
}

TEST(Peers, AFileThatIsNoneSaysSo) {
  std::string why;
  Peers peers;
  EXPECT_FALSE(LoadPeers("/nowhere/libpeers.so", &peers, &why));
  EXPECT_NE(why.find("libpeers.so"), std::string::npos) << why;
}

INSTANTIATE_TEST_SUITE_P(Workloads, Agreement,
                         testing::ValuesIn(bench_workloads),
                         [](const auto& info) {
                           return std::string(info.param.name, 2);
                         });

TEST(Summarize, TakesMinimaAndMediansAndDividesByTheFloor) {
  const std::vector<Row> rows =
      Summarize("W", {{"floor", 1, true, {}}, {"other", 16, true, {}}},
                {{5, 2, 4}, {9, 3, 30}}, 100);
  ASSERT_EQ(2u, rows.size());
  EXPECT_EQ(2, rows[0].min_ns);
  EXPECT_EQ(4, rows[0].median_ns);
  EXPECT_EQ(1, rows[0].ratio);
  EXPECT_EQ("other", rows[1].what);
  EXPECT_EQ(16u, rows[1].rows);
  EXPECT_EQ(100u, rows[1].records);
  EXPECT_EQ(3, rows[1].min_ns);
  EXPECT_EQ(9, rows[1].median_ns);
  EXPECT_EQ(1.5, rows[1].ratio);
  EXPECT_EQ(0, rows[1].second);
}

TEST(Summarize, DividesByASecondFloorToo) {
  const std::vector<Row> rows = Summarize("W",
                                          {{"floor", 1, true, {}},
                                           {"second", 1, true, {}, 0, {}, true},
                                           {"other", 16, true, {}}},
                                          {{4}, {2}, {3}}, 100);
  EXPECT_EQ(2, rows[0].second);
  EXPECT_EQ(1, rows[1].second);
  EXPECT_EQ(0.75, rows[2].ratio);
  EXPECT_EQ(1.5, rows[2].second);
}

}  // namespace
}  // namespace bench
