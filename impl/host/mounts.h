// The mounts of this process, see mounts(5).
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

// Parses a line "device path type options ...". *mount views the line's text.
// False if the line has too few fields, or a path of kMaxRoot bytes or more.
bool ParseMount(absl::string_view line, Mount* mount);

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_MOUNTS_H_
