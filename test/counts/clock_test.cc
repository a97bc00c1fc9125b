// Clocks by name, and how the times of records become those of other clocks.

#include "perfc/clock.h"

#include <time.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;

TEST(ClockNames, AsThePerfToolAndTheHeadersSpellThem) {
  const struct {
    const char *name;
    int32_t clock;
  } kNames[] = {
      {"monotonic", CLOCK_MONOTONIC},
      {"mono", CLOCK_MONOTONIC},
      {"CLOCK_MONOTONIC", CLOCK_MONOTONIC},
      {"monotonic_raw", CLOCK_MONOTONIC_RAW},
      {"raw", CLOCK_MONOTONIC_RAW},
      {"realtime", CLOCK_REALTIME},
      {"Real", CLOCK_REALTIME},
      {"boottime", CLOCK_BOOTTIME},
      {"clock_boot", CLOCK_BOOTTIME},
      {"tai", CLOCK_TAI},
      {"7", CLOCK_BOOTTIME},
  };
  for (const auto &known : kNames) {
    int32_t clock = -1;
    EXPECT_EQ(perfc_clock_find(known.name, &clock), 0) << known.name;
    EXPECT_EQ(clock, known.clock) << known.name;
  }
  int32_t clock;
  EXPECT_EQ(perfc_clock_find("sundial", &clock), -ENOENT);
  EXPECT_EQ(perfc_clock_find("", &clock), -ENOENT);
  EXPECT_EQ(perfc_clock_find("CLOCK_", &clock), -ENOENT);
  EXPECT_EQ(perfc_clock_find(nullptr, &clock), -EINVAL);
  EXPECT_STREQ(perfc_clock_name(CLOCK_MONOTONIC), "monotonic");
  EXPECT_STREQ(perfc_clock_name(CLOCK_REALTIME), "realtime");
  EXPECT_EQ(perfc_clock_name(1234), nullptr);
}

class ClockTest : public scripted::Machine {
 protected:
  Event OpenWithClock(int32_t clock) {
    perfc_attr attr = SampleAttr(PERFC_SAMPLE_TIME, PERFC_ATTR_USE_CLOCKID);
    attr.clockid = clock;
    return Open(attr);
  }

  int Relate(const Event &event, int32_t clock) {
    return perfc_event_relate_clock(event.get(), clock, &relation_,
                                    sizeof relation_, &error_);
  }

  perfc_clock_relation relation_ = {};
};

TEST_F(ClockTest, RecordsInThatClockAreExact) {
  EXPECT_EQ(Relate(OpenWithClock(CLOCK_MONOTONIC), CLOCK_MONOTONIC), 0);
  EXPECT_EQ(relation_.how, uint32_t{PERFC_CLOCK_SAME});
  EXPECT_EQ(relation_.offset, 0);
  EXPECT_EQ(relation_.uncertainty, 0u);
  uint64_t ns;
  uint64_t error = 77;
  ASSERT_EQ(perfc_clock_convert(&relation_, nullptr, sizeof relation_,
                                uint64_t{1} << 60, &ns, &error),
            0);
  EXPECT_EQ(ns, uint64_t{1} << 60);
  EXPECT_EQ(error, 0u);
}

TEST_F(ClockTest, ClocksThatCanBeReadAreReadTogether) {
  const Event event = OpenWithClock(CLOCK_MONOTONIC);
  system_.SetClock(CLOCK_MONOTONIC, 5000);
  system_.SetClock(CLOCK_REALTIME, 1000000, 20);
  ASSERT_EQ(Relate(event, CLOCK_REALTIME), 0);
  EXPECT_EQ(relation_.how, uint32_t{PERFC_CLOCK_READ});
  EXPECT_EQ(relation_.clock, CLOCK_REALTIME);
  EXPECT_EQ(relation_.time, 5000u);
  EXPECT_EQ(relation_.offset, 1000010 - 5000);
  EXPECT_EQ(relation_.uncertainty, 11u);
}

TEST_F(ClockTest, TheControlPageTellsTheSchedulersClock) {
  const Event event = OpenMapped(SampleAttr(PERFC_SAMPLE_TIME), 1);
  auto &page = *reinterpret_cast<perfc_mmap_page *>(Fake(event).ring);
  page.capabilities = PERFC_CAP_USER_TIME_ZERO;
  page.time_zero = 300;
  page.time_mult = 4;
  page.time_shift = 1;
  system_.set_cycles(1000);
  system_.SetClock(CLOCK_MONOTONIC, 9000, 10);
  ASSERT_EQ(Relate(event, CLOCK_MONOTONIC), 0);
  EXPECT_EQ(relation_.how, uint32_t{PERFC_CLOCK_READ});
  EXPECT_EQ(relation_.time, 2300u);
  EXPECT_EQ(relation_.offset, 9005 - 2300);
  EXPECT_EQ(relation_.uncertainty, 6u);
}

class RecordedClockTest : public ClockTest {
 protected:
  // The kernel writes a record of each mapping.
  void WriteRecords() {
    system_.set_on_mmap([this] {
      if (system_.last_event_fd() < 0) return;
      auto &event = system_.event(system_.last_event_fd());
      if (!event.mapped) return;
      const size_t page = system_.PageSize();
      scripted::RingWriter writer(event.ring, event.ring_size - page,
                                  scripted::WriteMode::kWaitForReader);
      time_ += 100;
      writer.SetHead(head_);
      writer.Write(scripted::MakeRecordOf(PERFC_RECORD_MMAP,
                                          {0, 0, 4096, 0, 0x2f2f, time_}));
      head_ = writer.head();
    });
  }

  uint64_t time_ = 1000;
  uint64_t head_ = 0;
};

TEST_F(RecordedClockTest, TheKernelsRecordsTellIt) {
  const Event event = Open(SampleAttr(PERFC_SAMPLE_TIME));
  WriteRecords();
  system_.SetClock(CLOCK_MONOTONIC, 50000, 40);
  ASSERT_EQ(Relate(event, CLOCK_MONOTONIC), 0) << scripted::TextOf(error_);
  EXPECT_EQ(relation_.how, uint32_t{PERFC_CLOCK_RECORDED});
  EXPECT_EQ(relation_.time, 1100u);
  EXPECT_EQ(relation_.offset, 50020 - 1100);
  EXPECT_EQ(relation_.uncertainty, 21u);
}

TEST_F(RecordedClockTest, WithoutRecordsThereIsNoRelation) {
  const Event event = Open(SampleAttr(PERFC_SAMPLE_TIME));
  system_.SetClock(CLOCK_MONOTONIC, 50000, 40);
  EXPECT_EQ(Relate(event, CLOCK_MONOTONIC), -EIO);
  EXPECT_EQ(error_.code, -EIO);
}

TEST_F(RecordedClockTest, EachSystemCallMayFail) {
  const Event event = Open(SampleAttr(PERFC_SAMPLE_TIME));
  WriteRecords();
  const size_t fds = system_.open_fds();
  for (int n = 1; n < 200; ++n) {
    system_.SetClock(CLOCK_MONOTONIC, 50000, 40);
    time_ = 1000;
    head_ = 0;
    system_.FailAny(EPERM, n);
    error_ = {};
    const int result = Relate(event, CLOCK_MONOTONIC);
    const bool failed = system_.failed();
    system_.FailAny(0, 0);
    EXPECT_EQ(result, failed ? -EPERM : 0) << n;
    EXPECT_EQ(error_.code, result);
    EXPECT_EQ(system_.open_fds(), fds);
    EXPECT_EQ(system_.mappings(), 0u);
    if (!failed) return;
  }
  FAIL() << "never ends";
}

TEST_F(ClockTest, AClockThatNobodyHasIsRefused) {
  EXPECT_EQ(Relate(OpenWithClock(CLOCK_MONOTONIC), 99), -EINVAL);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_ARGUMENT});
  EXPECT_EQ(perfc_event_relate_clock(nullptr, 1, &relation_, sizeof relation_,
                                     &error_),
            -EINVAL);
}

TEST_F(ClockTest, AChildOfForkIsRefused) {
  const Event event = OpenWithClock(CLOCK_MONOTONIC);
  system_.Fork();
  EXPECT_EQ(Relate(event, CLOCK_MONOTONIC), -EOWNERDEAD);
}

perfc_clock_relation At(uint64_t time, int64_t offset, uint64_t error) {
  perfc_clock_relation relation = {};
  relation.time = time;
  relation.offset = offset;
  relation.uncertainty = error;
  relation.clock = CLOCK_MONOTONIC;
  relation.how = PERFC_CLOCK_RECORDED;
  return relation;
}

struct Converted {
  uint64_t ns;
  uint64_t error;
};

Converted Convert(const perfc_clock_relation &first,
                  const perfc_clock_relation *later, uint64_t time) {
  Converted out = {};
  EXPECT_EQ(perfc_clock_convert(&first, later, sizeof first, time, &out.ns,
                                &out.error),
            0);
  return out;
}

TEST(ClockConvert, TheErrorGrowsWithTheDistance) {
  const perfc_clock_relation relation = At(1000000, 500, 10);
  EXPECT_EQ(Convert(relation, nullptr, 1000000).ns, 1000500u);
  EXPECT_EQ(Convert(relation, nullptr, 1000000).error, 11u);
  EXPECT_EQ(Convert(relation, nullptr, 3000000).error, 1011u);
  EXPECT_EQ(Convert(relation, nullptr, 0).error, 511u);
}

TEST(ClockConvert, BetweenTwoRelationsItIsInterpolated) {
  const perfc_clock_relation first = At(1000, 500, 10);
  const perfc_clock_relation later = At(2000, 600, 20);
  EXPECT_EQ(Convert(first, &later, 1500).ns, 2050u);
  EXPECT_EQ(Convert(first, &later, 1500).error, 120u);
  EXPECT_EQ(Convert(first, &later, 1000).ns, 1500u);
  EXPECT_EQ(Convert(first, &later, 2000).ns, 2600u);
  EXPECT_EQ(Convert(first, &later, 4000).ns, 4600u);
  EXPECT_EQ(Convert(first, &later, 4000).error, 22u);
  EXPECT_EQ(Convert(first, &later, 500).ns, 1000u);
}

TEST(ClockConvert, WhatHasNoTimeIsRefused) {
  const perfc_clock_relation early = At(0, -1000, 0);
  uint64_t ns = 77;
  constexpr size_t kSize = sizeof early;
  EXPECT_EQ(perfc_clock_convert(&early, nullptr, kSize, 500, &ns, nullptr),
            -ERANGE);
  EXPECT_EQ(
      perfc_clock_convert(&early, nullptr, kSize, UINT64_MAX, &ns, nullptr),
      -ERANGE);
  EXPECT_EQ(ns, 77u);
  EXPECT_EQ(perfc_clock_convert(&early, nullptr, kSize, 1500, &ns, nullptr), 0);
  EXPECT_EQ(ns, 500u);
  EXPECT_EQ(perfc_clock_convert(nullptr, nullptr, kSize, 1, &ns, nullptr),
            -EINVAL);
  EXPECT_EQ(perfc_clock_convert(&early, nullptr, kSize - 1, 1, &ns, nullptr),
            -EINVAL);
  perfc_clock_relation other = early;
  other.clock = CLOCK_REALTIME;
  EXPECT_EQ(perfc_clock_convert(&early, &other, kSize, 1, &ns, nullptr),
            -EINVAL);
}

}  // namespace
