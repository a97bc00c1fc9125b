#include "impl/batch/sample_rows.h"

#include <algorithm>

#include "impl/batch/one_row.h"
#include "impl/decode/typed.h"
#include "impl/record/record.h"

namespace perfc::batch {
namespace {

// The columns are read one after the other out of a block. The block stays in
// the first-level cache, and is large enough to spread the fixed cost of a
// block.
constexpr size_t kBlock = 4 * 1024;
constexpr size_t kBlockRows = 16;  // at least

}  // namespace

bool SampleRows::Place(size_t capacity) {
  const uint64_t columns = choice_.SampleColumns();
  run_.Forget();
  if (!table_.Place(kSampleColumns, columns, choice_.ViewedOf(kSampleColumns),
                    capacity) ||
      !run_.Reserve() || !stage_.Reserve()) {
    return false;
  }
  forms_.Reset(columns);
  return true;
}

bool SampleRows::Recurrence::Recurs(uint64_t header) {
  if (header != header_) count_ = 0;
  header_ = header;
  if (++count_ <= kOften) return false;
  count_ = 0;
  return true;
}

// Whether a shape that is learnt of this sample would most likely be of use.
bool SampleRows::IsLikeNext(const uint8_t* data, size_t size) {
  const auto header = base::Load<uint64_t>(data);
  const size_t next = record::SizeOf(header);
  if (size < next + record::kHeaderSize) return singles_.Recurs(header);
  return base::Load<uint64_t>(data + next) == header;
}

Taken SampleRows::Take(const decode::Plan& plan, const uint8_t* data,
                       size_t size, size_t* bytes) {
  if (run_.HoldsFor(plan)) {
    const Taken taken = TakeRun(data, size, bytes);
    if (taken != Taken::kDeclined) return taken;
  }
  perfc_record record;
  record::View(data, base::Load<uint64_t>(data), &record);
  const decode::Layout* layout;
  perfc_sample sample;
  if (plan.Find(record, &layout) != 0 ||
      decode::DecodeSample(plan, record, &sample, sizeof sample) != 0) {
    return Taken::kDeclined;
  }
  if (IsLikeNext(data, size) && RecordShape::Decides(*layout, sample)) {
    run_.Learn(plan, data, *layout, sample, forms_.Of(sample), choice_);
    return TakeRun(data, size, bytes);
  }
  *bytes = record.size;
  return TakeOne(data, sample);
}

// Declines a sample of another shape.
Taken SampleRows::TakeRun(const uint8_t* data, size_t size, size_t* bytes) {
  const size_t most = state_.budget.RoomForSamples(run_.row_bytes());
  if (most == 0) state_.budget.End(Ended::kFull);
  const size_t stride = run_.shape().stride();
  const size_t block = std::max(kBlock / stride, kBlockRows);
  size_t rows = 0;
  while (rows < most) {
    const uint8_t* from = data + rows * stride;
    const size_t wanted = std::min(most - rows, block);
    size_t found = run_.shape().CountRun(from, size - rows * stride, wanted);
    if (found == 0 || !ReserveRun(&found)) break;
    const size_t first = table_.rows + rows;
    run_.FillBlock({from, stride, first, found, nullptr, nullptr, nullptr},
                   state_, &table_);
    rows += found;
    if (found < wanted) break;
  }
  if (rows == 0) {
    return state_.budget.ended() ? Taken::kNoRoom : Taken::kDeclined;
  }
  FinishRun({data, stride, table_.rows, rows, nullptr, nullptr, nullptr});
  state_.sequence += rows;
  *bytes = rows * stride;
  return Taken::kRows;
}

// Finishes the run after its blocks were filled.
void SampleRows::FinishRun(const NewRows& rows) {
  run_.FillWhole(rows, state_, &table_);
  table_.rows += rows.count;
  state_.budget.AddSamples(rows.count, rows.count * run_.row_bytes());
}

// A sample that is like none of its neighbours.
Taken SampleRows::TakeOne(const uint8_t* data, const perfc_sample& sample) {
  const RowForm& form = forms_.Of(sample);
  const size_t row_bytes = form.RowBytes(sample);
  if (!state_.budget.HasRoomForSample(row_bytes)) {
    state_.budget.End(Ended::kFull);
    return Taken::kNoRoom;
  }
  if (!ReserveOne(form, sample)) return Taken::kNoRoom;
  WriteRow(form, choice_, data, sample, state_, &table_);
  ++table_.rows;
  ++state_.sequence;
  state_.budget.AddSamples(1, row_bytes);
  return Taken::kRows;
}

// False if the fill has ended.
bool SampleRows::MakeRoomOnStage() {
  Unstage();
  Budget& budget = state_.budget;
  size_t room = std::min(budget.RoomForSamples(run_.row_bytes()), Stage::kMost);
  if (room == 0) budget.End(Ended::kFull);
  if (budget.ended() || !ReserveRun(&room)) return false;
  stage_.Clear(room);
  return true;
}

void SampleRows::MakeRowsOfStage() {
  const NewRows rows = {stage_.data(),     run_.reach(),    table_.rows,
                        stage_.count(),    stage_.places(), stage_.sources(),
                        stage_.sequences()};
  run_.FillBlock(rows, state_, &table_);
  FinishRun(rows);
  state_.sequence = rows.sequences[rows.count - 1] + 1;
}

// Memory for this sample's elements, before any column is touched. False: the
// fill has ended.
bool SampleRows::ReserveOne(const RowForm& form, const perfc_sample& sample) {
  size_t rows = 1;
  for (size_t i = 0; i < form.copied_count; ++i) {
    const uint8_t column = form.copied[i];
    const uint64_t each = ElementsOf(kSampleColumns[column], sample);
    if (!ReserveElements(column, each, &rows)) return false;
  }
  return true;
}

// The same for *rows of a run, or as many of them as may be.
bool SampleRows::ReserveRun(size_t* rows) {
  if (!run_.copies()) return true;
  for (const ColumnFill& fill : run_.fills()) {
    if (!fill.CopiesElements()) continue;
    if (!ReserveElements(fill.column, fill.each, rows)) return false;
  }
  return true;
}

// Memory for the elements of *rows rows, or of as many as have int32 offsets.
bool SampleRows::ReserveElements(uint8_t column, uint64_t each, size_t* rows) {
  ColumnStore& store = table_.columns[column];
  if (each * *rows > store.Room()) *rows = store.Room() / each;
  if (*rows == 0) {
    state_.budget.End(Ended::kOverflow);
    return false;
  }
  if (store.Reserve(each * *rows)) return true;
  state_.budget.End(Ended::kNoMemory);
  return false;
}

}  // namespace perfc::batch
