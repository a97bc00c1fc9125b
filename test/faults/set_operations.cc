// Sets, from the opening over every target to the report.
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/faults/stage.h"

namespace faults {
namespace {

constexpr uint32_t kHelp = PERFC_SET_OPEN_RAISE_FD_LIMIT |
                           PERFC_SET_OPEN_TOLERANT | PERFC_SET_OPEN_IDENTIFY |
                           PERFC_SET_OPEN_START;

perfc_target TargetOf(uint32_t kind, int32_t pid = 0) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = kind;
  target.pid = pid;
  return target;
}

int OpenOver(Stage *s, const perfc_target &target, uint32_t flags,
             uint32_t fallbacks) {
  perfc_report *report = nullptr;
  const int result = perfc_report_create(&report, &s->error);
  if (result < 0) return result;
  perfc_set_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  options.fallbacks = fallbacks;
  options.report = report;
  perfc_set *set = nullptr;
  const int opened =
      perfc_set_open(&s->host, s->specs, &target, &options, &set, &s->error);
  EXPECT_EQ(opened == 0, set != nullptr);
  EXPECT_GE(perfc_report_text(report, PERFC_REPORT_ALL, nullptr, 0), 0);
  perfc_set_close(set);
  perfc_report_destroy(report);
  return opened;
}

void Specs(Stage *s) { s->MakeSpecs(); }
void Opened(Stage *s) { s->MakeSet(); }

// There are no fds left until the limit is raised.
void SpecsAtTheFdLimit(Stage *s) {
  constexpr rlim_t kSoft = 64;
  s->MakeSpecs();
  s->system.SetLimit(RLIMIT_NOFILE, kSoft, 4096);
  s->system.set_on_open([s](const perfc_attr &, pid_t, int, int) {
    return s->system.limit(RLIMIT_NOFILE).rlim_cur == kSoft ? EMFILE : 0;
  });
}

void Mapped(Stage *s) {
  s->MakeSet();
  EXPECT_EQ(perfc_set_mmap(s->set, 1, 0, nullptr), 4);
  EXPECT_EQ(perfc_stream_create(&s->host, nullptr, &s->stream, nullptr), 0);
}

// Without the second, which makes a CPU's way back noticed by its file alone.
void OneCpuMore(Stage *s) {
  s->MakeSet();
  s->system.SetFile("/sys/devices/system/cpu/online", "0\n");
  EXPECT_EQ(perfc_set_update(s->set, 0, nullptr), 2);
  s->system.SetFile("/sys/devices/system/cpu/online", "0-1\n");
  s->system.SetFile("/sys/devices/system/cpu/possible", "0-1\n");
}

// With a thread that is new.
void OneThreadMore(Stage *s) {
  s->MakeSpecs();
  const perfc_target process = TargetOf(PERFC_TARGET_PROCESS, 70);
  EXPECT_EQ(
      perfc_set_open(&s->host, s->specs, &process, nullptr, &s->set, nullptr),
      0);
  s->system.SetFile("/proc/70/task/73/stat", "");
}

void WithPrograms(Stage *s) {
  s->MakeSet();
  s->system.set_on_bpf([s](int, void *) { return s->system.MakeFd(); });
}

void WithLinks(Stage *s) {
  WithPrograms(s);
  EXPECT_EQ(perfc_set_attach_bpf(s->set, 5, PERFC_BPF_LINK, nullptr), 4);
  // A member's event tells nothing, but its link does.
  s->system.FailRequest(PERFC_IOC_QUERY_BPF, EINVAL);
  s->system.set_on_bpf([](int, void *) { return 0; });
}

// How many members are open in the end: what a refresh that failed has done
// already the next one needn't.
int Refresh(Stage *s) {
  const int result =
      perfc_set_update(s->set, PERFC_SET_UPDATE_REOPEN, &s->error);
  if (result < 0) return result;
  int open = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    perfc_member member;
    EXPECT_EQ(perfc_set_member(s->set, i, &member, sizeof member), 0);
    open += member.status == PERFC_MEMBER_OPEN;
  }
  return open;
}

int AttachAndDetach(Stage *s, uint32_t flags) {
  const int result = perfc_set_attach_bpf(s->set, 5, flags, &s->error);
  if (result < 0) return result;
  perfc_set_detach_bpf(s->set);
  return result;
}

int Query(Stage *s) {
  uint32_t ids[4];
  uint32_t count;
  perfc_member member;
  EXPECT_EQ(perfc_set_member(s->set, 0, &member, sizeof member), 0);
  return perfc_event_query_bpf(member.event, ids, 4, &count, &s->error);
}

int Plan(Stage *s) {
  perfc_plan *plan = nullptr;
  const int result = perfc_set_create_plan(s->set, &plan, &s->error);
  EXPECT_EQ(result == 0, plan != nullptr);
  perfc_plan_destroy(plan);
  return result;
}

int RingBudget(Stage *s) {
  perfc_ring_budget plan;
  return perfc_set_ring_budget(s->set, 0, &plan, sizeof plan);
}

// Once they are mapped there is nothing left to map.
int Map(Stage *s, uint32_t pages, uint32_t flags) {
  const int result = perfc_set_mmap(s->set, pages, flags, &s->error);
  if (result < 0) {
    EXPECT_EQ(s->system.mappings(), 0u);
    return result;
  }
  return s->taken += result;
}

int AddSet(Stage *s) {
  const int result = perfc_stream_add_set(s->stream, s->set, &s->error);
  if (result < 0) {
    EXPECT_EQ(perfc_stream_event(s->stream, 0), nullptr);
    return result;
  }
  return s->taken += result;
}

int CreateReport(Stage *s) {
  perfc_report *report = nullptr;
  const int result = perfc_report_create(&report, &s->error);
  EXPECT_EQ(result == 0, report != nullptr);
  perfc_report_destroy(report);
  return result;
}

int ReportText(Stage *s) {
  return perfc_report_text(perfc_set_report(s->set), PERFC_REPORT_ALL, nullptr,
                           0);
}

}  // namespace

std::vector<Operation> SetOperations() {
  return {
      {"perfc_set_open perfc_set_close", "on CPUs", true, Specs,
       [](Stage *s) { return OpenOver(s, TargetOf(PERFC_TARGET_CPUS), 0, 0); }},
      {"perfc_set_open", "on CPUs, with all that may help", true, Specs,
       [](Stage *s) {
         return OpenOver(s, TargetOf(PERFC_TARGET_CPUS), kHelp,
                         PERFC_FALLBACK_ALL);
       }},
      {"perfc_set_open", "raising the fd limit", true, SpecsAtTheFdLimit,
       [](Stage *s) {
         return OpenOver(s, TargetOf(PERFC_TARGET_CPUS), kHelp, 0);
       }},
      {"perfc_set_open", "on threads", true, Specs,
       [](Stage *s) {
         return OpenOver(s, TargetOf(PERFC_TARGET_PROCESS, 70), 0, 0);
       }},
      {"perfc_set_open", "on a tree of processes", true, Specs,
       [](Stage *s) {
         perfc_target target = TargetOf(PERFC_TARGET_TREE, 70);
         target.flags = PERFC_TARGET_FLAG_EACH_CPU;
         return OpenOver(s, target, 0, 0);
       }},
      {"perfc_set_open", "on a cgroup", true, Specs,
       [](Stage *s) {
         perfc_target target = TargetOf(PERFC_TARGET_CGROUP);
         target.cgroup = "/x";
         return OpenOver(s, target, 0, 0);
       }},
      {"perfc_set_create_plan", "", true, Opened, Plan},
      {"perfc_set_enable", "", false, Opened,
       [](Stage *s) { return perfc_set_enable(s->set); }},
      {"perfc_set_disable", "", false, Opened,
       [](Stage *s) { return perfc_set_disable(s->set); }},
      {"perfc_set_reset", "", false, Opened,
       [](Stage *s) { return perfc_set_reset(s->set); }},
      {"perfc_set_update", "of CPUs", true, OneCpuMore, Refresh},
      {"perfc_set_update", "of threads", true, OneThreadMore, Refresh},
      {"perfc_set_mmap", "each its own", true, Opened,
       [](Stage *s) { return Map(s, 1, 0); }},
      {"perfc_set_mmap", "shared", true, Opened,
       [](Stage *s) { return Map(s, 1, PERFC_SET_MMAP_SHARED); }},
      {"perfc_set_mmap", "as the budget allows", true, Opened,
       [](Stage *s) { return Map(s, PERFC_PAGES_FIT, 0); }},
      {"perfc_set_mmap", "control pages", true, Opened,
       [](Stage *s) { return Map(s, 0, 0); }},
      {"perfc_set_ring_budget", "", false, Opened, RingBudget},
      {"perfc_stream_add_set", "", true, Mapped, AddSet},
      {"perfc_set_attach_bpf", "by ioctl", true, WithPrograms,
       [](Stage *s) { return AttachAndDetach(s, 0); }},
      {"perfc_set_attach_bpf perfc_set_detach_bpf", "by link", true,
       WithPrograms,
       [](Stage *s) { return AttachAndDetach(s, PERFC_BPF_LINK); }},
      {"perfc_event_query_bpf", "of a link", true, WithLinks, Query},
      {"perfc_report_create perfc_report_destroy", "", true, nullptr,
       CreateReport},
      {"perfc_report_text", "", false, OneCpuMore, ReportText},
  };
}

}  // namespace faults
