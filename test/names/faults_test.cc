// Each system call of a parse fails in turn: nothing leaks, the list is as it
// was, and the next parse works.

#include <cerrno>
#include <string>

#include "gtest/gtest.h"
#include "perfc/names.h"
#include "test/names/names.h"

namespace {

class FaultsTest : public names::NamesTest {
 protected:
  void FailEachCall(const std::string &events) {
    int calls = 0;
    for (const int error : {EIO, ENOMEM}) {
      for (int n = 1;; ++n) {
        ASSERT_LT(n, 100000);
        perfc_specs_destroy(specs_);
        ASSERT_EQ(perfc_specs_create(&host_, &specs_, nullptr), 0);
        error_ = {};
        system_.FailAny(error, n);
        const int result = Parse(events);
        const bool failed = system_.failed();
        system_.FailAny(0, 0);
        ASSERT_EQ(system_.open_fds(), 0u) << events << " " << n;
        if (result < 0) {
          EXPECT_EQ(result, -error) << events << " " << Text();
          EXPECT_EQ(error_.code, result);
          EXPECT_EQ(perfc_specs_count(specs_), 0);
        } else {
          // It happened where another way was left.
          EXPECT_GT(result, 0) << events;
        }
        EXPECT_GT(Parse(events), 0) << events << ": it works the next time";
        if (!failed) break;
        ++calls;
      }
    }
    EXPECT_GT(calls, 0) << events;
  }
};

TEST_F(FaultsTest, Hybrid) {
  Use("intel_hybrid");
  for (const char *events :
       {"cycles", "{cycles,r1a8,faults}:u", "cpu_core/mem-loads,ldlat=3/",
        "uncore_cbox/event=1/", "intel_pt//"}) {
    FailEachCall(events);
    if (HasFatalFailure()) return;
  }
}

TEST_F(FaultsTest, Amd) {
  Use("amd");
  for (const char *events :
       {"mem_pass_untrans", "sched:sched_switch", "sched:*", "*:sys_*_read",
        "kprobe:f", "uprobe:/bin/ls:1"}) {
    FailEachCall(events);
    if (HasFatalFailure()) return;
  }
}

TEST_F(FaultsTest, Arm) {
  Use("arm_big_little");
  for (const char *events :
       {"cs_etm/@tmc_etr0/", "armv8_cortex_a53/cpu_cycles/"}) {
    FailEachCall(events);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
