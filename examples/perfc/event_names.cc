#include "examples/perfc/event_names.h"

#include <cstring>

namespace tool {
namespace {

constexpr std::string_view kModifiers = "ukhGHIpPSDWeb";

// The name without modifiers: what stands behind its last colon is one, or a part
// of the name of a tracepoint.
std::string_view Plain(std::string_view name) {
  const size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return name;
  const std::string_view behind = name.substr(colon + 1);
  if (behind.find_first_not_of(kModifiers) != std::string_view::npos) {
    return name;
  }
  return name.substr(0, colon);
}

}  // namespace

std::string LabelOf(const perfc_plan* plan, uint32_t index) {
  std::vector<char> attr(4096);
  const int size = perfc_plan_attr(plan, index, attr.data(), attr.size());
  if (size < 64 || static_cast<size_t>(size) > attr.size()) return "[unknown]";
  char label[512] = "";
  const int length = perfc_attr_label(
      nullptr, attr.data(), static_cast<size_t>(size), label, sizeof label);
  return length > 0 ? label : "[unknown]";
}

std::vector<std::string> SplitEvents(std::string_view events) {
  std::vector<std::string> words(1);
  bool in_slashes = false;
  for (const char c : events) {
    if (c == '/') in_slashes = !in_slashes;
    if (c == ',' && !in_slashes) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

bool NamesEvent(std::string_view words, std::string_view name) {
  return words == name || words == Plain(name);
}

}  // namespace tool
