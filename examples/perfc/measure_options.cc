// The options of the verbs that measure and report at once.

#include <fcntl.h>

#include <string>

#include "examples/perfc/option_checks.h"
#include "examples/perfc/verb_options.h"

namespace tool {
namespace {

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

}  // namespace

void AddProfile(CLI::App* profile, Options* options) {
  AddEvents(profile, options,
            "What to sample, in the perf tool's language: cycles:u,"
            "page-faults/period=1/,sched:sched_switch (default: cycles, or "
            "cpu-clock where there are none)");
  AddPid(profile, options);
  AddReport(profile, options);
  AddPages(profile, options);
  AddCpus(profile, options);
  AddOpening(profile, options);
  AddSampling(profile, options);
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

void AddList(CLI::App* list, Options* options) {
  AddReport(list, options);
  list->add_option("what", options->patterns,
                   "Kinds: hw, sw, cache, tool, pmu, event, tracepoint; or "
                   "patterns of names: sched:*, or a part of the name "
                   "(default: all)")
      ->type_name("");
}

void AddStat(CLI::App* stat, Options* options) {
  AddEvents(stat, options,
            "What to count, in the perf tool's language: "
            "cycles:u,{page-faults,sched:sched_switch} (default: a few of the "
            "software and hardware)");
  AddPid(stat, options);
  AddReport(stat, options);
  AddCpus(stat, options);
  AddOpening(stat, options);
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
      ->add_option("--filter", options->trace_filter,
                   "Only events whose fields are so: prev_pid != 0")
      ->type_name("EXPRESSION");
  AddPid(trace, options);
  AddPages(trace, options);
  AddCpus(trace, options);
  AddOutput(trace, options,
            "Where the lines go; - is stdout (default: stderr with COMMAND, so "
            "that its own output stays apart, else stdout)");
}

}  // namespace tool
