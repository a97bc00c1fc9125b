// Lists threads, from procfs.
#ifndef PERFC_IMPL_SET_TASKS_H_
#define PERFC_IMPL_SET_TASKS_H_

#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/host/host.h"

namespace perfc::set {

using PidList = base::Buffer<int32_t>;

// Appends the threads of a process; pid 0 is this one. -ESRCH: it has gone.
int AppendThreads(const host::Host& host, int32_t pid, PidList* threads);

// The same with those of all processes that descend from it, as far as the
// kernel tells (CONFIG_PROC_CHILDREN).
int AppendTree(const host::Host& host, int32_t pid, PidList* threads);

// 1, 0, or why that can't be told.
int TaskExists(const host::Host& host, int32_t tid);

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_TASKS_H_
