// Words: formatted strings, and what the tool says on stderr.
#ifndef PERFC_EXAMPLES_PERFC_TEXT_H_
#define PERFC_EXAMPLES_PERFC_TEXT_H_

#include <cstdint>
#include <string>

namespace tool {

std::string Format(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

// Prints "perfc: ..." and a newline on stderr.
void Say(const std::string& text);

// 1234567 as "1,234,567".
std::string WithCommas(uint64_t number);

// Writes the text to the file, to stdout for "-", to stderr for "". Says why it
// can't.
bool WriteText(const std::string& path, const std::string& text);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_TEXT_H_
