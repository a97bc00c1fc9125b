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

// Short lists of words: a call would cost as much as the copy.
void CopyWords(uint8_t* to, const uint8_t* from, size_t bytes) {
  constexpr size_t kShort = 512;
  if (bytes > kShort) {
    memcpy(to, from, bytes);
    return;
  }
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

}  // namespace

void Batch::AppendFixed(const Step& step, const uint8_t* data, size_t rows) {
  const ColumnSpec& spec = kSampleColumns[step.column];
  ColumnStore& store = samples_.columns[step.column];
  const size_t row = samples_.rows;
  const size_t stride = shape_.stride();
  switch (spec.width) {
    case 2:
      CopyStrided(store.Values<uint16_t>(row, rows), data + step.at, rows,
                  stride);
      break;
    case 4:
      CopyStrided(store.Values<uint32_t>(row, rows), data + step.at, rows,
                  stride);
      break;
    default:
      CopyStrided(store.Values<uint64_t>(row, rows), data + step.at, rows,
                  stride);
  }
}

void Batch::AppendViews(ColumnStore& store, const ColumnSpec& spec,
                        const perfc_range& range, const uint8_t* data,
                        size_t rows, size_t stride, size_t row) {
  int32_t* offsets = store.Offsets(row, rows);
  int32_t* sizes = store.sizes(row);
  const auto first =
      static_cast<int32_t>((data - window_ + range.offset) / spec.width);
  const auto step = static_cast<int32_t>(stride / spec.width);
  const auto size = static_cast<int32_t>(range.count * ElementsPerEntry(spec));
  for (size_t i = 0; i < rows; ++i) {
    offsets[i] = first + static_cast<int32_t>(i) * step;
    sizes[i] = size;
  }
}

// `rows` rows whose records lie shape_.stride() apart, or one.
void Batch::AppendRange(uint8_t column, const uint8_t* data, size_t rows) {
  const ColumnSpec& spec = kSampleColumns[column];
  ColumnStore& store = samples_.columns[column];
  const perfc_sample& sample = shape_.sample();
  const size_t stride = shape_.stride();
  if (views() && spec.shape != Shape::kCounts) {
    AppendViews(store, spec, Member<perfc_range>(sample, spec.at), data, rows,
                stride, samples_.rows);
    return;
  }
  const uint32_t each = ElementsOf(spec, sample);
  uint8_t* to = store.Elements(samples_.rows, rows, each);
  const size_t bytes = size_t{each} * spec.width;
  if (spec.shape == Shape::kCounts) {
    for (size_t i = 0; i < rows; ++i, to += bytes, data += stride) {
      CopyCounts(data, sample.read, reinterpret_cast<uint64_t*>(to));
    }
    return;
  }
  data += Member<perfc_range>(sample, spec.at).offset;
  for (size_t i = 0; i < rows; ++i, to += bytes, data += stride) {
    if (spec.width == 8) {
      CopyWords(to, data, bytes);
    } else {
      memcpy(to, data, bytes);
    }
  }
}

void Batch::AppendRun(const uint8_t* data, size_t rows) {
  const size_t row = samples_.rows;
  const perfc_sample& sample = shape_.sample();
  for (const Step& step : steps_) {
    const ColumnSpec& spec = kSampleColumns[step.column];
    ColumnStore& store = samples_.columns[step.column];
    if (IsRange(spec)) {
      AppendRange(step.column, data, rows);
    } else if (step.column == PERFC_COLUMN_SEQUENCE) {
      uint64_t* to = store.Values<uint64_t>(row, rows);
      std::iota(to, to + rows, sequence_);
    } else if (step.column == PERFC_COLUMN_MISC) {
      const auto misc = base::Load<uint16_t>(data + 4);
      store.SetConstant<uint16_t>(row, rows, misc);
    } else if (step.column == PERFC_COLUMN_SOURCE) {
      store.SetConstant<uint32_t>(row, rows, source_);
    } else if (step.at != 0) {
      AppendFixed(step, data, rows);
    } else if (spec.width == 8) {
      store.SetConstant<uint64_t>(row, rows, Member<uint64_t>(sample, spec.at));
    } else {
      store.SetConstant<uint32_t>(row, rows, Member<uint32_t>(sample, spec.at));
    }
  }
  samples_.rows += rows;
  sequence_ += rows;
  bytes_ += rows * shape_row_bytes_;
}

// A sample that is like none of its neighbours: from the decoded struct into
// the columns.
void Batch::AppendSample(const uint8_t* data, const perfc_sample& sample) {
  const size_t row = samples_.rows;
  for (uint8_t i = 0; i < kColumnCount; ++i) {
    if (!Present(i, sample)) continue;
    const ColumnSpec& spec = kSampleColumns[i];
    ColumnStore& store = samples_.columns[i];
    if (IsRange(spec)) {
      const auto range = Member<perfc_range>(sample, spec.at);
      if (views() && spec.shape != Shape::kCounts) {
        AppendViews(store, spec, range, data, 1, 0, row);
        continue;
      }
      const uint32_t each = ElementsOf(spec, sample);
      uint8_t* to = store.Elements(row, 1, each);
      if (spec.shape == Shape::kCounts) {
        CopyCounts(data, sample.read, reinterpret_cast<uint64_t*>(to));
      } else {
        memcpy(to, data + range.offset, size_t{each} * spec.width);
      }
    } else if (i == PERFC_COLUMN_SEQUENCE) {
      *store.Values<uint64_t>(row, 1) = sequence_;
    } else if (i == PERFC_COLUMN_MISC) {
      *store.Values<uint16_t>(row, 1) = base::Load<uint16_t>(data + 4);
    } else if (i == PERFC_COLUMN_SOURCE) {
      *store.Values<uint32_t>(row, 1) = source_;
    } else if (spec.width == 8) {
      *store.Values<uint64_t>(row, 1) = Member<uint64_t>(sample, spec.at);
    } else if (spec.width == 4) {
      *store.Values<uint32_t>(row, 1) = Member<uint32_t>(sample, spec.at);
    } else {
      *store.Values<uint16_t>(row, 1) = Member<uint16_t>(sample, spec.at);
    }
  }
  ++samples_.rows;
  ++sequence_;
  bytes_ += RowBytes(sample);
}

}  // namespace perfc::batch
