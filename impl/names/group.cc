#include "impl/names/group.h"

#include <algorithm>
#include <cerrno>

#include "impl/names/modifiers.h"
#include "perfc/attr.h"

namespace perfc::names {

bool Group::IsSplit(absl::string_view pmu) const {
  return std::find(pmus_.begin(), pmus_.end(), pmu) != pmus_.end();
}

int Group::EndElement() {
  const uint32_t begin = first_ + element_;
  const uint32_t end = list_.count();
  element_ = end - first_;
  for (uint32_t i = begin; i < end; ++i) {
    const absl::string_view pmu = list_[i].pmu;
    if (pmu == list_[begin].pmu && pmu == list_[end - 1].pmu) continue;
    if (!IsSplit(pmu) && !pmus_.Append(pmu)) return NoMemory(input_);
  }
  return 0;
}

// The specs of one group after the other.
int Group::Split() {
  base::Buffer<uint32_t> order;
  for (const absl::string_view pmu : pmus_) {
    const auto leader = static_cast<uint32_t>(first_ + order.size());
    for (uint32_t i = first_; i < list_.count(); ++i) {
      if (list_[i].pmu != pmu && IsSplit(list_[i].pmu)) continue;
      if (!order.Append(i) || !leaders_.Append(leader)) return NoMemory(input_);
    }
  }
  return list_.Rearrange(first_, {order.data(), order.size()}, input_.operation,
                         input_.error);
}

int Group::End(absl::string_view modifiers) {
  size_t bad = 0;
  if (const char* why = CheckModifiers(modifiers, &bad)) {
    return Complain(input_, -EINVAL, modifiers.substr(bad, 1), why);
  }
  if (pmus_.size() > 0) {
    if (int failed = Split()) return failed;
  }
  for (uint32_t i = first_; i < list_.count(); ++i) {
    specs::Spec& spec = list_[i];
    spec.leader = pmus_.size() > 0 ? leaders_[i - first_] : first_;
    if (int failed = Apply(modifiers, spec.leader == i, &spec)) return failed;
  }
  return 0;
}

int Group::Apply(absl::string_view modifiers, bool is_leader,
                 specs::Spec* spec) {
  if (modifiers.empty()) return 0;
  perfc_attr attr = spec->attr.known();
  Modified modified;
  modified.attr_flags = attr.flags & kModifiedFlags;
  modified.spec_flags = spec->flags;
  modified.guest_decided = spec->guest_decided;
  if (!Modify(modifiers, is_leader, &modified)) {
    return Complain(input_, -EINVAL, modifiers,
                    "precise_ip is at most 3, the event's and its group's "
                    "added");
  }
  attr.flags = (attr.flags & ~kModifiedFlags) | modified.attr_flags;
  spec->flags = modified.spec_flags;
  spec->guest_decided = modified.guest_decided;
  return spec->attr.Assign(&attr, sizeof attr, false, input_.operation,
                           input_.error);
}

}  // namespace perfc::names
