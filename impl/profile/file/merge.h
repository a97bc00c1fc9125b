// Merging sorted runs of entries.
#ifndef PERFC_IMPL_PROFILE_FILE_MERGE_H_
#define PERFC_IMPL_PROFILE_FILE_MERGE_H_

#include <cstddef>
#include <cstdint>

#include "impl/base/buffer.h"

namespace perfc::profile::file {

struct Entry;

// Sorts `count` entries that consist of runs, each of which is sorted. `runs` are the
// places at which the runs begin, and are used up. `scratch` has room for as many
// entries. Equal times keep their order. The result stands in `entries`.
void MergeRuns(Entry* entries, size_t count, base::Buffer<uint32_t>* runs,
               Entry* scratch);

}  // namespace perfc::profile::file

#endif  // PERFC_IMPL_PROFILE_FILE_MERGE_H_
