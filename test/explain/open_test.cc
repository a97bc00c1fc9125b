// From an errno and the facts of the system to the kernel's rule, for
// perf_event_open(2).

#include <sys/resource.h>
#include <time.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/uapi.h"
#include "test/explain/explain_test.h"
#include "test/explain/kernel_rules.h"

namespace {

using scripted::Call;
using scripted::SampleAttr;

constexpr int64_t kNotLookedAt = -100;

class ExplainOpenTest : public ExplainTest {};

perfc_attr UserOnly() { return SampleAttr(0, PERFC_ATTR_EXCLUDE_KERNEL); }

perfc_attr RawTracepoint() {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_RAW, PERFC_ATTR_EXCLUDE_KERNEL);
  attr.type = PERFC_TYPE_TRACEPOINT;
  attr.config = explain::kTracepoint;
  return attr;
}

// ---- perf_event_paranoid, capabilities, seccomp: on a machine whose kernel has
// the rules, because they are found out by trying

class DeniedTest : public ExplainTest {
 protected:
  // What the kernel says to a request, explained. It must have refused.
  perfc_error Ask(const explain::KernelRules &rules, const perfc_attr &attr,
                  int32_t pid = 0, int32_t cpu = -1) {
    rules.Install(&system_);
    const int refused = rules.Open(attr, pid, cpu, -1);
    EXPECT_NE(refused, 0);
    return Explain(refused, attr, pid, cpu);
  }
};

explain::KernelRules User(int paranoid) {
  explain::KernelRules rules;
  rules.paranoid = paranoid;
  rules.privileged = false;
  return rules;
}

struct Request {
  const char *what;
  perfc_attr attr;
  int32_t pid;
  int32_t cpu;
  int64_t highest;  // perf_event_paranoid that needs no privilege
};

const Request kRequests[] = {
    {"own user space", UserOnly(), 0, -1, 2},
    {"own kernel space", SampleAttr(), 0, -1, 1},
    {"physical addresses",
     SampleAttr(PERFC_SAMPLE_PHYS_ADDR, PERFC_ATTR_EXCLUDE_KERNEL), 0, -1, 1},
    {"a whole CPU", UserOnly(), -1, 0, 0},
    {"a tracepoint's raw data", RawTracepoint(), 0, -1, -1},
};

TEST_F(DeniedTest, EachParanoidLevelAgainstEachRequest) {
  for (const Request &request : kRequests) {
    for (const bool patched : {false, true}) {
      for (int level = -1; level <= 4; ++level) {
        SCOPED_TRACE(testing::Message() << request.what << " at " << level
                                        << (patched ? ", patched" : ""));
        explain::KernelRules rules = User(level);
        rules.patched = patched;
        const bool all_forbidden = patched && level > 2;
        if (level <= request.highest && !all_forbidden) continue;
        if (request.highest == 2 && !all_forbidden) continue;
        const perfc_error error =
            Ask(rules, request.attr, request.pid, request.cpu);
        const int64_t highest = all_forbidden ? 2 : request.highest;
        EXPECT_EQ(error.paranoid, level);
        ExpectRule(error, PERFC_RULE_PARANOID);
        EXPECT_EQ(static_cast<int64_t>(error.number[0]), highest);
        EXPECT_EQ(error.number[2], all_forbidden);
        ExpectText(error, "perf_event_paranoid is " + std::to_string(level) +
                              ", and without CAP_PERFMON this needs " +
                              std::to_string(highest) + " or less");
      }
    }
  }
}

TEST_F(DeniedTest, ExcludeKernelIsAdvisedWhereItWorks) {
  for (int level : {2, 3, 4}) {
    const perfc_error error = Ask(User(level), SampleAttr());
    ExpectText(error, "set exclude_kernel");
    EXPECT_EQ(TextOf(error).find("Debian"), std::string::npos);
    explain::KernelRules patched = User(level);
    patched.patched = true;
    if (level == 2) continue;
    EXPECT_EQ(TextOf(Ask(patched, SampleAttr())).find("exclude_kernel"),
              std::string::npos);
  }
}

TEST_F(DeniedTest, AnotherUsersProcessIsTheReasonAtEveryLevel) {
  for (int level = -1; level <= 4; ++level) {
    const perfc_error error =
        Ask(User(level), UserOnly(), explain::kOthersProcess);
    ExpectRule(error, PERFC_RULE_CAPABILITY);
    EXPECT_EQ(error.number[0], uint64_t{kCapPerfmon});
    ExpectText(error, "another user");
    ExpectText(error, "CAP_PERFMON (38)");
  }
}

TEST_F(DeniedTest, AFilterIsTheReasonWhateverTheLevel) {
  for (int level = -1; level <= 4; ++level) {
    explain::KernelRules rules = User(level);
    rules.filtered = EPERM;
    const perfc_error error = Ask(rules, SampleAttr());
    ExpectRule(error, PERFC_RULE_SECCOMP);
    EXPECT_EQ(error.number[0], 2u);
    ExpectText(error, "seccomp filter (mode 2)");
  }
}

TEST_F(DeniedTest, AFilterThatLetsEventsThroughIsNotTheReason) {
  const explain::KernelRules rules = User(2);
  rules.Install(&system_);
  system_.SetFile("/proc/self/status", "CapEff:\t0\nSeccomp:\t2\n");
  ExpectRule(Explain(EACCES, SampleAttr()), PERFC_RULE_PARANOID);
  ExpectRule(Explain(EACCES, UserOnly(), explain::kOthersProcess),
             PERFC_RULE_CAPABILITY);
}

TEST_F(DeniedTest, ASecurityModuleIsTheReasonWhereNothingElseIs) {
  explain::KernelRules rules;
  rules.paranoid = -1;
  rules.module_refuses = EACCES;
  ExpectText(Ask(rules, SampleAttr()), "security module");
}

TEST_F(DeniedTest, AnUnreadableLevelIsNotBlamed) {
  User(2).Install(&system_);
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  const perfc_error error = Explain(EACCES, SampleAttr());
  ExpectRule(error, PERFC_RULE_UNKNOWN);
  EXPECT_EQ(error.paranoid, kNotLookedAt);
  ExpectText(error, "set exclude_kernel");
  ExpectText(error, "can't be read");
}

TEST_F(DeniedTest, ATracepointThatSamplingReachesCanOnlyBeCounted) {
  explain::KernelRules().Install(&system_);
  perfc_attr attr = RawTracepoint();
  const perfc_error error = Explain(EPERM, attr);
  ExpectRule(error, PERFC_RULE_ARGUMENT);
  ExpectText(error, "can only be counted, with sample_period 0");
  attr.sample_period = 0;
  ExpectRule(Explain(EPERM, attr), PERFC_RULE_UNKNOWN);
}

TEST_F(ExplainOpenTest, EnosysIsAFilterWhereTheKernelHasPerfEvents) {
  SetParanoid(2);
  SetStatus(0, 2);
  ExpectRule(Explain(ENOSYS, SampleAttr()), PERFC_RULE_SECCOMP);
  SetStatus(0, 0);
  const perfc_error emulated = Explain(ENOSYS, SampleAttr());
  ExpectRule(emulated, PERFC_RULE_UNKNOWN);
  ExpectText(emulated, "an emulator or a sandbox");
  // Where the filters can't be read, none is ruled out.
  system_.RemoveFile("/proc/self/status");
  ExpectRule(Explain(ENOSYS, SampleAttr()), PERFC_RULE_SECCOMP);
  system_.SetFile("/proc/sys/kernel/pid_max", "32768\n");
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  const perfc_error error = Explain(ENOSYS, SampleAttr());
  ExpectRule(error, PERFC_RULE_NO_SYSCALL);
  ExpectText(error, "CONFIG_PERF_EVENTS");
  system_.RemoveFile("/proc/sys/kernel/pid_max");
  const perfc_error untold = Explain(ENOSYS, SampleAttr());
  ExpectRule(untold, PERFC_RULE_UNKNOWN);
  ExpectText(untold, "procfs, which tells, can't be read");
}

// ---- trials

TEST_F(ExplainOpenTest, TrialsAreDisabledBoundedAndClosed) {
  perfc_attr attr = SampleAttr(~uint64_t{0} & (PERFC_SAMPLE_MAX - 1));
  attr.flags = PERFC_ATTR_FLAGS_KNOWN & ~uint64_t{PERFC_ATTR_DISABLED};
  int trials = 0;
  system_.set_on_open([&](const perfc_attr &tried, pid_t, int, int group) {
    ++trials;
    EXPECT_TRUE(tried.flags & PERFC_ATTR_DISABLED);
    EXPECT_FALSE(tried.flags & PERFC_ATTR_ENABLE_ON_EXEC);
    EXPECT_EQ(group, -1);
    return 0;
  });
  for (int refused : {EINVAL, EACCES, EPERM, EOPNOTSUPP}) {
    trials = 0;
    Explain(refused, attr);
    EXPECT_LE(trials, 40) << strerrorname_np(refused);
    EXPECT_EQ(system_.open_fds(), 0u);
  }
  EXPECT_EQ(system_.count(Call::kIoctl), 0);
  EXPECT_EQ(system_.count(Call::kMmap), 0);
}

TEST_F(ExplainOpenTest, WhatItsErrnoSaysIsNotTried) {
  for (int refused : {EMFILE, ENFILE, ENOMEM, ESRCH, ENOSPC, EOVERFLOW, EBADF,
                      EFAULT, EBUSY, ENOENT, ENODEV, E2BIG}) {
    Explain(refused, SampleAttr());
    EXPECT_EQ(system_.count(Call::kPerfEventOpen), 0)
        << strerrorname_np(refused);
  }
}

TEST_F(ExplainOpenTest, TracepointsAndProbesAreNotTried) {
  system_.SetFile(kDevices + "/uprobe/type", "8\n");
  for (uint32_t type : {uint32_t{PERFC_TYPE_TRACEPOINT}, 8u}) {
    perfc_attr attr = SampleAttr();
    attr.type = type;
    system_.set_on_open([](const perfc_attr &tried, pid_t, int, int) {
      EXPECT_EQ(tried.type, uint32_t{PERFC_TYPE_SOFTWARE});
      EXPECT_EQ(tried.config, uint64_t{PERFC_COUNT_SW_DUMMY});
      return 0;
    });
    attr.config1 = reinterpret_cast<uintptr_t>("/bin/ls");
    Explain(EINVAL, attr);
  }
}

TEST_F(ExplainOpenTest, WithoutAnErrorStructNothingIsTried) {
  const perfc_attr attr = SampleAttr();
  for (int refused : {EINVAL, EACCES, EOPNOTSUPP}) {
    EXPECT_EQ(perfc::explain::OpenFailed(
                  host_, -refused,
                  {attr, sizeof attr, sizeof attr, 0, -1, nullptr, 0}, nullptr),
              -refused);
  }
  EXPECT_EQ(system_.count(Call::kPerfEventOpen), 0);
  EXPECT_EQ(system_.count(Call::kOpen), 0);
}

// ---- fds, targets, CPUs

TEST_F(ExplainOpenTest, TooManyFdsOfTheProcessComeWithItsLimits) {
  system_.SetLimit(RLIMIT_NOFILE, 1024, 4096);
  const perfc_error error = Explain(EMFILE, SampleAttr());
  ExpectRule(error, PERFC_RULE_FD_LIMIT);
  EXPECT_EQ(error.number[0], 1024u);
  EXPECT_EQ(error.number[1], 1024u);
  EXPECT_EQ(error.number[2], 4096u);
  ExpectText(error, "all 1024 file descriptors");
  ExpectText(error, "hard limit 4096");
}

TEST_F(ExplainOpenTest, TooManyFdsOfTheSystemComeWithTheirNumber) {
  system_.SetFile("/proc/sys/fs/file-nr", "7104\t0\t7200\n");
  const perfc_error error = Explain(ENFILE, SampleAttr());
  ExpectRule(error, PERFC_RULE_FD_LIMIT_SYSTEM);
  ExpectText(error, "7104 of 7200");
  system_.SetFile("/proc/sys/fs/file-nr", "garbage");
  const perfc_error untold = Explain(ENFILE, SampleAttr());
  ExpectRule(untold, PERFC_RULE_FD_LIMIT_SYSTEM);
  ExpectText(untold, "used up (/proc/sys/fs/file-max)");
}

TEST_F(ExplainOpenTest, AProcessThatIsGoneIsNamed) {
  const perfc_error error = Explain(ESRCH, SampleAttr(), 4711);
  ExpectRule(error, PERFC_RULE_NO_TARGET);
  ExpectText(error, "no process or thread 4711");
}

TEST_F(ExplainOpenTest, AnOfflineCpuIsNamed) {
  const perfc_error error = Explain(ENODEV, SampleAttr(), -1, 3);
  ExpectRule(error, PERFC_RULE_CPU_OFFLINE);
  ExpectText(error, "CPU 3 is offline");
  const perfc_error anywhere = Explain(ENODEV, SampleAttr());
  ExpectRule(anywhere, PERFC_RULE_UNKNOWN);
  ExpectText(anywhere, "the kernel doesn't tell what the PMU of type 1 lacks");
}

TEST_F(ExplainOpenTest, ACpuBeyondTheHighestIsNamedThoughNumbersHaveGaps) {
  system_.SetFile("/sys/devices/system/cpu/possible", "0,2-3,8\n");
  const perfc_error error = Explain(EINVAL, SampleAttr(), -1, 9);
  ExpectRule(error, PERFC_RULE_CPU_RANGE);
  ExpectText(error, "there is no CPU 9");
  for (int cpu : {2, 8}) {
    ExpectRule(Explain(EINVAL, SampleAttr(), -1, cpu), PERFC_RULE_ARGUMENT);
  }
}

TEST_F(ExplainOpenTest, EveryProcessOnEveryCpuCantBeAskedFor) {
  ExpectText(Explain(EINVAL, SampleAttr(), -1, -1), "needs a cpu");
}

TEST_F(ExplainOpenTest, ACpuBelowAnyIsSaidSo) {
  ExpectText(Explain(EINVAL, SampleAttr(), 0, -7), "cpu is below -1");
}

// ---- what the attr asks for

TEST_F(ExplainOpenTest, AFrequencyAboveTheSysctlIsShownBesideIt) {
  system_.SetFile("/proc/sys/kernel/perf_event_max_sample_rate", "100000\n");
  perfc_attr attr = SampleAttr(0, PERFC_ATTR_FREQ);
  attr.sample_period = 100001;
  const perfc_error error = Explain(EINVAL, attr);
  ExpectRule(error, PERFC_RULE_SAMPLE_RATE);
  ExpectText(error, "100001 Hz is above perf_event_max_sample_rate, 100000");
  attr.sample_period = 100000;
  ExpectRule(Explain(EINVAL, attr), PERFC_RULE_ARGUMENT);
  attr.sample_period = 100001;
  attr.flags = 0;
  ExpectRule(Explain(EINVAL, attr), PERFC_RULE_ARGUMENT);
}

TEST_F(ExplainOpenTest, ATooDeepStackIsShownBesideTheSysctl) {
  system_.SetFile("/proc/sys/kernel/perf_event_max_stack", "127\n");
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_CALLCHAIN);
  attr.sample_max_stack = 2000;
  const perfc_error error = Explain(EOVERFLOW, attr);
  ExpectRule(error, PERFC_RULE_MAX_STACK);
  ExpectText(error, "2000 is above perf_event_max_stack, 127");
}

TEST_F(ExplainOpenTest, FlagsThatTheKernelIsTooOldForAreShown) {
  const perfc_attr attr = SampleAttr(0, PERFC_ATTR_DEFER_CALLCHAIN);
  const perfc_error error = Explain(EINVAL, attr);
  ExpectRule(error, PERFC_RULE_ATTR_BITS);
  EXPECT_EQ(error.number[0], uint64_t{PERFC_ATTR_DEFER_CALLCHAIN});
  ExpectText(error, "bits 0x4000000000 of flags");
  system_.set_kernel_attr_size(PERFC_ATTR_SIZE_VER9);
  ExpectRule(Explain(EINVAL, attr), PERFC_RULE_ARGUMENT);
}

TEST_F(ExplainOpenTest, BitsThatNoKernelKnowsAreShownByField) {
  perfc_attr attr = SampleAttr(0, uint64_t{1} << 63);
  ExpectText(Explain(EINVAL, attr), "bits 0x8000000000000000 of flags");
  attr = SampleAttr(PERFC_SAMPLE_MAX | PERFC_SAMPLE_IP);
  ExpectText(Explain(EINVAL, attr), "bits 0x2000000 of sample_type");
  attr = SampleAttr();
  attr.read_format = PERFC_FORMAT_MAX | PERFC_FORMAT_ID;
  ExpectText(Explain(EINVAL, attr), "bits 0x20 of read_format");
}

TEST_F(ExplainOpenTest, AUserStackHasALengthThatFits) {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_STACK_USER);
  for (uint32_t size : {65536u, 12u}) {
    attr.sample_stack_user = size;
    ExpectText(Explain(EINVAL, attr), "sample_stack_user must be");
  }
  attr.sample_stack_user = 65528;
  ExpectText(Explain(EINVAL, attr), "takes every part");
}

TEST_F(ExplainOpenTest, WhereNoTrialCanBeMadeNoReasonIsGuessed) {
  SetStatus(0, 2);
  for (int shortage : {EMFILE, ENFILE, ENOMEM}) {
    system_.FailAlways(scripted::Call::kPerfEventOpen, shortage);
    for (int code : {EACCES, EPERM, EINVAL}) {
      const perfc_error error = Explain(code, SampleAttr());
      ExpectRule(error, PERFC_RULE_UNKNOWN);
      ExpectText(error, "can't be found by trying");
    }
  }
}

TEST_F(ExplainOpenTest, ThePartThatIsRefusedForAnotherReasonIsNotTheReason) {
  system_.set_on_open([](const perfc_attr &attr, pid_t, int, int) {
    if (attr.sample_type & PERFC_SAMPLE_PHYS_ADDR) return EACCES;
    if (attr.sample_type & PERFC_SAMPLE_BRANCH_STACK) return EOPNOTSUPP;
    return attr.flags & PERFC_ATTR_BUILD_ID ? EINVAL : 0;
  });
  perfc_attr attr = SampleAttr(
      PERFC_SAMPLE_PHYS_ADDR | PERFC_SAMPLE_BRANCH_STACK, PERFC_ATTR_BUILD_ID);
  attr.branch_sample_type = PERFC_SAMPLE_BRANCH_ANY;
  ExpectText(Explain(EINVAL, attr), "build_id");
  ExpectText(Explain(EOPNOTSUPP, attr), "PERFC_SAMPLE_BRANCH_STACK");
}

TEST_F(ExplainOpenTest, WhatASiblingAloneMayAskForIsNotTriedWithoutItsGroup) {
  system_.set_on_open([](const perfc_attr &attr, pid_t, int, int group) {
    if (attr.aux_sample_size && group == -1) return EINVAL;
    return attr.flags & PERFC_ATTR_BUILD_ID ? EINVAL : 0;
  });
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_AUX, PERFC_ATTR_BUILD_ID);
  attr.aux_sample_size = 4096;
  const perfc_attr leader_attr = SampleAttr();
  const perfc::explain::Leader leader = {leader_attr, false, false, false};
  ExpectText(Explain(EINVAL, attr, 0, -1, &leader), "build_id");
  ExpectText(Explain(EINVAL, attr), "needs a group");
}

TEST_F(ExplainOpenTest, ATracepointThatDoesntFitItsLeaderHasAnIdAllTheSame) {
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_TRACEPOINT;
  const perfc::explain::Leader leader = {attr, false, false, true};
  ExpectText(Explain(EINVAL, attr, 0, -1, &leader),
             "cpu isn't the group leader's");
}

TEST_F(ExplainOpenTest, ASiblingThatDoesntFitItsLeaderIsSaidSo) {
  const perfc_attr attr = SampleAttr(0, PERFC_ATTR_USE_CLOCKID);
  perfc_attr pinned = attr;
  pinned.flags |= PERFC_ATTR_PINNED;
  perfc_attr inherits = attr;
  inherits.flags |= PERFC_ATTR_INHERIT;
  perfc_attr other_clock = attr;
  other_clock.clockid = CLOCK_MONOTONIC;
  const perfc_attr no_clock = SampleAttr();
  const struct {
    perfc_attr attr;
    perfc::explain::Leader leader;
    const char *part;
  } cases[] = {
      {pinned, {attr, false, false, false}, "pinned and exclusive are"},
      {attr,
       {other_clock, false, false, false},
       "clock (use_clockid, clockid)"},
      {attr, {no_clock, false, false, false}, "clock (use_clockid, clockid)"},
      {attr, {attr, false, true, false}, "another process or thread (pid)"},
      {attr, {attr, false, false, true}, "cpu isn't the group leader's"},
      {attr, {inherits, false, false, false}, "inherit must be the same"},
      {attr, {attr, true, false, false}, "is a sibling itself"},
      {attr, {attr, false, false, false}, "can't count so many at once"},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE(c.part);
    const perfc_error error = Explain(EINVAL, c.attr, 0, -1, &c.leader);
    ExpectRule(error, PERFC_RULE_GROUP);
    ExpectText(error, c.part);
  }
}

TEST_F(ExplainOpenTest, BreakpointsRunOut) {
  ExpectRule(Explain(ENOSPC, SampleAttr()), PERFC_RULE_BREAKPOINTS);
  ExpectText(Explain(ENOSPC, SampleAttr()), "breakpoint registers are taken");
}

TEST_F(ExplainOpenTest, WhatThePmuCantDoIsSaidWithItsType) {
  const perfc_error error = Explain(EOPNOTSUPP, SampleAttr());
  ExpectRule(error, PERFC_RULE_NOT_SUPPORTED);
  ExpectText(error, "PMU of type 1");
}

// ---- events and PMUs

TEST_F(ExplainOpenTest, HardwareEventsWithoutACorePmuAreAVirtualMachines) {
  for (const char *device : {"software", "tracepoint", "msr", "uprobe"}) {
    system_.SetFile(kDevices + "/" + device + "/type", "1\n");
  }
  for (uint32_t type :
       {PERFC_TYPE_HARDWARE, PERFC_TYPE_HW_CACHE, PERFC_TYPE_RAW}) {
    perfc_attr attr = SampleAttr();
    attr.type = type;
    const perfc_error error = Explain(ENOENT, attr);
    ExpectRule(error, PERFC_RULE_NO_PMU);
    ExpectText(error, "virtual machine");
    EXPECT_EQ(error.number[0], type);
  }
}

TEST_F(ExplainOpenTest, AnUncorePmuWantsACpuAndNoTask) {
  system_.SetFile(kDevices + "/uncore_imc/type", "14\n");
  system_.SetFile(kDevices + "/uncore_imc/cpumask", "0\n");
  system_.SetFile(kDevices + "/cpu/type", "4\n");
  perfc_attr attr = SampleAttr();
  attr.type = 14;
  attr.sample_period = 0;
  for (const int pid : {0, 17}) {
    const perfc_error error = Explain(EINVAL, attr, pid, -1);
    ExpectRule(error, PERFC_RULE_ARGUMENT);
    ExpectText(error, "counts CPUs and no task");
    ExpectText(error, "cpumask");
  }
  ExpectText(Explain(EINVAL, attr, -1, 0), "takes every part");
  attr.sample_period = 1000;
  ExpectText(Explain(EINVAL, attr, -1, 0), "sample_period 0");
  attr.type = 4;
  ExpectText(Explain(EINVAL, attr, 0, -1), "takes every part");
  system_.SetFile(kDevices + "/arm_spe_0/type", "15\n");
  system_.SetFile(kDevices + "/arm_spe_0/cpumask", "0-3\n");
  attr.type = 15;
  ExpectText(Explain(EINVAL, attr, 0, -1), "takes every part");
}

TEST_F(ExplainOpenTest, ABreakpointHasALengthThatTheMachineWatches) {
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_BREAKPOINT;
  attr.bp_type = PERFC_HW_BREAKPOINT_RW;
  attr.config1 = 0x1001;
#if defined(__x86_64__)
  attr.config2 = 3;
  ExpectText(Explain(EINVAL, attr), "bp_len (config2) must be");
  attr.config2 = 8;
  ExpectText(Explain(EINVAL, attr), "bp_addr (config1) must be");
#else
  attr.config2 = 9;
  ExpectText(Explain(EINVAL, attr), "bp_len (config2) must be");
  for (uint64_t length : {3, 8}) {
    attr.config2 = length;
    ExpectText(Explain(EINVAL, attr), "takes every part");
  }
#endif
}

TEST_F(ExplainOpenTest, AMissingEventOfAMachineWithAPmuIsJustThat) {
  const struct {
    const char *machine;
    const char *file;
  } cases[] = {{"x86, riscv64", "/cpu/type"},
               {"hybrid x86", "/cpu_core/cpus"},
               {"arm64", "/armv8_pmuv3_0/cpus"},
               {"arm64 by core", "/armv8_cortex_a72/cpus"},
               {"Apple's", "/apple_firestorm_pmu/cpus"}};
  system_.SetFile(kDevices + "/software/type", "1\n");
  perfc_attr attr = SampleAttr();
  attr.type = PERFC_TYPE_HARDWARE;
  attr.config = 0x1234;
  for (const auto &c : cases) {
    SCOPED_TRACE(c.machine);
    system_.SetFile(kDevices + c.file, "0-3\n");
    const perfc_error error = Explain(ENOENT, attr);
    ExpectRule(error, PERFC_RULE_NO_EVENT);
    ExpectText(error, "type 0 with config 0x1234");
    system_.RemoveFile(kDevices + c.file);
    ExpectRule(Explain(ENOENT, attr), PERFC_RULE_NO_PMU);
  }
}

TEST_F(ExplainOpenTest, OtherTypesThatAreMissingAreNoMatterOfThePmu) {
  perfc_attr attr = SampleAttr();
  attr.type = 77;
  ExpectRule(Explain(ENOENT, attr), PERFC_RULE_NO_EVENT);
}

TEST_F(ExplainOpenTest, AnErrnoWithoutARuleIsNamedAlone) {
  for (int error : {EINTR, EFAULT, EIO}) {
    const perfc_error facts = Explain(error, SampleAttr());
    ExpectRule(facts, PERFC_RULE_UNKNOWN);
    ExpectText(facts, strerrorname_np(error));
  }
}

}  // namespace
