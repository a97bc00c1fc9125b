#include "impl/names/terms.h"

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace perfc::names {
namespace {

using absl::StripAsciiWhitespace;

bool IsNameCharacter(char c) {
  return absl::ascii_isalnum(c) ||
         absl::string_view("_-.*?[]:!").find(c) != absl::string_view::npos;
}

bool AllOf(absl::string_view text, bool (*allowed)(char)) {
  for (char c : text) {
    if (!allowed(c)) return false;
  }
  return true;
}

// Where the term ends: at a comma that isn't in quotes.
size_t EndOfTerm(absl::string_view text) {
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') quoted = !quoted;
    if (text[i] == ',' && !quoted) return i;
  }
  return text.size();
}

int ParseValue(const catalog::Input& input, absl::string_view value,
               Term* term) {
  if (value.empty()) {
    return Complain(input, -EINVAL, value, "expected a value behind the =");
  }
  term->value = value;
  if (value.front() == '\'') {
    if (value.size() < 2 || value.back() != '\'') {
      return Complain(input, -EINVAL, value, "the quote isn't closed");
    }
    term->value = value.substr(1, value.size() - 2);
    term->kind = TermKind::kText;
    return 0;
  }
  if (value == "?") {
    term->kind = TermKind::kParameter;
    return 0;
  }
  if (ParseNumber(value, &term->number)) {
    term->kind = TermKind::kNumber;
    return 0;
  }
  if (!AllOf(value, IsNameCharacter)) {
    return Complain(input, -EINVAL, value,
                    "expected a number, a name, or text in single quotes");
  }
  term->kind = TermKind::kText;
  // "08x" and 2^64 were meant as numbers; only a name may begin with a digit.
  if (absl::ascii_isdigit(value.front()) && term->name != "name") {
    return Complain(input, -EINVAL, value,
                    "expected a number of at most 64 bits, decimal or behind "
                    "0x");
  }
  return 0;
}

int ParseTerm(const catalog::Input& input, absl::string_view text, Term* term) {
  const absl::string_view whole = StripAsciiWhitespace(text);
  if (whole.empty()) {
    return Complain(input, -EINVAL, text,
                    "expected a term: NAME or NAME=VALUE");
  }
  *term = {whole, "", 1, TermKind::kFlag};
  if (whole.front() == '@') {
    *term = {"@", whole.substr(1), 0, TermKind::kDriver};
    return 0;
  }
  const size_t equals = whole.find('=');
  term->name = absl::StripTrailingAsciiWhitespace(whole.substr(0, equals));
  if (term->name.empty() || !AllOf(term->name, IsNameCharacter)) {
    return Complain(input, -EINVAL, whole, "expected a term's name");
  }
  if (equals != absl::string_view::npos) {
    return ParseValue(input, StripAsciiWhitespace(whole.substr(equals + 1)),
                      term);
  }
  absl::string_view raw = whole;
  if (absl::StartsWith(raw, "r0x")) raw.remove_prefix(2);
  char digits[20] = "r";
  if (raw.size() != whole.size()) {
    // Both "r1a8" and "r0x1a8".
    digits[1 + raw.substr(1).copy(digits + 1, sizeof digits - 2)] = '\0';
    raw = raw.size() < sizeof digits - 1 ? absl::string_view(digits) : whole;
  }
  if (ParseRaw(raw, &term->number)) term->kind = TermKind::kRaw;
  return 0;
}

}  // namespace

bool ParseNumber(absl::string_view word, uint64_t* number) {
  if (word.empty() || !absl::ascii_isdigit(word.front())) return false;
  if (absl::ConsumePrefix(&word, "0x") || absl::ConsumePrefix(&word, "0X")) {
    if (word.empty() || !AllOf(word, [](char c) {
          return absl::ascii_isxdigit(static_cast<unsigned char>(c));
        })) {
      return false;
    }
    return absl::SimpleHexAtoi(word, number);
  }
  return AllOf(word,
               [](char c) {
                 return absl::ascii_isdigit(static_cast<unsigned char>(c));
               }) &&
         absl::SimpleAtoi(word, number);
}

bool ParseRaw(absl::string_view word, uint64_t* config) {
  if (word.size() < 2 || word.size() > 17 || word.front() != 'r') return false;
  word.remove_prefix(1);
  if (!AllOf(word, [](char c) {
        return absl::ascii_isxdigit(static_cast<unsigned char>(c));
      })) {
    return false;
  }
  return absl::SimpleHexAtoi(word, config);
}

int ParseTerms(const catalog::Input& input, absl::string_view text,
               Terms* terms) {
  if (StripAsciiWhitespace(text).empty()) return 0;
  for (;;) {
    const size_t end = EndOfTerm(text);
    if (terms->size() == kMaxTerms) {
      return Complain(input, -EINVAL, text, "more than 128 terms");
    }
    Term term;
    if (int failed = ParseTerm(input, text.substr(0, end), &term)) {
      return failed;
    }
    if (!terms->Append(term)) return NoMemory(input);
    if (end == text.size()) return 0;
    text.remove_prefix(end + 1);
  }
}

}  // namespace perfc::names
