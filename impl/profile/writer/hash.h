// A hash of bytes, for tables that live only in memory.
#ifndef PERFC_IMPL_PROFILE_WRITER_HASH_H_
#define PERFC_IMPL_PROFILE_WRITER_HASH_H_

#include <cstddef>
#include <cstdint>

namespace perfc::profile::writer {

// FNV-1a.
inline uint64_t Hash(const void* bytes, size_t size) {
  const auto* at = static_cast<const uint8_t*>(bytes);
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ at[i]) * 0x100000001b3;
  return hash;
}

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_HASH_H_
