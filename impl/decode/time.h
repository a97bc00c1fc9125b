// The time of a record, for ordering.
#ifndef PERFC_IMPL_DECODE_TIME_H_
#define PERFC_IMPL_DECODE_TIME_H_

#include <algorithm>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/decode/plan.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// False if the record has none, or is matched to no attr.
inline bool TimeOf(const Plan& plan, const perfc_record& record,
                   uint64_t* time) {
  const bool sample = record.type == PERFC_RECORD_SAMPLE;
  if (!sample && !record::HasTrailer(record.type)) return false;
  const Layout* layout;
  if (plan.Find(record, &layout) != 0) return false;
  const uint16_t place =
      sample ? layout->sample_time_at : layout->trailer_time_back;
  if (place == 0 || record.size < record::kHeaderSize + layout->trailer_size ||
      record.size < place + (sample ? 8 : 0)) {
    return false;
  }
  *time = base::Load<uint64_t>(record.data +
                               (sample ? place : record.size - place));
  return true;
}

// Where the time lies in every sample, *at, and how long those must be that have
// it. *at is 0 where that is to be asked for each record.
inline void SampleTimeOf(const Plan& plan, uint16_t* at, uint16_t* size) {
  *at = *size = 0;
  if (!plan.HasOneLayout()) return;
  const Layout& layout = plan.only_layout();
  *at = layout.sample_time_at;
  *size = std::max<uint16_t>(record::kHeaderSize + layout.trailer_size,
                             static_cast<uint16_t>(*at + 8));
}

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_TIME_H_
