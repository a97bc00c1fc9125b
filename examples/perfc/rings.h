// A ring for each CPU, into which the events of all the target's threads write.
// Provisional: streams and sets will do this inside the library.
#ifndef PERFC_EXAMPLES_PERFC_RINGS_H_
#define PERFC_EXAMPLES_PERFC_RINGS_H_

#include <poll.h>

#include <cstdint>
#include <vector>

#include "examples/perfc/sampling.h"
#include "examples/perfc/time_order.h"
#include "perfc.hpp"

namespace tool {

class Rings {
 public:
  // Opens an event for each thread on each CPU. A thread or a CPU that has gone
  // meanwhile is left out. (The kernel maps no inherited event but on one CPU.)
  perfc::Result<void> Open(const Sampling& sampling,
                           const std::vector<int32_t>& threads,
                           const std::vector<int32_t>& cpus, uint32_t pages);

  perfc::Result<void> Enable();
  void Disable();

  // What to poll for. Rings whose owner has exited are left out: their fd would
  // be ready for ever.
  std::vector<pollfd> PollFds() const;

  // Gives all that the rings have to order, as one round. False if there was
  // nothing.
  bool Read(TimeOrder* order);

  perfc::PlanView plan(uint32_t ring) const {
    return rings_[ring].owner().plan();
  }
  size_t size() const { return rings_.size(); }

  // Added up over the rings.
  perfc::Result<perfc_losses> Losses() const;

 private:
  struct Ring {
    std::vector<perfc::Event> events;  // the first one has the ring
    bool ended = false;                // its owner's target has gone
    perfc::Event& owner() { return events.front(); }
    const perfc::Event& owner() const { return events.front(); }
  };

  perfc::Result<void> OpenRing(const perfc_attr& attr,
                               const std::vector<int32_t>& threads, int32_t cpu,
                               Ring* ring);
  perfc::Result<void> Attach(perfc::Event event, Ring* ring);
  bool ReadRing(uint32_t index, TimeOrder* order);

  uint32_t pages_ = 0;
  std::vector<Ring> rings_;
};

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_RINGS_H_
