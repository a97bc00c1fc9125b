// Counts of events and groups as read(2) tells them.

#include <cerrno>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/uapi.h"
#include "test/counts/counts.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::kTimes;
using scripted::SampleAttr;

constexpr uint64_t kGroup = kTimes | PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
constexpr uint32_t kBrokenUp = PERFC_QUALITY_UNGROUPED | PERFC_QUALITY_PARTIAL;

class CountReadTest : public scripted::Machine {
 protected:
  Event OpenFormat(uint64_t format, const Event &leader = nullptr) {
    perfc_attr attr = SampleAttr();
    attr.read_format = format;
    return Open(attr, -1, leader.get());
  }

  // A group of `size`, whose read gives the values 10, 11, ... in the order
  // they were opened.
  std::vector<Event> OpenGroup(size_t size, uint64_t format = kGroup) {
    std::vector<Event> group;
    group.push_back(OpenFormat(format));
    while (group.size() < size) group.push_back(OpenFormat(format, group[0]));
    std::vector<uint64_t> words = {size, 1000, 500};
    for (size_t i = 0; i < size; ++i) {
      words.push_back(10 + i);
      if (format & PERFC_FORMAT_ID) words.push_back(Fake(group[i]).id);
    }
    for (const Event &event : group) Fake(event).counts = words;
    return group;
  }

  perfc_count Read(const Event &event) {
    perfc_count count = {};
    EXPECT_EQ(perfc_read(event.get(), &count, sizeof count), 0);
    return count;
  }
};

TEST_F(CountReadTest, ASingleEvent) {
  const Event event = OpenFormat(kTimes | PERFC_FORMAT_ID | PERFC_FORMAT_LOST);
  Fake(event).counts = {100, 1000, 250, 77, 3};
  const perfc_count count = Read(event);
  EXPECT_EQ(count.raw, 100u);
  EXPECT_EQ(count.scaled, 400u);
  EXPECT_EQ(count.time_enabled, 1000u);
  EXPECT_EQ(count.time_running, 250u);
  EXPECT_EQ(count.id, 77u);
  EXPECT_EQ(count.lost, 3u);
  EXPECT_EQ(count.fields, kTimes | PERFC_FORMAT_ID | PERFC_FORMAT_LOST);
  EXPECT_EQ(count.quality, uint32_t{PERFC_QUALITY_SCALED});
  EXPECT_EQ(count.origin, uint32_t{PERFC_ORIGIN_READ});
}

TEST_F(CountReadTest, QualityFollowsTheTimes) {
  const Event event = OpenFormat(kTimes);
  Fake(event).counts = {0, 1000, 1000};
  EXPECT_EQ(Read(event).quality, uint32_t{PERFC_QUALITY_EXACT});
  Fake(event).counts = {0, 1000, 0};
  EXPECT_EQ(Read(event).quality, uint32_t{PERFC_QUALITY_NEVER_RAN});
  Fake(event).counts = {};
  EXPECT_EQ(Read(event).quality,
            uint32_t{PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING});
  const Event timeless = OpenFormat(PERFC_FORMAT_TOTAL_TIME_ENABLED);
  Fake(timeless).counts = {5, 1000};
  EXPECT_EQ(Read(timeless).quality, 0u);
  EXPECT_EQ(Read(timeless).scaled, 5u);
}

TEST_F(CountReadTest, AGroupsMembersAreFoundByTheirIds) {
  for (size_t size : {1, 2, 8, 31, 32, 33, 100}) {
    const std::vector<Event> group = OpenGroup(size);
    std::vector<perfc_event *> backwards;
    for (size_t i = size; i > 0; --i) backwards.push_back(group[i - 1].get());
    std::vector<perfc_count> counts(size);
    ASSERT_EQ(perfc_read_group(group[0].get(), backwards.data(), counts.data(),
                               sizeof counts[0], static_cast<uint32_t>(size)),
              static_cast<int>(size));
    for (size_t i = 0; i < size; ++i) {
      EXPECT_EQ(counts[i].raw, 10 + size - 1 - i);
      EXPECT_EQ(counts[i].scaled, 2 * counts[i].raw);
      EXPECT_EQ(counts[i].id, Fake(group[size - 1 - i]).id);
    }
  }
}

// What closing a member does to the order of the values.
TEST_F(CountReadTest, AGapInTheGroupMovesNothing) {
  const std::vector<Event> group = OpenGroup(3);
  auto &words = Fake(group[0]).counts;
  words.erase(words.begin() + 5, words.begin() + 7);
  words[0] = 2;
  perfc_event *left[] = {group[0].get(), group[2].get()};
  perfc_count counts[2];
  ASSERT_EQ(perfc_read_group(group[0].get(), left, counts, sizeof counts[0], 2),
            2);
  EXPECT_EQ(counts[0].raw, 10u);
  EXPECT_EQ(counts[1].raw, 12u);
  // What isn't in the group any more is read by itself.
  Fake(group[1]).counts = {1, 1000, 1000, 77, Fake(group[1]).id};
  perfc_event *gone = group[1].get();
  ASSERT_EQ(
      perfc_read_group(group[0].get(), &gone, counts, sizeof counts[0], 1), 1);
  EXPECT_EQ(counts[0].raw, 77u);
  EXPECT_EQ(counts[0].quality, kBrokenUp | PERFC_QUALITY_EXACT);
}

// As a CPU goes offline: each is a group of one.
TEST_F(CountReadTest, AGroupThatTheKernelBrokeUpIsReadOneByOne) {
  const std::vector<Event> group = OpenGroup(2);
  perfc_event *events[] = {group[1].get(), group[0].get()};
  perfc_count counts[2];
  perfc_count whole[2];
  ASSERT_EQ(perfc_read_group(group[0].get(), events, whole, sizeof whole[0], 2),
            2);
  Fake(group[0]).counts = {1, 1500, 1000, 14, Fake(group[0]).id};
  Fake(group[1]).counts = {1, 1600, 1100, 18, Fake(group[1]).id};
  ASSERT_EQ(
      perfc_read_group(group[0].get(), events, counts, sizeof counts[0], 2), 2);
  for (int i = 0; i < 2; ++i) {
    perfc_count_delta(&whole[i], &counts[i], &counts[i], sizeof counts[i]);
    EXPECT_EQ(counts[i].quality, kBrokenUp | PERFC_QUALITY_EXACT);
  }
  EXPECT_EQ(counts[0].raw, 18u - 11);
  EXPECT_EQ(counts[0].time_enabled, 600u);
  EXPECT_EQ(counts[1].raw, 14u - 10);
}

// Linux 5.10 reads the leader where the sibling was asked for, in as many words
// as the group had.
TEST_F(CountReadTest, AValueOfTheOldLeaderIsNotTheSiblings) {
  const std::vector<Event> group = OpenGroup(2);
  perfc_event *events[] = {group[0].get(), group[1].get()};
  Fake(group[0]).counts = {1, 1000, 500, 10, Fake(group[0]).id};
  scripted::FakeEvent &sibling = Fake(group[1]);
  sibling.counts = {1, 1000, 500, 10, Fake(group[0]).id, 0, 0};
  sibling.value = 30;
  sibling.time_enabled = 900;
  sibling.time_running = 300;
  perfc_count counts[2];
  ASSERT_EQ(
      perfc_read_group(group[0].get(), events, counts, sizeof counts[0], 2), 2);
  EXPECT_EQ(counts[0].raw, 10u);
  EXPECT_EQ(counts[1].raw, 30u) << "the control page says so";
  EXPECT_EQ(counts[1].scaled, 90u);
  EXPECT_EQ(counts[1].id, sibling.id);
  EXPECT_EQ(counts[1].fields, kTimes | PERFC_FORMAT_ID);
  EXPECT_EQ(counts[1].quality, kBrokenUp | PERFC_QUALITY_SCALED);
  EXPECT_EQ(Read(group[1]).raw, 30u);
  EXPECT_EQ(system_.mappings(), 0u);

  system_.Fail(Call::kMmap, EPERM);
  const perfc_count missing = Read(group[1]);
  EXPECT_EQ(missing.raw, 0u);
  EXPECT_EQ(missing.fields, 0u);
  EXPECT_EQ(missing.quality, kBrokenUp | PERFC_QUALITY_MISSING);
  // The page is as it was when it was mapped.
  ASSERT_EQ(perfc_mmap(group[1].get(), 0, 0, &error_), 0);
  EXPECT_EQ(Read(group[1]).quality, kBrokenUp | PERFC_QUALITY_MISSING);
}

TEST_F(CountReadTest, WithoutIdsAValueOfTheOldLeaderIsRefused) {
  const std::vector<Event> group = OpenGroup(2, kTimes | PERFC_FORMAT_GROUP);
  Fake(group[1]).counts = {1, 1000, 500, 10, 0};
  perfc_count count;
  EXPECT_EQ(perfc_read(group[1].get(), &count, sizeof count), -EBADMSG);
}

TEST_F(CountReadTest, OneMemberAloneIsItsOwnValue) {
  const std::vector<Event> group = OpenGroup(3);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(Read(group[i]).raw, 10 + i);
}

TEST_F(CountReadTest, WithoutIdsNobodyGuesses) {
  const std::vector<Event> group = OpenGroup(2, kTimes | PERFC_FORMAT_GROUP);
  perfc_event *events[] = {group[0].get(), group[1].get()};
  perfc_count counts[2];
  EXPECT_EQ(
      perfc_read_group(group[0].get(), events, counts, sizeof counts[0], 2),
      -EINVAL);
  EXPECT_EQ(perfc_read(events[0], counts, sizeof counts[0]), -EINVAL);
  // One value is nobody else's.
  const std::vector<Event> single = OpenGroup(1, kTimes | PERFC_FORMAT_GROUP);
  EXPECT_EQ(Read(single[0]).raw, 10u);
}

TEST_F(CountReadTest, APinnedLeaderInErrorSpeaksForItsGroup) {
  const std::vector<Event> group = OpenGroup(2);
  Fake(group[0]).counts.clear();
  perfc_event *events[] = {group[0].get(), group[1].get()};
  perfc_count counts[2];
  ASSERT_EQ(
      perfc_read_group(group[0].get(), events, counts, sizeof counts[0], 2), 2);
  for (const perfc_count &count : counts) {
    EXPECT_EQ(count.quality,
              uint32_t{PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING});
    EXPECT_EQ(count.raw, 0u);
  }
}

TEST_F(CountReadTest, IdsAreAskedOnce) {
  const std::vector<Event> group = OpenGroup(8);
  std::vector<perfc_event *> events;
  for (const Event &event : group) events.push_back(event.get());
  perfc_count counts[8];
  const auto read = [&] {
    EXPECT_EQ(
        perfc_read_group(events[0], events.data(), counts, sizeof counts[0], 8),
        8);
  };
  read();
  const int ioctls = system_.count(Call::kIoctl);
  const int reads = system_.count(Call::kRead);
  read();
  EXPECT_EQ(system_.count(Call::kIoctl), ioctls);
  EXPECT_EQ(system_.count(Call::kRead), reads + 1);
}

TEST_F(CountReadTest, EachErrnoComesBackUnchanged) {
  const std::vector<Event> group = OpenGroup(2);
  perfc_event *events[] = {group[0].get(), group[1].get()};
  perfc_count counts[2] = {};
  const auto read = [&] {
    return perfc_read_group(group[0].get(), events, counts, sizeof counts[0],
                            2);
  };
  for (int error : {EINTR, EIO, ENODEV, EPERM}) {
    for (int n = 1; n < 10; ++n) {
      system_.FailAny(error, n);
      const int result = read();
      EXPECT_EQ(result, system_.failed() ? -error : 2);
      if (!system_.failed()) break;
    }
    system_.FailAny(error, 1);
    EXPECT_EQ(read(), -error);
    system_.FailAny(0, 0);
  }
}

TEST_F(CountReadTest, AChildOfForkIsRefused) {
  const Event event = OpenFormat(kTimes);
  system_.Fork();
  perfc_count count;
  EXPECT_EQ(perfc_read(event.get(), &count, sizeof count), -EOWNERDEAD);
  EXPECT_EQ(perfc_read_user(event.get(), &count, sizeof count), -EOWNERDEAD);
  EXPECT_EQ(perfc_read_group(event.get(), nullptr, &count, sizeof count, 1),
            -EOWNERDEAD);
}

TEST_F(CountReadTest, NullIsRefused) {
  const Event event = OpenFormat(kGroup);
  perfc_event *events[] = {event.get(), nullptr};
  perfc_count counts[2];
  constexpr size_t kSize = sizeof(perfc_count);
  EXPECT_EQ(perfc_read(nullptr, counts, kSize), -EINVAL);
  EXPECT_EQ(perfc_read(event.get(), nullptr, kSize), -EINVAL);
  EXPECT_EQ(perfc_read_user(nullptr, counts, kSize), -EINVAL);
  EXPECT_EQ(perfc_read_group(nullptr, events, counts, kSize, 1), -EINVAL);
  EXPECT_EQ(perfc_read_group(event.get(), events, counts, kSize, 2), -EINVAL);
  EXPECT_EQ(perfc_read_group(event.get(), events, counts, kSize, 0), -EINVAL);
  EXPECT_EQ(perfc_read_group(event.get(), events, nullptr, kSize, 1), -EINVAL);
  EXPECT_EQ(perfc_read_group(event.get(), nullptr, counts, kSize, 0), -EINVAL);
}

TEST_F(CountReadTest, EveryEventOfTheTaskByPrctl) {
  EXPECT_EQ(perfc_task_disable(&host_), 0);
  EXPECT_EQ(perfc_task_enable(&host_), 0);
  // PR_TASK_PERF_EVENTS_DISABLE and _ENABLE.
  EXPECT_EQ(system_.prctls(), (std::vector<int>{31, 32}));
  system_.Fail(Call::kPrctl, EINVAL);
  EXPECT_EQ(perfc_task_enable(&host_), -EINVAL);
}

}  // namespace
