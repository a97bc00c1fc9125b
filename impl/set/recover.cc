// Recovery after an event couldn't be opened.
#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/set/set.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kOpen[] = "perfc_set_open";

// A PMU that can't count so many together, or not these.
bool IsGroupRefused(int code) {
  return code == -EINVAL || code == -ENOSPC || code == -EOPNOTSUPP;
}

// An errno that says nothing about the spec: every other one would meet it too.
bool ConcernsAll(int code) {
  return base::IsShortage(code) || code == -ESRCH || code == -ENOSYS ||
         code == -EINTR || code == -EOWNERDEAD;
}

// A sibling that samples by itself keeps its own rate.
void TakeSampling(const perfc_attr& lost, perfc_attr* attr) {
  if (lost.sample_period == 0 || attr->sample_period != 0) return;
  attr->sample_period = lost.sample_period;
  attr->sample_type |= lost.sample_type;
  attr->wakeup_events = lost.wakeup_events;
  attr->flags |= lost.flags & (PERFC_ATTR_FREQ | PERFC_ATTR_WATERMARK);
}

// Only a leader may be pinned or exclusive, a group is read in the format of its
// leader, and the leader of a sampled group (the modifier S) samples for all.
void TakeLead(const specs::Spec& from, specs::Spec* to) {
  const perfc_attr& lost = from.attr.known();
  perfc_attr attr = to->attr.known();
  TakeSampling(lost, &attr);
  attr.flags |= lost.flags & (PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE);
  attr.read_format |= lost.read_format;
  to->attr.SetFirst(attr);
}

}  // namespace

Entry Set::SpecEntry(uint32_t kind, uint32_t spec,
                     const perfc_error& why) const {
  Entry entry = Report::Of(kind, why);
  entry.spec = spec;
  SetName(specs_[spec].name, &entry);
  return entry;
}

Entry Set::EntryOf(uint32_t kind, uint32_t index,
                   const perfc_error& why) const {
  const Member& member = members_[index];
  Entry entry = SpecEntry(kind, member.spec, why);
  entry.cpu = member.cpu;
  entry.pid = member.pid;
  return entry;
}

// An action that can't be entered into the report must not be taken.
Set::Next Set::Reported(const Entry& entry, Next next, perfc_error* why) {
  if (report_.Add(entry)) return next;
  base::NoMemory(why, kOpen, sizeof entry);
  return Next::kFail;
}

// False also where the list of online CPUs can't be read.
bool Set::IsKnownOffline(int32_t cpu) {
  if (online_.size() == 0 && OnlineCpus(host_, &online_) != 0) return false;
  return !Contains(online_, cpu);
}

// ENODEV is also the answer of a PMU that lacks the event.
bool Set::IsOffline(const Member& member, int code) {
  if (!target_.per_cpu()) return false;
  if (code == -ESRCH) return target_.is_cpus();
  return code == -ENODEV && IsKnownOffline(member.cpu);
}

bool Set::IsGone(const Member& member, int code) const {
  return code == -ESRCH && target_.many_threads() && member.pid > 0;
}

Set::Next Set::LeaveCpu(uint32_t index, int code, perfc_error* why) {
  const int32_t cpu = members_[index].cpu;
  const Entry entry = EntryOf(PERFC_REPORT_OFFLINE, index, *why);
  for (uint32_t i = 0; i < count(); ++i) {
    if (members_[i].cpu != cpu) continue;
    CloseMember(i);
    members_[i].status = PERFC_MEMBER_OFFLINE;
    members_[i].open_error = code;
  }
  return Reported(entry, Next::kSkip, why);
}

Set::Next Set::LeaveThread(uint32_t index, int code, perfc_error* why) {
  const int32_t pid = members_[index].pid;
  const Entry entry = EntryOf(PERFC_REPORT_GONE, index, *why);
  for (uint32_t i = 0; i < count(); ++i) {
    if (members_[i].pid != pid) continue;
    CloseMember(i);
    members_[i].status = PERFC_MEMBER_GONE;
    members_[i].open_error = code;
  }
  return Reported(entry, Next::kSkip, why);
}

// By as many as are still to come, and not at all if even the hard limit isn't
// enough.
Set::Next Set::RaiseLimit(uint32_t index, perfc_error* why) {
  const host::System& system = host_.system();
  rlimit limit;
  if (system.Getrlimit(RLIMIT_NOFILE, &limit) != 0) return Next::kFail;
  const rlimit before = limit;
  const rlim_t missing = count() - index;
  if (missing > limit.rlim_max - limit.rlim_cur) return Next::kFail;
  limit.rlim_cur += missing;
  if (system.Setrlimit(RLIMIT_NOFILE, &limit) != 0) return Next::kFail;
  if (!limit_raised_) limit_ = before;
  limit_raised_ = true;
  Entry entry = Report::Of(PERFC_REPORT_FD_LIMIT, *why);
  entry.before = before.rlim_cur;
  entry.after = limit.rlim_cur;
  return Reported(entry, Next::kRetry, why);
}

void Set::RestoreLimit() {
  if (!limit_raised_) return;
  host_.system().Setrlimit(RLIMIT_NOFILE, &limit_);
  limit_raised_ = false;
}

uint32_t Set::AllowedSteps(uint32_t spec) const {
  return fallbacks_ | OwnSteps(specs_[spec].flags);
}

uint64_t Set::MaxRate() const {
  const int64_t rate =
      host_.ProcNumber("sys/kernel/perf_event_max_sample_rate", 0);
  return rate > 0 ? static_cast<uint64_t>(rate) : 0;
}

Set::Next Set::StepDown(uint32_t index, int code, perfc_error* why) {
  const uint32_t spec = members_[index].spec;
  const Step step =
      FindStep(code, specs_[spec].attr.known(), AllowedSteps(spec), MaxRate());
  if (step.fallback == 0) return Next::kFail;
  Entry entry = EntryOf(PERFC_REPORT_DEGRADED, index, *why);
  entry.step = step.fallback;
  entry.before = step.before;
  entry.after = step.after;
  perfc_attr attr = specs_[spec].attr.known();
  TakeStep(step, &attr);
  specs_[spec].attr.SetFirst(attr);
  const bool clock = step.fallback == PERFC_FALLBACK_CPU_CLOCK;
  if (clock && RenameToClock(spec, why)) return Next::kFail;
  return Reported(entry, Next::kRestart, why);
}

// The group of a spec that is left out is led by the next spec of the group that
// isn't left out itself.
void Set::PassLead(uint32_t spec) {
  uint32_t next = spec;
  for (uint32_t i = spec + 1; i < specs_.count() && next == spec; ++i) {
    if (specs_[i].leader == spec && !left_out_[i]) next = i;
  }
  if (next == spec) return;
  TakeLead(specs_[spec], &specs_[next]);
  for (uint32_t i = spec + 1; i < specs_.count(); ++i) {
    if (specs_[i].leader == spec) specs_[i].leader = next;
  }
}

void Set::LeaveOut(uint32_t spec, int code) {
  left_out_[spec] = true;
  for (Member& member : members_) {
    if (member.spec == spec) member.open_error = code;
  }
  PassLead(spec);
}

// In a tolerant set the spec alone is left out. Otherwise the open has failed.
Set::Next Set::LeaveSpec(uint32_t index, int code, perfc_error* why) {
  const uint32_t spec = members_[index].spec;
  const bool tolerant = flags_ & PERFC_SET_OPEN_TOLERANT && !ConcernsAll(code);
  const uint32_t others = PERFC_FALLBACK_ALL & ~AllowedSteps(spec);
  Entry entry = EntryOf(tolerant ? PERFC_REPORT_ABSENT : PERFC_REPORT_FAILED,
                        index, *why);
  entry.step =
      FindStep(code, specs_[spec].attr.known(), others, MaxRate()).fallback;
  if (tolerant) LeaveOut(spec, code);
  return Reported(entry, tolerant ? Next::kRestart : Next::kFail, why);
}

// A cgroup's fd stays open when the cgroup is removed, and then no event opens.
void Set::ExplainCgroup(int code, perfc_error* why) const {
  if (target_.open_flags() == 0 || target_.CgroupExists()) return;
  base::Fail(why, code, PERFC_CALL_PERF_EVENT_OPEN, PERFC_RULE_CGROUP, kOpen,
             {}, "the cgroup was removed meanwhile");
}

Set::Next Set::Recover(uint32_t index, int code, perfc_error* why) {
  const Member& member = members_[index];
  if (IsOffline(member, code)) return LeaveCpu(index, code, why);
  if (IsGone(member, code)) return LeaveThread(index, code, why);
  ExplainCgroup(code, why);
  if (code == -EMFILE && flags_ & PERFC_SET_OPEN_RAISE_FD_LIMIT) {
    const Next next = RaiseLimit(index, why);
    if (next == Next::kRetry) return next;
  }
  const uint32_t leader = specs_[member.spec].leader;
  if (leader != member.spec && specs_[leader].flags & PERFC_SPEC_WEAK &&
      IsGroupRefused(code)) {
    return Regroup(leader, why);
  }
  const Next next = StepDown(index, code, why);
  return next == Next::kRestart ? next : LeaveSpec(index, code, why);
}

}  // namespace perfc::set
