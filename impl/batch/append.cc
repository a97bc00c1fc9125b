// Rows into columns: a run of samples of one shape, or a single one.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "impl/batch/batch.h"
#include "impl/decode/accessors.h"
#include "impl/record/record.h"

namespace perfc::batch {
namespace {

typedef uint64_t TwoWords __attribute__((vector_size(16)));

// Four at a time, so that neither the loop nor one load after the other decides the speed.
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

constexpr size_t kShort = 512;

// Short lists of words: a call would cost as much as the copy.
void CopyWords(uint8_t* to, const uint8_t* from, size_t bytes) {
  const uint8_t* end = from + bytes / 16 * 16;
  for (; from != end; from += 16, to += 16) {
    base::Store(to, base::Load<TwoWords>(from));
  }
  if (bytes % 16 != 0) base::Store(to, base::Load<uint64_t>(from));
}

void CopyCounts(const uint8_t* data, const perfc_read_part& part,
                uint64_t* to) {
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  perfc_read_value value;
  for (uint32_t i = 0; i < part.nr; ++i) {
    decode::ReadValue(record, part, i, &value);
    *to++ = value.value;
    *to++ = value.id;
    *to++ = value.lost;
  }
}

// Brings what lies ahead of a block into the second cache (the first one's few line
// buffers are for what is read now), a part of it before each column: so memory and
// processor work at the same time. Beyond kSmall most of a record is never read.
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

// Ranges that stay where they are, counted from the window.
void Batch::AppendViews(const Step& step, const uint8_t* data, size_t row,
                        size_t rows) {
  ColumnStore& store = samples_.columns[step.column];
  const ColumnSpec& spec = kSampleColumns[step.column];
  int32_t* offsets = store.Offsets(row, rows);
  int32_t* sizes = store.sizes(row);
  const auto first =
      static_cast<int32_t>((data - window_ + step.at) / spec.width);
  const auto advance = static_cast<int32_t>(shape_.stride() / spec.width);
  const auto size = static_cast<int32_t>(step.each);
  for (size_t i = 0; i < rows; ++i) {
    offsets[i] = first + static_cast<int32_t>(i) * advance;
    sizes[i] = size;
  }
}

// There is room: ReserveRun made it.
void Batch::AppendCopies(const Step& step, const perfc_sample& sample,
                         const uint8_t* data, size_t row, size_t rows) {
  const size_t stride = shape_.stride();
  const size_t bytes = size_t{step.each} * kSampleColumns[step.column].width;
  uint8_t* to = samples_.columns[step.column].Elements(row, rows, step.each);
  if (step.how == How::kCounts) {
    for (size_t i = 0; i < rows; ++i, to += bytes, data += stride) {
      CopyCounts(data, sample.read, reinterpret_cast<uint64_t*>(to));
    }
    return;
  }
  data += step.at;
  if (bytes % 8 != 0 || bytes > kShort) {
    for (size_t i = 0; i < rows; ++i, to += bytes, data += stride) {
      memcpy(to, data, bytes);
    }
    return;
  }
  for (size_t i = 0; i < rows; ++i, to += bytes, data += stride) {
    CopyWords(to, data, bytes);
  }
}

// One column of `rows` rows like this sample, whose records lie
// shape_.stride() apart.
void Batch::AppendStep(const Step& step, const perfc_sample& sample,
                       const uint8_t* data, size_t row, size_t rows) {
  ColumnStore& store = samples_.columns[step.column];
  const size_t stride = shape_.stride();
  switch (step.how) {
    case How::kSequence: {
      uint64_t* to = store.Values<uint64_t>(row, rows);
      std::iota(to, to + rows, sequence_);
      break;
    }
    case How::kSource:
      if (staged_ != 0) {
        std::copy_n(stage_sources_, rows, store.Values<uint32_t>(row, rows));
      } else {
        store.SetConstant<uint32_t>(row, rows, source_);
      }
      break;
    case How::kMisc:
      store.SetConstant<uint16_t>(row, rows, base::Load<uint16_t>(data + 4));
      break;
    case How::kNumber2:
      CopyStrided(store.Values<uint16_t>(row, rows), data + step.at, rows,
                  stride);
      break;
    case How::kNumber4:
      CopyStrided(store.Values<uint32_t>(row, rows), data + step.at, rows,
                  stride);
      break;
    case How::kNumber8:
      CopyStrided(store.Values<uint64_t>(row, rows), data + step.at, rows,
                  stride);
      break;
    case How::kConstant4:
      store.SetConstant(row, rows, static_cast<uint32_t>(step.value));
      break;
    case How::kConstant8:
      store.SetConstant(row, rows, step.value);
      break;
    case How::kViews:
      AppendViews(step, data, row, rows);
      break;
    case How::kCopied:
    case How::kCounts:
      AppendCopies(step, sample, data, row, rows);
  }
}

void Batch::AppendBlock(const uint8_t* data, size_t row, size_t rows) {
  if (block_steps_ == 0) return;
  const size_t ahead_rows = staged_ == 0 ? rows : 0;
  Prefetcher ahead(data, ahead_rows, shape_.stride(), block_steps_);
  for (size_t i = 0; i < block_steps_; ++i) {
    ahead.NextPart();
    AppendStep(steps_[i], shape_.sample(), data, row, rows);
  }
}

// What is left once the run's blocks were appended.
void Batch::AppendRun(const uint8_t* data, size_t rows) {
  for (size_t i = block_steps_; i < steps_.size(); ++i) {
    AppendStep(steps_[i], shape_.sample(), data, samples_.rows, rows);
  }
  samples_.rows += rows;
  sequence_ += rows;
  bytes_ += rows * shape_row_bytes_;
}

// A sample that is like none of its neighbours: its numbers are read from the
// decoded struct, as those of a run are from the records.
void Batch::AppendSample(const uint8_t* data, const perfc_sample& sample,
                         size_t row_bytes) {
  const auto* decoded = reinterpret_cast<const uint8_t*>(&sample);
  const Columns& like = ColumnsOf(sample);
  for (size_t i = 0; i < like.count; ++i) {
    const uint8_t column = like.columns[i];
    const ColumnSpec& spec = kSampleColumns[column];
    const bool number = spec.shape == Shape::kFixed;
    const Step step = StepOf(column, sample, number ? spec.at : uint16_t{0});
    AppendStep(step, sample, number ? decoded : data, samples_.rows, 1);
  }
  ++samples_.rows;
  ++sequence_;
  bytes_ += row_bytes;
}

}  // namespace perfc::batch
