// Opens a file that was mapped, and proves that it is the one.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_FILE_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_FILE_H_

#include "impl/profile/io/io.h"
#include "impl/profile/synthesize/files.h"
#include "impl/profile/synthesize/mapped_build_id.h"
#include "impl/profile/synthesize/maps.h"

namespace perfc::profile::synthesize {

// Opens the file of a user's mapping for reading. 0; -ENODATA: no file can be proven
// to be the one; -ENOMEM, -EMFILE, -ENFILE.
//
// Whoever owns the mapped process may put any file in the path's place. Therefore
// only regular files are opened at all: opening a device can have effects.
int OpenMappedFile(const Roots& roots, const MappedFile& file, io::Fd* fd);

// Finds this process's own mapping at `start` (start == 0: by name). *mapping has no
// name. 0, -ENODATA, -ENOMEM, or open(2)'s and read(2)'s.
int FindOwnMapping(uint64_t start, absl::string_view name, Mapping* mapping);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_MAPPED_FILE_H_
