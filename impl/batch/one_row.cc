#include "impl/batch/one_row.h"

#include <cstring>

#include "impl/base/order.h"
#include "impl/batch/columns.h"
#include "impl/batch/copy.h"

namespace perfc::batch {
namespace {

void WriteNumber(const ColumnSpec& spec, const perfc_sample& sample, size_t row,
                 ColumnStore* store) {
  switch (spec.width) {
    case 2:
      *store->Values<uint16_t>(row, 1) = Member<uint16_t>(sample, spec.at);
      break;
    case 4:
      *store->Values<uint32_t>(row, 1) = Member<uint32_t>(sample, spec.at);
      break;
    default:
      *store->Values<uint64_t>(row, 1) = Member<uint64_t>(sample, spec.at);
  }
}

void WriteOfRecord(uint8_t column, const uint8_t* data, const FillState& state,
                   size_t row, ColumnStore* store) {
  switch (column) {
    case PERFC_COLUMN_SEQUENCE:
      *store->Values<uint64_t>(row, 1) = state.sequence;
      break;
    case PERFC_COLUMN_MISC:
      store->SetConstant(row, 1, base::Load<uint16_t>(data + 4));
      break;
    case PERFC_COLUMN_SOURCE:
      store->SetConstant(row, 1, state.source);
  }
}

void WriteView(const ColumnSpec& spec, const perfc_range& range,
               const uint8_t* data, const uint8_t* window, size_t row,
               ColumnStore* store) {
  const auto at = static_cast<size_t>(data + range.offset - window);
  const uint32_t elements = range.count * ElementsPerEntry(spec);
  *store->Offsets(row, 1) = static_cast<int32_t>(at / spec.width);
  *store->sizes(row) = static_cast<int32_t>(elements);
}

void WriteElements(const ColumnSpec& spec, const perfc_range& range,
                   const uint8_t* data, size_t row, ColumnStore* store) {
  const uint32_t elements = range.count * ElementsPerEntry(spec);
  const size_t bytes = size_t{elements} * spec.width;
  uint8_t* to = store->Elements(row, 1, elements);
  if (AreFewWords(bytes)) {
    CopyFewWords(to, data + range.offset, bytes);
  } else {
    memcpy(to, data + range.offset, bytes);
  }
}

void WriteCounts(const ColumnSpec& spec, const perfc_sample& sample,
                 const uint8_t* data, size_t row, ColumnStore* store) {
  uint8_t* to = store->Elements(row, 1, ElementsOf(spec, sample));
  CopyCounts(data, sample.read, reinterpret_cast<uint64_t*>(to));
}

}  // namespace

void WriteRow(const RowForm& form, const ColumnChoice& choice,
              const uint8_t* data, const perfc_sample& sample,
              const FillState& state, Table* table) {
  const size_t row = table->rows;
  for (size_t i = 0; i < form.count; ++i) {
    const uint8_t column = form.columns[i];
    const ColumnSpec& spec = kSampleColumns[column];
    ColumnStore* store = &table->columns[column];
    if (spec.shape == Shape::kFixed) {
      WriteNumber(spec, sample, row, store);
    } else if (spec.shape == Shape::kOfRecord) {
      WriteOfRecord(column, data, state, row, store);
    } else if (spec.shape == Shape::kCounts) {
      WriteCounts(spec, sample, data, row, store);
    } else {
      const auto range = Member<perfc_range>(sample, spec.at);
      if (choice.IsViewed(spec)) {
        WriteView(spec, range, data, state.window, row, store);
      } else {
        WriteElements(spec, range, data, row, store);
      }
    }
  }
}

}  // namespace perfc::batch
