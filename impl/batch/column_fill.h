// Fills one column with rows of samples of the same shape.
#ifndef PERFC_IMPL_BATCH_COLUMN_FILL_H_
#define PERFC_IMPL_BATCH_COLUMN_FILL_H_

#include <cstddef>
#include <cstdint>

#include "impl/batch/fill_state.h"
#include "impl/batch/table.h"
#include "perfc/decode.h"

namespace perfc::batch {

// The source of a column's values.
enum class From : uint8_t {
  // For a whole run at once:
  kSequence,
  kSource,
  kMisc,
  kConstant4,  // not on the wire: the same in all rows
  kConstant8,
  kViews,
  // Block by block, from each record:
  kNumber2,
  kNumber4,
  kNumber8,
  kCopied,
  kCounts,
};

struct ColumnFill {
  From from;
  uint8_t column;
  uint16_t at;     // of the number or range in the record
  uint32_t each;   // elements of a range in one row
  uint64_t value;  // the constant

  bool ReadsRecords() const { return from >= From::kNumber2; }
  bool CopiesElements() const { return from >= From::kCopied; }
};

// Samples that become rows.
struct NewRows {
  const uint8_t* data;  // the first one's record
  size_t stride;        // from one record to the next
  size_t first;         // the first one's row
  size_t count;
  // Of each one, if they came one by one. Null: the data is where the records are, and
  // all have the fill's source, and numbers that count on.
  const int32_t* places;  // from the window
  const uint32_t* sources;
  const uint64_t* sequences;
};

// Fills columns. There is memory for their elements.
void Fill(const ColumnFill* fills, size_t count, const NewRows& rows,
          const perfc_sample& like, const FillState& state, Table* table);
// The same, and brings the records behind these into the cache.
void FillAhead(const ColumnFill* fills, size_t count, const NewRows& rows,
               const perfc_sample& like, const FillState& state, Table* table);

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_COLUMN_FILL_H_
