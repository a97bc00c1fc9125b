#include "impl/batch/column_choice.h"

namespace perfc::batch {

// An array of records has some of its source's plans, the next one others: columns
// that came and went with them would be laid out for each fill.
void ColumnChoice::Begin(Origin origin) {
  const bool more =
      origin == Origin::kRecords && settled_.origin == Origin::kRecords;
  wanted_ = frozen_ || more ? settled_ : Wanted{};
  wanted_.origin = origin;
}

void ColumnChoice::Want(const decode::Plan& plan) {
  if (frozen_) return;
  for (uint32_t i = 0; i < plan.count(); ++i) {
    const decode::Layout& layout = plan.layout(i);
    wanted_.sample_type |= layout.sample_type;
    if (layout.sample_type & PERFC_SAMPLE_READ) {
      wanted_.read_format |= layout.read_format;
    }
    wanted_.parts |= uapi::PartBitsOf(layout);
  }
  if (options_.sample_type != 0) wanted_.sample_type &= options_.sample_type;
}

// Whether samples may have the column.
bool ColumnChoice::IsWanted(const ColumnSpec& spec) const {
  if (spec.shape == Shape::kNone) return false;
  if (spec.part && !(spec.part & (wanted_.parts | kRestParts))) {
    return false;
  }
  if (spec.read_format && !(spec.read_format & wanted_.read_format)) {
    return false;
  }
  return spec.field == kNoField ||
         uapi::kSampleFields[spec.field].bit & wanted_.sample_type;
}

// The bit of SOURCE, unless rows have it.
uint64_t ColumnChoice::AbsentSource() const {
  return has_source() ? 0 : uint64_t{1} << PERFC_COLUMN_SOURCE;
}

uint64_t ColumnChoice::SampleColumns() const {
  uint64_t columns = 0;
  for (size_t i = 0; i < kColumnCount; ++i) {
    columns |= uint64_t{IsWanted(kSampleColumns[i])} << i;
  }
  return columns & ~AbsentSource();
}

uint64_t ColumnChoice::RecordColumns() const {
  uint64_t columns = 0;
  for (size_t i = 0; i < kColumnCount; ++i) {
    columns |= uint64_t{kRecordColumns[i].shape != Shape::kNone} << i;
  }
  return columns & ~AbsentSource();
}

uint64_t ColumnChoice::ViewedOf(const ColumnSpecs& specs) const {
  uint64_t viewed = 0;
  for (size_t i = 0; i < kColumnCount; ++i) {
    viewed |= uint64_t{IsViewed(specs[i])} << i;
  }
  return viewed;
}

}  // namespace perfc::batch
