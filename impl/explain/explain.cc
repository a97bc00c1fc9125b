#include "impl/explain/explain.h"

#include <sys/resource.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/explain/denied.h"
#include "impl/explain/facts.h"
#include "impl/explain/invalid.h"
#include "impl/explain/probe.h"
#include "impl/explain/report.h"
#include "impl/explain/trial.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

class Failure : public FailedOpen {
 public:
  using FailedOpen::FailedOpen;

  int Explain() const {
    switch (-code_) {
      case EPERM:
      case EACCES:
        return Denied(host_, code_, request_, error_);
      case ENOSYS:
        return NoSyscall();
      case ENOENT:
        return NoEvent();
      case ENODEV:
        return NoDevice();
      case ENOMEM:
        return Say(PERFC_RULE_MEMORY);
      case EMFILE:
        return NoFd();
      case ENFILE:
        return NoFdInSystem();
      case ESRCH:
        return NotThere();
      case EBADF:
        return BadFd();
      case EFAULT:
        return BadAddress();
      case EBUSY:
        return Argument(
            "the PMU has events of one user at a time, and somebody else's or "
            "another kind of target's are open");
      case ENOSPC:
        return Say(PERFC_RULE_BREAKPOINTS);
      case EOPNOTSUPP:
        return NotSupported();
      case EOVERFLOW:
        return Say(PERFC_RULE_MAX_STACK,
                   {attr_.sample_max_stack,
                    static_cast<uint64_t>(host_.ProcNumber(
                        "sys/kernel/perf_event_max_stack", -1))});
      case E2BIG:
        return TooBig();
      case EINVAL:
        return Invalid(host_, code_, request_, error_);
      default:
        return Say(PERFC_RULE_UNKNOWN);
    }
  }

 private:
  // ENOENT.
  int NoEvent() const {
    if (IsKprobe(host_, attr_.type)) {
      return Argument(NoKprobeFunction(attr_));
    }
    if (IsUprobe(host_, attr_.type)) {
      return Argument(NoUprobeFile(attr_));
    }
    if (IsUnknownPmu(host_, attr_.type)) {
      return Say(PERFC_RULE_NO_EVENT, {attr_.type, attr_.config},
                 UnknownPmu(attr_));
    }
    const bool hardware = attr_.type == PERFC_TYPE_HARDWARE ||
                          attr_.type == PERFC_TYPE_HW_CACHE ||
                          attr_.type == PERFC_TYPE_RAW;
    const std::initializer_list<uint64_t> event = {attr_.type, attr_.config};
    if (!hardware) return NotHardware();
    const int has_core_pmu = HasCorePmu(host_);
    if (has_core_pmu < 0) {
      return Say(
          PERFC_RULE_NO_EVENT, event,
          "no PMU took the event, and which PMUs there are can't be told, "
          "because sysfs can't be read; a virtual machine has a PMU only if "
          "its host passes one on; software events such as cpu-clock work");
    }
    return Say(has_core_pmu ? PERFC_RULE_NO_EVENT : PERFC_RULE_NO_PMU, event);
  }

  // ENODEV.
  int NoDevice() const {
    if (request_.cpu >= 0) {
      return Say(PERFC_RULE_CPU_OFFLINE, {static_cast<uint64_t>(request_.cpu)});
    }
    return Say(PERFC_RULE_UNKNOWN, {},
               Words("the kernel doesn't tell what the PMU of type %d lacks "
                     "for the event: its driver may be going away, or the PMU "
                     "may want a cpu, one of its cpumask in sysfs",
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
    Privileges privileges;
    const int status = ReadPrivileges(host_, &privileges);
    if (here == 0) return Say(PERFC_RULE_NO_SYSCALL, {privileges.seccomp});
    if (status < 0 || privileges.seccomp != 0) {
      return Say(PERFC_RULE_SECCOMP, {privileges.seccomp});
    }
    return Say(
        PERFC_RULE_UNKNOWN, {},
        "the kernel has perf events, and no seccomp filter stands before "
        "the system call: an emulator or a sandbox (qemu-user, gVisor) "
        "doesn't pass it on");
  }

  int TooBig() const {
    if (request_.kernel_attr_size == request_.attr_size &&
        request_.leader != nullptr) {
      return Say(PERFC_RULE_GROUP, {},
                 "one read of the whole group would be longer than 16 KiB; "
                 "make groups smaller, or leave out some of read_format");
    }
    return Say(PERFC_RULE_ATTR_SIZE,
               {request_.attr_size, request_.kernel_attr_size});
  }

  int BadFd() const {
    return Argument(
        request_.of_cgroup()
            ? "with PERFC_FLAG_PID_CGROUP pid must be an open directory of a "
              "cgroup, in the hierarchy of perf_event or in cgroup v2"
            : "the fd of the group's leader is closed");
  }

  int BadAddress() const {
    if (ChangesKernel(host_, attr_.type)) {
      return Argument(
          "config1 must point to the probe's function or file, a string in "
          "this process's memory");
    }
    return Say(PERFC_RULE_UNKNOWN);
  }

  // EOPNOTSUPP comes from the PMU: the event has no way to do this.
  int NotSupported() const {
    int bare = 0;
    const char* part = RefusedPart(host_, code_, request_, &bare);
    return Say(PERFC_RULE_NOT_SUPPORTED, {attr_.type}, part ? part : "");
  }

 private:
  int NotHardware() const {
    const std::initializer_list<uint64_t> event = {attr_.type, attr_.config};
    if (attr_.type == PERFC_TYPE_SOFTWARE) {
      return Say(PERFC_RULE_NO_EVENT, event,
                 Words("this kernel has no software event %#x (config); "
                       "PERFC_COUNT_SW_* has those that there are",
                       attr_.config));
    }
    if (HasPmuOfType(host_, attr_.type) == 0) {
      return Say(
          PERFC_RULE_NO_EVENT, event,
          Words("no PMU has the type %d; types are given anew at each boot, "
                "and perfc_host_pmu_type tells them by the PMU's name",
                attr_.type));
    }
    return Say(PERFC_RULE_NO_EVENT, event);
  }
};

}  // namespace

int OpenFailed(const host::Host& host, int code, const OpenRequest& request,
               perfc_error* error) {
  if (error == nullptr) return code;
  return Failure(host, code, request, error).Explain();
}

}  // namespace perfc::explain
