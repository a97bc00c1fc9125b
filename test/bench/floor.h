/* The floors: what a C programmer who knows the attr writes by hand. The loop walks
 * the headers and sums what lies at fixed offsets; nothing is checked. The second
 * floor prefetches as the library's batches do: how much of a plain loop's time is
 * waiting for memory differs from CPU to CPU, and the second floor waits as little
 * as the library. */
#ifndef TEST_BENCH_FLOOR_H_
#define TEST_BENCH_FLOOR_H_

#include "test/bench/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

struct bench_sum floor_plain(const struct bench_ring *ring);
struct bench_sum floor_chain(const struct bench_ring *ring);
struct bench_sum floor_stack(const struct bench_ring *ring);
struct bench_sum floor_plain_ahead(const struct bench_ring *ring);
struct bench_sum floor_chain_ahead(const struct bench_ring *ring);
struct bench_sum floor_stack_ahead(const struct bench_ring *ring);

#ifdef __cplusplus
}
#endif

#endif /* TEST_BENCH_FLOOR_H_ */
