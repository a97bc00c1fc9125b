// Paths of mapped files without their directories.
#ifndef PERFC_IMPL_PROFILE_WRITER_PATHS_H_
#define PERFC_IMPL_PROFILE_WRITER_PATHS_H_

#include "absl/strings/string_view.h"

namespace perfc::profile::writer {

// Names such as "[vdso]" and "//anon" have no directory.
inline absl::string_view WithoutDirectory(absl::string_view path) {
  if (path.empty() || path[0] != '/' || path.substr(0, 2) == "//") return path;
  return path.substr(path.rfind('/') + 1);
}

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_PATHS_H_
