// Writes one row at a time, for samples that are like none of their neighbours.
#ifndef PERFC_IMPL_BATCH_ONE_ROW_H_
#define PERFC_IMPL_BATCH_ONE_ROW_H_

#include <cstdint>

#include "impl/batch/column_choice.h"
#include "impl/batch/fill_state.h"
#include "impl/batch/row_form.h"
#include "impl/batch/table.h"
#include "perfc/decode.h"

namespace perfc::batch {

// Writes the columns of the table's next row. There is memory for its elements.
// `data`: the record that the sample was decoded from.
void WriteRow(const RowForm& form, const ColumnChoice& choice,
              const uint8_t* data, const perfc_sample& sample,
              const FillState& state, Table* table);

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_ONE_ROW_H_
