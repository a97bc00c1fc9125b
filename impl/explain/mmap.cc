#include <sys/resource.h>

#include <cerrno>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"
#include "impl/explain/facts.h"

namespace perfc::explain {

int MmapFailed(const host::Host& host, int code, size_t bytes,
               const char* operation, perfc_error* error) {
  if (error == nullptr) return code;
  if (code == -EINVAL) {
    return base::Fail(
        error, code, PERFC_CALL_MMAP, PERFC_RULE_INHERIT_MMAP, operation, {},
        "an event with inherit and cpu -1 can't be mapped, nor one that is "
        "mapped elsewhere with another size");
  }
  if (code != -EPERM) {
    return base::Fail(error, code, PERFC_CALL_MMAP,
                      code == -ENOMEM ? PERFC_RULE_MEMORY : PERFC_RULE_UNKNOWN,
                      operation, {bytes});
  }
  const RingBudget budget = FindRingBudget(host);
  base::Fail(
      error, code, PERFC_CALL_MMAP, PERFC_RULE_MLOCK, operation,
      {bytes, budget.mlock_kb, budget.cpus, budget.rlimit, budget.ipc_lock});
  error->paranoid = static_cast<int32_t>(budget.paranoid);
  return code;
}

RingBudget FindRingBudget(const host::Host& host) {
  rlimit limit = {};
  host.system().Getrlimit(RLIMIT_MEMLOCK, &limit);
  RingBudget budget;
  budget.mlock_kb = static_cast<uint64_t>(
      host.ProcNumber("sys/kernel/perf_event_mlock_kb", 0));
  budget.cpus = OnlineCpus(host).count;
  budget.rlimit = limit.rlim_cur;
  budget.ipc_lock = HasCapability(host, kCapIpcLock);
  budget.paranoid = Paranoid(host);
  return budget;
}

uint64_t RingBudget::bytes() const {
  const uint64_t per_user = mlock_kb * 1024 * cpus;
  const bool free = ipc_lock || paranoid == -1;
  return free || rlimit > ~per_user ? ~uint64_t{0} : per_user + rlimit;
}

}  // namespace perfc::explain
