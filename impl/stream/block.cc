#include "impl/stream/block.h"

#include <algorithm>

#include "absl/numeric/bits.h"

namespace perfc::stream {
namespace {

// A bucket with more ranks takes too long to be sorted by insertion.
constexpr uint32_t kCrowded = 24;

}  // namespace

bool Block::Reserve(size_t capacity) {
  if (capacity <= this->capacity()) return true;
  return ranks_.Resize(capacity) && sorted_.Resize(capacity) &&
         ends_.Resize(capacity) && entries_.Resize(capacity);
}

uint64_t Block::LargestKey() const {
  Rank largest = 0;
  for (size_t i = 0; i < count_; ++i) largest = std::max(largest, ranks_[i]);
  return KeyOf(largest);
}

void Block::Keep(uint64_t most) {
  size_t kept = 0;
  Rank horizon = kNoHorizon;
  for (size_t i = 0; i < count_; ++i) {
    const uint64_t key = KeyOf(ranks_[i]);
    if (key > most) continue;
    entries_[kept] = entries_[i];
    const Rank rank = key << 32 | kept;
    if (ranks_[i] == horizon_) horizon = rank;
    ranks_[kept] = rank;
    ++kept;
  }
  count_ = kept;
  horizon_ = horizon;
}

size_t Block::CountUsable() const {
  size_t usable = count_;
  while (usable > 0 && sorted_[usable - 1] > horizon_) --usable;
  return usable;
}

// Distributes the ranks over nearly as many buckets as there are entries. If times
// are spread evenly, most buckets have one or two.
void Block::Sort(uint32_t bits) {
  const auto bucket_bits =
      static_cast<uint32_t>(absl::bit_width(count_ | 1) - 1);
  const uint32_t shift = 32 + bits - std::min(bits, bucket_bits);
  const size_t buckets = size_t{1} << bucket_bits;
  const bool crowded = Count(shift, buckets);
  const Rank* const ranks = ranks_.data();
  Rank* const sorted = sorted_.data();
  uint32_t* const ends = ends_.data();
  for (size_t i = count_; i-- > 0;) {
    sorted[--ends[ranks[i] >> shift]] = ranks[i];
  }
  if (crowded) SortCrowded(buckets);
  SortNeighbours();
}

// Finds where each bucket ends. Returns whether one is crowded.
bool Block::Count(uint32_t shift, size_t buckets) {
  uint32_t* const ends = ends_.data();
  std::fill_n(ends, buckets, 0);
  for (size_t i = 0; i < count_; ++i) ++ends[ranks_[i] >> shift];
  uint32_t end = 0;
  uint32_t most = 0;
  for (size_t i = 0; i < buckets; ++i) {
    most = std::max(most, ends[i]);
    ends[i] = end += ends[i];
  }
  return most > kCrowded;
}

// The distribution has moved each bucket's end to its begin.
void Block::SortCrowded(size_t buckets) {
  for (size_t i = 0; i < buckets; ++i) {
    const size_t end = i + 1 < buckets ? ends_[i + 1] : count_;
    if (end - ends_[i] <= kCrowded) continue;
    std::sort(sorted_.data() + ends_[i], sorted_.data() + end);
  }
}

void Block::SortNeighbours() {
  Rank* const sorted = sorted_.data();
  for (size_t i = 1; i < count_; ++i) {
    const Rank rank = sorted[i];
    if (sorted[i - 1] < rank) continue;
    size_t to = i;
    for (; to > 0 && sorted[to - 1] > rank; --to) sorted[to] = sorted[to - 1];
    sorted[to] = rank;
  }
}

}  // namespace perfc::stream
