#include "examples/perfc/sampling.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace tool {
namespace {

constexpr uint64_t kUserOnly =
    PERFC_ATTR_EXCLUDE_KERNEL | PERFC_ATTR_EXCLUDE_HV;

TEST(SamplingTest, BeginsWithCyclesInKernelAndUserSpace) {
  const Sampling sampling = CyclesSampling(999, true);
  EXPECT_EQ(sampling.attr.type, uint32_t{PERFC_TYPE_HARDWARE});
  EXPECT_EQ(sampling.attr.sample_period, 999u);
  EXPECT_EQ(sampling.attr.flags & kUserOnly, 0u);
  EXPECT_NE(sampling.attr.flags & PERFC_ATTR_ENABLE_ON_EXEC, 0u);
  EXPECT_EQ(CyclesSampling(999, false).attr.flags & PERFC_ATTR_ENABLE_ON_EXEC,
            0u);
}

TEST(SamplingTest, EachErrnoOfAMissingCounterLeadsToCpuClock) {
  for (int error : {EOPNOTSUPP, ENOENT, ENODEV, EINVAL}) {
    Sampling sampling = CyclesSampling(999, true);
    ASSERT_TRUE(StepDown(perfc::Error(-error), &sampling)) << error;
    EXPECT_EQ(sampling.event, "cpu-clock");
    EXPECT_EQ(sampling.attr.type, uint32_t{PERFC_TYPE_SOFTWARE});
    EXPECT_EQ(sampling.attr.config, uint64_t{PERFC_COUNT_SW_CPU_CLOCK});
    EXPECT_FALSE(sampling.user_only);
    EXPECT_EQ(sampling.notes.size(), 1u);
  }
}

TEST(SamplingTest, APermissionLeadsToUserSpaceOnly) {
  for (int error : {EACCES, EPERM}) {
    Sampling sampling = CyclesSampling(999, true);
    ASSERT_TRUE(StepDown(perfc::Error(-error), &sampling)) << error;
    EXPECT_EQ(sampling.event, "cycles");
    EXPECT_TRUE(sampling.user_only);
    EXPECT_EQ(sampling.attr.flags & kUserOnly, kUserOnly);
    EXPECT_EQ(sampling.notes.size(), 1u);
  }
}

TEST(SamplingTest, UserSpaceOnlyStaysWhenCyclesAreMissingToo) {
  Sampling sampling = CyclesSampling(999, true);
  ASSERT_TRUE(StepDown(perfc::Error(-EACCES), &sampling));
  ASSERT_TRUE(StepDown(perfc::Error(-ENOENT), &sampling));
  EXPECT_EQ(sampling.event, "cpu-clock");
  EXPECT_TRUE(sampling.user_only);
  EXPECT_EQ(sampling.notes.size(), 2u);
}

TEST(SamplingTest, BelowCpuClockInUserSpaceThereIsNoStep) {
  Sampling sampling = CyclesSampling(999, true);
  ASSERT_TRUE(StepDown(perfc::Error(-EACCES), &sampling));
  ASSERT_TRUE(StepDown(perfc::Error(-EACCES), &sampling));
  EXPECT_EQ(sampling.event, "cpu-clock");
  EXPECT_FALSE(StepDown(perfc::Error(-EACCES), &sampling));
  EXPECT_FALSE(StepDown(perfc::Error(-ENOENT), &sampling));
}

TEST(SamplingTest, OtherErrnosAreNoReasonToDoWithout) {
  for (int error : {EMFILE, ENFILE, ESRCH, ENOMEM, EBUSY, E2BIG, ENOSYS}) {
    Sampling sampling = CyclesSampling(999, true);
    EXPECT_FALSE(StepDown(perfc::Error(-error), &sampling)) << error;
    EXPECT_TRUE(sampling.notes.empty());
  }
}

TEST(SamplingTest, EpermIsNoReasonForAnotherEvent) {
  Sampling sampling = CyclesSampling(999, true);
  ASSERT_TRUE(StepDown(perfc::Error(-EPERM), &sampling));
  EXPECT_FALSE(StepDown(perfc::Error(-EPERM), &sampling));
  EXPECT_EQ(sampling.event, "cycles");
}

TEST(SamplingTest, AFrequencyAboveTheKernelsIsLoweredAloud) {
  Sampling sampling = CyclesSampling(5000, true);
  LimitFrequency(5000, &sampling);
  EXPECT_EQ(sampling.attr.sample_period, 5000u);
  EXPECT_TRUE(sampling.notes.empty());
  LimitFrequency(4000, &sampling);
  EXPECT_EQ(sampling.attr.sample_period, 4000u);
  ASSERT_EQ(sampling.notes.size(), 1u);
  EXPECT_NE(sampling.notes[0].find("4000"), std::string::npos);
}

}  // namespace
}  // namespace tool
