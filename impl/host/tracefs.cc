// Where tracefs is.
#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "impl/host/files.h"
#include "impl/host/host.h"
#include "impl/host/mounts.h"

namespace perfc::host {
namespace {

bool Copy(absl::string_view from, char (*root)[kMaxRoot]) {
  if (from.size() >= kMaxRoot) return false;
  from.copy(*root, from.size());
  (*root)[from.size()] = '\0';
  return true;
}

// 0 if tracefs is there. The directory in sysfs on which it is mounted exists
// before.
int Probe(const System& system, const char* root) {
  const int fd = OpenBelow(system, root, "events", O_PATH);
  if (fd < 0) return fd;
  system.Close(fd);
  return 0;
}

}  // namespace

int Host::FindMounted(char (*root)[kMaxRoot]) const {
  base::Buffer<char> mounts;
  if (const int failed = ReadProc("self/mounts", &mounts)) return failed;
  for (absl::string_view line : absl::StrSplit(base::View(mounts), '\n')) {
    Mount mount;
    if (!ParseMount(line, &mount) || mount.type != "tracefs") continue;
    Copy(mount.path, root);
    const int found = Probe(*system_, *root);
    if (found != -ENOENT) return found;
  }
  return -ENOENT;
}

int Host::FindTracefs(char (*root)[kMaxRoot]) const {
  if (tracefs_[0] != '\0') {
    Copy(tracefs_, root);
    return Probe(*system_, *root);
  }
  char denied[kMaxRoot] = "";
  for (absl::string_view usual : {"/kernel/tracing", "/kernel/debug/tracing"}) {
    const size_t length = strlen(sysfs_);
    if (length + usual.size() >= kMaxRoot) continue;
    memcpy(*root, sysfs_, length);
    memcpy(*root + length, usual.data(), usual.size() + 1);
    const int found = Probe(*system_, *root);
    if (found != -ENOENT && found != -EACCES) return found;
    if (found == -EACCES && denied[0] == '\0') Copy(*root, &denied);
  }
  const int found = FindMounted(root);
  if (found == 0 || denied[0] == '\0') return found;
  Copy(denied, root);
  return -EACCES;
}

int Host::ReadTrace(absl::string_view path, base::Buffer<char>* content) const {
  char root[kMaxRoot];
  if (const int failed = FindTracefs(&root)) return failed;
  return ReadFile(*system_, root, path, content);
}

int Host::ListTrace(absl::string_view path, NameList* names) const {
  char root[kMaxRoot];
  if (const int failed = FindTracefs(&root)) return failed;
  return ListDirectory(*system_, root, path, names);
}

}  // namespace perfc::host
