#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "impl/event/event.h"
#include "perfc/uapi.h"

namespace perfc::event {
namespace {

// The kernel refuses groups whose read is longer (perf_event_validate_size,
// kernel/events/core.c).
constexpr size_t kLongestRead = 16 * 1024;
constexpr size_t kShortRead = 1024;

// read(2)'s words, in order (perf_event_read_group and _one,
// kernel/events/core.c).
class Words {
 public:
  Words(const uint64_t* words, uint64_t format) : at_(words), format_(format) {}

  uint64_t Next() { return *at_++; }
  uint64_t NextIf(uint64_t bit) { return format_ & bit ? *at_++ : 0; }

 private:
  const uint64_t* at_;
  uint64_t format_;
};

size_t Has(uint64_t format, uint64_t bit) { return format & bit ? 1 : 0; }

// How many words a read of so many events has.
size_t LengthOf(uint64_t format, uint64_t events) {
  const size_t head = Has(format, PERFC_FORMAT_GROUP) +
                      Has(format, PERFC_FORMAT_TOTAL_TIME_ENABLED) +
                      Has(format, PERFC_FORMAT_TOTAL_TIME_RUNNING);
  const size_t each =
      1 + Has(format, PERFC_FORMAT_ID) + Has(format, PERFC_FORMAT_LOST);
  return head + events * each;
}

void ReadOne(Words words, ReadTimes* times, perfc_read_value* value) {
  value->value = words.Next();
  times->time_enabled = words.NextIf(PERFC_FORMAT_TOTAL_TIME_ENABLED);
  times->time_running = words.NextIf(PERFC_FORMAT_TOTAL_TIME_RUNNING);
  value->id = words.NextIf(PERFC_FORMAT_ID);
  value->lost = words.NextIf(PERFC_FORMAT_LOST);
}

int ReadGroup(Words words, ReadTimes* times, perfc_read_value* values,
              size_t capacity) {
  const uint64_t nr = words.Next();
  if (nr > capacity) return -ENOSPC;
  times->time_enabled = words.NextIf(PERFC_FORMAT_TOTAL_TIME_ENABLED);
  times->time_running = words.NextIf(PERFC_FORMAT_TOTAL_TIME_RUNNING);
  for (uint64_t i = 0; i < nr; ++i) {
    values[i].value = words.Next();
    values[i].id = words.NextIf(PERFC_FORMAT_ID);
    values[i].lost = words.NextIf(PERFC_FORMAT_LOST);
  }
  return static_cast<int>(nr);
}

// On Linux 5.10 the read of a sibling that was taken out of its group returns
// one value, that of the old leader, and zeros up to the old length of the
// group. Without ids the owner of the value is unknown.
bool IsDetached(const uint64_t* words, size_t read, size_t length,
                uint64_t format) {
  constexpr uint64_t kGroupById = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  return (format & kGroupById) == kGroupById && words[0] == 1 &&
         length < read &&
         std::all_of(words + length, words + read,
                     [](uint64_t word) { return word == 0; });
}

template <size_t kSize>
[[gnu::noinline]] int ReadInto(const host::System& system, int fd,
                               uint64_t format, ReadTimes* times,
                               perfc_read_value* values, size_t capacity) {
  uint64_t words[kSize / sizeof(uint64_t)];
  const ssize_t got = system.Read(fd, words, sizeof words);
  // At end of file the event is pinned and in error.
  if (got <= 0) return static_cast<int>(got);
  const bool group = format & PERFC_FORMAT_GROUP;
  const size_t length = LengthOf(format, group ? words[0] : 1);
  const size_t read = static_cast<size_t>(got) / sizeof *words;
  // An fd that was opened elsewhere, with another attr than the caller's.
  if (read != length && !IsDetached(words, read, length, format)) {
    return -EBADMSG;
  }
  if (group) {
    return ReadGroup(Words(words, format), times, values, capacity);
  }
  ReadOne(Words(words, format), times, values);
  return 1;
}

}  // namespace

// Most groups are small; the buffer for the largest would not fit a signal
// handler's stack.
int Event::Read(ReadTimes* times, perfc_read_value* values,
                size_t capacity) const {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  const uint64_t format = attr().known().read_format;
  *times = {format, 0, 0};
  const host::System& system = host_.system();
  // Three words at most come before the values, which have three words each.
  const bool small = capacity < kShortRead / sizeof(perfc_read_value);
  return small ? ReadInto<kShortRead>(system, fd_, format, times, values,
                                      capacity)
               : ReadInto<kLongestRead>(system, fd_, format, times, values,
                                        capacity);
}

namespace {

// The losses of one event; a group's read has them for each member.
int OwnLost(const host::System& system, const ring::Link::Writer& event,
            uint64_t* lost) {
  // A value with its id and lost is three words.
  perfc_read_value values[kLongestRead / sizeof(perfc_read_value)];
  ReadTimes times;
  const int count = ReadInto<kLongestRead>(system, event.fd, event.read_format,
                                           &times, values, std::size(values));
  if (count <= 0) return count;
  for (int i = 0; i < count; ++i) {
    if (count == 1 || values[i].id == event.id) *lost += values[i].lost;
  }
  return 1;
}

bool TellsLost(uint64_t format) {
  const bool one_or_by_id =
      !(format & PERFC_FORMAT_GROUP) || format & PERFC_FORMAT_ID;
  return format & PERFC_FORMAT_LOST && one_or_by_id;
}

}  // namespace

int Event::ReadLosses(perfc_losses* losses) const {
  if (int failed = CheckOwner({}, nullptr)) return failed;
  *losses = ring_.losses();
  ring::Link::Writer own = {fd_, 0, attr().known().read_format};
  ring::Link* link = ring_.waiter().link();
  bool all = TellsLost(own.read_format);
  if (link != nullptr) {
    link->ForEach([&all](const ring::Link::Writer& writer) {
      all = all && TellsLost(writer.read_format);
    });
  }
  losses->read_lost_set = all;
  if (!all) return 0;
  int result = CachedId(&own.id);
  if (!result) result = OwnLost(host_.system(), own, &losses->read_lost);
  if (link != nullptr) {
    link->ForEach([&](const ring::Link::Writer& writer) {
      if (result < 0) return;
      result = OwnLost(host_.system(), writer, &losses->read_lost);
    });
  }
  return result < 0 ? result : 0;
}

}  // namespace perfc::event
