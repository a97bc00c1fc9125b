// In a child of fork() a handle may only be closed.

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/counts.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;
using scripted::TextOf;

// Nothing in the child may reach the parent's event or its memory: the rings
// aren't there, and whoever touches one crashes.
class ForkTest : public scripted::Machine {
 protected:
  void SetUp() override {
    owner_ = OpenMapped(SampleAttr(PERFC_SAMPLE_IDENTIFIER), 1);
    member_ = Open(SampleAttr(PERFC_SAMPLE_IDENTIFIER));
    ASSERT_EQ(perfc_event_set_output(member_.get(), owner_.get(), &error_), 0);
    control_ = Open(SampleAttr());
    ASSERT_EQ(perfc_mmap(control_.get(), 0, 0, &error_), 0);
    plain_ = Open(SampleAttr());
    // The owner has a wake-up fd.
    EXPECT_EQ(perfc_event_wait(owner_.get(), 1, nullptr), 0);
    before_ = Calls();
    system_.Fork();
  }

  void TearDown() override {
    for (Event *event : {&owner_, &member_, &control_, &plain_}) event->reset();
    EXPECT_EQ(system_.open_fds(), 0u) << "fds are inherited";
    // Neither mapping is the child's to unmap, nor the event its to change.
    EXPECT_EQ(system_.count(Call::kMunmap), 0);
    EXPECT_EQ(Calls(), before_);
  }

  // Calls that reach the parent's event.
  int Calls() {
    return system_.count(Call::kIoctl) + system_.count(Call::kRead) +
           system_.count(Call::kWrite) + system_.count(Call::kPoll) +
           system_.count(Call::kMmap) + system_.count(Call::kMadvise);
  }

  void ExpectForked(int result) {
    EXPECT_EQ(result, -EOWNERDEAD);
    EXPECT_EQ(error_.code, -EOWNERDEAD);
    EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_FORKED));
    EXPECT_EQ(error_.number[1], error_.number[0] + 1) << "both pids";
    EXPECT_NE(TextOf(error_).find("may only close"), std::string::npos);
    error_ = {};
  }

  Event owner_;
  Event member_;
  Event control_;
  Event plain_;
  int before_ = 0;
};

TEST_F(ForkTest, ClosingClosesTheFdsAndTouchesNothingElse) {}

TEST_F(ForkTest, ClosingTheOwnerFirstDoesNotTouchTheMember) {
  owner_.reset();
  member_.reset();
}

TEST_F(ForkTest, TheRingIsGone) {
  perfc_record record;
  perfc_losses losses;
  EXPECT_EQ(perfc_next_record(owner_.get(), &record), -EOWNERDEAD);
  EXPECT_EQ(perfc_event_peek_record(owner_.get(), &record), -EOWNERDEAD);
  EXPECT_EQ(perfc_event_wake(owner_.get()), -EOWNERDEAD);
  EXPECT_EQ(perfc_munmap(owner_.get()), -EOWNERDEAD);
  EXPECT_EQ(perfc_event_losses(owner_.get(), &losses, sizeof losses),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_event_control_page(owner_.get()), nullptr);
  EXPECT_EQ(perfc_event_control_page(control_.get()), nullptr);
  ExpectForked(perfc_event_wait(owner_.get(), -1, &error_));
  ExpectForked(perfc_mmap(owner_.get(), 1, 0, &error_));
  ExpectForked(perfc_mmap(control_.get(), 0, 0, &error_));
}

TEST_F(ForkTest, AnEventWithoutARingIsNoLessTheParents) {
  ExpectForked(perfc_event_wait(plain_.get(), 0, &error_));
  ExpectForked(perfc_mmap(plain_.get(), 1, 0, &error_));
  EXPECT_EQ(perfc_event_wake(plain_.get()), -EOWNERDEAD);
}

TEST_F(ForkTest, NoIoctlReachesTheParentsEvent) {
  uint64_t id;
  uint32_t count;
  perfc_attr attr = SampleAttr();
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_ENABLE, 0, nullptr),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_DISABLE, 0, nullptr),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_RESET, 0, nullptr),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_REFRESH, 1, nullptr),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_PERIOD, 1, nullptr),
            -EOWNERDEAD);
  EXPECT_EQ(perfc_event_id(plain_.get(), &id), -EOWNERDEAD);
  EXPECT_EQ(perfc_ioctl(plain_.get(), PERFC_IOC_PAUSE_OUTPUT, 1, nullptr),
            -EOWNERDEAD);
  ExpectForked(perfc_event_set_filter(plain_.get(), "x", &error_));
  ExpectForked(perfc_ioctl(plain_.get(), PERFC_IOC_SET_BPF, 3, &error_));
  ExpectForked(
      perfc_event_query_bpf(plain_.get(), nullptr, 0, &count, &error_));
  ExpectForked(
      perfc_event_modify_attr(plain_.get(), &attr, sizeof attr, &error_));
  ExpectForked(perfc_event_set_output(plain_.get(), nullptr, &error_));
  ExpectForked(perfc_ioctl(plain_.get(), PERFC_IOC_ENABLE, 0, &error_));
}

TEST_F(ForkTest, NoCountIsRead) {
  perfc_count count;
  EXPECT_EQ(perfc_read(plain_.get(), &count, sizeof count), -EOWNERDEAD);
  EXPECT_EQ(perfc_read_group(plain_.get(), nullptr, &count, sizeof count, 1),
            -EOWNERDEAD);
}

TEST_F(ForkTest, AChildsOwnEventIsItsOwnButTakesNoParentsAlong) {
  const perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
  perfc_event *sibling = nullptr;
  ExpectForked(perfc_open(&host_, &attr, sizeof attr, 0, -1, plain_.get(), 0,
                          &sibling, &error_));
  EXPECT_EQ(sibling, nullptr);
  const Event mine = Open(attr);
  ExpectForked(perfc_event_set_output(mine.get(), owner_.get(), &error_));
  ExpectForked(perfc_event_set_output(member_.get(), mine.get(), &error_));
}

}  // namespace
