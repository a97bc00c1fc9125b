// Each level of perf_event_paranoid, for a process without capabilities.

#include <cerrno>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"

namespace live {
namespace {

constexpr char kLevel[] = "/proc/sys/kernel/perf_event_paranoid";

struct Outcome {
  int result;
  perfc_error error;
};

Outcome TryOpen(const perfc_attr& attr, int pid, int cpu) {
  Outcome outcome = {};
  perfc_event* event = nullptr;
  outcome.result = perfc_open(nullptr, &attr, sizeof attr, pid, cpu, nullptr, 0,
                              &event, &outcome.error);
  perfc_close(event);
  return outcome;
}

perfc_attr CpuClock(uint64_t flags) {
  perfc_attr attr = Software(PERFC_COUNT_SW_CPU_CLOCK);
  attr.flags = PERFC_ATTR_DISABLED | flags;
  return attr;
}

// Refused at this level, and explained by it; up to `most` it isn't.
std::string Refused(const Outcome& outcome, int level, uint64_t most) {
  CHILD_EXPECT_EQ(-EACCES, outcome.result);
  CHILD_EXPECT_EQ(PERFC_RULE_PARANOID, outcome.error.rule);
  CHILD_EXPECT_EQ(level, outcome.error.paranoid);
  CHILD_EXPECT_EQ(most, outcome.error.number[0]);
  return "";
}

// What the level allows: the kernel to one's own tasks up to 1, whole CPUs up to
// 0, one's own user space up to 2.
std::string AtLevel(int level, bool nothing) {
  CHILD_EXPECT(DropCapabilities());
  const Outcome user = TryOpen(CpuClock(PERFC_ATTR_EXCLUDE_KERNEL), 0, -1);
  const Outcome kernel = TryOpen(CpuClock(0), 0, -1);
  const Outcome cpu = TryOpen(CpuClock(0), -1, AllowedCpus()[0]);
  std::string wrong;
  if (nothing) wrong += Refused(user, level, 2);
  if (!nothing) CHILD_EXPECT_EQ(0, user.result);
  if (level > 1) wrong += Refused(kernel, level, nothing ? 2 : 1);
  if (level <= 1) CHILD_EXPECT_EQ(0, kernel.result);
  if (level > 0) wrong += Refused(cpu, level, nothing ? 2 : 0);
  if (level <= 0) CHILD_EXPECT_EQ(0, cpu.result);
  CHILD_EXPECT_EQ(level > 1 && !nothing, kernel.error.number[1] == 1);
  CHILD_EXPECT_EQ(nothing, kernel.error.number[2] == 1);
  return wrong;
}

TEST(Paranoid, LevelsUpTo2) {
  NEEDS(Perfmon(), Writable(kLevel));
  for (const int level : {-1, 0, 1, 2}) {
    Sysctl set(kLevel, std::to_string(level));
    EXPECT_EQ("", InChild([&] { return AtLevel(level, false); })) << level;
  }
}

bool IsPatched() {
  const std::string version = ReadFile("/proc/version");
  return version.find("Debian") != std::string::npos ||
         version.find("Ubuntu") != std::string::npos;
}

TEST(Paranoid, Level3IsAs2OnAKernelWithoutThePatch) {
  NEEDS(Perfmon(), Writable(kLevel),
        That(!IsPatched(), "needs a kernel that isn't Debian's or Ubuntu's"));
  Sysctl set(kLevel, "3");
  EXPECT_EQ("", InChild([] { return AtLevel(3, false); }));
}

// Debian's and Ubuntu's patch.
TEST(Paranoid, Level3ForbidsEverything) {
  NEEDS(Perfmon(), Writable(kLevel),
        That(IsPatched(), "needs a kernel of Debian's or Ubuntu's"));
  Sysctl set(kLevel, "3");
  EXPECT_EQ("", InChild([] { return AtLevel(3, true); }));
}

}  // namespace
}  // namespace live
