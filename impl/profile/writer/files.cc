#include "impl/profile/writer/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "impl/base/text_writer.h"

namespace perfc::profile::writer {
namespace {

constexpr mode_t kMode = 0600;

// Runs a call that returns -1 and sets errno; 0 or the negative errno.
template <typename Call>
int Try(Call call) {
  const int saved = errno;
  const int result = call() == -1 ? -errno : 0;
  errno = saved;
  return result;
}

bool Assign(absl::string_view text, base::Buffer<char>* out) {
  out->Clear();
  return out->AppendAll(text.data(), text.size()) && out->Append('\0');
}

}  // namespace

int Files::Init(const perfc_writer_options& options) {
  options_ = options;
  rotates_ = (options.flags & PERFC_WRITER_ROTATE) || options.rotate_bytes ||
             options.rotate_ns || options.rotate_keep;
  if (options.path == nullptr) return 0;
  return Assign(options.path, &base_) ? 0 : -ENOMEM;
}

bool Files::Name(uint32_t number, base::Buffer<char>* out) const {
  if (!rotates_) return Assign(base_.data(), out);
  const base::ShortText<16> ending(".%05u", number);
  out->Clear();
  return out->AppendAll(base_.data(), base_.size() - 1) &&
         out->AppendAll(absl::string_view(ending).data(),
                        absl::string_view(ending).size()) &&
         out->Append('\0');
}

int Files::Open(OpenFile* file) {
  made_ = false;
  temporary_.Clear();
  if (options_.path == nullptr) return Adopt(options_.fd, false, file);
  if (!Name(++number_, &path_)) return -ENOMEM;
  int fd = -1;
  int failed = OpenPath(&fd);
  if (!failed) failed = Adopt(fd, true, file);
  if (failed) {
    Abandon();
    --number_;
  }
  return failed;
}

int Files::OpenPath(int* fd) {
  *fd = io::Open(path_.data(), O_RDWR | O_CREAT | O_EXCL, kMode);
  made_ = *fd >= 0;
  if (*fd != -EEXIST || !(options_.flags & PERFC_WRITER_OVERWRITE)) {
    return *fd < 0 ? *fd : 0;
  }
  // A device, a fifo or a symbolic link stays what it is.
  struct stat there;
  if (int failed = Try([&] { return lstat(path_.data(), &there); })) {
    return failed;
  }
  if (S_ISREG(there.st_mode)) return OpenBeside(fd);
  *fd = io::Open(path_.data(), O_WRONLY | O_TRUNC, kMode);
  return *fd < 0 ? *fd : 0;
}

// A new file takes the old one's place once it is one: whoever reads the old one
// keeps it.
int Files::OpenBeside(int* fd) {
  if (!Assign(path_.data(), &temporary_)) return -ENOMEM;
  (void)temporary_.Resize(temporary_.size() - 1);  // it only shrinks
  constexpr char kEnding[] = ".XXXXXX";
  if (!temporary_.AppendAll(kEnding, sizeof kEnding)) return -ENOMEM;
  const int failed = Try([&] {
    *fd = mkostemp(temporary_.data(), O_CLOEXEC);
    return *fd;
  });
  if (failed) temporary_.Clear();
  made_ = !failed;
  return failed;
}

// Whoever appends writes where the file ends, as a pipe does.
int Files::Adopt(int fd, bool owned, OpenFile* file) const {
  file->fd = owned ? io::Fd::Owned(fd) : io::Fd::Borrowed(fd);
  struct stat status;
  if (int failed = Try([&] { return fstat(fd, &status); })) return failed;
  const int flags = fcntl(fd, F_GETFL);
  const bool regular = S_ISREG(status.st_mode) && !(flags & O_APPEND);
  file->seekable = regular && !(options_.flags & PERFC_WRITER_PIPE);
  if (owned || !regular) return 0;
  if (status.st_size > 0 && !(options_.flags & PERFC_WRITER_OVERWRITE)) {
    return -EEXIST;
  }
  if (int failed = Try([&] { return ftruncate(fd, 0); })) return failed;
  return Try([&] { return lseek(fd, 0, SEEK_SET) < 0 ? -1 : 0; });
}

int Files::Commit() {
  if (temporary_.size() == 0) return 0;
  const int failed =
      Try([&] { return rename(temporary_.data(), path_.data()); });
  if (!failed) temporary_.Clear();
  return failed;
}

void Files::Abandon() {
  if (!made_) return;
  const char* path = temporary_.size() > 0 ? temporary_.data() : path_.data();
  Try([&] { return unlink(path); });
  made_ = false;
}

void Files::DeleteOld() const {
  if (options_.rotate_keep == 0 || number_ <= options_.rotate_keep) return;
  base::Buffer<char> path;
  if (!Name(number_ - options_.rotate_keep, &path)) return;
  Try([&] { return unlink(path.data()); });
}

}  // namespace perfc::profile::writer
