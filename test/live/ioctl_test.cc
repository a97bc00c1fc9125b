// Every ioctl request, by its function and by its number.

#include <fcntl.h>
#include <linux/bpf.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf.h"
#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

perfc_attr FaultSamples() {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_ADDR);
}

perfc_attr CallSamples() {
  return Sampling(CallsOf(FirstTarget), PERFC_SAMPLE_IP);
}

TEST(Ioctl, EnableDisableAndReset) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = Open(CallsOf(FirstTarget));
  CallFirst(10);
  EXPECT_EQ(0u, Count(event));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(20);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  CallFirst(10);
  EXPECT_EQ(20u, Count(event));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_RESET, 0, nullptr));
  EXPECT_EQ(0u, Count(event));
}

TEST(Ioctl, TheGroupFlagMeansTheWholeGroup) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event leader = Open(CallsOf(FirstTarget));
  Event sibling = Open(CallsOf(SecondTarget), 0, -1, leader);
  ASSERT_EQ(0, perfc_ioctl(leader, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(10);
  CallSecond(10);
  EXPECT_EQ(10u, Count(leader));
  EXPECT_EQ(0u, Count(sibling));
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_ENABLE, PERFC_IOC_FLAG_GROUP, nullptr));
  CallFirst(10);
  CallSecond(10);
  ASSERT_EQ(0, perfc_ioctl(sibling, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP,
                           nullptr));
  CallFirst(10);
  EXPECT_EQ(20u, Count(leader));
  EXPECT_EQ(10u, Count(sibling));
  ASSERT_EQ(
      0, perfc_ioctl(leader, PERFC_IOC_RESET, PERFC_IOC_FLAG_GROUP, nullptr));
  EXPECT_EQ(0u, Count(sibling));
  EXPECT_EQ(-EINVAL, perfc_ioctl(leader, PERFC_IOC_ENABLE, 2, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(leader, PERFC_IOC_DISABLE, 2, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(leader, PERFC_IOC_RESET, 2, nullptr));
}

TEST(Ioctl, RefreshEndsWithPollHup) {
  NEEDS(Paranoid(2));
  // No breakpoint: arm64 comes to it again when the kernel returns.
  Pages pages(10);
  perfc_attr attr = FaultSamples();
  attr.wakeup_events = 1;
  Event event = OpenMapped(attr, 1);
  // Queued until asked for: a handler would fault pages of its own.
  const int signal = SIGRTMIN;
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, signal);
  ASSERT_EQ(0, pthread_sigmask(SIG_BLOCK, &set, &before));
  const int fd = perfc_event_fd(event);
  EXPECT_EQ(0, fcntl(fd, F_SETFL, O_ASYNC | O_NONBLOCK));
  EXPECT_EQ(0, fcntl(fd, F_SETSIG, signal));
  EXPECT_EQ(0, fcntl(fd, F_SETOWN, getpid()));
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_REFRESH, 2, nullptr));
  pages.TouchAll();
  for (const int code : {POLL_IN, POLL_HUP}) {
    siginfo_t info = {};
    const timespec second = {1, 0};
    EXPECT_EQ(signal, sigtimedwait(&set, &info, &second));
    EXPECT_EQ(code, info.si_code);
    EXPECT_EQ(fd, info.si_fd);
  }
  const timespec now = {};
  EXPECT_EQ(-1, sigtimedwait(&set, nullptr, &now));
  EXPECT_EQ(2u, Count(event));
  EXPECT_EQ(2u, Samples(event).size());
  EXPECT_EQ(0, pthread_sigmask(SIG_SETMASK, &before, nullptr));
}

TEST(Ioctl, RefreshWantsASamplingEventAndANumber) {
  NEEDS(Paranoid(2));
  Event counting = Open(Software(PERFC_COUNT_SW_PAGE_FAULTS));
  EXPECT_EQ(-EINVAL, perfc_ioctl(counting, PERFC_IOC_REFRESH, 1, nullptr));
  Event sampling = Open(FaultSamples());
  EXPECT_EQ(-EINVAL, perfc_ioctl(sampling, PERFC_IOC_REFRESH, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(sampling, PERFC_IOC_REFRESH, -1, nullptr));
  perfc_attr attr = FaultSamples();
  attr.flags |= PERFC_ATTR_INHERIT;
  Event inherited = Open(attr);
  EXPECT_EQ(-EINVAL, perfc_ioctl(inherited, PERFC_IOC_REFRESH, 1, nullptr));
}

TEST(Ioctl, SetPeriodChangesWhatASampleStandsFor) {
  NEEDS(Paranoid(2));
  Pages pages(200);
  Event event = OpenMapped(FaultSamples(), 8);
  TouchDuring(event, &pages, 0, 100);
  EXPECT_EQ(100u, Samples(event).size());
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_PERIOD, 10, nullptr));
  TouchDuring(event, &pages, 100, 100);
  EXPECT_EQ(10u, Samples(event).size());
}

TEST(Ioctl, SetPeriodRefusesWhatTheKernelRefuses) {
  NEEDS(Paranoid(2));
  Event sampling = Open(FaultSamples());
  EXPECT_EQ(-EINVAL, perfc_ioctl(sampling, PERFC_IOC_PERIOD, 0, nullptr));
  EXPECT_EQ(-EINVAL, perfc_ioctl(sampling, PERFC_IOC_PERIOD, uint64_t{1} << 63,
                                 nullptr));
  Event counting = Open(Software(PERFC_COUNT_SW_PAGE_FAULTS));
  EXPECT_EQ(-EINVAL, perfc_ioctl(counting, PERFC_IOC_PERIOD, 10, nullptr));
  perfc_attr attr = FaultSamples();
  attr.flags |= PERFC_ATTR_FREQ;
  attr.sample_period = 100;
  Event frequency = Open(attr);
  const int64_t most =
      ReadNumber("/proc/sys/kernel/perf_event_max_sample_rate");
  EXPECT_EQ(0, perfc_ioctl(frequency, PERFC_IOC_PERIOD, most, nullptr));
  EXPECT_EQ(-EINVAL,
            perfc_ioctl(frequency, PERFC_IOC_PERIOD, most + 1, nullptr));
}

TEST(Ioctl, IdIsTheKernels) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  uint64_t id = 0;
  ASSERT_EQ(0, ioctl(perfc_event_fd(event), PERFC_IOC_ID, &id));
  EXPECT_EQ(id, Id(event));
  Event other = Open(Software(PERFC_COUNT_SW_DUMMY));
  EXPECT_NE(id, Id(other));
}

TEST(Ioctl, PausedOutputIsLost) {
  NEEDS(Paranoid(2));
  Pages pages(30);
  perfc_attr attr = FaultSamples();
  attr.read_format = PERFC_FORMAT_LOST;
  Event event = Open(attr);
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
  Map(event, 4);
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 2, nullptr));
  TouchDuring(event, &pages, 0, 10);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
  TouchDuring(event, &pages, 10, 10);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 0, nullptr));
  TouchDuring(event, &pages, 20, 10);
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_EQ(20u, samples.size());
  EXPECT_EQ(pages.address(9), samples[9].addr);
  EXPECT_EQ(pages.address(20), samples[10].addr);
  EXPECT_EQ(30u, Count(event));
  const perfc_losses losses = Losses(event);
  EXPECT_EQ(10u, losses.lost);  // As the kernel counts them.
  EXPECT_EQ(10u, losses.read_lost);
}

TEST(Ioctl, ModifyAttributesMovesABreakpoint) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = CallsOf(FirstTarget);
  Event event = Open(attr);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(3);
  attr.config1 = reinterpret_cast<uintptr_t>(&SecondTarget);
  attr.flags &= ~static_cast<uint64_t>(PERFC_ATTR_DISABLED);
  perfc_error error = {};
  ASSERT_EQ(0, perfc_event_modify_attr(event, &attr, sizeof attr, &error))
      << Text(error);
  CallFirst(100);
  CallSecond(4);
  EXPECT_EQ(7u, Count(event));
  attr.flags |= PERFC_ATTR_DISABLED;
  ASSERT_EQ(0, perfc_event_modify_attr(event, &attr, sizeof attr, &error));
  CallSecond(100);
  EXPECT_EQ(7u, Count(event));
}

TEST(Ioctl, ModifyAttributesChangesNothingElse) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  perfc_attr attr = CallsOf(FirstTarget);
  Event event = Open(attr);
  attr.sample_type = PERFC_SAMPLE_IP;
  perfc_error error = {};
  EXPECT_EQ(-EINVAL,
            perfc_event_modify_attr(event, &attr, sizeof attr, &error));
  EXPECT_EQ(-EINVAL, error.code);
  attr = Software(PERFC_COUNT_SW_DUMMY);
  Event dummy = Open(attr);
  EXPECT_EQ(-EOPNOTSUPP,
            perfc_event_modify_attr(dummy, &attr, sizeof attr, &error));
}

TEST(Ioctl, AFilterPassesWhatItSays) {
  NEEDS(Paranoid(-1), Tracefs());
  Event event = Open(Tracepoint("syscalls:sys_enter_close"));
  perfc_error error = {};
  ASSERT_EQ(0, perfc_event_set_filter(event, "fd == 1000001", &error))
      << Text(error);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  for (int i = 0; i < 10; ++i) syscall(SYS_close, 1000001);
  for (int i = 0; i < 5; ++i) syscall(SYS_close, 1000002);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  EXPECT_EQ(10u, Count(event));
}

TEST(Ioctl, AFilterThatCantBeParsedIsExplained) {
  NEEDS(Paranoid(-1), Tracefs());
  Event event = Open(Tracepoint("syscalls:sys_enter_close"));
  perfc_error error = {};
  EXPECT_EQ(-EINVAL, perfc_event_set_filter(event, "nonsense ==", &error));
  EXPECT_EQ(PERFC_CALL_IOCTL, error.call);
  EXPECT_NE(std::string::npos, Text(error).find("SET_FILTER")) << Text(error);
  Event dummy = Open(Software(PERFC_COUNT_SW_DUMMY));
  EXPECT_EQ(-EINVAL, perfc_event_set_filter(dummy, "fd == 1", &error));
}

TEST(Ioctl, ABpfProgramOnATracepointDecides) {
  NEEDS(Bpf(), Tracefs());
  const BpfProgram refuses(BPF_PROG_TYPE_TRACEPOINT, 0);
  Event event = OpenMapped(
      Sampling(Tracepoint("syscalls:sys_enter_getppid"), PERFC_SAMPLE_TID), 8);
  uint32_t ids[4] = {}, count = 9;
  perfc_error error = {};
  ASSERT_EQ(0, perfc_event_query_bpf(event, ids, 4, &count, &error))
      << Text(error);
  EXPECT_EQ(0u, count);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  Getppid(3);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_SET_BPF, refuses.fd(), &error))
      << Text(error);
  Getppid(50);
  EXPECT_EQ(3u, Count(event));
  EXPECT_EQ(3u, Samples(event).size());
  ASSERT_EQ(0, perfc_event_query_bpf(event, ids, 4, &count, &error))
      << Text(error);
  ASSERT_EQ(1u, count);
  EXPECT_EQ(refuses.id(), ids[0]);
  count = 0;
  EXPECT_EQ(-ENOSPC, perfc_event_query_bpf(event, ids, 0, &count, &error));
  EXPECT_EQ(1u, count);
  Event dummy = Open(Software(PERFC_COUNT_SW_DUMMY));
  EXPECT_EQ(-EINVAL, perfc_event_query_bpf(dummy, ids, 4, &count, &error));
}

TEST(Ioctl, ABpfProgramOnASoftwareEventDecides) {
  NEEDS(Bpf());
  const BpfProgram refuses(BPF_PROG_TYPE_PERF_EVENT, 0);
  Pages pages(10);
  Event event = OpenMapped(FaultSamples(), 8);
  perfc_error error = {};
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_SET_BPF, refuses.fd(), &error))
      << Text(error);
  TouchDuring(event, &pages);
  EXPECT_EQ(10u, Count(event));
  EXPECT_EQ(0u, Samples(event).size());
  EXPECT_EQ(-EBADF,
            perfc_ioctl(Open(FaultSamples()), PERFC_IOC_SET_BPF, -1, &error));
}

TEST(IoctlByNumber, TheIntegerRequests) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = OpenMapped(CallSamples(), 4);
  perfc_error error = {};
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, &error));
  CallFirst(5);
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1, &error));
  CallFirst(5);
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 0, &error));
  EXPECT_EQ(
      0, perfc_ioctl(event, PERFC_IOC_DISABLE, PERFC_IOC_FLAG_GROUP, &error));
  EXPECT_EQ(10u, Count(event));
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_RESET, 0, &error));
  EXPECT_EQ(0u, Count(event));
  EXPECT_EQ(0, perfc_ioctl(event, PERFC_IOC_REFRESH, 3, &error));
  CallFirst(10);
  EXPECT_EQ(3u, Count(event));
  EXPECT_EQ(8u, Samples(event).size());
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_ENABLE, 2, &error));
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_REFRESH, 0, &error));
  EXPECT_EQ(-EINVAL, perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 7, &error));
}

TEST(IoctlByNumber, RequestsWithMemoryOrAHandleAreNot) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  perfc_error error = {};
  for (const int64_t request :
       {int64_t{PERFC_IOC_ID}, int64_t{PERFC_IOC_SET_OUTPUT},
        int64_t{PERFC_IOC_SET_FILTER}, int64_t{PERFC_IOC_QUERY_BPF},
        int64_t{PERFC_IOC_MODIFY_ATTRIBUTES}}) {
    EXPECT_EQ(-ENOTTY,
              perfc_ioctl(event, static_cast<uint32_t>(request), 0, &error));
    EXPECT_NE(std::string::npos, Text(error).find("perfc_event_"));
  }
}

TEST(IoctlByNumber, UnknownRequestsAreNoTypewriters) {
  NEEDS(Paranoid(2));
  Event event = Open(Software(PERFC_COUNT_SW_DUMMY));
  perfc_error error = {};
  for (uint32_t request : {0u, 0x240cu, 0x5401u, 0xffffffffu}) {
    EXPECT_EQ(-ENOTTY, perfc_ioctl(event, request, 0, &error));
    EXPECT_EQ(-ENOTTY, error.code);
  }
}

}  // namespace
}  // namespace live
