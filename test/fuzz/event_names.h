// Event strings on a scripted machine, and what must hold of each.
#ifndef PERFC_TEST_FUZZ_EVENT_NAMES_H_
#define PERFC_TEST_FUZZ_EVENT_NAMES_H_

#include <memory>
#include <string>

#include "impl/capi/handles.h"
#include "perfc/error.h"
#include "perfc/names.h"

namespace fuzz {

class EventNames {
 public:
  // sysfs is read once: it must stay as it is.
  explicit EventNames(const perfc_host& host) : host_(&host) {}

  // Parses it, and looks at all it made, or at what was wrong.
  void Try(const std::string& events);

 private:
  struct Destroyer {
    void operator()(perfc_specs* specs) const { perfc_specs_destroy(specs); }
  };

  int Parse(const std::string& events, perfc_error* error);
  void Label(uint32_t index);

  const perfc_host* host_;
  std::unique_ptr<perfc_specs, Destroyer> specs_;
};

}  // namespace fuzz

#endif  // PERFC_TEST_FUZZ_EVENT_NAMES_H_
