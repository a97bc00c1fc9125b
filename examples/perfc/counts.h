// Counts as `perfc stat` reports them. No perf calls here.
#ifndef PERFC_EXAMPLES_PERFC_COUNTS_H_
#define PERFC_EXAMPLES_PERFC_COUNTS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

struct Count {
  enum class Status {
    kCounted,
    kNotSupported,  // this machine has no such event
    kNotPermitted,  // it happens in the kernel, which we may not look at
  };

  std::string name;
  std::string unit;  // empty: a plain number
  Status status = Status::kCounted;
  bool user_only = false;
  uint64_t raw = 0;
  uint64_t time_enabled = 0;  // ns
  uint64_t time_running = 0;  // ns on the PMU; less if it was multiplexed

  bool counted() const {
    return status == Status::kCounted && time_running != 0;
  }
  bool scaled() const { return counted() && time_running < time_enabled; }
  // The count extrapolated to the whole time.
  uint64_t value() const;
  // How much of the time it was counted.
  double share() const;
};

struct StatReport {
  std::string target;
  uint64_t elapsed = 0;  // ns
  int exit_status = 0;
  std::vector<Count> counts;
};

std::string StatText(const StatReport& report);
std::string StatJson(const StatReport& report);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_COUNTS_H_
