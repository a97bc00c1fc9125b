// The time of a record, for ordering.
#ifndef PERFC_IMPL_DECODE_TIME_H_
#define PERFC_IMPL_DECODE_TIME_H_

#include <cstdint>

#include "impl/base/order.h"
#include "impl/decode/plan.h"
#include "perfc/record.h"
#include "perfc/uapi.h"

namespace perfc::decode {

// False if the record has none, or is matched to no attr.
inline bool TimeOf(const Plan& plan, const perfc_record& record,
                   uint64_t* time) {
  const Layout* layout;
  if (plan.Find(record, &layout) != 0) return false;
  const bool sample = record.type == PERFC_RECORD_SAMPLE;
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

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_TIME_H_
