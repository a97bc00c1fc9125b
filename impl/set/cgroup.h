// Finds the directory of a cgroup.
#ifndef PERFC_IMPL_SET_CGROUP_H_
#define PERFC_IMPL_SET_CGROUP_H_

#include "absl/strings/string_view.h"
#include "impl/host/host.h"
#include "perfc/error.h"

namespace perfc::set {

// An fd of its directory, or a negative errno. `path` is that in the hierarchy
// which has the perf_event controller, or the directory's own.
int OpenCgroup(const host::Host& host, absl::string_view path,
               perfc_error* error);

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_CGROUP_H_
