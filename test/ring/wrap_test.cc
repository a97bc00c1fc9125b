// Records that wrap at the end of the ring.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

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

class WrapTest : public scripted::Machine {
 protected:
  // Takes the next record and compares it with what was written.
  void ExpectNext(const Event &event, const Bytes &written) {
    perfc_record record = {};
    ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    ASSERT_EQ(record.size, written.size());
    ASSERT_EQ(reinterpret_cast<uintptr_t>(record.data) % 8, 0u);
    ASSERT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }
  void ExpectEmpty(const Event &event) {
    perfc_record record = {};
    ASSERT_EQ(perfc_next_record(event.get(), &record), 0);
  }

  // Moves writer and reader on to a place in the ring.
  void MoveTo(const Event &event, uint64_t place, size_t ring,
              RingWriter *writer) {
    while ((writer->head() & (ring - 1)) != place) {
      const uint64_t left = (place - writer->head()) & (ring - 1);
      const Bytes filler = MakeRecord(
          PERFC_RECORD_MMAP, std::min<uint64_t>({left, ring / 2, 32768}), left);
      ASSERT_TRUE(writer->Write(filler));
      ExpectNext(event, filler);
      ExpectEmpty(event);
    }
  }

  // A record of this size from every place in a ring, behind another one where
  // there is room, so that it is known before it is looked at.
  void EveryPlace(const Event &event, uint32_t type, size_t size, size_t ring,
                  RingWriter *writer) {
    const Bytes first = MakeRecord(PERFC_RECORD_SAMPLE, 8);
    const bool second = first.size() + size < ring;
    for (uint64_t place = 0; place < ring; place += 8) {
      MoveTo(event, (place - (second ? 8 : 0)) & (ring - 1), ring, writer);
      const Bytes record = MakeRecord(type, size, place);
      if (second) {
        ASSERT_TRUE(writer->Write(first));
      }
      ASSERT_TRUE(writer->Write(record));
      if (second) ExpectNext(event, first);
      ExpectNext(event, record);
      ExpectEmpty(event);
      if (HasFatalFailure()) {
        FAIL() << "size " << size << " at " << place << " of " << ring;
      }
    }
  }

  // The kernel leaves a byte free, so what fills a page can't be in one.
  void EverySize(uint32_t pages, uint32_t type) {
    const Event event = OpenMapped(SampleAttr(), pages);
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    const size_t ring = pages * system_.PageSize();
    for (size_t size = 8; size <= 4096 && size < ring; size += 8) {
      EveryPlace(event, type, size, ring, &writer);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(writer.tail(), writer.head() & ~uint64_t{7});
    perfc_losses losses = {};
    ASSERT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    EXPECT_EQ(losses.malformed, 0u);
    EXPECT_EQ(losses.lost, 0u);
  }
};

TEST_F(WrapTest, SamplesOfEverySizeAtEveryPlaceOfAOnePageRing) {
  EverySize(1, PERFC_RECORD_SAMPLE);
}

TEST_F(WrapTest, SamplesOfEverySizeAtEveryPlaceOfATwoPageRing) {
  EverySize(2, PERFC_RECORD_SAMPLE);
}

TEST_F(WrapTest, OtherRecordsOfEverySizeAtEveryPlaceOfAOnePageRing) {
  EverySize(1, PERFC_RECORD_MMAP2);
}

TEST_F(WrapTest, TheLongestRecordAtEveryPlaceWhereItWraps) {
  constexpr size_t kLongest = 65528;
  const Event event = OpenMapped(SampleAttr(), 32);
  const size_t ring = 32 * system_.PageSize();
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  for (uint64_t back = 8; back < kLongest; back += 1000 * 8) {
    MoveTo(event, ring - back, ring, &writer);
    const Bytes record = MakeRecord(PERFC_RECORD_SAMPLE, kLongest, back);
    ASSERT_TRUE(writer.Write(record));
    ExpectNext(event, record);
    ExpectEmpty(event);
    ASSERT_FALSE(HasFatalFailure()) << back;
  }
}

TEST_F(WrapTest, TheLongestRecordWithOnlyItsHeaderBeforeTheEnd) {
  // 64 KiB hold it with the byte that stays free.
  const Event event = OpenMapped(SampleAttr(), 16);
  const size_t ring = 16 * system_.PageSize();
  ASSERT_EQ(ring, 65536u);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  MoveTo(event, ring - 8, ring, &writer);
  const Bytes record = MakeRecord(PERFC_RECORD_SAMPLE, 65528, 5);
  ASSERT_TRUE(writer.Write(record));
  ExpectNext(event, record);
}

TEST_F(WrapTest, APeekedRecordThatWrapsIsWholeAndStaysTheNext) {
  const Event event = OpenMapped(SampleAttr(), 1);
  const size_t ring = system_.PageSize();
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  MoveTo(event, ring - 24, ring, &writer);
  const Bytes record = MakeRecord(PERFC_RECORD_SAMPLE, 64, 9);
  ASSERT_TRUE(writer.Write(record));
  for (int i = 0; i < 3; ++i) {
    perfc_record peeked = {};
    ASSERT_EQ(perfc_event_peek_record(event.get(), &peeked), 1);
    ASSERT_EQ(peeked.size, record.size());
    EXPECT_EQ(memcmp(peeked.data, record.data(), record.size()), 0);
  }
  ExpectNext(event, record);
}

}  // namespace
