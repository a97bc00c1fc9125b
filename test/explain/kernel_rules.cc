#include "test/explain/kernel_rules.h"

#include <time.h>

#include <cerrno>
#include <string>

#include "absl/strings/str_format.h"
#include "perfc/uapi.h"

namespace explain {
namespace {

constexpr int kCpus = 2;
constexpr uint64_t kMaxRate = 100000;
constexpr uint64_t kMaxStack = 127;
constexpr uint64_t kKnownFlags = PERFC_ATTR_DEFER_CALLCHAIN - 1;

bool Has(const perfc_attr &attr, uint64_t flag) { return attr.flags & flag; }
bool Samples(const perfc_attr &attr, uint64_t field) {
  return attr.sample_type & field;
}

// perf_copy_attr.
int CopyAttr(const perfc_attr &attr) {
  if (attr.flags & ~kKnownFlags || attr.reserved_2 != 0 ||
      attr.sample_type >= PERFC_SAMPLE_MAX ||
      attr.read_format >= PERFC_FORMAT_MAX) {
    return EINVAL;
  }
  if (Samples(attr, PERFC_SAMPLE_BRANCH_STACK) &&
      (attr.branch_sample_type < 8 ||
       attr.branch_sample_type >= PERFC_SAMPLE_BRANCH_MAX)) {
    return EINVAL;
  }
  if (Samples(attr, PERFC_SAMPLE_REGS_USER) && attr.sample_regs_user >> 32) {
    return EINVAL;
  }
  if (Samples(attr, PERFC_SAMPLE_STACK_USER) &&
      (attr.sample_stack_user % 8 != 0 || attr.sample_stack_user > 65528)) {
    return EINVAL;
  }
  if (Samples(attr, PERFC_SAMPLE_WEIGHT) &&
      Samples(attr, PERFC_SAMPLE_WEIGHT_STRUCT)) {
    return EINVAL;
  }
  const bool inherits = Has(attr, PERFC_ATTR_INHERIT);
  if (!inherits && Has(attr, PERFC_ATTR_INHERIT_THREAD)) return EINVAL;
  const bool removed = Has(attr, PERFC_ATTR_REMOVE_ON_EXEC);
  if (removed && Has(attr, PERFC_ATTR_ENABLE_ON_EXEC)) return EINVAL;
  return Has(attr, PERFC_ATTR_SIGTRAP) && !removed ? EINVAL : 0;
}

// The init functions of the PMUs.
int InitBreakpoint(const perfc_attr &attr) {
  const bool length = attr.config2 == 1 || attr.config2 == 2 ||
                      attr.config2 == 4 || attr.config2 == 8;
  if (!length || attr.config1 % attr.config2 != 0) return EINVAL;
  const bool in_kernel = attr.config1 >> 63;
  if (in_kernel && Has(attr, PERFC_ATTR_EXCLUDE_KERNEL)) return EINVAL;
  // Whoever is privileged here has no CAP_SYS_ADMIN.
  if (in_kernel) return EPERM;
  return attr.bp_type == PERFC_HW_BREAKPOINT_R ? EINVAL : 0;
}

int InitMsr(const perfc_attr &attr) {
  if (attr.config > 6) return EINVAL;
  constexpr uint64_t kExclude =
      PERFC_ATTR_EXCLUDE_USER | PERFC_ATTR_EXCLUDE_KERNEL |
      PERFC_ATTR_EXCLUDE_HV | PERFC_ATTR_EXCLUDE_IDLE |
      PERFC_ATTR_EXCLUDE_HOST | PERFC_ATTR_EXCLUDE_GUEST;
  return attr.flags & kExclude || attr.sample_period != 0 ? EINVAL : 0;
}

int InitFancy(const perfc_attr &attr) {
  if (attr.flags & PERFC_ATTR_EXCLUDE_IDLE) return EPERM;
  if (attr.config1 & 1) return EOPNOTSUPP;
  if (attr.flags & PERFC_ATTR_PRECISE_IP_MASK) return EOPNOTSUPP;
  return Samples(attr, PERFC_SAMPLE_BRANCH_STACK) ? EOPNOTSUPP : 0;
}

int InitKprobe(const perfc_attr &attr) {
  const auto *function = reinterpret_cast<const char *>(attr.config1);
  if (function == nullptr) return ENOENT;
  return std::string(function) == "do_exit" ? EINVAL : ENOENT;
}

int InitUprobe(const perfc_attr &attr) {
  if (attr.config1 == 0) return EINVAL;
  if (attr.config1 < 4096) return EFAULT;
  const auto *path = reinterpret_cast<const char *>(attr.config1);
  if (*path == '\0' || std::string(path) == "/") return EINVAL;
  if (std::string(path) != "/bin/ls") return ENOENT;
  return attr.config2 > 100000 ? EINVAL : 0;
}

int InitEvent(const perfc_attr &attr) {
  switch (attr.type) {
    case PERFC_TYPE_SOFTWARE:
      if (attr.config > 11) return ENOENT;
      return Samples(attr, PERFC_SAMPLE_BRANCH_STACK) ? EOPNOTSUPP : 0;
    case PERFC_TYPE_TRACEPOINT:
      return attr.config == kTracepoint ? 0 : EINVAL;
    case PERFC_TYPE_BREAKPOINT:
      return InitBreakpoint(attr);
    case kMsr:
      return InitMsr(attr);
    case kFancy:
      return InitFancy(attr);
    case kKprobe:
      return InitKprobe(attr);
    case kUprobe:
      return InitUprobe(attr);
    default:
      return ENOENT;
  }
}

// perf_event_set_clock: some can't be read in an NMI.
int SetClock(const perfc_attr &attr) {
  if (!Has(attr, PERFC_ATTR_USE_CLOCKID)) return 0;
  switch (attr.clockid) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
      return 0;
    case CLOCK_REALTIME:
    case CLOCK_BOOTTIME:
    case CLOCK_TAI:
      return attr.type == kFancy ? EINVAL : 0;
    default:
      return EINVAL;
  }
}

}  // namespace

int KernelRules::Open(const perfc_attr &attr, pid_t pid, int cpu,
                      int group) const {
  if (filtered) return filtered;
  if (module_refuses) return module_refuses;
  if (patched && paranoid > 2 && !privileged) return EACCES;
  if (const int refused = CopyAttr(attr)) return refused;
  const auto allowed = [&](int highest) {
    return privileged || paranoid <= highest;
  };
  const bool kernel = !Has(attr, PERFC_ATTR_EXCLUDE_KERNEL);
  if (kernel && !allowed(1)) return EACCES;
  if (Has(attr, PERFC_ATTR_NAMESPACES) && !privileged) return EACCES;
  const bool frequency = Has(attr, PERFC_ATTR_FREQ);
  if (frequency ? attr.sample_period > kMaxRate : attr.sample_period >> 63) {
    return EINVAL;
  }
  if (Samples(attr, PERFC_SAMPLE_PHYS_ADDR) && !allowed(1)) return EACCES;
  if (pid == kGoneProcess || pid < -1) return ESRCH;
  if (cpu >= kCpus || cpu < -1 || (pid == -1 && cpu == -1)) return EINVAL;
  if (pid == -1 && !allowed(0)) return EACCES;
  if (pid == kOthersProcess && !privileged) return EACCES;
  if (Samples(attr, PERFC_SAMPLE_READ) && Has(attr, PERFC_ATTR_INHERIT) &&
      !Samples(attr, PERFC_SAMPLE_TID)) {
    return EINVAL;
  }
  if ((attr.type == kKprobe || attr.type == kUprobe) && !privileged) {
    return EACCES;
  }
  if (const int refused = InitEvent(attr)) return refused;
  if (attr.type == PERFC_TYPE_TRACEPOINT && Samples(attr, PERFC_SAMPLE_RAW) &&
      !allowed(-1)) {
    return EPERM;
  }
  if (Has(attr, PERFC_ATTR_AUX_OUTPUT)) return EOPNOTSUPP;
  if (Samples(attr, PERFC_SAMPLE_CALLCHAIN) &&
      attr.sample_max_stack > kMaxStack) {
    return EOVERFLOW;
  }
  if (const int refused = SetClock(attr)) return refused;
  const bool leads = Has(attr, PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE);
  return group != -1 && leads ? EINVAL : 0;
}

void KernelRules::Install(scripted::ScriptedSystem *system) const {
  const std::string devices = "/sys/bus/event_source/devices/";
  const auto set = [&](const std::string &path, const std::string &content) {
    system->SetFile(path, content + "\n");
  };
  set("/proc/sys/kernel/perf_event_paranoid", std::to_string(paranoid));
  set("/proc/sys/kernel/perf_event_max_sample_rate", std::to_string(kMaxRate));
  set("/proc/sys/kernel/perf_event_max_stack", std::to_string(kMaxStack));
  set("/proc/sys/kernel/perf_event_mlock_kb", "516");
  set("/proc/self/status",
      absl::StrFormat("CapEff:\t%016x\nSeccomp:\t%d",
                      privileged ? uint64_t{1} << 38 : 0, filtered ? 2 : 0));
  set("/sys/devices/system/cpu/possible", "0-1");
  set("/sys/devices/system/cpu/online", "0-1");
  set(devices + "software/type", "1");
  set(devices + "msr/type", std::to_string(kMsr));
  set(devices + "fancy/type", std::to_string(kFancy));
  set(devices + "kprobe/type", std::to_string(kKprobe));
  set(devices + "uprobe/type", std::to_string(kUprobe));
  system->set_kernel_attr_size(PERFC_ATTR_SIZE_VER8);
  system->set_on_open(
      [rules = *this](const perfc_attr &attr, pid_t pid, int cpu, int group) {
        return rules.Open(attr, pid, cpu, group);
      });
}

}  // namespace explain
