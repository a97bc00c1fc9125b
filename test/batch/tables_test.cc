// The two tables of a fill: which columns they have, what is null, how their
// rows hang together.

#include <cerrno>
#include <set>
#include <string>

#include "test/batch/batches.h"

namespace batches {
namespace {

using encoder::kAddr;
using encoder::kCallchain;
using encoder::kIdentifier;
using encoder::kIp;
using encoder::kRaw;
using encoder::kTid;
using encoder::kTime;
using U16 = std::vector<uint16_t>;
using U32 = std::vector<uint32_t>;
using U64 = std::vector<uint64_t>;
using Bytes = std::vector<uint8_t>;

Sample SampleOf(uint64_t ip) {
  Sample sample;
  sample.ip = ip;
  sample.pid = static_cast<uint32_t>(ip) + 1;
  sample.tid = static_cast<uint32_t>(ip) + 2;
  sample.time = ip + 3;
  sample.addr = ip + 4;
  sample.callchain = {ip, ip + 5};
  sample.raw = {1, 2, 3, static_cast<uint8_t>(ip)};
  return sample;
}

std::set<uint32_t> ColumnsOf(const Batch& batch, uint32_t table) {
  std::set<uint32_t> columns;
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    if (HasColumn(batch, i, table)) columns.insert(i);
  }
  return columns;
}

TEST(Tables, HaveTheColumnsThatTheAttrAsksForAndNoOthers) {
  const Attr attr = AttrOf(kTid | kTime | kCallchain);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0);
  Records records;
  records.Add(SampleOf(100), attr).Add(encoder::Comm{1, 2, "sh"}, {}, attr);
  ASSERT_EQ(Fill(batch, plan, records), 2);
  EXPECT_EQ(ColumnsOf(batch, PERFC_TABLE_SAMPLES),
            (std::set<uint32_t>{PERFC_COLUMN_SEQUENCE, PERFC_COLUMN_ATTR_INDEX,
                                PERFC_COLUMN_MISC, PERFC_COLUMN_PARTS,
                                PERFC_COLUMN_PID, PERFC_COLUMN_TID,
                                PERFC_COLUMN_TIME, PERFC_COLUMN_CALLCHAIN}));
  EXPECT_EQ(ColumnsOf(batch, PERFC_TABLE_RECORDS),
            (std::set<uint32_t>{PERFC_COLUMN_SEQUENCE, PERFC_COLUMN_ATTR_INDEX,
                                PERFC_COLUMN_MISC, PERFC_COLUMN_TYPE,
                                PERFC_COLUMN_PID, PERFC_COLUMN_TID,
                                PERFC_COLUMN_TIME, PERFC_COLUMN_RAW}));
}

TEST(Tables, RefuseWhatTheyDoNotHave) {
  const Batch batch = MakeBatch(0);
  perfc_column column = {};
  const auto ask = [&](const perfc_batch* of, uint32_t table, uint32_t which) {
    return perfc_batch_column(of, table, which, &column, sizeof column);
  };
  EXPECT_EQ(ask(nullptr, 0, 0), -EINVAL);
  EXPECT_EQ(ask(batch.get(), 2, 0), -EINVAL);
  EXPECT_EQ(ask(batch.get(), 0, PERFC_COLUMN_COUNT), -EINVAL);
  EXPECT_EQ(ask(batch.get(), 0, 0), -ENODATA);
  EXPECT_EQ(perfc_batch_column(batch.get(), 0, 0, nullptr, 8), -EINVAL);
  EXPECT_EQ(perfc_batch_get_info(nullptr, nullptr, 0), -EINVAL);
  EXPECT_EQ(InfoOf(batch).samples + InfoOf(batch).records, 0u);
}

TEST(Tables, ColumnsHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    const char* name = perfc_column_name(i);
    ASSERT_NE(name, nullptr) << i;
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(perfc_column_name(PERFC_COLUMN_COUNT), nullptr);
  EXPECT_STREQ(perfc_column_name(PERFC_COLUMN_CALLCHAIN), "callchain");
  EXPECT_STREQ(perfc_column_name(PERFC_COLUMN_TYPE), "type");
}

TEST(Tables, OnlySelectedFieldsAreDecoded) {
  const Attr attr = AttrOf(kIp | kTid | kTime | kCallchain | kRaw);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0, 0, PERFC_SAMPLE_TIME | PERFC_SAMPLE_RAW);
  Records records;
  records.Add(SampleOf(100), attr).Add(SampleOf(200), attr);
  ASSERT_EQ(Fill(batch, plan, records), 2);
  EXPECT_EQ(ColumnsOf(batch, PERFC_TABLE_SAMPLES),
            (std::set<uint32_t>{PERFC_COLUMN_SEQUENCE, PERFC_COLUMN_ATTR_INDEX,
                                PERFC_COLUMN_MISC, PERFC_COLUMN_PARTS,
                                PERFC_COLUMN_TIME, PERFC_COLUMN_RAW}));
  EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_TIME), (U64{103, 203}));
  EXPECT_EQ(Elements<uint8_t>(ColumnOf(batch, PERFC_COLUMN_RAW), 1),
            (Bytes{1, 2, 3, 200}));
}

TEST(Tables, SelectingWhatNoAttrHasLeavesTheRowsOwnColumns) {
  const Attr attr = AttrOf(kIp);
  const Batch batch = MakeBatch(0, 0, PERFC_SAMPLE_ADDR);
  Records records;
  records.Add(SampleOf(100), attr).Add(SampleOf(200), attr);
  ASSERT_EQ(Fill(batch, PlanOf(attr), records), 2);
  EXPECT_EQ(ColumnsOf(batch, PERFC_TABLE_SAMPLES),
            (std::set<uint32_t>{PERFC_COLUMN_SEQUENCE, PERFC_COLUMN_ATTR_INDEX,
                                PERFC_COLUMN_MISC, PERFC_COLUMN_PARTS}));
}

// Two attrs in turns: one has ADDR, the other a call chain.
class MixedAttrs : public testing::TestWithParam<uint32_t> {
 protected:
  MixedAttrs() : plan_(PlanOf({{addr_, {10}}, {chain_, {20}}})) {
    for (uint64_t i = 0; i < 9; ++i) {
      const bool chain = i % 3 == 2;
      Sample sample = SampleOf(100 * i);
      sample.identifier = chain ? 20 : 10;
      records_.Add(sample, chain ? chain_ : addr_);
    }
  }

  const Attr addr_ = AttrOf(kIdentifier | kAddr);
  const Attr chain_ = AttrOf(kIdentifier | kCallchain);
  const Plan plan_;
  const Batch batch_ = MakeBatch(GetParam());
  Records records_;
};

INSTANTIATE_TEST_SUITE_P(Batches, MixedAttrs, testing::ValuesIn(kEachFlags),
                         FlagsName);

TEST_P(MixedAttrs, RowsWithoutAFieldAreNullAndZero) {
  ASSERT_EQ(Fill(batch_, plan_, records_), 9);
  const perfc_column addr = ColumnOf(batch_, PERFC_COLUMN_ADDR);
  EXPECT_EQ(addr.rows, 9u);
  EXPECT_EQ(addr.null_count, 3u);
  EXPECT_EQ(Values<uint64_t>(batch_, PERFC_COLUMN_ADDR),
            (U64{4, 104, 0, 304, 404, 0, 604, 704, 0}));
  for (uint64_t row = 0; row < 9; ++row) {
    EXPECT_EQ(IsValid(addr, row), row % 3 != 2) << row;
  }
  EXPECT_EQ(Values<uint32_t>(batch_, PERFC_COLUMN_ATTR_INDEX),
            (U32{0, 0, 1, 0, 0, 1, 0, 0, 1}));
}

TEST_P(MixedAttrs, RowsWithoutAListAreNullAndEmpty) {
  ASSERT_EQ(Fill(batch_, plan_, records_), 9);
  const perfc_column chain = ColumnOf(batch_, PERFC_COLUMN_CALLCHAIN);
  EXPECT_EQ(chain.null_count, 6u);
  EXPECT_EQ(chain.sizes != nullptr, GetParam() == PERFC_BATCH_VIEWS);
  for (uint64_t row = 0; row < 9; ++row) {
    EXPECT_EQ(IsValid(chain, row), row % 3 == 2) << row;
    EXPECT_EQ(Elements<uint64_t>(chain, row),
              row % 3 == 2 ? (U64{100 * row, 100 * row + 5}) : U64{})
        << row;
  }
}

TEST_P(MixedAttrs, AColumnThatTheNextFillLacksIsGone) {
  ASSERT_EQ(Fill(batch_, plan_, records_), 9);
  Records only_addr;
  Sample sample = SampleOf(7);
  sample.identifier = 10;
  only_addr.Add(sample, addr_);
  ASSERT_EQ(Fill(batch_, plan_, only_addr), 1);
  EXPECT_FALSE(HasColumn(batch_, PERFC_COLUMN_CALLCHAIN));
  EXPECT_EQ(ColumnOf(batch_, PERFC_COLUMN_ADDR).validity, nullptr);
}

TEST(Tables, SequenceNumbersKeepTheOrderOverBothTablesAndAllFills) {
  const Attr attr = AttrOf(kIp);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0);
  Records records;
  records.Add(SampleOf(1), attr)
      .Add(encoder::Lost{1, 2}, {}, attr)
      .Add(SampleOf(2), attr)
      .Add(SampleOf(3), attr)
      .Add(encoder::Switch{}, {}, attr);
  for (uint64_t fill = 0; fill < 3; ++fill) {
    ASSERT_EQ(Fill(batch, plan, records), 5);
    const uint64_t first = 5 * fill;
    EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_SEQUENCE),
              (U64{first, first + 2, first + 3}));
    EXPECT_EQ(
        Values<uint64_t>(batch, PERFC_COLUMN_SEQUENCE, PERFC_TABLE_RECORDS),
        (U64{first + 1, first + 4}));
    EXPECT_EQ(InfoOf(batch).sequence, first + 5);
    EXPECT_EQ(InfoOf(batch).samples, 3u);
    EXPECT_EQ(InfoOf(batch).records, 2u);
  }
}

TEST(Tables, RecordsAreViewedForTypedDecoding) {
  const Attr attr = AttrOf(kTid);
  const Plan plan = PlanOf(attr);
  for (uint32_t flags : kEachFlags) {
    const Batch batch = MakeBatch(flags);
    Records records;
    records.Add(SampleOf(1), attr)
        .Add(encoder::Comm{7, 8, "bash"}, {5, 6, 0, 0, 0, 0, 0, 0}, attr)
        .Add(encoder::Lost{3, 4}, {9, 10, 0, 0, 0, 0, 0, 0}, attr);
    ASSERT_EQ(Fill(batch, plan, records), 3);
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_TYPE, PERFC_TABLE_RECORDS),
              (U32{PERFC_RECORD_COMM, PERFC_RECORD_LOST}));
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_PID, PERFC_TABLE_RECORDS),
              (U32{5, 9}));
    perfc_stream_record row = {};
    const perfc_record& record = row.record;
    ASSERT_EQ(perfc_batch_record(batch.get(), 0, &row), 0);
    EXPECT_EQ(row.plan, plan.get());
    EXPECT_EQ(row.position, PERFC_NO_POSITION);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(record.data) % 8, 0u);
    perfc_record_comm comm = {};
    ASSERT_EQ(perfc_decode_comm(plan.get(), &record, &comm, sizeof comm), 0);
    EXPECT_EQ(comm.pid, 7u);
    EXPECT_EQ(memcmp(perfc_record_range(&record, &comm.comm, 1), "bash", 4), 0);
    perfc_record_lost lost = {};
    ASSERT_EQ(perfc_batch_record(batch.get(), 1, &row), 0);
    ASSERT_EQ(perfc_decode_lost(plan.get(), &record, &lost, sizeof lost), 0);
    EXPECT_EQ(lost.lost, 4u);
    EXPECT_EQ(perfc_batch_record(batch.get(), 2, &row), -EINVAL);
    EXPECT_EQ(perfc_batch_record(batch.get(), ~uint64_t{0}, &row), -EINVAL);
    EXPECT_EQ(perfc_batch_record(batch.get(), 0, nullptr), -EINVAL);
    EXPECT_EQ(perfc_batch_record(nullptr, 0, &row), -EINVAL);
  }
}

TEST(Tables, ASampleThatCannotBeDecodedIsARecordAndCounted) {
  const Attr attr = AttrOf(kIp | kCallchain);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0);
  encoder::Bytes broken = SampleOf(2).Encode(attr, Order::kLittle);
  broken[16] = 100;  // nr of the call chain
  Records records;
  records.Add(SampleOf(1), attr).Raw(broken).Add(SampleOf(3), attr);
  for (uint64_t fill = 1; fill <= 2; ++fill) {
    ASSERT_EQ(Fill(batch, plan, records), 3);
    EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_IP), (U64{1, 3}));
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_TYPE, PERFC_TABLE_RECORDS),
              (U32{PERFC_RECORD_SAMPLE}));
    EXPECT_EQ(InfoOf(batch).undecodable, fill);
    perfc_stream_record row = {};
    ASSERT_EQ(perfc_batch_record(batch.get(), 0, &row), 0);
    const perfc_record& record = row.record;
    EXPECT_EQ(Bytes(record.data, record.data + record.size), broken);
  }
}

TEST(Tables, ASampleOfNobodysIsARecord) {
  const Attr attr = AttrOf(kIdentifier | kIp);
  const Plan plan = PlanOf({{attr, {1}}, {attr, {2}}});
  const Batch batch = MakeBatch(0);
  Records records;
  for (uint64_t id : {1, 2, 3, 1}) {
    Sample sample = SampleOf(10 * id);
    sample.identifier = id;
    records.Add(sample, attr);
  }
  ASSERT_EQ(Fill(batch, plan, records), 4);
  EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_IP), (U64{10, 20, 10}));
  EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_ATTR_INDEX), (U32{0, 1, 0}));
  EXPECT_EQ(InfoOf(batch).undecodable, 1u);
}

TEST(Tables, RecordsOfTypesWithoutANameAreHandedOver) {
  Attr attr = AttrOf(kIp);
  attr.flags = 0;
  const Batch batch = MakeBatch(0);
  Records records;
  records.Raw({0xe7, 3, 0, 0, 0x12, 0, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8});
  ASSERT_EQ(Fill(batch, PlanOf(attr), records), 1);
  EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_TYPE, PERFC_TABLE_RECORDS),
            (U32{999}));
  EXPECT_EQ(Values<uint16_t>(batch, PERFC_COLUMN_MISC, PERFC_TABLE_RECORDS),
            (U16{0x12}));
  EXPECT_EQ(InfoOf(batch).undecodable, 0u);
}

}  // namespace
}  // namespace batches
