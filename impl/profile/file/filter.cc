#include "impl/profile/file/filter.h"

#include <algorithm>

#include "impl/base/order.h"

namespace perfc::profile::file {
namespace {

template <typename T>
bool CopySorted(const T* list, uint32_t count, base::Buffer<uint32_t>* out) {
  static_assert(sizeof(T) == sizeof(uint32_t));
  if (!out->AppendAll(reinterpret_cast<const uint32_t*>(list), count)) {
    return false;
  }
  std::sort(out->begin(), out->end());
  return true;
}

bool Has(const base::Buffer<uint32_t>& list, uint32_t value) {
  return std::binary_search(list.begin(), list.end(), value);
}

// Whether the u32 at this place is in the list. Without a list it needn't be there.
bool FitsList(const base::Buffer<uint32_t>& list, const uint8_t* sample,
              size_t size, size_t place, size_t within) {
  if (list.size() == 0) return true;
  if (place == 0 || place + within + sizeof(uint32_t) > size) return false;
  return Has(list, base::Load<uint32_t>(sample + place + within));
}

}  // namespace

bool Filter::Set(const perfc_filter& filter) {
  active_ = true;
  invert_ = filter.flags & PERFC_FILTER_NOT;
  from_ = filter.from;
  to_ = filter.to;
  return CopySorted(filter.pids, filter.pid_count, &pids_) &&
         CopySorted(filter.tids, filter.tid_count, &tids_) &&
         CopySorted(filter.cpus, filter.cpu_count, &cpus_) &&
         CopySorted(filter.events, filter.event_count, &events_);
}

bool Filter::FitsTime(const uint8_t* sample, size_t size, uint32_t at) const {
  if (from_ == 0 && to_ == 0) return true;
  if (at == 0 || at + sizeof(uint64_t) > size) return false;
  const auto time = base::Load<uint64_t>(sample + at);
  return time >= from_ && (to_ == 0 || time < to_);
}

bool Filter::Fits(const uint8_t* sample, size_t size, uint32_t event,
                  const perfc_record_places* places) const {
  constexpr perfc_record_places kNowhere = {};
  if (places == nullptr) places = &kNowhere;
  return (events_.size() == 0 || Has(events_, event)) &&
         FitsTime(sample, size, places->sample_time) &&
         FitsList(pids_, sample, size, places->sample_tid, 0) &&
         FitsList(tids_, sample, size, places->sample_tid, 4) &&
         FitsList(cpus_, sample, size, places->sample_cpu, 0);
}

bool Filter::KeepsSample(const uint8_t* sample, size_t size, uint32_t event,
                         const perfc_record_places* places) const {
  return Fits(sample, size, event, places) != invert_;
}

}  // namespace perfc::profile::file
