// Input structs of any version.
#ifndef PERFC_IMPL_CAPI_OPTIONS_H_
#define PERFC_IMPL_CAPI_OPTIONS_H_

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
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

// Copies the options. Members that an older, shorter struct lacks are zero.
// Members of a newer struct that this version doesn't know must be zero. NULL
// means all zero. `name` is the argument's name.
template <typename Options>
int TakeOptions(const Options* options, Options* out, const char* operation,
                perfc_error* error, absl::string_view name = "options") {
  using Sentence = base::ShortText<80>;
  static_assert(kFirstSize<Options> != 0);
  *out = {};
  if (options == nullptr) return 0;
  const size_t size = options->size;
  if (size < kFirstSize<Options>) {
    return base::BadArgument(
        error, operation,
        Sentence("%s->size is %d, and has to be sizeof", name, size));
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(options);
  if (size > sizeof *out &&
      std::any_of(bytes + sizeof *out, bytes + size,
                  [](uint8_t byte) { return byte != 0; })) {
    return base::Fail(error, -E2BIG, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      operation, {size, sizeof *out},
                      Sentence("%s has fields that this version lacks", name));
  }
  memcpy(out, options, std::min(size, sizeof *out));
  if (Reserved(*out, 0) == 0) return 0;
  return base::BadArgument(error, operation,
                           Sentence("%s->reserved isn't 0", name));
}

// The same for options of a batch, whose members are checked.
int TakeBatchOptions(const perfc_batch_options* options,
                     perfc_batch_options* taken, const char* operation,
                     perfc_error* error);

}  // namespace perfc::capi

#endif  // PERFC_IMPL_CAPI_OPTIONS_H_
