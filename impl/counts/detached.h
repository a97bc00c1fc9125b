// Counts of events that the kernel took out of their group.
#ifndef PERFC_IMPL_COUNTS_DETACHED_H_
#define PERFC_IMPL_COUNTS_DETACHED_H_

#include <cstdint>

#include "impl/event/event.h"
#include "perfc/counts.h"

namespace perfc::counts {

// For an event whose read(2) lacks its own value: the count in its control
// page, or a missing count if the page can't be mapped.
perfc_count ReadDetached(const event::Event& event, uint64_t id);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_DETACHED_H_
