#include "impl/batch/shape.h"

#include <algorithm>
#include <cstring>

#include "impl/decode/sample.h"
#include "impl/record/record.h"
#include "impl/uapi/field_size.h"

namespace perfc::batch {

using decode::Layout;

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
  memset(column_at_, 0, sizeof column_at_);
  const bool has_hw_idx = sample.parts & PERFC_PART_BRANCH_HW_IDX;
  size_t at = record::kHeaderSize;
  uint64_t left = sample.present;
  for (size_t i = 0; left != 0; ++i) {
    const uapi::SampleField& field = uapi::kSampleFields[i];
    if (!(left & field.bit)) continue;
    left &= ~field.bit;
    // Records are multiples of 8 bytes, so a word can be loaded of any field.
    const auto word = base::Load<uint64_t>(data + at);
    const uint64_t mask = uapi::CountMask(field, layout);
    if (mask != 0) AddCount(data, at, mask);
    const uint64_t count =
        mask != 0 ? uapi::ElementCount(field, layout, word) : 0;
    at += uapi::ForParts(field, layout, count, has_hw_idx,
                         [&](const uapi::Part& part, uint64_t part_at) {
                           if (part.column == uapi::kNoColumn) return;
                           column_at_[part.column] =
                               static_cast<uint16_t>(at + part_at);
                         });
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

}  // namespace perfc::batch
