// Records of many rings, sorted by keys.
#ifndef PERFC_IMPL_STREAM_BLOCK_H_
#define PERFC_IMPL_STREAM_BLOCK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/decode/plan.h"

namespace perfc::stream {

// First records are added, then they are sorted.
class Block {
 public:
  struct Entry {
    const uint8_t* data;
    uint64_t time;
    const perfc_plan* plan;
    uint32_t source;
    uint16_t size;
    uint8_t flags;     // PERFC_STREAM_RECORD_*
    uint8_t of_round;  // the round must hand it out
  };

  static constexpr uint32_t kMostBits = 31;  // of a key

  // Room for so many records. False: no memory, and nothing changed.
  [[nodiscard]] bool Reserve(size_t capacity);

  void Clear() {
    count_ = 0;
    horizon_ = kNoHorizon;
  }
  size_t count() const { return count_; }
  size_t capacity() const { return entries_.size(); }
  bool IsFull() const { return count_ == capacity(); }

  // Adds records in a loop that keeps the block's members in registers. End
  // makes them the block's.
  class Adder {
   public:
    explicit Adder(Block& block)
        : entries_(block.entries_.data()),
          ranks_(block.ranks_.data()),
          count_(block.count_),
          capacity_(block.capacity()) {}
    bool IsFull() const { return count_ == capacity_; }
    void Add(const Entry& entry, uint64_t key) {
      entries_[count_] = entry;
      ranks_[count_] = key << 32 | count_;
      ++count_;
    }
    void End(Block* block) const { block->count_ = count_; }

   private:
    Entry* entries_;
    uint64_t* ranks_;
    size_t count_;
    size_t capacity_;
  };

  void Add(const Entry& entry, uint64_t key) {
    Adder adder(*this);
    adder.Add(entry, key);
    adder.End(this);
  }

  // Of the entry that was added last.
  bool HasLast(uint32_t source) const {
    return count_ > 0 && entries_[count_ - 1].source == source;
  }
  uint64_t last_key() const { return KeyOf(ranks_[count_ - 1]); }
  // Its source has more records, which weren't added, so those that come after
  // this one can't be used.
  void Cut() { horizon_ = std::min(horizon_, ranks_[count_ - 1]); }

  uint64_t LargestKey() const;

  // Takes out the entries with keys above `most`. The caller is told of each,
  // the last one first.
  template <typename Told>
  void Drop(uint64_t most, const Told& told) {
    for (size_t i = count_; i-- > 0;) {
      if (KeyOf(ranks_[i]) > most) told(entries_[i]);
    }
    Keep(most);
  }

  // The keys are below 2^bits.
  void Sort(uint32_t bits);

  // How many entries from the first one on can be used.
  size_t CountUsable() const;
  // The entry at a place in the order.
  const Entry& at(size_t place) const {
    return entries_[static_cast<uint32_t>(sorted_[place])];
  }

 private:
  // The key of an entry, and below it the entry's index, which decides between
  // equal keys.
  using Rank = uint64_t;
  static constexpr Rank kNoHorizon = UINT64_MAX;
  static uint64_t KeyOf(Rank rank) { return rank >> 32; }

  void Keep(uint64_t most);
  bool Count(uint32_t shift, size_t buckets);
  void SortCrowded(size_t buckets);
  void SortNeighbours();

  base::Buffer<Entry> entries_;
  base::Buffer<Rank> ranks_;  // of the entries
  base::Buffer<Rank> sorted_;
  base::Buffer<uint32_t> ends_;  // of the buckets in sorted_
  size_t count_ = 0;
  Rank horizon_ = kNoHorizon;  // the last one that can be used
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_BLOCK_H_
