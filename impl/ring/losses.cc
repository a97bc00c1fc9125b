#include "impl/ring/losses.h"

#include <cstddef>
#include <cstdint>

#include "impl/base/order.h"
#include "impl/record/record.h"
#include "perfc/uapi.h"

namespace perfc::ring {

void AccountRecord(const perfc_record& record, perfc_losses* losses) {
  const size_t body = record.size - record::kHeaderSize;
  const uint8_t* at = record.data + record::kHeaderSize;
  switch (record.type) {
    case PERFC_RECORD_LOST:  // u64 id, u64 lost
      if (body >= 16) losses->lost += base::Load<uint64_t>(at + 8);
      break;
    case PERFC_RECORD_LOST_SAMPLES:  // u64 lost
      if (body >= 8) losses->lost_samples += base::Load<uint64_t>(at);
      break;
    case PERFC_RECORD_THROTTLE:
      ++losses->throttled;
      break;
    default:
      if (record.type == 0 || record.type >= PERFC_RECORD_MAX) {
        ++losses->unknown;
      }
  }
}

void AddLosses(const perfc_losses& from, perfc_losses* to) {
  to->lost += from.lost;
  to->lost_samples += from.lost_samples;
  to->throttled += from.throttled;
  to->overwritten += from.overwritten;
  to->malformed += from.malformed;
  to->unknown += from.unknown;
  to->read_lost += from.read_lost;
  to->read_lost_set &= from.read_lost_set;
  to->out_of_order += from.out_of_order;
}

void SubtractLosses(const perfc_losses& part, perfc_losses* from) {
  from->lost -= part.lost;
  from->lost_samples -= part.lost_samples;
  from->throttled -= part.throttled;
  from->overwritten -= part.overwritten;
  from->malformed -= part.malformed;
  from->unknown -= part.unknown;
  from->read_lost -= part.read_lost;
}

}  // namespace perfc::ring
