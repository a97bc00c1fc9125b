// A scripted machine with one of the trees as its sysfs and a small tracefs.
#ifndef PERFC_TEST_NAMES_NAMES_H_
#define PERFC_TEST_NAMES_NAMES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "impl/capi/handles.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/names.h"
#include "test/host/machine.h"

namespace names {

// The files of test/names/trees/NAME.tree, below /sys.
void SetTree(const std::string &name, scripted::ScriptedSystem *system);
// A few tracepoints, below /sys/kernel/tracing.
void SetTracefs(scripted::ScriptedSystem *system);

// The same as files of this machine, below those roots.
void WriteTree(const std::string &name, const std::string &sysfs);
void WriteTracefs(const std::string &tracefs);

class NamesTest : public scripted::Machine {
 protected:
  ~NamesTest() override { perfc_specs_destroy(specs_); }

  // Begins an empty list on a machine.
  void Use(const std::string &tree);
  // Appends the events; the number of them, or the error with error_ set.
  int Parse(const std::string &events);
  // The same from an empty list, whose only event is returned. A failed
  // expectation unless it is one.
  perfc_attr One(const std::string &events);

  perfc_spec Get(uint32_t index);
  perfc_attr Attr(uint32_t index);
  // "0 0 2" and the like.
  std::string Leaders();
  std::vector<std::string> Names();
  // The text of the last error.
  std::string Text() { return scripted::TextOf(error_); }

  perfc_specs *specs_ = nullptr;
};

}  // namespace names

#endif  // PERFC_TEST_NAMES_NAMES_H_
