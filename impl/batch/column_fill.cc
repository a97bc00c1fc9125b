#include "impl/batch/column_fill.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "impl/base/order.h"
#include "impl/batch/columns.h"
#include "impl/batch/copy.h"

namespace perfc::batch {
namespace {

// Four at a time, so that neither the loop nor one load after the other decides
// the speed.
template <typename T>
void CopyStrided(T* __restrict to, const uint8_t* __restrict from, size_t rows,
                 size_t stride) {
  size_t i = 0;
  for (; i + 4 <= rows; i += 4, from += 4 * stride) {
    const T a = base::Load<T>(from);
    const T b = base::Load<T>(from + stride);
    const T c = base::Load<T>(from + 2 * stride);
    const T d = base::Load<T>(from + 3 * stride);
    to[i] = a;
    to[i + 1] = b;
    to[i + 2] = c;
    to[i + 3] = d;
  }
  for (; i < rows; ++i, from += stride) to[i] = base::Load<T>(from);
}

template <typename T>
void FillNumbers(const ColumnFill& fill, const NewRows& rows,
                 ColumnStore* store) {
  CopyStrided(store->Values<T>(rows.first, rows.count), rows.data + fill.at,
              rows.count, rows.stride);
}

void FillCounts(const ColumnFill& fill, const NewRows& rows,
                const perfc_read_part& part, ColumnStore* store) {
  uint8_t* to = store->Elements(rows.first, rows.count, fill.each);
  const uint8_t* data = rows.data;
  for (size_t i = 0; i < rows.count; ++i, data += rows.stride) {
    CopyCounts(data, part, reinterpret_cast<uint64_t*>(to));
    to += fill.each * sizeof(uint64_t);
  }
}

void FillCopies(const ColumnFill& fill, const NewRows& rows,
                ColumnStore* store) {
  const size_t bytes = size_t{fill.each} * kSampleColumns[fill.column].width;
  uint8_t* to = store->Elements(rows.first, rows.count, fill.each);
  const uint8_t* from = rows.data + fill.at;
  if (!AreFewWords(bytes)) {
    for (size_t i = 0; i < rows.count; ++i, to += bytes, from += rows.stride) {
      memcpy(to, from, bytes);
    }
    return;
  }
  for (size_t i = 0; i < rows.count; ++i, to += bytes, from += rows.stride) {
    CopyFewWords(to, from, bytes);
  }
}

// Ranges that stay where they are, counted from the window.
void FillViews(const ColumnFill& fill, const NewRows& rows,
               const uint8_t* window, ColumnStore* store) {
  const uint32_t width = kSampleColumns[fill.column].width;
  const int shift = __builtin_ctz(width);  // A division would take longer.
  int32_t* offsets = store->Offsets(rows.first, rows.count);
  int32_t* sizes = store->sizes(rows.first);
  std::fill_n(sizes, rows.count, static_cast<int32_t>(fill.each));
  if (rows.places != nullptr) {
    for (size_t i = 0; i < rows.count; ++i) {
      offsets[i] = (rows.places[i] + fill.at) >> shift;
    }
    return;
  }
  const auto first =
      static_cast<int32_t>((rows.data - window + fill.at) / width);
  const auto advance = static_cast<int32_t>(rows.stride / width);
  for (size_t i = 0; i < rows.count; ++i) {
    offsets[i] = first + static_cast<int32_t>(i) * advance;
  }
}

void FillSources(const NewRows& rows, uint32_t source, ColumnStore* store) {
  if (rows.sources == nullptr) {
    store->SetConstant<uint32_t>(rows.first, rows.count, source);
    return;
  }
  std::copy_n(rows.sources, rows.count,
              store->Values<uint32_t>(rows.first, rows.count));
}

void FillSequences(const NewRows& rows, uint64_t first, ColumnStore* store) {
  uint64_t* to = store->Values<uint64_t>(rows.first, rows.count);
  if (rows.sequences == nullptr) {
    std::iota(to, to + rows.count, first);
  } else {
    std::copy_n(rows.sequences, rows.count, to);
  }
}

void FillColumn(const ColumnFill& fill, const NewRows& rows,
                const perfc_sample& like, const FillState& state,
                ColumnStore* store) {
  switch (fill.from) {
    case From::kSequence:
      FillSequences(rows, state.sequence, store);
      break;
    case From::kSource:
      FillSources(rows, state.source, store);
      break;
    case From::kMisc:
      store->SetConstant(rows.first, rows.count,
                         base::Load<uint16_t>(rows.data + 4));
      break;
    case From::kConstant4:
      store->SetConstant(rows.first, rows.count,
                         static_cast<uint32_t>(fill.value));
      break;
    case From::kConstant8:
      store->SetConstant(rows.first, rows.count, fill.value);
      break;
    case From::kViews:
      FillViews(fill, rows, state.window, store);
      break;
    case From::kNumber2:
      FillNumbers<uint16_t>(fill, rows, store);
      break;
    case From::kNumber4:
      FillNumbers<uint32_t>(fill, rows, store);
      break;
    case From::kNumber8:
      FillNumbers<uint64_t>(fill, rows, store);
      break;
    case From::kCopied:
      FillCopies(fill, rows, store);
      break;
    case From::kCounts:
      FillCounts(fill, rows, like.read, store);
  }
}

// Prefetches the bytes ahead of a block into the second-level cache (the few
// line buffers of the first level serve the current reads). A part is
// prefetched before each column, so memory and processor work at the same time.
// Beyond kSmall most of a record is never read.
class Prefetcher {
 public:
  Prefetcher(const uint8_t* block, size_t rows, size_t stride, size_t columns)
      : at_(block + kAhead),
        end_(at_ + (stride <= kSmall ? rows * stride : 0)),
        part_((rows * stride / kLine / columns + 1) * kLine) {}

  // Alone in a function, prefetches would be optimised away as without effect.
  inline __attribute__((always_inline)) void NextPart() {
    const uint8_t* end = std::min(at_ + part_, end_);
    for (; at_ < end; at_ += kLine) __builtin_prefetch(at_, 0, 2);
  }

 private:
  static constexpr size_t kAhead = 8 * 1024;
  static constexpr size_t kSmall = 512;
  static constexpr size_t kLine = 64;
  const uint8_t* at_;
  const uint8_t* end_;
  size_t part_;
};

}  // namespace

void Fill(const ColumnFill* fills, size_t count, const NewRows& rows,
          const perfc_sample& like, const FillState& state, Table* table) {
  for (const ColumnFill* fill = fills; fill != fills + count; ++fill) {
    FillColumn(*fill, rows, like, state, &table->columns[fill->column]);
  }
}

void FillAhead(const ColumnFill* fills, size_t count, const NewRows& rows,
               const perfc_sample& like, const FillState& state, Table* table) {
  if (count == 0) return;
  const size_t ahead_rows = rows.sources == nullptr ? rows.count : 0;
  Prefetcher ahead(rows.data, ahead_rows, rows.stride, count);
  for (const ColumnFill* fill = fills; fill != fills + count; ++fill) {
    ahead.NextPart();
    FillColumn(*fill, rows, like, state, &table->columns[fill->column]);
  }
}

}  // namespace perfc::batch
