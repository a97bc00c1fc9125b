// Opening a set: every spec on every CPU and thread, all or nothing.
#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "impl/base/fail.h"
#include "impl/set/set.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kOpen[] = "perfc_set_open";
constexpr uint32_t kKnownFlags =
    PERFC_SET_OPEN_START | PERFC_SET_OPEN_ENABLE_ON_EXEC |
    PERFC_SET_OPEN_IDENTIFY | PERFC_SET_OPEN_RAISE_FD_LIMIT |
    PERFC_SET_OPEN_TOLERANT;
constexpr uint32_t kStarts =
    PERFC_SET_OPEN_START | PERFC_SET_OPEN_ENABLE_ON_EXEC;

int CheckOptions(const perfc_set_options& options, perfc_error* error) {
  if (options.flags & ~kKnownFlags) {
    return base::BadArgument(error, kOpen, "options->flags has unknown ones");
  }
  if ((options.flags & kStarts) == kStarts) {
    return base::BadArgument(error, kOpen,
                             "PERFC_SET_OPEN_START starts the events now, "
                             "PERFC_SET_OPEN_ENABLE_ON_EXEC later; "
                             "set one of them");
  }
  if (options.fallbacks & ~uint32_t{PERFC_FALLBACK_ALL}) {
    return base::BadArgument(error, kOpen,
                             "options->fallbacks has unknown ones");
  }
  return 0;
}

}  // namespace

int Set::Open(const specs::SpecList& specs, const perfc_target& target,
              const perfc_set_options& options, perfc_error* error) {
  owner_ = host_.system().Getpid();
  flags_ = options.flags;
  exec_starts_ = flags_ & PERFC_SET_OPEN_ENABLE_ON_EXEC;
  fallbacks_ = options.fallbacks;
  // The report needs the facts even where the caller doesn't.
  perfc_error why = {};
  int failed = CheckOptions(options, &why);
  if (!failed) failed = OpenEverything(specs, target, &why);
  if (!failed) return 0;
  // Where no member is to blame for it.
  if (!report_.has_failed()) {
    (void)report_.Add(Report::Of(PERFC_REPORT_FAILED, why));
  }
  CloseAll();
  RestoreLimit();
  if (error == nullptr) return failed;
  *error = why;
  NameFailed(error);
  return failed;
}

// A list may be long: which of its events is to blame.
void Set::NameFailed(perfc_error* error) const {
  if (!report_.has_failed()) return;
  const Entry& failed = report_[report_.count() - 1];
  if (failed.spec == PERFC_REPORT_NO_SPEC) return;
  char number[32];
  snprintf(number, sizeof number, "event %u of the list", failed.spec + 1);
  base::NameEvent(error, failed.event[0] ? failed.event : number);
}

int Set::OpenEverything(const specs::SpecList& specs,
                        const perfc_target& target, perfc_error* why) {
  int failed = target_.Resolve(target, why);
  if (!failed) failed = TakeSpecs(specs, why);
  if (!failed) failed = AddMembers(why);
  if (!failed) failed = OpenAll(why);
  if (failed || !(flags_ & PERFC_SET_OPEN_START)) return failed;
  failed = Enable();
  if (failed == 0) return 0;
  return base::Fail(why, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                    "ENABLE");
}

// One place after the other: a group is opened at once, and new places are
// appended.
int Set::AddMembers(perfc_error* why) {
  const CpuList& cpus = target_.cpus();
  int failed = 0;
  for (size_t i = 0; !failed && i < std::max<size_t>(cpus.size(), 1); ++i) {
    const int32_t cpu =
        cpus.size() > 0 ? static_cast<int32_t>(cpus[i]) : int32_t{-1};
    for (int32_t pid : target_.pids()) {
      if (!failed) failed = AddPlace(cpu, pid, kOpen, why);
    }
  }
  if (failed || ReportUnused() == 0) return failed;
  return base::NoMemory(why, kOpen, sizeof(Entry));
}

// All specs that count there, or none.
int Set::AddPlace(int32_t cpu, int32_t pid, const char* operation,
                  perfc_error* why) {
  const uint32_t first = count();
  const int unknown =
      HasPerPackage()
          ? AddIfNewDie(host_, static_cast<uint32_t>(cpu), &package_cpus_)
          : 0;
  if (unknown) {
    return base::FileFailed(why, unknown, PERFC_RULE_UNKNOWN, operation,
                            "sysfs doesn't tell which package a CPU is of");
  }
  for (uint32_t spec = 0; spec < specs_.count(); ++spec) {
    if (!CountsOn(spec, cpu)) continue;
    const Member member = {spec, 0, PERFC_MEMBER_ABSENT, cpu, pid};
    if (!members_.Append(member)) {
      (void)members_.Resize(first);
      return base::NoMemory(why, operation, sizeof member);
    }
  }
  return 0;
}

int Set::ReportUnused() {
  base::Buffer<bool> used;
  if (!used.Resize(specs_.count())) return -ENOMEM;
  for (const Member& member : members_) used[member.spec] = true;
  for (uint32_t spec = 0; spec < specs_.count(); ++spec) {
    if (used[spec]) continue;
    if (!report_.Add(SpecEntry(PERFC_REPORT_NO_CPU, spec, {}))) return -ENOMEM;
  }
  return 0;
}

// Groups may have been broken up since they were looked for last.
void Set::FindLeaders(uint32_t first) {
  uint32_t place = first;
  for (uint32_t i = first; i < count(); ++i) {
    Member& member = members_[i];
    if (member.cpu != members_[place].cpu ||
        member.pid != members_[place].pid) {
      place = i;
    }
    member.leader = i;
    const uint32_t leader = specs_[member.spec].leader;
    for (uint32_t j = place; j < i && leader != member.spec; ++j) {
      if (members_[j].spec == leader) member.leader = j;
    }
  }
}

// A fallback applies to all members of a spec, so after it all members are
// opened anew. Members that can't exist are not tried again. All members are
// created before the first is opened: creating one between two system calls
// would find the caches cold.
int Set::OpenAll(perfc_error* why) {
  Next next = Next::kRestart;
  while (next == Next::kRestart) {
    CloseAll();
    PrepareSpecs();
    FindLeaders(0);
    next = ForMembers(&Set::MakeMember, why);
    if (next == Next::kSkip) next = ForMembers(&Set::OpenMember, why);
  }
  return next == Next::kFail ? why->code : CheckAny(why);
}

// kSkip when all are done.
Set::Next Set::ForMembers(int (Set::*step)(uint32_t, perfc_error*),
                          perfc_error* why) {
  for (uint32_t i = 0; i < count();) {
    const int failed = (this->*step)(i, why);
    const Next next = failed ? Recover(i, failed, why) : Next::kSkip;
    if (next == Next::kFail || next == Next::kRestart) return next;
    if (next == Next::kSkip) ++i;
  }
  return Next::kSkip;
}

bool Set::IsAbsent(const Member& member) const {
  return left_out_[member.spec] || member.status == PERFC_MEMBER_OFFLINE ||
         member.status == PERFC_MEMBER_GONE;
}

int Set::MakeMember(uint32_t index, perfc_error* why) {
  Member& member = members_[index];
  if (member.made != nullptr || IsAbsent(member)) return 0;
  member.made = maker_.Make(index);
  if (member.made == nullptr) {
    return base::NoMemory(why, kOpen, sizeof(event::Event));
  }
  const auto attr = specs_[member.spec].attr.bytes();
  return member.made->TakeAttr(attr.data(), attr.size(), kOpen, why);
}

int Set::OpenMember(uint32_t index, perfc_error* why) {
  Member& member = members_[index];
  if (IsAbsent(member)) return 0;
  event::Event* group = nullptr;
  if (member.leader != index) {
    group = members_[member.leader].event;
    if (group == nullptr) return 0;
  }
  int failed = MakeMember(index, why);
  if (!failed) {
    failed = member.made->OpenTaken(target_.OpenPid(member.pid), member.cpu,
                                    group, target_.open_flags(), why);
  }
  const specs::Spec& spec = specs_[member.spec];
  if (!failed && !spec.filter.empty()) {
    failed = member.made->SetFilter(spec.filter.data(), why);
  }
  member.open_error = failed;
  if (failed) {
    DropMember(index);
    return failed;
  }
  member.event = member.made;
  member.status = PERFC_MEMBER_OPEN;
  return 0;
}

// 0 if something was opened, else why not.
int Set::CheckAny(perfc_error* why) const {
  uint64_t offline = 0;
  uint64_t gone = 0;
  for (const Member& member : members_) {
    if (member.event != nullptr) return 0;
    offline += member.status == PERFC_MEMBER_OFFLINE;
    gone += member.status == PERFC_MEMBER_GONE;
  }
  // Where specs were left out, the first of them is the reason.
  if (offline + gone == 0 && report_.FindAbsent(why)) return why->code;
  const int code = gone ? -ESRCH : offline ? -ENODEV : -EINVAL;
  return base::Fail(why, code, PERFC_CALL_NONE, PERFC_RULE_NOTHING_OPEN, kOpen,
                    {members_.size(), offline, gone});
}

void Set::CloseMember(uint32_t index) {
  Member& member = members_[index];
  DropMember(index);
  if (member.status == PERFC_MEMBER_OPEN) member.status = PERFC_MEMBER_ABSENT;
}

void Set::DropMember(uint32_t index) {
  Member& member = members_[index];
  if (member.made != nullptr) maker_.Drop(index);
  member.made = member.event = nullptr;
}

void Set::CloseAll() {
  // Siblings before their leaders.
  for (uint32_t i = count(); i > 0; --i) CloseMember(i - 1);
}

}  // namespace perfc::set
