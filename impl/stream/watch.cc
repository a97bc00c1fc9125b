#include "impl/stream/watch.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "impl/base/fail.h"
#include "impl/ring/wait.h"

namespace perfc::stream {
namespace {

constexpr char kCreate[] = "perfc_stream_create";
constexpr char kAdd[] = "perfc_stream_add_event";
constexpr char kWait[] = "perfc_stream_wait";
constexpr uint64_t kWakeMark = ~uint64_t{0};

int EpollFailed(int code, const char* operation, perfc_error* error) {
  return base::Fail(error, code, PERFC_CALL_EPOLL, PERFC_RULE_UNKNOWN,
                    operation);
}

}  // namespace

Watch::~Watch() {
  if (epoll_fd_ >= 0) system_.Close(epoll_fd_);
  if (wake_fd_ >= 0) system_.Close(wake_fd_);
}

int Watch::Open(perfc_error* error) {
  epoll_fd_ = system_.EpollCreate(EPOLL_CLOEXEC);
  if (epoll_fd_ < 0) return EpollFailed(epoll_fd_, kCreate, error);
  wake_fd_ = system_.Eventfd(EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_fd_ < 0) {
    return base::Fail(error, wake_fd_, PERFC_CALL_EVENTFD, PERFC_RULE_UNKNOWN,
                      kCreate);
  }
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = kWakeMark;
  const int watched =
      system_.EpollCtl(epoll_fd_, EPOLL_CTL_ADD, wake_fd_, &event);
  return watched < 0 ? EpollFailed(watched, kCreate, error) : 0;
}

int Watch::Add(uint32_t number, event::Event* event, perfc_error* error) {
  Ring& ring = rings_[number];
  ring = {event, -1, 0};
  event->ring().waiter().SetStreamFd(wake_fd_);
  const int failed = WatchWriter(&ring, error);
  if (!failed) return 0;
  event->ring().waiter().SetStreamFd(-1);
  Forget(number);
  return failed;
}

void Watch::Remove(uint32_t number) {
  Ring& ring = rings_[number];
  ring.event->ring().waiter().SetStreamFd(-1);
  Unwatch(&ring);
  Forget(number);
}

// Writers leave in threads of their own. If one left meanwhile, the fd that
// failed may be its fd; then the next writer is watched.
int Watch::WatchWriter(Ring* ring, perfc_error* error) {
  ring::Waiter& waiter = ring->event->ring().waiter();
  for (;;) {
    const bool ended = waiter.End() != 0;
    ring->changes = waiter.changes();
    if (ended) return 0;
    const int failed = WatchFirst(ring, error);
    (void)waiter.End();
    if (!failed || ring->changes == waiter.changes()) return failed;
  }
}

int Watch::WatchFirst(Ring* ring, perfc_error* error) {
  ring::Waiter& waiter = ring->event->ring().waiter();
  // An fd with a number that was taken would be watched for ever.
  if (int failed = waiter.CheckLive(system_, kAdd, error)) return failed;
  const int fd = waiter.live_fd();
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = static_cast<uint64_t>(ring - rings_.begin());
  int watched = system_.EpollCtl(epoll_fd_, EPOLL_CTL_ADD, fd, &event);
  // From a time when it couldn't be taken out.
  if (watched == -EEXIST) {
    watched = system_.EpollCtl(epoll_fd_, EPOLL_CTL_MOD, fd, &event);
  }
  if (watched < 0) return EpollFailed(watched, kAdd, error);
  ring->fd = fd;
  return 0;
}

void Watch::Unwatch(Ring* ring) {
  const int fd = std::exchange(ring->fd, -1);
  if (fd < 0) return;
  // A writer may have been closed since, and the number be another ring's.
  const bool shared =
      std::any_of(rings_.begin(), rings_.end(),
                  [fd](const Ring& other) { return other.fd == fd; });
  if (shared) return;
  epoll_event unused = {};
  system_.EpollCtl(epoll_fd_, EPOLL_CTL_DEL, fd, &unused);
}

// The writer that is watched may have been closed or sent elsewhere, and one
// that had ended may write again.
int Watch::FollowWriters(perfc_error* error) {
  for (Ring& ring : rings_) {
    if (ring.event == nullptr) continue;
    ring::Waiter& waiter = ring.event->ring().waiter();
    (void)waiter.End();  // Takes in who was enabled again.
    if (ring.changes == waiter.changes()) continue;
    Unwatch(&ring);
    if (const int failed = WatchWriter(&ring, error)) return failed;
  }
  return 0;
}

int Watch::Wait(int timeout_ms, perfc_error* error) {
  if (const int failed = FollowWriters(error)) return failed;
  epoll_event events[64];
  const int ready = system_.EpollWait(epoll_fd_, events, 64, timeout_ms);
  if (ready < 0) return EpollFailed(ready, kWait, error);
  bool happened = false;
  for (int i = 0; i < ready; ++i) {
    if (events[i].data.u64 == kWakeMark) {
      happened = true;
      uint64_t count;
      system_.Read(wake_fd_, &count, sizeof count);
      continue;
    }
    Ring& ring = rings_[events[i].data.u64];
    // It couldn't be taken out with its ring.
    if (ring.event == nullptr) continue;
    happened = true;
    if (const int failed = FollowEnd(&ring, events[i].events, error)) {
      return failed;
    }
  }
  return happened;
}

// A writer that has ended is taken out of the epoll set, because it would be
// reported forever. The next writer of its ring is added instead.
int Watch::FollowEnd(Ring* ring, uint32_t reported, perfc_error* error) {
  if (!(reported & (EPOLLHUP | EPOLLERR))) return 0;
  ring::Waiter& waiter = ring->event->ring().waiter();
  (void)waiter.End();
  // The writer that hung up may have gone since.
  if (ring->changes != waiter.changes()) return 0;
  waiter.Latch(static_cast<short>(reported));
  Unwatch(ring);
  return WatchWriter(ring, error);
}

int Watch::Wake() {
  woken_.store(true);
  const uint64_t one = 1;
  const ssize_t written = system_.Write(wake_fd_, &one, sizeof one);
  return written < 0 && written != -EAGAIN ? static_cast<int>(written) : 0;
}

}  // namespace perfc::stream
