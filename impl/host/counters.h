// The counters of the machine that user space reads without the kernel.
#ifndef PERFC_IMPL_HOST_COUNTERS_H_
#define PERFC_IMPL_HOST_COUNTERS_H_

#include <cstdint>

namespace perfc::host {

// A counter of the PMU by its number: perf_event_mmap_page.index - 1. False
// where this architecture has no such counter, or none that user space reads.
bool ReadCounter(uint32_t counter, uint64_t* value);

// The counter that perf_event_mmap_page's time fields convert; 0 where there is
// none.
uint64_t ReadCycles();

}  // namespace perfc::host

#endif  // PERFC_IMPL_HOST_COUNTERS_H_
