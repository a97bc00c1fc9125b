// A CPU that goes offline under events, a set and a stream, and comes back.

#include "hotplug.h"

#include <unistd.h>

#include <cerrno>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

perfc_attr Switches() {
  perfc_attr attr = Software(PERFC_COUNT_SW_CONTEXT_SWITCHES);
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_SAMPLE_ID_ALL;
  attr.sample_period = 1;
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_CPU |
                     PERFC_SAMPLE_TIME | PERFC_SAMPLE_TID;
  attr.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  return attr;
}

void SwitchOnTheCpu() {
  Pinned pinned(kLeavingCpu);
  for (int i = 0; i < 5; ++i) usleep(1000);
}

TEST(Hotplug, AnEventOfTheCpuKeepsItsCountAndANewOneIsRefused) {
  NEEDS(Paranoid(0), Hotplug());
  Event event = OpenMapped(Switches(), 8, -1, kLeavingCpu);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  SwitchOnTheCpu();
  uint64_t count = 0;
  {
    Offline offline;
    count = Count(event);
    EXPECT_GE(count, 5u);
    EXPECT_FALSE(Samples(event).empty());
    EXPECT_EQ(count, Count(event)) << "it stands still";
    EXPECT_GE(perfc_event_wait(event, 0, nullptr), -ESHUTDOWN);
    perfc_event* none = nullptr;
    perfc_error error = {};
    const perfc_attr attr = Switches();
    EXPECT_EQ(-ENODEV, perfc_open(nullptr, &attr, sizeof attr, -1, kLeavingCpu,
                                  nullptr, 0, &none, &error));
    EXPECT_EQ(PERFC_RULE_CPU_OFFLINE, error.rule) << Text(error);
  }
  EXPECT_EQ(count, Count(event)) << "the kernel takes it up no more";
  Event again = OpenMapped(Switches(), 8, -1, kLeavingCpu);
  ASSERT_EQ(0, perfc_ioctl(again, PERFC_IOC_ENABLE, 0, nullptr));
  SwitchOnTheCpu();
  EXPECT_GE(Count(again), 5u);
}

struct CpuRecords {
  uint64_t leaving = 0;
  uint64_t others = 0;
};

// How many records the stream has.
CpuRecords Drain(perfc_stream* stream) {
  CpuRecords records;
  perfc_stream_record record;
  while (perfc_stream_next_records(stream, &record, 1) == 1) {
    perfc_sample sample = {};
    if (record.record.type != PERFC_RECORD_SAMPLE ||
        perfc_decode_sample(record.plan, &record.record, &sample,
                            sizeof sample) != 0) {
      continue;
    }
    ++(sample.cpu == kLeavingCpu ? records.leaving : records.others);
  }
  return records;
}

uint32_t StatusOn(perfc_set* set, int cpu) {
  for (int i = 0; i < perfc_set_member_count(set); ++i) {
    perfc_member member = {};
    EXPECT_EQ(0, perfc_set_member(set, i, &member, sizeof member));
    if (member.cpu == cpu) return member.status;
  }
  return ~0u;
}

TEST(Hotplug, ASetAndItsStreamGoOnWithTheOtherCpus) {
  NEEDS(Paranoid(0), Hotplug());
  const perfc_attr attr = Switches();
  perfc_specs* specs = nullptr;
  ASSERT_EQ(0, perfc_specs_create(nullptr, &specs, nullptr));
  ASSERT_EQ(0, perfc_specs_add(specs, &attr, sizeof attr, "switches",
                               PERFC_SPEC_NO_LEADER, nullptr));
  perfc_target everywhere = {};
  everywhere.size = sizeof everywhere;
  everywhere.kind = PERFC_TARGET_CPUS;
  perfc_set* set = nullptr;
  perfc_stream* stream = nullptr;
  perfc_error error = {};
  ASSERT_EQ(0,
            perfc_set_open(nullptr, specs, &everywhere, nullptr, &set, &error))
      << Text(error);
  ASSERT_EQ(0, perfc_stream_create(nullptr, nullptr, &stream, nullptr));
  EXPECT_GE(perfc_set_mmap(set, 8, 0, nullptr), 2);
  EXPECT_GE(perfc_stream_add_set(stream, set, nullptr), 2);
  ASSERT_EQ(0, perfc_set_enable(set));
  SwitchOnTheCpu();
  EXPECT_GE(Drain(stream).leaving, 5u);
  {
    Offline offline;
    EXPECT_GE(perfc_set_update(set, 0, nullptr), 1);
    EXPECT_EQ(uint32_t{PERFC_MEMBER_OFFLINE}, StatusOn(set, kLeavingCpu));
    Drain(stream);
    usleep(5000);
    const CpuRecords records = Drain(stream);
    EXPECT_GT(records.others, 0u);
    EXPECT_EQ(0u, records.leaving);
  }
  EXPECT_GE(perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, &error), 1)
      << Text(error);
  EXPECT_EQ(uint32_t{PERFC_MEMBER_OPEN}, StatusOn(set, kLeavingCpu));
  EXPECT_EQ(1, perfc_set_mmap(set, 8, 0, nullptr));
  EXPECT_EQ(1, perfc_stream_add_set(stream, set, nullptr));
  SwitchOnTheCpu();
  EXPECT_GE(Drain(stream).leaving, 5u);
  perfc_stream_destroy(stream);
  perfc_set_close(set);
  perfc_specs_destroy(specs);
}

}  // namespace
}  // namespace live
