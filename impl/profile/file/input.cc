#include "impl/profile/file/input.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace perfc::profile::file {

void Input::SetMemory(absl::Span<const uint8_t> memory) {
  memory_ = memory;
  size_ = memory.size();
  seekable_ = true;
}

int Input::SetFd(io::Fd* fd) {
  const int saved = errno;
  struct stat status;
  const int failed = fstat(fd->get(), &status) == 0 ? 0 : -errno;
  errno = saved;
  if (failed) return failed;
  if (S_ISDIR(status.st_mode)) return -EISDIR;
  fd_ = std::move(*fd);
  seekable_ = S_ISREG(status.st_mode);
  if (seekable_) size_ = static_cast<uint64_t>(status.st_size);
  return 0;
}

ssize_t Input::ReadMemory(void* out, size_t size, uint64_t offset) const {
  if (offset >= memory_.size() || size == 0) return 0;
  const size_t there = std::min<uint64_t>(size, memory_.size() - offset);
  memcpy(out, memory_.data() + offset, there);
  return static_cast<ssize_t>(there);
}

ssize_t Input::Read(void* out, size_t size, uint64_t offset) {
  const ssize_t got = fd_.get() < 0 ? ReadMemory(out, size, offset)
                      : seekable_   ? io::ReadAt(fd_.get(), out, size, offset)
                                    : io::ReadOnce(fd_.get(), out, size);
  if (got > 0) bytes_ += static_cast<uint64_t>(got);
  return got;
}

int Input::Wait() const { return io::Wait(fd_.get(), POLLIN); }

}  // namespace perfc::profile::file
