// What a kernel says to perf_event_open(2), as far as explanations ask: the rules
// of Linux 6.18 in the kernel's order, for a machine of two CPUs without a core
// PMU, with the PMUs msr (counts only, leaves nothing out), fancy (leaves out the
// kernel and user space, and has config1 to 3), kprobe and uprobe.
#ifndef PERFC_TEST_EXPLAIN_KERNEL_RULES_H_
#define PERFC_TEST_EXPLAIN_KERNEL_RULES_H_

#include <sys/types.h>

#include <cstdint>

#include "perfc/attr.h"
#include "testing/scripted_system.h"

namespace explain {

inline constexpr uint32_t kMsr = 9;
inline constexpr uint32_t kFancy = 10;
inline constexpr uint32_t kKprobe = 7;
inline constexpr uint32_t kUprobe = 8;
inline constexpr uint32_t kTracepoint = 300;
inline constexpr pid_t kOthersProcess = 1;
inline constexpr pid_t kGoneProcess = 999999;

struct KernelRules {
  int paranoid = 2;
  bool privileged = true;  // CAP_PERFMON
  bool patched = false;    // as Debian's: levels above 2 forbid everything
  int filtered = 0;        // by which a seccomp filter answers
  int module_refuses = 0;  // by which a security module answers

  // 0 or the errno.
  int Open(const perfc_attr &attr, pid_t pid, int cpu, int group) const;

  // Sets the files that say the same, and answers in the system's opens.
  void Install(scripted::ScriptedSystem *system) const;
};

}  // namespace explain

#endif  // PERFC_TEST_EXPLAIN_KERNEL_RULES_H_
