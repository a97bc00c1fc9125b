// Records that the kernel doesn't write so: the perf tool's own, and samples that
// are longer than their attr says.

#include <cstdint>
#include <vector>

#include "test/batch/batches.h"

namespace batches {
namespace {

using encoder::kIdentifier;
using encoder::kIp;
using encoder::kTid;
using encoder::kTime;
using U32 = std::vector<uint32_t>;
using U64 = std::vector<uint64_t>;
using Bytes = std::vector<uint8_t>;

Sample SampleOf(uint64_t ip) {
  Sample sample;
  sample.ip = ip;
  return sample;
}

// They are of type 64 and above, and what lies at their end is no trailer.
TEST(OddRecords, RecordsOfThePerfToolAreOfNoAttrAndHaveNoTime) {
  const Attr attr = AttrOf(kTid | kTime | kIdentifier);
  for (uint32_t flags : kEachFlags) {
    const Batch batch = MakeBatch(flags);
    encoder::Writer tools(Order::kLittle);
    encoder::BeginRecord(68, 0, &tools);
    for (uint64_t word = 1; word <= 6; ++word) tools.U64(word);
    Records records;
    records.Add(encoder::Comm{1, 2, "sh"}, {3, 4, 5}, attr)
        .Raw(encoder::FinishRecord(&tools));
    ASSERT_EQ(Fill(batch, PlanOf(attr), records), 2);
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_TYPE, PERFC_TABLE_RECORDS),
              (U32{PERFC_RECORD_COMM, 68}));
    for (uint32_t which :
         {PERFC_COLUMN_ATTR_INDEX, PERFC_COLUMN_PID, PERFC_COLUMN_TID,
          PERFC_COLUMN_TIME, PERFC_COLUMN_ID}) {
      const perfc_column column = ColumnOf(batch, which, PERFC_TABLE_RECORDS);
      EXPECT_TRUE(IsValid(column, 0)) << which;
      EXPECT_FALSE(IsValid(column, 1)) << which;
    }
    EXPECT_EQ(Values<uint64_t>(batch, PERFC_COLUMN_TIME, PERFC_TABLE_RECORDS),
              (U64{5, 0}));
    EXPECT_EQ(ColumnOf(batch, PERFC_COLUMN_RAW, PERFC_TABLE_RECORDS).null_count,
              0u);
  }
}

// Of a single sample, and of a run.
TEST(OddRecords, BytesBehindTheLastFieldAreInRest) {
  const Attr attr = AttrOf(kIp | kTid);
  for (uint32_t flags : kEachFlags) {
    const Batch batch = MakeBatch(flags);
    Records records;
    records.Add(SampleOf(100), attr);
    for (uint8_t i = 0; i < 3; ++i) {
      Sample longer = SampleOf(i);
      longer.left_over = {i, 2, 3, 4, 5, 6, 7, 8};
      records.Add(longer, attr);
    }
    ASSERT_EQ(Fill(batch, PlanOf(attr), records), 4);
    EXPECT_EQ(Values<uint32_t>(batch, PERFC_COLUMN_PARTS),
              (U32{0, PERFC_PART_LEFT_OVER, PERFC_PART_LEFT_OVER,
                   PERFC_PART_LEFT_OVER}));
    const perfc_column rest = ColumnOf(batch, PERFC_COLUMN_REST);
    EXPECT_EQ(rest.null_count, 1u);
    EXPECT_FALSE(IsValid(rest, 0));
    for (uint8_t i = 0; i < 3; ++i) {
      EXPECT_EQ(Elements<uint8_t>(rest, 1u + i),
                (Bytes{i, 2, 3, 4, 5, 6, 7, 8}));
    }
  }
}

}  // namespace
}  // namespace batches
