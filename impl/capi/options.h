// Input structs of any version.
#ifndef PERFC_IMPL_CAPI_OPTIONS_H_
#define PERFC_IMPL_CAPI_OPTIONS_H_

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "impl/base/fail.h"

namespace perfc::capi {

// Copies the options: what an older, shorter struct lacks is zero, and what
// this version doesn't know of a newer one must be. NULL is all zero.
template <typename Options>
int TakeOptions(const Options* options, Options* out, const char* operation,
                perfc_error* error) {
  *out = {};
  if (options == nullptr) return 0;
  const size_t size = options->size;
  if (size < sizeof options->size) {
    return base::BadArgument(error, operation, "options->size is not set");
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(options);
  if (size > sizeof *out &&
      std::any_of(bytes + sizeof *out, bytes + size,
                  [](uint8_t byte) { return byte != 0; })) {
    return base::Fail(error, -E2BIG, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      operation, {size, sizeof *out},
                      "options has fields that this version lacks");
  }
  memcpy(out, options, std::min(size, sizeof *out));
  if (out->reserved == 0) return 0;
  return base::BadArgument(error, operation, "options->reserved isn't 0");
}

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_OPTIONS_H_
