// Taking a cut: pause, find the records of each ring, date them, and keep those
// of the time that was asked for.
#include <algorithm>
#include <cerrno>

#include "impl/base/fail.h"
#include "impl/decode/time.h"
#include "impl/flight/flight.h"
#include "impl/ring/losses.h"
#include "perfc/uapi.h"

namespace perfc::flight {
namespace {

constexpr char kCut[] = "perfc_stream_cut";

// True if the first of two positions of a ring is that of the newer record.
bool Newer(uint64_t left, uint64_t right) {
  return static_cast<int64_t>(left - right) < 0;
}

}  // namespace

int Flight::PauseAll(perfc_error* error) {
  for (FlightRing& source : sources_) {
    if (source.event == nullptr) continue;
    const int failed = source.event->PauseOutput(1);
    if (failed) {
      Resume(nullptr);
      return base::Fail(error, failed, PERFC_CALL_IOCTL, PERFC_RULE_UNKNOWN,
                        "PAUSE_OUTPUT");
    }
    source.paused = true;
  }
  return 0;
}

// From the newest record to the oldest one that is whole, whose place then
// comes first. False: no memory.
bool Flight::Find(FlightRing* source) {
  const ring::Ring& ring = source->event->ring();
  source->head = ring.Head();
  source->next = places_.size();
  uint64_t position = source->head;
  perfc_record record;
  while (ring.ViewAt(position, &record)) {
    if (!places_.Append({0, position - source->head, false, record.size})) {
      return false;
    }
    position += record.size;
  }
  source->reached = position;
  source->end = places_.size();
  std::reverse(places_.begin() + source->next, places_.begin() + source->end);
  return true;
}

// A record without a time has that of the one before it; the oldest, that of
// the first which has one.
void Flight::Date(FlightRing* source) {
  const ring::Ring& ring = source->event->ring();
  uint64_t last = 0;
  bool any = false;
  perfc_record record;
  for (size_t i = source->next; i < source->end; ++i) {
    Place& place = places_[i];
    uint64_t time = 0;
    const bool dated = ring.ViewAt(source->head + place.from, &record) &&
                       decode::TimeOf(*source->plan, record, &time);
    if (!dated) {
      time = last;
    } else if (!any) {
      any = true;
      for (size_t k = source->next; k < i; ++k) places_[k].time = time;
    }
    place.guessed = !dated;
    place.time = last = time;
  }
}

// The time of the newest record that was in any ring when the cut began.
bool Flight::NewestBegun(uint64_t* time) const {
  bool any = false;
  *time = 0;
  for (const FlightRing& source : sources_) {
    if (source.event == nullptr) continue;
    for (size_t i = source.next; i < source.end; ++i) {
      const Place& place = places_[i];
      if (Newer(source.head + place.from, source.begun)) break;
      *time = std::max(*time, place.time);
      any = true;
    }
  }
  return any;
}

bool Flight::Earlier(const Place& left, const Place& right) {
  if (left.time != right.time) return left.time < right.time;
  return left.from > right.from;
}

// Keeps the records of the cut. Newer records are left for the next cut, and
// count as not seen.
void Flight::Select(FlightRing* source, uint64_t newest, uint64_t last_ns) {
  uint64_t seen = source->begun;
  for (size_t i = source->next; i < source->end; ++i) {
    const uint64_t position = source->head + places_[i].from;
    if (places_[i].time <= newest && Newer(position, seen)) seen = position;
  }
  Account(source, seen);
  Place* begin = places_.begin() + source->next;
  Place* kept = std::remove_if(
      begin, places_.begin() + source->end, [=](const Place& place) {
        return place.time > newest || newest - place.time > last_ns;
      });
  source->end = source->next + static_cast<size_t>(kept - begin);
  if (!std::is_sorted(begin, kept, Earlier)) std::sort(begin, kept, Earlier);
}

// Accounts the records up to `seen` that no earlier cut has seen. So each loss
// counts once, however many cuts contain it.
void Flight::Account(FlightRing* source, uint64_t seen) {
  const ring::Ring& ring = source->event->ring();
  const uint64_t reached =
      Newer(source->reached, seen) ? seen : source->reached;
  if (Newer(reached, source->seen)) {
    source->losses.overwritten += source->seen - reached;
  }
  uint64_t latest = 0;
  perfc_record record;
  for (size_t i = source->next; i < source->end; ++i) {
    const Place& place = places_[i];
    const uint64_t position = source->head + place.from;
    const bool before = place.time < latest;
    latest = std::max(latest, place.time);
    if (!Newer(position, source->seen) || Newer(position, seen)) continue;
    if (before) ++source->losses.out_of_order;
    if (ring.ViewAt(position, &record) && record.type != PERFC_RECORD_SAMPLE) {
      ring::AccountRecord(record, &source->losses);
    }
  }
  source->seen = seen;
}

// Looks at all heads before it pauses the first output. A record that a ring
// gets after that is later than all records that were in any ring then. So the
// cut has the records of all rings up to the newest of those.
int Flight::Cut(uint64_t last_ns, perfc_error* error) {
  if (const int failed = CheckOwner(kCut, error)) return failed;
  DropCut();
  for (FlightRing& source : sources_) {
    if (source.event) source.begun = source.event->ring().Head();
  }
  if (const int failed = PauseAll(error)) return failed;
  for (FlightRing& source : sources_) {
    if (source.event == nullptr) continue;
    if (!Find(&source)) {
      Resume(nullptr);
      return base::NoMemory(error, kCut, places_.size() * sizeof(Place));
    }
    Date(&source);
  }
  uint64_t newest;
  const bool any = NewestBegun(&newest);
  uint64_t records = 0;
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    FlightRing& source = sources_[i];
    if (source.event == nullptr) continue;
    if (!any) source.end = source.next;
    Select(&source, newest, last_ns);
    records += source.end - source.next;
    Show(i);
  }
  cut_ = records > 0;
  return static_cast<int>(std::min<uint64_t>(records, INT32_MAX));
}

}  // namespace perfc::flight
