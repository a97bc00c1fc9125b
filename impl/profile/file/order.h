// Puts records into the order of time: by rounds, or within a window.
//
// perf writes the rings one after another, so a file is made of runs, in each of
// which the time only grows. Entries are kept as these runs. What is to be handed
// out is the earlier part of each run; these parts are merged, two at a time. Equal
// times keep the order of the file, because older runs stand first.
#ifndef PERFC_IMPL_PROFILE_FILE_ORDER_H_
#define PERFC_IMPL_PROFILE_FILE_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/profile/file/blocks.h"
#include "impl/profile/file/budget.h"

namespace perfc::profile::file {

// A record that waits: its time and its place.
struct Entry {
  static constexpr uint64_t kGuessed = uint64_t{1} << 63;

  Entry() = default;
  Entry(uint64_t at, const Place& where, bool guessed)
      : time(at),
        bits((guessed ? kGuessed : 0) | uint64_t{where.block} << 32 |
             where.offset) {}

  // The record has no time of its own.
  bool guessed() const { return bits & kGuessed; }
  Place place() const {
    return {static_cast<uint32_t>((bits & ~kGuessed) >> 32),
            static_cast<uint32_t>(bits)};
  }

  uint64_t time;
  uint64_t bits;
};
static_assert(sizeof(Entry) == 16);

class Order {
 public:
  // Keeps window_bytes of records and up to a sixteenth more.
  Order(Budget* budget, Blocks* blocks, uint64_t window_bytes)
      : budget_(budget),
        blocks_(blocks),
        window_(window_bytes),
        full_(window_bytes + window_bytes / 16) {}
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  ~Order() = default;

  // Room for one more entry at least. 0, -ENOMEM or kNoBudget.
  int Reserve() { return entries_.size() < capacity_ ? 0 : Grow(); }
  // Entries for which there is room.
  size_t room() const { return capacity_ - entries_.size(); }

  // Adds the next record of the file, of `size` bytes. There must be room, and the
  // caller tells Kept about it.
  void Append(const Entry& entry) {
    if (entries_.size() == 0 || entry.time < newest_) {
      (void)runs_.Append(static_cast<uint32_t>(entries_.size()));
    }
    (void)entries_.Append(entry);
    newest_ = entry.time;
    latest_ = std::max(latest_, entry.time);
  }
  // Records of `bytes` in all were added that are in one block.
  void Kept(uint32_t block, size_t bytes) {
    kept_ += bytes;
    blocks_->Hold(block, bytes);
  }
  // How many bytes may be added until the window is full.
  uint64_t missing() const { return kept_ < full_ ? full_ - kept_ : 0; }
  bool empty() const { return entries_.size() == 0; }
  // Whether the window is full. Valid when all that was ready has been dropped.
  bool full() const { return kept_ >= full_; }

  // The end of a round makes the records up to the largest time of the round before
  // ready: whatever comes later was read from the rings in this round or later.
  void EndRound();
  // The earliest records become ready, so that the window isn't full any more.
  void TakeEarliest();
  void TakeAll();
  // The same for records in the order of the file.
  void TakeAllUnsorted();

  // Keeps memory for Compact, if there is some.
  void TakeSpare();
  // Copies records together to get memory of blocks back. False: there was none to
  // be had. Not while records are ready.
  bool Compact();

  // The records that are ready, which the caller hands out one after another.
  bool HasReady() const { return next_ < ready_.size(); }
  const Entry* ready() const { return ready_.data() + next_; }
  const Entry* ready_end() const { return ready_.end(); }
  // The next records were handed out as these. They are borrowed until DropTaken.
  void Take(const perfc_stream_record* records, size_t count) {
    for (size_t i = 0; i < count;) {
      const uint32_t block = ready_[next_].place().block;
      size_t bytes = 0;
      for (; i < count && ready_[next_].place().block == block; ++i, ++next_) {
        bytes += records[i].record.size;
      }
      kept_ -= bytes;
      blocks_->Borrow(block, bytes);
    }
  }
  void DropTaken() { blocks_->DropBorrowed(); }

 private:
  // Bytes for one entry: in three arrays of entries, and two of runs.
  static constexpr uint64_t kBytes = 3 * sizeof(Entry) + 2 * sizeof(uint32_t);
  // Where there are more runs, those of the newest records become one.
  static constexpr size_t kMostRuns = 64;

  int Grow();
  size_t RunEnd(size_t run) const {
    return run + 1 < runs_.size() ? runs_[run + 1] : entries_.size();
  }
  void TakeUpTo(uint64_t time);
  void JoinNewRuns();
  bool Move(Entry* entry, Copies* copies);
  size_t CountUpTo(uint64_t time) const;
  uint64_t TimeOfRank(size_t rank) const;

  Budget* const budget_;
  Blocks* const blocks_;
  const uint64_t window_;
  const uint64_t full_;

  base::Buffer<Entry> entries_;
  base::Buffer<uint32_t> runs_;  // where each begins
  size_t capacity_ = 0;          // of all arrays
  size_t old_runs_ = 0;          // that were there when records were last taken
  uint64_t newest_ = 0;          // time of the last entry
  uint64_t latest_ = 0;          // largest time so far
  uint64_t round_latest_ = 0;    // the same at the end of the last round
  bool has_round_ = false;
  bool has_spare_ = false;
  uint64_t kept_ = 0;  // bytes of records, with those that are ready

  base::Buffer<Entry> ready_;
  base::Buffer<Entry> scratch_;
  base::Buffer<uint32_t> ready_runs_;
  size_t next_ = 0;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_ORDER_H_
