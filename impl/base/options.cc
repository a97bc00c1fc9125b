#include "impl/base/options.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"
#include "impl/base/text_writer.h"

namespace perfc::base {
namespace {

using Sentence = ShortText<80>;

}  // namespace

int TakeBytes(const void* options, OptionSizes sizes, void* out,
              const char* operation, perfc_error* error,
              absl::string_view name) {
  if (options == nullptr) return 0;
  uint32_t size;
  memcpy(&size, options, sizeof size);
  if (size < sizes.first) {
    return BadArgument(
        error, operation,
        Sentence("%s->size is %d, and has to be sizeof", name, size));
  }
  const auto* bytes = static_cast<const uint8_t*>(options);
  if (size > sizes.whole &&
      std::any_of(bytes + sizes.whole, bytes + size,
                  [](uint8_t byte) { return byte != 0; })) {
    return Fail(error, -E2BIG, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT, operation,
                {size, sizes.whole},
                Sentence("%s has fields that this version lacks", name));
  }
  memcpy(out, options, std::min<size_t>(size, sizes.whole));
  return 0;
}

int ReservedNotZero(const char* operation, perfc_error* error,
                    absl::string_view name) {
  return BadArgument(error, operation, Sentence("%s->reserved isn't 0", name));
}

}  // namespace perfc::base
