#include "impl/batch/shape.h"

#include <algorithm>

#include "impl/decode/sample.h"
#include "impl/record/record.h"

namespace perfc::batch {
namespace {

using decode::Layout;
using uapi::Kind;

size_t TimesSize(uint32_t read_format) {
  return 8 * (!!(read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED) +
              !!(read_format & PERFC_FORMAT_TOTAL_TIME_RUNNING));
}

size_t ReadSize(const Layout& layout, const perfc_sample& sample) {
  const bool group = layout.read_format & PERFC_FORMAT_GROUP;
  const size_t values = 8 * size_t{layout.read_entry_words} * sample.read.nr;
  return (group ? 8 : 0) + TimesSize(layout.read_format) + values;
}

// Bytes that a field takes in a sample that was decoded.
size_t FieldSize(Kind kind, const Layout& layout, const perfc_sample& sample) {
  switch (kind) {
    case Kind::kU64:
    case Kind::kU32Pair:
    case Kind::kWeights:
      return 8;
    case Kind::kRead:
      return ReadSize(layout, sample);
    case Kind::kCallchain:
      return 8 + 8 * size_t{sample.callchain.count};
    case Kind::kRaw:
      return 4 + size_t{sample.raw.count};
    case Kind::kBranches:
      return 8 + (sample.parts & PERFC_PART_BRANCH_HW_IDX ? 8 : 0) +
             (layout.branch_counters ? 32 : 24) * size_t{sample.branches.count};
    case Kind::kUserRegs:
      return 8 + 8 * size_t{sample.user_regs.count};
    case Kind::kIntrRegs:
      return 8 + 8 * size_t{sample.intr_regs.count};
    case Kind::kStack:
      return sample.stack.count ? 16 + size_t{sample.stack.count} : 8;
    case Kind::kAux:
      return 8 + size_t{sample.aux.count};
  }
  return 0;
}

bool BeginsWithCount(Kind kind, const Layout& layout) {
  switch (kind) {
    case Kind::kU64:
    case Kind::kU32Pair:
    case Kind::kWeights:
      return false;
    case Kind::kRead:
      return layout.read_format & PERFC_FORMAT_GROUP;
    default:
      return true;
  }
}

}  // namespace

bool RecordShape::Decides(const Layout& layout, const perfc_sample& sample) {
  if (sample.parts & PERFC_PART_PARTIAL) return false;
  const bool no_branches =
      sample.present & PERFC_SAMPLE_BRANCH_STACK && sample.branches.count == 0;
  const uint32_t settled = PERFC_PART_BRANCH_HW_IDX | PERFC_PART_LEFT_OVER;
  if (no_branches && layout.branch_hw_idx &&
      (sample.parts & settled) != PERFC_PART_BRANCH_HW_IDX) {
    return false;
  }
  const bool no_stack =
      sample.present & PERFC_SAMPLE_STACK_USER && sample.stack.count == 0;
  return !no_stack || !decode::MayHaveDynSize(layout, sample);
}

void RecordShape::AddCount(const uint8_t* data, size_t at, uint64_t mask) {
  counts_[count_of_counts_++] = {static_cast<uint16_t>(at), mask,
                                 base::Load<uint64_t>(data + at) & mask};
}

void RecordShape::Learn(const uint8_t* data, const Layout& layout,
                        const perfc_sample& sample, bool by_id) {
  header_ = base::Load<uint64_t>(data);
  stride_ = record::SizeOf(header_);
  sample_ = sample;
  count_of_counts_ = 0;
  // Another id is another attr.
  if (by_id) AddCount(data, layout.sample_id_at, UINT64_MAX);
  size_t at = record::kHeaderSize;
  for (size_t i = 0; i < uapi::kSampleFieldCount; ++i) {
    const uapi::SampleField& field = uapi::kSampleFields[i];
    if (!(sample.present & field.bit)) continue;
    field_at_[i] = static_cast<uint16_t>(at);
    if (BeginsWithCount(field.kind, layout)) {
      const bool narrow = field.kind == Kind::kRaw;
      // Records are multiples of 8 bytes, so eight can be loaded here too.
      AddCount(data, at, narrow ? UINT32_MAX : UINT64_MAX);
    }
    at += FieldSize(field.kind, layout, sample);
  }
}

bool RecordShape::SameCounts(const uint8_t* data) const {
  bool same = true;
  for (size_t i = 0; i < count_of_counts_; ++i) {
    same &= counts_[i].Holds(data);
  }
  return same;
}

size_t RecordShape::CountRun(const uint8_t* data, size_t size,
                             size_t most) const {
  most = std::min(most, size / stride_);
  const uint64_t header = header_;
  const size_t stride = stride_;
  const uint8_t* at = data;
  const uint8_t* end = data + most * stride;
  const auto has_header = [&] { return base::Load<uint64_t>(at) == header; };
  if (count_of_counts_ == 0) {
    while (at != end && has_header()) at += stride;
  } else if (count_of_counts_ == 1) {
    const Count only = counts_[0];
    while (at != end && has_header() && only.Holds(at)) at += stride;
  } else {
    while (at != end && has_header() && SameCounts(at)) at += stride;
  }
  return static_cast<size_t>(at - data) / stride;
}

uint16_t RecordShape::PlaceOf(const ColumnSpec& column) const {
  using uapi::kSampleFields;
  const uapi::SampleField& field = kSampleFields[column.field];
  const uint16_t at = field_at_[column.field];
  switch (field.kind) {
    case Kind::kU32Pair:
    case Kind::kWeights:
      return at + (column.at - field.at);
    case Kind::kRead: {
      // One word comes first: the group's nr, or the single event's value.
      const bool second =
          column.read_format == PERFC_FORMAT_TOTAL_TIME_RUNNING &&
          sample_.read.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED;
      return at + 8 + (second ? 8 : 0);
    }
    case Kind::kBranches:
      return at + 8;
    case Kind::kStack:
      // Without a stack there is no dyn_size.
      return sample_.stack.count ? sample_.stack.offset + sample_.stack.count
                                 : 0;
    default:
      return at;
  }
}

}  // namespace perfc::batch
