#include "impl/decode/id_table.h"

#include <utility>

namespace perfc::decode {

bool IdTable::Reserve(size_t count) {
  if (count == 0) return true;
  if (count > SIZE_MAX / 4 - used_) return false;
  size_t size = slots_.size() ? slots_.size() : 16;
  while (size < 2 * (used_ + count)) size *= 2;
  if (size == slots_.size()) return true;
  IdTable larger;
  if (!larger.slots_.Resize(size)) return false;
  for (const Slot& slot : slots_) {
    if (slot.index_plus_1) larger.Insert(slot.id, slot.index_plus_1 - 1);
  }
  *this = std::move(larger);
  return true;
}

void IdTable::Insert(uint64_t id, uint32_t index) {
  size_t at = Home(id);
  while (slots_[at].index_plus_1) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = {id, index + 1};
  ++used_;
}

}  // namespace perfc::decode
