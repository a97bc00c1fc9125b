#include "impl/profile/writer/id_map.h"

#include <algorithm>
#include <utility>

namespace perfc::profile::writer {
namespace {

constexpr size_t kLeastSlots = 16;

}  // namespace

// The key's slot, or the free one that it would get.
size_t IdMap::PlaceOf(uint64_t key) const {
  const size_t mask = slots_.size() - 1;
  size_t place = (key * 0x9e3779b97f4a7c15 >> 32) & mask;
  while (slots_[place].used && slots_[place].key != key) {
    place = (place + 1) & mask;
  }
  return place;
}

bool IdMap::Grow() {
  IdMap larger;
  if (!larger.slots_.Resize(std::max(2 * slots_.size(), kLeastSlots))) {
    return false;
  }
  for (const Slot& slot : slots_) {
    if (slot.used) larger.slots_[larger.PlaceOf(slot.key)] = slot;
  }
  std::swap(slots_, larger.slots_);
  return true;
}

bool IdMap::Insert(uint64_t key, uint64_t value) {
  // At least half of the slots stay free, so that every search ends soon.
  if (2 * (used_ + 1) > slots_.size() && !Grow()) return false;
  Slot& slot = slots_[PlaceOf(key)];
  used_ += slot.used ? 0 : 1;
  slot = {key, value, true};
  return true;
}

}  // namespace perfc::profile::writer
