// What a record's header alone says.

#include "perfc/record.h"

#include <cstdint>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "perfc/uapi.h"

namespace {

// A misc bit means something for some types only.
void ExpectOnlyFor(const std::set<uint32_t> &types, uint16_t bit,
                   uint32_t flag) {
  for (uint32_t type = 0; type < 70; ++type) {
    SCOPED_TRACE(type);
    EXPECT_EQ(perfc_record_flags(type, bit | 2) & flag,
              types.count(type) ? flag : 0);
    EXPECT_EQ(perfc_record_flags(type, ~bit) & flag, 0u);
  }
}

TEST(Record, ExactIpIsOfSamples) {
  ExpectOnlyFor({PERFC_RECORD_SAMPLE}, PERFC_RECORD_MISC_EXACT_IP,
                PERFC_RECORD_FLAG_EXACT_IP);
}

TEST(Record, CommExecIsOfComm) {
  ExpectOnlyFor({PERFC_RECORD_COMM}, PERFC_RECORD_MISC_COMM_EXEC,
                PERFC_RECORD_FLAG_COMM_EXEC);
}

TEST(Record, SwitchOutIsOfBothSwitches) {
  ExpectOnlyFor({PERFC_RECORD_SWITCH, PERFC_RECORD_SWITCH_CPU_WIDE},
                PERFC_RECORD_MISC_SWITCH_OUT, PERFC_RECORD_FLAG_SWITCH_OUT);
}

TEST(Record, SwitchPreemptedIsOfBothSwitches) {
  ExpectOnlyFor({PERFC_RECORD_SWITCH, PERFC_RECORD_SWITCH_CPU_WIDE},
                PERFC_RECORD_MISC_SWITCH_OUT_PREEMPT,
                PERFC_RECORD_FLAG_SWITCH_PREEMPTED);
}

TEST(Record, AMappingIsExecutableUnlessItIsData) {
  for (uint32_t type = 0; type < 70; ++type) {
    const bool mapping =
        type == PERFC_RECORD_MMAP || type == PERFC_RECORD_MMAP2;
    EXPECT_EQ(perfc_record_flags(type, 2),
              mapping ? PERFC_RECORD_FLAG_EXECUTABLE : 0u)
        << type;
    EXPECT_EQ(perfc_record_flags(type, PERFC_RECORD_MISC_MMAP_DATA | 2) &
                  PERFC_RECORD_FLAG_EXECUTABLE,
              0u)
        << type;
  }
}

TEST(Record, FlagsOfOtherTypesAreNone) {
  for (uint32_t type : {0u, 2u, 4u, 8u, 11u, 23u, 64u, 0xffffffffu}) {
    EXPECT_EQ(perfc_record_flags(type, 0xffff), 0u) << type;
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
  for (uint32_t type : {0u, 23u, 63u, 87u, 0xffffffffu}) {
    EXPECT_EQ(perfc_record_type_name(type), nullptr) << type;
  }
}

TEST(Record, TypesOfThePerfToolHaveItsNames) {
  const struct {
    uint32_t type;
    const char *name;
  } types[] = {{64, "HEADER_ATTR"},    {68, "FINISHED_ROUND"},
               {71, "AUXTRACE"},       {78, "EVENT_UPDATE"},
               {80, "HEADER_FEATURE"}, {81, "COMPRESSED"},
               {83, "COMPRESSED2"},    {86, "SCHEDSTAT_DOMAIN"}};
  for (const auto &[type, name] : types) {
    ASSERT_NE(perfc_record_type_name(type), nullptr) << type;
    EXPECT_EQ(perfc_record_type_name(type), std::string(name));
  }
  for (uint32_t type = 64; type <= 86; ++type) {
    EXPECT_NE(perfc_record_type_name(type), nullptr) << type;
  }
}

}  // namespace
