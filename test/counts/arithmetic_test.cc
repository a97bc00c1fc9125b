// Scaling, differences and sums of counts.

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/uapi.h"
#include "test/counts/counts.h"

namespace {

using scripted::CountOf;
using scripted::kTimes;

constexpr uint64_t kMax = UINT64_MAX;

uint64_t Scaled(uint64_t value, uint64_t enabled, uint64_t running) {
  uint64_t scaled = 77;
  EXPECT_EQ(perfc_count_scale(value, enabled, running, &scaled), 0);
  return scaled;
}

TEST(Scale, IsExactWhereADoubleIsNot) {
  EXPECT_EQ(Scaled(100, 1000, 500), 200u);
  EXPECT_EQ(Scaled(0, 1000, 1), 0u);
  // 2^53 + 1 has no double.
  EXPECT_EQ(Scaled((uint64_t{1} << 53) + 1, 2000, 1000),
            (uint64_t{1} << 54) + 2);
  EXPECT_EQ(Scaled(kMax / 3, 3, 1), kMax / 3 * 3);
}

TEST(Scale, Rounds) {
  EXPECT_EQ(Scaled(1, 4, 3), 1u);
  EXPECT_EQ(Scaled(1, 5, 3), 2u);
  EXPECT_EQ(Scaled(1, 3, 2), 2u);
}

TEST(Scale, SaturatesInsteadOfWrapping) {
  EXPECT_EQ(Scaled(kMax, 2, 1), kMax);
  EXPECT_EQ(Scaled(kMax, kMax, 1), kMax);
  EXPECT_EQ(Scaled(kMax, kMax, kMax - 1), kMax);
  EXPECT_EQ(Scaled(kMax / 2, 2, 1), kMax - 1);
}

TEST(Scale, NeverScalesDown) { EXPECT_EQ(Scaled(10, 5, 10), 10u); }

TEST(Scale, WithoutRunningThereIsNoCount) {
  uint64_t scaled = 77;
  EXPECT_EQ(perfc_count_scale(1, 1, 0, &scaled), -EINVAL);
  EXPECT_EQ(scaled, 77u);
  EXPECT_EQ(perfc_count_scale(1, 1, 1, nullptr), -EINVAL);
}

perfc_count Delta(const perfc_count &from, const perfc_count &to) {
  perfc_count delta = {};
  EXPECT_EQ(perfc_count_delta(&from, &to, &delta, sizeof delta), 0);
  return delta;
}

TEST(Delta, HasTheQualityOfTheTimeBetween) {
  // Multiplexed before, not since.
  const perfc_count exact =
      Delta(CountOf(100, 1000, 500), CountOf(150, 1100, 600));
  EXPECT_EQ(exact.raw, 50u);
  EXPECT_EQ(exact.scaled, 50u);
  EXPECT_EQ(exact.time_enabled, 100u);
  EXPECT_EQ(exact.time_running, 100u);
  EXPECT_EQ(exact.quality, uint32_t{PERFC_QUALITY_EXACT});

  const perfc_count scaled =
      Delta(CountOf(100, 1000, 1000), CountOf(150, 1100, 1050));
  EXPECT_EQ(scaled.scaled, 100u);
  EXPECT_EQ(scaled.quality, uint32_t{PERFC_QUALITY_SCALED});

  const perfc_count never =
      Delta(CountOf(100, 1000, 1000), CountOf(100, 1100, 1000));
  EXPECT_EQ(never.raw, 0u);
  EXPECT_EQ(never.quality, uint32_t{PERFC_QUALITY_NEVER_RAN});
}

TEST(Delta, OverAResetIsWhatWasCountedSince) {
  const perfc_count delta =
      Delta(CountOf(100, 1000, 1000), CountOf(30, 1100, 1100));
  EXPECT_EQ(delta.raw, 30u);
  EXPECT_EQ(delta.time_enabled, 100u);
  EXPECT_EQ(delta.quality,
            uint32_t{PERFC_QUALITY_RESET | PERFC_QUALITY_PARTIAL |
                     PERFC_QUALITY_EXACT});
}

TEST(Delta, OfAnEventOpenedAnewIsWhatTheNewOneCounted) {
  perfc_count from = CountOf(100, 1000, 1000);
  perfc_count to = CountOf(150, 1100, 1050);
  from.fields = to.fields = kTimes | PERFC_FORMAT_ID;
  from.id = 5;
  to.id = 6;
  const perfc_count delta = Delta(from, to);
  EXPECT_EQ(delta.raw, 150u);
  EXPECT_EQ(delta.time_enabled, 1100u);
  EXPECT_EQ(delta.quality,
            uint32_t{PERFC_QUALITY_RESET | PERFC_QUALITY_PARTIAL |
                     PERFC_QUALITY_SCALED});
  // Without ids the times tell.
  EXPECT_EQ(Delta(CountOf(100, 1000, 1000), CountOf(150, 900, 900)).raw, 150u);
}

TEST(Delta, OfAnEventThatWasOpenedMeanwhileIsItsWholeCount) {
  perfc_count absent = {};
  absent.quality = PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING;
  const perfc_count delta = Delta(absent, CountOf(50, 100, 100));
  EXPECT_EQ(delta.raw, 50u);
  EXPECT_EQ(delta.fields, kTimes);
  EXPECT_EQ(delta.quality,
            uint32_t{PERFC_QUALITY_RESET | PERFC_QUALITY_PARTIAL |
                     PERFC_QUALITY_EXACT});
}

// An event without times, ids or losses has no known field either.
TEST(Delta, OfABareCountAfterAResetIsACount) {
  perfc_count from = {};
  from.raw = 100;
  perfc_count to = {};
  to.raw = 40;
  const perfc_count delta = Delta(from, to);
  EXPECT_EQ(delta.raw, 40u);
  EXPECT_FALSE(delta.quality & PERFC_QUALITY_MISSING);
}

// What it had counted before nobody knows.
TEST(Delta, AfterAPinnedErrorThereIsNone) {
  perfc_count error = {};
  error.quality = PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING;
  const perfc_count delta = Delta(error, CountOf(150, 1100, 1100));
  EXPECT_EQ(delta.raw, 0u);
  EXPECT_EQ(delta.fields, 0u);
  EXPECT_EQ(delta.quality,
            uint32_t{PERFC_QUALITY_PARTIAL | PERFC_QUALITY_MISSING});
}

TEST(Delta, KeepsWhatIsSaidOfEither) {
  perfc_count to = CountOf(150, 1100, 1100);
  to.quality |= PERFC_QUALITY_OFFLINE | PERFC_QUALITY_PARTIAL;
  const perfc_count delta = Delta(CountOf(100, 1000, 1000), to);
  EXPECT_EQ(delta.quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_OFFLINE |
                     PERFC_QUALITY_PARTIAL});
  perfc_count error = {};
  error.quality = PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING;
  EXPECT_EQ(Delta(CountOf(1, 1, 1), error).quality,
            uint32_t{PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING});
}

TEST(Delta, MayBeOneOfItsTwo) {
  perfc_count from = CountOf(100, 1000, 1000);
  const perfc_count to = CountOf(150, 1100, 1100);
  EXPECT_EQ(perfc_count_delta(&from, &to, &from, sizeof from), 0);
  EXPECT_EQ(from.raw, 50u);
}

perfc_count Sum(const std::vector<perfc_count> &parts) {
  perfc_count sum = {};
  EXPECT_EQ(perfc_count_sum(parts.data(), sizeof sum,
                            static_cast<uint32_t>(parts.size()), &sum),
            0);
  return sum;
}

TEST(Sum, AddsEverythingUp) {
  perfc_count one = CountOf(100, 1000, 1000);
  one.fields |= PERFC_FORMAT_LOST;
  one.lost = 3;
  const perfc_count sum = Sum({one, one, one});
  EXPECT_EQ(sum.raw, 300u);
  EXPECT_EQ(sum.scaled, 300u);
  EXPECT_EQ(sum.time_enabled, 3000u);
  EXPECT_EQ(sum.time_running, 3000u);
  EXPECT_EQ(sum.lost, 9u);
  EXPECT_EQ(sum.fields, kTimes | PERFC_FORMAT_LOST);
  EXPECT_EQ(sum.quality, uint32_t{PERFC_QUALITY_EXACT});
}

// Each part is scaled by its own times, not the sum by theirs.
TEST(Sum, ScalesEachPartByItself) {
  const perfc_count sum =
      Sum({CountOf(100, 1000, 100), CountOf(100, 1000, 1000)});
  EXPECT_EQ(sum.raw, 200u);
  EXPECT_EQ(sum.scaled, 1100u);
  EXPECT_EQ(sum.quality, uint32_t{PERFC_QUALITY_SCALED});
}

TEST(Sum, HasTheWorstQualityOfItsParts) {
  const perfc_count exact = CountOf(10, 100, 100);
  const perfc_count never = CountOf(0, 100, 0);
  const perfc_count nowhere = CountOf(0, 0, 0);
  perfc_count error = {};
  error.quality = PERFC_QUALITY_PINNED_ERROR | PERFC_QUALITY_MISSING;
  perfc_count offline = exact;
  offline.quality |= PERFC_QUALITY_OFFLINE;
  EXPECT_EQ(Sum({exact, never}).quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_PARTIAL});
  EXPECT_EQ(Sum({exact, nowhere}).quality, uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(Sum({never, never}).quality, uint32_t{PERFC_QUALITY_NEVER_RAN});
  EXPECT_EQ(Sum({exact, error}).quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_PARTIAL |
                     PERFC_QUALITY_PINNED_ERROR});
  EXPECT_EQ(Sum({error}).quality,
            uint32_t{PERFC_QUALITY_NEVER_RAN | PERFC_QUALITY_PINNED_ERROR |
                     PERFC_QUALITY_MISSING});
  EXPECT_EQ(Sum({exact, offline}).quality,
            uint32_t{PERFC_QUALITY_EXACT | PERFC_QUALITY_OFFLINE});
}

TEST(Sum, WithoutTimesNothingIsSaid) {
  perfc_count unknown = {};
  unknown.raw = 5;
  EXPECT_EQ(Sum({CountOf(10, 1, 1), unknown}).quality, 0u);
  EXPECT_EQ(Sum({CountOf(10, 1, 1), unknown}).raw, 15u);
}

TEST(Sum, Saturates) {
  EXPECT_EQ(Sum({CountOf(kMax, 1, 1), CountOf(2, 1, 1)}).raw, kMax);
}

TEST(Structs, OfAnySizeAreTaken) {
  const perfc_count from = CountOf(100, 1000, 1000);
  const perfc_count to = CountOf(150, 1100, 1100);
  for (size_t size = 0; size <= sizeof to; ++size) {
    perfc_count out;
    memset(&out, 0xee, sizeof out);
    ASSERT_EQ(perfc_count_delta(&from, &to, &out, size), 0);
    const auto *bytes = reinterpret_cast<const uint8_t *>(&out);
    for (size_t at = size; at < sizeof out; ++at) ASSERT_EQ(bytes[at], 0xee);
  }
}

TEST(Structs, NullIsRefused) {
  perfc_count count = {};
  EXPECT_EQ(perfc_count_delta(nullptr, &count, &count, sizeof count), -EINVAL);
  EXPECT_EQ(perfc_count_delta(&count, nullptr, &count, sizeof count), -EINVAL);
  EXPECT_EQ(perfc_count_delta(&count, &count, nullptr, sizeof count), -EINVAL);
  EXPECT_EQ(perfc_count_sum(nullptr, sizeof count, 1, &count), -EINVAL);
  EXPECT_EQ(perfc_count_sum(&count, sizeof count, 0, &count), -EINVAL);
  EXPECT_EQ(perfc_count_sum(&count, sizeof count, 1, nullptr), -EINVAL);
}

}  // namespace
