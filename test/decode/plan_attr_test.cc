// Plans from attrs of every size, in both byte orders.

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "test/decode/support.h"
#include "test/encoder/attr.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;

int Create(const Bytes &attr, uint32_t order, Plan *plan) {
  perfc_plan *made = nullptr;
  const int failed = perfc_plan_create(order, &made, nullptr);
  EXPECT_EQ(failed == 0, made != nullptr);
  plan->reset(made);
  if (failed) return failed;
  return perfc_plan_add_attr(made, attr.data(), attr.size(), nullptr, 0,
                             nullptr);
}

int Create(const Bytes &attr) {
  Plan plan;
  return Create(attr, PERFC_BYTE_ORDER_NATIVE, &plan);
}

// Every field has a value of its own.
Attr DistinctAttr() {
  Attr attr;
  attr.type = 0x11;
  attr.config = 0x12;
  attr.sample_period = 0x13;
  attr.sample_type = encoder::kIp | encoder::kTid;
  attr.read_format = 0x15;
  attr.flags =
      encoder::kFlagSampleIdAll | encoder::kFlagMmap | uint64_t{1} << 39;
  attr.precise_ip = 1;
  attr.wakeup_events = 0x16;
  attr.bp_type = 0x17;
  attr.config1 = 0x18;
  attr.config2 = 0x19;
  attr.branch_sample_type = 0x1a;
  attr.sample_regs_user = 0x1b;
  attr.sample_stack_user = 0x1c;
  attr.clockid = -3;
  attr.sample_regs_intr = 0x1d;
  attr.aux_watermark = 0x1e;
  attr.sample_max_stack = 0x1f;
  attr.aux_sample_size = 0x20;
  attr.aux_action = 6;
  attr.sig_data = 0x21;
  attr.config3 = 0x22;
  attr.config4 = 0x23;
  return attr;
}

void ExpectDistinct(const perfc_attr &attr) {
  EXPECT_EQ(attr.type, 0x11u);
  EXPECT_EQ(attr.size, 144u);
  EXPECT_EQ(attr.config, 0x12u);
  EXPECT_EQ(attr.sample_period, 0x13u);
  EXPECT_EQ(attr.sample_type, uint64_t{PERFC_SAMPLE_IP | PERFC_SAMPLE_TID});
  EXPECT_EQ(attr.read_format, 0x15u);
  EXPECT_EQ(attr.flags, PERFC_ATTR_SAMPLE_ID_ALL | PERFC_ATTR_MMAP |
                            PERFC_ATTR_DEFER_OUTPUT |
                            1 << PERFC_ATTR_PRECISE_IP_SHIFT);
  EXPECT_EQ(attr.wakeup_events, 0x16u);
  EXPECT_EQ(attr.bp_type, 0x17u);
  EXPECT_EQ(attr.config1, 0x18u);
  EXPECT_EQ(attr.config2, 0x19u);
  EXPECT_EQ(attr.branch_sample_type, 0x1au);
  EXPECT_EQ(attr.sample_regs_user, 0x1bu);
  EXPECT_EQ(attr.sample_stack_user, 0x1cu);
  EXPECT_EQ(attr.clockid, -3);
  EXPECT_EQ(attr.sample_regs_intr, 0x1du);
  EXPECT_EQ(attr.aux_watermark, 0x1eu);
  EXPECT_EQ(attr.sample_max_stack, 0x1f);
  EXPECT_EQ(attr.aux_sample_size, 0x20u);
  EXPECT_EQ(attr.aux_action,
            uint32_t{PERFC_AUX_ACTION_PAUSE | PERFC_AUX_ACTION_RESUME});
  EXPECT_EQ(attr.sig_data, 0x21u);
  EXPECT_EQ(attr.config3, 0x22u);
  EXPECT_EQ(attr.config4, 0x23u);
}

TEST(PlanAttr, ComesBackInThisMachinesByteOrder) {
  const struct {
    Order order;
    uint32_t byte_order;
  } cases[] = {{Order::kLittle, PERFC_BYTE_ORDER_NATIVE},
               {Order::kLittle, PERFC_BYTE_ORDER_LITTLE},
               {Order::kBig, PERFC_BYTE_ORDER_BIG}};
  for (const auto &one : cases) {
    SCOPED_TRACE(one.byte_order);
    Plan plan;
    ASSERT_EQ(Create(DistinctAttr().Encode(one.order), one.byte_order, &plan),
              0);
    EXPECT_EQ(perfc_plan_attr_count(plan.get()), 1);
    auto attr = Poisoned<perfc_attr>();
    ASSERT_EQ(perfc_plan_attr(plan.get(), 0, &attr, sizeof(attr)), 144);
    ExpectDistinct(attr);
  }
}

TEST(PlanAttr, AnOldAttrComesWithZerosBehindIt) {
  Attr old = DistinctAttr();
  old.size = PERFC_ATTR_SIZE_VER0;
  Plan plan;
  ASSERT_EQ(Create(old.Encode(Order::kLittle, old.size),
                   PERFC_BYTE_ORDER_NATIVE, &plan),
            0);
  auto attr = Poisoned<perfc_attr>();
  ASSERT_EQ(perfc_plan_attr(plan.get(), 0, &attr, sizeof attr),
            PERFC_ATTR_SIZE_VER0);
  const auto *tail = reinterpret_cast<const uint8_t *>(&attr);
  for (size_t i = PERFC_ATTR_SIZE_VER0; i < sizeof attr; ++i) {
    ASSERT_EQ(tail[i], 0) << i;
  }
}

TEST(PlanAttr, EachPreciseIpSurvivesTheOtherByteOrder) {
  for (uint64_t precise_ip = 0; precise_ip < 4; ++precise_ip) {
    Attr attr;
    attr.precise_ip = static_cast<uint32_t>(precise_ip);
    Plan plan;
    ASSERT_EQ(Create(attr.Encode(Order::kBig), PERFC_BYTE_ORDER_BIG, &plan), 0);
    perfc_attr native;
    perfc_plan_attr(plan.get(), 0, &native, sizeof(native));
    EXPECT_EQ(native.flags, precise_ip << PERFC_ATTR_PRECISE_IP_SHIFT);
  }
}

TEST(PlanAttr, EachFlagSurvivesTheOtherByteOrder) {
  for (int bit = 0; bit < 40; ++bit) {
    if (bit == 15 || bit == 16) continue;
    Attr attr;
    attr.flags = uint64_t{1} << bit;
    Plan plan;
    ASSERT_EQ(Create(attr.Encode(Order::kBig), PERFC_BYTE_ORDER_BIG, &plan), 0);
    perfc_attr native;
    perfc_plan_attr(plan.get(), 0, &native, sizeof(native));
    EXPECT_EQ(native.flags, uint64_t{1} << bit);
  }
}

TEST(PlanAttr, EveryPublishedSizeIsAccepted) {
  for (uint32_t size : {64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 4096}) {
    for (Order order : {Order::kLittle, Order::kBig}) {
      SCOPED_TRACE(size);
      Attr attr = DistinctAttr();
      attr.size = size;
      Plan plan;
      ASSERT_EQ(Create(attr.Encode(order, size),
                       order == Order::kBig ? PERFC_BYTE_ORDER_BIG
                                            : PERFC_BYTE_ORDER_LITTLE,
                       &plan),
                0);
      perfc_attr native = {};
      EXPECT_EQ(perfc_plan_attr(plan.get(), 0, &native, sizeof(native)),
                static_cast<int>(size));
      EXPECT_EQ(native.size, size);
      EXPECT_EQ(native.sample_type, encoder::kIp | encoder::kTid);
      EXPECT_EQ(native.config4, size >= 144 ? 0x23u : 0u);
    }
  }
}

TEST(PlanAttr, BelowTheFirstVersionOrAboveAPageIsTooBig) {
  for (size_t size : {0, 8, 63, 4097, 8192}) {
    SCOPED_TRACE(size);
    Attr attr;
    attr.size = 0;
    Bytes bytes = attr.Encode(Order::kLittle, size);
    bytes.reserve(8192);
    EXPECT_EQ(Create(bytes), -E2BIG);
  }
}

TEST(PlanAttr, ARefusedSizeIsExplained) {
  const Bytes bytes(8);
  perfc_plan *made = nullptr;
  ASSERT_EQ(perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &made, nullptr), 0);
  const Plan plan(made);
  auto error = Poisoned<perfc_error>();
  ASSERT_EQ(
      perfc_plan_add_attr(made, bytes.data(), bytes.size(), nullptr, 0, &error),
      -E2BIG);
  EXPECT_EQ(error.code, -E2BIG);
  EXPECT_EQ(error.call, uint32_t{PERFC_CALL_NONE});
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_ATTR_SIZE});
  EXPECT_EQ(error.number[0], 8u);
  char text[512];
  EXPECT_GT(perfc_error_text(&error, text, sizeof(text)), 0);
}

TEST(PlanAttr, SizeFieldOfZeroMeansTheLengthPassed) {
  Attr attr = DistinctAttr();
  attr.size = 0;
  Plan plan;
  ASSERT_EQ(Create(attr.Encode(Order::kLittle), PERFC_BYTE_ORDER_NATIVE, &plan),
            0);
  perfc_attr native;
  ASSERT_EQ(perfc_plan_attr(plan.get(), 0, &native, sizeof(native)), 144);
  ExpectDistinct(native);
}

TEST(PlanAttr, SizeFieldBelowTheLengthPassedCounts) {
  for (Order order : {Order::kLittle, Order::kBig}) {
    Attr attr = DistinctAttr();
    attr.size = 96;
    Plan plan;
    ASSERT_EQ(Create(attr.Encode(order),
                     order == Order::kBig ? PERFC_BYTE_ORDER_BIG
                                          : PERFC_BYTE_ORDER_LITTLE,
                     &plan),
              0);
    perfc_attr native = {};
    ASSERT_EQ(perfc_plan_attr(plan.get(), 0, &native, sizeof(native)), 96);
    EXPECT_EQ(native.size, 96u);
    EXPECT_EQ(native.sample_regs_user, 0x1bu);
    EXPECT_EQ(native.sample_regs_intr, 0u);
  }
}

// Fields beyond the size that counts aren't the event's, so they don't shape
// its records either.
TEST(PlanAttr, FieldsBeyondTheSizeFieldDoNotShapeRecords) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_INTR | PERFC_SAMPLE_IP);
  attr.sample_regs_intr = 0xff;
  attr.size = PERFC_ATTR_SIZE_VER3;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0,
                      {0x401000, PERFC_SAMPLE_REGS_ABI_64});
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  EXPECT_EQ(sample.intr_regs.count, 0);
}

TEST(PlanAttr, SizeFieldBelowTheFirstVersionIsTooBig) {
  Attr attr;
  attr.size = 8;
  EXPECT_EQ(Create(attr.Encode(Order::kLittle)), -E2BIG);
}

TEST(PlanAttr, SizeFieldBeyondTheLengthPassedIsInvalid) {
  Attr attr;
  attr.size = 152;
  EXPECT_EQ(Create(attr.Encode(Order::kLittle)), -EINVAL);
  attr.size = 0x90000000;
  EXPECT_EQ(Create(attr.Encode(Order::kLittle)), -EINVAL);
}

// A kernel newer than this version wrote it: it is kept, not dropped.
TEST(PlanAttr, AnUnknownTailIsKept) {
  for (uint8_t filling : {uint8_t{0}, uint8_t{0x5c}}) {
    Attr attr = DistinctAttr();
    attr.size = 4096;
    Bytes bytes = attr.Encode(Order::kLittle, 4096);
    std::fill(bytes.begin() + 144, bytes.end(), filling);
    Plan plan;
    ASSERT_EQ(Create(bytes, PERFC_BYTE_ORDER_NATIVE, &plan), 0);
    Bytes copy(4096);
    ASSERT_EQ(perfc_plan_attr(plan.get(), 0, copy.data(), copy.size()), 4096);
    EXPECT_EQ(copy, bytes);
  }
}

TEST(PlanAttr, IsCopiedUpToTheCallersSize) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP));
  Bytes buffer(32, kPoison);
  EXPECT_EQ(perfc_plan_attr(plan.get(), 0, buffer.data(), 16), 144);
  EXPECT_EQ(buffer[4], 144);
  EXPECT_TRUE(IsPoison(buffer.data() + 16, 16));
  EXPECT_EQ(perfc_plan_attr(plan.get(), 0, nullptr, 0), 144);
  EXPECT_EQ(perfc_plan_attr(plan.get(), 1, buffer.data(), 16), -EINVAL);
}

TEST(PlanAttr, IsNotNeededOnceThePlanIsMade) {
  Bytes bytes = DistinctAttr().Encode(Order::kLittle);
  Plan plan;
  ASSERT_EQ(Create(bytes, PERFC_BYTE_ORDER_NATIVE, &plan), 0);
  std::fill(bytes.begin(), bytes.end(), 0xff);
  perfc_attr native;
  ASSERT_EQ(perfc_plan_attr(plan.get(), 0, &native, sizeof(native)), 144);
  ExpectDistinct(native);
}

TEST(PlanAttr, AnUnknownByteOrderIsInvalid) {
  Plan plan;
  EXPECT_EQ(Create(Attr().Encode(Order::kLittle), 3, &plan), -EINVAL);
}

}  // namespace
}  // namespace decode_test
