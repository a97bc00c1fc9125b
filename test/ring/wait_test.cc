// perfc_event_wait: what poll(2) answers, and how a ring ends.

#include <poll.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::MakeRecord;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::TextOf;
using scripted::WriteMode;

class WaitTest : public scripted::Machine {
 protected:
  int Wait(const Event &event, int timeout_ms = 0) {
    return perfc_event_wait(event.get(), timeout_ms, &error_);
  }
  int Next(const Event &event) {
    perfc_record record;
    return perfc_next_record(event.get(), &record);
  }
  void Write(const Event &event, uint64_t count = 1) {
    RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
    for (uint64_t i = 0; i < count; ++i) {
      ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64, i)));
    }
  }
};

TEST_F(WaitTest, RecordsThatAreThereAreToldWithoutPolling) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Write(event);
  EXPECT_EQ(Wait(event, -1), 1);
  EXPECT_EQ(system_.count(Call::kPoll), 0);
}

TEST_F(WaitTest, ATimeOutIsZeroAfterTheWholeTime) {
  const Event event = OpenMapped(SampleAttr(), 1);
  const int64_t before = system_.now_ms();
  EXPECT_EQ(Wait(event, 250), 0);
  EXPECT_EQ(system_.now_ms() - before, 250);
}

TEST_F(WaitTest, AnErrnoOfACallIsntTakenForTheRingsEnd) {
  const Event event = OpenMapped(SampleAttr(), 1);
  for (const int code : {EBUSY, ENODEV, ESHUTDOWN}) {
    system_.Fail(Call::kPoll, code);
    EXPECT_EQ(Wait(event, 10), -code);
    EXPECT_EQ(error_.call, uint32_t{PERFC_CALL_POLL});
    EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_UNKNOWN});
  }
}

TEST_F(WaitTest, ATimeOutFindsRecordsThatNobodyWasWokenFor) {
  const Event event = OpenMapped(SampleAttr(), 1);
  system_.set_on_poll([&] { Write(event); });
  EXPECT_EQ(Wait(event, 100), 1);
}

TEST_F(WaitTest, AWakeUpWithoutRecordsWaitsOn) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLIN;
  int polls = 0;
  system_.set_on_poll([&] {
    if (++polls == 3) Write(event);
  });
  EXPECT_EQ(Wait(event, 100), 1);
  EXPECT_EQ(polls, 3);
}

TEST_F(WaitTest, OnlyAWaitThatMayBlockMakesAWakeFd) {
  const Event event = OpenMapped(SampleAttr(), 1);
  EXPECT_EQ(Wait(event, 0), 0);
  EXPECT_EQ(perfc_event_wake(event.get()), 0);
  EXPECT_EQ(Wait(event, 0), -ECANCELED);
  EXPECT_EQ(system_.count(Call::kEventfd), 0);
  EXPECT_EQ(Wait(event, 1), 0);
  EXPECT_EQ(Wait(event, 1), 0);
  EXPECT_EQ(system_.count(Call::kEventfd), 1);
}

TEST_F(WaitTest, AFailingEventfdIsExplainedAndTheNextWaitTriesAgain) {
  const Event event = OpenMapped(SampleAttr(), 1);
  system_.Fail(Call::kEventfd, EMFILE);
  EXPECT_EQ(Wait(event, 10), -EMFILE);
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_EVENTFD));
  EXPECT_NE(TextOf(error_).find("eventfd() failed with EMFILE"),
            std::string::npos);
  EXPECT_EQ(Wait(event, 10), 0);
}

TEST_F(WaitTest, HangUpTogetherWithRecordsIsToldOnceTheyAreRead) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLIN | POLLHUP;
  system_.set_on_poll([&] { Write(event, 3); });
  EXPECT_EQ(Wait(event, 100), 1);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Next(event), 1);
  EXPECT_EQ(Next(event), -ESHUTDOWN);
  EXPECT_EQ(Wait(event, 100), -ESHUTDOWN);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_TARGET_GONE));
  EXPECT_NE(TextOf(error_).find("target has exited"), std::string::npos);
  EXPECT_EQ(system_.count(Call::kPoll), 1) << "the end is latched";
}

TEST_F(WaitTest, HangUpOfAnEmptyRingIsItsEnd) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLHUP;
  EXPECT_EQ(Next(event), 0) << "nobody has looked yet";
  EXPECT_EQ(Wait(event, 0), -ESHUTDOWN);
  EXPECT_EQ(Next(event), -ESHUTDOWN);
}

TEST_F(WaitTest, RecordsAfterTheEndWasSeenAreStillRead) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLHUP;
  EXPECT_EQ(Wait(event, 0), -ESHUTDOWN);
  Write(event);
  EXPECT_EQ(Wait(event, 0), 1);
  EXPECT_EQ(Next(event), 1);
  EXPECT_EQ(Next(event), -ESHUTDOWN);
}

// Linux 6.15 and newer: a pinned event that has no counter.
TEST_F(WaitTest, ErrorOfAPinnedEventIsBusy) {
  for (int revents : {POLLERR, POLLERR | POLLHUP, POLLERR | POLLIN,
                      POLLERR | POLLHUP | POLLIN}) {
    const Event event = OpenMapped(SampleAttr(0, PERFC_ATTR_PINNED), 1);
    Fake(event).revents = static_cast<short>(revents);
    EXPECT_EQ(Wait(event, 100), -EBUSY) << revents;
    EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_PINNED));
    EXPECT_NE(TextOf(error_).find("pinned event has no counter"),
              std::string::npos);
    EXPECT_EQ(Next(event), -EBUSY);
  }
}

TEST_F(WaitTest, ErrorOfAnotherEventIsAPmuThatWent) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLERR;
  EXPECT_EQ(Wait(event, 100), -ENODEV);
  EXPECT_NE(TextOf(error_).find("PMU has gone"), std::string::npos)
      << TextOf(error_);
  EXPECT_EQ(Next(event), -ENODEV);
}

TEST_F(WaitTest, ErrorWithRecordsIsToldOnceTheyAreRead) {
  const Event event = OpenMapped(SampleAttr(0, PERFC_ATTR_PINNED), 1);
  Fake(event).revents = POLLIN | POLLERR;
  system_.set_on_poll([&] { Write(event); });
  EXPECT_EQ(Wait(event, 100), 1);
  EXPECT_EQ(Next(event), 1);
  EXPECT_EQ(Next(event), -EBUSY);
}

TEST_F(WaitTest, AnEventThatIsEnabledAgainMayWriteAgain) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLHUP;
  ASSERT_EQ(Wait(event, 0), -ESHUTDOWN);
  Fake(event).revents = 0;
  ASSERT_EQ(perfc_ioctl(event.get(), PERFC_IOC_REFRESH, 5, nullptr), 0);
  EXPECT_EQ(Next(event), 0);
  EXPECT_EQ(Wait(event, 0), 0);
  Fake(event).revents = POLLHUP;
  ASSERT_EQ(Wait(event, 0), -ESHUTDOWN);
  ASSERT_EQ(perfc_ioctl(event.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
  EXPECT_EQ(Next(event), 0);
}

TEST_F(WaitTest, AWakeBeforeTheWaitEndsIt) {
  const Event event = OpenMapped(SampleAttr(), 1);
  ASSERT_EQ(perfc_event_wake(event.get()), 0);
  EXPECT_EQ(Wait(event, -1), -ECANCELED);
  EXPECT_NE(TextOf(error_).find("ECANCELED"), std::string::npos);
  EXPECT_EQ(Wait(event, 10), 0) << "one wake ends one wait";
}

TEST_F(WaitTest, AWakeDuringTheWaitEndsIt) {
  const Event event = OpenMapped(SampleAttr(), 1);
  for (int i = 0; i < 5; ++i) {
    bool woken = false;
    system_.set_on_poll([&] {
      if (!woken) perfc_event_wake(event.get());
      woken = true;
    });
    EXPECT_EQ(Wait(event, -1), -ECANCELED);
    system_.set_on_poll(nullptr);
    EXPECT_EQ(Wait(event, 10), 0) << "one wake ends one wait";
  }
}

TEST_F(WaitTest, AWakeDoesntHideRecords) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Write(event);
  ASSERT_EQ(perfc_event_wake(event.get()), 0);
  EXPECT_EQ(Wait(event, -1), 1);
}

TEST_F(WaitTest, ASignalEndsTheWaitAndNothingElse) {
  const Event event = OpenMapped(SampleAttr(), 1);
  system_.Fail(Call::kPoll, EINTR);
  EXPECT_EQ(Wait(event, 100), -EINTR);
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_POLL));
  EXPECT_EQ(Wait(event, 100), 0);
}

TEST_F(WaitTest, AnFdThatTheCallerClosedIsSaidSo) {
  enum TakenBy { kNobody, kTheWakeUp, kAFile, kAnotherEvent };
  for (const TakenBy taken_by : {kNobody, kTheWakeUp, kAFile, kAnotherEvent}) {
    for (const int timeout_ms : {-1, 0, 100}) {
      SCOPED_TRACE(taken_by);
      const Event event = OpenMapped(SampleAttr(), 1);
      const int fd = perfc_event_fd(event.get());
      system_.Close(fd);
      if (taken_by != kNobody) system_.set_next_fd(fd);
      if (taken_by == kAFile) system_.AddPlainFd();
      if (taken_by == kAnotherEvent) system_.AddEvent();
      EXPECT_EQ(Wait(event, timeout_ms), -EBADF);
      EXPECT_NE(TextOf(error_).find("closed"), std::string::npos);
      Write(event);
      EXPECT_EQ(Wait(event, timeout_ms), 1) << "the mapping is still there";
      // perfc_close can't know whose it is.
      if (taken_by < kAFile) {
        system_.set_next_fd(fd);
        system_.AddPlainFd();
      }
      system_.set_next_fd(fd + 100);
    }
  }
}

TEST_F(WaitTest, AnFdThatIsClosedWhileItIsPolledIsSaidSo) {
  const Event event = OpenMapped(SampleAttr(), 1);
  Fake(event).revents = POLLNVAL;
  EXPECT_EQ(Wait(event, 100), -EBADF);
  EXPECT_NE(TextOf(error_).find("closed"), std::string::npos);
}

TEST_F(WaitTest, WithoutARingThereIsNothingToWaitFor) {
  const Event event = Open(SampleAttr());
  EXPECT_EQ(Wait(event, 0), -EBADFD);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_MAPPED));
  EXPECT_EQ(perfc_event_wake(event.get()), -EBADFD);
  ASSERT_EQ(perfc_mmap(event.get(), 0, 0, nullptr), 0);
  EXPECT_EQ(Wait(event, 0), -EBADFD) << "the control page is no ring";
  EXPECT_EQ(Next(event), -EBADFD);
}

class SharedRingTest : public WaitTest {
 protected:
  void SetUp() override {
    owner_ = OpenMapped(SampleAttr(PERFC_SAMPLE_IDENTIFIER), 1);
    member_ = Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
    ASSERT_EQ(perfc_event_set_output(member_.get(), owner_.get(), &error_), 0)
        << TextOf(error_);
  }
  void TearDown() override {
    member_.reset();
    owner_.reset();
    Machine::TearDown();
  }

  Event owner_;
  Event member_;
};

TEST_F(SharedRingTest, EndsWithItsLastWriterThoughTheOwnerEndsFirst) {
  Fake(owner_).revents = POLLHUP;
  EXPECT_EQ(Wait(owner_, 10), 0) << "the member may still write";
  EXPECT_EQ(Next(owner_), 0);
  Fake(member_).revents = POLLIN;
  system_.set_on_poll([&] { Write(owner_); });
  EXPECT_EQ(Wait(owner_, 10), 1);
  EXPECT_EQ(Next(owner_), 1);
  system_.set_on_poll(nullptr);
  Fake(member_).revents = POLLHUP;
  EXPECT_EQ(Wait(owner_, 10), -ESHUTDOWN);
  EXPECT_EQ(Next(owner_), -ESHUTDOWN);
}

TEST_F(SharedRingTest, EndsWhenTheLastLivingMemberIsClosed) {
  Fake(owner_).revents = POLLHUP;
  EXPECT_EQ(Wait(owner_, 10), 0);
  member_.reset();
  EXPECT_EQ(Wait(owner_, 10), -ESHUTDOWN);
}

TEST_F(SharedRingTest, APinnedMemberInErrorOutweighsTheExitOfTheOthers) {
  const Event pinned =
      Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER, PERFC_ATTR_PINNED));
  ASSERT_EQ(perfc_event_set_output(pinned.get(), owner_.get(), nullptr), 0);
  const Event last = Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
  ASSERT_EQ(perfc_event_set_output(last.get(), owner_.get(), nullptr), 0);
  Fake(owner_).revents = POLLHUP;
  Fake(member_).revents = POLLHUP;
  Fake(last).revents = POLLHUP;
  Fake(pinned).revents = POLLERR;
  EXPECT_EQ(Wait(owner_, 10), -EBUSY);
}

TEST_F(SharedRingTest, AMemberThatIsEnabledAgainMayWriteAgain) {
  Fake(owner_).revents = POLLHUP;
  Fake(member_).revents = POLLHUP;
  ASSERT_EQ(Wait(owner_, 10), -ESHUTDOWN);
  Fake(member_).revents = 0;
  ASSERT_EQ(perfc_ioctl(member_.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
  EXPECT_EQ(Wait(owner_, 10), 0);
}

TEST_F(SharedRingTest, AMemberWhoseOutputIsDroppedIsNoWriter) {
  Fake(owner_).revents = POLLHUP;
  ASSERT_EQ(perfc_event_set_output(member_.get(), nullptr, nullptr), 0);
  EXPECT_EQ(Wait(owner_, 10), -ESHUTDOWN);
}

}  // namespace
