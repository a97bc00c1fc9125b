// MMAP and MMAP2 records.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_MMAP_RECORD_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_MMAP_RECORD_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/profile/elf/build_id.h"
#include "impl/profile/synthesize/block.h"
#include "impl/profile/synthesize/mapped_build_id.h"
#include "impl/profile/synthesize/maps.h"
#include "impl/profile/synthesize/producer.h"

namespace perfc::profile::synthesize {

struct BuildId {
  uint8_t bytes[elf::kMaxBuildId];
  uint32_t size = 0;  // 0: there is none
};

// The build id of a mapping, if PERFC_SYNTHESIZE_BUILD_IDS asks for it and there is
// one. 0 or a shortage.
int FindBuildId(const Job& job, const MappedFile& file, BuildId* id);

// A mapping of the kernel: an MMAP, or an MMAP2 if there is a build id. 1, or a
// shortage.
int KernelMmap(const Job& job, uint64_t start, uint64_t length, uint64_t pgoff,
               absl::string_view name, Block* block, perfc_record* record);

// The MMAP2 of a process's mapping, with the build id if there is one, and else the
// file's inode. `name` is that of the record; mapping.name isn't looked at.
perfc_record UserMmap(const Job& job, int32_t pid, const Mapping& mapping,
                      absl::string_view name, const BuildId& id, Block* block);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_MMAP_RECORD_H_
