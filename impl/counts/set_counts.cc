#include "impl/counts/set_counts.h"

#include <algorithm>
#include <cerrno>

#include "impl/base/buffer.h"
#include "impl/counts/count.h"
#include "impl/specs/spec_list.h"
#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

using set::Member;
using set::Set;

bool IsOffline(const Member& member) {
  return member.status == PERFC_MEMBER_OFFLINE ||
         member.status == PERFC_MEMBER_STOPPED;
}

bool IsSoftware(const specs::Spec& spec) {
  const uint32_t type = spec.attr.known().type;
  return type == PERFC_TYPE_SOFTWARE || type == PERFC_TYPE_TRACEPOINT ||
         type == PERFC_TYPE_BREAKPOINT;
}

// A thread's event on one CPU.
bool IsTaskOnCpu(const Member& member) {
  return member.pid >= 0 && member.cpu >= 0;
}

// The time that the thread is elsewhere counts as enabled (merge_sched_in,
// kernel/events/core.c), as if the event had waited for a counter.
void LeaveTimeElsewhere(perfc_count* count) {
  constexpr uint64_t kTimes =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  constexpr uint32_t kJudged =
      PERFC_QUALITY_EXACT | PERFC_QUALITY_SCALED | PERFC_QUALITY_NEVER_RAN;
  if ((count->fields & kTimes) != kTimes) return;
  count->time_enabled = count->time_running;
  count->quality &= ~kJudged;
  Judge(count);
}

perfc_count Missing(const Member& member) {
  perfc_count count = {};
  count.quality = PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING;
  if (IsOffline(member)) count.quality |= PERFC_QUALITY_OFFLINE;
  return count;
}

class SetReader {
 public:
  SetReader(const Set& set, PutCount put) : set_(set), put_(put) {}

  int Run() {
    if (const int failed = FindWaiting()) return failed;
    if (!in_error_.Resize(set_.count())) return -ENOMEM;
    for (uint32_t i = 0; i < set_.count(); ++i) {
      const Member& member = set_[i];
      if (member.event == nullptr) {
        put_(i, Missing(member));
        continue;
      }
      if (ReadWithLeader(member)) continue;
      const int failed = LeadsGroup(i) ? ReadGroupOf(i) : ReadOne(i);
      if (failed) return failed;
    }
    return 0;
  }

 private:
  // Which groups have an event that may wait for a counter of a PMU.
  int FindWaiting() {
    const specs::SpecList& specs = set_.specs();
    if (!waits_.Resize(specs.count())) return -ENOMEM;
    for (uint32_t i = 0; i < specs.count(); ++i) {
      if (!IsSoftware(specs[i])) waits_[specs[i].leader] = true;
    }
    return 0;
  }

  // Stores the count, with the facts that the set knows and read(2) doesn't.
  void Put(uint32_t index, perfc_count count) {
    const Member& member = set_[index];
    const specs::Spec& spec = set_.specs()[member.spec];
    if (IsOffline(member)) {
      count.quality |= PERFC_QUALITY_OFFLINE | PERFC_QUALITY_PARTIAL;
    }
    const bool core_pmu = spec.cpu_count > 0 && member.cpu < 0;
    if (IsTaskOnCpu(member) && !waits_[spec.leader]) {
      LeaveTimeElsewhere(&count);
    } else if ((core_pmu || IsTaskOnCpu(member)) &&
               count.quality & PERFC_QUALITY_SCALED) {
      count.quality |= PERFC_QUALITY_PARTIAL;
    }
    put_(index, count);
  }

  // Of a pinned group in error the kernel tells the leader's reader alone.
  int ReadOne(uint32_t index) {
    const Member& member = set_[index];
    perfc_count count = PinnedError();
    int failed = 0;
    if (!in_error_[member.leader]) failed = Read(*member.event, &count);
    in_error_[index] = count.quality & PERFC_QUALITY_PINNED_ERROR;
    if (!failed && !IsMissing(count)) failed = Identify(*member.event, &count);
    if (!failed) Put(index, count);
    return failed;
  }

  // A refresh may open an event in the place of another, and only the id tells
  // their counts apart.
  static int Identify(const event::Event& event, perfc_count* count) {
    count->fields |= PERFC_FORMAT_ID;
    return event.CachedId(&count->id);
  }

  bool LeadsGroup(uint32_t index) const {
    return set_[index].leader == index && ReadsGroup(*set_[index].event);
  }
  bool ReadWithLeader(const Member& member) const {
    const Member& leader = set_[member.leader];
    return &leader != &member && leader.event != nullptr &&
           ReadsGroup(*leader.event);
  }

  // The members of a group lie in one place, together with other groups of it.
  int ReadGroupOf(uint32_t leader) {
    if (!members_.Resize(0)) return -ENOMEM;
    for (uint32_t i = leader; i < set_.count(); ++i) {
      if (set_[i].cpu != set_[leader].cpu || set_[i].pid != set_[leader].pid) {
        break;
      }
      const bool belongs = set_[i].leader == leader && set_[i].event;
      if (belongs && !members_.Append(i)) return -ENOMEM;
    }
    return ReadGroup(
        *set_[leader].event, static_cast<uint32_t>(members_.size()),
        [&](uint32_t i) -> const event::Event& {
          return *set_[members_[i]].event;
        },
        [&](uint32_t i, const perfc_count& count) { Put(members_[i], count); });
  }

  const Set& set_;
  PutCount put_;
  base::Buffer<uint32_t> members_;
  base::Buffer<bool> waits_;     // by the group's leader
  base::Buffer<bool> in_error_;  // by member
};

// The row of the sum to which a member belongs.
perfc_sum_row RowOf(const Member& member, uint32_t by) {
  perfc_sum_row row = {};
  row.spec = member.spec;
  row.cpu = by == PERFC_SUM_CPU ? member.cpu : -1;
  row.pid = by == PERFC_SUM_THREAD ? member.pid : -1;
  return row;
}

bool Before(const perfc_sum_row& a, const perfc_sum_row& b) {
  if (a.spec != b.spec) return a.spec < b.spec;
  return a.cpu != b.cpu ? a.cpu < b.cpu : a.pid < b.pid;
}

}  // namespace

int ReadSet(const set::Set& set, PutCount put, uint32_t capacity) {
  if (set.count() > capacity) return -ENOSPC;
  const int failed = SetReader(set, put).Run();
  return failed ? failed : static_cast<int>(set.count());
}

int SumSet(const set::Set& set, uint32_t by, GetCount get, uint32_t count,
           PutSum put, uint32_t capacity) {
  if (by > PERFC_SUM_THREAD) return -EINVAL;
  base::Buffer<uint32_t> order;
  if (!order.Resize(set.count())) return -ENOMEM;
  for (uint32_t i = 0; i < set.count(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return Before(RowOf(set[a], by), RowOf(set[b], by));
  });
  uint32_t rows = 0;
  for (size_t i = 0; i < order.size(); ++rows) {
    if (rows == capacity) return -ENOSPC;
    perfc_sum_row row = RowOf(set[order[i]], by);
    Sum sum;
    for (; i < order.size() && !Before(row, RowOf(set[order[i]], by)); ++i) {
      const uint32_t member = order[i];
      const perfc_count part =
          member < count ? get(member) : Missing(set[member]);
      sum.Add(part);
      ++(IsMissing(part) ? row.missing : row.parts);
    }
    put(rows, row, sum.Get());
  }
  return static_cast<int>(rows);
}

}  // namespace perfc::counts
