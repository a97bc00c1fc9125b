// The facts about a run: the shape of its samples, and how their columns are
// filled.
#ifndef PERFC_IMPL_BATCH_RUN_H_
#define PERFC_IMPL_BATCH_RUN_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/batch/column_choice.h"
#include "impl/batch/column_fill.h"
#include "impl/batch/row_form.h"
#include "impl/batch/shape.h"
#include "impl/batch/table.h"
#include "impl/decode/plan.h"
#include "perfc/decode.h"

namespace perfc::batch {

class Run {
 public:
  // Reserves room for all facts.
  [[nodiscard]] bool Reserve() { return fills_.Reserve(kColumnCount); }
  void Forget() { known_ = false; }
  // A fill begins: the plan may have changed since, or be another one at the
  // same place.
  void Begin() {
    plan_ = nullptr;
    if (by_id_) known_ = false;
  }

  void Learn(const decode::Plan& plan, const uint8_t* data,
             const decode::Layout& layout, const perfc_sample& sample,
             const RowForm& form, const ColumnChoice& choice);

  // Whether the plan's samples may have the shape. Events that differ in no more
  // than their target, as one per CPU do, have plans of the same wire.
  bool HoldsFor(const decode::Plan& plan) {
    if (!known_) return false;
    if (&plan == plan_) return true;
    if (by_id_ || plan.count() != 1 || !plan.layout(0).SameWire(layout_)) {
      return false;
    }
    plan_ = &plan;
    return true;
  }

  const RecordShape& shape() const { return shape_; }
  size_t row_bytes() const { return row_bytes_; }
  // So many bytes of a record are read for the columns; a multiple of 8.
  size_t reach() const { return reach_; }
  bool copies() const { return copies_; }  // elements of some column
  const base::Buffer<ColumnFill>& fills() const { return fills_; }

  // A run's rows: first the columns that are read out of each record, block by
  // block; then the others, for all blocks at once.
  void FillBlock(const NewRows& rows, const FillState& state,
                 Table* table) const {
    FillAhead(fills_.data(), block_fills_, rows, shape_.sample(), state, table);
  }
  void FillWhole(const NewRows& rows, const FillState& state,
                 Table* table) const {
    Fill(fills_.data() + block_fills_, fills_.size() - block_fills_, rows,
         shape_.sample(), state, table);
  }

 private:
  bool known_ = false;
  bool by_id_ = false;  // it was learnt of a plan of several attrs
  bool copies_ = false;
  const decode::Plan* plan_ = nullptr;  // for which it held last, in this fill
  decode::Layout layout_{perfc_attr{}, 0};
  RecordShape shape_;
  base::Buffer<ColumnFill> fills_;
  size_t block_fills_ = 0;  // the first of them, which read each record
  size_t row_bytes_ = 0;
  size_t reach_ = 0;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_RUN_H_
