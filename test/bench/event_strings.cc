// What parsing event strings costs: 10,000 of each kind on one list, which has
// read sysfs before.

#include <chrono>
#include <cstdio>
#include <string>

#include "perfc/error.h"
#include "perfc/names.h"

namespace {

constexpr int kStrings = 10000;

// Also shows a mistake in the string, once.
bool Measure(const char* events) {
  using Clock = std::chrono::steady_clock;
  perfc_specs* specs = nullptr;
  perfc_error error = {};
  if (perfc_specs_create(nullptr, &specs, &error) != 0) return false;
  int count = perfc_specs_parse(specs, events, 0, &error);
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < kStrings && count >= 0; ++i) {
    count = perfc_specs_parse(specs, events, 0, &error);
  }
  const std::chrono::duration<double> took = Clock::now() - start;
  if (count < 0) {
    char text[1024];
    perfc_error_text(&error, text, sizeof text);
    printf("%-44s %s\n", events, text);
  } else {
    printf("%-44s %8.1f ms  %6.2f us each\n", events, took.count() * 1e3,
           took.count() * 1e6 / kStrings);
  }
  perfc_specs_destroy(specs);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const char* usual[] = {"cycles",
                         "L1-dcache-load-misses:u",
                         "r1a8",
                         "mem:0x1000/8:rw",
                         "msr/tsc,period=7/u",
                         "software/config=1,name=mine/u",
                         "tsc",
                         "{cycles,instructions,faults}:u",
                         "sched:sched_switch"};
  printf("%d parses each\n", kStrings);
  for (int i = 1; i < argc; ++i) Measure(argv[i]);
  for (const char* events : usual) {
    if (argc == 1) Measure(events);
  }
  return 0;
}
