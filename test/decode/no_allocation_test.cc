// Decoding allocates nothing: malloc and its kin are counted here, for the
// library too, because a program's own come before libc's.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/every_record.h"
#include "test/decode/support.h"

namespace {
std::atomic<uint64_t> allocations{0};
}  // namespace

extern "C" {

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
  ++allocations;
  return __libc_realloc(at, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

}  // extern "C"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;

TEST(NoAllocation, TheCounterSeesWhatTheLibraryAllocates) {
  perfc_plan *plan = nullptr;
  const uint64_t before = allocations;
  const int result = perfc_plan_create(PERFC_BYTE_ORDER_NATIVE, &plan, nullptr);
  EXPECT_GT(allocations, before);
  ASSERT_EQ(result, 0);
  perfc_plan_destroy(plan);
}

// Everything that a program does with a sample.
uint64_t UseSample(const Plan &plan, const perfc_record &record) {
  perfc_sample sample = {};
  if (perfc_decode_sample(plan.get(), &record, &sample, sizeof(sample)) != 0) {
    return 0;
  }
  uint64_t value = 0;
  perfc_read_value read = {};
  perfc_branch branch = {};
  perfc_data_src data_src = {};
  perfc_decode_register(plan.get(), &record, &sample, PERFC_SAMPLE_REGS_USER, 8,
                        &value);
  perfc_decode_register(plan.get(), &record, &sample, PERFC_SAMPLE_REGS_INTR, 8,
                        &value);
  perfc_record_read_value(&record, &sample.read, 0, &read, sizeof(read));
  perfc_decode_data_src(sample.data_src, &data_src, sizeof(data_src));
  const perfc_branch_entry *entries =
      At<perfc_branch_entry>(&record, sample.branches);
  if (entries != nullptr) {
    perfc_decode_branch(entries->flags, &branch, sizeof(branch));
  }
  return 1 + (At<uint64_t>(&record, sample.callchain) != nullptr);
}

// Views and decodes, and gives how many allocations that took.
uint64_t AllocationsFor(const Plan &plan, const Bytes &bytes,
                        Scratch *scratch) {
  const uint64_t before = allocations;
  perfc_record record = {};
  const int viewed =
      perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                             scratch->data(), scratch->size(), &record);
  const uint64_t used = UseSample(plan, record);
  const uint64_t after = allocations;
  EXPECT_EQ(viewed, 1);
  EXPECT_GT(used, 0u);
  return after - before;
}

TEST(NoAllocation, InDecodingSamplesOfEveryKind) {
  encoder::Random random(51);
  Scratch scratch;
  for (int i = 0; i < 2000; ++i) {
    const Attr attr = encoder::RandomAttr(&random);
    const encoder::Sample sample = encoder::RandomSample(attr, &random);
    for (Order order : {Order::kLittle, Order::kBig}) {
      const Plan plan = MakePlan(attr, order);
      ASSERT_EQ(AllocationsFor(plan, sample.Encode(attr, order), &scratch), 0u);
    }
  }
}

TEST(NoAllocation, InMatchingRecordsToOneOfManyAttrs) {
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IDENTIFIER), {1});
  for (uint64_t id = 2; id < 100; ++id) {
    Add(plan, AttrOf(PERFC_SAMPLE_IDENTIFIER | PERFC_SAMPLE_IP), {id});
  }
  const Record known(PERFC_RECORD_SAMPLE, 0, {50, 0x401000});
  const Record stranger(PERFC_RECORD_SAMPLE, 0, {500, 0x401000});
  const uint64_t before = allocations;
  const uint64_t used = UseSample(plan, *known.get());
  const uint64_t refused = UseSample(plan, *stranger.get());
  const uint64_t after = allocations;
  EXPECT_EQ(after, before);
  EXPECT_EQ(used, 1u);
  EXPECT_EQ(refused, 0u);
}

TEST(NoAllocation, InDecodingEveryOtherRecord) {
  Attr attr;
  attr.sample_type = encoder::kTid | encoder::kIdentifier;
  attr.flags = encoder::kFlagSampleIdAll;
  Scratch scratch;
  for (Order order : {Order::kLittle, Order::kBig}) {
    const Plan plan = MakePlan(attr, order);
    ForEverySidebandRecord(attr, order, [&](const Bytes &bytes, auto) {
      const uint64_t before = allocations;
      perfc_record record = {};
      const int viewed =
          perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                 scratch.data(), scratch.size(), &record);
      const int decoded = DecodeAny(plan, record);
      perfc_sample_id id;
      const int trailer =
          perfc_decode_sample_id(plan.get(), &record, &id, sizeof(id));
      const uint64_t after = allocations;
      EXPECT_EQ(after, before) << record.type;
      EXPECT_EQ(viewed, 1);
      EXPECT_EQ(decoded, 0);
      EXPECT_EQ(trailer, 0);
    });
  }
}

}  // namespace
}  // namespace decode_test
