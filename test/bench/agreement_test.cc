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
  ASSERT_TRUE(Measure(GetParam(), kPages, kRounds, &rows, &why)) << why;
  // Four, and four ways to fill columns by five numbers of rows.
  ASSERT_EQ(4u + 4u * 5u, rows.size());
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
  ASSERT_EQ(0, perfc_read_losses(reader.get(), &losses, sizeof losses));
  EXPECT_EQ(0u, losses.lost + losses.malformed + losses.unknown);
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
}

}  // namespace
}  // namespace bench
