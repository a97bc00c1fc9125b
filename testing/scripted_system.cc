#include "testing/scripted_system.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "perfc/attr.h"
#include "perfc/uapi.h"

namespace scripted {
namespace {

using Lock = std::lock_guard<std::mutex>;

uint32_t SizeField(const uint8_t *attr) {
  uint32_t size;
  memcpy(&size, attr + offsetof(perfc_attr, size), sizeof size);
  return size;
}

}  // namespace

void Require(bool right, const char *wrong) {
  if (right) return;
  fprintf(stderr, "scripted system: %s\n", wrong);
  abort();
}

ScriptedSystem::ScriptedSystem()
    : page_size_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
  SetFile("/proc/sys/kernel/perf_event_paranoid", "2\n");
  SetFile("/proc/self/status",
          "Name:\ttest\nCapEff:\t0000000000000000\nSeccomp:\t0\n");
}

void ScriptedSystem::UnmapAll() {
  for (const auto &[at, size] : mappings_) munmap(at, size);
  mappings_.clear();
}

ScriptedSystem::~ScriptedSystem() {
  UnmapAll();
  fds_.clear();
  ForgetClosed();
}

void ScriptedSystem::ForgetClosed() {
  for (auto at = events_.begin(); at != events_.end();) {
    const auto &[fd, event] = *at;
    if (fds_.count(fd) != 0) {
      ++at;
      continue;
    }
    Free(event);
    at = events_.erase(at);
  }
}

void ScriptedSystem::Free(const FakeEvent &event) const {
  if (event.ring != nullptr) munmap(event.ring, event.ring_size);
  if (event.aux != nullptr) munmap(event.aux, event.aux_size);
}

void ScriptedSystem::ForgetIfGone(int fd) const {
  const auto found = events_.find(fd);
  if (!forgets_closed_ || found == events_.end() || fds_.count(fd) != 0) return;
  const FakeEvent &event = found->second;
  if (event.mapped || event.library_aux != nullptr) return;
  Free(event);
  events_.erase(found);
}

perfc_attr FakeEvent::known() const {
  perfc_attr attr = {};
  memcpy(&attr, this->attr.data(), std::min(this->attr.size(), sizeof attr));
  return attr;
}

std::vector<int> ScriptedSystem::OpenEvents() const {
  std::vector<int> fds;
  for (const auto &[fd, event] : events_) {
    if (fds_.count(fd) != 0) fds.push_back(fd);
  }
  return fds;
}

void ScriptedSystem::Fail(Call call, int error, int n) {
  const auto i = static_cast<size_t>(call);
  fail_at_[i] = counts_[i] + n;
  fail_with_[i] = error;
  failed_ = false;
}

void ScriptedSystem::FailAny(int error, int n) {
  any_at_ = any_count_ + n;
  any_with_ = error;
  failed_ = false;
}

void ScriptedSystem::FailRequest(uint32_t request, int error) {
  fail_requests_[request] = error;
}

int ScriptedSystem::Injected(Call call) const {
  const auto i = static_cast<size_t>(call);
  int error = ++counts_[i] == fail_at_[i] ? fail_with_[i] : fail_always_[i];
  const bool undoes = call == Call::kMunmap || call == Call::kClose;
  if (!undoes && ++any_count_ == any_at_) error = any_with_;
  if (error != 0) {
    failed_ = true;
    failed_call_ = call;
  }
  return error;
}

int ScriptedSystem::NewFd(Kind kind, const std::string &path) const {
  fds_[next_fd_] = {kind, path};
  return next_fd_++;
}

ScriptedSystem::Fd *ScriptedSystem::Find(int fd) const {
  const auto found = fds_.find(fd);
  return found == fds_.end() ? nullptr : &found->second;
}

int ScriptedSystem::AddEvent() {
  const int fd = NewFd(Kind::kEvent);
  events_[fd].fd = fd;
  events_[fd].id = next_id_++;
  return fd;
}

int ScriptedSystem::AddPlainFd() { return NewFd(Kind::kPlain); }

void ScriptedSystem::SetLimit(int resource, rlim_t soft, rlim_t hard) {
  limits_[resource] = {soft, hard};
}

void ScriptedSystem::Fork() {
  ++pid_;
  forked_ = true;
  for (const auto &[at, size] : wiped_on_fork_) memset(at, 0, size);
  // The kernel gives a child no ring: whoever touches one here crashes.
  for (const auto &[at, size] : mappings_) {
    const auto mark = wiped_on_fork_.lower_bound(at);
    if (mark != wiped_on_fork_.end() && mark->first < at + size) {
      mprotect(at, static_cast<size_t>(mark->first - at), PROT_NONE);
    }
  }
  for (const auto &[fd, event] : events_) {
    if (event.library_aux)
      mprotect(event.library_aux, event.aux_size, PROT_NONE);
  }
}

// As perf_copy_attr does, kernel/events/core.c.
int ScriptedSystem::CheckAttr(void *attr) const {
  auto *bytes = static_cast<uint8_t *>(attr);
  const uint32_t size = SizeField(bytes);
  const bool too_long = size > kernel_attr_size_ &&
                        std::any_of(bytes + kernel_attr_size_, bytes + size,
                                    [](uint8_t byte) { return byte != 0; });
  if (size >= PERFC_ATTR_SIZE_VER0 && !too_long) return 0;
  memcpy(bytes + offsetof(perfc_attr, size), &kernel_attr_size_,
         sizeof kernel_attr_size_);
  return -E2BIG;
}

int ScriptedSystem::PerfEventOpen(void *attr, pid_t pid, int cpu, int group_fd,
                                  uint64_t flags) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kPerfEventOpen)) return -error;
  Require(flags & PERFC_FLAG_FD_CLOEXEC,
          "an event that execve(2) would leave open");
  if (const int refused = CheckAttr(attr)) return refused;
  const auto *bytes = static_cast<const uint8_t *>(attr);
  FakeEvent event;
  event.attr.assign(bytes, bytes + SizeField(bytes));
  const perfc_attr known = event.known();
  if (on_open_) {
    if (const int refused = on_open_(known, pid, cpu, group_fd)) {
      return -refused;
    }
  }
  event.enabled = !(known.flags & PERFC_ATTR_DISABLED);
  event.has_aux = known.type >= first_aux_type_;
  event.pid = pid;
  event.cpu = cpu;
  event.group_fd = group_fd;
  event.flags = flags;
  event.id = next_id_++;
  last_event_fd_ = event.fd = NewFd(Kind::kEvent);
  events_[last_event_fd_] = event;
  return last_event_fd_;
}

int ScriptedSystem::Ioctl(int fd, uint32_t request, uint64_t argument) const {
  if (on_ioctl_) on_ioctl_(request, argument);
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kIoctl)) return -error;
  const Fd *found = Find(fd);
  if (found == nullptr) return -EBADF;
  if (found->kind != Kind::kEvent) return -ENOTTY;
  int result = 0;
  const auto failing = fail_requests_.find(request);
  if (failing != fail_requests_.end()) result = -failing->second;
  Answer({request, argument, {}}, &events_.at(fd), &result);
  return result;
}

// Keeps the call with what lies at its argument, and answers what has an
// answer.
void ScriptedSystem::Answer(const IoctlCall &call, FakeEvent *event,
                            int *result) const {
  const auto *at = reinterpret_cast<const uint8_t *>(call.argument);
  IoctlCall kept = call;
  switch (call.request) {
    case PERFC_IOC_PERIOD:
      kept.data.assign(at, at + 8);
      break;
    case PERFC_IOC_SET_FILTER:
      kept.data.assign(at, at + strlen(reinterpret_cast<const char *>(at)));
      break;
    case PERFC_IOC_MODIFY_ATTRIBUTES:
      kept.data.assign(at, at + SizeField(at));
      break;
    case PERFC_IOC_ID:
      if (*result == 0) {
        memcpy(reinterpret_cast<void *>(call.argument), &event->id, 8);
      }
      break;
    case PERFC_IOC_QUERY_BPF:
      kept.data.assign(at, at + 4);
      if (*result == 0) {
        *result = QueryBpf(*event, reinterpret_cast<uint32_t *>(call.argument));
      }
      break;
    default:
      break;
  }
  if (*result == 0) Apply(call, event);
  event->ioctls.push_back(kept);
}

// What lasts of a request.
void ScriptedSystem::Apply(const IoctlCall &call, FakeEvent *event) const {
  switch (call.request) {
    case PERFC_IOC_ENABLE:
      return SetEnabled(event, call.argument, true);
    case PERFC_IOC_DISABLE:
      return SetEnabled(event, call.argument, false);
    case PERFC_IOC_REFRESH:
      event->enabled = true;
      return;
    case PERFC_IOC_PAUSE_OUTPUT:
      event->paused = call.argument != 0;
      return;
    case PERFC_IOC_SET_OUTPUT:
      event->output_fd = static_cast<int>(call.argument);
      return;
    default:
      return;
  }
}

void ScriptedSystem::SetEnabled(FakeEvent *event, uint64_t flags,
                                bool enabled) const {
  event->enabled = enabled;
  if (!(flags & PERFC_IOC_FLAG_GROUP)) return;
  const int leader = event->group_fd >= 0 ? event->group_fd : event->fd;
  for (auto &[fd, member] : events_) {
    if (fd == leader || member.group_fd == leader) member.enabled = enabled;
  }
}

// As perf_event_query_prog_array does, kernel/trace/bpf_trace.c.
int ScriptedSystem::QueryBpf(const FakeEvent &event, uint32_t *query) const {
  if (query[0] > 64) return -E2BIG;
  query[1] = static_cast<uint32_t>(event.bpf_ids.size());
  const size_t fitting = std::min<size_t>(query[0], event.bpf_ids.size());
  std::copy_n(event.bpf_ids.begin(), fitting, query + 2);
  return query[0] != 0 && query[0] < query[1] ? -ENOSPC : 0;
}

// A mapping of the library's, and one of the same memory for the test, which
// plays the kernel.
intptr_t ScriptedSystem::MapRing(void *at, size_t size, int protection,
                                 int fd) const {
  FakeEvent &event = events_.at(fd);
  const size_t data_pages = size / page_size_ - 1;
  if ((data_pages & (data_pages - 1)) != 0 || event.mapped) return -EINVAL;
  if (event.ring != nullptr) munmap(event.ring, event.ring_size);
  const int memory = memfd_create("ring", MFD_CLOEXEC);
  Require(ftruncate(memory, static_cast<off_t>(size)) == 0, "no memory");
  void *mine =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  void *mapped = mmap(at, size, protection, MAP_SHARED | MAP_FIXED, memory, 0);
  close(memory);
  event.ring = static_cast<uint8_t *>(mine);
  event.ring_size = size;
  event.library_ring = static_cast<uint8_t *>(at);
  mapped_events_[event.library_ring] = fd;
  event.mapped = true;
  event.writable = (protection & PROT_WRITE) != 0;
  auto *control = reinterpret_cast<perfc_mmap_page *>(event.ring);
  control->data_head = control->aux_head = first_head_;
  control->data_offset = page_size_;
  control->data_size = size - page_size_;
  return reinterpret_cast<intptr_t>(mapped);
}

// A control page outside of any ring, as perf_event_update_userpage fills it in.
intptr_t ScriptedSystem::MapPage(const FakeEvent &event) const {
  if (event.mapped) return -EINVAL;
  void *mapped = mmap(nullptr, page_size_, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return -errno;
  auto *page = static_cast<perfc_mmap_page *>(mapped);
  page->offset = static_cast<int64_t>(event.value);
  page->time_enabled = event.time_enabled;
  page->time_running = event.time_running;
  mappings_[static_cast<uint8_t *>(mapped)] = page_size_;
  return reinterpret_cast<intptr_t>(mapped);
}

// By the rules of perf_mmap_aux and rb_alloc_aux, kernel/events.
intptr_t ScriptedSystem::MapAux(size_t size, int protection, int fd,
                                off_t offset) const {
  FakeEvent &event = events_.at(fd);
  if (!event.mapped) return -EINVAL;
  const auto *control = reinterpret_cast<perfc_mmap_page *>(event.ring);
  const auto wanted = static_cast<uint64_t>(offset);
  const bool elsewhere = event.library_aux != nullptr;
  if (control->aux_offset < event.ring_size || control->aux_offset != wanted ||
      control->aux_size != size || (size & (size - 1)) != 0 || elsewhere) {
    return -EINVAL;
  }
  if (!event.has_aux) return -EOPNOTSUPP;
  if (event.aux != nullptr) munmap(event.aux, event.aux_size);
  const int memory = memfd_create("aux", MFD_CLOEXEC);
  Require(ftruncate(memory, static_cast<off_t>(size)) == 0, "no memory");
  void *mine =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  void *mapped = mmap(nullptr, size, protection, MAP_SHARED, memory, 0);
  close(memory);
  event.aux = static_cast<uint8_t *>(mine);
  event.aux_size = size;
  event.library_aux = static_cast<uint8_t *>(mapped);
  event.aux_writable = (protection & PROT_WRITE) != 0;
  mappings_[event.library_aux] = size;
  mapped_events_[event.library_aux] = fd;
  return reinterpret_cast<intptr_t>(mapped);
}

// A mapping of an event's goes.
void ScriptedSystem::Detach(const uint8_t *at, int fd) const {
  const auto found = events_.find(fd);
  if (found == events_.end()) return;
  FakeEvent &event = found->second;
  if (event.library_aux == at) event.library_aux = nullptr;
  if (event.library_ring == at) event.mapped = false;
  ForgetIfGone(fd);
}

intptr_t ScriptedSystem::Mmap(void *at, size_t size, int protection, int flags,
                              int fd, off_t offset) const {
  if (fd == -1 && on_mmap_) on_mmap_();
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kMmap)) return -error;
  if (fd == -1) {
    void *mapped = mmap(nullptr, size, protection, flags, -1, 0);
    if (mapped == MAP_FAILED) return -errno;
    mappings_[static_cast<uint8_t *>(mapped)] = size;
    return reinterpret_cast<intptr_t>(mapped);
  }
  const Fd *found = Find(fd);
  if (found == nullptr || found->kind != Kind::kEvent) return -EBADF;
  if (offset != 0) return MapAux(size, protection, fd, offset);
  if (at == nullptr && size == page_size_) return MapPage(events_.at(fd));
  const auto reserved = mappings_.find(static_cast<uint8_t *>(at));
  const bool inside = reserved != mappings_.end() && size < reserved->second;
  Require(inside && offset == 0 && flags == (MAP_SHARED | MAP_FIXED),
          "a ring over memory that wasn't reserved for it");
  return MapRing(at, size, protection, fd);
}

int ScriptedSystem::Munmap(void *at, size_t size) const {
  const int result = DoMunmap(at, size);
  if (on_munmap_) on_munmap_();
  return result;
}

int ScriptedSystem::DoMunmap(void *at, size_t size) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kMunmap)) return -error;
  const auto found = mappings_.find(static_cast<uint8_t *>(at));
  Require(found != mappings_.end() && found->second == size,
          "munmap of what wasn't mapped as one");
  const uint8_t *end = found->first + size;
  const auto first = wiped_on_fork_.lower_bound(found->first);
  wiped_on_fork_.erase(
      first, std::find_if(first, wiped_on_fork_.end(), [end](const auto &mark) {
        return mark.first >= end;
      }));
  mappings_.erase(found);
  const auto owner = mapped_events_.find(static_cast<uint8_t *>(at));
  if (owner != mapped_events_.end()) {
    Detach(owner->first, owner->second);
    mapped_events_.erase(owner);
  }
  return munmap(at, size) == 0 ? 0 : -errno;
}

int ScriptedSystem::Madvise(void *at, size_t size, int advice) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kMadvise)) return -error;
  if (advice == MADV_WIPEONFORK)
    wiped_on_fork_[static_cast<uint8_t *>(at)] = size;
  return madvise(at, size, advice) == 0 ? 0 : -errno;
}

int ScriptedSystem::Close(int fd) const {
  const Lock lock(mutex_);
  const int error = Injected(Call::kClose);
  // The fd is gone even where close(2) fails.
  Require(fds_.erase(fd) == 1, "close of an fd that isn't open");
  ForgetIfGone(fd);
  return -error;
}

int ScriptedSystem::Fcntl(int fd, int command, int argument) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kFcntl)) return -error;
  const Fd *found = Find(fd);
  if (found == nullptr) return -EBADF;
  if (found->kind == Kind::kEvent && command == F_SETFD) {
    events_.at(fd).fd_flags = argument;
  }
  return 0;
}

int ScriptedSystem::Eventfd(int flags) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kEventfd)) return -error;
  Require(flags & O_CLOEXEC, "an eventfd that execve(2) would leave open");
  return NewFd(Kind::kEventfd);
}

int ScriptedSystem::Prctl(int option) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kPrctl)) return -error;
  prctls_.push_back(option);
  return 0;
}

int ScriptedSystem::ClockGettime(int32_t clock, int64_t *ns) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kClockGettime)) return -error;
  const auto found = clocks_.find(clock);
  if (found == clocks_.end()) return -EINVAL;
  *ns = found->second.first;
  found->second.first += found->second.second;
  return 0;
}

int ScriptedSystem::Getrlimit(int resource, rlimit *limit) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kGetrlimit)) return -error;
  const auto found = limits_.find(resource);
  *limit = found == limits_.end() ? rlimit{} : found->second;
  return 0;
}

int ScriptedSystem::Setrlimit(int resource, const rlimit *limit) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kSetrlimit)) return -error;
  limits_[resource] = *limit;
  return 0;
}

int ScriptedSystem::Bpf(int command, void *attr, size_t) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kBpf)) return -error;
  return on_bpf_ ? on_bpf_(command, attr) : -ENOSYS;
}

}  // namespace scripted
