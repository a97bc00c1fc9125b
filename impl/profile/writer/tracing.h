// TRACING_DATA: the format files of tracepoints (tools/perf/util/trace-event-info.c has
// the layout).
#ifndef PERFC_IMPL_PROFILE_WRITER_TRACING_H_
#define PERFC_IMPL_PROFILE_WRITER_TRACING_H_

#include "absl/types/span.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/writer/attrs.h"
#include "perfc/host.h"

namespace perfc::profile::writer {

// Makes the feature for the tracepoints among the events, from this machine's tracefs.
// -ENODATA: no event is a tracepoint, or tracefs can't be read. -ENOMEM.
int BuildTracing(const perfc_host* host, const Attrs& attrs,
                 format::Builder* out);

// Copies the feature without the names of threads, which stand at its end. -ENODATA: it
// isn't understood. -ENOMEM.
int CopyWithoutNames(absl::Span<const uint8_t> tracing, format::Builder* out);

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_TRACING_H_
