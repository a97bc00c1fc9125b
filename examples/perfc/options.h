// The options of the command line.
#ifndef PERFC_EXAMPLES_PERFC_OPTIONS_H_
#define PERFC_EXAMPLES_PERFC_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "examples/perfc/text.h"

namespace tool {

enum class Verb { kStat, kProfile, kRecord, kScript, kConvert, kTrace, kList };

enum class CallGraph { kNone, kFramePointers, kDwarf, kLbr };

// How a perf.data file is written.
struct WritingOptions {
  uint32_t zstd_level = 0;    // 0: not compressed
  uint64_t rotate_bytes = 0;  // 0: no rotation by size
  uint64_t rotate_ns = 0;     // 0: no rotation by time
  uint32_t rotate_keep = 0;   // 0: all files
  bool replace = false;       // a file that is there
};

// What `perfc record` records beside what it samples.
struct RecordOptions {
  int32_t tid = 0;  // 0: no thread alone
  bool build_ids = true;
  bool data = false;
  bool weight = false;
  bool phys_data = false;
  bool namespaces = false;
  bool cgroups = false;
  bool switches = false;
  bool quiet = false;
  std::optional<int32_t> clock;
};

// Which samples of a file are wanted. Empty: all.
struct FilterOptions {
  std::string time;
  std::string pids;
  std::string tids;
  std::string cpus;
  std::string events;
  bool invert = false;

  bool empty() const {
    return time.empty() && pids.empty() && tids.empty() && cpus.empty() &&
           events.empty();
  }
};

// The side-band records that `perfc script` shows.
struct Shown {
  bool tasks = false;
  bool mmaps = false;
  bool switches = false;
  bool namespaces = false;
  bool cgroups = false;
  bool lost = false;
  bool bpf = false;
  bool text_poke = false;
};

struct ScriptOptions {
  std::string input = "perf.data";
  std::string fields;  // empty: those of the event's type
  bool header = false;
  bool header_only = false;
  bool nanoseconds = false;
  Shown shown;
};

struct ConvertOptions {
  std::vector<std::string> inputs;
  std::string output;
  uint32_t strip = 0;  // PERFC_STRIP_*
  bool file_order = false;
};

struct Options {
  Verb verb = Verb::kStat;
  std::vector<std::string> command;  // empty: the process below
  int32_t pid = 0;
  bool json = false;
  Output output;

  // stat, profile, record and trace
  std::string events;
  bool all_cpus = false;
  std::string cpus;  // "0,3-5"

  // stat, profile and record
  std::string cgroup;
  bool fallback = false;
  int verbose = 0;

  // stat
  uint32_t repeat = 1;
  uint32_t interval_ms = 0;  // 0: one report at the end
  std::string separator;     // empty: no CSV

  // profile and record
  uint64_t frequency = 0;  // 0: wasn't given
  uint64_t period = 0;     // 0: wasn't given
  CallGraph call_graph = CallGraph::kNone;
  uint32_t stack_size = 8192;  // bytes of each stack, with kDwarf
  uint32_t pages = 128;

  // profile
  uint32_t limit = 30;
  std::string folded;

  // record, and convert's output
  RecordOptions record;
  WritingOptions writing;

  // script and convert
  FilterOptions filter;
  ScriptOptions script;
  ConvertOptions convert;

  // trace
  std::string trace_filter;

  // list
  std::vector<std::string> patterns;

  // True if the events count everything on the CPUs, not only COMMAND.
  bool counts_cpus() const {
    return all_cpus || !cpus.empty() || !cgroup.empty();
  }

  // True if stdout is taken by a recording, and COMMAND's goes to stderr.
  bool takes_stdout() const {
    return verb == Verb::kRecord && output.path == "-";
  }
};

// Fills in the options and returns true. Otherwise prints help, the version or
// a mistake, and sets the exit status.
bool ParseOptions(int argc, char** argv, Options* options, int* exit_status);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPTIONS_H_
