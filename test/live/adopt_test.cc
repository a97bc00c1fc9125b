// perfc_open_fd: fds that were opened elsewhere.

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

int Adopt(int fd, const perfc_attr& attr, Event* event, perfc_error* error) {
  perfc_event* made = nullptr;
  const int result =
      perfc_open_fd(nullptr, fd, &attr, sizeof attr, &made, error);
  *event = Event(made);
  return result;
}

bool IsOpen(int fd) { return fcntl(fd, F_GETFD) >= 0; }

TEST(Adopt, AnAdoptedEventDoesAllThatAnOpenedOneDoes) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  const perfc_attr attr = FaultSamples();
  const int fd = RawOpen(&attr);
  Event event;
  perfc_error error = {};
  ASSERT_EQ(0, Adopt(fd, attr, &event, &error)) << Text(error);
  EXPECT_EQ(fd, perfc_event_fd(event));
  Map(event, 4);
  TouchDuring(event, &pages);
  EXPECT_EQ(10u, Count(event));
  const std::vector<perfc_sample> samples = Samples(event);
  ASSERT_EQ(10u, samples.size());
  EXPECT_EQ(pages.address(0), samples[0].addr);
  event.Close();
  EXPECT_FALSE(IsOpen(fd));
}

TEST(Adopt, TheFdBecomesCloseOnExec) {
  NEEDS(Paranoid(2));
  const perfc_attr attr = FaultSamples();
  const int fd = RawOpen(&attr);
  ASSERT_EQ(0, fcntl(fd, F_SETFD, 0));
  Event event;
  perfc_error error = {};
  ASSERT_EQ(0, Adopt(fd, attr, &event, &error)) << Text(error);
  EXPECT_EQ(FD_CLOEXEC, fcntl(fd, F_GETFD));
}

TEST(Adopt, OtherFdsStayTheCallers) {
  NEEDS();
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  Event event;
  perfc_error error = {};
  EXPECT_EQ(-ENOTTY, Adopt(ends[0], FaultSamples(), &event, &error));
  EXPECT_EQ(PERFC_RULE_NOT_AN_EVENT, error.rule);
  EXPECT_EQ(PERFC_CALL_IOCTL, error.call);
  EXPECT_TRUE(IsOpen(ends[0]));
  EXPECT_EQ(0, fcntl(ends[0], F_GETFD));
  close(ends[0]);
  close(ends[1]);
  EXPECT_EQ(-EBADF, Adopt(ends[0], FaultSamples(), &event, &error));
  EXPECT_EQ(-EBADF, Adopt(-1, FaultSamples(), &event, &error));
}

TEST(Adopt, OnFailureAnEventsFdStaysTheCallersToo) {
  NEEDS(Paranoid(2));
  const perfc_attr attr = FaultSamples();
  const int fd = RawOpen(&attr);
  perfc_event* event = nullptr;
  perfc_error error = {};
  EXPECT_EQ(-E2BIG, perfc_open_fd(nullptr, fd, &attr, 8, &event, &error));
  EXPECT_EQ(-EINVAL,
            perfc_open_fd(nullptr, fd, nullptr, sizeof attr, &event, &error));
  EXPECT_EQ(nullptr, event);
  EXPECT_TRUE(IsOpen(fd));
  close(fd);
}

TEST(Adopt, AnAdoptedEventsOutputCanBeSet) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  perfc_attr attr = FaultSamples();
  attr.sample_type |= PERFC_SAMPLE_IDENTIFIER;
  Event target = OpenMapped(attr, 4);
  Event event;
  perfc_error error = {};
  ASSERT_EQ(0, Adopt(RawOpen(&attr), attr, &event, &error)) << Text(error);
  ASSERT_EQ(0, perfc_event_set_output(event, target, &error)) << Text(error);
  TouchDuring(event, &pages);
  for (const perfc_sample& sample : Samples(target)) {
    EXPECT_EQ(1u, sample.attr_index);
    EXPECT_EQ(Id(event), sample.identifier);
  }
  EXPECT_EQ(10u, Count(event));
}

}  // namespace
}  // namespace live
