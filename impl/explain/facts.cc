#include "impl/explain/facts.h"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "impl/host/files.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

constexpr char kDevices[] = "bus/event_source/devices";

// The value of a field of /proc/self/status: "Seccomp:\t2" or "CapEff:\t000001ff".
// Empty if there is no such field.
absl::string_view FieldOf(absl::string_view status, absl::string_view name) {
  for (absl::string_view line : absl::StrSplit(status, '\n')) {
    if (absl::ConsumePrefix(&line, name)) {
      return absl::StripAsciiWhitespace(line);
    }
  }
  return {};
}

// Only the initial user namespace has every id as it is. The file isn't there in
// a kernel without user namespaces. 0, or why it can't be read.
int ReadIsInitialUserNamespace(const host::Host& host, bool* initial) {
  base::Buffer<char> map;
  *initial = true;
  const int failed = host.ReadProc("self/uid_map", &map);
  if (failed != 0) return failed == -ENOENT ? 0 : failed;
  const auto ids = absl::StrSplit(absl::StripAsciiWhitespace(base::View(map)),
                                  ' ', absl::SkipEmpty());
  constexpr absl::string_view kAll[] = {"0", "0", "4294967295"};
  *initial =
      std::equal(ids.begin(), ids.end(), std::begin(kAll), std::end(kAll));
  return 0;
}

// A list such as "0,2-5".
CpuList ParseCpus(absl::string_view list) {
  CpuList cpus = {};
  for (absl::string_view range :
       absl::StrSplit(absl::StripAsciiWhitespace(list), ',')) {
    const size_t dash = range.find('-');
    uint64_t first;
    uint64_t last;
    if (absl::SimpleAtoi(range.substr(0, dash), &first) &&
        absl::SimpleAtoi(range.substr(dash + 1), &last) && last >= first) {
      cpus.count += last - first + 1;
      cpus.end = std::max(cpus.end, last + 1);
    }
  }
  return cpus;
}

// 0, or why it can't be read, and then *cpus is empty; -EIO: it is no list.
int ReadCpus(const host::Host& host, absl::string_view file, CpuList* cpus) {
  base::Buffer<char> list;
  *cpus = {};
  if (const int failed = host.ReadSys(file, &list)) return failed;
  *cpus = ParseCpus(base::View(list));
  return cpus->count > 0 ? 0 : -EIO;
}

// A file of a PMU, whose name is a file's and so has 255 bytes at most.
base::ShortText<320> PmuFile(absl::string_view pmu, const char* file) {
  return base::ShortText<320>("%s/%s/%s", kDevices, pmu, file);
}

// 1 if one of the PMUs is so, by its name, 0 if none is, or why sysfs can't be read.
template <typename IsSo>
int AnyPmu(const host::Host& host, IsSo is_so) {
  host::NameList names;
  if (const int failed = host.ListSys(kDevices, &names)) return failed;
  for (size_t i = 0; i < names.size(); ++i) {
    if (is_so(names[i])) return 1;
  }
  return 0;
}

// True if the PMU of this name has this type.
bool IsPmu(const host::Host& host, absl::string_view name, uint32_t type) {
  return host.SysNumber(PmuFile(name, "type"), -1) == type;
}

}  // namespace

int ReadPrivileges(const host::Host& host, Privileges* privileges) {
  *privileges = {};
  base::Buffer<char> content;
  if (const int failed = host.ReadProc("self/status", &content)) return failed;
  const absl::string_view status = base::View(content);
  uint64_t number;
  if (absl::SimpleAtoi(FieldOf(status, "Seccomp:"), &number)) {
    privileges->seccomp = number;
  }
  if (!absl::SimpleHexAtoi(FieldOf(status, "CapEff:"), &number)) return -EIO;
  bool initial;
  if (const int failed = ReadIsInitialUserNamespace(host, &initial)) {
    return failed;
  }
  if (initial) privileges->capabilities = number;
  return 0;
}

int ReadParanoid(const host::Host& host, int64_t* level) {
  *level = kUnreadable;
  return host.ReadProcNumber("sys/kernel/perf_event_paranoid", level);
}

CpuList PossibleCpus(const host::Host& host) {
  CpuList cpus;
  static_cast<void>(ReadCpus(host, "devices/system/cpu/possible", &cpus));
  return cpus;
}

int ReadOnlineCpus(const host::Host& host, CpuList* cpus) {
  return ReadCpus(host, "devices/system/cpu/online", cpus);
}

int HasCorePmu(const host::Host& host) {
  return AnyPmu(host, [&](absl::string_view pmu) {
    return pmu == "cpu" || host.SysExists(PmuFile(pmu, "cpus"));
  });
}

bool IsGivenType(uint32_t type) { return type > PERFC_TYPE_BREAKPOINT; }

bool IsUncore(const host::Host& host, uint32_t type) {
  if (!IsGivenType(type)) return false;
  const int found = AnyPmu(host, [&](absl::string_view pmu) {
    return host.SysExists(PmuFile(pmu, "cpumask")) &&
           !host::CountsTasksWithCpumask(pmu) && IsPmu(host, pmu, type);
  });
  return found == 1;
}

int HasPmuOfType(const host::Host& host, uint32_t type) {
  return AnyPmu(host,
                [&](absl::string_view pmu) { return IsPmu(host, pmu, type); });
}

bool IsKprobe(const host::Host& host, uint32_t type) {
  return IsGivenType(type) && IsPmu(host, "kprobe", type);
}

bool IsUprobe(const host::Host& host, uint32_t type) {
  return IsGivenType(type) && IsPmu(host, "uprobe", type);
}

}  // namespace perfc::explain
