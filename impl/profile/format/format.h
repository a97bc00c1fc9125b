// Layouts and numbers of perf.data (tools/perf/util/header.h, and
// tools/perf/Documentation/perf.data-file-format.txt).
#ifndef PERFC_IMPL_PROFILE_FORMAT_FORMAT_H_
#define PERFC_IMPL_PROFILE_FORMAT_FORMAT_H_

#include <cstddef>
#include <cstdint>

namespace perfc::profile::format {

// The first 8 bytes. A file of the other byte order has the second one's bytes
// reversed; version 1 has no such mark, and its byte order follows from
// FileHeader::size.
inline constexpr char kMagic1[] = "PERFFILE";
inline constexpr char kMagic2[] = "PERFILE2";
inline constexpr size_t kMagicSize = 8;

// A place in the file.
struct Section {
  uint64_t offset;
  uint64_t size;
};

// Files that were written to a pipe end their header behind `size`.
struct PipeHeader {
  char magic[kMagicSize];
  uint64_t size;  // sizeof(PipeHeader)
};
static_assert(sizeof(PipeHeader) == 16);

inline constexpr size_t kFeatureWords = 4;
inline constexpr uint32_t kMaxFeatures = 64 * kFeatureWords;

struct FileHeader {
  char magic[kMagicSize];
  uint64_t size;       // of this struct
  uint64_t attr_size;  // bytes of an attr and its Section of ids
  Section attrs;
  Section data;
  Section event_types;               // of version 1
  uint64_t features[kFeatureWords];  // a bit for each; their Sections stand
                                     // behind the data
};
static_assert(sizeof(FileHeader) == 104);

// Strings of features: a u32 length with padding, then the bytes, with NULs at
// the end. perf pads to kStringAlign.
inline constexpr size_t kStringAlign = 64;

// A build id, as an entry of the feature and as the body of a HEADER_BUILD_ID
// record: this behind the record's header, then the path.
struct BuildId {
  int32_t pid;
  uint8_t bytes[20];
  uint8_t size;  // valid with kMiscBuildIdSize, else 20 is meant (perf < 5.10)
  uint8_t reserved[3];
};
static_assert(sizeof(BuildId) == 28);
inline constexpr uint16_t kMiscBuildIdSize = 1 << 15;

// EVENT_UPDATE: u64 type, u64 id, then what the type says.
inline constexpr uint64_t kUpdateUnit = 0;
inline constexpr uint64_t kUpdateScale = 1;
inline constexpr uint64_t kUpdateName = 2;
inline constexpr uint64_t kUpdateCpus = 3;

}  // namespace perfc::profile::format

#endif  // PERFC_IMPL_PROFILE_FORMAT_FORMAT_H_
