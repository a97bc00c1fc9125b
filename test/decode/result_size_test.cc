// Result structs of other sizes than this version's: an older caller's is
// shorter, a newer caller's longer.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/decode.h"
#include "test/decode/every_record.h"
#include "test/decode/support.h"

namespace decode_test {
namespace {

using encoder::Attr;
using encoder::Bytes;
using encoder::Order;

constexpr size_t kMore = 64;

// The structs that are written in part, as their masks say.
template <typename T>
constexpr bool kHasMask =
    std::is_same_v<T, perfc_sample> || std::is_same_v<T, perfc_sample_id>;

bool IsZero(const uint8_t *bytes, size_t size) {
  return std::all_of(bytes, bytes + size, [](uint8_t byte) { return !byte; });
}

// call(out, size) fills the struct, with the same content each time.
template <typename T, typename Call>
void ExpectKeepsToItsSize(Call call) {
  T whole;
  Poison(&whole);
  ASSERT_EQ(call(&whole, sizeof(whole)), 0);
  ASSERT_FALSE(Untouched(whole));
  const auto *expected = reinterpret_cast<const uint8_t *>(&whole);
  for (size_t size = 0; size <= sizeof(T) + kMore; ++size) {
    SCOPED_TRACE(size);
    std::vector<uint64_t> memory((sizeof(T) + kMore + 7) / 8);
    auto *bytes = reinterpret_cast<uint8_t *>(memory.data());
    std::memset(bytes, kPoison, memory.size() * 8);
    ASSERT_EQ(call(reinterpret_cast<T *>(bytes), size), 0);
    const size_t end = std::min(size, sizeof(T));
    if (kHasMask<T>) {
      EXPECT_TRUE(IsPoison(bytes + end, size - end));
    } else {
      EXPECT_TRUE(IsZero(bytes + end, size - end));
    }
    EXPECT_TRUE(IsPoison(bytes + size, memory.size() * 8 - size));
    // A field that the size cuts in two may be written or not.
    const size_t fields = end == sizeof(T) ? end : end / 8 * 8;
    EXPECT_EQ(std::memcmp(bytes, expected, fields), 0);
  }
}

Attr FullAttr() {
  Attr attr;
  attr.sample_type = encoder::kAllSampleBits & ~encoder::kWeight;
  attr.read_format = encoder::kAllFormats;
  attr.branch_sample_type = encoder::kBranchHwIndex | encoder::kBranchCounters;
  attr.sample_regs_user = 7;
  attr.sample_regs_intr = 7;
  attr.flags = encoder::kFlagSampleIdAll;
  return attr;
}

template <typename T>
void ExpectDecodeKeepsToItsSize(const Plan &plan, const Bytes &bytes,
                                int (*decode)(const perfc_plan *,
                                              const perfc_record *, T *,
                                              size_t)) {
  perfc_record record;
  ASSERT_EQ(perfc_plan_view_record(plan.get(), bytes.data(), bytes.size(),
                                   nullptr, 0, &record),
            1);
  SCOPED_TRACE(record.type);
  ExpectKeepsToItsSize<T>([&](T *out, size_t size) {
    return decode(plan.get(), &record, out, size);
  });
}

TEST(ResultSize, OfEveryRecordTypeIsKept) {
  Attr attr = FullAttr();
  attr.read_format = encoder::kFormatEnabled | encoder::kFormatId;
  const Plan plan = MakePlan(attr, Order::kLittle);
  ForEverySidebandRecord(
      attr, Order::kLittle, [&](const Bytes &bytes, auto decode) {
        ExpectDecodeKeepsToItsSize(plan, bytes, decode);
        ExpectDecodeKeepsToItsSize(plan, bytes, perfc_decode_sample_id);
      });
}

TEST(ResultSize, OfASampleIsKept) {
  encoder::Random random(41);
  const Attr attr = FullAttr();
  const Plan plan = MakePlan(attr, Order::kLittle);
  for (int i = 0; i < 10; ++i) {
    const Bytes bytes =
        encoder::RandomSample(attr, &random).Encode(attr, Order::kLittle);
    ExpectDecodeKeepsToItsSize(plan, bytes, perfc_decode_sample);
  }
}

TEST(ResultSize, OfThePackedWordsIsKept) {
  const uint64_t word = 0x0123456789abcdef;
  ExpectKeepsToItsSize<perfc_branch>([&](perfc_branch *out, size_t size) {
    return perfc_decode_branch(word, out, size);
  });
  ExpectKeepsToItsSize<perfc_data_src>([&](perfc_data_src *out, size_t size) {
    return perfc_decode_data_src(word, out, size);
  });
}

// A struct at the end of what may be written.
TEST(ResultSize, NothingBehindAShorterStructIsTouched) {
  GuardedMemory memory;
  const Plan plan = MakePlan(AttrOf(PERFC_SAMPLE_IP | PERFC_SAMPLE_CGROUP));
  const Record record(PERFC_RECORD_SAMPLE, 0, {0x401000, 42});
  perfc_sample poison;
  Poison(&poison);
  for (size_t size = 0; size <= sizeof(poison); size += 8) {
    uint8_t *at = memory.Put(reinterpret_cast<const uint8_t *>(&poison), size);
    auto *sample = reinterpret_cast<perfc_sample *>(at);
    ASSERT_EQ(perfc_decode_sample(plan.get(), record.get(), sample, size), 0);
  }
}

}  // namespace
}  // namespace decode_test
