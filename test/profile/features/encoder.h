// Writes what perf writes, in either byte order.
#ifndef PERFC_TEST_PROFILE_FEATURES_ENCODER_H_
#define PERFC_TEST_PROFILE_FEATURES_ENCODER_H_

#include <cstdint>
#include <string>
#include <vector>

namespace perfc::test {

using Bytes = std::vector<uint8_t>;

class Encoder {
 public:
  explicit Encoder(bool big) : big_(big) {}

  Encoder& U8(uint64_t v) { return Number(v, 1); }
  Encoder& U16(uint64_t v) { return Number(v, 2); }
  Encoder& U32(uint64_t v) { return Number(v, 4); }
  Encoder& U64(uint64_t v) { return Number(v, 8); }
  // Bytes as they are.
  Encoder& Raw(const std::string& bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  // perf's strings: the length with the padding to 64 bytes, the text, NULs.
  Encoder& Str(const std::string& text) {
    const size_t size = text.size() / 64 * 64 + 64;
    U32(size).Raw(text);
    bytes_.resize(bytes_.size() + size - text.size());
    return *this;
  }
  Encoder& Zeros(size_t count) { return Raw(std::string(count, '\0')); }

  bool big() const { return big_; }
  const Bytes& bytes() const { return bytes_; }

 private:
  Encoder& Number(uint64_t v, int width) {
    for (int i = 0; i < width; ++i) {
      const int byte = big_ ? width - 1 - i : i;
      bytes_.push_back(static_cast<uint8_t>(v >> 8 * byte));
    }
    return *this;
  }

  bool big_;
  Bytes bytes_;
};

}  // namespace perfc::test

#endif  // PERFC_TEST_PROFILE_FEATURES_ENCODER_H_
