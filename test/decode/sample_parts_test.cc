// The parts of a sample whose length the record tells: reads, chains, raw data,
// branches, registers, stacks, AUX data.

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sample_check.h"
#include "test/decode/sample_literal.h"
#include "test/decode/support.h"
#include "test/encoder/random.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;
using encoder::Random;
using Words = std::vector<uint64_t>;

// Encodes and expects the same back, in both byte orders.
void ExpectRoundTrip(const Attr &attr, const encoder::Sample &sample) {
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Bytes bytes = sample.Encode(attr, order);
    const Plan plan = MakePlan(attr, order);
    Scratch scratch;
    perfc_record record = {};
    ASSERT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                     scratch.data(), scratch.size(), &record),
              1);
    ASSERT_TRUE(ExpectSample(plan, record, attr, sample));
  }
}

// The fields that follow a part tell whether its length was right.
constexpr uint64_t kAfter = encoder::kPhysAddr | encoder::kCgroup;

encoder::Sample SampleWithPhysAddr() {
  encoder::Sample sample;
  sample.phys_addr = 0x1234567812345678;
  sample.cgroup = 42;
  return sample;
}

TEST(SampleRead, SingleInEveryFormat) {
  Random random(21);
  for (uint64_t format = 0; format < 32; ++format) {
    if (format & encoder::kFormatGroup) continue;
    SCOPED_TRACE(format);
    Attr attr;
    attr.sample_type = encoder::kRead | kAfter;
    attr.read_format = format;
    encoder::Sample sample = SampleWithPhysAddr();
    sample.read.time_enabled = random.U64();
    sample.read.time_running = random.U64();
    sample.read.counters[0] = {random.U64(), random.U64(), random.U64()};
    ExpectRoundTrip(attr, sample);
  }
}

TEST(SampleRead, GroupsOfNoneToSixteenInEveryFormat) {
  Random random(22);
  for (uint64_t format = 0; format < 32; ++format) {
    if (!(format & encoder::kFormatGroup)) continue;
    for (size_t members = 0; members <= 16; ++members) {
      SCOPED_TRACE(testing::Message() << format << ", " << members);
      Attr attr;
      attr.sample_type = encoder::kRead | kAfter;
      attr.read_format = format;
      encoder::Sample sample = SampleWithPhysAddr();
      sample.read.time_enabled = random.U64();
      sample.read.time_running = random.U64();
      sample.read.counters.resize(members);
      for (encoder::Counter &counter : sample.read.counters) {
        counter = {random.U64(), random.U64(), random.U64()};
      }
      ExpectRoundTrip(attr, sample);
    }
  }
}

TEST(SampleRead, AGroupOfTwoFromLiteralWords) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_READ);
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_ID |
                     PERFC_FORMAT_LOST;
  ExpectSampleLiteral(attr, {2, 1000, 900, 51, 52, 53, 61, 62, 63},
                      [](const perfc_record &record, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        const perfc_read_part read = Take(sample.read);
                        EXPECT_EQ(read.time_enabled, 1000u);
                        EXPECT_EQ(read.time_running, 900u);
                        EXPECT_EQ(read.offset, 32);
                        ASSERT_EQ(read.nr, 2);
                        perfc_read_value value;
                        ASSERT_EQ(perfc_record_read_value(
                                      &record, &read, 1, &value, sizeof(value)),
                                  0);
                        EXPECT_EQ(value.value, 61u);
                        EXPECT_EQ(value.id, 62u);
                        EXPECT_EQ(value.lost, 63u);
                      });
}

TEST(SampleCallchain, ContextMarkersAreEntries) {
  Attr attr;
  attr.sample_type = encoder::kCallchain | kAfter;
  encoder::Sample sample = SampleWithPhysAddr();
  sample.callchain = {PERFC_CONTEXT_KERNEL,        0xffffffff81000000,
                      PERFC_CONTEXT_USER,          0x401000,
                      PERFC_CONTEXT_USER_DEFERRED, 0xc00c1e};
  ExpectRoundTrip(attr, sample);
  sample.callchain = {};
  ExpectRoundTrip(attr, sample);
  sample.callchain.resize(1024, 0x401000);
  ExpectRoundTrip(attr, sample);
}

TEST(SampleRaw, SizesAsTheKernelPadsThem) {
  for (size_t size : {4, 12, 20, 1020}) {
    Attr attr;
    attr.sample_type = encoder::kRaw | encoder::kStackUser | kAfter;
    encoder::Sample sample = SampleWithPhysAddr();
    sample.raw.resize(size, 0x77);
    sample.stack.resize(8, 0x88);
    ExpectRoundTrip(attr, sample);
  }
}

TEST(SampleBranches, EveryCombinationOfHwIndexAndCounters) {
  Random random(23);
  for (uint64_t parts :
       {uint64_t{0}, encoder::kBranchHwIndex, encoder::kBranchCounters,
        encoder::kBranchHwIndex | encoder::kBranchCounters}) {
    for (size_t count : {0, 1, 2, 32}) {
      SCOPED_TRACE(testing::Message() << parts << ", " << count);
      Attr attr;
      attr.sample_type = encoder::kBranchStack | kAfter;
      attr.branch_sample_type = parts;
      encoder::Sample sample = SampleWithPhysAddr();
      sample.branches.hw_idx = count == 0 ? ~uint64_t{0} : 5;
      for (size_t i = 0; i < count; ++i) {
        encoder::Branch branch;
        branch.from = random.U64();
        branch.to = random.U64();
        branch.cycles = random.U16();
        branch.predicted = 1;
        sample.branches.entries.push_back(branch);
        sample.branches.counters.push_back(random.U64());
      }
      ExpectRoundTrip(attr, sample);
    }
  }
}

TEST(SampleBranches, HwIndexAndCountersFromLiteralWords) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_BRANCH_STACK);
  attr.branch_sample_type =
      PERFC_SAMPLE_BRANCH_HW_INDEX | PERFC_SAMPLE_BRANCH_COUNTERS;
  ExpectSampleLiteral(
      attr, {2, 7, 0x11, 0x12, 0x13, 0x21, 0x22, 0x23, 0x31, 0x32},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), uint32_t{PERFC_PART_BRANCH_HW_IDX |
                                               PERFC_PART_BRANCH_COUNTERS});
        EXPECT_EQ(Take(sample.branch_hw_idx), 7u);
        EXPECT_EQ(sample.branches.offset, 24);
        EXPECT_EQ(Take(sample.branches).count, 2);
        EXPECT_EQ(sample.branch_counters.offset, 72);
        EXPECT_EQ(WordsOf(record, Take(sample.branch_counters)),
                  (Words{0x31, 0x32}));
      });
}

// perf_output_sample writes nr and nothing else where the PMU took no stack.
TEST(SampleBranches, HwIndexIsAbsentWhereThePmuTookNoStack) {
  Random random(29);
  for (uint64_t after :
       {uint64_t{0}, encoder::kRegsUser, encoder::kStackUser, encoder::kAux,
        encoder::kRegsUser | encoder::kStackUser | encoder::kWeight |
            encoder::kRegsIntr | encoder::kAux}) {
    for (bool taken : {false, true}) {
      SCOPED_TRACE(testing::Message() << after << ", " << taken);
      Attr attr;
      attr.sample_type = encoder::kIp | encoder::kBranchStack | after;
      attr.branch_sample_type = encoder::kBranchHwIndex;
      attr.sample_regs_user = 0xff0fff;
      attr.sample_regs_intr = 0x3;
      encoder::Sample sample = encoder::RandomSample(attr, &random);
      sample.branches = {};
      sample.branches.taken = taken;
      sample.branches.hw_idx = random.U64();
      ExpectRoundTrip(attr, sample);
    }
  }
}

TEST(SampleRegs, NoneHasNoRegistersAndBothOthersHave) {
  for (uint64_t abi : {0, 1, 2}) {
    Attr attr;
    attr.sample_type = encoder::kRegsUser | encoder::kRegsIntr | kAfter;
    attr.sample_regs_user = 0xff0fff;
    attr.sample_regs_intr = 0x3;
    encoder::Sample sample = SampleWithPhysAddr();
    sample.user_regs = {abi, Words(20, 0x55)};
    sample.intr_regs = {2 - abi, {0x66, 0x67}};
    ExpectRoundTrip(attr, sample);
  }
}

TEST(SampleStack, EmptyHasNoDynSize) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_STACK_USER | PERFC_SAMPLE_WEIGHT);
  ExpectSampleLiteral(attr, {0, 77},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.stack).count, 0);
                        EXPECT_EQ(Take(sample.stack_dyn_size), 0u);
                        EXPECT_EQ(Take(sample.weight), 77u);
                      });
}

TEST(SampleStack, AsLargeAsARecordHolds) {
  Attr attr;
  attr.sample_type = encoder::kStackUser;
  encoder::Sample sample;
  // With header, size and dyn_size the record has 65528 bytes.
  sample.stack.resize(65504);
  for (size_t i = 0; i < sample.stack.size(); ++i) {
    sample.stack[i] = static_cast<uint8_t>(i * 31 >> 3);
  }
  sample.stack_dyn_size = 65000;
  ExpectRoundTrip(attr, sample);
}

TEST(SampleAux, ComesAfterCgroupAndPageSizes) {
  ExpectSampleLiteral(
      AttrOf(PERFC_SAMPLE_AUX | PERFC_SAMPLE_CGROUP |
             PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE |
             PERFC_SAMPLE_PHYS_ADDR),
      {1, 2, 3, 4, 16, 0xa1, 0xa2},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), 0u);
        EXPECT_EQ(Take(sample.phys_addr), 1u);
        EXPECT_EQ(Take(sample.cgroup), 2u);
        EXPECT_EQ(Take(sample.data_page_size), 3u);
        EXPECT_EQ(Take(sample.code_page_size), 4u);
        EXPECT_EQ(sample.aux.offset, 48);
        EXPECT_EQ(
            BytesOf(record, Take(sample.aux)),
            (Bytes{0xa1, 0, 0, 0, 0, 0, 0, 0, 0xa2, 0, 0, 0, 0, 0, 0, 0}));
      });
}

}  // namespace
}  // namespace decode_test
