// The form of a row of samples: its columns, and its size in bytes.
#ifndef PERFC_IMPL_BATCH_ROW_FORM_H_
#define PERFC_IMPL_BATCH_ROW_FORM_H_

#include <cstddef>
#include <cstdint>

#include "impl/batch/column_choice.h"
#include "impl/batch/columns.h"
#include "perfc/decode.h"

namespace perfc::batch {

struct RowForm {
  // Samples with the same of these have the same columns.
  uint64_t present;
  uint32_t read_format;
  uint32_t parts;
  size_t fixed_bytes;  // of a row, without copied elements
  size_t count;
  size_t copied_count;
  uint8_t columns[kColumnCount];
  uint8_t copied[kColumnCount];  // those of them whose elements are copied

  size_t RowBytes(const perfc_sample& sample) const;
};

// The form of the last samples is kept, because the next one most likely has it.
class RowForms {
 public:
  explicit RowForms(const ColumnChoice& choice) : choice_(choice) {}

  // `columns`: the bits of those that samples may have from now on.
  void Reset(uint64_t columns) {
    columns_ = columns;
    known_ = false;
  }
  const RowForm& Of(const perfc_sample& sample) {
    const bool reads = (sample.present & PERFC_SAMPLE_READ) != 0;
    const uint32_t read_format = reads ? sample.read.read_format : 0;
    if (!known_ || last_.present != sample.present ||
        last_.parts != sample.parts || last_.read_format != read_format) {
      Learn(sample, read_format);
    }
    return last_;
  }

 private:
  bool Present(uint8_t column, const perfc_sample& sample) const;
  void Learn(const perfc_sample& sample, uint32_t read_format);

  const ColumnChoice& choice_;
  uint64_t columns_ = 0;
  bool known_ = false;
  RowForm last_;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_ROW_FORM_H_
