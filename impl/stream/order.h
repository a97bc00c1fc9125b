// The order of a forward stream: the records of many rings by time, in rounds.
//
// Records are gathered into a block, sorted there, and handed out from it. A block
// spans some time: the records of all rings whose keys lie in the span. The key of
// a record is the latest time of its ring's records in the block up to itself. So
// a record that is earlier than the one before it in its ring comes right after
// that one. Equal keys are ordered by the rings' numbers. This is the order in
// which one would always take the earliest of all rings' next records.
//
// The rings are told of the records after the block has been handed out.
#ifndef PERFC_IMPL_STREAM_ORDER_H_
#define PERFC_IMPL_STREAM_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/decode/plan.h"
#include "impl/event/event.h"
#include "impl/record/record.h"
#include "impl/stream/block.h"
#include "impl/stream/rings.h"
#include "perfc/record.h"
#include "perfc/ring.h"

namespace perfc::stream {

class Order {
 public:
  struct Source {
    const uint8_t* next;  // the next record, if it lies below the limit
    // Up to here records lie in one piece. They may be gathered with no more
    // ado than a look at their header.
    const uint8_t* limit;
    uint64_t untold;      // bytes that were gathered, not told to the ring
    uint64_t round_left;  // bytes of this round that the ring wasn't told of
    uint64_t last_time;   // of the last record that was looked at
    const perfc_plan* plan;
    event::Event* event;   // null: the number is free
    uint16_t time_at;      // in samples, if that needs no more; else 0
    uint16_t sample_size;  // at least
  };

  explicit Order(uint64_t round_bytes) : round_bytes_(round_bytes) {}

  const base::Buffer<Source>& sources() const { return sources_; }
  uint64_t out_of_order(uint32_t number) const { return out_of_order_[number]; }

  // Makes one more number. False: no memory, and nothing changed.
  [[nodiscard]] bool Grow();
  void Add(uint32_t number, event::Event* event, const perfc_plan* plan);
  // Tells the ring of its records that were handed out.
  void Remove(uint32_t number);
  // The same for all rings, at the end.
  void Stop();
  // In a child of fork(), where the rings are the parent's.
  void Forget(uint32_t number);

  // Gives the earliest record, and takes nothing. Returns false if there is no
  // record now.
  bool Top(perfc_stream_record* out) {
    if (!InBlock() && !Refill()) return false;
    const Block::Entry& entry = block_.at(next_);
    // Of the size that was checked.
    const auto header = base::Load<uint64_t>(entry.data);
    record::View(entry.data, record::WithSize(header, entry.size),
                 &out->record);
    SetOrigin(entry.plan, sequence_, out);
    out->time = entry.time;
    out->source = entry.source;
    out->flags =
        entry.flags | (entry.time < latest_ ? PERFC_STREAM_RECORD_LATE : 0);
    return true;
  }
  // It has been handed out, and is borrowed from now on.
  void Take(const perfc_stream_record& out) {
    if (out.record.type != PERFC_RECORD_SAMPLE) Account(out);
    if (out.time < latest_) ++out_of_order_[out.source];
    latest_ = std::max(latest_, out.time);
    ++sequence_;
    ++next_;
    PrefetchNext();
  }
  // Whether the next record can be handed out while others are borrowed.
  bool InBlock() const { return next_ != end_; }

  // Ends the borrowing of all records. Returns whether the round has more.
  bool Settle();

 private:
  // The time of a source without a next record.
  static constexpr uint64_t kNever = UINT64_MAX;
  static uint64_t Clamp(uint64_t time) { return std::min(time, kNever - 1); }

  // Where a look for a source's next record ended.
  enum class Found {
    kRecord,
    kNone,
    kCut,  // the record can be looked at only after this block
  };
  // Why a run ended.
  enum class Ended {
    kLater,  // the next record is later than the block
    kFull,
    kLook,  // the next record must be looked for
  };

  // Whether the round has records of the source that weren't gathered.
  static bool IsOpen(const Source& source) {
    return source.round_left > source.untold;
  }

  // Prefetches the memory of a record that follows, while the caller works on
  // the current one.
  [[gnu::always_inline]] void PrefetchNext() const {
    constexpr size_t kAhead = 4;
    if (next_ + kAhead >= end_) return;
    const Block::Entry& entry = block_.at(next_ + kAhead);
    __builtin_prefetch(entry.data);
    // The layout is larger than a cache line.
    __builtin_prefetch(&entry.plan->only_layout());
    __builtin_prefetch(&entry.plan->only_layout().sample_time_at);
  }

  void Account(const perfc_stream_record& out);
  void Tell(Source* source);
  void TellAll();
  bool Refill();
  bool BeginRound();
  void CloseRound(uint32_t number);
  void Advance(Source* source, uint64_t bytes);
  void PutBack(const Block::Entry& entry);
  void PutBackFrom(size_t place);
  Found View(uint32_t number, perfc_record* record);
  Found Look(uint32_t number, Block::Entry* entry);

  // gather.cc
  void Gather();
  bool GatherTurn(uint32_t number);
  void PrefetchTurn(uint32_t number) const;
  bool GatherFrom(uint32_t number);
  Ended GatherRun(uint32_t number, uint64_t* latest);
  bool Narrow();
  void EndBlock();
  void FitBits(size_t gathered);

  const uint64_t round_bytes_;
  base::Buffer<Source> sources_;
  // The time of each source's next record, or a time that isn't later.
  base::Buffer<uint64_t> times_;
  base::Buffer<uint64_t> out_of_order_;
  uint32_t open_ = 0;  // sources whose round isn't gathered

  // The block spans the times from base_ to last_, which are 2^bits_.
  Block block_;
  uint32_t bits_ = 16;
  uint64_t base_ = 0;
  uint64_t last_ = 0;
  size_t next_ = 0;  // the places to be handed out
  size_t end_ = 0;

  uint64_t latest_ = 0;  // the latest time handed out
  uint64_t sequence_ = 0;
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_ORDER_H_
