// Fills from records that the caller holds.

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "test/batch/batches.h"

namespace batches {
namespace {

using encoder::kAddr;
using encoder::kCallchain;
using encoder::kIp;
using encoder::kRaw;
using encoder::kTid;
using encoder::kTime;
using U32 = std::vector<uint32_t>;
using U64 = std::vector<uint64_t>;
using Bytes = std::vector<uint8_t>;

Sample SampleOf(uint64_t ip) {
  Sample sample;
  sample.ip = ip;
  sample.time = ip + 1;
  sample.addr = ip + 2;
  sample.callchain = {ip, ip + 3};
  sample.raw = {1, 2, 3, static_cast<uint8_t>(ip)};
  return sample;
}

// Records of any plans, numbered as a caller might number them.
class Held {
 public:
  Held& Add(const Plan& plan, const encoder::Bytes& bytes) {
    uint8_t* to = bytes_.data() + used_;
    used_ += bytes.size();
    EXPECT_LE(used_, kMostBytes);
    memcpy(to, bytes.data(), bytes.size());
    return AddAt(plan, to);
  }
  Held& Add(const Plan& plan, const Attr& attr, uint64_t ip) {
    return Add(plan, SampleOf(ip).Encode(attr, Order::kLittle));
  }
  Held& AddAt(const Plan& plan, const uint8_t* data) {
    perfc_stream_record one = {};
    EXPECT_EQ(perfc_plan_view_record(plan.get(), data, 0xffff, nullptr, 0,
                                     &one.record),
              1);
    const auto index = static_cast<uint32_t>(records_.size());
    one.plan = plan.get();
    one.time = 70 + index;
    one.sequence = 1000 - 10 * index;
    one.position = 4096 + index;
    one.source = 3 * index + 1;
    records_.push_back(one);
    return *this;
  }

  perfc_stream_record& operator[](size_t i) { return records_[i]; }
  uint32_t size() const { return static_cast<uint32_t>(records_.size()); }

  int Fill(const Batch& batch, uint32_t from = 0,
           uint32_t* taken = nullptr) const {
    uint32_t ignored = 77;
    return perfc_batch_fill_records(batch.get(), records_.data() + from,
                                    size() - from, taken ? taken : &ignored);
  }

 private:
  // In one piece: asan's allocator puts small and large blocks farther apart than
  // views reach.
  static constexpr size_t kMostBytes = 0x10000;
  Aligned bytes_ = Aligned(kMostBytes);
  size_t used_ = 0;
  std::vector<perfc_stream_record> records_;
};

class FillRecords : public testing::TestWithParam<uint32_t> {
 protected:
  const Attr addr_ = AttrOf(kIp | kTime | kAddr);
  const Attr chain_ = AttrOf(kIp | kTid | kCallchain | kRaw);
  const Plan of_addr_ = PlanOf(addr_);
  const Plan of_chain_ = PlanOf(chain_);
  const Batch batch_ = MakeBatch(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Batches, FillRecords, testing::ValuesIn(kEachFlags),
                         FlagsName);

TEST_P(FillRecords, EachIsDecodedByItsOwnPlan) {
  Held held;
  for (uint64_t i = 0; i < 60; ++i) {
    if (i % 3 == 2) {
      held.Add(of_chain_, chain_, i);
    } else {
      held.Add(of_addr_, addr_, i);
    }
  }
  uint32_t taken = 0;
  ASSERT_EQ(held.Fill(batch_, 0, &taken), 60);
  EXPECT_EQ(taken, 60u);
  const U64 ips = Values<uint64_t>(batch_, PERFC_COLUMN_IP);
  const U64 addrs = Values<uint64_t>(batch_, PERFC_COLUMN_ADDR);
  const perfc_column addr = ColumnOf(batch_, PERFC_COLUMN_ADDR);
  const perfc_column chain = ColumnOf(batch_, PERFC_COLUMN_CALLCHAIN);
  const perfc_column raw = ColumnOf(batch_, PERFC_COLUMN_RAW);
  ASSERT_EQ(ips.size(), 60u);
  for (uint64_t i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(ips[i], i);
    EXPECT_EQ(IsValid(addr, i), i % 3 != 2);
    EXPECT_EQ(addrs[i], i % 3 != 2 ? i + 2 : 0);
    ASSERT_EQ(IsValid(chain, i), i % 3 == 2);
    if (i % 3 != 2) continue;
    EXPECT_EQ(Elements<uint64_t>(chain, i), (U64{i, i + 3}));
    EXPECT_EQ(Elements<uint8_t>(raw, i),
              (Bytes{1, 2, 3, static_cast<uint8_t>(i)}));
  }
}

TEST_P(FillRecords, SequenceAndSourceAreThoseOfTheRecords) {
  Held held;
  U64 sequences;
  U32 sources;
  for (uint64_t i = 0; i < 50; ++i) {
    held.Add(of_addr_, addr_, i);
    sequences.push_back(held[i].sequence);
    sources.push_back(held[i].source);
  }
  ASSERT_EQ(held.Fill(batch_), 50);
  EXPECT_EQ(Values<uint64_t>(batch_, PERFC_COLUMN_SEQUENCE), sequences);
  EXPECT_EQ(Values<uint32_t>(batch_, PERFC_COLUMN_SOURCE), sources);
  EXPECT_EQ(InfoOf(batch_).sequence, sequences.back() + 1);
}

TEST_P(FillRecords, ARowIsTheRecordThatItWasMadeOf) {
  Held held;
  held.Add(of_addr_, addr_, 1);
  const encoder::Bytes comm = encoder::EncodeRecord(
      encoder::Comm{7, 8, "bash"}, 0, {}, chain_, Order::kLittle);
  held.Add(of_chain_, comm);
  held[1].flags = PERFC_STREAM_RECORD_LATE;
  const uint8_t tail[24] = {};
  held[1].tail = tail;
  held[1].tail_size = sizeof tail;
  ASSERT_EQ(held.Fill(batch_), 2);
  perfc_stream_record row = {};
  ASSERT_EQ(perfc_batch_record(batch_.get(), 0, &row), 0);
  EXPECT_EQ(Bytes(row.record.data, row.record.data + row.record.size), comm);
  EXPECT_EQ(row.record.type, PERFC_RECORD_COMM);
  EXPECT_EQ(row.plan, of_chain_.get());
  EXPECT_EQ(row.time, 71u);
  EXPECT_EQ(row.sequence, 990u);
  EXPECT_EQ(row.position, 4097u);
  EXPECT_EQ(row.source, 4u);
  EXPECT_EQ(row.flags, PERFC_STREAM_RECORD_LATE);
  EXPECT_EQ(row.tail, nullptr);
  EXPECT_EQ(row.tail_size, sizeof tail);
  EXPECT_EQ(
      Values<uint64_t>(batch_, PERFC_COLUMN_SEQUENCE, PERFC_TABLE_RECORDS),
      (U64{990}));
  EXPECT_EQ(Values<uint32_t>(batch_, PERFC_COLUMN_SOURCE, PERFC_TABLE_RECORDS),
            (U32{4}));
}

// Records of one shape, and a stack that only views leave where it is, become rows
// many at a time.
TEST_P(FillRecords, OfOneShapeMayLieAnywhere) {
  const Attr attr = AttrOf(kIp | kCallchain | kRaw | encoder::kStackUser);
  const Plan plan = PlanOf(attr);
  constexpr uint64_t kCount = 100;
  Records block;
  for (uint64_t i = 0; i < kCount; ++i) {
    Sample sample = SampleOf(i);
    sample.stack = Bytes(64, static_cast<uint8_t>(i));
    sample.stack_dyn_size = 64;
    block.Add(sample, attr);
  }
  const size_t each = block.size() / kCount;
  const auto place = [](uint64_t i) { return i * 37 % kCount; };
  Held held;
  for (uint64_t i = 0; i < kCount; ++i) {
    held.AddAt(plan, block.data() + place(i) * each);
  }
  ASSERT_EQ(held.Fill(batch_), static_cast<int>(kCount));
  EXPECT_EQ(InfoOf(batch_).samples, kCount);
  const U64 ip = Values<uint64_t>(batch_, PERFC_COLUMN_IP);
  const perfc_column chain = ColumnOf(batch_, PERFC_COLUMN_CALLCHAIN);
  const perfc_column raw = ColumnOf(batch_, PERFC_COLUMN_RAW);
  const perfc_column stack = ColumnOf(batch_, PERFC_COLUMN_STACK);
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t id = place(i);
    EXPECT_EQ(ip[i], id);
    EXPECT_EQ(Elements<uint64_t>(chain, i), (U64{id, id + 3}));
    EXPECT_EQ(Elements<uint8_t>(raw, i),
              (Bytes{1, 2, 3, static_cast<uint8_t>(id)}));
    EXPECT_EQ(Elements<uint8_t>(stack, i), Bytes(64, static_cast<uint8_t>(id)));
  }
}

TEST_P(FillRecords, ASmallBatchTakesThemPieceByPiece) {
  Held held;
  for (uint64_t i = 0; i < 100; ++i) {
    if (i % 4 == 3) {
      held.Add(of_chain_, chain_, i);
    } else {
      held.Add(of_addr_, addr_, i);
    }
  }
  const Batch batch = MakeBatch(GetParam(), 7);
  uint64_t ip = 0;
  for (uint32_t at = 0, taken = 0; at < held.size(); at += taken) {
    const int rows = held.Fill(batch, at, &taken);
    ASSERT_EQ(rows, at < 98 ? 7 : 2);
    ASSERT_EQ(taken, static_cast<uint32_t>(rows));
    EXPECT_EQ(InfoOf(batch).full, at < 98);
    for (uint64_t seen : Values<uint64_t>(batch, PERFC_COLUMN_IP)) {
      EXPECT_EQ(seen, ip++);
    }
  }
  EXPECT_EQ(ip, 100u);
}

// The second fill has no call chains; a table of Arrow's has the column.
TEST_P(FillRecords, ColumnsOfThePlansBeforeAreKept) {
  Held held;
  held.Add(of_chain_, chain_, 1).Add(of_addr_, addr_, 2);
  ASSERT_EQ(held.Fill(batch_), 2);
  ASSERT_EQ(held.Fill(batch_, 1), 1);
  EXPECT_EQ(Values<uint64_t>(batch_, PERFC_COLUMN_ADDR), (U64{4}));
  EXPECT_FALSE(HasColumn(batch_, PERFC_COLUMN_CALLCHAIN));
  Held only;
  only.Add(of_chain_, chain_, 3);
  ASSERT_EQ(only.Fill(batch_), 1);
  EXPECT_TRUE(HasColumn(batch_, PERFC_COLUMN_CALLCHAIN));
}

TEST_P(FillRecords, OfAPlanOfTheOtherByteOrderAreInThisMachines) {
  vectors::Case foreign;
  foreign.attrs = {{chain_, {}}};
  const Plan plan = vectors::MakePlan(foreign, Order::kBig);
  Aligned scratch(0x10000);
  const encoder::Bytes bytes = SampleOf(5).Encode(chain_, Order::kBig);
  Aligned big(bytes.size());
  memcpy(big.data(), bytes.data(), bytes.size());
  perfc_stream_record one = {};
  ASSERT_EQ(perfc_plan_view_record(plan.get(), big.data(), big.size(),
                                   scratch.data(), scratch.size(), &one.record),
            1);
  one.plan = plan.get();
  uint32_t taken = 0;
  ASSERT_EQ(perfc_batch_fill_records(batch_.get(), &one, 1, &taken), 1);
  EXPECT_EQ(Values<uint64_t>(batch_, PERFC_COLUMN_IP), (U64{5}));
  EXPECT_EQ(Elements<uint64_t>(ColumnOf(batch_, PERFC_COLUMN_CALLCHAIN), 0),
            (U64{5, 8}));
}

TEST_P(FillRecords, ARecordThatCannotBeRightEndsTheFill) {
  Held held;
  for (uint64_t i = 0; i < 4; ++i) held.Add(of_addr_, addr_, i);
  const perfc_stream_record good = held[2];
  const auto expect = [&](int error) {
    uint32_t taken = 0;
    EXPECT_EQ(held.Fill(batch_, 0, &taken), 2);
    EXPECT_EQ(taken, 2u);
    EXPECT_EQ(InfoOf(batch_).full, 0u);
    EXPECT_EQ(held.Fill(batch_, 2, &taken), error);
    EXPECT_EQ(taken, 0u);
    EXPECT_EQ(InfoOf(batch_).samples, 0u);
    held[2] = good;
  };
  held[2].plan = nullptr;
  expect(-EINVAL);
  held[2].record.data = nullptr;
  expect(-EBADMSG);
  held[2].record.data += 4;
  expect(-EBADMSG);
  held[2].record.size = 16;
  expect(-EBADMSG);
}

TEST_P(FillRecords, OfThePerfToolMayHaveASizeThatIsNoMultipleOfEight) {
  Held held;
  held.Add(of_addr_, addr_, 1).Add(of_addr_, addr_, 2);
  alignas(8)
      uint8_t feature[24] = {PERFC_RECORD_HEADER_FEATURE, 0, 0, 0, 0, 0, 20};
  feature[19] = 9;
  for (uint32_t i = 0; i < 2; ++i) {
    held[i].record = {feature, PERFC_RECORD_HEADER_FEATURE, 0, 20};
  }
  ASSERT_EQ(held.Fill(batch_), 2);
  for (uint32_t i = 0; i < 2; ++i) {
    perfc_stream_record row = {};
    ASSERT_EQ(perfc_batch_record(batch_.get(), i, &row), 0);
    EXPECT_EQ(Bytes(row.record.data, row.record.data + row.record.size),
              Bytes(feature, feature + 20));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(row.record.data) % 8, 0u);
  }
  feature[0] = PERFC_RECORD_COMM;
  held[0].record.type = PERFC_RECORD_COMM;
  EXPECT_EQ(held.Fill(batch_), -EBADMSG) << "the kernel's have whole words";
}

TEST(FillRecordsOf, NothingGivesNoRows) {
  const Batch batch = MakeBatch(0);
  uint32_t taken = 7;
  EXPECT_EQ(perfc_batch_fill_records(batch.get(), nullptr, 0, &taken), 0);
  EXPECT_EQ(taken, 0u);
  EXPECT_EQ(InfoOf(batch).samples, 0u);
}

TEST(FillRecordsOf, RefusesNull) {
  const Batch batch = MakeBatch(0);
  perfc_stream_record record = {};
  uint32_t taken = 0;
  EXPECT_EQ(perfc_batch_fill_records(nullptr, &record, 1, &taken), -EINVAL);
  EXPECT_EQ(perfc_batch_fill_records(batch.get(), nullptr, 1, &taken), -EINVAL);
  EXPECT_EQ(perfc_batch_fill_records(batch.get(), &record, 1, nullptr),
            -EINVAL);
}

TEST(FillRecordsOf, AnEventsBlockAreRowsWithoutACopyOfTheirLists) {
  const Attr attr = AttrOf(kIp | kCallchain);
  const Plan plan = PlanOf(attr);
  Records block;
  for (uint64_t i = 0; i < 40; ++i) block.Add(SampleOf(i), attr);
  Held held;
  const size_t each = block.size() / 40;
  for (size_t i = 0; i < 40; ++i) held.AddAt(plan, block.data() + i * each);
  const Batch batch = MakeBatch(PERFC_BATCH_VIEWS);
  ASSERT_EQ(held.Fill(batch), 40);
  const perfc_column chain = ColumnOf(batch, PERFC_COLUMN_CALLCHAIN);
  EXPECT_EQ(chain.values, block.data());
  EXPECT_EQ(chain.value_count, block.size() / 8);
  for (uint64_t i = 0; i < 40; ++i) {
    EXPECT_EQ(Elements<uint64_t>(chain, i), (U64{i, i + 3}));
  }
}

// Offsets of views are int32.
TEST(FillRecordsOf, ViewsEndBeforeARecordThatIsFarAway) {
  const Attr attr = AttrOf(kIp | kRaw);
  const Plan plan = PlanOf(attr);
  constexpr size_t kFar = size_t{1} << 32;
  void* memory = mmap(nullptr, kFar + 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  uint8_t* low = static_cast<uint8_t*>(memory);
  uint8_t* high = low + kFar;
  const encoder::Bytes bytes = SampleOf(9).Encode(attr, Order::kLittle);
  std::copy(bytes.begin(), bytes.end(), low);
  std::copy(bytes.begin(), bytes.end(), high);
  for (const auto& [first, second] :
       {std::pair(low, high), std::pair(high, low)}) {
    Held held;
    held.AddAt(plan, first).AddAt(plan, second);
    const Batch batch = MakeBatch(PERFC_BATCH_VIEW_BYTES);
    uint32_t taken = 0;
    ASSERT_EQ(held.Fill(batch, 0, &taken), 1);
    EXPECT_EQ(taken, 1u);
    EXPECT_EQ(InfoOf(batch).overflow, 1u);
    EXPECT_EQ(Elements<uint8_t>(ColumnOf(batch, PERFC_COLUMN_RAW), 0),
              (Bytes{1, 2, 3, 9}));
    ASSERT_EQ(held.Fill(batch, 1, &taken), 1);
    EXPECT_EQ(InfoOf(batch).overflow, 0u);
  }
  Held many;
  for (int i = 0; i < 40; ++i) many.AddAt(plan, low);
  many.AddAt(plan, high);
  const Batch batch = MakeBatch(PERFC_BATCH_VIEWS);
  EXPECT_EQ(many.Fill(batch), 40);
  EXPECT_EQ(InfoOf(batch).overflow, 1u);
  munmap(memory, kFar + 4096);
}

}  // namespace
}  // namespace batches
