// What is sampled, and the words for what had to be done without.
#ifndef PERFC_EXAMPLES_PERFC_SAMPLING_H_
#define PERFC_EXAMPLES_PERFC_SAMPLING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/options.h"
#include "perfc/perfc.h"

namespace tool {

// What the attrs depend on beside the events.
struct Sampling {
  uint64_t frequency = 0;  // 0: not asked for
  uint64_t period = 0;     // 0: not asked for
  CallGraph call_graph = CallGraph::kNone;
  uint32_t stack_size = 8192;
  bool cpus = false;        // whatever runs there, not a command or process
  bool with_exec = false;   // begins with the command's execve()
  bool counts_lost = true;  // the kernel has PERF_FORMAT_LOST, Linux 6.0
};

// The attrs as the perf tool's recorder would have them, field by field. What
// the event strings decided (perfc_spec.terms) stays. The first event, or of CPUs
// the last, which should be a dummy one, brings the side-band records.
std::vector<perfc_attr> SamplingAttrs(const std::vector<perfc_spec>& specs,
                                      const Sampling& sampling);

// Whether the running kernel knows PERF_FORMAT_LOST.
bool KernelCountsLost();

// What a step down means here; empty if the entry is none.
std::string NoteOf(const struct perfc_report_entry& entry);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SAMPLING_H_
