/* Others who read the same rings and files, as shared libraries: crates by peers/, the
 * bindings by their own programs, each where its language can be built. */
#ifndef TEST_BENCH_PEERS_H_
#define TEST_BENCH_PEERS_H_

#include <stddef.h>
#include <stdint.h>

#include "test/bench/ring.h"

/* What a library doesn't tell of a sample, and its sum lacks. */
#define BENCH_LACKS_STACK_SIZE 1u /* as asked for; it tells how much is used */
#define BENCH_LACKS_REGISTER_ABI 2u

struct bench_peer {
  const char *name;
  uint32_t lacks;       /* BENCH_LACKS_* */
  uint64_t sample_type; /* of the one workload that it reads; 0: of any */
  /* A reader of this event's ring of data_pages pages. NULL if it can't. */
  void *(*open)(int fd, const void *attr, size_t attr_size,
                uint32_t data_pages);
  /* Reads from the ring's data_tail on, or the bytes that the ring tells of. */
  struct bench_sum (*drain)(void *reader, const struct bench_ring *ring);
  void (*close)(void *reader);
};

/* The one function of the shared library: all that it has, *count of them. */
typedef const struct bench_peer *bench_peers_function(uint32_t *count);
#define BENCH_PEERS_FUNCTION "bench_peers"

/* Who reads perf.data files. */
struct bench_file_peer {
  const char *name;
  /* All samples of the file, in the order of time. No records: it can't. */
  struct bench_sum (*read)(const char *path);
};

/* As bench_peers, if the shared library has it. */
typedef const struct bench_file_peer *bench_file_peers_function(
    uint32_t *count);
#define BENCH_FILE_PEERS_FUNCTION "bench_file_peers"

#endif /* TEST_BENCH_PEERS_H_ */
