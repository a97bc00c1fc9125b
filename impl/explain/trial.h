// Trials: opening parts of a refused request alone, to see which part the
// kernel refuses. The event of a trial is opened disabled. It is never enabled,
// never mapped, and closed at once.
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

// True if the PMU of the type, and so the meaning of its events, can't be
// determined.
bool IsUnknownPmu(const host::Host& host, uint32_t type);

// Adds the parts of the attr to its bare event, one after the other, until the
// kernel refuses the attr with `code`. A part that the kernel refuses for
// another reason is left out. Returns the reason as a sentence that names the
// field, or nullptr if no part is the reason. *bare becomes the kernel's result
// for the bare event. Makes at most one trial for each part of the attr.
const char* RefusedPart(const host::Host& host, int code,
                        const OpenRequest& request, int* bare);

}  // namespace perfc::explain

#endif  // PERFC_IMPL_EXPLAIN_TRIAL_H_
