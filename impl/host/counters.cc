#include "impl/host/counters.h"

namespace perfc::host {

#if defined(__x86_64__)

bool ReadCounter(uint32_t counter, uint64_t* value) {
  uint32_t low;
  uint32_t high;
  __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter));
  *value = uint64_t{high} << 32 | low;
  return true;
}

uint64_t ReadCycles() {
  uint32_t low;
  uint32_t high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return uint64_t{high} << 32 | low;
}

#elif defined(__aarch64__)

// The number of a counter is part of its register's name.
#define READ_EVENT_COUNTER(n)                                      \
  case n:                                                          \
    __asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(*value)); \
    return true;

// Numbers as in drivers/perf/arm_pmuv3.c: event counters from 0 on, 31 the
// cycle counter.
bool ReadCounter(uint32_t counter, uint64_t* value) {
  switch (counter) {
    READ_EVENT_COUNTER(0)
    READ_EVENT_COUNTER(1)
    READ_EVENT_COUNTER(2)
    READ_EVENT_COUNTER(3)
    READ_EVENT_COUNTER(4)
    READ_EVENT_COUNTER(5)
    READ_EVENT_COUNTER(6)
    READ_EVENT_COUNTER(7)
    READ_EVENT_COUNTER(8)
    READ_EVENT_COUNTER(9)
    READ_EVENT_COUNTER(10)
    READ_EVENT_COUNTER(11)
    READ_EVENT_COUNTER(12)
    READ_EVENT_COUNTER(13)
    READ_EVENT_COUNTER(14)
    READ_EVENT_COUNTER(15)
    READ_EVENT_COUNTER(16)
    READ_EVENT_COUNTER(17)
    READ_EVENT_COUNTER(18)
    READ_EVENT_COUNTER(19)
    READ_EVENT_COUNTER(20)
    READ_EVENT_COUNTER(21)
    READ_EVENT_COUNTER(22)
    READ_EVENT_COUNTER(23)
    READ_EVENT_COUNTER(24)
    READ_EVENT_COUNTER(25)
    READ_EVENT_COUNTER(26)
    READ_EVENT_COUNTER(27)
    READ_EVENT_COUNTER(28)
    READ_EVENT_COUNTER(29)
    READ_EVENT_COUNTER(30)
    case 31:
      __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(*value));
      return true;
    default:
      return false;
  }
}

#undef READ_EVENT_COUNTER

// The barrier keeps the read from running ahead of earlier instructions.
uint64_t ReadCycles() {
  uint64_t value;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value) : : "memory");
  return value;
}

#else

bool ReadCounter(uint32_t, uint64_t*) { return false; }
uint64_t ReadCycles() { return 0; }

#endif

}  // namespace perfc::host
