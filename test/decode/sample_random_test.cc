// Random attrs and samples in both byte orders; then the same bytes damaged.
// PERFC_TEST_SAMPLES sets how many, PERFC_TEST_SEED where to begin.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sample_check.h"
#include "test/decode/support.h"
#include "test/encoder/random.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;
using encoder::Random;

uint64_t FromEnvironment(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// A sample, all its parts drawn from one seed, so that a failure names it.
struct Draw {
  explicit Draw(uint64_t seed)
      : random(seed),
        attr(encoder::RandomAttr(&random)),
        sample(encoder::RandomSample(attr, &random)),
        order(random.OneIn(2) ? Order::kLittle : Order::kBig),
        bytes(sample.Encode(attr, order)),
        plan(MakePlan(attr, order)) {}

  Random random;
  Attr attr;
  encoder::Sample sample;
  Order order;
  Bytes bytes;
  Plan plan;
};

class SampleRandom : public testing::Test {
 protected:
  int View(const Draw &draw, const uint8_t *at, size_t size,
           perfc_record *record) {
    return perfc_plan_view_record(draw.plan.get(), at, size, scratch_.data(),
                                  scratch_.size(), record);
  }

  // Every part that the sample claims to have, to its last byte.
  static uint64_t Touch(const perfc_record &record, perfc_range range,
                        size_t element) {
    const auto *at = static_cast<const uint8_t *>(
        perfc_record_range(&record, &range, element));
    if (at == nullptr) {
      EXPECT_EQ(range.count, 0);
      return 0;
    }
    EXPECT_GE(range.offset, 8);
    EXPECT_LE(range.offset + range.count * element, record.size);
    uint64_t sum = 0;
    for (size_t i = 0; i < range.count * element; ++i) sum += at[i];
    return sum;
  }

  static uint64_t TouchAll(const perfc_record &record,
                           const perfc_sample &sample) {
    uint64_t sum = 0;
    const auto touch = [&](uint64_t bit, perfc_range range, size_t element) {
      if (sample.present & bit) sum += Touch(record, range, element);
    };
    touch(encoder::kCallchain, sample.callchain, 8);
    touch(encoder::kRaw, sample.raw, 1);
    touch(encoder::kBranchStack, sample.branches, 24);
    touch(encoder::kRegsUser, sample.user_regs, 8);
    touch(encoder::kRegsIntr, sample.intr_regs, 8);
    touch(encoder::kStackUser, sample.stack, 1);
    touch(encoder::kAux, sample.aux, 1);
    if (sample.parts & PERFC_PART_BRANCH_COUNTERS) {
      sum += Touch(record, sample.branch_counters, 8);
    }
    if (sample.parts & (PERFC_PART_PARTIAL | PERFC_PART_LEFT_OVER))
      sum += Touch(record, sample.rest, 1);
    if (sample.present & encoder::kRead) {
      for (uint32_t i = 0; i < sample.read.nr; ++i) {
        perfc_read_value value;
        EXPECT_EQ(perfc_record_read_value(&record, &sample.read, i, &value,
                                          sizeof(value)),
                  0);
        sum += value.value;
      }
    }
    return sum;
  }

  Scratch scratch_;
  GuardedMemory memory_;
  const uint64_t count_ = FromEnvironment("PERFC_TEST_SAMPLES", 10000);
  const uint64_t seed_ = FromEnvironment("PERFC_TEST_SEED", 1);
};

TEST_F(SampleRandom, CombinationsDecodeToWhatWasEncoded) {
  for (uint64_t i = 0; i < count_; ++i) {
    SCOPED_TRACE(testing::Message() << "PERFC_TEST_SEED=" << seed_ + i);
    const Draw draw(seed_ + i);
    const uint8_t *at = memory_.Put(draw.bytes.data(), draw.bytes.size());
    perfc_record record = {};
    ASSERT_EQ(View(draw, at, draw.bytes.size(), &record), 1);
    ASSERT_TRUE(ExpectSample(draw.plan, record, draw.attr, draw.sample));
  }
}

TEST_F(SampleRandom, CutShortTheyAreMalformed) {
  for (uint64_t i = 0; i < count_ / 10; ++i) {
    SCOPED_TRACE(testing::Message() << "PERFC_TEST_SEED=" << seed_ + i);
    Draw draw(seed_ + i);
    if (draw.bytes.size() == 8) continue;
    // Whether an empty branch stack's hw_idx is there shows by the length alone.
    if (draw.sample.branches.entries.empty() &&
        draw.attr.branch_sample_type & encoder::kBranchHwIndex) {
      continue;
    }
    const auto size =
        static_cast<uint16_t>(8 + draw.random.Below(draw.bytes.size() - 8));
    uint8_t *at = memory_.Put(draw.bytes.data(), size);
    const bool little = draw.order == Order::kLittle;
    at[little ? 6 : 7] = static_cast<uint8_t>(size);
    at[little ? 7 : 6] = static_cast<uint8_t>(size >> 8);
    perfc_record record = {};
    int result = View(draw, at, size, &record);
    auto sample = Poisoned<perfc_sample>();
    if (result == 1) {
      result = perfc_decode_sample(draw.plan.get(), &record, &sample,
                                   sizeof(sample));
    }
    ASSERT_EQ(result, -EBADMSG) << size << " of " << draw.bytes.size();
  }
}

TEST_F(SampleRandom, DamagedTheyAreRefusedOrDecodeWithinTheirBounds) {
  uint64_t refused = 0;
  uint64_t decoded = 0;
  for (uint64_t i = 0; i < count_; ++i) {
    SCOPED_TRACE(testing::Message() << "PERFC_TEST_SEED=" << seed_ + i);
    Draw draw(seed_ + i);
    for (uint64_t n = 1 + draw.random.Below(8); n > 0; --n) {
      // Any byte but those of type and misc; half of them where counts stand.
      const size_t size = draw.bytes.size();
      if (size == 8) break;
      const size_t near =
          8 + draw.random.Below(std::min<size_t>(size - 8, 160));
      const size_t far = 8 + draw.random.Below(size - 8);
      draw.bytes[draw.random.OneIn(2) ? near : far] = draw.random.U8();
    }
    const uint8_t *at = memory_.Put(draw.bytes.data(), draw.bytes.size());
    perfc_record record = {};
    int result = View(draw, at, draw.bytes.size(), &record);
    auto sample = Poisoned<perfc_sample>();
    if (result == 1) {
      result = perfc_decode_sample(draw.plan.get(), &record, &sample,
                                   sizeof(sample));
    }
    if (result == 0) {
      TouchAll(record, sample);
      ++decoded;
    } else {
      ASSERT_EQ(result, -EBADMSG);
      ++refused;
    }
    ASSERT_FALSE(HasFailure());
  }
  // Otherwise the damage would be no test.
  if (count_ >= 1000) {
    EXPECT_GT(refused, count_ / 100);
    EXPECT_GT(decoded, count_ / 100);
  }
}

}  // namespace
}  // namespace decode_test
