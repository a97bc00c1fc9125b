// Sets on the real kernel: CPUs, threads, process trees, limits, hotplug.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "events.h"
#include "gtest/gtest.h"
#include "hotplug.h"
#include "machine.h"
#include "needs.h"
#include "sets.h"
#include "work.h"

namespace live {
namespace {

perfc_attr GetppidCalls() { return Tracepoint("syscalls:sys_enter_getppid"); }

perfc_attr Faults() { return Software(PERFC_COUNT_SW_PAGE_FAULTS); }

TEST(SetLive, EachCpuCountsItsOwn) {
  NEEDS(Perfmon(), Tracefs());
  Specs specs;
  specs.Add(GetppidCalls(), "getppid")
      .Filter("common_pid == " + std::to_string(gettid()));
  Set set(specs, OnCpus());
  ASSERT_EQ(0, set.result()) << set.text();
  Getppid(5);
  EXPECT_EQ(0u, set.Total()) << "it waits for enable";
  ASSERT_EQ(0, perfc_set_enable(set));
  const int cpu = AllowedCpus().back();
  const Pinned pinned(cpu);
  Getppid(1000);
  ASSERT_EQ(0, perfc_set_disable(set));
  Getppid(5);
  for (const perfc_member& member : set.members()) {
    EXPECT_EQ(-1, member.pid);
    EXPECT_EQ(member.cpu == cpu ? 1000u : 0u, Count(member.event));
  }
  ASSERT_EQ(0, perfc_set_reset(set));
  EXPECT_EQ(0u, set.Total());
}

TEST(SetLive, GroupsOnEachCpuCountTogether) {
  NEEDS(Perfmon(), Tracefs());
  Specs specs;
  specs.Add(GetppidCalls(), "a").Add(GetppidCalls(), "b", 0);
  Set set(specs, OnCpus(), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  Getppid(500);
  ASSERT_EQ(0, perfc_set_disable(set));
  const std::vector<perfc_member> members = set.members();
  uint64_t total = 0;
  for (size_t i = 0; i < members.size(); i += 2) {
    EXPECT_EQ(i, members[i + 1].leader);
    EXPECT_EQ(Count(members[i].event), Count(members[i + 1].event));
    total += Count(members[i].event);
  }
  EXPECT_GE(total, 500u);
}

TEST(SetLive, AllThreadsOfAProcessCount) {
  NEEDS(Paranoid(2));
  Pages pages(64);
  Worker first([&] { pages.Touch(0, 20); });
  Worker second([&] { pages.Touch(20, 30); });
  Specs specs;
  Set set(specs.Add(Faults(), "faults"),
          OfTasks(PERFC_TARGET_PROCESS, getpid()), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  first.Work();
  second.Work();
  std::set<int> tids;
  for (const perfc_member& member : set.members()) {
    tids.insert(member.pid);
    const uint64_t own = member.pid == first.tid()    ? 20
                         : member.pid == second.tid() ? 30
                                                      : 0;
    EXPECT_GE(Count(member.event), own);
  }
  EXPECT_TRUE(tids.count(getpid()));
  EXPECT_TRUE(tids.count(first.tid()) && tids.count(second.tid()));
}

TEST(SetLive, NewThreadsAreTakenInAndGoneOnesShown) {
  NEEDS(Paranoid(2));
  Specs specs;
  specs.Add(Faults(), "faults");
  auto leaving = std::make_unique<Worker>([] {});
  Set set(specs, OfTasks(PERFC_TARGET_PROCESS, 0), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  const int gone = leaving->tid();
  leaving->Work();
  leaving.reset();
  Pages pages(25);
  Worker coming([&] { pages.TouchAll(); });
  EXPECT_GE(perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr), 2);
  coming.Work();
  bool seen = false;
  for (const perfc_member& member : set.members()) {
    if (member.pid == gone) {
      EXPECT_EQ(uint32_t{PERFC_MEMBER_GONE}, member.status);
    }
    if (member.pid != coming.tid()) continue;
    seen = true;
    EXPECT_EQ(uint32_t{PERFC_MEMBER_OPEN}, member.status);
    EXPECT_GE(Count(member.event), 25u);
  }
  EXPECT_TRUE(seen);
}

// What the process has started already, and what those start from then on.
TEST(SetLive, ATreeHasChildrenAndGrandchildren) {
  NEEDS(Paranoid(2));
  Pages pages(100);
  Child child([&pages] {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      pages.TouchAll();
      _exit(0);
    }
    waitpid(grandchild, nullptr, 0);
  });
  Specs specs;
  Set set(specs.Add(Faults(), "faults"), OfTasks(PERFC_TARGET_TREE, 0),
          PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  const int pid = child.pid();
  child.Go();
  EXPECT_TRUE(child.Wait());
  uint64_t faults = 0;
  for (const perfc_member& member : set.members()) {
    if (member.pid == pid) faults = Count(member.event);
  }
  EXPECT_GE(faults, 100u);
}

TEST(SetLive, EnableOnExecWaitsForIt) {
  NEEDS(Paranoid(2));
  Child child([] {
    Pages pages(2000);
    pages.TouchAll();
    execl("/bin/true", "true", nullptr);
  });
  Specs specs;
  Set set(specs.Add(Faults(), "faults"),
          OfTasks(PERFC_TARGET_THREAD, child.pid()),
          PERFC_SET_OPEN_ENABLE_ON_EXEC);
  ASSERT_EQ(0, set.result()) << set.text();
  child.Go();
  EXPECT_TRUE(child.Wait());
  EXPECT_GT(set.Total(), 0u);
  EXPECT_LT(set.Total(), 2000u);
}

TEST(SetLive, AProcessThatHasExitedIsAnError) {
  NEEDS(Paranoid(2));
  const pid_t pid = fork();
  if (pid == 0) _exit(0);
  waitpid(pid, nullptr, 0);
  Specs specs;
  specs.Add(Faults(), "faults");
  for (uint32_t kind :
       {PERFC_TARGET_THREAD, PERFC_TARGET_PROCESS, PERFC_TARGET_TREE}) {
    Set set(specs, OfTasks(kind, pid));
    EXPECT_EQ(-ESRCH, set.result());
    EXPECT_EQ(uint32_t{PERFC_RULE_NO_TARGET}, set.error().rule);
    EXPECT_NE(std::string::npos, set.text().find(std::to_string(pid)))
        << set.text();
  }
}

// Threads that come and go while they are opened: a set or an error, and no fd
// left behind.
TEST(SetLive, ThreadsMayExitWhileTheyAreOpened) {
  NEEDS(Paranoid(2));
  const std::set<std::string> before = OpenFds();
  Child child([] {
    for (int i = 0; i < 3000; ++i) {
      std::thread([] {}).join();
      usleep(1);  // Emulated CPUs take turns, and one never idle gives none.
    }
  });
  child.Go();
  Specs specs;
  specs.Add(Faults(), "a").Add(Faults(), "b");
  int opened = 0;
  for (int i = 0; i < 300; ++i) {
    Set set(specs, OfTasks(PERFC_TARGET_PROCESS, child.pid()));
    if (set.result() != 0) {
      EXPECT_EQ(-ESRCH, set.result()) << set.text();
      continue;
    }
    ++opened;
    for (const auto& entry : set.entries()) {
      EXPECT_EQ(uint32_t{PERFC_REPORT_GONE}, entry.kind) << set.text();
    }
  }
  EXPECT_GT(opened, 0);
  child.Wait();
  EXPECT_EQ(before, OpenFds());
}

TEST(SetLive, TheFdLimitFailsClearlyOrIsRaised) {
  NEEDS(Paranoid(2));
  const std::set<std::string> before = OpenFds();
  Specs specs;
  for (int i = 0; i < 60; ++i) specs.Add(Faults(), "faults");
  const Limit limit(RLIMIT_NOFILE, 40);
  {
    Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0));
    EXPECT_EQ(-EMFILE, set.result());
    EXPECT_NE(std::string::npos, set.text().find("RLIMIT_NOFILE"))
        << set.text();
  }
  EXPECT_EQ(before, OpenFds());
  Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0),
          PERFC_SET_OPEN_RAISE_FD_LIMIT);
  ASSERT_EQ(0, set.result()) << set.text();
  rlimit now;
  getrlimit(RLIMIT_NOFILE, &now);
  EXPECT_GT(now.rlim_cur, 60u);
  EXPECT_LE(now.rlim_cur, 100u + before.size());
  ASSERT_EQ(1u, set.entries().size());
  EXPECT_EQ(uint32_t{PERFC_REPORT_FD_LIMIT}, set.entries()[0].kind);
}

TEST(SetLive, CyclesBecomeCpuClockAndTheReportSaysSo) {
  NEEDS(Paranoid(2), NoHardwarePmu());
  perfc_attr cycles = Attr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_CPU_CYCLES);
  Specs specs;
  specs.Add(cycles, "cycles:u");
  {
    Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0));
    EXPECT_EQ(-ENOENT, set.result());
    EXPECT_NE(std::string::npos, set.text().find("PERFC_FALLBACK_CPU_CLOCK"))
        << set.text();
  }
  Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0), PERFC_SET_OPEN_START,
          PERFC_FALLBACK_ALL);
  ASSERT_EQ(0, set.result()) << set.text();
  EXPECT_NE(std::string::npos,
            set.text().find("is cpu-clock instead of cycles"))
      << set.text();
  perfc_spec spec = {};
  ASSERT_EQ(0, perfc_specs_get(perfc_set_specs(set), 0, &spec, sizeof spec));
  EXPECT_STREQ("cpu-clock:u", spec.name);
  Busy(5);
  EXPECT_GT(set.Total(), 1000000u);
}

TEST(SetLive, OneStreamOfAllCpusMatchesEachSpec) {
  NEEDS(Perfmon(), Tracefs());
  Specs specs;
  perfc_attr attr = Sampling(
      GetppidCalls(), PERFC_SAMPLE_TIME | PERFC_SAMPLE_CPU | PERFC_SAMPLE_TID);
  specs.Add(attr, "a").Add(
      Sampling(Tracepoint("syscalls:sys_enter_getpgid"), attr.sample_type),
      "b");
  Set set(specs, OnCpus(), PERFC_SET_OPEN_IDENTIFY);
  ASSERT_EQ(0, set.result()) << set.text();
  perfc_error error = {};
  ASSERT_EQ(perfc_set_member_count(set) / 2,
            perfc_set_mmap(set, 8, PERFC_SET_MMAP_SHARED, &error))
      << Text(error);
  perfc_stream* stream = nullptr;
  ASSERT_EQ(0, perfc_stream_create(nullptr, nullptr, &stream, nullptr));
  ASSERT_EQ(perfc_set_member_count(set) / 2,
            perfc_stream_add_set(stream, set, &error));
  perfc_plan* plan = nullptr;
  ASSERT_EQ(0, perfc_set_create_plan(set, &plan, &error)) << Text(error);
  ASSERT_EQ(0, perfc_set_enable(set));
  for (int cpu : AllowedCpus()) {
    const Pinned pinned(cpu);
    Getppid(50);
    for (int i = 0; i < 30; ++i) getpgid(0);
  }
  perfc_set_disable(set);
  uint64_t counts[2] = {};
  perfc_stream_record record;
  uint64_t time = 0;
  while (perfc_stream_next_records(stream, &record, 1) == 1) {
    if (record.record.type != PERFC_RECORD_SAMPLE) continue;
    perfc_sample sample = {};
    ASSERT_EQ(
        0, perfc_decode_sample(plan, &record.record, &sample, sizeof sample));
    EXPECT_GE(sample.time, time);
    time = sample.time;
    if (sample.pid == static_cast<uint32_t>(getpid())) {
      ++counts[sample.attr_index];
    }
  }
  const size_t cpus = AllowedCpus().size();
  EXPECT_EQ(50 * cpus, counts[0]);
  EXPECT_EQ(30 * cpus, counts[1]);
  perfc_plan_destroy(plan);
  perfc_stream_destroy(stream);
}

TEST(SetLive, RingsFitTheBudgetOfAnUnprivilegedUser) {
  NEEDS(Paranoid(2), That(!HasCapability(14), "needs no CAP_IPC_LOCK"));
  Specs specs;
  for (int i = 0; i < 40; ++i) specs.Add(Sampling(Faults(), 0), "faults");
  Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0));
  ASSERT_EQ(0, set.result()) << set.text();
  perfc_ring_budget budget = {};
  ASSERT_EQ(0, perfc_set_ring_budget(set, 0, &budget, sizeof budget));
  EXPECT_EQ(40u, budget.rings);
  EXPECT_LE(budget.bytes, budget.budget);
  perfc_error error = {};
  EXPECT_EQ(40, perfc_set_mmap(set, PERFC_PAGES_FIT, 0, &error)) << Text(error);
}

TEST(SetLive, ControlPagesOfAllMembersAreMapped) {
  NEEDS(Paranoid(2));
  Specs specs;
  for (int i = 0; i < 3; ++i) specs.Add(Faults(), "faults");
  Set set(specs, OfTasks(PERFC_TARGET_THREAD, 0), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  perfc_error error = {};
  EXPECT_EQ(3, perfc_set_mmap(set, 0, 0, &error)) << Text(error);
  for (const perfc_member& member : set.members()) {
    const perfc_mmap_page* page = perfc_event_control_page(member.event);
    ASSERT_NE(nullptr, page);
    EXPECT_EQ(0u, page->data_size);
  }
  EXPECT_EQ(0, perfc_set_mmap(set, 0, 0, &error)) << "all have one";
}

TEST(SetLive, AfterItsCpuWasAwayAnEventCountsAgainOnceItIsReopened) {
  NEEDS(Perfmon(), Hotplug());
  perfc_attr clock = Software(PERFC_COUNT_SW_CPU_CLOCK);
  clock.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED;
  Specs specs;
  Set set(specs.Add(clock, "cpu-clock"), OnCpus(), PERFC_SET_OPEN_START);
  ASSERT_EQ(0, set.result()) << set.text();
  EXPECT_EQ(0, perfc_set_update(set, 0, nullptr));
  {
    const Offline offline;
    EXPECT_EQ(1, perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
    EXPECT_EQ(uint32_t{PERFC_MEMBER_OFFLINE}, set.members()[1].status);
    // Opened meanwhile, a list of CPUs leaves it out.
    Set other(specs, OnCpus("0-1"));
    EXPECT_EQ(0, other.result()) << other.text();
    ASSERT_EQ(1u, other.entries().size());
    EXPECT_EQ(uint32_t{PERFC_REPORT_OFFLINE}, other.entries()[0].kind);
    EXPECT_EQ(1, other.entries()[0].cpu);
    EXPECT_EQ(-ENODEV, other.entries()[0].error.code);
  }
  EXPECT_EQ(1, perfc_set_update(set, 0, nullptr));
  EXPECT_EQ(uint32_t{PERFC_MEMBER_STOPPED}, set.members()[1].status);
  EXPECT_EQ(1, perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
  EXPECT_EQ(uint32_t{PERFC_MEMBER_OPEN}, set.members()[1].status);
  const uint64_t before = Count(set.members()[1].event);
  Busy(5);
  EXPECT_GT(Count(set.members()[1].event), before);
  // Away and back between two looks.
  { const Offline offline; }
  EXPECT_EQ(1, perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
  EXPECT_EQ(0, perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, nullptr));
}

}  // namespace
}  // namespace live
