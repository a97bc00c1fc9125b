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
  RingBudget budget;
  // The text says which of them couldn't be read.
  static_cast<void>(FindRingBudget(host, &budget));
  if (budget.bytes() == RingBudget::kNoLimit) {
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

}  // namespace perfc::explain
