#include "impl/profile/table/texts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"

namespace perfc::profile::table {
namespace {

constexpr size_t kFirstSlots = 64;
constexpr uint64_t kMostBytes = uint64_t{1} << 32;

// Both halves of the product depend on all bits of both factors.
uint64_t Fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

// The texts come from strangers, who must not be able to choose many that fall
// into one place. So the hash depends on an address, which they don't know.
uint64_t Texts::Hash(absl::string_view text) const {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  const uint64_t key = Fold(reinterpret_cast<uintptr_t>(this), kOdd);
  uint64_t hash = Fold(key ^ text.size(), ~kOdd);
  while (!text.empty()) {
    char block[16] = {};
    const size_t size = std::min(text.size(), sizeof block);
    memcpy(block, text.data(), size);
    hash = Fold(base::Load<uint64_t>(block) ^ hash,
                base::Load<uint64_t>(block + 8) ^ key ^ kOdd);
    text.remove_prefix(size);
  }
  return Fold(hash, kOdd);
}

Texts::Slot* Texts::Find(absl::string_view text, uint32_t hash) {
  const size_t mask = index_.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    Slot& slot = index_[i];
    if (slot.text.size == 0) return &slot;
    if (slot.hash == hash && Get(slot.text) == text) return &slot;
  }
}

bool Texts::GrowIndex() {
  if (2 * used_ < index_.size()) return true;
  base::Buffer<Slot> old;
  std::swap(old, index_);
  if (!index_.Resize(std::max(kFirstSlots, 2 * old.size()))) {
    std::swap(old, index_);
    return false;
  }
  const size_t mask = index_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.text.size == 0) continue;
    size_t i = slot.hash & mask;
    while (index_[i].text.size != 0) i = (i + 1) & mask;
    index_[i] = slot;
  }
  return true;
}

int Texts::Append(absl::string_view text, perfc_text* out) {
  if (bytes_.size() == 0 && !bytes_.Append('\0')) return -ENOMEM;
  if (text.size() >= kMostBytes - bytes_.size()) return -ERANGE;
  const perfc_text added = {static_cast<uint32_t>(bytes_.size()),
                            static_cast<uint32_t>(text.size())};
  if (!bytes_.AppendAll(text.data(), text.size())) return -ENOMEM;
  if (!bytes_.Append('\0')) return -ENOMEM;
  *out = added;
  return 0;
}

int Texts::Add(absl::string_view text, perfc_text* out) {
  *out = {};
  if (text.empty()) return 0;
  if (text.size() >= kMostBytes) return -ERANGE;
  if (!GrowIndex()) return -ENOMEM;
  const auto hash = static_cast<uint32_t>(Hash(text));
  Slot* slot = Find(text, hash);
  if (slot->text.size == 0) {
    if (const int failed = Append(text, &slot->text)) return failed;
    slot->hash = hash;
    ++used_;
  }
  *out = slot->text;
  return 0;
}

}  // namespace perfc::profile::table
