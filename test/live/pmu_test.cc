// The hardware PMU: counting, sampling, groups larger than it, counters shared in
// turn, and counters read in user space.

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
// More than any PMU has counters for.
constexpr int kTooMany = 40;
constexpr uint64_t kLoop = 2;  // Instructions of one round of Loop.

__attribute__((noinline)) void Loop(uint64_t rounds) {
#if defined(__aarch64__)
  asm volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(rounds) : : "cc");
#else
  asm volatile("1: decq %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
#endif
}

perfc_attr Hardware(uint64_t config) {
  perfc_attr attr = Attr(PERFC_TYPE_HARDWARE, config);
  attr.read_format = kTimes;
  return attr;
}

perfc_count Read(perfc_event* event) {
  perfc_count count = {};
  EXPECT_EQ(0, perfc_read(event, &count, sizeof count));
  return count;
}

uint64_t InstructionsOf(perfc_event* event, uint64_t rounds) {
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_RESET, 0, nullptr));
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Loop(rounds);
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  return Count(event);
}

// Emulated CPUs share one clock of instructions: exact only if there is one.
TEST(Pmu, TheInstructionsOfALoopAreExact) {
  NEEDS(Paranoid(2), HardwarePmu(),
        That(sysconf(_SC_NPROCESSORS_ONLN) == 1, "needs a single CPU"));
  Event event = Open(Hardware(PERFC_COUNT_HW_INSTRUCTIONS));
  InstructionsOf(event, 1);  // So that no page on the way faults.
  const uint64_t around = InstructionsOf(event, 1) - kLoop;
  for (const uint64_t rounds : {2, 100, 4321, 100000}) {
    EXPECT_EQ(around + kLoop * rounds, InstructionsOf(event, rounds));
  }
}

TEST(Pmu, CountsAtLeastWhatRan) {
  NEEDS(Paranoid(2), HardwarePmu());
  Event instructions = Open(Hardware(PERFC_COUNT_HW_INSTRUCTIONS));
  Event cycles = Open(Hardware(PERFC_COUNT_HW_CPU_CYCLES));
  EXPECT_GE(InstructionsOf(instructions, 1000000), kLoop * 1000000);
  EXPECT_GT(InstructionsOf(cycles, 1000000), 0u);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, Read(instructions).quality);
}

TEST(Pmu, TheKernelsPartIsCountedApart) {
  NEEDS(Paranoid(1), HardwarePmu());
  perfc_attr attr = Hardware(PERFC_COUNT_HW_INSTRUCTIONS);
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_USER;
  Event kernel = Open(attr);
  Event user = Open(Hardware(PERFC_COUNT_HW_INSTRUCTIONS));
  EnableAll();
  Getppid(10000);
  DisableAll();
  EXPECT_GT(Count(kernel), 10000u * 10);
  EXPECT_GT(Count(user), 10000u);
}

TEST(Pmu, AGroupCountsTogether) {
  NEEDS(Paranoid(2), HardwarePmu());
  perfc_attr attr = Hardware(PERFC_COUNT_HW_INSTRUCTIONS);
  attr.read_format = kTimes | PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  Event leader = Open(attr);
  Event sibling = Open(attr, 0, -1, leader);
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  Loop(1000000);
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  perfc_event* const events[] = {sibling, leader};
  perfc_count counts[2] = {};
  ASSERT_EQ(2, perfc_read_group(leader, events, counts, sizeof *counts, 2));
  EXPECT_GE(counts[0].raw, kLoop * 1000000);
  EXPECT_GE(counts[1].raw, kLoop * 1000000);
  EXPECT_EQ(Id(sibling), counts[0].id);
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, counts[0].quality);
}

class PmuSamples : public testing::TestWithParam<uint64_t> {};

TEST_P(PmuSamples, ByPeriod) {
  NEEDS(Paranoid(2), HardwarePmu());
  constexpr uint64_t kPeriod = 100000;
  perfc_attr attr = Hardware(GetParam());
  attr.sample_period = kPeriod;
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID | PERFC_SAMPLE_PERIOD;
  Event event = OpenMapped(attr, 64);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(100);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_GE(samples.size(), 5u);
  size_t busy = 0;
  for (const perfc_sample& sample : samples) {
    EXPECT_EQ(kPeriod, sample.period);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.pid);
    busy += sample.ip >= BusyBegin() && sample.ip < BusyEnd();
  }
  EXPECT_GT(busy, 0u);
  EXPECT_LE(samples.size(), Count(event) / kPeriod);
}

TEST_P(PmuSamples, ByFrequency) {
  NEEDS(Paranoid(2), HardwarePmu());
  perfc_attr attr = Hardware(GetParam());
  attr.flags |= PERFC_ATTR_FREQ;
  attr.sample_period = 500;
  attr.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_PERIOD;
  Event event = OpenMapped(attr, 64);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(100);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_GE(samples.size(), 5u);
  EXPECT_GT(samples.back().period, samples.front().period)
      << "the kernel starts low and adapts";
}

INSTANTIATE_TEST_SUITE_P(Of, PmuSamples,
                         testing::Values(PERFC_COUNT_HW_CPU_CYCLES,
                                         PERFC_COUNT_HW_INSTRUCTIONS),
                         [](const auto& info) {
                           return info.param == PERFC_COUNT_HW_CPU_CYCLES
                                      ? "Cycles"
                                      : "Instructions";
                         });

TEST(Pmu, ASampleHasTheRegistersAndTheStackOfTheLoop) {
  NEEDS(Paranoid(2), HardwarePmu());
#if defined(__x86_64__)
  constexpr uint64_t kUnwind = PERFC_REGS_X86_64_UNWIND;
  constexpr uint32_t kIp = PERFC_REG_X86_64_IP, kSp = PERFC_REG_X86_64_SP;
#else
  constexpr uint64_t kUnwind = PERFC_REGS_ARM64_UNWIND;
  constexpr uint32_t kIp = PERFC_REG_ARM64_IP, kSp = PERFC_REG_ARM64_SP;
#endif
  perfc_attr attr = Hardware(PERFC_COUNT_HW_CPU_CYCLES);
  attr.sample_period = 1000000;
  attr.sample_type =
      PERFC_SAMPLE_IP | PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER;
  attr.sample_regs_user = kUnwind;
  attr.sample_stack_user = 2048;
  Event event = OpenMapped(attr, 64);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(50);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_FALSE(records.empty());
  int here = 0;
  const auto stack = reinterpret_cast<uintptr_t>(&here);
  for (const Record& record : records) {
    const perfc_sample sample = Sample(event, record);
    EXPECT_EQ(PERFC_SAMPLE_REGS_ABI_64, sample.user_abi);
    uint64_t ip = 0, sp = 0;
    const perfc_plan* plan = perfc_event_plan(event);
    EXPECT_EQ(0, perfc_decode_register(plan, &record, &sample,
                                       PERFC_SAMPLE_REGS_USER, kIp, &ip));
    EXPECT_EQ(0, perfc_decode_register(plan, &record, &sample,
                                       PERFC_SAMPLE_REGS_USER, kSp, &sp));
    EXPECT_EQ(sample.ip, ip);
    EXPECT_LE(sp, stack);
    EXPECT_GT(sp, stack - 65536);
    EXPECT_EQ(2048, sample.stack.count);
    EXPECT_GT(sample.stack_dyn_size, 0u);
  }
}

TEST(Pmu, MoreEventsThanCountersAreScaledToNearTheTruth) {
  NEEDS(Paranoid(2), HardwarePmu());
  constexpr int kEvents = 16;
  constexpr uint64_t kTruth = kLoop * 100'000'000;
  std::vector<Event> events;
  for (int i = 0; i < kEvents; ++i) {
    events.push_back(Open(Hardware(PERFC_COUNT_HW_INSTRUCTIONS)));
  }
  EnableAll();
  Loop(kTruth / kLoop);
  DisableAll();
  int scaled = 0;
  for (const Event& event : events) {
    const perfc_count count = Read(event);
    EXPECT_LE(count.time_running, count.time_enabled);
    EXPECT_GT(count.scaled, kTruth * 3 / 4);
    EXPECT_LT(count.scaled, kTruth * 5 / 4);
    if (!(count.quality & PERFC_QUALITY_SCALED)) continue;
    ++scaled;
    EXPECT_LT(count.raw, count.scaled);
  }
  EXPECT_GT(scaled, 0);
}

// A group led by the first event; siblings are opened until one is refused.
std::vector<Event> LargestGroup(const perfc_attr& sibling, int* result,
                                perfc_error* error) {
  std::vector<Event> group;
  group.push_back(Open(Hardware(PERFC_COUNT_HW_INSTRUCTIONS)));
  *result = 0;
  for (int i = 0; i < kTooMany && *result == 0; ++i) {
    perfc_event* event = nullptr;
    *result = perfc_open(nullptr, &sibling, sizeof sibling, 0, -1, group[0], 0,
                         &event, error);
    if (*result == 0) group.push_back(Event(event));
  }
  return group;
}

TEST(Pmu, AGroupLargerThanThePmuIsRefused) {
  NEEDS(Paranoid(2), HardwarePmu());
  perfc_attr attr = Hardware(PERFC_COUNT_HW_INSTRUCTIONS);
  attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED};
  int result = 0;
  perfc_error error = {};
  std::vector<Event> group = LargestGroup(attr, &result, &error);
  EXPECT_EQ(-EINVAL, result);
  EXPECT_EQ(PERFC_CALL_PERF_EVENT_OPEN, error.call) << Text(error);
  // What fits counts; the leader, which wasn't enabled, takes the place of one.
  group.pop_back();
  ASSERT_EQ(0, perfc_ioctl(group[0], PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP,
                           nullptr));
  Loop(1000000);
  ASSERT_EQ(0, perfc_ioctl(group[0], PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP,
                           nullptr));
  EXPECT_GE(Count(group.back()), kLoop * 1000000);
}

// Arm's driver looks at those siblings only that are enabled (validate_event,
// drivers/perf/arm_pmu.c).
TEST(Pmu, AGroupLargerThanThePmuThatOpensIsNotExact) {
  NEEDS(Paranoid(2), HardwarePmu());
  int result = 0;
  perfc_error error = {};
  const std::vector<Event> group =
      LargestGroup(Hardware(PERFC_COUNT_HW_INSTRUCTIONS), &result, &error);
  ASSERT_EQ(0, perfc_ioctl(group[0], PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP,
                           nullptr));
  Loop(1000000);
  ASSERT_EQ(0, perfc_ioctl(group[0], PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP,
                           nullptr));
  if (result != 0) return;
  // Those that found a counter before one didn't have some time of running.
  for (const Event& event : group) {
    EXPECT_NE(uint32_t{PERFC_QUALITY_EXACT}, Read(event).quality);
    EXPECT_EQ(0u, Read(event).raw);
  }
  EXPECT_EQ(uint32_t{PERFC_QUALITY_NEVER_RAN}, Read(group.back()).quality);
}

TEST(Pmu, APinnedEventWithoutACounterIsInError) {
  NEEDS(Paranoid(2), HardwarePmu());
  perfc_attr attr = Hardware(PERFC_COUNT_HW_INSTRUCTIONS);
  attr.flags |= PERFC_ATTR_PINNED;
  attr.sample_period = 1'000'000'000;
  std::vector<Event> events;
  for (int i = 0; i < kTooMany; ++i) events.push_back(OpenMapped(attr, 1));
  EnableAll();
  Loop(1000);
  DisableAll();
  int fine = 0, in_error = 0;
  for (const Event& event : events) {
    const perfc_count count = Read(event);
    if (!(count.quality & PERFC_QUALITY_PINNED_ERROR)) {
      EXPECT_GE(count.raw, kLoop * 1000);
      EXPECT_EQ(0, perfc_event_wait(event, 0, nullptr));
      ++fine;
      continue;
    }
    ++in_error;
    // Since 6.15 poll(2) reports it: POLLERR.
    EXPECT_EQ(Linux(6, 15).empty() ? -EBUSY : 0,
              perfc_event_wait(event, 0, nullptr));
  }
  EXPECT_GT(fine, 0);
  EXPECT_GT(in_error, 0);
}

// The kernel says so to the leader's reader alone.
TEST(Pmu, ASetTellsOfAPinnedLeaderInErrorWithAllItsMembers) {
  NEEDS(Paranoid(2), HardwarePmu());
  perfc_attr leader = Hardware(PERFC_COUNT_HW_INSTRUCTIONS);
  leader.flags |= PERFC_ATTR_PINNED;
  perfc_attr sibling = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  leader.read_format = sibling.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  Specs specs;
  for (uint32_t i = 0; i < kTooMany; ++i) {
    specs.Add(leader, "leader").Add(sibling, "sibling", 2 * i);
  }
  const Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  Loop(1000);
  std::vector<perfc_count> counts(2 * kTooMany);
  ASSERT_EQ(2 * kTooMany,
            perfc_set_read(set, counts.data(), sizeof counts[0], 2 * kTooMany));
  int in_error = 0;
  for (size_t i = 0; i < counts.size(); i += 2) {
    constexpr uint32_t kError = PERFC_QUALITY_PINNED_ERROR;
    EXPECT_EQ(counts[i].quality & kError, counts[i + 1].quality & kError);
    in_error += counts[i].quality == (kError | PERFC_QUALITY_MISSING);
  }
  EXPECT_GT(in_error, 0);
}

// arm64 opens counters to user space by a sysctl and a bit of the attr.
#if defined(__aarch64__)
constexpr char kAccess[] = "/proc/sys/kernel/perf_user_access";
constexpr uint64_t kWantsAccess = 0x2;
#else
constexpr char kAccess[] = "/sys/bus/event_source/devices/cpu/rdpmc";
constexpr uint64_t kWantsAccess = 0;
#endif

TEST(Pmu, ACountReadInUserSpaceIsTheKernels) {
  NEEDS(Paranoid(2), HardwarePmu(), Writable(kAccess));
  Sysctl access(kAccess, "1");
  for (const uint64_t config :
       {PERFC_COUNT_HW_INSTRUCTIONS, PERFC_COUNT_HW_CPU_CYCLES}) {
    perfc_attr attr = Hardware(config);
    attr.config1 = kWantsAccess;
    Event event = Open(attr);
    ASSERT_EQ(0, perfc_mmap(event, 0, 0, nullptr));
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    Loop(1000);
    uint64_t before = Count(event);
    for (int i = 0; i < 100; ++i) {
      perfc_count count = {};
      ASSERT_EQ(0, perfc_read_user(event, &count, sizeof count));
      EXPECT_EQ(uint32_t{PERFC_ORIGIN_USER}, count.origin);
      const uint64_t after = Count(event);
      EXPECT_GE(count.raw, before);
      EXPECT_LE(count.raw, after);
      EXPECT_GT(count.time_running, 0u);
      before = after;
    }
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
    // Off the PMU it is read(2)'s to tell.
    perfc_count count = {};
    ASSERT_EQ(0, perfc_read_user(event, &count, sizeof count));
    EXPECT_EQ(uint32_t{PERFC_ORIGIN_NOT_ON_PMU}, count.origin);
    EXPECT_EQ(Count(event), count.raw);
  }
}

}  // namespace
}  // namespace live
