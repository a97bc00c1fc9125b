#include "impl/profile/synthesize/procmap.h"

#include <sys/ioctl.h>

#include <cerrno>

namespace perfc::profile::synthesize {
namespace {

// struct procmap_query of Linux 6.11; older linux/fs.h lack it.
struct Query {
  uint64_t size;
  uint64_t query_flags;  // 0: the mapping that has query_addr
  uint64_t query_addr;
  uint64_t vma_start;
  uint64_t vma_end;
  uint64_t vma_flags;
  uint64_t vma_page_size;
  uint64_t vma_offset;
  uint64_t inode;
  uint32_t dev_major;
  uint32_t dev_minor;
  uint32_t vma_name_size;  // in, out; 0: not wanted
  uint32_t build_id_size;  // in, out
  uint64_t vma_name_addr;
  uint64_t build_id_addr;
};
static_assert(sizeof(Query) == 104);

#define PERFC_PROCMAP_QUERY _IOWR('f', 17, Query)

}  // namespace

int QueryBuildId(const Roots& roots, const MappedFile& file,
                 uint8_t (&id)[elf::kMaxBuildId], uint32_t* size) {
  const Path path("%s/%d/maps", roots.procfs(), file.pid);
  const int fd = OpenToRead(path.get());
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  Query query = {};
  query.size = sizeof query;
  query.query_addr = file.start;
  query.build_id_size = sizeof id;
  query.build_id_addr = reinterpret_cast<uintptr_t>(id);
  const int saved = errno;
  const int result = ioctl(fd, PERFC_PROCMAP_QUERY, &query) == 0 ? 0 : -errno;
  errno = saved;
  if (result != 0) return result;
  const bool same = query.inode == file.ino && query.dev_major == file.maj &&
                    query.dev_minor == file.min;
  if (!same || query.build_id_size == 0 || query.build_id_size > sizeof id) {
    return -ENODATA;
  }
  *size = query.build_id_size;
  return 0;
}

}  // namespace perfc::profile::synthesize
