// The attrs of ids, for a look at each record.
#ifndef PERFC_IMPL_PROFILE_FILE_ID_MAP_H_
#define PERFC_IMPL_PROFILE_FILE_ID_MAP_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "impl/base/buffer.h"

namespace perfc::profile::file {

// Open addressing. Its slots are chosen as those of a plan, so that ids which
// someone made to collide there are noticed here first.
class IdMap {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  enum class Added { kNew, kThere, kCollides };

  // False: no memory, and nothing changed.
  [[nodiscard]] bool Reserve(size_t more) {
    size_t size = slots_.size() ? slots_.size() : 16;
    while (size < 2 * (used_ + more)) size *= 2;
    return size == slots_.size() || Rehash(size);
  }

  // There must be room.
  Added Insert(uint64_t id, uint32_t index) {
    size_t probes = 0;
    Slot& slot = slots_[Find(id, &probes)];
    if (slot.index_plus_1 != 0) return Added::kThere;
    if (probes > kMostProbes) return Added::kCollides;
    slot = {id, index + 1};
    ++used_;
    return Added::kNew;
  }

  // Takes back what was inserted last.
  void TakeBack(uint64_t id) {
    size_t probes = 0;
    slots_[Find(id, &probes)] = {};
    --used_;
  }

  // The attr of an id, or kNone.
  uint32_t IndexOf(uint64_t id) const {
    size_t probes = 0;
    if (slots_.size() == 0) return kNone;
    return slots_[Find(id, &probes)].index_plus_1 - 1;
  }

 private:
  static constexpr size_t kMostProbes = 1024;

  struct Slot {
    uint64_t id;
    uint32_t index_plus_1;  // 0: free
  };

  // Where the id is, or belongs.
  size_t Find(uint64_t id, size_t* probes) const {
    const size_t mask = slots_.size() - 1;
    size_t at = (id * 0x9e3779b97f4a7c15) >> 32 & mask;
    while (slots_[at].index_plus_1 != 0 && slots_[at].id != id) {
      at = (at + 1) & mask;
      ++*probes;
    }
    return at;
  }

  bool Rehash(size_t size) {
    IdMap larger;
    if (!larger.slots_.Resize(size)) return false;
    for (const Slot& slot : slots_) {
      if (slot.index_plus_1 == 0) continue;
      size_t probes = 0;
      larger.slots_[larger.Find(slot.id, &probes)] = slot;
    }
    larger.used_ = used_;
    *this = std::move(larger);
    return true;
  }

  base::Buffer<Slot> slots_;  // a power of two, at most half of it in use
  size_t used_ = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_ID_MAP_H_
