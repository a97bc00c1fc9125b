// The table of all records but samples, and of samples that can't be decoded.
#ifndef PERFC_IMPL_BATCH_RECORD_ROWS_H_
#define PERFC_IMPL_BATCH_RECORD_ROWS_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/batch/column_choice.h"
#include "impl/batch/fill_state.h"
#include "impl/batch/table.h"
#include "impl/decode/plan.h"
#include "perfc/record.h"

namespace perfc::batch {

class RecordRows {
 public:
  RecordRows(const ColumnChoice& choice, FillState& state)
      : choice_(choice), state_(state) {}

  [[nodiscard]] bool Place(size_t capacity) {
    return table_.Place(kRecordColumns, choice_.RecordColumns(),
                        choice_.ViewedOf(kRecordColumns), capacity);
  }
  void Begin() {
    table_.Clear();
    rows_.Clear();
  }
  void End() { table_.Finish(); }
  const Table& table() const { return table_; }
  uint64_t undecodable() const {
    return undecodable_;
  }  // samples, in all fills

  // False: the fill has ended, and the record wasn't taken.
  bool Add(const perfc_plan& plan, const uint8_t* data);

  // The record of a row.
  perfc_stream_record At(size_t row) const;

 private:
  bool Keep(const perfc_plan& plan, const uint8_t* data);
  bool AddBytes(const perfc_record& record);
  void AddTrailer(perfc_stream_record* row);
  template <typename T>
  void Set(uint32_t column, T value) {
    *table_.columns[column].template Values<T>(table_.rows, 1) = value;
  }

  const ColumnChoice& choice_;
  FillState& state_;
  Table table_;
  // The rows once more, but for where their bytes are now.
  base::Buffer<perfc_stream_record> rows_;
  uint64_t undecodable_ = 0;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_RECORD_ROWS_H_
