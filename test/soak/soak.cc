// The library under a load that never lets it rest: nothing is lost that isn't
// told, memory doesn't grow, and every fd is closed.
//
// soak [--seconds=N]: 60 unless told. Exit status 77: this machine can't.

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>

#include "gtest/gtest.h"
#include "test/live/machine.h"
#include "test/live/needs.h"
#include "test/soak/load.h"
#include "test/soak/parts.h"

namespace soak {

void Done::Add(const Done& other) {
  totals.Add(other.totals);
  times += other.times;
  extra += other.extra;
}

namespace {

// Data pages of the rings in each round of a cycle, from one to 64 MiB. Those of
// trees and flight recorders are smaller.
constexpr uint32_t kCycle[] = {1, 16, 256, 2048, 16384};
constexpr uint32_t kMostOfOthers = 256;
constexpr uint64_t kCycleSeconds = 10;

// What may come on top after the first cycle: of the heap what the C++ and C
// libraries keep, of RSS also code that no round has run before.
constexpr int64_t kHeapBound = 64 << 10;
constexpr int64_t kRssBound = 1 << 20;

uint64_t seconds = 60;

class Soak : public testing::Test {
 protected:
  void Cycle(bool shared, uint64_t round_ns) {
    for (uint32_t pages : kCycle) {
      Round(pages, shared, round_ns);
      EXPECT_EQ(fds_, live::OpenFds());
    }
  }

  void Report() const {
    Print("CPUs", cpus_, "rings moved", "members reopened");
    Print("trees", trees_, "trees", "");
    Print("flights", flights_, "cuts", "records in them");
    printf("hotplug: %d times offline and back\n", hotplugs_);
  }

 private:
  void Round(uint32_t pages, bool shared, uint64_t ns) {
    const uint32_t fewer = std::min(pages, kMostOfOthers);
    const uint64_t end = live::Now() + ns;
    Hotplug hotplug;
    Load load(end);
    auto start = [](auto part, auto... arguments) {
      return std::async(std::launch::async, part, arguments...);
    };
    auto cpus = start(SoakCpus, pages, shared, end, &hotplug);
    auto trees = start(SoakTrees, fewer, end);
    auto flights = start(SoakFlight, fewer, end, &hotplug);
    cpus_.Add(cpus.get());
    trees_.Add(trees.get());
    flights_.Add(flights.get());
    hotplugs_ += hotplug.times();
  }

  static void Print(const char* part, const Done& done, const char* times,
                    const char* extra) {
    const Totals& totals = done.totals;
    printf("%s: %.3f million generated = %.3f read + %.3f lost, %.0f %s", part,
           totals.generated / 1e6, totals.read / 1e6, totals.lost / 1e6,
           static_cast<double>(done.times), times);
    if (*extra != '\0') printf(", %.0f %s", done.extra * 1.0, extra);
    printf("\n");
  }

  const std::set<std::string> fds_ = live::OpenFds();
  Done cpus_, trees_, flights_;
  int hotplugs_ = 0;
};

// In bytes.
struct Memory {
  Memory() {
    malloc_trim(0);  // Without pages that only wait to be used again.
    int64_t size = 0;
    std::ifstream("/proc/self/statm") >> size >> rss;
    rss *= sysconf(_SC_PAGESIZE);
    const struct mallinfo2 info = mallinfo2();
    heap = static_cast<int64_t>(info.uordblks + info.hblkhd);
  }
  int64_t heap;  // In use.
  int64_t rss = 0;
};

TEST_F(Soak, ReadPlusLostIsGeneratedAndMemoryAndFdsStay) {
  NEEDS(live::Paranoid(-1), live::Tracefs(), live::Linux(6, 0));
  const uint64_t cycles = std::max<uint64_t>(2, seconds / kCycleSeconds);
  const uint64_t round_ns = seconds * 1000000000 / (cycles * std::size(kCycle));
  Cycle(false, round_ns);
  const Memory warm;
  for (uint64_t i = 1; i < cycles; ++i) Cycle(i % 2 == 1, round_ns);
  const Memory after;
  EXPECT_LE(after.heap, warm.heap + kHeapBound);
  EXPECT_LE(after.rss, warm.rss + kRssBound);
  Report();
  printf(
      "memory after the first of %.0f cycles: heap %.0f KiB, RSS %.0f KiB; "
      "at the end %.0f, %.0f\n",
      cycles * 1.0, warm.heap / 1024.0, warm.rss / 1024.0, after.heap / 1024.0,
      after.rss / 1024.0);
}

}  // namespace
}  // namespace soak

int main(int argc, char** argv) {
  // Threads come and go: what one leaves the next shall use.
  mallopt(M_ARENA_MAX, 1);
  testing::InitGoogleTest(&argc, argv);
  if (argc == 2 && strncmp(argv[1], "--seconds=", 10) == 0) {
    soak::seconds = strtoull(argv[1] + 10, nullptr, 10);
  } else if (argc != 1) {
    fprintf(stderr, "usage: %s [--seconds=N]\n", argv[0]);
    return 2;
  }
  const int failed = RUN_ALL_TESTS();
  const bool skipped =
      testing::UnitTest::GetInstance()->skipped_test_count() > 0;
  return skipped ? 77 : failed;
}
