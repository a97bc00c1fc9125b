// What a flight counts as lost, each loss once.

#include <cstring>
#include <random>

#include "test/flight/flights.h"

namespace {

using flights::Flight;
using flights::LostAt;
using flights::Ring;
using flights::SampleAt;

class LedgerTest : public flights::FlightTest {};

TEST_F(LedgerTest, LossesThatRecordsTellCountOnce) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  ring.writer.Write(LostAt(10, 3));
  ring.writer.Write(SampleAt(500));
  EXPECT_EQ(CutOf(flight, 1), (Times{500}));
  EXPECT_EQ(Losses(flight).lost, 3u) << "though the record is too old";
  CutOf(flight);
  CutOf(flight);
  EXPECT_EQ(Losses(flight).lost, 3u);
  ring.writer.Write(LostAt(600, 4));
  ring.writer.Write(
      scripted::MakeRecordOf(PERFC_RECORD_LOST_SAMPLES, {5, 601}));
  ring.writer.Write(
      scripted::MakeRecordOf(PERFC_RECORD_THROTTLE, {0, 0, 0, 602}));
  ring.writer.Write(scripted::MakeRecordOf(1000, {0, 603}));
  CutOf(flight);
  CutOf(flight);
  const perfc_losses losses = Losses(flight);
  EXPECT_EQ(losses.lost, 7u);
  EXPECT_EQ(losses.lost_samples, 5u);
  EXPECT_EQ(losses.throttled, 1u);
  EXPECT_EQ(losses.unknown, 1u);
  EXPECT_EQ(losses.overwritten, 0u);
}

TEST_F(LedgerTest, DisorderCountsOnce) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  for (uint64_t time : {10, 40, 30, 20, 50}) ring.writer.Write(SampleAt(time));
  CutOf(flight);
  CutOf(flight);
  EXPECT_EQ(Losses(flight).out_of_order, 2u);
}

TEST_F(LedgerTest, OverwrittenIsWhatCameAndWentBetweenTwoCuts) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  const uint64_t whole = system_.PageSize() / 24 * 24;
  for (uint64_t i = 0; i < 1000; ++i) ring.writer.Write(SampleAt(i));
  CutOf(flight);
  EXPECT_EQ(Losses(flight).overwritten, 24000 - whole);
  // What a cut has seen may be overwritten after it.
  for (uint64_t i = 0; i < 100; ++i) ring.writer.Write(SampleAt(1000 + i));
  CutOf(flight);
  EXPECT_EQ(Losses(flight).overwritten, 24000 - whole);
  for (uint64_t i = 0; i < 200; ++i) ring.writer.Write(SampleAt(1100 + i));
  CutOf(flight);
  EXPECT_EQ(Losses(flight).overwritten, 24000 - whole + 4800 - whole);
}

TEST_F(LedgerTest, BytesFirstSeenAndOverwrittenAreThoseWritten) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  std::mt19937 random(11);
  uint64_t seen = 0;
  uint64_t time = 0;
  uint64_t newest_seen = 0;
  for (int round = 0; round < 2000; ++round) {
    for (uint32_t i = random() % 60; i > 0; --i) {
      scripted::Bytes record = scripted::MakeRecord(
          PERFC_RECORD_SAMPLE, 24 + random() % 30 * 8, time);
      ++time;
      memcpy(record.data() + 8, &time, sizeof time);
      ring.writer.Write(record);
    }
    ASSERT_GE(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 0);
    perfc_stream_record record;
    while (perfc_stream_next_records(flight.get(), &record, 1) == 1) {
      if (record.time > newest_seen) seen += record.record.size;
    }
    newest_seen = time;
    ASSERT_EQ(perfc_stream_resume(flight.get(), nullptr), 0);
    ASSERT_EQ(seen + Losses(flight).overwritten, ring.writer.written());
  }
  EXPECT_GT(Losses(flight).overwritten, 0u);
}

// As by a write that was under way when its ring was paused.
TEST_F(LedgerTest, WhatIsOverwrittenDuringTheCutIsLeftOutAndCounted) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  const uint64_t fitting = system_.PageSize() / 24;
  for (uint64_t i = 0; i < fitting; ++i) ring.writer.Write(SampleAt(i));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr),
            static_cast<int>(fitting));
  ring.writer.Write(SampleAt(fitting));
  const Times times = Rest(flight);
  ASSERT_EQ(times.size(), fitting - 1);
  EXPECT_EQ(times[0], 1u);
  EXPECT_EQ(Losses(flight).overwritten, 24u);
}

TEST_F(LedgerTest, ABadHeaderHidesWhatIsOlder) {
  for (uint16_t size : {0, 4, 7, 12, 65535}) {
    SCOPED_TRACE(size);
    const Flight flight = Create();
    Ring ring = AddRing(flight);
    ring.writer.Write(SampleAt(1));
    scripted::Bytes bad = SampleAt(2);
    memcpy(bad.data() + 6, &size, sizeof size);
    ring.writer.Write(bad);
    ring.writer.Write(SampleAt(3));
    EXPECT_EQ(CutOf(flight), (Times{3}));
    EXPECT_EQ(Losses(flight).overwritten, 48u);
  }
}

TEST_F(LedgerTest, TheTotalHasTheRingsThatWereTakenOut) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  first.writer.Write(LostAt(1, 2));
  second.writer.Write(LostAt(1, 5));
  CutOf(flight);
  EXPECT_EQ(Losses(flight, first.event.get()).lost, 2u);
  first.event.reset();
  EXPECT_EQ(Losses(flight).lost, 7u);
  EXPECT_EQ(Losses(flight, second.event.get()).lost, 5u);
}

TEST_F(LedgerTest, LossesOfARingThatIsPutBackCountOnce) {
  const Flight flight = Create();
  perfc_attr attr = Attr();
  attr.read_format = PERFC_FORMAT_LOST;
  Ring ring = AddRing(flight, attr);
  Fake(ring.event).counts = {9, 4};  // 9 were generated, and 4 of them lost.
  EXPECT_EQ(Losses(flight).read_lost, 4u);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(perfc_stream_remove_event(flight.get(), ring.event.get()), 0);
    EXPECT_EQ(Losses(flight).read_lost, 4u);
    ASSERT_GE(perfc_stream_add_event(flight.get(), ring.event.get(), nullptr),
              0);
    EXPECT_EQ(Losses(flight).read_lost, 4u);
  }
}

}  // namespace
