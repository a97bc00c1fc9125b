// The kernel's own answer to what is mapped (Linux 6.11).
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_PROCMAP_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_PROCMAP_H_

#include <cstdint>

#include "impl/profile/elf/build_id.h"
#include "impl/profile/synthesize/files.h"
#include "impl/profile/synthesize/mapped_build_id.h"

namespace perfc::profile::synthesize {

// Asks for the build id of the file that the process has mapped there now, if it is
// the one. 0: *size becomes 1 to 20. -ENODATA, -ENOTTY: the kernel doesn't tell; or
// open(2)'s.
int QueryBuildId(const Roots& roots, const MappedFile& file,
                 uint8_t (&id)[elf::kMaxBuildId], uint32_t* size);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_PROCMAP_H_
