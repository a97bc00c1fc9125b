#include "impl/profile/file/order.h"

#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/file/merge.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kFirstCapacity = 1024;

size_t SizeOf(const uint8_t* record) {
  return base::Load<uint16_t>(record + 6);
}

}  // namespace

int Order::Grow() {
  const size_t capacity = capacity_ ? 2 * capacity_ : kFirstCapacity;
  const uint64_t more = (capacity - capacity_) * kBytes;
  // Entries never give their memory back, and blocks need some.
  const uint64_t others = 4 * blocks_->Allocated();
  if (budget_->left() < more + others) blocks_->Trim();
  if (budget_->left() < more + others || !budget_->Take(more)) {
    return kNoBudget;
  }
  if (entries_.Reserve(capacity) && runs_.Reserve(capacity) &&
      ready_.Reserve(capacity) && scratch_.Reserve(capacity) &&
      ready_runs_.Reserve(capacity)) {
    capacity_ = capacity;
    return 0;
  }
  budget_->Give(more);
  return -ENOMEM;
}

// The earlier part of each run becomes ready; the later part stays a run.
void Order::TakeUpTo(uint64_t time) {
  ready_.Clear();
  ready_runs_.Clear();
  next_ = 0;
  size_t kept = 0;
  size_t kept_runs = 0;
  for (size_t run = 0, begin = 0; run < runs_.size(); ++run) {
    const size_t end = RunEnd(run);
    const Entry* behind = std::upper_bound(
        entries_.data() + begin, entries_.data() + end, time,
        [](uint64_t value, const Entry& entry) { return value < entry.time; });
    const auto split = static_cast<size_t>(behind - entries_.data());
    if (split > begin) {
      (void)ready_runs_.Append(static_cast<uint32_t>(ready_.size()));
      (void)ready_.AppendAll(entries_.data() + begin, split - begin);
    }
    if (end > split) {
      memmove(static_cast<void*>(entries_.data() + kept),
              entries_.data() + split, (end - split) * sizeof(Entry));
      runs_[kept_runs++] = static_cast<uint32_t>(kept);
      kept += end - split;
    }
    begin = end;
  }
  // They only shrink.
  (void)entries_.Resize(kept);
  (void)runs_.Resize(kept_runs);
  old_runs_ = kept_runs;
  if (kept > 0) newest_ = entries_[kept - 1].time;
  MergeRuns(ready_.data(), ready_.size(), &ready_runs_, scratch_.data());
}

void Order::EndRound() {
  if (has_round_) TakeUpTo(round_latest_);
  round_latest_ = latest_;
  has_round_ = true;
}

void Order::TakeAll() { TakeUpTo(UINT64_MAX); }

void Order::TakeAllUnsorted() {
  (void)runs_.Resize(std::min<size_t>(runs_.size(), 1));
  TakeUpTo(UINT64_MAX);
}

// Makes one run of those that came since records were last taken.
void Order::JoinNewRuns() {
  if (runs_.size() <= kMostRuns || runs_.size() - old_runs_ < 2) return;
  const size_t begin = runs_[old_runs_];
  ready_runs_.Clear();
  for (size_t run = old_runs_; run < runs_.size(); ++run) {
    (void)ready_runs_.Append(static_cast<uint32_t>(runs_[run] - begin));
  }
  MergeRuns(entries_.data() + begin, entries_.size() - begin, &ready_runs_,
            scratch_.data());
  (void)runs_.Resize(old_runs_ + 1);
  newest_ = entries_[entries_.size() - 1].time;
}

size_t Order::CountUpTo(uint64_t time) const {
  size_t count = 0;
  for (size_t run = 0; run < runs_.size(); ++run) {
    const Entry* begin = entries_.data() + runs_[run];
    const Entry* end = entries_.data() + RunEnd(run);
    const Entry* behind = std::upper_bound(
        begin, end, time,
        [](uint64_t value, const Entry& entry) { return value < entry.time; });
    count += static_cast<size_t>(behind - begin);
  }
  return count;
}

// The time of the entry that is number `rank` in the order of time, from 1 on.
uint64_t Order::TimeOfRank(size_t rank) const {
  uint64_t least = UINT64_MAX;
  for (const uint32_t begin : runs_) {
    least = std::min(least, entries_[begin].time);
  }
  uint64_t most = latest_;
  while (least < most) {
    const uint64_t middle = least + (most - least) / 2;
    if (CountUpTo(middle) >= rank) {
      most = middle;
    } else {
      least = middle + 1;
    }
  }
  return least;
}

void Order::TakeEarliest() {
  JoinNewRuns();
  const uint64_t excess = kept_ > window_ ? kept_ - window_ : kept_ / 16;
  const size_t count = entries_.size();
  const auto share = static_cast<size_t>(static_cast<double>(excess) /
                                         static_cast<double>(kept_ + 1) *
                                         static_cast<double>(count));
  TakeUpTo(TimeOfRank(std::clamp<size_t>(share, 1, count)));
}

// Copies one record out of a sparse block. False: there is no room.
bool Order::Move(Entry* entry, Copies* copies) {
  const Place from = entry->place();
  if (!blocks_->IsSparse(from.block)) return true;
  const size_t size = SizeOf(blocks_->at(from));
  Place to;
  if (copies->Reserve(size, blocks_->PositionOf(from), &to) != 0) return false;
  memcpy(blocks_->at(to), blocks_->at(from), size);
  blocks_->Hold(to.block, size);
  *entry = Entry(entry->time, to, entry->guessed());
  blocks_->Drop(from.block, size);
  return true;
}

void Order::TakeSpare() {
  has_spare_ = has_spare_ || budget_->Take(blocks_->Allocated());
}

bool Order::Compact() {
  TakeSpare();
  if (!has_spare_ || blocks_->ChooseSparse() == 0) return false;
  budget_->Give(blocks_->Allocated());
  has_spare_ = false;
  const uint64_t before = budget_->left();
  Copies copies(blocks_);
  for (Entry& entry : entries_) {
    if (!Move(&entry, &copies)) break;
  }
  copies.Close();
  blocks_->Trim();
  TakeSpare();
  return has_spare_ && budget_->left() > before - blocks_->Allocated();
}

}  // namespace perfc::profile::file
