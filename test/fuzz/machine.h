// A scripted machine whose sysfs or rings an input fills.
#ifndef PERFC_TEST_FUZZ_MACHINE_H_
#define PERFC_TEST_FUZZ_MACHINE_H_

#include <string>

#include "impl/capi/handles.h"
#include "perfc/error.h"
#include "test/fuzz/fuzz.h"
#include "testing/scripted_system.h"

namespace fuzz {

struct Machine {
  Machine() = default;
  Machine(const Machine&) = delete;
  ~Machine() {
    Demand(system.open_fds() == 0, "no fd is left");
    Demand(system.mappings() == 0, "no mapping is left");
  }

  scripted::ScriptedSystem system;
  perfc_host host{perfc::host::Host(system)};
};

// What a failed call told, in words.
inline void DemandExplained(int result, const perfc_error& error) {
  Demand(error.code == result, "the error has the code that was returned");
  char text[4096];
  const int length = perfc_error_text(&error, text, sizeof text);
  Demand(length > 0 && strlen(text) == static_cast<size_t>(length),
         "an error has a text");
}

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_MACHINE_H_
