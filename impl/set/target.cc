#include "impl/set/target.h"

#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/set/cgroup.h"
#include "perfc/uapi.h"

namespace perfc::set {
namespace {

constexpr char kOpen[] = "perfc_set_open";

int BadTarget(perfc_error* error, const char* why) {
  return base::BadArgument(error, kOpen, why);
}

}  // namespace

Target::~Target() {
  if (cgroup_fd_ >= 0) host_.system().Close(cgroup_fd_);
}

uint64_t Target::open_flags() const {
  return cgroup_fd_ >= 0 ? PERFC_FLAG_PID_CGROUP : 0;
}

bool Target::HasPid(int32_t pid) const {
  return std::find(pids_.begin(), pids_.end(), pid) != pids_.end();
}

bool Target::AddCpu(uint32_t cpu) {
  return cpus_.Append(cpu) && SortCpus(&cpus_) == 0;
}

// A removed directory has no entries, not even its own (iterate_dir, fs/readdir.c).
bool Target::CgroupExists() const {
  char entries[1024];
  return host_.system().Getdents(cgroup_fd_, entries, sizeof entries) !=
         -ENOENT;
}

int Target::CheckArguments(const perfc_target& target,
                           perfc_error* error) const {
  if (target.kind > PERFC_TARGET_CPUS) {
    return BadTarget(error, "target->kind is none of PERFC_TARGET_*");
  }
  if (target.flags & ~uint32_t{PERFC_TARGET_FLAG_EACH_CPU}) {
    return BadTarget(error, "target->flags has unknown ones");
  }
  const bool has_pid = !per_cpu();
  if (target.pid < 0 || (target.pid != 0 && !has_pid)) {
    return BadTarget(error, "target->pid is below 0, or isn't of this kind");
  }
  const bool has_cgroup = target.cgroup != nullptr;
  if (has_cgroup != (kind_ == PERFC_TARGET_CGROUP)) {
    return BadTarget(error, "target->cgroup goes with PERFC_TARGET_CGROUP");
  }
  const bool listed = target.cpu_list != nullptr;
  if (listed != (target.cpu_count != 0) || (listed && target.cpus)) {
    return BadTarget(error,
                     "target->cpu_list goes with cpu_count, and not with cpus");
  }
  return 0;
}

int Target::FindCpus(const perfc_target& target, perfc_error* error) {
  int failed = 0;
  if (target.cpus != nullptr) {
    failed = ParseCpus(target.cpus, &cpus_);
  } else if (target.cpu_list != nullptr) {
    failed = cpus_.AppendAll(target.cpu_list, target.cpu_count)
                 ? SortCpus(&cpus_)
                 : -ENOMEM;
  } else if (per_cpu() || target.flags & PERFC_TARGET_FLAG_EACH_CPU) {
    all_cpus_ = true;
    failed = OnlineCpus(host_, &cpus_);
    if (failed == -EINVAL) {
      return base::Fail(
          error, -EIO, PERFC_CALL_NONE, PERFC_RULE_ARGUMENT, kOpen, {},
          "sysfs's devices/system/cpu/online is empty, or no list "
          "of CPUs; name the CPUs in the target");
    }
    if (failed) {
      return base::FileFailed(
          error, failed, PERFC_RULE_UNKNOWN, kOpen,
          failed == -ENOENT ? "sysfs isn't mounted, which tells the CPUs "
                              "that are online; mount it, or name the CPUs "
                              "in the target"
                            : "sysfs doesn't tell which CPUs are online");
    }
  }
  if (failed == -EINVAL) {
    return BadTarget(error,
                     target.cpus != nullptr
                         ? "the target's CPUs are no list such as \"0,3-7\""
                         : "target->cpu_list has a number that no CPU has");
  }
  return failed ? base::NoMemory(error, kOpen, 0) : 0;
}

int Target::FindTasks(const perfc_target& target, perfc_error* error) {
  if (kind_ == PERFC_TARGET_CGROUP) {
    cgroup_fd_ = OpenCgroup(host_, target.cgroup, error);
    if (cgroup_fd_ < 0) return cgroup_fd_;
  }
  int failed = 0;
  if (kind_ == PERFC_TARGET_PROCESS) {
    failed = ListThreads(&pids_);
  } else if (kind_ == PERFC_TARGET_TREE) {
    failed = AppendTree(host_, pid_, &pids_);
  } else if (!pids_.Append(per_cpu() ? -1 : pid_)) {
    failed = -ENOMEM;
  }
  if (failed == -ESRCH) {
    return base::Fail(error, failed, PERFC_CALL_OPEN, PERFC_RULE_NO_TARGET,
                      kOpen, {static_cast<uint64_t>(pid_)});
  }
  if (failed == 0) return 0;
  return base::FileFailed(
      error, failed, PERFC_RULE_UNKNOWN, kOpen,
      failed == -ENOENT
          ? "procfs isn't mounted, which tells the threads of a process; mount "
            "it, or count single threads (PERFC_TARGET_THREAD)"
          : "procfs doesn't tell which threads there are");
}

int Target::Resolve(const perfc_target& target, perfc_error* error) {
  kind_ = target.kind;
  pid_ = target.pid;
  int failed = CheckArguments(target, error);
  if (!failed) failed = FindCpus(target, error);
  return failed ? failed : FindTasks(target, error);
}

}  // namespace perfc::set
