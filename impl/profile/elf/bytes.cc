#include "impl/profile/elf/bytes.h"

#include <cerrno>
#include <cstring>

#include "impl/profile/io/io.h"

namespace perfc::profile::elf {

int Bytes::Read(uint64_t offset, void* out, size_t size) const {
  if (offset > size_ || size > size_ - offset) return -EBADMSG;
  if (memory_ != nullptr) {
    memcpy(out, memory_ + offset, size);
    return 0;
  }
  if (offset > UINT64_MAX - base_) return -EBADMSG;
  const ssize_t got = io::ReadAt(fd_, out, size, base_ + offset);
  if (got < 0) return static_cast<int>(got);
  return static_cast<size_t>(got) == size ? 0 : -EBADMSG;
}

}  // namespace perfc::profile::elf
