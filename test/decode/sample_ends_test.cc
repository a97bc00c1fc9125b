// What lies behind the last field that can be decoded: nothing, bytes left over, or
// fields that are cut off or can't be read.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"
#include "test/encoder/sample.h"

namespace decode_test {
namespace {

using encoder::Bytes;
using encoder::Order;
using Words = std::vector<uint64_t>;

struct Decoded {
  perfc_record record;
  perfc_sample sample = Poisoned<perfc_sample>();
};

// The words as a sample in this machine's order.
Decoded DecodeWords(const perfc_attr &attr, const Record &record) {
  const Plan plan = MakePlan(attr);
  Decoded out;
  out.record = *record.get();
  EXPECT_EQ(perfc_decode_sample(plan.get(), record.get(), &out.sample,
                                sizeof out.sample),
            0);
  return out;
}

// The sample in either order, viewed into scratch.
Decoded DecodeIn(Order order, const encoder::Attr &attr,
                 const encoder::Sample &sample, Scratch *scratch) {
  const Bytes bytes = sample.Encode(attr, order);
  const Plan plan = MakePlan(attr, order);
  Decoded out;
  perfc_record view = {};
  EXPECT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                   scratch->data(), scratch->size(), &view),
            1);
  std::memmove(scratch->data(), view.data, view.size);
  view.data = scratch->data();
  out.record = view;
  EXPECT_EQ(
      perfc_decode_sample(plan.get(), &view, &out.sample, sizeof out.sample),
      0);
  return out;
}

TEST(SampleEnds, BytesBehindTheLastFieldAreToldApart) {
  for (uint64_t type :
       {uint64_t{PERFC_SAMPLE_IP}, uint64_t{PERFC_SAMPLE_CALLCHAIN},
        uint64_t{PERFC_SAMPLE_CGROUP}, uint64_t{PERFC_SAMPLE_READ}}) {
    SCOPED_TRACE(type);
    const perfc_attr attr = AttrOf(type);
    // A chain of no entries, and a number else.
    const Record exact(PERFC_RECORD_SAMPLE, 0, {0});
    const Decoded whole = DecodeWords(attr, exact);
    EXPECT_EQ(whole.sample.parts, 0u);
    EXPECT_TRUE(Untouched(whole.sample.rest));
    const Record longer(PERFC_RECORD_SAMPLE, 0, {0, 0x11, 0x22});
    const Decoded more = DecodeWords(attr, longer);
    EXPECT_EQ(more.sample.parts, uint32_t{PERFC_PART_LEFT_OVER});
    EXPECT_EQ(more.sample.present, type);
    EXPECT_EQ(WordsOf(more.record, {more.sample.rest.offset, 2}),
              (Words{0x11, 0x22}));
    EXPECT_EQ(more.sample.rest.count, 16);
  }
}

TEST(SampleEnds, BytesLeftOverStayAsTheyWereInTheOtherByteOrder) {
  encoder::Attr attr;
  attr.sample_type = encoder::kIp | encoder::kRaw;
  encoder::Sample sample;
  sample.raw = {1, 2, 3, 4};
  sample.left_over = {9, 8, 7, 6, 5, 4, 3, 2};
  Scratch scratch;
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Decoded out = DecodeIn(order, attr, sample, &scratch);
    EXPECT_EQ(out.sample.parts, uint32_t{PERFC_PART_LEFT_OVER});
    EXPECT_EQ(BytesOf(out.record, out.sample.rest), sample.left_over);
  }
}

// 0x0100000000000000 in the one order is the ABI of 32 bits in the other.
TEST(SampleEnds, AnAbiThatIsUnknownIsSoInBothByteOrders) {
  encoder::Attr attr;
  attr.sample_type = encoder::kIp | encoder::kRegsUser | encoder::kCgroup;
  attr.sample_regs_user = 3;
  encoder::Sample sample;
  sample.user_regs = {uint64_t{1} << 56, {11, 12}};
  Scratch scratch;
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Decoded out = DecodeIn(order, attr, sample, &scratch);
    EXPECT_EQ(out.sample.parts, uint32_t{PERFC_PART_PARTIAL});
    EXPECT_EQ(out.sample.present, uint64_t{PERFC_SAMPLE_IP});
    EXPECT_EQ(out.sample.rest.offset, 16);
    EXPECT_EQ(WordsOf(out.record, {out.sample.rest.offset, 1}),
              (Words{uint64_t{1} << 56}));
  }
}

// nr 0, no hw_idx, ABI NONE, a stack of 8 bytes: with a hw_idx the ABI would be 8.
TEST(SampleEnds, AnAbiAbove2SettlesThatThereIsNoHwIdx) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_BRANCH_STACK | PERFC_SAMPLE_REGS_USER |
                           PERFC_SAMPLE_STACK_USER);
  attr.branch_sample_type = PERFC_SAMPLE_BRANCH_HW_INDEX;
  attr.sample_regs_user = 1;
  attr.sample_stack_user = 8;
  // As a hw_idx of 0, an ABI of 8 with one register, and an empty stack it would
  // fill the record as well.
  const Record record(PERFC_RECORD_SAMPLE, 0, {0, 0, 8, 0x5a5a, 0});
  const Decoded out = DecodeWords(attr, record);
  EXPECT_EQ(out.sample.parts, 0u);
  EXPECT_EQ(out.sample.present, attr.sample_type);
  EXPECT_EQ(out.sample.user_abi, uint64_t{PERFC_SAMPLE_REGS_ABI_NONE});
  EXPECT_EQ(out.sample.stack.count, 8);
}

// What Linux writes for a user's task with sample_stack_user 0: a dyn_size that no
// size counts, so that the last field lies behind the record's end.
TEST(SampleEnds, BehindAnEmptyStackOfAUserTheLastFieldIsCutOff) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_TID | PERFC_SAMPLE_STACK_USER |
                           PERFC_SAMPLE_DATA_SRC | PERFC_SAMPLE_CGROUP);
  const Record record(PERFC_RECORD_SAMPLE, 0, {Pair(1, 2), 0, 0, 0x1e05080021});
  const Decoded out = DecodeWords(attr, record);
  EXPECT_EQ(out.sample.parts, uint32_t{PERFC_PART_PARTIAL});
  EXPECT_EQ(out.sample.present, attr.sample_type & ~PERFC_SAMPLE_CGROUP);
  EXPECT_EQ(out.sample.data_src, 0x1e05080021u);
  EXPECT_EQ(out.sample.stack.count, 0);
  EXPECT_EQ(out.sample.stack_dyn_size, 0u);
  EXPECT_TRUE(Untouched(out.sample.cgroup));
  EXPECT_EQ(out.sample.rest.count, 0);
}

TEST(SampleEnds, BehindAnEmptyStackWithoutADynSizeAllFieldsAreThere) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER |
                           PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_CGROUP);
  attr.sample_regs_user = 1;
  const Record kernel(PERFC_RECORD_SAMPLE, 0, {0, 0, 0, 42});
  const Decoded out = DecodeWords(attr, kernel);
  EXPECT_EQ(out.sample.parts, 0u) << "a kernel thread has no user registers";
  EXPECT_EQ(out.sample.present, attr.sample_type);
  EXPECT_EQ(out.sample.cgroup, 42u);
  attr.sample_type &= ~uint64_t{PERFC_SAMPLE_REGS_USER};
  const Record other(PERFC_RECORD_SAMPLE, 0, {0, 7, 42});
  EXPECT_EQ(DecodeWords(attr, other).sample.weight, 7u) << "no dyn_size is 7";
  attr.sample_stack_user = 8192;
  const Record asked(PERFC_RECORD_SAMPLE, 0, {0, 0, 42});
  EXPECT_EQ(DecodeWords(attr, asked).sample.cgroup, 42u)
      << "a stack was asked for, so a kernel thread it is";
}

TEST(SampleEnds, AnEmptyStackWithNothingBehindItIsWhole) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_TID | PERFC_SAMPLE_STACK_USER);
  const Record record(PERFC_RECORD_SAMPLE, 0, {Pair(1, 2), 0});
  EXPECT_EQ(DecodeWords(attr, record).sample.parts, 0u);
}

}  // namespace
}  // namespace decode_test
