// What takes the packed parts of a sample apart.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"

namespace decode_test {
namespace {

using Words = std::vector<uint64_t>;

perfc_branch Branch(uint64_t flags) {
  auto branch = Poisoned<perfc_branch>();
  EXPECT_EQ(perfc_decode_branch(flags, &branch, sizeof(branch)), 0);
  return branch;
}

TEST(Branch, EachFieldHasItsBits) {
  EXPECT_EQ(Branch(uint64_t{1} << 0).mispred, 1);
  EXPECT_EQ(Branch(uint64_t{1} << 1).predicted, 1);
  EXPECT_EQ(Branch(uint64_t{1} << 2).in_tx, 1);
  EXPECT_EQ(Branch(uint64_t{1} << 3).abort, 1);
  EXPECT_EQ(Branch(uint64_t{0xffff} << 4).cycles, 0xffff);
  EXPECT_EQ(Branch(uint64_t{PERFC_BR_EXTEND_ABI} << 20).type,
            PERFC_BR_EXTEND_ABI);
  EXPECT_EQ(Branch(uint64_t{PERFC_BR_SPEC_CORRECT_PATH} << 24).spec,
            PERFC_BR_SPEC_CORRECT_PATH);
  EXPECT_EQ(Branch(uint64_t{PERFC_BR_NEW_ARCH_5} << 26).new_type,
            PERFC_BR_NEW_ARCH_5);
  EXPECT_EQ(Branch(uint64_t{PERFC_BR_PRIV_HV} << 30).priv, PERFC_BR_PRIV_HV);
}

TEST(Branch, NoBitBelongsToTwoFields) {
  for (int bit = 0; bit < 64; ++bit) {
    const perfc_branch one = Branch(uint64_t{1} << bit);
    const int set = (one.mispred != 0) + (one.predicted != 0) +
                    (one.in_tx != 0) + (one.abort != 0) + (one.cycles != 0) +
                    (one.type != 0) + (one.spec != 0) + (one.new_type != 0) +
                    (one.priv != 0);
    EXPECT_EQ(set, bit < 33 ? 1 : 0) << bit;
  }
}

perfc_data_src DataSrc(uint64_t word) {
  auto data_src = Poisoned<perfc_data_src>();
  EXPECT_EQ(perfc_decode_data_src(word, &data_src, sizeof(data_src)), 0);
  return data_src;
}

TEST(DataSrc, EachGroupHasItsBits) {
  EXPECT_EQ(DataSrc(uint64_t{0x1f}).op, 0x1f);
  EXPECT_EQ(DataSrc(uint64_t{0x3fff} << 5).lvl, 0x3fff);
  EXPECT_EQ(DataSrc(uint64_t{0x1f} << 19).snoop, 0x1f);
  EXPECT_EQ(DataSrc(uint64_t{0x3} << 24).lock, 0x3);
  EXPECT_EQ(DataSrc(uint64_t{0x7f} << 26).dtlb, 0x7f);
  EXPECT_EQ(DataSrc(uint64_t{0xf} << 33).lvl_num, 0xf);
  EXPECT_EQ(DataSrc(uint64_t{0x1} << 37).remote, 0x1);
  EXPECT_EQ(DataSrc(uint64_t{0x3} << 38).snoopx, 0x3);
  EXPECT_EQ(DataSrc(uint64_t{0x7} << 40).blk, 0x7);
  EXPECT_EQ(DataSrc(uint64_t{0x7} << 43).hops, 0x7);
  EXPECT_EQ(DataSrc(uint64_t{0x1f} << 46).region, 0x1f);
}

TEST(DataSrc, NoBitBelongsToTwoGroups) {
  for (int bit = 0; bit < 64; ++bit) {
    const perfc_data_src one = DataSrc(uint64_t{1} << bit);
    const int set = (one.op != 0) + (one.lvl != 0) + (one.snoop != 0) +
                    (one.lock != 0) + (one.dtlb != 0) + (one.lvl_num != 0) +
                    (one.remote != 0) + (one.snoopx != 0) + (one.blk != 0) +
                    (one.hops != 0) + (one.region != 0);
    EXPECT_EQ(set, bit < 51 ? 1 : 0) << bit;
  }
}

TEST(DataSrc, ALoadThatHitAnotherNodesCacheThroughCxl) {
  const perfc_data_src data_src = DataSrc(
      uint64_t{PERFC_MEM_OP_LOAD} << PERFC_MEM_OP_SHIFT |
      uint64_t{PERFC_MEM_LVL_HIT | PERFC_MEM_LVL_REM_CCE1}
          << PERFC_MEM_LVL_SHIFT |
      uint64_t{PERFC_MEM_SNOOP_HITM} << PERFC_MEM_SNOOP_SHIFT |
      uint64_t{PERFC_MEM_LOCK_LOCKED} << PERFC_MEM_LOCK_SHIFT |
      uint64_t{PERFC_MEM_TLB_HIT | PERFC_MEM_TLB_L2} << PERFC_MEM_TLB_SHIFT |
      uint64_t{PERFC_MEM_LVLNUM_CXL} << PERFC_MEM_LVLNUM_SHIFT |
      uint64_t{PERFC_MEM_REMOTE_REMOTE} << PERFC_MEM_REMOTE_SHIFT |
      uint64_t{PERFC_MEM_SNOOPX_PEER} << PERFC_MEM_SNOOPX_SHIFT |
      uint64_t{PERFC_MEM_BLK_ADDR} << PERFC_MEM_BLK_SHIFT |
      uint64_t{PERFC_MEM_HOPS_3} << PERFC_MEM_HOPS_SHIFT |
      uint64_t{PERFC_MEM_REGION_MEM7} << PERFC_MEM_REGION_SHIFT);
  EXPECT_EQ(data_src.op, PERFC_MEM_OP_LOAD);
  EXPECT_EQ(data_src.lvl, PERFC_MEM_LVL_HIT | PERFC_MEM_LVL_REM_CCE1);
  EXPECT_EQ(data_src.snoop, PERFC_MEM_SNOOP_HITM);
  EXPECT_EQ(data_src.lock, PERFC_MEM_LOCK_LOCKED);
  EXPECT_EQ(data_src.dtlb, PERFC_MEM_TLB_HIT | PERFC_MEM_TLB_L2);
  EXPECT_EQ(data_src.lvl_num, PERFC_MEM_LVLNUM_CXL);
  EXPECT_EQ(data_src.remote, PERFC_MEM_REMOTE_REMOTE);
  EXPECT_EQ(data_src.snoopx, PERFC_MEM_SNOOPX_PEER);
  EXPECT_EQ(data_src.blk, PERFC_MEM_BLK_ADDR);
  EXPECT_EQ(data_src.hops, PERFC_MEM_HOPS_3);
  EXPECT_EQ(data_src.region, PERFC_MEM_REGION_MEM7);
}

TEST(Callchain, MarkersAreTheLast4095Values) {
  for (uint64_t marker :
       {PERFC_CONTEXT_HV, PERFC_CONTEXT_KERNEL, PERFC_CONTEXT_USER,
        PERFC_CONTEXT_USER_DEFERRED, PERFC_CONTEXT_GUEST,
        PERFC_CONTEXT_GUEST_KERNEL, PERFC_CONTEXT_GUEST_USER}) {
    EXPECT_GE(marker, PERFC_CONTEXT_MAX);
  }
  EXPECT_EQ(PERFC_CONTEXT_MAX, ~uint64_t{0} - 4094);
}

// A sample of user and interrupt registers, and what asks for one of them.
class Registers : public testing::Test {
 protected:
  void Make(uint64_t user_mask, uint64_t intr_mask, uint64_t user_abi,
            encoder::Order order = encoder::Order::kLittle) {
    encoder::Attr attr;
    attr.sample_type = encoder::kRegsUser | encoder::kRegsIntr;
    attr.sample_regs_user = user_mask;
    attr.sample_regs_intr = intr_mask;
    encoder::Sample sample;
    // A register's value is its number, plus 0x100 at the interrupt.
    sample.user_regs.abi = user_abi;
    sample.intr_regs.abi = PERFC_SAMPLE_REGS_ABI_64;
    for (uint64_t reg = 0; reg < 64; ++reg) {
      if (user_mask >> reg & 1) sample.user_regs.values.push_back(reg);
      if (intr_mask >> reg & 1) sample.intr_regs.values.push_back(reg + 0x100);
    }
    bytes_ = sample.Encode(attr, order);
    plan_ = MakePlan(attr, order);
    ASSERT_EQ(
        perfc_plan_view_record(plan_.get(), bytes_.data(), bytes_.size(),
                               scratch_.data(), scratch_.size(), &record_),
        1);
    ASSERT_EQ(
        perfc_decode_sample(plan_.get(), &record_, &sample_, sizeof(sample_)),
        0);
  }

  int User(uint32_t reg, uint64_t *value) {
    return perfc_decode_register(plan_.get(), &record_, &sample_,
                                 PERFC_SAMPLE_REGS_USER, reg, value);
  }

  int Intr(uint32_t reg, uint64_t *value) {
    return perfc_decode_register(plan_.get(), &record_, &sample_,
                                 PERFC_SAMPLE_REGS_INTR, reg, value);
  }

  // Every register number, and some that no mask has a bit for.
  void ExpectAll(uint64_t user_mask, uint64_t intr_mask) {
    for (uint32_t reg : {64u, 65u, 128u, 0xffffffffu}) {
      uint64_t value;
      EXPECT_EQ(User(reg, &value), -ENODATA);
      EXPECT_EQ(Intr(reg, &value), -ENODATA);
    }
    for (uint32_t reg = 0; reg < 64; ++reg) {
      SCOPED_TRACE(reg);
      uint64_t value = 0;
      EXPECT_EQ(User(reg, &value), user_mask >> reg & 1 ? 0 : -ENODATA);
      EXPECT_EQ(value, user_mask >> reg & 1 ? reg : 0);
      value = 0;
      EXPECT_EQ(Intr(reg, &value), intr_mask >> reg & 1 ? 0 : -ENODATA);
      EXPECT_EQ(value, intr_mask >> reg & 1 ? reg + 0x100 : 0);
    }
  }

  encoder::Bytes bytes_;
  Plan plan_;
  Scratch scratch_;
  perfc_record record_;
  perfc_sample sample_;
};

TEST_F(Registers, AreFoundByNumberInSparseMasks) {
  const uint64_t masks[] = {0x1,
                            0x8000000000000000,
                            0x8000000000000001,
                            0xaaaaaaaaaaaaaaaa,
                            0xffffffffffffffff,
                            PERFC_REGS_X86_64_UNWIND,
                            PERFC_REGS_ARM64_UNWIND};
  for (uint64_t user : masks) {
    for (uint64_t intr : masks) {
      Make(user, intr, PERFC_SAMPLE_REGS_ABI_64);
      ExpectAll(user, intr);
    }
  }
}

TEST_F(Registers, AreFoundByNumberInTheOtherByteOrder) {
  Make(0xff01ff, 0x80000001, PERFC_SAMPLE_REGS_ABI_64, encoder::Order::kBig);
  ExpectAll(0xff01ff, 0x80000001);
}

TEST_F(Registers, AreAbsentWithAbiNone) {
  Make(0xff01ff, 0x3, PERFC_SAMPLE_REGS_ABI_NONE);
  ExpectAll(0, 0x3);
}

TEST_F(Registers, AreAbsentFromASampleWithoutThem) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP));
  const Record record(PERFC_RECORD_SAMPLE, 0, {1});
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  uint64_t value;
  EXPECT_EQ(perfc_decode_register(plan.get(), record.get(), &sample,
                                  PERFC_SAMPLE_REGS_USER, 0, &value),
            -ENODATA);
  EXPECT_EQ(perfc_decode_register(plan.get(), record.get(), &sample,
                                  PERFC_SAMPLE_REGS_INTR, 0, &value),
            -ENODATA);
}

TEST_F(Registers, AreOfTheUserOrOfTheInterrupt) {
  Make(1, 1, PERFC_SAMPLE_REGS_ABI_64);
  for (uint64_t which :
       {uint64_t{0}, uint64_t{PERFC_SAMPLE_IP},
        uint64_t{PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_REGS_INTR}}) {
    uint64_t value;
    EXPECT_EQ(perfc_decode_register(plan_.get(), &record_, &sample_, which, 0,
                                    &value),
              -EINVAL);
  }
  sample_.attr_index = 1;
  uint64_t value;
  EXPECT_EQ(User(0, &value), -EINVAL) << "an attr that the plan hasn't";
}

TEST_F(Registers, TheUnwindingMasksHoldIpSpAndFp) {
  for (uint32_t reg :
       {PERFC_REG_X86_64_IP, PERFC_REG_X86_64_SP, PERFC_REG_X86_64_FP}) {
    EXPECT_TRUE(PERFC_REGS_X86_64_UNWIND >> reg & 1) << reg;
  }
  for (uint32_t reg :
       {PERFC_REG_ARM64_IP, PERFC_REG_ARM64_SP, PERFC_REG_ARM64_FP}) {
    EXPECT_TRUE(PERFC_REGS_ARM64_UNWIND >> reg & 1) << reg;
  }
}

TEST(ReadPart, OfAnotherRecordIsRefusedAtItsBounds) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_READ);
  attr.read_format = PERFC_FORMAT_GROUP;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, {3, 11, 12, 13});
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  const Record shorter(PERFC_RECORD_SAMPLE, 0, {3});
  perfc_read_value value;
  EXPECT_EQ(perfc_record_read_value(record.get(), &sample.read, 2, &value,
                                    sizeof(value)),
            0);
  EXPECT_EQ(perfc_record_read_value(shorter.get(), &sample.read, 2, &value,
                                    sizeof(value)),
            -EINVAL);
  EXPECT_EQ(perfc_record_read_value(record.get(), &sample.read, 3, &value,
                                    sizeof(value)),
            -EINVAL);
  EXPECT_EQ(perfc_record_read_value(record.get(), &sample.read, 0xffffffff,
                                    &value, sizeof(value)),
            -EINVAL);
}

TEST(RecordRange, IsNullOutsideTheRecord) {
  const Record record(PERFC_RECORD_SAMPLE, 0, {1, 2, 3});  // 32 bytes.
  const auto range = [&](uint16_t offset, uint16_t count, size_t element) {
    const perfc_range place = {offset, count};
    return perfc_record_range(record.get(), &place, element);
  };
  EXPECT_EQ(range(8, 3, 8), record.data() + 8);
  EXPECT_EQ(range(8, 24, 1), record.data() + 8);
  EXPECT_EQ(range(31, 1, 1), record.data() + 31);
  EXPECT_EQ(range(8, 1, 24), record.data() + 8);
  EXPECT_EQ(range(8, 0, 1), nullptr);
  EXPECT_EQ(range(8, 1, 0), nullptr);
  EXPECT_EQ(range(8, 4, 8), nullptr);
  EXPECT_EQ(range(8, 25, 1), nullptr);
  EXPECT_EQ(range(32, 1, 1), nullptr);
  EXPECT_EQ(range(33, 1, 1), nullptr);
  EXPECT_EQ(range(0xffff, 0xffff, 1), nullptr);
  EXPECT_EQ(range(8, 1, SIZE_MAX), nullptr);
  EXPECT_EQ(range(8, 2, SIZE_MAX / 2 + 1), nullptr);
}

TEST(SampleParts, LieInTheirRanges) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_RAW |
                           PERFC_SAMPLE_BRANCH_STACK | PERFC_SAMPLE_REGS_USER |
                           PERFC_SAMPLE_STACK_USER | PERFC_SAMPLE_REGS_INTR |
                           PERFC_SAMPLE_AUX);
  attr.branch_sample_type = PERFC_SAMPLE_BRANCH_COUNTERS;
  attr.sample_regs_user = 1;
  attr.sample_regs_intr = 2;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0,
                      {1, 0x11,           // call chain
                       Pair(4, 0x12),     // raw
                       1, 2, 3, 4, 0x13,  // one branch and its counter
                       2, 0x14,           // user registers
                       8, 0x15, 8,        // stack
                       2, 0x16,           // interrupt registers
                       8, 0x17});         // AUX
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  const perfc_record *r = record.get();
  EXPECT_EQ(*At<uint64_t>(r, sample.callchain), 0x11u);
  EXPECT_EQ(*At<uint8_t>(r, sample.raw), 0x12);
  EXPECT_EQ(At<perfc_branch_entry>(r, sample.branches)->to, 3u);
  EXPECT_EQ(*At<uint64_t>(r, sample.branch_counters), 0x13u);
  EXPECT_EQ(*At<uint64_t>(r, sample.user_regs), 0x14u);
  EXPECT_EQ(*At<uint8_t>(r, sample.stack), 0x15);
  EXPECT_EQ(*At<uint64_t>(r, sample.intr_regs), 0x16u);
  EXPECT_EQ(*At<uint8_t>(r, sample.aux), 0x17);
}

// A decoded struct stays good for a copy of its record.
TEST(SampleParts, AreTheSameInACopyOfTheRecord) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_CALLCHAIN));
  const Words words = {2, 0x11, 0x12};
  const Record record(PERFC_RECORD_SAMPLE, 0, words);
  const Record copy(PERFC_RECORD_SAMPLE, 0, words);
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  const uint64_t *chain = At<uint64_t>(copy.get(), sample.callchain);
  EXPECT_EQ(reinterpret_cast<const uint8_t *>(chain), copy.data() + 16);
  EXPECT_EQ(chain[1], 0x12u);
}

}  // namespace
}  // namespace decode_test
