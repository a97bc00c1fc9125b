#include "impl/host/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/limits.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace perfc::host {
namespace {

// Under a root that a container fills, a FIFO or a terminal may stand where a file
// is looked for: the one must not hold us up, nor the other become ours.
constexpr int kToRead = O_RDONLY | O_NONBLOCK | O_NOCTTY;

int AppendEntries(const char* entries, size_t size, NameList* names) {
  for (size_t at = 0; at < size;) {
    const auto* entry = reinterpret_cast<const dirent*>(entries + at);
    const absl::string_view name = entry->d_name;
    if (name != "." && name != ".." && !names->Append(name)) return -ENOMEM;
    at += entry->d_reclen;
  }
  return 0;
}

int ReadAll(const System& system, int fd, base::Buffer<char>* content) {
  char chunk[4096];
  for (;;) {
    const ssize_t got = system.Read(fd, chunk, sizeof chunk);
    if (got <= 0) return static_cast<int>(got);
    if (!content->AppendAll(chunk, static_cast<size_t>(got))) return -ENOMEM;
    if (content->size() > kMaxFile) return -EFBIG;
  }
}

int ListAll(const System& system, int fd, NameList* names) {
  alignas(dirent) char chunk[4096];
  for (;;) {
    const ssize_t got = system.Getdents(fd, chunk, sizeof chunk);
    if (got <= 0) return static_cast<int>(got);
    const int failed = AppendEntries(chunk, static_cast<size_t>(got), names);
    if (failed) return failed;
  }
}

}  // namespace

bool NameList::Append(absl::string_view name) {
  const size_t start = text_.size();
  if (!starts_.Append(start)) return false;
  if (text_.AppendAll(name.data(), name.size()) && text_.Append('\0')) {
    return true;
  }
  // The name is there whole or not at all.
  (void)starts_.Resize(starts_.size() - 1);
  (void)text_.Resize(start);
  return false;
}

void NameList::Sort() {
  std::sort(starts_.begin(), starts_.end(), [this](size_t a, size_t b) {
    return strcmp(text_.data() + a, text_.data() + b) < 0;
  });
}

void NameList::Clear() {
  text_.Clear();
  starts_.Clear();
}

int OpenBelow(const System& system, absl::string_view root,
              absl::string_view path, int flags) {
  char whole[PATH_MAX];
  const size_t length = root.size() + 1 + path.size();
  if (length >= sizeof whole) return -ENAMETOOLONG;
  root.copy(whole, root.size());
  whole[root.size()] = '/';
  path.copy(whole + root.size() + 1, path.size());
  whole[length] = '\0';
  return system.Open(whole, flags | O_CLOEXEC);
}

int ReadFile(const System& system, absl::string_view root,
             absl::string_view path, base::Buffer<char>* content) {
  content->Clear();
  const int fd = OpenBelow(system, root, path, kToRead);
  if (fd < 0) return fd;
  const int failed = ReadAll(system, fd, content);
  system.Close(fd);
  return failed;
}

int ListDirectory(const System& system, absl::string_view root,
                  absl::string_view path, NameList* names) {
  names->Clear();
  const int fd = OpenBelow(system, root, path, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return fd;
  const int failed = ListAll(system, fd, names);
  system.Close(fd);
  names->Sort();
  return failed;
}

}  // namespace perfc::host
