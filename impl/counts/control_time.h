// Conversion of the machine's cycle counter to times, with the numbers of the
// control page.
#ifndef PERFC_IMPL_COUNTS_CONTROL_TIME_H_
#define PERFC_IMPL_COUNTS_CONTROL_TIME_H_

#include <cstdint>

#include "perfc/attr.h"

namespace perfc::counts {

// A field that the kernel may be writing.
template <typename T>
T Peek(const T& field) {
  return __atomic_load_n(&field, __ATOMIC_RELAXED);
}

// Reads fields of the control page that must agree with each other. `read` is
// called until the page's sequence number is the same before and after it, at
// most kTries times. Returns false if it never was.
//
// The kernel increments `lock`, writes, and increments it again. Between these
// steps are barriers for the compiler only (perf_event_update_userpage,
// kernel/events/core.c). They are enough while an event counts this thread.
// Then the kernel writes on this thread's CPU, in an interrupt or a context
// switch, which the thread sees whole or not at all; or on another CPU before
// the thread came from there. In these cases a barrier for the compiler would
// be enough here, too.
//
// A writer on another CPU is possible: a reset from another thread. The acquire
// load and the fence order the reads for such a writer, on machines that keep
// stores in order. On x86 they cost nothing. An odd sequence number comes only
// from such a writer.
template <typename ReadFields>
bool ReadConsistently(const perfc_mmap_page& page, ReadFields read) {
  constexpr int kTries = 64;
  for (int i = 0; i < kTries; ++i) {
    const uint32_t before = __atomic_load_n(&page.lock, __ATOMIC_ACQUIRE);
    read();
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    if (Peek(page.lock) == before && before % 2 == 0) return true;
  }
  return false;
}

// The numbers that convert the cycle counter to ns, see cap_user_time in the
// UAPI's perf_event.h.
struct CycleScale {
  explicit CycleScale(const perfc_mmap_page& page)
      : narrow(Peek(page.capabilities) & PERFC_CAP_USER_TIME_SHORT),
        shift(Peek(page.time_shift)),
        mult(Peek(page.time_mult)),
        cycles(Peek(page.time_cycles)),
        mask(Peek(page.time_mask)) {}
  CycleScale() = default;

  // ns since the counter was 0.
  uint64_t Convert(uint64_t now) const {
    if (narrow) now = cycles + ((now - cycles) & mask);
    const unsigned bits = shift % 64;
    const uint64_t whole = now >> bits;
    const uint64_t rest = now & ((uint64_t{1} << bits) - 1);
    return whole * mult + ((rest * mult) >> bits);
  }

  bool narrow = false;  // the counter has fewer bits than 64
  uint16_t shift = 0;
  uint32_t mult = 0;
  uint64_t cycles = 0;
  uint64_t mask = 0;
};

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_CONTROL_TIME_H_
