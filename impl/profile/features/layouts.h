// The layouts of features, each written once: a function reads one in either byte
// order, and hands its parts to `each`, which stops it by false. So the conversion
// from the other byte order and the rows of tables follow from the same function.
#ifndef PERFC_IMPL_PROFILE_FEATURES_LAYOUTS_H_
#define PERFC_IMPL_PROFILE_FEATURES_LAYOUTS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/profile/features/reader.h"

namespace perfc::profile::features {

// A string has at least its length.
inline constexpr size_t kLeastString = 4;

// CMDLINE, and the lists of CPU_TOPOLOGY.
template <typename Order, typename Each>
bool ReadStrings(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(kLeastString, &count)) return false;
  return Times(count, [&] {
    absl::string_view text;
    return in.Text(&text) && each(text);
  });
}

// CPU_TOPOLOGY

enum class Siblings { kSockets, kThreads, kDies };
// The CPUs of one socket, core or die, as "0-3".
struct SiblingList {
  Siblings of;
  absl::string_view cpus;
};
struct CpuPlace {
  uint32_t cpu;
  uint32_t core;
  uint32_t socket;
};
struct CpuDie {
  uint32_t cpu;
  uint32_t die;
};

template <typename Order, typename Each>
bool ReadSiblings(Reader<Order>& in, Siblings of, const Each& each) {
  return ReadStrings(in, [&](absl::string_view cpus) {
    return each(SiblingList{of, cpus});
  });
}

// The numbers of cores and sockets. How many stands only in NRCPUS.
template <typename Order, typename Each>
bool ReadPlaces(Reader<Order>& in, uint32_t cpus, const Each& each) {
  if (cpus == 0) return in.Fail("NRCPUS is missing");
  if (cpus > in.left() / 8) return in.Fail("it has fewer CPUs than NRCPUS");
  uint32_t cpu = 0;
  return Times(cpus, [&] {
    CpuPlace place = {cpu++, 0, 0};
    return in.Numbers(&place.core, &place.socket) && each(place);
  });
}

template <typename Order, typename Each>
bool ReadDies(Reader<Order>& in, uint32_t cpus, const Each& each) {
  if (!ReadSiblings(in, Siblings::kDies, each)) return false;
  if (cpus > in.left() / 4) return in.Fail("it has fewer dies than CPUs");
  uint32_t cpu = 0;
  return Times(cpus, [&] {
    CpuDie die = {cpu++, 0};
    return in.Numbers(&die.die) && each(die);
  });
}

// perf before 4.4 wrote the lists alone, and before 5.3 no dies. perf writes none
// either where the kernel has none.
template <typename Order, typename Each>
bool ReadCpuTopology(Reader<Order>& in, uint32_t cpus, const Each& each) {
  if (!ReadSiblings(in, Siblings::kSockets, each)) return false;
  if (!ReadSiblings(in, Siblings::kThreads, each)) return false;
  if (in.AtEnd()) return true;
  if (!ReadPlaces(in, cpus, each)) return false;
  return in.AtEnd() || ReadDies(in, cpus, each);
}

// NUMA_TOPOLOGY

struct NumaNode {
  uint32_t node;
  // In KiB, as in /sys/devices/system/node/node*/meminfo.
  uint64_t total;
  uint64_t free;
  absl::string_view cpus;
};

template <typename Order, typename Each>
bool ReadNumaTopology(Reader<Order>& in, const Each& each) {
  uint32_t count;
  if (!in.Count(20 + kLeastString, &count)) return false;
  return Times(count, [&] {
    NumaNode node;
    return in.Numbers(&node.node, &node.total, &node.free) &&
           in.Text(&node.cpus) && each(node);
  });
}

// MEM_TOPOLOGY

struct MemoryNode {
  uint64_t block_bytes;
  uint64_t node;
  // Bit n: the node has memory block n. Words of 64 bits.
  absl::Span<const uint8_t> blocks;
};

// The size of the bitmap, in bits, stands there twice.
template <typename Order, typename Each>
bool ReadMemoryNode(Reader<Order>& in, uint64_t block_bytes, const Each& each) {
  MemoryNode node = {block_bytes, 0, {}};
  uint64_t size, bits;
  if (!in.Numbers(&node.node, &size, &bits)) return false;
  absl::Span<typename Order::Byte> words;
  const uint64_t count = bits / 64 + (bits % 64 != 0);
  if (!in.template Array<uint64_t>(count, &words)) return false;
  node.blocks = words;
  return each(node);
}

template <typename Order, typename Each>
bool ReadMemTopology(Reader<Order>& in, const Each& each) {
  uint64_t version, block_bytes, count;
  if (!in.Numbers(&version, &block_bytes)) return false;
  if (version != 1) return in.Fail("its version isn't 1");
  if (!in.Count(24, &count)) return false;
  return Times(count, [&] { return ReadMemoryNode(in, block_bytes, each); });
}

// CACHE

struct Cache {
  uint32_t level;
  uint32_t line_size;
  uint32_t sets;
  uint32_t ways;
  absl::string_view type;
  absl::string_view size;
  absl::string_view cpus;
};

template <typename Order, typename Each>
bool ReadCaches(Reader<Order>& in, const Each& each) {
  uint32_t version, count;
  if (!in.Numbers(&version)) return false;
  if (version != 1) return in.Fail("its version isn't 1");
  if (!in.Count(16 + 3 * kLeastString, &count)) return false;
  return Times(count, [&] {
    Cache cache;
    return in.Numbers(&cache.level, &cache.line_size, &cache.sets,
                      &cache.ways) &&
           in.Text(&cache.type) && in.Text(&cache.size) &&
           in.Text(&cache.cpus) && each(cache);
  });
}

// CPU_DOMAIN_INFO

struct DomainVersion {
  // Of /proc/schedstat.
  uint32_t schedstat;
  uint32_t most_domains;
};
struct Domain {
  uint32_t cpu;
  uint32_t domain;
  absl::string_view name;
  // As a mask in hexadecimal, and as a list.
  absl::string_view mask;
  absl::string_view cpus;
};

template <typename Order, typename Each>
bool ReadDomain(Reader<Order>& in, bool named, uint32_t cpu, const Each& each) {
  Domain domain = {cpu, 0, {}, {}, {}};
  return in.Numbers(&domain.domain) && (!named || in.Text(&domain.name)) &&
         in.Text(&domain.mask) && in.Text(&domain.cpus) && each(domain);
}

// The number of CPUs doesn't stand there: each of NRCPUS's online ones has an entry.
// Domains have names since version 17 of schedstat.
template <typename Order, typename Each>
bool ReadDomains(Reader<Order>& in, const Each& each) {
  DomainVersion version;
  if (!in.Numbers(&version.schedstat, &version.most_domains)) return false;
  if (!each(version)) return false;
  const bool named = version.schedstat >= 17;
  while (!in.AtEnd()) {
    uint32_t cpu, count;
    if (!in.Numbers(&cpu) || !in.Count(4 + 2 * kLeastString, &count))
      return false;
    if (!Times(count, [&] { return ReadDomain(in, named, cpu, each); })) {
      return false;
    }
  }
  return true;
}

// AUXTRACE: where AUXTRACE records are.

struct AuxtraceEntry {
  uint64_t offset;
  uint64_t size;
};

template <typename Order, typename Each>
bool ReadAuxtrace(Reader<Order>& in, const Each& each) {
  uint64_t count;
  if (!in.Count(sizeof(AuxtraceEntry), &count)) return false;
  return Times(count, [&] {
    AuxtraceEntry entry;
    return in.Numbers(&entry.offset, &entry.size) && each(entry);
  });
}

}  // namespace perfc::profile::features

#endif  // PERFC_IMPL_PROFILE_FEATURES_LAYOUTS_H_
