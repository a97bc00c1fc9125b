#include "impl/profile/writer/objects.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "impl/base/order.h"
#include "impl/profile/format/format.h"
#include "impl/profile/synthesize/mapped_build_id.h"
#include "impl/profile/writer/hash.h"
#include "impl/profile/writer/paths.h"
#include "perfc/profile/writer.h"
#include "perfc/uapi.h"

namespace perfc::profile::writer {
namespace {

constexpr size_t kHeader = 8;
// perf pads the path of a build id.
constexpr size_t kPathAlign = 64;
// PATH_MAX.
constexpr size_t kLongestPath = 4096;
// Only paths that were made for it have so many others with the same hash.
constexpr uint64_t kMostCollisions = 64;

bool IsKernel(uint16_t cpumode) {
  return cpumode == PERFC_RECORD_MISC_KERNEL ||
         cpumode == PERFC_RECORD_MISC_GUEST_KERNEL;
}

// Memory that has no file, or a file that can't be an ELF.
bool IsObject(absl::string_view path, uint16_t cpumode) {
  if (path.empty()) return false;
  if (IsKernel(cpumode)) return true;
  if (path == "[vdso]") return true;
  if (path[0] != '/') return false;
  for (const absl::string_view prefix :
       {"//anon", "/dev/zero", "/anon_hugepage", "/memfd:", "/SYSV"}) {
    if (absl::StartsWith(path, prefix)) return false;
  }
  return true;
}

// The kernel's own mapping is called "[kernel.kallsyms]_text" or _stext.
absl::string_view ObjectName(absl::string_view path, uint16_t cpumode) {
  if (!IsKernel(cpumode) || path.empty() || path[0] != '[') return path;
  const size_t end = path.rfind(']');
  return end == absl::string_view::npos ? path : path.substr(0, end + 1);
}

void SetId(const uint8_t* id, size_t size, Object* object) {
  object->id_size = static_cast<uint8_t>(std::min(size, sizeof object->id));
  memcpy(object->id, id, object->id_size);
}

}  // namespace

// *found becomes the path's object, which may be new, or null if there are too
// many. 0 or -ENOMEM.
int Objects::Find(absl::string_view path, uint16_t cpumode, Object** found) {
  *found = nullptr;
  const uint64_t hash = Hash(path.data(), path.size()) + cpumode;
  uint64_t key = hash;
  const uint64_t* place;
  while ((place = places_.Find(key)) != nullptr) {
    Object& object = objects_[*place];
    if (object.cpumode == cpumode &&
        absl::string_view(object.path, object.path_size) == path) {
      *found = &object;
      return 0;
    }
    ++key;
  }
  if (objects_.size() == kMostObjects || path.size() > kLongestPath ||
      path.size() > kMostPathBytes - path_bytes_ ||
      key - hash > kMostCollisions) {
    ++dropped_;
    return 0;
  }
  Object made = {};
  made.path = paths_.Copy(path);
  made.path_size = static_cast<uint32_t>(path.size());
  made.cpumode = cpumode;
  made.pid = made.machine = -1;
  if (made.path == nullptr || !objects_.Append(made)) return -ENOMEM;
  if (!places_.Insert(key, objects_.size() - 1)) {
    (void)objects_.Resize(objects_.size() - 1);  // it only shrinks
    return -ENOMEM;
  }
  path_bytes_ += path.size();
  *found = &objects_[objects_.size() - 1];
  return 0;
}

bool Objects::TakeMap(const perfc_record& record, const perfc_record_mmap& map,
                      bool live) {
  if (!(perfc_record_flags(record.type, record.misc) &
        PERFC_RECORD_FLAG_EXECUTABLE)) {
    return true;
  }
  const auto* text =
      static_cast<const char*>(perfc_record_range(&record, &map.filename, 1));
  const absl::string_view path(text, text ? map.filename.count : 0);
  const uint16_t cpumode = record.misc & PERFC_RECORD_MISC_CPUMODE_MASK;
  if (!IsObject(path, cpumode)) return true;
  Object* object;
  if (Find(ObjectName(path, cpumode), cpumode, &object) != 0) return false;
  if (object == nullptr || object->id_size > 0) return true;
  if (map.fields & PERFC_MMAP_HAS_BUILD_ID) {
    SetId(map.build_id, map.build_id_size, object);
  }
  object->live |= live;
  object->pid = static_cast<int32_t>(map.pid);
  object->maj = map.maj;
  object->min = map.min;
  object->ino = map.ino;
  object->generation = map.ino_generation;
  object->start = map.addr;
  object->end = map.addr + map.len;
  return true;
}

bool Objects::TakeBuildId(const perfc_record& record) {
  constexpr size_t kHead = kHeader + sizeof(format::BuildId);
  if (record.size <= kHead) return true;
  const auto id = base::Load<format::BuildId>(record.data + kHeader);
  const auto* text = reinterpret_cast<const char*>(record.data + kHead);
  const absl::string_view path(text, strnlen(text, record.size - kHead));
  const bool sized = record.misc & format::kMiscBuildIdSize;
  Object* object;
  if (path.empty()) return true;
  if (Find(path, record.misc & PERFC_RECORD_MISC_CPUMODE_MASK, &object) != 0) {
    return false;
  }
  if (object == nullptr || object->id_size > 0) return true;
  SetId(id.bytes, sized ? id.size : sizeof id.bytes, object);
  object->machine = id.pid;
  return true;
}

int Objects::LookUp(const perfc_host* host) {
  for (Object& object : objects_) {
    if (!object.live || object.looked_up || object.id_size > 0) continue;
    synthesize::MappedFile file;
    file.path = {object.path, object.path_size};
    file.pid = object.pid;
    file.kernel = object.cpumode == PERFC_RECORD_MISC_KERNEL;
    file.start = object.start;
    file.end = object.end;
    file.maj = object.maj;
    file.min = object.min;
    file.ino = object.ino;
    file.generation = object.generation;
    uint8_t id[20];
    uint32_t size;
    const int failed = synthesize::MappedBuildId(host, file, id, &size);
    if (failed == -ENOMEM) return failed;
    object.looked_up = true;
    if (!failed) SetId(id, size, &object);
  }
  return 0;
}

bool Objects::BuildRecord(size_t index, uint32_t strip,
                          format::Builder* out) const {
  const Object& object = objects_[index];
  if (object.id_size == 0) return false;
  absl::string_view path(object.path, object.path_size);
  if (strip & PERFC_STRIP_PATHS) path = WithoutDirectory(path);
  const size_t padded = (path.size() + kPathAlign) & ~(kPathAlign - 1);
  format::BuildId id = {};
  id.pid = object.machine;
  memcpy(id.bytes, object.id, object.id_size);
  id.size = object.id_size;
  const auto size = static_cast<uint32_t>(kHeader + sizeof id + padded);
  const uint32_t misc = object.cpumode | format::kMiscBuildIdSize;
  out->U32(PERFC_RECORD_HEADER_BUILD_ID);
  out->U32(misc | size << 16);
  out->Bytes(&id, sizeof id);
  out->Bytes(path.data(), path.size());
  out->Zeros(padded - path.size());
  return true;
}

uint64_t Objects::with_id() const {
  return static_cast<uint64_t>(
      std::count_if(objects_.begin(), objects_.end(),
                    [](const Object& object) { return object.id_size > 0; }));
}

}  // namespace perfc::profile::writer
