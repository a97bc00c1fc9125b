// Waiting for many rings at once.
#include <poll.h>

#include <cerrno>
#include <thread>

#include "test/stream/streams.h"

namespace {

using streams::Ring;
using streams::SampleAt;
using streams::Stream;
using Times = std::vector<uint64_t>;

using WaitTest = streams::StreamTest;

TEST_F(WaitTest, RecordsThatAreThereAreSeenWithoutWaiting) {
  const Stream stream = Create();
  const Ring idle = AddRing(stream);
  Ring ring = AddRing(stream);
  ring.writer.Write(SampleAt(1));
  EXPECT_EQ(perfc_stream_wait(stream.get(), -1, nullptr), 1);
  EXPECT_EQ(system_.count(scripted::Call::kEpollWait), 0);
}

TEST_F(WaitTest, OneCallWaitsForAllRings) {
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < 5; ++i) rings.push_back(AddRing(stream));
  system_.set_on_poll([&] {
    rings[3].writer.Write(SampleAt(1));
    Fake(rings[3].event).revents = POLLIN;
  });
  EXPECT_EQ(perfc_stream_wait(stream.get(), 1000, nullptr), 1);
  EXPECT_EQ(system_.count(scripted::Call::kEpollWait), 1);
}

// The kernel reports a wake-up also when its records were read before.
TEST_F(WaitTest, AWakeUpWithoutRecordsIsNoTimeOut) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  int polls = 0;
  system_.set_on_poll([&] {
    if (++polls == 2) ring.writer.Write(SampleAt(1));
    Fake(ring.event).revents = POLLIN;
  });
  EXPECT_EQ(perfc_stream_wait(stream.get(), -1, nullptr), 1);
  EXPECT_EQ(polls, 2);
}

TEST_F(WaitTest, ATimeOutFindsRecordsThatNobodyWasWokenFor) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  EXPECT_EQ(perfc_stream_wait(stream.get(), 10, nullptr), 0);
  system_.set_on_poll([&] { ring.writer.Write(SampleAt(1)); });
  EXPECT_EQ(perfc_stream_wait(stream.get(), 10, nullptr), 1);
}

TEST_F(WaitTest, TheEndComesWhenEveryRingHasEndedAndIsDrained) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  Fake(a.event).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 0)
      << "the other may still write";
  b.writer.Write(SampleAt(5));
  Fake(b.event).revents = POLLIN | POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 1);
  EXPECT_EQ(Drain(stream), (Times{5}));
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, &error_), -ESHUTDOWN);
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(stream.get(), &record, 1), -ESHUTDOWN);
}

TEST_F(WaitTest, RingsThatWereEnabledBeforeTheyEndedEndAllTheSame) {
  const Stream stream = Create();
  const Ring a = AddRing(stream);
  const Ring b = AddRing(stream);
  for (const Ring* ring : {&a, &b}) {
    EXPECT_EQ(perfc_ioctl(ring->event.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
    Fake(ring->event).revents = POLLHUP;
  }
  EXPECT_EQ(perfc_stream_wait(stream.get(), 1000, nullptr), -ESHUTDOWN);
}

TEST_F(WaitTest, ARingThatWasEnabledAfterItsEndIsWatchedAgain) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  Fake(ring.event).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 1000, nullptr), -ESHUTDOWN);
  EXPECT_EQ(perfc_ioctl(ring.event.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
  Fake(ring.event).revents = 0;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 0);
  system_.set_on_poll([&] {
    ring.writer.Write(SampleAt(1));
    Fake(ring.event).revents = POLLIN;
  });
  EXPECT_EQ(perfc_stream_wait(stream.get(), 1000, nullptr), 1);
}

// The writer that a stream watches leaves a shared ring.
class WriterLeaves : public WaitTest {
 protected:
  static perfc_attr Attr() {
    return scripted::SampleAttr(
        PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR,
        PERFC_ATTR_SAMPLE_ID_ALL);
  }

  scripted::Event Join() {
    scripted::Event event = Open(Attr());
    EXPECT_EQ(perfc_event_set_output(event.get(), first_.get(), &error_), 0)
        << scripted::TextOf(error_);
    return event;
  }

  // The ring's own event ends, so its second writer is watched.
  void SetUp() override {
    EXPECT_EQ(perfc_stream_add_event(stream_.get(), first_.get(), &error_), 0);
    Fake(first_).revents = POLLHUP;
    EXPECT_EQ(perfc_stream_wait(stream_.get(), 0, nullptr), 0);
  }
  void TearDown() override {
    stream_.reset();
    for (auto* event : {&third_, &second_, &first_}) event->reset();
    WaitTest::TearDown();
  }

  Stream stream_ = Create();
  scripted::Event first_ = OpenMapped(Attr(), 1);
  scripted::Event second_ = Join();
  scripted::Event third_ = Join();
};

TEST_F(WriterLeaves, ClosedTheNextOneIsWatched) {
  second_.reset();
  Fake(third_).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream_.get(), 0, nullptr), -ESHUTDOWN);
}

TEST_F(WriterLeaves, ClosedWhileTheStreamWaitsTheNextOneIsWatched) {
  system_.set_on_poll([&] {
    second_.reset();
    Fake(third_).revents = POLLHUP;
  });
  EXPECT_EQ(perfc_stream_wait(stream_.get(), -1, nullptr), -ESHUTDOWN);
}

TEST_F(WriterLeaves, ClosedAsItIsToBeWatchedTheNextOneIs) {
  perfc_stream_remove_event(stream_.get(), first_.get());
  system_.set_on_ioctl([&](uint32_t request, uint64_t) {
    if (request == PERFC_IOC_ID) second_.reset();
  });
  EXPECT_EQ(perfc_stream_add_event(stream_.get(), first_.get(), &error_), 0)
      << scripted::TextOf(error_);
  Fake(third_).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream_.get(), 0, nullptr), -ESHUTDOWN);
}

TEST_F(WriterLeaves, SentElsewhereItsEndIsNotTheRings) {
  EXPECT_EQ(perfc_event_set_output(second_.get(), nullptr, nullptr), 0);
  Fake(second_).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream_.get(), 0, nullptr), 0);
}

TEST_F(WaitTest, ARingThatEndedIsNotPolledForEver) {
  const Stream stream = Create();
  const Ring a = AddRing(stream);
  const Ring b = AddRing(stream);
  Fake(a.event).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 50, nullptr), 0);
  EXPECT_LE(system_.count(scripted::Call::kEpollWait), 2);
}

TEST_F(WaitTest, APinnedEventInErrorIsToldWhenAllHaveEnded) {
  const Stream stream = Create();
  perfc_attr attr = Attr();
  attr.flags |= PERFC_ATTR_PINNED;
  const scripted::Event pinned = OpenMapped(attr, 1);
  ASSERT_EQ(perfc_stream_add_event(stream.get(), pinned.get(), nullptr), 0);
  Fake(pinned).revents = POLLERR;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, &error_), -EBUSY);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_PINNED});
}

TEST_F(WaitTest, ARingThatCouldntBeTakenOutIsPassedOverAndCanComeBack) {
  const Stream stream = Create();
  const Ring ring = AddRing(stream);
  const Ring idle = AddRing(stream);
  system_.Fail(scripted::Call::kEpollCtl, ENOMEM);
  perfc_stream_remove_event(stream.get(), ring.event.get());
  Fake(ring.event).revents = POLLHUP;
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 0);
  EXPECT_EQ(perfc_stream_add_event(stream.get(), ring.event.get(), &error_), 0)
      << scripted::TextOf(error_);
}

TEST_F(WaitTest, AnotherThreadEndsTheWait) {
  const Stream stream = Create();
  const Ring ring = AddRing(stream);
  std::thread waker([&] { EXPECT_EQ(perfc_stream_wake(stream.get()), 0); });
  EXPECT_EQ(perfc_stream_wait(stream.get(), -1, nullptr), -ECANCELED);
  waker.join();
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 0) << "only once";
}

// The kernel wakes once for each record, and tries again where there is no room:
// a wake-up that is missed leaves both waiting.
TEST_F(WaitTest, NoWakeUpOfManyRingsIsMissed) {
  constexpr uint64_t kRecords = 20000;
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < 3; ++i) rings.push_back(AddRing(stream));
  std::thread kernel([&] {
    for (uint64_t time = 1; time <= kRecords; ++time) {
      Ring& ring = rings[time % rings.size()];
      while (!ring.writer.Write(SampleAt(time))) std::this_thread::yield();
      Wake(ring.event);
    }
    for (const Ring& ring : rings) Wake(ring.event, POLLHUP);
  });
  uint64_t read = 0;
  int waited = 0;
  while ((waited = perfc_stream_wait(stream.get(), -1, nullptr)) == 1) {
    perfc_stream_record record;
    while (perfc_stream_next_records(stream.get(), &record, 1) == 1) {
      read += record.record.type == PERFC_RECORD_SAMPLE;
    }
  }
  EXPECT_EQ(waited, -ESHUTDOWN);
  EXPECT_EQ(read, kRecords);
  kernel.join();
}

TEST_F(WaitTest, ASignalIsReported) {
  const Stream stream = Create();
  const Ring ring = AddRing(stream);
  system_.Fail(scripted::Call::kEpollWait, EINTR);
  EXPECT_EQ(perfc_stream_wait(stream.get(), -1, nullptr), -EINTR);
  EXPECT_EQ(perfc_stream_wait(stream.get(), 0, nullptr), 0);
}

TEST_F(WaitTest, AStreamWithoutRingsTimesOutAndHasNoEnd) {
  const Stream stream = Create();
  EXPECT_EQ(perfc_stream_wait(stream.get(), 5, nullptr), 0);
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 0);
}

}  // namespace
