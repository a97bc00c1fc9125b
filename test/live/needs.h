// What a live test needs of the machine. The first line of every test says it:
//
//   TEST(Sampling, ...) {
//     NEEDS(Paranoid(1), Tracefs());
//
// Where something is missing the test is skipped with that reason. Nothing else
// skips, and no errno does, but for one: where this process may open no event at
// all, every test is skipped. A call that fails although its needs are met is a
// failure. Capabilities decide, never the uid.

#ifndef TEST_LIVE_NEEDS_H_
#define TEST_LIVE_NEEDS_H_

#include <initializer_list>
#include <string>

#include "gtest/gtest.h"

namespace live {

// Empty: met. Otherwise the reason for skipping.
using Need = std::string;

// Whether a capability is in CapEff of /proc/self/status.
bool HasCapability(int number);
// CAP_PERFMON or CAP_SYS_ADMIN: perf_event_paranoid doesn't count.
bool Privileged();
// /proc/sys/kernel/perf_event_paranoid, or 99 if the kernel has none.
int ParanoidLevel();
// 0 if this process may open an event that counts nothing, of its own user space;
// else the errno.
int OpenRefused();

// perf_event_paranoid at most `level`, or a privilege that overrides it: 2 for
// one's own tasks in user space, 1 also in the kernel, 0 also whole CPUs.
Need Paranoid(int level);
// The privilege itself, which no perf_event_paranoid replaces.
Need Perfmon();
// The level itself, for what a process without privileges meets.
Need ParanoidAtLeast(int level);
Need ParanoidAtMost(int level);
// The ids of tracepoints can be read; MountOwnTracefs is called first.
Need Tracefs();
// BPF programs can be loaded.
Need Bpf();
// A PMU in sysfs, "breakpoint".
Need Pmu(const std::string& name);
// A CPU whose cycles and instructions can be counted; or one that hides them, as
// most virtual machines do.
Need HardwarePmu();
Need NoHardwarePmu();
// This version of the kernel or a newer one, for what came with it.
Need Linux(int major, int minor);
// At least `count` CPUs that this process may run on.
Need Cpus(int count);
// A file or directory that can be written.
Need Writable(const std::string& path);
// Any further condition, with the reason to give if it doesn't hold.
Need That(bool condition, const std::string& reason);

// The reasons of all needs that aren't met, and a mark that the running test
// has declared its needs.
std::string Unmet(std::initializer_list<Need> needs);
// Whether the running test has. Clears the mark.
bool TakeDeclared();

}  // namespace live

#define NEEDS(...)                                                            \
  if (const std::string unmet = ::live::Unmet({__VA_ARGS__}); !unmet.empty()) \
  GTEST_SKIP() << unmet

#endif  // TEST_LIVE_NEEDS_H_
