// Every errno at every call of open, map, attach, update: nothing leaks, and
// the set can be used or closed.
#include <sys/resource.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "perfc/set.h"
#include "perfc/stream.h"
#include "perfc/uapi.h"
#include "test/set/sets.h"

namespace scripted {
namespace {

constexpr int kErrnos[] = {EPERM,  ENOENT, ESRCH,  EINTR,  EIO,
                           E2BIG,  EBADF,  EAGAIN, ENOMEM, EACCES,
                           EFAULT, EBUSY,  EEXIST, ENODEV, EINVAL,
                           ENFILE, EMFILE, ENOSPC, ENOSYS, EOPNOTSUPP};

class SetFaults : public Sets {
 protected:
  void SetUp() override {
    Sets::SetUp();
    system_.SetLimit(RLIMIT_NOFILE, 1024, 4096);
    for (const char *tid : {"70", "71"}) {
      system_.SetFile("/proc/70/task/" + std::string(tid) + "/stat", "");
      system_.SetFile("/proc/" + std::string(tid) + "/stat", "");
    }
    system_.SetFile("/proc/self/mounts", "cgroup2 /cg cgroup2 rw 0 0\n");
    system_.SetFile("/cg/x/cgroup.procs", "");
    system_.set_on_bpf([this](int, void *) { return system_.MakeFd(); });
    perfc_attr sampling = SampleAttr(PERFC_SAMPLE_TIME, PERFC_ATTR_FREQ);
    const uint32_t leader =
        Add(sampling, "a", PERFC_SPEC_NO_LEADER, PERFC_SPEC_WEAK);
    Add(kFaults, "b", leader);
    const uint32_t filtered = Add(CountAttr(PERFC_TYPE_TRACEPOINT, 3), "t");
    perfc_specs_set_filter(specs_, filtered, "x", &error_);
    Add(sampling, "c");
    target_ = CpusTarget();
  }

  // What a program does with a set, as far as it gets.
  void Use() {
    if (Open(target_) != 0) {
      EXPECT_LT(error_.code, 0);
      EXPECT_GT(perfc_error_text(&error_, nullptr, 0), 0);
      EXPECT_FALSE(Entries().empty());
      EXPECT_EQ(Entries().back().kind, uint32_t{PERFC_REPORT_FAILED});
      EXPECT_EQ(set_, nullptr);
      return;
    }
    perfc_set *set = set_.get();
    if (perfc_set_mmap(set, 1, PERFC_SET_MMAP_SHARED, &error_) < 0) {
      EXPECT_EQ(system_.mappings(), 0u);
    }
    perfc_stream *stream = nullptr;
    if (perfc_stream_create(&host_, nullptr, &stream, &error_) == 0) {
      perfc_stream_add_set(stream, set, &error_);
    }
    perfc_set_enable(set);
    perfc_set_attach_bpf(set, 5, PERFC_BPF_LINK, &error_);
    perfc_plan *plan = nullptr;
    if (perfc_set_create_plan(set, &plan, &error_) == 0)
      perfc_plan_destroy(plan);
    system_.SetFile("/sys/devices/system/cpu/online", "0,5\n");
    perfc_set_update(set, 0, &error_);
    system_.SetFile("/sys/devices/system/cpu/online", "0,2,3,5\n");
    system_.SetFile("/proc/70/task/72/stat", "");
    perfc_set_update(set, PERFC_SET_UPDATE_REOPEN, &error_);
    perfc_set_mmap(set, 1, PERFC_SET_MMAP_SHARED, &error_);
    EXPECT_GE(
        perfc_report_text(perfc_set_report(set), PERFC_REPORT_ALL, nullptr, 0),
        0);
    set_.reset();
    perfc_stream_destroy(stream);
    system_.SetFile("/sys/devices/system/cpu/online", "0,2,5\n");
    system_.RemoveFile("/proc/70/task/72/stat");
  }

  void FailEverywhere() {
    for (const int code : kErrnos) {
      for (int n = 1;; ++n) {
        SCOPED_TRACE("call " + std::to_string(n) + ", errno " +
                     std::to_string(code));
        system_.FailAny(code, n);
        Use();
        set_.reset();
        ASSERT_EQ(system_.open_fds(), 0u);
        ASSERT_EQ(system_.mappings(), 0u);
        system_.ForgetClosed();
        if (!system_.failed()) break;
        system_.SetLimit(RLIMIT_NOFILE, 1024, 4096);
      }
    }
  }

  perfc_target target_;
};

TEST_F(SetFaults, Cpus) { FailEverywhere(); }

TEST_F(SetFaults, CpusWithAllThatMayHelp) {
  options_.flags = PERFC_SET_OPEN_RAISE_FD_LIMIT | PERFC_SET_OPEN_TOLERANT |
                   PERFC_SET_OPEN_IDENTIFY | PERFC_SET_OPEN_START;
  options_.fallbacks = PERFC_FALLBACK_ALL;
  FailEverywhere();
}

TEST_F(SetFaults, Threads) {
  target_ = TaskTarget(PERFC_TARGET_PROCESS, 70);
  FailEverywhere();
}

TEST_F(SetFaults, ATreeOnEachCpu) {
  system_.SetFile("/proc/70/task/70/children", "71 ");
  system_.SetFile("/proc/71/task/71/children", "");
  target_ = TaskTarget(PERFC_TARGET_TREE, 70);
  target_.flags = PERFC_TARGET_FLAG_EACH_CPU;
  FailEverywhere();
}

TEST_F(SetFaults, ACgroup) {
  target_ = CpusTarget("0,2");
  target_.kind = PERFC_TARGET_CGROUP;
  target_.cgroup = "/x";
  FailEverywhere();
}

}  // namespace
}  // namespace scripted
