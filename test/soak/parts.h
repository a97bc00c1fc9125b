// What is soaked, each part in a thread of its own until a moment of Now().

#ifndef TEST_SOAK_PARTS_H_
#define TEST_SOAK_PARTS_H_

#include <cstdint>

#include "test/soak/hotplug.h"
#include "test/soak/tally.h"

namespace soak {

// What a part did.
struct Done {
  Totals totals;
  uint64_t times = 0;  // Rings moved, trees, cuts.
  uint64_t extra = 0;  // Members reopened, none, records in cuts.

  void Add(const Done& other);
};

// A set over all CPUs, its rings in a stream out of which they are taken and put
// back, and a reader that is often late.
Done SoakCpus(uint32_t pages, bool shared, uint64_t end, Hotplug* hotplug);

// Sets over trees of processes and threads, from their start to their end.
Done SoakTrees(uint32_t pages, uint64_t end);

// A flight recorder over all CPUs, which is cut again and again. Of its totals
// what was written counts as read, though most of it is overwritten.
Done SoakFlight(uint32_t pages, uint64_t end, Hotplug* hotplug);

}  // namespace soak

#endif  // TEST_SOAK_PARTS_H_
