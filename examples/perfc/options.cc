#include "examples/perfc/options.h"

#include <CLI/CLI.hpp>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "examples/perfc/option_checks.h"
#include "examples/perfc/printable.h"
#include "examples/perfc/verb_options.h"
#include "perfc.hpp"

namespace tool {
namespace {

struct VerbOf {
  const char* name;
  Verb verb;
  void (*add)(CLI::App*, Options*);
  bool runs_command;
  const char* arguments;  // of the usage, without COMMAND
  const char* words;
};

constexpr VerbOf kVerbs[] = {
    {"stat", Verb::kStat, AddStat, true, "",
     "Counts events of COMMAND and its children. Its exit status is passed "
     "on."},
    {"profile", Verb::kProfile, AddProfile, true, "",
     "Samples COMMAND and its children and lists the hottest functions. Its "
     "exit status is passed on."},
    {"record", Verb::kRecord, AddRecord, true, "",
     "Samples COMMAND and its children into a file, perf.data, that this tool "
     "and perf read. Its exit status is passed on."},
    {"script", Verb::kScript, AddScript, false, "",
     "Prints the records of a perf.data file as text or JSON."},
    {"convert", Verb::kConvert, AddConvert, false, " FILE... -o FILE",
     "Copies perf.data files into a new one: filtered, merged, split, "
     "compressed, or stripped of what should stay at home."},
    {"trace", Verb::kTrace, AddTrace, true, "",
     "Prints the events of COMMAND and its children as they come, in the order "
     "of their time over all CPUs. Its exit status is passed on."},
    {"list", Verb::kList, AddList, false, " [KIND|PATTERN...]",
     "Lists what -e understands on this machine: events, PMUs with their "
     "fields, tracepoints."},
};

const VerbOf& Find(const std::string& name) {
  for (const VerbOf& verb : kVerbs) {
    if (name == verb.name) return verb;
  }
  return kVerbs[0];
}

// Prints usage lines with the ways to name a target.
class Help : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (!app->get_parent()) {
      return "Usage: perfc stat|profile|record|trace [OPTIONS] [--] COMMAND "
             "[ARGUMENTS]\n"
             "       perfc script [OPTIONS] [-i FILE]\n"
             "       perfc convert [OPTIONS] FILE... -o FILE\n"
             "       perfc list [KIND|PATTERN...]\n"
             "       perfc stat|profile|record|script|convert|trace|list "
             "--help\n\n";
    }
    const VerbOf& verb = Find(app->get_name());
    const std::string usage = name + " [OPTIONS]";
    if (!verb.runs_command) {
      return "Usage: " + usage + verb.arguments + "\n\n";
    }
    return "Usage: " + usage + " [--] COMMAND [ARGUMENTS]\n       " + usage +
           " -p PID\n       " + usage + " -a [[--] COMMAND [ARGUMENTS]]\n\n";
  }
};

void CheckTarget(const Options& options) {
  const int32_t tid = options.record.tid;
  if (options.repeat > 1 && options.command.empty()) {
    throw CLI::ValidationError("-r wants a COMMAND to repeat; see --help");
  }
  if (options.pid != 0 && tid != 0) {
    throw CLI::ValidationError("give either -p PID, or -t TID; see --help");
  }
  if (options.counts_cpus()) {
    if (options.pid == 0 && tid == 0) return;
    throw CLI::ValidationError(
        "-p and -t don't go with -a, -C or -G; see --help");
  }
  if (options.command.empty() == (options.pid == 0 && tid == 0)) {
    throw CLI::ValidationError("give either COMMAND, or -p PID; see --help");
  }
}

void CheckFiles(const Options& options) {
  const WritingOptions& writing = options.writing;
  const bool pipe = options.verb == Verb::kConvert
                        ? options.convert.output == "-"
                        : options.takes_stdout();
  const bool rotates = writing.rotate_bytes > 0 || writing.rotate_ns > 0;
  if (pipe && rotates) {
    throw CLI::ValidationError("several files can't go to stdout; see --help");
  }
  if (writing.rotate_keep > 0 && !rotates) {
    throw CLI::ValidationError(
        "--switch-max-files goes with --switch-output; see --help");
  }
  if (options.convert.file_order && options.convert.inputs.size() > 1) {
    throw CLI::ValidationError("--order file copies a single FILE; see --help");
  }
  if (options.filter.invert && options.filter.empty()) {
    throw CLI::ValidationError(
        "--not inverts another option, such as --time; see --help");
  }
}

void Check(const Options& options) {
  CheckFiles(options);
  for (const VerbOf& verb : kVerbs) {
    if (verb.verb != options.verb) continue;
    if (verb.runs_command) return CheckTarget(options);
    if (options.command.empty()) return;
    throw CLI::ValidationError(std::string(verb.name) +
                               " runs no COMMAND; see --help");
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

// Whether the option takes the next word as its argument.
bool TakesNextWord(const CLI::App* verb, const std::string& word) {
  if (word.find('=') != std::string::npos) return false;
  const bool is_long = word.compare(0, 2, "--") == 0;
  const std::string name = is_long ? word : word.substr(0, 2);
  if (!is_long && word.size() > 2) return false;  // -F99
  const CLI::Option* option = verb->get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_max() > 0;
}

// CLI11 has no flag with a number behind it, as perf's -z3 has. COMMAND may have
// such words too, so this ends where COMMAND begins.
void SpellOutLevels(const CLI::App* verb, std::vector<std::string>* words) {
  constexpr char kDigits[] = "0123456789";
  for (size_t i = 2; i < words->size(); ++i) {
    std::string& word = (*words)[i];
    if (word.empty() || word[0] != '-') return;
    if (word.size() > 2 && word.compare(0, 2, "-z") == 0 &&
        word.find_first_not_of(kDigits, 2) == std::string::npos) {
      word = "--compression-level=" + word.substr(2);
    }
    if (TakesNextWord(verb, word)) ++i;
  }
}

std::string Version() { return "perfc " + perfc::version(); }

// Prints what the parser has to say, and returns the exit status.
int Complain(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream complaint;
  const int status = app.exit(error, std::cout, complaint) == 0 ? 0 : 2;
  std::istringstream lines(complaint.str());
  for (std::string line; std::getline(lines, line);) {
    std::cerr << Line(line);
  }
  return status;
}

}  // namespace

bool ParseOptions(int argc, char** argv, Options* options, int* exit_status) {
  // COMMAND's own options are none of CLI11's business.
  int own = 1;
  while (own < argc && std::strcmp(argv[own], "--") != 0) ++own;
  for (int i = own + 1; i < argc; ++i) options->command.push_back(argv[i]);

  CLI::App app(
      "Counts, samples, records and traces what a program does, reads "
      "recordings, and lists what can be counted, by libperfc.",
      "perfc");
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.formatter(std::make_shared<Help>());
  std::vector<std::string> words(argv, argv + own);
  for (const VerbOf& verb : kVerbs) {
    CLI::App* added = app.add_subcommand(verb.name, verb.words);
    verb.add(added, options);
    if (verb.runs_command) added->prefix_command();
    for (CLI::Option* option : added->get_options()) option->check(NotEmpty());
    if (own > 1 && words[1] == verb.name) SpellOutLevels(added, &words);
  }
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    app.parse(own, arguments.data());
    for (const VerbOf& verb : kVerbs) {
      const CLI::App* parsed = app.get_subcommand(verb.name);
      if (!parsed->parsed()) continue;
      options->verb = verb.verb;
      if (verb.runs_command) TakeCommand(parsed, options);
    }
    Check(*options);
  } catch (const CLI::ParseError& error) {
    *exit_status = Complain(app, error);
    return false;
  }
  if (!options->folded.empty() && options->call_graph == CallGraph::kNone) {
    options->call_graph = CallGraph::kFramePointers;
  }
  return true;
}

}  // namespace tool
