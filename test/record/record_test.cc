// What a record's header alone says.

#include "perfc/record.h"

#include <cstdint>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "perfc/uapi.h"

namespace {

perfc_record RecordOf(uint32_t type, uint16_t misc) {
  return {nullptr, type, misc, 8};
}

TEST(Record, TheCpuModeIsEachOfItsSixValues) {
  const uint16_t modes[] = {PERFC_RECORD_MISC_CPUMODE_UNKNOWN,
                            PERFC_RECORD_MISC_KERNEL,
                            PERFC_RECORD_MISC_USER,
                            PERFC_RECORD_MISC_HYPERVISOR,
                            PERFC_RECORD_MISC_GUEST_KERNEL,
                            PERFC_RECORD_MISC_GUEST_USER};
  for (uint16_t mode = 0; mode < 6; ++mode) {
    EXPECT_EQ(modes[mode], mode);
    for (uint32_t type = 0; type < 24; ++type) {
      const perfc_record record = RecordOf(type, mode | 0xfff8);
      EXPECT_EQ(perfc_record_cpumode(&record), mode);
    }
  }
}

// A misc bit means something for some types only.
void ExpectOnlyFor(const std::set<uint32_t> &types, uint16_t bit,
                   int (*says)(const perfc_record *)) {
  for (uint32_t type = 0; type < 70; ++type) {
    SCOPED_TRACE(type);
    const perfc_record with = RecordOf(type, bit | 2);
    const perfc_record others = RecordOf(type, ~bit);
    EXPECT_EQ(says(&with), types.count(type));
    EXPECT_EQ(says(&others), 0);
  }
}

TEST(Record, ExactIpIsOfSamples) {
  ExpectOnlyFor({PERFC_RECORD_SAMPLE}, PERFC_RECORD_MISC_EXACT_IP,
                perfc_record_exact_ip);
}

TEST(Record, CommExecIsOfComm) {
  ExpectOnlyFor({PERFC_RECORD_COMM}, PERFC_RECORD_MISC_COMM_EXEC,
                perfc_record_comm_exec);
}

TEST(Record, SwitchOutIsOfBothSwitches) {
  ExpectOnlyFor({PERFC_RECORD_SWITCH, PERFC_RECORD_SWITCH_CPU_WIDE},
                PERFC_RECORD_MISC_SWITCH_OUT, perfc_record_switch_out);
}

TEST(Record, SwitchPreemptedIsOfBothSwitches) {
  ExpectOnlyFor({PERFC_RECORD_SWITCH, PERFC_RECORD_SWITCH_CPU_WIDE},
                PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT,
                perfc_record_switch_preempted);
}

TEST(Record, AMappingIsExecutableUnlessItIsData) {
  for (uint32_t type = 0; type < 70; ++type) {
    const bool mapping =
        type == PERFC_RECORD_MMAP || type == PERFC_RECORD_MMAP2;
    const perfc_record code = RecordOf(type, 2);
    const perfc_record data = RecordOf(type, PERFC_RECORD_MISC_MMAP_DATA | 2);
    EXPECT_EQ(perfc_record_executable(&code), mapping) << type;
    EXPECT_EQ(perfc_record_executable(&data), 0) << type;
  }
}

TEST(Record, EveryTypeHasTheKernelsName) {
  const char *names[] = {"MMAP",
                         "LOST",
                         "COMM",
                         "EXIT",
                         "THROTTLE",
                         "UNTHROTTLE",
                         "FORK",
                         "READ",
                         "SAMPLE",
                         "MMAP2",
                         "AUX",
                         "ITRACE_START",
                         "LOST_SAMPLES",
                         "SWITCH",
                         "SWITCH_CPU_WIDE",
                         "NAMESPACES",
                         "KSYMBOL",
                         "BPF_EVENT",
                         "CGROUP",
                         "TEXT_POKE",
                         "AUX_OUTPUT_HW_ID",
                         "CALLCHAIN_DEFERRED"};
  for (uint32_t type = 1; type <= 22; ++type) {
    ASSERT_NE(perfc_record_type_name(type), nullptr) << type;
    EXPECT_EQ(perfc_record_type_name(type), std::string(names[type - 1]));
  }
  for (uint32_t type : {0u, 23u, 64u, 0xffffffffu}) {
    EXPECT_EQ(perfc_record_type_name(type), nullptr) << type;
  }
}

TEST(Record, NullSaysNothing) {
  EXPECT_EQ(perfc_record_cpumode(nullptr), 0u);
  EXPECT_EQ(perfc_record_exact_ip(nullptr), 0);
  EXPECT_EQ(perfc_record_executable(nullptr), 0);
  EXPECT_EQ(perfc_record_comm_exec(nullptr), 0);
  EXPECT_EQ(perfc_record_switch_out(nullptr), 0);
  EXPECT_EQ(perfc_record_switch_preempted(nullptr), 0);
}

}  // namespace
