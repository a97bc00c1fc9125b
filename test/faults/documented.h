// What the headers' comments say that functions may return.
#ifndef PERFC_TEST_FAULTS_DOCUMENTED_H_
#define PERFC_TEST_FAULTS_DOCUMENTED_H_

#include <map>
#include <set>
#include <string>

namespace faults {

// By exported function its errnos ("ENOENT") and the system calls whose errnos
// it passes on ("read(2)"): //test/linkage:documented.py finds them.
const std::map<std::string, std::set<std::string>> &Documented();

// Whether one of several functions, by their names between spaces, lists it.
bool IsListed(const std::string &functions, const std::string &item);

// Notes what a function was seen to return, and whether its comment lists it.
class Seen {
 public:
  // One of several functions has returned it.
  void Note(const std::string &functions, const std::string &item);
  // Fails for what was seen and isn't listed.
  void ExpectListed() const;
  // Fails for what is listed by any function, wanted, and wasn't seen.
  template <typename Wanted>
  void ExpectAll(Wanted wanted) const {
    for (const auto &[function, items] : Documented()) {
      for (const std::string &item : items) {
        if (wanted(function, item)) ExpectSeen(function, item);
      }
    }
  }

 private:
  void ExpectSeen(const std::string &function, const std::string &item) const;

  std::map<std::string, std::set<std::string>> seen_;
  std::set<std::string> unlisted_;
};

}  // namespace faults

#endif  // PERFC_TEST_FAULTS_DOCUMENTED_H_
