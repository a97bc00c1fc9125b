// perfc_mmap, perfc_munmap: what is mapped, and what can't be.

#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/attr.h"
#include "perfc/counts.h"
#include "perfc/ring.h"
#include "perfc/uapi.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::Event;
using scripted::SampleAttr;
using scripted::TextOf;

class MapTest : public scripted::Machine {
 protected:
  int Map(const Event &event, uint32_t pages, uint32_t flags = 0) {
    error_ = {};
    const int result = perfc_mmap(event.get(), pages, flags, &error_);
    EXPECT_EQ(error_.code, result);
    return result;
  }
};

TEST_F(MapTest, TheDefaultIsANumberOfPages) {
  const Event event = Open(SampleAttr());
  ASSERT_EQ(Map(event, PERFC_MMAP_DEFAULT_PAGES), 0);
  EXPECT_EQ(Fake(event).ring_size, 129 * system_.PageSize());
}

TEST_F(MapTest, EachPowerOfTwoIsMappedWithItsControlPage) {
  for (uint32_t pages = 1; pages <= 1024; pages *= 2) {
    const Event event = OpenMapped(SampleAttr(), pages);
    EXPECT_EQ(Fake(event).ring_size, (pages + 1) * system_.PageSize());
    const perfc_mmap_page *control = perfc_event_control_page(event.get());
    ASSERT_NE(control, nullptr);
    EXPECT_EQ(control->data_size, pages * system_.PageSize());
  }
}

TEST_F(MapTest, WhatIsNoPowerOfTwoIsRefused) {
  const Event event = Open(SampleAttr());
  for (uint32_t pages :
       {3u, 5u, 6u, 127u, 129u, 0x40000001u, 0x80000000u, ~0u}) {
    EXPECT_EQ(Map(event, pages), -EINVAL) << pages;
    EXPECT_NE(TextOf(error_).find("power of two"), std::string::npos);
  }
  EXPECT_EQ(system_.count(Call::kMmap), 0);
}

TEST_F(MapTest, UnknownFlagsAreRefused) {
  const Event event = Open(SampleAttr());
  EXPECT_EQ(Map(event, 1, 2), -EINVAL);
  EXPECT_EQ(Map(event, 1, ~0u), -EINVAL);
  EXPECT_EQ(Map(event, 0, PERFC_MMAP_OVERWRITE), -EINVAL) << "of no ring";
}

TEST_F(MapTest, ASecondMappingIsRefusedAndTheFirstStays) {
  const Event event = OpenMapped(SampleAttr(), 2);
  EXPECT_EQ(Map(event, 2), -EBADFD);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_MAPPED));
  EXPECT_EQ(perfc_mmap(event.get(), 0, 0, &error_), -EBADFD);
  EXPECT_EQ(system_.mappings(), 1u);
  EXPECT_NE(perfc_event_control_page(event.get()), nullptr);
}

TEST_F(MapTest, TheControlPageAloneIsReadOnly) {
  const Event event = Open(SampleAttr());
  EXPECT_EQ(perfc_event_control_page(event.get()), nullptr);
  ASSERT_EQ(Map(event, 0), 0);
  EXPECT_EQ(Fake(event).ring_size, system_.PageSize());
  EXPECT_TRUE(Fake(event).ioctls.empty());
  EXPECT_FALSE(Fake(event).writable);
  EXPECT_EQ(perfc_event_control_page(event.get())->data_size, 0u);
  EXPECT_EQ(Map(event, 1), -EBADFD) << "one mapping at a time";
  ASSERT_EQ(perfc_munmap(event.get()), 0);
  EXPECT_EQ(perfc_event_control_page(event.get()), nullptr);
  EXPECT_EQ(Map(event, 1), 0);
}

// As a signal handler that interrupts the call may do.
TEST_F(MapTest, ACountCanBeReadWhileTheRingGoes) {
  const Event event = OpenMapped(SampleAttr(), 1);
  uint32_t reads = 0;
  system_.set_on_munmap([&] {
    perfc_count count = {};
    EXPECT_EQ(perfc_read_user(event.get(), &count, sizeof count), 0);
    EXPECT_EQ(count.origin, uint32_t{PERFC_ORIGIN_NO_PAGE});
    EXPECT_EQ(perfc_event_control_page(event.get()), nullptr);
    ++reads;
  });
  ASSERT_EQ(perfc_munmap(event.get()), 0);
  system_.set_on_munmap({});
  EXPECT_EQ(reads, 1u);
}

TEST_F(MapTest, UnmappingTwiceIsRefused) {
  const Event event = OpenMapped(SampleAttr(), 1);
  EXPECT_EQ(perfc_munmap(event.get()), 0);
  EXPECT_EQ(system_.mappings(), 0u);
  EXPECT_EQ(perfc_munmap(event.get()), -EBADFD);
  EXPECT_EQ(perfc_munmap(nullptr), -EINVAL);
}

TEST_F(MapTest, NullHandlesAreRefused) {
  perfc_record record;
  EXPECT_EQ(perfc_mmap(nullptr, 1, 0, &error_), -EINVAL);
  EXPECT_EQ(perfc_event_control_page(nullptr), nullptr);
  EXPECT_EQ(perfc_next_record(nullptr, &record), -EINVAL);
  EXPECT_EQ(perfc_event_peek_record(nullptr, &record), -EINVAL);
  EXPECT_EQ(perfc_event_wait(nullptr, 0, &error_), -EINVAL);
  EXPECT_EQ(perfc_event_wake(nullptr), -EINVAL);
  const Event event = OpenMapped(SampleAttr(), 1);
  EXPECT_EQ(perfc_next_record(event.get(), nullptr), -EINVAL);
  EXPECT_EQ(perfc_event_peek_record(event.get(), nullptr), -EINVAL);
  EXPECT_EQ(perfc_event_losses(event.get(), nullptr, 8), -EINVAL);
}

TEST_F(MapTest, BeyondTheLockedMemoryBudgetTheSumIsShown) {
  system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "516\n");
  system_.SetFile("/sys/devices/system/cpu/online", "0-2,5\n");
  system_.SetLimit(RLIMIT_MEMLOCK, 65536, 65536);
  const Event event = Open(SampleAttr());
  system_.Fail(Call::kMmap, EPERM, 2);
  ASSERT_EQ(Map(event, 1024), -EPERM);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_MLOCK));
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_MMAP));
  EXPECT_EQ(error_.number[0], 1025 * system_.PageSize());
  EXPECT_EQ(error_.number[1], 516u);
  EXPECT_EQ(error_.number[2], 4u);
  EXPECT_EQ(error_.number[3], 65536u);
  EXPECT_EQ(error_.paranoid, 2);
  const std::string text = TextOf(error_);
  EXPECT_NE(text.find("516 KiB) x 4 CPUs = 2113536 bytes"), std::string::npos)
      << text;
  EXPECT_NE(text.find("RLIMIT_MEMLOCK = 65536 bytes"), std::string::npos);
}

TEST_F(MapTest, EachErrnoOfEachMappingComesBackUnchanged) {
  const Event event = Open(SampleAttr());
  for (int error : {EPERM, ENOMEM, EINVAL, EACCES, EAGAIN, ENODEV, EBADF}) {
    for (int nth : {1, 2}) {
      system_.Fail(Call::kMmap, error, nth);
      EXPECT_EQ(Map(event, 1), -error);
      EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_MMAP));
      EXPECT_NE(TextOf(error_).find("mmap() failed"), std::string::npos);
      EXPECT_EQ(perfc_event_control_page(event.get()), nullptr);
      EXPECT_EQ(system_.mappings(), 0u);
    }
  }
  EXPECT_EQ(Map(event, 1), 0) << "nothing stays in the way";
}

TEST_F(MapTest, OnlyInvalidIsExplainedByInheritance) {
  const Event event = Open(SampleAttr());
  system_.Fail(Call::kMmap, EINVAL, 2);
  EXPECT_EQ(Map(event, 1), -EINVAL);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_INHERIT_MMAP));
  system_.Fail(Call::kMmap, ENODEV, 2);
  EXPECT_EQ(Map(event, 1), -ENODEV);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_UNKNOWN));
  system_.Fail(Call::kMmap, ENOMEM, 2);
  EXPECT_EQ(Map(event, 1), -ENOMEM);
  EXPECT_EQ(error_.rule, static_cast<uint32_t>(PERFC_RULE_MEMORY));
}

TEST_F(MapTest, WithoutTheMarkThatForkWipesThereIsNoMapping) {
  const Event event = Open(SampleAttr());
  system_.Fail(Call::kMadvise, EINVAL);
  EXPECT_EQ(Map(event, 1), -EINVAL);
  EXPECT_EQ(error_.call, static_cast<uint32_t>(PERFC_CALL_MADVISE));
  system_.Fail(Call::kMadvise, ENOMEM);
  EXPECT_EQ(perfc_mmap(event.get(), 0, 0, &error_), -ENOMEM);
  EXPECT_EQ(system_.mappings(), 0u);
}

}  // namespace
