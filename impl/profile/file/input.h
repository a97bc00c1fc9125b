// Where the bytes of a file come from: a regular file, memory, or a pipe.
#ifndef PERFC_IMPL_PROFILE_FILE_INPUT_H_
#define PERFC_IMPL_PROFILE_FILE_INPUT_H_

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/io/io.h"

namespace perfc::profile::file {

class Input {
 public:
  void SetMemory(absl::Span<const uint8_t> memory);
  // Takes the fd. 0, or fstat(2)'s negative errno, or -EISDIR; then the fd stays the
  // caller's.
  int SetFd(io::Fd* fd);

  // Whether any offset can be read, and the size is known.
  bool seekable() const { return seekable_; }
  // UINT64_MAX if it isn't known.
  uint64_t size() const { return size_; }
  // Bytes that were read so far.
  uint64_t bytes() const { return bytes_; }

  // Reads at `offset`, which in a pipe is where the last read ended. From a pipe
  // comes what is there now. Returns the number of bytes, which is less than `size`
  // only at the end or in a pipe; 0: the end; or a negative errno.
  // -EINTR: a signal handler ran while a pipe had no bytes.
  ssize_t Read(void* out, size_t size, uint64_t offset);
  // Waits until a pipe has bytes, or a signal handler ran. 0, or poll(2)'s negative
  // errno.
  int Wait() const;

 private:
  ssize_t ReadMemory(void* out, size_t size, uint64_t offset) const;

  io::Fd fd_;
  absl::Span<const uint8_t> memory_;
  uint64_t size_ = UINT64_MAX;
  uint64_t bytes_ = 0;
  bool seekable_ = false;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_INPUT_H_
