// Input structs of any version.
#ifndef PERFC_IMPL_CAPI_OPTIONS_H_
#define PERFC_IMPL_CAPI_OPTIONS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "perfc/batch.h"
#include "perfc/host.h"
#include "perfc/set.h"
#include "perfc/stitch.h"
#include "perfc/stream.h"

namespace perfc::capi {

// The member `reserved` of options that have one, else 0.
template <typename Options>
auto Reserved(const Options& options, int) -> decltype(options.reserved) {
  return options.reserved;
}
template <typename Options>
uint32_t Reserved(const Options&, long) {
  return 0;
}

// The size of a struct's first version, which every caller's struct has at least.
template <typename Options>
inline constexpr size_t kFirstSize = 0;
template <>
inline constexpr size_t kFirstSize<perfc_host_options> = 32;
template <>
inline constexpr size_t kFirstSize<perfc_batch_options> = 24;
template <>
inline constexpr size_t kFirstSize<perfc_stream_options> = 16;
template <>
inline constexpr size_t kFirstSize<perfc_target> = 48;
template <>
inline constexpr size_t kFirstSize<perfc_set_options> = 24;
template <>
inline constexpr size_t kFirstSize<perfc_stitch_options> = 16;

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

// The same for options of a batch, whose members are checked.
int TakeBatchOptions(const perfc_batch_options* options,
                     perfc_batch_options* taken, const char* operation,
                     perfc_error* error);

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_OPTIONS_H_
