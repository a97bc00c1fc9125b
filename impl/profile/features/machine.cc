// Tables about the machine: CPUs, domains, nodes, caches.
#include <algorithm>
#include <cerrno>

#include "absl/strings/str_format.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "impl/profile/features/filling.h"
#include "impl/profile/features/layouts.h"

namespace perfc::profile::features {
namespace {

struct AddCpus {
  base::Buffer<perfc_cpu_row>& rows;

  bool operator()(const SiblingList&) const { return true; }
  bool operator()(const CpuPlace& place) const {
    return rows.Append(
        {place.cpu, place.core, PERFC_NO_CPU_NUMBER, place.socket});
  }
  // All places stand before the dies.
  bool operator()(const CpuDie& die) const {
    rows[die.cpu].die = die.die;
    return true;
  }
};

struct AddDomains {
  table::Table& table;

  bool operator()(const DomainVersion&) const { return true; }
  bool operator()(const Domain& domain) const {
    perfc_domain_row row = {};
    row.cpu = domain.cpu;
    row.domain = domain.domain;
    return table.AddText(domain.name, &row.name) &&
           table.AddText(domain.cpus, &row.cpus) && table.Add(row);
  }
};

// A bitmap of every second block would become 30 times as long as text. A machine's
// bitmaps are a few ranges.
constexpr size_t kMostBlockText = 1 << 20;
constexpr char kTooManyRanges[] = "its memory blocks are too many ranges";

// The numbers of the bits that are set, as "0-3,8".
class BitList {
 public:
  // False: no memory, or all texts together are too long.
  bool Write(absl::Span<const uint8_t> words) {
    text_.Clear();
    const uint64_t bits = 8 * uint64_t{words.size()};
    for (uint64_t bit = 0; bit < bits; ++bit) {
      if (!Has(words, bit)) continue;
      const uint64_t first = bit;
      while (bit + 1 < bits && Has(words, bit + 1)) ++bit;
      if (!WriteRange(first, bit)) return false;
    }
    return true;
  }
  absl::string_view text() const { return base::View(text_); }
  bool too_long() const { return written_ > kMostBlockText; }

 private:
  // This machine is little-endian.
  static bool Has(absl::Span<const uint8_t> words, uint64_t bit) {
    return words[bit / 8] >> bit % 8 & 1;
  }

  bool WriteRange(uint64_t first, uint64_t last) {
    const char* comma = text_.size() > 0 ? "," : "";
    const base::ShortText<32> one("%s%u", comma, first);
    const base::ShortText<24> rest("-%u", last);
    return Append(one) && (last == first || Append(rest));
  }

  bool Append(absl::string_view text) {
    written_ += text.size();
    return !too_long() && text_.AppendAll(text.data(), text.size());
  }

  base::Buffer<char> text_;
  size_t written_ = 0;
};

// Which feature a row of nodes came from, in its `reserved`, until rows of the same
// node are joined.
constexpr uint32_t kFromNuma = 0;
constexpr uint32_t kFromMemory = 1;

class Nodes {
 public:
  explicit Nodes(Filling& filling) : filling_(filling) {}

  int Read() {
    const int numa =
        filling_.ReadFeature(PERFC_FEATURE_NUMA_TOPOLOGY, [&](Native& in) {
          return ReadNumaTopology(
              in, [&](const NumaNode& node) { return AddNuma(node); });
        });
    if (numa < 0 && numa != -ENODATA) return numa;
    const int memory =
        filling_.ReadFeature(PERFC_FEATURE_MEM_TOPOLOGY, [&](Native& in) {
          return ReadMemTopology(
              in, [&](const MemoryNode& node) { return AddMemory(in, node); });
        });
    return memory == -ENODATA ? numa : memory;
  }

  // Adds a row for each node, in the order of their numbers.
  bool AddRows() {
    std::sort(rows_.begin(), rows_.end(), [](const auto& a, const auto& b) {
      return a.node != b.node ? a.node < b.node : a.reserved < b.reserved;
    });
    for (size_t i = 0; i < rows_.size(); ++i) {
      perfc_node_row row = rows_[i];
      if (IsPair(i)) {
        row.block_bytes = rows_[i + 1].block_bytes;
        row.blocks = rows_[++i].blocks;
      }
      row.reserved = 0;
      if (!filling_.table.Add(row)) return false;
    }
    return true;
  }

 private:
  bool IsPair(size_t i) const {
    return i + 1 < rows_.size() && rows_[i + 1].node == rows_[i].node &&
           rows_[i].reserved == kFromNuma &&
           rows_[i + 1].reserved == kFromMemory;
  }

  bool AddNuma(const NumaNode& node) {
    perfc_node_row row = {};
    row.node = node.node;
    row.reserved = kFromNuma;
    row.total_bytes = Scaled(node.total, 1024);
    row.free_bytes = Scaled(node.free, 1024);
    return filling_.table.AddText(node.cpus, &row.cpus) && rows_.Append(row);
  }

  bool AddMemory(Native& in, const MemoryNode& node) {
    if (node.node > UINT32_MAX) return in.Fail("a node's number is too large");
    if (!list_.Write(node.blocks)) {
      return list_.too_long() && in.Fail(kTooManyRanges);
    }
    perfc_node_row row = {};
    row.node = static_cast<uint32_t>(node.node);
    row.reserved = kFromMemory;
    row.block_bytes = node.block_bytes;
    return filling_.table.AddText(list_.text(), &row.blocks) &&
           rows_.Append(row);
  }

  Filling& filling_;
  base::Buffer<perfc_node_row> rows_;
  BitList list_;
};

bool AddCache(table::Table& table, const Cache& cache) {
  perfc_cache_row row = {};
  row.level = cache.level;
  row.line_size = cache.line_size;
  row.sets = cache.sets;
  row.ways = cache.ways;
  return table.AddText(cache.type, &row.type) &&
         table.AddText(cache.size, &row.size) &&
         table.AddText(cache.cpus, &row.cpus) && table.Add(row);
}

}  // namespace

int FillCpus(Filling& filling) {
  const int64_t cpus = CpusOfStore(filling);
  if (cpus < 0) return static_cast<int>(cpus);
  base::Buffer<perfc_cpu_row> rows;
  const int read =
      filling.ReadFeature(PERFC_FEATURE_CPU_TOPOLOGY, [&](Native& in) {
        return ReadCpuTopology(in, static_cast<uint32_t>(cpus), AddCpus{rows});
      });
  if (read < 0) return read;
  for (const perfc_cpu_row& row : rows) {
    if (!filling.table.Add(row)) return filling.NoRoom();
  }
  return rows.size() > 0 ? 0 : -ENODATA;
}

int FillDomains(Filling& filling) {
  return filling.ReadFeature(PERFC_FEATURE_CPU_DOMAIN_INFO, [&](Native& in) {
    return ReadDomains(in, AddDomains{filling.table});
  });
}

int FillNodes(Filling& filling) {
  Nodes nodes(filling);
  const int read = nodes.Read();
  if (read < 0) return read;
  return nodes.AddRows() ? 0 : filling.NoRoom();
}

int FillCaches(Filling& filling) {
  return filling.ReadFeature(PERFC_FEATURE_CACHE, [&](Native& in) {
    return ReadCaches(
        in, [&](const Cache& cache) { return AddCache(filling.table, cache); });
  });
}

}  // namespace perfc::profile::features
