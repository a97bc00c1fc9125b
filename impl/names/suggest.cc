#include "impl/names/suggest.h"

#include <algorithm>

#include "absl/strings/ascii.h"

namespace perfc::names {
namespace {

constexpr size_t kLongest = 96;  // Nobody mistypes more.

char Lower(char c) {
  return absl::ascii_tolower(static_cast<unsigned char>(c));
}

}  // namespace

// Row by row of the table of distances between the two's beginnings.
uint32_t EditDistance(absl::string_view from, absl::string_view to,
                      uint32_t most) {
  const size_t lengths =
      std::max(from.size(), to.size()) - std::min(from.size(), to.size());
  if (from.size() > kLongest || to.size() > kLongest || lengths > most) {
    return most + 1;
  }
  uint32_t rows[3][kLongest + 1];
  for (size_t j = 0; j <= to.size(); ++j) rows[0][j] = static_cast<uint32_t>(j);
  for (size_t i = 1; i <= from.size(); ++i) {
    uint32_t* row = rows[i % 3];
    const uint32_t* above = rows[(i + 2) % 3];
    row[0] = static_cast<uint32_t>(i);
    for (size_t j = 1; j <= to.size(); ++j) {
      const uint32_t other = Lower(from[i - 1]) != Lower(to[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + other});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] &&
                           from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], rows[(i + 1) % 3][j - 2] + 1);
    }
  }
  return std::min(rows[from.size() % 3][to.size()], most + 1);
}

void Suggestions::Offer(absl::string_view name) {
  const auto most =
      static_cast<uint32_t>(std::max<size_t>(1, wanted_.size() / 3));
  uint32_t distance = EditDistance(wanted_, name, most);
  // A name that the wanted word abbreviates is near, too.
  const bool begins = wanted_.size() >= 3 && name.size() > wanted_.size() &&
                      name.substr(0, wanted_.size()) == wanted_;
  if (distance > most && !begins) return;
  for (size_t i = 0; i < count_; ++i) {
    if (found_[i].name == name) return;
  }
  if (begins) distance = std::min(distance, most);
  size_t at = count_;
  while (at > 0 && found_[at - 1].distance > distance) --at;
  if (at == kMost) return;
  count_ = std::min(count_ + 1, kMost);
  std::move_backward(found_ + at, found_ + count_ - 1, found_ + count_);
  found_[at] = {name, distance};
}

void Suggestions::Tell(catalog::Message* message) const {
  for (size_t i = 0; i < count_; ++i) {
    *message << (i == 0 ? "; did you mean " : i + 1 == count_ ? " or " : ", ");
    message->Quote(found_[i].name);
  }
  if (count_ > 0) *message << "?";
}

}  // namespace perfc::names
