// perfc_read_group of all members: the words of read(2) in every format.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/event.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;

constexpr uint64_t kEnabled = 1000;
constexpr uint64_t kRunning = 900;

uint64_t ValueOf(size_t i) { return 10 + i; }
uint64_t IdOf(size_t i) { return 500 + i; }
uint64_t LostOf(size_t i) { return 70 + i; }

// The words as the kernel lays them out: perf_event_read_one, _read_group.
std::vector<uint64_t> Words(uint64_t format, size_t events) {
  const bool group = format & PERFC_FORMAT_GROUP;
  std::vector<uint64_t> words = {group ? events : ValueOf(0)};
  if (format & PERFC_FORMAT_TOTAL_TIME_ENABLED) words.push_back(kEnabled);
  if (format & PERFC_FORMAT_TOTAL_TIME_RUNNING) words.push_back(kRunning);
  for (size_t i = 0; i < events; ++i) {
    if (group) words.push_back(ValueOf(i));
    if (format & PERFC_FORMAT_ID) words.push_back(IdOf(i));
    if (format & PERFC_FORMAT_LOST) words.push_back(LostOf(i));
  }
  return words;
}

int ReadAll(const perfc_event *leader, perfc_count *counts, size_t capacity) {
  return perfc_read_group(leader, nullptr, counts, sizeof *counts,
                          static_cast<uint32_t>(capacity));
}

class ReadTest : public scripted::Machine {
 protected:
  Event OpenFormat(uint64_t format, size_t events) {
    perfc_attr attr = SampleAttr();
    attr.read_format = format;
    Event event = Open(attr);
    Fake(event).counts = Words(format, events);
    return event;
  }

  void ExpectRead(uint64_t format, size_t events, size_t capacity) {
    SCOPED_TRACE(testing::Message()
                 << "read_format " << format << ", " << events << " events");
    const Event event = OpenFormat(format, events);
    // Of one value that is of a group its id tells whether it is the event's own.
    if (events == 1) Fake(event).id = IdOf(0);
    std::vector<perfc_count> counts(capacity);
    ASSERT_EQ(ReadAll(event.get(), counts.data(), capacity),
              static_cast<int>(events));
    const auto if_set = [&](uint64_t bit, uint64_t number) {
      return format & bit ? number : 0;
    };
    for (size_t i = 0; i < events; ++i) {
      const perfc_count &count = counts[i];
      ASSERT_EQ(count.fields, format & ~uint64_t{PERFC_FORMAT_GROUP});
      ASSERT_EQ(count.time_enabled,
                if_set(PERFC_FORMAT_TOTAL_TIME_ENABLED, kEnabled));
      ASSERT_EQ(count.time_running,
                if_set(PERFC_FORMAT_TOTAL_TIME_RUNNING, kRunning));
      ASSERT_EQ(count.raw, ValueOf(i));
      ASSERT_EQ(count.id, if_set(PERFC_FORMAT_ID, IdOf(i)));
      ASSERT_EQ(count.lost, if_set(PERFC_FORMAT_LOST, LostOf(i)));
    }
  }
};

TEST_F(ReadTest, EveryFormatOfASingleEvent) {
  for (uint64_t format = 0; format < PERFC_FORMAT_MAX; ++format) {
    if (!(format & PERFC_FORMAT_GROUP)) ExpectRead(format, 1, 1);
  }
}

// Of an adopted fd the attr may be another's: nothing is made up.
TEST_F(ReadTest, AnotherFormatThanTheAttrsIsRefused) {
  for (uint64_t format = 0; format < PERFC_FORMAT_MAX; ++format) {
    for (uint64_t real = 0; real < PERFC_FORMAT_MAX; ++real) {
      const Event event = OpenFormat(format, 1);
      Fake(event).counts = Words(real, 1);
      const bool as_long = Words(format, 1).size() == Words(real, 1).size();
      perfc_count count;
      const int result = ReadAll(event.get(), &count, 1);
      if (as_long) continue;
      EXPECT_EQ(result, -EBADMSG) << format << " " << real;
    }
  }
}

TEST_F(ReadTest, EveryFormatOfGroupsOfEverySize) {
  for (uint64_t format = 0; format < PERFC_FORMAT_MAX; ++format) {
    if (!(format & PERFC_FORMAT_GROUP)) continue;
    for (size_t events : {1, 2, 7, 40, 41, 42, 43, 500}) {
      ExpectRead(format, events, events);
      ExpectRead(format, events, events + 100);
    }
  }
}

TEST_F(ReadTest, AGroupLargerThanTheCapacityIsRefusedWhole) {
  constexpr uint64_t kFormat = PERFC_FORMAT_GROUP | PERFC_FORMAT_ID |
                               PERFC_FORMAT_LOST |
                               PERFC_FORMAT_TOTAL_TIME_ENABLED;
  for (size_t events : {2, 5, 42, 43, 44, 500}) {
    const Event event = OpenFormat(kFormat, events);
    std::vector<perfc_count> counts(events);
    for (perfc_count &count : counts) count.raw = 77;
    for (size_t capacity : {size_t{1}, events - 1}) {
      EXPECT_EQ(ReadAll(event.get(), counts.data(), capacity), -ENOSPC)
          << events << " into " << capacity;
    }
    for (const auto &count : counts) EXPECT_EQ(count.raw, 77u);
  }
}

TEST_F(ReadTest, NothingIsWrittenBeyondTheSizeOfACount) {
  const Event event = OpenFormat(PERFC_FORMAT_GROUP, 2);
  for (size_t size = 0; size <= sizeof(perfc_count); ++size) {
    perfc_count counts[3];
    memset(counts, 0xee, sizeof counts);
    ASSERT_EQ(perfc_read_group(event.get(), nullptr, counts, size, 2), 2);
    const auto *bytes = reinterpret_cast<const uint8_t *>(counts);
    for (size_t at = 2 * size; at < sizeof counts; ++at) {
      ASSERT_EQ(bytes[at], 0xee);
    }
  }
}

// Linux 5.10 reads the old leader where a sibling was asked for.
TEST_F(ReadTest, AValueOfTheOldLeaderIsNotTheSiblings) {
  const Event event = OpenFormat(PERFC_FORMAT_GROUP | PERFC_FORMAT_ID, 1);
  Fake(event).value = 30;
  perfc_count count;
  EXPECT_EQ(ReadAll(event.get(), &count, 1), 1);
  EXPECT_EQ(count.raw, 30u) << "the control page says so";
  EXPECT_NE(count.quality & PERFC_QUALITY_UNGROUPED, 0u);
}

// read(2) answers with end of file.
TEST_F(ReadTest, APinnedEventInErrorHasNoValue) {
  const Event event = OpenFormat(0, 1);
  Fake(event).counts.clear();
  perfc_count count = {};
  count.raw = 77;
  EXPECT_EQ(ReadAll(event.get(), &count, 1), 0);
  EXPECT_EQ(count.raw, 77u);
}

TEST_F(ReadTest, EachErrnoComesBackUnchanged) {
  const Event event = OpenFormat(0, 1);
  perfc_count count = {};
  for (int error : {EINTR, EINVAL, EIO, ENODEV, EBADF, EPERM}) {
    system_.Fail(Call::kRead, error);
    EXPECT_EQ(ReadAll(event.get(), &count, 1), -error);
  }
}

TEST_F(ReadTest, NullAndZeroAreRefused) {
  const Event event = OpenFormat(0, 1);
  perfc_count count = {};
  EXPECT_EQ(ReadAll(nullptr, &count, 1), -EINVAL);
  EXPECT_EQ(ReadAll(event.get(), nullptr, 1), -EINVAL);
  EXPECT_EQ(ReadAll(event.get(), &count, 0), -EINVAL);
}

}  // namespace
