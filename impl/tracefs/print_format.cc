#include "impl/tracefs/print_format.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace perfc::tracefs {
namespace {

using absl::string_view;

// The characters that may stand between a conversion's % and its letter.
constexpr string_view kBetween = "-+ #0123456789.hlLqjzt";

bool IsWord(char c) { return absl::ascii_isalnum(c) || c == '_'; }

// Where the string that begins at `at` ends: behind its closing quote, or at the
// end of the text.
size_t EndOfString(string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at < text.size() ? at + 1 : text.size();
}

// Where an argument ends: at a comma outside of brackets and strings.
size_t EndOfArgument(string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      at = EndOfString(text, at);
      continue;
    }
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) return at;
    ++at;
  }
  return text.size();
}

bool IsCast(string_view text) {
  for (char c : text) {
    if (!IsWord(c) && c != '(' && c != ')' && c != '*' && c != ' ') {
      return false;
    }
  }
  return true;
}

// True if the text may follow a field that stands alone: closing brackets, or
// an element's number.
bool IsTail(string_view text) {
  for (char c : text) {
    if (!absl::ascii_isdigit(c) && c != ')' && c != '[' && c != ']' &&
        c != ' ') {
      return false;
    }
  }
  return true;
}

// The field of "((unsigned long)(REC->flags))", empty for anything else.
string_view FieldOf(string_view argument) {
  constexpr string_view kRecord = "REC->";
  const size_t record = argument.find(kRecord);
  if (record == string_view::npos || !IsCast(argument.substr(0, record))) {
    return {};
  }
  const size_t begin = record + kRecord.size();
  size_t end = begin;
  while (end < argument.size() && IsWord(argument[end])) ++end;
  if (!IsTail(argument.substr(end))) return {};
  return argument.substr(begin, end - begin);
}

Style StyleOf(char conversion) {
  switch (conversion) {
    case 'x':
    case 'X':
    case 'p':
      return Style::kHexadecimal;
    case 'c':
      return Style::kCharacter;
    default:
      return Style::kPlain;
  }
}

}  // namespace

PrintFormat::PrintFormat(string_view text) {
  text = absl::StripLeadingAsciiWhitespace(text);
  const size_t end = EndOfArgument(text);
  conversions_ = text.substr(0, end);
  arguments_ = text.substr(end);
}

// The letter of the next conversion; '*' for a width that is an argument itself.
bool PrintFormat::NextConversion(char* conversion) {
  while (!conversions_.empty()) {
    if (!behind_width_) {
      const size_t percent = conversions_.find('%');
      if (percent == string_view::npos) break;
      conversions_.remove_prefix(percent + 1);
      if (absl::ConsumePrefix(&conversions_, "%")) continue;
    }
    const size_t letter = conversions_.find_first_not_of(kBetween);
    if (letter == string_view::npos) break;
    *conversion = conversions_[letter];
    conversions_.remove_prefix(letter + 1);
    behind_width_ = *conversion == '*';
    return true;
  }
  return false;
}

bool PrintFormat::NextArgument(string_view* argument) {
  if (!absl::ConsumePrefix(&arguments_, ",")) return false;
  const size_t end = EndOfArgument(arguments_);
  *argument = absl::StripAsciiWhitespace(arguments_.substr(0, end));
  arguments_.remove_prefix(end);
  return true;
}

bool PrintFormat::Next(string_view* field, Style* style) {
  char conversion;
  string_view argument;
  while (NextConversion(&conversion) && NextArgument(&argument)) {
    *field = FieldOf(argument);
    *style = StyleOf(conversion);
    if (!field->empty()) return true;
  }
  return false;
}

bool PrintsAsBitmask(string_view print_format, string_view field) {
  for (string_view call : {"__get_bitmask(", "__get_cpumask(",
                           "__get_rel_bitmask(", "__get_rel_cpumask("}) {
    for (size_t at = print_format.find(call); at != string_view::npos;
         at = print_format.find(call, at + 1)) {
      string_view rest = print_format.substr(at + call.size());
      if (absl::ConsumePrefix(&rest, field) && absl::StartsWith(rest, ")")) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace perfc::tracefs
