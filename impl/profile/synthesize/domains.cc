// The scheduler's domains, which a kernel with CONFIG_SCHEDSTATS tells.
#include <cerrno>

#include "absl/strings/ascii.h"
#include "impl/base/text_writer.h"
#include "impl/profile/synthesize/host_parts.h"
#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

// Since this version of /proc/schedstat domains have names (Linux 6.15).
constexpr uint64_t kNamedVersion = 17;
// Bits of one group of a mask.
constexpr uint32_t kGroupBits = 32;

// Takes the next word of a line.
absl::string_view TakeWord(absl::string_view* line) {
  *line = absl::StripLeadingAsciiWhitespace(*line);
  return TakeUntil(line, ' ');
}

bool AppendRange(uint32_t first, uint32_t last, base::Buffer<char>* list) {
  const base::ShortText<32> from("%s%d", list->size() ? "," : "", first);
  const base::ShortText<32> to("-%d", last);
  const absl::string_view start = from;
  const absl::string_view end = first == last ? absl::string_view() : to;
  return list->AppendAll(start.data(), start.size()) &&
         list->AppendAll(end.data(), end.size());
}

// Whether a CPU is in a mask such as "00000000,0000000f". The groups have 8 digits
// each, but the first.
class Mask {
 public:
  explicit Mask(absl::string_view text) : text_(text) {}

  // False: it is no mask.
  bool Check() const {
    for (size_t i = 0; i < text_.size(); ++i) {
      const bool comma = (text_.size() - i) % 9 == 0;
      if (comma != (text_[i] == ',')) return false;
      if (!comma &&
          !absl::ascii_isxdigit(static_cast<unsigned char>(text_[i]))) {
        return false;
      }
    }
    return !text_.empty();
  }
  uint32_t size() const {
    return static_cast<uint32_t>((text_.size() / 9 + 1) * kGroupBits);
  }
  bool Has(uint32_t cpu) const {
    const size_t from_end = cpu / kGroupBits * 9 + cpu % kGroupBits / 4 + 1;
    if (from_end > text_.size()) return false;
    absl::string_view digit = text_.substr(text_.size() - from_end, 1);
    uint64_t value = 0;
    return TakeNumber(&digit, 16, &value) && (value >> cpu % 4 & 1);
  }

 private:
  absl::string_view text_;
};

// The CPUs of a mask as "0-3,8".
bool ListCpus(const Mask& mask, base::Buffer<char>* list) {
  for (uint32_t cpu = 0; cpu < mask.size(); ++cpu) {
    if (!mask.Has(cpu)) continue;
    const uint32_t first = cpu;
    while (mask.Has(cpu + 1)) ++cpu;
    if (!AppendRange(first, cpu, list)) return false;
  }
  return true;
}

class Domains {
 public:
  explicit Domains(format::Builder* out) : out_(out) {}

  void Begin() {
    start_ = out_->size();
    out_->U32(0);
    out_->U32(0);
  }
  int Take(absl::string_view line);
  void End() {
    EndCpu();
    out_->SetU32(start_, static_cast<uint32_t>(version_));
    out_->SetU32(start_ + 4, domains_);
  }
  bool empty() const { return version_ == 0 || count_at_ == 0; }

 private:
  void TakeCpu(uint64_t cpu);
  int TakeDomain(uint64_t number, absl::string_view line);
  void EndCpu() {
    if (count_at_ != 0) out_->SetU32(count_at_, count_);
  }

  format::Builder* const out_;
  size_t start_ = 0;
  uint64_t version_ = 0;
  uint32_t domains_ = 0;  // the largest number + 1
  size_t count_at_ = 0;   // where the number of the CPU's domains stands
  uint32_t count_ = 0;
};

void Domains::TakeCpu(uint64_t cpu) {
  EndCpu();
  out_->U32(static_cast<uint32_t>(cpu));
  count_at_ = out_->size();
  count_ = 0;
  out_->U32(0);
}

int Domains::TakeDomain(uint64_t number, absl::string_view line) {
  constexpr uint64_t kMost = 0xffff;
  if (count_at_ == 0 || number > kMost) return -ENODATA;
  const bool named = version_ >= kNamedVersion;
  const absl::string_view name = named ? TakeWord(&line) : absl::string_view();
  const absl::string_view text = TakeWord(&line);
  const Mask mask(text);
  if (!mask.Check()) return -ENODATA;
  base::Buffer<char> list;
  if (!ListCpus(mask, &list)) return -ENOMEM;
  out_->U32(static_cast<uint32_t>(number));
  if (named) out_->String(name);
  out_->String(text);
  out_->String(View(list));
  ++count_;
  if (number >= domains_) domains_ = static_cast<uint32_t>(number) + 1;
  return 0;
}

int Domains::Take(absl::string_view line) {
  absl::string_view word = TakeWord(&line);
  uint64_t number;
  if (word == "version") {
    return TakeNumber(&line, 10, &version_) ? 0 : -ENODATA;
  }
  if (word.substr(0, 3) == "cpu") {
    word.remove_prefix(3);
    if (!TakeNumber(&word, 10, &number)) return -ENODATA;
    TakeCpu(number);
  } else if (word.substr(0, 6) == "domain") {
    word.remove_prefix(6);
    if (!TakeNumber(&word, 10, &number)) return -ENODATA;
    return TakeDomain(number, line);
  }
  return 0;
}

}  // namespace

int CpuDomainInfo(const Roots& roots, format::Builder* out) {
  LineReader lines;
  const Path path("%s/schedstat", roots.procfs());
  if (int failed = lines.Open(path.get())) return failed;
  Domains domains(out);
  domains.Begin();
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    if (int failed = domains.Take(line)) return failed;
  }
  if (got < 0) return got;
  domains.End();
  return domains.empty() ? -ENODATA : 0;
}

}  // namespace perfc::profile::synthesize
