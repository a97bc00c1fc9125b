// Event strings on machines with the PMUs of AMD, Intel and Arm. The first byte
// says which machine.
#include <string>

#include "test/fuzz/event_names.h"
#include "test/fuzz/fuzz.h"
#include "test/fuzz/machine.h"
#include "test/names/names.h"

namespace {

struct Named {
  explicit Named(const std::string& tree) {
    names::SetTree(tree, &machine.system);
    names::SetTracefs(&machine.system);
  }
  fuzz::Machine machine;
  fuzz::EventNames names{machine.host};
};

fuzz::EventNames& NamesOf(uint8_t which) {
  static Named machines[] = {Named("amd"), Named("intel_hybrid"),
                             Named("arm_big_little")};
  return machines[which % 3].names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const uint8_t which = input.U8();
  NamesOf(which).Try(input.Take(input.left()));
  return 0;
}
