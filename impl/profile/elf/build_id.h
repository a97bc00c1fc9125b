// Build ids: the GNU note that names the content of an object file.
#ifndef PERFC_IMPL_PROFILE_ELF_BUILD_ID_H_
#define PERFC_IMPL_PROFILE_ELF_BUILD_ID_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "impl/profile/elf/bytes.h"

namespace perfc::profile::elf {

// Bytes of a build id in a perf.data file. A longer one is cut, as perf does.
inline constexpr size_t kMaxBuildId = 20;

// All three find a build id: 0 < *size <= 20, and zeros behind it.
//
//   -ENODATA  there is none
//   -EBADMSG  no ELF file; or a damaged one, in which no build id was found
//   pread(2)'s

// Of an ELF file of either class and either byte order.
int ReadBuildId(int fd, uint8_t (&id)[kMaxBuildId], uint32_t* size);
int ReadBuildId(const Bytes& elf, uint8_t (&id)[kMaxBuildId], uint32_t* size);
// Of notes alone, in this machine's byte order: /sys/kernel/notes, and
// /sys/module/NAME/notes/.note.gnu.build-id.
int FindBuildId(absl::Span<const uint8_t> notes, uint8_t (&id)[kMaxBuildId],
                uint32_t* size);

// e_machine and e_flags of an ELF file of this machine's byte order.
struct Machine {
  uint32_t machine;
  uint32_t flags;
};
int ReadMachine(int fd, Machine* machine);

}  // namespace perfc::profile::elf

#endif  // PERFC_IMPL_PROFILE_ELF_BUILD_ID_H_
