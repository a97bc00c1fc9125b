// Each errno that a function's comment lists comes, and no other.

#include <cerrno>
#include <cstring>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "test/faults/documented.h"
#include "test/faults/refusals.h"

namespace faults {
namespace {

std::vector<Refusal> AllRefusals() {
  std::vector<Refusal> all;
  for (const auto &part : {RingRefusals(), EventRefusals(), SetRefusals(),
                           DecodeRefusals(), NameRefusals()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// What other tests bring: errnos that system calls alone give, and no memory
// (faults_test), and a child of fork() (forked_child_test).
bool IsBroughtHere(const std::string &item) {
  static const std::set<std::string> elsewhere = {
      "EACCES", "EINTR", "EMFILE", "ENOSYS", "EPERM", "ENOMEM", "EOWNERDEAD"};
  return item.find('(') == std::string::npos && elsewhere.count(item) == 0;
}

TEST(Errnos, EachComesThatACommentLists) {
  Seen seen;
  for (const auto &[function, call] : NullCalls()) {
    EXPECT_EQ(call(), -EINVAL) << function << " of NULL";
    seen.Note(function, "EINVAL");
  }
  for (const Refusal &refusal : AllRefusals()) {
    for (const int code : refusal.codes) {
      Stage stage;
      EXPECT_EQ(refusal.call(&stage, code), -code)
          << refusal.function << ", " << strerrorname_np(code);
      seen.Note(refusal.function, strerrorname_np(code));
    }
  }
  seen.ExpectListed();
  seen.ExpectAll([](const std::string &, const std::string &item) {
    return IsBroughtHere(item);
  });
}

}  // namespace
}  // namespace faults
