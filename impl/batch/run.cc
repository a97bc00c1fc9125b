#include "impl/batch/run.h"

#include <algorithm>

#include "impl/record/record.h"

namespace perfc::batch {
namespace {

// A number of so many bytes, or the same one in all rows.
void SetNumber(uint8_t width, const perfc_sample& like, size_t member,
               ColumnFill* fill) {
  const bool on_wire = fill->at != 0;
  switch (width) {
    case 2:  // A weight's, and so always there.
      fill->from = From::kNumber2;
      break;
    case 4:
      fill->from = on_wire ? From::kNumber4 : From::kConstant4;
      fill->value = Member<uint32_t>(like, member);
      break;
    default:
      fill->from = on_wire ? From::kNumber8 : From::kConstant8;
      fill->value = Member<uint64_t>(like, member);
  }
}

// How a column of samples like this one is filled. `at`: where its number lies
// in a record; 0 if it isn't there, and the same for all.
ColumnFill FillOf(uint8_t column, const perfc_sample& like, uint16_t at,
                  bool viewed) {
  const ColumnSpec& spec = kSampleColumns[column];
  ColumnFill fill = {From::kSequence, column, at, 0, 0};
  if (spec.shape == Shape::kCounts) {
    fill.from = From::kCounts;
  } else if (IsRange(spec)) {
    fill.from = viewed ? From::kViews : From::kCopied;
    fill.at = Member<perfc_range>(like, spec.at).offset;
  } else if (column == PERFC_COLUMN_MISC) {
    fill.from = From::kMisc;
  } else if (column == PERFC_COLUMN_SOURCE) {
    fill.from = From::kSource;
  } else if (column != PERFC_COLUMN_SEQUENCE) {
    SetNumber(spec.width, like, spec.at, &fill);
  }
  if (IsRange(spec)) fill.each = ElementsOf(spec, like);
  return fill;
}

// The end of what is read of a record for the column.
size_t ReachOf(const ColumnFill& fill, size_t record_size) {
  const size_t width = kSampleColumns[fill.column].width;
  switch (fill.from) {
    case From::kNumber2:
    case From::kNumber4:
    case From::kNumber8:
      return fill.at + width;
    case From::kCopied:
      return fill.at + fill.each * width;
    case From::kCounts:
      return record_size;
    default:
      return 0;
  }
}

}  // namespace

void Run::Learn(const decode::Plan& plan, const uint8_t* data,
                const decode::Layout& layout, const perfc_sample& sample,
                const RowForm& form, const ColumnChoice& choice) {
  by_id_ = plan.count() > 1;
  shape_.Learn(data, layout, sample, by_id_);
  plan_ = &plan;
  layout_ = layout;
  copies_ = false;
  block_fills_ = 0;
  reach_ = record::kHeaderSize;
  (void)fills_.Resize(form.count);  // Reserve made room.
  size_t whole = form.count;
  // Backwards, because the lines of a record's first fields were read already to
  // find the run.
  for (size_t i = form.count; i-- > 0;) {
    const uint8_t column = form.columns[i];
    const ColumnSpec& spec = kSampleColumns[column];
    const bool number = spec.shape == Shape::kFixed && spec.field != kNoField;
    const uint16_t at = number ? shape_.PlaceOf(column) : uint16_t{0};
    const ColumnFill fill = FillOf(column, sample, at, choice.IsViewed(spec));
    copies_ = copies_ || fill.CopiesElements();
    reach_ = std::max(reach_, ReachOf(fill, shape_.stride()));
    fills_[fill.ReadsRecords() ? block_fills_++ : --whole] = fill;
  }
  reach_ = (reach_ + 7) / 8 * 8;
  row_bytes_ = form.RowBytes(sample);
  known_ = true;
}

}  // namespace perfc::batch
