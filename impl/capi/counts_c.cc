#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/results.h"
#include "impl/capi/handles.h"
#include "impl/counts/count.h"
#include "impl/counts/read.h"
#include "impl/counts/set_counts.h"
#include "impl/counts/user_read.h"
#include "perfc/counts.h"

using perfc::base::CopyOut;

namespace {

// Struct i of the caller's array. Its structs may be shorter or longer than the
// library's.
template <typename Result>
Result* At(Result* first, size_t size, size_t i) {
  return reinterpret_cast<Result*>(reinterpret_cast<uintptr_t>(first) +
                                   i * size);
}

perfc_count CountAt(const perfc_count* first, size_t size, size_t i) {
  perfc_count whole = {};
  memcpy(&whole, At(first, size, i), std::min(size, sizeof whole));
  return whole;
}

// Writes counts into the caller's array.
auto PutInto(perfc_count* counts, size_t size) {
  return [=](uint32_t i, const perfc_count& count) {
    CopyOut(count, At(counts, size, i), size);
  };
}

template <typename Read>
int ReadOne(const perfc_event* event, perfc_count* count, size_t size,
            Read read) {
  if (!event || !count) return -EINVAL;
  perfc_count found;
  const int failed = read(event->event, &found);
  if (!failed) CopyOut(found, count, size);
  return failed;
}

}  // namespace

int perfc_read(const perfc_event* event, perfc_count* count, size_t size) {
  return ReadOne(event, count, size, perfc::counts::Read);
}

int perfc_read_user(const perfc_event* event, perfc_count* count, size_t size) {
  return ReadOne(event, count, size, perfc::counts::ReadUser);
}

int perfc_read_group(const perfc_event* leader, perfc_event* const* events,
                     perfc_count* counts, size_t count_size,
                     uint32_t capacity) {
  if (!leader || !counts || capacity == 0) return -EINVAL;
  const auto put = PutInto(counts, count_size);
  if (!events) return perfc::counts::ReadAll(leader->event, capacity, put);
  for (uint32_t i = 0; i < capacity; ++i) {
    if (!events[i]) return -EINVAL;
  }
  const auto event_at = [&](uint32_t i) -> const perfc::event::Event& {
    return events[i]->event;
  };
  const int failed =
      perfc::counts::ReadGroup(leader->event, capacity, event_at, put);
  return failed ? failed
                : static_cast<int>(std::min<uint32_t>(capacity, INT32_MAX));
}

int perfc_count_delta(const perfc_count* from, const perfc_count* to,
                      perfc_count* delta, size_t size) {
  if (!from || !to || !delta) return -EINVAL;
  return CopyOut(
      perfc::counts::Delta(CountAt(from, size, 0), CountAt(to, size, 0)), delta,
      size);
}

int perfc_count_sum(const perfc_count* counts, size_t count_size,
                    uint32_t count, perfc_count* sum) {
  if (!counts || !sum || count == 0) return -EINVAL;
  perfc::counts::Sum added;
  for (uint32_t i = 0; i < count; ++i) {
    added.Add(CountAt(counts, count_size, i));
  }
  return CopyOut(added.Get(), sum, count_size);
}

int perfc_count_scale(uint64_t value, uint64_t enabled, uint64_t running,
                      uint64_t* scaled) {
  if (!scaled) return -EINVAL;
  if (running == 0) return -EINVAL;
  *scaled =
      running < enabled ? perfc::counts::Scale(value, enabled, running) : value;
  return 0;
}

int perfc_set_read(const perfc_set* set, perfc_count* counts, size_t size,
                   uint32_t capacity) {
  if (!set || !counts) return -EINVAL;
  if (int forked = set->set.CheckOwner({}, nullptr)) return forked;
  return perfc::counts::ReadSet(set->set, PutInto(counts, size), capacity);
}

int perfc_set_sum(const perfc_set* set, uint32_t by, const perfc_count* counts,
                  uint32_t count, perfc_count* sums, size_t count_size,
                  perfc_sum_row* rows, size_t row_size, uint32_t capacity) {
  if (!set || (!counts && count > 0) || !sums || !rows) return -EINVAL;
  if (int forked = set->set.CheckOwner({}, nullptr)) return forked;
  const auto get = [&](uint32_t i) { return CountAt(counts, count_size, i); };
  const auto put = [&](uint32_t i, const perfc_sum_row& row,
                       const perfc_count& sum) {
    CopyOut(sum, At(sums, count_size, i), count_size);
    CopyOut(row, At(rows, row_size, i), row_size);
  };
  return perfc::counts::SumSet(set->set, by, get, count, put, capacity);
}
