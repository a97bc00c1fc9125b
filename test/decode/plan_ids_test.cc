// Plans without attrs, and the ids of their attrs: added, listed, looked up.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

Plan EmptyPlan(uint32_t byte_order) {
  perfc_plan *plan = nullptr;
  EXPECT_EQ(perfc_plan_create(byte_order, &plan, nullptr), 0);
  return Plan(plan);
}

int AddIds(const Plan &plan, uint32_t index, const Ids &ids) {
  return perfc_plan_add_ids(plan.get(), index, ids.data(), ids.size(), nullptr);
}

Ids IdsOf(const Plan &plan, uint32_t index) {
  Ids ids(100, 77);
  uint32_t count = 77;
  const int result =
      perfc_plan_ids(plan.get(), index, ids.data(), ids.size(), &count);
  EXPECT_EQ(result, static_cast<int>(count));
  ids.resize(result < 0 ? 0 : result);
  return ids;
}

TEST(EmptyPlan, HasNoAttr) {
  const Plan plan = EmptyPlan(PERFC_BYTE_ORDER_NATIVE);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 0);
  EXPECT_EQ(perfc_plan_tells_apart(plan.get(), nullptr), 1);
  EXPECT_EQ(perfc_plan_attr(plan.get(), 0, nullptr, 0), -EINVAL);
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, nullptr, 0, nullptr), -EINVAL);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 5), -ENOENT);
  EXPECT_EQ(perfc_plan_set_default(plan.get(), 0), -EINVAL);
  EXPECT_EQ(AddIds(plan, 0, {5}), -EINVAL);
}

TEST(EmptyPlan, OfAnUnknownByteOrderIsRefused) {
  perfc_plan *made = nullptr;
  perfc_error error;
  EXPECT_EQ(perfc_plan_create(3, &made, &error), -EINVAL);
  EXPECT_EQ(error.code, -EINVAL);
  EXPECT_EQ(made, nullptr);
}

TEST(EmptyPlan, DecodesNothing) {
  const Plan plan = EmptyPlan(PERFC_BYTE_ORDER_NATIVE);
  const Record sample(PERFC_RECORD_SAMPLE, 0, {1, 2});
  perfc_sample decoded;
  EXPECT_EQ(
      perfc_decode_sample(plan.get(), sample.get(), &decoded, sizeof(decoded)),
      -ENOKEY);
  const Record lost(PERFC_RECORD_LOST, 0, {1, 2});
  EXPECT_EQ(DecodeAny(plan, *lost.get()), -ENOKEY);
  perfc_sample_id id;
  EXPECT_EQ(perfc_decode_sample_id(plan.get(), lost.get(), &id, sizeof(id)),
            -ENOKEY);
}

TEST(EmptyPlan, ViewsRecordsOfThisByteOrderOnly) {
  const Record record(PERFC_RECORD_LOST, 0, {1, 2});
  perfc_record view;
  const Plan native = EmptyPlan(PERFC_BYTE_ORDER_NATIVE);
  EXPECT_EQ(perfc_plan_view_record(native.get(), record.data(), 24, nullptr, 0,
                                   &view),
            1);
  const encoder::Writer big =
      encoder::Writer(encoder::Order::kBig).U32(2).U16(0).U16(24).U64(1).U64(2);
  const Plan foreign = EmptyPlan(PERFC_BYTE_ORDER_BIG);
  Scratch scratch;
  EXPECT_EQ(perfc_plan_view_record(foreign.get(), big.bytes().data(), 24,
                                   scratch.data(), scratch.size(), &view),
            -ENOKEY);
}

TEST(EmptyPlan, TakesItsFirstAttr) {
  const Plan plan = EmptyPlan(PERFC_BYTE_ORDER_NATIVE);
  EXPECT_EQ(Add(plan, AttrOf(PERFC_SAMPLE_IP), {}), 0);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 1);
  const Record sample(PERFC_RECORD_SAMPLE, 0, {0x401000});
  EXPECT_EQ(DecodeAny(plan, *sample.get()), 0);
}

TEST(PlanIds, AreListedInTheOrderInWhichTheyWereAdded) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  const Plan plan = MakePlan(attr, {9, 3});
  ASSERT_EQ(Add(plan, attr, {}), 1);
  EXPECT_EQ(IdsOf(plan, 0), (Ids{9, 3}));
  EXPECT_EQ(IdsOf(plan, 1), Ids{});
  ASSERT_EQ(AddIds(plan, 1, {8, 2}), 0);
  ASSERT_EQ(AddIds(plan, 0, {1}), 0);
  ASSERT_EQ(AddIds(plan, 0, {}), 0);
  EXPECT_EQ(IdsOf(plan, 0), (Ids{9, 3, 1}));
  EXPECT_EQ(IdsOf(plan, 1), (Ids{8, 2}));
}

TEST(PlanIds, BeyondTheCapacityAreCountedAndNotCopied) {
  const Plan plan = MakePlan(AttrOf(0), {9, 3, 1});
  uint64_t ids[] = {77, 77, 77};
  uint32_t count = 0;
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, ids, 2, &count), -ENOSPC);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(ids[0], 77u);
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, nullptr, 0, &count), -ENOSPC);
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, ids, 3, nullptr), 3);
  EXPECT_EQ(ids[2], 1u);
}

TEST(PlanIds, AreAddedAllOrNone) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  const Plan plan = MakePlan(attr, {5});
  ASSERT_EQ(Add(plan, attr, {6}), 1);
  EXPECT_EQ(AddIds(plan, 0, {7, 6}), -EEXIST) << "another attr's";
  EXPECT_EQ(AddIds(plan, 0, {7, 5}), -EEXIST) << "its own";
  EXPECT_EQ(AddIds(plan, 0, {7, 7}), -EEXIST) << "twice";
  EXPECT_EQ(AddIds(plan, 2, {7}), -EINVAL) << "no such attr";
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 7), -ENOENT);
  EXPECT_EQ(IdsOf(plan, 0), Ids{5});
}

TEST(PlanIds, LeadToTheirAttr) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  const Plan plan = MakePlan(attr, {5});
  ASSERT_EQ(Add(plan, attr, {6}), 1);
  ASSERT_EQ(AddIds(plan, 0, {7}), 0);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 5), 0);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 6), 1);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 7), 0);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 8), -ENOENT);
  for (uint64_t id : {5u, 6u, 7u}) {
    const Record sample(PERFC_RECORD_SAMPLE, 0, {id});
    perfc_sample decoded;
    ASSERT_EQ(perfc_decode_sample(plan.get(), sample.get(), &decoded,
                                  sizeof(decoded)),
              0);
    EXPECT_EQ(decoded.attr_index, id == 6);
  }
}

TEST(PlanIds, ZeroLeadsToTheDefaultAttr) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IDENTIFIER);
  const Plan plan = MakePlan(attr, {5});
  ASSERT_EQ(Add(plan, attr, {6}), 1);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 0), -ENOENT);
  ASSERT_EQ(perfc_plan_set_default(plan.get(), 1), 0);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 0), 1);
  ASSERT_EQ(perfc_plan_set_default(plan.get(), PERFC_PLAN_NO_DEFAULT), 0);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), 0), -ENOENT);
}

}  // namespace
}  // namespace decode_test
