// From the kernel's event ids to attr indices: an open-addressing hash table,
// which reports a lack of memory.
#ifndef PERFC_IMPL_DECODE_ID_TABLE_H_
#define PERFC_IMPL_DECODE_ID_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"

namespace perfc::decode {

class IdTable {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // The attr of an id, or kNone.
  uint32_t Find(uint64_t id) const {
    if (slots_.size() == 0) return kNone;
    for (size_t at = Home(id);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.index_plus_1 == 0) return kNone;
      if (slot.id == id) return slot.index_plus_1 - 1;
    }
  }

  // Makes room for `count` more ids, so that Insert can't fail.
  [[nodiscard]] bool Reserve(size_t count);

  // The id must be new, and room reserved.
  void Insert(uint64_t id, uint32_t index);

 private:
  struct Slot {
    uint64_t id;
    uint32_t index_plus_1;  // 0: free
  };

  // Ids are handed out one after another: Fibonacci hashing spreads them, its
  // upper bits best.
  size_t Home(uint64_t id) const {
    return (id * 0x9e3779b97f4a7c15) >> 32 & (slots_.size() - 1);
  }

  base::Buffer<Slot> slots_;  // a power of two, at most half full
  size_t used_ = 0;
};

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_ID_TABLE_H_
