// One epoll set that is told of new records in many rings.
#ifndef PERFC_IMPL_STREAM_WATCH_H_
#define PERFC_IMPL_STREAM_WATCH_H_

#include <atomic>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/event/event.h"
#include "impl/host/host.h"
#include "impl/host/system.h"
#include "perfc/error.h"

namespace perfc::stream {

class Watch {
 public:
  explicit Watch(const host::System& system) : system_(system) {}
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  int Open(perfc_error* error);
  int fd() const { return epoll_fd_; }

  // Makes the last of so many numbers. False: no memory.
  [[nodiscard]] bool Grow(size_t count) {
    return count <= rings_.size() || rings_.Append({nullptr, -1, 0});
  }
  int Add(uint32_t number, event::Event* event, perfc_error* error);
  void Remove(uint32_t number);
  // In a child of fork(), where the epoll set is the parent's.
  void Forget(uint32_t number) { rings_[number] = {nullptr, -1, 0}; }

  // Waits once. Returns 1 if something happened, 0 on a time-out, or a negative
  // errno.
  int Wait(int timeout_ms, perfc_error* error);

  // Ends a wait. Any thread.
  int Wake();
  // True if Wake was called since the last time.
  bool TakeWake() { return woken_.exchange(false); }

 private:
  struct Ring {
    event::Event* event;  // null: the number is free
    int fd;            // the writer that epoll watches, -1 once all have ended
    uint32_t changes;  // of the ring's writers, as of the last WatchWriter
  };

  int WatchWriter(Ring* ring, perfc_error* error);
  int WatchFirst(Ring* ring, perfc_error* error);
  void Unwatch(Ring* ring);
  int FollowWriters(perfc_error* error);
  int FollowEnd(Ring* ring, uint32_t reported, perfc_error* error);

  const host::System& system_;
  base::Buffer<Ring> rings_;
  int epoll_fd_ = -1;
  int wake_fd_ = -1;
  std::atomic<bool> woken_{false};
};

}  // namespace perfc::stream

#endif  // PERFC_IMPL_STREAM_WATCH_H_
