// The PMUs: their types, capabilities and CPUs.
#include <unistd.h>

#include <cerrno>

#include "impl/profile/synthesize/host_parts.h"

namespace perfc::profile::synthesize {
namespace {

constexpr char kDevices[] = "bus/event_source/devices";

bool Exists(const Roots& roots, absl::string_view pmu, const char* file) {
  const Path path("%s/%s/%s/%s", roots.sysfs(), kDevices, pmu, file);
  const int saved = errno;
  const bool exists = access(path.get(), F_OK) == 0;
  errno = saved;
  return exists;
}

// PMUs of CPU cores are "cpu", or those of a hybrid machine, which have a file of
// their CPUs.
bool IsCore(const Roots& roots, absl::string_view pmu) {
  return pmu == "cpu" || Exists(roots, pmu, "cpus");
}

// Core PMUs come first: perf before 6.5 relies on that.
int ListPmus(const Roots& roots, NameList* pmus) {
  NameList all;
  const Path path("%s/%s", roots.sysfs(), kDevices);
  if (int failed = ListNames(path.get(), false, &all)) return failed;
  for (bool core : {true, false}) {
    for (size_t i = 0; i < all.size(); ++i) {
      if (IsCore(roots, all[i]) == core && !pmus->Append(all[i])) {
        return -ENOMEM;
      }
    }
  }
  return 0;
}

// The number of capabilities, and name and value of each.
int AppendCaps(const Roots& roots, absl::string_view pmu,
               format::Builder* out) {
  NameList caps;
  const Path directory("%s/%s/%s/caps", roots.sysfs(), kDevices, pmu);
  if (int failed = ListNames(directory.get(), false, &caps)) return failed;
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(count);
  for (size_t i = 0; i < caps.size(); ++i) {
    char buffer[128];
    absl::string_view value;
    const Path path("%s/%s", directory.get(), caps[i]);
    const int failed = ReadLine(path.get(), absl::MakeSpan(buffer), &value);
    if (IsShortage(failed)) return failed;
    if (failed) continue;
    out->String(caps[i]);
    out->String(value);
    ++count;
  }
  out->SetU32(count_at, count);
  return count > 0 ? 0 : -ENODATA;
}

}  // namespace

int PmuMappings(const Roots& roots, format::Builder* out) {
  NameList pmus;
  if (int failed = ListPmus(roots, &pmus)) return failed;
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(count);
  for (size_t i = 0; i < pmus.size(); ++i) {
    uint64_t type;
    const Path path("%s/%s/%s/type", roots.sysfs(), kDevices, pmus[i]);
    const int failed = ReadNumber(path.get(), &type);
    if (IsShortage(failed)) return failed;
    if (failed) continue;
    out->U32(static_cast<uint32_t>(type));
    out->String(pmus[i]);
    ++count;
  }
  out->SetU32(count_at, count);
  return 0;
}

int CpuPmuCaps(const Roots& roots, format::Builder* out) {
  return AppendCaps(roots, "cpu", out);
}

// Of all PMUs but "cpu", which has CPU_PMU_CAPS.
int PmuCaps(const Roots& roots, format::Builder* out) {
  NameList pmus;
  if (int failed = ListPmus(roots, &pmus)) return failed;
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(count);
  for (size_t i = 0; i < pmus.size(); ++i) {
    if (pmus[i] == "cpu") continue;
    format::Builder caps;
    const int failed = AppendCaps(roots, pmus[i], &caps);
    if (IsShortage(failed)) return failed;
    if (!caps.ok()) return -ENOMEM;
    if (failed) continue;
    out->Bytes(caps.data(), caps.size());
    out->String(pmus[i]);
    ++count;
  }
  out->SetU32(count_at, count);
  return count > 0 ? 0 : -ENODATA;
}

// The core PMUs, if there are several.
int HybridTopology(const Roots& roots, format::Builder* out) {
  NameList pmus;
  if (int failed = ListPmus(roots, &pmus)) return failed;
  const size_t count_at = out->size();
  uint32_t count = 0;
  out->U32(count);
  for (size_t i = 0; i < pmus.size() && IsCore(roots, pmus[i]); ++i) {
    char buffer[4096];
    absl::string_view cpus;
    const Path path("%s/%s/%s/cpus", roots.sysfs(), kDevices, pmus[i]);
    const int failed = ReadLine(path.get(), absl::MakeSpan(buffer), &cpus);
    if (failed) return failed;
    out->String(pmus[i]);
    out->String(cpus);
    ++count;
  }
  out->SetU32(count_at, count);
  return count > 1 ? 0 : -ENODATA;
}

}  // namespace perfc::profile::synthesize
