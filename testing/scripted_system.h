// A system that a test scripts: fake fds, fake perf events, files in memory,
// and real memory for rings, which the test writes in the kernel's place. Every
// call may be told to fail, and what stays open shows. What the library must
// never do, such as closing an fd twice, ends the program.
#ifndef PERFC_TESTING_SCRIPTED_SYSTEM_H_
#define PERFC_TESTING_SCRIPTED_SYSTEM_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "impl/host/system.h"
#include "perfc/attr.h"

namespace scripted {

// Ends the program unless it is right: a bug of the library.
void Require(bool right, const char *wrong);

enum class Call {
  kPerfEventOpen,
  kIoctl,
  kMmap,
  kMunmap,
  kMadvise,
  kRead,
  kWrite,
  kPoll,
  kClose,
  kFcntl,
  kEventfd,
  kOpen,
  kGetdents,
  kGetrlimit,
  kSetrlimit,
  kBpf,
  kEpollCreate,
  kEpollCtl,
  kEpollWait,
  kPrctl,
  kClockGettime,
  kEnd,
};
inline constexpr size_t kCalls = static_cast<size_t>(Call::kEnd);

struct IoctlCall {
  uint32_t request;
  uint64_t argument;
  std::vector<uint8_t>
      data;  // What lies at the argument, where it's an address.
};

// What the kernel has behind an event's fd.
struct FakeEvent {
  int fd = -1;
  std::vector<uint8_t> attr;  // As it was passed.
  pid_t pid = 0;
  int cpu = -1;
  int group_fd = -1;
  uint64_t flags = 0;
  uint64_t id = 0;
  std::vector<IoctlCall> ioctls;
  std::vector<uint64_t> counts;  // What read(2) answers; none: end of file.
  short revents = 0;             // What poll(2) answers.
  std::vector<uint32_t> bpf_ids;
  int fd_flags = 0;  // As F_SETFD left them.

  // What the ioctls made of it.
  bool enabled = false;
  bool paused = false;
  int output_fd = -1;
  bool woken = false;  // The next poll(2) says POLLIN, once.

  // What read(2) lays out where `counts` is empty, see set_lays_out_counts; and
  // what a control page says that is mapped without a ring.
  uint64_t value = 0;
  uint64_t time_enabled = 0;
  uint64_t time_running = 0;

  // The ring. The kernel's view of the memory stays when the library unmaps.
  uint8_t *ring = nullptr;
  size_t ring_size = 0;             // With the control page.
  uint8_t *library_ring = nullptr;  // Where the library has it.
  bool mapped = false;
  bool writable = false;

  // The AUX area, where the event's PMU has one.
  bool has_aux = false;
  uint8_t *aux = nullptr;
  size_t aux_size = 0;
  uint8_t *library_aux = nullptr;  // Where the library has it, if it has.
  bool aux_writable = false;

  // The attr as far as this version knows it.
  perfc_attr known() const;
};

class ScriptedSystem final : public perfc::host::System {
 public:
  ScriptedSystem();
  ScriptedSystem(const ScriptedSystem &) = delete;
  ScriptedSystem &operator=(const ScriptedSystem &) = delete;
  ~ScriptedSystem();

  // The n-th call of a kind from now on fails, n counting from 1.
  void Fail(Call call, int error, int n = 1);
  // The n-th call of any kind from now on fails. Neither munmap nor close,
  // which leave nothing to be undone.
  void FailAny(int error, int n);
  // Each call of a kind fails; 0 ends it.
  void FailAlways(Call call, int error) {
    fail_always_[static_cast<size_t>(call)] = error;
  }
  // Each ioctl of this request fails; 0 ends it.
  void FailRequest(uint32_t request, int error);
  // True if something that was told to fail has done so.
  bool failed() const { return failed_; }
  // Which call that was.
  Call failed_call() const { return failed_call_; }

  int count(Call call) const { return counts_[static_cast<size_t>(call)]; }
  size_t open_fds() const { return fds_.size(); }
  size_t mappings() const { return mappings_.size(); }

  // An event that was opened elsewhere, and a file that is no event.
  int AddEvent();
  int AddPlainFd();
  FakeEvent &event(int fd) { return events_.at(fd); }
  const FakeEvent &event(int fd) const { return events_.at(fd); }
  void EachEvent(const std::function<void(FakeEvent *event)> &function) {
    for (auto &[fd, event] : events_) function(&event);
  }
  bool is_event(int fd) const { return events_.count(fd) != 0; }
  // The same of an event that isn't closed, and all of those.
  bool has_open_event(int fd) const { return is_event(fd) && fds_.count(fd); }
  std::vector<int> OpenEvents() const;
  // fds count up from here.
  void set_next_fd(int fd) { next_fd_ = fd; }
  // read(2) of an event without `counts` is what its value and times make by its
  // read_format, and not the end of the file.
  void set_lays_out_counts(bool lays_out) { lays_out_counts_ = lays_out; }
  // data_head and aux_head of rings that are mapped from now on: they were read
  // so far through another mapping.
  void set_first_head(uint64_t head) { first_head_ = head; }
  // Events of attr.type `first` and above have an AUX area.
  void set_first_aux_type(uint32_t first) { first_aux_type_ = first; }

  // Keeps other threads' system calls waiting while a test changes something.
  std::unique_lock<std::mutex> Hold() const {
    return std::unique_lock<std::mutex>(mutex_);
  }
  // Those who wait look again.
  void Notify() { changed_.notify_all(); }
  int last_event_fd() const { return last_event_fd_; }
  // A plain fd for what a hook makes, a BPF link.
  int MakeFd() const { return NewFd(Kind::kPlain); }

  // What the kernel says of its attr on E2BIG; longer ones need a zero tail.
  void set_kernel_attr_size(uint32_t size) { kernel_attr_size_ = size; }

  void SetFile(const std::string &path, const std::string &content);
  void RemoveFile(const std::string &path);
  // A library that can be loaded, with a function for each name.
  void SetLibrary(const std::string &name,
                  std::map<std::string, void *> *symbols) {
    libraries_[name] = symbols;
  }
  int libraries_unloaded() const { return libraries_unloaded_; }
  void SetLimit(int resource, rlim_t soft, rlim_t hard);
  rlimit limit(int resource) const { return limits_.at(resource); }
  // Runs in every poll before it answers, as other threads and the kernel do.
  void set_on_poll(std::function<void()> hook) { on_poll_ = std::move(hook); }
  // The errno by which an event isn't opened, or 0.
  void set_on_open(
      std::function<int(const perfc_attr &attr, pid_t pid, int cpu, int group)>
          hook) {
    on_open_ = std::move(hook);
  }
  // Answers bpf(2); without it -ENOSYS.
  void set_on_bpf(std::function<int(int command, void *attr)> hook) {
    on_bpf_ = std::move(hook);
  }
  // The same in every ioctl.
  void set_on_ioctl(
      std::function<void(uint32_t request, uint64_t argument)> hook) {
    on_ioctl_ = std::move(hook);
  }
  // The same in every mmap of anonymous memory, before it answers.
  void set_on_mmap(std::function<void()> hook) { on_mmap_ = std::move(hook); }
  // The same in every munmap, when the memory is gone.
  void set_on_munmap(std::function<void()> hook) {
    on_munmap_ = std::move(hook);
  }
  // Runs in every read of a counter; what it gives is what the counter shows.
  void set_on_counter(
      std::function<bool(uint32_t counter, uint64_t *value)> hook) {
    on_counter_ = std::move(hook);
  }
  void set_cycles(uint64_t cycles) { cycles_ = cycles; }
  // What clock_gettime(2) answers; each look takes `step` ns.
  void SetClock(int32_t clock, int64_t ns, int64_t step = 0) {
    clocks_[clock] = {ns, step};
  }
  void set_tid(pid_t tid) { tid_ = tid; }
  const std::vector<int> &prctls() const { return prctls_; }
  int last_poll_timeout() const { return last_poll_timeout_; }
  int64_t now_ms() const { return now_ms_; }

  // Frees what the kernel had behind fds that are closed; with
  // set_forgets_closed this is done whenever the last of an event goes, its fd
  // or its mapping.
  void ForgetClosed();
  void set_forgets_closed(bool forgets) { forgets_closed_ = forgets; }

  // What a failed munmap left, and what a child of fork() must leave.
  void UnmapAll();

  // From now on this is a child of fork(): another pid, no rings, and zeros
  // where the memory was marked so.
  void Fork();
  bool forked() const { return forked_; }

  int PerfEventOpen(void *attr, pid_t pid, int cpu, int group_fd,
                    uint64_t flags) const override;
  int Ioctl(int fd, uint32_t request, uint64_t argument) const override;
  intptr_t Mmap(void *at, size_t size, int protection, int flags, int fd,
                off_t offset) const override;
  int Munmap(void *at, size_t size) const override;
  int Madvise(void *at, size_t size, int advice) const override;
  ssize_t Read(int fd, void *buffer, size_t size) const override;
  ssize_t Write(int fd, const void *buffer, size_t size) const override;
  int Poll(pollfd *fds, size_t count, int timeout_ms) const override;
  int EpollCreate(int flags) const override;
  int EpollCtl(int epoll_fd, int operation, int fd,
               epoll_event *event) const override;
  int EpollWait(int epoll_fd, epoll_event *events, int capacity,
                int timeout_ms) const override;
  int Close(int fd) const override;
  int Fcntl(int fd, int command, int argument) const override;
  int Eventfd(int flags) const override;
  int Open(const char *path, int flags) const override;
  ssize_t Getdents(int fd, void *buffer, size_t size) const override;
  int Getrlimit(int resource, rlimit *limit) const override;
  int Setrlimit(int resource, const rlimit *limit) const override;
  int Bpf(int command, void *attr, size_t size) const override;
  void *LoadLibrary(const char *name) const override {
    const auto found = libraries_.find(name);
    return found == libraries_.end() ? nullptr : found->second;
  }
  void *LibrarySymbol(void *library, const char *name) const override;
  void UnloadLibrary(void *) const override { ++libraries_unloaded_; }
  pid_t Getpid() const override { return pid_; }
  pid_t Gettid() const override { return tid_; }
  int Prctl(int option) const override;
  int ClockGettime(int32_t clock, int64_t *ns) const override;
  bool ReadCounter(uint32_t counter, uint64_t *value) const override {
    return on_counter_ && on_counter_(counter, value);
  }
  uint64_t ReadCycles() const override { return cycles_; }
  size_t PageSize() const override { return page_size_; }
  int64_t MonotonicMs() const override { return now_ms_; }

 private:
  enum class Kind { kEvent, kEventfd, kFile, kPlain };
  struct Fd {
    Kind kind;
    std::string path;
    size_t offset = 0;     // Of a file; of a directory, the next entry.
    uint64_t counter = 0;  // Of an eventfd.
  };

  void Free(const FakeEvent &event) const;
  void ForgetIfGone(int fd) const;
  void Detach(const uint8_t *at, int fd) const;
  int DoMunmap(void *at, size_t size) const;
  // The error that this call is told to fail with, or 0.
  int Injected(Call call) const;
  int NewFd(Kind kind, const std::string &path = "") const;
  Fd *Find(int fd) const;
  int CheckAttr(void *attr) const;
  void Answer(const IoctlCall &call, FakeEvent *event, int *result) const;
  void Apply(const IoctlCall &call, FakeEvent *event) const;
  void SetEnabled(FakeEvent *event, uint64_t flags, bool enabled) const;
  int QueryBpf(const FakeEvent &event, uint32_t *query) const;
  intptr_t MapRing(void *at, size_t size, int protection, int fd) const;
  intptr_t MapPage(const FakeEvent &event) const;
  intptr_t MapAux(size_t size, int protection, int fd, off_t offset) const;
  std::vector<uint64_t> LayOut(const FakeEvent &event) const;
  ssize_t ReadEvent(const FakeEvent &event, void *buffer, size_t size) const;
  int Ready(pollfd *fds, size_t count) const;
  int Await(pollfd *fds, size_t count, int timeout_ms) const;
  bool IsDirectory(const std::string &path) const;
  std::vector<std::string> Entries(const std::string &directory) const;

  // The system's calls are const, because one host serves many threads.
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  mutable std::map<int, Fd> fds_;
  mutable std::map<int, FakeEvent> events_;
  mutable std::map<int, std::map<int, epoll_event>> watched_;  // By epoll fd.
  mutable std::map<uint8_t *, size_t> mappings_;
  mutable std::map<uint8_t *, int> mapped_events_;  // By their mappings, fds.
  mutable std::map<uint8_t *, size_t> wiped_on_fork_;
  mutable int next_fd_ = 100;
  mutable int last_event_fd_ = -1;
  mutable uint64_t next_id_ = 1;
  mutable int counts_[kCalls] = {};
  mutable int fail_at_[kCalls] = {};
  mutable int fail_with_[kCalls] = {};
  int fail_always_[kCalls] = {};
  mutable int any_count_ = 0;
  mutable int any_at_ = 0;
  mutable int any_with_ = 0;
  mutable bool failed_ = false;
  mutable Call failed_call_ = Call::kEnd;
  mutable int last_poll_timeout_ = 0;
  mutable int64_t now_ms_ = 1000;
  std::map<uint32_t, int> fail_requests_;
  std::map<std::string, std::string> files_;
  std::map<std::string, std::map<std::string, void *> *> libraries_;
  mutable int libraries_unloaded_ = 0;
  mutable std::map<int, rlimit> limits_;
  std::function<void()> on_poll_;
  std::function<void()> on_munmap_;
  std::function<int(const perfc_attr &, pid_t, int, int)> on_open_;
  std::function<int(int, void *)> on_bpf_;
  std::function<void(uint32_t, uint64_t)> on_ioctl_;
  std::function<void()> on_mmap_;
  std::function<bool(uint32_t, uint64_t *)> on_counter_;
  uint64_t cycles_ = 0;
  mutable std::map<int32_t, std::pair<int64_t, int64_t>> clocks_;
  mutable std::vector<int> prctls_;
  pid_t tid_ = 4000;
  uint32_t kernel_attr_size_ = 136;
  pid_t pid_ = 4000;
  bool forked_ = false;
  bool lays_out_counts_ = false;
  bool forgets_closed_ = false;
  uint64_t first_head_ = 0;
  uint32_t first_aux_type_ = UINT32_MAX;
  size_t page_size_;
};

}  // namespace scripted

#endif  // PERFC_TESTING_SCRIPTED_SYSTEM_H_
