#include "impl/profile/writer/output.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/io/io.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
constexpr size_t kMostRecord = 0xffff;

// The file's end is where the data ends; what failed behind it is cut off.
int Truncate(int fd, uint64_t size) {
  const int saved = errno;
  int result;
  do {
    result = ftruncate(fd, static_cast<off_t>(size)) == 0 ? 0 : -errno;
  } while (result == -EINTR);
  errno = saved;
  return result;
}

// Takes out the first bytes.
void DropFront(base::Buffer<uint8_t>* buffer, size_t size) {
  const size_t left = buffer->size() - size;
  if (left > 0) memmove(buffer->data(), buffer->data() + size, left);
  (void)buffer->Resize(left);  // it only shrinks
}

}  // namespace

int Output::Init(uint32_t level) {
  level_ = level;
  return level == 0 ? 0 : compressor_.Init(level);
}

void Output::Begin(int fd, bool seekable, uint64_t position) {
  fd_ = fd;
  seekable_ = seekable;
  broken_ = 0;
  raw_.Clear();
  out_.Clear();
  base_ = position;
  saved_ = 0;
  BeginCall();
}

void Output::BeginCall() {
  raw_start_ = raw_.size();
  start_ = base_ + out_.size();
  saved_start_ = saved_;
}

int Output::Put(const void* bytes, size_t size) {
  if (broken_) return broken_;
  if (!compresses()) return PutPlain(bytes, size);
  if (raw_.size() + size > kFrame) {
    if (int failed = Seal()) return failed;
    if (out_.size() > kBuffer) {
      if (int failed = WriteOut()) return failed;
    }
  }
  const auto* from = static_cast<const uint8_t*>(bytes);
  return raw_.AppendAll(from, size) ? 0 : -ENOMEM;
}

int Output::PutPlain(const void* bytes, size_t size) {
  if (broken_) return broken_;
  if (int failed = Seal()) return failed;
  if (out_.size() + size > kBuffer) {
    if (int failed = WriteOut()) return failed;
  }
  const auto* from = static_cast<const uint8_t*>(bytes);
  if (size > kBuffer) {
    // The position of what follows has to be known to the hooks.
    if (int failed = hooks_->BeforeData()) return failed;
    if (int failed = WriteBytes(from, size)) return failed;
    return hooks_->AfterData(base_);
  }
  return out_.AppendAll(from, size) ? 0 : -ENOMEM;
}

int Output::Position(uint64_t* position) {
  if (int failed = Seal()) return failed;
  *position = base_ + out_.size();
  return 0;
}

int Output::Patch(uint64_t position, uint64_t word) {
  if (position < base_) {
    return io::WriteAllAt(fd_, &word, sizeof word, position);
  }
  base::Store(out_.data() + (position - base_), word);
  return 0;
}

int Output::Flush() {
  if (broken_) return broken_;
  if (int failed = Seal()) return failed;
  return WriteOut();
}

// The records of earlier calls become a frame of their own, so that those of this
// call can be taken back.
int Output::Seal() {
  if (raw_start_ > 0) {
    const size_t before = raw_start_;
    const uint64_t saved = saved_;
    if (int failed = SealPart(before)) return failed;
    raw_start_ = 0;
    start_ = base_ + out_.size();
    saved_start_ += saved_ - saved;
  }
  return raw_.size() > 0 ? SealPart(raw_.size()) : 0;
}

// Compresses the first bytes of raw_ into one frame.
int Output::SealPart(size_t size) {
  if (int failed = compressor_.Begin(size)) return failed;
  const size_t out_size = out_.size();
  const uint8_t* in = raw_.data();
  for (size_t left = size; left > 0;) {
    const size_t piece = std::min(left, kPiece);
    if (int failed = CompressPiece(&in, piece)) {
      (void)out_.Resize(out_size);  // it only shrinks
      return failed;
    }
    left -= piece;
  }
  saved_ += size - (out_.size() - out_size);
  DropFront(&raw_, size);
  return 0;
}

// A piece begins in a record of its own: perf decompresses a record into a buffer
// of fixed size.
int Output::CompressPiece(const uint8_t** in, size_t size) {
  int more = 1;
  while (more == 1) {
    const size_t at = out_.size();
    if (!out_.Resize(at + kMostRecord)) return -ENOMEM;
    uint8_t* out = out_.data() + at + kHeader;
    size_t room = kMostRecord - kHeader;
    more = compressor_.Step(in, &size, &out, &room);
    if (more < 0) return more;
    const size_t record = kMostRecord - room;
    base::Store<uint32_t>(out_.data() + at, PERFC_RECORD_COMPRESSED);
    base::Store<uint16_t>(out_.data() + at + 4, 0);
    base::Store(out_.data() + at + 6, static_cast<uint16_t>(record));
    (void)out_.Resize(at + record);  // it only shrinks
  }
  return 0;
}

int Output::WriteOut() {
  if (out_.size() == 0) return 0;
  if (int failed = hooks_->BeforeData()) return failed;
  if (int failed = WriteBytes(out_.data(), out_.size())) return failed;
  out_.Clear();
  return hooks_->AfterData(base_);
}

int Output::WriteBytes(const uint8_t* bytes, size_t size) {
  if (!seekable_) return Stream(bytes, size);
  const int failed = io::WriteAllAt(fd_, bytes, size, base_);
  if (failed) {
    Truncate(fd_, base_);
    return failed;
  }
  base_ += size;
  return 0;
}

// Waits where the fd doesn't. A reader can't do anything with the rest of a record
// that was written in part, so a failure is final.
int Output::Stream(const uint8_t* bytes, size_t size) {
  const int saved = errno;
  while (size > 0) {
    const ssize_t written = write(fd_, bytes, size);
    if (written < 0 && errno == EAGAIN) {
      (void)io::Wait(fd_, POLLOUT);  // The write tells what is wrong.
    } else if (written < 0 && errno != EINTR) {
      broken_ = -errno;
      break;
    } else if (written > 0) {
      bytes += written;
      size -= static_cast<size_t>(written);
      base_ += static_cast<uint64_t>(written);
    }
  }
  errno = saved;
  return broken_;
}

int Output::Rollback() {
  if (broken_) return broken_;
  (void)raw_.Resize(std::min(raw_.size(), raw_start_));  // it only shrinks
  saved_ = saved_start_;
  if (start_ >= base_) {
    const size_t left = static_cast<size_t>(start_ - base_);
    (void)out_.Resize(std::min(out_.size(), left));  // it only shrinks
    return 0;
  }
  out_.Clear();
  if (!seekable_) return broken_ = -EIO;
  if (int failed = hooks_->AfterData(start_)) return failed;
  base_ = start_;
  return Truncate(fd_, start_);
}

}  // namespace perfc::profile::writer
