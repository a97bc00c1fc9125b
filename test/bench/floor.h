/* The floor: what a C programmer who knows the attr writes by hand. It walks
 * the headers and sums what lies at fixed offsets; nothing is checked. */
#ifndef TEST_BENCH_FLOOR_H_
#define TEST_BENCH_FLOOR_H_

#include "test/bench/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

struct bench_sum floor_plain(const struct bench_ring *ring);
struct bench_sum floor_chain(const struct bench_ring *ring);
struct bench_sum floor_stack(const struct bench_ring *ring);

#ifdef __cplusplus
}
#endif

#endif /* TEST_BENCH_FLOOR_H_ */
