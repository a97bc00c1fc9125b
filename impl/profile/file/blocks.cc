#include "impl/profile/file/blocks.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace perfc::profile::file {

Blocks::~Blocks() {
  for (const Block& block : blocks_) free(block.memory);
}

// Finds a slot without memory, and gives it some.
int Blocks::Allocate(uint32_t* block) {
  if (!free_.Reserve(blocks_.size() + 1)) return -ENOMEM;
  uint32_t slot = 0;
  while (slot < blocks_.size() && blocks_[slot].memory != nullptr) ++slot;
  if (slot == blocks_.size() && !blocks_.Append({})) return -ENOMEM;
  if (!budget_->Take(Allocated())) return kNoBudget;
  auto* memory = static_cast<uint8_t*>(malloc(Allocated()));
  if (memory == nullptr) {
    budget_->Give(Allocated());
    return -ENOMEM;
  }
  blocks_[slot].memory = memory;
  blocks_[slot].marks = reinterpret_cast<Mark*>(memory + size() + 8);
  *block = slot;
  return 0;
}

int Blocks::Open(Kind kind, uint32_t* block) {
  if (free_.size() > 0) {
    // The newest: its memory is the warmest.
    *block = free_[free_.size() - 1];
    (void)free_.Resize(free_.size() - 1);
  } else if (const int failed = Allocate(block)) {
    return failed;
  }
  Block& one = blocks_[*block];
  one.mark_count = 0;
  one.held = 0;
  one.borrowed = 0;
  one.kind = kind;
  one.open = true;
  one.free = false;
  one.sparse = false;
  return 0;
}

void Blocks::Close(uint32_t block) {
  blocks_[block].open = false;
  if (blocks_[block].held == 0) Free(block);
}

void Blocks::Restart(uint32_t block) { blocks_[block].mark_count = 0; }

void Blocks::Free(uint32_t block) {
  blocks_[block].free = true;
  (void)free_.Append(block);  // Allocate made room.
}

void Blocks::DropBorrowed() {
  for (uint32_t block = 0; block < blocks_.size(); ++block) {
    Block& one = blocks_[block];
    if (one.borrowed == 0) continue;
    const uint32_t bytes = one.borrowed;
    one.borrowed = 0;
    Drop(block, bytes);
  }
}

void Blocks::Trim() {
  for (const uint32_t block : free_) {
    free(blocks_[block].memory);
    blocks_[block].memory = nullptr;
    budget_->Give(Allocated());
  }
  free_.Clear();
}

bool Blocks::AddMark(uint32_t block, uint32_t offset, uint64_t position) {
  Block& one = blocks_[block];
  if (one.kind == Kind::kFile && one.mark_count > 0) {
    const Mark& last = one.marks[one.mark_count - 1];
    if (position - last.position == offset - last.offset) return true;
  }
  if (one.mark_count == kMarks) return false;
  if (one.mark_count == 0) one.first_byte = position - offset;
  one.marks[one.mark_count++] = {offset, position};
  return true;
}

// The last mark at or before the offset.
const Mark& Blocks::MarkOf(const Block& block, uint32_t offset) const {
  if (block.mark_count == 1) return block.marks[0];
  const Mark* const begin = block.marks;
  const Mark* const end = begin + block.mark_count;
  const Mark* behind = std::upper_bound(
      begin, end, offset,
      [](uint32_t value, const Mark& mark) { return value < mark.offset; });
  return *(behind - 1);
}

uint64_t Blocks::LookUp(const Block& block, const Place& place) const {
  if (block.kind == Kind::kCopies) {
    return base::Load<uint64_t>(at(place) - sizeof(uint64_t));
  }
  const Mark& mark = MarkOf(block, place.offset);
  if (block.kind == Kind::kDecompressed) return mark.position;
  return mark.position + (place.offset - mark.offset);
}

size_t Blocks::ChooseSparse() {
  size_t chosen = 0;
  size_t room = size();
  for (Block& block : blocks_) block.sparse = false;
  for (;;) {
    Block* emptiest = nullptr;
    for (Block& block : blocks_) {
      if (block.memory == nullptr || block.free || block.open || block.sparse) {
        continue;
      }
      if (emptiest == nullptr || block.held < emptiest->held) emptiest = &block;
    }
    // A copy takes somewhat more than its record.
    if (emptiest == nullptr) break;
    const size_t needed = size_t{emptiest->held} * 3 / 2;
    if (needed > room) break;
    room -= needed;
    emptiest->sparse = true;
    ++chosen;
  }
  return chosen < 2 ? 0 : chosen;
}

int Copies::Reserve(size_t size, uint64_t position, Place* place) {
  const size_t rounded = (size + 7) & ~size_t{7};
  if (open_ && at_ + 8 + rounded > blocks_->size()) Close();
  if (!open_) {
    const int failed = blocks_->Open(Blocks::Kind::kCopies, &block_);
    if (failed) return failed;
    open_ = true;
    at_ = 0;
  }
  base::Store(blocks_->memory(block_) + at_, position);
  *place = {block_, static_cast<uint32_t>(at_ + 8)};
  at_ += 8 + rounded;
  return 0;
}

void Copies::Close() {
  if (open_) blocks_->Close(block_);
  open_ = false;
}

}  // namespace perfc::profile::file
