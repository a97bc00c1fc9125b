#include "impl/names/glob.h"

#include <cstddef>

namespace perfc::names {
namespace {

// Takes one element of the pattern, which is no star, off its front. False if
// it doesn't match the character.
bool TakeOne(absl::string_view* pattern, char c) {
  const char first = pattern->front();
  const size_t close =
      first == '[' ? pattern->find(']', 2) : absl::string_view::npos;
  if (close == absl::string_view::npos) {
    pattern->remove_prefix(1);
    return first == '?' || first == c;
  }
  absl::string_view set = pattern->substr(1, close - 1);
  pattern->remove_prefix(close + 1);
  const bool negated = set.front() == '!';
  if (negated) set.remove_prefix(1);
  bool in_set = false;
  while (!set.empty()) {
    const bool range = set.size() >= 3 && set[1] == '-';
    in_set = in_set || (range ? set[0] <= c && c <= set[2] : set[0] == c);
    set.remove_prefix(range ? 3 : 1);
  }
  return in_set != negated;
}

}  // namespace

// Only the last star ever has to take more.
bool MatchesGlob(absl::string_view pattern, absl::string_view text) {
  absl::string_view behind_star;
  absl::string_view retry;
  bool has_star = false;
  while (!text.empty()) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      has_star = true;
      behind_star = pattern;
      retry = text;
      continue;
    }
    absl::string_view rest = pattern;
    if (!rest.empty() && TakeOne(&rest, text.front())) {
      pattern = rest;
      text.remove_prefix(1);
      continue;
    }
    if (!has_star) return false;
    retry.remove_prefix(1);
    text = retry;
    pattern = behind_star;
  }
  while (!pattern.empty() && pattern.front() == '*') pattern.remove_prefix(1);
  return pattern.empty();
}

}  // namespace perfc::names
