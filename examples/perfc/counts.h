// Counts as `perfc stat` reports them. No perf calls here.
#ifndef PERFC_EXAMPLES_PERFC_COUNTS_H_
#define PERFC_EXAMPLES_PERFC_COUNTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "perfc/counts.h"

namespace tool {

struct Count {
  enum class Status {
    kCounted,
    kNotSupported,  // this machine has no such event
    kNotPermitted,  // it happens in the kernel, which we may not look at
  };

  std::string name;
  std::string unit;  // empty: a plain number
  double scale = 1;  // to have the number in that unit
  Status status = Status::kCounted;
  bool user_only = false;
  perfc_count count = {};

  // Of several runs, whose mean the count is.
  uint32_t runs = 1;
  double deviation = 0;  // standard deviation, relative to the mean

  bool counted() const;
  bool scaled() const;
  // The count extrapolated to the whole time.
  uint64_t value() const { return count.scaled; }
  // How much of the time it was counted.
  double share() const;
};

struct StatReport {
  std::string target;
  uint64_t elapsed = 0;  // ns
  int exit_status = 0;
  std::vector<Count> counts;
  bool interval = false;  // one of many: since the one before
  uint64_t end = 0;       // of an interval: ns since the start
};

// "exact", "scaled", "partial, offline", "not supported", ...
std::string QualityText(const Count& count);

std::string StatText(const StatReport& report);
// A report; an interval's is one line.
std::string StatJson(const StatReport& report);
// A line for each count, with the perf tool's columns in its order and the
// quality behind them: [seconds,] value, unit, event, [deviation,] ns it ran,
// percent of the time it was counted, quality.
std::string StatCsv(const StatReport& report, const std::string& separator);

// The mean of several runs, and how far they deviate. At least one.
StatReport MeanOf(const std::vector<StatReport>& runs);

}  // namespace tool

#endif  // PERFC_EXAMPLES_PERFC_COUNTS_H_
