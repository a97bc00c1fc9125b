// One table of a batch: its columns, in one piece of memory.
#ifndef PERFC_IMPL_BATCH_TABLE_H_
#define PERFC_IMPL_BATCH_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/batch/column_store.h"
#include "impl/batch/columns.h"

namespace perfc::batch {

struct Table {
  ColumnStore columns[kColumnCount];
  uint8_t placed[kColumnCount];  // which of them it has
  size_t placed_count = 0;
  base::Buffer<uint8_t> memory;
  size_t rows = 0;

  // Makes room for `capacity` rows of the columns whose bit is set in `wanted`.
  // Columns with a bit in `viewed` have ranges that stay where they are.
  [[nodiscard]] bool Place(const ColumnSpecs& specs, uint64_t wanted,
                           uint64_t viewed, size_t capacity);
  void Clear() {
    if (rows == 0) return;
    for (size_t i = 0; i < placed_count; ++i) columns[placed[i]].Clear();
    rows = 0;
  }
  void Finish() {
    if (rows == 0) return;
    for (size_t i = 0; i < placed_count; ++i) columns[placed[i]].Finish(rows);
  }
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_TABLE_H_
