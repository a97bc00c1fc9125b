// The build id of a mapped file, if the file that is found is the one that was mapped.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_BUILD_ID_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_BUILD_ID_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

// A mapping, as an MMAP2 record has it. Members that aren't known are 0.
struct MappedFile {
  // As the record has it: an absolute path, or a name such as "[vdso]".
  absl::string_view path;
  // The process; -1: the kernel, or any.
  int32_t pid = -1;
  // The record's cpumode is PERFC_RECORD_MISC_KERNEL: path is
  // "[kernel.kallsyms]" with or without more, "[module]", or a module's .ko.
  bool kernel = false;
  // The mapping: addr, addr + len.
  uint64_t start = 0;
  uint64_t end = 0;
  // The file's identity. Without an inode nothing can be proven.
  uint32_t maj = 0;
  uint32_t min = 0;
  uint64_t ino = 0;
  uint64_t generation = 0;
};

// 0: *size becomes 1 to 20. -ENODATA: the file has no build id, can't be read, or may
// be another one than was mapped. -ENOMEM, -EMFILE, -ENFILE.
int MappedBuildId(const perfc_host* host, const MappedFile& file,
                  uint8_t (&id)[20], uint32_t* size);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_BUILD_ID_H_
