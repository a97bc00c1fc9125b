// A batch: the records of one fill, as columns of two tables.
#ifndef PERFC_IMPL_BATCH_BATCH_H_
#define PERFC_IMPL_BATCH_BATCH_H_

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "impl/batch/column_choice.h"
#include "impl/batch/fill_state.h"
#include "impl/batch/record_rows.h"
#include "impl/batch/sample_rows.h"
#include "impl/batch/table.h"
#include "impl/decode/plan.h"
#include "impl/ring/ring.h"
#include "perfc/batch.h"
#include "perfc/record.h"

namespace perfc::batch {

class Batch {
 public:
  explicit Batch(const perfc_batch_options& options)
      : state_(options.rows),
        choice_(options),
        samples_(choice_, state_),
        records_(choice_, state_) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  int Fill(const perfc_plan& plan, ring::Ring& ring);
  int FillBytes(const perfc_plan& plan, const uint8_t* data, size_t size,
                size_t* consumed);
  int FillRecords(const perfc_stream_record* records, uint32_t count,
                  uint32_t* taken);

  // A fill from elsewhere: Begin, Want for every plan, Place, Add until it says
  // no, End.
  void Begin(Origin origin);
  void Want(const decode::Plan& plan) { choice_.Want(plan); }
  int Place();
  // From now on the columns stay as they are, whatever is wanted.
  void Freeze() { choice_.Freeze(); }
  // False if the record didn't fit: it is the next fill's.
  bool Add(const perfc_stream_record& given) { return AddOne(given, &given); }
  void End();
  // Why a fill that was offered records has no rows: 0 or -ENOMEM.
  int WhyEmpty() const {
    return state_.budget.why() == Ended::kNoMemory ? -ENOMEM : 0;
  }

  // As of the last End.
  size_t rows() const { return samples_.table().rows + records_.table().rows; }
  bool views() const { return choice_.views(); }
  const Table& table(uint32_t which) const {
    return which == PERFC_TABLE_SAMPLES ? samples_.table() : records_.table();
  }
  perfc_batch_info info() const;

  // 0, or -ENODATA.
  int Column(uint32_t table, uint32_t column, perfc_column* out) const;
  int Record(uint64_t row, perfc_stream_record* out) const;

 private:
  int BeginOne(const perfc_plan& plan);
  int FillWindows(const perfc_plan& plan, ring::Ring& ring);
  int FillByRecord(const perfc_plan& plan, ring::Ring& ring);
  void Account(size_t first_record, ring::Ring* ring) const;
  int BeginRecords(const perfc_stream_record* records, uint32_t count,
                   uint32_t* sound);
  void WidenWindow(const uint8_t* first, const uint8_t* data);
  bool AddOne(const perfc_stream_record& record,
              const perfc_stream_record* given);
  size_t Take(const perfc_plan& plan, const uint8_t* data, size_t size);
  size_t TakeNext(const perfc_plan& plan, const uint8_t* data, size_t size);
  int RowsOr(int none) const;

  FillState state_;
  ColumnChoice choice_;
  SampleRows samples_;
  RecordRows records_;
};

}  // namespace perfc::batch

#endif  // PERFC_IMPL_BATCH_BATCH_H_
