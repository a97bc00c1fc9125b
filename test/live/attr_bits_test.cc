// Bits and fields of the attr that no other test is about, each by what it does.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

TEST(AttrBits, RemoveOnExecEndsTheCount) {
  NEEDS(Linux(5, 13), Paranoid(2));
  Child child([] { execl("/bin/true", "true", nullptr); });
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.flags &= ~uint64_t{PERFC_ATTR_DISABLED};
  Event stays = Open(attr, child.pid());
  attr.flags |= PERFC_ATTR_REMOVE_ON_EXEC;
  Event removed = Open(attr, child.pid());
  child.Go();
  ASSERT_TRUE(child.Wait());
  EXPECT_LT(Count(removed) + 10, Count(stays));
}

TEST(AttrBits, InheritThreadLeavesProcessesOut) {
  NEEDS(Linux(5, 13), Paranoid(2));
  perfc_attr attr = Software(PERFC_COUNT_SW_PAGE_FAULTS);
  attr.flags |= PERFC_ATTR_INHERIT;
  Event all = Open(attr);
  attr.flags |= PERFC_ATTR_INHERIT_THREAD;
  Event threads = Open(attr);
  const auto touch = [] {
    Pages pages(300);
    pages.TouchAll();
  };
  ASSERT_EQ(0, perfc_ioctl(all, PERFC_IOC_ENABLE, 0, nullptr));
  ASSERT_EQ(0, perfc_ioctl(threads, PERFC_IOC_ENABLE, 0, nullptr));
  std::thread(touch).join();
  const uint64_t of_thread = Count(threads);
  EXPECT_LE(300u, of_thread);
  const pid_t child = fork();
  if (child == 0) {
    touch();
    _exit(0);
  }
  ASSERT_EQ(child, waitpid(child, nullptr, 0));
  EXPECT_LE(of_thread + 300, Count(all));
  EXPECT_GT(of_thread + 300, Count(threads));
}

[[gnu::noinline]] int Deep(int depth, Pages* pages) {
  if (depth == 0) {
    pages->TouchAll();
    return 1;
  }
  const int below = Deep(depth - 1, pages);
  // Keeps it from being a loop.
  return __builtin_expect(below, 1) + depth;
}

TEST(AttrBits, SampleMaxStackCutsTheCallChain) {
  NEEDS(Paranoid(2));
  for (const uint16_t most : {3, 10}) {
    perfc_attr attr =
        Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS), PERFC_SAMPLE_CALLCHAIN);
    attr.flags |= PERFC_ATTR_EXCLUDE_CALLCHAIN_KERNEL;
    attr.sample_max_stack = most;
    Event event = OpenMapped(attr, 8);
    Pages pages(1);
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    EXPECT_GT(Deep(40, &pages), 0);
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
    const std::vector<perfc_sample> samples = Samples(event);
    ASSERT_FALSE(samples.empty());
    for (const perfc_sample& sample : samples) {
      // One entry says that user space follows.
      EXPECT_GE(most + 1u, sample.callchain.count);
      EXPECT_LE(2u, sample.callchain.count);
    }
  }
}

TEST(AttrBits, HostsTellLimitsAndTypes) {
  NEEDS(Pmu("software"));
  EXPECT_EQ(ReadNumber("/proc/sys/kernel/perf_event_max_stack"),
            perfc_host_max_stack(nullptr));
  perfc_error error = {};
  EXPECT_EQ(PERFC_TYPE_SOFTWARE,
            perfc_host_pmu_type(nullptr, "software", &error));
  EXPECT_EQ(-ENOENT, perfc_host_pmu_type(nullptr, "no_such_pmu", &error));
  EXPECT_EQ(-ENOENT, error.code);
}

}  // namespace
}  // namespace live
