// The bytes of an ELF file: those of an fd, of a part of one, or in memory.
#ifndef PERFC_IMPL_PROFILE_ELF_BYTES_H_
#define PERFC_IMPL_PROFILE_ELF_BYTES_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace perfc::profile::elf {

// Owns neither the fd nor the memory.
class Bytes {
 public:
  explicit Bytes(int fd) : fd_(fd) {}
  // `size` bytes from `base` on, such as an ELF image in /proc/PID/mem.
  Bytes(int fd, uint64_t base, uint64_t size)
      : fd_(fd), base_(base), size_(size) {}
  explicit Bytes(absl::Span<const uint8_t> memory)
      : memory_(memory.data()), size_(memory.size()) {}

  // Copies all `size` bytes at `offset`. 0, pread(2)'s, or -EBADMSG: the bytes end
  // before.
  int Read(uint64_t offset, void* out, size_t size) const;

 private:
  int fd_ = -1;
  const uint8_t* memory_ = nullptr;
  uint64_t base_ = 0;
  uint64_t size_ = UINT64_MAX;
};

}  // namespace perfc::profile::elf

#endif  // PERFC_IMPL_PROFILE_ELF_BYTES_H_
