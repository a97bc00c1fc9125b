// Handing records out.
#include <algorithm>
#include <cerrno>

#include "impl/base/order.h"
#include "impl/profile/file/fail.h"
#include "impl/profile/file/reader.h"
#include "perfc/uapi.h"

namespace perfc::profile::file {
namespace {

// Records that wait are out of the cache: the memory of those that follow is asked
// for while the caller's struct is filled in.
constexpr size_t kAhead = 16;

// A LOST_SAMPLES of perf's BPF filter: the samples weren't wanted.
constexpr uint16_t kMiscLostSamplesBpf = 1 << 15;

uint64_t Word(const perfc_record& record, size_t at) {
  return at + sizeof(uint64_t) <= record.size
             ? base::Load<uint64_t>(record.data + at)
             : 0;
}

// Bytes that follow a record in the file.
uint64_t TailSize(const perfc_record& record) {
  if (record.type == PERFC_RECORD_AUXTRACE) return Word(record, 8);
  if (record.type != PERFC_RECORD_HEADER_TRACING_DATA || record.size < 12) {
    return 0;
  }
  return base::Load<uint32_t>(record.data + 8);
}

}  // namespace

int Reader::NextRecords(perfc_stream_record* records, uint32_t capacity,
                        perfc_error* error) {
  for (uint32_t i = 0; i < input_count_; ++i) lanes_[i]->order().DropTaken();
  if (tail_.active()) return tail_.Next(records, error);
  if (header_records_ != nullptr) {
    const int made = NextOfHeader(records, error);
    if (made != 0) return made;
    header_records_.reset();
  }
  return input_count_ == 1 ? NextOfOne(0, records, capacity, error)
                           : NextOfMany(records, capacity, error);
}

int Reader::NextOfHeader(perfc_stream_record* out, perfc_error* error) {
  Input* input;
  uint64_t offset;
  uint64_t size;
  if (shared_.tails) {
    if (const int failed = tail_.Prepare(0, error)) return failed;
  }
  const int made = header_records_->Next(out, &input, &offset, &size, error);
  if (made <= 0) return made;
  out->plan = shared_.events.plan();
  out->sequence = sequence_++;
  if (!IsFollowed(*out)) return 1;
  tail_.Begin(*out, input, offset, size);
  return tail_.Next(out, error);
}

// Fills in what is handed out next of a lane, and takes nothing.
inline void Reader::Show(const Order& order, const Blocks& blocks,
                         perfc_stream_record* out) const {
  const Entry* const ready = order.ready();
  const Entry* const last = order.ready_end() - 1;
  const Entry entry = *ready;
  const Place place = entry.place();
  __builtin_prefetch(blocks.at(std::min(ready + kAhead, last)->place()));
  out->record = View(blocks.at(place));
  out->plan = shared_.events.plan();
  out->time = entry.time;
  out->sequence = sequence_;
  out->position = blocks.PositionOf(place);
  out->tail = nullptr;
  out->tail_size =
      out->record.type < PERFC_RECORD_HEADER_ATTR ? 0 : TailSize(out->record);
  out->flags = entry.guessed() ? PERFC_STREAM_RECORD_TIME_GUESSED : 0;
  if (shared_.by_time && entry.time < latest_) {
    out->flags |= PERFC_STREAM_RECORD_LATE;
  }
}

inline void Reader::Account(const perfc_stream_record& out) {
  ++sequence_;
  out_of_order_ += (out.flags & PERFC_STREAM_RECORD_LATE) != 0;
  latest_ = std::max(latest_, out.time);
  if (out.time != 0) first_time_ = std::min(first_time_, out.time);
  last_time_ = std::max(last_time_, out.time);
  if (out.record.type == PERFC_RECORD_LOST) {
    lost_ += Word(out.record, 16);
  } else if (out.record.type == PERFC_RECORD_LOST_SAMPLES &&
             !(out.record.misc & kMiscLostSamplesBpf)) {
    lost_samples_ += Word(out.record, 8);
  }
}

// Hands out a lane's records up to a time. Returns how many; 0: there are none; or
// a negative errno, and none.
int Reader::TakeReady(uint32_t number, perfc_stream_record* records,
                      uint32_t capacity, uint64_t up_to, perfc_error* error) {
  Order& order = lanes_[number]->order();
  const Blocks& blocks = lanes_[number]->blocks();
  uint32_t count = 0;
  while (count < capacity && order.HasReady() && order.ready()->time <= up_to) {
    perfc_stream_record* out = &records[count];
    Show(order, blocks, out);
    out->source = number;
    if (IsFollowed(*out)) {
      // It comes alone, with a piece of its tail.
      if (count > 0) break;
      return TakeTail(number, out, error);
    }
    Account(*out);
    order.Take(out->record.size);
    ++count;
  }
  return static_cast<int>(count);
}

int Reader::TakeTail(uint32_t number, perfc_stream_record* out,
                     perfc_error* error) {
  if (const int failed = tail_.Prepare(out->position, error)) return failed;
  tail_.Begin(*out, lanes_[number]->input(), out->position + out->record.size,
              out->tail_size);
  Account(*out);
  lanes_[number]->order().Take(out->record.size);
  return tail_.Next(out, error);
}

int Reader::End(perfc_error* error) const {
  for (uint32_t i = 0; i < input_count_; ++i) {
    if (const int why = lanes_[i]->Explain(error)) return why;
  }
  return base::Fail(error, -ESHUTDOWN, PERFC_CALL_NONE, PERFC_RULE_UNKNOWN,
                    kNext);
}

// What is to be done where a lane has no records.
int Reader::NoRecords(uint32_t number, Lane::Found found, int code,
                      perfc_stream_record* out, perfc_error* error) {
  switch (found) {
    case Lane::Found::kTail: {
      if (lanes_[number]->GiveTail(out) != 0) {
        return base::NoMemory(error, kNext, kMostTail);
      }
      const bool again = out->flags & PERFC_STREAM_RECORD_MORE;
      out->plan = shared_.events.plan();
      out->time = latest_;
      out->sequence = sequence_;
      out->source = number;
      sequence_ += !again;
      return 1;
    }
    case Lane::Found::kFailed:
      return code == -ENOMEM ? base::NoMemory(error, kNext, 0)
                             : ReadFailed(error, kNext, code);
    default:
      return 0;
  }
}

int Reader::NextOfOne(uint32_t number, perfc_stream_record* records,
                      uint32_t capacity, perfc_error* error) {
  int code = 0;
  const Lane::Found found = lanes_[number]->Fill(&code);
  if (found == Lane::Found::kReady) {
    return TakeReady(number, records, capacity, UINT64_MAX, error);
  }
  const int result = NoRecords(number, found, code, records, error);
  if (result != 0) return result;
  ended_ = true;
  return End(error);
}

// Makes a heap of the lanes that have records, the earliest first. 0, or the failure
// of a lane.
int Reader::FillAll(perfc_error* error) {
  heap_.Clear();
  for (uint32_t i = 0; i < input_count_; ++i) {
    int code = 0;
    const Lane::Found found = lanes_[i]->Fill(&code);
    if (found == Lane::Found::kReady) {
      (void)heap_.Append({lanes_[i]->order().ready()->time, i});
    } else if (found == Lane::Found::kFailed) {
      return NoRecords(i, found, code, nullptr, error);
    }
  }
  return 0;
}

// Up to which time the first lane of the heap is the earliest.
uint64_t Reader::UpToNext() const {
  uint64_t up_to = UINT64_MAX;
  for (size_t i = 1; i < std::min<size_t>(heap_.size(), 3); ++i) {
    const bool before = heap_[0].lane < heap_[i].lane;
    up_to = std::min(up_to, before ? heap_[i].time : heap_[i].time - 1);
  }
  return up_to;
}

int Reader::NextOfMany(perfc_stream_record* records, uint32_t capacity,
                       perfc_error* error) {
  if (const int failed = FillAll(error)) return failed;
  if (heap_.size() == 0) {
    ended_ = true;
    return End(error);
  }
  if (!shared_.by_time) {
    return TakeReady(heap_[0].lane, records, capacity, UINT64_MAX, error);
  }
  std::make_heap(heap_.begin(), heap_.end(), Later);
  uint32_t count = 0;
  for (bool more = true; more && count < capacity;) {
    const Top first = heap_[0];
    const int taken = TakeReady(first.lane, records + count, capacity - count,
                                UpToNext(), error);
    if (taken < 0) return count > 0 ? static_cast<int>(count) : taken;
    count += static_cast<uint32_t>(taken);
    // When a lane has no more, it must read before another one goes on.
    const Order& order = lanes_[first.lane]->order();
    more = order.HasReady() && !IsFollowed(records[count - 1]);
    if (!more) break;
    std::pop_heap(heap_.begin(), heap_.end(), Later);
    heap_[heap_.size() - 1].time = order.ready()->time;
    std::push_heap(heap_.begin(), heap_.end(), Later);
  }
  return static_cast<int>(count);
}

}  // namespace perfc::profile::file
