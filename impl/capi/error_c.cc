#include <cerrno>

#include "impl/base/text_writer.h"
#include "impl/explain/text.h"
#include "perfc/error.h"

int perfc_error_text(const perfc_error* error, char* buffer, size_t size) {
  if (error == nullptr || (buffer == nullptr && size > 0)) return -EINVAL;
  perfc::base::TextWriter text(buffer, size);
  perfc::explain::WriteText(*error, &text);
  return text.result();
}
