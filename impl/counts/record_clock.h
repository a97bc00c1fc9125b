// Names of clocks, and record times on another clock.
#ifndef PERFC_IMPL_COUNTS_RECORD_CLOCK_H_
#define PERFC_IMPL_COUNTS_RECORD_CLOCK_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "impl/event/event.h"
#include "perfc/clock.h"
#include "perfc/error.h"

namespace perfc::counts {

// -ENOENT, or 0.
int ClockId(absl::string_view name, int32_t* clock);
const char* ClockName(int32_t clock);

int RelateClock(const event::Event& event, int32_t clock,
                perfc_clock_relation* relation, perfc_error* error);

// `later` may be null.
int ConvertTime(const perfc_clock_relation& relation,
                const perfc_clock_relation* later, uint64_t time, uint64_t* ns,
                uint64_t* error);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_RECORD_CLOCK_H_
