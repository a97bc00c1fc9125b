// Explains why a tracepoint couldn't be looked up.
#ifndef PERFC_IMPL_EXPLAIN_TRACEFS_H_
#define PERFC_IMPL_EXPLAIN_TRACEFS_H_

#include "absl/strings/string_view.h"
#include "impl/host/host.h"
#include "perfc/error.h"

namespace perfc::explain {

// `code` is the errno of host.ReadTrace or host.ListTrace for the tracepoint.
// `name` is the tracepoint's name for the reader, "sched:sched_switch".
int TracepointFailed(const host::Host& host, int code, absl::string_view name,
                     const char* operation, perfc_error* error);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TRACEFS_H_
