#include "impl/profile/file/events.h"

#include <algorithm>
#include <cerrno>

#include "impl/profile/file/fail.h"

namespace perfc::profile::file {
namespace {

// What an attr and an id take in the plan and here, at most.
constexpr uint64_t kAttrBytes = 512;
constexpr uint64_t kIdBytes = 160;

}  // namespace

int Events::Init(bool foreign) {
  foreign_ = foreign;
  return perfc_plan_create(
      foreign ? PERFC_BYTE_ORDER_BIG : PERFC_BYTE_ORDER_NATIVE, &plan_,
      nullptr);
}

int Events::AddAttr(const uint8_t* attr, size_t size, uint64_t offset,
                    const char* operation, perfc_error* error) {
  if (count() == kMostAttrs) {
    return BadContent(error, operation, offset, "there are too many attrs");
  }
  if (!budget_->Take(kAttrBytes + size)) {
    return BadContent(error, operation, offset, kTooLittleMemory);
  }
  if (!places_.Reserve(count() + 1)) {
    return base::NoMemory(error, operation, sizeof(perfc_record_places));
  }
  perfc_error why;
  const int index = perfc_plan_add_attr(plan_, attr, size, nullptr, 0, &why);
  if (index == -ENOMEM) return base::NoMemory(error, operation, size);
  if (index < 0) {
    return BadContent(error, operation, offset, "the attr's size is wrong");
  }
  // The records that perf writes for what was there before have the id 0.
  if (index == 0) perfc_plan_set_default(plan_, 0);
  perfc_record_places places;
  perfc_plan_get_places(plan_, static_cast<uint32_t>(index), &places,
                        sizeof places);
  Compare(places);
  (void)places_.Append(places);  // There is room.
  return 0;
}

void Events::Compare(const perfc_record_places& places) {
  has_trailers_ |= places.trailer_size != 0;
  last_index_ = kNoAttr;
  if (count() == 0) {
    shared_ = places;
    return;
  }
  same_places_ &= shared_.sample_time == places.sample_time &&
                  shared_.trailer_time == places.trailer_time;
  if (shared_.sample_id != places.sample_id) shared_.sample_id = 0;
  if (shared_.trailer_id != places.trailer_id) shared_.trailer_id = 0;
}

int Events::AddIds(const uint8_t* ids, size_t count, uint64_t offset,
                   const char* operation, perfc_error* error) {
  if (!budget_->Take(count * kIdBytes)) {
    return BadContent(error, operation, offset, kTooLittleMemory);
  }
  if (!ids_.Reserve(count)) {
    return base::NoMemory(error, operation, count * kIdBytes);
  }
  uint64_t fresh[kIdsAtOnce];
  uint32_t found = 0;
  last_index_ = kNoAttr;
  for (size_t i = 0; i < count; ++i) {
    uint64_t id = base::Load<uint64_t>(ids + 8 * i);
    if (foreign_) id = base::Swap(id);
    if (id == 0) continue;  // It means the first attr, see AddAttr.
    const IdMap::Added added = ids_.Insert(id, this->count() - 1);
    if (added == IdMap::Added::kCollides) {
      return BadContent(error, operation, offset + 8 * i, "the ids collide");
    }
    if (added == IdMap::Added::kNew) fresh[found++] = id;
  }
  if (perfc_plan_add_ids(plan_, this->count() - 1, fresh, found, nullptr) < 0) {
    while (found > 0) ids_.TakeBack(fresh[--found]);
    return base::NoMemory(error, operation, count * kIdBytes);
  }
  return 0;
}

void Events::FindId(uint64_t id) {
  last_id_ = id;
  last_index_ = id == 0 ? 0 : ids_.IndexOf(id);
}

}  // namespace perfc::profile::file
