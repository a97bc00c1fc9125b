// A host: its files, its roots, what it says of the kernel.

#include "impl/host/host.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"
#include "test/host/scripted_system.h"

namespace {

using perfc::host::Host;
using scripted::Call;
using scripted::ScriptedSystem;

class HostTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(system_.open_fds(), 0u); }

  ScriptedSystem system_;
  Host host_{system_};
};

TEST_F(HostTest, ReadsAFileInPiecesUpToItsEnd) {
  const std::string content(10000, 'x');
  system_.SetFile("/proc/long", content);
  std::string read = "what was there";
  ASSERT_TRUE(host_.ReadProc("long", &read));
  EXPECT_EQ(read, content);
}

TEST_F(HostTest, FilesBelowSysfsAreReadBelowItsRoot) {
  system_.SetFile("/sys/devices/system/cpu/online", "0-3\n");
  std::string read;
  ASSERT_TRUE(host_.ReadSys("devices/system/cpu/online", &read));
  EXPECT_EQ(read, "0-3\n");
  EXPECT_FALSE(host_.ReadSys("devices/system/cpu/possible", &read));
}

TEST_F(HostTest, ATooLongFileIsRefused) {
  system_.SetFile("/proc/endless", std::string(3 << 20, 'x'));
  std::string read;
  EXPECT_FALSE(host_.ReadProc("endless", &read));
}

TEST_F(HostTest, AFailingReadIsNoShortFile) {
  system_.SetFile("/proc/file", "1");
  system_.Fail(Call::kRead, EIO, 2);
  std::string read;
  EXPECT_FALSE(host_.ReadProc("file", &read));
}

TEST_F(HostTest, NumbersAreTakenOnlyWhole) {
  const struct {
    const char *content;
    int64_t number;
  } cases[] = {{"2\n", 2}, {"-1\n", -1},  {" 516\n", 516}, {"", -7},
               {"\n", -7}, {"12 34", -7}, {"x", -7},       {"0x10", -7}};
  for (const auto &c : cases) {
    SCOPED_TRACE(c.content);
    system_.SetFile("/proc/number", c.content);
    EXPECT_EQ(host_.ProcNumber("number", -7), c.number);
  }
  EXPECT_EQ(host_.ProcNumber("absent", -7), -7);
}

TEST_F(HostTest, FilesAndDirectoriesExistWithoutBeingRead) {
  system_.SetFile("/sys/bus/event_source/devices/cpu/type", "4\n");
  EXPECT_TRUE(host_.SysExists("bus/event_source/devices/cpu/type"));
  EXPECT_TRUE(host_.SysExists("bus/event_source/devices/cpu"));
  EXPECT_FALSE(host_.SysExists("bus/event_source/devices/cp"));
  EXPECT_EQ(system_.count(Call::kRead), 0);
}

TEST_F(HostTest, ADirectoryIsListedWithoutItsDots) {
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    std::string name = "device" + std::to_string(1000 + i);
    system_.SetFile("/sys/bus/event_source/devices/" + name + "/type", "1\n");
    expected.push_back(name);
  }
  EXPECT_EQ(host_.ListSys("bus/event_source/devices"), expected);
  EXPECT_GT(system_.count(Call::kGetdents), 2) << "all fitted into one answer";
}

TEST_F(HostTest, WhatIsNoDirectoryHasNoEntries) {
  system_.SetFile("/sys/file", "1");
  EXPECT_TRUE(host_.ListSys("file").empty());
  EXPECT_TRUE(host_.ListSys("absent").empty());
}

TEST_F(HostTest, PerfEventsAreSupportedWhereTheSysctlExists) {
  EXPECT_TRUE(perfc::host::Supported(host_));
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  EXPECT_FALSE(perfc::host::Supported(host_));
}

TEST_F(HostTest, TheKernelSaysHowLongItsAttrIs) {
  for (uint32_t size : {PERFC_ATTR_SIZE_VER5, PERFC_ATTR_SIZE_VER7,
                        PERFC_ATTR_SIZE_VER8, PERFC_ATTR_SIZE_VER9}) {
    system_.set_kernel_attr_size(size);
    EXPECT_EQ(perfc::host::KernelAttrSize(host_), static_cast<int>(size));
  }
}

TEST_F(HostTest, AKernelThatTakesEvenTheProbeLosesNoFd) {
  system_.set_kernel_attr_size(512);
  EXPECT_EQ(perfc::host::KernelAttrSize(host_), 512);
}

TEST_F(HostTest, TheProbeKeepsTheKernelsErrno) {
  for (int error : {EPERM, EACCES, ENOSYS, EMFILE}) {
    system_.Fail(Call::kPerfEventOpen, error);
    EXPECT_EQ(perfc::host::KernelAttrSize(host_), -error);
  }
}

// The real one: a libc call's -1 and errno become one result.
TEST(ThisMachine, AnswersWithNegativeErrnosAndLeavesErrnoAlone) {
  const auto &system = perfc::host::ThisMachine().system();
  errno = 77;
  EXPECT_EQ(system.Open("/nowhere/at/all", O_RDONLY), -ENOENT);
  EXPECT_EQ(system.Close(-1), -EBADF);
  EXPECT_EQ(system.Ioctl(-1, PERFC_IOC_ENABLE, 0), -EBADF);
  EXPECT_EQ(system.Fcntl(-1, F_SETFD, FD_CLOEXEC), -EBADF);
  EXPECT_EQ(system.Getdents(-1, nullptr, 0), -EBADF);
  EXPECT_EQ(system.Mmap(nullptr, 4096, 0, 0x2, -1, 0), -EBADF);
  EXPECT_EQ(system.Munmap(nullptr, 0), -EINVAL);
  EXPECT_EQ(errno, 77);
}

TEST(ThisMachine, HasAnEventfdThatPollSees) {
  const auto &system = perfc::host::ThisMachine().system();
  const int fd = system.Eventfd(O_CLOEXEC | O_NONBLOCK);
  ASSERT_GE(fd, 0);
  uint64_t number = 5;
  EXPECT_EQ(system.Read(fd, &number, sizeof number), -EAGAIN);
  EXPECT_EQ(system.Write(fd, &number, sizeof number), 8);
  pollfd polled = {fd, POLLIN, 0};
  EXPECT_EQ(system.Poll(&polled, 1, 0), 1);
  EXPECT_EQ(polled.revents, POLLIN);
  EXPECT_EQ(system.Close(fd), 0);
}

TEST(ThisMachine, ListsADirectory) {
  const auto names = perfc::host::ThisMachine().ListSys("/");
  EXPECT_NE(std::find(names.begin(), names.end(), "devices"), names.end());
}

}  // namespace
