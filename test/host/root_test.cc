// perfc_host_root: where a host's files lie.

#include <cerrno>
#include <cstring>
#include <string>

#include "gtest/gtest.h"
#include "impl/capi/handles.h"
#include "impl/host/host.h"
#include "perfc/host.h"
#include "test/host/machine.h"
#include "testing/scripted_system.h"

namespace {

class RootTest : public ::testing::Test {
 protected:
  void Configure(const char *sysfs, const char *procfs, const char *tracefs) {
    perfc_host_options options = {};
    options.size = sizeof options;
    options.sysfs = sysfs;
    options.procfs = procfs;
    options.tracefs = tracefs;
    ASSERT_EQ(host_.host.Configure(&options, nullptr), 0);
  }
  // The path, or the error's number.
  std::string Root(uint32_t root) {
    char path[64] = "";
    const int result = perfc_host_root(&host_, root, path, sizeof path);
    EXPECT_TRUE(result < 0 || result == static_cast<int>(strlen(path)));
    return result < 0 ? std::to_string(result) : path;
  }

  scripted::ScriptedSystem system_;
  perfc_host host_{perfc::host::Host(system_)};
};

TEST_F(RootTest, TheUsualMountsAreGivenWithoutALook) {
  EXPECT_EQ(Root(PERFC_HOST_SYSFS), "/sys");
  EXPECT_EQ(Root(PERFC_HOST_PROCFS), "/proc");
  EXPECT_EQ(system_.count(scripted::Call::kOpen), 0);
}

TEST_F(RootTest, TheOptionsOfTheHostAreGiven) {
  Configure("/host/sys", "/host/proc", "/host/tracing");
  system_.SetFile("/host/tracing/events/sched/sched_switch/id", "1\n");
  EXPECT_EQ(Root(PERFC_HOST_SYSFS), "/host/sys");
  EXPECT_EQ(Root(PERFC_HOST_PROCFS), "/host/proc");
  EXPECT_EQ(Root(PERFC_HOST_TRACEFS), "/host/tracing");
}

TEST_F(RootTest, TracefsIsLookedFor) {
  EXPECT_EQ(Root(PERFC_HOST_TRACEFS), std::to_string(-ENOENT));
  system_.SetFile("/proc/self/mounts", "tracefs /t tracefs rw 0 0\n");
  system_.SetFile("/t/events/sched/sched_switch/id", "1\n");
  EXPECT_EQ(Root(PERFC_HOST_TRACEFS), "/t");
}

TEST_F(RootTest, ATracefsThatOnlyOthersMayReadIsNamed) {
  system_.SetFile("/sys/kernel/tracing/events/sched/sched_switch/id", "1\n");
  system_.Fail(scripted::Call::kOpen, EACCES);
  char path[64] = "";
  EXPECT_EQ(perfc_host_root(&host_, PERFC_HOST_TRACEFS, path, sizeof path),
            -EACCES);
  EXPECT_STREQ(path, "/sys/kernel/tracing");
}

TEST_F(RootTest, APathTooLongIsCutAndItsLengthTold) {
  char path[4];
  EXPECT_EQ(perfc_host_root(&host_, PERFC_HOST_PROCFS, path, sizeof path), 5);
  EXPECT_STREQ(path, "/pr");
  EXPECT_EQ(perfc_host_root(&host_, PERFC_HOST_PROCFS, nullptr, 0), 5);
}

TEST_F(RootTest, WrongArgumentsAreRefused) {
  EXPECT_EQ(perfc_host_root(&host_, PERFC_HOST_PROCFS, nullptr, 1), -EINVAL);
  EXPECT_EQ(Root(3), std::to_string(-EINVAL));
}

TEST_F(RootTest, WithoutAHostItIsThisMachine) {
  char path[64];
  EXPECT_EQ(perfc_host_root(nullptr, PERFC_HOST_PROCFS, path, sizeof path), 5);
  EXPECT_STREQ(path, "/proc");
}

}  // namespace
