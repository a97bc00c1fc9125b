// Reading text from its front.
#ifndef PERFC_EXAMPLES_PERFC_SCAN_H_
#define PERFC_EXAMPLES_PERFC_SCAN_H_

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace tool {

// Takes a number off the front of the text.
template <typename T>
bool TakeNumber(std::string_view* text, T* number, int base = 10) {
  const auto [end, error] =
      std::from_chars(text->data(), text->data() + text->size(), *number, base);
  if (error != std::errc()) return false;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return true;
}

inline bool TakeChar(std::string_view* text, char c) {
  if (text->empty() || text->front() != c) return false;
  text->remove_prefix(1);
  return true;
}

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_SCAN_H_
