// Files and directories of procfs and sysfs.
#ifndef PERFC_IMPL_PROFILE_SYNTHESIZE_FILES_H_
#define PERFC_IMPL_PROFILE_SYNTHESIZE_FILES_H_

#include <limits.h>

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "impl/base/buffer.h"
#include "impl/base/text_writer.h"
#include "impl/profile/io/io.h"
#include "perfc/host.h"

namespace perfc::profile::synthesize {

// A path. One that is too long becomes "", which can't be opened.
class Path {
 public:
  template <typename... Args>
  explicit Path(const absl::FormatSpec<Args...>& format, const Args&... args) {
    base::TextWriter writer(text_, sizeof text_);
    writer.Format(format, args...);
    if (writer.length() >= sizeof text_) text_[0] = '\0';
  }

  const char* get() const { return text_; }

 private:
  char text_[PATH_MAX];
};

// Where a host's files are.
class Roots {
 public:
  explicit Roots(const perfc_host* host);

  const char* sysfs() const { return sysfs_; }
  const char* procfs() const { return procfs_; }

 private:
  // perfc_host_create takes no longer ones.
  char sysfs_[256] = "";
  char procfs_[256] = "";
};

// A shortage, which isn't a property of the file: -ENOMEM, -EMFILE, -ENFILE.
bool IsShortage(int code);
// The code of a shortage; otherwise -ENODATA: the machine doesn't tell.
int NoData(int code);

// An fd to read from. A FIFO or terminal in a file's place neither blocks nor becomes
// ours.
int OpenToRead(const char* path);

// Files are read up to this size; longer ones are -EFBIG.
inline constexpr size_t kMaxFile = 1 << 20;
int ReadFile(const char* path, base::Buffer<char>* content,
             size_t limit = kMaxFile);

// Reads a file of one short line. *text is the line without spaces at both ends, and
// lies in the buffer. 0 or a negative errno; -EFBIG: it doesn't fit.
int ReadLine(const char* path, absl::Span<char> buffer,
             absl::string_view* text);

// Reads a number at the start of *text, and removes it. False: there is none, or it
// doesn't fit.
bool TakeNumber(absl::string_view* text, int base, uint64_t* number);
// Removes the text up to a separator, and the separator. Everything if there is
// none.
absl::string_view TakeUntil(absl::string_view* text, char separator);

// A file of one decimal number.
int ReadNumber(const char* path, uint64_t* number);

// The entries of a directory whose name is `prefix` and a number, sorted.
int ListNumbers(const char* path, absl::string_view prefix,
                base::Buffer<uint32_t>* numbers);

// Names, one behind the other.
class NameList {
 public:
  size_t size() const { return starts_.size(); }
  // Lives until the list changes; a NUL follows.
  absl::string_view operator[](size_t i) const {
    return names_.data() + starts_[i];
  }
  [[nodiscard]] bool Append(absl::string_view name);
  [[nodiscard]] bool Contains(absl::string_view name) const;
  void Sort();
  void Clear();

 private:
  base::Buffer<char> names_;
  base::Buffer<size_t> starts_;
};

// The entries of a directory, sorted, without those that begin with a dot.
// `directories`: only those that are directories.
int ListNames(const char* path, bool directories, NameList* names);

// Numbers of CPUs or nodes, from a list such as "0-3,8". 0; -ENODATA: it is no list, or
// has a number above 65535; -ENOMEM.
int ParseCpuList(absl::string_view text, base::Buffer<uint32_t>* cpus);
// The same from a file.
int ReadCpuList(const char* path, base::Buffer<uint32_t>* cpus);

}  // namespace perfc::profile::synthesize

#endif  // PERFC_IMPL_PROFILE_SYNTHESIZE_FILES_H_
