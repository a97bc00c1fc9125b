// What a cut has, and in which order.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>

#include "perfc/batch.h"
#include "perfc/decode.h"
#include "test/flight/flights.h"

namespace {

using flights::Batch;
using flights::Flight;
using flights::LostAt;
using flights::Ring;
using flights::SampleAt;
using scripted::Bytes;

class CutTest : public flights::FlightTest {};

TEST_F(CutTest, HasTheRecordsOfAllRingsOldestFirst) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  AddRing(flight);
  for (uint64_t time : {10, 40, 50}) first.writer.Write(SampleAt(time));
  for (uint64_t time : {20, 30, 60}) second.writer.Write(SampleAt(time));
  EXPECT_EQ(CutOf(flight), (Times{10, 20, 30, 40, 50, 60}));
}

TEST_F(CutTest, RecordsComeWithTheirBytesTheirEventAndTheirNumber) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  first.writer.Write(SampleAt(2, 22));
  second.writer.Write(SampleAt(1, 11));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, &error_), 2);
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 1);
  EXPECT_EQ(Bytes(record.record.data, record.record.data + record.record.size),
            SampleAt(1, 11));
  EXPECT_EQ(record.plan, perfc_event_plan(second.event.get()));
  EXPECT_EQ(record.source, 1u);
  EXPECT_EQ(record.sequence, 0u);
  ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 1);
  EXPECT_EQ(record.plan, perfc_event_plan(first.event.get()));
  EXPECT_EQ(record.source, 0u);
  EXPECT_EQ(record.sequence, 1u);
  EXPECT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 0);
}

TEST_F(CutTest, TheTimeCountsBackFromTheNewestRecordOfAll) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  for (uint64_t time : {100, 200, 250, 300}) first.writer.Write(SampleAt(time));
  for (uint64_t time : {199, 201, 400}) second.writer.Write(SampleAt(time));
  EXPECT_EQ(CutOf(flight, 200), (Times{200, 201, 250, 300, 400}));
  EXPECT_EQ(CutOf(flight, 199), (Times{201, 250, 300, 400}));
  EXPECT_EQ(CutOf(flight, 0), (Times{400}));
  EXPECT_EQ(CutOf(flight, 401).size(), 7u) << "before time began";
}

TEST_F(CutTest, EachHasItsTimeAnew) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  for (uint64_t time : {10, 20, 30}) ring.writer.Write(SampleAt(time));
  EXPECT_EQ(CutOf(flight, 10), (Times{20, 30}));
  EXPECT_EQ(CutOf(flight, 10), (Times{20, 30}));
  ring.writer.Write(SampleAt(35));
  EXPECT_EQ(CutOf(flight, 10), (Times{30, 35}));
  EXPECT_EQ(CutOf(flight), (Times{10, 20, 30, 35}));
}

TEST_F(CutTest, ACutDuringACutBeginsAgain) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  for (uint64_t time : {10, 20, 30}) ring.writer.Write(SampleAt(time));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 3);
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 1);
  ASSERT_EQ(perfc_stream_cut(flight.get(), 10, nullptr), 2);
  EXPECT_EQ(Rest(flight), (Times{20, 30}));
}

TEST_F(CutTest, WithoutRecordsOrRingsItIsEmpty) {
  const Flight flight = Create();
  EXPECT_EQ(CutOf(flight), Times());
  const Ring ring = AddRing(flight);
  EXPECT_EQ(CutOf(flight), Times());
  EXPECT_EQ(CutOf(flight, 5), Times());
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 0)
      << "no cut at all";
}

TEST_F(CutTest, AHalfOverwrittenOldestRecordIsNoPartOfIt) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  for (uint64_t time = 0; time < 1000; ++time) {
    ring.writer.Write(SampleAt(time));
  }
  const size_t whole = system_.PageSize() / 24;
  ASSERT_NE(system_.PageSize() % 24, 0u) << "one is half overwritten";
  const Times times = CutOf(flight);
  ASSERT_EQ(times.size(), whole);
  for (size_t i = 0; i < whole; ++i) EXPECT_EQ(times[i], 1000 - whole + i);
}

TEST_F(CutTest, RecordsThatWrapAreMadeWhole) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  std::mt19937 random(7);
  std::vector<Bytes> written;
  for (uint64_t round = 0; round < 500; ++round) {
    for (int i = 0; i < 3; ++i) {
      Bytes record = scripted::MakeRecord(PERFC_RECORD_SAMPLE,
                                          24 + random() % 50 * 8, round);
      const uint64_t time = written.size();
      memcpy(record.data() + 8, &time, sizeof time);
      ring.writer.Write(record);
      written.push_back(record);
    }
    const int count =
        perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr);
    ASSERT_GE(count, 3);
    perfc_stream_record record;
    for (size_t i = written.size() - count; i < written.size(); ++i) {
      ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 1);
      ASSERT_EQ(
          Bytes(record.record.data, record.record.data + record.record.size),
          written[i]);
    }
    ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 0);
    ASSERT_EQ(perfc_stream_resume(flight.get(), nullptr), 0);
  }
}

// While the first ring is paused the others still write.
TEST_F(CutTest, WhatComesWhileRingsAreBeingPausedIsLeftForTheNext) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  first.writer.Write(SampleAt(10));
  second.writer.Write(SampleAt(5));
  int pauses = 0;
  system_.set_on_ioctl([&](uint32_t request, uint64_t argument) {
    if (request != PERFC_IOC_PAUSE_OUTPUT || argument != 1) return;
    if (++pauses != 2) return;
    // Its time was taken before the cut began, and it is written only now.
    second.writer.Write(SampleAt(9));
    second.writer.Write(SampleAt(11));
  });
  EXPECT_EQ(CutOf(flight), (Times{5, 9, 10}));
  EXPECT_EQ(CutOf(flight), (Times{5, 9, 10, 11}));
}

TEST_F(CutTest, DisorderWithinARingIsPutRight) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  for (uint64_t time : {10, 40, 30, 20, 50}) ring.writer.Write(SampleAt(time));
  EXPECT_EQ(CutOf(flight), (Times{10, 20, 30, 40, 50}));
  EXPECT_EQ(CutOf(flight, 25), (Times{30, 40, 50}));
}

TEST_F(CutTest, EqualTimesKeepTheOrderOfTheirRingAndOfTheRings) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  for (uint64_t i = 0; i < 3; ++i) {
    second.writer.Write(SampleAt(7, 10 + i));
    first.writer.Write(SampleAt(7, i));
  }
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 6);
  Times order;
  perfc_stream_record record;
  while (perfc_stream_next_records(flight.get(), &record, 1) == 1) {
    uint64_t what;
    memcpy(&what, record.record.data + 16, sizeof what);
    order.push_back(what);
  }
  EXPECT_EQ(order, (Times{0, 1, 2, 10, 11, 12}));
}

TEST_F(CutTest, OtherRecordsAreDatedByTheirTrailer) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  first.writer.Write(SampleAt(10));
  first.writer.Write(LostAt(20, 1));
  second.writer.Write(SampleAt(15));
  EXPECT_EQ(CutOf(flight), (Times{10, 15, 20}));
}

TEST_F(CutTest, ARecordWithoutTimeHasThatOfTheOneBefore) {
  const Flight flight = Create();
  perfc_attr attr = Attr();
  attr.flags &= ~uint64_t{PERFC_ATTR_SAMPLE_ID_ALL};
  Ring ring = AddRing(flight, attr);
  const Bytes timeless = scripted::MakeRecord(PERFC_RECORD_EXIT, 32);
  ring.writer.Write(timeless);
  ring.writer.Write(SampleAt(10));
  ring.writer.Write(timeless);
  ring.writer.Write(SampleAt(20));
  EXPECT_EQ(CutOf(flight), (Times{10, 10, 10, 20}))
      << "the oldest has none before it";
  EXPECT_EQ(CutOf(flight, 9), (Times{20}));
}

TEST_F(CutTest, WithoutAnyTimeEverythingIsOfTheLastMoment) {
  const Flight flight = Create();
  Ring ring = AddRing(flight, scripted::SampleAttr(PERFC_SAMPLE_ADDR,
                                                   PERFC_ATTR_WRITE_BACKWARD));
  for (int i = 0; i < 3; ++i) {
    ring.writer.Write(scripted::MakeRecord(PERFC_RECORD_SAMPLE, 16));
  }
  EXPECT_EQ(CutOf(flight, 0), (Times{0, 0, 0}));
}

TEST_F(CutTest, ItFillsBatchesWhoseRowsNameTheirRing) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  for (uint64_t time = 0; time < 30; time += 2) {
    first.writer.Write(SampleAt(time));
    second.writer.Write(SampleAt(time + 1));
  }
  perfc_batch_options options = {sizeof options, 0, 0, 8, 0};
  perfc_batch *made = nullptr;
  ASSERT_EQ(perfc_batch_create(&options, &made, nullptr), 0);
  const Batch batch(made);
  ASSERT_EQ(perfc_stream_cut(flight.get(), 19, nullptr), 20);
  uint64_t expected = 10;
  for (int rows : {8, 8, 4}) {
    ASSERT_EQ(perfc_batch_fill_stream(batch.get(), flight.get()), rows);
    perfc_column times = {};
    perfc_column sources = {};
    ASSERT_EQ(perfc_batch_column(batch.get(), PERFC_TABLE_SAMPLES,
                                 PERFC_COLUMN_TIME, &times, sizeof times),
              0);
    ASSERT_EQ(perfc_batch_column(batch.get(), PERFC_TABLE_SAMPLES,
                                 PERFC_COLUMN_SOURCE, &sources, sizeof sources),
              0);
    for (int i = 0; i < rows; ++i, ++expected) {
      EXPECT_EQ(static_cast<const uint64_t *>(times.values)[i], expected);
      EXPECT_EQ(static_cast<const uint32_t *>(sources.values)[i], expected % 2);
    }
  }
  EXPECT_EQ(perfc_batch_fill_stream(batch.get(), flight.get()), 0);
}

}  // namespace
