// Which events a set opens, and where.
#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

class SetOpen : public Sets {};

TEST_F(SetOpen, MembersHaveTheTrueCpuOfASparseList) {
  Add(kClock, "cpu-clock");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "cpu-clock@0 cpu-clock@2 cpu-clock@5");
  EXPECT_EQ(FakeOf(1).cpu, 2);
  EXPECT_EQ(FakeOf(1).pid, -1);
  EXPECT_EQ(FakeOf(1).flags, uint64_t{PERFC_FLAG_FD_CLOEXEC});
}

TEST_F(SetOpen, ACpuListAsTextOrNumbersIsSortedAndHasEachOnce) {
  Add(kClock, "a");
  ASSERT_EQ(Open(CpusTarget("5,0-1,0")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "a@0 a@1 a@5");
  const uint32_t list[] = {7, 3, 7};
  perfc_target target = CpusTarget();
  target.cpu_list = list;
  target.cpu_count = 3;
  ASSERT_EQ(Open(target), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "a@3 a@7");
}

TEST_F(SetOpen, ATreeWhoseChildrenCannotBeReadIsNotOpenedWithoutThem) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/task/70/children", "71 ");
  system_.SetFile("/proc/71/task/71/stat", "");
  Add(kFaults, "a");
  const perfc_target tree = TaskTarget(PERFC_TARGET_TREE, 70);
  ASSERT_EQ(Open(tree), 0) << TextOf(error_);
  EXPECT_EQ(Opened(true), "a@70 a@71");
  // The second file is the list of children.
  for (const int code : {EMFILE, EACCES}) {
    system_.Fail(Call::kOpen, code, 2);
    EXPECT_EQ(Open(tree), -code);
  }
  system_.Fail(Call::kOpen, ENOENT, 2);
  ASSERT_EQ(Open(tree), 0) << TextOf(error_);
  EXPECT_EQ(Opened(true), "a@70");
}

// Of 0 bytes, as a FIFO without a writer reads too.
TEST_F(SetOpen, AnEmptyListOfOnlineCpusIsNoTarget) {
  Add(kClock, "clock");
  perfc_target each = TaskTarget(PERFC_TARGET_THREAD, 0);
  each.flags = PERFC_TARGET_FLAG_EACH_CPU;
  for (const char *empty : {"", "\n"}) {
    system_.SetFile("/sys/devices/system/cpu/online", empty);
    for (const perfc_target &target : {CpusTarget(), each}) {
      EXPECT_EQ(Open(target), -EIO);
      EXPECT_EQ(set_, nullptr);
      EXPECT_NE(TextOf(error_).find("cpu/online is empty"), std::string::npos)
          << TextOf(error_);
    }
  }
  EXPECT_EQ(Open(CpusTarget("")), -EINVAL);
}

// ENODEV is also the answer of a PMU that lacks the event.
TEST_F(SetOpen, NoCpuIsOfflineWhereTheListCannotBeRead) {
  Add(kClock, "clock");
  system_.set_on_open([](const perfc_attr &, pid_t, int cpu, int) {
    return cpu == 2 ? ENODEV : 0;
  });
  ASSERT_EQ(Open(CpusTarget("0,2")), -ENODEV) << TextOf(error_);
  system_.SetFile("/sys/devices/system/cpu/online", "0,5\n");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  for (const char *unknown : {"", "2,x"}) {
    system_.SetFile("/sys/devices/system/cpu/online", unknown);
    EXPECT_EQ(Open(CpusTarget("0,2")), -ENODEV);
  }
}

TEST_F(SetOpen, RefusesCpuListsThatAreNone) {
  Add(kClock, "a");
  for (const char *list :
       {"", "x", "3-1", "0,", "-2", "0-4294967295", "1--2"}) {
    EXPECT_EQ(Open(CpusTarget(list)), -EINVAL) << list;
  }
}

// Each costs a few bytes and stands for 65,536 CPUs.
TEST_F(SetOpen, AListThatRepeatsItsRangesTakesNoMemoryWithoutABound) {
  Add(kClock, "a");
  std::string list = "0-65535";
  for (int i = 0; i < 100000; ++i) list += ",0-65535";
  EXPECT_EQ(Open(CpusTarget(list.c_str())), -EINVAL);
}

TEST_F(SetOpen, CorePmusCountOnTheirOwnCpus) {
  Add(CountAttr(4, 0x3c), "cpu_core/cycles/", PERFC_SPEC_NO_LEADER, 0,
      {0, 1, 2, 3});
  Add(CountAttr(10, 0x3c), "cpu_atom/cycles/", PERFC_SPEC_NO_LEADER, 0,
      {4, 5, 6, 7});
  ASSERT_EQ(Open(CpusTarget("2-5")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(),
            "cpu_core/cycles/@2 cpu_core/cycles/@3 cpu_atom/cycles/@4 "
            "cpu_atom/cycles/@5");
}

TEST_F(SetOpen, OfAThreadACorePmusEventHasNoCpu) {
  Add(CountAttr(4, 0x3c), "core", PERFC_SPEC_NO_LEADER, 0, {0, 1});
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 0)), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "core@-1");
  EXPECT_EQ(FakeOf(0).pid, 0);
}

TEST_F(SetOpen, AnUncorePmuCountsOnItsMaskAndNoTask) {
  Add(CountAttr(14, 1), "imc", PERFC_SPEC_NO_LEADER, PERFC_SPEC_SYSTEM_WIDE,
      {0, 4});
  Add(kClock, "clock");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "imc@0 clock@0 clock@2 clock@5");
  EXPECT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 0)), -EINVAL);
  EXPECT_NE(ReportText().find("counts CPUs and no task"), std::string::npos);
}

TEST_F(SetOpen, WhatAPackageCountsIsOpenedOnceInEach) {
  Add(CountAttr(14, 1), "power", PERFC_SPEC_NO_LEADER, PERFC_SPEC_PER_PKG);
  Add(kClock, "clock");
  // Without a topology nobody knows what would be counted twice.
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "power@0 clock@0 power@2 clock@2 power@5 clock@5");
  const std::string cpu = "/sys/devices/system/cpu/cpu";
  for (const auto &[number, package] :
       {std::pair{"0", "1"}, {"2", "0"}, {"5", "1"}}) {
    system_.SetFile(cpu + number + "/topology/physical_package_id", package);
  }
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "power@0 clock@0 power@2 clock@2 clock@5");
  // The dies of a package count for themselves.
  system_.SetFile(cpu + "0/topology/die_id", "0");
  system_.SetFile(cpu + "5/topology/die_id", "1");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "power@0 clock@0 power@2 clock@2 power@5 clock@5");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 0)), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "power@-1 clock@-1");
  // A package that can't be told would be counted twice.
  ASSERT_EQ(Open(CpusTarget("0,5")), 0) << TextOf(error_);
  system_.SetFile(cpu + "5/topology/die_id", "?");
  EXPECT_EQ(Open(CpusTarget("0,5")), -EIO);
  EXPECT_NE(TextOf(error_).find("which package"), std::string::npos)
      << TextOf(error_);
}

TEST_F(SetOpen, SaysWhichSpecCountsOnNoneOfTheCpus) {
  Add(kClock, "clock");
  Add(CountAttr(14, 1), "imc", PERFC_SPEC_NO_LEADER, PERFC_SPEC_SYSTEM_WIDE,
      {4});
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "clock@0");
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_NO_CPU});
  EXPECT_EQ(Entries()[0].spec, 1u);
}

TEST_F(SetOpen, GroupsAreOpenedPerPlaceLeaderFirst) {
  const uint32_t leader = Add(kCycles, "cycles");
  Add(kClock, "alone");
  Add(kFaults, "faults", leader);
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "cycles@0 alone@0 faults@0 cycles@2 alone@2 faults@2");
  EXPECT_EQ(MemberOf(5).leader, 3u);
  EXPECT_EQ(MemberOf(4).leader, 4u);
  EXPECT_EQ(FakeOf(5).group_fd, perfc_event_fd(MemberOf(3).event));
  EXPECT_EQ(FakeOf(4).group_fd, -1);
}

TEST_F(SetOpen, OpensLeadersDisabledAndLetsSiblingsFollow) {
  const uint32_t leader = Add(kCycles, "cycles");
  perfc_attr sibling = kFaults;
  sibling.flags = PERFC_ATTR_DISABLED;
  Add(sibling, "faults", leader);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(AttrOf(0).flags, uint64_t{PERFC_ATTR_DISABLED});
  EXPECT_EQ(AttrOf(1).flags, 0u);
  EXPECT_EQ(perfc_set_enable(set_.get()), 0);
  ASSERT_EQ(FakeOf(0).ioctls.size(), 1u);
  EXPECT_EQ(FakeOf(0).ioctls[0].request, uint32_t{PERFC_IOC_ENABLE});
  EXPECT_EQ(FakeOf(0).ioctls[0].argument, 0u);
  EXPECT_TRUE(FakeOf(1).ioctls.empty());
}

TEST_F(SetOpen, EnableOnExecStartAndIdentifyAreOptions) {
  Add(kClock, "clock");
  options_.flags = PERFC_SET_OPEN_ENABLE_ON_EXEC | PERFC_SET_OPEN_IDENTIFY;
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(AttrOf(0).flags,
            uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_ENABLE_ON_EXEC |
                     PERFC_ATTR_SAMPLE_ID_ALL});
  EXPECT_EQ(AttrOf(0).sample_type, uint64_t{PERFC_SAMPLE_IDENTIFIER});
  EXPECT_TRUE(FakeOf(0).ioctls.empty());
  options_.flags = PERFC_SET_OPEN_START;
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  ASSERT_EQ(FakeOf(0).ioctls.size(), 1u);
  EXPECT_EQ(FakeOf(0).ioctls[0].request, uint32_t{PERFC_IOC_ENABLE});
}

TEST_F(SetOpen, SetsTheSpecsFilter) {
  const uint32_t spec = Add(CountAttr(PERFC_TYPE_TRACEPOINT, 7), "t");
  perfc_specs_set_filter(specs_, spec, "prev_pid != 0", &error_);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  ASSERT_EQ(FakeOf(0).ioctls.size(), 1u);
  EXPECT_EQ(FakeOf(0).ioctls[0].request, uint32_t{PERFC_IOC_SET_FILTER});
  set_.reset();
  system_.FailRequest(PERFC_IOC_SET_FILTER, EINVAL);
  EXPECT_EQ(Open(CpusTarget("0")), -EINVAL);
}

TEST_F(SetOpen, AnOfflineCpuIsLeftOutAndReported) {
  Add(kClock, "a");
  Add(kFaults, "b");
  for (const int code : {ENODEV, ESRCH}) {
    set_.reset();
    system_.set_on_open([code](const perfc_attr &, pid_t, int cpu, int) {
      return cpu == 3 ? code : 0;
    });
    ASSERT_EQ(Open(CpusTarget("2,3,5")), 0) << TextOf(error_);
    EXPECT_EQ(Opened(), "a@2 b@2 a@5 b@5");
    EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_OFFLINE});
    EXPECT_EQ(MemberOf(2).cpu, 3);
    EXPECT_EQ(MemberOf(3).status, uint32_t{PERFC_MEMBER_OFFLINE});
    ASSERT_EQ(Entries().size(), 1u);
    EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_OFFLINE});
    EXPECT_EQ(Entries()[0].cpu, 3);
    EXPECT_EQ(Entries()[0].error.code, -code);
  }
}

TEST_F(SetOpen, EnodevOnACpuThatIsOnlineIsTheEventsOwn) {
  Add(kCycles, "cycles");
  system_.set_on_open(
      [](const perfc_attr &, pid_t, int, int) { return ENODEV; });
  EXPECT_EQ(Open(CpusTarget()), -ENODEV);
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_FAILED});
  EXPECT_EQ(Entries()[0].step, uint32_t{PERFC_FALLBACK_CPU_CLOCK});
}

TEST_F(SetOpen, FailsIfEveryCpuIsOffline) {
  Add(kClock, "a");
  system_.set_on_open(
      [](const perfc_attr &, pid_t, int, int) { return ENODEV; });
  EXPECT_EQ(Open(CpusTarget("3,4")), -ENODEV);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NOTHING_OPEN});
  EXPECT_EQ(error_.number[1], 2u);
  EXPECT_EQ(Entries().back().kind, uint32_t{PERFC_REPORT_FAILED});
}

TEST_F(SetOpen, AllThreadsOfAProcessAndNoOther) {
  for (const char *tid : {"70", "71", "75"}) {
    system_.SetFile("/proc/70/task/" + std::string(tid) + "/stat", "");
  }
  Add(kClock, "a");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  EXPECT_EQ(Opened(true), "a@70 a@71 a@75");
  EXPECT_EQ(FakeOf(2).pid, 75);
  EXPECT_EQ(AttrOf(2).flags, uint64_t{PERFC_ATTR_DISABLED});
  EXPECT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 99)), -ESRCH);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NO_TARGET});
}

TEST_F(SetOpen, ATreeHasTheDescendantsAndInherits) {
  system_.SetFile("/proc/70/task/70/children", "80 ");
  system_.SetFile("/proc/70/task/71/children", "90 91 ");
  system_.SetFile("/proc/80/task/80/children", "");
  system_.SetFile("/proc/91/task/91/children", "92 ");
  system_.SetFile("/proc/92/task/92/children", "");
  Add(kClock, "a");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_TREE, 70)), 0) << TextOf(error_);
  EXPECT_EQ(Opened(true), "a@70 a@71 a@80 a@91 a@92");
  EXPECT_EQ(AttrOf(0).flags,
            uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_INHERIT});
}

TEST_F(SetOpen, AThreadThatExitsMeanwhileIsLeftOutAndReported) {
  for (const char *tid : {"70", "71", "75"}) {
    system_.SetFile("/proc/70/task/" + std::string(tid) + "/stat", "");
  }
  Add(kClock, "a");
  Add(kFaults, "b");
  system_.set_on_open([](const perfc_attr &attr, pid_t pid, int, int) {
    return pid == 71 && attr.config == PERFC_COUNT_SW_PAGE_FAULTS ? ESRCH : 0;
  });
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  EXPECT_EQ(Opened(true), "a@70 b@70 a@75 b@75");
  EXPECT_EQ(MemberOf(2).status, uint32_t{PERFC_MEMBER_GONE});
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_GONE});
  EXPECT_EQ(Entries()[0].pid, 71);
}

TEST_F(SetOpen, AProcessThatExitsMeanwhileIsAnError) {
  system_.SetFile("/proc/70/task/70/stat", "");
  Add(kClock, "a");
  system_.set_on_open(
      [](const perfc_attr &, pid_t, int, int) { return ESRCH; });
  EXPECT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), -ESRCH);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NOTHING_OPEN});
  EXPECT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 70)), -ESRCH);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_NO_TARGET});
}

TEST_F(SetOpen, ThreadsOnEachCpu) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/task/71/stat", "");
  Add(kClock, "a");
  perfc_target target = TaskTarget(PERFC_TARGET_PROCESS, 70);
  target.flags = PERFC_TARGET_FLAG_EACH_CPU;
  ASSERT_EQ(Open(target), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "a@0 a@0 a@2 a@2 a@5 a@5");
  EXPECT_EQ(Opened(true), "a@70 a@71 a@70 a@71 a@70 a@71");
}

TEST_F(SetOpen, ACgroupIsLookedForInTheHierarchyWithTheController) {
  Add(kClock, "a");
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = PERFC_TARGET_CGROUP;
  target.cgroup = "/web/x";
  system_.SetFile("/proc/self/mounts",
                  "cgroup /cg/cpu cgroup rw,cpu 0 0\n"
                  "cgroup2 /cg/uni\\040fied cgroup2 rw 0 0\n");
  system_.SetFile("/cg/uni fied/web/x/cgroup.procs", "");
  ASSERT_EQ(Open(target), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "a@0 a@2 a@5");
  EXPECT_TRUE(FakeOf(0).flags & PERFC_FLAG_PID_CGROUP);
  EXPECT_EQ(MemberOf(0).pid, -1);
  // Its own path does too.
  target.cgroup = "/cg/uni fied/web/x";
  EXPECT_EQ(Open(target), 0) << TextOf(error_);
  // v1 has the controller, if it is mounted with it.
  system_.SetFile("/proc/self/mounts",
                  "cgroup2 /cg/uni\\040fied cgroup2 rw 0 0\n"
                  "cgroup /cg/perf cgroup rw,perf_event 0 0\n");
  target.cgroup = "web/x";
  EXPECT_EQ(Open(target), -ENOENT);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_CGROUP});
  EXPECT_NE(TextOf(error_).find("/cg/perf (v1)"), std::string::npos)
      << TextOf(error_);
  system_.SetFile("/proc/self/mounts", "sysfs /sys sysfs rw 0 0\n");
  EXPECT_EQ(Open(target), -ENOENT);
}

TEST_F(SetOpen, ACgroupThatVanishesIsSaidToHave) {
  Add(kCycles, "cycles");
  system_.SetFile("/proc/self/mounts", "cgroup2 /cg cgroup2 rw 0 0\n");
  system_.SetFile("/cg/x/cgroup.procs", "");
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = PERFC_TARGET_CGROUP;
  target.cgroup = "x";
  system_.set_on_open([this](const perfc_attr &, pid_t, int cpu, int) {
    system_.Fail(Call::kGetdents, ENOENT);
    return cpu == 2 ? ENOENT : 0;
  });
  EXPECT_EQ(Open(target), -ENOENT);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_CGROUP});
  EXPECT_NE(ReportText().find("removed meanwhile"), std::string::npos)
      << ReportText();
}

TEST_F(SetOpen, TheErrorTellsAWrongNumberFromAWrongText) {
  Add(kClock, "a");
  EXPECT_EQ(Open(CpusTarget("x")), -EINVAL);
  EXPECT_NE(TextOf(error_).find("0,3-7"), std::string::npos) << TextOf(error_);
  const uint32_t list[] = {0, 1 << 20};
  perfc_target target = CpusTarget();
  target.cpu_list = list;
  target.cpu_count = 2;
  EXPECT_EQ(Open(target), -EINVAL);
  EXPECT_NE(TextOf(error_).find("cpu_list"), std::string::npos)
      << TextOf(error_);
}

TEST_F(SetOpen, RefusesArgumentsThatContradict) {
  Add(kClock, "a");
  perfc_target target = CpusTarget();
  target.pid = 3;
  EXPECT_EQ(Open(target), -EINVAL);
  target = CpusTarget();
  target.cgroup = "x";
  EXPECT_EQ(Open(target), -EINVAL);
  target = CpusTarget("0");
  target.kind = 99;
  EXPECT_EQ(Open(target), -EINVAL);
  const uint32_t list[] = {1};
  target = CpusTarget("0");
  target.cpu_list = list;
  target.cpu_count = 1;
  EXPECT_EQ(Open(target), -EINVAL);
  options_.flags = 0x1000;
  EXPECT_EQ(Open(CpusTarget()), -EINVAL);
  options_.flags = PERFC_SET_OPEN_START | PERFC_SET_OPEN_ENABLE_ON_EXEC;
  EXPECT_EQ(Open(CpusTarget()), -EINVAL);
  EXPECT_NE(TextOf(error_).find("PERFC_SET_OPEN_START"), std::string::npos);
  options_.flags = 0;
  options_.fallbacks = 0x1000;
  EXPECT_EQ(Open(CpusTarget()), -EINVAL);
}

TEST_F(SetOpen, AnEmptyListOfSpecsIsRefused) {
  EXPECT_EQ(Open(CpusTarget()), -EINVAL);
}

TEST_F(SetOpen, APlanHasTheSpecsAndTheIdsOfAllMembers) {
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(kClock, "a");
  Add(kFaults, "b");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  perfc_plan *plan = nullptr;
  ASSERT_EQ(perfc_set_create_plan(set_.get(), &plan, &error_), 0)
      << TextOf(error_);
  EXPECT_EQ(perfc_plan_attr_count(plan), 2);
  EXPECT_EQ(perfc_plan_tells_apart(plan, &error_), 1);
  uint64_t id = 0;
  ASSERT_EQ(perfc_event_id(MemberOf(3).event, &id), 0);
  EXPECT_EQ(id, FakeOf(3).id);
  // A sample of that event alone: header, identifier.
  alignas(8)
      const uint64_t words[] = {PERFC_RECORD_SAMPLE | uint64_t{16} << 48, id};
  perfc_record record;
  ASSERT_EQ(
      perfc_plan_view_record(plan, words, sizeof words, nullptr, 0, &record),
      1);
  perfc_sample sample;
  EXPECT_EQ(perfc_decode_sample(plan, &record, &sample, sizeof sample), 0);
  EXPECT_EQ(sample.attr_index, 1u);
  perfc_plan_destroy(plan);
}

}  // namespace
}  // namespace scripted
