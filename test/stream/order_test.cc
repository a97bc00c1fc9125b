// The order of a stream's records.
#include <algorithm>
#include <random>

#include "test/stream/streams.h"

namespace {

using streams::ExitAt;
using streams::Ring;
using streams::SampleAt;
using streams::Stream;
using Times = std::vector<uint64_t>;

using OrderTest = streams::StreamTest;

TEST_F(OrderTest, RecordsOfAllRingsComeByTime) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  for (uint64_t time : {10, 30, 50}) a.writer.Write(SampleAt(time));
  for (uint64_t time : {20, 25, 60}) b.writer.Write(SampleAt(time));
  EXPECT_EQ(Drain(stream), (Times{10, 20, 25, 30, 50, 60}));
}

TEST_F(OrderTest, AnIdleRingHoldsNobodyUp) {
  const Stream stream = Create();
  const Ring idle = AddRing(stream);
  Ring busy = AddRing(stream);
  busy.writer.Write(SampleAt(1));
  EXPECT_EQ(Drain(stream), (Times{1}));
  busy.writer.Write(SampleAt(2));
  EXPECT_EQ(Drain(stream), (Times{2}));
}

TEST_F(OrderTest, OtherRecordsAreOrderedByTheirTrailer) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(SampleAt(1));
  a.writer.Write(SampleAt(3));
  b.writer.Write(ExitAt(2));
  perfc_stream_record record;
  for (uint32_t type : {PERFC_RECORD_SAMPLE, PERFC_RECORD_EXIT}) {
    ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
    EXPECT_EQ(record.record.type, type);
  }
  EXPECT_EQ(record.plan, perfc_event_plan(b.event.get()));
  EXPECT_EQ(record.source, 1u);
  EXPECT_EQ(record.time, 2u);
  EXPECT_EQ(record.sequence, 1u);
}

TEST_F(OrderTest, ARecordWithoutTimeKeepsItsPlaceInItsRing) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(SampleAt(10));
  a.writer.Write(scripted::MakeRecordOf(PERFC_RECORD_EXIT, {}));
  a.writer.Write(SampleAt(30));
  b.writer.Write(SampleAt(20));
  EXPECT_EQ(Drain(stream), (Times{10, 10, 20, 30}));
}

TEST_F(OrderTest, EqualTimesKeepTheOrderOfTheRings) {
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < 5; ++i) rings.push_back(AddRing(stream));
  for (int i = 4; i >= 0; --i) rings[i].writer.Write(SampleAt(7));
  perfc_stream_record record;
  for (uint32_t i = 0; i < 5; ++i) {
    ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
    EXPECT_EQ(record.source, i);
  }
}

TEST_F(OrderTest, DisorderWithinARingIsHandedOutAndCounted) {
  const Stream stream = Create();
  Ring ring = AddRing(stream);
  for (uint64_t time : {10, 30, 20, 40}) ring.writer.Write(SampleAt(time));
  EXPECT_EQ(Drain(stream), (Times{10, 30, 20, 40}));
  EXPECT_EQ(OutOfOrder(stream), 1u);
}

TEST_F(OrderTest, WhatIsSeenTooLateIsHandedOutAndCounted) {
  const Stream stream = Create();
  Ring a = AddRing(stream);
  Ring b = AddRing(stream);
  a.writer.Write(SampleAt(50));
  EXPECT_EQ(Drain(stream), (Times{50}));
  b.writer.Write(SampleAt(40));
  EXPECT_EQ(Drain(stream), (Times{40}));
  EXPECT_EQ(OutOfOrder(stream), 1u);
}

TEST_F(OrderTest, ABusyRingCannotKeepOthersFromBeingLookedAt) {
  // A round covers two records, so after two of them the other ring is seen.
  const size_t size = SampleAt(0).size();
  const Stream stream = Create(2 * size);
  Ring busy = AddRing(stream);
  Ring other = AddRing(stream);
  for (uint64_t time = 10; time < 100; time += 10) {
    busy.writer.Write(SampleAt(time));
  }
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(stream.get(), &record, 1), 1);
  other.writer.Write(SampleAt(35));
  const Times rest = Drain(stream);
  EXPECT_TRUE(std::is_sorted(rest.begin(), rest.end()));
  EXPECT_EQ(rest.size(), 9u);
  EXPECT_EQ(OutOfOrder(stream), 0u);
}

TEST_F(OrderTest, ManyRingsWithRandomTimesComeSorted) {
  constexpr int kRings = 512;
  const Stream stream = Create();
  std::vector<Ring> rings;
  for (int i = 0; i < kRings; ++i) rings.push_back(AddRing(stream));
  std::mt19937_64 random(7);
  Times expected;
  for (uint64_t time = 1; time <= 20000; ++time) {
    if (rings[random() % kRings].writer.Write(SampleAt(time))) {
      expected.push_back(time);
    }
  }
  ASSERT_EQ(expected.size(), 20000u);
  EXPECT_EQ(Drain(stream), expected);
  EXPECT_EQ(OutOfOrder(stream), 0u);
}

TEST_F(OrderTest, AMalformedRingLosesOnlyItsOwnRecords) {
  const Stream stream = Create();
  Ring bad = AddRing(stream);
  Ring good = AddRing(stream);
  bad.writer.Write(SampleAt(1));
  bad.writer.Put(scripted::Bytes(8, 0));
  bad.writer.SetHead(bad.writer.head() + 64);
  good.writer.Write(SampleAt(2));
  EXPECT_EQ(Drain(stream), (Times{1, 2}));
  perfc_losses losses = {};
  EXPECT_EQ(perfc_stream_losses(stream.get(), bad.event.get(), &losses,
                                sizeof losses),
            0);
  EXPECT_EQ(losses.malformed, 64u);
  good.writer.Write(SampleAt(3));
  EXPECT_EQ(Drain(stream), (Times{3}));
}

}  // namespace
