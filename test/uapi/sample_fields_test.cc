// The table of sample fields against the kernel's documented order.

#include "impl/uapi/sample_fields.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/uapi.h"

namespace {

using perfc::uapi::Kind;
using perfc::uapi::kSampleFields;

// perf_event_open(2), struct PERF_RECORD_SAMPLE, from the top to the bottom.
const std::vector<std::string> kWireOrder = {"IDENTIFIER",
                                             "IP",
                                             "TID",
                                             "TIME",
                                             "ADDR",
                                             "ID",
                                             "STREAM_ID",
                                             "CPU",
                                             "PERIOD",
                                             "READ",
                                             "CALLCHAIN",
                                             "RAW",
                                             "BRANCH_STACK",
                                             "REGS_USER",
                                             "STACK_USER",
                                             "WEIGHT",
                                             "WEIGHT_STRUCT",
                                             "DATA_SRC",
                                             "TRANSACTION",
                                             "REGS_INTR",
                                             "PHYS_ADDR",
                                             "CGROUP",
                                             "DATA_PAGE_SIZE",
                                             "CODE_PAGE_SIZE",
                                             "AUX"};

TEST(SampleFields, AreInWireOrder) {
  std::vector<std::string> names;
  for (const auto &field : kSampleFields) names.push_back(field.name);
  EXPECT_EQ(names, kWireOrder);
}

TEST(SampleFields, CoverEveryBitOnce) {
  uint64_t bits = 0;
  for (const auto &field : kSampleFields) {
    EXPECT_EQ(__builtin_popcountll(field.bit), 1) << field.name;
    EXPECT_EQ(bits & field.bit, 0u) << field.name << " is there twice";
    bits |= field.bit;
  }
  EXPECT_EQ(bits, uint64_t{PERFC_SAMPLE_MAX - 1});
}

TEST(SampleFields, EachHasAMemberOfItsOwn) {
  std::set<uint16_t> members;
  for (const auto &field : kSampleFields) {
    EXPECT_TRUE(members.insert(field.at).second) << field.name;
    EXPECT_LT(field.at, sizeof(perfc_sample));
  }
}

TEST(SampleFields, TheTrailerHasItsSixInTheKernelsOrder) {
  std::vector<std::string> names;
  for (const auto &field : kSampleFields) {
    if (field.in_sample_id) names.push_back(field.name);
  }
  // The kernel writes IDENTIFIER last there.
  EXPECT_EQ(names, (std::vector<std::string>{"IDENTIFIER", "TID", "TIME", "ID",
                                             "STREAM_ID", "CPU"}));
  EXPECT_EQ(
      perfc::uapi::kSampleIdBits,
      uint64_t{PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_TID | PERFC_SAMPLE_TIME |
               PERFC_SAMPLE_ID | PERFC_SAMPLE_STREAM_ID | PERFC_SAMPLE_CPU});
}

TEST(SampleFields, TheHeadIsOneWordEachUpToRead) {
  EXPECT_EQ(perfc::uapi::kHeadFields, 9u);
  EXPECT_STREQ(kSampleFields[perfc::uapi::kHeadFields].name, "READ");
  EXPECT_EQ(perfc::uapi::kHeadBits & perfc::uapi::kTailBits, 0u);
}

}  // namespace
