#include "impl/batch/batch.h"

#include <algorithm>
#include <cerrno>

#include "impl/record/record.h"

namespace perfc::batch {
namespace {

bool GoodSize(size_t size, size_t left) {
  return size >= record::kHeaderSize && size % 8 == 0 && size <= left;
}

}  // namespace

void Batch::Begin(bool stream) {
  samples_.Begin();
  records_.Begin();
  state_.Begin();
  choice_.Begin(stream);
}

int Batch::Place() {
  if (choice_.IsSettled()) return 0;
  choice_.Unsettle();
  const size_t capacity = state_.budget.rows();
  if (!samples_.Place(capacity) || !records_.Place(capacity)) return -ENOMEM;
  choice_.Settle();
  return 0;
}

int Batch::BeginOne(const decode::Plan& plan) {
  Begin(false);
  Want(plan);
  return Place();
}

void Batch::End() {
  samples_.End();
  records_.End();
}

// The number of rows; without any -ENOMEM if that is why, else `none`.
int Batch::RowsOr(int none) const {
  if (rows() > 0) return static_cast<int>(rows());
  const int why = WhyEmpty();
  return why != 0 ? why : none;
}

int Batch::Fill(const decode::Plan& plan, ring::Ring& ring) {
  if (ring.mode() != ring::Mode::kWritable) return FillByRecord(plan, ring);
  ring.Release();
  if (const int failed = BeginOne(plan)) return failed;
  const int found = FillWindows(plan, ring);
  End();
  if (!views()) ring.Release();
  return RowsOr(std::min(found, 0));
}

// What the ring's last look for records gave.
int Batch::FillWindows(const decode::Plan& plan, ring::Ring& ring) {
  int found = 0;
  const uint8_t* expected = nullptr;
  while (!state_.budget.ended()) {
    const uint8_t* data;
    size_t size;
    found = ring.Window(&data, &size);
    if (found != 1) break;
    if (state_.window == nullptr) state_.window = data;
    // Views count from one place, so they end where the ring begins again.
    if (views() && expected != nullptr && data != expected) break;
    const size_t first_record = records_.table().rows;
    const size_t taken = Take(plan, data, size);
    ring.Consume(taken);
    expected = data + taken;
    Account(first_record, &ring);
  }
  return found;
}

// Tells the ring of the losses in the records that were just added.
void Batch::Account(size_t first_record, ring::Ring* ring) const {
  for (size_t i = first_record; i < records_.table().rows; ++i) {
    ring->Account(records_.At(i));
  }
}

// Rings that the kernel overwrites are read record by record.
int Batch::FillByRecord(const decode::Plan& plan, ring::Ring& ring) {
  if (views()) return -EINVAL;
  if (const int failed = BeginOne(plan)) return failed;
  perfc_record record;
  int found = 0;
  while (!state_.budget.ended() && (found = ring.Peek(&record)) == 1) {
    if (!Add(plan, record, 0)) break;
    ring.Next(&record);
  }
  End();
  return RowsOr(std::min(found, 0));
}

int Batch::FillBytes(const decode::Plan& plan, const uint8_t* data, size_t size,
                     size_t* consumed) {
  *consumed = 0;
  if (const int failed = BeginOne(plan)) return failed;
  state_.window = data;
  *consumed = Take(plan, data, size);
  End();
  return RowsOr(size == 0 ? 0 : -EBADMSG);
}

bool Batch::Add(const decode::Plan& plan, const perfc_record& record,
                uint32_t source) {
  if (samples_.CanStage(plan, record)) {
    return samples_.AddToStage(record, source);
  }
  samples_.Unstage();
  state_.source = source;
  return Take(plan, record.data, record.size) != 0;
}

// Whole records from `data` on, until the fill has ended, a header can't be
// right, or the next record isn't all there. Returns their bytes.
size_t Batch::Take(const decode::Plan& plan, const uint8_t* data, size_t size) {
  size_t at = 0;
  const size_t offered = size;
  if (views()) {
    const auto within = static_cast<size_t>(data - state_.window);
    size = std::min<size_t>(size, INT32_MAX - within);
  }
  while (!state_.budget.ended() && size - at >= record::kHeaderSize) {
    const auto header = base::Load<uint64_t>(data + at);
    if (!GoodSize(record::SizeOf(header), size - at)) break;
    const size_t taken = TakeNext(plan, data + at, size - at);
    if (taken == 0) break;
    at += taken;
  }
  if (views()) {
    state_.window_size = static_cast<size_t>(data - state_.window) + at;
  }
  if (size < offered && !state_.budget.ended()) {
    state_.budget.End(Ended::kOverflow);
  }
  return at;
}

// The record at `data`, which is whole, or a run of samples that it begins.
// Returns the bytes, 0 if the fill has ended.
size_t Batch::TakeNext(const decode::Plan& plan, const uint8_t* data,
                       size_t size) {
  const auto header = base::Load<uint64_t>(data);
  if (record::TypeOf(header) == PERFC_RECORD_SAMPLE) {
    size_t bytes;
    switch (samples_.Take(plan, data, size, &bytes)) {
      case Taken::kRows:
        return bytes;
      case Taken::kNoRoom:
        return 0;
      case Taken::kDeclined:
        break;
    }
  }
  return records_.Add(plan, data) ? record::SizeOf(header) : 0;
}

perfc_batch_info Batch::info() const {
  return {samples_.table().rows, records_.table().rows,
          state_.sequence,       records_.undecodable(),
          state_.budget.ended(), state_.budget.why() == Ended::kOverflow};
}

int Batch::Column(uint32_t which, uint32_t column, perfc_column* out) const {
  const Table& chosen = table(which);
  const ColumnStore& store = chosen.columns[column];
  if (!store.placed() || store.empty()) return -ENODATA;
  store.Describe(chosen.rows, state_.window, state_.window_size, out);
  return 0;
}

int Batch::Record(uint64_t row, perfc_record* out) const {
  if (row >= records_.table().rows) return -EINVAL;
  *out = records_.At(row);
  return 0;
}

}  // namespace perfc::batch
