#include "test/decode/sample_check.h"

#include "gtest/gtest.h"
#include "test/decode/sideband_check.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Sample;

// One number: its value if the attr selects it, else the poison.
template <typename T>
void ExpectNumber(bool present, const T &actual, uint64_t expected,
                  const char *name) {
  if (present) {
    EXPECT_EQ(uint64_t{actual}, expected) << name;
  } else {
    EXPECT_TRUE(Untouched(actual)) << name;
  }
}

void ExpectNumbers(const Attr &attr, const Sample &sample,
                   const perfc_sample &out) {
#define PERFC_EXPECT_NUMBER(BIT, FIELD) \
  ExpectNumber(attr.has(encoder::BIT), out.FIELD, sample.FIELD, #FIELD);
  PERFC_EXPECT_NUMBER(kIdentifier, identifier)
  PERFC_EXPECT_NUMBER(kIp, ip)
  PERFC_EXPECT_NUMBER(kTid, pid)
  PERFC_EXPECT_NUMBER(kTid, tid)
  PERFC_EXPECT_NUMBER(kTime, time)
  PERFC_EXPECT_NUMBER(kAddr, addr)
  PERFC_EXPECT_NUMBER(kId, id)
  PERFC_EXPECT_NUMBER(kStreamId, stream_id)
  PERFC_EXPECT_NUMBER(kCpu, cpu)
  PERFC_EXPECT_NUMBER(kCpu, cpu_reserved)
  PERFC_EXPECT_NUMBER(kPeriod, period)
  PERFC_EXPECT_NUMBER(kWeight, weight)
  PERFC_EXPECT_NUMBER(kWeightStruct, weight_var1_dw)
  PERFC_EXPECT_NUMBER(kWeightStruct, weight_var2_w)
  PERFC_EXPECT_NUMBER(kWeightStruct, weight_var3_w)
  PERFC_EXPECT_NUMBER(kDataSrc, data_src)
  PERFC_EXPECT_NUMBER(kTransaction, transaction)
  PERFC_EXPECT_NUMBER(kPhysAddr, phys_addr)
  PERFC_EXPECT_NUMBER(kCgroup, cgroup)
  PERFC_EXPECT_NUMBER(kDataPageSize, data_page_size)
  PERFC_EXPECT_NUMBER(kCodePageSize, code_page_size)
#undef PERFC_EXPECT_NUMBER
}

void ExpectBytes(const perfc_record &record, bool present,
                 const perfc_range &range, const encoder::Bytes &expected,
                 const char *name) {
  if (present) {
    EXPECT_TRUE(BytesOf(record, range) == expected) << name;
  } else {
    EXPECT_TRUE(Untouched(range)) << name;
  }
}

void ExpectRegisters(const perfc_record &record, bool present, uint64_t abi,
                     const perfc_range &range,
                     const encoder::Registers &expected, const char *name) {
  if (!present) {
    EXPECT_TRUE(Untouched(abi) && Untouched(range)) << name;
    return;
  }
  EXPECT_EQ(abi, expected.abi) << name;
  EXPECT_EQ(WordsOf(record, range),
            expected.abi == 0 ? std::vector<uint64_t>() : expected.values)
      << name;
}

void ExpectBranch(const perfc_branch_entry &entry,
                  const encoder::Branch &expected) {
  EXPECT_EQ(entry.from, expected.from);
  EXPECT_EQ(entry.to, expected.to);
  auto branch = Poisoned<perfc_branch>();
  ASSERT_EQ(perfc_decode_branch(entry.flags, &branch, sizeof(branch)), 0);
  EXPECT_EQ(branch.mispred, expected.mispred);
  EXPECT_EQ(branch.predicted, expected.predicted);
  EXPECT_EQ(branch.in_tx, expected.in_tx);
  EXPECT_EQ(branch.abort, expected.abort);
  EXPECT_EQ(branch.cycles, expected.cycles);
  EXPECT_EQ(branch.type, expected.type);
  EXPECT_EQ(branch.spec, expected.spec);
  EXPECT_EQ(branch.new_type, expected.new_type);
  EXPECT_EQ(branch.priv, expected.priv);
  EXPECT_EQ(entry.flags >> 33, expected.reserved);
}

void ExpectBranches(const perfc_record &record, const Attr &attr,
                    const perfc_sample &out,
                    const encoder::BranchStack &expected) {
  const bool present = attr.has(encoder::kBranchStack);
  const bool hw_idx = present && expected.taken &&
                      attr.branch_sample_type & encoder::kBranchHwIndex;
  const bool counters =
      present && attr.branch_sample_type & encoder::kBranchCounters;
  EXPECT_EQ(out.parts, (hw_idx ? PERFC_PART_BRANCH_HW_IDX : 0u) |
                           (counters ? PERFC_PART_BRANCH_COUNTERS : 0u));
  ExpectNumber(hw_idx, out.branch_hw_idx, expected.hw_idx, "branch_hw_idx");
  if (counters) {
    EXPECT_EQ(WordsOf(record, out.branch_counters), expected.counters);
  } else {
    EXPECT_TRUE(Untouched(out.branch_counters));
  }
  if (!present) {
    EXPECT_TRUE(Untouched(out.branches));
    return;
  }
  ASSERT_EQ(out.branches.count, expected.entries.size());
  const perfc_branch_entry *entries =
      At<perfc_branch_entry>(&record, out.branches);
  for (size_t i = 0; i < expected.entries.size(); ++i) {
    ExpectBranch(entries[i], expected.entries[i]);
  }
}

void ExpectVariableParts(const perfc_record &record, const Attr &attr,
                         const Sample &sample, const perfc_sample &out) {
  if (attr.has(encoder::kRead)) {
    EXPECT_EQ(out.read.read_format, attr.read_format);
    ExpectRead(record, out.read, sample.read);
  } else {
    EXPECT_TRUE(Untouched(out.read));
  }
  if (attr.has(encoder::kCallchain)) {
    EXPECT_EQ(WordsOf(record, out.callchain), sample.callchain);
  } else {
    EXPECT_TRUE(Untouched(out.callchain));
  }
  ExpectBytes(record, attr.has(encoder::kRaw), out.raw, sample.raw, "raw");
  ExpectBranches(record, attr, out, sample.branches);
  ExpectRegisters(record, attr.has(encoder::kRegsUser), out.user_abi,
                  out.user_regs, sample.user_regs, "user_regs");
  ExpectBytes(record, attr.has(encoder::kStackUser), out.stack, sample.stack,
              "stack");
  ExpectNumber(attr.has(encoder::kStackUser), out.stack_dyn_size,
               sample.stack_dyn_size, "stack_dyn_size");
  ExpectRegisters(record, attr.has(encoder::kRegsIntr), out.intr_abi,
                  out.intr_regs, sample.intr_regs, "intr_regs");
  ExpectBytes(record, attr.has(encoder::kAux), out.aux, sample.aux, "aux");
  EXPECT_TRUE(Untouched(out.rest));
}

}  // namespace

bool ExpectSample(const Plan &plan, const perfc_record &record,
                  const Attr &attr, const Sample &sample) {
  auto out = Poisoned<perfc_sample>();
  EXPECT_EQ(perfc_decode_sample(plan.get(), &record, &out, sizeof(out)), 0);
  if (testing::Test::HasFailure()) return false;
  EXPECT_EQ(out.present, attr.sample_type);
  EXPECT_EQ(out.attr_index, 0u);
  ExpectNumbers(attr, sample, out);
  ExpectVariableParts(record, attr, sample, out);
  return !testing::Test::HasFailure();
}

}  // namespace decode_test
