#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "impl/explain/text.h"
#include "perfc/error.h"

int perfc_error_text(const perfc_error* error, char* buffer, size_t size) {
  if (error == nullptr || (buffer == nullptr && size > 0)) return -EINVAL;
  const std::string text = perfc::explain::Text(*error);
  if (size > 0) {
    const size_t length = std::min(text.size(), size - 1);
    memcpy(buffer, text.data(), length);
    buffer[length] = '\0';
  }
  return static_cast<int>(text.size());
}
