// Strings as small numbers.
#ifndef PERFC_EXAMPLES_PERFC_NAMES_H_
#define PERFC_EXAMPLES_PERFC_NAMES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tool {

class Names {
 public:
  uint32_t Number(std::string_view name) {
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) return known->second;
    const auto number = static_cast<uint32_t>(names_.size());
    names_.emplace_back(name);
    numbers_.emplace(names_.back(), number);
    return number;
  }

  const std::string& Name(uint32_t number) const { return names_[number]; }

 private:
  std::deque<std::string> names_;  // whose elements stay where they are
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_NAMES_H_
