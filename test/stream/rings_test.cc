// Rings that come and go, what they lost, and who owns what.
#include <cerrno>

#include "test/stream/streams.h"

namespace {

using streams::Ring;
using streams::SampleAt;
using streams::Stream;
using Times = std::vector<uint64_t>;

using RingsTest = streams::StreamTest;

TEST_F(RingsTest, OneMayBeAddedAndTakenOutAtAnyTime) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  a.writer.Write(SampleAt(1));
  a.writer.Write(SampleAt(5));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  Ring b = AddRing(stream);
  b.writer.Write(SampleAt(6));
  ASSERT_EQ(perfc_stream_remove_event(stream.get(), a.event.get()), 0);
  EXPECT_EQ(Drain(stream), (Times{6}));
  // What it had left stays in its ring.
  perfc_record left;
  ASSERT_EQ(perfc_next_record(a.event.get(), &left), 1);
  EXPECT_EQ(left.data[8], 5);
  EXPECT_EQ(perfc_next_record(a.event.get(), &left), 0);
}

// Two readers would give back each other's records.
TEST_F(RingsTest, WhileAStreamHasARingTheEventHandsNothingOut) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  a.writer.Write(SampleAt(1));
  perfc_record record;
  EXPECT_EQ(perfc_next_record(a.event.get(), &record), -EBADFD);
  EXPECT_EQ(perfc_next_records(a.event.get(), &record, 1), -EBADFD);
  EXPECT_EQ(perfc_event_peek_record(a.event.get(), &record), -EBADFD);
  EXPECT_EQ(perfc_event_wait(a.event.get(), 0, &error_), -EBADFD);
  EXPECT_NE(scripted::TextOf(error_).find("stream"), std::string::npos);
  perfc_batch *batch = nullptr;
  ASSERT_EQ(perfc_batch_create(nullptr, &batch, nullptr), 0);
  EXPECT_EQ(perfc_batch_fill_event(batch, a.event.get()), -EBADFD);
  perfc_batch_destroy(batch);
  EXPECT_EQ(Drain(stream), (Times{1}));
  ASSERT_EQ(perfc_stream_remove_event(stream.get(), a.event.get()), 0);
  EXPECT_EQ(perfc_next_record(a.event.get(), &record), 0);
}

TEST_F(RingsTest, TheLowestFreeNumberIsGivenAgain) {
  const Stream stream = Create();
  const Ring a = MakeRing(), b = MakeRing(), c = MakeRing();
  EXPECT_EQ(perfc_stream_add_event(stream.get(), a.event.get(), nullptr), 0);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), b.event.get(), nullptr), 1);
  EXPECT_EQ(perfc_stream_remove_event(stream.get(), a.event.get()), 0);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), c.event.get(), nullptr), 0);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), a.event.get(), nullptr), 2);
}

TEST_F(RingsTest, ClosingOrUnmappingAnEventTakesItOut) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(SampleAt(1));
  b.writer.Write(SampleAt(2));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  a.event.reset();
  EXPECT_EQ(Drain(stream), (Times{2}));
  EXPECT_EQ(perfc_munmap(b.event.get()), 0);
  EXPECT_EQ(Drain(stream), Times());
  EXPECT_EQ(perfc_stream_remove_event(stream.get(), b.event.get()), -EINVAL);
}

TEST_F(RingsTest, AStreamMayGoBeforeItsEvents) {
  Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(1));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  stream.reset();
  Stream other = Create();
  EXPECT_EQ(perfc_stream_add_event(other.get(), ring.event.get(), nullptr), 0);
}

// The ring is told of many records at once, but never too late.
TEST_F(RingsTest, WhatWasNotHandedOutIsLeftInTheRing) {
  for (const bool removed : {true, false}) {
    for (const uint64_t taken : {1, 4, 9, 10}) {
      Stream stream = Create();
      Ring ring = AddRing(stream);
      for (uint64_t time = 1; time <= 10; ++time) {
        ring.writer.Write(SampleAt(time));
      }
      perfc_stream_record record;
      for (uint64_t i = 0; i < taken; ++i) {
        ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
      }
      if (removed) {
        EXPECT_EQ(perfc_stream_remove_event(stream.get(), ring.event.get()), 0);
      }
      stream.reset();
      perfc_record left;
      for (uint64_t time = taken + 1; time <= 10; ++time) {
        ASSERT_EQ(perfc_next_record(ring.event.get(), &left), 1);
        EXPECT_EQ(left.data[8], time);
      }
      EXPECT_EQ(perfc_next_record(ring.event.get(), &left), 0);
    }
  }
}

TEST_F(RingsTest, AnEventIsFoundByItsNumberAsLongAsItIsThere) {
  const Stream stream = Create();
  const Ring first = AddRing(stream);
  Ring second = AddRing(stream);
  EXPECT_EQ(perfc_stream_event(stream.get(), 0), first.event.get());
  EXPECT_EQ(perfc_stream_event(stream.get(), 1), second.event.get());
  EXPECT_EQ(perfc_stream_event(stream.get(), 2), nullptr);
  EXPECT_EQ(perfc_stream_event(nullptr, 0), nullptr);
  ASSERT_EQ(perfc_stream_remove_event(stream.get(), first.event.get()), 0);
  EXPECT_EQ(perfc_stream_event(stream.get(), 0), nullptr);
  second.event.reset();
  EXPECT_EQ(perfc_stream_event(stream.get(), 1), nullptr);
}

TEST_F(RingsTest, ASmallRingIsReadManyTimesAroundInRounds) {
  const Stream stream = Create(5 * SampleAt(0).size());
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  Times written, read;
  for (uint64_t time = 1; time < 2000; ++time) {
    Ring &ring = time % 7 < 3 ? a : b;
    ASSERT_TRUE(ring.writer.Write(time % 11 == 0 ? streams::ExitAt(time)
                                                 : SampleAt(time)));
    written.push_back(time);
    if (time % 50 != 0) continue;
    for (uint64_t next : Drain(stream)) read.push_back(next);
    EXPECT_EQ(a.writer.tail(), a.writer.head());
    EXPECT_EQ(b.writer.tail(), b.writer.head());
  }
  for (uint64_t next : Drain(stream)) read.push_back(next);
  EXPECT_EQ(read, written);
  EXPECT_EQ(OutOfOrder(stream), 0u);
}

TEST_F(RingsTest, AnEventIsInOneStreamOnlyAndNeedsARingThatWaits) {
  const Stream stream = Create();
  const Stream other = Create();
  const Ring ring = AddRing(stream);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), ring.event.get(), nullptr),
            -EBADFD);
  EXPECT_EQ(perfc_stream_add_event(other.get(), ring.event.get(), &error_),
            -EBADFD);
  EXPECT_NE(scripted::TextOf(error_).find("in a stream already"),
            std::string::npos);
  const scripted::Event unmapped = Open(Attr());
  EXPECT_EQ(perfc_stream_add_event(stream.get(), unmapped.get(), nullptr),
            -EBADFD);
  const scripted::Event overwritten =
      OpenMapped(Attr(), 1, PERFC_MMAP_OVERWRITE);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), overwritten.get(), nullptr),
            -EBADFD);
  EXPECT_EQ(perfc_stream_add_event(nullptr, ring.event.get(), nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), nullptr, nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_remove_event(other.get(), ring.event.get()), -EINVAL);
}

TEST_F(RingsTest, LossesAreOfOneRingOrOfAllWithThoseTakenOut) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  const auto lost = [](uint64_t count) {
    return scripted::MakeRecordOf(PERFC_RECORD_LOST, {7, count, 1});
  };
  a.writer.Write(lost(10));
  b.writer.Write(lost(1));
  EXPECT_EQ(Drain(stream).size(), 2u);
  perfc_losses losses = {};
  perfc_stream_losses(stream.get(), a.event.get(), &losses, sizeof losses);
  EXPECT_EQ(losses.lost, 10u);
  ASSERT_EQ(perfc_stream_remove_event(stream.get(), a.event.get()), 0);
  perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses);
  EXPECT_EQ(losses.lost, 11u);
  EXPECT_EQ(
      perfc_stream_losses(stream.get(), a.event.get(), &losses, sizeof losses),
      -EINVAL);
}

TEST_F(RingsTest, LossesOfARingThatIsPutBackCountOnce) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  const auto lose = [&ring](uint64_t count) {
    ring.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_LOST, {7, count, 1}));
  };
  perfc_losses losses = {};
  for (uint64_t i = 1; i <= 3; ++i) {
    lose(1);
    EXPECT_EQ(Drain(stream).size(), 1u);
    EXPECT_EQ(
        perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses), 0);
    EXPECT_EQ(losses.lost, i);
    ASSERT_EQ(perfc_stream_remove_event(stream.get(), ring.event.get()), 0);
    EXPECT_EQ(
        perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses), 0);
    EXPECT_EQ(losses.lost, i);
    ASSERT_EQ(perfc_stream_add_event(stream.get(), ring.event.get(), nullptr),
              0);
    EXPECT_EQ(
        perfc_stream_losses(stream.get(), nullptr, &losses, sizeof losses), 0);
    EXPECT_EQ(losses.lost, i);
  }
  EXPECT_EQ(perfc_stream_losses(stream.get(), ring.event.get(), &losses,
                                sizeof losses),
            0);
  EXPECT_EQ(losses.lost, 3u);
}

TEST_F(RingsTest, TheSpaceOfWhatWasHandedOutIsGivenBackOnlyAfterItsUse) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(1));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  EXPECT_EQ(ring.writer.tail(), 0u);
  EXPECT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 0);
  EXPECT_EQ(ring.writer.tail(), ring.writer.head());
}

TEST_F(RingsTest, AChildOfForkIsToldAndTouchesNothing) {
  Stream stream = Create();
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(1));
  system_.Fork();
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(stream.get(), &record, 1), -EOWNERDEAD);
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), -EOWNERDEAD);
  EXPECT_EQ(perfc_stream_wake(stream.get()), -EOWNERDEAD);
  EXPECT_EQ(perfc_stream_remove_event(stream.get(), ring.event.get()),
            -EOWNERDEAD);
  const Ring late = MakeRing();
  EXPECT_EQ(perfc_stream_add_event(stream.get(), late.event.get(), nullptr),
            -EOWNERDEAD);
}

TEST_F(RingsTest, AChildOfForkMayCloseInAnyOrder) {
  Stream stream = Create();
  Ring first = AddRing(stream);
  Ring second = AddRing(stream);
  first.writer.Write(SampleAt(1));
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  system_.Fork();
  const int calls = system_.count(scripted::Call::kEpollCtl);
  first.event.reset();
  EXPECT_EQ(perfc_stream_next_records(stream.get(), &record, 1), -EOWNERDEAD);
  stream.reset();
  second.event.reset();
  EXPECT_EQ(system_.count(scripted::Call::kEpollCtl), calls);
}

TEST_F(RingsTest, EachFailingCallLeavesNothingBehind) {
  const Ring ring = MakeRing();
  const size_t fds = system_.open_fds();
  for (int n = 1; n <= 3; ++n) {
    system_.FailAny(EMFILE, n);
    perfc_stream *stream = nullptr;
    EXPECT_EQ(perfc_stream_create(&host_, nullptr, &stream, &error_), -EMFILE);
    EXPECT_EQ(stream, nullptr);
    EXPECT_EQ(system_.open_fds(), fds);
  }
  const Stream stream = Create();
  system_.Fail(scripted::Call::kEpollCtl, ENOSPC);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), ring.event.get(), &error_),
            -ENOSPC);
  EXPECT_NE(scripted::TextOf(error_).find("epoll"), std::string::npos);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), ring.event.get(), &error_), 0);
}

TEST_F(RingsTest, WrongArgumentsAreRefused) {
  perfc_stream *stream = nullptr;
  perfc_stream_options options = {sizeof options, 2, 0};
  EXPECT_EQ(perfc_stream_create(&host_, &options, &stream, nullptr), -EINVAL);
  options = {0, 0, 0};
  EXPECT_EQ(perfc_stream_create(&host_, &options, &stream, nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_create(&host_, nullptr, nullptr, nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_next_records(nullptr, nullptr, 1), -EINVAL);
  EXPECT_EQ(perfc_stream_wait(nullptr, 0, nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_wake(nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_fd(nullptr), -EINVAL);
  perfc_stream_destroy(nullptr);
}

}  // namespace
