// Batches that are filled from an event's ring: where the space goes, wraps,
// views, and the ring's other modes.

#include "perfc/ring.h"

#include <cerrno>
#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/batch.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Event;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;
using U64 = std::vector<uint64_t>;

struct BatchDestroyer {
  void operator()(perfc_batch* batch) const { perfc_batch_destroy(batch); }
};
using Batch = std::unique_ptr<perfc_batch, BatchDestroyer>;

Batch MakeBatch(uint32_t flags, uint32_t rows = 0) {
  perfc_batch_options options = {sizeof options, flags, 0, rows, 0};
  perfc_batch* batch = nullptr;
  EXPECT_EQ(perfc_batch_create(&options, &batch, nullptr), 0);
  return Batch(batch);
}

// A sample of one address, and a call chain of so many words that hold it too.
Bytes SampleOf(uint64_t addr, size_t words = 2) {
  U64 body = {addr, words};
  body.resize(2 + words, addr);
  return MakeRecordOf(PERFC_RECORD_SAMPLE, body);
}

class RingBatch : public scripted::Machine {
 protected:
  static perfc_attr Attr() {
    return SampleAttr(PERFC_SAMPLE_ADDR | PERFC_SAMPLE_CALLCHAIN);
  }

  static perfc_column Column(const Batch& batch, uint32_t which) {
    perfc_column column = {};
    perfc_batch_column(batch.get(), PERFC_TABLE_SAMPLES, which, &column,
                       sizeof column);
    return column;
  }

  // The addresses of the rows, each with a call chain of its own.
  static U64 Addresses(const Batch& batch) {
    const perfc_column addr = Column(batch, PERFC_COLUMN_ADDR);
    const perfc_column chain = Column(batch, PERFC_COLUMN_CALLCHAIN);
    const auto* values = static_cast<const uint64_t*>(addr.values);
    const U64 addresses(values, values + addr.rows);
    for (uint64_t row = 0; row < addr.rows; ++row) {
      const auto* words = static_cast<const uint64_t*>(chain.values);
      const int32_t end = chain.sizes ? chain.offsets[row] + chain.sizes[row]
                                      : chain.offsets[row + 1];
      EXPECT_LT(chain.offsets[row], end);
      for (int32_t i = chain.offsets[row]; i < end; ++i) {
        EXPECT_EQ(words[i], addresses[row]) << "row " << row;
      }
    }
    return addresses;
  }

  static int Fill(const Batch& batch, const Event& event) {
    return perfc_batch_fill_event(batch.get(), event.get());
  }
};

TEST_F(RingBatch, CopiesGiveTheSpaceBackAtOnce) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch batch = MakeBatch(0);
  for (uint64_t i = 1; i <= 3; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  ASSERT_EQ(Fill(batch, event), 3);
  EXPECT_EQ(writer.tail(), writer.head());
  EXPECT_EQ(Addresses(batch), (U64{1, 2, 3}));
  EXPECT_EQ(Fill(batch, event), 0);
}

TEST_F(RingBatch, ViewsKeepTheSpaceUntilTheNextFill) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch batch = MakeBatch(PERFC_BATCH_VIEWS);
  for (uint64_t i = 1; i <= 3; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  ASSERT_EQ(Fill(batch, event), 3);
  EXPECT_EQ(writer.tail(), 0u);
  EXPECT_EQ(Addresses(batch), (U64{1, 2, 3}));
  const uint64_t taken = writer.head();
  ASSERT_TRUE(writer.Write(SampleOf(4)));
  ASSERT_EQ(Fill(batch, event), 1);
  EXPECT_EQ(writer.tail(), taken);
  EXPECT_EQ(Addresses(batch), (U64{4}));
  EXPECT_EQ(Fill(batch, event), 0);
  EXPECT_EQ(writer.tail(), writer.head());
}

// Every place where a run of samples can meet the ring's end.
TEST_F(RingBatch, NothingIsLostWhereTheRingBeginsAgain) {
  for (uint32_t flags : {0, PERFC_BATCH_VIEWS, PERFC_BATCH_VIEW_BYTES}) {
    const Event event = OpenMapped(Attr(), 1);
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    const Batch batch = MakeBatch(flags);
    uint64_t next = 1;
    for (int round = 0; round < 600; ++round) {
      U64 written;
      for (size_t i = 0; i < 30; ++i) {
        ASSERT_TRUE(writer.Write(SampleOf(next, 1 + round % 7)));
        written.push_back(next++);
      }
      U64 read;
      int filled;
      while ((filled = Fill(batch, event)) > 0) {
        for (uint64_t addr : Addresses(batch)) read.push_back(addr);
      }
      ASSERT_EQ(filled, 0);
      ASSERT_EQ(read, written) << "round " << round;
    }
  }
}

TEST_F(RingBatch, ViewsAreOneWindowThatEndsWithTheRing) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch copies = MakeBatch(0);
  const Batch views = MakeBatch(PERFC_BATCH_VIEWS);
  // 40 bytes each; the 103rd begins 16 bytes before the end and wraps.
  for (uint64_t i = 1; i <= 100; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  int filled = 0;
  while (filled < 100) filled += Fill(copies, event);
  for (uint64_t i = 101; i <= 110; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  ASSERT_EQ(Fill(views, event), 3);
  EXPECT_EQ(Addresses(views), (U64{101, 102, 103}));
  ASSERT_EQ(Fill(views, event), 7);
  EXPECT_EQ(Addresses(views), (U64{104, 105, 106, 107, 108, 109, 110}));
}

TEST_F(RingBatch, MixesWithSingleRecords) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch batch = MakeBatch(0, 2);
  for (uint64_t i = 1; i <= 6; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  perfc_record record = {};
  perfc_sample sample = {};
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  ASSERT_EQ(Fill(batch, event), 2);
  EXPECT_EQ(Addresses(batch), (U64{2, 3}));
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  ASSERT_EQ(perfc_decode_sample(perfc_event_plan(event.get()), &record, &sample,
                                sizeof sample),
            0);
  EXPECT_EQ(sample.addr, 4u);
  ASSERT_EQ(Fill(batch, event), 2);
  EXPECT_EQ(Addresses(batch), (U64{5, 6}));
}

TEST_F(RingBatch, LossesOfItsRecordsAreCounted) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch batch = MakeBatch(0);
  ASSERT_TRUE(writer.Write(SampleOf(1)));
  ASSERT_TRUE(writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7, 30})));
  ASSERT_TRUE(writer.Write(MakeRecordOf(PERFC_RECORD_LOST_SAMPLES, {4})));
  ASSERT_TRUE(writer.Write(MakeRecordOf(1234, {1})));
  ASSERT_EQ(Fill(batch, event), 4);
  perfc_losses losses = {};
  ASSERT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
  EXPECT_EQ(losses.lost, 30u);
  EXPECT_EQ(losses.lost_samples, 4u);
  EXPECT_EQ(losses.unknown, 1u);
}

TEST_F(RingBatch, AHeaderThatCannotBeRightEndsItAndIsCountedOnce) {
  const Event event = OpenMapped(Attr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  const Batch batch = MakeBatch(0);
  ASSERT_TRUE(writer.Write(SampleOf(1)));
  Bytes broken = SampleOf(2);
  broken[6] = 4;
  ASSERT_TRUE(writer.Write(broken));
  ASSERT_EQ(Fill(batch, event), 1);
  EXPECT_EQ(Fill(batch, event), 0);
  ASSERT_TRUE(writer.Write(SampleOf(3)));
  ASSERT_EQ(Fill(batch, event), 1);
  EXPECT_EQ(Addresses(batch), (U64{3}));
  perfc_losses losses = {};
  ASSERT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
  EXPECT_EQ(losses.malformed, broken.size());
}

TEST_F(RingBatch, RingsThatAreOverwrittenAreCopied) {
  const Event event = OpenMapped(Attr(), 1, PERFC_MMAP_OVERWRITE);
  RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
  for (uint64_t i = 1; i <= 3; ++i) ASSERT_TRUE(writer.Write(SampleOf(i)));
  const Batch batch = MakeBatch(0);
  ASSERT_EQ(Fill(batch, event), 3);
  EXPECT_EQ(Addresses(batch), (U64{1, 2, 3}));
  EXPECT_EQ(Fill(MakeBatch(PERFC_BATCH_VIEWS), event), -EINVAL);
}

TEST_F(RingBatch, NeedsARing) {
  const Event event = Open(Attr());
  const Batch batch = MakeBatch(0);
  EXPECT_EQ(Fill(batch, event), -EBADFD);
  EXPECT_EQ(perfc_batch_fill_event(nullptr, event.get()), -EINVAL);
  EXPECT_EQ(perfc_batch_fill_event(batch.get(), nullptr), -EINVAL);
}

}  // namespace
