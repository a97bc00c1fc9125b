// Features of the other byte order.
#include <cerrno>

#include "gtest/gtest.h"
#include "impl/profile/features/features.h"
#include "perfc/profile/file.h"
#include "test/profile/features/samples.h"

namespace perfc::test {
namespace {

using profile::features::kFeatures;
using profile::features::Name;
using profile::features::ToNative;

class EachFeature : public testing::TestWithParam<uint32_t> {};

// Both are written by the same lines of the encoder, which knows nothing of the
// library.
TEST_P(EachFeature, BecomesWhatThisMachineWouldHaveWritten) {
  const uint32_t feature = GetParam();
  Bytes bytes = Sample(feature, true);
  const Bytes expected = feature == PERFC_FEATURE_TRACING_DATA
                             ? bytes  // it has an order of its own
                             : Sample(feature, false);
  size_t at = 0;
  const char* why = "";
  ASSERT_EQ(ToNative(feature, bytes.data(), bytes.size(), kCpus, &at, &why), 0)
      << Name(feature) << " at " << at << ": " << why;
  EXPECT_EQ(bytes, expected) << Name(feature);
}

TEST_P(EachFeature, KeepsBytesThatALaterPerfAdds) {
  const uint32_t feature = GetParam();
  if (feature == PERFC_FEATURE_BUILD_ID ||
      feature == PERFC_FEATURE_CPU_DOMAIN_INFO) {
    return;  // they reach to the end of the bytes
  }
  Bytes bytes = Sample(feature, true);
  const size_t size = bytes.size();
  const Bytes later = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  bytes.insert(bytes.end(), later.begin(), later.end());
  size_t at = 0;
  const char* why = "";
  ASSERT_EQ(ToNative(feature, bytes.data(), bytes.size(), kCpus, &at, &why), 0)
      << Name(feature);
  EXPECT_EQ(Bytes(bytes.begin() + size, bytes.end()), later);
}

TEST_P(EachFeature, HasANameAndAnExample) {
  const uint32_t feature = GetParam();
  EXPECT_FALSE(Name(feature).empty());
  const bool flag =
      feature == PERFC_FEATURE_BRANCH_STACK || feature == PERFC_FEATURE_STAT;
  EXPECT_EQ(Sample(feature, false).empty(), flag);
}

INSTANTIATE_TEST_SUITE_P(Features, EachFeature, testing::Range(1u, kFeatures));

TEST(UnknownFeatures, StayAsTheyAre) {
  Bytes bytes = {1, 2, 3, 4};
  size_t at;
  const char* why;
  for (const uint32_t feature : {0u, kFeatures, 255u, UINT32_MAX}) {
    EXPECT_EQ(ToNative(feature, bytes.data(), bytes.size(), 0, &at, &why), 0);
    EXPECT_TRUE(Name(feature).empty());
  }
  EXPECT_EQ(bytes, (Bytes{1, 2, 3, 4}));
}

TEST(BrokenRules, AreNamedWithTheirPlace) {
  Encoder out(true);
  out.U32(2).Str("a").U32(100).Raw("b");
  Bytes bytes = out.bytes();
  size_t at = 0;
  const char* why = nullptr;
  EXPECT_EQ(
      ToNative(PERFC_FEATURE_CMDLINE, bytes.data(), bytes.size(), 0, &at, &why),
      -EBADMSG);
  EXPECT_EQ(at, 4u + 68 + 4);
  EXPECT_STREQ(why, "a string reaches beyond the end");
}

TEST(Cpus, AreThoseOfNrcpus) {
  using profile::features::CpusOf;
  EXPECT_EQ(CpusOf(Sample(PERFC_FEATURE_NRCPUS, false)), kCpus);
  EXPECT_EQ(CpusOf({}), 0u);
}

}  // namespace
}  // namespace perfc::test
