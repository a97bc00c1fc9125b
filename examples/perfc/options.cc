#include "examples/perfc/options.h"

#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "examples/perfc/printable.h"
#include "perfc.hpp"

namespace tool {
namespace {

// The kernel's limit for a copy of a stack, perf_copy_attr in
// kernel/events/core.c.
constexpr uint32_t kMostStack = 65528;

// Like CLI::PositiveNumber, but the help shows no type for it, and its error
// message doesn't contain the largest double.
CLI::Validator Positive() {
  return CLI::Validator(
      [](const std::string& text) {
        return CLI::PositiveNumber(text).empty()
                   ? std::string()
                   : text + " is no number above 0";
      },
      "");
}

// An empty argument usually comes from an unset shell variable. -C "$CPUS" must
// not measure as if there were no -C.
CLI::Validator NotEmpty() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("its argument is empty")
                            : std::string();
      },
      "");
}

// Prints usage lines with the ways to name a target.
class Help : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (!app->get_parent()) {
      return "Usage: perfc stat|profile|trace [OPTIONS] [--] COMMAND "
             "[ARGUMENTS]\n"
             "       perfc list [KIND|PATTERN...]\n"
             "       perfc stat|profile|trace|list --help\n\n";
    }
    if (app->get_name() == "list") {
      return "Usage: " + name + " [OPTIONS] [KIND|PATTERN...]\n\n";
    }
    const std::string usage = name + " [OPTIONS] ";
    const bool has_cpus = app->get_option_no_throw("--all-cpus") != nullptr;
    return "Usage: " + usage + "[--] COMMAND [ARGUMENTS]\n       " + usage +
           "-p PID\n" +
           (has_cpus ? "       " + usage + "-a [[--] COMMAND [ARGUMENTS]]\n"
                     : "") +
           "\n";
  }
};

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

void AddReport(CLI::App* verb, Options* options) {
  verb->add_flag("--json", options->json, "As JSON");
  if (verb->get_name() == "list") {
    AddOutput(verb, options, "Where the list goes (default: stdout)");
    return;
  }
  CLI::Option* output = AddOutput(
      verb, options,
      "Where the report goes; - is stdout (default: stderr, so that COMMAND's "
      "own output stays apart)");
  verb->add_option("--log-fd", options->output.fd,
                   "An open file descriptor that the report goes to")
      ->type_name("FD")
      ->check([](const std::string& text) {
        int fd = -1;
        CLI::detail::lexical_cast(text, fd);
        return fcntl(fd, F_GETFD) < 0 ? text + " is no open fd" : "";
      })
      ->excludes(output);
}

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

void AddCallGraph(CLI::App* profile, Options* options) {
  profile->add_flag_callback(
      "-g", [options] { options->call_graph = CallGraph::kFramePointers; },
      "Call chains by frame pointers");
  profile
      ->add_option_function<std::string>(
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

void AddProfile(CLI::App* profile, Options* options) {
  CLI::Option* freq =
      profile
          ->add_option("-F,--freq", options->frequency,
                       "Samples per second that an event is on, on each CPU; "
                       "lowered to the kernel's maximum (default: 4000)")
          ->type_name("HZ")
          ->check(Positive());
  profile
      ->add_option("-c,--count", options->period,
                   "A sample every so many events, instead of -F")
      ->type_name("N")
      ->check(Positive())
      ->excludes(freq);
  AddCallGraph(profile, options);
  profile->add_option("--limit", options->limit, "Rows of the table")
      ->type_name("N")
      ->capture_default_str();
  profile
      ->add_option("--folded", options->folded,
                   "Write the call chains, folded for flame graphs: "
                   "comm;outermost;...;innermost COUNT; with several events "
                   "theirs is the outermost frame. Implies -g")
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

// The options that stat and profile share.
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

void AddList(CLI::App* list, Options* options) {
  list->add_option("what", options->patterns,
                   "Kinds: hw, sw, cache, tool, pmu, event, tracepoint; or "
                   "patterns of names: sched:*, or a part of the name "
                   "(default: all)")
      ->type_name("");
}

void AddCpus(CLI::App* verb, Options* options) {
  verb->add_flag("-a,--all-cpus", options->all_cpus,
                 "Whatever runs on any CPU, until COMMAND ends or Ctrl-C");
  verb->add_option("-C,--cpu", options->cpus,
                   "Whatever runs on these CPUs: 0,3-5")
      ->type_name("CPUS");
}

void AddStat(CLI::App* stat, Options* options) {
  stat->add_option("-r,--repeat", options->repeat,
                   "Run COMMAND so often, and report mean and standard "
                   "deviation")
      ->type_name("N")
      ->check(Positive());
  stat->add_option("-I,--interval", options->interval_ms,
                   "Report every so many ms what was counted since")
      ->type_name("MS")
      ->check(Positive());
  stat->add_option("-x,--separator", options->separator,
                   "Report as CSV with this separator: value, unit, event, ns "
                   "it ran, percent of the time, quality")
      ->type_name("SEP")
      ->excludes(stat->get_option("--json"));
}

void AddTrace(CLI::App* trace, Options* options) {
  AddEvents(trace, options,
            "Tracepoints: sched:sched_switch,syscalls:sys_*_openat");
  trace->get_option("--event")->required();
  trace
      ->add_option("--filter", options->filter,
                   "Only events whose fields are so: prev_pid != 0")
      ->type_name("EXPRESSION");
  AddOutput(trace, options,
            "Where the lines go; - is stdout (default: stderr with COMMAND, so "
            "that its own output stays apart, else stdout)");
}

void CheckTarget(const Options& options) {
  if (options.verb == Verb::kList) {
    if (options.command.empty()) return;
    throw CLI::ValidationError("list runs no COMMAND; see --help");
  }
  if (options.repeat > 1 && options.command.empty()) {
    throw CLI::ValidationError("-r wants a COMMAND to repeat; see --help");
  }
  if (options.counts_cpus()) {
    if (options.pid == 0) return;
    throw CLI::ValidationError("-p doesn't go with -a, -C or -G; see --help");
  }
  if (options.command.empty() == (options.pid == 0)) {
    throw CLI::ValidationError("give either COMMAND, or -p PID; see --help");
  }
}

// COMMAND without -- before it: from the first word that is no option on.
void TakeCommand(const CLI::App* verb, Options* options) {
  std::vector<std::string> words = verb->remaining();
  if (words.empty()) return;
  if (words[0][0] == '-') throw CLI::ExtrasError({words[0]});
  if (!options->command.empty()) words.push_back("--");
  options->command.insert(options->command.begin(), words.begin(), words.end());
}

std::string Version() { return "perfc " + perfc::version(); }

}  // namespace

bool ParseOptions(int argc, char** argv, Options* options, int* exit_status) {
  // COMMAND's own options are none of CLI11's business.
  int own = 1;
  while (own < argc && std::strcmp(argv[own], "--") != 0) ++own;
  for (int i = own + 1; i < argc; ++i) options->command.push_back(argv[i]);

  CLI::App app(
      "Counts, samples and traces what a program does, and lists what can "
      "be counted, by libperfc.",
      "perfc");
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<Help>());
  CLI::App* stat = app.add_subcommand(
      "stat",
      "Counts events of COMMAND and its children. Its exit status is passed "
      "on.");
  CLI::App* profile = app.add_subcommand(
      "profile",
      "Samples COMMAND and its children and lists the hottest functions. Its "
      "exit status is passed on.");
  CLI::App* trace = app.add_subcommand(
      "trace",
      "Prints the events of COMMAND and its children as they come, in the "
      "order "
      "of their time over all CPUs. Its exit status is passed on.");
  CLI::App* list = app.add_subcommand(
      "list",
      "Lists what -e understands on this machine: events, PMUs with their "
      "fields, tracepoints.");
  AddEvents(stat, options,
            "What to count, in the perf tool's language: "
            "cycles:u,{page-faults,sched:sched_switch} (default: a few of the "
            "software and hardware)");
  AddEvents(profile, options,
            "What to sample, in the perf tool's language: cycles:u,"
            "page-faults/period=1/,sched:sched_switch (default: cycles, or "
            "cpu-clock where there are none)");
  for (CLI::App* verb : {stat, profile, trace}) AddPid(verb, options);
  for (CLI::App* verb : {stat, profile, list}) AddReport(verb, options);
  for (CLI::App* verb : {profile, trace}) AddPages(verb, options);
  for (CLI::App* verb : {stat, profile, trace}) AddCpus(verb, options);
  for (CLI::App* verb : {stat, profile}) AddOpening(verb, options);
  for (CLI::App* verb : {stat, profile, trace}) verb->prefix_command();
  AddList(list, options);
  AddStat(stat, options);
  AddProfile(profile, options);
  AddTrace(trace, options);
  for (CLI::App* verb : {stat, profile, trace, list}) {
    for (CLI::Option* option : verb->get_options()) option->check(NotEmpty());
  }
  try {
    app.parse(own, argv);
    if (profile->parsed()) options->verb = Verb::kProfile;
    if (trace->parsed()) options->verb = Verb::kTrace;
    if (list->parsed()) options->verb = Verb::kList;
    for (CLI::App* verb : {stat, profile, trace}) TakeCommand(verb, options);
    CheckTarget(*options);
  } catch (const CLI::ParseError& error) {
    std::ostringstream complaint;
    *exit_status = app.exit(error, std::cout, complaint) == 0 ? 0 : 2;
    std::istringstream lines(complaint.str());
    for (std::string line; std::getline(lines, line);) {
      std::cerr << Line(line);
    }
    return false;
  }
  if (!options->folded.empty() && options->call_graph == CallGraph::kNone) {
    options->call_graph = CallGraph::kFramePointers;
  }
  return true;
}

}  // namespace tool
