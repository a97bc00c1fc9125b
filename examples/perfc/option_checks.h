// Checks of the arguments of options.
#ifndef PERFC_EXAMPLES_PERFC_OPTION_CHECKS_H_
#define PERFC_EXAMPLES_PERFC_OPTION_CHECKS_H_

#include <CLI/CLI.hpp>
#include <string>

namespace tool {

// Like CLI::PositiveNumber, but the help shows no type for it, and its error
// message doesn't contain the largest double.
inline CLI::Validator Positive() {
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
inline CLI::Validator NotEmpty() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("its argument is empty")
                            : std::string();
      },
      "");
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_OPTION_CHECKS_H_
