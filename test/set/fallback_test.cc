// Steps down, weak groups, and the fd limit.
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

class SetFallback : public Sets {
 protected:
  // The kernel refuses what `refuses` says, by this errno.
  void Refuse(int code, std::function<bool(const perfc_attr &)> refuses) {
    system_.set_on_open([=](const perfc_attr &attr, pid_t, int, int) {
      return refuses(attr) ? code : 0;
    });
  }

  void ExpectStep(uint32_t step, uint64_t before, uint64_t after, int code) {
    ASSERT_EQ(Entries().size(), 1u) << ReportText();
    const auto entry = Entries()[0];
    EXPECT_EQ(entry.kind, uint32_t{PERFC_REPORT_DEGRADED});
    EXPECT_EQ(entry.step, step);
    EXPECT_EQ(entry.before, before);
    EXPECT_EQ(entry.after, after);
    EXPECT_EQ(entry.error.code, -code);
    EXPECT_EQ(entry.spec, 0u);
  }
};

bool IsHardware(const perfc_attr &attr) {
  return attr.type == PERFC_TYPE_HARDWARE;
}

TEST_F(SetFallback, NoStepIsTakenUnlessAskedFor) {
  Add(kCycles, "cycles");
  Refuse(ENOENT, IsHardware);
  EXPECT_EQ(Open(CpusTarget("0")), -ENOENT);
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_FAILED});
  EXPECT_EQ(Entries()[0].step, uint32_t{PERFC_FALLBACK_CPU_CLOCK});
  EXPECT_STREQ(Entries()[0].event, "cycles");
  EXPECT_NE(ReportText().find("PERFC_FALLBACK_CPU_CLOCK would"),
            std::string::npos)
      << ReportText();
}

TEST_F(SetFallback, CyclesBecomeCpuClockForExactlyFiveErrnos) {
  perfc_attr cycles = kCycles;
  cycles.flags = PERFC_ATTR_EXCLUDE_KERNEL;
  Add(cycles, "cycles:u");
  options_.fallbacks = PERFC_FALLBACK_CPU_CLOCK;
  for (int code = 1; code < 134; ++code) {
    SCOPED_TRACE(code);
    set_.reset();
    Refuse(code, IsHardware);
    const int result = Open(CpusTarget("0,2"));
    const bool step = code == EOPNOTSUPP || code == ENOENT || code == ENODEV ||
                      code == EINVAL || code == EACCES;
    // Of CPUs that are left out another errno remains.
    EXPECT_EQ(result, step ? 0 : code == ESRCH ? -ENODEV : -code);
    if (!step) continue;
    ExpectStep(PERFC_FALLBACK_CPU_CLOCK, 0, 0, code);
    EXPECT_EQ(Opened(), "cpu-clock:u@0 cpu-clock:u@2");
    EXPECT_EQ(AttrOf(1).type, uint32_t{PERFC_TYPE_SOFTWARE});
    EXPECT_EQ(AttrOf(1).flags,
              uint64_t{PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_DISABLED});
  }
}

TEST_F(SetFallback, OfAHybridCpuTooButOfNoOtherEvent) {
  perfc_attr cycles = kCycles;
  cycles.config |= uint64_t{4} << 32;
  Add(cycles, "cpu_core/cycles/");
  options_.fallbacks = PERFC_FALLBACK_ALL;
  Refuse(ENOENT, IsHardware);
  EXPECT_EQ(Open(CpusTarget("0")), 0);
  EXPECT_EQ(Opened(), "cpu-clock@0");
  Add(CountAttr(PERFC_TYPE_HARDWARE, PERFC_COUNT_HW_INSTRUCTIONS), "ins");
  EXPECT_EQ(Open(CpusTarget("0")), -ENOENT);
}

TEST_F(SetFallback, PreciseIpGoesDownOneByOne) {
  perfc_attr cycles = kCycles;
  cycles.flags = uint64_t{3} << PERFC_ATTR_PRECISE_IP_SHIFT;
  Add(cycles, "cycles:ppp");
  options_.fallbacks = PERFC_FALLBACK_PRECISE_IP;
  Refuse(EOPNOTSUPP, [](const perfc_attr &attr) {
    return (attr.flags & PERFC_ATTR_PRECISE_IP_MASK) >>
           PERFC_ATTR_PRECISE_IP_SHIFT > 1;
  });
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Entries().size(), 2u);
  EXPECT_EQ(Entries()[1].before, 2u);
  EXPECT_EQ(Entries()[1].after, 1u);
  EXPECT_EQ(AttrOf(0).flags & PERFC_ATTR_PRECISE_IP_MASK,
            uint64_t{1} << PERFC_ATTR_PRECISE_IP_SHIFT);
}

TEST_F(SetFallback, TheHighestPreciseIpThatOpensNeedsNoAsking) {
  perfc_attr cycles = kCycles;
  cycles.flags = uint64_t{3} << PERFC_ATTR_PRECISE_IP_SHIFT;
  Add(cycles, "cycles:P", PERFC_SPEC_NO_LEADER, PERFC_SPEC_MAX_PRECISE);
  Refuse(EOPNOTSUPP, [](const perfc_attr &attr) {
    return attr.flags & PERFC_ATTR_PRECISE_IP_MASK;
  });
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Entries().size(), 3u);
}

TEST_F(SetFallback, GuestsThatNobodyExcludedAreCountedWhereThePmuWantsIt) {
  perfc_attr msr = CountAttr(9, 0);
  msr.flags = PERFC_ATTR_EXCLUDE_GUEST;
  Refuse(EINVAL, [](const perfc_attr &attr) {
    return attr.flags & PERFC_ATTR_EXCLUDE_GUEST;
  });
  Add(msr, "msr/tsc/", PERFC_SPEC_NO_LEADER, PERFC_SPEC_GUEST_DEFAULT);
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  ExpectStep(PERFC_FALLBACK_GUEST, 1, 0, EINVAL);
  EXPECT_EQ(AttrOf(0).flags & PERFC_ATTR_EXCLUDE_GUEST, 0u);
  Add(msr, "msr/tsc/H");
  EXPECT_EQ(Open(CpusTarget("0")), -EINVAL);
  EXPECT_NE(ReportText().find("PERFC_FALLBACK_GUEST would"), std::string::npos)
      << ReportText();
}

TEST_F(SetFallback, ExcludeKernelIsTriedBeforeCpuClock) {
  Add(kCycles, "cycles");
  options_.fallbacks = PERFC_FALLBACK_ALL;
  for (const int code : {EACCES, EPERM}) {
    set_.reset();
    Refuse(code, [](const perfc_attr &attr) {
      return !(attr.flags & PERFC_ATTR_EXCLUDE_KERNEL);
    });
    ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
    ExpectStep(PERFC_FALLBACK_EXCLUDE_KERNEL, 0, 1, code);
    EXPECT_TRUE(AttrOf(0).flags & PERFC_ATTR_EXCLUDE_HV);
    EXPECT_EQ(Opened(), "cycles@0");
  }
}

TEST_F(SetFallback, NothingIsLeftOfAnEventOfTheKernelAlone) {
  perfc_attr cycles = kCycles;
  cycles.flags = PERFC_ATTR_EXCLUDE_USER;
  Add(cycles, "cycles:k");
  options_.fallbacks = PERFC_FALLBACK_EXCLUDE_KERNEL;
  Refuse(EACCES, [](const perfc_attr &) { return true; });
  EXPECT_EQ(Open(CpusTarget("0")), -EACCES);
}

TEST_F(SetFallback, FreqGoesDownToTheSysctl) {
  perfc_attr cycles = kCycles;
  cycles.flags = PERFC_ATTR_FREQ;
  cycles.sample_period = 9000;
  Add(cycles, "cycles");
  options_.fallbacks = PERFC_FALLBACK_ALL;
  Refuse(EINVAL,
         [](const perfc_attr &attr) { return attr.sample_period > 4000; });
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  ExpectStep(PERFC_FALLBACK_FREQ, 9000, 4000, EINVAL);
  EXPECT_EQ(AttrOf(0).sample_period, 4000u);
}

TEST_F(SetFallback, InheritThreadGoesWhereTheKernelLacksIt) {
  perfc_attr cycles = kCycles;
  cycles.flags = PERFC_ATTR_INHERIT | PERFC_ATTR_INHERIT_THREAD;
  Add(cycles, "cycles");
  options_.fallbacks = PERFC_FALLBACK_ALL;
  Refuse(EINVAL, [](const perfc_attr &attr) {
    return attr.flags & PERFC_ATTR_INHERIT_THREAD;
  });
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_THREAD, 0)), 0) << TextOf(error_);
  ExpectStep(PERFC_FALLBACK_INHERIT_THREAD, 1, 0, EINVAL);
  EXPECT_TRUE(AttrOf(0).flags & PERFC_ATTR_INHERIT);
}

// The attr is one for all CPUs, even if the last of them refuses.
TEST_F(SetFallback, AStepOnTheLastCpuIsTakenOnAll) {
  Add(kCycles, "cycles");
  options_.fallbacks = PERFC_FALLBACK_CPU_CLOCK;
  system_.set_on_open([](const perfc_attr &attr, pid_t, int cpu, int) {
    return IsHardware(attr) && cpu == 5 ? ENOENT : 0;
  });
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "cpu-clock@0 cpu-clock@2 cpu-clock@5");
  EXPECT_EQ(AttrOf(0).type, uint32_t{PERFC_TYPE_SOFTWARE});
  EXPECT_EQ(Entries()[0].cpu, 5);
}

TEST_F(SetFallback, AWeakGroupIsBrokenUp) {
  for (const int code : {EINVAL, ENOSPC, EOPNOTSUPP}) {
    perfc_specs_destroy(specs_);
    perfc_specs_create(&host_, &specs_, &error_);
    const uint32_t leader =
        Add(kCycles, "a", PERFC_SPEC_NO_LEADER, PERFC_SPEC_WEAK);
    Add(kCycles, "b", leader, PERFC_SPEC_WEAK);
    Add(kCycles, "c", leader, PERFC_SPEC_WEAK);
    int in_group = 0;
    system_.set_on_open([&](const perfc_attr &, pid_t, int, int group) {
      return group != -1 && ++in_group == 2 ? code : 0;
    });
    ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
    EXPECT_EQ(Opened(), "a@0 b@0 c@0 a@2 b@2 c@2");
    EXPECT_EQ(FakeOf(2).group_fd, -1);
    EXPECT_EQ(AttrOf(2).flags, uint64_t{PERFC_ATTR_DISABLED});
    EXPECT_EQ(MemberOf(5).leader, 5u);
    ASSERT_EQ(Entries().size(), 1u);
    EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_REGROUPED});
    EXPECT_EQ(Entries()[0].spec, leader);
  }
}

TEST_F(SetFallback, AGroupThatIsNotWeakFails) {
  const uint32_t leader = Add(kCycles, "a");
  Add(kCycles, "b", leader);
  system_.set_on_open([](const perfc_attr &, pid_t, int, int group) {
    return group != -1 ? EINVAL : 0;
  });
  EXPECT_EQ(Open(CpusTarget("0")), -EINVAL);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_GROUP});
}

TEST_F(SetFallback, AGroupNeedsItsLeadersCpus) {
  uint32_t leader = Add(kClock, "a");
  Add(CountAttr(4, 1), "core", leader, 0, {0, 2});
  EXPECT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Open(CpusTarget()), -EINVAL);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_GROUP});
  leader = Add(kClock, "weak", PERFC_SPEC_NO_LEADER, PERFC_SPEC_WEAK);
  Add(CountAttr(4, 1), "core", leader, 0, {0, 2});
  specs_->list[1].cpu_count = 0;
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(),
            "a@0 core@0 weak@0 core@0 a@2 core@2 weak@2 core@2 a@5 core@5 "
            "weak@5");
}

TEST_F(SetFallback, ASoftwareSiblingFollowsItsLeadersCpus) {
  const uint32_t leader =
      Add(CountAttr(4, 1), "core", PERFC_SPEC_NO_LEADER, 0, {0, 2});
  Add(kClock, "clock", leader);
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Opened(), "core@0 clock@0 core@2 clock@2");
}

TEST_F(SetFallback, TheFdLimitIsRaisedOnlyWhenAskedAndAsFarAsNeeded) {
  Add(kClock, "a");
  Add(kFaults, "b");
  system_.SetLimit(RLIMIT_NOFILE, 10, 20);
  const auto full = [this](const perfc_attr &, pid_t, int, int) {
    return system_.open_fds() >= system_.limit(RLIMIT_NOFILE).rlim_cur - 8
               ? EMFILE
               : 0;
  };
  system_.set_on_open(full);
  EXPECT_EQ(Open(CpusTarget()), -EMFILE);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_FD_LIMIT});
  EXPECT_EQ(system_.limit(RLIMIT_NOFILE).rlim_cur, 10u);
  options_.flags = PERFC_SET_OPEN_RAISE_FD_LIMIT;
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(system_.limit(RLIMIT_NOFILE).rlim_cur, 14u);
  ASSERT_EQ(Entries().size(), 1u);
  EXPECT_EQ(Entries()[0].kind, uint32_t{PERFC_REPORT_FD_LIMIT});
  EXPECT_EQ(Entries()[0].before, 10u);
  EXPECT_EQ(Entries()[0].after, 14u);
}

TEST_F(SetFallback, AHardLimitThatIsTooLowIsToldAndNothingRaised) {
  Add(kClock, "a");
  system_.SetLimit(RLIMIT_NOFILE, 10, 11);
  options_.flags = PERFC_SET_OPEN_RAISE_FD_LIMIT | PERFC_SET_OPEN_TOLERANT;
  system_.set_on_open(
      [](const perfc_attr &, pid_t, int, int) { return EMFILE; });
  EXPECT_EQ(Open(CpusTarget()), -EMFILE);
  EXPECT_EQ(system_.limit(RLIMIT_NOFILE).rlim_cur, 10u);
  EXPECT_EQ(error_.number[2], 11u);
}

TEST_F(SetFallback, AfterAFailureTheLimitIsAsBefore) {
  Add(kClock, "a");
  system_.SetLimit(RLIMIT_NOFILE, 10, 100);
  options_.flags = PERFC_SET_OPEN_RAISE_FD_LIMIT;
  system_.set_on_open([this](const perfc_attr &, pid_t, int cpu, int) {
    if (system_.limit(RLIMIT_NOFILE).rlim_cur == 10) return EMFILE;
    return cpu == 5 ? EBUSY : 0;
  });
  EXPECT_EQ(Open(CpusTarget()), -EBUSY);
  EXPECT_EQ(system_.limit(RLIMIT_NOFILE).rlim_cur, 10u);
}

}  // namespace
}  // namespace scripted
