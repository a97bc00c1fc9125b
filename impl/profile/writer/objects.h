// The object files that are mapped, and their build ids.
#ifndef PERFC_IMPL_PROFILE_WRITER_OBJECTS_H_
#define PERFC_IMPL_PROFILE_WRITER_OBJECTS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/base/arena.h"
#include "impl/base/buffer.h"
#include "impl/profile/format/builder.h"
#include "impl/profile/writer/id_map.h"
#include "perfc/decode.h"
#include "perfc/host.h"
#include "perfc/record.h"

namespace perfc::profile::writer {

// An object file.
struct Object {
  const char* path;
  uint32_t path_size;
  uint16_t cpumode;
  bool live;       // mapped on this machine
  bool looked_up;  // and its build id was looked for
  uint8_t id_size;
  uint8_t id[20];
  int32_t machine;  // the pid of a guest, or -1
  // Its last mapping.
  int32_t pid;
  uint32_t maj;
  uint32_t min;
  uint64_t ino;
  uint64_t generation;
  uint64_t start;
  uint64_t end;
};

class Objects {
 public:
  // More objects, or more bytes of paths, aren't kept, and count as missing.
  static constexpr size_t kMostObjects = 1 << 17;
  static constexpr size_t kMostPathBytes = 16 << 20;

  // Takes the object of an MMAP or MMAP2 record, if it is executable. False: no
  // memory.
  [[nodiscard]] bool TakeMap(const perfc_record& record,
                             const perfc_record_mmap& map, bool live);
  // Takes a HEADER_BUILD_ID record. False: no memory.
  [[nodiscard]] bool TakeBuildId(const perfc_record& record);

  // Reads build ids that no record had from the files of this machine.
  // 0 or -ENOMEM.
  int LookUp(const perfc_host* host);

  size_t size() const { return objects_.size(); }
  // The object's HEADER_BUILD_ID record. False: it has no build id.
  bool BuildRecord(size_t index, uint32_t strip, format::Builder* out) const;
  uint64_t with_id() const;
  uint64_t missing() const { return objects_.size() - with_id() + dropped_; }

 private:
  int Find(absl::string_view path, uint16_t cpumode, Object** found);

  base::Buffer<Object> objects_;
  base::Arena paths_;
  size_t path_bytes_ = 0;
  // A path's hash, and 1 + the index of its object. Another path with that hash
  // has its object at the next free number.
  IdMap places_;
  uint64_t dropped_ = 0;
};

}  // namespace perfc::profile::writer

#endif  // PERFC_IMPL_PROFILE_WRITER_OBJECTS_H_
