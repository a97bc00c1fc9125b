// perfc_open_string on the running kernel.

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>

#include "events.h"
#include "gtest/gtest.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

#if defined(__x86_64__)
constexpr char kGetppid[] = "__x64_sys_getppid";
#else
constexpr char kGetppid[] = "__arm64_sys_getppid";
#endif

int TryOpen(const std::string& name, uint64_t sample_type, Event* event,
            perfc_error* error) {
  perfc_event* made = nullptr;
  const int result =
      perfc_open_string(nullptr, name.c_str(), sample_type,
                        PERFC_CALLING_THREAD, PERFC_ANY_CPU, &made, error);
  *event = Event(made);
  return result;
}

Event OpenString(const std::string& name, uint64_t sample_type = 0) {
  Event event;
  perfc_error error = {};
  EXPECT_EQ(0, TryOpen(name, sample_type, &event, &error)) << Text(error);
  return event;
}

void EnableFor(perfc_event* event, const std::function<void()>& work) {
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  work();
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
}

TEST(OpenString, SoftwareEventsCountExactly) {
  NEEDS(Paranoid(2));
  for (const char* name : {"task-clock:u", "cpu-clock:u", "page-faults:u"}) {
    Event event = OpenString(name);
    perfc_count count = {};
    EXPECT_EQ(0, perfc_read(event, &count, sizeof count));
    EXPECT_EQ(0u, count.raw) << "it is disabled";
    EnableFor(event, [] {
      Pages pages(100);
      pages.TouchAll();
      Busy(2);
    });
    ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
    EXPECT_GT(count.raw, 0u) << name;
    EXPECT_TRUE(count.quality & PERFC_QUALITY_EXACT) << name;
  }
}

TEST(OpenString, AClockSamplesAThousandTimesASecond) {
  NEEDS(Paranoid(2));
  Event event = OpenString("cpu-clock:u", PERFC_SAMPLE_IP | PERFC_SAMPLE_TID);
  Map(event, 8);
  EnableFor(event, [] { Busy(100); });
  const auto samples = Samples(event);
  EXPECT_GT(samples.size(), 50u);
  EXPECT_LT(samples.size(), 200u);
}

TEST(OpenString, EachHitOfATracepointIsASample) {
  NEEDS(Perfmon(), Tracefs());
  Event event = OpenString("syscalls:sys_enter_getppid", PERFC_SAMPLE_RAW);
  Map(event, 8);
  EnableFor(event, [] { Getppid(7); });
  EXPECT_EQ(7u, Samples(event).size());
}

TEST(OpenString, EachHitOfAProbeIsASample) {
  NEEDS(Perfmon(), Pmu("kprobe"));
  Event event = OpenString(std::string("kprobe:") + kGetppid, PERFC_SAMPLE_IP);
  Map(event, 8);
  EnableFor(event, [] { Getppid(7); });
  EXPECT_EQ(7u, Samples(event).size());
}

TEST(OpenString, WhatIsNotOneEventIsRefused) {
  NEEDS(Paranoid(2));
  Event event;
  perfc_error error = {};
  EXPECT_EQ(-ENOTUNIQ, TryOpen("cs:u,faults:u", 0, &event, &error));
  EXPECT_EQ(-ENOENT, TryOpen("cs-u", 0, &event, &error));
  EXPECT_EQ(0u, error.number[0]);
  EXPECT_EQ(-EINVAL, TryOpen("cpu-clock/freq=99/u", 0, &event, &error));
}

}  // namespace
}  // namespace live
