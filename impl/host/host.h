// A host: a system, and where its files lie.
#ifndef PERFC_IMPL_HOST_HOST_H_
#define PERFC_IMPL_HOST_HOST_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
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

  // Reads a file below a root. False if it can't be read, or is longer than a
  // megabyte.
  bool ReadProc(absl::string_view path, std::string* content) const;
  bool ReadSys(absl::string_view path, std::string* content) const;
  // The names in a directory, sorted; none if it can't be read.
  std::vector<std::string> ListSys(absl::string_view path) const;
  bool ProcExists(absl::string_view path) const;
  bool SysExists(absl::string_view path) const;

  // A file that holds one number; `otherwise` if it can't be read.
  int64_t ProcNumber(absl::string_view path, int64_t otherwise) const;
  int64_t SysNumber(absl::string_view path, int64_t otherwise) const;

 private:
  bool Exists(const char* root, absl::string_view path) const;

  const System* system_;
  char sysfs_[kMaxRoot] = "/sys";
  char procfs_[kMaxRoot] = "/proc";
  char tracefs_[kMaxRoot] = "";  // "": where it is usually mounted
};

// This machine.
const Host& ThisMachine();

// 1 if the kernel has perf events.
bool Supported(const Host& host);

// The length of the attr that the kernel knows, or a negative errno.
int KernelAttrSize(const Host& host);

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_HOST_H_
