// Finds the kernel's rule behind an errno: from the arguments, then from the
// system's files, then by trials (trial.h). Each function returns the errno, so
// that a caller can return the call. It does nothing if the caller passed no
// perfc_error.
#ifndef PERFC_IMPL_EXPLAIN_EXPLAIN_H_
#define PERFC_IMPL_EXPLAIN_EXPLAIN_H_

#include <cstddef>
#include <cstdint>

#include "impl/host/host.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/uapi.h"

namespace perfc::explain {

// The leader of the group that the event should join.
struct Leader {
  const perfc_attr& attr;
  bool is_sibling;    // it was opened into a group itself
  bool other_target;  // it counts another process or thread than was asked for
  bool other_cpu;
};

// The arguments of perf_event_open(2).
struct OpenRequest {
  const perfc_attr& attr;
  size_t attr_size;         // as passed
  size_t kernel_attr_size;  // as the kernel wrote it on E2BIG
  int32_t pid;              // of a cgroup, its fd
  int32_t cpu;
  const Leader* leader;  // null: no group
  uint64_t flags;        // PERFC_FLAG_*

  bool of_cgroup() const { return flags & PERFC_FLAG_PID_CGROUP; }
  bool every_process() const { return pid == -1 || of_cgroup(); }
};

int OpenFailed(const host::Host& host, int code, const OpenRequest& request,
               perfc_error* error);

// The first rule for an attr, whatever the machine, that this one breaks, as a
// sentence that names the field; null if it breaks none.
const char* BrokenAttrRule(const perfc_attr& attr);

// The ring's bytes with its control page.
int MmapFailed(const host::Host& host, int code, size_t bytes,
               const char* operation, perfc_error* error);

// The memory that all rings of this user together may take (perf_mmap,
// kernel/events/core.c).
struct RingBudget {
  uint64_t mlock_kb;  // for each CPU
  uint64_t cpus;
  uint64_t rlimit;  // soft RLIMIT_MEMLOCK in bytes
  bool ipc_lock;    // CAP_IPC_LOCK
  int64_t paranoid;

  static constexpr uint64_t kNoLimit = ~uint64_t{0};

  uint64_t bytes() const;
};
// Reads all that can be read. 0, or why one of the files can't be, whose number
// is then 0, false or kUnreadable.
int FindRingBudget(const host::Host& host, RingBudget* budget);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_EXPLAIN_H_
