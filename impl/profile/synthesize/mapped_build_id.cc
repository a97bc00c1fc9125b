#include "impl/profile/synthesize/mapped_build_id.h"

#include <sys/auxv.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/ascii.h"
#include "impl/profile/elf/build_id.h"
#include "impl/profile/synthesize/files.h"
#include "impl/profile/synthesize/mapped_file.h"
#include "impl/profile/synthesize/procmap.h"

namespace perfc::profile::synthesize {
namespace {

using Id = uint8_t[elf::kMaxBuildId];

// Pages of a vDSO; there are a few.
constexpr uint64_t kMaxVdso = 1 << 20;

int FromNotes(const char* path, Id& id, uint32_t* size) {
  base::Buffer<char> notes;
  if (int failed = ReadFile(path, &notes)) return failed;
  return elf::FindBuildId(
      {reinterpret_cast<const uint8_t*>(notes.data()), notes.size()}, id, size);
}

// A module's name in sysfs: that of "[module]", or of a file such as
// "virtio-net.ko.xz".
bool ModuleName(absl::string_view path, char (&name)[64]) {
  if (path.size() > 2 && path.front() == '[' && path.back() == ']') {
    path = path.substr(1, path.size() - 2);
  } else {
    const size_t slash = path.rfind('/');
    if (slash != path.npos) path.remove_prefix(slash + 1);
    const size_t suffix = path.rfind(".ko");
    if (suffix == path.npos) return false;
    path = path.substr(0, suffix);
  }
  // The name becomes part of a path, so it may not be "..".
  const bool fits = path.size() < sizeof name &&
                    std::all_of(path.begin(), path.end(), [](unsigned char c) {
                      return absl::ascii_isalnum(c) || c == '_' || c == '-';
                    });
  if (!fits) return false;
  std::replace_copy(path.begin(), path.end(), name, '-', '_');
  name[path.size()] = '\0';
  return !path.empty();
}

int OfKernel(const Roots& roots, absl::string_view path, Id& id,
             uint32_t* size) {
  constexpr absl::string_view kKernel = "[kernel.kallsyms]";
  if (path.substr(0, kKernel.size()) == kKernel) {
    return FromNotes(Path("%s/kernel/notes", roots.sysfs()).get(), id, size);
  }
  char name[64];
  if (!ModuleName(path, name)) return -ENODATA;
  const Path notes("%s/module/%s/notes/.note.gnu.build-id", roots.sysfs(),
                   name);
  return FromNotes(notes.get(), id, size);
}

int OfVdsoInProcess(const Roots& roots, const MappedFile& file, Id& id,
                    uint32_t* size) {
  const Path path("%s/%d/mem", roots.procfs(), file.pid);
  const int fd = OpenToRead(path.get());
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  return elf::ReadBuildId(elf::Bytes(fd, file.start, file.end - file.start), id,
                          size);
}

// All 64-bit processes have the same vDSO, and 32-bit ones have none that lies so
// high.
int OfOwnVdso(const MappedFile& file, Id& id, uint32_t* size) {
  const uint64_t own = getauxval(AT_SYSINFO_EHDR);
  if (own == 0 || own <= UINT32_MAX || file.start <= UINT32_MAX) {
    return -ENODATA;
  }
  Mapping mapping;
  if (int failed = FindOwnMapping(own, {}, &mapping)) return failed;
  const uint64_t length = mapping.end - mapping.start;
  if (length != file.end - file.start) return -ENODATA;
  const auto* image =
      reinterpret_cast<const uint8_t*>(static_cast<uintptr_t>(own));
  return elf::ReadBuildId(elf::Bytes({image, length}), id, size);
}

int OfVdso(const Roots& roots, const MappedFile& file, Id& id, uint32_t* size) {
  if (file.start >= file.end || file.end - file.start > kMaxVdso) {
    return -ENODATA;
  }
  const int result =
      file.pid > 0 ? OfVdsoInProcess(roots, file, id, size) : -ENODATA;
  return result == 0 || IsShortage(result) ? result : OfOwnVdso(file, id, size);
}

int OfFile(const Roots& roots, const MappedFile& file, Id& id, uint32_t* size) {
  if (file.ino == 0) return -ENODATA;
  if (file.pid > 0 && file.start < file.end) {
    const int result = QueryBuildId(roots, file, id, size);
    if (result == 0 || IsShortage(result)) return result;
  }
  io::Fd fd;
  if (int failed = OpenMappedFile(roots, file, &fd)) return failed;
  return elf::ReadBuildId(fd.get(), id, size);
}

}  // namespace

int MappedBuildId(const perfc_host* host, const MappedFile& file,
                  uint8_t (&id)[20], uint32_t* size) {
  const Roots roots(host);
  const int result = file.kernel ? OfKernel(roots, file.path, id, size)
                     : file.path == "[vdso]" ? OfVdso(roots, file, id, size)
                                             : OfFile(roots, file, id, size);
  return result == 0 ? 0 : NoData(result);
}

}  // namespace perfc::profile::synthesize
