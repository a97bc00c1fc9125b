// Counts one function: its instructions, or on a machine that can't count those
// (a VM, most often) the nanoseconds it ran; and its page faults.
#include <cinttypes>
#include <cstdio>
#include <vector>

#include "perfc.hpp"

static uint64_t sum_of_squares(uint64_t count) {
  std::vector<uint64_t> squares(count);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) squares[i] = i * i;
  for (uint64_t square : squares) sum += square;
  return sum;
}

int main() {
  const char* name = "instructions";
  auto work = perfc::Event::open("instructions:u");
  if (!work && work.error().code() == std::errc::no_such_file_or_directory) {
    name = "nanoseconds";
    work = perfc::Event::open("task-clock:u");
  }
  auto faults = perfc::Event::open("page-faults:u");
  for (const auto* event : {&work, &faults}) {
    if (*event) continue;
    std::fprintf(stderr, "%s\n", event->error().text().c_str());
    return 1;
  }

  auto counting_faults = perfc::Measurement::begin(*faults);
  auto counting_work = perfc::Measurement::begin(*work);
  if (!counting_faults || !counting_work) return 1;
  const uint64_t sum = sum_of_squares(1000000);
  const auto work_counts = std::move(*counting_work).end();
  const auto fault_counts = std::move(*counting_faults).end();
  if (!work_counts || !fault_counts) return 1;

  std::printf("sum: %" PRIu64 "\n", sum);
  const auto print = [](const char* what, const perfc::Count& count) {
    if (!count.value()) std::printf("%s: not counted\n", what);
    if (count.value()) std::printf("%s: %" PRIu64 "\n", what, *count.value());
  };
  print(name, work_counts->front());
  print("page faults", fault_counts->front());
}
