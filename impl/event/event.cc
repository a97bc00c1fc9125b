#include "impl/event/event.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"
#include "perfc/uapi.h"

namespace perfc::event {
namespace {

constexpr char kOpen[] = "perfc_open";

}  // namespace

Event::~Event() {
  if (fd_ < 0) return;
  const host::System& system = host_.system();
  const bool forked = system.Getpid() != owner_;
  if (!forked) {
    LeaveOutput();
    ring_.Unmap(system);
  } else {
    // A child inherits only the fds. Memory at the ring's address is the
    // child's own.
    ring_.waiter().CloseInChild(system);
    if (link_ != nullptr) link_->Drop();
  }
  if (has_bpf_link()) system.Close(bpf_link_fd_);
  system.Close(fd_);
}

int Event::TakeAttr(const void* attr, size_t attr_size, const char* operation,
                    perfc_error* error) {
  const int index = plan_.Add(attr, attr_size, {}, operation, error);
  return index < 0 ? index : 0;
}

bool Event::pinned() const { return attr().known().flags & PERFC_ATTR_PINNED; }

bool Event::CountsOther(int32_t pid) const {
  if (!target_known_) return false;
  if (pid_ != 0 && pid != 0) return pid_ != pid;
  const pid_t caller = host_.system().Gettid();
  if (pid_ != 0) return pid_ != caller;
  if (CountsCaller()) return pid != 0 && pid != caller;
  // Of the thread that opened the leader no number is known.
  return pid <= 0;
}

int Event::CheckOwner(absl::string_view operation, perfc_error* error) const {
  return host::CheckOwner(host_.system(), owner_, operation, error);
}

int Event::Open(const void* attr, size_t attr_size, int32_t pid, int32_t cpu,
                Event* group, uint64_t flags, perfc_error* error) {
  if (int failed = TakeAttr(attr, attr_size, kOpen, error)) return failed;
  return OpenTaken(pid, cpu, group, flags, error);
}

int Event::OpenTaken(int32_t pid, int32_t cpu, Event* group, uint64_t flags,
                     perfc_error* error) {
  if (group != nullptr) {
    if (int failed = group->CheckOwner(kOpen, error)) return failed;
  }
  const bool grouped = group != nullptr && !(flags & PERFC_FLAG_FD_NO_GROUP);
  // The kernel writes into its copy on E2BIG.
  uint8_t copy[uapi::kMaxAttrSize];
  const auto bytes = this->attr().bytes();
  memcpy(copy, bytes.data(), bytes.size());
  const int fd = host_.system().PerfEventOpen(
      copy, pid, cpu, group ? group->fd_ : -1, flags | PERFC_FLAG_FD_CLOEXEC);
  if (fd < 0) {
    const auto kernel_size =
        base::Load<uint32_t>(copy + offsetof(perfc_attr, size));
    const Event& first = group ? *group : *this;
    const explain::Leader leader = {first.attr().known(), first.is_sibling_,
                                    first.CountsOther(pid),
                                    first.target_known_ && first.cpu_ != cpu};
    return explain::OpenFailed(host_, fd,
                               {this->attr().known(), bytes.size(), kernel_size,
                                pid, cpu, grouped ? &leader : nullptr, flags},
                               error);
  }
  fd_ = fd;
  owner_ = host_.system().Getpid();
  pid_ = pid;
  cpu_ = cpu;
  target_known_ = true;
  is_sibling_ = grouped;
  // Which thread that was is asked of the C library, without a system call,
  // because reads from user space ask it each time.
  opener_ = pthread_self();
  counts_opener_ = !(flags & PERFC_FLAG_PID_CGROUP) &&
                   (pid == 0 || (pid > 0 && host_.system().Gettid() == pid));
  return 0;
}

int Event::OpenFd(int fd, const void* attr, size_t attr_size,
                  perfc_error* error) {
  constexpr char kOperation[] = "perfc_open_fd";
  if (int failed = TakeAttr(attr, attr_size, kOperation, error)) return failed;
  const host::System& system = host_.system();
  uint64_t id;
  const int no_event =
      system.Ioctl(fd, PERFC_IOC_ID, reinterpret_cast<uintptr_t>(&id));
  if (no_event < 0) {
    return base::Fail(error, no_event, PERFC_CALL_IOCTL,
                      PERFC_RULE_NOT_AN_EVENT, kOperation);
  }
  const int marked = system.Fcntl(fd, F_SETFD, FD_CLOEXEC);
  if (marked < 0) {
    return base::Fail(error, marked, PERFC_CALL_FCNTL, PERFC_RULE_UNKNOWN,
                      kOperation);
  }
  fd_ = fd;
  owner_ = system.Getpid();
  return 0;
}

}  // namespace perfc::event
