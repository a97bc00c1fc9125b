// The writers of a ring: which of them can still write, and how a wait is ended
// early.
#ifndef PERFC_IMPL_RING_WAIT_H_
#define PERFC_IMPL_RING_WAIT_H_

#include <atomic>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/host/system.h"
#include "impl/ring/link.h"
#include "perfc/error.h"

namespace perfc::ring {

// PERFC_RULE_*: why nothing will come any more, by the errno of a ring's end.
uint32_t RuleOfEnd(int end);

// Which end of two is told for both: a counter that couldn't be had matters more
// than a PMU that has gone, and that more than a target's exit. 0: none.
int WorseEnd(int one, int other);

class Waiter {
 public:
  // A ring has one writer, and one more for each event whose output is directed
  // to it. The id is the kernel's for the event.
  [[nodiscard]] bool AddWriter(int fd, uint64_t id, bool pinned);
  void RemoveWriter(uint64_t id);
  // The link with other events that write into this ring; null if memory runs
  // out.
  Link* EnsureLink();
  Link* link() const { return link_; }

  // The eventfd of the stream that has the ring, to be told of writers that
  // leave; -1: none.
  void SetStreamFd(int fd);

  // An event that is enabled again may write again. Any thread: the reader's next
  // look at the end takes it in.
  void Revive() { revived_.store(true); }

  // Forgets the writers. No thread may be waiting.
  void Close(const host::System& system);
  // The same in a child of fork(), where a lock may be held for ever.
  void CloseInChild(const host::System& system);

  // 0 while some writer may still write, else why none will: -ESHUTDOWN,
  // -EBUSY, -ENODEV.
  int End() {
    TakeChanges();
    return live_ == 0 ? end_ : 0;
  }

  // The fd of the writer to poll, or -1 if all writers have ended. Each
  // writer's fd reports new records of the ring. The results of poll are
  // latched, because a hang-up must not be forgotten.
  int live_fd() const;
  // 0, or -EBADF if that fd was closed by somebody else: its number may be that
  // of anything by now. If all writers have ended, 0.
  int CheckLive(const host::System& system, const char* operation,
                perfc_error* error) const;
  // Another number whenever that may be another one, or another event with the
  // same fd.
  uint32_t changes() const { return changes_; }
  void Latch(short revents);

  // Polls that writer and the wake-up. 1 if something happened, 0 on
  // time-out, or a negative errno.
  int Poll(const host::System& system, int timeout_ms, const char* operation,
           perfc_error* error);

  // Ends the wait of another thread, or the next one. Any thread.
  void Wake(const host::System& system);
  // True if Wake was called since the last time.
  bool TakeWake() { return woken_.exchange(false); }

 private:
  struct Writer {
    int fd;
    uint64_t id;
    bool pinned;
    bool live;
  };

  // Takes note of changes that writers made in their own threads.
  void TakeChanges() {
    const bool linked = link_ != nullptr && link_->changed();
    if (linked || revived_.load(std::memory_order_relaxed)) TakeChangesSlow();
  }
  void TakeChangesSlow();
  template <typename Keep>
  void KeepIf(Keep keep);
  void CloseWakeFd(const host::System& system);
  void End(Writer* writer, int why);
  Writer* FirstLive() const;
  int EnsureWakeFd(const host::System& system);
  void TellLink();

  base::Buffer<Writer> writers_;  // the ring's own event first
  Link* link_ = nullptr;
  uint32_t live_ = 0;
  uint32_t changes_ = 0;
  int end_ = 0;
  std::atomic<bool> revived_{false};
  std::atomic<bool> woken_{false};
  std::atomic<int> wake_fd_{-1};
  int stream_fd_ = -1;
};

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_WAIT_H_
