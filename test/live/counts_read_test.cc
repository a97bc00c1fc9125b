// Counts with their quality, of events and groups.

#include <unistd.h>

#include <cerrno>
#include <memory>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
constexpr uint64_t kGroup = kTimes | PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
constexpr size_t kSize = sizeof(perfc_count);

perfc_attr With(perfc_attr attr, uint64_t read_format) {
  attr.read_format = read_format;
  return attr;
}

perfc_count Read(perfc_event* event) {
  perfc_count count = {};
  EXPECT_EQ(0, perfc_read(event, &count, kSize));
  return count;
}

TEST(Counts, ASoftwareEventIsExact) {
  NEEDS(Paranoid(2));
  Pages pages(50);
  Event event = Open(
      With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kTimes | PERFC_FORMAT_ID));
  TouchDuring(event, &pages);
  const perfc_count count = Read(event);
  EXPECT_EQ(50u, count.raw);
  EXPECT_EQ(50u, count.scaled);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, count.quality);
  EXPECT_EQ(count.time_enabled, count.time_running);
  EXPECT_EQ(Id(event), count.id);
}

TEST(Counts, WhatNeverRanIsNoZero) {
  NEEDS(Paranoid(2));
  Event event = Open(With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kTimes));
  EXPECT_EQ(uint32_t{PERFC_QUALITY_NEVER_RAN}, Read(event).quality);
}

TEST(Counts, AGroupsMembersKeepTheirCountsWhenOneIsClosed) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event leader = Open(With(CallsOf(FirstTarget), kGroup));
  Event between =
      Open(With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kGroup), 0, -1, leader);
  Event last = Open(With(CallsOf(SecondTarget), kGroup), 0, -1, leader);
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  CallFirst(3);
  CallSecond(5);
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  perfc_event* three[] = {last, between, leader};
  perfc_count counts[3] = {};
  ASSERT_EQ(3, perfc_read_group(leader, three, counts, kSize, 3));
  EXPECT_EQ(5u, counts[0].raw);
  EXPECT_EQ(3u, counts[2].raw);
  for (const perfc_count& count : counts) {
    EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, count.quality);
  }
  between.Close();
  perfc_event* two[] = {leader, last};
  ASSERT_EQ(2, perfc_read_group(leader, two, counts, kSize, 2));
  EXPECT_EQ(3u, counts[0].raw);
  EXPECT_EQ(5u, counts[1].raw);
  Event stranger = Open(With(CallsOf(FirstTarget), kGroup));
  perfc_event* wrong[] = {stranger};
  ASSERT_EQ(1, perfc_read_group(leader, wrong, counts, kSize, 1));
  EXPECT_TRUE(counts[0].quality & PERFC_QUALITY_UNGROUPED);
}

TEST(Counts, OneMemberOfAGroupAlone) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event leader = Open(With(CallsOf(FirstTarget), kGroup));
  Event sibling = Open(With(CallsOf(SecondTarget), kGroup), 0, -1, leader);
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  CallFirst(2);
  CallSecond(7);
  EXPECT_EQ(2u, Read(leader).raw);
  EXPECT_EQ(7u, Read(sibling).raw);
}

TEST(Counts, MeasureSeesWhatHappensBetweenAndNothingElse) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event leader = Open(With(CallsOf(FirstTarget), kGroup));
  Event sibling = Open(With(CallsOf(SecondTarget), kGroup), 0, -1, leader);
  for (int round = 1; round <= 3; ++round) {
    perfc_count counts[2];
    CallFirst(100);
    Measure(leader, {leader, sibling}, counts, [round] {
      CallFirst(round);
      CallSecond(2 * round);
    });
    CallSecond(100);
    EXPECT_EQ(static_cast<uint64_t>(round), counts[0].raw);
    EXPECT_EQ(static_cast<uint64_t>(2 * round), counts[1].raw);
    EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, counts[0].quality);
  }
}

// Where PERFC_IOC_FLAG_GROUP leaves the member uncounted on Linux 6.18.
TEST(Counts, AMeasuredGroupMayHaveSeveralPmus) {
  NEEDS(Paranoid(2));
  Pages pages(30);
  Event leader = Open(With(Software(PERFC_COUNT_SW_TASK_CLOCK), kGroup));
  Event sibling =
      Open(With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kGroup), 0, -1, leader);
  perfc_count counts[2];
  for (int round = 0; round < 2; ++round) {
    Measure(leader, {leader, sibling}, counts, [&] { pages.TouchAll(); });
    EXPECT_LT(0u, counts[0].raw);
    EXPECT_LE(30u, counts[1].raw);
    pages.Forget();
  }
}

// Linux 6.18 leaves it waiting until then; older kernels don't.
TEST(Counts, WhatJoinsALeaderThatIsOnCountsOnceThatIsEnabledAnew) {
  NEEDS(Paranoid(2));
  Pages pages(30);
  Event leader = Open(With(Software(PERFC_COUNT_SW_TASK_CLOCK), kGroup));
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_ENABLE, 0, nullptr));
  perfc_attr attr = With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kGroup);
  attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED};
  Event sibling = Open(attr, 0, -1, leader);
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_DISABLE, 0, nullptr));
  const perfc_count before = Read(sibling);
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_ENABLE, 0, nullptr));
  pages.TouchAll();
  const perfc_count after = Read(sibling);
  perfc_count delta;
  ASSERT_EQ(0, perfc_count_delta(&before, &after, &delta, kSize));
  EXPECT_LE(30u, delta.raw);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, delta.quality);
}

TEST(Counts, ADeltaOverAResetSaysSo) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = Open(With(CallsOf(FirstTarget), kTimes));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(10);
  const perfc_count before = Read(event);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_RESET, 0, nullptr));
  CallFirst(4);
  const perfc_count after = Read(event);
  perfc_count delta;
  ASSERT_EQ(0, perfc_count_delta(&before, &after, &delta, kSize));
  EXPECT_EQ(4u, delta.raw);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_RESET |
                     PERFC_QUALITY_PARTIAL},
            delta.quality);
}

TEST(Counts, EveryEventOfTheThreadAtOnce) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event one = Open(With(CallsOf(FirstTarget), kTimes));
  Event other = Open(With(CallsOf(SecondTarget), kTimes));
  ASSERT_EQ(0, perfc_task_enable(nullptr));
  CallFirst(3);
  CallSecond(4);
  ASSERT_EQ(0, perfc_task_disable(nullptr));
  CallFirst(10);
  CallSecond(10);
  EXPECT_EQ(3u, Read(one).raw);
  EXPECT_EQ(4u, Read(other).raw);
}

TEST(Counts, TheSpecialIdsAreTheKernels) {
  NEEDS(Paranoid(0));
  perfc_attr attr = With(Software(PERFC_COUNT_SW_CPU_CLOCK), kTimes);
  Event thread = Open(attr, PERFC_CALLING_THREAD, PERFC_ANY_CPU);
  Event cpu = Open(attr, PERFC_ALL_THREADS, AllowedCpus()[0]);
  EXPECT_NE(0, perfc_event_fd(cpu));
}

TEST(UserRead, ASoftwareEventIsReadByTheKernel) {
  NEEDS(Paranoid(2));
  Pages pages(20);
  Event event = Open(With(Software(PERFC_COUNT_SW_PAGE_FAULTS), kTimes));
  TouchDuring(event, &pages);
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read_user(event, &count, kSize));
  EXPECT_EQ(uint32_t{PERFC_ORIGIN_NO_PAGE}, count.origin);
  perfc_error error = {};
  ASSERT_EQ(0, perfc_mmap(event, 0, 0, &error)) << Text(error);
  ASSERT_EQ(0, perfc_read_user(event, &count, kSize));
  EXPECT_EQ(uint32_t{PERFC_ORIGIN_NO_ACCESS}, count.origin);
  EXPECT_EQ(20u, count.raw);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, count.quality);
}

bool HasCpuPmu() {
  perfc_attr attr = Attr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS);
  const int fd = RawOpen(&attr);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

// arm64 shows user space a counter only where both the administrator and the
// event ask for it.
class UserAccess {
 public:
  UserAccess() {
    constexpr char kPath[] = "/proc/sys/kernel/perf_user_access";
    if (ReadNumber(kPath) == 0 && access(kPath, W_OK) == 0) {
      sysctl_ = std::make_unique<Sysctl>(kPath, "1");
    }
#if defined(__aarch64__)
    allowed_ = ReadNumber(kPath) > 0;  // Before Linux 5.17 there is none.
#else
    allowed_ = true;
#endif
  }
  bool allowed() const { return allowed_; }

 private:
  std::unique_ptr<Sysctl> sysctl_;
  bool allowed_;
};

// A counter that user space may read; of 64 bits on arm64 only cycles, where the
// PMU has no long counters for other events (__armv8_pmuv3_map_event,
// drivers/perf/arm_pmuv3.c).
perfc_attr Readable(uint64_t config) {
  perfc_attr attr = With(Attr(PERFC_TYPE_HARDWARE, config), kTimes);
#if defined(__aarch64__)
  attr.config1 = config == PERFC_COUNT_HW_CPU_CYCLES ? 0x3 : 0x2;
#endif
  return attr;
}

class UserReadOf : public testing::TestWithParam<uint64_t> {};

TEST_P(UserReadOf, TheCounterAgreesWithTheKernel) {
  NEEDS(Paranoid(2),
        That(HasCpuPmu(), "the CPU has no PMU that counts instructions"));
  const UserAccess access;
  NEEDS(That(access.allowed(), "perf_user_access forbids it"));
  Event event = Open(Readable(GetParam()));
  perfc_error error = {};
  ASSERT_EQ(0, perfc_mmap(event, 0, 0, &error)) << Text(error);
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read_user(event, &count, kSize));
  EXPECT_EQ(uint32_t{PERFC_ORIGIN_NOT_ON_PMU}, count.origin);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  int in_user_space = 0;
  for (int i = 0; i < 200; ++i) {
    const perfc_count before = Read(event);
    ASSERT_EQ(0, perfc_read_user(event, &count, kSize));
    const perfc_count after = Read(event);
    if (count.origin != PERFC_ORIGIN_USER) continue;
    ++in_user_space;
    ASSERT_LT(before.raw, count.raw);
    ASSERT_LT(count.raw, after.raw);
    ASSERT_LE(before.time_running, count.time_running);
    ASSERT_LE(count.time_running, after.time_running);
    ASSERT_LE(count.time_running, count.time_enabled);
  }
  EXPECT_GT(in_user_space, 0) << "source " << count.origin;
}

INSTANTIATE_TEST_SUITE_P(CyclesAndInstructions, UserReadOf,
                         testing::Values(PERFC_COUNT_HW_CPU_CYCLES,
                                         PERFC_COUNT_HW_INSTRUCTIONS));

TEST(UserRead, AChildsCounterIsReadByTheKernel) {
  NEEDS(Paranoid(2),
        That(HasCpuPmu(), "the CPU has no PMU that counts instructions"));
  const UserAccess access;
  Child child([] { Busy(50); });
  Event event = Open(Readable(PERFC_COUNT_HW_INSTRUCTIONS), child.pid());
  perfc_error error = {};
  ASSERT_EQ(0, perfc_mmap(event, 0, 0, &error)) << Text(error);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  child.Go();
  EXPECT_TRUE(child.Wait());
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read_user(event, &count, kSize));
  EXPECT_EQ(uint32_t{PERFC_ORIGIN_OTHER_TASK}, count.origin);
  EXPECT_GT(count.raw, 0u);
}

}  // namespace
}  // namespace live
