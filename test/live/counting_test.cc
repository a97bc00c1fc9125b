// Counts: of what, in which format, and beside whom.

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
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(1000);
  CallSecond(10);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  EXPECT_EQ(1000u, Count(event));
}

constexpr size_t kSize = sizeof(perfc_count);

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
  perfc_count counts[3] = {};
  ASSERT_EQ(count, perfc_read_group(leader, nullptr, counts, kSize, 3));
  const bool enabled = GetParam() & PERFC_FORMAT_TOTAL_TIME_ENABLED;
  const bool running = GetParam() & PERFC_FORMAT_TOTAL_TIME_RUNNING;
  EXPECT_EQ(enabled, counts[0].time_enabled > 0);
  EXPECT_EQ(running, counts[0].time_running > 0);
  const uint64_t ids[] = {Id(leader), Id(sibling)};
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(GetParam() & ~uint64_t{PERFC_FORMAT_GROUP}, counts[i].fields);
    EXPECT_EQ(40u, counts[i].raw);
    EXPECT_EQ(GetParam() & PERFC_FORMAT_ID ? ids[i] : 0, counts[i].id);
    EXPECT_EQ(0u, counts[i].lost);
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
  perfc_count counts[2] = {};
  EXPECT_EQ(-ENOSPC, perfc_read_group(leader, nullptr, counts, kSize, 1));
  EXPECT_EQ(2, perfc_read_group(leader, nullptr, counts, kSize, 2));
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
  std::vector<perfc_count> counts(100);
  ASSERT_EQ(100,
            perfc_read_group(events[0], nullptr, counts.data(), kSize, 100));
  for (size_t i = 0; i < 100; ++i) EXPECT_EQ(Id(events[i]), counts[i].id);
}

TEST(Counting, TimesGoOnOverAReset) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Event event = Open(attr);
  TouchDuring(event, &pages);
  perfc_count before = {}, after = {};
  ASSERT_EQ(0, perfc_read(event, &before, sizeof before));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_RESET, 0, nullptr));
  ASSERT_EQ(0, perfc_read(event, &after, sizeof after));
  EXPECT_EQ(0u, after.raw);
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
  ASSERT_EQ(
      0, perfc_ioctl(first, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  CallFirst(1);
  for (int i = 0; i < 3; ++i) {
    Child child([] {
      CallFirst(100);
      CallSecond(200);
    });
    child.Go();
    ASSERT_TRUE(child.Wait());
  }
  ASSERT_EQ(
      0, perfc_ioctl(first, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  perfc_count counts[2] = {};
  ASSERT_EQ(2, perfc_read_group(first, nullptr, counts, kSize, 2));
  EXPECT_EQ(301u, counts[0].raw);
  EXPECT_EQ(600u, counts[1].raw);
  EXPECT_EQ(Id(second), counts[1].id);
}

TEST(Counting, WithoutInheritTheChildrenDontCount) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = Open(CallsOf(FirstTarget));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
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
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
  EXPECT_EQ(kCalls, count.raw);
  EXPECT_EQ(kCalls, samples + count.lost);
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
