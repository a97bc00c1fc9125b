#include "impl/profile/synthesize/kallsyms.h"

#include <algorithm>
#include <cerrno>

#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

// A kernel has some hundreds at most.
constexpr size_t kMaxBpf = 1 << 16;

}  // namespace

// "ffffffff81000000 T _text", and behind a module's symbol "\t[module]".
int Kallsyms::Take(absl::string_view line) {
  uint64_t address;
  if (!TakeNumber(&line, 16, &address) || line.size() < 4) return 0;
  line.remove_prefix(3);  // the type, between spaces
  const absl::string_view name = TakeUntil(&line, '\t');
  if (!line.empty()) {
    if (line != "[bpf]" || bpf_.size() >= kMaxBpf) return 0;
    const Symbol symbol = {address, names_.size()};
    return names_.Append(name) && bpf_.Append(symbol) ? 0 : -ENOMEM;
  }
  if (name == "_text") text_ = address;
  if (name == "_stext") stext_ = address;
  if (name == "_etext") etext_ = address;
  if (name == "_edata") edata_ = address;
  return 0;
}

int Kallsyms::Load(const Roots& roots) {
  LineReader lines;
  const Path path("%s/kallsyms", roots.procfs());
  if (int failed = lines.Open(path.get())) return failed;
  *this = {};
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    if (int failed = Take(line)) return failed;
  }
  std::sort(bpf_.begin(), bpf_.end(), [](const Symbol& a, const Symbol& b) {
    return a.address < b.address;
  });
  return got;
}

absl::string_view Kallsyms::start_name() const {
  return text_ ? "_text" : "_stext";
}

uint64_t Kallsyms::end() const {
  const uint64_t end = edata_ ? edata_ : etext_;
  return end > start() ? end : UINT64_MAX;
}

absl::string_view Kallsyms::BpfAt(uint64_t address) const {
  const Symbol* found = std::lower_bound(
      bpf_.begin(), bpf_.end(), address,
      [](const Symbol& a, uint64_t b) { return a.address < b; });
  return found != bpf_.end() && found->address == address ? names_[found->name]
                                                          : "";
}

}  // namespace perfc::profile::synthesize
