// A thread that plays the kernel writes while the reader reads.

#include <poll.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Event;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

constexpr uint64_t kRecords = 200000;
constexpr uint64_t kWaking = 20000;

uint64_t WordAt(const perfc_record &record, size_t word) {
  uint64_t value;
  memcpy(&value, record.data + 8 * word, sizeof value);
  return value;
}

// Of many sizes, each of one number repeated.
std::vector<uint64_t> Words(uint64_t number) {
  return std::vector<uint64_t>(1 + number * 7 % 40, number);
}

class ConcurrentTest : public scripted::Machine {
 protected:
  // At the library's own address of the ring, so that a race shows.
  RingWriter SharedWriter(const Event &event) {
    return RingWriter(Fake(event).library_ring,
                      Fake(event).ring_size - system_.PageSize(),
                      WriteMode::kWaitForReader);
  }

  // Tried until there is room; each try that fails is a record lost.
  void WriteAtLast(RingWriter *writer, const std::vector<uint64_t> &words) {
    ++generated_;
    while (!writer->Write(MakeRecordOf(PERFC_RECORD_SAMPLE, words))) {
      ++generated_;
      std::this_thread::yield();
    }
  }

  // There is room for the last record, 0, so that what was lost before is told.
  void Generate(RingWriter writer) {
    generated_ = kRecords;
    for (uint64_t i = 1; i <= kRecords; ++i) {
      writer.Write(MakeRecordOf(PERFC_RECORD_SAMPLE, Words(i)));
    }
    WriteAtLast(&writer, {0});
  }

  // Wakes as the kernel does: for each watermark's worth of bytes, and by POLLHUP
  // when the target is gone.
  void GenerateAndWake(const Event &event, uint64_t watermark) {
    RingWriter writer = SharedWriter(event);
    uint64_t woken_at = 0;
    for (uint64_t i = 1; i <= kWaking; ++i) {
      WriteAtLast(&writer, Words(i));
      if (writer.head() - woken_at < watermark) continue;
      woken_at = writer.head();
      Wake(event);
    }
    Wake(event, POLLHUP);
  }

  // One that is missed leaves both threads waiting: the one without end for a
  // wake-up, the other for room. A few records for each wait, so that some waits
  // find records whose wake-up was taken before.
  void ExpectNoWakeUpMissed(uint64_t watermark) {
    const Event event = OpenMapped(SampleAttr(), 1);
    std::thread kernel([&] { GenerateAndWake(event, watermark); });
    uint64_t last = 0;
    int waited = 0;
    while ((waited = perfc_event_wait(event.get(), -1, &error_)) == 1) {
      perfc_record record;
      for (int i = 0; i < 3 && perfc_next_record(event.get(), &record) == 1;
           ++i) {
        if (record.type == PERFC_RECORD_LOST) continue;
        EXPECT_TRUE(Check(record, &last)) << "after " << last;
        ++read_;
      }
    }
    EXPECT_EQ(waited, -ESHUTDOWN);
    kernel.join();
    ExpectNothingMissing(event);
  }

  // True if the record is whole, and newer than the last.
  bool Check(const perfc_record &record, uint64_t *last) {
    const uint64_t number = WordAt(record, 1);
    if (number <= *last || record.size != 8 * (2 + number * 7 % 40))
      return false;
    for (size_t word = 2; word < record.size / 8u; ++word) {
      if (WordAt(record, word) != number) return false;
    }
    *last = number;
    return true;
  }

  // Reads up to the last record.
  void Drain(const Event &event) {
    uint64_t last = 0;
    for (;;) {
      perfc_record record;
      const int got = perfc_next_record(event.get(), &record);
      ASSERT_GE(got, 0);
      if (got == 0) {
        std::this_thread::yield();
        continue;
      }
      if (record.type == PERFC_RECORD_LOST) continue;
      ASSERT_EQ(record.type, static_cast<uint32_t>(PERFC_RECORD_SAMPLE));
      ++read_;
      if (WordAt(record, 1) == 0) break;
      ASSERT_TRUE(Check(record, &last)) << "after " << last;
    }
  }

  void ExpectReadAndLostAreGenerated(uint32_t pages) {
    const Event event = OpenMapped(SampleAttr(), pages);
    std::thread kernel([&] { Generate(SharedWriter(event)); });
    Drain(event);
    kernel.join();
    ExpectNothingMissing(event);
  }

  void ExpectNothingMissing(const Event &event) {
    perfc_losses losses = {};
    ASSERT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    EXPECT_EQ(losses.malformed, 0u);
    EXPECT_EQ(read_ + losses.lost, generated_);
  }

  uint64_t generated_ = 0;
  uint64_t read_ = 0;
};

TEST_F(ConcurrentTest, ReadAndLostAreWhatWasGeneratedInASmallRing) {
  ExpectReadAndLostAreGenerated(1);
}

TEST_F(ConcurrentTest, ReadAndLostAreWhatWasGeneratedInALargeRing) {
  ExpectReadAndLostAreGenerated(256);
}

TEST_F(ConcurrentTest, NoWakeUpOfEachRecordIsMissed) {
  ExpectNoWakeUpMissed(1);
}

TEST_F(ConcurrentTest, NoWakeUpOfAWatermarkIsMissed) {
  ExpectNoWakeUpMissed(system_.PageSize() / 2);
}

TEST_F(ConcurrentTest, AWakeOfAnotherThreadEndsAWaitWithoutEnd) {
  const Event event = OpenMapped(SampleAttr(), 1);
  for (int i = 0; i < 200; ++i) {
    std::thread other([&] { EXPECT_EQ(perfc_event_wake(event.get()), 0); });
    EXPECT_EQ(perfc_event_wait(event.get(), -1, nullptr), -ECANCELED);
    other.join();
  }
}

}  // namespace
