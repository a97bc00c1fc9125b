// Events that share a ring, each in a thread of its own: under tsan a race
// shows.

#include <poll.h>

#include <cerrno>
#include <cstdint>
#include <thread>

#include "gtest/gtest.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Event;
using scripted::MakeRecord;
using scripted::RingWriter;
using scripted::SampleAttr;
using scripted::WriteMode;

constexpr int kRounds = 200;

class ThreadsTest : public scripted::Machine {
 protected:
  void TearDown() override {
    Close();
    Machine::TearDown();
  }

  void Close() {
    for (Event *event : {&other_, &member_, &owner_}) event->reset();
  }

  // The owner's ring, and two more events that write into it.
  void Link() {
    perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
    attr.read_format = PERFC_FORMAT_LOST;
    owner_ = OpenMapped(attr, 1);
    for (Event *member : {&member_, &other_}) {
      *member = Open(attr);
      ASSERT_EQ(perfc_event_set_output(member->get(), owner_.get(), &error_),
                0);
    }
    for (const Event *event : {&owner_, &member_, &other_}) {
      Fake(*event).counts = {1, 2};
    }
  }

  template <typename Left, typename Right>
  void Together(const Left &left, const Right &right) {
    for (int round = 0; round < kRounds; ++round) {
      Link();
      std::thread thread(left);
      right();
      thread.join();
      Close();
      ASSERT_EQ(system_.open_fds(), 0u);
      system_.ForgetClosed();
    }
  }

  Event owner_;
  Event member_;
  Event other_;
};

TEST_F(ThreadsTest, AnEventIsEnabledWhileTheRingsOwnerIsClosed) {
  Together(
      [this] {
        for (int i = 0; i < 20; ++i) {
          EXPECT_EQ(perfc_ioctl(member_.get(), PERFC_IOC_ENABLE, 0, nullptr),
                    0);
        }
      },
      [this] { owner_.reset(); });
}

TEST_F(ThreadsTest, AnEventIsClosedWhileTheRingsOwnerIs) {
  Together([this] { member_.reset(); }, [this] { owner_.reset(); });
}

TEST_F(ThreadsTest, AnEventIsClosedWhileTheRingIsRead) {
  Together([this] { member_.reset(); },
           [this] {
             perfc_record record;
             perfc_losses losses;
             for (int i = 0; i < 20; ++i) {
               EXPECT_EQ(perfc_next_record(owner_.get(), &record), 0);
               EXPECT_EQ(perfc_event_wait(owner_.get(), 1, &error_), 0);
               EXPECT_EQ(
                   perfc_event_losses(owner_.get(), &losses, sizeof losses), 0);
             }
           });
}

TEST_F(ThreadsTest, EventsAreClosedSideBySide) {
  Together([this] { member_.reset(); }, [this] { other_.reset(); });
}

TEST_F(ThreadsTest, AnEventIsMappedWhileTheRingGoes) {
  Together(
      [this] {
        const int mapped = perfc_mmap(member_.get(), 1, 0, nullptr);
        EXPECT_TRUE(mapped == 0 || mapped == -EBADFD);
        EXPECT_EQ(perfc_ioctl(member_.get(), PERFC_IOC_ENABLE, 0, nullptr), 0);
      },
      [this] { EXPECT_EQ(perfc_munmap(owner_.get()), 0); });
}

TEST_F(ThreadsTest, AnEventIsDirectedElsewhereWhileTheRingGoes) {
  Together(
      [this] {
        EXPECT_EQ(perfc_event_set_output(member_.get(), nullptr, nullptr), 0);
      },
      [this] { EXPECT_EQ(perfc_munmap(owner_.get()), 0); });
}

// The wait polls the owner, which has ended, and then the member, which goes.
TEST_F(ThreadsTest, AWaitGoesOnWhenTheEventThatItPollsIsClosed) {
  for (int round = 0; round < kRounds; ++round) {
    Link();
    Fake(owner_).revents = POLLHUP;
    std::thread thread([this] {
      perfc_error error;
      EXPECT_EQ(perfc_event_wait(owner_.get(), -1, &error), 1)
          << scripted::TextOf(error);
    });
    member_.reset();
    {
      const auto held = system_.Hold();
      RingWriter writer = WriterOf(owner_, WriteMode::kWaitForReader);
      ASSERT_TRUE(writer.Write(MakeRecord(PERFC_RECORD_SAMPLE, 64)));
    }
    Wake(other_);
    thread.join();
    Close();
    system_.ForgetClosed();
  }
}

// Once all have ended the ring has, and a member that goes ends it as well.
TEST_F(ThreadsTest, TheRingEndsWhenTheLastThatMayWriteIsClosed) {
  Link();
  for (const Event *event : {&owner_, &other_}) {
    Fake(*event).revents = POLLHUP;
  }
  EXPECT_EQ(perfc_event_wait(owner_.get(), 1, &error_), 0);
  perfc_record record;
  EXPECT_EQ(perfc_next_record(owner_.get(), &record), 0);
  member_.reset();
  EXPECT_EQ(perfc_event_wait(owner_.get(), 1, &error_), -ESHUTDOWN);
}

}  // namespace
