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
  out->sequence = given_.sequence++;
  if (!IsFollowed(*out)) return 1;
  tail_.Begin(*out, input, offset, size);
  return tail_.Next(out, error);
}

// Fills in what is handed out, but for the number. `latest`: the largest time so far.
inline void Reader::Show(const Entry& entry, const Blocks& blocks,
                         uint64_t latest, perfc_stream_record* out) const {
  const uint64_t position = blocks.PositionOf(entry.place());
  out->record = View(blocks.at(entry.place()));
  out->plan = shared_.events.plan();
  out->time = entry.time;
  out->position = position;
  out->tail = nullptr;
  out->tail_size =
      out->record.type < PERFC_RECORD_HEADER_ATTR ? 0 : TailSize(out->record);
  out->flags = entry.guessed() ? PERFC_STREAM_RECORD_TIME_GUESSED : 0;
  if (shared_.by_time && entry.time < latest) {
    out->flags |= PERFC_STREAM_RECORD_LATE;
  }
}

// Hands out a lane's records up to a time. Returns how many; 0: there are none; or
// a negative errno, and none.
int Reader::TakeReady(uint32_t number, perfc_stream_record* records,
                      uint32_t capacity, uint64_t up_to, perfc_error* error) {
  Order& order = lanes_[number]->order();
  const Blocks& blocks = lanes_[number]->blocks();
  const Entry* entry = order.ready();
  const Entry* const last = order.ready_end() - 1;
  const auto most = static_cast<uint32_t>(
      std::min<size_t>(capacity, order.ready_end() - entry));
  Given given = given_;
  uint32_t count = 0;
  for (; count < most && entry->time <= up_to; ++count, ++entry) {
    perfc_stream_record* out = &records[count];
    __builtin_prefetch(blocks.at(std::min(entry + kAhead, last)->place()));
    Show(*entry, blocks, given.latest, out);
    out->sequence = given.sequence;
    out->source = number;
    // It comes alone, with a piece of its tail.
    if (IsFollowed(*out)) break;
    given.Add(*out);
  }
  given_ = given;
  if (count == 0 && most > 0 && entry->time <= up_to) {
    return TakeTail(number, records, error);
  }
  order.Take(records, count);
  return static_cast<int>(count);
}

int Reader::TakeTail(uint32_t number, perfc_stream_record* out,
                     perfc_error* error) {
  if (const int failed = tail_.Prepare(out->position, error)) return failed;
  tail_.Begin(*out, lanes_[number]->input(), out->position + out->record.size,
              out->tail_size);
  given_.Add(*out);
  lanes_[number]->order().Take(out, 1);
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
      out->time = given_.latest;
      out->sequence = given_.sequence;
      out->source = number;
      given_.sequence += !again;
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
