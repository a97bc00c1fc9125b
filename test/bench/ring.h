/* What the benchmark's programs in any language agree on: where a ring's
 * records lie, and what came of reading them all. */
#ifndef TEST_BENCH_RING_H_
#define TEST_BENCH_RING_H_

#include <stdint.h>

/* The records of a ring whose event is disabled: from begin up to end, which
 * count on over the ring's end. */
struct bench_ring {
  const uint8_t *data;
  uint64_t size; /* a power of two */
  uint64_t begin;
  uint64_t end;
};

/* Everybody who reads the same bytes has the same sum: of each field of each
 * sample, entry of its call chain and register, and of the first word of its
 * stack. */
struct bench_sum {
  uint64_t records;
  uint64_t sum;
};

#endif /* TEST_BENCH_RING_H_ */
