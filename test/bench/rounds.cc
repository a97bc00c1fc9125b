#include "test/bench/rounds.h"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <cstdio>

namespace bench {
namespace {

double Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

// A ring this large has left the caches when its reader comes. Every contender
// finds it so, whoever came before.
void Evict(const std::vector<uint64_t>& other) {
  uint64_t sum = 0;
  for (uint64_t word : other) sum += word;
  volatile uint64_t used = sum;
  (void)used;
}

double NsPerRecord(const Contender& contender, const bench_ring& ring,
                   uint64_t records, bench_sum* sum) {
  const double begin = Now();
  *sum = contender.run(ring, records);
  return (Now() - begin) / records;
}

bool Agrees(const Contender& contender, const bench_sum& sum,
            const bench_sum& floor) {
  return !contender.sums ||
         (sum.records == floor.records &&
          sum.sum == floor.sum - floor.records * contender.lacks);
}

}  // namespace

void StayOnThisCpu() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(sched_getcpu(), &set);
  sched_setaffinity(0, sizeof set, &set);
}

bool RunRounds(const std::string& workload,
               const std::vector<Contender>& contenders,
               const std::function<Round()>& begin_round, int rounds,
               std::vector<Row>* rows, std::string* why) {
  std::vector<std::vector<double>> ns(contenders.size());
  std::vector<uint64_t> other;
  uint64_t records = 0;
  for (int number = 0; number <= rounds; ++number) {
    const Round round = begin_round();
    records = round.expected.records;
    other.resize(2 * round.bytes / sizeof(uint64_t), 1);
    for (size_t i = 0; i < contenders.size(); ++i) {
      const size_t turn = (i + static_cast<size_t>(number)) % contenders.size();
      const Contender& contender = contenders[turn];
      if (contender.prepare) contender.prepare();
      Evict(other);
      bench_sum sum;
      const double took = NsPerRecord(contender, round.ring, records, &sum);
      if (!Agrees(contender, sum, round.expected)) {
        *why = contender.what + " has another sum than the floor";
        return false;
      }
      if (number > 0) ns[turn].push_back(took);
    }
  }
  for (Row& row : Summarize(workload, contenders, ns, records)) {
    rows->push_back(std::move(row));
  }
  return true;
}

std::vector<Row> Summarize(const std::string& workload,
                           const std::vector<Contender>& contenders,
                           std::vector<std::vector<double>> ns,
                           uint64_t records) {
  std::vector<Row> rows;
  double second = 0;
  for (size_t i = 0; i < contenders.size(); ++i) {
    std::sort(ns[i].begin(), ns[i].end());
    const double median = ns[i][ns[i].size() / 2];
    if (contenders[i].second_floor) second = ns[i][0];
    rows.push_back({workload, contenders[i].what, contenders[i].rows, records,
                    ns[i][0], median, ns[i][0] / ns[0][0], 0});
  }
  if (second != 0) {
    for (Row& row : rows) row.second = row.min_ns / second;
  }
  return rows;
}

void PrintTable(const std::vector<Row>& rows) {
  printf("%-36s %-41s %5s %9s %9s %10s %7s %7s\n", "workload", "what", "rows",
         "records", "min ns", "median ns", "ratio", "second");
  for (const Row& row : rows) {
    printf("%-36s %-41s %5u %9lu %9.2f %10.2f %6.2fx", row.workload.c_str(),
           row.what.c_str(), row.rows, static_cast<unsigned long>(row.records),
           row.min_ns, row.median_ns, row.ratio);
    if (row.second != 0) printf(" %6.2fx", row.second);
    printf("\n");
  }
}

// No name has a character that JSON would have to escape.
void PrintJson(const std::vector<Row>& rows) {
  const char* before = "[\n";
  for (const Row& row : rows) {
    printf(
        "%s  {\"workload\": \"%s\", \"what\": \"%s\", \"rows\": %u, "
        "\"records\": %lu, \"min_ns\": %.3f, \"median_ns\": %.3f, "
        "\"ratio\": %.3f, \"second\": %.3f}",
        before, row.workload.c_str(), row.what.c_str(), row.rows,
        static_cast<unsigned long>(row.records), row.min_ns, row.median_ns,
        row.ratio, row.second);
    before = ",\n";
  }
  printf("\n]\n");
}

}  // namespace bench
