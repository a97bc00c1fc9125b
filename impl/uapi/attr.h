// The attr as bytes of any version: how many of them count, and in which byte
// order.
#ifndef PERFC_IMPL_UAPI_ATTR_H_
#define PERFC_IMPL_UAPI_ATTR_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "perfc/attr.h"
#include "perfc/error.h"

namespace perfc::uapi {

// The kernel takes attrs up to a page (perf_copy_attr, kernel/events/core.c).
inline constexpr size_t kMaxAttrSize = 4096;

// An attr of any length, in this machine's byte order.
class Attr {
 public:
  // Copies `bytes`, after checking their length against the size field inside.
  // `foreign`: they are in the other byte order. A negative errno leaves the
  // old content.
  int Assign(const void* bytes, size_t size, bool foreign,
             const char* operation, perfc_error* error);

  absl::Span<const uint8_t> bytes() const {
    return {bytes_.data(), bytes_.size()};
  }

  // What this version knows of it; fields beyond its length are 0.
  const perfc_attr& known() const { return known_; }

 private:
  base::Buffer<uint8_t> bytes_;
  perfc_attr known_ = {};
};

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_ATTR_H_
