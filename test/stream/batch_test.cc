// Batches that are filled from a stream.
#include <cerrno>

#include "test/stream/streams.h"

namespace {

using streams::Batch;
using streams::ExitAt;
using streams::Ring;
using streams::SampleAt;
using streams::Stream;

class StreamBatchTest : public streams::StreamTest {
 protected:
  static Batch MakeBatch(uint32_t rows = 0, uint32_t flags = 0) {
    perfc_batch_options options = {sizeof options, flags, 0, rows, 0};
    perfc_batch *batch = nullptr;
    EXPECT_EQ(perfc_batch_create(&options, &batch, nullptr), 0);
    return Batch(batch);
  }

  template <typename T>
  static std::vector<T> Column(const Batch &batch, uint32_t table,
                               uint32_t which) {
    perfc_column column = {};
    if (perfc_batch_column(batch.get(), table, which, &column, sizeof column)) {
      return {};
    }
    const T *values = static_cast<const T *>(column.values);
    return std::vector<T>(values, values + column.rows);
  }
};

TEST_F(StreamBatchTest, RowsAreInTheStreamsOrderAndNameTheirRing) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(SampleAt(1, 11));
  b.writer.Write(SampleAt(2, 22));
  b.writer.Write(ExitAt(3));
  a.writer.Write(SampleAt(4, 44));
  const Batch batch = MakeBatch();
  ASSERT_EQ(perfc_batch_fill_stream(batch.get(), stream.get()), 4);
  const auto u64 = [&](uint32_t table, uint32_t which) {
    return Column<uint64_t>(batch, table, which);
  };
  using U64 = std::vector<uint64_t>;
  using U32 = std::vector<uint32_t>;
  EXPECT_EQ(u64(PERFC_TABLE_SAMPLES, PERFC_COLUMN_TIME), (U64{1, 2, 4}));
  EXPECT_EQ(u64(PERFC_TABLE_SAMPLES, PERFC_COLUMN_ADDR), (U64{11, 22, 44}));
  EXPECT_EQ(u64(PERFC_TABLE_SAMPLES, PERFC_COLUMN_SEQUENCE), (U64{0, 1, 3}));
  EXPECT_EQ(u64(PERFC_TABLE_RECORDS, PERFC_COLUMN_SEQUENCE), (U64{2}));
  EXPECT_EQ(Column<uint32_t>(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_SOURCE),
            (U32{0, 1, 0}));
  EXPECT_EQ(Column<uint32_t>(batch, PERFC_TABLE_RECORDS, PERFC_COLUMN_SOURCE),
            (U32{1}));
  EXPECT_EQ(perfc_batch_fill_stream(batch.get(), stream.get()), 0);
}

TEST_F(StreamBatchTest, WhatDoesNotFitIsTheNextFills) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  for (uint64_t time = 0; time < 20; time += 2) {
    a.writer.Write(SampleAt(time));
    b.writer.Write(SampleAt(time + 1));
  }
  const Batch batch = MakeBatch(7);
  uint64_t expected = 0;
  int filled;
  while ((filled = perfc_batch_fill_stream(batch.get(), stream.get())) > 0) {
    EXPECT_LE(filled, 7);
    for (uint64_t time :
         Column<uint64_t>(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_TIME)) {
      EXPECT_EQ(time, expected++);
    }
  }
  EXPECT_EQ(expected, 20u);
}

// Enough of them for samples to be collected before they become rows.
TEST_F(StreamBatchTest,
       ManySamplesWithOthersBetweenKeepOrderSourceAndSequence) {
  constexpr uint64_t kCount = 120;  // fit into a page
  const auto is_exit = [](uint64_t time) { return time % 41 == 7; };
  for (const uint32_t rows : {0u, 1u, 7u, 32u, 33u, 100u}) {
    const Stream stream = Create();
    Ring rings[] = {AddRing(stream), AddRing(stream), AddRing(stream)};
    for (uint64_t time = 0; time < kCount; ++time) {
      scripted::RingWriter &writer = rings[time * time % 3].writer;
      writer.Write(is_exit(time) ? ExitAt(time) : SampleAt(time, 7 * time));
    }
    const Batch batch = MakeBatch(rows);
    std::vector<uint64_t> seen(kCount);
    int filled;
    while ((filled = perfc_batch_fill_stream(batch.get(), stream.get())) > 0) {
      EXPECT_LE(static_cast<uint32_t>(filled), rows ? rows : kCount);
      for (const uint32_t table : {PERFC_TABLE_SAMPLES, PERFC_TABLE_RECORDS}) {
        const auto times = Column<uint64_t>(batch, table, PERFC_COLUMN_TIME);
        const auto sequences =
            Column<uint64_t>(batch, table, PERFC_COLUMN_SEQUENCE);
        const auto sources =
            Column<uint32_t>(batch, table, PERFC_COLUMN_SOURCE);
        ASSERT_EQ(sequences.size(), times.size());
        ASSERT_EQ(sources.size(), times.size());
        for (size_t i = 0; i < times.size(); ++i) {
          EXPECT_EQ(sequences[i], times[i]);
          EXPECT_EQ(sources[i], times[i] * times[i] % 3);
          EXPECT_EQ(is_exit(times[i]), table == PERFC_TABLE_RECORDS);
          ++seen[times[i]];
        }
        if (table != PERFC_TABLE_SAMPLES) continue;
        const auto addrs = Column<uint64_t>(batch, table, PERFC_COLUMN_ADDR);
        for (size_t i = 0; i < addrs.size(); ++i) {
          EXPECT_EQ(addrs[i], 7 * times[i]);
        }
      }
    }
    EXPECT_EQ(seen, std::vector<uint64_t>(kCount, 1)) << rows << " rows";
  }
}

TEST_F(StreamBatchTest, LossesAreCountedOnceWhenTheirRecordHasToWait) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_LOST, {7, 5, 1}));
  ring.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_LOST, {7, 6, 2}));
  const Batch batch = MakeBatch(1);
  while (perfc_batch_fill_stream(batch.get(), stream.get()) > 0) continue;
  perfc_losses losses = {};
  perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses);
  EXPECT_EQ(losses.lost, 11u);
}

TEST_F(StreamBatchTest, AttrsOfDifferentShapeShareTheColumns) {
  const Stream stream = Create();
  Ring plain = AddRing(stream);
  perfc_attr attr = Attr();
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TIME;
  const scripted::Event other = OpenMapped(attr, 1);
  scripted::RingWriter writer =
      WriterOf(other, scripted::WriteMode::kWaitForReader);
  ASSERT_EQ(perfc_stream_add_event(stream.get(), other.get(), nullptr), 1);
  plain.writer.Write(SampleAt(1, 100));
  writer.Write(scripted::MakeRecordOf(PERFC_RECORD_SAMPLE, {200, 2}));
  plain.writer.Write(SampleAt(3, 300));
  const Batch batch = MakeBatch();
  ASSERT_EQ(perfc_batch_fill_stream(batch.get(), stream.get()), 3);
  using U64 = std::vector<uint64_t>;
  EXPECT_EQ(Column<uint64_t>(batch, PERFC_TABLE_SAMPLES, PERFC_COLUMN_TIME),
            (U64{1, 2, 3}));
  perfc_column addr = {};
  ASSERT_EQ(perfc_batch_column(batch.get(), PERFC_TABLE_SAMPLES,
                               PERFC_COLUMN_ADDR, &addr, sizeof addr),
            0);
  EXPECT_EQ(addr.null_count, 1u);
  EXPECT_EQ(addr.validity[0] & 7, 5);
  EXPECT_EQ(static_cast<const uint64_t *>(addr.values)[2], 300u);
}

TEST_F(StreamBatchTest, RowsHaveTheirRecordsNumberInTheStream) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  for (uint64_t time = 1; time <= 4; ++time) ring.writer.Write(SampleAt(time));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  const Batch first = MakeBatch(1);
  const Batch second = MakeBatch();
  ASSERT_EQ(perfc_batch_fill_stream(first.get(), stream.get()), 1);
  ASSERT_EQ(perfc_batch_fill_stream(second.get(), stream.get()), 2);
  using U64 = std::vector<uint64_t>;
  EXPECT_EQ(Column<uint64_t>(first, PERFC_TABLE_SAMPLES, PERFC_COLUMN_SEQUENCE),
            (U64{1}));
  EXPECT_EQ(
      Column<uint64_t>(second, PERFC_TABLE_SAMPLES, PERFC_COLUMN_SEQUENCE),
      (U64{2, 3}));
}

TEST_F(StreamBatchTest, ARowIsTheRecordThatTheStreamWouldHandOut) {
  const Stream stream = Create();
  const Ring first = AddRing(stream);
  Ring second = AddRing(stream);
  second.writer.Write(SampleAt(9));
  second.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_EXIT, {}));
  second.writer.Write(ExitAt(5));
  const Batch batch = MakeBatch();
  ASSERT_EQ(perfc_batch_fill_stream(batch.get(), stream.get()), 3);
  perfc_stream_record row = {};
  ASSERT_EQ(perfc_batch_record(batch.get(), 0, &row), 0);
  EXPECT_EQ(row.record.type, PERFC_RECORD_EXIT);
  EXPECT_EQ(row.plan, perfc_event_plan(second.event.get()));
  EXPECT_EQ(row.time, 9u);
  EXPECT_EQ(row.sequence, 1u);
  EXPECT_EQ(row.source, 1u);
  EXPECT_EQ(row.position, PERFC_NO_POSITION);
  EXPECT_EQ(row.flags, PERFC_STREAM_RECORD_TIME_GUESSED);
  ASSERT_EQ(perfc_batch_record(batch.get(), 1, &row), 0);
  EXPECT_EQ(row.time, 5u);
  EXPECT_EQ(row.flags, PERFC_STREAM_RECORD_LATE);
}

TEST_F(StreamBatchTest, ViewsAreForSingleRings) {
  const Stream stream = Create();
  for (uint32_t flags : {PERFC_BATCH_VIEWS, PERFC_BATCH_VIEW_BYTES}) {
    const Batch batch = MakeBatch(0, flags);
    EXPECT_EQ(perfc_batch_fill_stream(batch.get(), stream.get()), -EINVAL);
  }
}

}  // namespace
