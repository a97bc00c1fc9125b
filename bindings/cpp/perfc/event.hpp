// An open event: ioctls, its ring, its counts.
#ifndef PERFC_EVENT_HPP_
#define PERFC_EVENT_HPP_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "perfc/attr.hpp"
#include "perfc/event.h"
#include "perfc/host.hpp"
#include "perfc/plan.hpp"
#include "perfc/record.hpp"
#include "perfc/result.hpp"
#include "perfc/ring.h"
#include "perfc/span.hpp"

namespace perfc {

// What a ring has now, for a range-based for. A record is borrowed until the
// next one is taken.
class Records {
 public:
  class Iterator {
   public:
    const Record& operator*() const { return records_->record_; }
    const Record* operator->() const { return &records_->record_; }
    Iterator& operator++() {
      if (!records_->take()) records_ = nullptr;
      return *this;
    }
    bool operator!=(const Iterator& other) const {
      return records_ != other.records_;
    }
    bool operator==(const Iterator& other) const { return !(*this != other); }

   private:
    friend class Records;
    explicit Iterator(Records* records) : records_(records) {}
    Records* records_;
  };

  explicit Records(perfc_event* event) : event_(event) {}

  Iterator begin() { return Iterator(take() ? this : nullptr); }
  Iterator end() { return Iterator(nullptr); }

  // After the loop: ok if the ring is empty for now, else why nothing more
  // comes (ESHUTDOWN: the target has gone).
  Result<void> status() const { return internal::done(result_); }

 private:
  bool take() {
    result_ = perfc_next_record(event_, &record_);
    return result_ == 1;
  }

  perfc_event* event_;
  Record record_;
  int result_ = 0;
};

class Event;

// What perfc_open takes besides attr, pid and cpu.
struct OpenOptions {
  const Host* host = nullptr;  // NULL: this machine
  const Event* group = nullptr;
  std::uint64_t flags = 0;  // PERFC_FLAG_*
};

class Event {
 public:
  static Result<Event> open(AttrBytes attr, std::int32_t pid, std::int32_t cpu,
                            const OpenOptions& options = {}) {
    perfc_event* event = nullptr;
    Result<int> opened = internal::cold([&](perfc_error* error) {
      return perfc_open(get(options.host), attr.data(), attr.size(), pid, cpu,
                        options.group ? options.group->get() : nullptr,
                        options.flags, &event, error);
    });
    if (!opened) return std::move(opened).error();
    return Event(event);
  }

  static Result<Event> adopt(int fd, AttrBytes attr,
                             const Host* host = nullptr) {
    perfc_event* event = nullptr;
    Result<int> adopted = internal::cold([&](perfc_error* error) {
      return perfc_adopt(get(host), fd, attr.data(), attr.size(), &event,
                         error);
    });
    if (!adopted) return std::move(adopted).error();
    return Event(event);
  }

  // As the destructor does. Every call after it answers EINVAL.
  void close() { event_.reset(); }

  perfc_event* get() const { return event_.get(); }
  Result<int> fd() const { return internal::count(perfc_fd(get())); }

  Result<std::vector<std::uint8_t>> attr() const {
    const int size = perfc_event_attr(get(), nullptr, 0);
    if (size < 0) return Error(size);
    std::vector<std::uint8_t> attr(static_cast<std::size_t>(size));
    perfc_event_attr(get(), attr.data(), attr.size());
    return attr;
  }

  // ioctl(2). flags is 0 or PERFC_IOC_FLAG_GROUP.
  Result<void> enable(std::uint32_t flags = 0) {
    return internal::done(perfc_enable(get(), flags));
  }
  Result<void> disable(std::uint32_t flags = 0) {
    return internal::done(perfc_disable(get(), flags));
  }
  Result<void> reset(std::uint32_t flags = 0) {
    return internal::done(perfc_reset(get(), flags));
  }
  Result<void> refresh(std::int32_t samples) {
    return internal::done(perfc_refresh(get(), samples));
  }
  Result<void> set_period(std::uint64_t period) {
    return internal::done(perfc_set_period(get(), period));
  }
  Result<std::uint64_t> id() const {
    return Result<std::uint64_t>::fill(
        [&](std::uint64_t* id) { return perfc_id(get(), id); });
  }
  // False: redirected, but the records can't be told apart and are raw only.
  Result<bool> set_output(Event& target) { return redirect(target.get()); }
  Result<void> drop_output() {
    Result<bool> dropped = redirect(nullptr);
    if (!dropped) return std::move(dropped).error();
    return {};
  }
  Result<void> set_filter(const char* filter) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_set_filter(get(), filter, error);
    });
  }
  Result<void> set_bpf(int prog_fd) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_set_bpf(get(), prog_fd, error);
    });
  }
  // Writes the ids and returns how many there are.
  Result<std::uint32_t> query_bpf(Span<std::uint32_t> ids) {
    std::uint32_t count = 0;
    Result<int> asked = internal::cold([&](perfc_error* error) {
      return perfc_query_bpf(get(), ids.data(),
                             static_cast<std::uint32_t>(ids.size()), &count,
                             error);
    });
    if (!asked) return std::move(asked).error();
    return count;
  }
  Result<void> pause_output(bool paused) {
    return internal::done(perfc_pause_output(get(), paused));
  }
  Result<void> modify_attributes(AttrBytes attr) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_modify_attributes(get(), attr.data(), attr.size(), error);
    });
  }
  Result<int> ioctl(std::uint32_t request, std::uint64_t argument) {
    return internal::cold([&](perfc_error* error) {
      return perfc_ioctl(get(), request, argument, error);
    });
  }

  // The ring. data_pages is a power of two, 0 for the default.
  Result<void> mmap(std::uint32_t data_pages = 0, std::uint32_t flags = 0) {
    return internal::cold_done([&](perfc_error* error) {
      return perfc_mmap(get(), data_pages, flags, error);
    });
  }
  Result<void> map_control() {
    return internal::cold_done(
        [&](perfc_error* error) { return perfc_map_control(get(), error); });
  }
  Result<void> unmap() { return internal::done(perfc_unmap(get())); }
  const perfc_mmap_page* control_page() const {
    return perfc_control_page(get());
  }

  Result<std::optional<Record>> next() { return take(perfc_next_record); }
  Result<std::optional<Record>> peek() { return take(perfc_peek_record); }
  Records records() { return Records(get()); }

  // Whether there are records; false on time-out. Without one it waits for
  // ever, with 0 it only looks.
  Result<bool> wait(
      std::optional<std::chrono::milliseconds> timeout = std::nullopt) {
    constexpr std::chrono::milliseconds kMax(
        std::numeric_limits<std::int32_t>::max());
    const auto ms =
        timeout ? static_cast<std::int32_t>(std::min(*timeout, kMax).count())
                : -1;
    return truth(internal::cold(
        [&](perfc_error* error) { return perfc_wait(get(), ms, error); }));
  }
  Result<void> wake() { return internal::done(perfc_wake(get())); }

  Result<perfc_losses> losses() const {
    perfc_losses losses = {};
    const int result = perfc_read_losses(get(), &losses, sizeof losses);
    if (result < 0) return Error(result);
    return losses;
  }

  // Borrowed: lives as long as this event.
  PlanView plan() const { return PlanView(perfc_event_plan(get())); }
  template <typename T>
  Result<T> decode(const perfc_record& record) const {
    return plan().decode<T>(record);
  }

  // Reads the counts and returns how many there are; 0 for a pinned event in
  // error.
  Result<int> read(Span<perfc_read_value> values,
                   perfc_read_times* times = nullptr) const {
    return internal::count(perfc_read(get(), times, times ? sizeof *times : 0,
                                      values.data(), values.size()));
  }

 private:
  struct Close {
    void operator()(perfc_event* event) const { perfc_close(event); }
  };
  explicit Event(perfc_event* event) : event_(event) {}

  static const perfc_host* get(const Host* host) {
    return host ? host->get() : nullptr;
  }

  static Result<bool> truth(Result<int> result) {
    if (!result) return std::move(result).error();
    return *result != 0;
  }

  Result<bool> redirect(perfc_event* target) {
    Result<int> result = internal::cold([&](perfc_error* error) {
      return perfc_set_output(get(), target, error);
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

  std::unique_ptr<perfc_event, Close> event_;
};

}  // namespace perfc

#endif  // PERFC_EVENT_HPP_
