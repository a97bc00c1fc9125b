// perfc_read: what it counts, in which format, and beside whom.

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

TEST(Counting, PageFaultsExactly) {
  NEEDS(Paranoid(2));
  Pages pages(321);
  Event event = Open(Software(PERFC_COUNT_SW_PAGE_FAULTS));
  TouchDuring(event, &pages);
  EXPECT_EQ(321u, Count(event));
}

TEST(Counting, CallsExactly) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = Open(CallsOf(FirstTarget));
  ASSERT_EQ(0, perfc_enable(event, 0));
  CallFirst(1000);
  CallSecond(10);
  ASSERT_EQ(0, perfc_disable(event, 0));
  EXPECT_EQ(1000u, Count(event));
}

class EveryReadFormat : public testing::TestWithParam<uint64_t> {};

TEST_P(EveryReadFormat, SaysTheSame) {
  NEEDS(Paranoid(2));
  Pages pages(40);
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.read_format = GetParam();
  Event leader = Open(attr);
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS_MIN;
  Event sibling = Open(attr, 0, -1, leader);
  EnableAll();
  pages.TouchAll();
  DisableAll();

  const int count = GetParam() & PERFC_FORMAT_GROUP ? 2 : 1;
  perfc_read_times times = {};
  perfc_read_value values[3] = {};
  ASSERT_EQ(count, perfc_read(leader, &times, sizeof times, values, 3));
  EXPECT_EQ(GetParam(), times.read_format);
  const bool enabled = GetParam() & PERFC_FORMAT_TOTAL_TIME_ENABLED;
  const bool running = GetParam() & PERFC_FORMAT_TOTAL_TIME_RUNNING;
  EXPECT_EQ(enabled, times.time_enabled > 0);
  EXPECT_EQ(running, times.time_running > 0);
  const uint64_t ids[] = {Id(leader), Id(sibling)};
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(40u, values[i].value);
    EXPECT_EQ(GetParam() & PERFC_FORMAT_ID ? ids[i] : 0, values[i].id);
    EXPECT_EQ(0u, values[i].lost);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryReadFormat,
                         testing::Range(uint64_t{0},
                                        uint64_t{PERFC_FORMAT_MAX}));

TEST(Counting, AGroupThatExceedsTheCapacityIsNotCut) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.read_format = PERFC_FORMAT_GROUP;
  Event leader = Open(attr);
  Event sibling = Open(attr, 0, -1, leader);
  perfc_read_value values[2] = {};
  EXPECT_EQ(-ENOSPC, perfc_read(leader, nullptr, 0, values, 1));
  EXPECT_EQ(2, perfc_read(leader, nullptr, 0, values, 2));
}

TEST(Counting, AGroupOfAHundredIsReadWhole) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.read_format = PERFC_FORMAT_MAX - 1;
  std::vector<Event> events;
  events.push_back(Open(attr));
  while (events.size() < 100) {
    events.push_back(Open(attr, 0, -1, events[0]));
  }
  perfc_read_times times = {};
  std::vector<perfc_read_value> values(100);
  ASSERT_EQ(100, perfc_read(events[0], &times, sizeof times, values.data(),
                            values.size()));
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(Id(events[i]), values[i].id);
}

TEST(Counting, TimesGoOnOverAReset) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Event event = Open(attr);
  TouchDuring(event, &pages);
  perfc_read_times before = {}, after = {};
  perfc_read_value value = {};
  ASSERT_EQ(1, perfc_read(event, &before, sizeof before, &value, 1));
  ASSERT_EQ(0, perfc_reset(event, 0));
  ASSERT_EQ(1, perfc_read(event, &after, sizeof after, &value, 1));
  EXPECT_EQ(0u, value.value);
  EXPECT_EQ(before.time_enabled, after.time_enabled);
}

// The man page says that inherit and PERF_FORMAT_GROUP exclude one another.
TEST(Counting, InheritedGroupsSumTheChildren) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = CallsOf(FirstTarget);
  attr.flags |= PERFC_ATTR_INHERIT;
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  Event first = Open(attr);
  attr.config1 = reinterpret_cast<uintptr_t>(&SecondTarget);
  Event second = Open(attr, 0, -1, first);
  ASSERT_EQ(0, perfc_enable(first, PERFC_IOC_FLAG_GROUP));
  CallFirst(1);
  for (int i = 0; i < 3; ++i) {
    Child child([] {
      CallFirst(100);
      CallSecond(200);
    });
    child.Go();
    ASSERT_TRUE(child.Wait());
  }
  ASSERT_EQ(0, perfc_disable(first, PERFC_IOC_FLAG_GROUP));
  perfc_read_value values[2] = {};
  ASSERT_EQ(2, perfc_read(first, nullptr, 0, values, 2));
  EXPECT_EQ(301u, values[0].value);
  EXPECT_EQ(600u, values[1].value);
  EXPECT_EQ(Id(second), values[1].id);
}

TEST(Counting, WithoutInheritTheChildrenDontCount) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = Open(CallsOf(FirstTarget));
  ASSERT_EQ(0, perfc_enable(event, 0));
  CallFirst(1);
  Child child([] { CallFirst(100); });
  child.Go();
  ASSERT_TRUE(child.Wait());
  EXPECT_EQ(1u, Count(event));
}

TEST(Counting, ReadsWhileAnotherThreadReadsTheRing) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  constexpr uint64_t kCalls = 20000;
  perfc_attr attr = Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_TID);
  attr.read_format = PERFC_FORMAT_LOST | PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Event event = OpenMapped(attr, 2);
  std::atomic<bool> done{false};
  uint64_t samples = 0;
  std::thread reader([&] {
    bool last;
    do {
      last = done;
      samples += Samples(event).size();
    } while (!last);
  });
  EnableAll();  // Not by the handle, which is the reader's.
  uint64_t before = 0;
  for (uint64_t i = 0; i < kCalls; i += 100) {
    CallFirst(100);
    const uint64_t now = Count(event);
    EXPECT_EQ(before + 100, now);
    before = now;
  }
  DisableAll();
  done = true;
  reader.join();
  perfc_read_value value = {};
  ASSERT_EQ(1, perfc_read(event, nullptr, 0, &value, 1));
  EXPECT_EQ(kCalls, value.value);
  EXPECT_EQ(kCalls, samples + value.lost);
}

TEST(Counting, ALeadersCloseLeavesItsSiblings) {
  NEEDS(Paranoid(2));
  Pages pages(5);
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  Event leader = Open(attr);
  Event sibling = Open(attr, 0, -1, leader);
  leader.Close();
  TouchDuring(sibling, &pages);
  EXPECT_EQ(5u, Count(sibling));
}

TEST(Counting, AWholeCpu) {
  NEEDS(Paranoid(0));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  Pages pages(100);
  Event event = Open(Software(PERFC_COUNT_SW_PAGE_FAULTS), -1, cpu);
  TouchDuring(event, &pages);
  EXPECT_GE(Count(event), 100u);
}

}  // namespace
}  // namespace live
