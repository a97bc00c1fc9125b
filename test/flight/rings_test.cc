// Rings of a flight: pausing them, failing in the middle, taking them out.

#include <cerrno>

#include "perfc/batch.h"
#include "test/flight/flights.h"

namespace {

using flights::Batch;
using flights::Flight;
using flights::Ring;
using flights::SampleAt;

class RingsTest : public flights::FlightTest {};

TEST_F(RingsTest, OutputsArePausedFromTheCutToItsEnd) {
  const Flight flight = Create();
  const Ring first = AddRing(flight);
  const Ring second = AddRing(flight);
  ASSERT_EQ(perfc_stream_cut(flight.get(), 1, nullptr), 0);
  EXPECT_EQ(Pauses(first), (Times{1}));
  EXPECT_EQ(Pauses(second), (Times{1}));
  ASSERT_EQ(perfc_stream_resume(flight.get(), nullptr), 0);
  EXPECT_EQ(Pauses(first), (Times{1, 0}));
  EXPECT_EQ(Pauses(second), (Times{1, 0}));
  ASSERT_EQ(perfc_stream_resume(flight.get(), nullptr), 0) << "no cut";
  EXPECT_EQ(Pauses(second), (Times{1, 0}));
}

TEST_F(RingsTest, ResumingEndsTheCut) {
  const Flight flight = Create();
  Ring ring = AddRing(flight);
  ring.writer.Write(SampleAt(1));
  ASSERT_EQ(perfc_stream_cut(flight.get(), 1, nullptr), 1);
  ASSERT_EQ(perfc_stream_resume(flight.get(), nullptr), 0);
  EXPECT_EQ(Rest(flight), Times());
}

TEST_F(RingsTest, DestroyingTheFlightResumesThem) {
  Flight flight = Create();
  const Ring ring = AddRing(flight);
  ASSERT_EQ(perfc_stream_cut(flight.get(), 1, nullptr), 0);
  flight.reset();
  EXPECT_EQ(Pauses(ring), (Times{1, 0}));
  const Flight next = Create();
  EXPECT_EQ(perfc_stream_add_event(next.get(), ring.event.get(), &error_), 0);
}

TEST_F(RingsTest, AfterAFailureInTheMiddleNoOutputIsPaused) {
  const Flight flight = Create();
  Ring rings[] = {AddRing(flight), AddRing(flight), AddRing(flight)};
  for (int n = 1; n <= 3; ++n) {
    for (Ring &ring : rings) Fake(ring.event).ioctls.clear();
    system_.Fail(scripted::Call::kIoctl, EIO, n);
    EXPECT_EQ(perfc_stream_cut(flight.get(), 1, &error_), -EIO);
    EXPECT_EQ(error_.call, PERFC_CALL_IOCTL);
    EXPECT_STREQ(error_.operation, "PAUSE_OUTPUT");
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(Pauses(rings[i]), i < n - 1 ? (Times{1, 0}) : Times()) << i;
    }
  }
  EXPECT_EQ(CutOf(flight), Times());
}

TEST_F(RingsTest, AFailureToResumeOneIsToldAndTheOthersGoOn) {
  const Flight flight = Create();
  Ring rings[] = {AddRing(flight), AddRing(flight), AddRing(flight)};
  ASSERT_EQ(perfc_stream_cut(flight.get(), 1, &error_), 0);
  system_.Fail(scripted::Call::kIoctl, EIO, 2);
  EXPECT_EQ(perfc_stream_resume(flight.get(), &error_), -EIO);
  EXPECT_EQ(Pauses(rings[0]), (Times{1, 0}));
  EXPECT_EQ(Pauses(rings[2]), (Times{1, 0}));
}

TEST_F(RingsTest, OneTakenOutDuringTheCutGoesOnAndTakesItsRecordsAlong) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  for (uint64_t time : {1, 3, 5}) first.writer.Write(SampleAt(time));
  for (uint64_t time : {2, 4, 6}) second.writer.Write(SampleAt(time));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 6);
  perfc_stream_record record;
  ASSERT_EQ(perfc_stream_next_records(flight.get(), &record, 1), 1);
  ASSERT_EQ(perfc_stream_remove_event(flight.get(), first.event.get()), 0);
  EXPECT_EQ(Pauses(first), (Times{1, 0}));
  EXPECT_EQ(Pauses(second), (Times{1}));
  EXPECT_EQ(Rest(flight), (Times{2, 4, 6}));
  EXPECT_EQ(perfc_stream_remove_event(flight.get(), first.event.get()),
            -EINVAL);
}

TEST_F(RingsTest, ClosingOrUnmappingAnEventTakesItOut) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  Ring third = AddRing(flight);
  first.writer.Write(SampleAt(1));
  second.writer.Write(SampleAt(2));
  third.writer.Write(SampleAt(3));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 3);
  first.event.reset();
  ASSERT_EQ(perfc_munmap(second.event.get()), 0);
  EXPECT_EQ(Rest(flight), (Times{3}));
  EXPECT_EQ(CutOf(flight), (Times{3}));
  EXPECT_EQ(perfc_stream_remove_event(flight.get(), second.event.get()),
            -EINVAL);
}

TEST_F(RingsTest, OneAddedDuringTheCutIsPartOfTheNext) {
  const Flight flight = Create();
  Ring first = AddRing(flight);
  first.writer.Write(SampleAt(1));
  first.writer.Write(SampleAt(3));
  ASSERT_EQ(perfc_stream_cut(flight.get(), PERFC_STREAM_CUT_ALL, nullptr), 2);
  Ring second = MakeRing();
  second.writer.Write(SampleAt(2));
  ASSERT_EQ(perfc_stream_add_event(flight.get(), second.event.get(), nullptr),
            1);
  EXPECT_EQ(Rest(flight), (Times{1, 3}));
  EXPECT_EQ(Pauses(second), Times());
  EXPECT_EQ(CutOf(flight), (Times{1, 2, 3}));
}

TEST_F(RingsTest, TheLowestFreeNumberIsGivenAgain) {
  const Flight flight = Create();
  const Ring first = AddRing(flight);
  const Ring second = AddRing(flight);
  ASSERT_EQ(perfc_stream_remove_event(flight.get(), first.event.get()), 0);
  const Ring third = MakeRing();
  EXPECT_EQ(perfc_stream_add_event(flight.get(), third.event.get(), nullptr),
            0);
  EXPECT_EQ(perfc_stream_add_event(flight.get(), first.event.get(), nullptr),
            2);
}

TEST_F(RingsTest, AnEventIsFoundByItsNumberAsLongAsItIsThere) {
  const Flight flight = Create();
  const Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  EXPECT_EQ(perfc_stream_event(flight.get(), 0), first.event.get());
  EXPECT_EQ(perfc_stream_event(flight.get(), 1), second.event.get());
  EXPECT_EQ(perfc_stream_event(flight.get(), 2), nullptr);
  EXPECT_EQ(perfc_stream_event(nullptr, 0), nullptr);
  ASSERT_EQ(perfc_stream_remove_event(flight.get(), first.event.get()), 0);
  EXPECT_EQ(perfc_stream_event(flight.get(), 0), nullptr);
  second.event.reset();
  EXPECT_EQ(perfc_stream_event(flight.get(), 1), nullptr);
}

TEST_F(RingsTest, OnlyABackwardRingAndOnlyOnce) {
  const Flight flight = Create();
  const Flight other = Create();
  const scripted::Event unmapped = Open(Attr());
  EXPECT_EQ(perfc_stream_add_event(flight.get(), unmapped.get(), &error_),
            -EBADFD);
  EXPECT_EQ(error_.rule, PERFC_RULE_MAPPED);
  const scripted::Event forward =
      OpenMapped(scripted::SampleAttr(), 1, PERFC_MMAP_OVERWRITE);
  EXPECT_EQ(perfc_stream_add_event(flight.get(), forward.get(), &error_),
            -EBADFD);
  const Ring ring = AddRing(flight);
  EXPECT_EQ(perfc_stream_add_event(flight.get(), ring.event.get(), &error_),
            -EBADFD);
  EXPECT_EQ(perfc_stream_add_event(other.get(), ring.event.get(), &error_),
            -EBADFD);
  EXPECT_EQ(perfc_stream_remove_event(other.get(), ring.event.get()), -EINVAL);
}

TEST_F(RingsTest, AChildOfForkIsToldAndTouchesNothing) {
  Flight flight = Create();
  Ring first = AddRing(flight);
  Ring second = AddRing(flight);
  first.writer.Write(SampleAt(1));
  ASSERT_EQ(perfc_stream_cut(flight.get(), 1, nullptr), 1);
  perfc_batch *made = nullptr;
  ASSERT_EQ(perfc_batch_create(nullptr, &made, nullptr), 0);
  const Batch batch(made);
  system_.Fork();
  const int ioctls = system_.count(scripted::Call::kIoctl);
  perfc_stream_record record;
  EXPECT_EQ(perfc_stream_next_records(flight.get(), &record, 1), -EOWNERDEAD);
  EXPECT_EQ(perfc_batch_fill_stream(batch.get(), flight.get()), -EOWNERDEAD);
  EXPECT_EQ(perfc_stream_cut(flight.get(), 1, &error_), -EOWNERDEAD);
  EXPECT_EQ(error_.rule, PERFC_RULE_FORKED);
  EXPECT_EQ(perfc_stream_resume(flight.get(), nullptr), -EOWNERDEAD);
  // In any order.
  first.event.reset();
  flight.reset();
  second.event.reset();
  EXPECT_EQ(system_.count(scripted::Call::kIoctl), ioctls);
}

TEST_F(RingsTest, WrongArgumentsAreRefused) {
  const Flight flight = Create();
  const Ring ring = AddRing(flight);
  perfc_stream_record record;
  perfc_losses losses;
  perfc_batch_options options = {sizeof options, PERFC_BATCH_VIEWS, 0, 0, 0};
  perfc_batch *made = nullptr;
  ASSERT_EQ(perfc_batch_create(&options, &made, nullptr), 0);
  const Batch views(made);
  EXPECT_EQ(perfc_stream_create(nullptr, &flights::kFlight, nullptr, &error_),
            -EINVAL);
  EXPECT_EQ(perfc_stream_add_event(nullptr, ring.event.get(), &error_),
            -EINVAL);
  EXPECT_EQ(perfc_stream_add_event(flight.get(), nullptr, &error_), -EINVAL);
  EXPECT_EQ(perfc_stream_remove_event(nullptr, ring.event.get()), -EINVAL);
  EXPECT_EQ(perfc_stream_remove_event(flight.get(), nullptr), -EINVAL);
  EXPECT_EQ(perfc_stream_cut(nullptr, 1, &error_), -EINVAL);
  EXPECT_EQ(perfc_stream_next_records(nullptr, &record, 1), -EINVAL);
  EXPECT_EQ(perfc_stream_next_records(flight.get(), nullptr, 1), -EINVAL);
  EXPECT_EQ(perfc_stream_resume(nullptr, &error_), -EINVAL);
  EXPECT_EQ(perfc_stream_losses(nullptr, nullptr, &losses, 8), -EINVAL);
  EXPECT_EQ(perfc_stream_losses(flight.get(), nullptr, nullptr, 8), -EINVAL);
  EXPECT_EQ(perfc_batch_fill_stream(nullptr, flight.get()), -EINVAL);
  EXPECT_EQ(perfc_batch_fill_stream(views.get(), flight.get()), -EINVAL);
  perfc_stream_destroy(nullptr);
}

}  // namespace
