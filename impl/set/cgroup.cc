#include "impl/set/cgroup.h"

#include <fcntl.h>

#include <cerrno>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "impl/base/buffer.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/host/files.h"
#include "impl/host/mounts.h"

namespace perfc::set {
namespace {

constexpr char kOpen[] = "perfc_set_open";

// A controller belongs to one hierarchy: to cgroup v1's if one with it is
// mounted, else to v2's.
bool IsV1(const host::Mount& mount) {
  if (mount.type != "cgroup") return false;
  for (absl::string_view option : absl::StrSplit(mount.options, ',')) {
    if (option == "perf_event") return true;
  }
  return false;
}

// The hierarchy's first mount, with those before it passed over.
bool FindHierarchy(absl::string_view mounts, host::Mount* found) {
  bool any = false;
  for (absl::string_view line : absl::StrSplit(mounts, '\n')) {
    host::Mount mount;
    if (!ParseMount(line, &mount)) continue;
    if (IsV1(mount)) {
      *found = mount;
      return true;
    }
    if (!any && mount.type == "cgroup2") {
      *found = mount;
      any = true;
    }
  }
  return any;
}

// The part of the path behind the mount point, if the path begins with the
// mount point.
absl::string_view Inside(absl::string_view path, absl::string_view mount) {
  absl::string_view rest = path;
  if (absl::ConsumePrefix(&rest, mount) &&
      (rest.empty() || absl::StartsWith(rest, "/"))) {
    return rest;
  }
  return path;
}

int Missing(int code, absl::string_view detail, perfc_error* error) {
  return base::FileFailed(error, code, PERFC_RULE_CGROUP, kOpen, detail);
}

}  // namespace

int OpenCgroup(const host::Host& host, absl::string_view path,
               perfc_error* error) {
  base::Buffer<char> mounts;
  if (const int failed = host.ReadProc("self/mounts", &mounts)) {
    return Missing(failed, "/proc/self/mounts can't be read", error);
  }
  host::Mount mount;
  if (!FindHierarchy(base::View(mounts), &mount)) {
    return Missing(-ENOENT,
                   "no hierarchy with the perf_event controller is mounted: "
                   "neither cgroup v2, nor cgroup v1 with perf_event",
                   error);
  }
  absl::string_view inside = Inside(path, mount.path);
  absl::ConsumePrefix(&inside, "/");
  // There are no links in the hierarchy: one that is met leads elsewhere.
  const int fd = host::OpenBelow(host.system(), mount.path, inside,
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  if (fd >= 0) return fd;
  return Missing(fd,
                 base::ShortText<400>("there is no cgroup %s below %s (%s)",
                                      inside.substr(0, 200), mount.path,
                                      mount.type == "cgroup2" ? "v2" : "v1"),
                 error);
}

}  // namespace perfc::set
