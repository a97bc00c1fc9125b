// The table of sample fields against the kernel's documented order.

#include "impl/uapi/sample_fields.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/uapi/field_size.h"
#include "perfc/uapi.h"

namespace {

using perfc::uapi::Form;
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

// READ's values come in one of two forms, which have one member.
TEST(SampleFields, EachPartHasAMemberAndAColumnOfItsOwn) {
  std::set<uint16_t> members;
  std::set<uint8_t> columns;
  for (const auto &field : kSampleFields) {
    for (const auto &part : field.parts) {
      if (part.form == Form::kNone || part.form == Form::kSingleValue) continue;
      // The times lie in the member of the values.
      if (part.at != perfc::uapi::kNoMember &&
          part.form != Form::kGroupValues) {
        EXPECT_TRUE(members.insert(part.at).second) << field.name;
        EXPECT_LT(part.at, sizeof(perfc_sample));
      }
      if (part.column != perfc::uapi::kNoColumn) {
        EXPECT_TRUE(columns.insert(part.column).second) << field.name;
      }
    }
  }
}

uint64_t SizeOf(uint64_t bit, uint64_t word, bool hw_idx = false,
                uint32_t read_format = 0) {
  const perfc::uapi::SizeFacts facts = {read_format, 3, 5, 2, true, true};
  return perfc::uapi::FieldSize(kSampleFields[perfc::uapi::IndexOf(bit)], facts,
                                word, hw_idx);
}

TEST(SampleFields, ASizeFollowsFromTheFirstWordAndTheAttr) {
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_IP, 77), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_CPU, 77), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_WEIGHT_STRUCT, 77), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_CALLCHAIN, 0), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_CALLCHAIN, 7), 64u);
  // The size is 32 bits, and the bytes behind it are none of it.
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_RAW, 0x99999999'0000000c), 16u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_BRANCH_STACK, 0), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_BRANCH_STACK, 0, true), 16u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_BRANCH_STACK, 2, true), 16u + 2 * (24 + 8));
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_REGS_USER, PERFC_SAMPLE_REGS_ABI_NONE), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_REGS_USER, PERFC_SAMPLE_REGS_ABI_64), 48u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_REGS_INTR, PERFC_SAMPLE_REGS_ABI_32), 24u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_STACK_USER, 0), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_STACK_USER, 64), 80u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_AUX, 0), 8u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_AUX, 24), 32u);
}

TEST(SampleFields, AReadsSizeFollowsFromItsFormat) {
  const uint32_t times =
      PERFC_FORMAT_TOTAL_TIME_ENABLED | PERFC_FORMAT_TOTAL_TIME_RUNNING;
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_READ, 77, false, 0), 24u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_READ, 77, false, times), 40u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_READ, 2, false, PERFC_FORMAT_GROUP), 56u);
  EXPECT_EQ(SizeOf(PERFC_SAMPLE_READ, 2, false, PERFC_FORMAT_GROUP | times),
            72u);
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
