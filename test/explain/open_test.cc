// From an errno and the facts of the system to the kernel's rule, for
// perf_event_open(2).

#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/error.h"
#include "perfc/uapi.h"
#include "test/explain/explain_test.h"

namespace {

using scripted::Call;
using scripted::SampleAttr;

constexpr int64_t kNotLookedAt = -100;

class ExplainOpenTest : public ExplainTest {};

perfc_attr UserOnly() { return SampleAttr(0, PERFC_ATTR_EXCLUDE_KERNEL); }

perfc_attr RawTracepoint() {
  perfc_attr attr = SampleAttr(PERFC_SAMPLE_RAW, PERFC_ATTR_EXCLUDE_KERNEL);
  attr.type = PERFC_TYPE_TRACEPOINT;
  return attr;
}

// ---- perf_event_paranoid and capabilities

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

TEST_F(ExplainOpenTest, EachParanoidLevelAgainstEachRequest) {
  for (const Request &request : kRequests) {
    for (int level = -1; level <= 4; ++level) {
      SCOPED_TRACE(testing::Message() << request.what << " at " << level);
      SetParanoid(level);
      SetStatus(0, 0);
      const perfc_error error =
          Explain(EACCES, request.attr, request.pid, request.cpu);
      EXPECT_EQ(error.paranoid, level);
      if (level <= request.highest) {
        ExpectRule(error, PERFC_RULE_UNKNOWN);
        continue;
      }
      ExpectRule(error, PERFC_RULE_PARANOID);
      EXPECT_EQ(static_cast<int64_t>(error.number[0]), request.highest);
      ExpectText(error, "perf_event_paranoid is " + std::to_string(level) +
                            ", and without CAP_PERFMON this needs " +
                            std::to_string(request.highest) + " or less");
    }
  }
}

TEST_F(ExplainOpenTest, LevelsOfDebianAndUbuntuAreNamedAsTheirs) {
  for (int level : {3, 4}) {
    SetParanoid(level);
    ExpectText(Explain(EACCES, UserOnly()), "Debian's and Ubuntu's");
  }
  SetParanoid(2);
  const std::string text = TextOf(Explain(EACCES, SampleAttr()));
  EXPECT_EQ(text.find("Debian"), std::string::npos);
  EXPECT_NE(text.find("set exclude_kernel"), std::string::npos) << text;
}

TEST_F(ExplainOpenTest, NeitherCapabilityIsStoppedByTheLevel) {
  for (int capability : {kCapPerfmon, kCapSysAdmin}) {
    SetParanoid(4);
    SetStatus(uint64_t{1} << capability, 0);
    ExpectRule(Explain(EACCES, SampleAttr()), PERFC_RULE_UNKNOWN);
  }
  SetStatus(~(uint64_t{1} << kCapPerfmon | uint64_t{1} << kCapSysAdmin), 0);
  ExpectRule(Explain(EACCES, SampleAttr()), PERFC_RULE_PARANOID);
}

TEST_F(ExplainOpenTest, ARawTracepointsEpermIsTheLevelsToo) {
  SetParanoid(2);
  ExpectRule(Explain(EPERM, RawTracepoint()), PERFC_RULE_PARANOID);
  SetStatus(0, 2);
  ExpectRule(Explain(EPERM, RawTracepoint()), PERFC_RULE_PARANOID);
}

TEST_F(ExplainOpenTest, AnotherUsersProcessNeedsACapability) {
  SetParanoid(-1);
  const perfc_error error = Explain(EACCES, UserOnly(), 1);
  ExpectRule(error, PERFC_RULE_CAPABILITY);
  EXPECT_EQ(error.number[0], uint64_t{kCapPerfmon});
  ExpectText(error, "another user");
  ExpectText(error, "CAP_PERFMON (38)");
}

TEST_F(ExplainOpenTest, WhatNeedsACapabilityAtEveryLevelSaysSo) {
  SetParanoid(-1);
  perfc_attr attr = UserOnly();
  attr.flags |= PERFC_ATTR_NAMESPACES;
  ExpectText(Explain(EACCES, attr), "namespaces");
  attr = SampleAttr(PERFC_SAMPLE_BRANCH_STACK);
  ExpectText(Explain(EACCES, attr), "branch stacks");
  for (const char *probe : {"kprobe", "uprobe"}) {
    attr = UserOnly();
    attr.type = 9;
    ExpectRule(Explain(EACCES, attr), PERFC_RULE_UNKNOWN);
    const std::string file = kDevices + "/" + probe + "/type";
    system_.SetFile(file, "9\n");
    ExpectRule(Explain(EACCES, attr), PERFC_RULE_CAPABILITY);
    ExpectText(Explain(EACCES, attr), "uprobes need it");
    system_.RemoveFile(file);
  }
}

TEST_F(ExplainOpenTest, AnUnreadableLevelIsNotBlamed) {
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  const perfc_error error = Explain(EACCES, SampleAttr());
  ExpectRule(error, PERFC_RULE_UNKNOWN);
  EXPECT_EQ(error.paranoid, kNotLookedAt);
  ExpectText(error, "perf_event_paranoid, which may be why, can't be read");
}

// ---- seccomp

TEST_F(ExplainOpenTest, EpermUnderAFilterIsTheFiltersWhateverTheLevel) {
  for (int level = -1; level <= 4; ++level) {
    SetParanoid(level);
    SetStatus(0, 2);
    const perfc_error error = Explain(EPERM, SampleAttr());
    ExpectRule(error, PERFC_RULE_SECCOMP);
    EXPECT_EQ(error.number[0], 2u);
    ExpectText(error, "seccomp filter (mode 2)");
  }
}

TEST_F(ExplainOpenTest, EaccesUnderAFilterIsTheLevelsOrTheProcesss) {
  SetStatus(0, 2);
  SetParanoid(3);
  ExpectRule(Explain(EACCES, UserOnly()), PERFC_RULE_PARANOID);
  SetParanoid(1);
  ExpectRule(Explain(EACCES, UserOnly(), 1), PERFC_RULE_CAPABILITY);
  ExpectRule(Explain(EACCES, UserOnly()), PERFC_RULE_SECCOMP);
}

TEST_F(ExplainOpenTest, EpermWithoutAFilterIsASecurityModules) {
  SetParanoid(-1);
  const perfc_error error = Explain(EPERM, SampleAttr());
  ExpectRule(error, PERFC_RULE_UNKNOWN);
  ExpectText(error, "security module");
}

TEST_F(ExplainOpenTest, ATracepointThatSamplingReachesCanOnlyBeCounted) {
  SetParanoid(-1);
  perfc_attr attr = RawTracepoint();
  const perfc_error error = Explain(EPERM, attr);
  ExpectRule(error, PERFC_RULE_ARGUMENT);
  ExpectText(error, "can only be counted, with sample_period 0");
  attr.sample_period = 0;
  ExpectRule(Explain(EPERM, attr), PERFC_RULE_UNKNOWN);
}

TEST_F(ExplainOpenTest, EnosysIsAFilterWhereTheKernelHasPerfEvents) {
  SetStatus(0, 2);
  ExpectRule(Explain(ENOSYS, SampleAttr()), PERFC_RULE_SECCOMP);
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  const perfc_error error = Explain(ENOSYS, SampleAttr());
  ExpectRule(error, PERFC_RULE_NO_SYSCALL);
  ExpectText(error, "CONFIG_PERF_EVENTS");
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
  ExpectRule(Explain(ENFILE, SampleAttr()), PERFC_RULE_FD_LIMIT_SYSTEM);
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
  ExpectRule(Explain(ENODEV, SampleAttr()), PERFC_RULE_NO_EVENT);
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
  ExpectText(Explain(EINVAL, attr), "can't combine");
}

TEST_F(ExplainOpenTest, ASiblingThatDoesntFitItsLeaderIsSaidSo) {
  const perfc_error error = Explain(EINVAL, SampleAttr(), 0, -1, true);
  ExpectRule(error, PERFC_RULE_GROUP);
  ExpectText(error, "sibling needs its leader's");
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
  ExpectText(Explain(EINVAL, attr, -1, 0), "can't combine");
  attr.sample_period = 1000;
  ExpectText(Explain(EINVAL, attr, -1, 0), "sample_period 0");
  attr.type = 4;
  ExpectText(Explain(EINVAL, attr, 0, -1), "can't combine");
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
  for (int error : {EBUSY, EINTR, EFAULT, EBADF, EIO}) {
    const perfc_error facts = Explain(error, SampleAttr());
    ExpectRule(facts, PERFC_RULE_UNKNOWN);
    ExpectText(facts, strerrorname_np(error));
  }
}

}  // namespace
