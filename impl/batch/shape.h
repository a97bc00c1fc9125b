// Runs of samples of the same shape: they have equal headers and counts, so
// every field lies at the same place. Then each column is filled by one loop
// with a stride.
#ifndef PERFC_IMPL_BATCH_SHAPE_H_
#define PERFC_IMPL_BATCH_SHAPE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/batch/columns.h"
#include "impl/decode/layout.h"
#include "impl/uapi/field_size.h"
#include "impl/uapi/sample_fields.h"
#include "perfc/decode.h"

namespace perfc::batch {

class RecordShape {
 public:
  // True if the header and the counts determine the layout of such a sample.
  // They don't if it depends on the bytes behind an empty branch stack
  // (decode/hw_idx.h) or an empty user stack.
  static bool Decides(const decode::Layout& layout, const perfc_sample& sample);

  // Learns the shape of a sample that was decoded from `data`. by_id: the plan
  // has several attrs.
  void Learn(const uint8_t* data, const decode::Layout& layout,
             const perfc_sample& sample, bool by_id);

  // Whether the record at `data`, which is whole, has it.
  bool Holds(const uint8_t* data) const {
    if (base::Load<uint64_t>(data) != header_) return false;
    return count_of_counts_ == 1 ? counts_[0].Holds(data) : SameCounts(data);
  }

  // How many records from `data` on, all of them within `size` bytes and `most`
  // at most, have it.
  size_t CountRun(const uint8_t* data, size_t size, size_t most) const;

  size_t stride() const { return stride_; }
  const perfc_sample& sample() const { return sample_; }

  // Where a column's number or elements lie in the record, or 0 if they aren't
  // on the wire.
  uint16_t PlaceOf(uint8_t column) const { return column_at_[column]; }

 private:
  // A count whose value decides where the fields behind it lie.
  struct Count {
    uint16_t at;
    uint64_t mask;
    uint64_t value;
    bool Holds(const uint8_t* data) const {
      return (base::Load<uint64_t>(data + at) & mask) == value;
    }
  };

  bool SameCounts(const uint8_t* data) const;
  void AddCount(const uint8_t* data, size_t at, uint64_t mask);

  uint64_t header_ = 0;
  size_t stride_ = 0;
  perfc_sample sample_;
  uint16_t column_at_[kColumnCount];
  // One for each field that has such a count, and the id.
  Count counts_[uapi::CountedFields() + 1];
  size_t count_of_counts_ = 0;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_SHAPE_H_
