#include "impl/counts/count.h"

#include "perfc/uapi.h"

namespace perfc::counts {
namespace {

constexpr uint64_t kTimes =
    PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
// The quality bits that a delta or sum keeps, besides those about how long it
// ran.
constexpr uint32_t kKept = PERFC_QUALITY_PARTIAL | PERFC_QUALITY_OFFLINE |
                           PERFC_QUALITY_RESET | PERFC_QUALITY_PINNED_ERROR |
                           PERFC_QUALITY_UNGROUPED;

uint64_t Plus(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

bool HasTimes(const perfc_count& count) {
  return (count.fields & kTimes) == kTimes;
}

// The event isn't the one it was: it wasn't open, or another one was, or its times
// began anew.
bool Reopened(const perfc_count& from, const perfc_count& to) {
  if (IsMissing(from)) return true;
  const uint64_t both = from.fields & to.fields;
  if (both & PERFC_FORMAT_ID && from.id != to.id) return true;
  return (both & kTimes) == kTimes && (to.time_enabled < from.time_enabled ||
                                       to.time_running < from.time_running);
}

}  // namespace

// (2^64-1)^2 + 2^63 fits into 128 bits.
uint64_t Scale(uint64_t value, uint64_t enabled, uint64_t running) {
  using Wide = unsigned __int128;
  const Wide scaled = (Wide{value} * enabled + running / 2) / running;
  return scaled > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(scaled);
}

perfc_count PinnedError() {
  perfc_count count = {};
  count.quality = PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING;
  return count;
}

void Judge(perfc_count* count) {
  count->scaled = count->raw;
  if (!HasTimes(*count)) return;
  if (count->time_running == 0) {
    count->quality |= PERFC_QUALITY_NEVER_RAN;
  } else if (count->time_running < count->time_enabled) {
    count->quality |= PERFC_QUALITY_SCALED;
    count->scaled = Scale(count->raw, count->time_enabled, count->time_running);
  } else {
    count->quality |= PERFC_QUALITY_EXACT;
  }
}

perfc_count Delta(const perfc_count& from, const perfc_count& to) {
  // The count of an event in error doesn't contain earlier events.
  if (from.quality & PERFC_QUALITY_PINNED_ERROR && !IsMissing(to)) {
    perfc_count unknown = {};
    unknown.quality = PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING;
    return unknown;
  }
  perfc_count delta = to;
  if (!IsMissing(from)) delta.fields &= from.fields;
  delta.quality = (from.quality | to.quality) & kKept;
  if (IsMissing(to)) {
    delta.quality |= PERFC_QUALITY_MISSING;
    return delta;
  }
  const bool reopened = Reopened(from, to);
  const bool reset = reopened || to.raw < from.raw || to.lost < from.lost;
  if (reset) {
    delta.quality |= PERFC_QUALITY_RESET | PERFC_QUALITY_PARTIAL;
  } else {
    delta.raw -= from.raw;
    delta.lost -= from.lost;
  }
  // A reset leaves the times alone (_perf_event_reset, kernel/events/core.c).
  if (!reopened) {
    delta.time_enabled -= from.time_enabled;
    delta.time_running -= from.time_running;
  }
  Judge(&delta);
  return delta;
}

bool IsMissing(const perfc_count& count) {
  return count.quality & PERFC_QUALITY_MISSING;
}

void Sum::Add(const perfc_count& part) {
  if (IsMissing(part)) {
    flags_ |= (part.quality & kKept) | PERFC_QUALITY_PARTIAL;
    return;
  }
  sum_.fields = any_ ? sum_.fields & part.fields : part.fields;
  sum_.fields &= ~uint64_t{PERFC_FORMAT_ID};
  any_ = true;
  flags_ |= part.quality & kKept;
  const bool never = part.quality & PERFC_QUALITY_NEVER_RAN;
  if (never && part.time_enabled > 0) flags_ |= PERFC_QUALITY_PARTIAL;
  if (part.quality & PERFC_QUALITY_SCALED) scaled_ = true;
  if (part.quality & (PERFC_QUALITY_SCALED | PERFC_QUALITY_EXACT)) ran_ = true;
  if (!HasTimes(part)) unknown_ = true;
  sum_.raw = Plus(sum_.raw, part.raw);
  sum_.scaled = Plus(sum_.scaled, part.scaled);
  sum_.time_enabled = Plus(sum_.time_enabled, part.time_enabled);
  sum_.time_running = Plus(sum_.time_running, part.time_running);
  sum_.lost = Plus(sum_.lost, part.lost);
}

perfc_count Sum::Get() const {
  perfc_count sum = sum_;
  sum.quality = flags_;
  if (unknown_) return sum;
  if (scaled_) {
    sum.quality |= PERFC_QUALITY_SCALED;
  } else if (ran_) {
    sum.quality |= PERFC_QUALITY_EXACT;
  } else {
    // Nothing is there to be a part of.
    sum.quality &= ~uint32_t{PERFC_QUALITY_PARTIAL};
    sum.quality |= PERFC_QUALITY_NEVER_RAN;
    if (!any_) sum.quality |= PERFC_QUALITY_MISSING;
  }
  return sum;
}

}  // namespace perfc::counts
