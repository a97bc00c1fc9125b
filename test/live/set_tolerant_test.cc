// Tolerant sets: a table of counters, as far as this machine has them.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

constexpr uint64_t kRead =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;

constexpr uint32_t kFaults[] = {
    PERFC_COUNT_SW_PAGE_FAULTS, PERFC_COUNT_SW_PAGE_FAULTS_MIN,
    PERFC_COUNT_SW_PAGE_FAULTS_MAJ, PERFC_COUNT_SW_TASK_CLOCK};

perfc_attr UserSpace(perfc_attr attr, uint64_t format = 0) {
  attr.flags |= PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;
  attr.read_format = kRead | format;
  return attr;
}

perfc_attr Hardware(uint64_t config) {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_HARDWARE;
  attr.size = sizeof attr;
  attr.config = config;
  return UserSpace(attr);
}

std::vector<perfc_count> Read(perfc_set* set) {
  std::vector<perfc_count> counts(
      static_cast<size_t>(perfc_set_member_count(set)));
  EXPECT_EQ(static_cast<int>(counts.size()),
            perfc_set_read(set, counts.data(), sizeof counts[0],
                           static_cast<uint32_t>(counts.size())));
  return counts;
}

const perfc_target kThread = OfTasks(PERFC_TARGET_THREAD, 0);

class SoftwareCounters : public testing::TestWithParam<bool> {};

TEST_P(SoftwareCounters, CountFromEnableToDisable) {
  NEEDS(Paranoid(2));
  const uint64_t format = GetParam() ? PERFC_FORMAT_GROUP | PERFC_FORMAT_ID : 0;
  Specs specs;
  for (const uint32_t counter : kFaults) {
    const bool joins = GetParam() && counter != kFaults[0];
    specs.Add(UserSpace(Software(counter), format), "",
              joins ? 0 : PERFC_SPEC_NO_LEADER);
  }
  const Set set(specs, kThread, PERFC_SET_OPEN_TOLERANT);
  ASSERT_EQ(0, set.result()) << set.text();
  Pages pages(60);
  ASSERT_EQ(0, perfc_set_enable(set));
  ASSERT_EQ(0, perfc_set_disable(set));
  ASSERT_EQ(0, perfc_set_reset(set));
  ASSERT_EQ(0, perfc_set_enable(set));
  pages.Touch(0, 60);
  ASSERT_EQ(0, perfc_set_disable(set));
  const std::vector<perfc_count> counts = Read(set);
  EXPECT_LE(60u, counts[0].raw);
  EXPECT_EQ(counts[0].raw, counts[1].raw + counts[2].raw);
  EXPECT_LT(0u, counts[3].raw);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, counts[2].quality)
      << "no major fault is a count";
  EXPECT_LT(0u, counts[2].time_running);
}

INSTANTIATE_TEST_SUITE_P(OneByOneAndAsAGroup, SoftwareCounters,
                         testing::Bool());

TEST(TolerantSet, HardwareCountersAreThereOrSayWhyNot) {
  NEEDS(Paranoid(2));
  Specs specs;
  for (uint64_t n = 0; n < 10; ++n) specs.Add(Hardware(n), "");
  const Set set(specs, kThread, PERFC_SET_OPEN_TOLERANT | PERFC_SET_OPEN_START);
  if (set.result() < 0) {
    EXPECT_EQ(set.result(), set.error().code);
    EXPECT_EQ(uint32_t{PERFC_RULE_NO_PMU}, set.error().rule) << set.text();
    return;
  }
  Busy(20);
  ASSERT_EQ(0, perfc_set_disable(set));
  const std::vector<perfc_count> counts = Read(set);
  const std::vector<perfc_member> members = set.members();
  for (size_t n = 0; n < 10; ++n) {
    EXPECT_EQ(members[n].event == nullptr, members[n].open_error < 0);
    EXPECT_EQ(members[n].event == nullptr, counts[n].fields == 0);
  }
  const perfc_count& instructions = counts[PERFC_COUNT_HW_INSTRUCTIONS];
  if (instructions.quality & PERFC_QUALITY_EXACT) {
    EXPECT_LT(0u, instructions.raw);
  }
}

TEST(TolerantSet, AGroupOfSeveralKindsCountsWithoutAnAbsentLeader) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  constexpr uint64_t kGroup = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  perfc_attr absent = Software(0xffff);
  absent.read_format = kRead | kGroup;
  Specs specs;
  specs.Add(absent, "absent");
  perfc_attr attr = CallsOf(FirstTarget);
  attr.read_format = kRead | kGroup;
  specs.Add(attr, "first", 0);
  specs.Add(UserSpace(Software(PERFC_COUNT_SW_PAGE_FAULTS), kGroup), "faults",
            0);
  attr = CallsOf(SecondTarget);
  attr.read_format = kRead | kGroup;
  specs.Add(attr, "second", 0);
  const Set set(specs, kThread, PERFC_SET_OPEN_TOLERANT);
  ASSERT_EQ(0, set.result()) << set.text();
  ASSERT_EQ(0, perfc_set_enable(set));
  CallFirst(3);
  CallSecond(8);
  ASSERT_EQ(0, perfc_set_disable(set));
  const std::vector<perfc_count> counts = Read(set);
  EXPECT_EQ(-ENOENT, set.members()[0].open_error);
  EXPECT_EQ(0u, counts[0].fields);
  EXPECT_EQ(3u, counts[1].raw);
  EXPECT_EQ(8u, counts[3].raw);
  EXPECT_EQ(counts[1].time_enabled, counts[3].time_enabled);
}

TEST(TolerantSet, AThreadThatIsGoneHasNoCounters) {
  NEEDS(Paranoid(2));
  int gone;
  {
    Child child([] {});
    gone = child.pid();
    child.Go();
    EXPECT_TRUE(child.Wait());
  }
  Specs specs;
  specs.Add(UserSpace(Software(PERFC_COUNT_SW_PAGE_FAULTS)), "faults");
  const Set set(specs, OfTasks(PERFC_TARGET_THREAD, gone),
                PERFC_SET_OPEN_TOLERANT);
  EXPECT_EQ(-ESRCH, set.result());
}

}  // namespace
}  // namespace live
