#include "impl/profile/synthesize/host_feature.h"

#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "impl/base/order.h"
#include "impl/profile/synthesize/files.h"
#include "impl/profile/synthesize/host_parts.h"
#include "perfc/attr.h"
#include "perfc/names.h"
#include "perfc/profile/file.h"

namespace perfc::profile::synthesize {
namespace {

using Part = int (*)(const Roots&, format::Builder*);

struct PartOf {
  uint32_t feature;
  Part part;
};

constexpr PartOf kParts[] = {
    {PERFC_FEATURE_HOSTNAME, Hostname},
    {PERFC_FEATURE_OSRELEASE, OsRelease},
    {PERFC_FEATURE_VERSION, Version},
    {PERFC_FEATURE_ARCH, Arch},
    {PERFC_FEATURE_NRCPUS, NrCpus},
    {PERFC_FEATURE_CPUDESC, CpuDesc},
    {PERFC_FEATURE_CPUID, CpuId},
    {PERFC_FEATURE_TOTAL_MEM, TotalMem},
    {PERFC_FEATURE_CMDLINE, Cmdline},
    {PERFC_FEATURE_CPU_TOPOLOGY, CpuTopology},
    {PERFC_FEATURE_NUMA_TOPOLOGY, NumaTopology},
    {PERFC_FEATURE_PMU_MAPPINGS, PmuMappings},
    {PERFC_FEATURE_CACHE, Cache},
    {PERFC_FEATURE_MEM_TOPOLOGY, MemTopology},
    {PERFC_FEATURE_CPU_PMU_CAPS, CpuPmuCaps},
    {PERFC_FEATURE_HYBRID_TOPOLOGY, HybridTopology},
    {PERFC_FEATURE_PMU_CAPS, PmuCaps},
    {PERFC_FEATURE_CPU_DOMAIN_INFO, CpuDomainInfo},
    {PERFC_FEATURE_E_MACHINE, EMachine},
    {PERFC_FEATURE_CLN_SIZE, ClnSize},
};

// Ends what every function of this file does.
int Finish(int result, format::Builder* out) {
  if (result == 0 && out->ok()) return 0;
  const int failed = out->ok() ? NoData(result) : -ENOMEM;
  out->Clear();
  return failed;
}

uint64_t Nanoseconds(const timespec& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1000000000 +
         static_cast<uint64_t>(time.tv_nsec);
}

bool ReadClock(int32_t clock, uint64_t* ns) {
  const int saved = errno;
  timespec time;
  const bool ok = clock_gettime(clock, &time) == 0;
  errno = saved;
  *ns = ok ? Nanoseconds(time) : 0;
  return ok;
}

// Attrs of a plan may have different lengths. The feature has one for all.
size_t LongestAttr(const perfc_plan* plan, uint32_t count) {
  int longest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    longest = std::max(longest, perfc_plan_attr(plan, i, nullptr, 0));
  }
  return static_cast<size_t>(longest);
}

int AppendName(const perfc_host* host, const base::Buffer<uint8_t>& attr,
               format::Builder* out) {
  // Longer names are cut.
  char name[4096] = "";
  const int length =
      perfc_attr_label(host, attr.data(), attr.size(), name, sizeof name);
  if (IsShortage(length)) return length;
  out->String(name);
  return 0;
}

// An attr, the number of its ids, its name, the ids.
int AppendEvent(const perfc_host* host, const perfc_plan* plan, uint32_t index,
                base::Buffer<uint8_t>* attr, format::Builder* out) {
  constexpr size_t kSizeAt = offsetof(perfc_attr, size);
  perfc_plan_attr(plan, index, attr->data(), attr->size());
  // Readers take an attr of size 0 for the end.
  if (base::Load<uint32_t>(attr->data() + kSizeAt) == 0) {
    base::Store(attr->data() + kSizeAt, static_cast<uint32_t>(attr->size()));
  }
  uint32_t count = 0;
  perfc_plan_ids(plan, index, nullptr, 0, &count);
  base::Buffer<uint64_t> ids;
  if (!ids.Resize(count)) return -ENOMEM;
  perfc_plan_ids(plan, index, ids.data(), count, &count);
  out->Bytes(attr->data(), attr->size());
  out->U32(count);
  if (int failed = AppendName(host, *attr, out)) return failed;
  out->Bytes(ids.data(), count * sizeof(uint64_t));
  return 0;
}

int AppendEvents(const perfc_host* host, const perfc_plan* plan,
                 format::Builder* out) {
  const int count = perfc_plan_attr_count(plan);
  if (count <= 0) return -ENODATA;
  base::Buffer<uint8_t> attr;
  const size_t size = LongestAttr(plan, static_cast<uint32_t>(count));
  if (!attr.Resize(size)) return -ENOMEM;
  out->U32(static_cast<uint32_t>(count));
  out->U32(static_cast<uint32_t>(size));
  for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i) {
    if (int failed = AppendEvent(host, plan, i, &attr, out)) return failed;
  }
  return 0;
}

int AppendClock(int32_t clock, format::Builder* out) {
  constexpr uint32_t kVersion = 1;
  // The time of day is read between two times of the clock.
  uint64_t before;
  uint64_t day;
  uint64_t after;
  if (!ReadClock(clock, &before) || !ReadClock(CLOCK_REALTIME, &day) ||
      !ReadClock(clock, &after)) {
    return -ENODATA;
  }
  out->U32(kVersion);
  out->U32(static_cast<uint32_t>(clock));
  out->U64(day);
  out->U64(before + (after - before) / 2);
  return 0;
}

}  // namespace

int HostFeature(const perfc_host* host, uint32_t feature,
                format::Builder* out) {
  out->Clear();
  for (const PartOf& one : kParts) {
    if (one.feature != feature) continue;
    return Finish(one.part(Roots(host), out), out);
  }
  return -ENODATA;
}

int EventDesc(const perfc_host* host, const perfc_plan* plan,
              format::Builder* out) {
  out->Clear();
  return Finish(AppendEvents(host, plan, out), out);
}

int ClockId(int32_t clock, format::Builder* out) {
  out->Clear();
  const int saved = errno;
  timespec resolution;
  const bool known = clock_getres(clock, &resolution) == 0;
  errno = saved;
  if (known) out->U64(Nanoseconds(resolution));
  return Finish(known ? 0 : -ENODATA, out);
}

int ClockData(int32_t clock, format::Builder* out) {
  out->Clear();
  return Finish(AppendClock(clock, out), out);
}

}  // namespace perfc::profile::synthesize
