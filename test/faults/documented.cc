#include "test/faults/documented.h"

#include <fstream>
#include <sstream>

#include "gtest/gtest.h"

namespace faults {
namespace {

std::map<std::string, std::set<std::string>> Load() {
  std::map<std::string, std::set<std::string>> documented;
  std::ifstream file("test/linkage/documented.txt");
  EXPECT_TRUE(file);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string function;
    words >> function;
    std::set<std::string> &items = documented[function];
    for (std::string item; words >> item;) items.insert(item);
  }
  return documented;
}

}  // namespace

const std::map<std::string, std::set<std::string>> &Documented() {
  static const auto &documented =
      *new std::map<std::string, std::set<std::string>>(Load());
  return documented;
}

bool IsListed(const std::string &functions, const std::string &item) {
  std::istringstream names(functions);
  for (std::string name; names >> name;) {
    if (Documented().at(name).count(item) > 0) return true;
  }
  return false;
}

void Seen::Note(const std::string &functions, const std::string &item) {
  if (!IsListed(functions, item)) unlisted_.insert(functions + ": " + item);
  std::istringstream names(functions);
  for (std::string name; names >> name;) seen_[name].insert(item);
}

void Seen::ExpectListed() const {
  for (const std::string &one : unlisted_) {
    ADD_FAILURE() << one << " comes, and the header's comment doesn't list it";
  }
}

void Seen::ExpectSeen(const std::string &function,
                      const std::string &item) const {
  const auto its = seen_.find(function);
  EXPECT_TRUE(its != seen_.end() && its->second.count(item) > 0)
      << "the comment of " << function << " lists " << item
      << ", which didn't come";
}

}  // namespace faults
