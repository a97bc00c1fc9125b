// Failures of the real kernel: the errno unchanged, the call, the rule with its
// numbers, and words that name both; and not an fd left open.

#include <linux/seccomp.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <set>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

struct Failure {
  int result = 0;
  perfc_error error = {};
};

Failure TryOpen(const void* attr, size_t size, int pid = 0, int cpu = -1,
                perfc_event* group = nullptr) {
  perfc_event* event = nullptr;
  Failure failure;
  const std::set<std::string> fds = OpenFds();
  failure.result = perfc_open(nullptr, attr, size, pid, cpu, group, 0, &event,
                              &failure.error);
  EXPECT_EQ(fds, OpenFds());
  EXPECT_EQ(nullptr, event);
  perfc_close(event);
  return failure;
}

Failure TryOpen(const perfc_attr& attr, int pid = 0, int cpu = -1,
                perfc_event* group = nullptr) {
  return TryOpen(&attr, sizeof attr, pid, cpu, group);
}

// What is wrong with a failure, empty if nothing: also for forked children.
std::string Check(const Failure& failure, int code, const char* name,
                  uint32_t call, uint32_t rule) {
  const perfc_error& error = failure.error;
  const std::string text = Text(error);
  const char* call_name = call == PERFC_CALL_MMAP ? "mmap" : "perf_event_open";
  if (failure.result != code || error.code != code) {
    return "the result is " + std::to_string(failure.result) + ": " + text;
  }
  if (error.call != call || error.rule != rule) {
    return "call " + std::to_string(error.call) + ", rule " +
           std::to_string(error.rule) + ": " + text;
  }
  for (const char* word : {call_name, name}) {
    if (text.find(word) == std::string::npos) {
      return std::string("no ") + word + " in: " + text;
    }
  }
  return "";
}

#define EXPECT_EXPLAINED(failure, code, rule)                            \
  EXPECT_EQ("", Check(failure, -code, #code, PERFC_CALL_PERF_EVENT_OPEN, \
                      PERFC_RULE_##rule))

bool Says(const Failure& failure, const std::string& words) {
  return Text(failure.error).find(words) != std::string::npos;
}

TEST(Explain, NoFdLeft) {
  NEEDS(Paranoid(2));
  const perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  rlimit limit;
  ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &limit));
  Failure failure;
  std::vector<Event> events;
  {
    Limit lower(RLIMIT_NOFILE, 32);
    for (int i = 0; i < 40 && failure.result == 0; ++i) {
      perfc_event* event = nullptr;
      failure.result = perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr,
                                  0, &event, &failure.error);
      events.push_back(Event(event));
    }
  }
  EXPECT_EXPLAINED(failure, EMFILE, FD_LIMIT);
  EXPECT_EQ(32u, failure.error.number[0]);
  EXPECT_EQ(32u, failure.error.number[1]);
  EXPECT_EQ(limit.rlim_max, failure.error.number[2]);
  EXPECT_TRUE(Says(failure, "32"));
}

TEST(Explain, NoPmuHere) {
  NEEDS(Paranoid(2), NoHardwarePmu());
  for (const uint32_t type :
       {PERFC_TYPE_HARDWARE, PERFC_TYPE_HW_CACHE, PERFC_TYPE_RAW}) {
    const Failure failure = TryOpen(Attr(type, PERFC_COUNT_HW_CPU_CYCLES));
    EXPECT_EXPLAINED(failure, ENOENT, NO_PMU);
    EXPECT_TRUE(Says(failure, "cpu-clock"));
  }
}

TEST(Explain, NoSuchEvent) {
  NEEDS();
  Failure failure = TryOpen(Attr(0x7ffffff0, 5));
  EXPECT_EXPLAINED(failure, ENOENT, NO_EVENT);
  EXPECT_EQ(0x7ffffff0u, failure.error.number[0]);
  EXPECT_EQ(5u, failure.error.number[1]);
  failure = TryOpen(Software(0xffff));
  EXPECT_EXPLAINED(failure, ENOENT, NO_EVENT);
  EXPECT_EQ(0xffffu, failure.error.number[1]);
}

TEST(Explain, NoSuchCpu) {
  NEEDS(Paranoid(2));
  const Failure failure = TryOpen(Software(PERFC_COUNT_SW_DUMMY), 0, 100000);
  EXPECT_EXPLAINED(failure, EINVAL, CPU_RANGE);
  EXPECT_EQ(100000u, failure.error.number[0]);
  EXPECT_EQ(static_cast<uint64_t>(sysconf(_SC_NPROCESSORS_CONF)),
            failure.error.number[1]);
}

TEST(Explain, NeitherProcessNorCpu) {
  NEEDS(Paranoid(2));
  const Failure failure = TryOpen(Software(PERFC_COUNT_SW_DUMMY), -1, -1);
  EXPECT_EXPLAINED(failure, EINVAL, ARGUMENT);
}

TEST(Explain, NoSuchProcess) {
  NEEDS(Paranoid(2));
  int pid;
  {
    Child child([] {});
    pid = child.pid();
    child.Go();
    ASSERT_TRUE(child.Wait());
  }
  const Failure failure = TryOpen(Software(PERFC_COUNT_SW_DUMMY), pid);
  EXPECT_EXPLAINED(failure, ESRCH, NO_TARGET);
  EXPECT_EQ(static_cast<uint64_t>(pid), failure.error.number[0]);
}

TEST(Explain, ACallChainBeyondTheSysctl) {
  NEEDS(Paranoid(2));
  const int64_t most = ReadNumber("/proc/sys/kernel/perf_event_max_stack");
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_CALLCHAIN);
  attr.sample_max_stack = most + 1;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EOVERFLOW, MAX_STACK);
  EXPECT_EQ(static_cast<uint64_t>(most + 1), failure.error.number[0]);
  EXPECT_EQ(static_cast<uint64_t>(most), failure.error.number[1]);
}

TEST(Explain, AFrequencyAboveTheSysctl) {
  NEEDS(Paranoid(2));
  const int64_t most =
      ReadNumber("/proc/sys/kernel/perf_event_max_sample_rate");
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_IP);
  attr.flags |= PERFC_ATTR_FREQ;
  attr.sample_period = most + 1;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, SAMPLE_RATE);
  EXPECT_EQ(static_cast<uint64_t>(most + 1), failure.error.number[0]);
  EXPECT_EQ(static_cast<uint64_t>(most), failure.error.number[1]);
}

TEST(Explain, AnAttrBeyondTheKernels) {
  NEEDS(Paranoid(2));
  std::vector<uint8_t> attr(4096);
  const perfc_attr known = Software(PERFC_COUNT_SW_DUMMY);
  memcpy(attr.data(), &known, sizeof known);
  const uint32_t size = attr.size();
  memcpy(attr.data() + offsetof(perfc_attr, size), &size, sizeof size);
  perfc_event* event = nullptr;
  EXPECT_EQ(0, perfc_open(nullptr, attr.data(), attr.size(), 0, -1, nullptr, 0,
                          &event, nullptr));
  perfc_close(event);
  attr[4000] = 1;
  const Failure failure = TryOpen(attr.data(), attr.size());
  EXPECT_EXPLAINED(failure, E2BIG, ATTR_SIZE);
  EXPECT_EQ(4096u, failure.error.number[0]);
  EXPECT_EQ(static_cast<uint64_t>(perfc_host_attr_size(nullptr, nullptr)),
            failure.error.number[1]);
}

TEST(Explain, Config4OnAKernelWithoutIt) {
  NEEDS(Paranoid(2),
        That(perfc_host_attr_size(nullptr, nullptr) < PERFC_ATTR_SIZE_VER9,
             "needs a kernel before 6.19"));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.config4 = 1;
  EXPECT_EXPLAINED(TryOpen(attr), E2BIG, ATTR_SIZE);
  attr.config4 = 0;
  attr.flags |= PERFC_ATTR_DEFER_CALLCHAIN;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ATTR_BITS);
  EXPECT_EQ(static_cast<uint64_t>(PERFC_ATTR_DEFER_CALLCHAIN),
            failure.error.number[0]);
}

TEST(Explain, BitsThatNobodyKnows) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.flags |= uint64_t{1} << 63;
  Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ATTR_BITS);
  EXPECT_EQ(uint64_t{1} << 63, failure.error.number[0]);
  attr = Sampling(Software(PERFC_COUNT_SW_DUMMY), uint64_t{1} << 40);
  failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ATTR_BITS);
  EXPECT_EQ(uint64_t{1} << 40, failure.error.number[0]);
  attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.read_format = uint64_t{1} << 20;
  failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ATTR_BITS);
  EXPECT_EQ(uint64_t{1} << 20, failure.error.number[0]);
}

TEST(Explain, AllBreakpointsTaken) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  std::vector<Event> events;
  Failure failure;
  const perfc_attr attr = CallsOf(FirstTarget);
  for (int i = 0; i < 64 && failure.result == 0; ++i) {
    perfc_event* event = nullptr;
    failure.result = perfc_open(nullptr, &attr, sizeof attr, 0, -1, nullptr, 0,
                                &event, &failure.error);
    events.push_back(Event(event));
  }
  EXPECT_EXPLAINED(failure, ENOSPC, BREAKPOINTS);
}

TEST(Explain, ABranchStackOfASoftwareEvent) {
  NEEDS(Perfmon());
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_BRANCH_STACK);
  attr.branch_sample_type = PERFC_SAMPLE_BRANCH_ANY;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EOPNOTSUPP, NOT_SUPPORTED);
  EXPECT_EQ(uint64_t{PERFC_TYPE_SOFTWARE}, failure.error.number[0]);
}

TEST(Explain, ASiblingOnAnotherCpu) {
  NEEDS(Paranoid(2), Cpus(2));
  const std::vector<int> cpus = AllowedCpus();
  const perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  Event leader = Open(attr, 0, cpus[0]);
  EXPECT_EXPLAINED(TryOpen(attr, 0, cpus[1], leader), EINVAL, GROUP);
}

TEST(Explain, AStackSampleTooLarge) {
  NEEDS(Paranoid(2));
  perfc_attr attr =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_STACK_USER);
  attr.sample_stack_user = 65536;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ARGUMENT);
  EXPECT_TRUE(Says(failure, "65528"));
}

// What was once "Invalid argument" and no more.
TEST(Explain, TheFieldIsNamed) {
  NEEDS(Perfmon(), Pmu("breakpoint"), Pmu("tracepoint"));
  const perfc_attr clock =
      Sampling(Software(PERFC_COUNT_SW_CPU_CLOCK), PERFC_SAMPLE_IP);
  const struct {
    const char* words;
    void (*spoil)(perfc_attr* attr);
  } cases[] = {
      {"reserved_2", [](perfc_attr* attr) { attr->reserved_2 = 1; }},
      {"sample_period",
       [](perfc_attr* attr) { attr->sample_period = uint64_t{1} << 63; }},
      {"sample_regs_user",
       [](perfc_attr* attr) {
         attr->sample_type |= PERFC_SAMPLE_REGS_USER;
         attr->sample_regs_user = ~uint64_t{0};
       }},
      {"branch_sample_type",
       [](perfc_attr* attr) {
         attr->sample_type |= PERFC_SAMPLE_BRANCH_STACK;
       }},
      {"clockid",
       [](perfc_attr* attr) {
         attr->flags |= PERFC_ATTR_USE_CLOCKID;
         attr->clockid = 55;
       }},
      {"tracepoint has the id 99999",
       [](perfc_attr* attr) {
         attr->type = PERFC_TYPE_TRACEPOINT;
         attr->config = 99999;
       }},
      {"bp_len",
       [](perfc_attr* attr) {
         attr->type = PERFC_TYPE_BREAKPOINT;
         attr->config = 0;
         attr->bp_type = PERFC_HW_BREAKPOINT_RW;
         attr->config1 = 0x1000;
         attr->config2 = 9;
       }},
  };
  for (const auto& c : cases) {
    perfc_attr attr = clock;
    c.spoil(&attr);
    const Failure failure = TryOpen(attr);
    EXPECT_EXPLAINED(failure, EINVAL, ARGUMENT);
    EXPECT_TRUE(Says(failure, c.words)) << Text(failure.error);
  }
}

TEST(Explain, AUprobeInNoFile) {
  NEEDS(Perfmon(), Pmu("uprobe"));
  perfc_attr attr = Attr(perfc_host_pmu_type(nullptr, "uprobe", nullptr), 0);
  attr.config1 = reinterpret_cast<uintptr_t>("/no/such/program");
  Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, ENOENT, ARGUMENT);
  EXPECT_TRUE(Says(failure, "no file /no/such/program"));
  attr.config1 = reinterpret_cast<uintptr_t>("/bin/sh");
  attr.config2 = INT64_MAX;
  failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EINVAL, ARGUMENT);
  EXPECT_TRUE(Says(failure, "of /bin/sh"));
}

TEST(Explain, AnInheritedEventOfEveryCpuCantBeMapped) {
  NEEDS(Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
  attr.flags |= PERFC_ATTR_INHERIT;
  Event event = Open(attr);
  Failure failure;
  failure.result = perfc_mmap(event, 1, 0, &failure.error);
  EXPECT_EQ("", Check(failure, -EINVAL, "EINVAL", PERFC_CALL_MMAP,
                      PERFC_RULE_INHERIT_MMAP));
  Event on_cpu = Open(attr, 0, AllowedCpus()[0]);
  Map(on_cpu, 1);
}

TEST(Explain, PerfEventParanoid) {
  NEEDS(ParanoidAtLeast(1));
  EXPECT_EQ("", InChild([]() -> std::string {
              CHILD_EXPECT(DropCapabilities());
              Failure failure = TryOpen(Software(PERFC_COUNT_SW_CPU_CLOCK), -1,
                                        AllowedCpus()[0]);
              const std::string wrong =
                  Check(failure, -EACCES, "EACCES", PERFC_CALL_PERF_EVENT_OPEN,
                        PERFC_RULE_PARANOID);
              if (!wrong.empty()) return wrong;
              // Above 2, a patched kernel forbids everything first.
              CHILD_EXPECT(failure.error.number[0] == 0 || ParanoidLevel() > 2);
              CHILD_EXPECT_EQ(ParanoidLevel(), failure.error.paranoid);
              CHILD_EXPECT(Says(failure, "CAP_PERFMON"));
              CHILD_EXPECT(Says(failure, "perf_event_paranoid is " +
                                             std::to_string(ParanoidLevel())));
              return "";
            }));
}

TEST(Explain, PerfEventParanoidAndTheKernel) {
  NEEDS(ParanoidAtLeast(2), ParanoidAtMost(2));
  EXPECT_EQ("", InChild([]() -> std::string {
              CHILD_EXPECT(DropCapabilities());
              perfc_attr attr = Software(PERFC_COUNT_SW_CPU_CLOCK);
              attr.flags = 0;
              const Failure failure = TryOpen(attr);
              const std::string wrong =
                  Check(failure, -EACCES, "EACCES", PERFC_CALL_PERF_EVENT_OPEN,
                        PERFC_RULE_PARANOID);
              if (!wrong.empty()) return wrong;
              CHILD_EXPECT_EQ(1u, failure.error.number[0]);
              CHILD_EXPECT(Says(failure, "exclude_kernel"));
              return "";
            }));
}

// Without capabilities not even root may watch a process that has some.
TEST(Explain, ProcessesOfOthers) {
  NEEDS(ParanoidAtMost(2));
  EXPECT_EQ("", InChild([]() -> std::string {
              CHILD_EXPECT(DropCapabilities());
              const Failure failure =
                  TryOpen(Software(PERFC_COUNT_SW_DUMMY), 1);
              CHILD_EXPECT_EQ(-EACCES, failure.result);
              CHILD_EXPECT_EQ(PERFC_RULE_CAPABILITY, failure.error.rule);
              return "";
            }));
}

TEST(Explain, ASeccompFilter) {
  NEEDS(Paranoid(2));
  for (const int code : {EPERM, EACCES, ENOSYS}) {
    EXPECT_EQ("", InChild([code]() -> std::string {
                CHILD_EXPECT(RefusePerfEventOpen(code));
                const Failure failure = TryOpen(Software(PERFC_COUNT_SW_DUMMY));
                const std::string wrong =
                    Check(failure, -code, strerrorname_np(code),
                          PERFC_CALL_PERF_EVENT_OPEN, PERFC_RULE_SECCOMP);
                if (!wrong.empty()) return wrong;
                CHILD_EXPECT_EQ(SECCOMP_MODE_FILTER, failure.error.number[0]);
                CHILD_EXPECT(Says(failure, "seccomp"));
                return "";
              }));
  }
}

TEST(Explain, TheMlockBudgetWithItsArithmetic) {
  NEEDS(ParanoidAtLeast(0), ParanoidAtMost(2));
  constexpr uint32_t kPages = 1 << 14;
  EXPECT_EQ("", InChild([]() -> std::string {
              const Limit none(RLIMIT_MEMLOCK, 0);
              CHILD_EXPECT(DropCapabilities());
              const perfc_attr attr = Software(PERFC_COUNT_SW_DUMMY);
              perfc_event* event = nullptr;
              Failure failure;
              CHILD_EXPECT_EQ(0, perfc_open(nullptr, &attr, sizeof attr, 0, -1,
                                            nullptr, 0, &event, nullptr));
              failure.result = perfc_mmap(event, kPages, 0, &failure.error);
              const std::string wrong = Check(
                  failure, -EPERM, "EPERM", PERFC_CALL_MMAP, PERFC_RULE_MLOCK);
              if (!wrong.empty()) return wrong;
              const uint64_t kb =
                  ReadNumber("/proc/sys/kernel/perf_event_mlock_kb");
              const uint64_t cpus = sysconf(_SC_NPROCESSORS_ONLN);
              CHILD_EXPECT_EQ((kPages + 1) * kPage, failure.error.number[0]);
              CHILD_EXPECT_EQ(kb, failure.error.number[1]);
              CHILD_EXPECT_EQ(cpus, failure.error.number[2]);
              CHILD_EXPECT_EQ(0u, failure.error.number[3]);
              CHILD_EXPECT(Says(failure, std::to_string(kb * 1024 * cpus)));
              perfc_close(event);
              return "";
            }));
}

#if defined(__x86_64__)  // Which alone has the tracepoint.
TEST(Explain, ATracepointThatSamplingReaches) {
  NEEDS(Perfmon(), Tracefs());
  perfc_attr attr = Tracepoint("irq_vectors:irq_work_exit");
  Open(attr);
  attr.sample_period = 1;
  const Failure failure = TryOpen(attr);
  EXPECT_EXPLAINED(failure, EPERM, ARGUMENT);
  EXPECT_TRUE(Says(failure, "can only be counted")) << Text(failure.error);
}
#endif

TEST(Explain, TheTextIsCutAsSnprintfCutsIt) {
  NEEDS();
  const Failure failure = TryOpen(Attr(0x7ffffff0, 5));
  const std::string whole = Text(failure.error);
  char part[10];
  EXPECT_EQ(static_cast<int>(whole.size()),
            perfc_error_text(&failure.error, part, sizeof part));
  EXPECT_EQ(whole.substr(0, 9), part);
  EXPECT_EQ(static_cast<int>(whole.size()),
            perfc_error_text(&failure.error, nullptr, 0));
}

}  // namespace
}  // namespace live
