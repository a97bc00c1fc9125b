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
    if (is(PERFC_QUALITY_MISSING | PERFC_QUALITY_NEVER_RAN)) return {};
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
    return perfc_read(event.get(), count, size);
  });
}

// Without a system call where that is right.
inline Result<Count> read_count_user(EventView event) {
  return internal::count_by([&](perfc_count* count, std::size_t size) {
    return perfc_read_user(event.get(), count, size);
  });
}

// The counts of a group's events at one instant, in the order of `events`.
inline Result<std::vector<Count>> read_group(EventView leader,
                                             Span<const EventView> events) {
  const auto handles = internal::handles(events);
  std::vector<Count> counts(handles.size());
  const int result = perfc_read_group(
      leader.get(), handles.data(), counts.data(), sizeof(Count),
      static_cast<std::uint32_t>(handles.size()));
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
    return perfc_count_sum(counts.data(), size,
                           static_cast<std::uint32_t>(counts.size()), count);
  });
}

// value * enabled / running, for counts that came with a sample.
inline Result<std::uint64_t> scale(std::uint64_t value, std::uint64_t enabled,
                                   std::uint64_t running) {
  return Result<std::uint64_t>::fill([&](std::uint64_t* scaled) {
    return perfc_count_scale(value, enabled, running, scaled);
  });
}

// Counts the events between begin() and end(), or until the Measurement is
// destroyed. The events must outlive it.
class Measurement {
 public:
  Measurement(Measurement&& other) noexcept
      : leader_(std::exchange(other.leader_, EventView(nullptr))),
        read_from_(other.read_from_),
        events_(std::move(other.events_)),
        counts_(std::move(other.counts_)) {}
  ~Measurement() {
    if (leader_.get() != nullptr) (void)leader_.disable();
  }

  static Result<Measurement> begin(EventView event) { return begin(event, {}); }
  static Result<Measurement> begin(EventView leader,
                                   Span<const EventView> events) {
    Measurement measurement(leader, events);
    Result<std::vector<Count>> before = measurement.read();
    if (!before) return std::move(before).error();
    measurement.counts_ = *std::move(before);
    // Members first: they count from the moment on that their leader does.
    for (EventView member : measurement.events_) {
      if (member.get() == leader.get()) continue;
      Result<void> enabled = member.enable();
      if (!enabled) return std::move(enabled).error();
    }
    Result<void> enabled = leader.enable();
    if (!enabled) return std::move(enabled).error();
    measurement.leader_ = leader;
    return measurement;
  }

  // The counts between begin() and end(), in the order of the events.
  Result<std::vector<Count>> end() && {
    Result<void> disabled = leader_.disable();
    Result<std::vector<Count>> after = read();
    leader_ = EventView(nullptr);
    if (!disabled) return std::move(disabled).error();
    if (!after) return after;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      Result<Count> counted = delta(counts_[i], (*after)[i]);
      if (!counted) return std::move(counted).error();
      counts_[i] = *counted;
    }
    return std::move(counts_);
  }

 private:
  Measurement(EventView leader, Span<const EventView> events)
      : read_from_(leader), events_(events.begin(), events.end()) {}

  Result<std::vector<Count>> read() const {
    if (!events_.empty()) return read_group(read_from_, events_);
    Result<Count> count = read_count(read_from_);
    if (!count) return std::move(count).error();
    return std::vector<Count>{*count};
  }

  EventView leader_{nullptr};  // while it runs
  EventView read_from_;
  std::vector<EventView> events_;
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
