// Which event is sampled, and what had to be done without.
#ifndef PERFC_EXAMPLES_PERFC_SAMPLING_H_
#define PERFC_EXAMPLES_PERFC_SAMPLING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "perfc.hpp"

namespace tool {

struct Sampling {
  std::string event = "cycles";
  bool user_only = false;
  perfc_attr attr;
  std::vector<std::string> notes;  // each thing done without, and why
};

// Cycles with call chains and side-band records. on_exec: they begin with the
// target's execve(), else when enabled.
Sampling CyclesSampling(uint64_t frequency, bool on_exec);

// Lowers the frequency to what the kernel allows at most.
void LimitFrequency(uint64_t max_sample_rate, Sampling* sampling);

// Opening it failed: takes one step down and notes it. False if there is none.
//   EACCES, EPERM                                user space only
//   EOPNOTSUPP, ENOENT, ENODEV, EINVAL, EACCES   cpu-clock instead of cycles
bool StepDown(const perfc::Error& error, Sampling* sampling);

// Steps down until it opens on that thread and CPU.
perfc::Result<void> Probe(int32_t thread, int32_t cpu, Sampling* sampling);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SAMPLING_H_
