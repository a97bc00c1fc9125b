// Headers and heads that no kernel writes.

#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
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

class MalformedTest : public scripted::Machine {
 protected:
  perfc_losses Losses(const Event &event) {
    perfc_losses losses = {};
    EXPECT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    return losses;
  }

  // The ring works as if nothing had been.
  void ExpectGoesOn(const Event &event, RingWriter *writer) {
    for (uint64_t i = 0; i < 100; ++i) {
      const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 104, i);
      ASSERT_TRUE(writer->Write(written));
      perfc_record record = {};
      ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
      ASSERT_EQ(record.size, written.size());
      ASSERT_EQ(memcmp(record.data, written.data(), written.size()), 0);
      ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
    }
  }
};

Bytes WithSize(uint32_t type, uint16_t size, size_t bytes) {
  Bytes record = MakeRecord(type, bytes, 1);
  memcpy(record.data() + 6, &size, sizeof size);
  return record;
}

TEST_F(MalformedTest, AHeaderSizeThatCantBeRightDropsWhatIsThereAndGoesOn) {
  // Behind a good record lie 64 bytes with this header.
  for (uint32_t type : {PERFC_RECORD_SAMPLE, PERFC_RECORD_MMAP, 0, 1000}) {
    for (int size : {0, 1, 4, 7, 9, 12, 63, 65, 72, 4096, 4104, 65528, 65535}) {
      SCOPED_TRACE(testing::Message() << "type " << type << " size " << size);
      const Event event = OpenMapped(SampleAttr(), 1);
      RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
      ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 40)));
      ASSERT_TRUE(
          writer.Write(WithSize(type, static_cast<uint16_t>(size), 64)));
      perfc_record record = {};
      ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
      EXPECT_EQ(record.size, 40);
      ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
      EXPECT_EQ(Losses(event).malformed, 64u);
      EXPECT_EQ(writer.tail(), writer.head()) << "the space is given back";
      ExpectGoesOn(event, &writer);
      EXPECT_EQ(Losses(event).malformed, 64u);
    }
  }
}

TEST_F(MalformedTest, APeekDropsItTooAndCountsItOnce) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  ASSERT_TRUE(writer.Write(WithSize(PERFC_RECORD_SAMPLE, 0, 64)));
  perfc_record record = {};
  EXPECT_EQ(perfc_event_peek_record(event.get(), &record), 0);
  EXPECT_EQ(perfc_event_peek_record(event.get(), &record), 0);
  EXPECT_EQ(Losses(event).malformed, 64u);
  ExpectGoesOn(event, &writer);
}

TEST_F(MalformedTest, AHeadFromNowhereCostsAtMostTheRing) {
  const uint64_t ring = system_.PageSize();
  const struct {
    const char *what;
    uint64_t head;  // The reader is at 400.
  } cases[] = {
      {"behind", 392},
      {"at zero", 0},
      {"one ring and a word ahead", 400 + ring + 8},
      {"far ahead", uint64_t{1} << 40},
      {"the highest number", UINT64_MAX},
      {"the sign bit", uint64_t{1} << 63},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE(c.what);
    const Event event = OpenMapped(SampleAttr(), 1);
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 400)));
    perfc_record record = {};
    ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
    writer.SetHead(c.head);
    ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
    EXPECT_EQ(Losses(event).malformed, ring);
    writer.SetHead(c.head & ~uint64_t{7});
    ExpectGoesOn(event, &writer);
    EXPECT_EQ(Losses(event).malformed, ring);
  }
}

TEST_F(MalformedTest, AnUnalignedHeadIsTakenAsTheWordBeforeIt) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  writer.Put(MakeRecord(PERFC_RECORD_SAMPLE, 64));
  perfc_record record = {};
  for (uint64_t head = 1; head < 8; ++head) {
    writer.SetHead(head);
    EXPECT_EQ(perfc_next_record(event.get(), &record), 0) << head;
  }
  writer.SetHead(64 + 5);
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  EXPECT_EQ(record.size, 64);
  EXPECT_EQ(perfc_next_record(event.get(), &record), 0);
  EXPECT_EQ(Losses(event).malformed, 0u);
}

TEST_F(MalformedTest, AHeaderAloneAtTheVeryEndIsARecord) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  perfc_record record = {};
  ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 4088)));
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
  ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 8)));
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  EXPECT_EQ(record.size, 8);
}

// Every byte of the ring at random, and heads near where the reader is: it ends
// each time, and stays inside.
TEST_F(MalformedTest, RandomMemoryNeverLoopsAndNeverReadsBeyond) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  uint64_t state = 1;
  const auto random = [&state] {
    state = state * 0x5851f42d4c957f2d + 0x14057b7ef767814f;
    return state >> 33;
  };
  for (int round = 0; round < 20000; ++round) {
    const uint64_t from = writer.head() & ~uint64_t{7};
    const size_t words = 1 + random() % 64;
    Bytes bytes(words * 8);
    for (auto &byte : bytes) byte = static_cast<uint8_t>(random());
    // Sizes that may be right, too.
    for (size_t at = 6; at < bytes.size(); at += 8) bytes[at + 1] &= 1;
    writer.Put(bytes);
    writer.SetHead(from + bytes.size());
    perfc_record record = {};
    uint64_t read = 0;
    while (perfc_next_record(event.get(), &record) == 1) {
      ASSERT_GE(record.size, 8);
      ASSERT_EQ(record.size % 8, 0);
      read += record.size;
      ASSERT_LE(read, bytes.size());
    }
  }
}

}  // namespace
