#include "impl/names/syntax.h"

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "impl/names/modifiers.h"

namespace perfc::names {
namespace {

using absl::string_view;

bool IsOneOf(char c, string_view set) {
  return set.find(c) != string_view::npos;
}

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
         IsOneOf(c, "_-*?.[]!");
}

bool IsBlank(char c) {
  return absl::ascii_isspace(static_cast<unsigned char>(c));
}

bool IsProbe(string_view word) {
  return word == "kprobe" || word == "kretprobe" || word == "uprobe" ||
         word == "uretprobe";
}

}  // namespace

void Syntax::SkipBlanks() {
  while (at_ < input_.text.size() && IsBlank(input_.text[at_])) ++at_;
}

// The next character, or a NUL at the end.
char Syntax::Peek() {
  SkipBlanks();
  return at_ < input_.text.size() ? input_.text[at_] : '\0';
}

bool Syntax::AtEnd() {
  SkipBlanks();
  return at_ == input_.text.size();
}

bool Syntax::Take(char c) {
  if (Peek() != c || AtEnd()) return false;
  ++at_;
  return true;
}

string_view Syntax::TakeWord() {
  SkipBlanks();
  const size_t begin = at_;
  while (at_ < input_.text.size() && IsWordCharacter(input_.text[at_])) ++at_;
  return input_.text.substr(begin, at_ - begin);
}

// Text in a language of its own extends to the end of the event.
string_view Syntax::TakeUntilSeparator() {
  SkipBlanks();
  const size_t begin = at_;
  while (at_ < input_.text.size() && !IsOneOf(input_.text[at_], ",{}") &&
         !IsBlank(input_.text[at_])) {
    ++at_;
  }
  return input_.text.substr(begin, at_ - begin);
}

// The word or character at which a complaint points.
string_view Syntax::Next() {
  SkipBlanks();
  const size_t begin = at_;
  string_view word = TakeWord();
  if (word.empty()) word = input_.text.substr(begin, 1);
  at_ = begin;
  return word;
}

int Syntax::Unexpected(string_view expected) {
  catalog::Message why("expected ");
  why << expected;
  return Complain(input_, -EINVAL, Next(), why.view());
}

bool Syntax::TakeGroup(string_view* name) {
  const size_t before = at_;
  *name = TakeWord();
  if (Take('{') &&
      (name->empty() ||
       !absl::ascii_isdigit(static_cast<unsigned char>((*name)[0])))) {
    return true;
  }
  at_ = before;
  return false;
}

int Syntax::TakeGroupModifiers(string_view* letters) {
  *letters = TakeWord();
  if (!letters->empty()) return 0;
  return Unexpected("the group's modifiers");
}

int Syntax::TakeTerms(EventText* event) {
  const size_t begin = at_;
  bool quoted = false;
  for (; at_ < input_.text.size(); ++at_) {
    if (input_.text[at_] == '\'') quoted = !quoted;
    if (input_.text[at_] == '/' && !quoted) break;
  }
  if (at_ == input_.text.size()) {
    return Complain(input_, -EINVAL, input_.text.substr(at_),
                    "expected the / that closes the terms");
  }
  event->has_terms = true;
  event->terms = input_.text.substr(begin, at_ - begin);
  ++at_;
  event->modifiers = TakeWord();
  return 0;
}

// mem:ADDRESS[/LENGTH][:ACCESS][:MODIFIERS], and modifiers may directly follow
// the access.
int Syntax::TakeBreakpoint(EventText* event) {
  event->kind = EventKind::kBreakpoint;
  event->event = TakeWord();
  if (event->event.empty()) return Unexpected("an address");
  if (Take('/')) {
    event->length = TakeWord();
    if (event->length.empty()) return Unexpected("a length in bytes");
  }
  if (!Take(':')) return 0;
  const string_view word = TakeWord();
  const size_t access = std::min(word.find_first_not_of("rwx"), word.size());
  event->access = word.substr(0, access);
  event->modifiers = word.substr(access);
  if (event->modifiers.empty() && Take(':')) event->modifiers = TakeWord();
  return 0;
}

int Syntax::TakeNumeric(EventText* event) {
  event->kind = EventKind::kNumeric;
  event->event = TakeWord();
  if (event->event.empty()) return Unexpected("a config");
  if (Take('/')) return TakeTerms(event);
  if (Take(':')) event->modifiers = TakeWord();
  return 0;
}

int Syntax::TakeAfterColon(EventText* event) {
  const string_view name = event->name;
  if (name == "mem") return TakeBreakpoint(event);
  if (IsProbe(name) || name == "pfm") {
    event->kind = name == "pfm" ? EventKind::kPfm : EventKind::kProbe;
    event->event = TakeUntilSeparator();
    return event->event.empty() ? Unexpected("what to probe") : 0;
  }
  if (absl::ascii_isdigit(static_cast<unsigned char>(name[0]))) {
    return TakeNumeric(event);
  }
  const string_view word = TakeWord();
  // Modifiers, as in "event:uk". Another meaning shows when the name is looked
  // up.
  if (AreModifiers(word) && Peek() != ':' && Peek() != '/') {
    event->modifiers = word;
    return 0;
  }
  event->kind = EventKind::kTracepoint;
  event->event = word;
  if (Take('/')) return TakeTerms(event);
  if (Take(':')) event->modifiers = TakeWord();
  return 0;
}

int Syntax::TakeEvent(EventText* event) {
  SkipBlanks();
  const size_t begin = at_;
  *event = {};
  event->kind = EventKind::kName;
  event->name = TakeWord();
  if (event->name.empty()) return Unexpected("an event");
  int failed = 0;
  if (Take('/')) {
    failed = TakeTerms(event);
  } else if (Take(':')) {
    failed = TakeAfterColon(event);
  }
  event->whole = absl::StripTrailingAsciiWhitespace(
      input_.text.substr(begin, at_ - begin));
  return failed;
}

}  // namespace perfc::names
