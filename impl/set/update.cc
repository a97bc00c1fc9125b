// CPUs and threads come and go.
#include <algorithm>
#include <cerrno>
#include <iterator>

#include "impl/base/fail.h"
#include "impl/set/set.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kUpdate[] = "perfc_set_update";
// The number of values in the longest read of a group
// (perf_event_validate_size, kernel/events/core.c).
constexpr size_t kMostValues = 16 * 1024 / 24;

// How many values a read of the event has; negative if there is none.
int ReadTimes(const event::Event& event, event::ReadTimes* times) {
  perfc_read_value values[kMostValues];
  return event.Read(times, values, kMostValues);
}

// When the event was enabled, all in all. False if it can't be told.
bool TimeEnabled(const event::Event& event, uint64_t* time) {
  event::ReadTimes times;
  if (ReadTimes(event, &times) <= 0) return false;
  *time = times.time_enabled;
  return times.read_format & PERFC_FORMAT_TOTAL_TIME_ENABLED;
}

int ThreadsUnknown(int code, perfc_error* error) {
  return base::FileFailed(error, code, PERFC_RULE_UNKNOWN, kUpdate,
                          "procfs doesn't tell which threads there are");
}

}  // namespace

// The first member of the next place.
uint32_t Set::EndOfPlace(uint32_t index) const {
  const Member& member = members_[index];
  uint32_t end = index;
  while (end < count() && members_[end].cpu == member.cpu &&
         members_[end].pid == member.pid) {
    ++end;
  }
  return end;
}

bool Set::InGroup(uint32_t index, uint32_t leader) const {
  const Member& member = members_[index];
  return member.leader == leader && !left_out_[member.spec];
}

// When a CPU goes offline, the kernel removes the events that count it, never
// puts them back, and reports nothing. Two signs show it. First, the kernel
// breaks groups up, so the read of a leader has only the leader's own value.
bool Set::IsBrokenUp(uint32_t leader) const {
  const event::Event& event = *members_[leader].event;
  if (!(event.attr().known().read_format & PERFC_FORMAT_GROUP)) return false;
  int open = 0;
  const uint32_t end = EndOfPlace(leader);
  for (uint32_t i = leader; i < end; ++i) {
    open += InGroup(i, leader) && members_[i].event != nullptr;
  }
  event::ReadTimes times;
  const int values = open > 1 ? ReadTimes(event, &times) : 0;
  return values > 0 && values < open;
}

// Second, time_enabled of an enabled event no longer grows.
bool Set::StandsStill(uint32_t leader) const {
  const event::Event& event = *members_[leader].event;
  uint64_t first;
  uint64_t second;
  return enabled_ && target_.is_cpus() && TimeEnabled(event, &first) &&
         TimeEnabled(event, &second) && first == second;
}

uint32_t Set::StatusOnCpu(uint32_t index) const {
  const Member& member = members_[index];
  if (!Contains(online_, member.cpu)) return PERFC_MEMBER_OFFLINE;
  if (member.status == PERFC_MEMBER_OFFLINE) return PERFC_MEMBER_STOPPED;
  if (member.status != PERFC_MEMBER_OPEN) return member.status;
  const Member& leader = members_[member.leader];
  if (leader.status == PERFC_MEMBER_STOPPED) return PERFC_MEMBER_STOPPED;
  const bool stopped =
      member.leader == index && (IsBrokenUp(index) || StandsStill(index));
  return stopped ? PERFC_MEMBER_STOPPED : PERFC_MEMBER_OPEN;
}

int Set::SeeCpus(perfc_error* error) {
  const int failed = OnlineCpus(host_, &online_);
  if (failed == -EINVAL) {
    return base::Fail(error, -EIO, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT,
                      kUpdate, {},
                      "sysfs's devices/system/cpu/online is empty, or no list "
                      "of CPUs");
  }
  if (failed) {
    return base::FileFailed(error, failed, PERFC_RULE_UNKNOWN, kUpdate,
                            "sysfs doesn't tell which CPUs are online");
  }
  for (uint32_t i = 0; i < count(); ++i) {
    Member& member = members_[i];
    if (left_out_[member.spec]) continue;
    member.SetStatus(StatusOnCpu(i));
  }
  return 0;
}

int Set::SeeTasks(perfc_error* error) {
  int32_t last = -1;
  int exists = 1;
  for (Member& member : members_) {
    if (member.pid <= 0 || member.status != PERFC_MEMBER_OPEN) continue;
    if (member.pid != last) exists = TaskExists(host_, member.pid);
    if (exists < 0) return ThreadsUnknown(exists, error);
    last = member.pid;
    if (exists) continue;
    member.SetStatus(PERFC_MEMBER_GONE);
  }
  return 0;
}

void Set::MarkChanged(uint32_t leader) {
  const uint32_t end = EndOfPlace(leader);
  for (uint32_t i = leader; i < end; ++i) {
    members_[i].changed |= InGroup(i, leader);
  }
}

// An event without a group is its own leader.
int Set::Reopen(perfc_error* error) {
  for (uint32_t i = 0; i < count(); ++i) {
    if (!InGroup(i, i)) continue;
    const uint32_t status = members_[i].status;
    // ABSENT: a CPU or thread that came later and couldn't be opened then.
    if (status != PERFC_MEMBER_STOPPED && status != PERFC_MEMBER_ABSENT) {
      continue;
    }
    if (members_[i].event != nullptr) MarkChanged(i);
    CloseGroup(i, status, 0);
    if (const int failed = OpenLater(i, status, error)) return failed;
  }
  return 0;
}

// Siblings before their leader, whose place in the kernel they may still name.
void Set::CloseGroup(uint32_t leader, uint32_t status, int open_error) {
  for (uint32_t i = EndOfPlace(leader); i-- > leader;) {
    if (!InGroup(i, leader)) continue;
    CloseMember(i);
    members_[i].status = status;
    members_[i].open_error = open_error;
  }
}

// The leader is enabled last: Linux never schedules a sibling of another PMU
// that joins a leader which is on, and tells the leader's times all the same.
int Set::OpenGroup(uint32_t leader, uint32_t* failed_at, perfc_error* why) {
  const uint32_t end = EndOfPlace(leader);
  for (uint32_t i = leader; i < end; ++i) {
    if (!InGroup(i, leader)) continue;
    *failed_at = i;
    if (const int failed = OpenMember(i, why)) return failed;
  }
  *failed_at = leader;
  const int failed = enabled_ ? members_[leader].event->Enable(0) : 0;
  if (failed == 0) return 0;
  return base::Fail(why, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                    "ENABLE");
}

// A group is opened whole or not at all, because a sibling that was opened
// after its leader would have the leader's times. No fallback is taken: the
// attr must be that of all other members. `otherwise` is the status if the
// group can't be opened.
int Set::OpenLater(uint32_t leader, uint32_t otherwise, perfc_error* error) {
  perfc_error why = {};
  uint32_t failed_at = leader;
  const int failed = OpenGroup(leader, &failed_at, &why);
  if (failed) {
    const bool gone = failed == -ESRCH && members_[leader].pid > 0;
    CloseGroup(leader, gone ? uint32_t{PERFC_MEMBER_GONE} : otherwise, failed);
    if (gone) MarkChanged(leader);
    const Entry entry = EntryOf(PERFC_REPORT_FAILED, failed_at, why);
    // Who updates for days must not be told of one failure each time.
    const bool told = report_.Tells(entry) || report_.Add(entry);
    return told ? 0 : base::NoMemory(error, kUpdate, sizeof(Entry));
  }
  MarkChanged(leader);
  const uint32_t end = EndOfPlace(leader);
  for (uint32_t i = leader; i < end; ++i) {
    if (!InGroup(i, leader)) continue;
    if (!report_.Add(EntryOf(PERFC_REPORT_OPENED, i, why))) {
      return base::NoMemory(error, kUpdate, sizeof(Entry));
    }
  }
  return 0;
}

// Where execve(2) starts the events only their times tell that it has.
bool Set::ExecStarted() const {
  return std::any_of(members_.begin(), members_.end(),
                     [](const Member& member) {
                       uint64_t time = 0;
                       return member.event != nullptr &&
                              TimeEnabled(*member.event, &time) && time > 0;
                     });
}

// Opens the members from `first` on, which were added just now. If adding them
// failed they are taken out again, so that they are new to the next update.
int Set::OpenAdded(uint32_t first, int failed, perfc_error* error) {
  if (failed) {
    (void)members_.Resize(first);
    return failed;
  }
  FindLeaders(first);
  for (uint32_t i = first; i < count(); ++i) {
    if (!InGroup(i, i)) continue;
    failed = OpenLater(i, PERFC_MEMBER_ABSENT, error);
    if (failed) return failed;
  }
  return 0;
}

// CPUs that the set hasn't, of a target that has all.
int Set::TakeNewCpus(perfc_error* error) {
  for (uint32_t cpu : online_) {
    if (Contains(target_.cpus(), static_cast<int32_t>(cpu))) continue;
    const uint32_t first = count();
    int failed = AddPlace(static_cast<int32_t>(cpu), -1, kUpdate, error);
    if (!failed && !target_.AddCpu(cpu)) {
      failed = base::NoMemory(error, kUpdate, sizeof cpu);
    }
    failed = OpenAdded(first, failed, error);
    if (failed) return failed;
  }
  return 0;
}

// True if events inherit: then threads that a thread starts are counted with
// it.
bool Set::Inherits() const {
  for (uint32_t i = 0; i < specs_.count(); ++i) {
    if (specs_[i].attr.known().flags & PERFC_ATTR_INHERIT) return true;
  }
  return false;
}

int Set::TakeNewThreads(perfc_error* error) {
  PidList threads;
  const int listed = target_.ListThreads(&threads);
  // It has gone, which its members show.
  if (listed == -ESRCH) return 0;
  if (listed) return ThreadsUnknown(listed, error);
  for (int32_t tid : threads) {
    if (target_.HasPid(tid)) continue;
    const uint32_t first = count();
    const CpuList& cpus = target_.cpus();
    int failed = cpus.size() ? 0 : AddPlace(-1, tid, kUpdate, error);
    for (size_t i = 0; !failed && i < cpus.size(); ++i) {
      failed = AddPlace(static_cast<int32_t>(cpus[i]), tid, kUpdate, error);
    }
    if (!failed && !target_.AddPid(tid)) {
      failed = base::NoMemory(error, kUpdate, sizeof tid);
    }
    failed = OpenAdded(first, failed, error);
    if (failed) return failed;
  }
  return 0;
}

int Set::Update(uint32_t flags, perfc_error* error) {
  if (flags & ~uint32_t{PERFC_SET_UPDATE_REOPEN}) {
    return base::BadArgument(error, kUpdate, "unknown flags");
  }
  if (const int failed = CheckOwner(kUpdate, error)) return failed;
  const bool reopen = flags & PERFC_SET_UPDATE_REOPEN;
  if (reopen && exec_starts_ && ExecStarted()) enabled_ = true;
  for (Member& member : members_) member.changed = false;
  int failed = target_.per_cpu() ? SeeCpus(error) : SeeTasks(error);
  if (!failed && reopen) failed = Reopen(error);
  if (!failed && reopen && target_.per_cpu() && target_.all_cpus()) {
    failed = TakeNewCpus(error);
  }
  if (!failed && reopen && target_.all_threads() && !Inherits()) {
    failed = TakeNewThreads(error);
  }
  if (failed) return failed;
  return static_cast<int>(
      std::count_if(members_.begin(), members_.end(),
                    [](const Member& member) { return member.changed; }));
}

}  // namespace perfc::set
