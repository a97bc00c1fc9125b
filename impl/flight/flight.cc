#include "impl/flight/flight.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "impl/base/fail.h"
#include "impl/ring/losses.h"
#include "perfc/uapi.h"

namespace perfc::flight {
namespace {

constexpr char kAdd[] = "perfc_stream_add_event";
constexpr char kResume[] = "perfc_stream_resume";

}  // namespace

// A child of fork() would pause the output of its parent's events.
int Flight::CheckOwner(absl::string_view operation, perfc_error* error) const {
  for (const FlightRing& source : sources_) {
    if (source.event) return source.event->CheckOwner(operation, error);
  }
  return 0;
}

// The same by the mark of a ring, without a system call.
int Flight::CheckAlive() const {
  for (const FlightRing& source : sources_) {
    if (source.event) return source.event->ring().alive() ? 0 : -EOWNERDEAD;
  }
  return 0;
}

int Flight::Add(event::Event* event, const perfc_plan* plan,
                perfc_error* error) {
  const ring::Ring& ring = event->ring();
  if (!ring.has_data() || ring.mode() != ring::Mode::kBackward) {
    return base::WrongState(error, kAdd,
                            ring.has_data()
                                ? "the event's ring is written forward, and a "
                                  "flight recorder needs "
                                  "one of an attr with write_backward"
                                : "the event has no ring; call mmap first");
  }
  int number = NumberOf(nullptr);
  if (number < 0) {
    const size_t count = sources_.size();
    MinTree larger;
    if (!larger.Resize(count + 1) || !sources_.Append({})) {
      return base::NoMemory(error, kAdd, sizeof(FlightRing));
    }
    tree_ = std::move(larger);
    for (uint32_t i = 0; i < count; ++i) Show(i);
    number = static_cast<int>(count);
  }
  FlightRing& source = sources_[static_cast<size_t>(number)];
  source = {};
  source.event = event;
  source.plan = plan;
  source.seen = ring.Head();
  return number;
}

// Also in a child of fork(), where the event refuses all that would reach the
// parent's.
int Flight::Remove(const event::Event* event) {
  const int number = event ? NumberOf(event) : -1;
  if (number < 0) return -EINVAL;
  FlightRing& source = sources_[static_cast<size_t>(number)];
  perfc_losses losses;
  if (NewLosses(source.event, &losses) == 0) {
    ring::AddLosses(losses, &removed_);
    source.event->ring().kept().read_lost += losses.read_lost;
  }
  const int failed = source.paused ? source.event->PauseOutput(0) : 0;
  source = {};
  Show(static_cast<uint32_t>(number));
  return failed;
}

void Flight::DropCut() {
  cut_ = false;
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    sources_[i].next = sources_[i].end = 0;
    Show(i);
  }
  (void)places_.Resize(0);  // It only shrinks.
}

int Flight::Resume(perfc_error* error) {
  if (const int failed = CheckOwner(kResume, error)) return failed;
  DropCut();
  int first = 0;
  for (FlightRing& source : sources_) {
    if (!source.paused) continue;
    const int failed = source.event->PauseOutput(0);
    source.paused = false;
    if (first == 0) first = failed;
  }
  return first ? base::Fail(error, first, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                            "PAUSE_OUTPUT")
               : 0;
}

// Puts the source's next record into the tree.
void Flight::Show(uint32_t number) {
  const FlightRing& source = sources_[number];
  // kNever means that there is none.
  constexpr uint64_t kLast = MinTree::kNever - 1;
  tree_.Set(number, source.next < source.end
                        ? std::min(places_[source.next].time, kLast)
                        : MinTree::kNever);
}

// The earliest record, which stays where it is. A write that was under way when
// its ring was paused may have taken its place meanwhile.
bool Flight::Top(perfc_stream_record* out) {
  while (cut_ && tree_.top().time != MinTree::kNever) {
    out->source = static_cast<uint32_t>(tree_.top().source);
    FlightRing& source = sources_[out->source];
    const Place& place = places_[source.next];
    stream::SetOrigin(source.plan, sequence_, out);
    out->time = place.time;
    out->flags = place.guessed ? PERFC_STREAM_RECORD_TIME_GUESSED : 0;
    if (source.event->ring().ViewAt(source.head + place.from, &out->record)) {
      return true;
    }
    source.losses.overwritten += place.size;
    ++source.next;
    Show(out->source);
  }
  return false;
}

void Flight::Take(const perfc_stream_record& out) {
  ++sources_[out.source].next;
  ++sequence_;
  Show(out.source);
}

int Flight::Next(perfc_stream_record* records, uint32_t capacity) {
  if (const int forked = CheckAlive()) return forked;
  uint32_t count = 0;
  for (; count < capacity && Top(&records[count]); ++count) {
    Take(records[count]);
  }
  return static_cast<int>(count);
}

int Flight::FillBatch(batch::Batch* batch) {
  if (const int forked = CheckAlive()) return forked;
  if (const int failed = stream::PlaceBatch(sources_, batch)) return failed;
  perfc_stream_record next;
  while (Top(&next) && batch->Add(next)) Take(next);
  batch->End();
  return batch->rows() > 0 ? static_cast<int>(batch->rows())
                           : batch->WhyEmpty();
}

// Without the losses that the flight's sum already has from before. Losses
// found by cuts are counted anew after each Add.
int Flight::NewLosses(event::Event* event, perfc_losses* losses) const {
  const int failed = Losses(event, losses);
  losses->read_lost -= event->ring().kept().read_lost;
  return failed;
}

int Flight::Losses(const event::Event* event, perfc_losses* losses) const {
  if (event != nullptr) {
    const int number = NumberOf(event);
    if (number < 0) return -EINVAL;
    perfc_losses of_ring;
    const int failed = event->ReadLosses(&of_ring);
    *losses = sources_[static_cast<size_t>(number)].losses;
    losses->read_lost = of_ring.read_lost;
    losses->read_lost_set = of_ring.read_lost_set;
    return failed;
  }
  return ring::SumLosses(
      sources_, removed_,
      [this](event::Event* one, perfc_losses* its) {
        return NewLosses(one, its);
      },
      losses);
}

}  // namespace perfc::flight
