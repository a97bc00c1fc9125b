// The attr as bytes of any version, with its effective length and its byte
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

// 0 for the length of an attr, else -E2BIG.
int CheckAttrSize(size_t size, const char* operation, perfc_error* error);

// An attr of any length, in this machine's byte order.
class Attr {
 public:
  // Copies `bytes` after checking their length against the size field inside.
  // `foreign` means the other byte order. On a negative errno the old content
  // stays.
  int Assign(const void* bytes, size_t size, bool foreign,
             const char* operation, perfc_error* error);

  // Changes the fields of VER0, which every attr has, all but the size. Of one
  // that was assigned.
  void SetFirst(const perfc_attr& fields);

  absl::Span<const uint8_t> bytes() const {
    if (whole_.size() > 0) return {whole_.data(), whole_.size()};
    return {reinterpret_cast<const uint8_t*>(&known_), known_.size};
  }

  // The attr in this version's layout. Fields beyond the attr's length are 0.
  const perfc_attr& known() const { return known_; }

 private:
  perfc_attr known_ = {};        // its size is the attr's
  base::Buffer<uint8_t> whole_;  // of one that is longer than that
};

}  // namespace perfc::uapi

#endif  // PERFC_IMPL_UAPI_ATTR_H_
