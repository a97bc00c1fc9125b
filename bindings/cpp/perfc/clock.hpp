// Clocks: how the times of records become those of another clock.
#ifndef PERFC_CLOCK_HPP_
#define PERFC_CLOCK_HPP_

#include <cstdint>
#include <string_view>

#include "perfc/clock.h"
#include "perfc/event.hpp"
#include "perfc/result.hpp"

namespace perfc {

// CLOCK_MONOTONIC by "monotonic".
inline Result<std::int32_t> clock_find(const char* name) {
  return Result<std::int32_t>::fill(
      [&](std::int32_t* clock) { return perfc_clock_find(name, clock); });
}
// Empty for one without a name.
inline std::string_view clock_name(std::int32_t clock) {
  const char* name = perfc_clock_name(clock);
  return name ? std::string_view(name) : std::string_view();
}

// A time, and how far off it is at most. Both in ns.
struct Moment {
  std::uint64_t ns;
  std::uint64_t uncertainty;
};

struct ClockRelation : perfc_clock_relation {
  static Result<ClockRelation> of(EventView event, std::int32_t clock) {
    ClockRelation relation = {};
    Result<void> related = internal::cold_done([&](perfc_error* error) {
      return perfc_event_relate_clock(event.get(), clock, &relation,
                                      sizeof(perfc_clock_relation), error);
    });
    if (!related) return std::move(related).error();
    return relation;
  }

  // A record's time in that clock; interpolated, with one taken later.
  Result<Moment> convert(std::uint64_t record_time,
                         const ClockRelation* later = nullptr) const {
    return Result<Moment>::fill([&](Moment* moment) {
      return perfc_clock_convert(this, later, sizeof(perfc_clock_relation),
                                 record_time, &moment->ns,
                                 &moment->uncertainty);
    });
  }
};

}  // namespace perfc

#endif  // PERFC_CLOCK_HPP_
