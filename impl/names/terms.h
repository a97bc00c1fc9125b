// The terms between the slashes: "event=0x3c,umask=1,name=mine".
#ifndef PERFC_IMPL_NAMES_TERMS_H_
#define PERFC_IMPL_NAMES_TERMS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/catalog/complaint.h"

namespace perfc::names {

enum class TermKind : uint8_t {
  kFlag,       // "edge", which means 1
  kNumber,     // "umask=0x1"
  kText,       // "name=mine"
  kParameter,  // "core=?", to be said by whoever uses the alias
  kRaw,        // "r1a8"
  kDriver,     // "@sink"
};

struct Term {
  absl::string_view name;
  absl::string_view value;  // as it was written, without quotes
  uint64_t number;          // of a flag 1
  TermKind kind;
};

using Terms = base::Buffer<Term>;

// More than any PMU has.
inline constexpr size_t kMaxTerms = 128;

// Appends the terms of `text`, which is the text between the slashes, or the
// content of an alias file. Empty text has no terms.
int ParseTerms(const catalog::Input& input, absl::string_view text,
               Terms* terms);

// "r1a8": hexadecimal behind an r.
bool ParseRaw(absl::string_view word, uint64_t* config);

// A decimal number, or a hexadecimal one behind 0x. False if it is none or has
// more than 64 bits.
bool ParseNumber(absl::string_view word, uint64_t* number);

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_TERMS_H_
