// A host: its files, its roots, what it says of the kernel.

#include "impl/host/host.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "impl/base/buffer.h"
#include "impl/host/files.h"
#include "perfc/attr.h"
#include "perfc/uapi.h"
#include "testing/scripted_system.h"

namespace {

using perfc::base::Buffer;
using perfc::base::View;
using perfc::host::Host;
using perfc::host::NameList;
using scripted::Call;
using scripted::ScriptedSystem;

std::vector<std::string> Strings(const NameList &names) {
  std::vector<std::string> strings;
  for (size_t i = 0; i < names.size(); ++i) strings.emplace_back(names[i]);
  return strings;
}

class HostTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(system_.open_fds(), 0u); }

  ScriptedSystem system_;
  Host host_{system_};
};

TEST_F(HostTest, ReadsAFileInPiecesUpToItsEnd) {
  const std::string content(10000, 'x');
  system_.SetFile("/proc/long", content);
  Buffer<char> read;
  ASSERT_TRUE(read.AppendAll("what was there", 14));
  ASSERT_EQ(host_.ReadProc("long", &read), 0);
  EXPECT_EQ(View(read), content);
}

TEST_F(HostTest, FilesBelowSysfsAreReadBelowItsRoot) {
  system_.SetFile("/sys/devices/system/cpu/online", "0-3\n");
  Buffer<char> read;
  ASSERT_EQ(host_.ReadSys("devices/system/cpu/online", &read), 0);
  EXPECT_EQ(View(read), "0-3\n");
  EXPECT_EQ(host_.ReadSys("devices/system/cpu/possible", &read), -ENOENT);
}

TEST_F(HostTest, AnEmptyFileIsEmpty) {
  system_.SetFile("/proc/empty", "");
  Buffer<char> read;
  ASSERT_EQ(host_.ReadProc("empty", &read), 0);
  EXPECT_EQ(View(read), "");
}

TEST_F(HostTest, ATooLongFileIsRefused) {
  system_.SetFile("/proc/endless", std::string(3 << 20, 'x'));
  Buffer<char> read;
  EXPECT_EQ(host_.ReadProc("endless", &read), -EFBIG);
}

TEST_F(HostTest, ATooLongPathIsRefused) {
  Buffer<char> read;
  EXPECT_EQ(host_.ReadProc(std::string(5000, 'x'), &read), -ENAMETOOLONG);
  EXPECT_EQ(system_.count(Call::kOpen), 0);
}

TEST_F(HostTest, AFailingReadIsNoShortFile) {
  system_.SetFile("/proc/file", "1");
  system_.Fail(Call::kRead, EIO, 2);
  Buffer<char> read;
  EXPECT_EQ(host_.ReadProc("file", &read), -EIO);
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

TEST_F(HostTest, ANumberThatCannotBeReadSaysWhy) {
  int64_t number = -7;
  system_.SetFile("/sys/number", "x");
  EXPECT_EQ(host_.ReadSysNumber("number", &number), -EIO);
  EXPECT_EQ(host_.ReadSysNumber("absent", &number), -ENOENT);
  EXPECT_EQ(host_.ReadProcNumber("absent", &number), -ENOENT);
  system_.Fail(Call::kOpen, EMFILE);
  EXPECT_EQ(host_.ReadSysNumber("number", &number), -EMFILE);
  EXPECT_EQ(number, -7);
  system_.SetFile("/sys/number", "12\n");
  EXPECT_EQ(host_.ReadSysNumber("number", &number), 0);
  EXPECT_EQ(number, 12);
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
  NameList names;
  ASSERT_EQ(host_.ListSys("bus/event_source/devices", &names), 0);
  EXPECT_EQ(Strings(names), expected);
  EXPECT_GT(system_.count(Call::kGetdents), 2) << "all fitted into one answer";
}

TEST_F(HostTest, WhatIsNoDirectoryIsNotListed) {
  system_.SetFile("/sys/file", "1");
  NameList names;
  EXPECT_EQ(host_.ListSys("file", &names), -ENOTDIR);
  EXPECT_EQ(host_.ListSys("absent", &names), -ENOENT);
  EXPECT_EQ(names.size(), 0u);
}

TEST_F(HostTest, AFailingListIsNoShortList) {
  system_.SetFile("/sys/directory/file", "1");
  system_.Fail(Call::kGetdents, EIO, 2);
  NameList names;
  EXPECT_EQ(host_.ListSys("directory", &names), -EIO);
}

TEST_F(HostTest, PerfEventsAreSupportedWhereTheSysctlExists) {
  EXPECT_EQ(perfc::host::Supported(host_), 1);
  system_.Fail(Call::kOpen, EMFILE);
  EXPECT_EQ(perfc::host::Supported(host_), -EMFILE);
  system_.RemoveFile("/proc/sys/kernel/perf_event_paranoid");
  EXPECT_EQ(perfc::host::Supported(host_), -ENOENT) << "no procfs that tells";
  system_.SetFile("/proc/sys/kernel/pid_max", "32768\n");
  EXPECT_EQ(perfc::host::Supported(host_), 0);
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

TEST_F(HostTest, MaxStackIsTheSysctls) {
  EXPECT_EQ(perfc::host::MaxStack(host_), -ENOENT);
  system_.SetFile("/proc/sys/kernel/perf_event_max_stack", "127\n");
  EXPECT_EQ(perfc::host::MaxStack(host_), 127);
}

TEST_F(HostTest, AnEventTypeIsThePmusNumber) {
  system_.SetFile("/sys/bus/event_source/devices/uprobe/type", "8\n");
  EXPECT_EQ(perfc::host::EventType(host_, "uprobe"), 8);
  EXPECT_EQ(perfc::host::EventType(host_, "upro"), -ENOENT);
  for (const char *name : {"", ".", "..", "a/b", "../uprobe"}) {
    EXPECT_EQ(perfc::host::EventType(host_, name), -EINVAL) << name;
  }
  EXPECT_EQ(perfc::host::EventType(host_, std::string(256, 'a')), -EINVAL);
}

TEST_F(HostTest, AFileThatCantBeReadIsntTakenForOneThatIsntThere) {
  system_.SetFile("/sys/bus/event_source/devices/uprobe/type", "8\n");
  system_.SetFile("/proc/sys/kernel/perf_event_max_stack", "127\n");
  for (const Call call : {Call::kOpen, Call::kRead}) {
    system_.Fail(call, EMFILE);
    EXPECT_EQ(perfc::host::EventType(host_, "uprobe"), -EMFILE);
    system_.Fail(call, EACCES);
    EXPECT_EQ(perfc::host::MaxStack(host_), -EACCES);
  }
}

}  // namespace
