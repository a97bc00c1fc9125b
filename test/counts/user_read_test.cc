// Counts read in user space: the test writes the control page in the kernel's
// place, and says what the counter shows.

#include <cstdint>
#include <thread>

#include "gtest/gtest.h"
#include "perfc/counts.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/counts/counts.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::kTimes;
using scripted::SampleAttr;

class UserReadTest : public scripted::Machine {
 protected:
  Event OpenControl(uint64_t flags = 0, int pid = 0, int cpu = -1) {
    perfc_attr attr = SampleAttr(0, flags);
    attr.read_format = kTimes;
    perfc_event *event = nullptr;
    EXPECT_EQ(perfc_open(&host_, &attr, attr.size, pid, cpu, nullptr, 0, &event,
                         &error_),
              0);
    EXPECT_EQ(perfc_mmap(event, 0, 0, &error_), 0);
    Event owned(event);
    Fake(owned).counts = {7, 70, 70};
    Script(&Page(owned));
    return owned;
  }

  perfc_mmap_page &Page(const Event &event) {
    return *reinterpret_cast<perfc_mmap_page *>(Fake(event).ring);
  }

  // Counter 2, 48 bits wide, shows 5 more than the offset's 1000; cycles are ns
  // halved, since 100 of which nothing has been written.
  void Script(perfc_mmap_page *page) {
    page->lock = 10;
    page->capabilities = PERFC_CAP_USER_RDPMC | PERFC_CAP_USER_TIME;
    page->index = 3;
    page->offset = 1000;
    page->pmc_width = 48;
    page->time_enabled = 4000;
    page->time_running = 3000;
    page->time_mult = 2;
    page->time_shift = 0;
    page->time_offset = static_cast<uint64_t>(-200);
    system_.set_cycles(600);
    system_.set_on_counter([](uint32_t counter, uint64_t *value) {
      EXPECT_EQ(counter, 2u);
      *value = 5;
      return true;
    });
  }

  perfc_count Read(const Event &event) {
    perfc_count count = {};
    EXPECT_EQ(perfc_read_user(event.get(), &count, sizeof count), 0);
    return count;
  }

  // The count is read(2)'s, for this reason.
  void ExpectFallback(const Event &event, uint32_t source) {
    const int reads = system_.count(Call::kRead);
    const perfc_count count = Read(event);
    EXPECT_EQ(count.origin, source);
    EXPECT_EQ(count.raw, 7u);
    EXPECT_EQ(count.time_enabled, 70u);
    EXPECT_EQ(system_.count(Call::kRead), reads + 1);
  }
};

TEST_F(UserReadTest, TheCounterAndTheTimesWithoutASystemCall) {
  const Event event = OpenControl();
  const int reads = system_.count(Call::kRead);
  const perfc_count count = Read(event);
  EXPECT_EQ(count.origin, uint32_t{PERFC_ORIGIN_USER});
  EXPECT_EQ(count.raw, 1005u);
  // 600 cycles are 1200 ns, 200 of which are accounted.
  EXPECT_EQ(count.time_enabled, 5000u);
  EXPECT_EQ(count.time_running, 4000u);
  EXPECT_EQ(count.scaled, 1256u);
  EXPECT_EQ(count.quality, uint32_t{PERFC_QUALITY_SCALED});
  EXPECT_EQ(count.fields, kTimes);
  EXPECT_EQ(system_.count(Call::kRead), reads);
}

TEST_F(UserReadTest, TheCounterIsSignExtendedByItsWidth) {
  const Event event = OpenControl();
  const struct {
    unsigned width;
    uint64_t counter;
    uint64_t raw;
  } kCases[] = {
      {48, (uint64_t{1} << 48) - 10, 990},
      {48, (uint64_t{1} << 47) - 1, 1000 + (uint64_t{1} << 47) - 1},
      {32, 0xffffffff, 999},
      {64, ~uint64_t{0}, 999},
      {64, 10, 1010},
      {48, 0xabcd000000000005, 1005},
  };
  for (const auto &one : kCases) {
    Page(event).pmc_width = static_cast<uint16_t>(one.width);
    system_.set_on_counter([&](uint32_t, uint64_t *value) {
      *value = one.counter;
      return true;
    });
    EXPECT_EQ(Read(event).raw, one.raw) << one.width << " bits";
  }
}

TEST_F(UserReadTest, TimesBeyond64BitsOfProduct) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  page.time_mult = 3000000000;
  page.time_shift = 32;
  page.time_offset = 0;
  page.time_enabled = page.time_running = 0;
  // A year of a 4 GHz counter.
  constexpr uint64_t kCycles = 126227808000000000;
  system_.set_cycles(kCycles);
  const auto exact = static_cast<uint64_t>(
      (static_cast<unsigned __int128>(kCycles) * page.time_mult) >> 32);
  EXPECT_EQ(Read(event).time_running, exact);
  EXPECT_EQ(Read(event).quality, uint32_t{PERFC_QUALITY_EXACT});
}

// cap_user_time_short: the counter has 56 bits here, and has wrapped since.
TEST_F(UserReadTest, ANarrowCycleCounterGoesOn) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  constexpr uint64_t kMask = (uint64_t{1} << 56) - 1;
  page.capabilities |= PERFC_CAP_USER_TIME_SHORT;
  page.time_mask = kMask;
  page.time_cycles = 5 * (kMask + 1) - 100;
  page.time_mult = 1;
  page.time_offset = 0 - page.time_cycles;
  page.time_enabled = page.time_running = 0;
  system_.set_cycles(50);
  EXPECT_EQ(Read(event).time_enabled, 150u);
}

TEST_F(UserReadTest, WhatTheKernelWritesMeanwhileIsReadAgain) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  int looks = 0;
  system_.set_on_counter([&](uint32_t, uint64_t *value) {
    *value = 5;
    // The event has been off the counter and on it again.
    if (++looks == 1) {
      page.offset = 2000;
      page.lock += 2;
    }
    return true;
  });
  EXPECT_EQ(Read(event).raw, 2005u);
  EXPECT_EQ(looks, 2);
}

TEST_F(UserReadTest, AnEventThatLeavesThePmuMeanwhileIsReadByTheKernel) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  system_.set_on_counter([&](uint32_t, uint64_t *value) {
    *value = 12345;
    page.index = 0;
    page.lock += 2;
    return true;
  });
  ExpectFallback(event, PERFC_ORIGIN_NOT_ON_PMU);
}

TEST_F(UserReadTest, APageThatNeverStandsStillIsLeft) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  system_.set_on_counter([&](uint32_t, uint64_t *value) {
    *value = 5;
    page.lock += 2;
    return true;
  });
  ExpectFallback(event, PERFC_ORIGIN_CHANGING);
}

TEST_F(UserReadTest, APageInTheMiddleOfAWriteIsLeft) {
  const Event event = OpenControl();
  Page(event).lock = 11;
  ExpectFallback(event, PERFC_ORIGIN_CHANGING);
}

TEST_F(UserReadTest, WhatThePageForbids) {
  const Event event = OpenControl();
  perfc_mmap_page &page = Page(event);
  page.capabilities = PERFC_CAP_USER_TIME;
  ExpectFallback(event, PERFC_ORIGIN_NO_ACCESS);
  page.capabilities = PERFC_CAP_USER_RDPMC;
  ExpectFallback(event, PERFC_ORIGIN_NO_TIME);
  Script(&page);
  page.index = 0;
  ExpectFallback(event, PERFC_ORIGIN_NOT_ON_PMU);
  // Intel's topdown metrics.
  page.index = (1u << 29) + 1;
  ExpectFallback(event, PERFC_ORIGIN_METRICS);
  page.index = 3;
  page.pmc_width = 0;
  ExpectFallback(event, PERFC_ORIGIN_NO_COUNTER);
  page.pmc_width = 48;
  system_.set_on_counter([](uint32_t, uint64_t *) { return false; });
  ExpectFallback(event, PERFC_ORIGIN_NO_COUNTER);
}

TEST_F(UserReadTest, WithoutAPageTheKernelReads) {
  const Event event = OpenControl();
  ASSERT_EQ(perfc_munmap(event.get()), 0);
  ExpectFallback(event, PERFC_ORIGIN_NO_PAGE);
}

TEST_F(UserReadTest, InheritedCountsAreNotInThePage) {
  ExpectFallback(OpenControl(PERFC_ATTR_INHERIT), PERFC_ORIGIN_INHERIT);
}

TEST_F(UserReadTest, OtherTasksAndCpusAreNotThisThreads) {
  ExpectFallback(OpenControl(0, 17), PERFC_ORIGIN_OTHER_TASK);
  ExpectFallback(OpenControl(0, -1, 0), PERFC_ORIGIN_OTHER_TASK);
  const perfc_attr attr = SampleAttr();
  perfc_event *cgroup = nullptr;
  ASSERT_EQ(perfc_open(&host_, &attr, attr.size, 0, 0, nullptr,
                       PERFC_FLAG_PID_CGROUP, &cgroup, &error_),
            0);
  const Event owned(cgroup);
  ASSERT_EQ(perfc_mmap(cgroup, 0, 0, &error_), 0);
  Fake(owned).counts = {7};
  Script(&Page(owned));
  EXPECT_EQ(Read(owned).origin, uint32_t{PERFC_ORIGIN_OTHER_TASK});
}

TEST_F(UserReadTest, TheThreadsOwnIdIsThisThread) {
  system_.set_tid(17);
  EXPECT_EQ(Read(OpenControl(0, 17)).origin, uint32_t{PERFC_ORIGIN_USER});
}

TEST_F(UserReadTest, AnotherThreadsCounterIsLeftAlone) {
  const Event event = OpenControl();
  std::thread([&] { ExpectFallback(event, PERFC_ORIGIN_OTHER_TASK); }).join();
  EXPECT_EQ(Read(event).origin, uint32_t{PERFC_ORIGIN_USER});
}

}  // namespace
