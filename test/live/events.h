// Events under test, and the records that come out of them.

#ifndef TEST_LIVE_EVENTS_H_
#define TEST_LIVE_EVENTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perfc/perfc.h"

namespace live {

constexpr size_t kPage = 4096;

// An attr that starts disabled and looks at user space alone.
perfc_attr Attr(uint32_t type, uint64_t config);
perfc_attr Software(uint64_t config);
// "system:name". Hits lie in the kernel, so it isn't excluded.
perfc_attr Tracepoint(const std::string& name);
// Counts the calls of a function.
perfc_attr CallsOf(void (*function)());
// A dummy event, for side-band records: `flags` are PERFC_ATTR_*. Its times are
// Now()'s.
perfc_attr SideBand(uint64_t flags);
// As `attr`, sampling each event.
perfc_attr Sampling(perfc_attr attr, uint64_t sample_type);

// Owns a handle.
class Event {
 public:
  Event() = default;
  explicit Event(perfc_event* event) : event_(event) {}
  Event(Event&& other) noexcept
      : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event() { perfc_close(event_); }

  operator perfc_event*() const { return event_; }  // NOLINT: stands for it.
  void Close() { perfc_close(std::exchange(event_, nullptr)); }

 private:
  perfc_event* event_ = nullptr;
};

// Opens an event. A failure fails the test, whatever the errno.
Event Open(const perfc_attr& attr, int pid = 0, int cpu = -1,
           perfc_event* group = nullptr, uint64_t flags = 0);
// Maps its ring. A failure fails the test.
void Map(perfc_event* event, uint32_t pages, uint32_t flags = 0);
// Both.
Event OpenMapped(const perfc_attr& attr, uint32_t pages, int pid = 0,
                 int cpu = -1);

// The words of an error.
std::string Text(const perfc_error& error);
// The event's count, and its id.
uint64_t Count(perfc_event* event);
uint64_t Id(perfc_event* event);
// What a group's events count while `work` runs, by read and ioctl.
void Measure(perfc_event* leader, const std::vector<perfc_event*>& events,
             perfc_count* counts, const std::function<void()>& work);
perfc_losses Losses(perfc_event* event);

// The first element of a range; NULL if it is empty or outside the record.
template <typename T>
const T* At(const perfc_record* record, const perfc_range& range) {
  return static_cast<const T*>(perfc_record_range(record, &range, sizeof(T)));
}

// A record that was copied out of its ring.
class Record {
 public:
  explicit Record(const perfc_record& record);
  const perfc_record* operator&() const { return &view_; }  // NOLINT
  const perfc_record* operator->() const { return &view_; }
  std::string Bytes(perfc_range range) const;

 private:
  std::unique_ptr<uint64_t[]> words_;
  perfc_record view_;
};

using Records = std::vector<Record>;

// All records that are there. *end becomes what next_record said last.
Records Drain(perfc_event* event, int* end = nullptr);
// Those of one type.
Records Drain(perfc_event* event, uint32_t type);

// A record decoded by the event's own plan. A failure fails the test.
perfc_sample Sample(perfc_event* event, const Record& record);
std::vector<perfc_sample> Samples(perfc_event* event);
perfc_sample_id Trailer(perfc_event* event, const Record& record);

template <typename T>
using Decoder = int (*)(const perfc_plan*, const perfc_record*, T*, size_t);

template <typename T>
T Decode(Decoder<T> decode, perfc_event* event, const Record& record) {
  T out = {};
  void ExpectDecoded(int result);
  ExpectDecoded(decode(perfc_event_plan(event), &record, &out, sizeof out));
  return out;
}

}  // namespace live

#endif  // TEST_LIVE_EVENTS_H_
