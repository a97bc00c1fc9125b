// Facts from the system's files, for explanations.
#ifndef PERFC_IMPL_EXPLAIN_FACTS_H_
#define PERFC_IMPL_EXPLAIN_FACTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/host/host.h"

namespace perfc::explain {

inline constexpr int kCapIpcLock = 14;
inline constexpr int kCapSysAdmin = 21;
inline constexpr int kCapPerfmon = 38;
// perf_event_paranoid where it can't be read.
inline constexpr int64_t kUnreadable = -100;

// The privileges of this process.
struct Privileges {
  uint64_t seccomp;       // the mode; 0: no filter, or no procfs that tells
  uint64_t capabilities;  // bits

  // The answer of the kernel's capable(), which doesn't accept a capability in a
  // user namespace. Also false if procfs doesn't tell.
  bool has(int capability) const { return capabilities >> capability & 1; }
  bool has_perfmon() const { return has(kCapPerfmon) || has(kCapSysAdmin); }
};

// 0, or why a file can't be read, and then there are no capabilities. Procfs takes
// longer than most system calls, so that each file is read once.
int ReadPrivileges(const host::Host& host, Privileges* privileges);
// 0, or why the file can't be read, and then *level is kUnreadable.
int ReadParanoid(const host::Host& host, int64_t* level);

struct CpuList {
  uint64_t count;
  uint64_t end;  // one more than the highest
};

CpuList PossibleCpus(const host::Host& host);
// 0, or why sysfs can't be read, and then *cpus is empty.
int ReadOnlineCpus(const host::Host& host, CpuList* cpus);

// A core PMU is the one named cpu, or has a file that says which CPUs are its
// own: hybrid x86 has cpu_core and cpu_atom, and arm64 names them by the core. 1 if
// there is one, 0 if not, or why sysfs can't be read.
int HasCorePmu(const host::Host& host);

// The UAPI has types up to PERFC_TYPE_BREAKPOINT. The kernel gives the others to
// PMUs as they come.
bool IsGivenType(uint32_t type);
// True of a PMU that counts for all tasks: memory controllers, buses, a
// package's energy. Such a PMU has a file that says which CPU to ask.
bool IsUncore(const host::Host& host, uint32_t type);

// 1, 0, or why sysfs can't be read.
int HasPmuOfType(const host::Host& host, uint32_t type);

// True if this is the type of the PMU kprobe or uprobe.
bool IsKprobe(const host::Host& host, uint32_t type);
bool IsUprobe(const host::Host& host, uint32_t type);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_FACTS_H_
