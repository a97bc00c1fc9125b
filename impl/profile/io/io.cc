#include "impl/profile/io/io.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>

namespace perfc::profile::io {
namespace {

constexpr uint64_t kMaxOffset = std::numeric_limits<off_t>::max();

// libc's -1 and errno become the negative errno.
template <typename Call>
ssize_t Once(Call call) {
  const int saved = errno;
  ssize_t result = call();
  if (result == -1) result = -errno;
  errno = saved;
  return result;
}

// Repeats the call until no signal handler interrupts it.
template <typename Call>
ssize_t Retry(Call call) {
  ssize_t result;
  do {
    result = Once(call);
  } while (result == -EINTR);
  return result;
}

// Calls transfer(done, left) until `size` bytes went, none goes any more, or a call
// fails.
template <typename Transfer>
ssize_t All(size_t size, size_t* done, Transfer transfer) {
  for (*done = 0; *done < size;) {
    const ssize_t now = Retry([&] { return transfer(*done, size - *done); });
    if (now <= 0) return now;
    *done += static_cast<size_t>(now);
  }
  return 0;
}

// A write that takes no bytes and doesn't fail would be repeated for ever.
int Written(ssize_t result, size_t done, size_t size) {
  if (result < 0) return static_cast<int>(result);
  return done == size ? 0 : -EIO;
}

}  // namespace

int Open(const char* path, int flags, mode_t mode) {
  return OpenAt(AT_FDCWD, path, flags, mode);
}

int OpenAt(int directory, const char* path, int flags, mode_t mode) {
  return static_cast<int>(
      Retry([&] { return openat(directory, path, flags | O_CLOEXEC, mode); }));
}

ssize_t ReadAt(int fd, void* out, size_t size, uint64_t offset) {
  if (offset > kMaxOffset) return 0;
  size = std::min<uint64_t>(size, kMaxOffset - offset);
  auto* to = static_cast<char*>(out);
  size_t done;
  const ssize_t result = All(size, &done, [&](size_t at, size_t left) {
    return pread(fd, to + at, left, static_cast<off_t>(offset + at));
  });
  return result < 0 ? result : static_cast<ssize_t>(done);
}

ssize_t Read(int fd, void* out, size_t size) {
  auto* to = static_cast<char*>(out);
  size_t done;
  const ssize_t result = All(size, &done, [&](size_t at, size_t left) {
    return read(fd, to + at, left);
  });
  return result < 0 && done == 0 ? result : static_cast<ssize_t>(done);
}

ssize_t ReadSome(int fd, void* out, size_t size) {
  return Retry([&] { return read(fd, out, size); });
}

ssize_t ReadOnce(int fd, void* out, size_t size) {
  return Once([&] { return read(fd, out, size); });
}

int Wait(int fd, short events) {
  pollfd one = {fd, events, 0};
  const ssize_t result = Once([&] { return poll(&one, 1, -1); });
  return result < 0 && result != -EINTR ? static_cast<int>(result) : 0;
}

int WriteAll(int fd, const void* bytes, size_t size) {
  const auto* from = static_cast<const char*>(bytes);
  size_t done;
  const ssize_t result = All(size, &done, [&](size_t at, size_t left) {
    return write(fd, from + at, left);
  });
  return Written(result, done, size);
}

int WriteAllAt(int fd, const void* bytes, size_t size, uint64_t offset) {
  if (offset > kMaxOffset || size > kMaxOffset - offset) return -EFBIG;
  const auto* from = static_cast<const char*>(bytes);
  size_t done;
  const ssize_t result = All(size, &done, [&](size_t at, size_t left) {
    return pwrite(fd, from + at, left, static_cast<off_t>(offset + at));
  });
  return Written(result, done, size);
}

// close(2) is never repeated: Linux has freed the fd, whatever it returns.
Fd::~Fd() {
  if (!owned_ || fd_ < 0) return;
  const int saved = errno;
  close(fd_);
  errno = saved;
}

}  // namespace perfc::profile::io
