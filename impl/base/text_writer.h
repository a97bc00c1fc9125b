// Writes text into a caller's buffer as snprintf does: text beyond the buffer's
// end is cut, and the result is the length of the whole text. Allocates
// nothing.
#ifndef PERFC_IMPL_BASE_TEXT_WRITER_H_
#define PERFC_IMPL_BASE_TEXT_WRITER_H_

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace perfc::base {

class TextWriter {
 public:
  // A buffer of size 0 may be null.
  TextWriter(char* buffer, size_t size) : buffer_(buffer), size_(size) {
    if (size > 0) buffer[0] = '\0';
  }

  void Append(absl::string_view text) {
    if (length_ + 1 < size_) {
      const size_t fits = text.copy(buffer_ + length_, size_ - 1 - length_);
      buffer_[length_ + fits] = '\0';
    }
    length_ += text.size();
  }

  // A name from outside: one line, whatever it holds.
  void AppendPrintable(absl::string_view text) {
    for (const char& c : text) {
      Append(absl::ascii_iscntrl(static_cast<unsigned char>(c))
                 ? "?"
                 : absl::string_view(&c, 1));
    }
  }

  template <typename... Args>
  void Format(const absl::FormatSpec<Args...>& format, const Args&... args) {
    absl::Format(this, format, args...);
  }

  size_t length() const { return length_; }
  // The result of a text function: the length of the whole text.
  int result() const {
    return static_cast<int>(std::min<size_t>(length_, INT_MAX));
  }

 private:
  friend void AbslFormatFlush(TextWriter* writer, absl::string_view text) {
    writer->Append(text);
  }

  char* buffer_;
  size_t size_;
  size_t length_ = 0;
};

// A formatted text of less than kSize bytes in an array of its own, for paths
// and details of bounded length.
template <size_t kSize>
class ShortText {
 public:
  template <typename... Args>
  explicit ShortText(const absl::FormatSpec<Args...>& format,
                     const Args&... args) {
    TextWriter writer(text_, kSize);
    writer.Format(format, args...);
    length_ = std::min(writer.length(), kSize - 1);
  }
  ShortText(const ShortText&) = delete;
  ShortText& operator=(const ShortText&) = delete;

  operator absl::string_view() const { return {text_, length_}; }

 private:
  char text_[kSize];
  size_t length_;
};

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_TEXT_WRITER_H_
