#include "test/faults/allocations.h"

#include <cstdlib>
#include <new>

namespace faults {
namespace {

int fail_at = 0;
int seen = 0;
bool fail_later = false;
bool failed = false;

bool Refused() {
  if (fail_at == 0) return false;
  ++seen;
  if (seen != fail_at && !(fail_later && seen > fail_at)) return false;
  failed = true;
  return true;
}

}  // namespace

void FailAllocation(int n, bool and_later) {
  fail_at = n;
  fail_later = and_later;
  seen = 0;
  failed = false;
}

bool AllocationFailed() { return failed; }

}  // namespace faults

using faults::Refused;

extern "C" {

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
void *__real__ZnwmRKSt9nothrow_t(size_t, const std::nothrow_t &);

void *__wrap_malloc(size_t size) {
  return Refused() ? nullptr : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return Refused() ? nullptr : __real_calloc(count, size);
}

void *__wrap_realloc(void *at, size_t size) {
  return Refused() ? nullptr : __real_realloc(at, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return Refused() ? nullptr : __real_aligned_alloc(alignment, size);
}

// operator new(size_t, std::nothrow)
void *__wrap__ZnwmRKSt9nothrow_t(size_t size, const std::nothrow_t &) {
  if (Refused()) return nullptr;
#ifdef __SANITIZE_ADDRESS__
  // It tells memory of operator new from that of malloc.
  return __real__ZnwmRKSt9nothrow_t(size, std::nothrow);
#else
  return __real_malloc(size);
#endif
}

}  // extern "C"
