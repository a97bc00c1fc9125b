// A flight recorder over all CPUs, which is cut again and again.

#include <unistd.h>

#include <mutex>
#include <random>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/sets.h"
#include "test/soak/parts.h"

namespace soak {
namespace {

constexpr perfc_stream_options kFlight = {sizeof(perfc_stream_options),
                                          PERFC_STREAM_FLIGHT, 0};

// EachHit's samples: a header and four fields. Its LOST records: the header, two
// numbers, and the same four.
constexpr uint64_t kSampleSize = 40;
constexpr uint64_t kLostSize = 56;

perfc_attr Backward(perfc_attr attr) {
  attr.flags |= PERFC_ATTR_WRITE_BACKWARD;
  return attr;
}

class Recorder {
 public:
  explicit Recorder(uint32_t pages);
  ~Recorder() { perfc_stream_destroy(flight_); }

  void Cut();
  Done Finish();

 private:
  void Settle(perfc_event* event);

  live::Specs specs_;
  live::Set set_;
  perfc_stream* flight_ = nullptr;
  std::minstd_rand random_{1};
  Done done_;
};

Recorder::Recorder(uint32_t pages)
    : set_(specs_.Add(Backward(EachHit("sched:sched_switch")), "switch"),
           live::OnCpus()) {
  EXPECT_EQ(0, set_.result()) << set_.text();
  EXPECT_EQ(0, perfc_stream_create(nullptr, &kFlight, &flight_, nullptr));
  EXPECT_GE(perfc_set_mmap(set_, pages, 0, nullptr), 1);
  for (const perfc_member& member : set_.members()) {
    if (member.ring == nullptr) continue;
    EXPECT_GE(perfc_stream_add_event(flight_, member.ring, nullptr), 0);
  }
  EXPECT_EQ(0, perfc_set_enable(set_));
}

void Recorder::Cut() {
  const uint64_t last_ns =
      random_() % 2 == 0 ? PERFC_STREAM_CUT_ALL : random_() % 10000000;
  perfc_error error = {};
  const int count = perfc_stream_cut(flight_, last_ns, &error);
  EXPECT_GE(count, 0) << live::Text(error);
  uint64_t time = 0;
  perfc_stream_record record;
  int shown = 0;
  for (; perfc_stream_next_records(flight_, &record, 1) == 1; ++shown) {
    EXPECT_LE(time, record.time);
    time = record.time;
  }
  EXPECT_LE(shown, count);
  EXPECT_EQ(0, perfc_stream_resume(flight_, nullptr));
  ++done_.times;
  done_.extra += static_cast<uint64_t>(shown);
}

// Nothing is read for good, but what was written shows: a sample for each hit that
// wasn't lost while its ring was paused, and at most a LOST record for each pause.
void Recorder::Settle(perfc_event* event) {
  perfc_count count = {};
  ASSERT_EQ(0, perfc_read(event, &count, sizeof count));
  const uint64_t head = __atomic_load_n(
      &perfc_event_control_page(event)->data_head, __ATOMIC_ACQUIRE);
  const uint64_t samples = count.raw - count.lost;
  const uint64_t rest = -head - samples * kSampleSize;
  EXPECT_EQ(0u, rest % kLostSize);
  EXPECT_LE(rest / kLostSize, done_.times);
  done_.totals.Add({count.raw, samples, count.lost});
}

Done Recorder::Finish() {
  DisableEachOnItsCpu(set_);
  for (const perfc_member& member : set_.members()) {
    if (member.ring != nullptr) Settle(member.event);
  }
  perfc_losses losses = {};
  EXPECT_EQ(0, perfc_stream_losses(flight_, nullptr, &losses, sizeof losses));
  ExpectSoundLosses(losses);
  return done_;
}

}  // namespace

Done SoakFlight(uint32_t pages, uint64_t end, Hotplug* hotplug) {
  Recorder recorder(pages);
  while (live::Now() < end) {
    recorder.Cut();
    usleep(5000);
  }
  // So that each event is disabled on its CPU.
  const std::lock_guard<std::mutex> lock(hotplug->mutex());
  return recorder.Finish();
}

}  // namespace soak
