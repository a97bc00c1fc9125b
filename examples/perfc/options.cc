#include "examples/perfc/options.h"

#include <CLI/CLI.hpp>
#include <cstring>
#include <memory>

#include "perfc.hpp"

namespace tool {
namespace {

// Without a word of its own in the help.
CLI::Validator Positive() { return CLI::PositiveNumber.description(""); }

// Usage lines with the two ways to name what is measured.
class Help : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (!app->get_parent()) {
      return "Usage: perfc stat|record [OPTIONS] -- COMMAND [ARGUMENTS]\n"
             "       perfc stat|record --help\n\n";
    }
    return "Usage: " + name + " [OPTIONS] -- COMMAND [ARGUMENTS]\n       " +
           name + " [OPTIONS] -p PID\n\n";
  }
};

void AddCommon(CLI::App* verb, Options* options) {
  verb->add_option("-p,--pid", options->pid,
                   "A running process instead of COMMAND, with all its "
                   "threads, until it ends or Ctrl-C")
      ->type_name("PID")
      ->check(Positive());
  verb->add_flag("--json", options->json, "Report as JSON, on stdout");
  verb->add_option("-o,--output", options->output,
                   "Where the report goes; - is stdout (default: stderr, so "
                   "that COMMAND's own output stays apart)")
      ->type_name("FILE");
}

void AddRecord(CLI::App* record, Options* options) {
  record
      ->add_option("-F,--freq", options->frequency,
                   "Samples per second of CPU time, on each CPU")
      ->type_name("HZ")
      ->check(Positive())
      ->capture_default_str();
  record
      ->add_option("-m,--pages", options->pages,
                   "Pages of each CPU's ring, a power of two")
      ->type_name("N")
      ->check(Positive())
      ->capture_default_str();
  record->add_option("--limit", options->limit, "Rows of the table")
      ->type_name("N")
      ->capture_default_str();
  record
      ->add_option("--folded", options->folded,
                   "Write the call chains, folded for flame graphs: "
                   "comm;outermost;...;innermost COUNT")
      ->type_name("FILE");
}

void CheckTarget(const Options& options) {
  if (options.command.empty() == (options.pid == 0)) {
    throw CLI::ValidationError("give either -- COMMAND, or -p PID; see --help");
  }
}

std::string Version() { return std::string("perfc ") + perfc_version(); }

}  // namespace

bool ParseOptions(int argc, char** argv, Options* options, int* exit_status) {
  // COMMAND's own options are none of CLI11's business.
  int own = 1;
  while (own < argc && std::strcmp(argv[own], "--") != 0) ++own;
  for (int i = own + 1; i < argc; ++i) options->command.push_back(argv[i]);

  CLI::App app("Counts and samples what a program does, by libperfc.", "perfc");
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<Help>());
  CLI::App* stat = app.add_subcommand(
      "stat",
      "Counts events of COMMAND and its children. Its exit status is passed "
      "on.");
  CLI::App* record = app.add_subcommand(
      "record",
      "Samples COMMAND and its children and lists the hottest functions. Its "
      "exit status is passed on.");
  AddCommon(stat, options);
  AddCommon(record, options);
  AddRecord(record, options);
  try {
    app.parse(own, argv);
    CheckTarget(*options);
  } catch (const CLI::ParseError& error) {
    *exit_status = app.exit(error) == 0 ? 0 : 2;
    return false;
  }
  options->verb = record->parsed() ? Verb::kRecord : Verb::kStat;
  return true;
}

}  // namespace tool
