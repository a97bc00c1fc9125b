// libperfc.a in a program with an abseil, a libstdc++ and exceptions of its
// own: both sides work. Debian's libabsl has the names that libperfc.a holds
// inside.

#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

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

bool Perfc() {
  perfc_attr attr = {};
  attr.size = sizeof(attr);
  attr.sample_type = PERFC_SAMPLE_IDENTIFIER;
  std::vector<uint64_t> ids(1000);
  std::iota(ids.begin(), ids.end(), 1);
  perfc_plan *plan = nullptr;
  int result = perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr);
  if (result == 0) {
    result = perfc_plan_add_attr(plan, &attr, sizeof(attr), ids.data(),
                                 ids.size(), nullptr);
  }
  perfc_plan_destroy(plan);
  return result == 0;
}

}  // namespace

int main() {
  // In turns, so that either finds what the other did to shared state.
  for (int i = 0; i < 3; ++i) {
    if (OwnAbseil() == "10 of 100" && OwnExceptions() && Perfc()) continue;
    std::cerr << "round " << i << ": " << OwnAbseil() << "\n";
    return 1;
  }
  return 0;
}
