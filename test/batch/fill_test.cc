// How a fill of bytes begins, ends and goes on.

#include <cerrno>

#include "test/batch/batches.h"

namespace batches {
namespace {

using encoder::kCallchain;
using encoder::kIp;
using encoder::kStackUser;
using encoder::kTid;
using U32 = std::vector<uint32_t>;
using U64 = std::vector<uint64_t>;

Sample SampleOf(uint64_t ip, size_t stack = 0) {
  Sample sample;
  sample.ip = ip;
  sample.stack.resize(stack, static_cast<uint8_t>(ip));
  return sample;
}

// So many samples, and behind every `between`th of them a record.
Records MakeRecords(const Attr& attr, uint64_t samples, uint64_t between = 0,
                    size_t stack = 0) {
  Records records;
  for (uint64_t i = 1; i <= samples; ++i) {
    records.Add(SampleOf(i, stack), attr);
    if (between != 0 && i % between == 0) {
      records.Add(encoder::Lost{i, i}, {}, attr);
    }
  }
  return records;
}

// The rows of each fill until all is taken.
std::vector<int> FillsOf(const Batch& batch, const Plan& plan,
                         const Records& records) {
  std::vector<int> fills;
  for (size_t at = 0; at < records.size();) {
    size_t consumed = 0;
    fills.push_back(perfc_batch_fill_bytes(batch.get(), plan.get(),
                                           records.data() + at,
                                           records.size() - at, &consumed));
    if (fills.back() <= 0) break;
    at += consumed;
  }
  return fills;
}

TEST(Fill, OfNothingGivesNoRows) {
  const Plan plan = PlanOf(AttrOf(kIp));
  const Batch batch = MakeBatch(0);
  size_t consumed = 1;
  EXPECT_EQ(
      perfc_batch_fill_bytes(batch.get(), plan.get(), nullptr, 0, &consumed),
      0);
  EXPECT_EQ(consumed, 0u);
  EXPECT_FALSE(HasColumn(batch, PERFC_COLUMN_SEQUENCE));
}

TEST(Fill, RefusesWhatCannotBeBytesOfThisMachine) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0);
  const Records records = MakeRecords(attr, 2);
  size_t consumed = 0;
  const auto fill = [&](perfc_batch* to, const perfc_plan* by, const void* data,
                        size_t* out) {
    return perfc_batch_fill_bytes(to, by, data, 16, out);
  };
  EXPECT_EQ(fill(nullptr, plan.get(), records.data(), &consumed), -EINVAL);
  EXPECT_EQ(fill(batch.get(), nullptr, records.data(), &consumed), -EINVAL);
  EXPECT_EQ(fill(batch.get(), plan.get(), nullptr, &consumed), -EINVAL);
  EXPECT_EQ(fill(batch.get(), plan.get(), records.data(), nullptr), -EINVAL);
  EXPECT_EQ(fill(batch.get(), plan.get(), records.data() + 4, &consumed),
            -EINVAL);
  vectors::Case foreign;
  foreign.attrs = {{attr, {}}};
  const Plan big = vectors::MakePlan(foreign, Order::kBig);
  EXPECT_EQ(fill(batch.get(), big.get(), records.data(), &consumed), -EINVAL);
}

TEST(Fill, StopsBeforeAHeaderThatCannotBeRightAndThenSaysSo) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  for (uint16_t size : {0, 7, 12, 17, 24, 65535}) {
    SCOPED_TRACE(size);
    const Batch batch = MakeBatch(0);
    Records records = MakeRecords(attr, 2);
    const size_t good = records.size();
    records.Raw({9, 0, 0, 0, 2, 0, static_cast<uint8_t>(size),
                 static_cast<uint8_t>(size >> 8), 0, 0, 0, 0, 0, 0, 0, 0});
    size_t consumed = 0;
    EXPECT_EQ(Fill(batch, plan, records, &consumed), 2);
    EXPECT_EQ(consumed, good);
    EXPECT_EQ(InfoOf(batch).full, 0u);
    EXPECT_EQ(perfc_batch_fill_bytes(batch.get(), plan.get(),
                                     records.data() + good, 16, &consumed),
              -EBADMSG);
    EXPECT_EQ(consumed, 0u);
    EXPECT_EQ(InfoOf(batch).samples, 0u);
  }
}

TEST(Fill, LeavesARecordThatIsNotAllThere) {
  const Attr attr = AttrOf(kIp | kTid);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0);
  const Records records = MakeRecords(attr, 5);
  const size_t one = records.size() / 5;
  for (size_t size = 0; size <= records.size(); ++size) {
    size_t consumed = 0;
    const int filled = perfc_batch_fill_bytes(batch.get(), plan.get(),
                                              records.data(), size, &consumed);
    const size_t whole = size / one;
    EXPECT_EQ(consumed, whole * one);
    EXPECT_EQ(filled, whole > 0   ? static_cast<int>(whole)
                      : size == 0 ? 0
                                  : -EBADMSG);
  }
}

TEST(Fill, TakesAsManyRowsAsToldAndGoesOnFromThere) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0, 3);
  EXPECT_EQ(FillsOf(batch, plan, MakeRecords(attr, 10)),
            (std::vector<int>{3, 3, 3, 1}));
  EXPECT_EQ(InfoOf(batch).full, 0u);
  EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_IP), (U64{10}));
  EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_SEQUENCE), (U64{9}));
}

TEST(Fill, CountsTheRowsOfBothTables) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0, 4);
  // Sample, sample, record, and so on.
  EXPECT_EQ(FillsOf(batch, plan, MakeRecords(attr, 8, 2)),
            (std::vector<int>{4, 4, 4}));
  const Batch one = MakeBatch(0, 1);
  EXPECT_EQ(FillsOf(one, plan, MakeRecords(attr, 2, 1)),
            (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(InfoOf(one).full, 0u) << "nothing was left";
}

TEST(Fill, SaysThatItEndedBecauseTheBatchWasFull) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0, 4);
  EXPECT_EQ(Fill(batch, plan, MakeRecords(attr, 5)), 4);
  EXPECT_EQ(InfoOf(batch).full, 1u);
  EXPECT_EQ(InfoOf(batch).overflow, 0u);
}

TEST(Fill, ChoosesTheRowsByTheirBytes) {
  const Attr small = AttrOf(kIp);
  const Attr large = AttrOf(kIp | kStackUser);
  const Batch batch = MakeBatch(0);
  const int many = Fill(batch, PlanOf(small), MakeRecords(small, 5000));
  EXPECT_EQ(InfoOf(batch).full, 1u);
  const int few = Fill(batch, PlanOf(large), MakeRecords(large, 5000, 0, 512));
  EXPECT_GT(many, 4 * few);
  // As views the stacks don't count.
  const Batch views = MakeBatch(PERFC_BATCH_VIEWS);
  EXPECT_GT(Fill(views, PlanOf(large), MakeRecords(large, 5000, 0, 512)),
            4 * few);
}

TEST(Fill, TakesSixteenRowsHoweverLarge) {
  const Attr attr = AttrOf(kIp | kStackUser);
  const Batch batch = MakeBatch(0);
  EXPECT_EQ(FillsOf(batch, PlanOf(attr), MakeRecords(attr, 35, 0, 60000)),
            (std::vector<int>{16, 16, 3}));
}

TEST(Fill, ManyOtherRecordsEndItToo) {
  const Attr attr = AttrOf(kIp);
  const Batch batch = MakeBatch(0);
  Records records;
  for (uint64_t i = 0; i < 5000; ++i) {
    records.Add(encoder::Lost{i, i}, {}, attr);
  }
  const int filled = Fill(batch, PlanOf(attr), records);
  EXPECT_GT(filled, 10);
  EXPECT_LT(filled, 5000);
  EXPECT_EQ(InfoOf(batch).full, 1u);
}

TEST(Fill, MayBeByAnotherPlanEachTime) {
  const Attr ip = AttrOf(kIp);
  const Attr tid = AttrOf(kTid);
  const Batch batch = MakeBatch(0);
  // The bytes are alike: one word behind the header.
  const Records records = MakeRecords(ip, 4);
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(Fill(batch, PlanOf(ip), records), 4);
    EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_IP), (U64{1, 2, 3, 4}));
    EXPECT_FALSE(HasColumn(batch, PERFC_COLUMN_PID));
    ASSERT_EQ(Fill(batch, PlanOf(tid), records), 4);
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_PID), (U32{1, 2, 3, 4}));
    EXPECT_FALSE(HasColumn(batch, PERFC_COLUMN_IP));
  }
}

// The second attr's records look like the first one's, but for where the
// registers lie.
TEST(Fill, MayBeByAPlanThatHasGrown) {
  Attr first =
      AttrOf(encoder::kIdentifier | encoder::kRegsUser | encoder::kRegsIntr);
  first.sample_regs_user = 3;
  first.sample_regs_intr = 1;
  Attr second = first;
  second.sample_regs_user = 1;
  second.sample_regs_intr = 3;
  Sample sample;
  sample.identifier = 1;
  sample.user_regs = {2, {10, 11}};
  sample.intr_regs = {2, {12}};
  Records records;
  records.Add(sample, first).Add(sample, first);
  const Plan plan = PlanOf({{first, {1}}});
  const Batch batch = MakeBatch(0);
  ASSERT_EQ(Fill(batch, plan, records), 2);
  EXPECT_EQ(Elements<uint64_t>(ColumnOf(batch, PERFC_COLUMN_USER_REGS), 1),
            (U64{10, 11}));
  const encoder::Bytes attr = second.Encode(Order::kLittle);
  const uint64_t id = 2;
  ASSERT_EQ(perfc_plan_add_attr(plan.get(), attr.data(), attr.size(), &id, 1,
                                nullptr),
            1);
  sample.identifier = 2;
  sample.user_regs = {2, {20}};
  sample.intr_regs = {2, {2, 22}};
  Records others;
  others.Add(sample, second).Add(sample, second);
  ASSERT_EQ(Fill(batch, plan, others), 2);
  EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_ATTR_INDEX), (U32{1, 1}));
  EXPECT_EQ(Elements<uint64_t>(ColumnOf(batch, PERFC_COLUMN_USER_REGS), 1),
            (U64{20}));
  EXPECT_EQ(Elements<uint64_t>(ColumnOf(batch, PERFC_COLUMN_INTR_REGS), 1),
            (U64{2, 22}));
}

TEST(Fill, AsViewsPointsIntoTheBytes) {
  const Attr attr = AttrOf(kIp | kStackUser);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(PERFC_BATCH_VIEWS);
  const Records records = MakeRecords(attr, 4, 2, 64);
  ASSERT_EQ(Fill(batch, plan, records), 6);
  for (uint32_t table : {PERFC_TABLE_SAMPLES, PERFC_TABLE_RECORDS}) {
    const perfc_column column = ColumnOf(
        batch,
        table == PERFC_TABLE_SAMPLES ? PERFC_COLUMN_STACK : PERFC_COLUMN_RAW,
        table);
    ASSERT_NE(column.sizes, nullptr);
    EXPECT_EQ(column.values, records.data());
    EXPECT_EQ(column.value_count, records.size());
    for (uint64_t row = 0; row < column.rows; ++row) {
      EXPECT_GT(column.offsets[row], 0);
      EXPECT_GT(column.sizes[row], 0);
      EXPECT_LE(static_cast<uint64_t>(column.offsets[row] + column.sizes[row]),
                column.value_count);
    }
  }
}

TEST(Fill, WithBytesAsViewsCopiesLists) {
  const Attr attr = AttrOf(kCallchain | kStackUser);
  const Batch batch = MakeBatch(PERFC_BATCH_VIEW_BYTES);
  Records records;
  for (uint64_t i = 0; i < 4; ++i) {
    Sample sample = SampleOf(0, 64);
    sample.callchain = {i, i + 1};
    records.Add(sample, attr);
  }
  records.Add(encoder::Lost{1, 1}, {}, attr);
  ASSERT_EQ(Fill(batch, PlanOf(attr), records), 5);
  const perfc_column stack = ColumnOf(batch, PERFC_COLUMN_STACK);
  EXPECT_EQ(stack.values, records.data());
  ASSERT_NE(stack.sizes, nullptr);
  EXPECT_EQ(stack.sizes[3], 64);
  const perfc_column raw =
      ColumnOf(batch, PERFC_COLUMN_RAW, PERFC_TABLE_RECORDS);
  EXPECT_EQ(raw.values, records.data());
  const perfc_column chain = ColumnOf(batch, PERFC_COLUMN_CALLCHAIN);
  EXPECT_EQ(chain.sizes, nullptr);
  EXPECT_EQ(chain.value_count, 8u);
  EXPECT_EQ(Elements<uint64_t>(chain, 2), (U64{2, 3}));
}

}  // namespace
}  // namespace batches
