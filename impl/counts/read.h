// Reads of events and groups.
#ifndef PERFC_IMPL_COUNTS_READ_H_
#define PERFC_IMPL_COUNTS_READ_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "impl/event/event.h"
#include "perfc/counts.h"

namespace perfc::counts {

using EventAt = absl::FunctionRef<const event::Event&(uint32_t)>;
using PutCount = absl::FunctionRef<void(uint32_t, const perfc_count&)>;

int Read(const event::Event& event, perfc_count* count);

// True if the values of its group can be told apart.
bool ReadsGroup(const event::Event& event);

// One read(2) of the leader, which ReadsGroup; put(i) gets the count of
// event_at(i).
int ReadGroup(const event::Event& leader, uint32_t event_count,
              EventAt event_at, PutCount put);

// All members, in the order of read(2). Returns how many; -ENOSPC: more than
// `capacity`, which is above 0.
int ReadAll(const event::Event& leader, uint32_t capacity, PutCount put);

}  // namespace perfc::counts

#endif  // PERFC_IMPL_COUNTS_READ_H_
