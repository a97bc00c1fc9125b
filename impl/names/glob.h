// Patterns with * and ? and [a-z], as in a shell.
#ifndef PERFC_IMPL_NAMES_GLOB_H_
#define PERFC_IMPL_NAMES_GLOB_H_

#include "absl/strings/string_view.h"

namespace perfc::names {

inline bool IsGlob(absl::string_view text) {
  return text.find_first_of("*?[") != absl::string_view::npos;
}

// In a time that grows with the product of the lengths at most.
bool MatchesGlob(absl::string_view pattern, absl::string_view text);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_GLOB_H_
