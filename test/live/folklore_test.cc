// What is said about perf events and isn't so, or not everywhere: each as this
// kernel has it, so that a kernel which differs shows.

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

int TryOpen(const perfc_attr& attr) {
  perfc_event* event = nullptr;
  const int result = perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr, 0,
                                &event, nullptr);
  perfc_close(event);
  return result;
}

TEST(Folklore, InheritAndAGroupFormatGoTogether) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.flags |= PERFC_ATTR_INHERIT;
  attr.read_format = PERFC_FORMAT_GROUP;
  EXPECT_EQ(0, TryOpen(attr));
}

TEST(Folklore, InheritedSamplesMayReadCountsIfTheyCarryTheTid) {
  NEEDS(Paranoid(2), Linux(6, 12));
  for (const uint64_t format : {0, PERFC_FORMAT_GROUP}) {
    perfc_attr attr = Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                               PERFC_SAMPLE_IP | PERFC_SAMPLE_READ);
    attr.flags |= PERFC_ATTR_INHERIT;
    attr.read_format = format;
    EXPECT_EQ(-EINVAL, TryOpen(attr));
    attr.sample_type |= PERFC_SAMPLE_TID;  // Linux 6.13
    EXPECT_EQ(0, TryOpen(attr));
  }
}

TEST(Folklore, AChildsSamplesCarryTheChildsCounts) {
  NEEDS(Paranoid(2), Linux(6, 12), Pmu("breakpoint"));
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr =
      Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_READ | PERFC_SAMPLE_TID);
  attr.flags |= PERFC_ATTR_INHERIT;
  attr.read_format = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  Event event = OpenMapped(attr, 8, 0, cpu);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(5);
  Child child([] { CallFirst(10); });
  const uint32_t pid = child.pid();
  child.Go();
  ASSERT_TRUE(child.Wait());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  uint64_t parent = 0, childs = 0;
  for (const Record& record : Drain(event, PERFC_RECORD_SAMPLE)) {
    const perfc_sample sample = Sample(event, record);
    perfc_read_value value = {};
    ASSERT_EQ(0, perfc_record_read_value(&record, &sample.read, 0, &value,
                                         sizeof(value)));
    EXPECT_EQ(++(sample.tid == pid ? childs : parent), value.value);
    EXPECT_EQ(Id(event), value.id);
  }
  EXPECT_EQ(5u, parent);
  EXPECT_EQ(10u, childs);
}

TEST(Folklore, InheritForbidsARingOnlyWithoutACpu) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.flags |= PERFC_ATTR_INHERIT;
  Event anywhere = Open(attr);
  EXPECT_EQ(-EINVAL, perfc_mmap(anywhere, 1, 0, nullptr));
  Event here = Open(attr, 0, AllowedCpus()[0]);
  EXPECT_EQ(0, perfc_mmap(here, 1, 0, nullptr));
}

TEST(Folklore, SoftwareEventsIgnorePreciseIp) {
  NEEDS(Paranoid(2));
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_IP);
  attr.flags |= PERFC_ATTR_PRECISE_IP_MASK;
  EXPECT_EQ(0, TryOpen(attr));
}

TEST(Folklore, AStackSampleHoldsUpTo65528Bytes) {
  NEEDS(Paranoid(2));
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_STACK_USER);
  attr.sample_stack_user = 65528;
  EXPECT_EQ(0, TryOpen(attr));
  attr.sample_stack_user = 65536;
  EXPECT_EQ(-EINVAL, TryOpen(attr));
}

// perf_swevent_event: each occurrence is a sample whose period is how many
// there were, whatever sample_period says.
TEST(Folklore, WithThePeriodInTheSampleASoftwareEventIsSampledEachTime) {
  NEEDS(Paranoid(2));
  Pages pages(100);
  for (const uint64_t type : {0, PERFC_SAMPLE_PERIOD}) {
    perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
    attr.sample_period = 10;
    attr.sample_type = PERFC_SAMPLE_ADDR | type;
    Event event = OpenMapped(attr, 4);
    pages.Forget();
    TouchDuring(event, &pages);
    EXPECT_EQ(type == 0 ? 10u : 100u, Samples(event).size());
  }
}

TEST(Folklore, TheKernelTellsItsAttrSize) {
  NEEDS(Paranoid(2));
  const int size = perfc_host_attr_size(nullptr, nullptr);
  EXPECT_GE(size, PERFC_ATTR_SIZE_VER6);  // Linux 5.10
  EXPECT_EQ(0, size % 8);
  EXPECT_EQ(1, perfc_host_supported(nullptr));
}

TEST(Folklore, PollReportsAPausedOrDisabledEventAsAlive) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(
      Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_IP), 1);
  // Paused first, so that no fault of the test itself leaves a record.
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  EXPECT_EQ(0, perfc_event_wait(event, 1, nullptr));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  EXPECT_EQ(0, perfc_event_wait(event, 1, nullptr));
}

}  // namespace
}  // namespace live
