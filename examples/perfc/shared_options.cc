// The options that several verbs have.

#include <cstdint>
#include <string>
#include <vector>

#include "examples/perfc/option_checks.h"
#include "examples/perfc/verb_options.h"

namespace tool {
namespace {

// The kernel's limit for a copy of a stack, perf_copy_attr in
// kernel/events/core.c.
constexpr uint32_t kMostStack = 65528;

// fp, dwarf, dwarf,SIZE, lbr: as perf's.
std::string ParseCallGraph(const std::string& text, Options* options) {
  const size_t comma = text.find(',');
  const std::string how = text.substr(0, comma);
  if (how == "fp") options->call_graph = CallGraph::kFramePointers;
  if (how == "lbr") options->call_graph = CallGraph::kLbr;
  if (how == "dwarf") options->call_graph = CallGraph::kDwarf;
  if (options->call_graph == CallGraph::kNone) return "one of fp, dwarf, lbr";
  if (comma == std::string::npos) return "";
  uint32_t size = 0;
  if (how != "dwarf" ||
      !CLI::detail::lexical_cast(text.substr(comma + 1), size) || size == 0 ||
      size > kMostStack) {
    return "only dwarf has a size, from 1 to 65528";
  }
  options->stack_size = (size + 7) / 8 * 8;
  return "";
}

void AddCallGraph(CLI::App* verb, Options* options) {
  verb->add_flag_callback(
      "-g", [options] { options->call_graph = CallGraph::kFramePointers; },
      "Call chains by frame pointers");
  verb->add_option_function<std::string>(
          "--call-graph",
          [options](const std::string& text) {
            const std::string wrong = ParseCallGraph(text, options);
            if (!wrong.empty()) {
              throw CLI::ValidationError("--call-graph", wrong);
            }
          },
          "Call chains by fp, frame pointers; dwarf or dwarf,SIZE, copies of "
          "registers and stack, which are taken but not unwound here; or lbr, "
          "the CPU's branch records")
      ->type_name("HOW");
}

}  // namespace

void AddPid(CLI::App* verb, Options* options) {
  verb->add_option("-p,--pid", options->pid,
                   "A running process instead of COMMAND, with all its "
                   "threads, until it ends or Ctrl-C")
      ->type_name("PID")
      ->check(Positive());
}

void AddPages(CLI::App* verb, Options* options) {
  verb->add_option("-m,--pages", options->pages,
                   "Pages of each CPU's ring, a power of two")
      ->type_name("N")
      ->check(Positive())
      ->capture_default_str();
}

CLI::Option* AddOutput(CLI::App* verb, Options* options,
                       const std::string& words) {
  return verb->add_option("-o,--output", options->output.path, words)
      ->type_name("FILE");
}

void AddEvents(CLI::App* verb, Options* options, const std::string& words) {
  // Joined here: CLI11's own join would drop a comma too many, which is a mistake.
  const auto join = [options](const std::vector<std::string>& lists) {
    options->events = lists[0];
    for (size_t i = 1; i < lists.size(); ++i) options->events += "," + lists[i];
  };
  verb->add_option_function<std::vector<std::string>>("-e,--event", join, words)
      ->type_name("LIST")
      ->allow_extra_args(false);
}

// The options of verbs that open a set over any target.
void AddOpening(CLI::App* verb, Options* options) {
  verb->add_option("-G,--cgroup", options->cgroup,
                   "Whatever runs in this cgroup, until COMMAND ends or Ctrl-C")
      ->type_name("PATH");
  verb->add_flag("--fallback", options->fallback,
                 "Take something close where the machine lacks the event "
                 "(cpu-clock for cycles), and say so");
  verb->add_flag("-v,--verbose", options->verbose,
                 "Say what was left out; twice: print the attrs too, as "
                 "perf -vv does");
}

void AddCpus(CLI::App* verb, Options* options) {
  verb->add_flag("-a,--all-cpus", options->all_cpus,
                 "Whatever runs on any CPU, until COMMAND ends or Ctrl-C");
  verb->add_option("-C,--cpu", options->cpus,
                   "Whatever runs on these CPUs: 0,3-5")
      ->type_name("CPUS");
}

void AddSampling(CLI::App* verb, Options* options) {
  CLI::Option* freq =
      verb->add_option("-F,--freq", options->frequency,
                       "Samples per second that an event is on, on each CPU; "
                       "lowered to the kernel's maximum (default: 4000)")
          ->type_name("HZ")
          ->check(Positive());
  verb->add_option("-c,--count", options->period,
                   "A sample every so many events, instead of -F")
      ->type_name("N")
      ->check(Positive())
      ->excludes(freq);
  AddCallGraph(verb, options);
}

}  // namespace tool
