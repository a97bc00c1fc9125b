// Mistakes that other decoders of these records have made, one test each.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using Words = std::vector<uint64_t>;

// Decodes a sample of literal words by that attr.
perfc_sample Decoded(const perfc_attr &attr, const Record &record) {
  const Plan plan = MakePlan(attr);
  auto sample = Poisoned<perfc_sample>();
  EXPECT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  return sample;
}

TEST(PeerBugs, ABranchTypeIsNotTheCyclesBeforeIt) {
  // cycles 0x3421, type 5: shifting the type out of the cycles gives 0x34.
  perfc_branch branch;
  ASSERT_EQ(
      perfc_decode_branch(0x3421u << 4 | 5u << 20, &branch, sizeof(branch)), 0);
  EXPECT_EQ(branch.type, PERFC_BR_IND_CALL);
  EXPECT_EQ(branch.cycles, 0x3421);
}

TEST(PeerBugs, AKernelThreadHasNoUserRegisters) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER |
                           PERFC_SAMPLE_TRANSACTION);
  attr.sample_regs_user = PERFC_REGS_X86_64_UNWIND;
  const Record record(PERFC_RECORD_SAMPLE, PERFC_RECORD_MISC_KERNEL,
                      {PERFC_SAMPLE_REGS_ABI_NONE, 0, 77});
  const perfc_sample sample = Decoded(attr, record);
  EXPECT_EQ(sample.user_abi, uint64_t{PERFC_SAMPLE_REGS_ABI_NONE});
  EXPECT_EQ(sample.user_regs.count, 0);
  EXPECT_EQ(At<uint64_t>(record.get(), sample.user_regs), nullptr);
  EXPECT_EQ(sample.transaction, 77u);
}

TEST(PeerBugs, SamplesOfInheritedEventsAreMatchedThoughTheirStreamIdIsNew) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_ID |
                           PERFC_SAMPLE_STREAM_ID | PERFC_SAMPLE_PERIOD);
  attr.flags |= PERFC_ATTR_INHERIT;
  const Plan plan = MakePlan(attr, {100});
  ASSERT_EQ(Add(plan, attr, {200}), 1);
  ASSERT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  // The parent's own samples, then those of two children.
  for (uint64_t stream_id : {200, 301, 302}) {
    const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, 200, stream_id, 9});
    auto sample = Poisoned<perfc_sample>();
    ASSERT_EQ(
        perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
        0);
    EXPECT_EQ(sample.attr_index, 1u);
    EXPECT_EQ(sample.stream_id, stream_id);
    EXPECT_EQ(sample.period, 9u);
  }
  // A stream id that is another event's id doesn't change that.
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, 200, 100, 9});
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(sample.attr_index, 1u);
}

TEST(PeerBugs, AnUnknownIdInAGroupReadIsAnAnswerAndNoCrash) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_READ);
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  const Plan plan = MakePlan(attr, {1});
  ASSERT_EQ(Add(plan, attr, {2}), 1);
  const Record stranger(PERFC_RECORD_SAMPLE, 0, {3, 1, 10, 3});
  perfc_sample sample;
  EXPECT_EQ(
      perfc_decode_sample(plan.get(), stranger.get(), &sample, sizeof(sample)),
      -ENOKEY);
  // Known event, a member of the group that no attr has: handed over.
  const Record record(PERFC_RECORD_SAMPLE, 0, {2, 1, 10, 99});
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  perfc_read_value value;
  ASSERT_EQ(perfc_record_read_value(record.get(), &sample.read, 0, &value,
                                    sizeof(value)),
            0);
  EXPECT_EQ(value.id, 99u);
}

TEST(PeerBugs, ACountIsCheckedBeforeItIsUsed) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_READ);
  attr.read_format = PERFC_FORMAT_GROUP;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x4000000000000000, 1, 2});
  EXPECT_EQ(DecodeAny(plan, *record.get()), -EBADMSG);
}

TEST(PeerBugs, AnUnknownRecordTypeIsHandedOverAndTheNextOneRead) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP));
  const Words words = {uint64_t{16} << 48 | 4711, 0x11,
                       uint64_t{16} << 48 | PERFC_RECORD_SAMPLE, 0x401000};
  perfc_record record;
  ASSERT_EQ(
      perfc_plan_view_record(plan.get(), words.data(), 32, nullptr, 0, &record),
      1);
  EXPECT_EQ(record.type, 4711u);
  EXPECT_EQ(perfc_record_type_name(record.type), nullptr);
  ASSERT_EQ(perfc_plan_view_record(plan.get(), record.data + record.size, 16,
                                   nullptr, 0, &record),
            1);
  perfc_sample sample;
  ASSERT_EQ(perfc_decode_sample(plan.get(), &record, &sample, sizeof(sample)),
            0);
  EXPECT_EQ(sample.ip, 0x401000u);
}

TEST(PeerBugs, GroupAndSingleReadsAreNotSwapped) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_READ | PERFC_SAMPLE_CALLCHAIN);
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  // Two members, then a call chain of one.
  const Record group(PERFC_RECORD_SAMPLE, 0, {2, 10, 1, 20, 2, 1, 0x401000});
  perfc_sample sample = Decoded(attr, group);
  EXPECT_EQ(sample.read.nr, 2);
  EXPECT_EQ(WordsOf(*group.get(), sample.callchain), Words{0x401000});

  attr.read_format = PERFC_FORMAT_ID;
  const Record single(PERFC_RECORD_SAMPLE, 0, {10, 1, 1, 0x402000});
  sample = Decoded(attr, single);
  EXPECT_EQ(sample.read.nr, 1);
  EXPECT_EQ(WordsOf(*single.get(), sample.callchain), Words{0x402000});
}

TEST(PeerBugs, TheLostCountOfAReadIsConsumed) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_READ | PERFC_SAMPLE_CALLCHAIN);
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_LOST;
  const Record group(PERFC_RECORD_SAMPLE, 0, {2, 10, 3, 20, 4, 1, 0x401000});
  perfc_sample sample = Decoded(attr, group);
  EXPECT_EQ(WordsOf(*group.get(), sample.callchain), Words{0x401000});
  perfc_read_value value;
  ASSERT_EQ(perfc_record_read_value(group.get(), &sample.read, 1, &value,
                                    sizeof(value)),
            0);
  EXPECT_EQ(value.value, 20u);
  EXPECT_EQ(value.lost, 4u);

  attr.read_format = PERFC_FORMAT_LOST;
  const Record single(PERFC_RECORD_SAMPLE, 0, {10, 3, 1, 0x402000});
  sample = Decoded(attr, single);
  EXPECT_EQ(WordsOf(*single.get(), sample.callchain), Words{0x402000});
}

TEST(PeerBugs, TheCgroupIsConsumed) {
  const Record record(PERFC_RECORD_SAMPLE, 0, {42, 4096, 8192});
  const perfc_sample sample =
      Decoded(AttrOf(PERFC_SAMPLE_CGROUP | PERFC_SAMPLE_DATA_PAGE_SIZE |
                     PERFC_SAMPLE_CODE_PAGE_SIZE),
              record);
  EXPECT_EQ(sample.cgroup, 42u);
  EXPECT_EQ(sample.data_page_size, 4096u);
  EXPECT_EQ(sample.code_page_size, 8192u);
}

TEST(PeerBugs, AuxDataIsReadLastAndNotBeforeTheCgroupOrThePageSizes) {
  const Record record(PERFC_RECORD_SAMPLE, 0, {42, 4096, 8192, 8, 0xa1});
  const perfc_sample sample =
      Decoded(AttrOf(PERFC_SAMPLE_AUX | PERFC_SAMPLE_CGROUP |
                     PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE),
              record);
  EXPECT_EQ(sample.cgroup, 42u);
  EXPECT_EQ(sample.data_page_size, 4096u);
  EXPECT_EQ(sample.code_page_size, 8192u);
  EXPECT_EQ(sample.aux.offset, 40);
  EXPECT_EQ(sample.aux.count, 8);
}

TEST(PeerBugs, TheWeightStructIsConsumedSoThatDataSrcIsRight) {
  const uint64_t load = uint64_t{PERFC_MEM_OP_LOAD} << PERFC_MEM_OP_SHIFT;
  const Record record(PERFC_RECORD_SAMPLE, 0, {7, load});
  const perfc_sample sample = Decoded(
      AttrOf(PERFC_SAMPLE_WEIGHT_STRUCT | PERFC_SAMPLE_DATA_SRC), record);
  EXPECT_EQ(sample.weight_var1_dw, 7u);
  perfc_data_src data_src;
  ASSERT_EQ(perfc_decode_data_src(sample.data_src, &data_src, sizeof(data_src)),
            0);
  EXPECT_EQ(data_src.op, PERFC_MEM_OP_LOAD);
}

TEST(PeerBugs, BranchCountersAreConsumed) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_BRANCH_STACK | PERFC_SAMPLE_WEIGHT);
  attr.branch_sample_type = PERFC_SAMPLE_BRANCH_COUNTERS;
  const Record record(PERFC_RECORD_SAMPLE, 0,
                      {2, 1, 2, 3, 4, 5, 6, 0xc1, 0xc2, 77});
  const perfc_sample sample = Decoded(attr, record);
  EXPECT_EQ(WordsOf(*record.get(), sample.branch_counters),
            (Words{0xc1, 0xc2}));
  EXPECT_EQ(sample.weight, 77u);
}

TEST(PeerBugs, ABuildIdLongerThanItsArrayIsMalformed) {
  perfc_attr attr = AttrOf(0);
  attr.flags |= PERFC_ATTR_BUILD_ID;
  const Plan plan = MakePlan(attr);
  for (uint64_t size : {21, 32, 255}) {
    const Record record(PERFC_RECORD_MMAP2, PERFC_RECORD_MISC_MMAP_BUILD_ID,
                        {1, 2, 3, 4, size, 6, 7, 8, Chars("/bin/sh\0")});
    EXPECT_EQ(DecodeAny(plan, *record.get()), -EBADMSG);
  }
}

// HYPERVISOR is 3, which has KERNEL's bit; so has GUEST_USER, which is 5.
TEST(PeerBugs, TheCpuModeIsANumberAndNotBits) {
  for (uint16_t mode = 0; mode <= 5; ++mode) {
    const Record record(PERFC_RECORD_SAMPLE, mode | PERFC_RECORD_MISC_EXACT_IP,
                        {1});
    EXPECT_EQ(record.get()->misc & PERFC_RECORD_MISC_CPUMODE_MASK, mode);
    EXPECT_EQ((record.get()->misc & PERFC_RECORD_MISC_CPUMODE_MASK) ==
                  PERFC_RECORD_MISC_KERNEL,
              mode == 1);
  }
}

}  // namespace
}  // namespace decode_test
