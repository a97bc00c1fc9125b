// perfc_open and perfc_open_fd: what reaches the kernel, and what comes back.

#include <fcntl.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/decode.h"
#include "perfc/event.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;
using scripted::TextOf;

using Bytes = std::vector<uint8_t>;

class OpenTest : public scripted::Machine {
 protected:
  // The result; a handle that was made is closed again.
  int TryOpen(const void *attr, size_t size, int cpu = -1) {
    perfc_event *event = nullptr;
    error_ = {};
    const int result =
        perfc_open(&host_, attr, size, 0, cpu, nullptr, 0, &event, &error_);
    EXPECT_EQ(result == 0, event != nullptr);
    EXPECT_EQ(error_.code, result) << "facts come with a failure only";
    perfc_close(event);
    return result;
  }
  int TryOpen(const perfc_attr &attr) { return TryOpen(&attr, sizeof attr); }

  int TryAdopt(int fd, Event *event) {
    const perfc_attr attr = SampleAttr();
    perfc_event *made = nullptr;
    const int result =
        perfc_open_fd(&host_, fd, &attr, sizeof attr, &made, &error_);
    event->reset(made);
    return result;
  }
};

// An attr in which each byte differs from its neighbours, but for the size.
Bytes DistinctBytes(size_t length) {
  Bytes attr(length);
  for (size_t at = 0; at < length; ++at)
    attr[at] = static_cast<uint8_t>(at + 1);
  const auto size = static_cast<uint32_t>(length);
  memcpy(attr.data() + offsetof(perfc_attr, size), &size, sizeof size);
  return attr;
}

TEST_F(OpenTest, TheKernelGetsTheBytesAsTheyWerePassed) {
  for (size_t length : {64, 72, 80, 96, 104, 112, 120, 128, 136}) {
    const Bytes attr = DistinctBytes(length);
    perfc_event *event = nullptr;
    ASSERT_EQ(perfc_open(&host_, attr.data(), attr.size(), 123, 4, nullptr,
                         PERFC_FLAG_PID_CGROUP, &event, &error_),
              0)
        << TextOf(error_);
    const Event closer(event);
    EXPECT_EQ(Fake(closer).attr, attr);
    EXPECT_EQ(Fake(closer).pid, 123);
    EXPECT_EQ(Fake(closer).cpu, 4);
    EXPECT_EQ(Fake(closer).group_fd, -1);
    EXPECT_EQ(Fake(closer).flags,
              uint64_t{PERFC_FLAG_PID_CGROUP | PERFC_FLAG_FD_CLOEXEC});
    Bytes kept(length);
    EXPECT_EQ(perfc_event_attr(event, kept.data(), kept.size()),
              static_cast<int>(length));
    EXPECT_EQ(kept, attr);
  }
}

TEST_F(OpenTest, CloseOnExecIsAlwaysAdded) {
  EXPECT_EQ(Fake(Open(SampleAttr())).flags, uint64_t{PERFC_FLAG_FD_CLOEXEC});
}

TEST_F(OpenTest, ASiblingNamesItsLeadersFd) {
  const Event leader = Open(SampleAttr());
  const Event sibling = Open(SampleAttr(), -1, leader.get());
  EXPECT_EQ(Fake(sibling).group_fd, perfc_event_fd(leader.get()));
}

TEST_F(OpenTest, ClosingALeaderLeavesItsSiblingUsable) {
  Event leader = Open(SampleAttr());
  const Event sibling = Open(SampleAttr(), -1, leader.get());
  leader.reset();
  EXPECT_EQ(perfc_ioctl(sibling.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
}

TEST_F(OpenTest, ASizeFieldOfZeroMeansTheLengthThatWasPassed) {
  perfc_attr attr = SampleAttr();
  attr.size = 0;
  system_.set_kernel_attr_size(PERFC_ATTR_SIZE_VER9);
  const Event event = Open(attr);
  EXPECT_EQ(Fake(event).attr.size(), sizeof attr);
}

TEST_F(OpenTest, ASmallerSizeFieldCutsWhatLiesBehind) {
  perfc_attr attr = SampleAttr();
  attr.size = PERFC_ATTR_SIZE_VER1;
  attr.config3 = ~uint64_t{0};
  EXPECT_EQ(Fake(Open(attr)).attr.size(), size_t{PERFC_ATTR_SIZE_VER1});
}

TEST_F(OpenTest, ALargerSizeFieldIsRefusedBeforeTheKernelReadsBeyond) {
  perfc_attr attr = SampleAttr();
  attr.size = sizeof attr + 8;
  EXPECT_EQ(TryOpen(attr), -EINVAL);
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_NONE));
  EXPECT_EQ(system_.count(Call::kPerfEventOpen), 0);
}

// Its number is a directory's fd, and no process's.
TEST_F(OpenTest, ACgroupIsExplainedAsTheCpuThatItIsOn) {
  system_.SetFile("/proc/sys/kernel/perf_event_paranoid", "2\n");
  system_.set_on_open([](const perfc_attr &, pid_t pid, int, int) {
    return pid == 0 ? 0 : EACCES;
  });
  const perfc_attr attr = SampleAttr(0, PERFC_ATTR_EXCLUDE_KERNEL);
  perfc_event *event = nullptr;
  EXPECT_EQ(perfc_open(&host_, &attr, sizeof attr, 123, 0, nullptr,
                       PERFC_FLAG_PID_CGROUP, &event, &error_),
            -EACCES);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_PARANOID});
  EXPECT_EQ(error_.number[0], 0u);
}

TEST_F(OpenTest, LengthsThatNoKernelTakesAreRefused) {
  const Bytes attr(8192);
  for (size_t length : {0, 1, 8, 63, 4097, 8192}) {
    EXPECT_EQ(TryOpen(attr.data(), length), -E2BIG) << length;
    EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_ATTR_SIZE));
    EXPECT_EQ(error_.number[0], length);
    EXPECT_NE(scripted::TextOf(error_).find("takes attrs of 64 bytes"),
              std::string::npos);
  }
  EXPECT_EQ(TryOpen(attr.data(), 4096), 0) << "a page with a zero tail is fine";
}

TEST_F(OpenTest, ALongerAttrThanTheKernelsNeedsAZeroTail) {
  system_.set_kernel_attr_size(PERFC_ATTR_SIZE_VER7);
  perfc_attr attr = SampleAttr();
  attr.size = sizeof attr;
  EXPECT_EQ(TryOpen(attr), 0);
  attr.config4 = 1;
  const perfc_attr before = attr;
  EXPECT_EQ(TryOpen(attr), -E2BIG);
  EXPECT_EQ(memcmp(&attr, &before, sizeof attr), 0)
      << "the kernel writes its size into a copy";
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_ATTR_SIZE));
  EXPECT_EQ(error_.number[0], sizeof attr);
  EXPECT_EQ(error_.number[1], uint64_t{PERFC_ATTR_SIZE_VER7});
  EXPECT_NE(TextOf(error_).find("144 bytes"), std::string::npos);
  EXPECT_NE(TextOf(error_).find("128 bytes"), std::string::npos);
}

TEST_F(OpenTest, NullArgumentsAreRefusedInWords) {
  const perfc_attr attr = SampleAttr();
  EXPECT_EQ(TryOpen(nullptr, 64), -EINVAL);
  EXPECT_NE(TextOf(error_).find("attr is NULL"), std::string::npos);
  EXPECT_EQ(perfc_open(&host_, &attr, sizeof attr, 0, -1, nullptr, 0, nullptr,
                       &error_),
            -EINVAL);
  EXPECT_NE(TextOf(error_).find("event is NULL"), std::string::npos);
  perfc_close(nullptr);
  EXPECT_EQ(perfc_event_fd(nullptr), -EINVAL);
  EXPECT_EQ(perfc_event_attr(nullptr, nullptr, 0), -EINVAL);
  EXPECT_EQ(perfc_event_plan(nullptr), nullptr);
}

TEST_F(OpenTest, EachErrnoOfTheKernelComesBackUnchangedAndInWords) {
  const perfc_attr attr = SampleAttr();
  for (int error = 1; error <= 133; ++error) {
    system_.Fail(Call::kPerfEventOpen, error);
    EXPECT_EQ(TryOpen(attr), -error);
    EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_PERF_EVENT_OPEN));
    const std::string text = TextOf(error_);
    EXPECT_EQ(text.find("perfc_open: perf_event_open() failed with "), 0u)
        << text;
    const char *name = strerrorname_np(error);
    if (name != nullptr) {
      EXPECT_NE(text.find(name), std::string::npos) << text;
    }
    EXPECT_EQ(system_.open_fds(), 0u) << error;
  }
}

TEST_F(OpenTest, WithoutAnErrorStructNothingIsLookedUp) {
  const perfc_attr attr = SampleAttr();
  for (int error = 1; error <= 133; ++error) {
    system_.Fail(Call::kPerfEventOpen, error);
    perfc_event *event = nullptr;
    EXPECT_EQ(perfc_open(&host_, &attr, sizeof attr, 0, -1, nullptr, 0, &event,
                         nullptr),
              -error);
  }
  EXPECT_EQ(system_.count(Call::kOpen), 0);
  EXPECT_EQ(system_.count(Call::kPerfEventOpen), 133);
}

TEST_F(OpenTest, AnEventHasAPlanOfItsAttr) {
  const Event event = Open(SampleAttr(PERFC_SAMPLE_IP));
  const perfc_plan *plan = perfc_event_plan(event.get());
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(perfc_plan_attr_count(plan), 1);
  EXPECT_EQ(perfc_plan_tells_apart(plan, nullptr), 1);
}

TEST_F(OpenTest, AnAdoptedFdIsOwnedAndCloseOnExec) {
  const int fd = system_.AddEvent();
  Event event;
  ASSERT_EQ(TryAdopt(fd, &event), 0);
  EXPECT_EQ(perfc_event_fd(event.get()), fd);
  EXPECT_EQ(Fake(event).fd_flags, FD_CLOEXEC);
  event.reset();
  EXPECT_EQ(system_.open_fds(), 0u);
}

TEST_F(OpenTest, WhatIsNoEventCantBeAdoptedAndStaysTheCallers) {
  const int plain = system_.AddPlainFd();
  Event event;
  EXPECT_EQ(TryAdopt(plain, &event), -ENOTTY);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_NOT_AN_EVENT));
  EXPECT_NE(TextOf(error_).find("perfc_open_fd: ioctl() failed with ENOTTY"),
            std::string::npos);
  EXPECT_EQ(system_.open_fds(), 1u);
  EXPECT_EQ(system_.Close(plain), 0);
  EXPECT_EQ(TryAdopt(plain, &event), -EBADF);
  EXPECT_EQ(TryAdopt(-1, &event), -EBADF);
}

TEST_F(OpenTest, AFailedAdoptionLeavesTheFdToTheCaller) {
  const int fd = system_.AddEvent();
  Event event;
  system_.Fail(Call::kFcntl, EINVAL);
  EXPECT_EQ(TryAdopt(fd, &event), -EINVAL);
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_FCNTL));
  EXPECT_EQ(system_.open_fds(), 1u);
  EXPECT_EQ(system_.Close(fd), 0);
}

}  // namespace
