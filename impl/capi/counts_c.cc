#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/capi/handles.h"
#include "impl/counts/count.h"
#include "impl/counts/read.h"
#include "impl/counts/set_counts.h"
#include "impl/counts/user_read.h"
#include "perfc/counts.h"

using perfc::counts::CountArray;

namespace {

template <typename Read>
int ReadOne(const perfc_event* event, perfc_count* count, size_t size,
            Read read) {
  if (!event || !count) return -EINVAL;
  perfc_count found;
  const int failed = read(event->event, &found);
  if (!failed) CountArray(count, size).Put(0, found);
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
  CountArray array(counts, count_size);
  const auto put = [&](uint32_t i, const perfc_count& count) {
    array.Put(i, count);
  };
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
  const auto get = [size](const perfc_count* count) {
    return CountArray(const_cast<perfc_count*>(count), size).Get(0);
  };
  CountArray(delta, size).Put(0, perfc::counts::Delta(get(from), get(to)));
  return 0;
}

int perfc_count_sum(const perfc_count* counts, uint32_t count,
                    size_t count_size, perfc_count* sum) {
  if (!counts || !sum || count == 0) return -EINVAL;
  const CountArray parts(const_cast<perfc_count*>(counts), count_size);
  perfc::counts::Sum added;
  for (uint32_t i = 0; i < count; ++i) added.Add(parts.Get(i));
  CountArray(sum, count_size).Put(0, added.Get());
  return 0;
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
  return perfc::counts::ReadSet(set->set, CountArray(counts, size), capacity);
}

int perfc_set_sum(const perfc_set* set, uint32_t by, const perfc_count* counts,
                  uint32_t count, perfc_count* sums, size_t count_size,
                  perfc_sum_row* rows, size_t row_size, uint32_t capacity) {
  if (!set || (!counts && count > 0) || !sums || !rows) return -EINVAL;
  if (int forked = set->set.CheckOwner({}, nullptr)) return forked;
  const auto put = [&](uint32_t i, const perfc_sum_row& row,
                       const perfc_count& sum) {
    CountArray(sums, count_size).Put(i, sum);
    auto* at = reinterpret_cast<uint8_t*>(rows) + i * row_size;
    memcpy(at, &row, std::min(row_size, sizeof row));
  };
  return perfc::counts::SumSet(
      set->set, by, CountArray(const_cast<perfc_count*>(counts), count_size),
      count, put, capacity);
}
