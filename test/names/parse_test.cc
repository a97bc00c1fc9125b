// Event strings: what each production of the language makes.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/names.h"
#include "perfc/uapi.h"
#include "test/names/names.h"

namespace {

using std::string;

class ParseTest : public names::NamesTest {
 protected:
  ParseTest() { Use("amd"); }
};

TEST_F(ParseTest, GenericEventsHaveTheKernelsNumbers) {
  EXPECT_EQ(One("instructions").type, uint32_t{PERFC_TYPE_HARDWARE});
  EXPECT_EQ(One("instructions").config, uint64_t{PERFC_COUNT_HW_INSTRUCTIONS});
  EXPECT_EQ(One("cs").type, uint32_t{PERFC_TYPE_SOFTWARE});
  EXPECT_EQ(One("cs").config, uint64_t{PERFC_COUNT_SW_CONTEXT_SWITCHES});
  EXPECT_EQ(One("LLC-store-misses").type, uint32_t{PERFC_TYPE_HW_CACHE});
  EXPECT_EQ(One("LLC-store-misses").config, 0x10102u);
  EXPECT_EQ(One("r1a8").type, uint32_t{PERFC_TYPE_RAW});
  EXPECT_EQ(One("r1a8").config, 0x1a8u);
  EXPECT_EQ(One("1:0x2").config, 2u);
}

TEST_F(ParseTest, OfACountingEventTheStringLeavesOpenOnlyTheTimes) {
  perfc_attr expected = {};
  expected.type = PERFC_TYPE_HARDWARE;
  expected.size = sizeof expected;
  expected.flags = PERFC_ATTR_EXCLUDE_GUEST;
  expected.read_format =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  const perfc_attr attr = One("cycles");
  EXPECT_EQ(memcmp(&attr, &expected, sizeof attr), 0);
  EXPECT_EQ(Get(0).flags, uint32_t{PERFC_SPEC_GUEST_DEFAULT});
  EXPECT_STREQ(Get(0).name, "cycles");
  EXPECT_STREQ(Get(0).pmu, "cpu");
}

TEST_F(ParseTest, ModifiersBecomeBits) {
  constexpr uint64_t kUser = PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV |
                             PERFC_ATTR_EXCLUDE_GUEST;
  EXPECT_EQ(One("cycles:u").flags, kUser);
  EXPECT_EQ(One("cpu/instructions/u").flags, kUser);
  EXPECT_EQ(One("cycles:kh").flags, uint64_t{PERFC_ATTR_EXCLUDE_USER});
  EXPECT_EQ(One("cycles:pp").flags,
            2u << PERFC_ATTR_PRECISE_IP_SHIFT | PERFC_ATTR_EXCLUDE_GUEST);
  EXPECT_EQ(One("cycles:G").flags, uint64_t{PERFC_ATTR_EXCLUDE_HOST});
  EXPECT_EQ(One("cycles:H").flags, uint64_t{PERFC_ATTR_EXCLUDE_GUEST});
  EXPECT_EQ(Get(0).flags, 0u) << "asked for";
  EXPECT_EQ(One("cycles:IDe").flags,
            uint64_t{PERFC_ATTR_EXCLUDE_IDLE | PERFC_ATTR_PINNED |
                     PERFC_ATTR_EXCLUSIVE});
  One("cycles:PSWb");
  EXPECT_EQ(Get(0).flags,
            uint32_t{PERFC_SPEC_MAX_PRECISE | PERFC_SPEC_SAMPLE_READ |
                     PERFC_SPEC_WEAK | PERFC_SPEC_BPF});
}

TEST_F(ParseTest, FieldsGoIntoTheirBits) {
  const perfc_attr attr = One("cpu/event=0x3c,umask=0x1,period=100000/u");
  EXPECT_EQ(attr.type, 4u);
  EXPECT_EQ(attr.config, 0x13cu);
  EXPECT_EQ(attr.sample_period, 100000u);
  EXPECT_EQ(Get(0).terms, uint32_t{PERFC_TERM_PERIOD});
  EXPECT_EQ(One("cpu/event=0x1c2/").config, 0x1000000c2u) << "0-7,32-35";
  EXPECT_EQ(One("amd_iommu_0/devid=0x12,domid_mask=0xffff/").config1, 0x12u);
  EXPECT_EQ(Attr(0).config2, 0xffff0000u);
  EXPECT_EQ(One("ibs_fetch/rand_en/").config, uint64_t{1} << 57);
}

TEST_F(ParseTest, ConfigsCanBeSetAsAWhole) {
  const perfc_attr attr =
      One("cpu/config=1,config1=2,config2=3,config3=4,config4=5/");
  EXPECT_EQ(attr.config, 1u);
  EXPECT_EQ(attr.config1, 2u);
  EXPECT_EQ(attr.config2, 3u);
  EXPECT_EQ(attr.config3, 4u);
  EXPECT_EQ(attr.config4, 5u);
}

TEST_F(ParseTest, NamesOfSysfsStandForTheirTerms) {
  EXPECT_EQ(One("cpu/cache-misses,cmask=2/").config, 0x2000964u);
  EXPECT_EQ(One("mem_pass_untrans").type, 16u) << "also alone";
  EXPECT_EQ(One("cpu/event=instructions/").config, 0xc0u);
  EXPECT_EQ(One("energy-pkg").config, 2u);
  EXPECT_STREQ(Get(0).unit, "Joules");
  EXPECT_DOUBLE_EQ(Get(0).scale, 2.3283064365386962890625e-10);
  EXPECT_TRUE(Get(0).flags & PERFC_SPEC_SYSTEM_WIDE);
  ASSERT_EQ(Get(0).cpu_count, 1u);
  EXPECT_EQ(Get(0).cpu_list[0], 0u);
}

TEST_F(ParseTest, APmusInstancesShareAName) {
  ASSERT_EQ(Parse("amd_umc/event=1/"), 2);
  EXPECT_EQ(Attr(0).type, 14u);
  EXPECT_EQ(Attr(1).type, 15u);
  EXPECT_EQ(Names(),
            (std::vector<string>{"amd_umc_0/event=1/", "amd_umc_1/event=1/"}));
}

TEST_F(ParseTest, GenericEventsOfAPmu) {
  EXPECT_EQ(One("cpu/cycles/").type, uint32_t{PERFC_TYPE_HARDWARE});
  EXPECT_EQ(One("cpu/L1-dcache-load-misses,period=7/").type,
            uint32_t{PERFC_TYPE_HW_CACHE});
  EXPECT_EQ(Attr(0).config, 0x10000u);
  EXPECT_EQ(Attr(0).sample_period, 7u);
}

TEST_F(ParseTest, Breakpoints) {
  perfc_attr attr = One("mem:0x1000/8:rw");
  EXPECT_EQ(attr.type, uint32_t{PERFC_TYPE_BREAKPOINT});
  EXPECT_EQ(attr.bp_type, uint32_t{PERFC_HW_BREAKPOINT_RW});
  EXPECT_EQ(attr.config1, 0x1000u);
  EXPECT_EQ(attr.config2, 8u);
  attr = One("mem:4096:x");
  EXPECT_EQ(attr.bp_type, uint32_t{PERFC_HW_BREAKPOINT_X});
  EXPECT_EQ(attr.config2, 8u);
  attr = One("mem:0x1000");
  EXPECT_EQ(attr.bp_type, uint32_t{PERFC_HW_BREAKPOINT_RW});
  EXPECT_EQ(attr.config2, 4u);
  EXPECT_TRUE(One("mem:0x1000/4:w:u").flags & PERFC_ATTR_EXCLUDE_KERNEL);
}

TEST_F(ParseTest, Tracepoints) {
  EXPECT_EQ(One("sched:sched_switch").config, 316u);
  EXPECT_EQ(One("sched:sched_switch").type, uint32_t{PERFC_TYPE_TRACEPOINT});
  EXPECT_TRUE(One("sched:sched_switch:u").flags & PERFC_ATTR_EXCLUDE_KERNEL);
  EXPECT_EQ(One("odd:k").config, 5u) << "it looks like a modifier";
}

TEST_F(ParseTest, TracepointsByPattern) {
  ASSERT_EQ(Parse("sched:sched_*"), 3);
  EXPECT_EQ(Names(),
            (std::vector<string>{"sched:sched_process_fork",
                                 "sched:sched_switch", "sched:sched_wakeup"}));
  EXPECT_EQ(Parse("*:sys_e[nx]*_read:k"), 2);
  EXPECT_STREQ(Get(3).name, "syscalls:sys_enter_read:k");
  EXPECT_EQ(Parse("sched:*"), 3) << "without the file `enable`";
}

TEST_F(ParseTest, ListsAndGroups) {
  ASSERT_EQ(Parse("cycles, {instructions , faults}:u ,cs"), 4);
  EXPECT_EQ(Leaders(), "0 1 1 3");
  EXPECT_TRUE(Attr(2).flags & PERFC_ATTR_EXCLUDE_KERNEL);
  EXPECT_FALSE(Attr(3).flags & PERFC_ATTR_EXCLUDE_KERNEL);
  EXPECT_EQ(Parse("mine{cycles,cs}"), 2) << "appends";
  EXPECT_EQ(Leaders(), "0 1 1 3 4 4");
}

TEST_F(ParseTest, GroupModifiersAddToTheEventsOwn) {
  ASSERT_EQ(Parse("{cycles:p,instructions:k}:puD"), 2);
  EXPECT_EQ(Attr(0).flags & PERFC_ATTR_PRECISE_IP_MASK,
            2u << PERFC_ATTR_PRECISE_IP_SHIFT);
  EXPECT_TRUE(Attr(0).flags & PERFC_ATTR_PINNED);
  EXPECT_FALSE(Attr(1).flags & PERFC_ATTR_PINNED) << "only the leader's";
  EXPECT_EQ(Attr(1).flags & (PERFC_ATTR_EXCLUDE_USER |
                             PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV),
            uint64_t{PERFC_ATTR_EXCLUDE_HV});
}

TEST_F(ParseTest, TermsThatSample) {
  perfc_attr attr = One("cycles/freq=99,time=0,max-stack=7/");
  EXPECT_EQ(attr.sample_period, 99u);
  EXPECT_TRUE(attr.flags & PERFC_ATTR_FREQ);
  EXPECT_FALSE(attr.sample_type & PERFC_SAMPLE_TIME);
  EXPECT_EQ(attr.sample_max_stack, 7u);
  EXPECT_EQ(Get(0).terms,
            uint32_t{PERFC_TERM_FREQ | PERFC_TERM_TIME | PERFC_TERM_MAX_STACK});
  attr = One("cycles/freq=99,period=5/");
  EXPECT_EQ(attr.sample_period, 5u);
  EXPECT_FALSE(attr.flags & PERFC_ATTR_FREQ) << "the last one counts";
}

TEST_F(ParseTest, CallGraphs) {
  EXPECT_EQ(One("cycles/call-graph=fp/").sample_type,
            uint64_t{PERFC_SAMPLE_CALLCHAIN});
  perfc_attr attr = One("cycles/call-graph=dwarf,stack-size=1023/");
  EXPECT_EQ(attr.sample_type,
            uint64_t{PERFC_SAMPLE_CALLCHAIN | PERFC_SAMPLE_REGS_USER |
                     PERFC_SAMPLE_STACK_USER});
  EXPECT_EQ(attr.sample_stack_user, 1024u);
  EXPECT_NE(attr.sample_regs_user, 0u);
  EXPECT_EQ(
      One("cycles/stack-size=64,call-graph='dwarf,128'/").sample_stack_user,
      64u);
  EXPECT_EQ(One("cycles/call-graph='dwarf,128'/").sample_stack_user, 128u);
  EXPECT_TRUE(One("cycles/call-graph=lbr/").branch_sample_type &
              PERFC_SAMPLE_BRANCH_CALL_STACK);
  EXPECT_EQ(One("cycles/call-graph=no/").sample_type, 0u);
  EXPECT_EQ(Get(0).terms, uint32_t{PERFC_TERM_CALL_GRAPH});
}

TEST_F(ParseTest, TheOtherTerms) {
  EXPECT_EQ(One("cycles/branch_type='any_call,u'/").branch_sample_type,
            uint64_t{PERFC_SAMPLE_BRANCH_ANY_CALL | PERFC_SAMPLE_BRANCH_USER});
  EXPECT_EQ(One("cycles/branch_type=k/").branch_sample_type,
            uint64_t{PERFC_SAMPLE_BRANCH_ANY | PERFC_SAMPLE_BRANCH_KERNEL});
  EXPECT_TRUE(One("cycles/inherit/").flags & PERFC_ATTR_INHERIT);
  EXPECT_FALSE(One("cycles/no-inherit/").flags & PERFC_ATTR_INHERIT);
  EXPECT_EQ(Get(0).terms, uint32_t{PERFC_TERM_INHERIT});
  EXPECT_TRUE(One("cycles/overwrite/").flags & PERFC_ATTR_WRITE_BACKWARD);
  EXPECT_TRUE(One("cycles/aux-output/").flags & PERFC_ATTR_AUX_OUTPUT);
  EXPECT_EQ(One("cycles/aux-sample-size=4096/").aux_sample_size, 4096u);
  One("cycles/nr=5,percore,name='my, own: name'/");
  EXPECT_EQ(Get(0).max_events, 5u);
  EXPECT_TRUE(Get(0).flags & PERFC_SPEC_PERCORE);
  EXPECT_STREQ(Get(0).name, "my, own: name");
}

TEST_F(ParseTest, ProbesPointToNamesInTheList) {
  perfc_attr attr = One("kprobe:do_sys_open+0x10");
  EXPECT_EQ(attr.type, 6u);
  EXPECT_STREQ(reinterpret_cast<const char *>(attr.config1), "do_sys_open");
  EXPECT_EQ(attr.config2, 16u);
  EXPECT_EQ(attr.config, 0u);
  attr = One("kretprobe:0xffffffff81000000");
  EXPECT_EQ(attr.config, 1u);
  EXPECT_EQ(attr.config1, 0u);
  EXPECT_EQ(attr.config2, 0xffffffff81000000u);
  attr = One("uretprobe:/bin/ls:0x1234(0x20)");
  EXPECT_EQ(attr.type, 7u);
  EXPECT_STREQ(reinterpret_cast<const char *>(attr.config1), "/bin/ls");
  EXPECT_EQ(attr.config2, 0x1234u);
  EXPECT_EQ(attr.config, 0x2000000001u);
}

TEST_F(ParseTest, AFailureLeavesTheListAsItWas) {
  ASSERT_EQ(Parse("cycles"), 1);
  EXPECT_LT(Parse("faults,{cs,migrations},nothing"), 0);
  EXPECT_EQ(perfc_specs_count(specs_), 1);
  EXPECT_STREQ(Get(0).name, "cycles");
  EXPECT_EQ(Parse("faults"), 1);
  EXPECT_STREQ(Get(1).name, "faults");
}

class HybridTest : public names::NamesTest {
 protected:
  HybridTest() { Use("intel_hybrid"); }
};

TEST_F(HybridTest, GenericEventsAreOnePerCorePmu) {
  ASSERT_EQ(Parse("cycles:u,r1a8"), 4);
  EXPECT_EQ(Attr(0).config, uint64_t{4} << 32);
  EXPECT_EQ(Attr(1).config, uint64_t{10} << 32);
  EXPECT_EQ(Attr(2).type, 4u);
  EXPECT_EQ(Attr(3).type, 10u);
  EXPECT_EQ(Attr(3).config, 0x1a8u);
  EXPECT_STREQ(Get(0).name, "cpu_core/cycles/u");
  EXPECT_STREQ(Get(1).pmu, "cpu_atom");
  ASSERT_EQ(Get(1).cpu_count, 1u);
  EXPECT_EQ(Get(1).cpu_list[0], 1u);
  EXPECT_FALSE(Get(1).flags & PERFC_SPEC_SYSTEM_WIDE);
}

TEST_F(HybridTest, GroupsAreSplitByPmu) {
  ASSERT_EQ(Parse("faults,{cycles,instructions:u,cs}:D"), 7);
  EXPECT_EQ(Leaders(), "0 1 1 1 4 4 4");
  EXPECT_STREQ(Get(1).pmu, "cpu_core");
  EXPECT_STREQ(Get(2).pmu, "cpu_core");
  EXPECT_STREQ(Get(3).name, "cs");
  EXPECT_STREQ(Get(4).pmu, "cpu_atom");
  EXPECT_STREQ(Get(6).name, "cs") << "what is bound to no PMU is in each";
  EXPECT_TRUE(Attr(4).flags & PERFC_ATTR_PINNED);
  EXPECT_FALSE(Attr(5).flags & PERFC_ATTR_PINNED);
}

TEST_F(HybridTest, AnEventOfOneCorePmuStaysInItsGroup) {
  ASSERT_EQ(Parse("{cycles,cpu_atom/mem-stores/}"), 3);
  EXPECT_EQ(Leaders(), "0 1 1");
  EXPECT_STREQ(Get(0).pmu, "cpu_core");
  EXPECT_STREQ(Get(2).pmu, "cpu_atom");
}

TEST_F(HybridTest, GroupsOfUncoreInstances) {
  ASSERT_EQ(Parse("{data_read,data_write}"), 4);
  EXPECT_EQ(Leaders(), "0 0 2 2");
  EXPECT_EQ(Attr(0).config, 0x20ffu);
  EXPECT_EQ(Attr(1).config, 0x30ffu);
  EXPECT_EQ(Attr(0).type, Attr(1).type);
}

TEST_F(HybridTest, WhatSysfsSaysOfAnEvent) {
  ASSERT_EQ(Parse("llc_occupancy,c6-residency"), 2);
  EXPECT_EQ(Get(0).flags & ~uint32_t{PERFC_SPEC_GUEST_DEFAULT},
            uint32_t{PERFC_SPEC_PER_PKG | PERFC_SPEC_SNAPSHOT |
                     PERFC_SPEC_SYSTEM_WIDE});
  EXPECT_EQ(Get(0).scale, 65536.0);
  EXPECT_STREQ(Get(0).unit, "Bytes");
  ASSERT_EQ(Get(1).cpu_count, 2u);
  EXPECT_EQ(Get(1).cpu_list[1], 1u);
}

TEST_F(HybridTest, ProcessorTraceHasDefaults) {
  EXPECT_EQ(One("intel_pt//u").config, 0x2401u);
  EXPECT_EQ(One("intel_pt/tsc=0,cyc/").config, 0x2003u);
  system_.SetFile("/sys/bus/event_source/devices/intel_pt/caps/mtc_periods",
                  "249\n");
  EXPECT_EQ(One("intel_pt//").config, 0x2401u | 1 << 9 | 3 << 14);
}

class ArmTest : public names::NamesTest {
 protected:
  ArmTest() { Use("arm_big_little"); }
};

TEST_F(ArmTest, BothKindsOfCores) {
  ASSERT_EQ(Parse("cycles,cpu_cycles"), 4);
  EXPECT_EQ(Attr(0).config, uint64_t{8} << 32);
  EXPECT_EQ(Attr(1).config, uint64_t{9} << 32);
  EXPECT_EQ(Attr(2).config, 0x11u);
  EXPECT_STREQ(Get(3).name, "armv8_cortex_a72/cpu_cycles/");
}

TEST_F(ArmTest, AFieldMayBeCalledLikeAnAttrsOwn) {
  EXPECT_EQ(One("arm_cmn_0/type=0x5,eventid=1,nodeid=8,bynodeid/").config,
            0x880010005u);
}

TEST_F(ArmTest, TraceSinksAreLookedUp) {
  EXPECT_EQ(One("cs_etm/@tmc_etr0/").config2, 0x2bb1e7a3u);
  EXPECT_EQ(Parse("cs_etm/@other/"), -ENOENT);
}

TEST_F(ArmTest, StatisticalProfilingCountsTasks) {
  One("arm_spe_0/load_filter/");
  EXPECT_EQ(Get(0).cpu_count, 2u);
  EXPECT_FALSE(Get(0).flags & PERFC_SPEC_SYSTEM_WIDE);
}

}  // namespace
