// Set-ups whose samples are compared, one for each kind of event and field.

#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/needs.h"
#include "test/live/work.h"
#include "test/perf/capture.h"

namespace capture {
namespace {

using live::AllowedCpus;
using live::Attr;
using live::CallFirst;
using live::CallSecond;
using live::CallsOf;
using live::Child;
using live::DisableAll;
using live::EnableAll;
using live::Event;
using live::FirstTarget;
using live::Getppid;
using live::Open;
using live::OpenMapped;
using live::Pages;
using live::Paranoid;
using live::Perfmon;
using live::Pinned;
using live::Pmu;
using live::Sampling;
using live::SecondTarget;
using live::Software;
using live::Tracefs;
using live::Tracepoint;

constexpr uint64_t kWhere = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                            PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                            PERFC_SAMPLE_PERIOD;
constexpr uint32_t kSample = PERFC_RECORD_SAMPLE;
#if defined(__x86_64__)
constexpr uint64_t kRegisters = PERFC_REGS_X86_64_UNWIND;
#else
constexpr uint64_t kRegisters = PERFC_REGS_ARM64_UNWIND;
#endif

// Samples of FirstTarget's calls.
void SaveCalls(const perfc_attr& attr, int calls = 5) {
  Event event = OpenMapped(attr, 16);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(calls);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

perfc_attr Calls(uint64_t sample_type) {
  return Sampling(CallsOf(FirstTarget), kWhere | sample_type);
}

void SaveGetppid(const perfc_attr& attr) {
  Event event = OpenMapped(attr, 16);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Getppid(5);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

perfc_attr Getppids(uint64_t sample_type) {
  return Sampling(Tracepoint("syscalls:sys_enter_getppid"),
                  kWhere | sample_type);
}

void SaveFaults(const perfc_attr& attr) {
  Pages pages(8);
  Event event = OpenMapped(attr, 16);
  live::TouchDuring(event, &pages);
  Save({event}, {kSample});
}

perfc_attr Clock(uint64_t config, uint64_t sample_type) {
  perfc_attr attr = Software(config);
  attr.flags &= ~uint64_t{PERFC_ATTR_EXCLUDE_KERNEL};
  attr.sample_type = kWhere | sample_type;
  attr.sample_period = 500000;
  return attr;
}

void SaveBusy(const perfc_attr& attr) {
  Event event = OpenMapped(attr, 128);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  live::Busy(30);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

TEST(Samples, CpuClockOfAPeriod) {
  NEEDS(Paranoid(1));
  SaveBusy(Clock(PERFC_COUNT_SW_CPU_CLOCK, 0));
}

TEST(Samples, TaskClockOfAFrequency) {
  NEEDS(Paranoid(1));
  perfc_attr attr = Clock(PERFC_COUNT_SW_TASK_CLOCK, PERFC_SAMPLE_ADDR);
  attr.flags |= PERFC_ATTR_FREQ;
  attr.sample_period = 1000;
  SaveBusy(attr);
}

TEST(Samples, NothingButTheIp) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveCalls(Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_IP));
}

TEST(Samples, CallchainOfKernelAndUser) {
  NEEDS(Paranoid(-1), Tracefs());
  SaveGetppid(Getppids(PERFC_SAMPLE_CALLCHAIN));
}

TEST(Samples, CallchainOfTheKernelAlone) {
  NEEDS(Paranoid(-1), Tracefs());
  perfc_attr attr = Getppids(PERFC_SAMPLE_CALLCHAIN);
  attr.flags |= PERFC_ATTR_EXCLUDE_CALLCHAIN_USER;
  SaveGetppid(attr);
}

TEST(Samples, CallchainOfThreeAtMost) {
  NEEDS(Paranoid(-1), Tracefs());
  perfc_attr attr = Getppids(PERFC_SAMPLE_CALLCHAIN);
  attr.sample_max_stack = 3;
  SaveGetppid(attr);
}

TEST(Samples, PageFaultsWithTheirAddress) {
  NEEDS(Paranoid(2));
  SaveFaults(Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                      kWhere | PERFC_SAMPLE_ADDR));
}

TEST(Samples, PageSizesAndPhysicalAddress) {
  NEEDS(Perfmon(), Pmu("breakpoint"));
  SaveCalls(Calls(PERFC_SAMPLE_ADDR | PERFC_SAMPLE_PHYS_ADDR |
                  PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE));
}

TEST(Samples, Breakpoint) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveCalls(Calls(PERFC_SAMPLE_ADDR | PERFC_SAMPLE_CALLCHAIN));
}

TEST(Samples, BreakpointOfData) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  static volatile uint64_t watched;
  perfc_attr attr = Attr(PERFC_TYPE_BREAKPOINT, 0);
  attr.bp_type = PERFC_HW_BREAKPOINT_W;
  attr.config1 = reinterpret_cast<uintptr_t>(&watched);
  attr.config2 = PERFC_HW_BREAKPOINT_LEN_8;
  Event event = OpenMapped(Sampling(attr, kWhere | PERFC_SAMPLE_ADDR), 4);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  for (int i = 0; i < 3; ++i) watched = i;
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

// Where in its program's file a function lies.
uint64_t OffsetInFile(void (*function)()) {
  const std::string maps = live::ReadFile("/proc/self/maps");
  const uint64_t target = reinterpret_cast<uintptr_t>(function);
  for (size_t at = 0; at < maps.size(); at = maps.find('\n', at) + 1) {
    uint64_t begin = 0, end = 0, base = 0;
    sscanf(maps.c_str() + at, "%lx-%lx %*s %lx", &begin, &end, &base);
    if (target >= begin && target < end) return target - begin + base;
  }
  return 0;
}

TEST(Samples, Uprobe) {
  NEEDS(Perfmon(), Pmu("uprobe"));
  perfc_attr attr =
      Attr(live::ReadNumber("/sys/bus/event_source/devices/uprobe/type"), 0);
  attr.flags = PERFC_ATTR_DISABLED;
  attr.config1 = reinterpret_cast<uintptr_t>("/proc/self/exe");
  attr.config2 = OffsetInFile(FirstTarget);
  SaveCalls(Sampling(attr, kWhere | PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_RAW));
}

TEST(Samples, TracepointWithItsRawData) {
  NEEDS(Paranoid(-1), Tracefs());
  SaveGetppid(Getppids(PERFC_SAMPLE_RAW));
}

// Strings within, so that the sizes differ.
TEST(Samples, TracepointWithRawDataOfAnySize) {
  NEEDS(Paranoid(-1), Tracefs());
  Child child([] {
    execl("/bin/sh", "sh", "-c", "exec /usr/bin/env /bin/true", nullptr);
  });
  Event event =
      OpenMapped(Sampling(Tracepoint("sched:sched_process_exec"),
                          kWhere | PERFC_SAMPLE_RAW | PERFC_SAMPLE_CALLCHAIN),
                 16, child.pid());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  child.Go();
  ASSERT_TRUE(child.Wait());
  Save({event}, {kSample});
}

TEST(Samples, InheritedWithTheirStreamId) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr =
      Calls(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID);
  attr.flags |= PERFC_ATTR_INHERIT;
  Event first = OpenMapped(attr, 32, 0, cpu);
  attr.config1 = reinterpret_cast<uintptr_t>(&SecondTarget);
  attr.sample_type |= PERFC_SAMPLE_ADDR;
  Event second = Open(attr, 0, cpu);
  ASSERT_EQ(0, perfc_event_set_output(second, first, nullptr));
  EnableAll();
  CallFirst(2);
  for (int i = 0; i < 2; ++i) {
    Child child([] {
      CallFirst(4);
      CallSecond(3);
    });
    child.Go();
    ASSERT_TRUE(child.Wait());
  }
  DisableAll();
  Save({first, second}, {kSample});
}

// The id stands at the same place in both, and only there.
TEST(Samples, IdOfTwoAttrs) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = Calls(PERFC_SAMPLE_ID | PERFC_SAMPLE_CALLCHAIN);
  Event first = OpenMapped(attr, 16);
  attr = Sampling(CallsOf(SecondTarget),
                  kWhere | PERFC_SAMPLE_ID | PERFC_SAMPLE_REGS_USER);
  attr.sample_regs_user = kRegisters;
  Event second = Open(attr);
  ASSERT_EQ(0, perfc_event_set_output(second, first, nullptr));
  EnableAll();
  CallFirst(3);
  CallSecond(3);
  CallFirst(1);
  DisableAll();
  Save({first, second}, {kSample});
}

TEST(Samples, IdentifierOfThreeAttrs) {
  NEEDS(Paranoid(-1), Pmu("breakpoint"), Tracefs());
  Event first =
      OpenMapped(Calls(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_CALLCHAIN), 16);
  Event second = Open(Sampling(CallsOf(SecondTarget), PERFC_SAMPLE_IDENTIFIER |
                                                          PERFC_SAMPLE_TID |
                                                          PERFC_SAMPLE_ADDR));
  Event third = Open(Getppids(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_RAW));
  ASSERT_EQ(0, perfc_event_set_output(second, first, nullptr));
  ASSERT_EQ(0, perfc_event_set_output(third, first, nullptr));
  EnableAll();
  CallFirst(3);
  Getppid(2);
  CallSecond(3);
  CallFirst(1);
  DisableAll();
  Save({first, second, third}, {kSample});
}

// A leader and a sibling that it reads at each sample.
void SaveGroup(uint64_t read_format) {
  perfc_attr attr = Calls(PERFC_SAMPLE_READ | PERFC_SAMPLE_ID);
  attr.read_format = read_format;
  Event leader = OpenMapped(attr, 16);
  attr = CallsOf(SecondTarget);
  attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED};
  attr.read_format = read_format;
  attr.sample_type = kWhere | PERFC_SAMPLE_READ | PERFC_SAMPLE_ID;
  Event sibling = Open(attr, 0, -1, leader);
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_ENABLE, 0, nullptr));
  for (int i = 0; i < 4; ++i) {
    CallSecond(i);
    CallFirst(1);
  }
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_DISABLE, 0, nullptr));
  Save({leader, sibling}, {kSample});
}

TEST(Samples, GroupRead) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveGroup(PERFC_FORMAT_GROUP | PERFC_FORMAT_ID);
}

TEST(Samples, GroupReadWithTimesAndLost) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveGroup(PERFC_FORMAT_GROUP | PERFC_FORMAT_ID | PERFC_FORMAT_LOST |
            PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING);
}

TEST(Samples, ReadOfOneWithTimesAndLost) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = Calls(PERFC_SAMPLE_READ | PERFC_SAMPLE_ID);
  attr.read_format = PERFC_FORMAT_ID | PERFC_FORMAT_LOST |
                     PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING;
  // More than the ring has room for, then room again.
  Event event = OpenMapped(attr, 1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(60);
  live::Drain(event);
  CallFirst(5);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

TEST(Samples, RegistersAndStackOfUserCode) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = Calls(PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER);
  attr.sample_regs_user = kRegisters;
  attr.sample_stack_user = 512;
  SaveCalls(attr);
}

TEST(Samples, RegistersOfKernelThreads) {
  NEEDS(Paranoid(-1), Tracefs(), live::Cpus(2));
  const std::vector<int> cpus = AllowedCpus();
  const int cpu = cpus[0];
  Pinned pinned(cpu);
  perfc_attr attr =
      Sampling(Tracepoint("sched:sched_switch"),
               kWhere | PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER);
  attr.sample_regs_user = kRegisters;
  attr.sample_stack_user = 64;
  Event event = OpenMapped(attr, 128, -1, cpu);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  // A thread of the kernel's takes us to another CPU.
  for (int i = 0; i < 5; ++i) Pinned elsewhere(cpus[1]);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Save({event}, {kSample});
}

TEST(Samples, RegistersWhereItWasInterrupted) {
  NEEDS(Paranoid(1));
  perfc_attr attr = Clock(PERFC_COUNT_SW_CPU_CLOCK, PERFC_SAMPLE_REGS_INTR);
  attr.sample_regs_intr = kRegisters;
  SaveBusy(attr);
}

TEST(Samples, WeightDataSourceAndTransaction) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveCalls(Calls(PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_DATA_SRC |
                  PERFC_SAMPLE_TRANSACTION));
}

TEST(Samples, WeightOfThreeParts) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveCalls(Calls(PERFC_SAMPLE_WEIGHT_STRUCT | PERFC_SAMPLE_ADDR));
}

TEST(Samples, CgroupOfTheTask) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  SaveCalls(Calls(PERFC_SAMPLE_CGROUP | PERFC_SAMPLE_ADDR));
}

TEST(Samples, EveryFieldAtOnce) {
  NEEDS(Paranoid(-1), Tracefs());
  perfc_attr attr = Getppids(
      PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID |
      PERFC_SAMPLE_ADDR | PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_RAW |
      PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER | PERFC_SAMPLE_WEIGHT |
      PERFC_SAMPLE_DATA_SRC | PERFC_SAMPLE_TRANSACTION |
      PERFC_SAMPLE_REGS_INTR | PERFC_SAMPLE_PHYS_ADDR | PERFC_SAMPLE_CGROUP |
      PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE);
  attr.sample_regs_user = attr.sample_regs_intr = kRegisters;
  attr.sample_stack_user = 256;
  SaveGetppid(attr);
}

}  // namespace
}  // namespace capture
