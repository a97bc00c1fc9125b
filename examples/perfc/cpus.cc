#include "examples/perfc/cpus.h"

#include <sstream>
#include <string_view>
#include <vector>

#include "examples/perfc/scan.h"

namespace tool {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// "3-5" or "3".
std::optional<Range> ParseRange(std::string_view text) {
  Range range;
  if (!TakeNumber(&text, &range.first)) return std::nullopt;
  range.last = range.first;
  if (TakeChar(&text, '-') && !TakeNumber(&text, &range.last)) {
    return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return range;
}

// Empty if it is no list.
std::vector<Range> ParseCpus(const std::string& text) {
  std::vector<Range> ranges;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::optional<Range> range = ParseRange(part);
    if (!range) return {};
    ranges.push_back(*range);
  }
  return ranges;
}

// The first one from `cpu` on that is in none of the ranges, which are in order.
uint32_t FirstOutside(const std::vector<Range>& ranges, uint32_t cpu) {
  for (const Range& range : ranges) {
    if (cpu >= range.first && cpu <= range.last) cpu = range.last + 1;
  }
  return cpu;
}

}  // namespace

std::optional<uint32_t> MissingCpu(const std::string& wanted,
                                   const std::string& online) {
  const std::vector<Range> there = ParseCpus(online);
  if (there.empty()) return std::nullopt;
  for (const Range& range : ParseCpus(wanted)) {
    const uint32_t missing = FirstOutside(there, range.first);
    if (missing <= range.last) return missing;
  }
  return std::nullopt;
}

}  // namespace tool
