// From an errno to the rule behind it, for the mmap(2) of a ring.

#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/error.h"
#include "test/explain/explain_test.h"

namespace {

class ExplainMmapTest : public ExplainTest {
 protected:
  perfc_error ExplainMmap(int errno_, size_t bytes) {
    perfc_error error;
    EXPECT_EQ(
        perfc::explain::MmapFailed(host_, -errno_, bytes, "perfc_mmap", &error),
        -errno_);
    EXPECT_EQ(error.code, -errno_);
    EXPECT_EQ(error.call, static_cast<uint32_t>(PERFC_CALL_MMAP));
    ExpectSentence(error, errno_);
    return error;
  }
};

TEST_F(ExplainMmapTest, TheLockedMemoryBudgetIsCalculated) {
  system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "516\n");
  system_.SetFile("/sys/devices/system/cpu/online", "0-7,9\n");
  system_.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
  SetParanoid(1);
  const perfc_error error = ExplainMmap(EPERM, 4198400);
  ExpectRule(error, PERFC_RULE_MLOCK);
  EXPECT_EQ(error.number[0], 4198400u);
  EXPECT_EQ(error.number[1], 516u);
  EXPECT_EQ(error.number[2], 9u);
  EXPECT_EQ(error.number[3], 8388608u);
  EXPECT_EQ(error.paranoid, 1);
  ExpectText(error, "a ring of 4198400 bytes");
  ExpectText(error, "(516 KiB) x 9 CPUs = 4755456 bytes");
  ExpectText(error, "RLIMIT_MEMLOCK = 8388608 bytes");
  ExpectText(error, "CAP_IPC_LOCK");
}

TEST_F(ExplainMmapTest, WhereNothingLimitsRingsItIsNotTheBudget) {
  SetParanoid(2);
  system_.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
  SetStatus(~(uint64_t{1} << kCapIpcLock), 0);
  ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_MLOCK);
  SetStatus(uint64_t{1} << kCapIpcLock, 0);
  ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_UNKNOWN);
  SetStatus(0, 0);
  for (int level : {-1, -2}) {
    SetParanoid(level);
    ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_UNKNOWN);
  }
  SetParanoid(2);
  system_.SetLimit(RLIMIT_MEMLOCK, RLIM_INFINITY, RLIM_INFINITY);
  ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_UNKNOWN);
}

TEST_F(ExplainMmapTest, ACapabilityOfAUserNamespaceLiftsNoBudget) {
  SetParanoid(2);
  system_.SetLimit(RLIMIT_MEMLOCK, 8388608, 8388608);
  SetStatus(~uint64_t{0}, 0);
  for (const char *map : {"         0       1000          1\n",
                          "0 1000 1\n1 100000 65536\n", ""}) {
    system_.SetFile("/proc/self/uid_map", map);
    ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_MLOCK);
  }
  system_.SetFile("/proc/self/uid_map", "         0          0 4294967295\n");
  ExpectRule(ExplainMmap(EPERM, 8192), PERFC_RULE_UNKNOWN);
}

TEST_F(ExplainMmapTest, TheOtherErrnosAreNotThatBudget) {
  const perfc_error memory = ExplainMmap(ENOMEM, 8192);
  ExpectRule(memory, PERFC_RULE_MEMORY);
  ExpectText(memory, "8192 bytes of memory");
  const perfc_error invalid = ExplainMmap(EINVAL, 8192);
  ExpectRule(invalid, PERFC_RULE_INHERIT_MMAP);
  ExpectText(invalid, "inherit and cpu -1");
  for (int error : {EACCES, EAGAIN, ENODEV, EBADF}) {
    ExpectRule(ExplainMmap(error, 8192), PERFC_RULE_UNKNOWN);
  }
}

TEST_F(ExplainMmapTest, WithoutAnErrorStructNothingIsLookedUp) {
  EXPECT_EQ(perfc::explain::MmapFailed(host_, -EPERM, 1, "x", nullptr), -EPERM);
  EXPECT_EQ(system_.count(scripted::Call::kOpen), 0);
}

}  // namespace
