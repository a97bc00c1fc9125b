#include "impl/host/host.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace perfc::host {
namespace {

constexpr char kParanoid[] = "sys/kernel/perf_event_paranoid";

// -EIO: the content is no number.
int TakeNumber(const base::Buffer<char>& content, int64_t* number) {
  const absl::string_view text =
      absl::StripAsciiWhitespace(base::View(content));
  int64_t read;
  if (!absl::SimpleAtoi(text, &read)) return -EIO;
  *number = read;
  return 0;
}

// A number that can't be below 0, or why there is none.
int Whole(int failed, const base::Buffer<char>& content) {
  if (failed) return failed;
  int64_t number;
  if (TakeNumber(content, &number) != 0) return -ENOENT;
  return number < 0 || number > INT32_MAX ? -ENOENT : static_cast<int>(number);
}

int TakeRoot(const char* path, const char* which, char (&root)[kMaxRoot],
             perfc_error* error) {
  if (path == nullptr) return 0;
  const size_t length = strlen(path);
  if (length >= kMaxRoot) {
    return base::Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      "perfc_host_create", {length, kMaxRoot},
                      base::ShortText<80>(
                          "options->%s is a path of 256 bytes or more", which));
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

int Host::ReadProc(absl::string_view path, base::Buffer<char>* content) const {
  return ReadFile(*system_, procfs_, path, content);
}

int Host::ReadSys(absl::string_view path, base::Buffer<char>* content) const {
  return ReadFile(*system_, sysfs_, path, content);
}

int Host::ListSys(absl::string_view path, NameList* names) const {
  return ListDirectory(*system_, sysfs_, path, names);
}

int Host::ListProc(absl::string_view path, NameList* names) const {
  return ListDirectory(*system_, procfs_, path, names);
}

int Host::Exists(const char* root, absl::string_view path) const {
  const int fd = OpenBelow(*system_, root, path, O_PATH);
  if (fd < 0) return fd == -ENOENT ? 0 : fd;
  system_->Close(fd);
  return 1;
}

int Host::ProcExists(absl::string_view path) const {
  return Exists(procfs_, path);
}

bool Host::SysExists(absl::string_view path) const {
  return Exists(sysfs_, path) == 1;
}

int Host::ReadProcNumber(absl::string_view path, int64_t* number) const {
  base::Buffer<char> content;
  const int failed = ReadProc(path, &content);
  return failed ? failed : TakeNumber(content, number);
}

int Host::ReadSysNumber(absl::string_view path, int64_t* number) const {
  base::Buffer<char> content;
  const int failed = ReadSys(path, &content);
  return failed ? failed : TakeNumber(content, number);
}

int64_t Host::ProcNumber(absl::string_view path, int64_t otherwise) const {
  int64_t number;
  return ReadProcNumber(path, &number) == 0 ? number : otherwise;
}

int64_t Host::SysNumber(absl::string_view path, int64_t otherwise) const {
  int64_t number;
  return ReadSysNumber(path, &number) == 0 ? number : otherwise;
}

int CheckOwner(const System& system, pid_t owner, absl::string_view operation,
               perfc_error* error) {
  const pid_t here = system.Getpid();
  if (here == owner) return 0;
  return base::Fail(
      error, -EOWNERDEAD, PERFC_CALL_NONE, PERFC_RULE_FORKED, operation,
      {static_cast<uint64_t>(owner), static_cast<uint64_t>(here)});
}

int Supported(const Host& host) {
  const int has_file = host.ProcExists(kParanoid);
  if (has_file != 0) return has_file;
  const int has_folder = host.ProcExists("sys/kernel");
  return has_folder == 1 ? 0 : has_folder == 0 ? -ENOENT : has_folder;
}

bool HasPmus(const Host& host) {
  NameList names;
  return host.ListSys("bus/event_source/devices", &names) == 0;
}

bool CountsTasksWithCpumask(absl::string_view pmu) {
  return absl::StartsWith(pmu, "arm_spe");
}

int MaxStack(const Host& host) {
  base::Buffer<char> content;
  const int failed = host.ReadProc("sys/kernel/perf_event_max_stack", &content);
  return Whole(failed, content);
}

int EventType(const Host& host, absl::string_view pmu) {
  constexpr size_t kLongestName = 255;
  const bool is_name = !pmu.empty() && pmu.front() != '.' &&
                       pmu.size() <= kLongestName &&
                       pmu.find('/') == absl::string_view::npos;
  if (!is_name) return -EINVAL;
  char path[kLongestName + 40];
  const int length =
      snprintf(path, sizeof path, "bus/event_source/devices/%.*s/type",
               static_cast<int>(pmu.size()), pmu.data());
  base::Buffer<char> content;
  const int failed =
      host.ReadSys({path, static_cast<size_t>(length)}, &content);
  return Whole(failed, content);
}

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
