// The interface for every system call of the library, so that a test can answer
// in the kernel's place.
#ifndef PERFC_IMPL_HOST_SYSTEM_H_
#define PERFC_IMPL_HOST_SYSTEM_H_

#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace perfc::host {

// All functions return the kernel's result, or its negative errno. None
// allocates memory.
class System {
 public:
  virtual int PerfEventOpen(void* attr, pid_t pid, int cpu, int group_fd,
                            uint64_t flags) const = 0;
  virtual int Ioctl(int fd, uint32_t request, uint64_t argument) const = 0;
  // The address, or a negative errno.
  virtual intptr_t Mmap(void* at, size_t size, int protection, int flags,
                        int fd, off_t offset) const = 0;
  virtual int Munmap(void* at, size_t size) const = 0;
  virtual int Madvise(void* at, size_t size, int advice) const = 0;
  virtual ssize_t Read(int fd, void* buffer, size_t size) const = 0;
  virtual ssize_t Write(int fd, const void* buffer, size_t size) const = 0;
  virtual int Poll(pollfd* fds, size_t count, int timeout_ms) const = 0;
  virtual int EpollCreate(int flags) const = 0;
  virtual int EpollCtl(int epoll_fd, int operation, int fd,
                       epoll_event* event) const = 0;
  virtual int EpollWait(int epoll_fd, epoll_event* events, int capacity,
                        int timeout_ms) const = 0;
  virtual int Close(int fd) const = 0;
  virtual int Fcntl(int fd, int command, int argument) const = 0;
  virtual int Eventfd(int flags) const = 0;
  virtual int Open(const char* path, int flags) const = 0;
  // Fills the buffer with struct dirent64.
  virtual ssize_t Getdents(int fd, void* buffer, size_t size) const = 0;
  virtual int Getrlimit(int resource, rlimit* limit) const = 0;
  virtual int Setrlimit(int resource, const rlimit* limit) const = 0;
  // bpf(2); `attr` is the kernel's union bpf_attr.
  virtual int Bpf(int command, void* attr, size_t size) const = 0;
  // dlopen(3) with all symbols bound and none handed on, dlsym(3), dlclose(3);
  // nullptr where there is none. A library that is closed may stay in memory.
  virtual void* LoadLibrary(const char* name) const = 0;
  virtual void* LibrarySymbol(void* library, const char* name) const = 0;
  virtual void UnloadLibrary(void* library) const = 0;
  // A forked child's own, but for one that shares its parent's memory (vfork,
  // CLONE_VM): it is told the parent's.
  virtual pid_t Getpid() const = 0;
  virtual pid_t Gettid() const = 0;
  virtual int Prctl(int option) const = 0;
  // ns of a clock, 0 or a negative errno.
  virtual int ClockGettime(int32_t clock, int64_t* ns) const = 0;
  // These two are no system calls, but they read the machine, too. ReadCounter
  // reads a counter of the PMU by the number in the control page; it is false
  // on architectures without code for that. ReadCycles reads the cycle counter
  // to which the control page's times refer.
  virtual bool ReadCounter(uint32_t counter, uint64_t* value) const = 0;
  virtual uint64_t ReadCycles() const = 0;
  virtual size_t PageSize() const = 0;
  virtual int64_t MonotonicMs() const = 0;

 protected:
  ~System() = default;
};

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_SYSTEM_H_
