#include "impl/profile/file/feed.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace perfc::profile::file {
namespace {

constexpr size_t kLeastRoom = kHeadroom;

size_t RoundUp(size_t at) { return (at + 7) & ~size_t{7}; }

}  // namespace

// ---- blocks

int Feed::Mark(uint64_t position) {
  if (marked_) return 0;
  // Records are aligned as long as the one that comes first is.
  if (at_ == end_) at_ = end_ = RoundUp(end_);
  if (!blocks_->AddMark(block_, static_cast<uint32_t>(end_), position)) {
    return Switch(position);
  }
  marked_ = true;
  return 0;
}

// Moves the bytes that are left to the headroom of a block, and what follows behind
// them.
void Feed::MoveTo(uint32_t block, uint64_t first_position) {
  const size_t rest = left();
  uint8_t* memory = blocks_->memory(block);
  const size_t at = (kHeadroom - rest) & ~size_t{7};
  if (rest > 0) {
    memmove(memory + at, this->at(), rest);
    // A fresh block has room for two marks.
    (void)blocks_->AddMark(block, static_cast<uint32_t>(at), first_position);
  }
  block_ = block;
  memory_ = memory;
  at_ = at;
  end_ = at + rest;
}

int Feed::Switch(uint64_t position) {
  const uint64_t first = left() > 0 ? blocks_->PositionOf(place()) : position;
  if (open_ && !blocks_->holds(block_)) {
    blocks_->Restart(block_);
    MoveTo(block_, first);
  } else {
    uint32_t block;
    if (const int failed = blocks_->Open(kind_, &block)) return failed;
    const uint32_t before = block_;
    MoveTo(block, first);
    if (open_) blocks_->Close(before);
    open_ = true;
  }
  (void)blocks_->AddMark(block_, static_cast<uint32_t>(end_), position);
  marked_ = true;
  return 0;
}

int Feed::MakeRoom(uint64_t position) {
  if (!open_ || room() < kLeastRoom) return Switch(position);
  return Mark(position);
}

// ---- files

int FileFeed::More() {
  if (offset_ >= limit_ || ended_) return 0;
  if (const int failed = MakeRoom(offset_)) return failed;
  const uint64_t most =
      std::min<uint64_t>({room(), blocks_->payload(), limit_ - offset_});
  const ssize_t got = input_->Read(end(), most, offset_);
  if (got < 0) return static_cast<int>(got);
  ended_ = got == 0;
  Filled(static_cast<size_t>(got));
  offset_ += static_cast<uint64_t>(got);
  return got > 0;
}

void FileFeed::Skip(uint64_t bytes) {
  const size_t here = std::min<uint64_t>(bytes, left());
  Pass(here);
  if (bytes == here) return;
  offset_ += bytes - here;
  Break();
}

// ---- compressed data

void CompressedFeed::SetInput(const uint8_t* bytes, size_t size,
                              uint64_t position) {
  input_ = bytes;
  input_left_ = size;
  position_ = position;
  Break();
}

int CompressedFeed::More(const char** why) {
  while (input_left_ > 0 || more_) {
    if (const int failed = MakeRoom(position_)) return failed;
    size_t left = room();
    const size_t input_before = input_left_;
    uint8_t* out = end();
    const size_t room_before = left;
    const int failed =
        decompressor_.Step(&input_, &input_left_, &out, &left, why);
    if (failed) return failed;
    more_ = left == 0;
    const size_t made = room_before - left;
    Filled(made);
    bytes_ += made;
    if (made > 0) return 1;
    if (input_left_ == input_before) break;
  }
  return 0;
}

}  // namespace perfc::profile::file
