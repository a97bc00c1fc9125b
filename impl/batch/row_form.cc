#include "impl/batch/row_form.h"

namespace perfc::batch {

size_t RowForm::RowBytes(const perfc_sample& sample) const {
  size_t bytes = fixed_bytes;
  for (size_t i = 0; i < copied_count; ++i) {
    const ColumnSpec& spec = kSampleColumns[copied[i]];
    bytes += ElementsOf(spec, sample) * size_t{spec.width};
  }
  return bytes;
}

bool RowForms::Present(uint8_t column, const perfc_sample& sample) const {
  const ColumnSpec& spec = kSampleColumns[column];
  if (!(columns_ >> column & 1)) return false;
  if (spec.field != kNoField &&
      !(uapi::kSampleFields[spec.field].bit & sample.present)) {
    return false;
  }
  if (spec.part && !(spec.part & sample.parts)) return false;
  return !spec.read_format || spec.read_format & sample.read.read_format;
}

void RowForms::Learn(const perfc_sample& sample, uint32_t read_format) {
  last_ = {sample.present, read_format, sample.parts, 0, 0, 0, {}, {}};
  for (uint8_t i = 0; i < kColumnCount; ++i) {
    if (!Present(i, sample)) continue;
    const ColumnSpec& spec = kSampleColumns[i];
    last_.columns[last_.count++] = i;
    last_.fixed_bytes += IsRange(spec) ? 8 : spec.width;
    if (IsRange(spec) && !choice_.IsViewed(spec)) {
      last_.copied[last_.copied_count++] = i;
    }
  }
  known_ = true;
}

}  // namespace perfc::batch
