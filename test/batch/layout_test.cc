// Where columns lie in memory, and structs of other versions.

#include <cerrno>
#include <set>

#include "test/batch/batches.h"
#include "test/encoder/random.h"

namespace batches {
namespace {

// Both kinds of weight exclude each other.
constexpr uint64_t kEverything =
    encoder::kAllSampleBits & ~encoder::kWeightStruct;

Attr FullAttr() {
  Attr attr = AttrOf(kEverything);
  attr.read_format = encoder::kAllFormats;
  attr.branch_sample_type = encoder::kBranchHwIndex | encoder::kBranchCounters;
  attr.sample_regs_user = attr.sample_regs_intr = 0xff;
  return attr;
}

Records FullRecords(const Attr& attr, int count) {
  encoder::Random random(3);
  Records records;
  const Sample sample = encoder::RandomSample(attr, &random);
  for (int i = 0; i < count; ++i) {
    records.Add(i % 3 == 2 ? encoder::RandomSample(attr, &random) : sample,
                attr);
  }
  return records;
}

TEST(Layout, ColumnsBeginAt64ByteAddressesAndNotAtTheSamePlaceOfAPage) {
  const Attr attr = FullAttr();
  const Batch batch = MakeBatch(0, 600);
  ASSERT_GT(Fill(batch, PlanOf(attr), FullRecords(attr, 30)), 1);
  std::set<uintptr_t> places;
  size_t columns = 0;
  for (uint32_t i = 0; i < PERFC_COLUMN_COUNT; ++i) {
    if (!HasColumn(batch, i)) continue;
    SCOPED_TRACE(perfc_column_name(i));
    const perfc_column column = ColumnOf(batch, i);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(column.values) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(column.offsets) % 64, 0u);
    const void* first = column.offsets ? column.offsets : column.values;
    places.insert(reinterpret_cast<uintptr_t>(first) % 4096);
    ++columns;
  }
  EXPECT_GE(columns, 33u);
  EXPECT_EQ(places.size(), columns);
}

TEST(Layout, ElementsStayAlignedAsTheyGrow) {
  const Attr attr = AttrOf(encoder::kCallchain);
  const Plan plan = PlanOf(attr);
  const Batch batch = MakeBatch(0, 100000);
  Records records;
  for (size_t length = 1; length < 400; ++length) {
    Sample sample;
    sample.callchain.resize(length, length);
    records.Add(sample, attr);
    ASSERT_EQ(Fill(batch, plan, records), static_cast<int>(length));
    const perfc_column column = ColumnOf(batch, PERFC_COLUMN_CALLCHAIN);
    ASSERT_EQ(reinterpret_cast<uintptr_t>(column.values) % 64, 0u);
    ASSERT_EQ(Elements<uint64_t>(column, length - 1), sample.callchain);
    ASSERT_EQ(column.value_count, length * (length + 1) / 2);
  }
}

// A result struct in memory that is all 0xa5.
template <typename T>
struct Padded {
  Padded() { memset(bytes, 0xa5, sizeof bytes); }
  T* get() { return reinterpret_cast<T*>(bytes); }
  // Whether the tail of a struct of `size` bytes is 0, and what lies behind it is
  // untouched.
  bool EndsAt(size_t size) const {
    for (size_t at = std::min(size, sizeof(T)); at < sizeof bytes; ++at) {
      if (bytes[at] != (at < size ? 0 : 0xa5)) return false;
    }
    return true;
  }
  alignas(8) uint8_t bytes[2 * sizeof(T)];
};

TEST(Structs, ResultsOfAnySizeAreFilledToTheirEnd) {
  const Attr attr = AttrOf(encoder::kIp);
  const Batch batch = MakeBatch(0);
  ASSERT_EQ(Fill(batch, PlanOf(attr), FullRecords(attr, 4)), 4);
  for (size_t size = 0; size <= 2 * sizeof(perfc_column); ++size) {
    Padded<perfc_column> column;
    ASSERT_EQ(
        perfc_batch_column(batch.get(), 0, PERFC_COLUMN_IP, column.get(), size),
        0);
    EXPECT_TRUE(column.EndsAt(size));
    if (size >= offsetof(perfc_column, null_count)) {
      EXPECT_EQ(column.get()->rows, 4u);
    }
  }
  for (size_t size = 0; size <= 2 * sizeof(perfc_batch_info); ++size) {
    Padded<perfc_batch_info> info;
    ASSERT_EQ(perfc_batch_get_info(batch.get(), info.get(), size), 0);
    EXPECT_TRUE(info.EndsAt(size));
    if (size >= sizeof info.get()->samples) {
      EXPECT_EQ(info.get()->samples, 4u);
    }
  }
}

int Create(const void* options) {
  perfc_batch* batch = nullptr;
  perfc_error error = {};
  const int result = perfc_batch_create(
      static_cast<const perfc_batch_options*>(options), &batch, &error);
  if (result != 0) {
    EXPECT_EQ(batch, nullptr);
    EXPECT_EQ(error.code, result);
    EXPECT_STREQ(error.operation, "perfc_batch_create");
  }
  perfc_batch_destroy(batch);
  return result;
}

TEST(Structs, OptionsMayBeOlderOrNewer) {
  struct {
    perfc_batch_options known;
    uint64_t unknown;
  } newer = {};
  newer.known.size = sizeof newer;
  EXPECT_EQ(Create(nullptr), 0);
  EXPECT_EQ(Create(&newer), 0);
  newer.unknown = 1;
  EXPECT_EQ(Create(&newer), -E2BIG);
  // No caller was ever compiled with a shorter one.
  for (uint32_t size : {0u, 4u, 8u, 16u, 20u}) {
    newer.known.size = size;
    EXPECT_EQ(Create(&newer), -EINVAL) << size;
  }
}

TEST(Structs, OptionsThatAreNotKnownAreRefused) {
  perfc_batch_options options = {};
  options.size = sizeof options;
  options.flags = 0x4;
  EXPECT_EQ(Create(&options), -EINVAL);
  options.flags = 0;
  options.sample_type = PERFC_SAMPLE_MAX;
  EXPECT_EQ(Create(&options), -EINVAL);
  options.sample_type = 0;
  options.rows = 0x7fffffff;
  EXPECT_EQ(Create(&options), -EINVAL);
  options.rows = 0;
  options.reserved = 1;
  EXPECT_EQ(Create(&options), -EINVAL);
  EXPECT_EQ(perfc_batch_create(nullptr, nullptr, nullptr), -EINVAL);
  perfc_batch_destroy(nullptr);
}

}  // namespace
}  // namespace batches
