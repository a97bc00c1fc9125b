#include "impl/profile/synthesize/line_reader.h"

#include <cerrno>
#include <cstring>

#include "impl/profile/synthesize/files.h"

namespace perfc::profile::synthesize {

int LineReader::Open(const char* path) {
  if (!buffer_.Resize(kCapacity)) return -ENOMEM;
  const int fd = OpenToRead(path);
  if (fd < 0) return fd;
  fd_ = io::Fd::Owned(fd);
  at_ = end_ = 0;
  too_long_ = false;
  return 0;
}

// Makes room and reads more. The number of bytes, 0 at the end, or read(2)'s.
int LineReader::Fill() {
  if (at_ == 0 && end_ == kCapacity) {
    too_long_ = true;
    end_ = 0;
  }
  memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
  end_ -= at_;
  at_ = 0;
  const ssize_t got =
      io::ReadSome(fd_.get(), buffer_.data() + end_, kCapacity - end_);
  if (got > 0) end_ += static_cast<size_t>(got);
  return static_cast<int>(got);
}

int LineReader::Next(absl::string_view* line) {
  for (;;) {
    const char* start = buffer_.data() + at_;
    const char* end = buffer_.data() + end_;
    const auto* newline =
        static_cast<const char*>(memchr(start, '\n', end_ - at_));
    if (newline == nullptr) {
      const int got = Fill();
      if (got < 0) return got;
      if (got > 0) continue;
      if (at_ == end_) return 0;
      start = buffer_.data();
      end = start + end_;
    }
    *line = {start, static_cast<size_t>((newline ? newline : end) - start)};
    at_ += line->size() + (newline ? 1 : 0);
    const bool dropped = too_long_;
    too_long_ = false;
    if (!dropped) return 1;
  }
}

}  // namespace perfc::profile::synthesize
