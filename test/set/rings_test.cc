// Rings of a whole set: which events have one, how large, and in a stream.
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/ring.h"
#include "perfc/set.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

class SetRings : public Sets {
 protected:
  void SetUp() override {
    Sets::SetUp();
    // 3 CPUs x 516 KiB.
    system_.SetLimit(RLIMIT_MEMLOCK, 0, 0);
  }

  perfc_attr Sampling() const {
    perfc_attr attr = SampleAttr(PERFC_SAMPLE_TIME);
    return attr;
  }

  int Map(uint32_t pages = 1, uint32_t flags = 0) {
    return perfc_set_mmap(set_.get(), pages, flags, &error_);
  }

  perfc_ring_budget RingBudget(uint32_t flags = 0) {
    perfc_ring_budget budget = {};
    EXPECT_EQ(perfc_set_ring_budget(set_.get(), flags, &budget, sizeof budget),
              0);
    return budget;
  }
};

TEST_F(SetRings, OnlyWhatWritesRecordsHasOne) {
  Add(kFaults, "counts");
  Add(Sampling(), "samples");
  Add(SampleAttr(0, PERFC_ATTR_COMM), "side-band");
  specs_->list[2].attr.Assign(&kFaults, sizeof kFaults, false, "", &error_);
  perfc_attr comm = kFaults;
  comm.flags = PERFC_ATTR_COMM;
  perfc_specs_set_attr(specs_, 2, &comm, sizeof comm, &error_);
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Map(), 4) << TextOf(error_);
  EXPECT_EQ(MemberOf(0).ring, nullptr);
  EXPECT_EQ(MemberOf(1).ring, MemberOf(1).event);
  EXPECT_EQ(MemberOf(2).ring, MemberOf(2).event);
  // All have one by now.
  EXPECT_EQ(Map(), 0);
}

TEST_F(SetRings, WithoutAnythingToRecordItSaysSo) {
  Add(kFaults, "counts");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Map(), -EBADFD);
  EXPECT_EQ(Map(3), -EBADFD);
  EXPECT_EQ(Map(1, 0x10), -EINVAL);
}

TEST_F(SetRings, SharedThereIsOneForEachCpu) {
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(kFaults, "counts");
  Add(Sampling(), "a");
  Add(Sampling(), "b");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(RingBudget(PERFC_SET_MMAP_SHARED).rings, 2u);
  EXPECT_EQ(RingBudget().rings, 4u);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 2) << TextOf(error_);
  EXPECT_EQ(MemberOf(2).ring, MemberOf(1).event);
  EXPECT_EQ(MemberOf(5).ring, MemberOf(4).event);
  EXPECT_EQ(FakeOf(5).ioctls.back().request, uint32_t{PERFC_IOC_SET_OUTPUT});
  EXPECT_TRUE(Entries(perfc_set_report(set_.get())).empty());
}

TEST_F(SetRings, SharedOfThreadsThereIsOneForEachThread) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/task/71/stat", "");
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(Sampling(), "a");
  Add(Sampling(), "b");
  ASSERT_EQ(Open(TaskTarget(PERFC_TARGET_PROCESS, 70)), 0) << TextOf(error_);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 2) << TextOf(error_);
  EXPECT_EQ(MemberOf(3).ring, MemberOf(2).event);
}

TEST_F(SetRings, ThreadsOnACpuShareItsRing) {
  system_.SetFile("/proc/70/task/70/stat", "");
  system_.SetFile("/proc/70/task/71/stat", "");
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(Sampling(), "a");
  perfc_target target = TaskTarget(PERFC_TARGET_PROCESS, 70);
  target.cpus = "0,2";
  ASSERT_EQ(Open(target), 0) << TextOf(error_);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 2) << TextOf(error_);
  EXPECT_EQ(MemberOf(1).ring, MemberOf(0).event);
}

TEST_F(SetRings, WhatTheKernelWouldNotShareHasItsOwn) {
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(Sampling(), "a");
  perfc_attr other = Sampling();
  other.flags = PERFC_ATTR_USE_CLOCKID;
  other.clockid = 1;
  Add(other, "b");
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 2) << TextOf(error_);
}

TEST_F(SetRings, RecordsThatCantBeToldApartAreReported) {
  Add(Sampling(), "a");
  Add(Sampling(), "b");
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 1) << TextOf(error_);
  const auto entries = Entries(perfc_set_report(set_.get()));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].kind, uint32_t{PERFC_REPORT_NO_IDS});
  EXPECT_EQ(entries[0].spec, 1u);
}

TEST_F(SetRings, ThePlanFitsTheBudget) {
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  perfc_ring_budget budget = RingBudget();
  EXPECT_EQ(budget.rings, 3u);
  EXPECT_EQ(budget.mlock_kb, 516u);
  EXPECT_EQ(budget.online_cpus, 3u);
  EXPECT_EQ(budget.budget, 3u * 516 * 1024);
  // 129 pages each, of 4 KiB: the perf tool's default is what the sysctl is
  // made for.
  EXPECT_EQ(budget.data_pages, 128u);
  EXPECT_EQ(budget.bytes, 3u * 129 * 4096);
  system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "515\n");
  EXPECT_EQ(RingBudget().data_pages, 64u);
  system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "0\n");
  EXPECT_EQ(RingBudget().data_pages, 1u);
  system_.SetLimit(RLIMIT_MEMLOCK, RLIM_INFINITY, RLIM_INFINITY);
  EXPECT_EQ(RingBudget().budget, ~uint64_t{0});
  system_.SetLimit(RLIMIT_MEMLOCK, 0, 0);
  system_.SetFile("/proc/sys/kernel/perf_event_paranoid", "-1\n");
  EXPECT_EQ(RingBudget().data_pages, 128u);
  EXPECT_EQ(perfc_set_ring_budget(set_.get(), 0x10, &budget, sizeof budget),
            -EINVAL);
}

TEST_F(SetRings, WithoutItsFilesThereIsNoBudget) {
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  for (const auto &[file, content] :
       {std::pair{"/proc/sys/kernel/perf_event_mlock_kb", "516\n"},
        {"/proc/sys/kernel/perf_event_paranoid", "0\n"},
        {"/proc/self/status", "CapEff:\t0000000000000000\n"},
        {"/sys/devices/system/cpu/online", "0,2,5\n"}}) {
    SCOPED_TRACE(file);
    perfc_ring_budget budget = {};
    budget.rings = 77;
    system_.RemoveFile(file);
    EXPECT_EQ(perfc_set_ring_budget(set_.get(), 0, &budget, sizeof budget),
              -ENOENT);
    system_.SetFile(file, "");
    EXPECT_EQ(perfc_set_ring_budget(set_.get(), 0, &budget, sizeof budget),
              -EIO);
    EXPECT_EQ(Map(PERFC_PAGES_FIT), -EIO);
    EXPECT_NE(TextOf(error_).find("pass data_pages"), std::string::npos)
        << TextOf(error_);
    EXPECT_EQ(system_.mappings(), 0u);
    system_.SetFile(file, content);
    EXPECT_EQ(budget.rings, 77u);
  }
  for (int n = 1; n <= 4; ++n) {
    perfc_ring_budget budget = {};
    system_.Fail(Call::kOpen, EMFILE, n);
    EXPECT_EQ(perfc_set_ring_budget(set_.get(), 0, &budget, sizeof budget),
              -EMFILE);
  }
  EXPECT_EQ(RingBudget().rings, 3u);
  // A number of pages needs no file.
  system_.RemoveFile("/proc/self/status");
  EXPECT_EQ(Map(1), 3) << TextOf(error_);
}

TEST_F(SetRings, PagesThatFitAreThoseOfTheBudget) {
  system_.SetFile("/proc/sys/kernel/perf_event_mlock_kb", "100\n");
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Map(PERFC_PAGES_FIT), 3) << TextOf(error_);
  EXPECT_EQ(FakeOf(0).ring_size, 17u * 4096);
}

TEST_F(SetRings, WithoutALimitPagesThatFitAreTheDefault) {
  system_.SetLimit(RLIMIT_MEMLOCK, RLIM_INFINITY, RLIM_INFINITY);
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  EXPECT_EQ(Map(PERFC_PAGES_FIT), 3) << TextOf(error_);
  EXPECT_EQ(FakeOf(0).ring_size, (PERFC_MMAP_DEFAULT_PAGES + 1) * 4096u);
}

TEST_F(SetRings, ZeroPagesAreTheControlPagesOfAllMembers) {
  Add(kFaults, "counts");
  Add(Sampling(), "samples");
  ASSERT_EQ(Open(CpusTarget("0,2")), 0) << TextOf(error_);
  EXPECT_EQ(Map(0), 4) << TextOf(error_);
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(FakeOf(i).ring_size, system_.PageSize());
    EXPECT_NE(perfc_event_control_page(MemberOf(i).event), nullptr);
    EXPECT_EQ(MemberOf(i).ring, nullptr);
  }
  EXPECT_EQ(Map(0), 0) << "all have one";
  EXPECT_EQ(Map(1), -EBADFD) << "one mapping at a time";
  EXPECT_EQ(Map(0, PERFC_SET_MMAP_SHARED), -EINVAL);
  EXPECT_EQ(Map(0, PERFC_SET_MMAP_OVERWRITE), -EINVAL);
}

TEST_F(SetRings, ControlPagesAreLeftToThoseThatHaveNoRing) {
  Add(kFaults, "counts");
  Add(Sampling(), "samples");
  ASSERT_EQ(Open(CpusTarget("0")), 0) << TextOf(error_);
  EXPECT_EQ(Map(1), 1) << TextOf(error_);
  EXPECT_EQ(Map(0), 1) << TextOf(error_);
  EXPECT_EQ(FakeOf(0).ring_size, system_.PageSize());
  EXPECT_EQ(FakeOf(1).ring_size, 2 * system_.PageSize());
}

TEST_F(SetRings, AllControlPagesOrNone) {
  Add(kFaults, "counts");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  system_.Fail(Call::kMmap, EPERM, 6);
  EXPECT_EQ(Map(0), -EPERM);
  EXPECT_EQ(system_.mappings(), 0u);
  EXPECT_EQ(Map(0), 3);
}

TEST_F(SetRings, AllOrNone) {
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  system_.Fail(Call::kMmap, EPERM, 6);
  EXPECT_EQ(Map(8), -EPERM);
  EXPECT_EQ(error_.rule, uint32_t{PERFC_RULE_MLOCK});
  EXPECT_EQ(system_.mappings(), 0u);
  EXPECT_EQ(Entries(perfc_set_report(set_.get()))[0].step,
            uint32_t{PERFC_FALLBACK_RING_SIZE});
  EXPECT_EQ(Map(8), 3);
}

TEST_F(SetRings, SmallerRingsWhenAskedFor) {
  options_.fallbacks = PERFC_FALLBACK_RING_SIZE;
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  system_.Fail(Call::kMmap, EPERM, 6);
  EXPECT_EQ(Map(8), 3) << TextOf(error_);
  EXPECT_EQ(FakeOf(2).ring_size, 5u * 4096);
  const auto entries = Entries(perfc_set_report(set_.get()));
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].kind, uint32_t{PERFC_REPORT_DEGRADED});
  EXPECT_EQ(entries[0].step, uint32_t{PERFC_FALLBACK_RING_SIZE});
  EXPECT_EQ(entries[0].before, 8u);
  EXPECT_EQ(entries[0].after, 4u);
  EXPECT_EQ(entries[0].error.rule, uint32_t{PERFC_RULE_MLOCK});
}

TEST_F(SetRings, AStreamTakesThemAllAndOnce) {
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  ASSERT_EQ(Map(), 3) << TextOf(error_);
  perfc_stream *stream = nullptr;
  ASSERT_EQ(perfc_stream_create(&host_, nullptr, &stream, &error_), 0);
  EXPECT_EQ(perfc_stream_add_set(stream, set_.get(), &error_), 3);
  EXPECT_EQ(perfc_stream_add_set(stream, set_.get(), &error_), 0);
  EXPECT_EQ(MemberOf(2).event->stream, stream);
  set_.reset();
  perfc_stream_destroy(stream);
}

TEST_F(SetRings, AStreamThatCantHaveAllHasNone) {
  Add(Sampling(), "a");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  ASSERT_EQ(Map(), 3) << TextOf(error_);
  perfc_stream *stream = nullptr;
  ASSERT_EQ(perfc_stream_create(&host_, nullptr, &stream, &error_), 0);
  system_.Fail(Call::kEpollCtl, ENOSPC, 3);
  EXPECT_EQ(perfc_stream_add_set(stream, set_.get(), &error_), -ENOSPC);
  EXPECT_EQ(MemberOf(0).event->stream, nullptr);
  EXPECT_EQ(perfc_stream_add_set(stream, set_.get(), &error_), 3);
  perfc_stream_destroy(stream);
}

TEST_F(SetRings, AfterAUpdateWhatHasNoneIsMapped) {
  options_.flags = PERFC_SET_OPEN_IDENTIFY;
  Add(Sampling(), "a");
  Add(Sampling(), "b");
  ASSERT_EQ(Open(CpusTarget()), 0) << TextOf(error_);
  ASSERT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 3) << TextOf(error_);
  system_.SetFile("/sys/devices/system/cpu/online", "0,5\n");
  EXPECT_EQ(perfc_set_update(set_.get(), 0, &error_), 2);
  system_.SetFile("/sys/devices/system/cpu/online", "0,2,5\n");
  EXPECT_EQ(perfc_set_update(set_.get(), PERFC_SET_UPDATE_REOPEN, &error_), 2);
  EXPECT_EQ(MemberOf(2).ring, nullptr);
  EXPECT_EQ(MemberOf(3).ring, nullptr);
  EXPECT_EQ(Map(1, PERFC_SET_MMAP_SHARED), 1) << TextOf(error_);
  EXPECT_EQ(MemberOf(3).ring, MemberOf(2).event);
}

}  // namespace
}  // namespace scripted
