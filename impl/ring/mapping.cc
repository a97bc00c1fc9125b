#include "impl/ring/mapping.h"

#include <sys/mman.h>

#include <atomic>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/explain/explain.h"

namespace perfc::ring {

int Mapping::Open(const host::Host& host, int fd, size_t data_size,
                  bool writable, const char* operation, perfc_error* error) {
  const host::System& system = host.system();
  const size_t page = system.PageSize();
  const size_t scratch = data_size ? kScratchSize : 0;
  size_ = page + data_size + scratch + page;
  const intptr_t base =
      system.Mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base < 0 && base > -4096) {
    if (base != -ENOMEM) {
      return base::Fail(
          error, static_cast<int>(base), PERFC_CALL_MMAP, PERFC_RULE_UNKNOWN,
          operation, {},
          "plain memory was refused, before the ring itself: by a "
          "seccomp filter or a security module");
    }
    return base::Fail(error, -ENOMEM, PERFC_CALL_MMAP, PERFC_RULE_MEMORY,
                      operation, {size_});
  }
  base_ = reinterpret_cast<uint8_t*>(base);
  data_ = base_ + page;
  data_size_ = data_size;
  const int failed = MapParts(host, fd, writable, operation, error);
  if (failed) Close(system);
  return failed;
}

int Mapping::MapParts(const host::Host& host, int fd, bool writable,
                      const char* operation, perfc_error* error) {
  const host::System& system = host.system();
  const size_t page = system.PageSize();
  const size_t ring_size = page + data_size_;
  // Without PROT_WRITE the kernel takes the ring to be in overwrite mode.
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  const intptr_t mapped =
      system.Mmap(base_, ring_size, protection, MAP_SHARED | MAP_FIXED, fd, 0);
  if (mapped < 0 && mapped > -4096) {
    return explain::MmapFailed(host, static_cast<int>(mapped), ring_size,
                               operation, error);
  }
  auto* fork_page = reinterpret_cast<ForkPage*>(base_ + size_ - page);
  const int advised = system.Madvise(fork_page, page, MADV_WIPEONFORK);
  if (advised < 0) {
    return base::Fail(error, advised, PERFC_CALL_MADVISE, PERFC_RULE_UNKNOWN,
                      operation);
  }
  *fork_page = {kAlive, 0};
  // A signal handler may look at the control page at any point.
  std::atomic_signal_fence(std::memory_order_release);
  fork_page_ = fork_page;
  return 0;
}

void Mapping::Close(const host::System& system) {
  if (base_ == nullptr) return;
  fork_page_ = &not_open_;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  system.Munmap(base_, size_);
  base_ = data_ = nullptr;
  data_size_ = size_ = 0;
}

}  // namespace perfc::ring
