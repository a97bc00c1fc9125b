#include "impl/profile/synthesize/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/ascii.h"

namespace perfc::profile::synthesize {
namespace {

constexpr uint64_t kMaxCpu = 0xffff;

ssize_t GetEntries(int fd, void* entries, size_t size) {
  const int saved = errno;
  ssize_t got = syscall(SYS_getdents64, fd, entries, size);
  if (got < 0) got = -errno;
  errno = saved;
  return got;
}

// Calls each(entry). 0, open(2)'s or getdents64(2)'s, or -ENOMEM if it was false.
template <typename Each>
int ForEachEntry(const char* path, Each each) {
  const int fd = io::Open(path, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  alignas(dirent) char entries[4096];
  for (;;) {
    const ssize_t got = GetEntries(fd, entries, sizeof entries);
    if (got <= 0) return static_cast<int>(got);
    for (ssize_t at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const dirent*>(entries + at);
      if (!each(*entry)) return -ENOMEM;
      at += entry->d_reclen;
    }
  }
}

int ParseRange(absl::string_view text, base::Buffer<uint32_t>* cpus) {
  uint64_t first;
  if (!TakeNumber(&text, 10, &first)) return -ENODATA;
  uint64_t last = first;
  if (!text.empty() && text[0] == '-') {
    text.remove_prefix(1);
    if (!TakeNumber(&text, 10, &last)) return -ENODATA;
  }
  if (!text.empty() || last > kMaxCpu || first > last) return -ENODATA;
  // Ranges that overlap may not become more than all CPUs.
  if (cpus->size() + (last - first) > kMaxCpu) return -ENODATA;
  for (; first <= last; ++first) {
    if (!cpus->Append(static_cast<uint32_t>(first))) return -ENOMEM;
  }
  return 0;
}

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return INT_MAX;
}

}  // namespace

Roots::Roots(const perfc_host* host) {
  perfc_host_root(host, PERFC_HOST_SYSFS, sysfs_, sizeof sysfs_);
  perfc_host_root(host, PERFC_HOST_PROCFS, procfs_, sizeof procfs_);
}

bool IsShortage(int code) {
  return code == -ENOMEM || code == -EMFILE || code == -ENFILE;
}

int NoData(int code) { return IsShortage(code) ? code : -ENODATA; }

int OpenToRead(const char* path) {
  return io::Open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
}

int ReadFile(const char* path, base::Buffer<char>* content, size_t limit) {
  content->Clear();
  const int fd = OpenToRead(path);
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  char chunk[4096];
  for (;;) {
    const ssize_t got = io::ReadSome(fd, chunk, sizeof chunk);
    if (got <= 0) return static_cast<int>(got);
    if (!content->AppendAll(chunk, static_cast<size_t>(got))) return -ENOMEM;
    if (content->size() > limit) return -EFBIG;
  }
}

int ReadLine(const char* path, absl::Span<char> buffer,
             absl::string_view* text) {
  const int fd = OpenToRead(path);
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  const ssize_t got = io::Read(fd, buffer.data(), buffer.size());
  if (got < 0) return static_cast<int>(got);
  absl::string_view whole(buffer.data(), static_cast<size_t>(got));
  const absl::string_view line = TakeUntil(&whole, '\n');
  if (line.size() == buffer.size()) return -EFBIG;
  *text = absl::StripAsciiWhitespace(line);
  return 0;
}

bool TakeNumber(absl::string_view* text, int base, uint64_t* number) {
  const size_t before = text->size();
  uint64_t value = 0;
  for (; !text->empty(); text->remove_prefix(1)) {
    const int digit = DigitOf(text->front());
    if (digit >= base) break;
    if (__builtin_mul_overflow(value, static_cast<uint64_t>(base), &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(digit), &value)) {
      return false;
    }
  }
  *number = value;
  return text->size() < before;
}

absl::string_view TakeUntil(absl::string_view* text, char separator) {
  const size_t at = text->find(separator);
  const absl::string_view taken = text->substr(0, at);
  text->remove_prefix(at == text->npos ? text->size() : at + 1);
  return taken;
}

int ReadNumber(const char* path, uint64_t* number) {
  char buffer[32];
  absl::string_view text;
  if (int failed = ReadLine(path, absl::MakeSpan(buffer), &text)) return failed;
  return TakeNumber(&text, 10, number) && text.empty() ? 0 : -ENODATA;
}

int ListNumbers(const char* path, absl::string_view prefix,
                base::Buffer<uint32_t>* numbers) {
  numbers->Clear();
  const int failed = ForEachEntry(path, [&](const dirent& entry) {
    absl::string_view name = entry.d_name;
    if (name.substr(0, prefix.size()) != prefix) return true;
    name.remove_prefix(prefix.size());
    uint64_t number;
    if (!TakeNumber(&name, 10, &number) || !name.empty() ||
        number > UINT32_MAX) {
      return true;
    }
    return numbers->Append(static_cast<uint32_t>(number));
  });
  std::sort(numbers->begin(), numbers->end());
  return failed;
}

bool NameList::Append(absl::string_view name) {
  const size_t start = names_.size();
  if (!starts_.Append(start)) return false;
  if (names_.AppendAll(name.data(), name.size()) && names_.Append('\0')) {
    return true;
  }
  // The name is there whole or not at all.
  (void)starts_.Resize(starts_.size() - 1);
  (void)names_.Resize(start);
  return false;
}

bool NameList::Contains(absl::string_view name) const {
  return std::any_of(starts_.begin(), starts_.end(), [&](size_t start) {
    return names_.data() + start == name;
  });
}

void NameList::Sort() {
  std::sort(starts_.begin(), starts_.end(), [this](size_t a, size_t b) {
    return strcmp(names_.data() + a, names_.data() + b) < 0;
  });
}

void NameList::Clear() {
  names_.Clear();
  starts_.Clear();
}

int ListNames(const char* path, bool directories, NameList* names) {
  names->Clear();
  const int failed = ForEachEntry(path, [&](const dirent& entry) {
    if (entry.d_name[0] == '.') return true;
    if (directories && entry.d_type != DT_DIR) return true;
    return names->Append(entry.d_name);
  });
  names->Sort();
  return failed;
}

int ParseCpuList(absl::string_view text, base::Buffer<uint32_t>* cpus) {
  cpus->Clear();
  while (!text.empty()) {
    const int failed = ParseRange(TakeUntil(&text, ','), cpus);
    if (failed) return failed;
  }
  return 0;
}

int ReadCpuList(const char* path, base::Buffer<uint32_t>* cpus) {
  base::Buffer<char> content;
  if (int failed = ReadFile(path, &content)) return failed;
  return ParseCpuList(absl::StripAsciiWhitespace(View(content)), cpus);
}

}  // namespace perfc::profile::synthesize
