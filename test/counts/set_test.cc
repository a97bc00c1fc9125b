// Counts of a set's members, and their sums by spec, CPU and thread.

#include "perfc/set.h"

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/uapi.h"
#include "test/counts/counts.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

class SetCounts : public Sets {
 protected:
  perfc_attr Timed(perfc_attr attr, uint64_t format = 0) {
    attr.read_format = kTimes | format;
    return attr;
  }

  void SetCount(uint32_t member, uint64_t raw, uint64_t enabled,
                uint64_t running) {
    FakeOf(member).counts = {raw, enabled, running};
  }

  std::vector<perfc_count> Read() {
    std::vector<perfc_count> counts(
        static_cast<size_t>(perfc_set_member_count(set_.get())));
    EXPECT_EQ(perfc_set_read(set_.get(), counts.data(), sizeof counts[0],
                             static_cast<uint32_t>(counts.size())),
              static_cast<int>(counts.size()));
    return counts;
  }

  struct Sum {
    perfc_sum_row row;
    perfc_count count;
  };
  std::vector<Sum> Sums(uint32_t by) {
    const std::vector<perfc_count> counts = Read();
    std::vector<perfc_count> sums(counts.size());
    std::vector<perfc_sum_row> rows(counts.size());
    const auto size = static_cast<uint32_t>(counts.size());
    const int found =
        perfc_set_sum(set_.get(), by, counts.data(), size, sums.data(),
                      sizeof sums[0], rows.data(), sizeof rows[0], size);
    EXPECT_GT(found, 0);
    std::vector<Sum> out;
    for (int i = 0; i < found; ++i) {
      out.push_back(
          {rows[static_cast<size_t>(i)], sums[static_cast<size_t>(i)]});
    }
    return out;
  }
};

TEST_F(SetCounts, AreAddedUpBySpecAndByCpu) {
  Add(Timed(kClock), "clock");
  Add(Timed(kFaults), "faults");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  ASSERT_EQ(Opened(), "clock@0 faults@0 clock@2 faults@2 clock@5 faults@5");
  for (uint32_t i = 0; i < 6; ++i) SetCount(i, 10 + i, 100, 100);
  SetCount(4, 14, 100, 50);

  std::vector<Sum> sums = Sums(PERFC_SUM_SPEC);
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].row.spec, 0u);
  EXPECT_EQ(sums[0].row.cpu, -1);
  EXPECT_EQ(sums[0].row.pid, -1);
  EXPECT_EQ(sums[0].row.parts, 3u);
  EXPECT_EQ(sums[0].count.raw, 10u + 12 + 14);
  EXPECT_EQ(sums[0].count.scaled, 10u + 12 + 28);
  EXPECT_EQ(sums[0].count.quality, uint32_t{PERFC_QUALITY_SCALED});
  EXPECT_EQ(sums[1].count.raw, 11u + 13 + 15);
  EXPECT_EQ(sums[1].count.quality, uint32_t{PERFC_QUALITY_EXACT});

  sums = Sums(PERFC_SUM_CPU);
  ASSERT_EQ(sums.size(), 6u);
  EXPECT_EQ(sums[1].row.spec, 0u);
  EXPECT_EQ(sums[1].row.cpu, 2);
  EXPECT_EQ(sums[1].count.raw, 12u);
  EXPECT_EQ(sums[5].row.spec, 1u);
  EXPECT_EQ(sums[5].row.cpu, 5);
  EXPECT_EQ(sums[5].count.raw, 15u);
}

TEST_F(SetCounts, ByThread) {
  for (const char *thread : {"4000", "4001"}) {
    system_.SetFile(std::string("/proc/17/task/") + thread + "/stat", "x");
  }
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 17)), 0) << TextOf(error_);
  ASSERT_EQ(Opened(true), "clock@4000 clock@4001");
  SetCount(0, 5, 100, 100);
  SetCount(1, 6, 100, 100);
  const std::vector<Sum> sums = Sums(PERFC_SUM_THREAD);
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].row.pid, 4000);
  EXPECT_EQ(sums[1].row.pid, 4001);
  EXPECT_EQ(sums[1].count.raw, 6u);
  EXPECT_EQ(Sums(PERFC_SUM_SPEC)[0].count.raw, 11u);
}

TEST_F(SetCounts, AGroupIsReadAtOnceInEachPlace) {
  constexpr uint64_t kGroup = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  const uint32_t leader = Add(Timed(kClock, kGroup), "leader");
  Add(Timed(kFaults, kGroup), "sibling", leader);
  Add(Timed(kFaults), "alone");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  for (const uint32_t i : {0, 3}) {
    FakeOf(i).counts = {2,      100,         100, 20 + i, FakeOf(i + 1).id,
                        10 + i, FakeOf(i).id};
    SetCount(i + 2, 30 + i, 100, 100);
  }
  const int reads = system_.count(Call::kRead);
  const std::vector<perfc_count> counts = Read();
  EXPECT_EQ(system_.count(Call::kRead), reads + 4);
  const uint64_t want[] = {10, 20, 30, 13, 23, 33};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(counts[i].raw, want[i]) << i;
}

TEST_F(SetCounts, AGroupThatTheKernelBrokeUpIsReadOn) {
  constexpr uint64_t kGroup = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  constexpr uint32_t kBrokenUp =
      PERFC_QUALITY_EXACT | PERFC_QUALITY_PARTIAL | PERFC_QUALITY_UNGROUPED;
  const uint32_t leader = Add(Timed(kClock, kGroup), "leader");
  Add(Timed(kFaults, kGroup), "sibling", leader);
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  FakeOf(0).counts = {2, 100, 100, 10, FakeOf(0).id, 20, FakeOf(1).id};
  FakeOf(2).counts = {1, 50, 50, 30, FakeOf(2).id};
  FakeOf(3).counts = {1, 50, 50, 40, FakeOf(3).id};
  const std::vector<perfc_count> counts = Read();
  EXPECT_EQ(counts[0].quality, uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(counts[2].raw, 30u);
  EXPECT_EQ(counts[2].quality, kBrokenUp);
  EXPECT_EQ(counts[3].raw, 40u);
  EXPECT_EQ(counts[3].quality, kBrokenUp);
  const std::vector<Sum> sums = Sums(PERFC_SUM_SPEC);
  EXPECT_EQ(sums[1].count.raw, 60u);
  EXPECT_EQ(sums[1].count.quality, kBrokenUp);
}

// A sibling's own read says nothing of it.
TEST_F(SetCounts, APinnedGroupInErrorIsSoWithAllItsMembers) {
  const uint32_t leader = Add(Timed(kCycles), "leader");
  Add(Timed(kFaults), "other");
  Add(Timed(kFaults), "sibling", leader);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  FakeOf(0).counts.clear();
  SetCount(1, 20, 100, 100);
  SetCount(2, 30, 100, 100);
  const std::vector<perfc_count> counts = Read();
  EXPECT_EQ(counts[0].quality,
            uint32_t{PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING});
  EXPECT_EQ(counts[1].quality, uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(counts[2].quality,
            uint32_t{PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING});
  EXPECT_EQ(counts[2].raw, 0u);
}

// The new event may have run for longer than the old one had by then.
TEST_F(SetCounts, ADeltaOverAnEventThatWasOpenedAgainSaysSo) {
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(CpusTarget("2")), 0) << TextOf(error_);
  SetCount(0, 10, 100, 100);
  const perfc_count before = Read()[0];
  for (const char *online : {"0", "0,2"}) {
    system_.SetFile("/sys/devices/system/cpu/online", online);
    EXPECT_EQ(perfc_set_update(set_.get(), PERFC_SET_UPDATE_REOPEN, &error_),
              1);
  }
  SetCount(0, 15, 300, 300);
  const perfc_count after = Read()[0];
  perfc_count delta;
  ASSERT_EQ(perfc_count_delta(&before, &after, &delta, sizeof delta), 0);
  EXPECT_EQ(delta.raw, 15u);
  EXPECT_EQ(delta.quality, uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_RESET |
                                    PERFC_QUALITY_PARTIAL});
}

TEST_F(SetCounts, WhatIsOfflineCountedUntilThen) {
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  for (uint32_t i = 0; i < 3; ++i) SetCount(i, 10, 100, 100);
  system_.SetFile("/sys/devices/system/cpu/online", "0,5\n");
  ASSERT_GE(perfc_set_update(set_.get(), 0, &error_), 0);
  const std::vector<perfc_count> counts = Read();
  EXPECT_EQ(counts[0].quality, uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(counts[1].raw, 10u);
  EXPECT_EQ(counts[1].quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_OFFLINE |
                     PERFC_QUALITY_PARTIAL});
  const Sum sum = Sums(PERFC_SUM_SPEC)[0];
  EXPECT_EQ(sum.count.raw, 30u);
  EXPECT_EQ(sum.count.quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_OFFLINE |
                     PERFC_QUALITY_PARTIAL});
}

TEST_F(SetCounts, ASpecThatIsAbsentIsNoZero) {
  Add(Timed(kCycles), "cycles");
  Add(Timed(kClock), "clock");
  options_.flags = PERFC_SET_OPEN_TOLERANT;
  system_.Fail(Call::kPerfEventOpen, ENOENT);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  SetCount(1, 10, 100, 100);
  const std::vector<Sum> sums = Sums(PERFC_SUM_SPEC);
  ASSERT_EQ(sums.size(), 2u);
  EXPECT_EQ(sums[0].row.parts, 0u);
  EXPECT_EQ(sums[0].row.missing, 1u);
  EXPECT_EQ(sums[0].count.fields, 0u);
  EXPECT_EQ(sums[0].count.quality,
            uint32_t{PERFC_QUALITY_NEVER_RAN | PERFC_QUALITY_MISSING});
  EXPECT_EQ(sums[1].row.parts, 1u);
}

// Half of the time on the other PMU's CPUs, or half of it waiting?
TEST_F(SetCounts, ACorePmuThatFollowsAThreadIsPartial) {
  Add(Timed(CountAttr(4, 0x3c)), "core", PERFC_SPEC_NO_LEADER, 0, {0, 1});
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 0)), 0) << TextOf(error_);
  SetCount(0, 10, 100, 50);
  EXPECT_EQ(Read()[0].quality,
            uint32_t{PERFC_QUALITY_SCALED | PERFC_QUALITY_PARTIAL});
  SetCount(0, 10, 100, 100);
  EXPECT_EQ(Read()[0].quality, uint32_t{PERFC_QUALITY_EXACT});
}

// A thread that is on another CPU doesn't wait there for a counter.
TEST_F(SetCounts, OfAThreadOnEachCpuSoftwareEventsAreExact) {
  perfc_target thread = TaskTarget(PERFC_TARGET_THREAD, 0);
  thread.cpus = "0,2,5";
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(thread), 0) << TextOf(error_);
  SetCount(0, 10, 100, 25);
  SetCount(1, 30, 100, 75);
  SetCount(2, 0, 100, 0);
  EXPECT_EQ(Read()[0].time_enabled, 25u);
  const std::vector<Sum> sums = Sums(PERFC_SUM_SPEC);
  ASSERT_EQ(sums.size(), 1u);
  EXPECT_EQ(sums[0].count.quality, uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(sums[0].count.raw, 40u);
  EXPECT_EQ(sums[0].count.scaled, 40u);
}

TEST_F(SetCounts, OfAThreadOnEachCpuOthersArePartial) {
  perfc_target thread = TaskTarget(PERFC_TARGET_THREAD, 0);
  thread.cpus = "0,2";
  const uint32_t leader = Add(Timed(kClock), "clock");
  Add(Timed(kCycles), "cycles", leader);
  ASSERT_EQ(Open(thread), 0) << TextOf(error_);
  for (uint32_t i = 0; i < 4; ++i) SetCount(i, 10, 100, 50);
  for (const perfc_count &count : Read()) {
    EXPECT_EQ(count.quality,
              uint32_t{PERFC_QUALITY_SCALED | PERFC_QUALITY_PARTIAL});
  }
}

// Structs of a caller that is newer than the library.
template <typename T>
struct Longer {
  T known;
  uint64_t newer[2] = {~uint64_t{0}, ~uint64_t{0}};

  bool tail_is_zero() const { return newer[0] == 0 && newer[1] == 0; }
};

TEST_F(SetCounts, TheTailOfLongerStructsIsZero) {
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  for (uint32_t i = 0; i < 2; ++i) SetCount(i, 10, 100, 100);
  Longer<perfc_count> counts[2];
  ASSERT_EQ(perfc_set_read(set_.get(), &counts->known, sizeof *counts, 2), 2);
  EXPECT_TRUE(counts[0].tail_is_zero());
  EXPECT_TRUE(counts[1].tail_is_zero());
  EXPECT_EQ(counts[1].known.raw, 10u);
  Longer<perfc_count> sums[2];
  Longer<perfc_sum_row> rows[2];
  ASSERT_EQ(
      perfc_set_sum(set_.get(), PERFC_SUM_CPU, &counts->known, 2, &sums->known,
                    sizeof *sums, &rows->known, sizeof *rows, 2),
      2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(sums[i].tail_is_zero());
    EXPECT_TRUE(rows[i].tail_is_zero());
    EXPECT_EQ(sums[i].known.raw, 10u);
  }
  EXPECT_EQ(rows[1].known.cpu, 2);
  Longer<perfc_count> one;
  ASSERT_EQ(perfc_read(MemberOf(0).event, &one.known, sizeof one), 0);
  EXPECT_TRUE(one.tail_is_zero());
  Longer<perfc_count> sum;
  ASSERT_EQ(perfc_count_sum(&counts->known, sizeof *counts, 2, &sum.known), 0);
  EXPECT_TRUE(sum.tail_is_zero());
  Longer<perfc_count> delta;
  ASSERT_EQ(perfc_count_delta(&counts->known, &counts->known, &delta.known,
                              sizeof delta),
            0);
  EXPECT_TRUE(delta.tail_is_zero());
}

// As after an update that took in more members.
TEST_F(SetCounts, MembersBeyondTheCallersCountsAreMissing) {
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  const std::vector<perfc_count> one = {CountOf(10, 100, 100)};
  perfc_count sum = {};
  perfc_sum_row row = {};
  const auto add = [&](const perfc_count *counts, uint32_t count) {
    return perfc_set_sum(set_.get(), PERFC_SUM_SPEC, counts, count, &sum,
                         sizeof sum, &row, sizeof row, 1);
  };
  ASSERT_EQ(add(one.data(), 1), 1);
  EXPECT_EQ(sum.raw, 10u);
  EXPECT_EQ(sum.quality, uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_PARTIAL});
  EXPECT_EQ(row.parts, 1u);
  EXPECT_EQ(row.missing, 2u);
  ASSERT_EQ(add(nullptr, 0), 1);
  EXPECT_EQ(row.missing, 3u);
  EXPECT_EQ(add(nullptr, 1), -EINVAL);
}

TEST_F(SetCounts, WhatCantBeRightIsRefused) {
  Add(Timed(kClock), "clock");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  for (uint32_t i = 0; i < 3; ++i) SetCount(i, 10, 100, 100);
  perfc_count counts[3] = {};
  perfc_count sums[3] = {};
  perfc_sum_row rows[3];
  constexpr size_t kSize = sizeof counts[0];
  EXPECT_EQ(perfc_set_read(set_.get(), counts, kSize, 2), -ENOSPC);
  EXPECT_EQ(perfc_set_read(nullptr, counts, kSize, 3), -EINVAL);
  EXPECT_EQ(perfc_set_read(set_.get(), nullptr, kSize, 3), -EINVAL);
  const auto sum = [&](uint32_t by, uint32_t capacity) {
    return perfc_set_sum(set_.get(), by, counts, 3, sums, kSize, rows,
                         sizeof rows[0], capacity);
  };
  EXPECT_EQ(sum(PERFC_SUM_CPU, 2), -ENOSPC);
  EXPECT_EQ(sum(3, 3), -EINVAL);
  EXPECT_EQ(sum(PERFC_SUM_CPU, 3), 3);
  system_.Fail(Call::kRead, EIO, 2);
  EXPECT_EQ(perfc_set_read(set_.get(), counts, kSize, 3), -EIO);
}

}  // namespace
}  // namespace scripted
