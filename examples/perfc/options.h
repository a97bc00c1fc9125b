// What the command line says.
#ifndef PERFC_EXAMPLES_PERFC_OPTIONS_H_
#define PERFC_EXAMPLES_PERFC_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

enum class Verb { kStat, kRecord };

struct Options {
  Verb verb = Verb::kStat;
  std::vector<std::string> command;  // empty: the process below
  int32_t pid = 0;
  bool json = false;
  std::string output;  // empty: stderr, or stdout for JSON

  // record
  uint64_t frequency = 999;
  uint32_t pages = 128;
  uint32_t limit = 30;
  std::string folded;
};

// Where the report goes, for WriteText.
inline std::string ReportPath(const Options& options) {
  return options.output.empty() && options.json ? "-" : options.output;
}

// Fills in options and returns true, or prints help, version or what is wrong
// and sets the status to exit with.
bool ParseOptions(int argc, char** argv, Options* options, int* exit_status);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPTIONS_H_
