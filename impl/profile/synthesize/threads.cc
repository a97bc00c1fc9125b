#include "impl/profile/synthesize/threads.h"

#include <sys/stat.h>

#include <cerrno>

#include "absl/strings/ascii.h"
#include "impl/profile/synthesize/line_reader.h"

namespace perfc::profile::synthesize {
namespace {

// "Name:\tnumber". False: the line is another one.
bool TakeField(absl::string_view line, absl::string_view name,
               int32_t* number) {
  if (TakeUntil(&line, ':') != name) return false;
  line = absl::StripLeadingAsciiWhitespace(line);
  uint64_t value;
  if (!TakeNumber(&line, 10, &value) || value > INT32_MAX) return false;
  *number = static_cast<int32_t>(value);
  return true;
}

int ReadStatus(const char* path, Thread* thread) {
  LineReader lines;
  if (int failed = lines.Open(path)) return failed;
  bool has_pid = false;
  absl::string_view line;
  int got;
  while ((got = lines.Next(&line)) == 1) {
    has_pid |= TakeField(line, "Tgid", &thread->pid);
    // The line behind Tgid's.
    if (TakeField(line, "PPid", &thread->ppid)) return has_pid ? 0 : -ENODATA;
  }
  return got < 0 ? got : -ENODATA;
}

// The file has the name as it is, and a newline. A kernel thread's name is longer there
// than in the kernel's records.
int ReadComm(const char* path, Thread* thread) {
  const int fd = OpenToRead(path);
  if (fd < 0) return fd;
  const io::Fd owner = io::Fd::Owned(fd);
  char name[sizeof thread->comm + 1];
  const ssize_t got = io::Read(fd, name, sizeof name);
  if (got < 0) return static_cast<int>(got);
  absl::string_view comm(name, static_cast<size_t>(got));
  if (!comm.empty() && comm.back() == '\n') comm.remove_suffix(1);
  thread->comm_size =
      static_cast<uint8_t>(comm.copy(thread->comm, sizeof thread->comm));
  return 0;
}

}  // namespace

int ReadThread(const Roots& roots, uint32_t pid, uint32_t tid, Thread* thread) {
  thread->tid = static_cast<int32_t>(tid);
  const Path status("%s/%d/task/%d/status", roots.procfs(), pid, tid);
  if (int failed = ReadStatus(status.get(), thread)) return failed;
  const Path comm("%s/%d/task/%d/comm", roots.procfs(), pid, tid);
  return ReadComm(comm.get(), thread);
}

void ReadNamespaces(const Roots& roots, const Thread& thread,
                    Namespace (&namespaces)[kNamespaces]) {
  constexpr const char* kNames[kNamespaces] = {"net",  "uts", "ipc",   "pid",
                                               "user", "mnt", "cgroup"};
  const int saved = errno;
  for (size_t i = 0; i < kNamespaces; ++i) {
    const Path path("%s/%d/task/%d/ns/%s", roots.procfs(), thread.pid,
                    thread.tid, kNames[i]);
    struct stat facts = {};
    const bool there = stat(path.get(), &facts) == 0;
    namespaces[i] = there ? Namespace{facts.st_dev, facts.st_ino} : Namespace{};
  }
  errno = saved;
}

}  // namespace perfc::profile::synthesize
