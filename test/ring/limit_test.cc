// What the reader took as known when it looked at the head last, and isn't so
// any more.

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "perfc/record.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Bytes;
using scripted::Event;
using scripted::MakeRecord;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

class LimitTest : public scripted::Machine {
 protected:
  void SetUp() override {
    event_ = OpenMapped(SampleAttr(), 1);
    ASSERT_NE(event_, nullptr);
  }

  void TearDown() override {
    event_.reset();
    Machine::TearDown();
  }

  void ExpectNext(const Bytes &written) {
    perfc_record record = {};
    ASSERT_EQ(perfc_next_record(event_.get(), &record), 1);
    ASSERT_EQ(record.size, written.size());
    ASSERT_EQ(memcmp(record.data, written.data(), written.size()), 0);
  }

  Event event_;
};

TEST_F(LimitTest, AForkedChildGetsNoneOfTheRecordsThatTheParentKnewOf) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  const Bytes written = MakeRecord(PERFC_RECORD_SAMPLE, 48, 1);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(writer.Write(written));
  ExpectNext(written);
  system_.Fork();
  perfc_record record = {};
  EXPECT_EQ(perfc_next_record(event_.get(), &record), -EOWNERDEAD);
}

TEST_F(LimitTest, AHeadThatFallsBackByLapsIsReadFromThereOn) {
  RingWriter writer = WriterOf(event_, WriteMode::kWaitForReader);
  perfc_record record = {};
  const uint64_t laps = 3 * system_.PageSize();
  for (uint64_t written = 0; written < laps + 2000; written += 200) {
    const Bytes one = MakeRecord(PERFC_RECORD_SAMPLE, 200, written);
    ASSERT_TRUE(writer.Write(one));
    ExpectNext(one);
  }
  writer.SetHead(8);
  EXPECT_EQ(perfc_next_record(event_.get(), &record), 0);
  const Bytes after = MakeRecord(PERFC_RECORD_SAMPLE, 200, 7);
  ASSERT_TRUE(writer.Write(after));
  ExpectNext(after);
  EXPECT_EQ(perfc_next_record(event_.get(), &record), 0);
}

}  // namespace
