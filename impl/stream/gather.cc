// The blocks of an order: which records they have.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/numeric/bits.h"
#include "impl/base/order.h"
#include "impl/record/record.h"
#include "impl/ring/ring.h"
#include "impl/stream/block.h"
#include "impl/stream/order.h"
#include "perfc/uapi.h"

namespace perfc::stream {

void Order::Gather() {
  block_.Clear();
  next_ = end_ = 0;
  base_ = *std::min_element(times_.begin(), times_.end());
  last_ = base_ + std::min((uint64_t{1} << bits_) - 1, kNever - 1 - base_);
  const uint32_t bits = bits_;
  const auto count = static_cast<uint32_t>(sources_.size());
  for (uint32_t i = 0; i < count && GatherTurn(i); ++i) continue;
  const size_t gathered = block_.count();
  block_.Sort(bits_);
  EndBlock();
  if (bits_ == bits) FitBits(gathered);
}

// Prefetches the memory that a source's turn needs, while others have theirs.
// GCC 12 drops the call of a function that does no more than this.
[[gnu::always_inline]] inline void Order::PrefetchTurn(uint32_t number) const {
  if (number >= sources_.size() || times_[number] > last_) return;
  const Source& source = sources_[number];
  if (source.next >= source.limit) return source.event->ring().Prefetch();
  constexpr size_t kBytes = 6 * 64;
  for (size_t i = 0; i < kBytes; i += 64) __builtin_prefetch(source.next + i);
}

// False: no later source can have a turn.
bool Order::GatherTurn(uint32_t number) {
  constexpr uint32_t kAhead = 8;
  PrefetchTurn(number + kAhead);
  if (times_[number] > last_) return true;
  while (!GatherFrom(number)) {
    if (Narrow()) continue;
    // The keys are equal, so the block has the first records by source.
    block_.Cut();
    return false;
  }
  return true;
}

// Gathers the source's records up to last_. False: the block is full.
bool Order::GatherFrom(uint32_t number) {
  uint64_t latest = base_;
  if (block_.HasLast(number)) latest += block_.last_key();
  for (;;) {
    const Ended ended = GatherRun(number, &latest);
    if (ended != Ended::kLook) return ended == Ended::kLater;
    Block::Entry entry;
    const Found found = Look(number, &entry);
    if (found == Found::kNone) return true;
    if (found == Found::kCut) {
      times_[number] = latest;
      block_.Cut();
      return true;
    }
    if (entry.time > last_) return true;
    if (block_.IsFull()) return false;
    latest = std::max(latest, entry.time);
    block_.Add(entry, latest - base_);
    Advance(&sources_[number], entry.size);
  }
}

// Gathers the samples that lie in one piece from the source's next record on.
inline Order::Ended Order::GatherRun(uint32_t number, uint64_t* latest) {
  Source& source = sources_[number];
  const uint8_t* const from = source.next;
  const uint8_t* const limit = source.limit;
  if (from >= limit || source.time_at == 0) return Ended::kLook;
  // In locals, which the loop's stores can't change.
  const uint64_t of_round =
      source.round_left - std::min(source.untold, source.round_left);
  const uint64_t time_at = source.time_at;
  const uint64_t least = source.sample_size;
  const perfc_plan* const plan = source.plan;
  const uint64_t base = base_;
  const uint64_t last = last_;
  uint64_t time = source.last_time;
  uint64_t key_time = *latest;
  Block::Adder adder(block_);
  Ended ended = Ended::kLook;
  const uint8_t* data = from;
  do {
    // The address of a record depends on the header before it, so the processor
    // can't load the records ahead by itself.
    constexpr size_t kAhead = 1024;
    __builtin_prefetch(data + kAhead);
    const auto header = base::Load<uint64_t>(data);
    const uint64_t size = record::SizeOf(header);
    if (record::TypeOf(header) != PERFC_RECORD_SAMPLE || size < least ||
        size % 8 != 0 || size > static_cast<uint64_t>(limit - data)) {
      break;
    }
    time = Clamp(base::Load<uint64_t>(data + time_at));
    if (time > last || adder.IsFull()) {
      times_[number] = time;
      ended = time > last ? Ended::kLater : Ended::kFull;
      break;
    }
    key_time = std::max(key_time, time);
    adder.Add({data, time, plan, number, static_cast<uint16_t>(size), 0,
               static_cast<uint64_t>(data - from) < of_round},
              key_time - base);
    data += size;
  } while (data < limit);
  adder.End(&block_);
  source.last_time = time;
  *latest = key_time;
  Advance(&source, static_cast<uint64_t>(data - from));
  return ended;
}

// Halves the span of the block, which is full, at least. False: all keys are
// equal.
bool Order::Narrow() {
  const uint64_t largest = block_.LargestKey();
  if (largest == 0) return false;
  bits_ = static_cast<uint32_t>(absl::bit_width(largest)) - 1;
  const uint64_t most = (uint64_t{1} << bits_) - 1;
  last_ = base_ + most;
  block_.Drop(most, [this](const Block::Entry& entry) { PutBack(entry); });
  return true;
}

// The block ends with the last record that can be used, and with the round.
void Order::EndBlock() {
  size_t end = block_.CountUsable();
  end_ = block_.count();
  PutBackFrom(end);
  if (open_ != 0) return;
  while (end > 0 && !block_.at(end - 1).of_round) --end;
  PutBackFrom(end);
}

// Makes the next block's span such that the block will be about half full.
void Order::FitBits(size_t gathered) {
  if (end_ < gathered / 2) {
    bits_ -= bits_ > 0;
  } else if (gathered < block_.capacity() * 7 / 16 && open_ != 0) {
    bits_ += bits_ < Block::kMostBits;
  }
}

}  // namespace perfc::stream
