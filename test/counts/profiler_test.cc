// Profilers on a machine that has some counters and lacks others.

#include "perfc/profiler.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "gtest/gtest.h"
#include "perfc/uapi.h"
#include "test/counts/counts.h"
#include "test/host/machine.h"

namespace {

using scripted::Call;
using scripted::kTimes;

struct ProfilerCloser {
  void operator()(perfc_profiler *profiler) const {
    perfc_profiler_destroy(profiler);
  }
};
using Profiler = std::unique_ptr<perfc_profiler, ProfilerCloser>;

class ProfilerTest : public scripted::Machine {
 protected:
  Profiler Create(uint32_t type, uint64_t mask,
                  const perfc_profiler_options *options = nullptr) {
    perfc_profiler *profiler = nullptr;
    EXPECT_EQ(perfc_profiler_create(&host_, type, mask, 0, -1, options,
                                    &profiler, &error_),
              0)
        << scripted::TextOf(error_);
    return Profiler(profiler);
  }

  perfc_attr AttrOf(int fd) {
    perfc_attr attr = {};
    memcpy(&attr, system_.event(fd).attr.data(),
           std::min(sizeof attr, system_.event(fd).attr.size()));
    return attr;
  }

  // The fds of the events opened since the last call of this.
  std::vector<int> NewEvents() {
    std::vector<int> fds;
    for (; next_fd_ <= system_.last_event_fd(); ++next_fd_) {
      if (system_.is_event(next_fd_)) fds.push_back(next_fd_);
    }
    return fds;
  }

  int next_fd_ = 100;
};

TEST_F(ProfilerTest, EachCounterHasItsOwnTimes) {
  const Profiler profiler = Create(PERFC_TYPE_SOFTWARE, 0b1101);
  const std::vector<int> fds = NewEvents();
  ASSERT_EQ(fds.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    system_.event(fds[i]).counts = {10 + i, 1000, 1000 - 100 * i, 1};
  }
  perfc_count counts[4] = {};
  uint64_t present = 0;
  ASSERT_EQ(perfc_profiler_profile(profiler.get(), counts, sizeof *counts, 4,
                                   &present),
            0);
  EXPECT_EQ(present, 0b1101u);
  EXPECT_EQ(counts[PERFC_COUNT_SW_CPU_CLOCK].time_running, 1000u);
  EXPECT_EQ(counts[PERFC_COUNT_SW_PAGE_FAULTS].time_running, 900u);
  EXPECT_EQ(counts[PERFC_COUNT_SW_CONTEXT_SWITCHES].time_running, 800u);
  EXPECT_EQ(counts[PERFC_COUNT_SW_CPU_CLOCK].raw, 10u);
  EXPECT_EQ(counts[PERFC_COUNT_SW_CPU_CLOCK].quality,
            uint32_t{PERFC_QUALITY_EXACT});
  EXPECT_EQ(counts[PERFC_COUNT_SW_PAGE_FAULTS].quality,
            uint32_t{PERFC_QUALITY_SCALED});
  EXPECT_EQ(counts[1].fields, 0u) << "not asked for, not written";
}

// The 26 constructors of perf-utils, as (type, number).
TEST_F(ProfilerTest, EveryCounterHasItsConfig) {
  for (uint32_t number = 0; number < 10; ++number) {
    const Profiler profiler =
        Create(PERFC_TYPE_HARDWARE, uint64_t{1} << number);
    EXPECT_EQ(AttrOf(NewEvents().at(0)).config, number);
  }
  for (uint32_t number = 0; number < 9; ++number) {
    const Profiler profiler =
        Create(PERFC_TYPE_SOFTWARE, uint64_t{1} << number);
    EXPECT_EQ(AttrOf(NewEvents().at(0)).config, number);
  }
  for (uint64_t cache = 0; cache < 7; ++cache) {
    for (uint64_t op = 0; op < 3; ++op) {
      for (uint64_t result = 0; result < 2; ++result) {
        const uint64_t number = 6 * cache + 2 * op + result;
        const Profiler profiler =
            Create(PERFC_TYPE_HW_CACHE, uint64_t{1} << number);
        const perfc_attr attr = AttrOf(NewEvents().at(0));
        EXPECT_EQ(attr.type, uint32_t{PERFC_TYPE_HW_CACHE});
        EXPECT_EQ(attr.config, cache | op << 8 | result << 16);
      }
    }
  }
}

TEST_F(ProfilerTest, TheOptionsReachEveryAttr) {
  perfc_profiler_options options = {};
  options.size = sizeof options;
  options.attr_flags = PERFC_ATTR_INHERIT | PERFC_ATTR_EXCLUDE_HV;
  options.open_flags = PERFC_FLAG_FD_NO_GROUP;
  const Profiler profiler = Create(PERFC_TYPE_SOFTWARE, 0b11, &options);
  for (const int fd : NewEvents()) {
    EXPECT_EQ(AttrOf(fd).flags,
              uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_INHERIT |
                       PERFC_ATTR_EXCLUDE_HV});
    EXPECT_EQ(AttrOf(fd).read_format, kTimes | PERFC_FORMAT_ID);
    EXPECT_EQ(system_.event(fd).flags,
              uint64_t{PERFC_FLAG_FD_NO_GROUP | PERFC_FLAG_FD_CLOEXEC});
    EXPECT_EQ(system_.event(fd).group_fd, -1);
  }
}

TEST_F(ProfilerTest, WhatTheMachineLacksIsAbsent) {
  for (int error : {ENOENT, EOPNOTSUPP, ENODEV, EINVAL, EACCES, EPERM}) {
    system_.Fail(Call::kPerfEventOpen, error, 2);
    const Profiler profiler = Create(PERFC_TYPE_HARDWARE, 0b111);
    EXPECT_EQ(error_.code, 0) << "success leaves it alone";
    EXPECT_EQ(perfc_profiler_status(profiler.get(), 0), 0);
    EXPECT_EQ(perfc_profiler_status(profiler.get(), 1), -error);
    EXPECT_EQ(perfc_profiler_status(profiler.get(), 2), 0);
    EXPECT_EQ(perfc_profiler_status(profiler.get(), 3), -EINVAL);
    for (const int fd : NewEvents()) {
      system_.event(fd).counts = {0, 1000, 1000, 1};
    }
    perfc_count counts[3] = {};
    uint64_t present = 0;
    ASSERT_EQ(perfc_profiler_profile(profiler.get(), counts, sizeof *counts, 3,
                                     &present),
              0);
    EXPECT_EQ(present, 0b101u);
    EXPECT_EQ(counts[0].quality, uint32_t{PERFC_QUALITY_EXACT})
        << "a zero is a count";
    EXPECT_EQ(counts[1].fields, 0u);
  }
}

TEST_F(ProfilerTest, IfNoneOpensTheFirstSaysWhy) {
  for (int n = 1; n <= 3; ++n) system_.Fail(Call::kPerfEventOpen, ENOENT);
  perfc_profiler *profiler = nullptr;
  system_.Fail(Call::kPerfEventOpen, EACCES);
  EXPECT_EQ(perfc_profiler_create(&host_, PERFC_TYPE_HARDWARE, 0b1, 0, -1,
                                  nullptr, &profiler, &error_),
            -EACCES);
  EXPECT_EQ(profiler, nullptr);
  EXPECT_EQ(error_.code, -EACCES);
}

TEST_F(ProfilerTest, WhatIsNotTheCountersFaultEndsIt) {
  for (int error : {EMFILE, ENFILE, ENOMEM, ESRCH, ENOSYS, EINTR}) {
    system_.Fail(Call::kPerfEventOpen, error, 3);
    perfc_profiler *profiler = nullptr;
    EXPECT_EQ(perfc_profiler_create(&host_, PERFC_TYPE_SOFTWARE, 0b1111, 0, -1,
                                    nullptr, &profiler, &error_),
              -error);
    EXPECT_EQ(error_.code, -error);
    EXPECT_EQ(profiler, nullptr);
    EXPECT_EQ(system_.open_fds(), 0u);
  }
}

TEST_F(ProfilerTest, StartStopAndResetReachEachCounter) {
  const Profiler profiler = Create(PERFC_TYPE_SOFTWARE, 0b11);
  EXPECT_EQ(perfc_profiler_start(profiler.get()), 0);
  EXPECT_EQ(perfc_profiler_reset(profiler.get()), 0);
  EXPECT_EQ(perfc_profiler_stop(profiler.get()), 0);
  for (const int fd : NewEvents()) {
    const auto &ioctls = system_.event(fd).ioctls;
    ASSERT_EQ(ioctls.size(), 3u);
    EXPECT_EQ(ioctls[0].request, uint32_t{PERFC_IOC_ENABLE});
    EXPECT_EQ(ioctls[1].request, uint32_t{PERFC_IOC_RESET});
    EXPECT_EQ(ioctls[2].request, uint32_t{PERFC_IOC_DISABLE});
    EXPECT_EQ(ioctls[0].argument, 0u);
  }
  system_.Fail(Call::kIoctl, ENODEV);
  EXPECT_EQ(perfc_profiler_start(profiler.get()), -ENODEV);
}

TEST_F(ProfilerTest, AGroupIsReadAtOnce) {
  perfc_profiler_options options = {};
  options.size = sizeof options;
  options.flags = PERFC_PROFILER_GROUP;
  options.attr_flags = PERFC_ATTR_PINNED | PERFC_ATTR_EXCLUDE_HV;
  system_.Fail(Call::kPerfEventOpen, ENOENT);
  const Profiler profiler = Create(PERFC_TYPE_HARDWARE, 0b111, &options);
  const std::vector<int> fds = NewEvents();
  ASSERT_EQ(fds.size(), 2u);
  EXPECT_EQ(system_.event(fds[0]).group_fd, -1);
  EXPECT_EQ(system_.event(fds[1]).group_fd, fds[0]);
  EXPECT_TRUE(AttrOf(fds[0]).read_format & PERFC_FORMAT_GROUP);
  system_.event(fds[0]).counts = {
      2, 1000, 500, 21, system_.event(fds[1]).id, 11, system_.event(fds[0]).id};
  EXPECT_EQ(perfc_profiler_start(profiler.get()), 0);
  // The group starts and stops with its leader, which alone may be pinned.
  EXPECT_EQ(AttrOf(fds[0]).flags,
            uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_PINNED |
                     PERFC_ATTR_EXCLUDE_HV});
  EXPECT_EQ(AttrOf(fds[1]).flags, uint64_t{PERFC_ATTR_EXCLUDE_HV});
  EXPECT_EQ(system_.event(fds[0]).ioctls.back().request,
            uint32_t{PERFC_IOC_ENABLE});
  EXPECT_TRUE(system_.event(fds[1]).ioctls.empty());
  perfc_count counts[3] = {};
  uint64_t present = 0;
  ASSERT_EQ(perfc_profiler_profile(profiler.get(), counts, sizeof *counts, 3,
                                   &present),
            0);
  EXPECT_EQ(present, 0b110u);
  EXPECT_EQ(counts[1].raw, 11u);
  EXPECT_EQ(counts[2].raw, 21u);
  EXPECT_EQ(counts[2].scaled, 42u);
}

TEST_F(ProfilerTest, AttrsOfAnyKindKeepWhatTheySay) {
  perfc_attr attrs[2] = {};
  attrs[0].type = PERFC_TYPE_BREAKPOINT;
  attrs[0].flags = PERFC_ATTR_EXCLUDE_KERNEL;
  attrs[0].read_format = PERFC_FORMAT_LOST;
  attrs[1].type = PERFC_TYPE_RAW;
  attrs[1].config = 0x1a8;
  perfc_profiler *made = nullptr;
  ASSERT_EQ(perfc_profiler_create_attrs(&host_, attrs, sizeof *attrs, 2, 0, -1,
                                        nullptr, &made, &error_),
            0);
  const Profiler profiler(made);
  const std::vector<int> fds = NewEvents();
  EXPECT_EQ(AttrOf(fds[0]).type, uint32_t{PERFC_TYPE_BREAKPOINT});
  EXPECT_EQ(AttrOf(fds[0]).flags,
            uint64_t{PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL});
  EXPECT_EQ(AttrOf(fds[0]).read_format,
            kTimes | PERFC_FORMAT_ID | PERFC_FORMAT_LOST);
  EXPECT_EQ(AttrOf(fds[1]).config, 0x1a8u);
}

TEST_F(ProfilerTest, EachSystemCallMayFail) {
  for (const uint32_t flags : {0, PERFC_PROFILER_GROUP}) {
    perfc_profiler_options options = {};
    options.size = sizeof options;
    options.flags = flags;
    for (int n = 1; n < 20; ++n) {
      system_.FailAny(EMFILE, n);
      perfc_profiler *made = nullptr;
      const int result = perfc_profiler_create(
          &host_, PERFC_TYPE_SOFTWARE, 0b111, 0, -1, &options, &made, &error_);
      const bool failed = system_.failed();
      system_.FailAny(0, 0);
      EXPECT_EQ(result, failed ? -EMFILE : 0);
      EXPECT_EQ(made == nullptr, failed);
      perfc_profiler_destroy(made);
      ASSERT_EQ(system_.open_fds(), 0u);
      if (!failed) break;
    }
  }
}

TEST_F(ProfilerTest, WhatCantBeRightIsRefused) {
  perfc_profiler *made = nullptr;
  const auto create = [&](uint32_t type, uint64_t mask) {
    return perfc_profiler_create(&host_, type, mask, 0, -1, nullptr, &made,
                                 nullptr);
  };
  EXPECT_EQ(create(PERFC_TYPE_RAW, 1), -EINVAL);
  EXPECT_EQ(create(PERFC_TYPE_HARDWARE, 0), -EINVAL);
  EXPECT_EQ(create(PERFC_TYPE_HW_CACHE, uint64_t{1} << 42), -EINVAL);
  EXPECT_EQ(perfc_profiler_create(&host_, PERFC_TYPE_SOFTWARE, 1, 0, -1,
                                  nullptr, nullptr, nullptr),
            -EINVAL);
  perfc_profiler_options options = {};
  options.size = sizeof options;
  options.flags = 0x8;
  EXPECT_EQ(perfc_profiler_create(&host_, PERFC_TYPE_SOFTWARE, 1, 0, -1,
                                  &options, &made, nullptr),
            -EINVAL);
  const perfc_attr attr = {};
  const auto create_attrs = [&](size_t size, uint32_t count) {
    return perfc_profiler_create_attrs(&host_, &attr, size, count, 0, -1,
                                       nullptr, &made, nullptr);
  };
  EXPECT_EQ(create_attrs(63, 1), -E2BIG);
  EXPECT_EQ(create_attrs(5000, 1), -E2BIG);
  EXPECT_EQ(create_attrs(sizeof attr, 65), -EINVAL);
  EXPECT_EQ(create_attrs(sizeof attr, 0), -EINVAL);
  const Profiler profiler = Create(PERFC_TYPE_SOFTWARE, 0b100);
  perfc_count counts[3];
  uint64_t present;
  EXPECT_EQ(perfc_profiler_profile(profiler.get(), counts, sizeof *counts, 2,
                                   &present),
            -ENOSPC);
  EXPECT_EQ(
      perfc_profiler_profile(nullptr, counts, sizeof *counts, 3, &present),
      -EINVAL);
  EXPECT_EQ(perfc_profiler_status(profiler.get(), 64), -EINVAL);
  EXPECT_EQ(perfc_profiler_start(nullptr), -EINVAL);
  perfc_profiler_destroy(nullptr);
}

}  // namespace
