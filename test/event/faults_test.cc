// Each system call of each cold function fails in turn: the errno comes back
// unchanged, nothing leaks, and the handles can still be used and closed.

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/event.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;
using scripted::TextOf;

constexpr int kErrors[] = {EPERM,  EINTR,  EIO,    EBADF,  EAGAIN,
                           ENOMEM, EACCES, EBUSY,  ENODEV, EINVAL,
                           ENFILE, EMFILE, ENOSPC, ENOSYS, E2BIG};

class FaultsTest : public scripted::Machine {
 public:
  // One function by name, run against what a test has set up.
  struct Step {
    const char *name;
    int (FaultsTest::*run)();
  };

  int TryOpen() {
    const perfc_attr attr = SampleAttr();
    perfc_event *event = nullptr;
    const int result = perfc_open(&host_, &attr, sizeof attr, 0, -1, nullptr, 0,
                                  &event, &error_);
    EXPECT_EQ(result == 0, event != nullptr);
    perfc_close(event);
    return result;
  }
  int TryAdopt() {
    const perfc_attr attr = SampleAttr();
    const int fd = system_.AddEvent();
    perfc_event *event = nullptr;
    const int result =
        perfc_open_fd(&host_, fd, &attr, sizeof attr, &event, &error_);
    // It is the event's only from success on.
    if (result == 0) {
      perfc_close(event);
    } else {
      EXPECT_EQ(system_.Close(fd), 0);
    }
    return result;
  }
  int TryMap() { return Mapped(perfc_mmap(first_.get(), 1, 0, &error_)); }
  int TryOverwrite() {
    return Mapped(perfc_mmap(first_.get(), 1, PERFC_MMAP_OVERWRITE, &error_));
  }
  int TryMapTheControlPage() {
    return Mapped(perfc_mmap(first_.get(), 0, 0, &error_));
  }
  int TrySetOutput() {
    const int result =
        perfc_event_set_output(first_.get(), second_.get(), &error_);
    return result ? result
                  : perfc_event_set_output(first_.get(), nullptr, &error_);
  }
  int TryWait() {
    const int result = perfc_event_wait(second_.get(), 10, &error_);
    return result < 0 ? result : 0;
  }
  int TryReadLosses() {
    perfc_losses losses;
    error_ = {};
    const int result =
        perfc_event_losses(second_.get(), &losses, sizeof losses);
    error_.code = result;
    return result;
  }

 protected:
  int Mapped(int result) {
    EXPECT_EQ(perfc_event_control_page(first_.get()) != nullptr, result == 0);
    if (result == 0) {
      EXPECT_EQ(perfc_munmap(first_.get()), 0);
    }
    return result;
  }

  // The n-th system call fails, until there is no n-th.
  void FailEachCall(const Step &step, int error) {
    for (int n = 1; n < 100; ++n) {
      SCOPED_TRACE(testing::Message()
                   << step.name << ", call " << n << " fails with "
                   << strerrorname_np(error));
      SetUpEvents();
      error_ = {};
      system_.FailAny(error, n);
      const int result = (this->*step.run)();
      const bool failed = system_.failed();
      system_.FailAny(0, 0);
      ExpectOutcome(step, result, failed ? -error : 0);
      first_.reset();
      second_.reset();
      ASSERT_EQ(system_.open_fds(), 0u);
      ASSERT_EQ(system_.mappings(), 0u);
      if (!failed) return;
    }
    FAIL() << step.name << " never ends";
  }

  void ExpectOutcome(const Step &step, int result, int injected) {
    EXPECT_EQ(result, injected);
    EXPECT_EQ(error_.code, result);
    if (result < 0) {
      const std::string text = TextOf(error_);
      EXPECT_NE(text.find(strerrorname_np(-result)), std::string::npos) << text;
    }
    EXPECT_EQ((this->*step.run)(), 0) << "it works the next time";
  }

  void SetUpEvents() {
    perfc_attr attr = SampleAttr(PERFC_SAMPLE_IDENTIFIER);
    attr.read_format = PERFC_FORMAT_LOST;
    first_ = Open(attr);
    second_ = OpenMapped(attr, 1);
    Fake(second_).counts = {1, 2};
  }

  Event first_;
  Event second_;
};

TEST_F(FaultsTest, EveryCallOfEveryColdFunction) {
  const Step steps[] = {
      {"perfc_open", &FaultsTest::TryOpen},
      {"perfc_open_fd", &FaultsTest::TryAdopt},
      {"perfc_mmap", &FaultsTest::TryMap},
      {"perfc_mmap to overwrite", &FaultsTest::TryOverwrite},
      {"perfc_mmap of the control page", &FaultsTest::TryMapTheControlPage},
      {"perfc_event_set_output", &FaultsTest::TrySetOutput},
      {"perfc_event_wait", &FaultsTest::TryWait},
      {"perfc_event_losses", &FaultsTest::TryReadLosses},
  };
  for (const Step &step : steps) {
    for (int error : kErrors) {
      FailEachCall(step, error);
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

// While a failure is explained everything else fails, too.
TEST_F(FaultsTest, AnExplanationThatCantReadItsFactsIsStillOne) {
  for (int error : kErrors) {
    for (const Call call :
         {Call::kOpen, Call::kRead, Call::kGetrlimit, Call::kGetdents}) {
      for (int nth = 1; nth <= 3; ++nth) {
        system_.Fail(Call::kPerfEventOpen, error);
        system_.Fail(call, EIO, nth);
        EXPECT_EQ(TryOpen(), -error);
        EXPECT_EQ(error_.code, -error);
        EXPECT_NE(TextOf(error_).find(strerrorname_np(error)),
                  std::string::npos);
        EXPECT_EQ(system_.open_fds(), 0u);
      }
    }
  }
}

TEST_F(FaultsTest, AFailingCloseOrMunmapStopsNoClosing) {
  for (const Call call : {Call::kClose, Call::kMunmap}) {
    for (int nth = 1; nth <= 2; ++nth) {
      Event event = OpenMapped(SampleAttr(), 1);
      EXPECT_EQ(perfc_event_wait(event.get(), 1, nullptr), 0)
          << "makes a wake-up fd";
      system_.Fail(call, EIO, nth);
      event.reset();
      EXPECT_EQ(system_.open_fds(), 0u);
    }
  }
  // The ring whose munmap failed is still mapped: nothing helps against that.
  EXPECT_EQ(system_.mappings(), 1u);
  system_.UnmapAll();
}

}  // namespace
