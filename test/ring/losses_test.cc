// The ledger: what was lost, throttled, unknown.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Event;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

class LossesTest : public scripted::Machine {
 protected:
  perfc_losses Losses(const Event &event) {
    perfc_losses losses = {};
    EXPECT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), 0);
    return losses;
  }
};

TEST_F(LossesTest, EachKindOfLossHasItsOwnNumber) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7, 100}));
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7, 23}));
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST_SAMPLES, {1000}));
  writer.Write(MakeRecordOf(PERFC_RECORD_THROTTLE, {1, 2, 3}));
  writer.Write(MakeRecordOf(PERFC_RECORD_THROTTLE, {1, 2, 3}));
  writer.Write(MakeRecordOf(PERFC_RECORD_UNTHROTTLE, {1, 2, 3}));
  writer.Write(MakeRecordOf(0, {}));
  writer.Write(MakeRecordOf(PERFC_RECORD_MAX, {}));
  writer.Write(MakeRecordOf(0xffffffff, {1}));
  writer.Write(MakeRecordOf(PERFC_RECORD_SAMPLE, {1}));
  perfc_record record;
  int records = 0;
  while (perfc_next_record(event.get(), &record) == 1) ++records;
  EXPECT_EQ(records, 10) << "each is handed over, whatever it says";
  const perfc_losses losses = Losses(event);
  EXPECT_EQ(losses.lost, 123u);
  EXPECT_EQ(losses.lost_samples, 1000u);
  EXPECT_EQ(losses.throttled, 2u);
  EXPECT_EQ(losses.unknown, 3u);
  EXPECT_EQ(losses.overwritten, 0u);
  EXPECT_EQ(losses.malformed, 0u);
  EXPECT_EQ(losses.read_lost_set, 0u);
}

TEST_F(LossesTest, EveryKnownTypeIsKnown) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  perfc_record record;
  for (uint32_t type = 1; type < PERFC_RECORD_MAX; ++type) {
    writer.Write(MakeRecordOf(type, {0, 0}));
    ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
    EXPECT_EQ(record.type, type);
  }
  EXPECT_EQ(Losses(event).unknown, 0u);
}

TEST_F(LossesTest, ATooShortLossRecordCountsNothing) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7}));
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST_SAMPLES, {}));
  perfc_record record;
  while (perfc_next_record(event.get(), &record) == 1) {
  }
  EXPECT_EQ(Losses(event).lost, 0u);
  EXPECT_EQ(Losses(event).lost_samples, 0u);
}

TEST_F(LossesTest, APeekCountsNothing) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7, 5}));
  perfc_record record;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(perfc_event_peek_record(event.get(), &record), 1);
  }
  EXPECT_EQ(Losses(event).lost, 0u);
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  EXPECT_EQ(Losses(event).lost, 5u);
}

TEST_F(LossesTest, ANewMappingBeginsANewLedger) {
  const Event event = OpenMapped(SampleAttr(), 1);
  RingWriter writer = WriterOf(event, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_LOST, {7, 5}));
  perfc_record record;
  ASSERT_EQ(perfc_next_record(event.get(), &record), 1);
  ASSERT_EQ(perfc_munmap(event.get()), 0);
  ASSERT_EQ(perfc_mmap(event.get(), 1, 0, nullptr), 0);
  EXPECT_EQ(Losses(event).lost, 0u);
}

TEST_F(LossesTest, NothingIsWrittenBeyondTheCallersSize) {
  const Event event = OpenMapped(SampleAttr(), 1);
  for (size_t size = 0; size <= sizeof(perfc_losses); ++size) {
    perfc_losses losses;
    memset(&losses, 0xee, sizeof losses);
    ASSERT_EQ(perfc_event_losses(event.get(), &losses, size), 0);
    const auto *bytes = reinterpret_cast<const uint8_t *>(&losses);
    for (size_t at = size; at < sizeof losses; ++at) ASSERT_EQ(bytes[at], 0xee);
  }
}

TEST_F(LossesTest, WithoutARingThereIsNoLedger) {
  const Event event = Open(SampleAttr());
  perfc_losses losses;
  EXPECT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), -EBADFD);
  EXPECT_EQ(perfc_event_losses(nullptr, &losses, sizeof losses), -EINVAL);
}

TEST_F(LossesTest, TheKernelsOwnCountIsReadWhereTheFormatHasIt) {
  perfc_attr attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_LOST;
  const Event event = OpenMapped(attr, 1);
  Fake(event).counts = {500, 17};
  EXPECT_EQ(Losses(event).read_lost_set, 1u);
  EXPECT_EQ(Losses(event).read_lost, 17u);
}

TEST_F(LossesTest, OfAGroupOnlyTheEventsOwnLossesCount) {
  perfc_attr attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_LOST | PERFC_FORMAT_GROUP | PERFC_FORMAT_ID;
  const Event event = OpenMapped(attr, 1);
  const uint64_t id = Fake(event).id;
  Fake(event).counts = {2, 500, id, 17, 600, id + 1, 1000};
  EXPECT_EQ(Losses(event).read_lost, 17u);
}

TEST_F(LossesTest, AGroupWithoutIdsCantTellWhoLost) {
  perfc_attr attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_LOST | PERFC_FORMAT_GROUP;
  const Event event = OpenMapped(attr, 1);
  Fake(event).counts = {2, 500, 17, 600, 1000};
  EXPECT_EQ(Losses(event).read_lost_set, 0u);
}

TEST_F(LossesTest, ASharedRingSumsItsWritersAndSaysIfOneCantTell) {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
  attr.read_format = PERFC_FORMAT_LOST;
  const Event owner = OpenMapped(attr, 1);
  const Event member = Open(attr);
  ASSERT_EQ(perfc_event_set_output(member.get(), owner.get(), &error_), 0);
  Fake(owner).counts = {500, 17};
  Fake(member).counts = {500, 4};
  EXPECT_EQ(Losses(owner).read_lost, 21u);
  const Event silent = Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
  ASSERT_EQ(perfc_event_set_output(silent.get(), owner.get(), &error_), 0);
  EXPECT_EQ(Losses(owner).read_lost_set, 0u);
  EXPECT_EQ(Losses(owner).read_lost, 0u);
}

TEST_F(LossesTest, AFailingReadIsHandedOn) {
  perfc_attr attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_LOST;
  const Event event = OpenMapped(attr, 1);
  system_.Fail(scripted::Call::kRead, EIO);
  perfc_losses losses;
  EXPECT_EQ(perfc_event_losses(event.get(), &losses, sizeof losses), -EIO);
}

}  // namespace
