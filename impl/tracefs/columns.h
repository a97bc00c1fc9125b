// Reads one field of many samples with one call.
#ifndef PERFC_IMPL_TRACEFS_COLUMNS_H_
#define PERFC_IMPL_TRACEFS_COLUMNS_H_

#include <cstddef>
#include <cstdint>

#include "impl/tracefs/tracepoint.h"
#include "perfc/batch.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {

// `raw` is a column of bytes. A row without bytes, or of another tracepoint, is
// absent. ReadValues returns 0, or -EINVAL if the field is no number.
int ReadValues(const Tracepoint& tracepoint, const perfc_column& raw,
               const Field& field, uint32_t index, void* values, size_t stride,
               uint8_t* validity, perfc_tracepoint_rows* rows);
perfc_tracepoint_rows ReadRanges(const Tracepoint& tracepoint,
                                 const perfc_column& raw, const Field& field,
                                 uint32_t index, int32_t* offsets,
                                 int32_t* lengths, uint8_t* validity);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_COLUMNS_H_
