// Prints ns per record of each workload and contender, as a table or JSON.
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
  std::string workload;  // as its name begins; empty: all
  std::vector<const char*> peers;
};

constexpr char kUsage[] =
    "usage: bench [--json] [--rounds N] [--pages N] [--workload W1|W2|W3]"
    " [--peers LIBRARY]...\n";

bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--json") {
      options->json = true;
    } else if (name == "--rounds" && i + 1 < argc) {
      options->rounds = atoi(argv[++i]);
    } else if (name == "--pages" && i + 1 < argc) {
      options->pages = static_cast<uint32_t>(atoi(argv[++i]));
    } else if (name == "--workload" && i + 1 < argc) {
      options->workload = argv[++i];
    } else if (name == "--peers" && i + 1 < argc) {
      options->peers.push_back(argv[++i]);
    } else {
      return false;
    }
  }
  return options->rounds > 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc > 1 && std::string(argv[1]) == "--help") {
    fputs(kUsage, stdout);
    return 0;
  }
  if (!Parse(argc, argv, &options)) {
    fputs(kUsage, stderr);
    return 2;
  }
  bench::StayOnThisCpu();
  std::string why;
  bench::Peers peers;
  for (const char* path : options.peers) {
    if (!bench::LoadPeers(path, &peers, &why)) {
      fprintf(stderr, "bench: no peers: %s\n", why.c_str());
    }
  }
  std::vector<bench::Row> rows;
  for (const bench_workload& workload : bench_workloads) {
    if (std::string(workload.name).rfind(options.workload, 0) != 0) continue;
    if (!bench::Measure(workload, peers, options.pages, options.rounds, &rows,
                        &why)) {
      fprintf(stderr, "bench: %s: %s\n", workload.name, why.c_str());
      return 1;
    }
  }
  options.json ? bench::PrintJson(rows) : bench::PrintTable(rows);
  return 0;
}
