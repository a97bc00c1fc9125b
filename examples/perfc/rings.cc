#include "examples/perfc/rings.h"

#include <unistd.h>

#include <cerrno>

#include "examples/perfc/errors.h"

namespace tool {
namespace {

uint64_t TimeOf(perfc::PlanView plan, const perfc::Record& record) {
  if (record.type == PERFC_RECORD_SAMPLE) {
    perfc::Result<perfc_sample> sample = plan.decode<perfc_sample>(record);
    return sample ? sample->time : 0;
  }
  perfc::Result<perfc_sample_id> id = plan.decode_sample_id(record);
  return id ? id->time : 0;
}

}  // namespace

perfc::Result<void> Rings::Attach(perfc::Event event, Ring* ring) {
  if (ring->events.empty()) {
    perfc::Result<void> mapped = event.mmap(pages_);
    if (!mapped) return mapped;
  } else {
    perfc::Result<bool> shared = event.set_output(ring->owner());
    if (!shared) return std::move(shared).error();
  }
  ring->events.push_back(std::move(event));
  return {};
}

perfc::Result<void> Rings::OpenRing(const perfc_attr& attr,
                                    const std::vector<int32_t>& threads,
                                    int32_t cpu, Ring* ring) {
  perfc::Error gone(-ESRCH);
  for (int32_t thread : threads) {
    perfc::Result<perfc::Event> event = perfc::Event::open(attr, thread, cpu);
    if (!event && IsGone(event.error().code())) {
      gone = std::move(event).error();
      continue;
    }
    if (!event) return std::move(event).error();
    perfc::Result<void> attached = Attach(std::move(event).value(), ring);
    if (!attached) return attached;
  }
  if (ring->events.empty()) return gone;
  return {};
}

perfc::Result<void> Rings::Open(const Sampling& sampling,
                                const std::vector<int32_t>& threads,
                                const std::vector<int32_t>& cpus,
                                uint32_t pages) {
  pages_ = pages;
  perfc::Error offline(-ENODEV);
  for (int32_t cpu : cpus) {
    Ring ring;
    perfc::Result<void> opened = OpenRing(sampling.attr, threads, cpu, &ring);
    if (opened) {
      rings_.push_back(std::move(ring));
    } else if (opened.error().code().value() == ENODEV) {
      offline = std::move(opened).error();
    } else {
      return opened;
    }
  }
  if (rings_.empty()) return offline;
  return {};
}

perfc::Result<void> Rings::Enable() {
  for (Ring& ring : rings_) {
    for (perfc::Event& event : ring.events) {
      perfc::Result<void> enabled = event.enable();
      if (!enabled) return enabled;
    }
  }
  return {};
}

void Rings::Disable() {
  for (Ring& ring : rings_) {
    // Of one that can't be disabled the target has gone.
    for (perfc::Event& event : ring.events) (void)event.disable().ok();
  }
}

std::vector<pollfd> Rings::PollFds() const {
  std::vector<pollfd> fds;
  for (const Ring& ring : rings_) {
    if (ring.ended) continue;
    perfc::Result<int> fd = ring.owner().fd();
    if (fd) fds.push_back({*fd, POLLIN, 0});
  }
  return fds;
}

bool Rings::ReadRing(uint32_t index, TimeOrder* order) {
  Ring& ring = rings_[index];
  perfc::Event& owner = ring.owner();
  // poll() took the wake-up away: only wait() still learns of the end.
  if (!ring.ended) {
    perfc::Result<bool> waited = owner.wait(std::chrono::milliseconds(0));
    ring.ended = !waited && waited.error().code().value() == ESHUTDOWN;
  }
  // What the ring held when the round began, and on a busy CPU not all that
  // comes meanwhile.
  const uint64_t size = owner.control_page()->data_size;
  uint64_t taken = 0;
  for (const perfc::Record& record : owner.records()) {
    order->Add(TimeOf(owner.plan(), record), record, index);
    taken += record.size;
    if (taken >= size) break;
  }
  return taken != 0;
}

bool Rings::Read(TimeOrder* order) {
  bool any = false;
  for (uint32_t i = 0; i < rings_.size(); ++i) any |= ReadRing(i, order);
  order->EndRound();
  return any;
}

perfc::Result<perfc_losses> Rings::Losses() const {
  perfc_losses sum = {};
  for (const Ring& ring : rings_) {
    perfc::Result<perfc_losses> one = ring.owner().losses();
    if (!one) return one;
    sum.lost += one->lost;
    sum.lost_samples += one->lost_samples;
    sum.throttled += one->throttled;
    sum.malformed += one->malformed;
    sum.unknown += one->unknown;
  }
  return sum;
}

}  // namespace tool
