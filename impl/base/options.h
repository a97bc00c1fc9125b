// Input structs of any version.
#ifndef PERFC_IMPL_BASE_OPTIONS_H_
#define PERFC_IMPL_BASE_OPTIONS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "perfc/error.h"

namespace perfc::base {

// The member `reserved` of options that have one, else 0.
template <typename Options>
auto Reserved(const Options& options, int) -> decltype(options.reserved) {
  return options.reserved;
}
template <typename Options>
uint32_t Reserved(const Options&, long) {
  return 0;
}

// The size of a struct's first version, which every caller's struct has at
// least. Each library specialises it for its own structs.
template <typename Options>
inline constexpr size_t kFirstSize = 0;

// What TakeOptions does for each kind of options. `sizes` are those of the struct's first
// and of this version.
struct OptionSizes {
  size_t first;
  size_t whole;
};
int TakeBytes(const void* options, OptionSizes sizes, void* out,
              const char* operation, perfc_error* error,
              absl::string_view name);
int ReservedNotZero(const char* operation, perfc_error* error,
                    absl::string_view name);

// Copies the options. Members that an older, shorter struct lacks are zero.
// Members of a newer struct that this version doesn't know must be zero. NULL
// means all zero. `name` is the argument's name.
template <typename Options>
int TakeOptions(const Options* options, Options* out, const char* operation,
                perfc_error* error, absl::string_view name = "options") {
  static_assert(kFirstSize<Options> != 0);
  static_assert(offsetof(Options, size) == 0);
  *out = {};
  const int failed = TakeBytes(options, {kFirstSize<Options>, sizeof *out}, out,
                               operation, error, name);
  if (failed || Reserved(*out, 0) == 0) return failed;
  return ReservedNotZero(operation, error, name);
}

}  // namespace perfc::base

#endif  // PERFC_IMPL_BASE_OPTIONS_H_
