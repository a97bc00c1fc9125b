// The CPUs' caches.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/profile/synthesize/host_parts.h"

namespace perfc::profile::synthesize {
namespace {

constexpr uint32_t kVersion = 1;
// perf looks at no more of one CPU.
constexpr uint32_t kMaxLevels = 4;

// A cache in its final form, in a Builder.
struct Entry {
  uint32_t level;
  size_t offset;
  size_t size;
};

class Caches {
 public:
  // -ENOENT: the CPU has no more caches. -ENODATA: this one is told in part.
  int Add(const Roots& roots, uint32_t cpu, uint32_t index);
  void AppendTo(format::Builder* out);

 private:
  int Describe(const Roots& roots, uint32_t cpu, uint32_t index,
               format::Builder* out);
  bool Has(const format::Builder& one) const;

  base::Buffer<Entry> entries_;
  format::Builder bytes_;
};

int Caches::Describe(const Roots& roots, uint32_t cpu, uint32_t index,
                     format::Builder* out) {
  const Path directory("%s/devices/system/cpu/cpu%d/cache/index%d",
                       roots.sysfs(), cpu, index);
  for (const char* name : {"level", "coherency_line_size", "number_of_sets",
                           "ways_of_associativity"}) {
    uint64_t number;
    const Path path("%s/%s", directory.get(), name);
    if (int failed = ReadNumber(path.get(), &number)) return failed;
    out->U32(static_cast<uint32_t>(number));
  }
  for (const char* name : {"type", "size", "shared_cpu_list"}) {
    char buffer[4096];
    absl::string_view text;
    const Path path("%s/%s", directory.get(), name);
    if (int failed = ReadLine(path.get(), absl::MakeSpan(buffer), &text)) {
      return failed;
    }
    out->String(text);
  }
  return out->ok() ? 0 : -ENOMEM;
}

bool Caches::Has(const format::Builder& one) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.size == one.size() &&
           memcmp(bytes_.data() + entry.offset, one.data(), one.size()) == 0;
  });
}

int Caches::Add(const Roots& roots, uint32_t cpu, uint32_t index) {
  format::Builder one;
  const int result = Describe(roots, cpu, index, &one);
  if (result == -ENOENT && one.size() > 0) return -ENODATA;
  if (result != 0) return result;
  if (Has(one)) return 0;
  const Entry entry = {base::Load<uint32_t>(one.data()), bytes_.size(),
                       one.size()};
  bytes_.Bytes(one.data(), one.size());
  return bytes_.ok() && entries_.Append(entry) ? 0 : -ENOMEM;
}

void Caches::AppendTo(format::Builder* out) {
  std::sort(
      entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        return a.level != b.level ? a.level < b.level : a.offset < b.offset;
      });
  out->U32(kVersion);
  out->U32(static_cast<uint32_t>(entries_.size()));
  for (const Entry& entry : entries_) {
    out->Bytes(bytes_.data() + entry.offset, entry.size);
  }
}

}  // namespace

int Cache(const Roots& roots, format::Builder* out) {
  uint32_t present;
  if (int failed = PresentCpus(roots, &present)) return failed;
  Caches caches;
  for (uint32_t cpu = 0; cpu < present; ++cpu) {
    for (uint32_t index = 0; index < kMaxLevels; ++index) {
      const int result = caches.Add(roots, cpu, index);
      if (IsShortage(result)) return result;
      if (result == -ENOENT) break;
    }
  }
  caches.AppendTo(out);
  return 0;
}

}  // namespace perfc::profile::synthesize
