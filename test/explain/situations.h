// Situations in which a call fails, each with the text that a user then reads.
#ifndef PERFC_TEST_EXPLAIN_SITUATIONS_H_
#define PERFC_TEST_EXPLAIN_SITUATIONS_H_

#include <cstdint>
#include <vector>

#include "impl/capi/handles.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/event.h"
#include "test/explain/kernel_rules.h"
#include "test/host/machine.h"
#include "testing/scripted_system.h"

namespace explain {

// A machine on which one situation takes place.
class Stage {
 public:
  Stage() { rules.Install(&system); }

  void Become(const KernelRules &other) {
    rules = other;
    rules.Install(&system);
  }
  // As if sysfs, or procfs, weren't mounted.
  void RemoveSys();
  void RemoveProc();
  // Opens and closes.
  int Try(const perfc_attr &attr, int32_t pid = 0, int32_t cpu = -1,
          perfc_event *group = nullptr, uint64_t flags = 0);
  // The same on a kernel that takes no sibling.
  int TryInGroup(const perfc_attr &attr, perfc_event *group, int32_t pid = 0,
                 int32_t cpu = -1);
  // What a situation needs; must succeed.
  scripted::Event Open(const perfc_attr &attr, int32_t cpu = -1,
                       perfc_event *group = nullptr);

  scripted::ScriptedSystem system;
  KernelRules rules;
  perfc_host host{perfc::host::Host(system)};
  perfc_error error = {};
};

struct Situation {
  const char *title;
  int (*run)(Stage *stage);
};

// One that counts, and one that samples, of software.
perfc_attr Counting(uint64_t config = 0);
perfc_attr Sampling();
perfc_attr Of(uint32_t type, uint64_t config = 0);
// With something changed.
template <typename Change>
perfc_attr With(perfc_attr attr, Change change) {
  change(&attr);
  return attr;
}

// What a hot call tells: the errno, with the words that bindings give it.
int Hot(Stage *stage, const char *operation, int result);

std::vector<Situation> PermissionSituations();
std::vector<Situation> AttrSituations();
std::vector<Situation> PlaceSituations();
std::vector<Situation> EventSituations();
std::vector<Situation> ManySituations();
std::vector<Situation> SystemSituations();

}  // namespace explain

#endif  // PERFC_TEST_EXPLAIN_SITUATIONS_H_
