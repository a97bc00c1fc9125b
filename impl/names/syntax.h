// Takes the event language apart, without knowing the meaning of any name.
#ifndef PERFC_IMPL_NAMES_SYNTAX_H_
#define PERFC_IMPL_NAMES_SYNTAX_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/complaint.h"

namespace perfc::names {

enum class EventKind : uint8_t {
  kName,        // cycles, tsc, r1a8, PMU/terms/
  kTracepoint,  // sched:sched_switch
  kNumeric,     // TYPE:CONFIG
  kBreakpoint,  // mem:ADDRESS/LENGTH:rwx
  kProbe,       // kprobe:, kretprobe:, uprobe:, uretprobe:
  kPfm,         // pfm:EVENT
};

// All views lie in the input's text.
struct EventText {
  EventKind kind;
  bool has_terms;
  absl::string_view whole;
  absl::string_view name;       // text before the first colon or slash
  absl::string_view event;      // a tracepoint's name, a config, an address, a
                                // probe's place, text for libpfm4
  absl::string_view length;     // of a breakpoint
  absl::string_view access;     // likewise: "rwx"
  absl::string_view terms;      // between the slashes
  absl::string_view modifiers;  // without the colon
};

// Reads an input from front to back. All functions skip blanks first.
class Syntax {
 public:
  explicit Syntax(const catalog::Input& input) : input_(input) {}

  bool AtEnd();
  // Takes one of the characters , { } : / if it comes next.
  bool Take(char c);
  // The beginning of a group: "{", also with a name before it.
  bool TakeGroup(absl::string_view* name);
  int TakeEvent(EventText* event);
  // Letters behind a group's colon; at least one.
  int TakeGroupModifiers(absl::string_view* letters);
  // Reports the next text as a mistake.
  int Unexpected(absl::string_view expected);
  absl::string_view Rest() const { return input_.text.substr(at_); }

 private:
  void SkipBlanks();
  char Peek();
  absl::string_view TakeWord();
  absl::string_view TakeUntilSeparator();
  absl::string_view Next();
  int TakeTerms(EventText* event);
  int TakeBreakpoint(EventText* event);
  int TakeNumeric(EventText* event);
  int TakeAfterColon(EventText* event);

  catalog::Input input_;
  size_t at_ = 0;
};

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_SYNTAX_H_
