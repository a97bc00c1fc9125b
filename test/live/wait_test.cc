// perfc_event_wait: what ends it, and the end of the target.

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

perfc_attr FaultSamples() {
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR);
  attr.wakeup_events = 1;
  return attr;
}

short Poll(perfc_event* event) {
  pollfd fd = {perfc_event_fd(event), POLLIN, 0};
  poll(&fd, 1, 0);
  return fd.revents;
}

TEST(Wait, TimesOut) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 1);
  EXPECT_EQ(0, perfc_event_wait(event, 0, nullptr));
  const uint64_t begin = Now();
  EXPECT_EQ(0, perfc_event_wait(event, 20, nullptr));
  EXPECT_GE(Now() - begin, 20000000u);
}

TEST(Wait, ReturnsAtOnceIfRecordsAreThere) {
  NEEDS(Paranoid(2));
  Pages pages(2);
  Event event = OpenMapped(FaultSamples(), 1);
  TouchDuring(event, &pages);
  Poll(event);  // Takes the kernel's mark away.
  EXPECT_EQ(0, Poll(event));
  EXPECT_EQ(1, perfc_event_wait(event, -1, nullptr));
  perfc_record record;
  EXPECT_EQ(1, perfc_next_record(event, &record));
  EXPECT_EQ(1, perfc_event_wait(event, -1, nullptr));
  EXPECT_EQ(1, perfc_next_record(event, &record));
  EXPECT_EQ(0, perfc_event_wait(event, 0, nullptr));
}

TEST(Wait, FindsRecordsThatNobodyWasWokenFor) {
  NEEDS(Paranoid(2));
  Pages pages(1);
  perfc_attr attr = FaultSamples();
  attr.wakeup_events = 1000;
  Event event = OpenMapped(attr, 1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  std::thread reader(
      [&] { EXPECT_EQ(1, perfc_event_wait(event, 100, nullptr)); });
  pages.TouchAll();
  reader.join();
  EXPECT_EQ(0, Poll(event));
}

TEST(Wait, IsEndedByARecord) {
  NEEDS(Paranoid(2));
  std::atomic<bool> waiting{false};
  Child child([] { Pages pages(1); });
  Event event = OpenMapped(FaultSamples(), 4, child.pid());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  std::thread reader([&] {
    waiting = true;
    EXPECT_EQ(1, perfc_event_wait(event, -1, nullptr));
  });
  while (!waiting) std::this_thread::yield();
  child.Go();
  reader.join();
  int end = 0;  // The child may have exited by now.
  EXPECT_FALSE(Drain(event, &end).empty());
  EXPECT_TRUE(child.Wait());
}

// Its number may be anything's by then: here the eventfd's that a wait makes.
TEST(Wait, AnFdClosedBySomebodyElseIsToldForSure) {
  NEEDS(Paranoid(2));
  for (const int timeout_ms : {0, 100}) {
    for (const bool taken : {false, true}) {
      Event event = OpenMapped(FaultSamples(), 1);
      const int fd = perfc_event_fd(event);
      ASSERT_EQ(0, close(fd));
      const int other = taken ? eventfd(1, EFD_CLOEXEC) : -1;
      EXPECT_EQ(taken, other == fd);
      EXPECT_EQ(-EBADF, perfc_event_wait(event, timeout_ms, nullptr));
      // The event's close ends whatever has the number now.
    }
  }
}

// The mapping keeps the file, and epoll watches files.
TEST(Wait, AStreamGoesOnWithoutTheFd) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 4);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  perfc_stream* stream = nullptr;
  ASSERT_EQ(0, perfc_stream_create(nullptr, nullptr, &stream, nullptr));
  ASSERT_EQ(0, perfc_stream_add_event(stream, event, nullptr));
  ASSERT_EQ(0, close(perfc_event_fd(event)));
  std::thread reader(
      [&] { EXPECT_EQ(1, perfc_stream_wait(stream, -1, nullptr)); });
  Pages pages(4);
  pages.TouchAll();
  reader.join();
  perfc_stream_record record;
  EXPECT_EQ(1, perfc_stream_next_records(stream, &record, 1));
  perfc_stream_destroy(stream);
}

TEST(Wait, IsEndedByAWake) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 1);
  for (int i = 0; i < 100; ++i) {
    std::thread reader([&] {
      perfc_error error = {};
      EXPECT_EQ(-ECANCELED, perfc_event_wait(event, -1, &error));
    });
    EXPECT_EQ(0, perfc_event_wake(event));
    reader.join();
  }
  EXPECT_EQ(0, perfc_event_wait(event, 0, nullptr));  // None is left over.
}

TEST(Wait, AWakeBeforeItEndsTheNextOne) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 1);
  EXPECT_EQ(0, perfc_event_wake(event));
  EXPECT_EQ(0, perfc_event_wake(event));
  EXPECT_EQ(-ECANCELED, perfc_event_wait(event, -1, nullptr));
  EXPECT_EQ(0, perfc_event_wait(event, 0, nullptr));
}

std::atomic<int> handled;
void OnSignal(int) { ++handled; }

TEST(Wait, IsEndedByASignal) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), 1);
  for (int flags : {0, SA_RESTART}) {
    struct sigaction action = {}, before = {};
    action.sa_handler = OnSignal;
    action.sa_flags = flags;
    ASSERT_EQ(0, sigaction(SIGUSR1, &action, &before));
    std::atomic<bool> ended{false};
    int result = 0;
    std::thread reader([&] {
      result = perfc_event_wait(event, -1, nullptr);
      ended = true;
    });
    while (!ended) {  // Again, in case that it came before the wait.
      pthread_kill(reader.native_handle(), SIGUSR1);
      usleep(1000);
    }
    reader.join();
    EXPECT_EQ(-EINTR, result);
    EXPECT_EQ(0, sigaction(SIGUSR1, &before, nullptr));
  }
}

TEST(Wait, AnExitedTargetIsDrainedAndThenReported) {
  NEEDS(Paranoid(2));
  Child child([] { Pages pages(10); });
  Event event = OpenMapped(FaultSamples(), 8, child.pid());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  child.Go();
  ASSERT_TRUE(child.Wait());
  ASSERT_TRUE(Poll(event) & POLLHUP);
  perfc_record record;
  size_t records = 0;
  for (;;) {  // The records come first, although the end has been seen.
    const int waited = perfc_event_wait(event, -1, nullptr);
    if (waited == -ESHUTDOWN) break;
    ASSERT_EQ(1, waited);
    ASSERT_EQ(1, perfc_next_record(event, &record));
    ++records;
  }
  EXPECT_EQ(Count(event), records);
  EXPECT_GE(records, 10u);
  EXPECT_EQ(-ESHUTDOWN, perfc_next_record(event, &record));
  EXPECT_EQ(-ESHUTDOWN, perfc_event_peek_record(event, &record));
  perfc_error error = {};
  EXPECT_EQ(-ESHUTDOWN, perfc_event_wait(event, 0, &error));
  EXPECT_EQ(PERFC_RULE_TARGET_GONE, error.rule);
}

TEST(Wait, NextRecordTellsTheEndOnlyAfterAWaitHasSeenIt) {
  NEEDS(Paranoid(2));
  Child child([] {});
  Event event = OpenMapped(FaultSamples(), 8, child.pid());
  child.Go();
  ASSERT_TRUE(child.Wait());
  perfc_record record;
  EXPECT_EQ(0, perfc_next_record(event, &record));
  EXPECT_EQ(-ESHUTDOWN, perfc_event_wait(event, -1, nullptr));
  EXPECT_EQ(-ESHUTDOWN, perfc_next_record(event, &record));
}

// The end comes while the reader waits; records and the end may show at once.
TEST(Wait, TheEndOfTheTargetWakes) {
  NEEDS(Paranoid(2));
  for (int i = 0; i < 20; ++i) {
    Child child([i] { Pages pages(i + 1); });
    Event event = OpenMapped(FaultSamples(), 8, child.pid());
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    size_t records = 0;
    std::thread reader([&] {
      int result;
      while ((result = perfc_event_wait(event, -1, nullptr)) == 1) {
        int end = 0;
        records += Drain(event, &end).size();
        EXPECT_TRUE(end == 0 || end == -ESHUTDOWN) << end;
      }
      EXPECT_EQ(-ESHUTDOWN, result);
    });
    child.Go();
    EXPECT_TRUE(child.Wait());
    reader.join();
    EXPECT_EQ(Count(event), records);
  }
}

}  // namespace
}  // namespace live
