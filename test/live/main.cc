// Runs the live tests, and holds every one of them to three rules: it declared
// what it needs, it left no fd behind, and an unprivileged run is one.

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

using testing::TestInfo;
using testing::TestPartResult;

class Rules : public testing::EmptyTestEventListener {
  void OnTestStart(const TestInfo&) override {
    TakeDeclared();
    fds_ = OpenFds();
  }

  void OnTestPartResult(const TestPartResult& result) override {
    if (result.skipped()) reason_ = result.message();
  }

  void OnTestEnd(const TestInfo& test) override {
    EXPECT_TRUE(TakeDeclared()) << "the first line of a live test is NEEDS()";
    EXPECT_EQ(fds_, OpenFds()) << "the test leaves an fd behind";
    if (!test.result()->Skipped()) return;
    skipped_.push_back(std::string(test.test_suite_name()) + "." + test.name() +
                       ": " + reason_);
  }

  void OnTestProgramEnd(const testing::UnitTest&) override {
    for (const std::string& line : skipped_)
      printf("skipped %s\n", line.c_str());
  }

  std::set<std::string> fds_;
  std::string reason_;
  std::vector<std::string> skipped_;
};

// False if an unprivileged run was asked for, and this is none.
bool IsAsAsked() {
  if (getenv("PERFC_LIVE_UNPRIVILEGED") == nullptr) return true;
  if (!Privileged() && ParanoidLevel() <= 1) return true;
  fprintf(stderr,
          "the unprivileged run wants neither CAP_PERFMON nor CAP_SYS_ADMIN, "
          "and perf_event_paranoid at most 1\n");
  return false;
}

}  // namespace
}  // namespace live

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!live::IsAsAsked()) return 1;
  testing::UnitTest::GetInstance()->listeners().Append(new live::Rules);
  if (live::OpenRefused() == 0) live::WarmUp();
  return RUN_ALL_TESTS();
}
