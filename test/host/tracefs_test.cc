// tracefs is found wherever it is mounted.
#include <cerrno>
#include <string>

#include "gtest/gtest.h"
#include "impl/base/buffer.h"
#include "impl/host/files.h"
#include "impl/host/host.h"
#include "perfc/host.h"
#include "testing/scripted_system.h"

namespace {

using perfc::base::Buffer;
using perfc::base::View;
using perfc::host::Host;
using perfc::host::kMaxRoot;
using perfc::host::NameList;
using scripted::Call;
using scripted::ScriptedSystem;

class TracefsTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(system_.open_fds(), 0u); }

  void MountAt(const std::string &root) {
    system_.SetFile(root + "/events/sched/sched_switch/id", "314\n");
  }
  // Where it was found, or the error's number.
  std::string Find() {
    char root[kMaxRoot] = "";
    const int found = host_.FindTracefs(&root);
    return found == 0 ? root : std::to_string(found);
  }

  ScriptedSystem system_;
  Host host_{system_};
};

TEST_F(TracefsTest, IsLookedForInSysfsFirst) {
  MountAt("/sys/kernel/debug/tracing");
  EXPECT_EQ(Find(), "/sys/kernel/debug/tracing");
  MountAt("/sys/kernel/tracing");
  EXPECT_EQ(Find(), "/sys/kernel/tracing");
}

TEST_F(TracefsTest, TheDirectoryForTheMountIsNoMount) {
  system_.SetFile("/sys/kernel/tracing/no/events/here", "");
  EXPECT_EQ(Find(), std::to_string(-ENOENT));
}

TEST_F(TracefsTest, ElseProcfsSaysWhere) {
  MountAt("/mnt/a trace\\here");
  system_.SetFile("/proc/self/mounts",
                  "proc /proc proc rw 0 0\n"
                  "tracefs /gone tracefs rw 0 0\n"
                  "short\n"
                  "tracefs /mnt/a\\040trace\\134here tracefs rw 0 0\n");
  EXPECT_EQ(Find(), "/mnt/a trace\\here");
}

TEST_F(TracefsTest, AMountWithAPathTooLongIsPassedOver) {
  MountAt("/fits");
  system_.SetFile("/proc/self/mounts",
                  "tracefs /" + std::string(kMaxRoot, 'x') +
                      " tracefs rw 0 0\ntracefs /fits tracefs rw 0 0");
  EXPECT_EQ(Find(), "/fits");
}

TEST_F(TracefsTest, TheHostsOwnRootIsTheOnlyPlace) {
  perfc_host_options options = {};
  options.size = sizeof options;
  options.tracefs = "/host/tracing";
  ASSERT_EQ(host_.Configure(&options, nullptr), 0);
  MountAt("/sys/kernel/tracing");
  EXPECT_EQ(Find(), std::to_string(-ENOENT));
  MountAt("/host/tracing");
  EXPECT_EQ(Find(), "/host/tracing");
}

TEST_F(TracefsTest, BelowTheHostsOwnSysfs) {
  perfc_host_options options = {};
  options.size = sizeof options;
  options.sysfs = "/host/sys";
  ASSERT_EQ(host_.Configure(&options, nullptr), 0);
  MountAt("/host/sys/kernel/tracing");
  EXPECT_EQ(Find(), "/host/sys/kernel/tracing");
}

TEST_F(TracefsTest, WhereItMayNotBeLookedIntoIsSaid) {
  system_.Fail(Call::kOpen, EACCES);
  char root[kMaxRoot] = "";
  EXPECT_EQ(host_.FindTracefs(&root), -EACCES);
  EXPECT_STREQ(root, "/sys/kernel/tracing");
}

TEST_F(TracefsTest, AReadableMountIsTakenInsteadOfADeniedOne) {
  MountAt("/sys/kernel/debug/tracing");
  system_.Fail(Call::kOpen, EACCES);
  EXPECT_EQ(Find(), "/sys/kernel/debug/tracing");
}

TEST_F(TracefsTest, AMountThatIsDeniedIsNoAbsentOne) {
  system_.SetFile("/proc/self/mounts", "tracefs /mnt tracefs rw 0 0\n");
  system_.Fail(Call::kOpen, EACCES, 4);
  char root[kMaxRoot] = "";
  EXPECT_EQ(host_.FindTracefs(&root), -EACCES);
  EXPECT_STREQ(root, "/mnt");
}

TEST_F(TracefsTest, FilesAndDirectoriesAreReadBelowIt) {
  MountAt("/sys/kernel/tracing");
  Buffer<char> read;
  NameList names;
  ASSERT_EQ(host_.ReadTrace("events/sched/sched_switch/id", &read), 0);
  EXPECT_EQ(View(read), "314\n");
  ASSERT_EQ(host_.ListTrace("events/sched", &names), 0);
  ASSERT_EQ(names.size(), 1u);
  EXPECT_EQ(names[0], "sched_switch");
  EXPECT_EQ(host_.ReadTrace("events/sched/absent/id", &read), -ENOENT);
  EXPECT_EQ(host_.ListTrace("events/absent", &names), -ENOENT);
}

TEST_F(TracefsTest, EachFailingCallIsAFailureOrAnotherPlaceAndLeaksNoFd) {
  MountAt("/sys/kernel/tracing");
  for (int n = 1;; ++n) {
    system_.FailAny(EIO, n);
    Buffer<char> read;
    const int failed = host_.ReadTrace("events/sched/sched_switch/id", &read);
    if (!system_.failed()) break;
    EXPECT_LT(failed, 0) << n;
    EXPECT_EQ(system_.open_fds(), 0u) << n;
  }
}

}  // namespace
