// The events of a file: its plan, and what every record is asked without decoding
// it.
#ifndef PERFC_IMPL_PROFILE_FILE_EVENTS_H_
#define PERFC_IMPL_PROFILE_FILE_EVENTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/base/order.h"
#include "impl/profile/file/budget.h"
#include "impl/profile/file/id_map.h"
#include "perfc/decode.h"
#include "perfc/error.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {

class Events {
 public:
  static constexpr uint32_t kNoAttr = IdMap::kNone;
  // A plan compares all its attrs whenever one is added.
  static constexpr uint32_t kMostAttrs = 8192;
  static constexpr size_t kIdsAtOnce = 1024;

  explicit Events(Budget* budget) : budget_(budget) {}
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;
  ~Events() { perfc_plan_destroy(plan_); }

  // 0 or -ENOMEM.
  int Init(bool foreign);

  // Adds an attr in the file's byte order. `offset` is where it stands in the file.
  // 0, -EBADMSG or -ENOMEM; `operation` names the call.
  int AddAttr(const uint8_t* attr, size_t size, uint64_t offset,
              const char* operation, perfc_error* error);
  // Adds at most kIdsAtOnce ids in the file's byte order to the newest attr. An id
  // that an attr has already stays there; perf's tools do the same.
  int AddIds(const uint8_t* ids, size_t count, uint64_t offset,
             const char* operation, perfc_error* error);

  const perfc_plan* plan() const { return plan_; }
  bool foreign() const { return foreign_; }
  uint32_t count() const { return static_cast<uint32_t>(places_.size()); }
  const perfc_record_places& places(uint32_t index) const {
    return places_[index];
  }

  // The times' places that all attrs share. Without same_places() they are unknown,
  // and each record's attr tells.
  bool same_places() const { return same_places_; }
  uint32_t sample_time() const { return shared_.sample_time; }
  uint32_t trailer_time() const { return shared_.trailer_time; }

  // The attr of a record of the kernel in this machine's byte order; kNoAttr if the
  // plan can't match it. A record without an id in it, where no record has one,
  // belongs to attr 0.
  uint32_t AttrOf(const uint8_t* data, uint32_t type, size_t size) {
    if (count() <= 1) return count() - 1;
    const bool sample = type == PERFC_RECORD_SAMPLE;
    const size_t back = sample ? 0 : shared_.trailer_id;
    if (!sample && back == 0) return has_trailers_ ? kNoAttr : 0;
    const size_t at = sample ? shared_.sample_id : size - back;
    if (at == 0 || size < back + 8 || at + 8 > size) return kNoAttr;
    const auto id = base::Load<uint64_t>(data + at);
    // Most records have the id of the one before.
    if (id != last_id_ || last_index_ == kNoAttr) FindId(id);
    return last_index_;
  }

  // The record's time. False if it has none.
  bool TimeOf(const uint8_t* data, uint32_t type, size_t size, uint64_t* time) {
    const perfc_record_places* places = &shared_;
    if (!same_places_) {
      const uint32_t index = AttrOf(data, type, size);
      if (index == kNoAttr) return false;
      places = &places_[index];
    }
    return Time(*places, data, type, size, time);
  }

 private:
  static bool Time(const perfc_record_places& places, const uint8_t* data,
                   uint32_t type, size_t size, uint64_t* time) {
    const bool sample = type == PERFC_RECORD_SAMPLE;
    const size_t back = sample ? 0 : places.trailer_time;
    const size_t at = sample ? places.sample_time : size - back;
    if ((sample ? at : back) == 0 || size < back + 8 || at + 8 > size) {
      return false;
    }
    *time = base::Load<uint64_t>(data + at);
    return true;
  }

  void FindId(uint64_t id);
  void Compare(const perfc_record_places& places);

  Budget* const budget_;
  perfc_plan* plan_ = nullptr;
  bool foreign_ = false;
  base::Buffer<perfc_record_places> places_;
  IdMap ids_;
  perfc_record_places shared_ = {};
  bool same_places_ = true;
  bool has_trailers_ = false;
  uint64_t last_id_ = 0;  // and its attr, or kNoAttr
  uint32_t last_index_ = kNoAttr;
};

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_EVENTS_H_
