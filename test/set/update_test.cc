// CPUs that go and come back, and threads.
#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

class SetUpdate : public Sets {
 protected:
  void SetOnline(const char *cpus) {
    system_.SetFile("/sys/devices/system/cpu/online", cpus);
  }
  int Update(uint32_t flags = 0) {
    return perfc_set_update(set_.get(), flags, &error_);
  }
  // The kernel's clock of an event: "value, enabled".
  void SetTimes(uint32_t index, uint64_t enabled) {
    FakeOf(index).counts = {1, enabled};
  }
};

TEST_F(SetUpdate, ACpuThatWentOfflineShowsAndIsOpenedAgainWhenItIsBack) {
  Add(kClock, "a");
  Add(kFaults, "b");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Update(), 0);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  SetOnline("0,5");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 2);
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_OFFLINE});
  EXPECT_NE(MemberOf(2).event, nullptr);
  SetOnline("0,2,5");
  const int before = perfc_event_fd(MemberOf(2).event);
  EXPECT_EQ(Update(), 2);
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 2);
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_OPEN});
  EXPECT_NE(perfc_event_fd(MemberOf(2).event), before);
  EXPECT_EQ(FakeOf(2).cpu, 2);
  // The set is enabled, so it is too.
  ASSERT_EQ(FakeOf(2).ioctls.size(), 1u);
  EXPECT_EQ(FakeOf(2).ioctls[0].request, uint32_t{PERFC_IOC_ENABLE});
  EXPECT_EQ(Entries(perfc_set_report(set_.get())).size(), 2u);
  EXPECT_EQ(Entries(perfc_set_report(set_.get()))[0].kind,
            uint32_t{PERFC_REPORT_OPENED});
}

TEST_F(SetUpdate, AnEmptyListOfOnlineCpusChangesNoStatus) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  for (const char *empty : {"", "\n"}) {
    SetOnline(empty);
    EXPECT_EQ(Update(), -EIO);
    EXPECT_NE(TextOf(error_).find("cpu/online is empty"), std::string::npos)
        << TextOf(error_);
    EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), -EIO);
    EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_OPEN});
    EXPECT_EQ(Opened(), "a@0 a@2 a@5");
  }
  SetOnline("0,2,5");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
}

TEST_F(SetUpdate, ANewCpuWhosePackageCannotBeReadIsNewToTheNextUpdate) {
  const std::string package =
      "/sys/devices/system/cpu/cpu4/topology/physical_package_id";
  Add(kClock, "a", PERFC_SPEC_NO_LEADER, PERFC_SPEC_PER_PKG);
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,2,4-5");
  system_.SetFile(package, "?");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), -EIO);
  EXPECT_EQ(Opened(), "a@0 a@2 a@5");
  system_.SetFile(package, "4");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1) << TextOf(error_);
  EXPECT_EQ(Opened(), "a@0 a@2 a@5 a@4");
}

TEST_F(SetUpdate, GroupsAreOpenedAgainAsGroups) {
  const uint32_t leader = Add(kCycles, "a");
  Add(kFaults, "b", leader);
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 2);
  SetOnline("0,2,5");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 2);
  EXPECT_EQ(FakeOf(3).group_fd, perfc_event_fd(MemberOf(2).event));
}

// Linux never schedules a sibling of another PMU that joins a leader which is on.
TEST_F(SetUpdate, AGroupIsEnabledOnceAllOfItIsOpen) {
  const uint32_t leader = Add(kClock, "a");
  Add(kFaults, "b", leader);
  Add(kFaults, "c", leader);
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 3);
  std::string calls;
  system_.set_on_open([&](const perfc_attr &, pid_t, int, int) {
    calls += "open ";
    return 0;
  });
  system_.set_on_ioctl([&](uint32_t request, uint64_t) {
    if (request == PERFC_IOC_ENABLE) calls += "enable ";
  });
  SetOnline("0,2,4-5");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 6);
  EXPECT_EQ(calls, "open open open enable open open open enable ");
}

// A sibling that came later would tell the times of its leader.
TEST_F(SetUpdate, AGroupIsOpenedWholeOrNotAtAll) {
  const uint32_t leader = Add(kClock, "a");
  Add(kFaults, "b", leader);
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 2);
  SetOnline("0,2,4-5");
  system_.set_on_open([](const perfc_attr &attr, pid_t, int, int) {
    return attr.config == PERFC_COUNT_SW_PAGE_FAULTS ? EBUSY : 0;
  });
  // The two of CPU 2, which are closed; those of CPU 4 are as they came.
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 2);
  EXPECT_EQ(Opened(), "a@0 b@0 a@5 b@5");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(6).status, uint32_t{PERFC_MEMBER_ABSENT});
  EXPECT_EQ(MemberOf(2).open_error, -EBUSY) << "of its sibling";
  EXPECT_EQ(MemberOf(3).open_error, -EBUSY);
  const auto entries = Entries(perfc_set_report(set_.get()));
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries[0].kind, uint32_t{PERFC_REPORT_FAILED});
  EXPECT_STREQ(entries[0].event, "b");
  EXPECT_EQ(entries[0].error.code, -EBUSY);
  system_.set_on_open(nullptr);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 4);
  EXPECT_EQ(Opened(), "a@0 b@0 a@2 b@2 a@5 b@5 a@4 b@4");
  EXPECT_EQ(MemberOf(2).open_error, 0);
}

TEST_F(SetUpdate, WhatCantBeEnabledIsTriedAgain) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 1);
  SetOnline("0,2,5");
  system_.FailRequest(PERFC_IOC_ENABLE, EIO);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(1).event, nullptr);
  system_.FailRequest(PERFC_IOC_ENABLE, 0);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_TRUE(FakeOf(1).enabled);
}

// It needs no times, and the set needn't be enabled.
TEST_F(SetUpdate, ACpuThatWasAwayUnseenIsNoticedByItsBrokenGroup) {
  perfc_attr attr = kClock;
  attr.read_format = PERFC_FORMAT_GROUP;
  const uint32_t leader = Add(attr, "a");
  Add(kFaults, "b", leader);
  Add(attr, "alone");
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  FakeOf(0).counts = {2, 10, 20};
  FakeOf(2).counts = {1, 10};
  EXPECT_EQ(Update(), 0);
  FakeOf(0).counts = {1, 10};
  EXPECT_EQ(Update(), 2);
  EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_OPEN});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 2);
}

TEST_F(SetUpdate, NewThreadsOfASetThatExecStartedAreEnabled) {
  for (const char *tid : {"70", "78", "79"}) {
    system_.SetFile("/proc/" + std::string(tid) + "/stat", "");
  }
  system_.SetFile("/proc/70/task/70/stat", "");
  perfc_attr attr = kClock;
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Add(attr, "a");
  options_.flags = PERFC_SET_OPEN_ENABLE_ON_EXEC;
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  SetTimes(0, 0);
  system_.SetFile("/proc/70/task/78/stat", "");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_FALSE(FakeOf(1).enabled);
  SetTimes(0, 500);
  system_.SetFile("/proc/70/task/79/stat", "");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_TRUE(FakeOf(2).enabled);
}

// Between two looks: its time stands still.
TEST_F(SetUpdate, ACpuThatWasAwayUnseenIsNoticedByItsTime) {
  perfc_attr attr = kClock;
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Add(attr, "a");
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  SetTimes(0, 500);
  // It isn't enabled, so it says nothing.
  EXPECT_EQ(Update(), 0);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  EXPECT_EQ(Update(), 1);
  EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_OPEN});
}

TEST_F(SetUpdate, ACpuThatWasOfflineFromTheBeginningIsOpened) {
  Add(kClock, "a");
  system_.set_on_open([](const perfc_attr &, pid_t, int cpu, int) {
    return cpu == 3 ? ENODEV : 0;
  });
  ASSERT_EQ(Open(CpusTarget("0,3")), 0) << TextOf(error_);
  SetOnline("0,3");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(1).open_error, -ENODEV);
  system_.set_on_open(nullptr);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_OPEN});
  EXPECT_EQ(Opened(), "a@0 a@3");
}

TEST_F(SetUpdate, ATargetOfAllCpusTakesInNewOnesButAListDoesnt) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,2,4-5");
  EXPECT_EQ(Update(), 0);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(Opened(), "a@0 a@2 a@5 a@4");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  EXPECT_EQ(Opened(), "a@0");
}

TEST_F(SetUpdate, ThreadsComeAndGo) {
  for (const char *tid : {"70", "71"}) {
    system_.SetFile("/proc/70/task/" + std::string(tid) + "/stat", "");
    system_.SetFile("/proc/" + std::string(tid) + "/stat", "");
  }
  Add(kClock, "a");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  system_.RemoveFile("/proc/70/task/71/stat");
  system_.RemoveFile("/proc/71/stat");
  system_.SetFile("/proc/70/task/78/stat", "");
  system_.SetFile("/proc/78/stat", "");
  EXPECT_EQ(Update(), 1);
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_GONE});
  EXPECT_NE(MemberOf(1).event, nullptr);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(Opened(true), "a@70 a@71 a@78");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
}

// With no fd left procfs can't be asked.
TEST_F(SetUpdate, AThreadThatCantBeLookedForHasNotGone) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/stat", "");
  Add(kClock, "a");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  for (int nth : {1, 2}) {
    system_.Fail(Call::kOpen, EMFILE, nth);
    EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), -EMFILE) << nth;
    EXPECT_NE(TextOf(error_).find("which threads there are"),
              std::string::npos);
    EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_OPEN});
  }
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
}

TEST_F(SetUpdate, WhatInheritsCountsNewThreadsAlready) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/stat", "");
  perfc_attr attr = kClock;
  attr.flags = PERFC_ATTR_INHERIT;
  Add(attr, "a");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  system_.SetFile("/proc/70/task/78/stat", "");
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  EXPECT_EQ(perfc_set_member_count(set_.get()), 1);
}

TEST_F(SetUpdate, WhatCantBeOpenedAgainIsReportedAndRemains) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 1);
  SetOnline("0,2,5");
  system_.set_on_open(
      [](const perfc_attr &, pid_t, int, int) { return EBUSY; });
  // Its event is closed; whoever holds that must be told.
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(1).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(MemberOf(1).event, nullptr);
  EXPECT_EQ(Entries(perfc_set_report(set_.get())).back().error.code, -EBUSY);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  EXPECT_EQ(Update(0x10), -EINVAL);
}

// What is open and stands still is closed before it is tried.
TEST_F(SetUpdate, WhatIsClosedAndCantBeOpenedAgainIsAChange) {
  perfc_attr attr = kClock;
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Add(attr, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  for (uint32_t i = 0; i < 3; ++i) SetTimes(i, 100);
  system_.FailAlways(Call::kPerfEventOpen, EMFILE);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 3);
  EXPECT_EQ(MemberOf(0).event, nullptr);
  EXPECT_EQ(MemberOf(0).status, uint32_t{PERFC_MEMBER_STOPPED});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
}

// A set may be updated each second for weeks.
TEST_F(SetUpdate, AFailureIsReportedOnceForEachErrno) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,5");
  EXPECT_EQ(Update(), 1);
  SetOnline("0,2,5");
  for (int code : {EBUSY, EBUSY, EMFILE, EMFILE, EMFILE, EBUSY}) {
    system_.set_on_open(
        [code](const perfc_attr &, pid_t, int, int) { return code; });
    EXPECT_GE(Update(PERFC_SET_UPDATE_REOPEN), 0);
  }
  const auto entries = Entries(perfc_set_report(set_.get()));
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[1].error.code, -EMFILE);
  EXPECT_EQ(entries[2].error.code, -EBUSY);
}

TEST_F(SetUpdate, WhatCameLaterAndCouldntBeOpenedIsTriedAgain) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  SetOnline("0,2,4-5");
  system_.Fail(Call::kPerfEventOpen, EMFILE);
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
  EXPECT_EQ(MemberOf(3).status, uint32_t{PERFC_MEMBER_ABSENT});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 1);
  EXPECT_EQ(MemberOf(3).status, uint32_t{PERFC_MEMBER_OPEN});
  EXPECT_EQ(Update(PERFC_SET_UPDATE_REOPEN), 0);
}

TEST_F(SetUpdate, AForkedChildMayOnlyClose) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  system_.Fork();
  EXPECT_EQ(Update(), -EOWNERDEAD);
  EXPECT_EQ(perfc_set_enable(set_.get()), -EOWNERDEAD);
  EXPECT_EQ(perfc_set_mmap(set_.get(), 1, 0, &error_), -EOWNERDEAD);
  EXPECT_EQ(perfc_set_attach_bpf(set_.get(), 3, 0, &error_), -EOWNERDEAD);
  EXPECT_EQ(perfc_set_detach_bpf(set_.get()), -EOWNERDEAD);
  perfc_plan *plan = nullptr;
  EXPECT_EQ(perfc_set_create_plan(set_.get(), &plan, &error_), -EOWNERDEAD);
}

}  // namespace
}  // namespace scripted
