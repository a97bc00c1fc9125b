// A short text of fixed capacity: a path, or the words of a complaint. Longer
// text is cut.
#ifndef PERFC_IMPL_CATALOG_FIXED_TEXT_H_
#define PERFC_IMPL_CATALOG_FIXED_TEXT_H_

#include <algorithm>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "absl/strings/string_view.h"

namespace perfc::catalog {

template <size_t N>
class FixedText {
 public:
  FixedText() = default;
  explicit FixedText(absl::string_view text) { *this << text; }

  FixedText& operator<<(absl::string_view text) {
    wanted_ += text.size();
    const size_t fits = std::min(text.size(), N - 1 - size_);
    if (fits > 0) memcpy(text_ + size_, text.data(), fits);
    size_ += fits;
    text_[size_] = '\0';
    return *this;
  }
  FixedText& operator<<(uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return *this << digits;
  }
  FixedText& Hex(uint64_t number) {
    char digits[24];
    snprintf(digits, sizeof digits, "%#" PRIx64, number);
    return *this << (number == 0 ? "0x0" : digits);
  }
  // In quotes, as one line of printable characters and not too long.
  FixedText& Quote(absl::string_view text) {
    constexpr size_t kMost = 60;
    *this << "'";
    for (char c : text.substr(0, kMost)) {
      const bool printable = c >= ' ' && c <= '~';
      *this << absl::string_view(printable ? &c : "?", 1);
    }
    return *this << (text.size() > kMost ? "...'" : "'");
  }

  absl::string_view view() const { return {text_, size_}; }
  const char* c_str() const { return text_; }
  bool empty() const { return size_ == 0; }
  // Of all that was put in.
  size_t wanted() const { return wanted_; }

 private:
  size_t size_ = 0;
  size_t wanted_ = 0;
  char text_[N] = {};
};

using Message = FixedText<400>;
using Path = FixedText<768>;

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_FIXED_TEXT_H_
