// What a batch allocates: nothing once it is warm; and what it does where there
// is no memory. malloc and its kin are this program's own, for the library too.

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "impl/batch/arrow.h"
#include "test/batch/batches.h"
#include "test/encoder/random.h"

namespace {

std::atomic<uint64_t> allocations{0};
std::atomic<int64_t> in_use{0};
// How many allocations still succeed; below 0: all.
std::atomic<int64_t> left{-1};

bool Refused() {
  ++allocations;
  if (left < 0) return false;
  return left == 0 || left-- == 0;
}

void* Counted(void* memory) {
  if (memory != nullptr) {
    in_use += static_cast<int64_t>(malloc_usable_size(memory));
  }
  return memory;
}

}  // namespace

extern "C" {

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

void* malloc(size_t size) {
  return Refused() ? nullptr : Counted(__libc_malloc(size));
}

void* calloc(size_t count, size_t size) {
  return Refused() ? nullptr : Counted(__libc_calloc(count, size));
}

void* realloc(void* at, size_t size) {
  if (Refused()) return nullptr;
  if (at != nullptr) in_use -= static_cast<int64_t>(malloc_usable_size(at));
  return Counted(__libc_realloc(at, size));
}

void* aligned_alloc(size_t alignment, size_t size) {
  return Refused() ? nullptr : Counted(__libc_memalign(alignment, size));
}

void free(void* at) {
  if (at != nullptr) in_use -= static_cast<int64_t>(malloc_usable_size(at));
  __libc_free(at);
}

}  // extern "C"

namespace batches {
namespace {

// Allocations from the n-th on fail while it lives.
class Memory {
 public:
  explicit Memory(int64_t n) { left = n; }
  ~Memory() { left = -1; }
  bool RanOut() const { return left == 0; }
};

constexpr uint64_t kEverything =
    encoder::kAllSampleBits & ~encoder::kWeightStruct;

struct Everything {
  Everything() : attr(AttrOf(kEverything)) {
    attr.read_format = encoder::kAllFormats;
    attr.branch_sample_type =
        encoder::kBranchHwIndex | encoder::kBranchCounters;
    attr.sample_regs_user = attr.sample_regs_intr = 0xff;
    plan = PlanOf(attr);
    encoder::Random random(5);
    for (int i = 0; i < 200; ++i) {
      records.Add(encoder::RandomSample(attr, &random), attr);
      if (i % 7 == 0) records.Add(encoder::Lost{1, 2}, {}, attr);
    }
  }

  // By as many fills as it takes; the number of rows, or an errno.
  int FillAll(const Batch& batch) const {
    int rows = 0;
    for (size_t at = 0; at < records.size();) {
      size_t consumed = 0;
      const int filled =
          perfc_batch_fill_bytes(batch.get(), plan.get(), records.data() + at,
                                 records.size() - at, &consumed);
      if (filled <= 0) return filled;
      at += consumed;
      rows += filled;
    }
    return rows;
  }

  Attr attr;
  Plan plan;
  Records records;
};

TEST(Memory, NoneIsAllocatedOnceABatchIsWarm) {
  const Everything all;
  for (uint32_t flags : kEachFlags) {
    for (uint32_t rows : {0u, 50u}) {
      const Batch batch = MakeBatch(flags, rows);
      const uint64_t cold = allocations;
      ASSERT_EQ(all.FillAll(batch), 229);
      EXPECT_GT(allocations, cold) << "the counter doesn't count";
      const uint64_t warm = allocations;
      for (int i = 0; i < 3; ++i) ASSERT_EQ(all.FillAll(batch), 229);
      EXPECT_EQ(allocations, warm);
    }
  }
}

TEST(Memory, NoneIsAllocatedByLookingAtColumns) {
  const Everything all;
  const Batch batch = MakeBatch(0);
  ASSERT_GT(Fill(batch, all.plan, all.records), 0);
  const uint64_t before = allocations;
  perfc_column column;
  perfc_stream_record record;
  perfc_batch_info info;
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    perfc_batch_column(batch.get(), 0, i, &column, sizeof column);
  }
  perfc_batch_record(batch.get(), 0, &record);
  perfc_batch_get_info(batch.get(), &info, sizeof info);
  EXPECT_EQ(allocations, before);
}

TEST(Memory, ABatchThatCannotBeMadeSaysSo) {
  perfc_batch* batch = nullptr;
  perfc_error error = {};
  int result;
  {
    const Memory none(0);
    result = perfc_batch_create(nullptr, &batch, &error);
  }
  EXPECT_EQ(result, -ENOMEM);
  EXPECT_EQ(batch, nullptr);
  EXPECT_EQ(error.rule, uint32_t{PERFC_RULE_MEMORY});
}

// Every allocation of the first fills fails in turn; the rows that come once
// there is memory again are all of them.
TEST(Memory, AFillWithoutMemoryTakesNothingAndGoesOnLater) {
  const Everything all;
  for (uint32_t flags : kEachFlags) {
    int failures = 0;
    for (int64_t n = 0;; ++n) {
      const Batch batch = MakeBatch(flags);
      size_t consumed = 0;
      int filled;
      bool ran_out;
      {
        const Memory some(n);
        filled = Fill(batch, all.plan, all.records, &consumed);
        ran_out = some.RanOut();
      }
      if (!ran_out) break;
      if (filled < 0) {
        ++failures;
        ASSERT_EQ(filled, -ENOMEM);
        ASSERT_EQ(consumed, 0u);
        ASSERT_EQ(InfoOf(batch).samples + InfoOf(batch).records, 0u);
      }
      ASSERT_EQ(all.FillAll(batch), 229);
    }
    EXPECT_GE(failures, 2);
  }
}

TEST(Memory, AnExportWithoutMemoryLeavesNothingToRelease) {
  const Everything all;
  const Batch batch = MakeBatch(0);
  ASSERT_GT(Fill(batch, all.plan, all.records), 0);
  int failures = 0;
  for (int64_t n = 0;; ++n) {
    ArrowSchema schema = {};
    ArrowArray array = {};
    const int64_t before = in_use;
    int result;
    {
      const Memory some(n);
      result =
          perfc_batch_export_arrow(batch.get(), 0, &schema, &array, nullptr);
    }
    if (result == 0) {
      schema.release(&schema);
      array.release(&array);
      EXPECT_EQ(in_use, before);
      break;
    }
    ++failures;
    ASSERT_EQ(result, -ENOMEM);
    ASSERT_EQ(in_use, before) << "leaked after " << n << " allocations";
    ASSERT_EQ(schema.release, nullptr);
    ASSERT_EQ(array.release, nullptr);
  }
  EXPECT_GT(failures, 100);
}

}  // namespace
}  // namespace batches
