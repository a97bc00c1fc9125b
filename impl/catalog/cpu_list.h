// Lists of CPUs as the kernel writes them: "0-3,8".
#ifndef PERFC_IMPL_CATALOG_CPU_LIST_H_
#define PERFC_IMPL_CATALOG_CPU_LIST_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/arena.h"

namespace perfc::catalog {

// Returns how many, with their numbers in the arena; -EINVAL if it is no list,
// -ERANGE for CPUs that no machine has, -ENOMEM.
int ParseCpuList(absl::string_view text, base::Arena* arena, uint32_t** cpus);

}  // namespace perfc::catalog

#endif  // PERFC_IMPL_CATALOG_CPU_LIST_H_
