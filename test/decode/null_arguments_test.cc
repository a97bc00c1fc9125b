// NULL for every pointer of every function: an answer, never a crash.

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/every_record.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using encoder::Bytes;
using encoder::Order;

template <typename T>
void ExpectRefusesNull(const Plan &plan, const perfc_record &record,
                       int (*decode)(const perfc_plan *, const perfc_record *,
                                     T *, size_t)) {
  T out;
  ASSERT_EQ(decode(plan.get(), &record, &out, sizeof(out)), 0);
  Poison(&out);
  EXPECT_EQ(decode(nullptr, &record, &out, sizeof(out)), -EINVAL);
  EXPECT_EQ(decode(plan.get(), nullptr, &out, sizeof(out)), -EINVAL);
  EXPECT_EQ(decode(plan.get(), &record, nullptr, sizeof(out)), -EINVAL);
  EXPECT_EQ(decode(plan.get(), &record, nullptr, 0), -EINVAL);
  EXPECT_TRUE(Untouched(out));
}

TEST(NullArguments, OfEveryDecodeFunctionAreInvalid) {
  encoder::Attr attr;
  attr.sample_type = encoder::kIp;
  const Plan plan = MakePlan(attr, Order::kLittle);
  ForEverySidebandRecord(
      attr, Order::kLittle, [&](const Bytes &bytes, auto decode) {
        perfc_record record;
        ASSERT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                         nullptr, 0, &record),
                  1);
        SCOPED_TRACE(record.type);
        ExpectRefusesNull(plan, record, decode);
        ExpectRefusesNull(plan, record, perfc_decode_sample_id);
      });
  const Record sample(PERFC_RECORD_SAMPLE, 0, {1});
  ExpectRefusesNull(plan, *sample.get(), perfc_decode_sample);
}

TEST(NullArguments, OfPlanFunctionsAreInvalid) {
  const perfc_attr attr = AttrOf(PERFC_SAMPLE_IP);
  const size_t size = sizeof(attr);
  const uint64_t id = 5;
  EXPECT_EQ(perfc_plan_create(0, nullptr, nullptr), -EINVAL);
  const Plan plan = MakePlan(attr);
  EXPECT_EQ(perfc_plan_add_attr(nullptr, &attr, size, &id, 1, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_plan_add_attr(plan.get(), nullptr, size, &id, 1, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_plan_add_attr(plan.get(), &attr, size, nullptr, 1, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_plan_attr_count(plan.get()), 1);
  EXPECT_EQ(perfc_plan_add_ids(nullptr, 0, &id, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_plan_add_ids(plan.get(), 0, nullptr, 1, nullptr), -EINVAL);
  EXPECT_EQ(perfc_plan_find_id(nullptr, id), -EINVAL);
  EXPECT_EQ(perfc_plan_find_id(plan.get(), id), -ENOENT);
  uint64_t ids[1];
  uint32_t count;
  EXPECT_EQ(perfc_plan_ids(nullptr, 0, ids, 1, &count), -EINVAL);
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, nullptr, 1, &count), -EINVAL);
  EXPECT_EQ(perfc_plan_ids(plan.get(), 0, ids, 1, nullptr), 0);
  EXPECT_EQ(perfc_plan_tells_apart(nullptr, nullptr), -EINVAL);
  EXPECT_EQ(perfc_plan_attr_count(nullptr), -EINVAL);
  char buffer[8];
  EXPECT_EQ(perfc_plan_attr(nullptr, 0, buffer, sizeof(buffer)), -EINVAL);
  EXPECT_EQ(perfc_plan_attr(plan.get(), 0, nullptr, 8), -EINVAL);
  perfc_plan_destroy(nullptr);
}

TEST(NullArguments, AreExplainedWhereAnErrorIsGiven) {
  perfc_error error = {};
  EXPECT_EQ(perfc_plan_add_attr(nullptr, nullptr, 144, nullptr, 0, &error),
            -EINVAL);
  EXPECT_EQ(error.code, -EINVAL);
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_ARGUMENT});
  EXPECT_NE(error.detail[0], '\0');
}

TEST(NullArguments, OfRecordViewAreInvalid) {
  const Plan plan = MakePlan(AttrOf(0));
  const Record bytes(PERFC_RECORD_SWITCH, 0, {});
  perfc_record record;
  EXPECT_EQ(
      perfc_plan_view_record(nullptr, bytes.data(), 8, nullptr, 0, &record),
      -EINVAL);
  EXPECT_EQ(perfc_plan_view_record(plan.get(), nullptr, 8, nullptr, 0, &record),
            -EINVAL);
  EXPECT_EQ(
      perfc_plan_view_record(plan.get(), bytes.data(), 8, nullptr, 0, nullptr),
      -EINVAL);
}

TEST(NullArguments, OfRecordRangeGiveNull) {
  const Record record(PERFC_RECORD_SAMPLE, 0, {1, 2});
  const perfc_range range = {8, 1};
  EXPECT_EQ(perfc_record_range(record.get(), &range, 1), record.data() + 8);
  EXPECT_EQ(perfc_record_range(nullptr, &range, 1), nullptr);
  EXPECT_EQ(perfc_record_range(record.get(), nullptr, 1), nullptr);
}

TEST(NullArguments, OfOtherAccessorsAreInvalid) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_REGS_INTR |
                           PERFC_SAMPLE_READ);
  attr.sample_regs_user = 1;
  attr.sample_regs_intr = 1;
  const Plan plan = MakePlan(attr);
  const Record record(PERFC_RECORD_SAMPLE, 0, {5, 2, 11, 2, 12});
  perfc_sample sample;
  ASSERT_EQ(
      perfc_decode_sample(plan.get(), record.get(), &sample, sizeof(sample)),
      0);
  uint64_t value;
  for (uint64_t which : {PERFC_SAMPLE_REGS_USER, PERFC_SAMPLE_REGS_INTR}) {
    const auto reg = [which](const perfc_plan *plan, const perfc_record *record,
                             const perfc_sample *sample, uint64_t *value) {
      return perfc_decode_register(plan, record, sample, which, 0, value);
    };
    EXPECT_EQ(reg(plan.get(), record.get(), &sample, &value), 0);
    EXPECT_EQ(reg(nullptr, record.get(), &sample, &value), -EINVAL);
    EXPECT_EQ(reg(plan.get(), nullptr, &sample, &value), -EINVAL);
    EXPECT_EQ(reg(plan.get(), record.get(), nullptr, &value), -EINVAL);
    EXPECT_EQ(reg(plan.get(), record.get(), &sample, nullptr), -EINVAL);
  }
  perfc_read_value read;
  EXPECT_EQ(
      perfc_record_read_value(nullptr, &sample.read, 0, &read, sizeof(read)),
      -EINVAL);
  EXPECT_EQ(
      perfc_record_read_value(record.get(), nullptr, 0, &read, sizeof(read)),
      -EINVAL);
  EXPECT_EQ(perfc_record_read_value(record.get(), &sample.read, 0, nullptr,
                                    sizeof(read)),
            -EINVAL);
  EXPECT_EQ(perfc_decode_branch(1, nullptr, sizeof(perfc_branch)), -EINVAL);
  EXPECT_EQ(perfc_decode_data_src(1, nullptr, sizeof(perfc_data_src)), -EINVAL);
}

}  // namespace
}  // namespace decode_test
