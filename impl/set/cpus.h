// Lists of CPUs: ascending numbers, which may have gaps.
#ifndef PERFC_IMPL_SET_CPUS_H_
#define PERFC_IMPL_SET_CPUS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/host/host.h"

namespace perfc::set {

using CpuList = base::Buffer<uint32_t>;

// Reads a list as sysfs writes one, "0,3-7". -EINVAL: an empty text, or no list.
// -ENOMEM.
int ParseCpus(absl::string_view text, CpuList* cpus);

// Puts them into order, each once. -EINVAL for one that no kernel has.
int SortCpus(CpuList* cpus);

// 0, or why sysfs can't be read; -EINVAL: its file is empty, or no list. After a
// failure *cpus is empty.
int OnlineCpus(const host::Host& host, CpuList* cpus);

// Adds a CPU, unless one of its die is in the list. Where sysfs has no topology,
// each CPU is a die of its own. 0, -ENOMEM, or why the topology can't be read.
int AddIfNewDie(const host::Host& host, uint32_t cpu, CpuList* cpus);

bool Contains(const uint32_t* cpus, size_t count, int32_t cpu);
inline bool Contains(const CpuList& cpus, int32_t cpu) {
  return Contains(cpus.data(), cpus.size(), cpu);
}

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_CPUS_H_
