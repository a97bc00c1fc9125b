// Who is measured, and how: interleaved over the same bytes.
#ifndef TEST_BENCH_MEASURE_H_
#define TEST_BENCH_MEASURE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "test/bench/source.h"
#include "test/bench/workload.h"

namespace bench {

// One way to go through a ring of `records` records.
struct Contender {
  std::string what;
  uint32_t rows;  // records per call
  bool sums;      // what it returns must equal the floor's
  std::function<bench_sum(const bench_ring& ring, uint64_t records)> run;
};

// The floor, to which ratios are, comes first. Empty: see source->why().
std::vector<Contender> Contenders(const bench_workload& workload,
                                  Source* source);

struct Row {
  std::string workload;
  std::string what;
  uint32_t rows;
  uint64_t records;
  double min_ns;  // of one record
  double median_ns;
  double ratio;  // of min_ns to the floor's
};

// Runs every contender in every round, each time with another one first. The
// first round isn't counted. False: *why says what is missing, or whose sum is
// wrong.
bool Measure(const bench_workload& workload, uint32_t data_pages, int rounds,
             std::vector<Row>* rows, std::string* why);

// From the ns per record of each round, for each contender.
std::vector<Row> Summarize(const std::string& workload,
                           const std::vector<Contender>& contenders,
                           std::vector<std::vector<double>> ns,
                           uint64_t records);

}  // namespace bench

#endif  // TEST_BENCH_MEASURE_H_
