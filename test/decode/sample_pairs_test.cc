// Every pair of sample fields, in both byte orders, through the encoder.

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sample_check.h"
#include "test/decode/support.h"
#include "test/encoder/random.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Order;
using encoder::Random;

class SamplePairs : public testing::TestWithParam<Order> {
 protected:
  bool ExpectDecodes(uint64_t sample_type) {
    SCOPED_TRACE(sample_type);
    const Attr attr = encoder::AttrWith(sample_type, &random_);
    const encoder::Sample sample = encoder::RandomSample(attr, &random_);
    const encoder::Bytes bytes = sample.Encode(attr, GetParam());
    const Plan plan = MakePlan(attr, GetParam());
    perfc_record record = {};
    EXPECT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                     scratch_.data(), scratch_.size(), &record),
              1);
    EXPECT_EQ(record.size, bytes.size());
    EXPECT_EQ(record.misc, sample.misc);
    return ExpectSample(plan, record, attr, sample);
  }

  Random random_{11};
  Scratch scratch_;
};

INSTANTIATE_TEST_SUITE_P(ByteOrder, SamplePairs,
                         testing::Values(Order::kLittle, Order::kBig),
                         [](const auto &info) {
                           return info.param == Order::kLittle ? "Little"
                                                               : "Big";
                         });

TEST_P(SamplePairs, EveryFieldAloneWithEveryOther) {
  for (int first = 0; first < 25; ++first) {
    for (int second = first; second < 25; ++second) {
      const uint64_t type = uint64_t{1} << first | uint64_t{1} << second;
      if (type == (encoder::kWeight | encoder::kWeightStruct)) continue;
      // Several times, because counts, masks and formats are drawn anew.
      for (int i = 0; i < 4; ++i) ASSERT_TRUE(ExpectDecodes(type));
    }
  }
}

TEST_P(SamplePairs, AllFieldsButOne) {
  for (int missing = 0; missing < 25; ++missing) {
    uint64_t type = encoder::kAllSampleBits & ~(uint64_t{1} << missing);
    if (type & encoder::kWeight) type &= ~encoder::kWeightStruct;
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(ExpectDecodes(type));
  }
}

}  // namespace
}  // namespace decode_test
