// Writes the content of a feature, in this machine's byte order.
#ifndef PERFC_IMPL_PROFILE_FORMAT_BUILDER_H_
#define PERFC_IMPL_PROFILE_FORMAT_BUILDER_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/format/format.h"

namespace perfc::profile::format {

// Memory that runs out is remembered, and asked about once at the end.
class Builder {
 public:
  void U32(uint32_t value) { Bytes(&value, sizeof value); }
  void U64(uint64_t value) { Bytes(&value, sizeof value); }

  // As perf writes strings: length, text, NULs.
  void String(absl::string_view text) {
    const size_t size = (text.size() + kStringAlign) & ~(kStringAlign - 1);
    U32(static_cast<uint32_t>(size));
    Bytes(text.data(), text.size());
    Zeros(size - text.size());
  }

  void Bytes(const void* bytes, size_t size) {
    ok_ = ok_ && bytes_.AppendAll(static_cast<const uint8_t*>(bytes), size);
  }
  void Zeros(size_t count) { ok_ = ok_ && bytes_.Resize(size() + count); }

  // Overwrites a number that was written before.
  void SetU32(size_t at, uint32_t value);

  void Clear() {
    bytes_.Clear();
    ok_ = true;
  }
  // False: there was no memory.
  bool ok() const { return ok_; }
  size_t size() const { return bytes_.size(); }
  const uint8_t* data() const { return bytes_.data(); }
  uint8_t* data() { return bytes_.data(); }

 private:
  base::Buffer<uint8_t> bytes_;
  bool ok_ = true;
};

inline void Builder::SetU32(size_t at, uint32_t value) {
  if (ok_) base::Store(bytes_.data() + at, value);
}

}  // namespace perfc::profile::format

#endif  // PERFC_IMPL_PROFILE_FORMAT_BUILDER_H_
