// The memory in which records wait and are handed out.
#ifndef PERFC_IMPL_PROFILE_FILE_BLOCKS_H_
#define PERFC_IMPL_PROFILE_FILE_BLOCKS_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/file/budget.h"
#include "perfc/record.h"

namespace perfc::profile::file {

// A record has at most so many bytes.
inline constexpr size_t kMostRecord = UINT16_MAX;
// Room before a block's own bytes, for the beginning of a record whose end they
// have.
inline constexpr size_t kHeadroom = 1 << 16;

// Where a record is: a block, and the bytes from its start.
struct Place {
  uint32_t block;
  uint32_t offset;
};

// What is known about the positions of a block's bytes in the file.
struct Mark {
  uint32_t offset;
  uint64_t position;
};

class Blocks {
 public:
  enum class Kind : uint8_t {
    kFile,          // bytes of the file: a mark's position, and so on
    kDecompressed,  // a mark's position holds up to the next mark
    kCopies,        // a record's position stands in the 8 bytes before it
  };

  // Each block has headroom and `payload` bytes, a multiple of 8.
  Blocks(Budget* budget, size_t payload) : budget_(budget), payload_(payload) {}
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks();

  size_t payload() const { return payload_; }
  size_t size() const { return kHeadroom + payload_; }
  // Memory that a block takes.
  size_t Allocated() const { return size() + 8 + kMarks * sizeof(Mark); }

  // Makes *block one that isn't in use. The caller writes into it until Close. 0,
  // -ENOMEM or kNoBudget.
  int Open(Kind kind, uint32_t* block);
  // The caller writes no more. The block is free once it has no records.
  void Close(uint32_t block);
  // Whether records wait in the block.
  bool holds(uint32_t block) const { return blocks_[block].held > 0; }
  // Forgets the marks of an open block that holds nothing.
  void Restart(uint32_t block);
  // Gives memory of free blocks back to the budget.
  void Trim();

  uint8_t* at(const Place& place) {
    return blocks_[place.block].memory + place.offset;
  }
  const uint8_t* at(const Place& place) const {
    return blocks_[place.block].memory + place.offset;
  }
  uint8_t* memory(uint32_t block) { return blocks_[block].memory; }

  // Adds what is known about the bytes from `offset` on. False: the block takes no
  // more; it must be closed.
  [[nodiscard]] bool AddMark(uint32_t block, uint32_t offset,
                             uint64_t position);
  uint64_t PositionOf(const Place& place) const {
    const Block& block = blocks_[place.block];
    if (block.kind == Kind::kFile && block.mark_count == 1) {
      return block.first_byte + place.offset;
    }
    return LookUp(block, place);
  }

  // A record of `bytes` waits in the block.
  void Hold(uint32_t block, size_t bytes) {
    blocks_[block].held += static_cast<uint32_t>(bytes);
  }
  // It is borrowed until the next DropBorrowed.
  void Borrow(uint32_t block, size_t bytes) {
    blocks_[block].borrowed += static_cast<uint32_t>(bytes);
  }
  void DropBorrowed();
  // It waits no more.
  void Drop(uint32_t block, size_t bytes) {
    Block& one = blocks_[block];
    one.held -= static_cast<uint32_t>(bytes);
    if (one.held == 0 && !one.open) Free(block);
  }

  // Marks as many of the emptiest blocks as have records for one block together, and
  // returns their number. Copying these records gives the memory of the other blocks
  // back. 0: there is nothing to be had.
  size_t ChooseSparse();
  bool IsSparse(uint32_t block) const { return blocks_[block].sparse; }

 private:
  static constexpr size_t kMarks = 512;

  struct Block {
    uint8_t* memory;  // null: there is none
    Mark* marks;      // behind the memory
    uint64_t
        first_byte;  // the position of the block's start, by the first mark
    uint32_t mark_count;
    uint32_t held;      // bytes of records
    uint32_t borrowed;  // those of them that were handed out
    Kind kind;
    bool open;
    bool free;
    bool sparse;
  };

  const Mark& MarkOf(const Block& block, uint32_t offset) const;
  uint64_t LookUp(const Block& block, const Place& place) const;
  void Free(uint32_t block);
  int Allocate(uint32_t* block);

  Budget* const budget_;
  const size_t payload_;
  base::Buffer<Block> blocks_;
  base::Buffer<uint32_t> free_;  // with memory
};

// Copies of records, each in one piece and aligned, behind one another in blocks.
class Copies {
 public:
  explicit Copies(Blocks* blocks) : blocks_(blocks) {}

  // Room for a record of `size` bytes that begins at `position` in the file. *place
  // is valid until the next call, and longer if the record is held. 0, -ENOMEM or
  // kNoBudget.
  int Reserve(size_t size, uint64_t position, Place* place);
  // No more copies: the block may become free.
  void Close();

 private:
  Blocks* const blocks_;
  bool open_ = false;
  uint32_t block_ = 0;
  size_t at_ = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_BLOCKS_H_
