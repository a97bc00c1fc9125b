#include "impl/batch/column_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace perfc::batch {
namespace {

constexpr size_t kAlignment = 64;

size_t Align(size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

uint8_t* Aligned(uint8_t* memory) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  return memory + (Align(address) - address);
}

}  // namespace

size_t ColumnStore::Bytes(size_t rows, size_t width, bool range, bool views) {
  const size_t validity = Align((rows + 7) / 8);
  if (!range) return validity + Align(rows * width);
  const size_t offsets = Align((rows + 1) * sizeof(int32_t));
  return validity + offsets + (views ? offsets : 0);
}

// Values first, so that they begin where the caller placed the column.
void ColumnStore::Place(uint8_t* memory, size_t rows, size_t width, bool range,
                        bool views) {
  capacity_ = rows;
  constant_rows_ = 0;
  width_ = width;
  fixed_ = nullptr;
  offsets_ = sizes_ = nullptr;
  const size_t offset_bytes = Align((rows + 1) * sizeof(int32_t));
  if (!range) {
    fixed_ = memory;
    memory += Align(rows * width);
  } else {
    offsets_ = reinterpret_cast<int32_t*>(memory);
    memory += offset_bytes;
    if (views) {
      sizes_ = reinterpret_cast<int32_t*>(memory);
      memory += offset_bytes;
    }
  }
  validity_ = memory;
  Clear();
}

void ColumnStore::SetValid(size_t from, size_t to, bool valid) {
  for (size_t row = from; row < to; ++row) {
    const auto bit = static_cast<uint8_t>(1u << row % 8);
    if (valid) {
      validity_[row / 8] |= bit;
    } else {
      validity_[row / 8] &= static_cast<uint8_t>(~bit);
    }
  }
}

// Rows between rows_ and `row` are null, those from `row` on aren't.
void ColumnStore::FillGap(size_t row, size_t count) {
  const size_t gap = row - rows_;
  constant_rows_ = 0;
  if (nulls_ == 0) SetValid(0, rows_, true);
  if (gap > 0) {
    nulls_ += gap;
    SetValid(rows_, row, false);
    if (fixed_ != nullptr) memset(fixed_ + rows_ * width_, 0, gap * width_);
    if (sizes_ != nullptr) {
      memset(offsets_ + rows_, 0, gap * sizeof(int32_t));
      memset(sizes_ + rows_, 0, gap * sizeof(int32_t));
    } else if (offsets_ != nullptr) {
      std::fill(offsets_ + rows_, offsets_ + row + 1,
                static_cast<int32_t>(elements_));
    }
  }
  SetValid(row, row + count, true);
}

bool ColumnStore::Reserve(uint64_t more) {
  const uint64_t used = elements_ * width_;
  const uint64_t bytes = used + more * width_;
  if (child_ != nullptr && bytes <= child_size_) return true;
  const uint64_t size = std::max<uint64_t>(bytes, 2 * child_size_);
  base::Buffer<uint8_t> grown;
  if (!grown.Reserve(size + kAlignment)) return false;
  uint8_t* to = Aligned(grown.data());
  if (used > 0) memcpy(to, child_, used);
  child_memory_ = std::move(grown);
  child_ = to;
  child_size_ = size;
  return true;
}

uint8_t* ColumnStore::Elements(size_t row, size_t count, uint64_t each) {
  if (count * each > Room() || !Reserve(count * each)) return nullptr;
  Reach(row, count);
  uint8_t* to = child_ + elements_ * width_;
  for (size_t i = 0; i <= count; ++i) {
    offsets_[row + i] = static_cast<int32_t>(elements_ + i * each);
  }
  elements_ += count * each;
  return to;
}

void ColumnStore::FinishWithNulls(size_t rows) {
  FillGap(rows, 0);
  rows_ = rows;
}

void ColumnStore::Describe(size_t rows, const uint8_t* window,
                           size_t window_size, perfc_column* out) const {
  *out = {};
  out->rows = rows;
  out->width = static_cast<uint32_t>(width_);
  out->validity = nulls_ ? validity_ : nullptr;
  out->null_count = nulls_;
  out->offsets = offsets_;
  out->sizes = sizes_;
  if (fixed_ != nullptr) {
    out->values = fixed_;
    out->value_count = rows;
  } else if (sizes_ != nullptr) {
    out->values = window;
    out->value_count = window_size / width_;
  } else {
    out->values = child_;
    out->value_count = elements_;
  }
}

}  // namespace perfc::batch
