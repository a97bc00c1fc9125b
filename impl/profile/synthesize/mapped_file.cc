#include "impl/profile/synthesize/mapped_file.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>

#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

// Calls a function that sets errno(3), which stays as it was. -1 becomes the negative
// errno.
template <typename Call>
int Try(Call call) {
  const int saved = errno;
  int result = static_cast<int>(call());
  if (result == -1) result = -errno;
  errno = saved;
  return result;
}

// Opens an absolute path as a process sees it whose root is the fd.
int OpenInRoot(int root, const char* path) {
  open_how how = {};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  const int fd =
      Try([&] { return syscall(SYS_openat2, root, path, &how, sizeof how); });
  if (fd != -ENOSYS && fd != -EPERM) return fd;
  // Before Linux 5.6, or forbidden by a seccomp filter: here an absolute symbolic link
  // leads to our own root. What is found is compared with the mapped file in any case.
  while (*path == '/') ++path;
  return io::OpenAt(root, path, O_PATH);
}

// Inode numbers are used again, but not with the same generation. 0: unknown; and not
// all file systems tell it.
bool HasOtherGeneration(int fd, uint64_t expected) {
  // The request's number promises a long, and file systems write an int.
  uint32_t generation[2] = {};
  return expected != 0 &&
         Try([&] { return ioctl(fd, FS_IOC_GETVERSION, generation); }) == 0 &&
         generation[0] != expected;
}

// Device and inode as the kernel has them for mappings. On overlayfs and btrfs they
// aren't those of fstat(2), so the file is mapped for a moment, and never touched.
int IdentityOfMapping(int fd, Mapping* mapping) {
  const int saved = errno;
  void* at = mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, fd, 0);
  errno = saved;
  if (at == MAP_FAILED) return -ENODATA;
  const int result =
      FindOwnMapping(reinterpret_cast<uintptr_t>(at), {}, mapping);
  Try([&] { return munmap(at, 1); });
  return result;
}

// A file that may be the mapped one.
class Candidate {
 public:
  // `certain`: the kernel's own link to a mapping led to it.
  Candidate(const MappedFile& file, bool certain)
      : file_(file), certain_(certain) {}

  // path_fd is an O_PATH fd, or an error of opening it. The same results as
  // OpenMappedFile.
  int Accept(int path_fd, io::Fd* fd) const;

 private:
  bool IsSame(int fd, const struct stat& facts) const;
  bool IsSameMapping(int fd) const;

  const MappedFile& file_;
  const bool certain_;
};

// All subvolumes of a btrfs have one device there, and each has its own inode numbers,
// so another file may have the same two. Such a device has no driver (major 0).
bool Candidate::IsSameMapping(int fd) const {
  if (file_.maj == 0 && !certain_) return false;
  Mapping mapping;
  return IdentityOfMapping(fd, &mapping) == 0 && mapping.maj == file_.maj &&
         mapping.min == file_.min && mapping.ino == file_.ino;
}

bool Candidate::IsSame(int fd, const struct stat& facts) const {
  if (HasOtherGeneration(fd, file_.generation)) return false;
  const bool same = facts.st_ino == file_.ino &&
                    major(facts.st_dev) == file_.maj &&
                    minor(facts.st_dev) == file_.min;
  return same || IsSameMapping(fd);
}

int Candidate::Accept(int path_fd, io::Fd* fd) const {
  if (path_fd < 0) return NoData(path_fd);
  const io::Fd path_owner = io::Fd::Owned(path_fd);
  struct stat facts;
  if (Try([&] { return fstat(path_fd, &facts); }) != 0) return -ENODATA;
  if (!S_ISREG(facts.st_mode)) return -ENODATA;
  const Path again("/proc/thread-self/fd/%d", path_fd);
  const int opened = OpenToRead(again.get());
  if (opened < 0) return NoData(opened);
  io::Fd owner = io::Fd::Owned(opened);
  if (!IsSame(opened, facts)) return -ENODATA;
  *fd = std::move(owner);
  return 0;
}

// The kernel's own link to the mapped file, for whoever has CAP_CHECKPOINT_RESTORE.
// It finds deleted files too.
int OpenByRange(const Roots& roots, const MappedFile& file, io::Fd* fd) {
  if (file.start >= file.end) return -ENODATA;
  const Path link("%s/%d/map_files/%x-%x", roots.procfs(), file.pid, file.start,
                  file.end);
  return Candidate(file, true).Accept(io::Open(link.get(), O_PATH), fd);
}

int OpenByProcess(const Roots& roots, const MappedFile& file, const char* path,
                  io::Fd* fd) {
  const Path root("%s/%d/root", roots.procfs(), file.pid);
  const int root_fd = io::Open(root.get(), O_PATH | O_DIRECTORY);
  if (root_fd < 0) return NoData(root_fd);
  const io::Fd owner = io::Fd::Owned(root_fd);
  return Candidate(file, false).Accept(OpenInRoot(root_fd, path), fd);
}

}  // namespace

int OpenMappedFile(const Roots& roots, const MappedFile& file, io::Fd* fd) {
  if (file.path.empty() || file.path[0] != '/' ||
      file.path.find('\0') != file.path.npos) {
    return -ENODATA;
  }
  const Path path("%s", file.path);
  int result = -ENODATA;
  if (file.pid > 0) {
    result = OpenByRange(roots, file, fd);
    if (result != -ENODATA) return result;
    result = OpenByProcess(roots, file, path.get(), fd);
    if (result != -ENODATA) return result;
  }
  // The process is gone, or another user's. The proof is the same.
  return Candidate(file, false).Accept(io::Open(path.get(), O_PATH), fd);
}

int FindOwnMapping(uint64_t start, absl::string_view name, Mapping* mapping) {
  LineReader lines;
  if (int failed = lines.Open("/proc/thread-self/maps")) return failed;
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    if (!ParseMapping(line, mapping)) continue;
    if (start ? mapping->start == start : mapping->name == name) {
      mapping->name = {};
      return 0;
    }
  }
  return got < 0 ? got : -ENODATA;
}

}  // namespace perfc::profile::synthesize
