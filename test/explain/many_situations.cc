// Lists of events, sets, lookups, and systems without their files, that fail.

#include <cerrno>
#include <string>

#include "perfc/host.h"
#include "perfc/names.h"
#include "perfc/ring.h"
#include "perfc/set.h"
#include "perfc/tracepoint.h"
#include "perfc/uapi.h"
#include "test/explain/situations.h"

namespace explain {
namespace {

int Parse(Stage *stage, const char *events) {
  perfc_specs *specs = nullptr;
  perfc_specs_create(&stage->host, &specs, nullptr);
  const int result = perfc_specs_parse(specs, events, 0, &stage->error);
  perfc_specs_destroy(specs);
  return result;
}

perfc_target TargetOf(uint32_t kind, int32_t pid = 0,
                      const char *cpus = nullptr) {
  perfc_target target = {};
  target.size = sizeof target;
  target.kind = kind;
  target.pid = pid;
  target.cpus = cpus;
  return target;
}

// Opens a set of these events, and does something with it.
template <typename Use>
int WithSet(Stage *stage, const char *events, const perfc_target &target,
            Use use, uint32_t flags = 0) {
  perfc_specs *specs = nullptr;
  perfc_specs_create(&stage->host, &specs, nullptr);
  scripted::Require(perfc_specs_parse(specs, events, 0, nullptr) >= 0,
                    "a situation's events aren't understood");
  perfc_set_options options = {};
  options.size = sizeof options;
  options.flags = flags;
  perfc_set *set = nullptr;
  int result = perfc_set_open(&stage->host, specs, &target, &options, &set,
                              &stage->error);
  if (result == 0) result = use(set, &stage->error);
  perfc_set_close(set);
  perfc_specs_destroy(specs);
  return result;
}

int OpenSet(Stage *stage, const perfc_target &target,
            const char *events = "page-faults,cs", uint32_t flags = 0) {
  return WithSet(
      stage, events, target, [](perfc_set *, perfc_error *) { return 0; },
      flags);
}

int OpenSetOfAttr(Stage *stage, const perfc_attr &attr) {
  perfc_specs *specs = nullptr;
  perfc_specs_create(&stage->host, &specs, nullptr);
  perfc_specs_add(specs, &attr, sizeof attr, nullptr, PERFC_SPEC_NO_LEADER,
                  nullptr);
  perfc_set *set = nullptr;
  const int result = perfc_set_open(&stage->host, specs, nullptr, nullptr, &set,
                                    &stage->error);
  perfc_specs_destroy(specs);
  return result;
}

int OpenTracepoint(Stage *stage, const char *name) {
  perfc_tracepoint *tracepoint = nullptr;
  return perfc_tracepoint_create(&stage->host, name, &tracepoint,
                                 &stage->error);
}

int List(Stage *stage) {
  perfc_catalog *list = nullptr;
  const int result = perfc_catalog_create(&stage->host, PERFC_CATALOG_ALL,
                                          &list, &stage->error);
  perfc_catalog_destroy(list);
  return result;
}

void SetTracefs(Stage *stage) {
  stage->system.SetFile("/sys/kernel/tracing/events/sched/sched_switch/id",
                        "300\n");
}

}  // namespace

std::vector<Situation> ManySituations() {
  return {
      {"an event string with a mistake",
       [](Stage *s) { return Parse(s, "page-faults,cyclse"); }},
      {"a set over a thread that has gone",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_THREAD, kGoneProcess));
       }},
      {"a set over a process that has gone",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_PROCESS, kGoneProcess));
       }},
      {"a set whose third event fails",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_THREAD),
                        "cs,page-faults,cycles");
       }},
      {"a set whose only event has no name",
       [](Stage *s) { return OpenSetOfAttr(s, Counting(99)); }},
      {"a set of a kind that isn't",
       [](Stage *s) { return OpenSet(s, TargetOf(9)); }},
      {"a set on CPUs that aren't",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_CPUS, 0, "5-9"));
       }},
      {"a set on CPUs '0-'",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_CPUS, 0, "0-"));
       }},
      {"a set over a cgroup that isn't named",
       [](Stage *s) { return OpenSet(s, TargetOf(PERFC_TARGET_CGROUP)); }},
      {"a set of nothing",
       [](Stage *s) {
         perfc_specs *specs = nullptr;
         perfc_specs_create(&s->host, &specs, nullptr);
         perfc_set *set = nullptr;
         const int result =
             perfc_set_open(&s->host, specs, nullptr, nullptr, &set, &s->error);
         perfc_specs_destroy(specs);
         return result;
       }},
      {"rings of a set that only counts",
       [](Stage *s) {
         return WithSet(s, "cs", TargetOf(PERFC_TARGET_THREAD),
                        [](perfc_set *set, perfc_error *error) {
                          return perfc_set_mmap(set, 8, 0, error);
                        });
       }},
      {"a tolerant set of counters that the machine lacks",
       [](Stage *s) {
         return OpenSet(s, TargetOf(PERFC_TARGET_THREAD), "cycles,instructions",
                        PERFC_SET_OPEN_TOLERANT);
       }},
      {"a tracepoint's name without a colon",
       [](Stage *s) { return OpenTracepoint(s, "sched"); }},
      {"a tracepoint that isn't",
       [](Stage *s) {
         SetTracefs(s);
         return OpenTracepoint(s, "sched:no_such");
       }},
      {"a PMU that isn't",
       [](Stage *s) {
         return perfc_host_pmu_type(&s->host, "nosuch", &s->error);
       }},
  };
}

std::vector<Situation> SystemSituations() {
  return {
      {"no /proc: a set over this process",
       [](Stage *s) {
         s->RemoveProc();
         return OpenSet(s, TargetOf(PERFC_TARGET_PROCESS));
       }},
      {"no /proc: an event that isn't allowed",
       [](Stage *s) {
         KernelRules rules;
         rules.privileged = false;
         s->Become(rules);
         s->RemoveProc();
         return s->Try(Sampling());
       }},
      {"no /proc: a system call that isn't there",
       [](Stage *s) {
         s->RemoveProc();
         s->system.FailAlways(scripted::Call::kPerfEventOpen, ENOSYS);
         return s->Try(Sampling());
       }},
      {"no /sys: a PMU's event by name",
       [](Stage *s) {
         s->RemoveSys();
         return Parse(s, "msr/tsc/");
       }},
      {"no /sys: a PMU's type",
       [](Stage *s) {
         s->RemoveSys();
         return perfc_host_pmu_type(&s->host, "msr", &s->error);
       }},
      {"no /sys: all CPUs",
       [](Stage *s) {
         s->RemoveSys();
         return OpenSet(s, TargetOf(PERFC_TARGET_CPUS));
       }},
      {"no /sys: what has a name",
       [](Stage *s) {
         s->RemoveSys();
         return List(s);
       }},
      {"an empty list of online CPUs",
       [](Stage *s) {
         s->system.SetFile("/sys/devices/system/cpu/online", "\n");
         return OpenSet(s, TargetOf(PERFC_TARGET_CPUS));
       }},
      {"no tracefs: a tracepoint by name",
       [](Stage *s) { return Parse(s, "sched:sched_switch"); }},
      {"no tracefs: a tracepoint's description",
       [](Stage *s) { return OpenTracepoint(s, "sched:sched_switch"); }},
      {"tracefs of root's: a tracepoint by name",
       [](Stage *s) {
         SetTracefs(s);
         s->system.FailAlways(scripted::Call::kOpen, EACCES);
         return Parse(s, "sched:sched_switch");
       }},
      {"tracefs of root's: a tracepoint's description",
       [](Stage *s) {
         SetTracefs(s);
         s->system.FailAlways(scripted::Call::kOpen, EACCES);
         return OpenTracepoint(s, "sched:sched_switch");
       }},
      {"a filter that forbids open(2): what has a name",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kOpen, EPERM);
         return List(s);
       }},
      {"no fd left: an event string",
       [](Stage *s) {
         s->system.FailAlways(scripted::Call::kOpen, EMFILE);
         return Parse(s, "msr/tsc/");
       }},
  };
}

}  // namespace explain
