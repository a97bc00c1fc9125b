#include "examples/perfc/session.h"

#include <gtest/gtest.h>

#include "test/tool/records.h"

namespace tool {
namespace {

constexpr uint16_t kKernel = PERFC_RECORD_MISC_KERNEL;
constexpr uint16_t kUser = PERFC_RECORD_MISC_USER;

class SessionTest : public testing::Test {
 protected:
  SessionTest() : session_(/*with_chains=*/true) {
    plan_.emplace(perfc::Plan::create(CyclesAttr()).value());
  }

  void Process(Bytes bytes) { session_.Process(plan_->view(), bytes.record()); }

  Profile& profile() { return *session_.profile(); }

  std::optional<perfc::Plan> plan_;
  Session session_;
};

TEST_F(SessionTest, ASampleGetsItsThreadsNameAndItsObject) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0x2000, "/no/such/prog"));
  Process(SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x400123}));
  const std::vector<HotFunction> functions = profile().Functions();
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].samples, 1u);
  EXPECT_EQ(functions[0].comm, "prog");
  EXPECT_EQ(functions[0].function.object, "/no/such/prog");
  EXPECT_EQ(functions[0].function.name, "0x2123") << "offset in the file";
  EXPECT_FALSE(functions[0].function.known);
  EXPECT_EQ(session_.malformed(), 0u);
}

TEST_F(SessionTest, AForkedChildIsKnownByItsParentsMapsAndName) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "/no/such/prog"));
  Process(ForkRecord(11, 10, 11, 10));
  Process(SampleRecord(kUser, 11, 11, {PERFC_CONTEXT_USER, 0x400001}));
  const std::vector<HotFunction> functions = profile().Functions();
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].comm, "prog");
  EXPECT_EQ(functions[0].function.object, "/no/such/prog");
}

TEST_F(SessionTest, AnExitedProcessIsForgotten) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "/no/such/prog"));
  Process(ExitRecord(10, 10));
  Process(SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x400001}));
  const std::vector<HotFunction> functions = profile().Functions();
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].comm, ":10");
  EXPECT_EQ(functions[0].function.object, "[unknown]");
  EXPECT_EQ(functions[0].function.name, "0x400001");
}

TEST_F(SessionTest, ChainsAreFoldedFromTheOutermostInwards) {
  Process(CommRecord(10, 10, "pr;og", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "/no/such/outer"));
  Process(Mmap2Record(10, 0x500000, 0x1000, 0, "/no/such/inner"));
  const std::vector<uint64_t> chain = {PERFC_CONTEXT_USER, 0x500010, 0x400020};
  Process(SampleRecord(kUser, 10, 10, chain));
  Process(SampleRecord(kUser, 10, 10, chain));
  EXPECT_EQ(profile().Folded(), "pr:og;[outer];[inner] 2\n");
}

// PR_SET_VMA_ANON_NAME lets a program choose such a name.
TEST_F(SessionTest, ANameInBracketsIsOneFrame) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "[anon:a;b\n]"));
  Process(SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x400010}));
  EXPECT_EQ(profile().Folded(), "prog;[anon:a:b\\x0a] 1\n");
}

TEST_F(SessionTest, ACallerIsLookedUpWhereItCalls) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "/no/such/caller"));
  Process(Mmap2Record(10, 0x401000, 0x1000, 0, "/no/such/next"));
  // The call is the caller's last instruction, and returns behind its end.
  Process(
      SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x401500, 0x401000}));
  EXPECT_EQ(profile().Folded(), "prog;[caller];[next] 1\n");
}

TEST_F(SessionTest, TheKernelsPartOfAChainIsTheKernels) {
  Process(CommRecord(10, 10, "prog", true));
  Process(Mmap2Record(10, 0x400000, 0x1000, 0, "/no/such/prog"));
  Process(
      SampleRecord(kKernel, 10, 10,
                   {PERFC_CONTEXT_KERNEL, 0x10, PERFC_CONTEXT_USER, 0x400000}));
  EXPECT_EQ(profile().Folded(), "prog;[prog];[kernel] 1\n");
  EXPECT_EQ(profile().samples(), 1u);
  EXPECT_EQ(profile().user_samples(), 0u);
}

TEST_F(SessionTest, ASampleWithoutAChainCountsWhereItWasTaken) {
  Process(CommRecord(10, 10, "prog", true));
  Bytes bytes(PERFC_RECORD_SAMPLE, kUser);
  bytes.U64(1).U64(0x77).U32(10, 10).U64(0).U64(0);
  Process(bytes);
  const std::vector<HotFunction> functions = profile().Functions();
  ASSERT_EQ(functions.size(), 1u);
  EXPECT_EQ(functions[0].function.name, "0x77");
  EXPECT_EQ(profile().user_samples(), 1u);
}

TEST_F(SessionTest, ARecordThatCannotBeDecodedIsCounted) {
  Process(Bytes(PERFC_RECORD_COMM, 0));
  EXPECT_EQ(session_.malformed(), 1u);
}

TEST_F(SessionTest, FunctionsAreSortedAndAddedUpOverAddresses) {
  Process(CommRecord(10, 10, "prog", true));
  Process(SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x1}));
  for (int i = 0; i < 3; ++i) {
    Process(SampleRecord(kUser, 10, 10, {PERFC_CONTEXT_USER, 0x2}));
  }
  const std::vector<HotFunction> functions = profile().Functions();
  ASSERT_EQ(functions.size(), 2u);
  EXPECT_EQ(functions[0].samples, 3u);
  EXPECT_EQ(functions[1].samples, 1u);
  EXPECT_EQ(profile().samples(), 4u);
}

}  // namespace
}  // namespace tool
