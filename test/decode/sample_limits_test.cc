// What is not known yet, and counts that can't be: partial samples and
// -EBADMSG.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;
using Words = std::vector<uint64_t>;

int Decode(const perfc_attr &attr, const Words &words) {
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, words);
  auto sample = Poisoned<perfc_sample>();
  return perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample));
}

TEST(SampleRead, AFormatBitThatIsNotKnownLeavesTheRestAsBytes) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_READ);
  attr.read_format = PERFC_FORMAT_MAX;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, 1, 2});
  auto sample = Poisoned<perfc_sample>();
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(sample.present, uint64_t{PERFC_SAMPLE_IP});
  EXPECT_EQ(sample.parts, uint32_t{PERFC_PART_PARTIAL});
  EXPECT_EQ(sample.ip, 0x401000u);
  EXPECT_EQ(sample.rest.offset, 16);
  EXPECT_EQ(sample.rest.count, 16);
}

TEST(SampleRaw, ASizeThatMisalignsAnArrayBehindItIsMalformed) {
  // 8 bytes of raw data end in the middle of a word.
  EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_RAW | PERFC_SAMPLE_BRANCH_STACK),
                   {Pair(8, 0), 0, 0, 0, 0, 0, 0}),
            -EBADMSG);
}

TEST(SampleRegs, AnAbiBitThatIsNotKnownEndsTheDecodingThere) {
  for (uint64_t abi : {uint64_t{4}, uint64_t{6}, uint64_t{1} << 63}) {
    perfc_attr attr = AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_REGS_USER |
                             PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_CGROUP);
    attr.sample_regs_user = 1;
    const Plan plan = MakePlan(attr);
    const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, abi, 1, 2, 3, 4});
    auto sample = Poisoned<perfc_sample>();
    ASSERT_EQ(
        perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
        0);
    EXPECT_EQ(sample.present, uint64_t{PERFC_SAMPLE_IP});
    EXPECT_EQ(sample.parts, uint32_t{PERFC_PART_PARTIAL});
    EXPECT_EQ(sample.ip, 0x401000u);
    EXPECT_TRUE(Untouched(sample.weight));
    EXPECT_TRUE(Untouched(sample.cgroup));
    EXPECT_EQ(sample.rest.offset + sample.rest.count, record.get()->size);
    EXPECT_EQ(At<uint64_t>(record.get(), sample.user_regs), nullptr);
  }
}

TEST(SampleRegs, AnAbiBitThatIsNotKnownKeepsWhatCameBeforeAtTheInterrupt) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_DATA_SRC | PERFC_SAMPLE_REGS_INTR |
                           PERFC_SAMPLE_PHYS_ADDR);
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x77, 4, 1, 2});
  auto sample = Poisoned<perfc_sample>();
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(sample.present, uint64_t{PERFC_SAMPLE_DATA_SRC});
  EXPECT_EQ(sample.parts, uint32_t{PERFC_PART_PARTIAL});
  EXPECT_EQ(sample.data_src, 0x77u);
  EXPECT_TRUE(Untouched(sample.phys_addr));
}

// The kernel keeps AUX data last, so a field of tomorrow lies before it.
TEST(SampleUnknownBits, WhatPrecedesAuxIsDecodedAndTheRestLeftAsBytes) {
  for (int bit : {25, 26, 40, 63}) {
    SCOPED_TRACE(bit);
    const Plan plan =
        MakePlan(AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_CODE_PAGE_SIZE |
                        PERFC_SAMPLE_AUX | uint64_t{1} << bit));
    const Record record(PERFC_RECORD_SAMPLE, 0,
                        {0x401000, 4096, 0xdeadbeef, 8, 0xa1});
    auto sample = Poisoned<perfc_sample>();
    ASSERT_EQ(
        perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
        0);
    EXPECT_EQ(sample.present,
              uint64_t{PERFC_SAMPLE_IP | PERFC_SAMPLE_CODE_PAGE_SIZE});
    EXPECT_EQ(sample.parts, uint32_t{PERFC_PART_PARTIAL});
    EXPECT_EQ(sample.ip, 0x401000u);
    EXPECT_EQ(sample.code_page_size, 4096u);
    EXPECT_TRUE(Untouched(sample.aux));
    EXPECT_EQ(sample.rest.offset, 24);
    EXPECT_EQ(sample.rest.count, 24);
    EXPECT_NE(perfc_record_range(record.get(), &sample.rest, 1), nullptr);
  }
}

TEST(SampleUnknownBits, WithoutAuxWhatFollowsTheLastKnownFieldIsTheRest) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_MAX));
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, 1, 2});
  auto sample = Poisoned<perfc_sample>();
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(sample.present, uint64_t{PERFC_SAMPLE_IP});
  EXPECT_EQ(sample.parts, uint32_t{PERFC_PART_PARTIAL});
  EXPECT_EQ(sample.ip, 0x401000u);
  EXPECT_EQ(sample.rest.offset, 16);
  EXPECT_EQ(sample.rest.count, 16);
}

TEST(SampleUnknownBits, InTheOtherByteOrderTheRestStaysAsItWas) {
  Attr attr;
  attr.sample_type = encoder::kIp | encoder::kAux | uint64_t{1} << 30;
  encoder::Sample sample;
  sample.ip = 0x1122334455667788;
  sample.unknown = {1, 2, 3, 4, 5, 6, 7, 8};
  const Bytes bytes = sample.Encode(attr, Order::kBig);
  const Plan plan = MakePlan(attr, Order::kBig);
  Scratch scratch;
  perfc_record record = {};
  ASSERT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                   scratch.data(), scratch.size(), &record),
            1);
  auto out = Poisoned<perfc_sample>();
  ASSERT_EQ(perfc_decode_sample(plan.get(), &record, &out, sizeof(out)), 0);
  EXPECT_EQ(out.ip, sample.ip);
  EXPECT_EQ(out.parts, uint32_t{PERFC_PART_PARTIAL});
  EXPECT_EQ(BytesOf(record, out.rest),
            (Bytes{1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0}));
}

// Counts whose product with an element's size overflows to something small.
TEST(SampleCounts, ThatOverflowAreMalformed) {
  perfc_attr group = AttrOf(PERFC_SAMPLE_READ);
  group.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  perfc_attr branches = AttrOf(PERFC_SAMPLE_BRANCH_STACK);
  branches.branch_sample_type = PERFC_SAMPLE_BRANCH_COUNTERS;
  for (uint64_t count : {(uint64_t{1} << 61) + 1, (uint64_t{1} << 60) + 1,
                         uint64_t{0xffffffffffffffff}, uint64_t{0xffffffff},
                         uint64_t{0x10001}, uint64_t{5}}) {
    SCOPED_TRACE(count);
    const Words words = {count, 1, 2, 3, 4};
    EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_CALLCHAIN), words), -EBADMSG);
    EXPECT_EQ(Decode(group, words), -EBADMSG);
    EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_BRANCH_STACK), words), -EBADMSG);
    EXPECT_EQ(Decode(branches, words), -EBADMSG);
  }
  for (uint64_t count :
       {uint64_t{0xffffffffffffffff}, uint64_t{0xfffffffffffffff8},
        uint64_t{0x10008}, uint64_t{40}}) {
    SCOPED_TRACE(count);
    const Words words = {count, 1, 2, 3, 4};
    EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_STACK_USER), words), -EBADMSG);
    EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_AUX), words), -EBADMSG);
    EXPECT_EQ(Decode(AttrOf(PERFC_SAMPLE_RAW), {Pair(0xffffffff, 0), 1, 2}),
              -EBADMSG);
  }
}

TEST(SidebandCounts, ThatOverflowAreMalformed) {
  const Plan plan = MakePlan(AttrOf(0));
  for (uint64_t count : {(uint64_t{1} << 61) + 1, (uint64_t{1} << 60) + 1,
                         uint64_t{0xffffffffffffffff}, uint64_t{4}}) {
    const Record namespaces(PERFC_RECORD_NAMESPACES, 0,
                            {Pair(1, 2), count, 3, 4, 5});
    const Record chain(PERFC_RECORD_CALLCHAIN_DEFERRED, 0, {1, count, 3, 4, 5});
    EXPECT_EQ(DecodeAny(plan, *namespaces.get()), -EBADMSG);
    EXPECT_EQ(DecodeAny(plan, *chain.get()), -EBADMSG);
  }
}

TEST(SidebandCounts, TextPokeLengthsBeyondTheRecordAreMalformed) {
  const Plan plan = MakePlan(AttrOf(0));
  for (uint64_t lengths : {0x0000'ffffu, 0xffff'0000u, 0x0003'0002u}) {
    const Record record(PERFC_RECORD_TEXT_POKE, 0, {1, lengths});
    EXPECT_EQ(DecodeAny(plan, *record.get()), -EBADMSG);
  }
}

}  // namespace
}  // namespace decode_test
