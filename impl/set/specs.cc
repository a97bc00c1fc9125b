// The set's own copy of the specs, and the changes of their attrs.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/set/set.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kOpen[] = "perfc_set_open";

bool Copy(const specs::Spec& from, specs::SpecList* list, specs::Spec* to) {
  to->scale = from.scale;
  to->leader = from.leader;
  to->flags = from.flags;
  to->terms = from.terms;
  to->max_events = from.max_events;
  to->cpu_count = from.cpu_count;
  auto* cpus = static_cast<uint32_t*>(list->arena().Alloc(
      from.cpu_count * sizeof(uint32_t), alignof(uint32_t)));
  if (cpus == nullptr) return false;
  std::copy_n(from.cpu_list, from.cpu_count, cpus);
  if (from.cpu_count > 0) to->cpu_list = cpus;
  return list->Keep(from.name, &to->name) && list->Keep(from.pmu, &to->pmu) &&
         list->Keep(from.unit, &to->unit) &&
         list->Keep(from.filter, &to->filter);
}

bool OnCpu(const specs::Spec& spec, uint32_t cpu) {
  return spec.cpu_count == 0 ||
         std::binary_search(spec.cpu_list, spec.cpu_list + spec.cpu_count, cpu);
}

// Of the target's CPUs one where the leader counts and its sibling doesn't.
bool Lacks(const specs::Spec& sibling, const specs::Spec& leader,
           const CpuList& cpus) {
  return std::any_of(cpus.begin(), cpus.end(), [&](uint32_t cpu) {
    return OnCpu(leader, cpu) && !OnCpu(sibling, cpu);
  });
}

}  // namespace

int Set::TakeSpecs(const specs::SpecList& specs, perfc_error* error) {
  if (!left_out_.Resize(specs.count())) {
    return base::NoMemory(error, kOpen, specs.count());
  }
  for (uint32_t i = 0; i < specs.count(); ++i) {
    const auto bytes = specs[i].attr.bytes();
    const int index = specs_.Append(bytes.data(), bytes.size(), kOpen, error);
    if (index < 0) return index;
    if (!Copy(specs[i], &specs_, &specs_[i])) {
      return base::NoMemory(error, kOpen, specs[i].name.size());
    }
  }
  return CheckSpecs(error);
}

int Set::CheckSpecs(perfc_error* error) {
  if (specs_.count() == 0) {
    return base::BadArgument(error, kOpen, "the list has no specs");
  }
  for (uint32_t i = 0; i < specs_.count(); ++i) {
    if (specs_[i].flags & PERFC_SPEC_SYSTEM_WIDE && !target_.is_cpus()) {
      return base::BadArgument(error, kOpen,
                               "the event counts CPUs and no task: it needs a "
                               "target of PERFC_TARGET_CPUS");
    }
    const uint32_t leader = specs_[i].leader;
    if (!Lacks(specs_[i], specs_[leader], target_.cpus())) continue;
    base::Fail(error, -EINVAL, PERFC_CALL_NONE, PERFC_RULE_GROUP, kOpen, {},
               "an event of the group doesn't count on all CPUs of its leader");
    const bool weak = specs_[leader].flags & PERFC_SPEC_WEAK;
    if (!weak || Regroup(leader, error) == Next::kFail) return error->code;
  }
  return 0;
}

// Every member of the group stands alone from now on.
Set::Next Set::Regroup(uint32_t leader, perfc_error* why) {
  for (uint32_t i = 0; i < specs_.count(); ++i) {
    if (specs_[i].leader == leader) specs_[i].leader = i;
  }
  return Reported(SpecEntry(PERFC_REPORT_REGROUPED, leader, *why),
                  Next::kRestart, why);
}

// Sets the bits of the attrs that the set decides. Only a group's leader is
// opened disabled, so the group waits for it.
void Set::PrepareSpecs() {
  for (uint32_t i = 0; i < specs_.count(); ++i) {
    const bool leads = specs_[i].leader == i;
    perfc_attr attr = specs_[i].attr.known();
    attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_ENABLE_ON_EXEC};
    if (leads) attr.flags |= PERFC_ATTR_DISABLED;
    if (leads && flags_ & PERFC_SET_OPEN_ENABLE_ON_EXEC) {
      attr.flags |= PERFC_ATTR_ENABLE_ON_EXEC;
    }
    if (target_.inherits() && !(specs_[i].terms & PERFC_TERM_INHERIT)) {
      attr.flags |= PERFC_ATTR_INHERIT;
    }
    if (flags_ & PERFC_SET_OPEN_IDENTIFY) {
      attr.sample_type |= PERFC_SAMPLE_IDENTIFIER;
      attr.flags |= PERFC_ATTR_SAMPLE_ID_ALL;
    }
    specs_[i].attr.SetFirst(attr);
  }
}

// Of tasks each CPU has its own part.
bool Set::HasPerPackage() const {
  for (uint32_t i = 0; i < specs_.count() && target_.is_cpus(); ++i) {
    if (specs_[i].flags & PERFC_SPEC_PER_PKG) return true;
  }
  return false;
}

bool Set::CountsOn(uint32_t spec, int32_t cpu) const {
  const specs::Spec& own = specs_[spec];
  if (own.flags & PERFC_SPEC_PER_PKG && target_.is_cpus() &&
      std::find(package_cpus_.begin(), package_cpus_.end(), cpu) ==
          package_cpus_.end()) {
    return false;
  }
  const specs::Spec& leader = specs_[own.leader];
  const auto on = static_cast<uint32_t>(cpu);
  return cpu == -1 || (OnCpu(own, on) && OnCpu(leader, on));
}

// "cycles:u" is "cpu-clock:u" now.
int Set::RenameToClock(uint32_t spec, perfc_error* error) {
  constexpr absl::string_view kClock = "cpu-clock";
  specs::Spec& renamed = specs_[spec];
  const size_t colon = renamed.name.find(':');
  const absl::string_view modifiers =
      colon == absl::string_view::npos ? "" : renamed.name.substr(colon);
  const size_t size = kClock.size() + modifiers.size();
  auto* name = static_cast<char*>(specs_.arena().Alloc(size + 1, 1));
  if (name == nullptr || !specs_.Keep("software", &renamed.pmu)) {
    return base::NoMemory(error, kOpen, size);
  }
  kClock.copy(name, kClock.size());
  modifiers.copy(name + kClock.size(), modifiers.size());
  name[size] = '\0';
  renamed.name = {name, size};
  return 0;
}

}  // namespace perfc::set
