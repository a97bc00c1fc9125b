// Words: formatted strings, and where the tool writes them.
#ifndef PERFC_EXAMPLES_PERFC_TEXT_H_
#define PERFC_EXAMPLES_PERFC_TEXT_H_

#include <cstdint>
#include <string>

namespace tool {

std::string Format(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

// Prints "perfc: ..." as a line on stderr.
void Say(const std::string& text);

// 1234567 as "1,234,567".
std::string WithCommas(uint64_t number);

// A file; "-" is stdout. Without a path, the fd.
struct Output {
  std::string path;
  int fd = 2;

  bool is_file() const { return !path.empty() && path != "-"; }
};

// A file's old contents go. Says why it can't.
bool WriteText(const Output& output, const std::string& text);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TEXT_H_
