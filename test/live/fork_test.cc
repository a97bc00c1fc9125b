// Handles in a forked child: closing them harms neither the child nor the
// parent, and nothing else is allowed.

#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <set>
#include <thread>

#include "events.h"
#include "gtest/gtest.h"
#include "machine.h"
#include "needs.h"
#include "work.h"

extern char** environ;

namespace live {
namespace {

constexpr uint32_t kPages = 4;
constexpr size_t kRingBytes = (kPages + 1) * kPage;

perfc_attr FaultSamples() {
  return Sampling(Software(PERFC_COUNT_SW_PAGE_FAULTS),
                  PERFC_SAMPLE_ADDR | PERFC_SAMPLE_IDENTIFIER);
}

TEST(Fork, AChildsCloseLeavesItsOwnMemoryAlone) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), kPages);
  // Once somebody has waited there is an fd more to be closed.
  EXPECT_EQ(0, perfc_event_wait(event, 1, nullptr));
  auto* ring = const_cast<perfc_mmap_page*>(perfc_event_control_page(event));
  EXPECT_EQ("", InChild([&]() -> std::string {
              // A ring isn't inherited, so something else can come to lie
              // there.
              void* mine = mmap(
                  ring, kRingBytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
              CHILD_EXPECT(mine == ring);
              memset(mine, 0x5a, kRingBytes);
              const size_t fds = OpenFds().size();
              perfc_close(event);
              CHILD_EXPECT_EQ(fds - 2, OpenFds().size());
              const auto* bytes = static_cast<const uint8_t*>(mine);
              for (size_t i = 0; i < kRingBytes; ++i)
                CHILD_EXPECT_EQ(0x5a, bytes[i]);
              return "";
            }));
}

TEST(Fork, AChildsCloseLeavesTheParentsEventAlone) {
  NEEDS(Paranoid(2));
  Pages pages(20);
  Event event = OpenMapped(FaultSamples(), kPages);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  pages.Touch(0, 10);
  EXPECT_EQ("", InChild([&] {
              perfc_close(event);
              return std::string();
            }));
  pages.Touch(10, 10);
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  std::set<uint64_t> seen;
  for (const perfc_sample& sample : Samples(event)) seen.insert(sample.addr);
  for (size_t i = 0; i < pages.count(); ++i) {
    EXPECT_EQ(1u, seen.count(pages.address(i))) << i;
  }
}

// Every call on a handle made before, with what is needed to make it.
std::string UseAll(perfc_event* event, perfc_event* other) {
  const perfc_attr attr = FaultSamples();
  perfc_error error = {};
  uint64_t number = 1;
  uint32_t ids[1], count;
  perfc_count value;
  perfc_record record;
  perfc_losses losses;
  perfc_event* made = nullptr;
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_DISABLE, 0, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_ioctl(event, PERFC_IOC_RESET, 0, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_REFRESH, 1, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_PERIOD, 1, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_event_id(event, &number));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_PAUSE_OUTPUT, 1, nullptr));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_event_set_output(other, event, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_event_set_output(other, nullptr, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_event_set_filter(event, "fd == 1", &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_ioctl(event, PERFC_IOC_SET_BPF, 1, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_event_query_bpf(event, ids, 1, &count, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_event_modify_attr(event, &attr, sizeof attr, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_read(event, &value, sizeof value));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_mmap(other, 1, 0, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_mmap(other, 0, 0, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_munmap(event));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_next_record(event, &record));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_event_peek_record(event, &record));
  CHILD_EXPECT_EQ(-EOWNERDEAD,
                  perfc_event_losses(event, &losses, sizeof losses));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_open(nullptr, &attr, sizeof attr, 0, -1,
                                          event, 0, &made, &error));
  CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_event_wait(event, 0, &error));
  CHILD_EXPECT_EQ(PERFC_RULE_FORKED, error.rule);
  CHILD_EXPECT_EQ(static_cast<uint64_t>(getppid()), error.number[0]);
  CHILD_EXPECT_EQ(static_cast<uint64_t>(getpid()), error.number[1]);
  return "";
}

TEST(Fork, EveryOtherCallSaysOwnerDead) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), kPages);
  Event other = Open(FaultSamples());
  EXPECT_EQ("", InChild([&] { return UseAll(event, other); }));
}

TEST(Fork, ARingWithUnreadRecordsSaysSoToo) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  Event event = OpenMapped(FaultSamples(), kPages);
  TouchDuring(event, &pages);
  perfc_record record;
  ASSERT_EQ(1, perfc_next_record(event, &record));
  EXPECT_EQ("", InChild([&]() -> std::string {
              perfc_record there;
              CHILD_EXPECT_EQ(-EOWNERDEAD, perfc_next_record(event, &there));
              return "";
            }));
  EXPECT_EQ(9u, Samples(event).size());
}

TEST(Fork, AChildMayOpenEventsOfItsOwn) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), kPages);
  EXPECT_EQ("", InChild([&]() -> std::string {
              const perfc_attr attr = FaultSamples();
              perfc_event* own = nullptr;
              perfc_record record;
              CHILD_EXPECT_EQ(0, perfc_open(nullptr, &attr, sizeof attr, 0, -1,
                                            nullptr, 0, &own, nullptr));
              CHILD_EXPECT_EQ(0, perfc_mmap(own, kPages, 0, nullptr));
              CHILD_EXPECT_EQ(0,
                              perfc_ioctl(own, PERFC_IOC_ENABLE, 0, nullptr));
              Pages pages(1);
              CHILD_EXPECT_EQ(1, perfc_next_record(own, &record));
              perfc_close(own);
              perfc_close(event);
              return "";
            }));
  ASSERT_EQ(0, perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr));
}

// Children that libc doesn't know of, or that share the parent's memory.
TEST(Fork, ARawCloneIsNoticed) {
  NEEDS(Paranoid(2));
  Event event = OpenMapped(FaultSamples(), kPages);
  const int pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (pid == 0) {
    perfc_record record;
    const bool noticed =
        perfc_next_record(event, &record) == -EOWNERDEAD &&
        perfc_ioctl(event, PERFC_IOC_ENABLE, 0, nullptr) == -EOWNERDEAD;
    perfc_close(event);
    _exit(noticed ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_EQ(0, status);
}

TEST(Fork, ASpawnedProgramChangesNothing) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  Event event = OpenMapped(FaultSamples(), kPages);
  char name[] = "true";
  char* const arguments[] = {name, nullptr};
  int pid = -1, status = -1;
  ASSERT_EQ(
      0, posix_spawn(&pid, "/bin/true", nullptr, nullptr, arguments, environ));
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_EQ(0, status);
  TouchDuring(event, &pages);
  EXPECT_EQ(10u, Samples(event).size());
}

// The thread that opened it may be gone: only processes count.
TEST(Fork, AnotherThreadIsNoChild) {
  NEEDS(Paranoid(2));
  Pages pages(10);
  Event event;
  const int self = getpid();
  std::thread([&] { event = OpenMapped(FaultSamples(), kPages, self); }).join();
  TouchDuring(event, &pages);
  EXPECT_EQ(10u, Samples(event).size());
}

}  // namespace
}  // namespace live
