// Lines of /proc/PID/maps.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_MAPS_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_MAPS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/buffer.h"

namespace perfc::profile::synthesize {

struct Mapping {
  uint64_t start;
  uint64_t end;
  uint32_t prot;   // PROT_*
  uint32_t flags;  // MAP_SHARED or MAP_PRIVATE
  uint64_t pgoff;  // in bytes
  uint32_t maj;
  uint32_t min;
  uint64_t ino;
  // As the line has it, see AppendName. Empty: memory without a file.
  absl::string_view name;
};

// False: it is no line of maps.
bool ParseMapping(absl::string_view line, Mapping* mapping);

// Appends the name of a mapping. The kernel writes a newline as "\012" there, and
// nothing else differs (show_map_vma, fs/proc/task_mmu.c). A name of PATH_MAX or
// more becomes "//toolong", as in the kernel's own records; none becomes "//anon".
[[nodiscard]] bool AppendName(absl::string_view name, base::Buffer<char>* out);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_MAPS_H_
