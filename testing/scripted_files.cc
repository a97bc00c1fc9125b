// Files, directories, and what poll(2), read(2) and write(2) answer.
#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>

#include "perfc/uapi.h"
#include "testing/scripted_system.h"

namespace scripted {

using Lock = std::lock_guard<std::mutex>;

void ScriptedSystem::SetFile(const std::string &path,
                             const std::string &content) {
  files_[path] = content;
}

void ScriptedSystem::RemoveFile(const std::string &path) { files_.erase(path); }

bool ScriptedSystem::IsDirectory(const std::string &path) const {
  const auto inside = files_.lower_bound(path + "/");
  return inside != files_.end() && inside->first.rfind(path + "/", 0) == 0;
}

int ScriptedSystem::Open(const char *named, int flags) const {
  const Lock lock(mutex_);
  std::string path(named);
  if (path.size() > 1 && path.back() == '/') path.pop_back();
  if (const int error = Injected(Call::kOpen)) return -error;
  Require(flags & O_CLOEXEC, "a file that execve(2) would leave open");
  if (files_.count(path) == 0 && !IsDirectory(path)) return -ENOENT;
  return NewFd(Kind::kFile, path);
}

std::vector<std::string> ScriptedSystem::Entries(
    const std::string &directory) const {
  std::set<std::string> names = {".", ".."};
  const std::string prefix = directory + "/";
  for (const auto &[path, content] : files_) {
    if (path.rfind(prefix, 0) != 0) continue;
    names.insert(path.substr(prefix.size(),
                             path.find('/', prefix.size()) - prefix.size()));
  }
  return {names.begin(), names.end()};
}

// As many entries as fit, as the kernel does.
ssize_t ScriptedSystem::Getdents(int fd, void *buffer, size_t size) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kGetdents)) return -error;
  Fd *found = Find(fd);
  if (found == nullptr) return -EBADF;
  if (!IsDirectory(found->path)) return -ENOTDIR;
  const std::vector<std::string> entries = Entries(found->path);
  size_t used = 0;
  for (; found->offset < entries.size(); ++found->offset) {
    const std::string &name = entries[found->offset];
    const size_t length =
        (offsetof(dirent64, d_name) + name.size() + 1 + 7) & ~size_t{7};
    if (used + length > size) break;
    auto *entry =
        reinterpret_cast<dirent64 *>(static_cast<char *>(buffer) + used);
    memset(static_cast<void *>(entry), 0, length);
    entry->d_reclen = static_cast<uint16_t>(length);
    memcpy(entry->d_name, name.c_str(), name.size() + 1);
    used += length;
  }
  return static_cast<ssize_t>(used);
}

// As perf_read_group and perf_read_one do, kernel/events/core.c.
std::vector<uint64_t> ScriptedSystem::LayOut(const FakeEvent &event) const {
  const uint64_t format = event.known().read_format;
  std::vector<const FakeEvent *> members = {&event};
  if (format & PERFC_FORMAT_GROUP) {
    for (const int fd : OpenEvents()) {
      const FakeEvent &member = events_.at(fd);
      if (member.group_fd == event.fd) members.push_back(&member);
    }
  }
  std::vector<uint64_t> words;
  const auto add_times = [&] {
    if (format & PERFC_FORMAT_TOTAL_TIME_ENABLED)
      words.push_back(event.time_enabled);
    if (format & PERFC_FORMAT_TOTAL_TIME_RUNNING)
      words.push_back(event.time_running);
  };
  if (format & PERFC_FORMAT_GROUP) {
    words.push_back(members.size());
    add_times();
  }
  for (const FakeEvent *member : members) {
    words.push_back(member->value);
    if (!(format & PERFC_FORMAT_GROUP)) add_times();
    if (format & PERFC_FORMAT_ID) words.push_back(member->id);
    if (format & PERFC_FORMAT_LOST) words.push_back(0);
  }
  return words;
}

ssize_t ScriptedSystem::ReadEvent(const FakeEvent &event, void *buffer,
                                  size_t size) const {
  const bool lays_out = event.counts.empty() && lays_out_counts_;
  const std::vector<uint64_t> words = lays_out ? LayOut(event) : event.counts;
  const size_t length = words.size() * sizeof(uint64_t);
  if (length > size) return -ENOSPC;
  if (length > 0) memcpy(buffer, words.data(), length);
  return static_cast<ssize_t>(length);
}

ssize_t ScriptedSystem::Read(int fd, void *buffer, size_t size) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kRead)) return -error;
  Fd *found = Find(fd);
  if (found == nullptr) return -EBADF;
  switch (found->kind) {
    case Kind::kEvent:
      return ReadEvent(events_.at(fd), buffer, size);
    case Kind::kEventfd:
      if (found->counter == 0) return -EAGAIN;
      memcpy(buffer, &found->counter, sizeof found->counter);
      found->counter = 0;
      return sizeof found->counter;
    case Kind::kFile: {
      if (files_.count(found->path) == 0) return -EISDIR;
      const std::string &content = files_.at(found->path);
      const size_t got = std::min(size, content.size() - found->offset);
      memcpy(buffer, content.data() + found->offset, got);
      found->offset += got;
      return static_cast<ssize_t>(got);
    }
    case Kind::kPlain:
      break;
  }
  return -EINVAL;
}

ssize_t ScriptedSystem::Write(int fd, const void *buffer, size_t size) const {
  const Lock lock(mutex_);
  if (const int error = Injected(Call::kWrite)) return -error;
  Fd *found = Find(fd);
  if (found == nullptr) return -EBADF;
  if (found->kind != Kind::kEventfd || size != 8) return -EINVAL;
  uint64_t added;
  memcpy(&added, buffer, sizeof added);
  found->counter += added;
  changed_.notify_all();
  return sizeof added;
}

// How many of the fds have something to say.
int ScriptedSystem::Ready(pollfd *fds, size_t count) const {
  int ready = 0;
  for (size_t i = 0; i < count; ++i) {
    fds[i].revents = 0;
    if (fds[i].fd < 0) continue;
    const Fd *found = Find(fds[i].fd);
    if (found == nullptr) {
      fds[i].revents = POLLNVAL;
    } else if (found->kind == Kind::kEvent) {
      FakeEvent &event = events_.at(fds[i].fd);
      fds[i].revents = event.revents | (event.woken ? POLLIN : 0);
      event.woken = false;
    } else if (found->kind == Kind::kEventfd && found->counter > 0) {
      fds[i].revents = POLLIN;
    }
    ready += fds[i].revents != 0;
  }
  return ready;
}

int ScriptedSystem::Poll(pollfd *fds, size_t count, int timeout_ms) const {
  {
    const Lock lock(mutex_);
    if (const int error = Injected(Call::kPoll)) return -error;
  }
  return Await(fds, count, timeout_ms);
}

// Time goes by at once; only a wait without end really waits.
int ScriptedSystem::Await(pollfd *fds, size_t count, int timeout_ms) const {
  if (on_poll_) on_poll_();
  std::unique_lock<std::mutex> lock(mutex_);
  last_poll_timeout_ = timeout_ms;
  int ready = Ready(fds, count);
  while (ready == 0 && timeout_ms < 0) {
    changed_.wait(lock);
    ready = Ready(fds, count);
  }
  if (ready == 0) now_ms_ += timeout_ms;
  return ready;
}

void *ScriptedSystem::LibrarySymbol(void *library, const char *name) const {
  const auto &symbols = *static_cast<std::map<std::string, void *> *>(library);
  const auto found = symbols.find(name);
  return found == symbols.end() ? nullptr : found->second;
}

}  // namespace scripted
