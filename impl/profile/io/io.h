// Files and pipes by their fds. All functions return a negative errno if they fail,
// repeat a call that a signal handler interrupted (EINTR), and leave errno(3) as it
// was.
#ifndef PERFC_IMPL_PROFILE_IO_IO_H_
#define PERFC_IMPL_PROFILE_IO_IO_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace perfc::profile::io {

// An fd, close-on-exec. `directory` is the fd that a relative path begins at.
int Open(const char* path, int flags, mode_t mode = 0);
int OpenAt(int directory, const char* path, int flags, mode_t mode = 0);

// Reads until `size` bytes are there or the file ends; the result is less than
// `size` only at the end. No offset is too large: beyond the end there are 0 bytes.
ssize_t ReadAt(int fd, void* out, size_t size, uint64_t offset);

// The same from where the fd stands. If an error follows bytes that were read, the
// result is their number, and the next call meets the error again.
ssize_t Read(int fd, void* out, size_t size);

// What is there now, at least 1 byte; 0: the end.
ssize_t ReadSome(int fd, void* out, size_t size);
// The same, and -EINTR if a signal handler ran before there were bytes.
ssize_t ReadOnce(int fd, void* out, size_t size);
// Waits for one of poll(2)'s events, or for a signal handler. 0, or poll(2)'s negative
// errno.
int Wait(int fd, short events);

// Writes all bytes. 0, or a negative errno; how much was written is then unknown.
int WriteAll(int fd, const void* bytes, size_t size);
int WriteAllAt(int fd, const void* bytes, size_t size, uint64_t offset);

// An fd, which may be owned.
class Fd {
 public:
  Fd() = default;
  static Fd Owned(int fd) { return Fd(fd, true); }
  static Fd Borrowed(int fd) { return Fd(fd, false); }
  Fd(Fd&& other) noexcept { *this = std::move(other); }
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ~Fd();

  int get() const { return fd_; }

 private:
  Fd(int fd, bool owned) : fd_(fd), owned_(owned) {}

  int fd_ = -1;
  bool owned_ = false;
};

}  // namespace perfc::profile::io

#endif  // PERFC_IMPL_PROFILE_IO_IO_H_
