// User registers and stacks: of user code, and of tasks that have none.

#include <pthread.h>
#include <unistd.h>

#include <cstring>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

namespace live {
namespace {

#if defined(__x86_64__)
constexpr uint64_t kUnwind = PERFC_REGS_X86_64_UNWIND;
constexpr uint32_t kIp = PERFC_REG_X86_64_IP;
constexpr uint32_t kSp = PERFC_REG_X86_64_SP;
constexpr uint32_t kNotAsked = PERFC_REG_X86_FLAGS;
#else
constexpr uint64_t kUnwind = PERFC_REGS_ARM64_UNWIND;
constexpr uint32_t kIp = PERFC_REG_ARM64_IP;
constexpr uint32_t kSp = PERFC_REG_ARM64_SP;
constexpr uint32_t kNotAsked = PERFC_REG_ARM64_VG;
#endif

perfc_attr WithRegisters(perfc_attr attr) {
  attr = Sampling(attr, PERFC_SAMPLE_IP | PERFC_SAMPLE_TID |
                            PERFC_SAMPLE_REGS_USER | PERFC_SAMPLE_STACK_USER);
  attr.sample_regs_user = kUnwind;
  attr.sample_stack_user = 1024;
  return attr;
}

TEST(Registers, UserCodeHasItsIpItsSpAndItsStack) {
  NEEDS(Paranoid(2), Pmu("breakpoint"));
  Event event = OpenMapped(WithRegisters(CallsOf(FirstTarget)), 8);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CallFirst(1);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  const Records records = Drain(event, PERFC_RECORD_SAMPLE);
  ASSERT_EQ(1u, records.size());
  const perfc_sample sample = Sample(event, records[0]);
  EXPECT_EQ(PERFC_SAMPLE_REGS_ABI_64, sample.user_abi);
  EXPECT_EQ(__builtin_popcountll(kUnwind), sample.user_regs.count);

  const perfc_plan* plan = perfc_event_plan(event);
  uint64_t ip = 0, sp = 0, other = 0;
  EXPECT_EQ(0, perfc_decode_register(plan, &records[0], &sample,
                                     PERFC_SAMPLE_REGS_USER, kIp, &ip));
  EXPECT_EQ(0, perfc_decode_register(plan, &records[0], &sample,
                                     PERFC_SAMPLE_REGS_USER, kSp, &sp));
  EXPECT_EQ(-ENODATA,
            perfc_decode_register(plan, &records[0], &sample,
                                  PERFC_SAMPLE_REGS_USER, kNotAsked, &other));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(&FirstTarget), ip);
  EXPECT_EQ(ip, sample.ip);

  pthread_attr_t thread;
  void* low = nullptr;
  size_t size = 0;
  ASSERT_EQ(0, pthread_getattr_np(pthread_self(), &thread));
  pthread_attr_getstack(&thread, &low, &size);
  pthread_attr_destroy(&thread);
  EXPECT_GE(sp, reinterpret_cast<uintptr_t>(low));
  EXPECT_LT(sp, reinterpret_cast<uintptr_t>(low) + size);

  EXPECT_EQ(1024, sample.stack.count);
  ASSERT_GE(sample.stack_dyn_size, 8u);
#if defined(__x86_64__)
  uint64_t caller;  // At a function's entry, the return address is on top.
  memcpy(&caller, At<uint8_t>(&records[0], sample.stack), sizeof caller);
  const uint64_t call_first = reinterpret_cast<uintptr_t>(&CallFirst);
  EXPECT_GT(caller, call_first);
  EXPECT_LT(caller, call_first + 256);
#endif
}

// Two fields behind the stack, of which the kernel writes the last one beyond the
// record's end where the stack is empty and the task is a user's.
constexpr uint64_t kBehindStack =
    PERFC_SAMPLE_DATA_SRC | PERFC_SAMPLE_TRANSACTION;

TEST(Registers, BehindAStackOf0BytesOfAUserTheLastFieldIsCutOff) {
  NEEDS(Paranoid(2));
  for (const uint64_t registers :
       {uint64_t{0}, uint64_t{PERFC_SAMPLE_REGS_USER}}) {
    perfc_attr attr = Sampling(
        Software(PERFC_COUNT_SW_PAGE_FAULTS),
        PERFC_SAMPLE_TID | PERFC_SAMPLE_STACK_USER | kBehindStack | registers);
    attr.sample_regs_user = registers ? kUnwind : 0;
    // One after the other: at once they would share their samples' stacks.
    const auto samples_of = [](const perfc_attr& sampling) {
      Event event = OpenMapped(sampling, 4);
      Pages pages(4);
      EnableAll();
      pages.TouchAll();
      DisableAll();
      return Samples(event);
    };
    const std::vector<perfc_sample> cut = samples_of(attr);
    attr.sample_stack_user = 8;
    const std::vector<perfc_sample> whole = samples_of(attr);
    ASSERT_EQ(4u, cut.size());
    ASSERT_EQ(4u, whole.size());
    for (size_t i = 0; i < cut.size(); ++i) {
      EXPECT_EQ(0u, whole[i].parts);
      EXPECT_EQ(uint32_t{PERFC_PART_PARTIAL}, cut[i].parts);
      EXPECT_EQ(whole[i].present & ~uint64_t{PERFC_SAMPLE_TRANSACTION},
                cut[i].present);
      EXPECT_EQ(0, cut[i].stack.count);
      EXPECT_EQ(static_cast<uint32_t>(getpid()), cut[i].pid);
      EXPECT_NE(0u, cut[i].data_src);
      EXPECT_EQ(whole[i].data_src, cut[i].data_src);
      EXPECT_EQ(0, cut[i].rest.count);
    }
  }
}

TEST(Registers, BehindAStackOf0BytesOfTheKernelNoFieldIsCutOff) {
  NEEDS(Paranoid(-1), Tracefs());
  const int cpu = AllowedCpus()[0];
  Pinned pinned(cpu);
  perfc_attr attr = WithRegisters(Tracepoint("sched:sched_switch"));
  attr.sample_type |= kBehindStack;
  attr.sample_stack_user = 0;
  Event event = OpenMapped(attr, 64, -1, cpu);
  int without = 0;
  for (int i = 0; i < 500 && without == 0; ++i) {
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    usleep(1000);
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
    for (const perfc_sample& sample : Samples(event)) {
      if (sample.user_abi != PERFC_SAMPLE_REGS_ABI_NONE) continue;
      ++without;
      EXPECT_EQ(0u, sample.parts);
      EXPECT_EQ(attr.sample_type, sample.present);
      EXPECT_NE(0u, sample.data_src);
    }
  }
  EXPECT_GT(without, 0);
}

// go-perf and perf-event-data took registers that aren't there.
TEST(Registers, TasksWithoutUserSpaceHaveNone) {
  NEEDS(Paranoid(-1), Tracefs());
  const int cpu = AllowedCpus()[0];
  const int elsewhere = AllowedCpus().back();
  Pinned pinned(cpu);
  Event event =
      OpenMapped(WithRegisters(Tracepoint("sched:sched_switch")), 64, -1, cpu);
  int without = 0, with = 0;
  for (int i = 0; i < 500 && (without == 0 || with == 0); ++i) {
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
    usleep(1000);
    {
      // A kernel thread of this CPU moves the task.
      Pinned moved(elsewhere);
    }
    ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
    for (const Record& record : Drain(event, PERFC_RECORD_SAMPLE)) {
      const perfc_sample sample = Sample(event, record);
      EXPECT_TRUE(sample.present & PERFC_SAMPLE_REGS_USER);
      if (sample.tid == static_cast<uint32_t>(getpid())) {
        EXPECT_EQ(PERFC_SAMPLE_REGS_ABI_64, sample.user_abi);
        ++with;
      }
      if (sample.user_abi != PERFC_SAMPLE_REGS_ABI_NONE) continue;
      ++without;
      uint64_t value;
      EXPECT_EQ(0, sample.user_regs.count);
      EXPECT_EQ(0, sample.stack.count);
      EXPECT_EQ(nullptr, At<uint64_t>(&record, sample.user_regs));
      EXPECT_EQ(nullptr, At<uint8_t>(&record, sample.stack));
      EXPECT_EQ(-ENODATA,
                perfc_decode_register(perfc_event_plan(event), &record, &sample,
                                      PERFC_SAMPLE_REGS_USER, kIp, &value));
    }
  }
  EXPECT_GT(without, 0);
  EXPECT_GT(with, 0);
}

}  // namespace
}  // namespace live
