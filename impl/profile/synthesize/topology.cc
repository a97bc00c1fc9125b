// Which CPUs and memory belong together.
#include <algorithm>
#include <cerrno>
#include <limits>

#include "absl/strings/ascii.h"
#include "impl/profile/synthesize/host_parts.h"
#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

constexpr uint32_t kUnknown = std::numeric_limits<uint32_t>::max();
// A list of CPUs.
constexpr size_t kMaxList = 4096;
// Of memory blocks; one has 128 MiB or more.
constexpr uint32_t kMaxBlocks = 1 << 20;

// perf knows dies only here (tools/perf/util/cputopo.c).
#if defined(__x86_64__) || defined(__s390x__)
constexpr bool kMayHaveDies = true;
#else
constexpr bool kMayHaveDies = false;
#endif

// The lists of CPUs in a file of each CPU's topology, each list once. `old` is the
// name of the file before Linux 5.3.
int ReadSiblings(const Roots& roots, const base::Buffer<uint32_t>& cpus,
                 const char* name, const char* old, NameList* lists) {
  for (uint32_t cpu : cpus) {
    char buffer[kMaxList];
    absl::string_view list;
    int result = -ENOENT;
    for (const char* file : {name, old}) {
      const Path path("%s/devices/system/cpu/cpu%d/topology/%s", roots.sysfs(),
                      cpu, file);
      result = ReadLine(path.get(), absl::MakeSpan(buffer), &list);
      if (result == 0 || IsShortage(result)) break;
    }
    if (result != 0) return result;
    if (!lists->Contains(list) && !lists->Append(list)) return -ENOMEM;
  }
  return 0;
}

void AppendLists(const NameList& lists, format::Builder* out) {
  out->U32(static_cast<uint32_t>(lists.size()));
  for (size_t i = 0; i < lists.size(); ++i) out->String(lists[i]);
}

// A number of a CPU's topology. A CPU that is off line has none.
uint32_t TopologyNumber(const Roots& roots, uint32_t cpu, const char* name) {
  uint64_t number;
  const Path path("%s/devices/system/cpu/cpu%d/topology/%s", roots.sysfs(), cpu,
                  name);
  if (ReadNumber(path.get(), &number) != 0) return kUnknown;
  return static_cast<uint32_t>(std::min<uint64_t>(number, kUnknown));
}

int AppendDies(const Roots& roots, const base::Buffer<uint32_t>& online,
               uint32_t present, format::Builder* out) {
  NameList dies;
  const char kFile[] = "die_cpus_list";
  const int result = ReadSiblings(roots, online, kFile, kFile, &dies);
  if (result != 0) return IsShortage(result) ? result : 0;
  AppendLists(dies, out);
  for (uint32_t cpu = 0; cpu < present; ++cpu) {
    out->U32(TopologyNumber(roots, cpu, "die_id"));
  }
  return 0;
}

// "Node 0 MemTotal:       24684096 kB"
bool TakeMemory(absl::string_view line, absl::string_view name, uint64_t* kb) {
  const size_t at = line.find(name);
  if (at == line.npos) return false;
  line = absl::StripLeadingAsciiWhitespace(line.substr(at + name.size()));
  return TakeNumber(&line, 10, kb);
}

int AppendNode(const Roots& roots, uint32_t node, format::Builder* out) {
  LineReader lines;
  const Path meminfo("%s/devices/system/node/node%d/meminfo", roots.sysfs(),
                     node);
  if (int failed = lines.Open(meminfo.get())) return failed;
  uint64_t total = 0;
  uint64_t free = 0;
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    TakeMemory(line, " MemTotal:", &total);
    TakeMemory(line, " MemFree:", &free);
  }
  if (got < 0) return got;
  char buffer[kMaxList];
  absl::string_view cpus;
  const Path cpulist("%s/devices/system/node/node%d/cpulist", roots.sysfs(),
                     node);
  if (int failed = ReadLine(cpulist.get(), absl::MakeSpan(buffer), &cpus)) {
    return failed;
  }
  out->U32(node);
  out->U64(total);
  out->U64(free);
  out->String(cpus);
  return 0;
}

// A bitmap of the node's memory blocks.
int AppendBlocks(const Roots& roots, uint32_t node, format::Builder* out) {
  base::Buffer<uint32_t> blocks;
  const Path path("%s/devices/system/node/node%d", roots.sysfs(), node);
  if (int failed = ListNumbers(path.get(), "memory", &blocks)) return failed;
  const uint32_t last = blocks.size() ? blocks[blocks.size() - 1] : 0;
  if (last >= kMaxBlocks) return -ENODATA;
  const uint64_t bits = uint64_t{last} + 1;
  out->U64(node);
  out->U64(bits);
  out->U64(bits);
  size_t next = 0;
  for (uint64_t word = 0; word <= last / 64; ++word) {
    uint64_t value = 0;
    for (; next < blocks.size() && blocks[next] / 64 == word; ++next) {
      value |= uint64_t{1} << blocks[next] % 64;
    }
    out->U64(value);
  }
  return 0;
}

}  // namespace

int CpuTopology(const Roots& roots, format::Builder* out) {
  uint32_t present;
  base::Buffer<uint32_t> online;
  NameList sockets;
  NameList threads;
  if (int failed = PresentCpus(roots, &present)) return failed;
  if (int failed = OnlineCpus(roots, &online)) return failed;
  if (int failed = ReadSiblings(roots, online, "package_cpus_list",
                                "core_siblings_list", &sockets)) {
    return failed;
  }
  if (int failed = ReadSiblings(roots, online, "core_cpus_list",
                                "thread_siblings_list", &threads)) {
    return failed;
  }
  AppendLists(sockets, out);
  AppendLists(threads, out);
  for (uint32_t cpu = 0; cpu < present; ++cpu) {
    out->U32(TopologyNumber(roots, cpu, "core_id"));
    out->U32(TopologyNumber(roots, cpu, "physical_package_id"));
  }
  return kMayHaveDies ? AppendDies(roots, online, present, out) : 0;
}

int NumaTopology(const Roots& roots, format::Builder* out) {
  base::Buffer<uint32_t> nodes;
  const Path path("%s/devices/system/node/online", roots.sysfs());
  if (int failed = ReadCpuList(path.get(), &nodes)) return failed;
  out->U32(static_cast<uint32_t>(nodes.size()));
  for (uint32_t node : nodes) {
    if (int failed = AppendNode(roots, node, out)) return failed;
  }
  return 0;
}

int MemTopology(const Roots& roots, format::Builder* out) {
  constexpr uint64_t kVersion = 1;
  char buffer[64];
  absl::string_view text;
  const Path path("%s/devices/system/memory/block_size_bytes", roots.sysfs());
  if (int failed = ReadLine(path.get(), absl::MakeSpan(buffer), &text)) {
    return failed;
  }
  uint64_t block_size;
  if (!TakeNumber(&text, 16, &block_size)) return -ENODATA;
  base::Buffer<uint32_t> nodes;
  const Path directory("%s/devices/system/node", roots.sysfs());
  if (int failed = ListNumbers(directory.get(), "node", &nodes)) return failed;
  out->U64(kVersion);
  out->U64(block_size);
  out->U64(nodes.size());
  for (uint32_t node : nodes) {
    if (int failed = AppendBlocks(roots, node, out)) return failed;
  }
  return 0;
}

}  // namespace perfc::profile::synthesize
