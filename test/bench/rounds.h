// Contenders run in rounds, interleaved, over the same records; and what came
// of it as rows of a table.
#ifndef TEST_BENCH_ROUNDS_H_
#define TEST_BENCH_ROUNDS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "test/bench/ring.h"

namespace bench {

// One way to go through `records` records.
struct Contender {
  std::string what;
  uint32_t rows;  // records per call
  bool sums;      // what it returns must equal what is expected
  std::function<bench_sum(const bench_ring& ring, uint64_t records)> run;
  uint64_t lacks = 0;                  // of the expected sum, in each record
  std::function<void()> prepare = {};  // what must be done before, if any
  bool second_floor = false;           // ratios are to this one too
};

// What there is to read in a round.
struct Round {
  bench_ring ring;
  bench_sum expected;
  size_t bytes;  // that have left the caches when a contender begins
};

struct Row {
  std::string workload;
  std::string what;
  uint32_t rows;
  uint64_t records;
  double min_ns;  // of one record
  double median_ns;
  double ratio;   // of min_ns to the first contender's
  double second;  // and to the second floor's; 0: there is none
};

// Caches and the other CPU's load should disturb all rounds alike.
void StayOnThisCpu();

// Runs every contender in every round, each time with another one first. The
// first round isn't counted. False: *why says whose sum is wrong.
bool RunRounds(const std::string& workload,
               const std::vector<Contender>& contenders,
               const std::function<Round()>& begin_round, int rounds,
               std::vector<Row>* rows, std::string* why);

// From the ns per record of each round, for each contender.
std::vector<Row> Summarize(const std::string& workload,
                           const std::vector<Contender>& contenders,
                           std::vector<std::vector<double>> ns,
                           uint64_t records);

void PrintTable(const std::vector<Row>& rows);
void PrintJson(const std::vector<Row>& rows);

}  // namespace bench

#endif  // TEST_BENCH_ROUNDS_H_
