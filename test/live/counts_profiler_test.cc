// Profilers on this machine, whatever it has.

#include <cerrno>
#include <memory>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

struct Closer {
  void operator()(perfc_profiler* profiler) const {
    perfc_profiler_destroy(profiler);
  }
};
using Profiler = std::unique_ptr<perfc_profiler, Closer>;

constexpr perfc_profiler_options kUserSpace = {
    sizeof kUserSpace, 0, PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV, 0,
    0};

Profiler Create(uint32_t type, uint64_t mask,
                const perfc_profiler_options& options) {
  perfc_profiler* profiler = nullptr;
  perfc_error error = {};
  EXPECT_EQ(0,
            perfc_profiler_create(nullptr, type, mask, PERFC_CALLING_THREAD,
                                  PERFC_ANY_CPU, &options, &profiler, &error))
      << Text(error);
  return Profiler(profiler);
}

constexpr uint64_t kFaults = 1 << PERFC_COUNT_SW_PAGE_FAULTS |
                             1 << PERFC_COUNT_SW_PAGE_FAULTS_MIN |
                             1 << PERFC_COUNT_SW_PAGE_FAULTS_MAJ;

class SoftwareProfiler : public testing::TestWithParam<uint32_t> {};

TEST_P(SoftwareProfiler, CountsFromStartToStop) {
  NEEDS(Paranoid(2));
  perfc_profiler_options options = kUserSpace;
  options.flags = GetParam();
  const Profiler profiler = Create(
      PERFC_TYPE_SOFTWARE, kFaults | 1 << PERFC_COUNT_SW_TASK_CLOCK, options);
  Pages pages(60);
  ASSERT_EQ(0, perfc_profiler_start(profiler.get()));
  ASSERT_EQ(0, perfc_profiler_stop(profiler.get()));
  ASSERT_EQ(0, perfc_profiler_reset(profiler.get()));
  ASSERT_EQ(0, perfc_profiler_start(profiler.get()));
  pages.Touch(0, 60);
  ASSERT_EQ(0, perfc_profiler_stop(profiler.get()));
  perfc_count counts[PERFC_PROFILER_MAX] = {};
  uint64_t present = 0;
  ASSERT_EQ(0, perfc_profiler_profile(profiler.get(), counts, sizeof *counts,
                                      PERFC_PROFILER_MAX, &present));
  EXPECT_EQ(kFaults | 1 << PERFC_COUNT_SW_TASK_CLOCK, present);
  EXPECT_LE(60u, counts[PERFC_COUNT_SW_PAGE_FAULTS].raw);
  EXPECT_EQ(counts[PERFC_COUNT_SW_PAGE_FAULTS].raw,
            counts[PERFC_COUNT_SW_PAGE_FAULTS_MIN].raw +
                counts[PERFC_COUNT_SW_PAGE_FAULTS_MAJ].raw);
  EXPECT_LT(0u, counts[PERFC_COUNT_SW_TASK_CLOCK].raw);
  const perfc_count& zero = counts[PERFC_COUNT_SW_PAGE_FAULTS_MAJ];
  EXPECT_EQ(uint32_t{PERFC_QUALITY_EXACT}, zero.quality);
  EXPECT_LT(0u, zero.time_running);
}

INSTANTIATE_TEST_SUITE_P(OneByOneAndAsAGroup, SoftwareProfiler,
                         testing::Values(0, PERFC_PROFILER_GROUP));

TEST(Profiler, HardwareCountersAreThereOrSayWhyNot) {
  NEEDS(Paranoid(2));
  perfc_profiler* made = nullptr;
  perfc_error error = {};
  const int result = perfc_profiler_create(nullptr, PERFC_TYPE_HARDWARE, 0x3ff,
                                           0, -1, &kUserSpace, &made, &error);
  const Profiler profiler(made);
  if (result < 0) {
    EXPECT_EQ(result, error.code);
    EXPECT_EQ(uint32_t{PERFC_RULE_NO_PMU}, error.rule) << Text(error);
    return;
  }
  ASSERT_EQ(0, perfc_profiler_start(made));
  Busy(20);
  ASSERT_EQ(0, perfc_profiler_stop(made));
  perfc_count counts[10] = {};
  uint64_t present = 0;
  ASSERT_EQ(0,
            perfc_profiler_profile(made, counts, sizeof *counts, 10, &present));
  for (uint32_t number = 0; number < 10; ++number) {
    EXPECT_EQ(present >> number & 1, perfc_profiler_status(made, number) == 0);
  }
  if (present & 1 << PERFC_COUNT_HW_INSTRUCTIONS &&
      !(counts[PERFC_COUNT_HW_INSTRUCTIONS].quality &
        PERFC_QUALITY_NEVER_RAN)) {
    EXPECT_LT(0u, counts[PERFC_COUNT_HW_INSTRUCTIONS].raw);
  }
}

TEST(Profiler, AGroupOfAttrsOfSeveralKinds) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  const perfc_attr attrs[] = {CallsOf(FirstTarget),
                              Software(PERFC_COUNT_SW_PAGE_FAULTS),
                              CallsOf(SecondTarget)};
  perfc_profiler_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_PROFILER_GROUP;
  perfc_profiler* made = nullptr;
  perfc_error error = {};
  ASSERT_EQ(0, perfc_profiler_create_attrs(nullptr, attrs, sizeof *attrs, 3, 0,
                                           -1, &options, &made, &error))
      << Text(error);
  const Profiler profiler(made);
  ASSERT_EQ(0, perfc_profiler_start(made));
  CallFirst(3);
  CallSecond(8);
  ASSERT_EQ(0, perfc_profiler_stop(made));
  perfc_count counts[3] = {};
  uint64_t present = 0;
  ASSERT_EQ(0,
            perfc_profiler_profile(made, counts, sizeof *counts, 3, &present));
  EXPECT_EQ(0b111u, present);
  EXPECT_EQ(3u, counts[0].raw);
  EXPECT_EQ(8u, counts[2].raw);
}

TEST(Profiler, AProcessThatIsGoneHasNone) {
  NEEDS(Paranoid(2));
  int gone;
  {
    Child child([] {});
    gone = child.pid();
    child.Go();
    EXPECT_TRUE(child.Wait());
  }
  perfc_profiler* made = nullptr;
  perfc_error error = {};
  EXPECT_EQ(-ESRCH,
            perfc_profiler_create(nullptr, PERFC_TYPE_SOFTWARE, kFaults, gone,
                                  -1, &kUserSpace, &made, &error));
}

}  // namespace
}  // namespace live
