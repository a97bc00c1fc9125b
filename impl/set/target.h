// The target of a set: its CPUs, and the threads on them.
#ifndef PERFC_IMPL_SET_TARGET_H_
#define PERFC_IMPL_SET_TARGET_H_

#include <cstdint>

#include "impl/host/host.h"
#include "impl/set/cpus.h"
#include "impl/set/tasks.h"
#include "perfc/error.h"
#include "perfc/set.h"

namespace perfc::set {

class Target {
 public:
  explicit Target(const host::Host& host) : host_(host) {}
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target();

  int Resolve(const perfc_target& target, perfc_error* error);

  // Empty: the events follow their threads.
  const CpuList& cpus() const { return cpus_; }
  // Of a target of CPUs or a cgroup one, -1.
  const PidList& pids() const { return pids_; }

  // Its events count CPUs, and not a task.
  bool per_cpu() const {
    return kind_ == PERFC_TARGET_CPUS || kind_ == PERFC_TARGET_CGROUP;
  }
  bool is_cpus() const { return kind_ == PERFC_TARGET_CPUS; }
  bool inherits() const { return kind_ == PERFC_TARGET_TREE; }
  // May have more than one thread, so that one of them may go.
  bool many_threads() const {
    return kind_ == PERFC_TARGET_PROCESS || kind_ == PERFC_TARGET_TREE;
  }
  // These targets take in CPUs and threads that come later.
  bool all_cpus() const { return all_cpus_; }
  bool all_threads() const { return kind_ == PERFC_TARGET_PROCESS; }

  bool HasPid(int32_t pid) const;
  // False: no memory.
  [[nodiscard]] bool AddCpu(uint32_t cpu);
  [[nodiscard]] bool AddPid(int32_t pid) { return pids_.Append(pid); }

  // The pid and the flags of perf_event_open(2) for this thread.
  int32_t OpenPid(int32_t pid) const {
    return cgroup_fd_ >= 0 ? cgroup_fd_ : pid;
  }
  uint64_t open_flags() const;
  // Of a cgroup: that it wasn't removed.
  bool CgroupExists() const;

  // The threads that a process has now.
  int ListThreads(PidList* threads) const {
    return AppendThreads(host_, pid_, threads);
  }

 private:
  int CheckArguments(const perfc_target& target, perfc_error* error) const;
  int FindCpus(const perfc_target& target, perfc_error* error);
  int FindTasks(const perfc_target& target, perfc_error* error);

  const host::Host& host_;
  uint32_t kind_ = PERFC_TARGET_THREAD;
  int32_t pid_ = 0;
  bool all_cpus_ = false;
  int cgroup_fd_ = -1;
  CpuList cpus_;
  PidList pids_;
};

}  // namespace perfc::set

#endif  // PERFC_IMPL_SET_TARGET_H_
