#include "impl/set/set.h"

#include <cerrno>

#include "impl/base/fail.h"
#include "perfc/uapi.h"

namespace perfc::set {

int Set::CheckOwner(absl::string_view operation, perfc_error* error) const {
  return host::CheckOwner(host_.system(), owner_, operation, error);
}

int Set::FillPlan(decode::Plan* plan, perfc_error* error) {
  constexpr char kOperation[] = "perfc_set_create_plan";
  if (const int failed = CheckOwner(kOperation, error)) return failed;
  base::Buffer<uint64_t> ids;
  for (uint32_t spec = 0; spec < specs_.count(); ++spec) {
    ids.Clear();
    for (const Member& member : members_) {
      if (member.spec != spec || member.event == nullptr) continue;
      uint64_t id;
      if (const int failed = member.event->CachedId(&id)) {
        return base::Fail(error, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                          "ID");
      }
      if (!ids.Append(id))
        return base::NoMemory(error, kOperation, count() * 8);
    }
    const auto attr = specs_[spec].attr.bytes();
    const int index = plan->Add(attr.data(), attr.size(),
                                {ids.data(), ids.size()}, kOperation, error);
    if (index < 0) return index;
  }
  return 0;
}

// An event without a group is its own leader.
template <typename Verb>
int Set::ForLeaders(Verb verb) {
  int first = 0;
  for (uint32_t i = 0; i < count(); ++i) {
    const Member& member = members_[i];
    if (member.event == nullptr || member.leader != i) continue;
    const int failed = verb(member.event);
    if (first == 0) first = failed;
  }
  return first;
}

// A group is started and stopped by its leader; only the leader is ever
// disabled. On Linux 6.18 siblings of another PMU than the leader's no longer
// count once PERFC_IOC_FLAG_GROUP has disabled and enabled them.
int Set::Enable() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  enabled_ = true;
  exec_starts_ = false;
  return ForLeaders([](event::Event* event) { return event->Enable(0); });
}

int Set::Disable() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  enabled_ = false;
  exec_starts_ = false;
  return ForLeaders([](event::Event* event) { return event->Disable(0); });
}

// Each by itself, for the kernel may have broken a group up.
int Set::Reset() {
  if (const int failed = CheckOwner({}, nullptr)) return failed;
  int first = 0;
  for (const Member& member : members_) {
    const int failed = member.event ? member.event->Reset(0) : 0;
    if (first == 0) first = failed;
  }
  return first;
}

}  // namespace perfc::set
