#include "impl/ring/wait.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/ring/ring.h"
#include "perfc/uapi.h"

namespace perfc::ring {
namespace {

int FdClosed(uint32_t call, const char* operation, perfc_error* error) {
  return base::Fail(error, -EBADF, call, PERFC_RULE_UNKNOWN, operation, {},
                    "the event's fd was closed behind the library's back");
}

}  // namespace

uint32_t RuleOfEnd(int end) {
  switch (end) {
    case -ESHUTDOWN:
      return PERFC_RULE_TARGET_GONE;
    case -EBUSY:
      return PERFC_RULE_PINNED;
    default:
      return PERFC_RULE_UNKNOWN;
  }
}

int WorseEnd(int one, int other) {
  for (int end : {-EBUSY, -ENODEV, -ESHUTDOWN}) {
    if (one == end || other == end) return end;
  }
  return 0;
}

bool Waiter::AddWriter(int fd, uint64_t id, bool pinned) {
  RemoveWriter(id);  // It was here, and its leaving wasn't taken in yet.
  if (!writers_.Append({fd, id, pinned, true})) return false;
  ++live_;
  ++changes_;
  return true;
}

template <typename Keep>
void Waiter::KeepIf(Keep keep) {
  Writer* kept =
      std::remove_if(writers_.begin(), writers_.end(),
                     [&](const Writer& writer) { return !keep(writer); });
  if (kept == writers_.end()) return;
  // It only shrinks, which can't fail.
  if (!writers_.Resize(static_cast<size_t>(kept - writers_.begin()))) return;
  ++changes_;
  live_ = static_cast<uint32_t>(
      std::count_if(writers_.begin(), writers_.end(),
                    [](const Writer& writer) { return writer.live; }));
}

void Waiter::RemoveWriter(uint64_t id) {
  KeepIf([id](const Writer& writer) { return writer.id != id; });
}

Link* Waiter::EnsureLink() {
  if (link_ == nullptr) {
    link_ = Link::Make();
    TellLink();
  }
  return link_;
}

void Waiter::TakeChangesSlow() {
  if (link_ != nullptr) {
    link_->TakeLeaving([this](auto is_here) {
      const Writer* own = writers_.begin();
      const uint64_t own_id = own->id;
      KeepIf([&](const Writer& writer) {
        return writer.id == own_id || is_here(writer.id);
      });
    });
  }
  const bool linked = link_ != nullptr && link_->TakeRevival();
  if (!revived_.exchange(false) && !linked) return;
  for (Writer& writer : writers_) writer.live = true;
  live_ = static_cast<uint32_t>(writers_.size());
  ++changes_;
  end_ = 0;
}

void Waiter::Close(const host::System& system) {
  if (link_ != nullptr) link_->Close();
  CloseInChild(system);
}

void Waiter::CloseInChild(const host::System& system) {
  if (link_ != nullptr) link_->Drop();
  link_ = nullptr;
  const int fd = wake_fd_.exchange(-1);
  if (fd >= 0) system.Close(fd);
  writers_ = {};
  live_ = 0;
  end_ = 0;
}

void Waiter::End(Writer* writer, int why) {
  writer->live = false;
  --live_;
  ++changes_;
  end_ = WorseEnd(end_, why);
}

// Made when a thread first waits: most rings are polled by their owner's epoll
// and never need one.
int Waiter::EnsureWakeFd(const host::System& system) {
  int fd = wake_fd_.load();
  if (fd >= 0) return fd;
  fd = system.Eventfd(EFD_CLOEXEC | EFD_NONBLOCK);
  if (fd >= 0) wake_fd_.store(fd);
  TellLink();
  return fd;
}

void Waiter::SetStreamFd(int fd) {
  stream_fd_ = fd;
  TellLink();
}

void Waiter::TellLink() {
  if (link_ != nullptr) link_->SetWakeFds(wake_fd_.load(), stream_fd_);
}

// The flag comes first and the fd second; Poll makes the fd first and looks at
// the flag second. So one of the two sides sees the other.
void Waiter::Wake(const host::System& system) {
  woken_.store(true);
  const int fd = wake_fd_.load();
  const uint64_t one = 1;
  if (fd >= 0) system.Write(fd, &one, sizeof one);
}

Waiter::Writer* Waiter::FirstLive() const {
  auto* writers = const_cast<Writer*>(writers_.begin());
  Writer* end = writers + writers_.size();
  Writer* first = std::find_if(
      writers, end, [](const Writer& writer) { return writer.live; });
  return first == end ? nullptr : first;
}

int Waiter::live_fd() const {
  const Writer* writer = FirstLive();
  return writer ? writer->fd : -1;
}

// The mapping keeps the event alive, but not its fd. Ids are never used again.
int Waiter::CheckLive(const host::System& system, const char* operation,
                      perfc_error* error) const {
  const Writer* writer = FirstLive();
  if (writer == nullptr) return 0;
  uint64_t id = 0;
  const int failed =
      system.Ioctl(writer->fd, PERFC_IOC_ID, reinterpret_cast<uintptr_t>(&id));
  if (!failed && id == writer->id) return 0;
  if (!failed || failed == -EBADF || failed == -ENOTTY) {
    return FdClosed(PERFC_CALL_IOCTL, operation, error);
  }
  return base::Fail(error, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                    operation);
}

// Both flags may come together with POLLIN: the records in the ring are read
// first, see Ring::Wait. ERR means a pinned event without a counter (Linux
// 6.15), or a PMU that was removed.
void Waiter::Latch(short revents) {
  Writer* writer = FirstLive();
  if (writer == nullptr) return;
  if (revents & POLLERR) {
    End(writer, writer->pinned ? -EBUSY : -ENODEV);
  } else if (revents & POLLHUP) {
    End(writer, -ESHUTDOWN);
  }
}

// A writer may go in a thread of its own until it is polled, and while it is:
// then the caller looks again.
int Waiter::Poll(const host::System& system, int timeout_ms,
                 const char* operation, perfc_error* error) {
  const uint32_t seen = changes_;
  const auto changed = [&] {
    TakeChanges();
    return changes_ != seen;
  };
  pollfd fds[2] = {{live_fd(), POLLIN, 0}, {-1, POLLIN, 0}};
  if (fds[0].fd < 0) return 0;
  if (int failed = CheckLive(system, operation, error)) {
    return changed() ? 1 : failed;
  }
  if (timeout_ms != 0) {
    fds[1].fd = EnsureWakeFd(system);
    if (fds[1].fd < 0) {
      return base::Fail(error, fds[1].fd, PERFC_CALL_EVENTFD,
                        PERFC_RULE_UNKNOWN, operation);
    }
    if (woken_.load() || changed()) return 1;
  }
  const int ready = system.Poll(fds, 2, timeout_ms);
  if (ready < 0) {
    return base::Fail(error, ready, PERFC_CALL_POLL, PERFC_RULE_UNKNOWN,
                      operation);
  }
  if (fds[1].revents & POLLIN) {
    uint64_t count;
    system.Read(fds[1].fd, &count, sizeof count);
  }
  if (changed()) return 1;
  if (fds[0].revents & POLLNVAL) {
    return FdClosed(PERFC_CALL_POLL, operation, error);
  }
  Latch(fds[0].revents);
  return ready > 0;
}

int Ring::Wait(const host::System& system, int timeout_ms,
               const char* operation, perfc_error* error) {
  if (!mapping_.alive()) return mapping_.open() ? -EOWNERDEAD : -EBADFD;
  if (!has_data()) return -EBADFD;
  if (mode_ == Mode::kWritable && published_ != borrowed_) Publish(borrowed_);
  const int64_t deadline = system.MonotonicMs() + timeout_ms;
  int left_ms = timeout_ms;
  for (;;) {
    if (HasRecords()) return 1;
    if (const int end = waiter_.End()) {
      return base::Fail(error, end, PERFC_CALL_NONE, RuleOfEnd(end), operation);
    }
    if (waiter_.TakeWake()) {
      return base::Fail(error, -ECANCELED, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                        operation);
    }
    const int happened = waiter_.Poll(system, left_ms, operation, error);
    if (happened < 0) return happened;
    if (happened == 0) return HasRecords();
    if (timeout_ms > 0) {
      left_ms = static_cast<int>(
          std::max<int64_t>(deadline - system.MonotonicMs(), 0));
    }
  }
}

}  // namespace perfc::ring
