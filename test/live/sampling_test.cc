// The five verbs end to end: open, ioctl, mmap, next_record, decode.

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kIp = PERFC_REG_X86_64_IP;
#else
constexpr uint32_t kIp = PERFC_REG_ARM64_IP;
#endif

constexpr uint64_t kUsual = PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                            PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU |
                            PERFC_SAMPLE_PERIOD | PERFC_SAMPLE_CALLCHAIN;

perfc_attr Clock(uint64_t config, uint64_t period) {
  perfc_attr attr = Software(config);
  attr.sample_period = period;
  attr.sample_type = kUsual;
  attr.flags |= PERFC_ATTR_USE_CLOCKID;
  attr.clockid = CLOCK_MONOTONIC;
  return attr;
}

class SamplesABusyLoop : public testing::TestWithParam<uint64_t> {};

TEST_P(SamplesABusyLoop, WhereAndWhenItRan) {
  NEEDS(Paranoid(2));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  Event event = OpenMapped(Clock(GetParam(), 200000), 64);
  const uint64_t begin = Now();
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(200);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const uint64_t end = Now();

  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_GE(records.size(), 10u);
  size_t busy = 0;
  uint64_t last = begin;
  for (const Record& record : records) {
    const perfc_sample sample = Sample(event, record);
    EXPECT_EQ(kUsual, sample.present);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.pid);
    EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.tid);
    EXPECT_EQ(static_cast<uint32_t>(cpu), sample.cpu);
    EXPECT_EQ(200000u, sample.period);
    EXPECT_GE(sample.time, last);
    last = sample.time;
    EXPECT_EQ(PERFC_RECORD_MISC_USER,
              record->misc & PERFC_RECORD_MISC_CPUMODE_MASK);
    const uint64_t* chain = At<uint64_t>(&record, sample.callchain);
    ASSERT_GE(sample.callchain.count, 2);
    EXPECT_EQ(PERFC_CONTEXT_USER, chain[0]);
    EXPECT_GE(chain[0], PERFC_CONTEXT_MAX);
    EXPECT_EQ(sample.ip, chain[1]);
    busy += sample.ip >= BusyBegin() && sample.ip < BusyEnd();
  }
  EXPECT_LE(last, end);
  EXPECT_GT(busy, records.size() / 2);
}

INSTANTIATE_TEST_SUITE_P(Clocks, SamplesABusyLoop,
                         testing::Values(PERFC_COUNT_SW_CPU_CLOCK,
                                         PERFC_COUNT_SW_TASK_CLOCK),
                         [](const auto& info) {
                           return info.param == PERFC_COUNT_SW_CPU_CLOCK
                                      ? "CpuClock"
                                      : "TaskClock";
                         });

TEST(Sampling, AFrequencyGivesSamplesWithTheirPeriods) {
  NEEDS(Paranoid(2));
  // Below what the kernel may have lowered its limit to.
  perfc_attr attr = Clock(PERFC_COUNT_SW_CPU_CLOCK, 500);
  attr.flags |= PERFC_ATTR_FREQ;
  Event event = OpenMapped(attr, 64);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Busy(100);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_FALSE(samples.empty());
  for (const perfc_sample& sample : samples) EXPECT_GT(sample.period, 0u);
}

TEST(Sampling, TheKernelsPartIsMarkedAsSuch) {
  NEEDS(Paranoid(1));
  perfc_attr attr = Clock(PERFC_COUNT_SW_CPU_CLOCK, 100000);
  attr.flags &= ~static_cast<uint64_t>(PERFC_ATTR_EXCLUDE_KERNEL);
  attr.flags |= PERFC_ATTR_EXCLUDE_USER;
  Event event = OpenMapped(attr, 64);
  Pages pages(256);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  for (int i = 0; i < 100; ++i) {
    pages.TouchAll();
    pages.Forget();
  }
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_FALSE(records.empty());
  for (const Record& record : records) {
    const perfc_sample sample = Sample(event, record);
    EXPECT_EQ(PERFC_RECORD_MISC_KERNEL,
              record->misc & PERFC_RECORD_MISC_CPUMODE_MASK);
    EXPECT_GE(sample.ip, uint64_t{1} << 63);
    ASSERT_GE(sample.callchain.count, 1);
    EXPECT_EQ(PERFC_CONTEXT_KERNEL, At<uint64_t>(&record, sample.callchain)[0]);
  }
}

TEST(Sampling, FaultsComeInOrderWithTheirAddresses) {
  NEEDS(Paranoid(2));
  Pages pages(50);
  Event event = OpenMapped(
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR), 8);
  TouchDuring(event, &pages);
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_EQ(50u, samples.size());
  for (size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(pages.address(i), samples[i].addr);
  }
}

TEST(Sampling, AGroupIsReadInEverySample) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr leader =
      Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_READ | PERFC_SAMPLE_TID);
  leader.read_format = PERFC_FORMAT_MAX - 1;
  perfc_attr sibling = CallsOf(SecondTarget);
  sibling.read_format = leader.read_format;
  Event first = OpenMapped(leader, 8);
  Event second = Open(sibling, 0, -1, first);
  ASSERT_EQ(
      0, perfc_ioctl(first, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  for (int i = 0; i < 20; ++i) {
    CallSecond(3);
    CallFirst(1);
  }
  ASSERT_EQ(
      0, perfc_ioctl(first, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  const Records records = Drain(first, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(20u, records.size());
  for (uint64_t i = 0; i < 20; ++i) {
    const perfc_sample sample = Sample(first, records[i]);
    EXPECT_EQ(leader.read_format, sample.read.read_format);
    EXPECT_GT(sample.read.time_enabled, 0u);
    ASSERT_EQ(2, sample.read.nr);
    perfc_read_value value[2];
    for (uint32_t k = 0; k < 2; ++k) {
      ASSERT_EQ(0, perfc_record_read_value(&records[i], &sample.read, k,
                                           &value[k], sizeof(value[k])));
    }
    EXPECT_EQ(i + 1, value[0].value);
    EXPECT_EQ(3 * (i + 1), value[1].value);
    EXPECT_EQ(Id(first), value[0].id);
    EXPECT_EQ(Id(second), value[1].id);
    EXPECT_EQ(0u, value[0].lost);
  }
}

// Every field that a software event can carry, in one sample.
TEST(Sampling, AllFieldsAtOnce) {
  NEEDS(Paranoid(1));
  constexpr uint64_t kNotHere = PERFC_SAMPLE_BRANCH_STACK | PERFC_SAMPLE_AUX |
                                PERFC_SAMPLE_WEIGHT_STRUCT | PERFC_SAMPLE_RAW;
  constexpr uint64_t kPageSizes =
      PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE;
  const bool page_sizes = Linux(5, 11).empty();
  Pages pages(1);
  perfc_attr attr = Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                             (PERFC_SAMPLE_MAX - 1) & ~kNotHere);
  if (!page_sizes) attr.sample_type &= ~kPageSizes;
  attr.read_format = PERFC_FORMAT_MAX - 1;
  attr.sample_stack_user = 256;
  attr.sample_regs_user = uint64_t{1} << kIp;
  attr.sample_regs_intr = attr.sample_regs_user;
  Event event = OpenMapped(attr, 8);
  TouchDuring(event, &pages);
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(1u, records.size());
  const perfc_sample sample = Sample(event, records[0]);
  EXPECT_EQ(attr.sample_type, sample.present);
  EXPECT_EQ(0u, sample.parts);
  EXPECT_EQ(Id(event), sample.identifier);
  EXPECT_EQ(Id(event), sample.id);
  EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.pid);
  EXPECT_EQ(pages.address(0), sample.addr);
  EXPECT_EQ(1u, sample.period);
  EXPECT_EQ(1, sample.read.nr);
  EXPECT_EQ(256, sample.stack.count);
  EXPECT_EQ(256u, sample.stack_dyn_size);
  EXPECT_EQ(0u, sample.transaction);
  EXPECT_EQ(page_sizes ? kPage : 0, sample.code_page_size);
  EXPECT_NE(0u, sample.cgroup);
  uint64_t ip = 0;
  const perfc_plan* plan = perfc_event_plan(event);
  EXPECT_EQ(0, perfc_decode_register(plan, &records[0], &sample,
                                     PERFC_SAMPLE_REGS_USER, kIp, &ip));
  EXPECT_EQ(sample.ip, ip);
  EXPECT_EQ(0, perfc_decode_register(plan, &records[0], &sample,
                                     PERFC_SAMPLE_REGS_INTR, kIp, &ip));
  EXPECT_EQ(sample.ip, ip);
}

TEST(Sampling, ATracepointsRawBytesHoldItsFields) {
  NEEDS(Paranoid(-1), Tracefs());
  Event event = OpenMapped(
      Sampling(Tracepoint("syscalls:sys_enter_getppid"), PERFC_SAMPLE_RAW), 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Getppid(1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(1u, records.size());
  const perfc_sample sample = Sample(event, records[0]);
  const auto* raw =
      reinterpret_cast<const int32_t*>(At<uint8_t>(&records[0], sample.raw));
  // common_type u16, common_flags u8, common_preempt_count u8, common_pid s32,
  // __syscall_nr s32: the head of every such event.
  ASSERT_GE(sample.raw.count, 12);
  EXPECT_EQ(TracepointId("syscalls:sys_enter_getppid"), raw[0] & 0xffff);
  EXPECT_EQ(getpid(), raw[1]);
  EXPECT_EQ(SYS_getppid, raw[2]);
}

TEST(Sampling, AUprobeSamplesEachCall) {
  NEEDS(Perfmon(), Pmu("uprobe"));
  // A file of its own, so that no other process is probed: the function's code
  // lies in this program, at an offset that the maps tell.
  const std::string maps = ReadFile("/proc/self/maps");
  const uint64_t target = reinterpret_cast<uintptr_t>(&FirstTarget);
  uint64_t offset = 0;
  for (size_t at = 0; at < maps.size(); at = maps.find('\n', at) + 1) {
    uint64_t begin, end, base;
    ASSERT_EQ(
        3, sscanf(maps.c_str() + at, "%lx-%lx %*s %lx", &begin, &end, &base));
    if (target >= begin && target < end) offset = target - begin + base;
  }
  ASSERT_NE(0u, offset);
  const char path[] = "/proc/self/exe";
  perfc_attr attr =
      Attr(ReadNumber("/sys/bus/event_source/devices/uprobe/type"), 0);
  attr.flags = PERFC_ATTR_DISABLED;
  attr.config1 = reinterpret_cast<uintptr_t>(path);
  attr.config2 = offset;
  Event event = OpenMapped(Sampling(attr, PERFC_SAMPLE_IP), 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(7);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  CallFirst(1);
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_EQ(7u, samples.size());
  for (const perfc_sample& sample : samples) EXPECT_EQ(target, sample.ip);
  EXPECT_EQ(7u, Count(event));
}

}  // namespace
}  // namespace live
