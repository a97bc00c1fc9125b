#include "impl/batch/batch.h"

#include <algorithm>
#include <cerrno>

#include "impl/record/record.h"

namespace perfc::batch {
namespace {

// Records for which the cache is asked ahead of them.
constexpr size_t kAhead = 8;

// Whether a header's size can be right. The perf tool's own records have sizes
// that are no multiple of 8, and then nothing can follow.
bool IsGoodSize(uint64_t header, size_t left) {
  const uint64_t size = record::SizeOf(header);
  return record::IsGoodSize(size, left) ||
         (record::TypeOf(header) >= record::kFirstToolType &&
          size >= record::kHeaderSize && size == left);
}

// Whether the bytes of a record are aligned and begin with a header of its size.
bool IsWhole(const perfc_record& record) {
  if (record.data == nullptr ||
      reinterpret_cast<uintptr_t>(record.data) % 8 != 0 ||
      record.size < record::kHeaderSize) {
    return false;
  }
  const auto header = base::Load<uint64_t>(record.data);
  return record::SizeOf(header) == record.size &&
         IsGoodSize(header, record.size);
}

}  // namespace

void Batch::Begin(Origin origin) {
  samples_.Begin();
  records_.Begin();
  state_.Begin();
  choice_.Begin(origin);
}

int Batch::Place() {
  if (choice_.IsSettled()) return 0;
  choice_.Unsettle();
  const size_t capacity = state_.budget.rows();
  if (!samples_.Place(capacity) || !records_.Place(capacity)) return -ENOMEM;
  choice_.Settle();
  return 0;
}

int Batch::BeginOne(const perfc_plan& plan) {
  Begin(Origin::kOnePlan);
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

int Batch::Fill(const perfc_plan& plan, ring::Ring& ring) {
  if (ring.mode() != ring::Mode::kWritable) return FillByRecord(plan, ring);
  ring.Release();
  if (const int failed = BeginOne(plan)) return failed;
  const int found = FillWindows(plan, ring);
  End();
  if (!views()) ring.Release();
  return RowsOr(std::min(found, 0));
}

// Returns the result of the ring's last look for records.
int Batch::FillWindows(const perfc_plan& plan, ring::Ring& ring) {
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
    ring->Account(records_.At(i).record);
  }
}

// Rings that the kernel overwrites are read record by record.
int Batch::FillByRecord(const perfc_plan& plan, ring::Ring& ring) {
  if (views()) return -EINVAL;
  if (const int failed = BeginOne(plan)) return failed;
  perfc_stream_record next = {};
  next.plan = &plan;
  next.sequence = state_.sequence;
  int found = 0;
  while (!state_.budget.ended() && (found = ring.Peek(&next.record)) == 1) {
    if (!AddOne(next, nullptr)) break;
    ++next.sequence;
    ring.Next(&next.record);
  }
  End();
  return RowsOr(std::min(found, 0));
}

int Batch::FillBytes(const perfc_plan& plan, const uint8_t* data, size_t size,
                     size_t* consumed) {
  *consumed = 0;
  if (const int failed = BeginOne(plan)) return failed;
  state_.window = data;
  *consumed = Take(plan, data, size);
  End();
  return RowsOr(size == 0 ? 0 : -EBADMSG);
}

int Batch::FillRecords(const perfc_stream_record* records, uint32_t count,
                       uint32_t* taken) {
  *taken = 0;
  uint32_t sound;
  if (const int failed = BeginRecords(records, count, &sound)) return failed;
  while (*taken < sound && Add(records[*taken])) ++*taken;
  End();
  return RowsOr(0);
}

// *sound: so many of the records from the first on can be taken as they are. As
// many are looked at as there may be rows, and the one that finds no room.
int Batch::BeginRecords(const perfc_stream_record* records, uint32_t count,
                        uint32_t* sound) {
  Begin(Origin::kRecords);
  const size_t most = std::min<size_t>(count, state_.budget.rows() + 1);
  const perfc_plan* last = nullptr;
  uint32_t i = 0;
  for (; i < most; ++i) {
    const perfc_stream_record& next = records[i];
    __builtin_prefetch(records[std::min(i + kAhead, most - 1)].record.data);
    if (next.plan == nullptr || !IsWhole(next.record)) break;
    if (next.plan != last) Want(*next.plan);
    last = next.plan;
    WidenWindow(records[0].record.data, next.record.data);
  }
  *sound = i;
  if (i == 0 && count > 0) {
    return records[0].plan == nullptr ? -EINVAL : -EBADMSG;
  }
  return Place();
}

// Views count from the lowest record that the first one can be seen from.
void Batch::WidenWindow(const uint8_t* first, const uint8_t* data) {
  constexpr uintptr_t kReach = INT32_MAX - record::kMaxSize;
  const auto at = reinterpret_cast<uintptr_t>(data);
  const auto from = reinterpret_cast<uintptr_t>(first);
  const auto window = reinterpret_cast<uintptr_t>(state_.window);
  if (window == 0 || (at < window && from - at <= kReach)) {
    state_.window = data;
  }
}

// `given`: the record, where a stream or the caller knows more of it than its
// plan.
bool Batch::AddOne(const perfc_stream_record& record,
                   const perfc_stream_record* given) {
  const perfc_plan& plan = *record.plan;
  if (samples_.CanStage(plan, record.record)) {
    return samples_.AddToStage(record);
  }
  samples_.Unstage();
  state_.given = given;
  state_.source = record.source;
  state_.sequence = record.sequence;
  return Take(plan, record.record.data, record.record.size) != 0;
}

// Whole records from `data` on, until the fill has ended, a header can't be
// right, or the next record isn't all there. Returns their bytes.
size_t Batch::Take(const perfc_plan& plan, const uint8_t* data, size_t size) {
  size_t at = 0;
  const size_t offered = size;
  if (views()) {
    const auto within = static_cast<size_t>(data - state_.window);
    size = within < INT32_MAX ? std::min(size, INT32_MAX - within) : 0;
  }
  while (!state_.budget.ended() && size - at >= record::kHeaderSize) {
    const auto header = base::Load<uint64_t>(data + at);
    if (!IsGoodSize(header, size - at)) break;
    const size_t taken = TakeNext(plan, data + at, size - at);
    if (taken == 0) break;
    at += taken;
  }
  if (views()) {
    const auto end = static_cast<size_t>(data - state_.window) + at;
    if (at > 0) state_.window_size = std::max(state_.window_size, end);
  }
  if (size < offered && !state_.budget.ended()) {
    state_.budget.End(Ended::kOverflow);
  }
  return at;
}

// The record at `data`, which is whole, or a run of samples that it begins.
// Returns the bytes, 0 if the fill has ended.
size_t Batch::TakeNext(const perfc_plan& plan, const uint8_t* data,
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

int Batch::Record(uint64_t row, perfc_stream_record* out) const {
  if (row >= records_.table().rows) return -EINVAL;
  *out = records_.At(row);
  return 0;
}

}  // namespace perfc::batch
