// A stream of bytes, seen piece by piece in blocks, so that each record is in one
// piece.
#ifndef PERFC_IMPL_PROFILE_FILE_FEED_H_
#define PERFC_IMPL_PROFILE_FILE_FEED_H_

#include <cstddef>
#include <cstdint>

#include "impl/profile/file/blocks.h"
#include "impl/profile/file/input.h"
#include "impl/profile/zstd/decompress.h"

namespace perfc::profile::file {

class Feed {
 public:
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  // The bytes that were read and not passed yet.
  const uint8_t* at() const { return memory_ + at_; }
  size_t left() const { return end_ - at_; }
  Place place() const { return {block_, static_cast<uint32_t>(at_)}; }
  void Pass(size_t bytes) { at_ += bytes; }

 protected:
  Feed(Blocks* blocks, Blocks::Kind kind) : blocks_(blocks), kind_(kind) {}
  ~Feed() = default;

  uint8_t* end() { return memory_ + end_; }
  size_t room() const { return blocks_->size() - end_; }
  // Makes room for 64 KiB at least behind the bytes that are left, which may move to
  // another block. They are less than a record. `position` is that of the bytes to
  // come. 0, -ENOMEM or kNoBudget; then nothing changed.
  int MakeRoom(uint64_t position);
  void Filled(size_t bytes) { end_ += bytes; }
  // The bytes behind these don't follow them in the file.
  void Break() { marked_ = false; }

  Blocks* const blocks_;

 private:
  int Mark(uint64_t position);
  int Switch(uint64_t position);
  void MoveTo(uint32_t block, uint64_t first_position);

  const Blocks::Kind kind_;
  bool open_ = false;
  bool marked_ = false;  // the position of the bytes to come is known
  uint32_t block_ = 0;
  uint8_t* memory_ = nullptr;
  size_t at_ = 0;
  size_t end_ = 0;
};

// A section of a file, or all that comes from a pipe.
class FileFeed : public Feed {
 public:
  // Reads from `offset` up to `limit`; UINT64_MAX: up to the end of the file.
  FileFeed(Blocks* blocks, Input* input, uint64_t offset, uint64_t limit)
      : Feed(blocks, Blocks::Kind::kFile),
        input_(input),
        offset_(offset),
        limit_(limit) {}

  // Where at() is in the file.
  uint64_t position() const { return offset_ - left(); }
  // Reads more. 1; 0: the end of the section or file; -ENOMEM, kNoBudget, read(2)'s.
  int More();
  // Passes bytes that needn't be read yet. Not beyond limit(), and only for inputs
  // that are seekable.
  void Skip(uint64_t bytes);

  uint64_t limit() const { return limit_; }
  // The file ended before the section did.
  bool cut() const { return ended_ && limit_ != UINT64_MAX; }

 private:
  Input* const input_;
  uint64_t offset_;  // of the bytes to be read next
  const uint64_t limit_;
  bool ended_ = false;
};

// What compressed records contain: one stream of bytes.
class CompressedFeed : public Feed {
 public:
  explicit CompressedFeed(Blocks* blocks)
      : Feed(blocks, Blocks::Kind::kDecompressed) {}

  // 0, -ENOMEM
  int Init(uint32_t window_log_max) {
    return decompressor_.Init(window_log_max);
  }
  // The content of a compressed record at `position`; borrowed until it is used up.
  void SetInput(const uint8_t* bytes, size_t size, uint64_t position);
  // Decompresses more. 1; 0: the input is used up; -EBADMSG, -E2BIG: the rule that is
  // broken is *why; -ENOMEM, kNoBudget.
  int More(const char** why);

  uint64_t position() const { return position_; }
  uint64_t bytes() const { return bytes_; }

 private:
  zstd::Decompressor decompressor_;
  const uint8_t* input_ = nullptr;
  size_t input_left_ = 0;
  uint64_t position_ = 0;
  uint64_t bytes_ = 0;  // that were decompressed
  bool more_ = false;   // output may wait within the decompressor
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_FEED_H_
