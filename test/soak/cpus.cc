// A set over all CPUs, its rings in a stream, and a reader that is often late.

#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/sets.h"
#include "test/soak/parts.h"

namespace soak {
namespace {

class Reader {
 public:
  Reader(uint32_t pages, bool shared);
  ~Reader() { perfc_stream_destroy(stream_); }

  void Read();
  // Takes a ring out of the stream, or puts it back.
  void MoveARing();
  // Opens anew what stopped when its CPU went offline.
  void Follow(Hotplug* hotplug);
  Done Finish();

 private:
  void Map();
  void PutBack();
  void Settle();

  const uint32_t pages_;
  const bool shared_;
  live::Specs specs_;
  live::Set set_;
  perfc_stream* stream_ = nullptr;
  std::vector<perfc_event*> outside_;  // Rings that aren't in the stream.
  std::minstd_rand random_{1};
  Tally tally_;
  Done done_;
};

Reader::Reader(uint32_t pages, bool shared)
    : pages_(pages),
      shared_(shared),
      set_(specs_.Add(EachHit("syscalls:sys_enter_getppid"), "getppid")
               .Add(EachHit("sched:sched_switch"), "switch"),
           live::OnCpus(), PERFC_SET_OPEN_IDENTIFY) {
  EXPECT_EQ(0, set_.result()) << set_.text();
  EXPECT_EQ(0, perfc_stream_create(nullptr, nullptr, &stream_, nullptr));
  Map();
  EXPECT_EQ(0, perfc_set_enable(set_));
}

void Reader::Map() {
  perfc_error error = {};
  EXPECT_GE(
      perfc_set_mmap(set_, pages_, shared_ ? PERFC_SET_MMAP_SHARED : 0, &error),
      0)
      << live::Text(error);
  EXPECT_GE(perfc_stream_add_set(stream_, set_, &error), 0)
      << live::Text(error);
}

void Reader::Read() {
  // At times as fast as it can, at times too little, at times not at all.
  perfc_stream_wait(stream_, 10, nullptr);
  tally_.Take(stream_, random_() % 200000);
  if (random_() % 4 == 0) usleep(random_() % 50000);
}

void Reader::MoveARing() {
  const std::vector<perfc_member> members = set_.members();
  perfc_event* ring = members[random_() % members.size()].ring;
  if (ring == nullptr) return;
  ++done_.times;
  const auto found = std::find(outside_.begin(), outside_.end(), ring);
  if (found == outside_.end()) {
    EXPECT_EQ(0, perfc_stream_remove_event(stream_, ring));
    outside_.push_back(ring);
  } else {
    EXPECT_GE(perfc_stream_add_event(stream_, ring, nullptr), 0);
    outside_.erase(found);
  }
}

void Reader::PutBack() {
  for (perfc_event* ring : outside_) {
    EXPECT_GE(perfc_stream_add_event(stream_, ring, nullptr), 0);
  }
  outside_.clear();
}

void Reader::Settle() {
  DisableEachOnItsCpu(set_);
  PutBack();
  tally_.Take(stream_);
  tally_.SettleAll(set_);
}

void Reader::Follow(Hotplug* hotplug) {
  const std::lock_guard<std::mutex> lock(hotplug->mutex());
  if (perfc_set_update(set_, 0, nullptr) == 0) return;
  // Disabled: what an event counts before it has a ring is in no record.
  Settle();
  perfc_error error = {};
  const int reopened = perfc_set_update(set_, PERFC_SET_UPDATE_REOPEN, &error);
  EXPECT_GE(reopened, 0) << live::Text(error);
  done_.extra += static_cast<uint64_t>(std::max(reopened, 0));
  Map();
  EXPECT_EQ(0, perfc_set_enable(set_));
}

Done Reader::Finish() {
  Settle();
  perfc_losses losses = {};
  EXPECT_EQ(0, perfc_stream_losses(stream_, nullptr, &losses, sizeof losses));
  ExpectSoundLosses(losses);
  EXPECT_LE(losses.lost, tally_.totals().lost);
  done_.totals = tally_.totals();
  return done_;
}

}  // namespace

Done SoakCpus(uint32_t pages, bool shared, uint64_t end, Hotplug* hotplug) {
  Reader reader(pages, shared);
  while (live::Now() < end) {
    reader.Read();
    reader.MoveARing();
    if (hotplug->allowed()) reader.Follow(hotplug);
  }
  return reader.Finish();
}

}  // namespace soak
