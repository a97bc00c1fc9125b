// The events between braces.
#ifndef PERFC_IMPL_NAMES_GROUP_H_
#define PERFC_IMPL_NAMES_GROUP_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/catalog/complaint.h"
#include "impl/specs/spec_list.h"

namespace perfc::names {

// A group begins at the end of the list. The kernel accepts no group over
// several hardware PMUs. If an element of the group is an event on several
// PMUs, each of these PMUs gets a group of its own. It has the events of that
// PMU, and copies of the events that are bound to no PMU.
class Group {
 public:
  Group(const catalog::Input& input, specs::SpecList* list)
      : input_(input), list_(*list), first_(list->count()) {}

  // The specs appended since the last call are one element of the group.
  int EndElement();
  // Makes the groups and applies their modifiers, which may be "".
  int End(absl::string_view modifiers);

 private:
  bool IsSplit(absl::string_view pmu) const;
  int Split();
  int Apply(absl::string_view modifiers, bool is_leader, specs::Spec* spec);

  catalog::Input input_;
  specs::SpecList& list_;
  uint32_t first_;
  uint32_t element_ = 0;  // Where the last one begins, counted from first_.
  base::Buffer<absl::string_view> pmus_;  // Over which an element is spread.
  base::Buffer<uint32_t> leaders_;        // Of each, once it is split.
};

}  // namespace perfc::names

#endif  // PERFC_IMPL_NAMES_GROUP_H_
