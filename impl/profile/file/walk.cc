// From bytes to records that wait in the order.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "impl/base/order.h"
#include "impl/profile/file/lane.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

constexpr size_t kHeader = 8;
// Records for whose headers the cache is asked ahead of them.
constexpr size_t kAhead = 4;

bool IsAligned(const void* at) {
  return reinterpret_cast<uintptr_t>(at) % 8 == 0;
}

}  // namespace

int Lane::Records(Feed* feed) {
  for (;;) {
    Run(feed);
    if (order_.full()) return kStop;
    const int result = One(feed);
    if (result != kWent) return result;
  }
}

// Most records need nothing but a note of their time. One takes all others.
void Lane::Run(Feed* feed) {
  Events& events = shared_->events;
  if (events.foreign() || shared_->filter.active()) return;
  if (!IsAligned(feed->at())) return;
  const bool several = events.count() > 1;
  const uint8_t* const from = feed->at();
  const Place start = feed->place();
  const size_t left = std::min<uint64_t>(feed->left(), order_.missing());
  uint64_t last_time = last_time_;
  size_t done = 0;
  for (size_t room = order_.room(); room > 0 && left - done >= kHeader;
       --room) {
    const uint8_t* data = from + done;
    const perfc_record record = View(data);
    if (record.type >= PERFC_RECORD_HEADER_ATTR || record.size % 8 != 0 ||
        record.size < kHeader || record.size > left - done) {
      break;
    }
    // The next ones are likely as long.
    __builtin_prefetch(data + kAhead * record.size);
    const bool has_time =
        events.TimeOf(data, record.type, record.size, &last_time);
    if (several &&
        events.AttrOf(data, record.type, record.size) == Events::kNoAttr) {
      ++shared_->unmatched;
    }
    const Place place = {start.block,
                         start.offset + static_cast<uint32_t>(done)};
    order_.Append(Entry(last_time, place, !has_time));
    done += record.size;
  }
  if (done == 0) return;
  last_time_ = last_time;
  order_.Kept(start.block, done);
  feed->Pass(done);
}

int Lane::One(Feed* feed) {
  if (feed->left() < kHeader) return kMore;
  const perfc_record record = View(feed->at());
  Head head = {record.data, record.type,   record.misc,
               record.size, feed->place(), 0};
  if (shared_->events.foreign()) {
    head.type = base::Swap(head.type);
    head.misc = base::Swap(head.misc);
    head.size = base::Swap(head.size);
  }
  head.position =
      feed == &outer_ ? outer_.position() : blocks_.PositionOf(head.place);
  if (head.size < kHeader) {
    return Break(head.position, "the size of a record is below 8");
  }
  if (head.size > feed->left()) return kMore;
  if (const int failed = order_.Reserve()) return failed;
  return head.type < PERFC_RECORD_HEADER_ATTR ? TakeKernels(feed, head)
                                              : TakeTools(feed, head);
}

// Where the record is, or where its copy will be. 0, -ENOMEM or kNoBudget.
int Lane::MakePlace(const Head& head, Place* place) {
  *place = head.place;
  if (!shared_->events.foreign() && IsAligned(head.data)) return 0;
  if (shared_->events.foreign() && !IsAligned(head.data) &&
      !aligned_.Reserve(UINT16_MAX)) {
    return -ENOMEM;
  }
  return copies_.Reserve(head.size, head.position, place);
}

// The record at an aligned place; MakePlace made room.
const uint8_t* Lane::Aligned(const Head& head) {
  if (IsAligned(head.data)) return head.data;
  aligned_.Clear();
  (void)aligned_.AppendAll(head.data, head.size);
  return aligned_.data();
}

// Converts a record of the kernel, and finds its attr and its time. One that can't
// be decoded, or has no known attr, is handed out all the same: its decoder will say
// why.
Lane::KernelFacts Lane::Convert(const Head& head, uint8_t* to) {
  Events& events = shared_->events;
  perfc_record record;
  const int viewed = perfc_plan_view_record(events.plan(), Aligned(head),
                                            head.size, to, head.size, &record);
  if (viewed == 1) return Look(head, to);
  KernelFacts facts = {Events::kNoAttr, false, 0};
  // But for its header, the record is as it was.
  if (viewed != -EBADMSG && events.same_places()) {
    facts.has_time = events.TimeOf(to, head.type, head.size, &facts.time);
    facts.time = base::Swap(facts.time);
  }
  return facts;
}

Lane::KernelFacts Lane::Look(const Head& head, const uint8_t* data) {
  Events& events = shared_->events;
  KernelFacts facts = {events.AttrOf(data, head.type, head.size), false, 0};
  facts.has_time = events.TimeOf(data, head.type, head.size, &facts.time);
  return facts;
}

int Lane::TakeKernels(Feed* feed, const Head& head) {
  Place place;
  if (const int failed = MakePlace(head, &place)) return failed;
  uint8_t* data = blocks_.at(place);
  KernelFacts facts;
  if (shared_->events.foreign()) {
    facts = Convert(head, data);
  } else {
    if (data != head.data) memcpy(data, head.data, head.size);
    facts = Look(head, data);
  }
  if (!facts.has_time) facts.time = last_time_;
  shared_->unmatched += facts.attr == Events::kNoAttr;
  if (Keeps(head, data, facts)) {
    Add(head, place, facts.time, !facts.has_time);
  }
  feed->Pass(head.size);
  return order_.full() ? kStop : kWent;
}

void Lane::Add(const Head& head, const Place& place, uint64_t time,
               bool guessed) {
  order_.Append(Entry(time, place, guessed));
  order_.Kept(place.block, head.size);
  last_time_ = time;
}

bool Lane::Keeps(const Head& head, const uint8_t* data,
                 const KernelFacts& facts) {
  const Filter& filter = shared_->filter;
  if (!filter.active()) return true;
  if (head.type != PERFC_RECORD_SAMPLE) {
    return !facts.has_time || filter.KeepsOther(facts.time);
  }
  const bool known = facts.attr != Events::kNoAttr;
  const bool keeps =
      filter.KeepsSample(data, head.size, facts.attr,
                         known ? &shared_->events.places(facts.attr) : nullptr);
  shared_->filtered += !keeps;
  return keeps;
}

}  // namespace perfc::profile::file
