// Each of the 25 fields of a sample, alone in a record of literal words.

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/sample_literal.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using Words = std::vector<uint64_t>;

constexpr uint64_t kValue = 0x1122334455667788;

// A field of one u64.
void ExpectU64(uint64_t sample_bit, uint64_t perfc_sample::*field) {
  ExpectSampleLiteral(AttrOf(sample_bit), {kValue},
                      [field](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.*field), kValue);
                      });
}

TEST(SampleField, Ip) { ExpectU64(PERFC_SAMPLE_IP, &perfc_sample::ip); }

TEST(SampleField, Tid) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_TID), {Pair(11, 12)},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.pid), 11u);
                        EXPECT_EQ(Take(sample.tid), 12u);
                      });
}

TEST(SampleField, Time) { ExpectU64(PERFC_SAMPLE_TIME, &perfc_sample::time); }

TEST(SampleField, Addr) { ExpectU64(PERFC_SAMPLE_ADDR, &perfc_sample::addr); }

TEST(SampleField, Read) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_READ), {kValue},
                      [](const perfc_record &record, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        const perfc_read_part read = Take(sample.read);
                        EXPECT_EQ(read.read_format, 0u);
                        EXPECT_EQ(read.offset, 8);
                        EXPECT_EQ(read.nr, 1);
                        perfc_read_value value;
                        ASSERT_EQ(perfc_record_read_value(
                                      &record, &read, 0, &value, sizeof(value)),
                                  0);
                        EXPECT_EQ(value.value, kValue);
                        EXPECT_EQ(value.id, 0u);
                        EXPECT_EQ(value.lost, 0u);
                      });
}

TEST(SampleField, Callchain) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_CALLCHAIN), {2, 0x401000, 0x402000},
                      [](const perfc_record &record, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(sample.callchain.offset, 16);
                        EXPECT_EQ(WordsOf(record, Take(sample.callchain)),
                                  (Words{0x401000, 0x402000}));
                      });
}

TEST(SampleField, Id) { ExpectU64(PERFC_SAMPLE_ID, &perfc_sample::id); }

TEST(SampleField, Cpu) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_CPU), {Pair(3, 0x99)},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.cpu), 3u);
                        EXPECT_EQ(Take(sample.cpu_reserved), 0x99u);
                      });
}

TEST(SampleField, Period) {
  ExpectU64(PERFC_SAMPLE_PERIOD, &perfc_sample::period);
}

TEST(SampleField, StreamId) {
  ExpectU64(PERFC_SAMPLE_STREAM_ID, &perfc_sample::stream_id);
}

TEST(SampleField, Raw) {
  ExpectSampleLiteral(
      AttrOf(PERFC_SAMPLE_RAW), {Pair(12, 0x04030201), 0x0c0b0a0908070605},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), 0u);
        EXPECT_EQ(sample.raw.offset, 12);
        EXPECT_EQ(BytesOf(record, Take(sample.raw)),
                  (encoder::Bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
      });
}

TEST(SampleField, BranchStack) {
  ExpectSampleLiteral(
      AttrOf(PERFC_SAMPLE_BRANCH_STACK), {1, 0x401000, 0x402000, 0x500042},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), 0u);
        const perfc_range branches = Take(sample.branches);
        EXPECT_EQ(branches.offset, 16);
        EXPECT_EQ(branches.count, 1);
        const auto *entry = static_cast<const perfc_branch_entry *>(
            perfc_record_range(&record, &branches, sizeof(perfc_branch_entry)));
        ASSERT_NE(entry, nullptr);
        EXPECT_EQ(entry->from, 0x401000u);
        EXPECT_EQ(entry->to, 0x402000u);
        EXPECT_EQ(entry->flags, 0x500042u);
      });
}

TEST(SampleField, RegsUser) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_USER);
  attr.sample_regs_user = 0x8000000000000101;
  ExpectSampleLiteral(
      attr, {PERFC_SAMPLE_REGS_ABI_64, 1, 2, 3},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), 0u);
        EXPECT_EQ(Take(sample.user_abi), uint64_t{PERFC_SAMPLE_REGS_ABI_64});
        EXPECT_EQ(sample.user_regs.offset, 16);
        EXPECT_EQ(WordsOf(record, Take(sample.user_regs)), (Words{1, 2, 3}));
      });
}

TEST(SampleField, StackUser) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_STACK_USER),
                      {8, 0x0807060504030201, 5},
                      [](const perfc_record &record, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(sample.stack.offset, 16);
                        EXPECT_EQ(BytesOf(record, Take(sample.stack)),
                                  (encoder::Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
                        EXPECT_EQ(Take(sample.stack_dyn_size), 5u);
                      });
}

TEST(SampleField, Weight) {
  ExpectU64(PERFC_SAMPLE_WEIGHT, &perfc_sample::weight);
}

TEST(SampleField, DataSrc) {
  ExpectU64(PERFC_SAMPLE_DATA_SRC, &perfc_sample::data_src);
}

TEST(SampleField, Identifier) {
  ExpectU64(PERFC_SAMPLE_IDENTIFIER, &perfc_sample::identifier);
}

TEST(SampleField, Transaction) {
  ExpectU64(PERFC_SAMPLE_TRANSACTION, &perfc_sample::transaction);
}

TEST(SampleField, RegsIntr) {
  perfc_attr attr = AttrOf(PERFC_SAMPLE_REGS_INTR);
  attr.sample_regs_intr = 0x3;
  attr.sample_regs_user = 0xff;
  ExpectSampleLiteral(
      attr, {PERFC_SAMPLE_REGS_ABI_32, 1, 2},
      [](const perfc_record &record, perfc_sample &sample) {
        EXPECT_EQ(Take(sample.parts), 0u);
        EXPECT_EQ(Take(sample.intr_abi), uint64_t{PERFC_SAMPLE_REGS_ABI_32});
        EXPECT_EQ(sample.intr_regs.offset, 16);
        EXPECT_EQ(WordsOf(record, Take(sample.intr_regs)), (Words{1, 2}));
      });
}

TEST(SampleField, PhysAddr) {
  ExpectU64(PERFC_SAMPLE_PHYS_ADDR, &perfc_sample::phys_addr);
}

TEST(SampleField, Aux) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_AUX), {8, 0x0807060504030201},
                      [](const perfc_record &record, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(sample.aux.offset, 16);
                        EXPECT_EQ(BytesOf(record, Take(sample.aux)),
                                  (encoder::Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
                      });
}

TEST(SampleField, Cgroup) {
  ExpectU64(PERFC_SAMPLE_CGROUP, &perfc_sample::cgroup);
}

TEST(SampleField, DataPageSize) {
  ExpectU64(PERFC_SAMPLE_DATA_PAGE_SIZE, &perfc_sample::data_page_size);
}

TEST(SampleField, CodePageSize) {
  ExpectU64(PERFC_SAMPLE_CODE_PAGE_SIZE, &perfc_sample::code_page_size);
}

TEST(SampleField, WeightStruct) {
  ExpectSampleLiteral(AttrOf(PERFC_SAMPLE_WEIGHT_STRUCT), {0x33332222'11111111},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.weight_var1_dw), 0x11111111u);
                        EXPECT_EQ(Take(sample.weight_var2_w), 0x2222);
                        EXPECT_EQ(Take(sample.weight_var3_w), 0x3333);
                      });
}

TEST(SampleField, NoneAtAll) {
  ExpectSampleLiteral(AttrOf(0), {},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                      });
}

// The order on the wire is not that of the bits.
TEST(SampleFields, AllOneWordFieldsInWireOrder) {
  const uint64_t type =
      PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
      PERFC_SAMPLE_TIME | PERFC_SAMPLE_ADDR | PERFC_SAMPLE_ID |
      PERFC_SAMPLE_STREAM_ID | PERFC_SAMPLE_CPU | PERFC_SAMPLE_PERIOD |
      PERFC_SAMPLE_WEIGHT | PERFC_SAMPLE_DATA_SRC | PERFC_SAMPLE_TRANSACTION |
      PERFC_SAMPLE_PHYS_ADDR | PERFC_SAMPLE_CGROUP |
      PERFC_SAMPLE_DATA_PAGE_SIZE | PERFC_SAMPLE_CODE_PAGE_SIZE;
  ExpectSampleLiteral(AttrOf(type),
                      {1, 2, Pair(3, 4), 5, 6, 7, 8, Pair(9, 0), 10, 11, 12, 13,
                       14, 15, 16, 17},
                      [](const perfc_record &, perfc_sample &sample) {
                        EXPECT_EQ(Take(sample.parts), 0u);
                        EXPECT_EQ(Take(sample.identifier), 1u);
                        EXPECT_EQ(Take(sample.ip), 2u);
                        EXPECT_EQ(Take(sample.pid), 3u);
                        EXPECT_EQ(Take(sample.tid), 4u);
                        EXPECT_EQ(Take(sample.time), 5u);
                        EXPECT_EQ(Take(sample.addr), 6u);
                        EXPECT_EQ(Take(sample.id), 7u);
                        EXPECT_EQ(Take(sample.stream_id), 8u);
                        EXPECT_EQ(Take(sample.cpu), 9u);
                        EXPECT_EQ(Take(sample.cpu_reserved), 0u);
                        EXPECT_EQ(Take(sample.period), 10u);
                        EXPECT_EQ(Take(sample.weight), 11u);
                        EXPECT_EQ(Take(sample.data_src), 12u);
                        EXPECT_EQ(Take(sample.transaction), 13u);
                        EXPECT_EQ(Take(sample.phys_addr), 14u);
                        EXPECT_EQ(Take(sample.cgroup), 15u);
                        EXPECT_EQ(Take(sample.data_page_size), 16u);
                        EXPECT_EQ(Take(sample.code_page_size), 17u);
                      });
}

}  // namespace
}  // namespace decode_test
