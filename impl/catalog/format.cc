#include "impl/catalog/format.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/numbers.h"

namespace perfc::catalog {
namespace {

using absl::string_view;

bool ParseBits(string_view range, uint64_t* mask) {
  const size_t dash = range.find('-');
  uint32_t first;
  uint32_t last;
  if (!absl::SimpleAtoi(range.substr(0, dash), &first)) return false;
  last = first;
  if (dash != string_view::npos &&
      !absl::SimpleAtoi(range.substr(dash + 1), &last)) {
    return false;
  }
  if (first > last || last > 63) return false;
  *mask |= ~uint64_t{0} >> (63 - (last - first)) << first;
  return true;
}

}  // namespace

uint64_t* ConfigOf(perfc_attr* attr, size_t number) {
  uint64_t* const fields[kConfigs] = {&attr->config, &attr->config1,
                                      &attr->config2, &attr->config3,
                                      &attr->config4};
  return fields[number];
}

uint64_t ConfigOf(const perfc_attr& attr, size_t number) {
  const uint64_t fields[kConfigs] = {attr.config, attr.config1, attr.config2,
                                     attr.config3, attr.config4};
  return fields[number];
}

bool ParseFormat(string_view text, Format* format) {
  const size_t colon = text.find(':');
  const auto* field = std::find(std::begin(kConfigNames),
                                std::end(kConfigNames), text.substr(0, colon));
  if (field == std::end(kConfigNames) || colon == string_view::npos)
    return false;
  format->config = static_cast<uint8_t>(field - std::begin(kConfigNames));
  format->mask = 0;
  text.remove_prefix(colon + 1);
  for (;;) {
    const size_t comma = text.find(',');
    if (!ParseBits(text.substr(0, comma), &format->mask)) return false;
    if (comma == string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

uint64_t MostOf(const Format& format) {
  const int bits = __builtin_popcountll(format.mask);
  return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

// Bit by bit from the lowest on, over gaps.
bool PutBits(const Format& format, uint64_t value, perfc_attr* attr) {
  if (value > MostOf(format)) return false;
  uint64_t* config = ConfigOf(attr, format.config);
  for (uint64_t left = format.mask; left != 0; left &= left - 1) {
    if ((value & 1) != 0) *config |= left & -left;
    value >>= 1;
  }
  return true;
}

uint64_t TakeBits(const Format& format, uint64_t config) {
  uint64_t value = 0;
  int bit = 0;
  for (uint64_t left = format.mask; left != 0; left &= left - 1, ++bit) {
    if ((config & (left & -left)) != 0) value |= uint64_t{1} << bit;
  }
  return value;
}

}  // namespace perfc::catalog
