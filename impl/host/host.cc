#include "impl/host/host.h"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "impl/base/fail.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace perfc::host {
namespace {

constexpr size_t kMaxFile = 1 << 20;
constexpr char kParanoid[] = "sys/kernel/perf_event_paranoid";

bool ReadFile(const System& system, const char* root, absl::string_view path,
              std::string* content) {
  const int fd =
      system.Open(absl::StrCat(root, "/", path).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  content->clear();
  char chunk[4096];
  ssize_t got;
  while ((got = system.Read(fd, chunk, sizeof chunk)) > 0 &&
         content->size() <= kMaxFile) {
    content->append(chunk, static_cast<size_t>(got));
  }
  system.Close(fd);
  return got == 0;
}

void AppendNames(const char* entries, size_t size,
                 std::vector<std::string>* names) {
  for (size_t at = 0; at < size;) {
    const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
    const absl::string_view name = entry->d_name;
    if (name != "." && name != "..") names->emplace_back(name);
    at += entry->d_reclen;
  }
}

int64_t NumberOr(absl::string_view content, int64_t otherwise) {
  int64_t number;
  const bool read =
      absl::SimpleAtoi(absl::StripAsciiWhitespace(content), &number);
  return read ? number : otherwise;
}

int TakeRoot(const char* path, const char* which, char (&root)[kMaxRoot],
             perfc_error* error) {
  if (path == nullptr) return 0;
  const size_t length = strlen(path);
  if (length >= kMaxRoot) {
    return base::Fail(error, -ENAMETOOLONG, PERFC_CALL_NONE,
                      PERFC_RULE_ARGUMENT, "perfc_host_create",
                      {length, kMaxRoot}, which);
  }
  memcpy(root, path, length + 1);
  return 0;
}

}  // namespace

int Host::Configure(const perfc_host_options* options, perfc_error* error) {
  if (int failed = TakeRoot(options->sysfs, "sysfs", sysfs_, error)) {
    return failed;
  }
  if (int failed = TakeRoot(options->procfs, "procfs", procfs_, error)) {
    return failed;
  }
  return TakeRoot(options->tracefs, "tracefs", tracefs_, error);
}

bool Host::ReadProc(absl::string_view path, std::string* content) const {
  return ReadFile(*system_, procfs_, path, content);
}

bool Host::ReadSys(absl::string_view path, std::string* content) const {
  return ReadFile(*system_, sysfs_, path, content);
}

std::vector<std::string> Host::ListSys(absl::string_view path) const {
  std::vector<std::string> names;
  const int fd = system_->Open(absl::StrCat(sysfs_, "/", path).c_str(),
                               O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return names;
  alignas(dirent64) char chunk[4096];
  ssize_t got;
  while ((got = system_->Getdents(fd, chunk, sizeof chunk)) > 0) {
    AppendNames(chunk, static_cast<size_t>(got), &names);
  }
  system_->Close(fd);
  std::sort(names.begin(), names.end());
  return names;
}

bool Host::Exists(const char* root, absl::string_view path) const {
  const int fd =
      system_->Open(absl::StrCat(root, "/", path).c_str(), O_PATH | O_CLOEXEC);
  if (fd < 0) return false;
  system_->Close(fd);
  return true;
}

bool Host::ProcExists(absl::string_view path) const {
  return Exists(procfs_, path);
}

bool Host::SysExists(absl::string_view path) const {
  return Exists(sysfs_, path);
}

int64_t Host::ProcNumber(absl::string_view path, int64_t otherwise) const {
  std::string content;
  return ReadProc(path, &content) ? NumberOr(content, otherwise) : otherwise;
}

int64_t Host::SysNumber(absl::string_view path, int64_t otherwise) const {
  std::string content;
  return ReadSys(path, &content) ? NumberOr(content, otherwise) : otherwise;
}

bool Supported(const Host& host) { return host.ProcExists(kParanoid); }

// The kernel refuses a longer attr whose tail isn't zero, and writes the length
// that it knows into the size field (perf_copy_attr, kernel/events/core.c).
int KernelAttrSize(const Host& host) {
  union {
    perfc_attr attr;
    uint8_t bytes[512];
  } probe;
  memset(&probe, 0, sizeof probe);
  memset(probe.bytes + sizeof probe - 8, 0xff, 8);
  probe.attr.type = PERFC_TYPE_SOFTWARE;
  probe.attr.config = PERFC_COUNT_SW_DUMMY;
  probe.attr.size = sizeof probe;
  const int fd =
      host.system().PerfEventOpen(&probe, 0, -1, -1, PERFC_FLAG_FD_CLOEXEC);
  if (fd >= 0) {
    host.system().Close(fd);
    return sizeof probe;
  }
  return fd == -E2BIG ? static_cast<int>(probe.attr.size) : fd;
}

}  // namespace perfc::host
