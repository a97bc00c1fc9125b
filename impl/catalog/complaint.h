// Reports the mistake in an event string, and its place.
#ifndef PERFC_IMPL_CATALOG_COMPLAINT_H_
#define PERFC_IMPL_CATALOG_COMPLAINT_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/fixed_text.h"
#include "perfc/error.h"

namespace perfc::catalog {

// The string that is being parsed, and the perfc_error of the caller.
struct Input {
  absl::string_view text;
  const char* operation;
  perfc_error* error;
};

// Says that `part` of the input is wrong, and returns `code`. The part lies in
// the input's text, else the whole text is meant.
int Complain(const Input& input, int code, absl::string_view part,
             absl::string_view why);

// A file below sysfs or tracefs that can't be read.
int FileFailed(const Input& input, int code, absl::string_view path);

int NoMemory(const Input& input);

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_COMPLAINT_H_
