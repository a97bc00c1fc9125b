#include "impl/explain/invalid.h"

#include <cstdint>
#include <initializer_list>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/explain/attr_rules.h"
#include "impl/explain/facts.h"
#include "impl/explain/probe.h"
#include "impl/explain/report.h"
#include "impl/explain/trial.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

class InvalidCall : public FailedOpen {
 public:
  using FailedOpen::FailedOpen;

  // By the arguments, and where they don't tell by trials.
  int Explain() const {
    if (const char* why = BadTarget()) return Argument(why);
    const uint64_t cpus = request_.cpu < 0 ? 0 : PossibleCpus(host_).end;
    if (cpus != 0 && request_.cpu >= static_cast<int64_t>(cpus)) {
      return Say(PERFC_RULE_CPU_RANGE,
                 {static_cast<uint64_t>(request_.cpu), cpus});
    }
    const int64_t rate =
        attr_.flags & PERFC_ATTR_FREQ
            ? host_.ProcNumber("sys/kernel/perf_event_max_sample_rate", 0)
            : 0;
    if (rate > 0 && attr_.sample_period > static_cast<uint64_t>(rate)) {
      return Say(PERFC_RULE_SAMPLE_RATE,
                 {attr_.sample_period, static_cast<uint64_t>(rate)});
    }
    const char* field;
    if (const uint64_t unknown = UnknownBits(host_, attr_, &field)) {
      return Say(PERFC_RULE_ATTR_BITS, {unknown}, field);
    }
    if (const char* rule = BrokenAttrRule(attr_)) return Argument(rule);
    if (const char* rule = BrokenGroupRule()) {
      return Say(PERFC_RULE_GROUP, {}, rule);
    }
    return InvalidByTrial();
  }

 private:
  const char* BadTarget() const {
    constexpr uint64_t kFlags = PERFC_FLAG_FD_NO_GROUP | PERFC_FLAG_FD_OUTPUT |
                                PERFC_FLAG_PID_CGROUP | PERFC_FLAG_FD_CLOEXEC;
    if (request_.flags & ~kFlags) {
      return "flags has bits that aren't PERFC_FLAG_*";
    }
    if (request_.of_cgroup() && request_.pid == -1) {
      return "with PERFC_FLAG_PID_CGROUP pid must be the fd of a cgroup's "
             "directory, and -1 is none";
    }
    if (request_.every_process() && request_.cpu == -1) {
      return "every process (pid -1), or a cgroup, needs a cpu";
    }
    if (request_.cpu < -1) return "cpu is below -1, which is any CPU";
    if ((!request_.every_process() || attr_.sample_period != 0) &&
        IsUncore(host_, attr_.type)) {
      return "this PMU counts CPUs and no task, and takes no samples: pid -1, "
             "a CPU of the PMU's cpumask, sample_period 0";
    }
    return nullptr;
  }

  int InvalidByTrial() const {
    int bare = 0;
    if (const char* part = RefusedPart(host_, code_, request_, &bare)) {
      return Argument(part);
    }
    if (bare != 0) return RefusedAlone(bare);
    if (IsUnknownPmu(host_, attr_.type)) {
      return Say(PERFC_RULE_UNKNOWN, {attr_.type, attr_.config},
                 UnknownPmu(attr_));
    }
    if (attr_.type == PERFC_TYPE_TRACEPOINT) return NoTracepoint();
    if (IsKprobe(host_, attr_.type)) {
      return Argument(
          "the function can't be probed: the kernel keeps kprobes away from "
          "it, or the offset (config2) isn't at an instruction");
    }
    if (IsUprobe(host_, attr_.type)) return Argument(BadUprobe(attr_));
    if (request_.leader != nullptr) {
      return Say(
          PERFC_RULE_GROUP, {},
          "the event opens alone, but not in this group: the PMU can't count "
          "so many at once, or not beside events of the leader's PMU");
    }
    return Argument(
        "the kernel takes every part of the attr that could be tried alone, "
        "but not all of them together");
  }

  // perf_event_open (kernel/events/core.c). A leader that is no sibling any more,
  // because its own leader was closed, has an event that differs in something else.
  const char* BrokenGroupRule() const {
    if (request_.leader == nullptr) return nullptr;
    const Leader& leader = *request_.leader;
    const auto differs = [&](uint64_t flags) {
      return (attr_.flags ^ leader.attr.flags) & flags;
    };
    if (attr_.flags & (PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE)) {
      return "pinned and exclusive are the group leader's to ask for; clear "
             "them in the sibling";
    }
    if (differs(PERFC_ATTR_USE_CLOCKID) ||
        (attr_.flags & PERFC_ATTR_USE_CLOCKID &&
         attr_.clockid != leader.attr.clockid)) {
      return "the event's clock (use_clockid, clockid) isn't the group "
             "leader's";
    }
    // Two fds of a cgroup have two numbers.
    if (leader.other_target && !request_.of_cgroup()) {
      return "the event is to count another process or thread (pid) than the "
             "group's leader";
    }
    if (leader.other_cpu) return "the event's cpu isn't the group leader's";
    if (!request_.every_process() && differs(PERFC_ATTR_INHERIT)) {
      return "inherit must be the same in the event and the group's leader";
    }
    if (leader.is_sibling) {
      return "the event given as the group's leader is a sibling itself; give "
             "the leader of its group";
    }
    return nullptr;
  }

  // The bare event is refused. If a dummy event with the same arguments is
  // refused, too, the event isn't the reason.
  int RefusedAlone(int bare) const {
    const perfc_attr harmless = HarmlessAttr();
    const int of_target =
        Try(host_, harmless, request_.pid, request_.cpu, request_.flags);
    for (int refused : {bare, of_target}) {
      if (base::IsShortage(refused)) return NoTrials();
      if (refused == -EACCES || refused == -EPERM) {
        return Say(PERFC_RULE_UNKNOWN, {},
                   "the kernel refuses a part of the attr, and which can't be "
                   "found by trying, because this process lacks the permission "
                   "for the rest of what it asks for");
      }
    }
    if (of_target == 0) return RefusedByPmu();
    if (Try(host_, harmless, 0, -1, 0) == 0) return RefusedTarget();
    return Say(PERFC_RULE_UNKNOWN, {},
               "the kernel refuses every event, even one of the calling thread "
               "that counts nothing, so neither the attr nor the target is "
               "why; a seccomp filter may answer so");
  }

  int RefusedByPmu() const {
    if (attr_.type == PERFC_TYPE_BREAKPOINT) {
      return Argument(
          Words("the machine takes no breakpoint of bp_type %d and bp_len %d "
                "at %#x (config1)",
                attr_.bp_type, attr_.config2, attr_.config1));
    }
    return Say(
        PERFC_RULE_NO_EVENT, {attr_.type, attr_.config},
        Words("the PMU of type %d refuses config %#x with nothing else asked "
              "for: it has no such event, or the event needs more (config1 to "
              "config3, a period, another cpu); the PMU's folder in "
              "/sys/bus/event_source/devices says what there is",
              attr_.type, attr_.config));
  }

  int RefusedTarget() const {
    const bool unlisted = request_.cpu >= 0 && PossibleCpus(host_).end == 0;
    return Argument(Words(
        "the kernel refuses every event of pid %d on cpu %d with these flags, "
        "even one that counts nothing%s",
        request_.pid, request_.cpu,
        unlisted ? ": there is no such CPU, most likely; sysfs's "
                   "devices/system/cpu/possible, which tells, can't be read"
                 : ", and takes the calling thread's"));
  }

  int NoTracepoint() const {
    return Argument(Words(
        "no tracepoint has the id %d (config): ids stand in "
        "events/SYSTEM/NAME/id of tracefs, and change from boot to boot%s",
        attr_.config,
        attr_.sample_period != 0
            ? "; or it is ftrace:function, which samples only with "
              "exclude_callchain_user and without PERFC_SAMPLE_STACK_USER"
            : ""));
  }
};

}  // namespace

int Invalid(const host::Host& host, int code, const OpenRequest& request,
            perfc_error* error) {
  return InvalidCall(host, code, request, error).Explain();
}

}  // namespace perfc::explain
