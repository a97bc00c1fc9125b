// Counts, and how far they can be trusted.
#ifndef PERFC_COUNTS_HPP_
#define PERFC_COUNTS_HPP_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "perfc/counts.h"
#include "perfc/event.hpp"
#include "perfc/host.hpp"
#include "perfc/result.hpp"
#include "perfc/span.hpp"

namespace perfc {

struct Count : perfc_count {
  bool is(std::uint32_t qualities) const { return (quality & qualities) != 0; }
  // The count, scaled where events took turns; none where it isn't a count.
  std::optional<std::uint64_t> value() const {
    const bool missing = fields == 0 && is(PERFC_QUALITY_PARTIAL);
    const bool none = is(PERFC_QUALITY_NEVER_RAN | PERFC_QUALITY_PINNED_ERROR);
    if (missing || none) return {};
    return scaled;
  }
};
static_assert(sizeof(Count) == sizeof(perfc_count), "arrays go to C");

namespace internal {

// The C functions take arrays of handles.
inline std::vector<perfc_event*> handles(Span<const EventView> events) {
  std::vector<perfc_event*> handles;
  for (const EventView& event : events) handles.push_back(event.get());
  return handles;
}

template <typename Call>
Result<Count> count_by(Call&& call) {
  return filled<Count>([&](Count* count, std::size_t size) {
    return call(static_cast<perfc_count*>(count), size);
  });
}

}  // namespace internal

inline Result<Count> read_count(EventView event) {
  return internal::count_by([&](perfc_count* count, std::size_t size) {
    return perfc_count_read(event.get(), count, size);
  });
}

// Without a system call where that is right.
inline Result<Count> read_count_user(EventView event) {
  return internal::count_by([&](perfc_count* count, std::size_t size) {
    return perfc_count_read_user(event.get(), count, size);
  });
}

// The counts of a group's events at one instant, in the order of `events`.
inline Result<std::vector<Count>> read_group(EventView leader,
                                             Span<const EventView> events) {
  const auto handles = internal::handles(events);
  std::vector<Count> counts(handles.size());
  const int result = perfc_count_read_group(
      leader.get(), handles.data(), static_cast<std::uint32_t>(handles.size()),
      counts.data(), sizeof(Count));
  if (result < 0) return Error(result);
  return counts;
}

inline Result<Count> delta(const Count& from, const Count& to) {
  return internal::count_by([&](perfc_count* count, std::size_t size) {
    return perfc_count_delta(&from, &to, count, size);
  });
}

inline Result<Count> sum(Span<const Count> counts) {
  return internal::count_by([&](perfc_count* count, std::size_t size) {
    return perfc_count_sum(
        counts.data(), static_cast<std::uint32_t>(counts.size()), count, size);
  });
}

// value * enabled / running, for counts that came with a sample.
inline Result<std::uint64_t> scale(std::uint64_t value, std::uint64_t enabled,
                                   std::uint64_t running) {
  return Result<std::uint64_t>::fill([&](std::uint64_t* scaled) {
    return perfc_count_scale(value, enabled, running, scaled);
  });
}

// Counts what happens from begin() to end(), or to its own end. The events must
// live as long.
class Measurement {
 public:
  Measurement(Measurement&& other) noexcept
      : event_(std::exchange(other.event_, EventView(nullptr))),
        events_(std::move(other.events_)),
        counts_(std::move(other.counts_)) {}
  ~Measurement() {
    if (event_.get() != nullptr) end_now();
  }

  static Result<Measurement> begin(EventView event) {
    return begin(Measurement(event, {}, 1));
  }
  static Result<Measurement> begin(EventView leader,
                                   Span<const EventView> events) {
    return begin(Measurement(leader, internal::handles(events), events.size()));
  }

  // What was counted in between, in the order of the events.
  Result<std::vector<Count>> end() && {
    const int result = end_now();
    if (result < 0) return Error(result);
    return std::move(counts_);
  }

 private:
  Measurement(EventView event, std::vector<perfc_event*> events,
              std::size_t count)
      : event_(event), events_(std::move(events)), counts_(count) {}

  static Result<Measurement> begin(Measurement measurement) {
    const int result = perfc_measure_begin(
        measurement.event_.get(), measurement.handles(), measurement.size(),
        measurement.counts_.data(), sizeof(Count));
    if (result < 0) {
      measurement.event_ = EventView(nullptr);
      return Error(result);
    }
    return measurement;
  }

  int end_now() {
    perfc_event* const event = std::exchange(event_, EventView(nullptr)).get();
    return perfc_measure_end(event, handles(), size(), counts_.data(),
                             sizeof(Count));
  }

  perfc_event* const* handles() const {
    return events_.empty() ? nullptr : events_.data();
  }
  std::uint32_t size() const {
    return static_cast<std::uint32_t>(counts_.size());
  }

  EventView event_;
  std::vector<perfc_event*> events_;
  std::vector<Count> counts_;
};

// Every event that the calling thread has opened.
inline Result<void> task_enable(const Host* host = nullptr) {
  return internal::done(perfc_task_enable(internal::get(host)));
}
inline Result<void> task_disable(const Host* host = nullptr) {
  return internal::done(perfc_task_disable(internal::get(host)));
}

}  // namespace perfc

#endif  // PERFC_COUNTS_HPP_
