#include "examples/perfc/text.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "examples/perfc/printable.h"

namespace tool {
namespace {

bool WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = write(fd, text.data(), text.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    text.remove_prefix(static_cast<size_t>(wrote));
  }
  return true;
}

}  // namespace

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
  std::fputs(Line("perfc: " + text).c_str(), stderr);
}

std::string WithCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t from_end = 3; from_end < digits.size(); from_end += 4) {
    digits.insert(digits.size() - from_end, 1, ',');
  }
  return digits;
}

bool WriteText(const Output& output, const std::string& text) {
  const int standard = output.path.empty() ? output.fd : STDOUT_FILENO;
  const int fd = output.is_file()
                     ? open(output.path.c_str(),
                            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                     : standard;
  bool written = fd >= 0 && WriteAll(fd, text);
  if (output.is_file() && fd >= 0 && close(fd) != 0) written = false;
  if (!written) {
    Say("cannot write " +
        (output.is_file() ? output.path : "fd " + std::to_string(fd)) + ": " +
        std::strerror(errno));
  }
  return written;
}

}  // namespace tool
