// Probes of kernel functions, by the kprobe PMU.

#include <sys/syscall.h>
#include <unistd.h>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

#if defined(__x86_64__)
constexpr char kGetppid[] = "__x64_sys_getppid";
#else
constexpr char kGetppid[] = "__arm64_sys_getppid";
#endif
constexpr uint64_t kReturn = 0x1;  // format/retprobe: config:0

perfc_attr Kprobe(uint64_t config) {
  perfc_attr attr =
      Attr(ReadNumber("/sys/bus/event_source/devices/kprobe/type"), config);
  attr.flags = PERFC_ATTR_DISABLED;
  attr.config1 = reinterpret_cast<uintptr_t>(kGetppid);
  return attr;
}

class Kprobes : public testing::TestWithParam<uint64_t> {};

TEST_P(Kprobes, CountAndSampleEachCall) {
  NEEDS(Perfmon(), Pmu("kprobe"));
  perfc_attr attr =
      Sampling(Kprobe(GetParam()), PERFC_SAMPLE_IP | PERFC_SAMPLE_TID);
  Event event = OpenMapped(attr, 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Getppid(7);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  Getppid(1);
  EXPECT_EQ(7u, Count(event));
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_EQ(7u, samples.size());
  for (const perfc_sample& sample : samples) {
    EXPECT_EQ(static_cast<uint32_t>(getpid()), sample.tid);
    // On 5.10 arm64 tells no address for a return.
    if (GetParam() == 0) {
      EXPECT_GE(sample.ip, uint64_t{1} << 63);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(At, Kprobes, testing::Values(0, kReturn),
                         [](const auto& info) {
                           return info.param == 0 ? "Entry" : "Return";
                         });

TEST(Kprobe, OfAFunctionThatThereIsNot) {
  NEEDS(Perfmon(), Pmu("kprobe"));
  perfc_attr attr = Kprobe(0);
  attr.config1 = reinterpret_cast<uintptr_t>("no_such_function");
  perfc_event* event = nullptr;
  perfc_error error = {};
  EXPECT_EQ(-ENOENT, perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr, 0,
                                &event, &error));
  EXPECT_EQ(PERFC_CALL_PERF_EVENT_OPEN, error.call);
}

}  // namespace
}  // namespace live
