// An open event: ioctls, its ring, its counts.
#ifndef PERFC_EVENT_HPP_
#define PERFC_EVENT_HPP_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "perfc/attr.hpp"
#include "perfc/counts.h"
#include "perfc/event.h"
#include "perfc/host.hpp"
#include "perfc/plan.hpp"
#include "perfc/range.hpp"
#include "perfc/record.hpp"
#include "perfc/result.hpp"
#include "perfc/ring.h"
#include "perfc/span.hpp"

namespace perfc {

// The records that a ring has now, for a range-based for. A record is borrowed
// until the next one is taken. status() is ESHUTDOWN if the target is gone.
using Records = Taking<Record, perfc_event, perfc_next_record>;

namespace internal {

// The time-out for the C functions: below 0 means forever. A time that is over
// already, such as the rest until a deadline, is 0.
inline std::int32_t timeout_ms(
    std::optional<std::chrono::milliseconds> timeout) {
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  if (!timeout) return -1;
  return static_cast<std::int32_t>(
      std::clamp<std::chrono::milliseconds::rep>(timeout->count(), 0, kMax));
}

}  // namespace internal

// An event that somebody else owns: an Event or a Set.
class EventView {
 public:
  explicit EventView(perfc_event* event) : event_(event) {}

  perfc_event* get() const { return event_; }
  Result<int> fd() const { return internal::count(perfc_event_fd(get())); }

  Result<std::vector<std::uint8_t>> attr() const {
    const int size = perfc_event_attr(get(), nullptr, 0);
    if (size < 0) return Error(size);
    std::vector<std::uint8_t> attr(static_cast<std::size_t>(size));
    perfc_event_attr(get(), attr.data(), attr.size());
    return attr;
  }

  // ioctl(2). flags is 0 or PERFC_IOC_FLAG_GROUP.
  Result<void> enable(std::uint32_t flags = 0) {
    return request(PERFC_IOC_ENABLE, flags);
  }
  Result<void> disable(std::uint32_t flags = 0) {
    return request(PERFC_IOC_DISABLE, flags);
  }
  Result<void> reset(std::uint32_t flags = 0) {
    return request(PERFC_IOC_RESET, flags);
  }
  Result<void> refresh(std::int32_t samples) {
    return request(PERFC_IOC_REFRESH, static_cast<std::uint64_t>(samples));
  }
  Result<void> set_period(std::uint64_t period) {
    return request(PERFC_IOC_PERIOD, period);
  }
  Result<std::uint64_t> id() const {
    return Result<std::uint64_t>::fill(
        [&](std::uint64_t* id) { return perfc_event_id(get(), id); });
  }
  // False: redirected, but the records can't be told apart and are raw only.
  Result<bool> set_output(EventView target) { return redirect(target.get()); }
  Result<void> drop_output() {
    Result<bool> dropped = redirect(nullptr);
    if (!dropped) return std::move(dropped).error();
    return {};
  }
  Result<void> set_filter(const char* filter) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_event_set_filter(get(), filter, error);
    });
  }
  Result<void> set_bpf(int prog_fd) {
    return ioctl(PERFC_IOC_SET_BPF, static_cast<std::uint64_t>(prog_fd));
  }
  // Writes the ids and returns how many there are.
  Result<std::uint32_t> query_bpf(Span<std::uint32_t> ids) {
    std::uint32_t count = 0;
    Result<int> asked = internal::cold([&](perfc_error* error) {
      return perfc_event_query_bpf(get(), ids.data(),
                                   static_cast<std::uint32_t>(ids.size()),
                                   &count, error);
    });
    if (!asked) return std::move(asked).error();
    return count;
  }
  Result<void> pause_output(bool paused) {
    return request(PERFC_IOC_PAUSE_OUTPUT, paused);
  }
  Result<void> modify_attributes(AttrBytes attr) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_event_modify_attr(get(), attr.data(), attr.size(), error);
    });
  }
  // Any request whose argument is a number, PERFC_IOC_*.
  Result<void> ioctl(std::uint32_t request, std::uint64_t argument) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_ioctl(get(), request, argument, error);
    });
  }

  // The ring. data_pages is a power of two; 0: the control page alone.
  Result<void> mmap(std::uint32_t data_pages = PERFC_MMAP_DEFAULT_PAGES,
                    std::uint32_t flags = 0) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_mmap(get(), data_pages, flags, error);
    });
  }
  Result<void> munmap() { return internal::done(perfc_munmap(get())); }
  const perfc_mmap_page* control_page() const {
    return perfc_event_control_page(get());
  }

  Result<std::optional<Record>> next() { return take(perfc_next_record); }
  // The next records, as many as there are at once and `records` has room for;
  // returns how many. All are borrowed until the next call of next, peek or fill.
  Result<int> next(Span<perfc_record> records) {
    return internal::count(perfc_next_records(
        get(), records.data(), static_cast<std::uint32_t>(records.size())));
  }
  Result<std::optional<Record>> peek() { return take(perfc_event_peek_record); }
  Records records() { return Records(get()); }

  // Whether there are records; false on time-out. Without one it waits for
  // ever, with 0 it only looks.
  Result<bool> wait(
      std::optional<std::chrono::milliseconds> timeout = std::nullopt) {
    const std::int32_t ms = internal::timeout_ms(timeout);
    return internal::cold_truth(
        [&](perfc_error* error) { return perfc_event_wait(get(), ms, error); });
  }
  Result<void> wake() { return internal::done(perfc_event_wake(get())); }

  Result<perfc_losses> losses() const {
    return internal::filled<perfc_losses>(
        [&](perfc_losses* losses, std::size_t size) {
          return perfc_event_losses(get(), losses, size);
        });
  }

  // Borrowed: lives as long as this event.
  PlanView plan() const { return PlanView(perfc_event_plan(get())); }
  template <typename T>
  Result<T> decode(const perfc_record& record) const {
    return plan().decode<T>(record);
  }

  // Reads the count, or those of the event's group in the order of opening.
  // Returns how many there are; 0 for a pinned event in error.
  Result<int> read(Span<perfc_count> counts) const {
    return internal::count(
        perfc_read_group(get(), nullptr, counts.data(), sizeof(perfc_count),
                         static_cast<std::uint32_t>(counts.size())));
  }

 protected:
  perfc_event* event_;

 private:
  // A hot ioctl, whose error is the errno alone.
  Result<void> request(std::uint32_t request, std::uint64_t argument) {
    return internal::done(perfc_ioctl(get(), request, argument, nullptr));
  }

  Result<bool> redirect(perfc_event* target) {
    Result<int> result = internal::cold([&](perfc_error* error) {
      return perfc_event_set_output(get(), target, error);
    });
    if (!result) return std::move(result).error();
    return *result == 0;
  }

  Result<std::optional<Record>> take(int (*from)(perfc_event*, perfc_record*)) {
    Record record;
    const int result = from(get(), &record);
    if (result < 0) return Error(result);
    return result == 1 ? std::optional<Record>(record) : std::nullopt;
  }
};

// The arguments of perfc_open besides attr, pid and cpu.
struct OpenOptions {
  const Host* host = nullptr;  // NULL: this machine
  const EventView* group = nullptr;
  std::uint64_t flags = 0;  // PERFC_FLAG_*
};

class Event : public EventView {
 public:
  // The one event that an event string names, disabled. sample_type 0: it
  // counts; else it samples these PERFC_SAMPLE_* fields.
  static Result<Event> open(const char* event_string,
                            std::uint64_t sample_type = 0,
                            std::int32_t pid = PERFC_CALLING_THREAD,
                            std::int32_t cpu = PERFC_ANY_CPU,
                            const Host* host = nullptr) {
    return internal::make<Event>([&](perfc_event** event, perfc_error* error) {
      return perfc_open_string(internal::get(host), event_string, sample_type,
                               pid, cpu, event, error);
    });
  }

  static Result<Event> open(AttrBytes attr, std::int32_t pid, std::int32_t cpu,
                            const OpenOptions& options = {}) {
    return internal::make<Event>([&](perfc_event** event, perfc_error* error) {
      return perfc_open(internal::get(options.host), attr.data(), attr.size(),
                        pid, cpu,
                        options.group ? options.group->get() : nullptr,
                        options.flags, event, error);
    });
  }

  static Result<Event> open_fd(int fd, AttrBytes attr,
                               const Host* host = nullptr) {
    return internal::make<Event>([&](perfc_event** event, perfc_error* error) {
      return perfc_open_fd(internal::get(host), fd, attr.data(), attr.size(),
                           event, error);
    });
  }

  // Takes over an event of the C API.
  explicit Event(perfc_event* event) : EventView(event) {}

  Event(Event&& other) noexcept
      : EventView(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    Event taken(std::move(other));
    std::swap(event_, taken.event_);
    return *this;
  }
  ~Event() { close(); }

  // As the destructor does. Every call after it answers EINVAL.
  void close() { perfc_close(std::exchange(event_, nullptr)); }
};

}  // namespace perfc

#endif  // PERFC_EVENT_HPP_
