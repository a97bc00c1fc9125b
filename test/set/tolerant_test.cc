// Sets on a machine that has some counters and lacks others.
#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

constexpr uint64_t kRead = PERFC_FORMAT_TOTAL_TIME_ENABLED |
                           PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_ID |
                           PERFC_FORMAT_GROUP;

class TolerantSet : public Sets {
 protected:
  void SetUp() override {
    Sets::SetUp();
    options_.flags = PERFC_SET_OPEN_TOLERANT;
  }

  // The kernel lacks these hardware events.
  void Lack(std::function<bool(uint64_t)> lacks, int code = ENOENT) {
    system_.set_on_open([=](const perfc_attr &attr, pid_t, int, int) {
      const bool lacked =
          attr.type == PERFC_TYPE_HARDWARE && lacks(attr.config);
      return lacked ? code : 0;
    });
  }

  int OpenThread() { return Open(TaskTarget(PERFC_TARGET_THREAD, 0)); }

  int FdOf(uint32_t index) { return perfc_event_fd(MemberOf(index).event); }
};

perfc_attr Hardware(uint64_t config) {
  return CountAttr(PERFC_TYPE_HARDWARE, config);
}

TEST_F(TolerantSet, WhatTheMachineLacksIsLeftOutOnEveryCpu) {
  Add(Hardware(PERFC_COUNT_HW_CPU_CYCLES), "cycles");
  Add(CountAttr(PERFC_TYPE_SOFTWARE, PERFC_COUNT_SW_CPU_CLOCK), "clock");
  Lack([](uint64_t) { return true; });
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "clock@0 clock@2");
  EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_ABSENT});
  EXPECT_EQ(MemberOf(0).open_error, -ENOENT);
  EXPECT_EQ(MemberOf(1).open_error, 0);
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_ABSENT});
  EXPECT_EQ(MemberOf(2).open_error, -ENOENT);
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_ABSENT});
  EXPECT_EQ(Entries()[0].step, uint32_t{PERFC_FALLBACK_CPU_CLOCK});
}

TEST_F(TolerantSet, AnErrnoThatIsAboutTheCounterLeavesItOut) {
  for (uint64_t i = 0; i < 3; ++i) Add(Hardware(i), "counter");
  for (int code : {ENOENT, EOPNOTSUPP, ENODEV, EINVAL, EACCES, EPERM, EBUSY,
                   ENOSPC, E2BIG, EOVERFLOW}) {
    Lack([](uint64_t config) { return config == 1; }, code);
    ASSERT_EQ(OpenThread(), 0) << code;
    EXPECT_EQ(error_.code, 0) << "success leaves it alone";
    EXPECT_EQ(MemberOf(0).open_error, 0);
    EXPECT_EQ(MemberOf(1).open_error, -code);
    EXPECT_EQ(MemberOf(1).event, nullptr);
    EXPECT_EQ(MemberOf(2).open_error, 0);
  }
}

TEST_F(TolerantSet, AnErrnoThatEveryCounterWouldMeetEndsTheOpen) {
  for (uint64_t i = 0; i < 4; ++i) Add(Hardware(i), "counter");
  for (int code : {EMFILE, ENFILE, ENOMEM, ESRCH, ENOSYS, EINTR}) {
    Lack([](uint64_t config) { return config == 2; }, code);
    EXPECT_EQ(OpenThread(), -code);
    EXPECT_EQ(error_.code, -code);
    EXPECT_EQ(system_.open_fds(), 0u);
  }
}

TEST_F(TolerantSet, IfNoneOpensTheFirstSaysWhy) {
  for (uint64_t i = 0; i < 3; ++i) Add(Hardware(i), "counter");
  system_.set_on_open([](const perfc_attr &attr, pid_t, int, int) {
    return attr.config == 0 ? EACCES : ENOENT;
  });
  EXPECT_EQ(OpenThread(), -EACCES);
  EXPECT_EQ(error_.code, -EACCES);
}

TEST_F(TolerantSet, AGroupWithoutItsLeaderIsLedByTheNextThatOpens) {
  perfc_attr first = Hardware(0);
  first.flags = PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUSIVE;
  first.read_format = kRead;
  const uint32_t leader = Add(first, "first");
  for (uint64_t i = 1; i < 4; ++i) Add(Hardware(i), "next", leader);
  Lack([](uint64_t config) { return config < 2; });
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "next@0 next@0 next@2 next@2");
  for (uint32_t place : {0u, 4u}) {
    EXPECT_EQ(MemberOf(place).open_error, -ENOENT);
    EXPECT_EQ(MemberOf(place + 1).open_error, -ENOENT);
    EXPECT_EQ(MemberOf(place + 2).leader, place + 2);
    EXPECT_EQ(MemberOf(place + 3).leader, place + 2);
    EXPECT_EQ(FakeOf(place + 2).group_fd, -1);
    EXPECT_EQ(FakeOf(place + 3).group_fd, FdOf(place + 2));
    // It takes over what only a leader may have.
    EXPECT_EQ(AttrOf(place + 2).flags,
              uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_PINNED |
                       PERFC_ATTR_EXCLUSIVE});
    EXPECT_EQ(AttrOf(place + 2).read_format, kRead);
    EXPECT_EQ(AttrOf(place + 3).flags, 0u);
  }
  perfc_spec spec;
  ASSERT_EQ(perfc_specs_get(perfc_set_specs(set_.get()), 3, &spec, sizeof spec),
            0);
  EXPECT_EQ(spec.leader, 2u);
}

TEST_F(TolerantSet, AGroupThatItsLeaderSamplesIsSampledByTheNext) {
  perfc_attr first = Hardware(0);
  first.sample_period = 500;
  first.sample_type = PERFC_SAMPLE_IP | PERFC_SAMPLE_READ;
  first.wakeup_events = 3;
  first.flags = PERFC_ATTR_FREQ;
  const uint32_t leader = Add(first, "first");
  Add(Hardware(1), "next", leader);
  Add(Hardware(2), "last", leader);
  Lack([](uint64_t config) { return config == 0; });
  ASSERT_EQ(OpenThread(), 0) << TextOf(error_);
  const perfc_attr next = AttrOf(1);
  EXPECT_EQ(next.sample_period, 500u);
  EXPECT_EQ(next.sample_type, first.sample_type);
  EXPECT_EQ(next.wakeup_events, 3u);
  EXPECT_EQ(next.flags, uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_FREQ});
  EXPECT_EQ(AttrOf(2).sample_period, 0u) << "the leader samples for all";
}

TEST_F(TolerantSet, AGroupWithAnotherLeaderIsReadAtOneInstant) {
  perfc_attr attr = Hardware(0);
  attr.read_format = kRead;
  const uint32_t leader = Add(attr, "absent");
  for (attr.config = 1; attr.config < 3; ++attr.config) {
    Add(attr, "next", leader);
  }
  Lack([](uint64_t config) { return config == 0; });
  ASSERT_EQ(OpenThread(), 0) << TextOf(error_);
  ASSERT_EQ(perfc_set_enable(set_.get()), 0);
  EXPECT_EQ(FakeOf(1).ioctls.back().request, uint32_t{PERFC_IOC_ENABLE});
  EXPECT_TRUE(FakeOf(2).ioctls.empty()) << "it starts with its leader";
  FakeOf(1).counts = {2, 1000, 500, 21, FakeOf(2).id, 11, FakeOf(1).id};
  perfc_count counts[3];
  ASSERT_EQ(perfc_set_read(set_.get(), counts, sizeof *counts, 3), 3);
  EXPECT_EQ(counts[0].fields, 0u);
  EXPECT_EQ(counts[0].quality,
            uint32_t{PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING});
  EXPECT_EQ(counts[1].raw, 11u);
  EXPECT_EQ(counts[2].raw, 21u);
  EXPECT_EQ(counts[2].scaled, 42u);
}

TEST_F(TolerantSet, ASiblingThatIsLeftOutChangesNoLeader) {
  const uint32_t leader = Add(Hardware(0), "leader");
  for (uint64_t i = 1; i < 3; ++i) Add(Hardware(i), "sibling", leader);
  Lack([](uint64_t config) { return config == 1; });
  ASSERT_EQ(OpenThread(), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "leader@-1 sibling@-1");
  EXPECT_EQ(MemberOf(2).leader, 0u);
  EXPECT_EQ(FakeOf(2).group_fd, FdOf(0));
}

// Bit n of the mask is the counter with the config n.
TEST_F(TolerantSet, AMaskOfCountersIsALoopOverSpecs) {
  constexpr uint64_t kMask = 1 << PERFC_COUNT_SW_CPU_CLOCK |
                             1 << PERFC_COUNT_SW_PAGE_FAULTS |
                             1 << PERFC_COUNT_SW_CONTEXT_SWITCHES;
  perfc_attr attr = CountAttr(PERFC_TYPE_SOFTWARE, 0);
  attr.read_format = kRead & ~uint64_t{PERFC_FORMAT_GROUP};
  for (; attr.config < 64; ++attr.config) {
    if (kMask >> attr.config & 1) Add(attr, "");
  }
  ASSERT_EQ(OpenThread(), 0) << TextOf(error_);
  for (uint32_t i = 0; i < 3; ++i) {
    FakeOf(i).counts = {10 + i, 1000, 1000 - 100 * i, FakeOf(i).id};
  }
  perfc_count counts[3];
  ASSERT_EQ(perfc_set_read(set_.get(), counts, sizeof *counts, 3), 3);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(counts[i].raw, 10 + i);
    EXPECT_EQ(counts[i].time_running, 1000 - 100 * i) << "each has its own";
  }
}

}  // namespace
}  // namespace scripted
