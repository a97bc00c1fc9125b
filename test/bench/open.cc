// Opening 1,000 events: a bare loop of perf_event_open(2), and a set. They take
// turns; printed are the minimum and the median of all rounds.
#include <linux/perf_event.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "perfc/perfc.h"

namespace {

constexpr int kEvents = 1000;
constexpr int kRounds = 41;

using Clock = std::chrono::steady_clock;

perfc_attr Attr() {
  perfc_attr attr = {};
  attr.type = PERFC_TYPE_SOFTWARE;
  attr.size = PERFC_ATTR_SIZE_VER5;
  attr.config = PERFC_COUNT_SW_PAGE_FAULTS;
  attr.read_format = PERFC_FORMAT_TOTAL_TIME_ENABLED |
                     PERFC_FORMAT_TOTAL_TIME_RUNNING | PERFC_FORMAT_ID;
  attr.flags = PERFC_ATTR_DISABLED | PERFC_ATTR_EXCLUDE_KERNEL;
  return attr;
}

[[noreturn]] void Fail(const char* what) {
  perror(what);
  exit(1);
}

double Since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start)
             .count() /
         kEvents;
}

double Bare(perfc_attr attr) {
  std::vector<int> fds(kEvents);
  const auto start = Clock::now();
  for (int& fd : fds) {
    fd = static_cast<int>(
        syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
    if (fd < 0) Fail("perf_event_open");
  }
  const double ns = Since(start);
  for (int fd : fds) close(fd);
  return ns;
}

double Set(const perfc_specs* specs) {
  perfc_set* set = nullptr;
  perfc_error error = {};
  const auto start = Clock::now();
  if (perfc_set_open(nullptr, specs, nullptr, nullptr, &set, &error) < 0) {
    char text[1024];
    perfc_error_text(&error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    exit(1);
  }
  const double ns = Since(start);
  perfc_set_close(set);
  return ns;
}

void Print(const char* what, std::vector<double> ns,
           const std::vector<double>& bare) {
  std::sort(ns.begin(), ns.end());
  const size_t middle = ns.size() / 2;
  printf("%-24s min %8.0f ns, %4.2fx   median %8.0f ns, %4.2fx\n", what, ns[0],
         ns[0] / bare[0], ns[middle], ns[middle] / bare[middle]);
}

}  // namespace

int main() {
  rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  perfc_specs* specs = nullptr;
  const perfc_attr attr = Attr();
  if (perfc_specs_create(nullptr, &specs, nullptr) < 0) Fail("specs");
  for (int i = 0; i < kEvents; ++i) {
    if (perfc_specs_add(specs, &attr, sizeof attr, "page-faults",
                        PERFC_SPEC_NO_LEADER, nullptr) < 0) {
      Fail("specs");
    }
  }
  std::vector<double> bare;
  std::vector<double> set;
  for (int round = 0; round < kRounds; ++round) {
    bare.push_back(Bare(attr));
    set.push_back(Set(specs));
  }
  std::sort(bare.begin(), bare.end());
  printf("opening %d events, each, of %d rounds:\n", kEvents, kRounds);
  Print("bare perf_event_open", bare, bare);
  Print("perfc_set_open", set, bare);
  perfc_specs_destroy(specs);
}
