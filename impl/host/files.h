// Reads whole files and directories of any size that the system writes, without
// throwing.
#ifndef PERFC_IMPL_HOST_FILES_H_
#define PERFC_IMPL_HOST_FILES_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"
#include "impl/host/system.h"

namespace perfc::host {

// Files of sysfs, procfs and tracefs are shorter than this. Longer files are
// refused.
inline constexpr size_t kMaxFile = 1 << 20;

// The names in a directory, sorted, without . and .. .
class NameList {
 public:
  size_t size() const { return starts_.size(); }
  // Lives until the list changes; a NUL follows.
  absl::string_view operator[](size_t i) const {
    return text_.data() + starts_[i];
  }

  [[nodiscard]] bool Append(absl::string_view name);
  void Sort();
  void Clear();

 private:
  base::Buffer<char> text_;
  base::Buffer<size_t> starts_;
};

// Both functions return 0 or a negative errno: that of open(2), read(2) or
// getdents(2), -EFBIG for a file above kMaxFile, -ENAMETOOLONG, or -ENOMEM.
// After a failure the content of *out means nothing.
int ReadFile(const System& system, absl::string_view root,
             absl::string_view path, base::Buffer<char>* content);
int ListDirectory(const System& system, absl::string_view root,
                  absl::string_view path, NameList* names);

// An fd for root/path, close-on-exec, or a negative errno. Links are followed,
// for sysfs is made of them, unless flags say otherwise.
int OpenBelow(const System& system, absl::string_view root,
              absl::string_view path, int flags);

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_FILES_H_
