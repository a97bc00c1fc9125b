// Sets over trees of processes and threads, from their start to their end.

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "test/live/events.h"
#include "test/live/machine.h"
#include "test/live/sets.h"
#include "test/live/work.h"
#include "test/soak/parts.h"

namespace soak {
namespace {

constexpr int kCalls = 2000;

// A process with threads, and a process of its own.
void Family() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(live::Getppid, kCalls);
  const pid_t child = fork();
  live::Getppid(kCalls);
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  for (std::thread& thread : threads) thread.join();
}

Totals SoakOneTree(uint32_t pages) {
  live::Child family(Family);
  live::Specs specs;
  live::Set set(specs.Add(EachHit("syscalls:sys_enter_getppid"), "getppid"),
                live::OfTasks(PERFC_TARGET_TREE, family.pid(),
                              PERFC_TARGET_FLAG_EACH_CPU));
  EXPECT_EQ(0, set.result()) << set.text();
  EXPECT_GE(perfc_set_mmap(set, pages, 0, nullptr), 1);
  perfc_stream* stream = nullptr;
  EXPECT_EQ(0, perfc_stream_create(nullptr, nullptr, &stream, nullptr));
  EXPECT_GE(perfc_stream_add_set(stream, set, nullptr), 1);
  EXPECT_EQ(0, perfc_set_enable(set));
  family.Go();
  Tally tally;
  int result;
  do {
    result = perfc_stream_wait(stream, -1, nullptr);
    tally.Take(stream);
    // A machine that is stopped and goes on interrupts a wait, too.
  } while (result == 1 || result == -EINTR);
  EXPECT_EQ(-ESHUTDOWN, result) << "until the last ring has come to its end";
  EXPECT_TRUE(family.Wait());
  tally.SettleAll(set);
  perfc_stream_destroy(stream);
  EXPECT_LE(tally.totals().generated, 5u * kCalls);
  return tally.totals();
}

}  // namespace

Done SoakTrees(uint32_t pages, uint64_t end) {
  Done done;
  for (; live::Now() < end; ++done.times) done.totals.Add(SoakOneTree(pages));
  return done;
}

}  // namespace soak
