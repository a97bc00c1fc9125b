#include "impl/catalog/cpu_list.h"

#include <cerrno>

#include "absl/strings/numbers.h"

namespace perfc::catalog {
namespace {

constexpr uint32_t kMostCpus = 1 << 16;

struct Range {
  uint32_t first;
  uint32_t last;
};

int TakeRange(absl::string_view* text, Range* range) {
  const size_t comma = text->find(',');
  const absl::string_view part = text->substr(0, comma);
  text->remove_prefix(comma == absl::string_view::npos ? text->size()
                                                       : comma + 1);
  const size_t dash = part.find('-');
  if (!absl::SimpleAtoi(part.substr(0, dash), &range->first)) return -EINVAL;
  range->last = range->first;
  if (dash != absl::string_view::npos &&
      !absl::SimpleAtoi(part.substr(dash + 1), &range->last)) {
    return -EINVAL;
  }
  if (range->last < range->first) return -EINVAL;
  return range->last < kMostCpus ? 0 : -ERANGE;
}

}  // namespace

// Twice over the text: first to know how many there are.
int ParseCpuList(absl::string_view text, base::Arena* arena, uint32_t** cpus) {
  uint32_t count = 0;
  Range range;
  for (absl::string_view rest = text; !rest.empty();) {
    if (int bad = TakeRange(&rest, &range)) return bad;
    count += range.last - range.first + 1;
    if (count > kMostCpus) return -ERANGE;
  }
  *cpus = arena->Zeroed<uint32_t>(count);
  if (*cpus == nullptr) return -ENOMEM;
  uint32_t* next = *cpus;
  for (absl::string_view rest = text; !rest.empty();) {
    if (int bad = TakeRange(&rest, &range)) return bad;
    for (uint32_t cpu = range.first; cpu <= range.last; ++cpu) *next++ = cpu;
  }
  return static_cast<int>(count);
}

}  // namespace perfc::catalog
