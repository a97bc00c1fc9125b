// A host: a system, and the places of its files.
#ifndef PERFC_IMPL_HOST_HOST_H_
#define PERFC_IMPL_HOST_HOST_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/host/files.h"
#include "impl/host/system.h"
#include "perfc/error.h"
#include "perfc/host.h"

namespace perfc::host {

inline constexpr size_t kMaxRoot = 256;

class Host {
 public:
  explicit constexpr Host(const System& system) : system_(&system) {}

  // Takes the roots that the options name, see perfc_host_create.
  int Configure(const perfc_host_options* options, perfc_error* error);

  const System& system() const { return *system_; }

  // Whole files and directories below a root, see files.h.
  int ReadProc(absl::string_view path, base::Buffer<char>* content) const;
  int ReadSys(absl::string_view path, base::Buffer<char>* content) const;
  int ListSys(absl::string_view path, NameList* names) const;
  int ListProc(absl::string_view path, NameList* names) const;
  // Below tracefs, which is looked for each time: see FindTracefs.
  int ReadTrace(absl::string_view path, base::Buffer<char>* content) const;
  int ListTrace(absl::string_view path, NameList* names) const;

  // Finds the mount point of tracefs: the root in the options, otherwise the
  // usual places, otherwise the mounts in procfs. -ENOENT: tracefs isn't
  // mounted. -EACCES: *root isn't readable.
  int FindTracefs(char (*root)[kMaxRoot]) const;

  // 1, 0, or why that can't be told: no fd left, say.
  int ProcExists(absl::string_view path) const;
  bool SysExists(absl::string_view path) const;

  // A file that holds one number. 0, or why it can't be read; -EIO: its content
  // is no number. After a failure *number is as before.
  int ReadProcNumber(absl::string_view path, int64_t* number) const;
  int ReadSysNumber(absl::string_view path, int64_t* number) const;
  // The same for explanations, which have no use for the errno: `otherwise` if
  // it can't be read.
  int64_t ProcNumber(absl::string_view path, int64_t otherwise) const;
  int64_t SysNumber(absl::string_view path, int64_t otherwise) const;

  const char* sysfs() const { return sysfs_; }
  const char* procfs() const { return procfs_; }
  // The tracefs of the host's options, "" without.
  const char* own_tracefs() const { return tracefs_; }

 private:
  int Exists(const char* root, absl::string_view path) const;
  int FindMounted(char (*root)[kMaxRoot]) const;

  const System* system_;
  char sysfs_[kMaxRoot] = "/sys";
  char procfs_[kMaxRoot] = "/proc";
  char tracefs_[kMaxRoot] = "";  // "": where it is usually mounted
};

// This machine.
const Host& ThisMachine();

// 0, or -EOWNERDEAD in a child of fork() of the process that made a handle.
int CheckOwner(const System& system, pid_t owner, absl::string_view operation,
               perfc_error* error);

// 1 if the kernel has perf events, 0 if not, or why that can't be told: -ENOENT
// without procfs's sysctls.
int Supported(const Host& host);

// False if sysfs's directory of PMUs can't be read: sysfs isn't mounted, or hidden.
bool HasPmus(const Host& host);

// True of a PMU whose cpumask says where it is, and which counts tasks all the same:
// the Statistical Profiling Extension (drivers/perf/arm_spe_pmu.c).
bool CountsTasksWithCpumask(absl::string_view pmu);

// perf_event_max_stack, or -ENOENT, or why it can't be read.
int MaxStack(const Host& host);

// The type of a PMU, or -ENOENT, or why it can't be read; -EINVAL for a name that
// is none.
int EventType(const Host& host, absl::string_view pmu);

// The length of the attr that the kernel knows, or a negative errno.
int KernelAttrSize(const Host& host);

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_HOST_H_
