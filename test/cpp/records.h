// Records from literal words, as the kernel lays them out.
#ifndef PERFC_TEST_CPP_RECORDS_H_
#define PERFC_TEST_CPP_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "perfc.hpp"

namespace perfc_test {

using Words = std::vector<uint64_t>;

inline uint64_t Header(uint32_t type, uint16_t misc, size_t size) {
  return type | static_cast<uint64_t>(misc) << 32 |
         static_cast<uint64_t>(size) << 48;
}

inline uint64_t Pair(uint32_t low, uint32_t high) {
  return low | static_cast<uint64_t>(high) << 32;
}

// A record whose body is `words`, behind those in *out.
inline void Append(uint32_t type, const Words& words, Words* out) {
  out->push_back(Header(type, 0, (words.size() + 1) * 8));
  out->insert(out->end(), words.begin(), words.end());
}

inline perfc::Span<const uint8_t> Bytes(const Words& words) {
  return {reinterpret_cast<const uint8_t*>(words.data()), words.size() * 8};
}

inline perfc_attr Attr(uint64_t sample_type, uint64_t flags = 0) {
  perfc_attr attr = {};
  attr.size = sizeof attr;
  attr.sample_type = sample_type;
  attr.flags = flags;
  return attr;
}

}  // namespace perfc_test

#endif  // PERFC_TEST_CPP_RECORDS_H_
