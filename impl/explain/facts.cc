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

namespace perfc::explain {
namespace {

constexpr char kDevices[] = "bus/event_source/devices";

// A number from /proc/self/status: "Seccomp:\t2" or "CapEff:\t000001ff". 0, or
// why it can't be read, and then *number is 0; -EIO: no such field.
int ReadStatusField(const host::Host& host, absl::string_view name,
                    bool hexadecimal, uint64_t* number) {
  base::Buffer<char> status;
  *number = 0;
  if (const int failed = host.ReadProc("self/status", &status)) return failed;
  for (absl::string_view line : absl::StrSplit(base::View(status), '\n')) {
    if (!absl::ConsumePrefix(&line, name) || !absl::ConsumePrefix(&line, ":")) {
      continue;
    }
    const bool read =
        hexadecimal
            ? absl::SimpleHexAtoi(absl::StripAsciiWhitespace(line), number)
            : absl::SimpleAtoi(line, number);
    if (read) return 0;
    break;
  }
  *number = 0;
  return -EIO;
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

// True if one of the PMUs is so, by its name.
template <typename IsSo>
bool AnyPmu(const host::Host& host, IsSo is_so) {
  host::NameList names;
  if (host.ListSys(kDevices, &names) != 0) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (is_so(names[i])) return true;
  }
  return false;
}

}  // namespace

uint64_t SeccompMode(const host::Host& host) {
  uint64_t mode;
  static_cast<void>(ReadStatusField(host, "Seccomp", false, &mode));
  return mode;
}

int ReadCapability(const host::Host& host, int capability, bool* has) {
  *has = false;
  uint64_t all;
  if (const int failed = ReadStatusField(host, "CapEff", true, &all)) {
    return failed;
  }
  bool initial;
  if (const int failed = ReadIsInitialUserNamespace(host, &initial)) {
    return failed;
  }
  *has = initial && all >> capability & 1;
  return 0;
}

bool HasCapability(const host::Host& host, int capability) {
  bool has;
  static_cast<void>(ReadCapability(host, capability, &has));
  return has;
}

bool MayPerfmon(const host::Host& host) {
  return HasCapability(host, kCapPerfmon) || HasCapability(host, kCapSysAdmin);
}

int64_t Paranoid(const host::Host& host) {
  int64_t level;
  static_cast<void>(ReadParanoid(host, &level));
  return level;
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

bool HasCorePmu(const host::Host& host) {
  return AnyPmu(host, [&](absl::string_view pmu) {
    return pmu == "cpu" || host.SysExists(PmuFile(pmu, "cpus"));
  });
}

bool IsUncore(const host::Host& host, uint32_t type) {
  return AnyPmu(host, [&](absl::string_view pmu) {
    return host.SysExists(PmuFile(pmu, "cpumask")) &&
           !host::CountsTasksWithCpumask(pmu) && IsPmu(host, pmu, type);
  });
}

bool HasPmuOfType(const host::Host& host, uint32_t type) {
  return AnyPmu(host,
                [&](absl::string_view pmu) { return IsPmu(host, pmu, type); });
}

bool IsPmu(const host::Host& host, absl::string_view name, uint32_t type) {
  return host.SysNumber(PmuFile(name, "type"), -1) == type;
}

}  // namespace perfc::explain
