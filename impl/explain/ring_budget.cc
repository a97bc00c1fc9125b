#include <sys/resource.h>

#include <algorithm>
#include <iterator>

#include "impl/explain/explain.h"
#include "impl/explain/facts.h"

namespace perfc::explain {

int FindRingBudget(const host::Host& host, RingBudget* budget) {
  rlimit limit = {};
  host.system().Getrlimit(RLIMIT_MEMLOCK, &limit);
  budget->rlimit = limit.rlim_cur;
  int64_t mlock_kb = 0;
  CpuList cpus;
  Privileges privileges;
  const int results[] = {
      host.ReadProcNumber("sys/kernel/perf_event_mlock_kb", &mlock_kb),
      ReadOnlineCpus(host, &cpus), ReadPrivileges(host, &privileges),
      ReadParanoid(host, &budget->paranoid)};
  budget->mlock_kb = static_cast<uint64_t>(mlock_kb);
  budget->cpus = cpus.count;
  budget->ipc_lock = privileges.has(kCapIpcLock);
  const int* failed = std::find_if(std::begin(results), std::end(results),
                                   [](int result) { return result != 0; });
  return failed == std::end(results) ? 0 : *failed;
}

uint64_t RingBudget::bytes() const {
  const uint64_t per_user = mlock_kb * 1024 * cpus;
  const bool lifted = ipc_lock || (paranoid < 0 && paranoid != kUnreadable);
  return lifted || rlimit > ~per_user ? kNoLimit : per_user + rlimit;
}

}  // namespace perfc::explain
