// This machine: the kernel's own answers.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "impl/host/cached_pid.h"
#include "impl/host/counters.h"
#include "impl/host/host.h"
#include "impl/host/system.h"

namespace perfc::host {
namespace {

// libc's -1 and errno become the negative errno. The host's errno is left as it
// was: library calls don't disturb it.
template <typename Call>
auto Raw(Call call) -> decltype(call()) {
  const int saved = errno;
  auto result = call();
  if (result == -1) result = -errno;
  errno = saved;
  return result;
}

// C libraries disagree on the type of `resource`.
int Prlimit(int resource, const rlimit* now, rlimit* before) {
  return static_cast<int>(
      Raw([&] { return syscall(SYS_prlimit64, 0, resource, now, before); }));
}

class Kernel final : public System {
 public:
  constexpr Kernel() = default;

  int PerfEventOpen(void* attr, pid_t pid, int cpu, int group_fd,
                    uint64_t flags) const override {
    return static_cast<int>(Raw([&] {
      return syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);
    }));
  }
  int Ioctl(int fd, uint32_t request, uint64_t argument) const override {
    return Raw([&] { return ioctl(fd, request, argument); });
  }
  intptr_t Mmap(void* at, size_t size, int protection, int flags, int fd,
                off_t offset) const override {
    return Raw([&] {
      return reinterpret_cast<intptr_t>(
          mmap(at, size, protection, flags, fd, offset));
    });
  }
  int Munmap(void* at, size_t size) const override {
    return Raw([&] { return munmap(at, size); });
  }
  int Madvise(void* at, size_t size, int advice) const override {
    return Raw([&] { return madvise(at, size, advice); });
  }
  ssize_t Read(int fd, void* buffer, size_t size) const override {
    return Raw([&] { return read(fd, buffer, size); });
  }
  ssize_t Write(int fd, const void* buffer, size_t size) const override {
    return Raw([&] { return write(fd, buffer, size); });
  }
  int Poll(pollfd* fds, size_t count, int timeout_ms) const override {
    return Raw([&] { return poll(fds, count, timeout_ms); });
  }
  int EpollCreate(int flags) const override {
    return Raw([&] { return epoll_create1(flags); });
  }
  int EpollCtl(int epoll_fd, int operation, int fd,
               epoll_event* event) const override {
    return Raw([&] { return epoll_ctl(epoll_fd, operation, fd, event); });
  }
  int EpollWait(int epoll_fd, epoll_event* events, int capacity,
                int timeout_ms) const override {
    return Raw(
        [&] { return epoll_wait(epoll_fd, events, capacity, timeout_ms); });
  }
  int Close(int fd) const override {
    return Raw([&] { return close(fd); });
  }
  int Fcntl(int fd, int command, int argument) const override {
    return Raw([&] { return fcntl(fd, command, argument); });
  }
  int Eventfd(int flags) const override {
    return Raw([&] { return eventfd(0, flags); });
  }
  int Open(const char* path, int flags) const override {
    return Raw([&] { return open(path, flags); });
  }
  ssize_t Getdents(int fd, void* buffer, size_t size) const override {
    return Raw([&] { return syscall(SYS_getdents64, fd, buffer, size); });
  }
  int Getrlimit(int resource, rlimit* limit) const override {
    return Prlimit(resource, nullptr, limit);
  }
  int Setrlimit(int resource, const rlimit* limit) const override {
    return Prlimit(resource, limit, nullptr);
  }
  int Bpf(int command, void* attr, size_t size) const override {
    return static_cast<int>(
        Raw([&] { return syscall(SYS_bpf, command, attr, size); }));
  }
  void* LoadLibrary(const char* name) const override {
    // libpfm4 keeps memory for the life of the process: once unloaded, each
    // later load would leak as much again.
    return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  }
  void* LibrarySymbol(void* library, const char* name) const override {
    return dlsym(library, name);
  }
  void UnloadLibrary(void* library) const override { dlclose(library); }
  pid_t Getpid() const override { return CachedPid(); }
  // Older C libraries have no gettid().
  pid_t Gettid() const override {
    return static_cast<pid_t>(syscall(SYS_gettid));
  }
  int Prctl(int option) const override {
    return Raw([&] { return prctl(option, 0, 0, 0, 0); });
  }
  int ClockGettime(int32_t clock, int64_t* ns) const override {
    timespec now = {};
    const int failed = Raw([&] { return clock_gettime(clock, &now); });
    *ns = now.tv_sec * int64_t{1000000000} + now.tv_nsec;
    return failed;
  }
  bool ReadCounter(uint32_t counter, uint64_t* value) const override {
    return host::ReadCounter(counter, value);
  }
  uint64_t ReadCycles() const override { return host::ReadCycles(); }
  size_t PageSize() const override {
    return static_cast<size_t>(sysconf(_SC_PAGESIZE));
  }
  int64_t MonotonicMs() const override {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * int64_t{1000} + now.tv_nsec / 1000000;
  }
};

constexpr Kernel kKernel;
constexpr Host kThisMachine(kKernel);

}  // namespace

const Host& ThisMachine() { return kThisMachine; }

}  // namespace perfc::host
