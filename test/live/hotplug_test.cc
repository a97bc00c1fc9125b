// A CPU that goes offline under events, a set and a stream, and comes back.

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

constexpr int kCpu = 1;
constexpr char kOnline[] = "/sys/devices/system/cpu/cpu1/online";

// Only in a machine that is nobody's: tools/test allows it in a virtual one.
Need Allowed() {
  return That(getenv("PERFC_LIVE_HOTPLUG") != nullptr,
              "needs PERFC_LIVE_HOTPLUG=1, to take a CPU offline");
}

// CPU 1 offline, until the object is gone.
class Offline {
 public:
  Offline() { Set("0"); }
  ~Offline() { Set("1"); }
  Offline(const Offline&) = delete;
  Offline& operator=(const Offline&) = delete;

 private:
  static void Set(const char* value) {
    std::ofstream(kOnline) << value;
    EXPECT_EQ(value + std::string("\n"), ReadFile(kOnline));
  }
};

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
  Pinned pinned(kCpu);
  for (int i = 0; i < 5; ++i) usleep(1000);
}

TEST(Hotplug, AnEventOfTheCpuKeepsItsCountAndANewOneIsRefused) {
  NEEDS(Paranoid(0), Cpus(2), Writable(kOnline), Allowed());
  Event event = OpenMapped(Switches(), 8, -1, kCpu);
  ASSERT_EQ(0, perfc_enable(event, 0));
  SwitchOnTheCpu();
  uint64_t count = 0;
  {
    Offline offline;
    count = Count(event);
    EXPECT_GE(count, 5u);
    EXPECT_FALSE(Samples(event).empty());
    EXPECT_EQ(count, Count(event)) << "it stands still";
    EXPECT_GE(perfc_wait(event, 0, nullptr), -ESHUTDOWN);
    perfc_event* none = nullptr;
    perfc_error error = {};
    const perfc_attr attr = Switches();
    EXPECT_EQ(-ENODEV, perfc_open(nullptr, &attr, sizeof attr, -1, kCpu,
                                  nullptr, 0, &none, &error));
    EXPECT_EQ(PERFC_RULE_CPU_OFFLINE, error.rule) << Text(error);
  }
  EXPECT_EQ(count, Count(event)) << "the kernel takes it up no more";
  Event again = OpenMapped(Switches(), 8, -1, kCpu);
  ASSERT_EQ(0, perfc_enable(again, 0));
  SwitchOnTheCpu();
  EXPECT_GE(Count(again), 5u);
}

// The CPUs of all records that the stream has.
std::vector<uint64_t> Drain(perfc_stream* stream) {
  std::vector<uint64_t> records(2);
  perfc_stream_record record;
  while (perfc_stream_next(stream, &record) == 1) {
    perfc_sample sample = {};
    if (record.record.type != PERFC_RECORD_SAMPLE ||
        perfc_decode_sample(perfc_event_plan(record.event), &record.record,
                            &sample, sizeof sample) != 0) {
      continue;
    }
    if (sample.cpu < 2) ++records[sample.cpu];
  }
  return records;
}

uint32_t StatusOn(perfc_set* set, int cpu) {
  for (int i = 0; i < perfc_set_count(set); ++i) {
    perfc_member member = {};
    EXPECT_EQ(0, perfc_set_member(set, i, &member, sizeof member));
    if (member.cpu == cpu) return member.status;
  }
  return ~0u;
}

TEST(Hotplug, ASetAndItsStreamGoOnWithTheOtherCpus) {
  NEEDS(Paranoid(0), Cpus(2), Writable(kOnline), Allowed());
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
  EXPECT_GE(perfc_set_map(set, 8, 0, nullptr), 2);
  EXPECT_GE(perfc_stream_add_set(stream, set, nullptr), 2);
  ASSERT_EQ(0, perfc_set_enable(set));
  SwitchOnTheCpu();
  EXPECT_GE(Drain(stream)[1], 5u);
  {
    Offline offline;
    EXPECT_GE(perfc_set_refresh(set, 0, nullptr), 1);
    EXPECT_EQ(uint32_t{PERFC_MEMBER_OFFLINE}, StatusOn(set, kCpu));
    Drain(stream);
    usleep(5000);
    const std::vector<uint64_t> records = Drain(stream);
    EXPECT_GT(records[0], 0u);
    EXPECT_EQ(0u, records[1]);
  }
  EXPECT_GE(perfc_set_refresh(set, PERFC_REFRESH_REOPEN, &error), 1)
      << Text(error);
  EXPECT_EQ(uint32_t{PERFC_MEMBER_OPEN}, StatusOn(set, kCpu));
  EXPECT_EQ(1, perfc_set_map(set, 8, 0, nullptr));
  EXPECT_EQ(1, perfc_stream_add_set(stream, set, nullptr));
  SwitchOnTheCpu();
  EXPECT_GE(Drain(stream)[1], 5u);
  perfc_stream_destroy(stream);
  perfc_set_close(set);
  perfc_specs_destroy(specs);
}

}  // namespace
}  // namespace live
