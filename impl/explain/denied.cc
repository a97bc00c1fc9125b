#include "impl/explain/denied.h"

#include <cerrno>

#include "absl/strings/string_view.h"
#include "impl/base/fail.h"
#include "impl/base/text_writer.h"
#include "impl/explain/attr_rules.h"
#include "impl/explain/facts.h"
#include "impl/explain/report.h"
#include "impl/explain/text.h"
#include "impl/explain/trial.h"
#include "perfc/uapi.h"

namespace perfc::explain {
namespace {

// The highest perf_event_paranoid of a mainline kernel at which anybody may open
// events of their own user space.
constexpr uint64_t kOwnUserSpace = 2;

class Denial : public FailedOpen {
 public:
  Denial(const host::Host& host, int code, const OpenRequest& request,
         perfc_error* error)
      : FailedOpen(host, code, request, error) {
    static_cast<void>(ReadPrivileges(host, &privileges_));
    static_cast<void>(ReadParanoid(host, &paranoid_));
  }

  // The checks go from the general to the special: from rules for every caller
  // to rules for this attr. A part that the kernel opens can't be the reason.
  int Explain() const {
    const int of_caller = Try(host_, HarmlessAttr(), 0, -1, 0);
    if (base::IsShortage(of_caller)) return NoTrials();
    if (of_caller != 0) return NothingOpens();
    const int of_target =
        Try(host_, HarmlessAttr(), request_.pid, request_.cpu, request_.flags);
    switch (of_target) {
      case 0:
        return AttrIsDenied();
      case -EACCES:
      case -EPERM:
        return TargetIsDenied();
      default:
        return TargetIsWrong(of_target);
    }
  }

 private:
  // exclude_kernel_works and patched are numbers 1 and 2 of the rule.
  int ByLevel(int64_t highest, bool exclude_kernel_works = false,
              bool patched = false) const {
    return Say(PERFC_RULE_PARANOID,
               {static_cast<uint64_t>(highest), exclude_kernel_works, patched},
               besides_);
  }

  bool LevelAbove(int64_t highest) const {
    return !privileges_.has_perfmon() && paranoid_ > highest;
  }

  // Container runtimes' filters answer EPERM, and ENOSYS elsewhere; the patches of
  // Debian and Ubuntu answer EACCES.
  int NothingOpens() const {
    const bool by_filter = privileges_.seccomp != 0 && code_ == -EPERM;
    if (LevelAbove(kOwnUserSpace) && !by_filter) {
      return ByLevel(kOwnUserSpace, false, true);
    }
    if (privileges_.seccomp != 0) {
      return Say(PERFC_RULE_SECCOMP, {privileges_.seccomp});
    }
    if (paranoid_ == kUnreadable) {
      return Say(PERFC_RULE_UNKNOWN, {},
                 "this process may open no event at all, not even of its own "
                 "user space; perf_event_paranoid, which may be why, can't be "
                 "read");
    }
    return Say(
        PERFC_RULE_UNKNOWN, {},
        "this process may open no event at all, not even of its own user "
        "space, and neither perf_event_paranoid nor seccomp explains it: "
        "a security module (SELinux, lockdown) refused");
  }

  int TargetIsDenied() const {
    if (request_.every_process()) {
      if (LevelAbove(0)) return ByLevel(0);
      if (paranoid_ == kUnreadable) {
        return Say(PERFC_RULE_UNKNOWN, {},
                   "this process may open events of its own, but not those of "
                   "every process, which without CAP_PERFMON need a "
                   "perf_event_paranoid of 0 or less; perf_event_paranoid "
                   "can't be read");
      }
      return Say(
          PERFC_RULE_UNKNOWN, {},
          "this process may open events of its own, but a security module "
          "(SELinux, lockdown) keeps it from those of every process");
    }
    if (IsCaller()) return NotExplained();
    return Say(PERFC_RULE_CAPABILITY, {kCapPerfmon, 1},
               "the process belongs to another user, or may not be traced");
  }

  bool IsCaller() const {
    return request_.pid == 0 || request_.pid == host_.system().Getpid() ||
           request_.pid == host_.system().Gettid();
  }

  // The process or CPU doesn't exist. The kernel checks permission first, so
  // the errno belongs to the attr: it is tried on the calling thread. The
  // mistake in the target would be the next errno.
  int TargetIsWrong(int of_target) const {
    const perfc_attr harmless = HarmlessAttr();
    perfc_error wrong = {};
    OpenFailed(host_, of_target,
               {harmless, sizeof harmless, sizeof harmless, request_.pid,
                request_.cpu, nullptr, request_.flags},
               &wrong);
    char reason[sizeof wrong.detail];
    base::TextWriter writer(reason, sizeof reason);
    WriteReason(wrong, &writer);
    const OpenRequest here = {
        attr_, request_.attr_size, request_.kernel_attr_size, 0, -1, nullptr,
        0};
    Denial denial(host_, code_, here, error_);
    denial.besides_ = reason;
    return denial.AttrIsDenied();
  }

  int AttrIsDenied() const {
    if (attr_.flags & PERFC_ATTR_NAMESPACES && !privileges_.has_perfmon()) {
      return Say(PERFC_RULE_CAPABILITY, {kCapPerfmon},
                 "namespaces records need a capability");
    }
    if (!privileges_.has_perfmon() &&
        (IsKprobe(host_, attr_.type) || IsUprobe(host_, attr_.type))) {
      return Say(PERFC_RULE_CAPABILITY, {kCapPerfmon},
                 "kprobes and uprobes need a capability");
    }
    // hw_breakpoint_parse (kernel/events/hw_breakpoint.c).
    if (IsKernelBreakpoint(attr_) && !privileges_.has(kCapSysAdmin)) {
      return Say(PERFC_RULE_CAPABILITY, {kCapSysAdmin},
                 "a breakpoint on an address in the kernel (config1) needs a "
                 "capability");
    }
    if (attr_.type == PERFC_TYPE_TRACEPOINT) return TracepointIsDenied();
    return KernelIsDenied();
  }

  // The tracepoint's raw data may reveal kernel data (perf_trace_event_perm,
  // kernel/trace/trace_event_perf.c). TRACE_EVENT_PERF_PERM
  // (include/linux/tracepoint.h) is set for irq_work_exit, because an irq_work
  // ends each sample.
  int TracepointIsDenied() const {
    if (paranoid_ == kUnreadable) return KernelIsDenied();
    if (attr_.sample_type & PERFC_SAMPLE_RAW && LevelAbove(-1)) {
      return ByLevel(-1);
    }
    if (!(attr_.flags & PERFC_ATTR_EXCLUDE_KERNEL) && LevelAbove(1)) {
      return KernelIsDenied();
    }
    if (code_ == -EPERM && attr_.sample_period != 0) {
      return Say(PERFC_RULE_ARGUMENT, {},
                 "a tracepoint that sampling itself would reach "
                 "(irq_vectors:irq_work_exit) can only be counted, with "
                 "sample_period 0; else a security module refused");
    }
    if (code_ == -EPERM && LevelAbove(-1)) return ByLevel(-1);
    return NotExplained();
  }

  // Whoever may see the kernel opens the same event with it.
  int KernelIsDenied() const {
    perfc_attr kernel = HarmlessAttr();
    kernel.flags = 0;
    const bool may_see =
        Try(host_, kernel, request_.pid, request_.cpu, request_.flags) == 0;
    const bool asks = !(attr_.flags & PERFC_ATTR_EXCLUDE_KERNEL);
    if (!may_see && asks && LevelAbove(1)) return ByLevel(1, true);
    if (!may_see && asks && paranoid_ == kUnreadable) {
      return Say(PERFC_RULE_UNKNOWN, {},
                 "this process may see user space only: set exclude_kernel, or "
                 "run with CAP_PERFMON; perf_event_paranoid, which decides, "
                 "can't be read");
    }
    if (!may_see && attr_.sample_type & PERFC_SAMPLE_PHYS_ADDR &&
        LevelAbove(1)) {
      return ByLevel(1);
    }
    if (!may_see && attr_.sample_type & PERFC_SAMPLE_BRANCH_STACK) {
      return Say(PERFC_RULE_CAPABILITY, {kCapPerfmon},
                 "branch stacks that may show the kernel need a capability; of "
                 "user space alone (PERFC_SAMPLE_BRANCH_USER) they don't");
    }
    int bare = 0;
    if (const char* part = RefusedPart(host_, code_, request_, &bare)) {
      return Say(PERFC_RULE_ARGUMENT, {}, part);
    }
    return NotExplained();
  }

  int NotExplained() const {
    if (!besides_.empty()) return Say(PERFC_RULE_UNKNOWN, {}, besides_);
    return Say(PERFC_RULE_UNKNOWN, {},
               paranoid_ == kUnreadable
                   ? "the process may open other events; perf_event_paranoid, "
                     "which may be why, can't be read"
                   : "the process may open other events, and neither "
                     "perf_event_paranoid nor seccomp explains it: a security "
                     "module (SELinux, lockdown), the PMU itself or, of "
                     "ftrace:function, the function tracer refused");
  }

  Privileges privileges_;
  absl::string_view besides_;  // a mistake that isn't the errno's
};

}  // namespace

int Denied(const host::Host& host, int code, const OpenRequest& request,
           perfc_error* error) {
  return Denial(host, code, request, error).Explain();
}

}  // namespace perfc::explain
