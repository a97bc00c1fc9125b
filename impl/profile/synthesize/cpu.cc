// The CPUs: how many, and which.
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "impl/profile/elf/build_id.h"
#include "impl/profile/synthesize/host_parts.h"
#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

// A value of /proc/cpuinfo.
class Value {
 public:
  bool found() const { return found_; }
  absl::string_view text() const { return {text_, size_}; }

  void Set(absl::string_view text) {
    size_ = text.copy(text_, sizeof text_);
    found_ = true;
  }

 private:
  char text_[256];
  size_t size_ = 0;
  bool found_ = false;
};

// Reads the values of the first CPU; names[i] becomes values[i]. A name that isn't
// there is left out.
int ReadCpuInfo(const Roots& roots, absl::Span<const absl::string_view> names,
                Value* values) {
  LineReader lines;
  const Path path("%s/cpuinfo", roots.procfs());
  if (int failed = lines.Open(path.get())) return failed;
  absl::string_view line;
  int got;
  // An empty line ends the first CPU. On riscv some facts have a paragraph of their
  // own.
  while ((got = lines.Next(&line)) == 1) {
    const absl::string_view name =
        absl::StripAsciiWhitespace(TakeUntil(&line, ':'));
    for (size_t i = 0; i < names.size(); ++i) {
      if (name != names[i] || values[i].found()) continue;
      values[i].Set(absl::StripAsciiWhitespace(line));
    }
    if (std::all_of(values, values + names.size(),
                    [](const Value& value) { return value.found(); })) {
      return 0;
    }
  }
  return got;
}

// "VENDOR,FAMILY,MODEL,STEPPING" (x86), "VENDOR-ARCH-IMPLEMENTATION" (riscv).
int JoinCpuInfo(const Roots& roots, absl::Span<const absl::string_view> names,
                char separator, format::Builder* out) {
  constexpr size_t kMost = 4;
  Value values[kMost];
  if (int failed = ReadCpuInfo(roots, names, values)) return failed;
  char joined[kMost * sizeof(Value)];
  base::TextWriter writer(joined, sizeof joined);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!values[i].found()) return -ENODATA;
    if (i > 0) writer.Append({&separator, 1});
    writer.Append(values[i].text());
  }
  out->String({joined, writer.length()});
  return 0;
}

// The main ID register, "0x00000000410fd0c0" (arm64).
int Midr(const Roots& roots, format::Builder* out) {
  base::Buffer<uint32_t> cpus;
  if (int failed = OnlineCpus(roots, &cpus)) return failed;
  int result = -ENODATA;
  for (uint32_t cpu : cpus) {
    char buffer[64];
    absl::string_view text;
    const Path path("%s/devices/system/cpu/cpu%d/regs/identification/midr_el1",
                    roots.sysfs(), cpu);
    result = ReadLine(path.get(), absl::MakeSpan(buffer), &text);
    if (IsShortage(result)) return result;
    if (result != 0 || text.empty()) continue;
    out->String(text);
    return 0;
  }
  return -ENODATA;
}

// perf squeezes spaces, because vendors pad their names with them.
void AppendSqueezed(absl::string_view text, format::Builder* out) {
  char squeezed[sizeof(Value)];
  size_t size = 0;
  bool space = false;
  for (char c : text) {
    const bool was_space = space;
    space = absl::ascii_isspace(static_cast<unsigned char>(c));
    if (space && was_space) continue;
    squeezed[size++] = space ? ' ' : c;
  }
  out->String({squeezed, size});
}

}  // namespace

int OnlineCpus(const Roots& roots, base::Buffer<uint32_t>* cpus) {
  const Path path("%s/devices/system/cpu/online", roots.sysfs());
  return ReadCpuList(path.get(), cpus);
}

int PresentCpus(const Roots& roots, uint32_t* count) {
  base::Buffer<uint32_t> cpus;
  const Path path("%s/devices/system/cpu/present", roots.sysfs());
  if (int failed = ReadCpuList(path.get(), &cpus)) return failed;
  if (cpus.size() == 0) return -ENODATA;
  *count = *std::max_element(cpus.begin(), cpus.end()) + 1;
  return 0;
}

int NrCpus(const Roots& roots, format::Builder* out) {
  uint32_t present;
  base::Buffer<uint32_t> online;
  if (int failed = PresentCpus(roots, &present)) return failed;
  if (int failed = OnlineCpus(roots, &online)) return failed;
  out->U32(present);
  out->U32(static_cast<uint32_t>(online.size()));
  return 0;
}

// arm64 and riscv have no such line.
int CpuDesc(const Roots& roots, format::Builder* out) {
  constexpr absl::string_view kNames[] = {"model name"};
  Value value;
  if (int failed = ReadCpuInfo(roots, kNames, &value)) return failed;
  if (!value.found()) return -ENODATA;
  AppendSqueezed(value.text(), out);
  return 0;
}

int CpuId(const Roots& roots, format::Builder* out) {
  constexpr absl::string_view kX86[] = {"vendor_id", "cpu family", "model",
                                        "stepping"};
  constexpr absl::string_view kRiscv[] = {"mvendorid", "marchid", "mimpid"};
  int result = JoinCpuInfo(roots, kX86, ',', out);
  if (result != 0 && !IsShortage(result)) result = Midr(roots, out);
  if (result != 0 && !IsShortage(result)) {
    result = JoinCpuInfo(roots, kRiscv, '-', out);
  }
  return result;
}

// perf means its own program, and widens e_machine to 32 bits.
int EMachine(const Roots& roots, format::Builder* out) {
  const Path path("%s/self/exe", roots.procfs());
  const int fd = OpenToRead(path.get());
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  elf::Machine machine;
  if (int failed = elf::ReadMachine(fd, &machine)) return failed;
  out->U32(machine.machine);
  out->U32(machine.flags);
  return 0;
}

// Of the first CPU that is on line.
int ClnSize(const Roots& roots, format::Builder* out) {
  base::Buffer<uint32_t> cpus;
  if (int failed = OnlineCpus(roots, &cpus)) return failed;
  if (cpus.size() == 0) return -ENODATA;
  uint64_t size;
  const Path path(
      "%s/devices/system/cpu/cpu%d/cache/index0/coherency_line_size",
      roots.sysfs(), cpus[0]);
  if (int failed = ReadNumber(path.get(), &size)) return failed;
  out->U32(static_cast<uint32_t>(size));
  return 0;
}

}  // namespace perfc::profile::synthesize
