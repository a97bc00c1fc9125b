// perfc_specs_parse with a sample_type: what the string leaves open is sampled.

#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/names.h"
#include "perfc/uapi.h"
#include "test/names/names.h"

namespace {

constexpr uint64_t kRead = PERFC_SAMPLE_READ;
constexpr uint64_t kFields = PERFC_SAMPLE_IP | PERFC_SAMPLE_TIME;

class SampleTypeTest : public names::NamesTest {
 protected:
  SampleTypeTest() { Use("amd"); }

  perfc_attr Sampled(const std::string &event, uint64_t fields) {
    const int count = perfc_specs_parse(specs_, event.c_str(), fields, &error_);
    EXPECT_EQ(count, 1) << Text();
    return Attr(static_cast<uint32_t>(perfc_specs_count(specs_)) - 1);
  }
};

TEST_F(SampleTypeTest, EachStringOfAListHasItsOwnFields) {
  ASSERT_EQ(Parse("faults"), 1);
  const perfc_attr attr = Sampled("cs/call-graph=fp/", kFields);
  EXPECT_EQ(attr.sample_type, kFields | PERFC_SAMPLE_CALLCHAIN);
  EXPECT_EQ(attr.sample_period, 1000u);
  EXPECT_TRUE(attr.flags & PERFC_ATTR_FREQ);
  EXPECT_TRUE(attr.flags & PERFC_ATTR_SAMPLE_ID_ALL);
  EXPECT_EQ(attr.read_format, 0u);
  EXPECT_EQ(Attr(0).sample_type, 0u) << "of another string";
  EXPECT_EQ(Attr(0).sample_period, 0u);
}

TEST_F(SampleTypeTest, WhatCountsIsReadWithBothTimesAndAGroupAtOnce) {
  constexpr uint64_t kTimes =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  ASSERT_EQ(Parse("faults,{cs,migrations},minor-faults"), 4);
  EXPECT_EQ(Attr(0).read_format, kTimes);
  for (uint32_t i = 1; i < 3; ++i) {
    EXPECT_EQ(Attr(i).read_format,
              kTimes | PERFC_FORMAT_ID | PERFC_FORMAT_GROUP);
  }
  EXPECT_EQ(Attr(3).read_format, kTimes);
}

TEST_F(SampleTypeTest, WhatTheStringTurnsOffStaysOff) {
  constexpr uint64_t kAll =
      kFields | PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_BRANCH_STACK;
  EXPECT_EQ(Sampled("cs/time=0/", kAll).sample_type, kAll & ~PERFC_SAMPLE_TIME);
  EXPECT_EQ(Sampled("cs/call-graph=no/", kAll).sample_type,
            kAll & ~uint64_t{PERFC_SAMPLE_CALLCHAIN});
  EXPECT_EQ(Sampled("cs/branch_type=no/", kAll).sample_type,
            kAll & ~uint64_t{PERFC_SAMPLE_BRANCH_STACK});
  EXPECT_EQ(Sampled("cs/branch_type=any,time=1/", kFields).sample_type,
            kFields | PERFC_SAMPLE_BRANCH_STACK);
}

TEST_F(SampleTypeTest, EveryOccurrenceOfAMessageIsSampled) {
  for (const char *event : {"sched:sched_switch", "kprobe:vfs_read",
                            "mem:0x1000/8:w", "bpf-output"}) {
    const perfc_attr attr = Sampled(event, kFields);
    EXPECT_EQ(attr.sample_period, 1u) << event;
    EXPECT_FALSE(attr.flags & PERFC_ATTR_FREQ) << event;
  }
  EXPECT_EQ(Sampled("bpf-output/period=9/", kFields).sample_period, 9u);
}

TEST_F(SampleTypeTest, OfASampledReadTheLeaderAloneSamples) {
  ASSERT_EQ(perfc_specs_parse(specs_, "{cs,faults}:S", kFields, &error_), 2);
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(Attr(i).sample_type, kFields | kRead);
    EXPECT_EQ(Attr(i).read_format,
              uint64_t{PERFC_FORMAT_GROUP | PERFC_FORMAT_ID});
  }
  EXPECT_EQ(Attr(0).sample_period, 1000u);
  EXPECT_EQ(Attr(1).sample_period, 0u);
  EXPECT_FALSE(Attr(1).flags & PERFC_ATTR_FREQ);
  EXPECT_EQ(Sampled("cs:S", kFields).read_format, uint64_t{PERFC_FORMAT_ID});
}

TEST_F(SampleTypeTest, AsPreciseAsItOpensBeginsAtTheTop) {
  EXPECT_EQ(Sampled("cycles:P", kFields).flags & PERFC_ATTR_PRECISE_IP_MASK,
            uint64_t{PERFC_ATTR_PRECISE_IP_MASK});
  EXPECT_EQ(Sampled("cycles:p", kFields).flags & PERFC_ATTR_PRECISE_IP_MASK,
            uint64_t{1} << PERFC_ATTR_PRECISE_IP_SHIFT);
}

}  // namespace
