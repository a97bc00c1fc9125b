#include "examples/perfc/time_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "test/tool/records.h"

namespace tool {
namespace {

class TimeOrderTest : public testing::Test {
 protected:
  // The record's only word after the header is its name.
  void Add(uint64_t time, uint64_t name, uint32_t source) {
    Bytes bytes(PERFC_RECORD_LOST, 0);
    order_.Add(time, bytes.U64(name).record(), source);
  }

  std::vector<uint64_t> names_;
  std::vector<uint32_t> sources_;
  TimeOrder order_{[this](const perfc::Record& record, uint32_t source) {
    EXPECT_EQ(record.type, uint32_t{PERFC_RECORD_LOST});
    EXPECT_EQ(record.size, 16);
    uint64_t name;
    std::memcpy(&name, record.data + 8, sizeof name);
    names_.push_back(name);
    sources_.push_back(source);
  }};
};

using Numbers = std::vector<uint64_t>;

TEST_F(TimeOrderTest, RecordsOfTwoRingsComeInTheOrderOfTime) {
  Add(10, 1, 0);
  Add(30, 3, 0);
  Add(20, 2, 1);
  Add(40, 4, 1);
  order_.Finish();
  EXPECT_EQ(names_, (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(sources_, (std::vector<uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(order_.late(), 0u);
}

TEST_F(TimeOrderTest, RecordsOfOneTimeKeepTheOrderOfTheirRing) {
  for (uint64_t name = 0; name < 100; ++name) Add(7, name, 0);
  order_.Finish();
  ASSERT_EQ(names_.size(), 100u);
  for (uint64_t name = 0; name < 100; ++name) EXPECT_EQ(names_[name], name);
}

TEST_F(TimeOrderTest, ARoundWaitsForTheNextOne) {
  Add(10, 1, 0);
  order_.EndRound();
  EXPECT_EQ(names_, Numbers{});
  // Written while the first ring was being read: older, but in time.
  Add(5, 2, 1);
  Add(20, 3, 0);
  order_.EndRound();
  EXPECT_EQ(names_, (Numbers{2, 1}));
  EXPECT_EQ(order_.waiting(), 1u);
  order_.EndRound();
  EXPECT_EQ(names_, (Numbers{2, 1, 3}));
  EXPECT_EQ(order_.waiting(), 0u);
  EXPECT_EQ(order_.late(), 0u);
}

TEST_F(TimeOrderTest, ARecordOlderThanOneHandedOnIsCountedAsLate) {
  Add(10, 1, 0);
  order_.EndRound();
  order_.EndRound();
  Add(5, 2, 1);
  order_.Finish();
  EXPECT_EQ(names_, (Numbers{1, 2}));
  EXPECT_EQ(order_.late(), 1u);
}

}  // namespace
}  // namespace tool
