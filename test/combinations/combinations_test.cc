// What goes into the encoder comes out again, whichever way it is decoded, for
// every combination of sample fields and what they depend on.
//
//   --combinations=N  how many random ones (100,000)
//   --seed=N          where they begin (1)

#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "impl/uapi/sample_fields.h"
#include "test/combinations/check.h"
#include "test/combinations/families.h"
#include "test/combinations/options.h"

namespace combinations {
namespace {

// Of all tests, for the line at the end.
uint64_t all_combinations = 0;
uint64_t all_records = 0;

class Summary : public testing::Environment {
 public:
  void TearDown() override {
    std::printf("combinations: %llu, in %llu records, seed %llu\n",
                static_cast<unsigned long long>(all_combinations),
                static_cast<unsigned long long>(all_records),
                static_cast<unsigned long long>(options().seed));
  }
};

const testing::Environment* const kSummary =
    testing::AddGlobalTestEnvironment(new Summary);

class Combinations : public testing::Test {
 protected:
  using Family = void (*)(Random*, const Visit&);

  // Every case of the family, damaged too.
  void Exhaust(Family family) {
    Checker checker(options().seed);
    Random random(options().seed);
    uint64_t cases = 0;
    family(&random, [&](const Case& made) {
      if (HasFailure()) return;
      SCOPED_TRACE(made.name + " " + std::to_string(cases++));
      if (!checker.Check(made)) return;
      if (cases % 4 == 0) checker.CheckDamaged(made);
    });
    checker.Flush();
    Report(cases, checker.records());
  }

  void Report(uint64_t combinations, uint64_t records) {
    RecordProperty("combinations", std::to_string(combinations));
    RecordProperty("records", std::to_string(records));
    all_combinations += combinations;
    all_records += records;
  }
};

TEST(Generator, KnowsEveryFieldOfTheTable) {
  uint64_t table = 0;
  for (const auto& field : perfc::uapi::kSampleFields) table |= field.bit;
  EXPECT_EQ(table, encoder::kAllSampleBits);
}

TEST_F(Combinations, EveryFieldAloneAndEveryPair) { Exhaust(FieldsAndPairs); }
TEST_F(Combinations, EveryReadFormat) { Exhaust(ReadFormats); }
TEST_F(Combinations, EveryBranchOption) { Exhaust(BranchOptions); }
TEST_F(Combinations, RegisterMasksAndAbis) { Exhaust(Registers); }
TEST_F(Combinations, BothWeights) { Exhaust(Weights); }
TEST_F(Combinations, CallchainsOfEveryLength) { Exhaust(Callchains); }
TEST_F(Combinations, RawData) { Exhaust(RawSizes); }
TEST_F(Combinations, StacksFromNoneToFull) { Exhaust(Stacks); }
TEST_F(Combinations, AuxData) { Exhaust(AuxSizes); }
TEST_F(Combinations, EveryRecordTypeWithEveryTrailer) { Exhaust(Trailers); }
TEST_F(Combinations, PlansOfSeveralAttrs) { Exhaust(SeveralAttrs); }
TEST_F(Combinations, WhatIsNotKnownYet) { Exhaust(Unknowns); }
TEST_F(Combinations, BytesBehindTheLastField) { Exhaust(LeftOver); }
TEST_F(Combinations, EmptyStacksOfUsersAndOfTheKernel) { Exhaust(EmptyStacks); }

// Each case from a seed of its own, so that a failure names it.
TEST_F(Combinations, AtRandom) {
  Checker checker(options().seed);
  uint64_t drawn = 0;
  for (uint64_t seed = options().seed; drawn < options().combinations; ++seed) {
    Random random(seed);
    const Case made = RandomCase(&random, &drawn);
    SCOPED_TRACE("--seed=" + std::to_string(seed));
    ASSERT_TRUE(checker.Check(made));
    if (seed % 128 == 0) {
      ASSERT_TRUE(checker.CheckDamaged(made));
    }
  }
  ASSERT_TRUE(checker.Flush());
  Report(drawn, checker.records());
}

}  // namespace
}  // namespace combinations
