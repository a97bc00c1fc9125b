// A field of many samples at a time.
#ifndef PERFC_IMPL_TRACEFS_COLUMNS_H_
#define PERFC_IMPL_TRACEFS_COLUMNS_H_

#include <cstddef>
#include <cstdint>

#include "impl/tracefs/tracepoint.h"
#include "perfc/batch.h"
#include "perfc/tracepoint.h"

namespace perfc::tracefs {

// `raw` is a column of bytes. A row without them, or of another tracepoint, is
// absent. These return 0, or -EINVAL where the field's kind is another.
int ReadValues(const Tracepoint& tracepoint, const perfc_column& raw,
               const Field& field, uint32_t index, void* values, size_t stride,
               uint8_t* validity, perfc_tracepoint_rows* rows);
int ReadRanges(const Tracepoint& tracepoint, const perfc_column& raw,
               const Field& field, uint32_t index, int32_t* offsets,
               int32_t* lengths, uint8_t* validity,
               perfc_tracepoint_rows* rows);

}  // namespace perfc::tracefs

#endif  // PERFC_IMPL_TRACEFS_COLUMNS_H_
