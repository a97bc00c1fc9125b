// Why a tracepoint couldn't be looked up.
#ifndef PERFC_IMPL_EXPLAIN_TRACEFS_H_
#define PERFC_IMPL_EXPLAIN_TRACEFS_H_

#include "absl/strings/string_view.h"
#include "impl/host/host.h"
#include "perfc/error.h"

namespace perfc::explain {

// `code` is what host.ReadTrace or host.ListTrace said of the tracepoint, which
// is named "sched:sched_switch" for the reader.
int TracepointFailed(const host::Host& host, int code, absl::string_view name,
                     const char* operation, perfc_error* error);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TRACEFS_H_
