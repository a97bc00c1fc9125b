// Counts as tests write them.
#ifndef PERFC_TEST_COUNTS_COUNTS_H_
#define PERFC_TEST_COUNTS_COUNTS_H_

#include <cstdint>

#include "perfc/counts.h"
#include "perfc/uapi.h"

namespace scripted {

inline constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;

// A count as read(2) of an event with both times gives it.
inline perfc_count CountOf(uint64_t raw, uint64_t enabled, uint64_t running) {
  perfc_count count = {};
  count.raw = raw;
  count.scaled = raw;
  count.time_enabled = enabled;
  count.time_running = running;
  count.fields = kTimes;
  count.quality = PERFC_QUALITY_EXACT;
  if (running < enabled) {
    count.quality = PERFC_QUALITY_SCALED;
    if (running) count.scaled = raw * enabled / running;
  }
  if (running == 0) count.quality = PERFC_QUALITY_NEVER_RAN;
  return count;
}

}  // namespace scripted

#endif  // PERFC_TEST_COUNTS_COUNTS_H_
