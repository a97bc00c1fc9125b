// What the kernel generated, against what came out of the rings.

#ifndef TEST_SOAK_TALLY_H_
#define TEST_SOAK_TALLY_H_

#include <cstdint>
#include <map>

#include "perfc/perfc.h"
#include "test/live/sets.h"

namespace soak {

struct Totals {
  uint64_t generated = 0;  // As the events count.
  uint64_t read = 0;
  uint64_t lost = 0;  // As PERF_FORMAT_LOST tells.

  void Add(const Totals& other);
};

// One event's samples are told from another's by its id.
class Tally {
 public:
  // Takes what the stream has, but no more records than `most`, and says how many.
  uint64_t Take(perfc_stream* stream, uint64_t most = UINT64_MAX);

  // The event counts no more, for now, and its ring is drained: what was read and
  // what was lost must be what it counted.
  void Settle(perfc_event* event);
  // Each member of the set that is open.
  void SettleAll(const live::Set& set);

  // As of when each event was settled last.
  Totals totals() const;

 private:
  std::map<uint64_t, Totals> events_;  // By id.
};

// Samples each hit of a tracepoint, and tells whose sample it is and the losses.
perfc_attr EachHit(const char* tracepoint);

// No record that can't be, and none of an event that was slowed down.
void ExpectSoundLosses(const perfc_losses& losses);

// Disables each event of a set over CPUs from its own CPU. From another one the
// kernel interrupts a hit that is under way, and since Linux 6.18 that hit is then
// counted and neither written nor lost (perf_swevent_event, kernel/events/core.c).
void DisableEachOnItsCpu(const live::Set& set);

}  // namespace soak

#endif  // TEST_SOAK_TALLY_H_
