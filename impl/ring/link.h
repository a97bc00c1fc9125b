// The state that a ring shares with the events whose output is directed to it.
// Each of these events may be used and closed in a thread of its own.
#ifndef PERFC_IMPL_RING_LINK_H_
#define PERFC_IMPL_RING_LINK_H_

#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "impl/base/buffer.h"
#include "impl/host/system.h"

namespace perfc::ring {

// A counted object, freed by its last holder. All members but the flags are
// behind a lock, which neither reading records nor an ioctl takes.
class Link {
 public:
  struct Writer {
    int fd;
    uint64_t id;
    uint64_t read_format;
  };

  // Held once; null if there is no memory.
  static Link* Make();
  void Hold() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void Drop();

  [[nodiscard]] bool Join(const Writer& writer);
  // The writer has gone, and whoever waits for the ring looks again.
  void Leave(const host::System& system, uint64_t id);

  // The ring has gone.
  void Close();
  bool open() const { return open_.load(std::memory_order_acquire); }

  // A writer was enabled again, and may write again. Signal handlers too.
  void Revive() { revived_.store(true); }
  // True if there is something that the reader hasn't taken in.
  bool changed() const {
    return revived_.load(std::memory_order_relaxed) ||
           left_.load(std::memory_order_relaxed);
  }
  bool TakeRevival() { return revived_.exchange(false); }
  // If a writer has left, calls the function with a predicate, which tells by
  // an id whether that writer is still here. If the lock is taken, the call is
  // postponed to the next time. Also safe in a signal handler.
  template <typename Function>
  void TakeLeaving(Function function) {
    if (!left_.load() || pthread_mutex_trylock(&lock_) != 0) return;
    left_.store(false);
    function([this](uint64_t id) { return Has(id); });
    pthread_mutex_unlock(&lock_);
  }

  // The eventfds of who may wait for the ring, by perfc_event_wait and in a stream; -1:
  // none.
  void SetWakeFds(int waiter, int stream);

  // Calls it with each writer; none leaves meanwhile.
  template <typename Function>
  void ForEach(Function function) {
    pthread_mutex_lock(&lock_);
    for (const Writer& writer : writers_) function(writer);
    pthread_mutex_unlock(&lock_);
  }

 private:
  Link() = default;
  ~Link() { pthread_mutex_destroy(&lock_); }
  bool Has(uint64_t id) const;

  std::atomic<uint32_t> holders_{1};
  std::atomic<bool> open_{true};
  std::atomic<bool> revived_{false};
  std::atomic<bool> left_{false};
  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  base::Buffer<Writer> writers_;
  int wake_fds_[2] = {-1, -1};
};

}  // namespace perfc::ring

#endif  // PERFC_IMPL_RING_LINK_H_
