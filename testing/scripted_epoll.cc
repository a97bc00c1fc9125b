// epoll by the same answers as poll.
#include <sys/epoll.h>

#include <cerrno>
#include <vector>

#include "testing/scripted_system.h"

namespace scripted {

int ScriptedSystem::EpollCreate(int flags) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const int error = Injected(Call::kEpollCreate)) return -error;
  Require(flags & EPOLL_CLOEXEC, "an epoll fd that execve(2) would leave open");
  const int fd = NewFd(Kind::kPlain);
  watched_[fd] = {};
  return fd;
}

int ScriptedSystem::EpollCtl(int epoll_fd, int operation, int fd,
                             epoll_event *event) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const int error = Injected(Call::kEpollCtl)) return -error;
  auto &watched = watched_.at(epoll_fd);
  const bool known = watched.count(fd) != 0;
  if (operation == EPOLL_CTL_ADD) {
    if (known) return -EEXIST;
    watched[fd] = *event;
    return 0;
  }
  if (!known) return -ENOENT;
  watched.erase(fd);
  if (operation == EPOLL_CTL_MOD) watched[fd] = *event;
  return 0;
}

int ScriptedSystem::EpollWait(int epoll_fd, epoll_event *events, int capacity,
                              int timeout_ms) const {
  std::vector<pollfd> fds;
  std::vector<epoll_event> registered;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const int error = Injected(Call::kEpollWait)) return -error;
    for (const auto &[fd, event] : watched_.at(epoll_fd)) {
      fds.push_back({fd, static_cast<short>(event.events), 0});
      registered.push_back(event);
    }
  }
  const int ready = Await(fds.data(), fds.size(), timeout_ms);
  if (ready <= 0) return ready;
  int found = 0;
  for (size_t i = 0; i < fds.size() && found < capacity; ++i) {
    if (fds[i].revents == 0) continue;
    events[found] = registered[i];
    events[found++].events = static_cast<uint32_t>(fds[i].revents);
  }
  return found;
}

}  // namespace scripted
