// Rings that the kernel overwrites, upwards and downwards.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Event;
using scripted::MakeRecord;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

class OverwriteTest : public scripted::Machine {
 protected:
  Event OpenBackward() {
    return OpenMapped(SampleAttr(0, PERFC_ATTR_WRITE_BACKWARD), 1);
  }
  Event OpenForward() {
    return OpenMapped(SampleAttr(), 1, PERFC_MMAP_OVERWRITE);
  }

  perfc_losses Losses(const Event &event) {
    perfc_losses losses = {};
    EXPECT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    return losses;
  }

  // Reads until there is nothing, and adds up the bytes.
  std::vector<Bytes> ReadAll(const Event &event) {
    std::vector<Bytes> records;
    perfc_record record;
    while (perfc_next_record(event.get(), &record) == 1) {
      records.emplace_back(record.data, record.data + record.size);
      read_ += record.size;
    }
    return records;
  }

  // Writes some, reads some, many times over: passes are interrupted, too.
  void WriteAndReadAtRandom(const Event &event, RingWriter *writer) {
    std::mt19937 random(3);
    perfc_record record;
    for (uint64_t step = 0; step < 50000; ++step) {
      for (uint32_t i = random() % 20; i > 0; --i) {
        const size_t size = 8 + random() % 40 * 8;
        writer->Write(MakeRecord(PERFC_RECORD_SAMPLE, size, step));
      }
      for (uint32_t i = random() % 20; i > 0; --i) {
        if (perfc_next_record(event.get(), &record) == 1) read_ += record.size;
      }
    }
  }

  uint64_t read_ = 0;
};

TEST_F(OverwriteTest, BothAreMappedReadOnlyWhichIsHowTheKernelTells) {
  EXPECT_FALSE(Fake(OpenForward()).writable);
  EXPECT_FALSE(Fake(OpenBackward()).writable);
  EXPECT_TRUE(Fake(OpenMapped(SampleAttr(), 1)).writable);
}

TEST_F(OverwriteTest, ForwardRecordsAreReadAsInAnyRing) {
  const Event event = OpenForward();
  RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
  for (uint64_t place = 0; place < 3 * system_.PageSize(); place += 136) {
    const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 136, place);
    writer.Write(written);
    EXPECT_EQ(ReadAll(event), std::vector<Bytes>{written}) << place;
  }
  EXPECT_EQ(Losses(event).overwritten, 0u);
}

TEST_F(OverwriteTest, AnOvertakenForwardReaderGoesOnWithWhatComesThen) {
  const Event event = OpenForward();
  RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
  for (uint64_t i = 0; i < 100; ++i) {
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 72, i));
  }
  EXPECT_TRUE(ReadAll(event).empty());
  EXPECT_EQ(Losses(event).overwritten, 7200u);
  const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 88, 1);
  writer.Write(written);
  EXPECT_EQ(ReadAll(event), std::vector<Bytes>{written});
}

TEST_F(OverwriteTest, AForwardRingThatIsJustFullIsRead) {
  const Event event = OpenForward();
  RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
  const size_t fitting = system_.PageSize() / 64;
  for (uint64_t i = 0; i < fitting; ++i) {
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, i));
  }
  EXPECT_EQ(ReadAll(event).size(), fitting);
}

TEST_F(OverwriteTest, ForwardBytesReadAndOverwrittenAreThoseWritten) {
  const Event event = OpenForward();
  RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
  WriteAndReadAtRandom(event, &writer);
  ReadAll(event);
  EXPECT_GT(Losses(event).overwritten, 0u);
  EXPECT_EQ(Losses(event).malformed, 0u);
  EXPECT_EQ(read_ + Losses(event).overwritten, writer.written());
}

TEST_F(OverwriteTest, ABadForwardHeaderIsCountedAndReadingGoesOn) {
  for (uint16_t size : {0, 4, 7, 12, 72, 65535}) {
    SCOPED_TRACE(size);
    const Event event = OpenForward();
    RingWriter writer = WriterOf(event, WriteMode::kOverwrite);
    Bytes bad = MakeRecord(PERFC_RECORD_SAMPLE, 64);
    memcpy(bad.data() + 6, &size, sizeof size);
    writer.Write(bad);
    EXPECT_TRUE(ReadAll(event).empty());
    EXPECT_EQ(Losses(event).malformed, 64u);
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 88));
    EXPECT_EQ(ReadAll(event).size(), 1u);
  }
}

// What is handed out is a copy: the kernel doesn't wait.
TEST_F(OverwriteTest, ARecordHandedOutStaysAsItWas) {
  for (const bool backward : {false, true}) {
    const Event event = backward ? OpenBackward() : OpenForward();
    RingWriter writer = WriterOf(
        event, backward ? WriteMode::kBackward : WriteMode::kOverwrite);
    const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 256, 1);
    writer.Write(written);
    perfc_record record;
    ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    for (uint64_t i = 0; i < 100; ++i) {
      writer.Write(MakeRecord(PERFC_RECORD_MMAP, 248, i));
    }
    EXPECT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }
}

TEST_F(OverwriteTest, APeekShowsTheRecordThatComesNext) {
  for (const bool backward : {false, true}) {
    const Event event = backward ? OpenBackward() : OpenForward();
    RingWriter writer = WriterOf(
        event, backward ? WriteMode::kBackward : WriteMode::kOverwrite);
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, 1));
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, 2));
    for (int i = 0; i < 2; ++i) {
      perfc_record peeked;
      ASSERT_EQ(perfc_event_peek_record(event.get(), &peeked), 1);
      const Bytes shown(peeked.data, peeked.data + peeked.size);
      perfc_record record;
      ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
      EXPECT_EQ(Bytes(record.data, record.data + record.size), shown);
    }
  }
}

TEST_F(OverwriteTest, ABackwardPassGoesFromTheNewestToTheOldest) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  EXPECT_TRUE(ReadAll(event).empty());
  std::vector<Bytes> written;
  for (uint64_t i = 0; i < 20; ++i) {
    written.push_back(MakeRecord(PERFC_RECORD_SAMPLE, 24 + i * 8, i));
    writer.Write(written.back());
  }
  std::reverse(written.begin(), written.end());
  EXPECT_EQ(ReadAll(event), written);
  EXPECT_TRUE(ReadAll(event).empty()) << "the next pass has only what is new";
}

TEST_F(OverwriteTest, ABackwardPassEndsWhereTheLastOneBegan) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, 1));
  ASSERT_EQ(ReadAll(event).size(), 1u);
  const Bytes second = MakeRecord(PERFC_RECORD_SAMPLE, 72, 2);
  const Bytes third = MakeRecord(PERFC_RECORD_SAMPLE, 80, 3);
  writer.Write(second);
  writer.Write(third);
  EXPECT_EQ(ReadAll(event), (std::vector<Bytes>{third, second}));
}

// The oldest record may have lost its end to the newest.
TEST_F(OverwriteTest, AHalfOverwrittenOldestRecordEndsTheBackwardPass) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  for (uint64_t i = 0; i < 50; ++i) {
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 136, i));
  }
  const std::vector<Bytes> records = ReadAll(event);
  ASSERT_EQ(records.size(), system_.PageSize() / 136);
  for (size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(records[i], MakeRecord(PERFC_RECORD_SAMPLE, 136, 49 - i));
  }
  EXPECT_EQ(Losses(event).overwritten, 50 * 136 - records.size() * 136);
  EXPECT_EQ(Losses(event).malformed, 0u);
}

TEST_F(OverwriteTest, BackwardBytesReadAndOverwrittenAreThoseWritten) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  WriteAndReadAtRandom(event, &writer);
  ReadAll(event);
  ReadAll(event);  // What came while the pass before was under way.
  EXPECT_GT(Losses(event).overwritten, 0u);
  EXPECT_EQ(read_ + Losses(event).overwritten, writer.written());
}

TEST_F(OverwriteTest, ABadBackwardHeaderEndsThePassAndNeverLoops) {
  for (uint16_t size : {0, 4, 7, 12, 96, 65535}) {
    SCOPED_TRACE(size);
    const Event event = OpenBackward();
    RingWriter writer = WriterOf(event, WriteMode::kBackward);
    Bytes bad = MakeRecord(PERFC_RECORD_SAMPLE, 64);
    memcpy(bad.data() + 6, &size, sizeof size);
    writer.Write(bad);
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 24));
    EXPECT_EQ(ReadAll(event).size(), 1u);
    EXPECT_EQ(Losses(event).overwritten, 64u);
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 88));
    EXPECT_EQ(ReadAll(event).size(), 1u);
  }
}

// Between two passes the kernel went round, so a size up to 64 KiB may lie
// between the two heads, and only in the ring it can't: asan sees it copied.
TEST_F(OverwriteTest, ASizeBeyondTheRingEndsABackwardPassAndIsNotCopied) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  for (int i = 0; i < 20; ++i)
    writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 4088));
  Bytes bad = MakeRecord(PERFC_RECORD_SAMPLE, 64);
  const uint16_t size = 65528;
  memcpy(bad.data() + 6, &size, sizeof size);
  writer.Write(bad);
  EXPECT_TRUE(ReadAll(event).empty());
  EXPECT_EQ(Losses(event).overwritten, writer.written());
  writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 88));
  EXPECT_EQ(ReadAll(event).size(), 1u);
}

TEST_F(OverwriteTest, AWaitAfterAWholePassFindsNothing) {
  const Event event = OpenBackward();
  RingWriter writer = WriterOf(event, WriteMode::kBackward);
  writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64));
  perfc_record record;
  EXPECT_EQ(perfc_event_wait(event.get(), 0, nullptr), 1);
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  EXPECT_EQ(perfc_event_wait(event.get(), 0, nullptr), 0);
}

}  // namespace
