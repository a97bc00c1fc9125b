#include "examples/perfc/text.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace tool {

std::string Format(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string text(static_cast<size_t>(length) + 1, '\0');
  std::vsnprintf(&text[0], text.size(), format, again);
  va_end(again);
  text.pop_back();
  return text;
}

void Say(const std::string& text) {
  std::fprintf(stderr, "perfc: %s\n", text.c_str());
}

std::string WithCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

bool WriteText(const std::string& path, const std::string& text) {
  std::FILE* const standard = path.empty()  ? stderr
                              : path == "-" ? stdout
                                            : nullptr;
  std::FILE* const file = standard ? standard : std::fopen(path.c_str(), "we");
  bool written =
      file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file) {
    const int ended = standard ? std::fflush(file) : std::fclose(file);
    written = written && ended == 0;
  }
  if (!written) Say("cannot write " + path + ": " + std::strerror(errno));
  return written;
}

}  // namespace tool
