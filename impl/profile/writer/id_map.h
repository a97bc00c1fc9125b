// A hash table of numbers by number.
#ifndef PERFC_IMPL_PROFILE_WRITER_ID_MAP_H_
#define PERFC_IMPL_PROFILE_WRITER_ID_MAP_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"

namespace perfc::profile::writer {

class IdMap {
 public:
  // Null: the key isn't there. Valid until the next Insert.
  const uint64_t* Find(uint64_t key) const {
    if (slots_.size() == 0) return nullptr;
    const Slot& slot = slots_[PlaceOf(key)];
    return slot.used ? &slot.value : nullptr;
  }

  // Adds or replaces. False: no memory, and nothing has changed.
  [[nodiscard]] bool Insert(uint64_t key, uint64_t value);

  size_t size() const { return used_; }

 private:
  struct Slot {
    uint64_t key;
    uint64_t value;
    bool used;
  };

  size_t PlaceOf(uint64_t key) const;
  bool Grow();

  base::Buffer<Slot> slots_;  // a power of two
  size_t used_ = 0;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_ID_MAP_H_
