// Prints ns per record of each workload and contender, as a table or JSON.
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "test/bench/measure.h"

namespace {

struct Options {
  bool json = false;
  int rounds = 15;
  uint32_t pages = 16384;
};

constexpr char kUsage[] = "usage: bench [--json] [--rounds N] [--pages N]\n";

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--json") {
      options->json = true;
    } else if (name == "--rounds" && i + 1 < argc) {
      options->rounds = atoi(argv[++i]);
    } else if (name == "--pages" && i + 1 < argc) {
      options->pages = static_cast<uint32_t>(atoi(argv[++i]));
    } else {
      return false;
    }
  }
  return options->rounds > 0;
}

// Caches and the other CPU's load should disturb all rounds alike.
void StayOnThisCpu() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(sched_getcpu(), &set);
  sched_setaffinity(0, sizeof set, &set);
}

void PrintTable(const std::vector<bench::Row>& rows) {
  printf("%-36s %-28s %5s %9s %9s %10s %7s\n", "workload", "what", "rows",
         "records", "min ns", "median ns", "ratio");
  for (const bench::Row& row : rows) {
    printf("%-36s %-28s %5u %9lu %9.2f %10.2f %6.2fx\n", row.workload.c_str(),
           row.what.c_str(), row.rows, static_cast<unsigned long>(row.records),
           row.min_ns, row.median_ns, row.ratio);
  }
}

// No name has a character that JSON would have to escape.
void PrintJson(const std::vector<bench::Row>& rows) {
  const char* before = "[\n";
  for (const bench::Row& row : rows) {
    printf(
        "%s  {\"workload\": \"%s\", \"what\": \"%s\", \"rows\": %u, "
        "\"records\": %lu, \"min_ns\": %.3f, \"median_ns\": %.3f, "
        "\"ratio\": %.3f}",
        before, row.workload.c_str(), row.what.c_str(), row.rows,
        static_cast<unsigned long>(row.records), row.min_ns, row.median_ns,
        row.ratio);
    before = ",\n";
  }
  printf("\n]\n");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc == 2 && std::string(argv[1]) == "--help") {
    fputs(kUsage, stdout);
    return 0;
  }
  if (!Parse(argc, argv, &options)) {
    fputs(kUsage, stderr);
    return 2;
  }
  StayOnThisCpu();
  std::vector<bench::Row> rows;
  for (const bench_workload& workload : bench_workloads) {
    std::string why;
    if (!bench::Measure(workload, options.pages, options.rounds, &rows, &why)) {
      fprintf(stderr, "bench: %s: %s\n", workload.name, why.c_str());
      return 1;
    }
  }
  options.json ? PrintJson(rows) : PrintTable(rows);
  return 0;
}
