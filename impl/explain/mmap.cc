#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"
#include "impl/explain/facts.h"

namespace perfc::explain {
namespace {

constexpr uint64_t kNoLimit = ~uint64_t{0};

}  // namespace

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
  RingBudget budget;
  // The text says which of them couldn't be read.
  static_cast<void>(FindRingBudget(host, &budget));
  if (budget.bytes() == kNoLimit) {
    return base::Fail(
        error, code, PERFC_CALL_MMAP, PERFC_RULE_UNKNOWN, operation, {},
        "a seccomp filter or a security module refused the ring; "
        "it isn't the locked-memory budget, which this process doesn't have");
  }
  const auto mlock_kb = static_cast<uint64_t>(
      host.ProcNumber("sys/kernel/perf_event_mlock_kb", -1));
  base::Fail(error, code, PERFC_CALL_MMAP, PERFC_RULE_MLOCK, operation,
             {bytes, mlock_kb, budget.cpus, budget.rlimit});
  error->paranoid = static_cast<int32_t>(budget.paranoid);
  return code;
}

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
