// The attrs for sampling, and the notes about fallbacks.
#ifndef PERFC_EXAMPLES_PERFC_SAMPLING_H_
#define PERFC_EXAMPLES_PERFC_SAMPLING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/options.h"
#include "perfc/perfc.h"

namespace tool {

// The settings that the attrs depend on, beside the events.
struct Sampling {
  uint64_t frequency = 0;  // 0: not asked for
  uint64_t period = 0;     // 0: not asked for
  CallGraph call_graph = CallGraph::kNone;
  uint32_t stack_size = 8192;
  bool cpus = false;        // whatever runs there, not a command or process
  bool tracker = false;     // the last event is a dummy that only tracks tasks
  bool inherits = true;     // what the target starts is sampled too
  bool with_exec = false;   // begins with the command's execve()
  bool counts_lost = true;  // the kernel has PERF_FORMAT_LOST, Linux 6.0
  bool build_ids = false;   // in MMAP2 records, Linux 5.12
  RecordOptions record;     // what else is recorded
};

// The attrs are those of `perf record` in every field. Fields that the event
// strings set (perfc_spec.terms) stay. The side-band records come with the
// first event, or with the tracker.
std::vector<perfc_attr> SamplingAttrs(const std::vector<perfc_spec>& specs,
                                      const Sampling& sampling);

// Whether the running kernel knows PERF_FORMAT_LOST.
bool KernelCountsLost();

// Whether the running kernel puts build ids into MMAP2 records.
bool KernelHasBuildIds();

// The text for a fallback of the report; empty if the entry is no fallback.
std::string NoteOf(const struct perfc_report_entry& entry);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SAMPLING_H_
