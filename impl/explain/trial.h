// What the kernel says when a part of a request is tried alone. A trial opens an
// event disabled, for good: never enabled, never mapped, and closed at once.
#ifndef PERFC_IMPL_EXPLAIN_TRIAL_H_
#define PERFC_IMPL_EXPLAIN_TRIAL_H_

#include <cstdint>

#include "impl/explain/explain.h"
#include "impl/host/host.h"
#include "perfc/attr.h"

namespace perfc::explain {

// 0 if the kernel opens it, else the negative errno. Without a group.
int Try(const host::Host& host, perfc_attr attr, int32_t pid, int32_t cpu,
        uint64_t flags);

// A software event that counts nothing, of user space alone: whoever may open
// events at all may open this one for itself.
perfc_attr HarmlessAttr();

// Whether the type is a tracepoint's or a probe's, whose events change the kernel.
bool ChangesKernel(const host::Host& host, uint32_t type);

// Whether the type's PMU, and so what its events are, can't be told.
bool IsUnknownPmu(const host::Host& host, uint32_t type);

// Adds the parts of the attr to its bare event, one after the other, until the
// kernel refuses with `code`; what it refuses for another reason is left out. Why
// it does, as a sentence that names the field, and nullptr if no part is the
// reason. *bare becomes what the kernel said of the bare event. At most one trial
// for each part that the attr has.
const char* RefusedPart(const host::Host& host, int code,
                        const OpenRequest& request, int* bare);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TRIAL_H_
