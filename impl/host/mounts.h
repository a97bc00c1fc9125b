// What is mounted, as mounts(5) tells.
#ifndef PERFC_IMPL_HOST_MOUNTS_H_
#define PERFC_IMPL_HOST_MOUNTS_H_

#include "absl/strings/string_view.h"
#include "impl/host/host.h"

namespace perfc::host {

struct Mount {
  char path[kMaxRoot];
  absl::string_view type;
  absl::string_view options;  // "rw,relatime,perf_event"
};

// A line "device path type options ...". What *mount views lives as long as the
// line. False if it has fewer fields, or a path of kMaxRoot or more.
bool ParseMount(absl::string_view line, Mount* mount);

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_MOUNTS_H_
