// EPERM and EACCES of perf_event_open(2).
#ifndef PERFC_IMPL_EXPLAIN_DENIED_H_
#define PERFC_IMPL_EXPLAIN_DENIED_H_

#include "impl/explain/explain.h"
#include "impl/host/host.h"

namespace perfc::explain {

int Denied(const host::Host& host, int code, const OpenRequest& request,
           perfc_error* error);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_DENIED_H_
