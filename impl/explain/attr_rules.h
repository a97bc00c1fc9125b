// The kernel's rules for perf_event_open(2) that follow from the arguments
// alone. BrokenAttrRule is declared in explain.h.
#ifndef PERFC_IMPL_EXPLAIN_ATTR_RULES_H_
#define PERFC_IMPL_EXPLAIN_ATTR_RULES_H_

#include "impl/explain/explain.h"
#include "impl/host/host.h"

namespace perfc::explain {

// A breakpoint on an address in the kernel.
bool IsKernelBreakpoint(const perfc_attr& attr);

// Bits that neither this version nor any kernel to 6.19 knows, or that came with
// a longer attr than the kernel's. 0: none, else *field has them.
uint64_t UnknownBits(const host::Host& host, const perfc_attr& attr,
                     const char** field);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_ATTR_RULES_H_
