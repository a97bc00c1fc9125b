// libperfc.a in a program with an abseil, a libstdc++ and exceptions of its
// own: both sides work. Debian's libabsl has the names that libperfc.a holds
// inside.

#include <iostream>
#include <stdexcept>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/synchronization/mutex.h"
#include "perfc/perfc.h"

namespace {

std::string OwnAbseil() {
  absl::Mutex mutex;
  absl::MutexLock lock(&mutex);
  absl::flat_hash_map<std::string, int> counts;
  for (int i = 0; i < 1000; ++i) ++counts[absl::StrCat("key", i % 10)];
  return absl::StrFormat("%d of %d", counts.size(), counts["key3"]);
}

bool OwnExceptions() {
  try {
    std::string().at(1);
  } catch (const std::out_of_range &) {
    return true;
  }
  return false;
}

}  // namespace

int main() {
  const std::string own = OwnAbseil();
  if (own != "10 of 100" || !OwnExceptions()) {
    std::cerr << "the program's own libraries: " << own << "\n";
    return 1;
  }
  if (perfc_version_number() !=
      (PERFC_VERSION_MAJOR << 16 | PERFC_VERSION_MINOR << 8 |
       PERFC_VERSION_PATCH)) {
    std::cerr << "libperfc.a: " << perfc_version() << "\n";
    return 1;
  }
  return 0;
}
