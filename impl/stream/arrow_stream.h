// A stream as Arrow's C Stream Interface.
#ifndef PERFC_IMPL_STREAM_ARROW_STREAM_H_
#define PERFC_IMPL_STREAM_ARROW_STREAM_H_

#include <cstdint>

#include "impl/batch/arrow.h"
#include "impl/stream/stream.h"
#include "perfc/batch.h"

namespace perfc::stream {

// See perfc_stream_export_arrow. 0 or -ENOMEM.
int ExportStream(Stream* stream, const perfc_batch_options& options,
                 uint32_t table, int32_t duration_ms, ArrowArrayStream* out);

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_ARROW_STREAM_H_
