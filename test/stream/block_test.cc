// Many records of a stream by one call.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/stream.h"
#include "test/stream/streams.h"

namespace {

using streams::ExitAt;
using streams::Ring;
using streams::SampleAt;
using streams::Stream;

class BlockTest : public streams::StreamTest {
 protected:
  static constexpr uint32_t kMost = 16;

  int Take(const Stream &stream, uint32_t capacity = kMost) {
    return perfc_stream_next_records(stream.get(), records_, capacity);
  }

  perfc_stream_record records_[kMost];
};

// Each record's bytes are looked at after the whole block was taken.
TEST_F(BlockTest, AllRecordsComeOnceInTheOrderOfTime) {
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < 3; ++i) rings.push_back(AddRing(stream));
  uint64_t written = 0;
  uint64_t next = 0;
  for (int round = 0; round < 300; ++round) {
    for (int i = 0; i < round % 40; ++i, ++written) {
      const bool exit = written % 11 == 5;
      ASSERT_TRUE(rings[written * 7 % 3].writer.Write(
          exit ? ExitAt(written) : SampleAt(written, written)));
    }
    int count;
    while ((count = Take(stream, 1 + round % kMost)) > 0) {
      for (int i = 0; i < count; ++i, ++next) {
        const perfc_stream_record &one = records_[i];
        ASSERT_EQ(one.time, next);
        ASSERT_EQ(one.sequence, next);
        ASSERT_EQ(one.source, next * 7 % 3);
        ASSERT_EQ(one.plan, perfc_event_plan(rings[one.source].event.get()));
        ASSERT_EQ(one.flags, 0u);
        ASSERT_EQ(one.position, PERFC_NO_POSITION);
        ASSERT_EQ(one.tail, nullptr);
        ASSERT_EQ(one.tail_size, 0u);
        uint64_t word;
        const size_t at = next % 11 == 5 ? 24 : 8;
        memcpy(&word, one.record.data + at, sizeof word);
        ASSERT_EQ(word, next);
      }
    }
    ASSERT_EQ(count, 0);
    ASSERT_EQ(next, written);
  }
}

TEST_F(BlockTest, SeveralRecordsComeByOneCall) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  for (uint64_t time = 0; time < 8; ++time) {
    (time % 2 ? a : b).writer.Write(SampleAt(time));
  }
  EXPECT_GT(Take(stream), 5);
}

TEST_F(BlockTest, LateAndUndatedRecordsSaySo) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(20));
  ring.writer.Write(SampleAt(10));
  ring.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_EXIT, {}));
  std::vector<uint32_t> flags;
  int count;
  while ((count = Take(stream)) > 0) {
    for (int i = 0; i < count; ++i) flags.push_back(records_[i].flags);
  }
  EXPECT_EQ(flags, (std::vector<uint32_t>{0, PERFC_STREAM_RECORD_LATE,
                                          PERFC_STREAM_RECORD_TIME_GUESSED |
                                              PERFC_STREAM_RECORD_LATE}));
}

TEST_F(BlockTest, OnlyAFlightRecorderIsCutAndOnlyAForwardStreamWaitedFor) {
  const Stream forward = Create();
  EXPECT_EQ(perfc_stream_cut(forward.get(), 1, &error_), -EINVAL);
  EXPECT_NE(scripted::TextOf(error_).find("no flight recorder"),
            std::string::npos);
  EXPECT_EQ(perfc_stream_resume(forward.get(), &error_), -EINVAL);
  perfc_stream_options options = {sizeof options, PERFC_STREAM_FLIGHT, 0};
  perfc_stream *made = nullptr;
  ASSERT_EQ(perfc_stream_create(&host_, &options, &made, &error_), 0);
  const Stream flight(made);
  EXPECT_EQ(perfc_stream_wait(flight.get(), 0, &error_), -EINVAL);
  EXPECT_NE(scripted::TextOf(error_).find("flight recorder"),
            std::string::npos);
  EXPECT_EQ(perfc_stream_wake(flight.get()), -EINVAL);
  EXPECT_EQ(perfc_stream_fd(flight.get()), -EINVAL);
  EXPECT_EQ(Take(flight), 0);
  options.round_bytes = 1;
  EXPECT_EQ(perfc_stream_create(&host_, &options, &made, &error_), -EINVAL);
  options = {sizeof options, 2, 0};
  EXPECT_EQ(perfc_stream_create(&host_, &options, &made, &error_), -EINVAL);
  EXPECT_EQ(perfc_stream_next_records(forward.get(), records_, 0), -EINVAL);
  EXPECT_EQ(perfc_stream_next_records(forward.get(), nullptr, 1), -EINVAL);
}

}  // namespace
