// What the reader gives back to the kernel, and when.

#include <cstdint>
#include <cstring>
#include <random>

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

class TailTest : public scripted::Machine {
 protected:
  void SetUp() override {
    event_ = OpenMapped(SampleAttr(), 1);
    ring_ = system_.PageSize();
  }
  void TearDown() override {
    event_.reset();
    Machine::TearDown();
  }

  int Next() { return perfc_next_record(event_.get(), &record_); }

  Event event_;
  size_t ring_ = 0;
  perfc_record record_ = {};
};

TEST_F(TailTest, AnEmptyRingHasNoRecord) {
  EXPECT_EQ(Next(), 0);
  EXPECT_EQ(perfc_event_peek_record(event_.get(), &record_), 0);
}

TEST_F(TailTest, SpaceGoesBackWhenTheRingHasBeenReadEmpty) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64)));
  ASSERT_EQ(Next(), 1);
  EXPECT_EQ(writer.tail(), 0u) << "the record is still borrowed";
  ASSERT_EQ(Next(), 0);
  EXPECT_EQ(writer.tail(), 64u);
}

TEST_F(TailTest, SpaceGoesBackByEighthsOfTheRing) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, i)));
  }
  int moves = 0;
  uint64_t last = 0;
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(Next(), 1);
    if (writer.tail() == last) continue;
    EXPECT_GE(writer.tail() - last, ring_ / 8);
    last = writer.tail();
    ++moves;
  }
  EXPECT_EQ(moves, 7);
}

TEST_F(TailTest, AWaitGivesBackAllButTheBorrowedRecord) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, i)));
  }
  ASSERT_EQ(Next(), 1);
  ASSERT_EQ(Next(), 1);
  EXPECT_EQ(perfc_event_wait(event_.get(), 0, nullptr), 1);
  EXPECT_EQ(writer.tail(), 64u);
}

// What was read may not be written again: tail never passes the start of the
// record that is borrowed, and never goes back, which would promise the kernel
// less than it may have used by then.
TEST_F(TailTest, NeverPassesABorrowedRecordAndNeverGoesBack) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  std::mt19937 random(1);
  uint64_t read = 0;  // Where the next record begins.
  uint64_t last_tail = 0;
  for (int step = 0; step < 200000; ++step) {
    uint64_t borrowed = UINT64_MAX;
    switch (random() % 6) {
      case 0:
      case 1:
        writer.Write(
            MakeRecord(random() % 3 ? PERFC_RECORD_SAMPLE : PERFC_RECORD_COMM,
                       8 + random() % 64 * 8, random()));
        break;
      case 2:
        (void)perfc_event_wait(event_.get(), 0, nullptr);
        break;
      case 3:
        if (perfc_event_peek_record(event_.get(), &record_) == 1)
          borrowed = read;
        break;
      default:
        if (Next() == 1) {
          borrowed = read;
          read += record_.size;
        }
    }
    const uint64_t tail = writer.tail();
    ASSERT_GE(tail, last_tail) << "tail went back at step " << step;
    ASSERT_LE(tail, borrowed) << "step " << step;
    ASSERT_LE(tail, read);
    ASSERT_LE(read, writer.head());
    last_tail = tail;
  }
  EXPECT_GT(read, 1000 * ring_);
}

TEST_F(TailTest, BytesOfABorrowedRecordStayWhileTheKernelFillsTheRest) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  for (uint64_t round = 0; round < 2000; ++round) {
    const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 136, round);
    ASSERT_TRUE(writer.Write(written));
    do {
      ASSERT_EQ(Next(), 1);
    } while (record_.type == PERFC_RECORD_LOST);
    while (writer.Write(MakeRecord(PERFC_RECORD_MMAP, 200, ~round))) {
    }
    ASSERT_EQ(record_.size, written.size());
    ASSERT_EQ(memcmp(record_.data, written.data(), written.size()), 0);
    while (Next() == 1) {
    }
  }
}

TEST_F(TailTest, WhatAnEarlierMappingReadIsNotReadAgain) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64)));
  ASSERT_EQ(perfc_munmap(event_.get()), 0);
  EXPECT_EQ(Next(), -EBADFD);
  ASSERT_EQ(perfc_mmap(event_.get(), 1, 0, nullptr), 0);
  EXPECT_EQ(Next(), 0);
  RingWriter again = WriterOf(event_, WriteMode::kWaitForReader);
  const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 72, 3);
  ASSERT_TRUE(again.Write(written));
  ASSERT_EQ(Next(), 1);
  EXPECT_EQ(memcmp(record_.data, written.data(), written.size()), 0);
}

}  // namespace
