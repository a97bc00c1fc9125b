// The options of the command line.
#ifndef PERFC_EXAMPLES_PERFC_OPTIONS_H_
#define PERFC_EXAMPLES_PERFC_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/text.h"

namespace tool {

enum class Verb { kStat, kProfile, kTrace, kList };

enum class CallGraph { kNone, kFramePointers, kDwarf, kLbr };

struct Options {
  Verb verb = Verb::kStat;
  std::vector<std::string> command;  // empty: the process below
  int32_t pid = 0;
  bool json = false;
  Output output;

  // stat, profile and trace
  std::string events;
  bool all_cpus = false;
  std::string cpus;  // "0,3-5"

  // stat and profile
  std::string cgroup;
  bool fallback = false;
  int verbose = 0;

  // stat
  uint32_t repeat = 1;
  uint32_t interval_ms = 0;  // 0: one report at the end
  std::string separator;     // empty: no CSV

  // profile
  uint64_t frequency = 0;  // 0: wasn't given
  uint64_t period = 0;     // 0: wasn't given
  CallGraph call_graph = CallGraph::kNone;
  uint32_t stack_size = 8192;  // bytes of each stack, with kDwarf
  uint32_t pages = 128;
  uint32_t limit = 30;
  std::string folded;

  // trace
  std::string filter;

  // list
  std::vector<std::string> patterns;

  // True if the events count everything on the CPUs, not only COMMAND.
  bool counts_cpus() const {
    return all_cpus || !cpus.empty() || !cgroup.empty();
  }
};

// Fills in the options and returns true. Otherwise prints help, the version or
// a mistake, and sets the exit status.
bool ParseOptions(int argc, char** argv, Options* options, int* exit_status);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPTIONS_H_
