#include "impl/set/cpus.h"

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "impl/base/text_writer.h"

namespace perfc::set {
namespace {

// Above any kernel's NR_CPUS.
constexpr uint32_t kMaxCpu = 1 << 16;

int AppendRange(absl::string_view range, CpuList* cpus) {
  const size_t dash = range.find('-');
  uint32_t first;
  uint32_t last;
  if (!absl::SimpleAtoi(range.substr(0, dash), &first)) return -EINVAL;
  if (dash == absl::string_view::npos) {
    last = first;
  } else if (!absl::SimpleAtoi(range.substr(dash + 1), &last)) {
    return -EINVAL;
  }
  if (last < first || last >= kMaxCpu) return -EINVAL;
  for (uint32_t cpu = first; cpu <= last; ++cpu) {
    if (!cpus->Append(cpu)) return -ENOMEM;
  }
  return 0;
}

struct Die {
  int64_t package;
  int64_t number;
};

// -1 where the machine has no such file.
int ReadTopology(const host::Host& host, uint32_t cpu, const char* file,
                 int64_t* number) {
  *number = -1;
  const int failed = host.ReadSysNumber(
      base::ShortText<96>("devices/system/cpu/cpu%d/topology/%s", cpu, file),
      number);
  return failed == -ENOENT ? 0 : failed;
}

int ReadDie(const host::Host& host, uint32_t cpu, Die* die) {
  const int failed =
      ReadTopology(host, cpu, "physical_package_id", &die->package);
  return failed ? failed : ReadTopology(host, cpu, "die_id", &die->number);
}

}  // namespace

int ParseCpus(absl::string_view text, CpuList* cpus) {
  cpus->Clear();
  for (absl::string_view range :
       absl::StrSplit(absl::StripAsciiWhitespace(text), ',')) {
    if (const int failed = AppendRange(range, cpus)) return failed;
    // The same range many times would take memory without a bound.
    if (cpus->size() > kMaxCpu) return -EINVAL;
  }
  // An empty text may have no ranges at all, see absl::StrSplit.
  return cpus->size() > 0 ? SortCpus(cpus) : -EINVAL;
}

int SortCpus(CpuList* cpus) {
  std::sort(cpus->begin(), cpus->end());
  if (cpus->size() > 0 && cpus->end()[-1] >= kMaxCpu) return -EINVAL;
  const uint32_t* end = std::unique(cpus->begin(), cpus->end());
  // It only shrinks, which can't fail.
  (void)cpus->Resize(static_cast<size_t>(end - cpus->begin()));
  return 0;
}

int OnlineCpus(const host::Host& host, CpuList* cpus) {
  base::Buffer<char> text;
  int failed = host.ReadSys("devices/system/cpu/online", &text);
  if (!failed) failed = ParseCpus(base::View(text), cpus);
  if (failed) cpus->Clear();
  return failed;
}

int AddIfNewDie(const host::Host& host, uint32_t cpu, CpuList* cpus) {
  Die die;
  if (const int failed = ReadDie(host, cpu, &die)) return failed;
  for (uint32_t other : *cpus) {
    Die its;
    if (const int failed = ReadDie(host, other, &its)) return failed;
    const bool same = its.package == die.package && its.number == die.number;
    if (same && die.package >= 0) return 0;
  }
  return cpus->Append(cpu) ? 0 : -ENOMEM;
}

bool Contains(const uint32_t* cpus, size_t count, int32_t cpu) {
  return cpu >= 0 &&
         std::binary_search(cpus, cpus + count, static_cast<uint32_t>(cpu));
}

}  // namespace perfc::set
