#include "impl/explain/explain.h"

#include <sys/resource.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "impl/explain/attr_rules.h"
#include "impl/explain/denied.h"
#include "impl/explain/facts.h"
#include "impl/explain/report.h"
#include "impl/explain/trial.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

// A detail with numbers or names in it.
using Words = base::ShortText<sizeof(perfc_error::detail)>;

class Failure {
 public:
  Failure(const host::Host& host, int code, const OpenRequest& request,
          perfc_error* error)
      : host_(host),
        request_(request),
        attr_(request.attr),
        code_(code),
        error_(error) {}

  int Say(uint32_t rule, std::initializer_list<uint64_t> numbers = {},
          absl::string_view detail = {}) const {
    return Report(error_, code_, rule, kUnreadable, numbers, detail);
  }

  int Argument(absl::string_view detail) const {
    return Say(PERFC_RULE_ARGUMENT, {}, detail);
  }

  // ENOENT.
  int NoEvent() const {
    if (IsPmu(host_, "kprobe", attr_.type)) return NoFunction();
    if (IsPmu(host_, "uprobe", attr_.type)) return NoProgram();
    if (IsUnknownPmu(host_, attr_.type)) return UnknownPmu();
    const bool hardware = attr_.type == PERFC_TYPE_HARDWARE ||
                          attr_.type == PERFC_TYPE_HW_CACHE ||
                          attr_.type == PERFC_TYPE_RAW;
    const std::initializer_list<uint64_t> event = {attr_.type, attr_.config};
    if (!hardware) return NotHardware();
    if (!host::HasPmus(host_)) {
      return Say(PERFC_RULE_NO_EVENT, event,
                 "no PMU took the event, and which PMUs there are can't be "
                 "told, because sysfs can't be read; a virtual machine has a "
                 "PMU only if its host passes one on; software events such as "
                 "cpu-clock work");
    }
    return Say(HasCorePmu(host_) ? PERFC_RULE_NO_EVENT : PERFC_RULE_NO_PMU,
               event);
  }

  // ENODEV.
  int NoDevice() const {
    if (request_.cpu >= 0) {
      return Say(PERFC_RULE_CPU_OFFLINE, {static_cast<uint64_t>(request_.cpu)});
    }
    return Say(
        PERFC_RULE_UNKNOWN, {},
        Words("the kernel doesn't tell what the PMU of type %d lacks for "
              "the event: its driver may be going away, or the PMU may "
              "want a cpu, one of its cpumask in sysfs",
              attr_.type));
  }

  // Every fd below the soft limit is taken, so that is how many are open.
  int NoFd() const {
    rlimit limit = {};
    host_.system().Getrlimit(RLIMIT_NOFILE, &limit);
    return Say(PERFC_RULE_FD_LIMIT,
               {limit.rlim_cur, limit.rlim_cur, limit.rlim_max});
  }

  int NoFdInSystem() const {
    base::Buffer<char> content;
    uint64_t numbers[2] = {};
    if (host_.ReadProc("sys/fs/file-nr", &content) == 0) {
      // Allocated, free, maximum.
      const absl::string_view line =
          absl::StripAsciiWhitespace(base::View(content));
      (void)absl::SimpleAtoi(line.substr(0, line.find('\t')), &numbers[0]);
      (void)absl::SimpleAtoi(line.substr(line.rfind('\t') + 1), &numbers[1]);
    }
    return Say(PERFC_RULE_FD_LIMIT_SYSTEM, {numbers[0], numbers[1]});
  }

  int NotThere() const {
    if (request_.pid < -1) {
      return Argument("pid is below -1, which is every process");
    }
    return Say(PERFC_RULE_NO_TARGET, {static_cast<uint64_t>(request_.pid)});
  }

  int NoSyscall() const {
    const int here = host::Supported(host_);
    if (here < 0) {
      return Say(PERFC_RULE_UNKNOWN, {},
                 "this kernel has no perf events (CONFIG_PERF_EVENTS), or a "
                 "seccomp filter stands before the system call; procfs, which "
                 "tells, can't be read");
    }
    return Report(error_, code_,
                  here ? PERFC_RULE_SECCOMP : PERFC_RULE_NO_SYSCALL,
                  Paranoid(host_), {SeccompMode(host_)});
  }

  int TooBig() const {
    if (request_.kernel_attr_size == request_.attr_size &&
        request_.leader != nullptr) {
      return Say(
          PERFC_RULE_GROUP, {},
          "one read of the whole group would be longer than 16 KiB; make "
          "groups smaller, or leave out some of read_format");
    }
    return Say(PERFC_RULE_ATTR_SIZE,
               {request_.attr_size, request_.kernel_attr_size});
  }

  int BadFd() const {
    return Argument(request_.of_cgroup()
                        ? "with PERFC_FLAG_PID_CGROUP pid must be an open "
                          "directory of a cgroup, in the hierarchy of "
                          "perf_event or in cgroup v2"
                        : "the fd of the group's leader is closed");
  }

  int BadAddress() const {
    if (ChangesKernel(host_, attr_.type)) {
      return Argument(
          "config1 must point to the probe's function or file, a string in "
          "this "
          "process's memory");
    }
    return Say(PERFC_RULE_UNKNOWN);
  }

  // EOPNOTSUPP: of the PMU's, what the event has no way to do.
  int NotSupported() const {
    int bare = 0;
    const char* part = RefusedPart(host_, request_, &bare);
    return Say(PERFC_RULE_NOT_SUPPORTED, {attr_.type}, part ? part : "");
  }

  // EINVAL has many reasons: those that the arguments tell, then those that
  // trials tell.
  int Invalid() const {
    if (const char* why = BadTarget()) return Argument(why);
    const uint64_t cpus = PossibleCpus(host_).end;
    if (cpus != 0 && request_.cpu >= static_cast<int64_t>(cpus)) {
      return Say(PERFC_RULE_CPU_RANGE,
                 {static_cast<uint64_t>(request_.cpu), cpus});
    }
    const int64_t rate =
        host_.ProcNumber("sys/kernel/perf_event_max_sample_rate", 0);
    if (attr_.flags & PERFC_ATTR_FREQ && rate > 0 &&
        attr_.sample_period > static_cast<uint64_t>(rate)) {
      return Say(PERFC_RULE_SAMPLE_RATE,
                 {attr_.sample_period, static_cast<uint64_t>(rate)});
    }
    const char* field;
    if (const uint64_t unknown = UnknownBits(host_, attr_, &field)) {
      return Say(PERFC_RULE_ATTR_BITS, {unknown}, field);
    }
    if (const char* rule = BrokenAttrRule(attr_)) return Argument(rule);
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
             "a "
             "CPU of the PMU's cpumask, sample_period 0";
    }
    return nullptr;
  }

  int InvalidByTrial() const {
    int bare = 0;
    if (const char* part = RefusedPart(host_, request_, &bare)) {
      return Argument(part);
    }
    if (bare != 0) return RefusedAlone(bare);
    if (IsUnknownPmu(host_, attr_.type)) return UnknownPmu();
    if (attr_.type == PERFC_TYPE_TRACEPOINT) return NoTracepoint();
    if (IsPmu(host_, "kprobe", attr_.type)) {
      return Argument(
          "the function can't be probed: the kernel keeps kprobes away from "
          "it, "
          "or the offset (config2) isn't at an instruction");
    }
    if (IsPmu(host_, "uprobe", attr_.type)) return BadUprobe();
    if (request_.leader != nullptr) {
      return Say(PERFC_RULE_GROUP, {}, WhyNotInGroup(*request_.leader));
    }
    return Argument(
        "the kernel takes every part of the attr that could be tried alone, "
        "but "
        "not all of them together");
  }

  // perf_event_open (kernel/events/core.c). A leader that is no sibling any more,
  // because its own leader was closed, has an event that differs in something else.
  const char* WhyNotInGroup(const Leader& leader) const {
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
    return "the event opens alone, but not in this group: a sibling needs "
           "its leader's target, cpu, clock and inherit, and may be neither "
           "pinned nor exclusive; or the PMU can't count so many at once";
  }

  // The bare event is refused. What is refused with an event that counts nothing
  // too isn't the event's fault.
  int RefusedAlone(int bare) const {
    const perfc_attr harmless = HarmlessAttr();
    const int of_target =
        Try(host_, harmless, request_.pid, request_.cpu, request_.flags);
    for (int refused : {bare, of_target}) {
      if (refused == -EACCES || refused == -EPERM) {
        return Say(PERFC_RULE_UNKNOWN, {},
                   "the kernel refuses a part of the attr, and which can't be "
                   "found by trying, because this process lacks the "
                   "permission for the rest of what it asks for");
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
      return Argument(Words(
          "the machine takes no breakpoint of bp_type %d and bp_len %d at "
          "%#x (config1)",
          attr_.bp_type, attr_.config2, attr_.config1));
    }
    return Say(PERFC_RULE_NO_EVENT, {attr_.type, attr_.config},
               Words("the PMU of type %d refuses config %#x with nothing else "
                     "asked for: it has no such event, or the event needs more "
                     "(config1 to config3, a period, another cpu); the PMU's "
                     "folder in /sys/bus/event_source/devices says what there "
                     "is",
                     attr_.type, attr_.config));
  }

  int RefusedTarget() const {
    const bool unlisted = request_.cpu >= 0 && PossibleCpus(host_).end == 0;
    return Argument(
        Words("the kernel refuses every event of pid %d on cpu %d with these "
              "flags, even one that counts nothing%s",
              request_.pid, request_.cpu,
              unlisted ? ": there is no such CPU, most likely; sysfs's "
                         "devices/system/cpu/possible, which tells, can't be "
                         "read"
                       : ", and takes the calling thread's"));
  }

  // What the type's PMU is can't be told, and a probe's event isn't tried.
  int UnknownPmu() const {
    const bool none = code_ == -ENOENT;
    return Say(none ? PERFC_RULE_NO_EVENT : PERFC_RULE_UNKNOWN,
               {attr_.type, attr_.config},
               Words("sysfs can't be read, so which PMU has the type %d, and "
                     "why it refuses, can't be told; of a uprobe or kprobe "
                     "there may be no such file or function (config1) or place "
                     "in it (config2), of others no such event (config %#x)",
                     attr_.type, attr_.config));
  }

  int NotHardware() const {
    const std::initializer_list<uint64_t> event = {attr_.type, attr_.config};
    if (attr_.type == PERFC_TYPE_SOFTWARE) {
      return Say(PERFC_RULE_NO_EVENT, event,
                 Words("this kernel has no software event %#x (config); "
                       "PERFC_COUNT_SW_* has those that there are",
                       attr_.config));
    }
    if (host::HasPmus(host_) && !HasPmuOfType(host_, attr_.type)) {
      return Say(
          PERFC_RULE_NO_EVENT, event,
          Words("no PMU has the type %d; types are given anew at each "
                "boot, and perfc_event_type tells them by the PMU's name",
                attr_.type));
    }
    return Say(PERFC_RULE_NO_EVENT, event);
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

  // What config1 points to. The kernel has just read the string there.
  absl::string_view ProbeText() const {
    constexpr size_t kLongest = 200;
    const auto* text = reinterpret_cast<const char*>(attr_.config1);
    return text ? absl::string_view(text, strnlen(text, kLongest)) : "";
  }

  int NoFunction() const {
    if (ProbeText().empty()) {
      return Argument(
          Words("the kernel has no function at address %#x (config2)",
                attr_.config2));
    }
    return Argument(
        Words("the kernel has no function %s that a kprobe can be "
              "set on; /proc/kallsyms lists its functions",
              ProbeText()));
  }

  int NoPath() const {
    return Argument("a uprobe needs the path of a file, and config1 has none");
  }

  int NoProgram() const {
    if (ProbeText().empty()) return NoPath();
    return Argument(
        Words("there is no file %s for the uprobe (config1)", ProbeText()));
  }

  int BadUprobe() const {
    if (ProbeText().empty()) return NoPath();
    return Argument(Words(
        "a uprobe can't be set at offset %#x (config2) of %s: the offset is "
        "beyond "
        "the end of the file, or not at an instruction, or the file isn't a "
        "regular one",
        attr_.config2, ProbeText()));
  }

  const host::Host& host_;
  const OpenRequest& request_;
  const perfc_attr& attr_;
  int code_;
  perfc_error* error_;
};

}  // namespace

int OpenFailed(const host::Host& host, int code, const OpenRequest& request,
               perfc_error* error) {
  if (error == nullptr) return code;
  const Failure failure(host, code, request, error);
  switch (-code) {
    case EPERM:
    case EACCES:
      return Denied(host, code, request, error);
    case ENOSYS:
      return failure.NoSyscall();
    case ENOENT:
      return failure.NoEvent();
    case ENODEV:
      return failure.NoDevice();
    case ENOMEM:
      return failure.Say(PERFC_RULE_MEMORY);
    case EMFILE:
      return failure.NoFd();
    case ENFILE:
      return failure.NoFdInSystem();
    case ESRCH:
      return failure.NotThere();
    case EBADF:
      return failure.BadFd();
    case EFAULT:
      return failure.BadAddress();
    case EBUSY:
      return failure.Argument(
          "the PMU has events of one user at a time, and somebody else's or "
          "another kind of target's are open");
    case ENOSPC:
      return failure.Say(PERFC_RULE_BREAKPOINTS);
    case EOPNOTSUPP:
      return failure.NotSupported();
    case EOVERFLOW:
      return failure.Say(PERFC_RULE_MAX_STACK,
                         {request.attr.sample_max_stack,
                          static_cast<uint64_t>(host.ProcNumber(
                              "sys/kernel/perf_event_max_stack", -1))});
    case E2BIG:
      return failure.TooBig();
    case EINVAL:
      return failure.Invalid();
    default:
      return failure.Say(PERFC_RULE_UNKNOWN);
  }
}

}  // namespace perfc::explain
