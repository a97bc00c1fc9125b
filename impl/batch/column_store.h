// The memory of one column: values, or elements with offsets. Validity is added
// once a row lacks the column.
#ifndef PERFC_IMPL_BATCH_COLUMN_STORE_H_
#define PERFC_IMPL_BATCH_COLUMN_STORE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "perfc/batch.h"

namespace perfc::batch {

// Rows are written in order. A row that isn't written is null. No call marks
// null rows: the gap shows when the next row is written, or at the end.
class ColumnStore {
 public:
  // Memory for the fixed parts of `rows` rows, 64-byte aligned: Bytes() of it.
  static size_t Bytes(size_t rows, size_t width, bool range, bool views);
  void Place(uint8_t* memory, size_t rows, size_t width, bool range,
             bool views);
  bool placed() const { return capacity_ != 0; }

  void Clear() {
    rows_ = nulls_ = 0;
    elements_ = 0;
  }

  // Where `count` values from `row` on go.
  template <typename T>
  T* Values(size_t row, size_t count) {
    Reach(row, count);
    constant_rows_ = std::min(constant_rows_, row);
    return reinterpret_cast<T*>(fixed_) + row;
  }

  // Writes the same value to all rows. The memory outlives a fill, so rows that
  // already have the value aren't written again.
  template <typename T>
  void SetConstant(size_t row, size_t count, T value) {
    Reach(row, count);
    const size_t end = row + count;
    const bool same = constant_ == value && constant_rows_ >= row;
    if (same && constant_rows_ >= end) return;
    T* to = reinterpret_cast<T*>(fixed_);
    const size_t from = same ? constant_rows_ : row;
    std::fill(to + from, to + end, value);
    if (same || row == 0) {
      constant_ = value;
      constant_rows_ = end;
    } else {
      constant_rows_ = std::min(constant_rows_, row);
    }
  }

  // The same for the ranges of views: offsets and sizes.
  int32_t* Offsets(size_t row, size_t count) {
    Reach(row, count);
    return offsets_ + row;
  }
  int32_t* sizes(size_t row) { return sizes_ + row; }

  // Room for the elements of `count` rows from `row` on, with `each` elements
  // per row. The offsets are written; the caller writes the elements. nullptr:
  // memory ran out, or the offsets exceed int32.
  uint8_t* Elements(size_t row, size_t count, uint64_t each);

  // How many more elements would still have int32 offsets.
  uint64_t Room() const { return INT32_MAX - elements_; }
  // Memory for `more` elements, so that Elements can't fail.
  [[nodiscard]] bool Reserve(uint64_t more);

  // After the last row: rows that lack it become null.
  void Finish(size_t rows) {
    if (rows_ != 0 && rows_ != rows) FinishWithNulls(rows);
  }
  bool empty() const { return rows_ == 0; }

  // Views point into the window.
  void Describe(size_t rows, const uint8_t* window, size_t window_size,
                perfc_column* out) const;

 private:
  void Reach(size_t row, size_t count) {
    if (row != rows_ || nulls_ != 0) FillGap(row, count);
    rows_ = row + count;
  }
  void FillGap(size_t row, size_t count);
  void FinishWithNulls(size_t rows);
  void SetValid(size_t from, size_t to, bool valid);

  uint8_t* fixed_ = nullptr;     // values of a fixed column
  int32_t* offsets_ = nullptr;   // of a range
  int32_t* sizes_ = nullptr;     // of views
  uint8_t* validity_ = nullptr;  // in use once nulls_ isn't 0
  size_t capacity_ = 0;
  size_t width_ = 0;
  size_t rows_ = 0;
  size_t nulls_ = 0;
  uint64_t elements_ = 0;
  uint64_t constant_ = 0;     // value of the first constant_rows_ rows
  size_t constant_rows_ = 0;  // in memory, also from earlier fills
  base::Buffer<uint8_t> child_memory_;
  uint8_t* child_ = nullptr;  // elements that were copied, 64-byte aligned
  uint64_t child_size_ = 0;   // bytes of it that may be used
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_COLUMN_STORE_H_
