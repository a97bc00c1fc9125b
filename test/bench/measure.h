// Who is measured, and how: interleaved over the same bytes.
#ifndef TEST_BENCH_MEASURE_H_
#define TEST_BENCH_MEASURE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "test/bench/peers.h"
#include "test/bench/rounds.h"
#include "test/bench/source.h"
#include "test/bench/workload.h"

namespace bench {

using Peers = std::vector<bench_peer>;

// Adds those of a shared library, which stays loaded. False: *why says why.
bool LoadPeers(const char* path, Peers* peers, std::string* why);

// The two floors, to which ratios are, come first. Empty: see source->why().
std::vector<Contender> Contenders(const bench_workload& workload,
                                  const Peers& peers, Source* source);

// False: *why says what is missing, or whose sum is wrong.
bool Measure(const bench_workload& workload, const Peers& peers,
             uint32_t data_pages, int rounds, std::vector<Row>* rows,
             std::string* why);

}  // namespace bench

#endif  // TEST_BENCH_MEASURE_H_
