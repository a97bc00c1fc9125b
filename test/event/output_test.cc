// perfc_event_set_output: many events, one ring.

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::MakeRecordOf;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::TextOf;
using scripted::WriteMode;

constexpr uint64_t kIdentified = PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP;

class OutputTest : public scripted::Machine {
 protected:
  int SetOutput(const Event &event, const Event &target) {
    error_ = {};
    const int result =
        perfc_event_set_output(event.get(), target.get(), &error_);
    // 1 comes with the reason why records can't be told apart.
    EXPECT_EQ(error_.code, result == 1 ? -ENOTUNIQ : result);
    return result;
  }
  int PlanCount(const Event &event) {
    return perfc_plan_attr_count(perfc_event_plan(event.get()));
  }
  // Refused with this in the words, and nothing of it stays.
  void ExpectRefused(const Event &event, const Event &target, int code,
                     const std::string &words) {
    const int plan = PlanCount(target);
    EXPECT_EQ(SetOutput(event, target), code);
    const uint32_t rule =
        code == -EBADFD ? PERFC_RULE_MAPPED : PERFC_RULE_OUTPUT;
    EXPECT_EQ(error_.rule, rule);
    EXPECT_NE(TextOf(error_).find(words), std::string::npos) << TextOf(error_);
    EXPECT_EQ(PlanCount(target), plan);
  }
};

TEST_F(OutputTest, TheTargetsPlanGrowsAndTellsTheEventsApart) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  perfc_attr other = SampleAttr(kIdentified | PERFC_SAMPLE_TIME);
  const Event member = Open(other);
  ASSERT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(Fake(member).ioctls.back().argument,
            static_cast<uint64_t>(perfc_event_fd(owner.get())));
  EXPECT_EQ(PlanCount(owner), 2);
  EXPECT_EQ(PlanCount(member), 1);

  RingWriter writer = WriterOf(owner, WriteMode::kWaitForReader);
  writer.Write(
      MakeRecordOf(PERFC_RECORD_SAMPLE, {Fake(member).id, 0x1234, 99}));
  writer.Write(MakeRecordOf(PERFC_RECORD_SAMPLE, {Fake(owner).id, 0x5678}));
  perfc_record record;
  perfc_sample sample = {};
  const perfc_plan *plan = perfc_event_plan(owner.get());
  ASSERT_EQ(perfc_next_record(owner.get(), &record), 1);
  ASSERT_EQ(perfc_decode_sample(plan, &record, &sample, sizeof sample), 0);
  EXPECT_EQ(sample.attr_index, 1u);
  EXPECT_EQ(sample.ip, 0x1234u);
  EXPECT_EQ(sample.time, 99u);
  ASSERT_EQ(perfc_next_record(owner.get(), &record), 1);
  ASSERT_EQ(perfc_decode_sample(plan, &record, &sample, sizeof sample), 0);
  EXPECT_EQ(sample.attr_index, 0u);
  EXPECT_EQ(sample.ip, 0x5678u);
}

TEST_F(OutputTest, EventsThatCantBeToldApartAreRedirectedAndSaidSo) {
  const Event owner = OpenMapped(SampleAttr(PERFC_SAMPLE_IP), 1);
  const Event member = Open(SampleAttr(PERFC_SAMPLE_IP));
  EXPECT_EQ(SetOutput(member, owner), 1);
  EXPECT_NE(TextOf(error_).find("can't be told apart"), std::string::npos);
  RingWriter writer = WriterOf(owner, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_SAMPLE, {0x1234}));
  perfc_record record;
  perfc_sample sample = {};
  ASSERT_EQ(perfc_next_record(owner.get(), &record), 1) << "raw they are there";
  EXPECT_EQ(perfc_decode_sample(perfc_event_plan(owner.get()), &record, &sample,
                                sizeof sample),
            -ENOTUNIQ);
}

TEST_F(OutputTest, AStreamIdTellsNothing) {
  const Event owner = OpenMapped(SampleAttr(PERFC_SAMPLE_STREAM_ID), 1);
  const Event member = Open(SampleAttr(PERFC_SAMPLE_STREAM_ID));
  EXPECT_EQ(SetOutput(member, owner), 1);
}

TEST_F(OutputTest, DirectedTwiceIsDirectedOnce) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(PlanCount(owner), 2);
}

TEST_F(OutputTest, AnotherTargetTakesItOver) {
  const Event first = OpenMapped(SampleAttr(kIdentified), 1);
  const Event second = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, first), 0);
  ASSERT_EQ(SetOutput(member, second), 0);
  // The first one's end doesn't concern it any more.
  ASSERT_EQ(perfc_munmap(first.get()), 0);
  EXPECT_EQ(perfc_mmap(member.get(), 1, 0, &error_), -EBADFD);
}

TEST_F(OutputTest, OfNoTargetDropsTheOutput) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(perfc_event_set_output(member.get(), nullptr, &error_), 0);
  EXPECT_EQ(Fake(member).ioctls.back().request,
            static_cast<uint32_t>(PERFC_IOC_SET_OUTPUT));
  EXPECT_EQ(static_cast<int>(Fake(member).ioctls.back().argument), -1);
  EXPECT_EQ(perfc_mmap(member.get(), 1, 0, &error_), 0) << TextOf(error_);
}

// The kernel would map the owner's ring a second time.
TEST_F(OutputTest, WhoWritesElsewhereCantBeMapped) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(perfc_mmap(member.get(), 1, 0, &error_), -EBADFD);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_MAPPED));
  EXPECT_NE(TextOf(error_).find("another event's ring"), std::string::npos);
}

TEST_F(OutputTest, UnmappingTheTargetEndsIt) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, owner), 0);
  ASSERT_EQ(perfc_munmap(owner.get()), 0);
  EXPECT_EQ(perfc_mmap(member.get(), 1, 0, &error_), 0) << TextOf(error_);
}

// Samples without an id are the event's own again.
TEST_F(OutputTest, UnmappingTheTargetTakesTheOthersOutOfItsPlan) {
  const Event owner = OpenMapped(SampleAttr(PERFC_SAMPLE_IP), 1);
  const Event member = Open(SampleAttr(PERFC_SAMPLE_IP | PERFC_SAMPLE_TIME));
  ASSERT_EQ(SetOutput(member, owner), 1);
  ASSERT_EQ(PlanCount(owner), 2);
  ASSERT_EQ(perfc_munmap(owner.get()), 0);
  EXPECT_EQ(PlanCount(owner), 1);
  ASSERT_EQ(perfc_mmap(owner.get(), 1, 0, &error_), 0) << TextOf(error_);
  const perfc_plan *plan = perfc_event_plan(owner.get());
  EXPECT_EQ(perfc_plan_tells_apart(plan, nullptr), 1);
  uint32_t ids;
  EXPECT_EQ(perfc_plan_ids(plan, 0, nullptr, 0, &ids), 0);
  EXPECT_EQ(ids, 0u);

  RingWriter writer = WriterOf(owner, WriteMode::kWaitForReader);
  writer.Write(MakeRecordOf(PERFC_RECORD_SAMPLE, {0x1234}));
  perfc_record record;
  perfc_sample sample = {};
  ASSERT_EQ(perfc_next_record(owner.get(), &record), 1);
  ASSERT_EQ(perfc_decode_sample(plan, &record, &sample, sizeof sample), 0);
  EXPECT_EQ(sample.ip, 0x1234u);

  // What was directed here before can be directed here again.
  EXPECT_EQ(SetOutput(member, owner), 1);
  EXPECT_EQ(PlanCount(owner), 2);
}

TEST_F(OutputTest, TheEventsMayBeClosedInEitherOrder) {
  for (const bool owner_first : {true, false}) {
    Event owner = OpenMapped(SampleAttr(kIdentified), 1);
    Event member = Open(SampleAttr(kIdentified));
    ASSERT_EQ(SetOutput(member, owner), 0);
    (owner_first ? owner : member).reset();
    (owner_first ? member : owner).reset();
    EXPECT_EQ(system_.mappings(), 0u);
    EXPECT_EQ(system_.open_fds(), 0u);
  }
}

// What the kernel answers with EINVAL, and which rule it was.
TEST_F(OutputTest, EachRuleOfTheKernelIsNamed) {
  const perfc_attr attr = SampleAttr(kIdentified);
  const Event owner = OpenMapped(attr, 1);
  system_.FailRequest(PERFC_IOC_SET_OUTPUT, EINVAL);
  ExpectRefused(OpenMapped(attr, 1), owner, -EINVAL, "a ring of its own");
  ExpectRefused(Open(attr, 3), owner, -EINVAL, "different CPUs");
  perfc_attr clock = attr;
  clock.flags |= PERFC_ATTR_USE_CLOCKID;
  ExpectRefused(Open(clock), owner, -EINVAL, "different clocks");
  perfc_attr backward = attr;
  backward.flags |= PERFC_ATTR_WRITE_BACKWARD;
  ExpectRefused(Open(backward), owner, -EINVAL, "write_backward");
  perfc_event *task = nullptr;
  ASSERT_EQ(perfc_open(&host_, &attr, sizeof attr, 555, -1, nullptr, 0, &task,
                       nullptr),
            0);
  ExpectRefused(Event(task), owner, -EINVAL, "different tasks");
  ExpectRefused(Open(attr), owner, -EINVAL, "AUX data");
}

TEST_F(OutputTest, OfAnAdoptedEventTheTargetIsNotGuessed) {
  const perfc_attr attr = SampleAttr(kIdentified);
  const Event owner = OpenMapped(attr, 1);
  perfc_event *adopted = nullptr;
  ASSERT_EQ(perfc_open_fd(&host_, system_.AddEvent(), &attr, sizeof attr,
                          &adopted, nullptr),
            0);
  system_.FailRequest(PERFC_IOC_SET_OUTPUT, EINVAL);
  ExpectRefused(Event(adopted), owner, -EINVAL, "must be on the same CPU");
}

// These the kernel may let pass, and the records would be in a ring that nobody
// reads.
TEST_F(OutputTest, ATargetWithoutARingOfItsOwnIsRefused) {
  const perfc_attr attr = SampleAttr(kIdentified);
  const Event owner = OpenMapped(attr, 1);
  const Event member = Open(attr);
  const Event third = Open(attr);
  ExpectRefused(member, third, -EBADFD, "the target has no ring");
  ExpectRefused(member, member, -EINVAL, "its own target");
  ASSERT_EQ(perfc_mmap(third.get(), 0, 0, nullptr), 0);
  ExpectRefused(member, third, -EBADFD, "the target has no ring");
  ASSERT_EQ(perfc_munmap(third.get()), 0);
  ASSERT_EQ(SetOutput(member, owner), 0);
  EXPECT_EQ(perfc_mmap(member.get(), 0, 0, nullptr), -EBADFD)
      << "the kernel knows one mapping, that of the ring";
  ExpectRefused(third, member, -EBADFD, "the target has no ring");
}

TEST_F(OutputTest, EachErrnoComesBackUnchanged) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  for (int error : {EINVAL, EBADF, EPERM, ENODEV, ENOMEM}) {
    system_.FailRequest(PERFC_IOC_SET_OUTPUT, error);
    EXPECT_EQ(SetOutput(member, owner), -error);
    EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_IOCTL));
    EXPECT_EQ(PlanCount(owner), 1);
  }
}

TEST_F(OutputTest, FailingAtEachStepLeavesNoTrace) {
  const Event owner = OpenMapped(SampleAttr(kIdentified), 1);
  int step = 1;
  for (;; ++step) {
    const Event member = Open(SampleAttr(kIdentified));
    system_.FailAny(EIO, step);
    const int result = SetOutput(member, owner);
    if (!system_.failed()) {
      EXPECT_EQ(result, 0);
      break;
    }
    EXPECT_EQ(result, -EIO) << step;
    EXPECT_EQ(PlanCount(owner), 1) << step;
    // Nor is it a writer of that ring, nor unable to have its own.
    ASSERT_EQ(perfc_mmap(member.get(), 1, 0, nullptr), 0) << step;
    ASSERT_EQ(perfc_munmap(member.get()), 0);
  }
  EXPECT_EQ(step, 3) << "an id, and the output";
}

TEST_F(OutputTest, AFailedChangeLeavesTheOldOutput) {
  const Event first = OpenMapped(SampleAttr(kIdentified), 1);
  const Event second = OpenMapped(SampleAttr(kIdentified), 1);
  const Event member = Open(SampleAttr(kIdentified));
  ASSERT_EQ(SetOutput(member, first), 0);
  system_.FailRequest(PERFC_IOC_SET_OUTPUT, EINVAL);
  EXPECT_EQ(SetOutput(member, second), -EINVAL);
  EXPECT_EQ(PlanCount(second), 1);
  EXPECT_EQ(perfc_mmap(member.get(), 1, 0, nullptr), -EBADFD);
}

}  // namespace
