// The remaining size of a fill.
#ifndef PERFC_IMPL_BATCH_BUDGET_H_
#define PERFC_IMPL_BATCH_BUDGET_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace perfc::batch {

// The reason why a fill ended.
enum class Ended : uint8_t {
  kNot,       // it does
  kFull,      // the budget is used up
  kOverflow,  // offsets would no longer fit into 31 bits
  kNoMemory,
};

class Budget {
 public:
  // `rows`: the maximum that the caller gave, or 0.
  explicit Budget(size_t rows)
      : given_(rows != 0), rows_(rows ? rows : kRows) {}

  // Of both tables together.
  size_t rows() const { return rows_; }

  void Begin() {
    samples_ = records_ = bytes_ = 0;
    ended_ = Ended::kNot;
  }
  void AddSamples(size_t rows, size_t bytes) {
    samples_ += rows;
    bytes_ += bytes;
  }
  void AddRecord(size_t bytes) {
    ++records_;
    bytes_ += bytes;
  }

  // How many more samples of `row_bytes` bytes each it has room for.
  size_t RoomForSamples(size_t row_bytes) const {
    const size_t rows = RowsLeft();
    if (given_) return rows;
    const size_t left = bytes_ < kBytes ? kBytes - bytes_ : 0;
    const size_t few = samples_ < kFewSamples ? kFewSamples - samples_ : 0;
    return std::min(rows, std::max(left / row_bytes, few));
  }
  bool HasRoomForSample(size_t row_bytes) const {
    return RowsLeft() != 0 &&
           (given_ || samples_ < kFewSamples || bytes_ + row_bytes <= kBytes);
  }
  bool HasRoomForRecord() const {
    return RowsLeft() != 0 && (given_ || records_ == 0 || bytes_ < kBytes);
  }

  void End(Ended why) { ended_ = why; }
  Ended why() const { return ended_; }
  bool ended() const { return ended_ != Ended::kNot; }

 private:
  // The output of a fill should still be in the second-level cache when the
  // caller sums it, and be large enough to spread the fixed cost of a fill. The
  // value was measured, see docs/testing.md.
  static constexpr size_t kBytes = 64 * 1024;
  static constexpr size_t kRows = 1024;
  static constexpr size_t kFewSamples = 16;  // always fit

  size_t RowsLeft() const { return rows_ - samples_ - records_; }

  bool given_;
  size_t rows_;
  size_t samples_ = 0;  // rows written in this fill
  size_t records_ = 0;
  size_t bytes_ = 0;
  Ended ended_ = Ended::kNot;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_BUDGET_H_
