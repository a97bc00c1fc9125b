// Many records by one call of perfc_next_records.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Event;
using scripted::MakeRecord;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

class BlockTest : public scripted::Machine {
 protected:
  static constexpr uint32_t kMost = 64;

  void TearDown() override {
    event_.reset();
    Machine::TearDown();
  }

  void Open(uint32_t flags = 0) {
    event_ = OpenMapped(SampleAttr(), 1, flags);
    ASSERT_NE(event_, nullptr);
  }
  int Take(uint32_t capacity = kMost) {
    return perfc_next_records(event_.get(), records_, capacity);
  }
  static void ExpectBytes(const perfc_record &record, const Bytes &written) {
    ASSERT_EQ(record.size, written.size());
    EXPECT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }

  Event event_;
  perfc_record records_[kMost];
};

TEST_F(BlockTest, HasTheSameRecordsAsCallsForOne) {
  Open();
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  uint64_t number = 0;
  uint64_t taken = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<Bytes> written;
    for (int i = 0; i < round % 30; ++i) {
      // Of different sizes and types, so that blocks end and wrap everywhere.
      const uint32_t type =
          number % 7 ? PERFC_RECORD_SAMPLE : PERFC_RECORD_COMM;
      written.push_back(MakeRecord(type, 16 + number % 9 * 8, number));
      ASSERT_TRUE(writer.Write(written.back()));
      ++number;
    }
    size_t at = 0;
    int count;
    while ((count = Take(1 + round % kMost)) > 0) {
      for (int i = 0; i < count; ++i) {
        ASSERT_LT(at, written.size());
        ASSERT_NO_FATAL_FAILURE(ExpectBytes(records_[i], written[at++]));
      }
      taken += static_cast<uint64_t>(count);
    }
    ASSERT_EQ(count, 0);
    ASSERT_EQ(at, written.size());
  }
  EXPECT_EQ(taken, number);
}

TEST_F(BlockTest, NoMoreThanTheCapacityIsTaken) {
  Open();
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  for (uint64_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 24, i)));
  }
  EXPECT_EQ(Take(2), 2);
  EXPECT_EQ(Take(2), 2);
  EXPECT_EQ(Take(2), 1);
  EXPECT_EQ(Take(2), 0);
}

// The kernel is given no space that a record of the block lies in, before the next
// call, and by a wait neither.
TEST_F(BlockTest, ItsRecordsStayUntilTheNextCall) {
  Open();
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  std::vector<Bytes> written;
  for (uint64_t i = 0;; ++i) {
    written.push_back(MakeRecord(PERFC_RECORD_SAMPLE, 64, i));
    if (!writer.Write(written.back())) break;
  }
  const int count = Take();
  ASSERT_GT(count, 1);
  EXPECT_EQ(perfc_event_wait(event_.get(), 0, nullptr), 1);
  EXPECT_FALSE(writer.Write(written[0])) << "the ring is still full";
  for (int i = 0; i < count; ++i) {
    ExpectBytes(records_[i], written[static_cast<size_t>(i)]);
  }
  while (Take() > 0) continue;
  EXPECT_TRUE(writer.Write(written[0]));
}

TEST_F(BlockTest, LossesInsideAreCounted) {
  Open();
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  for (uint64_t lost : {3, 4}) {
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 24, 1)));
    ASSERT_TRUE(writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {1, lost})));
  }
  EXPECT_EQ(Take(), 4);
  perfc_losses losses = {};
  ASSERT_EQ(perfc_event_losses(event_.get(), &losses, sizeof losses), 0);
  EXPECT_EQ(losses.lost, 7u);
}

TEST_F(BlockTest, InOverwriteModeRecordsComeOneByOne) {
  Open(PERFC_MMAP_OVERWRITE);
  RingWriter writer = WriterOf(event_, WriteMode::kOverwrite);
  for (uint64_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 24, i)));
  }
  for (uint64_t i = 0; i < 3; ++i) {
    ASSERT_EQ(Take(), 1);
    ExpectBytes(records_[0], MakeRecord(PERFC_RECORD_SAMPLE, 24, i));
  }
  EXPECT_EQ(Take(), 0);
}

TEST_F(BlockTest, WrongArgumentsAndStatesAreRefused) {
  EXPECT_EQ(perfc_next_records(nullptr, records_, 1), -EINVAL);
  event_ = Machine::Open(SampleAttr());
  EXPECT_EQ(Take(), -EBADFD);
  ASSERT_EQ(perfc_mmap(event_.get(), 1, 0, nullptr), 0);
  EXPECT_EQ(perfc_next_records(event_.get(), nullptr, 1), -EINVAL);
  EXPECT_EQ(Take(0), -EINVAL);
  system_.Fork();
  EXPECT_EQ(Take(), -EOWNERDEAD);
}

}  // namespace
