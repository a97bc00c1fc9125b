#include "impl/stream/order.h"

#include "absl/numeric/bits.h"
#include "impl/base/order.h"
#include "impl/decode/time.h"
#include "impl/ring/ring.h"
#include "perfc/uapi.h"

namespace perfc::stream {
namespace {

// Enough that a source's turn has several records, and few enough that they
// stay in the second-level cache until they are handed out.
size_t CapacityFor(size_t sources) {
  return std::clamp<size_t>(8 * absl::bit_ceil(sources), 512, 16384);
}

}  // namespace

// ---- sources

bool Order::Grow() {
  const size_t count = sources_.size() + 1;
  if (!block_.Reserve(CapacityFor(count)) || !sources_.Reserve(count) ||
      !out_of_order_.Reserve(count) || !times_.Append(kNever)) {
    return false;
  }
  return sources_.Append({}) && out_of_order_.Append(0);
}

void Order::Add(uint32_t number, event::Event* event, const perfc_plan* plan) {
  Source& source = sources_[number];
  source = {};
  source.event = event;
  source.plan = plan;
  times_[number] = kNever;
  out_of_order_[number] = 0;
}

void Order::Remove(uint32_t number) {
  PutBackFrom(next_);
  Source& source = sources_[number];
  Tell(&source);
  CloseRound(number);
  source = {};
}

void Order::Stop() {
  PutBackFrom(next_);
  for (Source& source : sources_) {
    if (source.event != nullptr) Tell(&source);
  }
}

void Order::Forget(uint32_t number) {
  next_ = end_ = 0;
  open_ = 0;
  sources_[number] = {};
  times_[number] = kNever;
}

void Order::Account(const perfc_stream_record& out) {
  sources_[out.source].event->ring().Account(out.record);
}

// The records that were gathered have been used.
void Order::Tell(Source* source) {
  source->event->ring().Consume(source->untold);
  source->round_left -= std::min(source->untold, source->round_left);
  source->untold = 0;
}

void Order::TellAll() {
  block_.Clear();
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].event == nullptr) continue;
    Tell(&sources_[i]);
    ring::Ring& ring = sources_[i].event->ring();
    if (times_[i] == kNever) {
      ring.Release();
    } else {
      ring.ReleaseIfDue();
    }
  }
}

bool Order::Settle() {
  if (InBlock() || open_ != 0) return true;
  TellAll();
  return false;
}

// ---- rounds

bool Order::Refill() {
  do {
    if (open_ == 0 && !BeginRound()) return false;
    Gather();
  } while (!InBlock());
  return true;
}

// Looks at all heads once, which makes the round, and then once more at those
// of empty rings. Records that are missed by the second look were written after
// all records that the round saw, so they are later.
bool Order::BeginRound() {
  TellAll();
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    Source& source = sources_[i];
    if (source.event == nullptr) continue;
    ring::Ring& ring = source.event->ring();
    const uint64_t from = ring.position();
    const uint64_t head = ring.Look();
    if (ring.position() != from) {
      // The head moved to another place, and the records that were seen before
      // are gone.
      times_[i] = kNever;
      ring.Release();
    }
    source.round_left = std::min(head - ring.position(), round_bytes_);
    open_ += IsOpen(source);
  }
  if (open_ == 0) return false;
  for (uint32_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].event == nullptr || times_[i] != kNever) continue;
    sources_[i].event->ring().Look();
    Block::Entry unused;
    Look(i, &unused);
  }
  return open_ != 0;
}

// No record of the source is left in this round.
void Order::CloseRound(uint32_t number) {
  Source& source = sources_[number];
  open_ -= IsOpen(source);
  source.round_left = std::min(source.round_left, source.untold);
  source.next = source.limit = nullptr;
  times_[number] = kNever;
}

void Order::Advance(Source* source, uint64_t bytes) {
  const bool was_open = IsOpen(*source);
  source->next += bytes;
  source->untold += bytes;
  open_ -= was_open && !IsOpen(*source);
}

// A record that was gathered is its source's next one again.
void Order::PutBack(const Block::Entry& entry) {
  Source& source = sources_[entry.source];
  const bool was_open = IsOpen(source);
  source.untold -= entry.size;
  open_ += !was_open && IsOpen(source);
  source.next = source.limit = entry.data;
  source.last_time = times_[entry.source] = entry.time;
}

void Order::PutBackFrom(size_t place) {
  while (end_ > place) PutBack(block_.at(--end_));
}

// ---- one look at a ring

Order::Found Order::View(uint32_t number, perfc_record* record) {
  Source& source = sources_[number];
  ring::Ring& ring = source.event->ring();
  if (!block_.HasLast(number)) {
    Tell(&source);
    ring.ReleaseIfDue();
    if (ring.PeekSeen(record) == 1) return Found::kRecord;
    CloseRound(number);
    ring.Release();
    return Found::kNone;
  }
  if (source.untold == ring.seen()) {
    CloseRound(number);
    return Found::kNone;
  }
  // Space is given back, and a rest that can't be read is dropped, once the
  // records that were gathered have been used.
  return source.untold <= ring.MostHeld() &&
                 ring.ViewSeen(source.untold, record)
             ? Found::kRecord
             : Found::kCut;
}

Order::Found Order::Look(uint32_t number, Block::Entry* entry) {
  perfc_record record;
  const Found found = View(number, &record);
  if (found != Found::kRecord) return found;
  Source& source = sources_[number];
  source.next = record.data;
  source.limit = record.data + source.event->ring().SeenWhole(source.untold);
  decode::SampleTimeOf(*source.plan, &source.time_at, &source.sample_size);
  uint64_t time;
  uint8_t flags = 0;
  if (!decode::TimeOf(*source.plan, record, &time)) {
    time = source.last_time;
    flags = PERFC_STREAM_RECORD_TIME_GUESSED;
  }
  source.last_time = times_[number] = Clamp(time);
  *entry = {record.data, source.last_time, source.plan, number, record.size,
            flags,       IsOpen(source)};
  return found;
}

}  // namespace perfc::stream
