// The nearest known names, for a mistyped name.
#ifndef PERFC_IMPL_NAMES_SUGGEST_H_
#define PERFC_IMPL_NAMES_SUGGEST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/catalog/fixed_text.h"

namespace perfc::names {

// How many letters one has to insert, remove, replace or swap with the next to
// get from one to the other; more than `most` is most + 1.
uint32_t EditDistance(absl::string_view from, absl::string_view to,
                      uint32_t most);

// Takes names one by one and keeps the nearest three. The names must outlive
// it.
class Suggestions {
 public:
  explicit Suggestions(absl::string_view wanted) : wanted_(wanted) {}
  void Offer(absl::string_view name);
  // "; did you mean 'a', 'b' or 'c'?", or nothing.
  void Tell(catalog::Message* message) const;

 private:
  static constexpr size_t kMost = 3;
  struct Found {
    absl::string_view name;
    uint32_t distance;
  };

  absl::string_view wanted_;
  Found found_[kMost];
  size_t count_ = 0;
};

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_SUGGEST_H_
