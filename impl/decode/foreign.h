// Records of the other byte order.
#ifndef PERFC_IMPL_DECODE_FOREIGN_H_
#define PERFC_IMPL_DECODE_FOREIGN_H_

#include <cstddef>
#include <cstdint>

#include "impl/decode/plan.h"
#include "perfc/record.h"

namespace perfc::decode {

// Views the first of `available` bytes, see perfc_plan_view_record.
int ViewRecord(const Plan& plan, const uint8_t* data, size_t available,
               uint8_t* scratch, size_t scratch_size, perfc_record* out);

}  // namespace perfc::decode

#endif  // PERFC_IMPL_DECODE_FOREIGN_H_
