// EINVAL of perf_event_open(2), the errno with the most reasons.
#ifndef PERFC_IMPL_EXPLAIN_INVALID_H_
#define PERFC_IMPL_EXPLAIN_INVALID_H_

#include "impl/explain/explain.h"
#include "impl/host/host.h"

namespace perfc::explain {

int Invalid(const host::Host& host, int code, const OpenRequest& request,
            perfc_error* error);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_INVALID_H_
