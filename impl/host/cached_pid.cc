#include "impl/host/cached_pid.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace perfc::host {
namespace {

using Pid = std::atomic<pid_t>;
static_assert(Pid::is_always_lock_free,
              "a child of fork() has no lock's owner");

constexpr size_t kMostPage = 1 << 16;

// One page of this array is marked MADV_WIPEONFORK. The array is static, so it
// is unmapped with the library. Its untouched pages take no memory.
Pid g_room[2 * kMostPage / sizeof(Pid)] = {};

Pid g_unmarked{0};  // and never anything else
std::atomic<Pid*> g_pid{&g_unmarked};
std::atomic<bool> g_tried{false};

// Finds a page, and has the kernel wipe it in children.
void MarkPage() {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  if (page > kMostPage) return;
  const size_t before = -reinterpret_cast<uintptr_t>(g_room) & (page - 1);
  Pid* at = g_room + before / sizeof(Pid);
  const int saved = errno;
  if (madvise(at, page, MADV_WIPEONFORK) == 0) g_pid.store(at);
  errno = saved;
}

pid_t AskPid() {
  const pid_t pid = getpid();
  if (!g_tried.exchange(true)) MarkPage();
  Pid* known = g_pid.load();
  if (known != &g_unmarked) known->store(pid, std::memory_order_relaxed);
  return pid;
}

}  // namespace

pid_t CachedPid() {
  const pid_t known =
      g_pid.load(std::memory_order_acquire)->load(std::memory_order_relaxed);
  return known != 0 ? known : AskPid();
}

}  // namespace perfc::host
