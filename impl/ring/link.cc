#include "impl/ring/link.h"

#include <algorithm>
#include <new>

namespace perfc::ring {

Link* Link::Make() { return new (std::nothrow) Link; }

// Release and acquire: the thread that frees the link sees all changes of the
// other holders.
void Link::Drop() {
  if (holders_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool Link::Join(const Writer& writer) {
  pthread_mutex_lock(&lock_);
  const bool joined = writers_.Append(writer);
  pthread_mutex_unlock(&lock_);
  return joined;
}

void Link::Leave(const host::System& system, uint64_t id) {
  pthread_mutex_lock(&lock_);
  Writer* kept =
      std::remove_if(writers_.begin(), writers_.end(),
                     [id](const Writer& writer) { return writer.id == id; });
  // It only shrinks, which can't fail.
  (void)writers_.Resize(static_cast<size_t>(kept - writers_.begin()));
  left_.store(true);
  const uint64_t one = 1;
  for (int fd : wake_fds_) {
    if (fd >= 0) system.Write(fd, &one, sizeof one);
  }
  pthread_mutex_unlock(&lock_);
}

void Link::Close() {
  pthread_mutex_lock(&lock_);
  writers_.Clear();
  for (int& fd : wake_fds_) fd = -1;
  pthread_mutex_unlock(&lock_);
  open_.store(false, std::memory_order_release);
}

void Link::SetWakeFds(int waiter, int stream) {
  pthread_mutex_lock(&lock_);
  wake_fds_[0] = waiter;
  wake_fds_[1] = stream;
  pthread_mutex_unlock(&lock_);
}

bool Link::Has(uint64_t id) const {
  return std::any_of(writers_.begin(), writers_.end(),
                     [id](const Writer& writer) { return writer.id == id; });
}

}  // namespace perfc::ring
