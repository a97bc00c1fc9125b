// The facts about fields in a tracepoint's print format.
#ifndef PERFC_IMPL_TRACEFS_PRINT_FORMAT_H_
#define PERFC_IMPL_TRACEFS_PRINT_FORMAT_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace perfc::tracefs {

// The style of a field's numbers.
enum class Style : uint8_t { kPlain, kHexadecimal, kCharacter };

// Iterates over those arguments of a print format that are a single field.
class PrintFormat {
 public:
  // "\"pid=%d\", REC->pid"
  explicit PrintFormat(absl::string_view text);

  // The next field that is an argument by itself, and how it is printed. False
  // at the end.
  bool Next(absl::string_view* field, Style* style);

 private:
  bool NextConversion(char* conversion);
  bool NextArgument(absl::string_view* argument);

  absl::string_view conversions_;  // The rest of the string.
  absl::string_view arguments_;    // The rest of them.
  bool behind_width_ = false;      // Behind the * of a conversion.
};

// Whether the print format writes the dynamic array as a mask of bits.
bool PrintsAsBitmask(absl::string_view print_format, absl::string_view field);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_PRINT_FORMAT_H_
