// perf.data files of any length, as `perf record -g -a` writes them.
#ifndef PERFC_TEST_BENCH_DATA_FILE_H_
#define PERFC_TEST_BENCH_DATA_FILE_H_

#include <cstdint>
#include <string>

#include "test/bench/ring.h"

namespace bench {

struct DataFile {
  uint64_t samples = 400000;
  uint32_t chain = 16;   // entries of a call chain
  uint32_t cpus = 4;     // each round has the records of one CPU after another
  uint32_t round = 500;  // samples of a CPU in a round
  int zstd_level = 0;    // 0: not compressed
};

// Writes it, and gives the sum of its samples. False: *why says why.
bool WriteDataFile(const std::string& path, const DataFile& file,
                   bench_sum* sum, std::string* why);

// Where the records of a file that isn't compressed begin and end.
struct Extent {
  uint64_t begin;
  uint64_t end;
};
bool FindData(int fd, Extent* extent);

// Goes from header to header, read by 1 MiB: below it no reader can go.
bench_sum WalkByPreads(const std::string& path);

// Decompresses the COMPRESSED records, and goes from header to header in what comes.
bench_sum WalkDecompressed(const std::string& path);

}  // namespace bench

#endif  // PERFC_TEST_BENCH_DATA_FILE_H_
