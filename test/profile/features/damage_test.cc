// Features that are cut off, or have numbers that can't be: nothing is read beyond
// the bytes (asan sees that), and the memory stays in proportion to them.
#include <cerrno>
#include <cstring>
#include <memory>

#include "gtest/gtest.h"
#include "impl/profile/features/features.h"
#include "impl/profile/table/kinds.h"
#include "perfc/profile/file.h"
#include "test/profile/features/fake_store.h"
#include "test/profile/features/samples.h"

namespace perfc::test {
namespace {

using profile::features::kFeatures;

// Bytes in memory of their own size.
int Convert(uint32_t feature, const Bytes& bytes) {
  auto copy = std::make_unique<uint8_t[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.get());
  size_t at = 0;
  const char* why = nullptr;
  const int result = profile::features::ToNative(
      feature, copy.get(), bytes.size(), kCpus, &at, &why);
  EXPECT_TRUE(result == 0 || result == -EBADMSG) << result;
  EXPECT_EQ(result == 0, why == nullptr);
  EXPECT_LE(at, bytes.size());
  return result;
}

// Fills every table from a file that has this content of the feature.
void FillAll(uint32_t feature, const Bytes& bytes) {
  FakeStore store;
  store.AddEvent(101);
  store.AddEvent(102);
  store.features[PERFC_FEATURE_NRCPUS] = Sample(PERFC_FEATURE_NRCPUS, false);
  store.features[feature] = bytes;
  for (uint32_t kind = 1; kind <= PERFC_ROWS_DOMAINS; ++kind) {
    profile::table::Table table(kind, profile::table::FindKind(kind)->row_size);
    perfc_error error = {};
    const int result = profile::features::FillTable(store, &table, &error);
    EXPECT_TRUE(result == 0 || result == -EBADMSG || result == -ENODATA)
        << kind << " " << result;
    EXPECT_LE(table.count(), bytes.size() + 16);
    if (result != -EBADMSG) continue;
    EXPECT_GE(error.number[0], PositionOf(feature));
    EXPECT_LE(error.number[0], PositionOf(feature) + bytes.size());
    EXPECT_STRNE(error.detail, "");
  }
}

class EachFeature : public testing::TestWithParam<uint32_t> {};

TEST_P(EachFeature, MayBeCutAtEveryByte) {
  const Bytes big = Sample(GetParam(), true);
  const Bytes little = Sample(GetParam(), false);
  for (size_t size = 0; size < big.size(); ++size) {
    Convert(GetParam(), Bytes(big.begin(), big.begin() + size));
    FillAll(GetParam(), Bytes(little.begin(), little.begin() + size));
  }
}

// Every count, size and offset is one of these places.
TEST_P(EachFeature, MayHaveTheLargestNumberAtEveryPlace) {
  const Bytes big = Sample(GetParam(), true);
  const Bytes little = Sample(GetParam(), false);
  for (const size_t width : {1, 2, 4, 8}) {
    for (size_t at = 0; at + width <= big.size(); at += width < 4 ? width : 4) {
      for (const uint8_t byte : {0x00, 0x7f, 0xff}) {
        Bytes damaged = big;
        memset(damaged.data() + at, byte, width);
        Convert(GetParam(), damaged);
        damaged = little;
        memset(damaged.data() + at, byte, width);
        FillAll(GetParam(), damaged);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Features, EachFeature, testing::Range(1u, kFeatures));

TEST(Counts, BeyondTheBytesAreMalformedAtOnce) {
  for (const uint32_t feature :
       {PERFC_FEATURE_CMDLINE, PERFC_FEATURE_CPU_TOPOLOGY,
        PERFC_FEATURE_NUMA_TOPOLOGY, PERFC_FEATURE_PMU_MAPPINGS,
        PERFC_FEATURE_GROUP_DESC, PERFC_FEATURE_BPF_PROG_INFO,
        PERFC_FEATURE_BPF_BTF, PERFC_FEATURE_CPU_PMU_CAPS,
        PERFC_FEATURE_HYBRID_TOPOLOGY, PERFC_FEATURE_PMU_CAPS,
        PERFC_FEATURE_EVENT_DESC, PERFC_FEATURE_AUXTRACE}) {
    EXPECT_EQ(Convert(feature, Bytes(512, 0xff)), -EBADMSG) << feature;
  }
  Encoder memory(true), caches(true);
  memory.U64(1).U64(1).U64(~0ull).Zeros(100);
  EXPECT_EQ(Convert(PERFC_FEATURE_MEM_TOPOLOGY, memory.bytes()), -EBADMSG);
  caches.U32(1).U32(UINT32_MAX).Zeros(100);
  EXPECT_EQ(Convert(PERFC_FEATURE_CACHE, caches.bytes()), -EBADMSG);
}

TEST(Bitmaps, OfAllBitsThereAreAreMalformed) {
  Encoder out(true);
  out.U64(1).U64(1).U64(1).U64(0).U64(~0ull).U64(~0ull).Zeros(64);
  EXPECT_EQ(Convert(PERFC_FEATURE_MEM_TOPOLOGY, out.bytes()), -EBADMSG);
}

TEST(Attrs, OfASizeThatIsNoneAreMalformed) {
  for (const uint32_t size : {0u, 63u, 5000u, UINT32_MAX}) {
    Encoder out(true);
    out.U32(1).U32(size).Zeros(6000);
    EXPECT_EQ(Convert(PERFC_FEATURE_EVENT_DESC, out.bytes()), -EBADMSG) << size;
  }
}

}  // namespace
}  // namespace perfc::test
